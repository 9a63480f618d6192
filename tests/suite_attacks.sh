#!/bin/sh
# Damaged and hostile input for every reader. Each must end with the exit code expected and
# a message that names file and line, within bounded time and memory. The inputs are made
# here; the large ones are not kept.
build=${BUILD:-build}
pleach=$build/san/pleach
dir=$(mktemp -d "${TMPDIR:-/tmp}/attacks.XXXXXX")
trap 'rm -rf "$dir"' EXIT
in=$dir/in
# Limits are for the sanitized program, which is a few times slower than the plain one. Times are processor
# times, since these do not depend on the load of the machine.
limited() { (ulimit -t 120 && exec "$@"); }
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}exitcode=99:hard_rss_limit_mb=1500"
failed=0

# attack EXIT FORMAT MESSAGE WHAT: reads $in; the message is a regular expression that some
# line of standard error must match after "FILE:LINE: " ("FILE: after line N: ", or "FILE: " before
# the first line).
attack() {
    limited "$pleach" convert --from "$2" --to tokens "$in" >"$dir/out" 2>"$dir/err"
    status=$?
    if [ $status != "$1" ]; then
        echo "not ok $2: $4: exit code $status, expected $1: $(head -c 300 "$dir/err")"
        failed=1
    elif [ "$1" != 0 ] && ! grep -q -E "$in:(( after line )?[0-9]+:)?.*$3" "$dir/err"; then
        echo "not ok $2: $4: the message is: $(head -c 300 "$dir/err")"
        failed=1
    elif [ "$1" = 0 ] && [ -s "$dir/err" ] && grep -q -v 'cannot hold' "$dir/err"; then
        echo "not ok $2: $4: says $(head -c 300 "$dir/err")"
        failed=1
    else
        echo "ok $2: $4"
    fi
}

# bytes N [BYTE]: that many bytes
bytes() {
    head -c "$1" /dev/zero | tr '\0' "${2:-a}"
}

# repeat N TEXT: the text on a line of its own N times, with & for the number from 0 on
repeat() {
    seq 0 $(($1 - 1)) | sed "s|.*|$2|"
}

# words N: that many words of a CoNLL file, each the head of the next
words() {
    seq 0 $(($1 - 1)) | awk -v OFS='\t' '{ print $1 + 1, "a", "_", "_", "_", "_", $1, "x", "_", "_" }'
}

case_text() { # EXIT FORMAT MESSAGE WHAT TEXT (with printf escapes)
    # shellcheck disable=SC2059
    printf "$5" >"$in"
    attack "$1" "$2" "$3" "$4"
}

# -- every format ---------------------------------------------------------------------

{ printf '(S (A 0='; bytes 100000000; } >"$dir/long"
for format in discbracket bracket export tigerxml alpino conllx conllu tokens tagged; do
    : >"$in"
    case $format in
    tigerxml | alpino) attack 1 $format '' 'an empty file without the root element' ;;
    *) attack 0 $format '' 'an empty file' ;;
    esac
    nul=NUL utf8=UTF-8
    case $format in
    tigerxml | alpino) nul= utf8= ;; # the document is not XML at all
    esac
    ln -f "$dir/long" "$in"
    attack 1 $format '' 'a line of 100 MB'
    rm "$in"
    case_text 1 $format "$nul" 'a NUL byte' '(S (A 0=a\000b))\n'
    case_text 1 $format "$utf8" 'invalid UTF-8' '(S (A 0=a\377b))\n'
    case_text 1 $format "$utf8" 'UTF-8 cut off' '(S (A 0=a\303'
    case_text 1 $format 'gzip' 'damaged gzip' '\037\213\010\000junkjunkjunkjunk'
    case_text 1 $format 'zstd' 'damaged zstd' '\050\265\057\375junkjunkjunkjunk'
    repeat 2000 '(S (A 0=a))' | gzip -c | head -c 40 >"$in"
    attack 1 $format 'ends too early|truncated|cut off|damaged' 'gzip cut off'
done

# -- discbracket ----------------------------------------------------------------------

case_text 1 discbracket 'no word has the index 1' 'a missing token' '(S (A 0=a) (B 2=b))\n'
case_text 1 discbracket 'two words have the index 0' 'a doubled index' '(S (A 0=a) (B 0=b))\n'
case_text 1 discbracket 'not closed' 'a bracket not closed' '(S (A 0=a) (B 1=b)\n'
case_text 1 discbracket 'text after the tree' 'a bracket too many' '(S (A 0=a)))\n'
case_text 1 discbracket 'label is missing' 'no label' '(S ( 0=a))\n'
case_text 1 discbracket 'no word below' 'an empty node' '(S (A 0=a) (B ))\n'
case_text 1 discbracket 'expected INDEX=TOKEN' 'a leaf without index' '(S (A a))\n'
case_text 1 discbracket 'index' 'an index that overflows' '(S (A 99999999999999999999=a))\n'
case_text 1 discbracket 'expected a tree' 'no tree' 'hello\n'
{ repeat 1000 '(X' | tr '\n' ' '; printf '(A 0=a)'; bytes 1000 ')'; echo; } >"$in"
attack 0 discbracket '' 'a tree 1,000 deep'
{ repeat 20000 '(X' | tr '\n' ' '; printf '(A 0=a)'; bytes 20000 ')'; echo; } >"$in"
attack 1 discbracket 'deeper than' 'a tree 20,000 deep'
{ printf '(S'; repeat 10000 ' (A &=a)' | tr -d '\n'; echo ')'; } >"$in"
attack 0 discbracket '' 'a sentence of 10,000 words'
{ printf '(S'; repeat 110000 ' (A &=a)' | tr -d '\n'; echo ')'; } >"$in"
attack 1 discbracket 'more than' 'a sentence of 110,000 words'
# Two chains 4,900 deep whose words alternate: neighbours meet only at the root.
{
    printf '(S '
    for start in 0 1; do
        repeat 4900 '(X' | tr '\n' ' '
        seq $start 2 19999 | sed 's/$/=a/' | tr '\n' ' '
        bytes 4900 ')'
    done
    echo ')'
} >"$in"
attack 0 discbracket '' 'two deep chains interleaved'

# -- bracket --------------------------------------------------------------------------

case_text 1 bracket 'not closed' 'a file cut off' '(S (A a)\n   (B b)\n'
case_text 1 bracket 'not closed before' 'a tree not closed before the next' '( (S (A a))\n( (S (B b)) )\n'
case_text 1 bracket 'expected a tree' 'a bracket too many' '(S (A a)))\n'
case_text 1 bracket 'label is missing' 'no label' '(S ( (A a)))\n'
case_text 1 bracket 'no word below' 'an empty node' '(S (A a) (B))\n'
case_text 1 bracket 'without words' 'an empty outer pair' '( )\n'
case_text 1 bracket 'expected a tree' 'words outside' 'hello (S (A a))\n'
{ repeat 1000 '(X'; printf '(A a)'; bytes 1000 ')'; echo; } >"$in"
attack 0 bracket '' 'a tree 1,000 deep'
{ repeat 20000 '(X' | tr '\n' ' '; printf '(A a)'; bytes 20000 ')'; echo; } >"$in"
attack 1 bracket 'deeper than' 'a tree 20,000 deep'
{ printf '(S'; repeat 10000 ' (A a&)'; echo ')'; } >"$in"
attack 0 bracket '' 'a sentence of 10,000 words'
{ echo '(S (A a)'; bytes 70000000 ' ' | fold -w 1000; echo ')'; } >"$in"
attack 1 bracket 'longer than 64 megabytes' 'a tree of 70 MB over many lines'
{ echo '(S'; repeat 110000 '(A a)'; echo ')'; } >"$in"
attack 1 bracket 'more than' 'a sentence of 110,000 words'

# -- conllx, conllu -------------------------------------------------------------------

for format in conllx conllu; do
    word='\t_\t_\t_\t_\t'
    rest='\tx\t_\t_\n'
    case_text 1 $format 'expected 10 columns' 'too few columns' '1\ta\t_\t_\t_\t_\t0\tx\t_\n'
    case_text 1 $format 'expected 10 columns' 'too many columns' "1\ta${word}0\tx\t_\t_\t_\n"
    case_text 1 $format 'expected 10 columns' 'columns separated by spaces' '1 a _ _ _ _ 0 x _ _\n'
    case_text 1 $format 'expected word 1, found 2' 'ids out of order' "2\ta${word}0$rest"
    case_text 1 $format 'blank line missing' 'a missing blank line' "1\ta${word}0${rest}1\tb${word}0$rest"
    case_text 1 $format 'expected word 2, found 1' 'a doubled id' "1\ta${word}0${rest}1\tb${word}1$rest"
    case_text 1 $format 'there are 1 words' 'a head that is not there' "1\ta${word}7$rest"
    case_text 1 $format 'there are 1 words' 'a head that overflows' "1\ta${word}4294967297$rest"
    case_text 1 $format 'not a number' 'a head below 0' "1\ta${word}-1$rest"
    case_text 1 $format 'not a number' 'a head in letters' "1\ta${word}x$rest"
    case_text 1 $format 'in a circle' 'a word that is its own head' "1\ta${word}1$rest"
    case_text 1 $format 'in a circle' 'a cycle of heads' "1\ta${word}2${rest}2\tb${word}3${rest}3\tc${word}1$rest"
    case_text 1 $format 'not the number of a word' 'an id in letters' "x\ta${word}0$rest"
    case_text 1 $format 'has no form' 'an empty form' "1\t${word}0$rest"
    case_text 1 $format 'does not begin at word' 'a range out of place' "3-4\ta${word}_${rest}1\ta${word}0$rest"
    case_text 1 $format 'ends at word 9' 'a range that ends nowhere' "1-9\ta${word}_${rest}1\ta${word}0$rest"
    case_text 1 $format 'expected the empty node' 'an empty node out of place' "7.1\ta${word}_${rest}1\ta${word}0$rest"
    case_text 1 $format 'no words follow' 'comments only' '# a\n# b\n'
    words 10000 >"$in"
    attack 0 $format '' 'a sentence of 10,000 words, 10,000 deep'
    words 110000 >"$in"
    attack 1 $format 'more than' 'a sentence of 110,000 words'
    { bytes 70000000 '#' | fold -w 1000; echo; } >"$in"
    attack 1 $format 'longer than 64 megabytes' '70 MB of comments'
done

# -- tokens, tagged -------------------------------------------------------------------

case_text 1 tagged 'no tag' 'a word without tag' 'a/A b c/C\n'
case_text 1 tagged 'without a word' 'a tag without word' 'a/A /B\n'
case_text 1 tagged 'no tag' 'a line without tab' 'a\tA\nb\n'
case_text 1 tagged 'two columns' 'three columns' 'a\tA\tB\n'
{ repeat 10000 'a/A' | tr '\n' ' '; echo; } >"$in"
attack 0 tagged '' 'a sentence of 10,000 words'
attack 0 tokens '' 'a sentence of 10,000 words'
{ repeat 110000 'a/A' | tr '\n' ' '; echo; } >"$in"
attack 1 tagged 'more than' 'a sentence of 110,000 words'
attack 1 tokens 'more than' 'a sentence of 110,000 words'

# -- export ---------------------------------------------------------------------------

export_text() { # EXIT MESSAGE WHAT LINES, which stand between #BOS and #EOS
    case_text "$1" export "$2" "$3" "#FORMAT 4\n#BOS 1\n$4#EOS 1\n"
}
export_text 0 '' 'a good sentence' 'a\tl\tA\t--\t--\t500\n#500\t--\tS\t--\t--\t0\n'
case_text 1 export '#EOS' 'a sentence cut off' '#FORMAT 4\n#BOS 1\na\tl\tA\t--\t--\t0\n'
case_text 1 export '' 'a sentence in a sentence' '#FORMAT 4\n#BOS 1\na\tl\tA\t--\t--\t0\n#BOS 2\n#EOS 2\n'
case_text 1 export '' 'another number at #EOS' '#FORMAT 4\n#BOS 1\na\tl\tA\t--\t--\t0\n#EOS 2\n'
export_text 1 '501' 'a parent that is not there' 'a\tl\tA\t--\t--\t501\n#500\t--\tS\t--\t--\t0\n'
export_text 1 '' 'a parent that is no number' 'a\tl\tA\t--\t--\tx\n'
export_text 1 '' 'a parent that overflows' 'a\tl\tA\t--\t--\t4294967796\n#500\t--\tS\t--\t--\t0\n'
export_text 1 'ancestor' 'a cycle' 'a\tl\tA\t--\t--\t500\n#500\t--\tS\t--\t--\t501\n#501\t--\tS\t--\t--\t500\n'
export_text 1 'ancestor' 'a node that is its own parent' 'a\tl\tA\t--\t--\t500\n#500\t--\tS\t--\t--\t500\n'
export_text 1 '500' 'a node number twice' 'a\tl\tA\t--\t--\t500\n#500\t--\tS\t--\t--\t0\n#500\t--\tS\t--\t--\t0\n'
export_text 1 'no word below' 'an empty node' 'a\tl\tA\t--\t--\t0\n#500\t--\tS\t--\t--\t0\n'
export_text 1 '' 'too few columns' 'a\tl\tA\n'
export_text 1 '' 'a secondary edge to nowhere' 'a\tl\tA\t--\t--\t0\tX\t577\n'
{ echo '#FORMAT 4'; echo '#BOS 1'; printf 'a\tl\tA\t--\t--\t500\n'
  seq 500 1499 | awk '{ printf "#%d\t--\tS\t--\t--\t%d\n", $1, $1 < 1499 ? $1 + 1 : 0 }'; echo '#EOS 1'; } >"$in"
attack 0 export '' 'a tree 1,000 deep'
{ echo '#FORMAT 4'; echo '#BOS 1'; printf 'a\tl\tA\t--\t--\t500\n'
  seq 500 20499 | awk '{ printf "#%d\t--\tS\t--\t--\t%d\n", $1, $1 < 20499 ? $1 + 1 : 0 }'; echo '#EOS 1'; } >"$in"
attack 1 export 'deeper than' 'a tree 20,000 deep'
{ echo '#FORMAT 4'; echo '#BOS 1'; repeat 10000 'a\tl\tA\t--\t--\t0'; echo '#EOS 1'; } >"$in"
attack 0 export '' 'a sentence of 10,000 words'
{ echo '#FORMAT 4'; echo '#BOS 1'; repeat 110000 'a\tl\tA\t--\t--\t0'; echo '#EOS 1'; } >"$in"
attack 1 export 'more than' 'a sentence of 110,000 words'
{ echo '#FORMAT 4'; echo '#BOS 1'; repeat 700000 'a\tl\tA\t--\t--\t0'; } >"$in"
attack 1 export '' 'a sentence without end'

# -- tigerxml -------------------------------------------------------------------------

tiger_start='<corpus><body><s id="s1"><graph root="n1"><terminals>'
tiger_end='</graph></s></body></corpus>\n'
tiger() { # EXIT MESSAGE WHAT TERMINALS NONTERMINALS
    case_text "$1" tigerxml "$2" "$3" \
        "$tiger_start$4</terminals><nonterminals>$5</nonterminals>$tiger_end"
}
a='<t id="a" word="a" pos="A"/>' b='<t id="b" word="b" pos="B"/>'
tiger 0 '' 'a good sentence' "$a" '<nt id="n1" cat="S"><edge label="X" idref="a"/></nt>'
tiger 1 'z' 'an edge to a missing id' "$a" '<nt id="n1" cat="S"><edge idref="a"/><edge idref="z"/></nt>'
tiger 1 '' 'an edge without idref' "$a" '<nt id="n1" cat="S"><edge/></nt>'
tiger 1 '' 'an id twice' "$a$a" '<nt id="n1" cat="S"><edge idref="a"/></nt>'
tiger 1 '' 'two parents' "$a$b" '<nt id="n1" cat="S"><edge idref="a"/><edge idref="n2"/></nt><nt id="n2" cat="S"><edge idref="a"/><edge idref="b"/></nt>'
tiger 1 '' 'a cycle' "$a" '<nt id="n1" cat="S"><edge idref="n2"/><edge idref="a"/></nt><nt id="n2" cat="S"><edge idref="n1"/></nt>'
tiger 1 '' 'an edge to itself' "$a" '<nt id="n1" cat="S"><edge idref="n1"/><edge idref="a"/></nt>'
tiger 1 '' 'a secondary edge to nowhere' '<t id="a" word="a" pos="A"><secedge label="x" idref="zz"/></t>' '<nt id="n1" cat="S"><edge idref="a"/></nt>'
tiger 1 '' 'a terminal without word' '<t id="a" pos="A"/>' '<nt id="n1" cat="S"><edge idref="a"/></nt>'
case_text 1 tigerxml '' 'a file cut off' "$tiger_start$a"
case_text 1 tigerxml '' 'text after the end' '<corpus></corpus>junk'
case_text 1 tigerxml '' 'another document' '<html></html>\n'

# -- alpino ---------------------------------------------------------------------------

alpino() { # EXIT MESSAGE WHAT NODES
    case_text "$1" alpino "$2" "$3" "<alpino_ds version=\"1.3\"><node begin=\"0\" end=\"1\" cat=\"top\" id=\"0\" rel=\"top\">$4</node><sentence>a</sentence></alpino_ds>\n"
}
alpino 0 '' 'a good sentence' '<node begin="0" end="1" id="1" rel="hd" pos="x" word="a"/>'
alpino 1 '' 'two words at one place' '<node begin="0" end="1" id="1" pos="x" word="a"/><node begin="0" end="1" id="2" pos="x" word="b"/>'
alpino 1 '' 'a place that is no number' '<node begin="x" end="1" id="1" pos="x" word="a"/>'
alpino 1 '' 'a place far away' '<node begin="4294967295" end="4294967296" id="1" pos="x" word="a"/>'
alpino 1 '' 'an index to nowhere' '<node begin="0" end="1" id="1" rel="hd" pos="x" word="a"/><node begin="0" end="1" id="2" index="7" rel="su"/>'
case_text 1 alpino '' 'a file cut off' '<alpino_ds version="1.3"><node begin="0" end="1" cat="top"'
case_text 1 alpino '' 'another document' '<html></html>\n'

# -- XML as such ----------------------------------------------------------------------

for format in tigerxml alpino; do
    case $format in
    tigerxml) start='<corpus><body>' ;;
    alpino) start='<alpino_ds version="1.3">' ;;
    esac
    {
        echo '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "lol">'
        seq 1 30 | awk '{ printf "<!ENTITY a%d \"", $1; for (i = 0; i < 10; i++) printf "&a%d;", $1 - 1; print "\">" }'
        echo "]>$start&a30;"
    } >"$in"
    attack 1 $format '' 'a bomb of entities'
    { echo '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "'; bytes 1000000; echo '">]>'
      printf '%s' "$start"; repeat 100000 '\&a;'; } >"$in"
    attack 1 $format '' 'a large entity many times'
    case_text 1 $format '' 'an external entity' "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>$start&e;"
    { printf '%s' "$start"; repeat 100000 '<node>' | tr -d '\n'; } >"$in"
    attack 1 $format '' 'elements 100,000 deep'
    { printf '%s<node word="' "$start"; bytes 100000000; printf '"/>'; } >"$in"
    attack 1 $format '' 'an attribute of 100 MB'
    { printf '%s<node ' "$start"; repeat 200000 'a&="x"' | tr '\n' ' '; printf '/>'; } >"$in"
    attack 1 $format '' '200,000 attributes'
done

# -- rules that never end -------------------------------------------------------------

echo '(S (A 0=a))' >"$in"
echo 'include /dev/zero' >"$dir/endless.tpl"
endless() { # MESSAGE COMMAND…
    message=$1
    shift
    limited "$pleach" "$@" >"$dir/out" 2>"$dir/err"
    status=$?
    if { [ $status = 1 ] || [ $status = 2 ]; } && grep -q "/dev/zero: .*$message" "$dir/err"; then
        echo "ok an endless file: $1 $2"
    else
        echo "not ok an endless file: $1 $2: exit code $status: $(head -c 300 "$dir/err")"
        failed=1
    fi
}
large='too large for rules'
endless "$large" train --features /dev/zero -o "$dir/none" "$in"
endless "$large" train --features "$dir/endless.tpl" -o "$dir/none" "$in"
endless "$large" train --system /dev/zero -o "$dir/none" "$in"
endless "$large" train --about /dev/zero -o "$dir/none" "$in"
endless "$large" eval --params /dev/zero "$in" "$in"
endless 'larger than' convert --tokenizer /dev/zero --from text "$in"
endless 'larger than' convert --heads /dev/zero "$in"

# -- models and checkpoints --------------------------------------------------------------

export PLEACH_SHARE="$PWD/share"
say() { # STATUS WHAT
    [ "$1" = 0 ] && echo "ok $2" && return
    echo "not ok $2: $(head -c 300 "$dir/err")"
    failed=1
}
train="$pleach train -q --features baseline --epochs 1 -o $dir/m $PWD/tests/data/dutch.discbracket"
$train

# A frame of zstd that says it holds 64 gigabytes.
printf '\050\265\057\375\340\000\000\000\000\020\000\000\000\001\000\000' >"$dir/bomb"
! limited "$pleach" parse -m "$dir/bomb" --from tokens "$in" 2>"$dir/err" &&
    grep -q 'refused: the model takes 65537 megabytes' "$dir/err"
say $? 'a model that would unpack to 64 GB'
# Memory that cannot be had is called so (without sanitizers, which need more of it).
! (ulimit -v 1000000 && PLEACH_MAX_MODEL=100000 "$build/pleach" parse -m "$dir/bomb" --from tokens "$in" 2>"$dir/err") &&
    grep -q 'bomb: out of memory: the model takes 65537 megabytes' "$dir/err"
say $? 'a model larger than memory'

# The limit can be lower and higher.
! PLEACH_MAX_MODEL=0 "$pleach" parse -m "$dir/m" --from tokens "$in" 2>"$dir/err" && grep -q 'PLEACH_MAX_MODEL=1 permits it' "$dir/err" &&
    PLEACH_MAX_MODEL=1 "$pleach" info "$dir/m" >"$dir/out" 2>"$dir/err"
say $? 'a model above a limit that is set'
for limit in -1 abc 8G 1e3 99999999999999999999; do
    ! PLEACH_MAX_MODEL=$limit "$pleach" info "$dir/m" >"$dir/out" 2>"$dir/err" &&
        grep -q "PLEACH_MAX_MODEL is '$limit', which is not a number of megabytes" "$dir/err"
    say $? "a limit that is no number: $limit"
done
PLEACH_MAX_MODEL='' "$pleach" info "$dir/m" >"$dir/out" 2>"$dir/err"
say $? 'an empty limit is none'

# A parse goes on with the model that it has read, whatever becomes of the file.
: >"$dir/out"
mkfifo "$dir/words"
"$pleach" parse -q -m "$dir/m" --from tokens --stream "$dir/words" >"$dir/out" 2>"$dir/err" &
parser=$!
exec 9<>"$dir/words" # does not wait for a reader
echo 'Dat is een mooie dag .' >&9
tries=0
while [ ! -s "$dir/out" ] && [ $tries -lt 6000 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
: >"$dir/m"
echo 'Dat is een mooie dag .' >&9
exec 9>&-
wait $parser && [ "$(sort -u "$dir/out" | wc -l)" = 1 ] && [ "$(wc -l <"$dir/out")" = 2 ]
say $? 'a model cut off under a running parse'

# Raw text of NUL bytes: four times as many bytes take 4 times as long. They would take 16 times as long if
# each byte caused a scan of the rest of its paragraph.
nuls() { # nuls N: processor time of the program
    head -c "$1" /dev/zero >"$in"
    ("$pleach" convert --from text --tokenizer en --to tokens "$in" >"$dir/out" 2>"$dir/err" && times >"$dir/times") &&
        grep -q "$1 bytes were not valid UTF-8" "$dir/err" && awk 'NR == 2 { split($1, user, /[ms]/); print 60 * user[1] + user[2] }' "$dir/times"
}
awk -v few="$(nuls 262144)" -v many="$(nuls 1048576)" 'BEGIN { print few, many; exit !(few > 0 && many > 0 && many < 8 * few) }' >"$dir/err"
say $? 'text: 1 MB of NUL bytes'

# A checkpoint with one byte changed is not gone on from.
$train --checkpoint "$dir/ck"
printf 'x' | dd of="$dir/ck" bs=1 seek=300 conv=notrunc 2>"$dir/err"
! $train --epochs 2 --resume --checkpoint "$dir/ck" 2>"$dir/err" &&
    grep -q 'ck: the checkpoint is damaged: .*; delete it to train from the start' "$dir/err"
say $? 'a checkpoint with one byte changed'
exit $failed
