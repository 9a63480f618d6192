#!/bin/sh
# Every row of docs/limits.md: at the limit all is well, one step beyond it the message comes.
# And the page is whole: each PL_MAX_ constant of the source stands there with its value.
. tests/check.sh
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}exitcode=99:detect_leaks=0"
in=$T/in

# holds WHAT COMMAND…: succeeds; its output is kept in $T/out
holds() {
    what=$1
    shift
    "$@" >"$T/out" 2>"$T/err"
    code=$?
    say $code "$what"
    [ $code = 0 ] || head -c 300 "$T/err"
}

# refuses CODE WHAT MESSAGE COMMAND…: fails with that exit code and a message that matches
refuses() {
    expected=$1 what=$2 message=$3
    shift 3
    "$@" >"$T/out" 2>"$T/err"
    code=$?
    [ $code = "$expected" ] && grep -q -E "$message" "$T/err"
    say $? "$what"
    [ $code = "$expected" ] && grep -q -E "$message" "$T/err" || { echo "exit code $code:"; head -c 300 "$T/err"; }
}

# says WHAT MESSAGE COMMAND…: succeeds, and says so
says() {
    what=$1 message=$2
    shift 2
    "$@" >"$T/out" 2>"$T/err" && grep -q -E "$message" "$T/err"
    code=$?
    say $code "$what"
    [ $code = 0 ] || head -c 300 "$T/err"
}

# bytes N [BYTE], words N [SEPARATOR]: N bytes; the words a0 a1 … with spaces between them
bytes() { head -c "$1" /dev/zero | tr '\0' "${2:-a}"; }
words() { seq -s "${2:- }" -f 'a%.0f' 0 $(($1 - 1)); }
read_as() { pleach convert -q --from "$1" --to tokens -o /dev/null "$in"; }
conll() { awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) printf "%d\ta\t_\t_\t_\t_\t%d\tx\t_\t_\n", i, i - 1; print "" }'; }

# -- the page ---------------------------------------------------------------------------

page=docs/limits.md
grep -rhoE '\bPL_(DEP_)?MAX_[A-Z_]+' src include cli | sort -u >"$T/constants"
grep -oE '\bPL_(DEP_)?MAX_[A-Z_]+' $page | sort -u >"$T/listed"
comm -23 "$T/constants" "$T/listed" >"$T/missing"
check "no constant is missing from the page" test ! -s "$T/missing"
[ ! -s "$T/missing" ] || cat "$T/missing"
comm -13 "$T/constants" "$T/listed" >"$T/gone"
check "the page has no constant that is gone" test ! -s "$T/gone"
# The first number in the second column is the value.
sed -n 's/^| [^|]* | \([0-9][0-9,]*\)[^|]*|.*`\(PL_[A-Z_]*MAX_[A-Z_]*\)` |$/\2 \1/p' $page | tr -d , >"$T/values"
{
    echo '#include <stdio.h>'
    grep -lE '(define|enum|,|^ +)[ {]*PL_(DEP_)?MAX_' src/*/*.h | sed 's,^src/\(.*\),#include "\1",'
    echo 'int main(void) {'
    sed 's/\(.*\) \(.*\)/if ((unsigned long long)(\1) != \2ull) printf("\1 is %llu\\n", (unsigned long long)(\1));/' "$T/values"
    echo 'return 0; }'
} >"$T/values.c"
check "the values compile" "${CC:-cc}" -std=c17 -D_GNU_SOURCE -Isrc -Iinclude "$T/values.c" -o "$T/values.bin"
"$T/values.bin" >"$T/wrong"
check "the values are true" test ! -s "$T/wrong"
[ ! -s "$T/wrong" ] || cat "$T/wrong"
check "there are values" test "$(wc -l <"$T/values")" -ge 30

# -- reading ----------------------------------------------------------------------------

{ bytes 16777216; echo; } >"$in"
holds "a line of 16 MB" read_as tokens
{ bytes 16777217; echo; } >"$in"
refuses 1 "a longer line" 'in:1: the line is longer than 16 megabytes' read_as tokens
words 100000 >"$in"
holds "a sentence of 100,000 words" read_as tokens
words 100001 >"$in"
refuses 1 "a longer sentence" 'more than 100000 words' read_as tokens
depth() { { bytes "$(($1 - 1))" x | sed 's/x/(X /g'; printf '(A 0=a)'; bytes "$(($1 - 1))" ')'; echo; } >"$in"; }
depth 10000
holds "a tree 10,000 deep" read_as discbracket
depth 10001
refuses 1 "a deeper tree" 'deeper than 10000' read_as discbracket
# A blank line and the last one count, too.
{ echo '(S (A a)'; bytes 67108843 ' ' | fold -b -w 16000000; printf ')'; } >"$in"
holds "a sentence of 64 MB" read_as bracket
{ echo '(S (A a)'; bytes 67109000 ' ' | fold -b -w 16000000; printf ')'; } >"$in"
refuses 1 "a longer one" 'longer than 64 megabytes' read_as bracket
tag() { { printf '<corpus><body><s id="1'; bytes "$1"; printf '"><graph><terminals><t id="a" word="a" pos="A"/></terminals><nonterminals/></graph></s></body></corpus>'; } >"$in"; }
tag 16777206
holds "an XML tag of 16 MB" read_as tigerxml
tag 16777300
refuses 1 "a longer tag" 'longer than 16 megabytes' read_as tigerxml
rows() { # nodes above the first word beside three above every one of 100,000 words
    awk -v more="$1" 'BEGIN {
        print "#FORMAT 4\n#BOS 1"
        for (i = 0; i < 100000; i++) printf "a\tl\tA\t--\t--\t%d\n", 500 + 3 * i
        for (i = 0; i < 300000; i++) printf "#%d\t--\tS\t--\t--\t%d\n", 500 + i, i % 3 < 2 ? 501 + i : 0
        if (more) printf "#%d\t--\tS\t--\t--\t0\n", 300500
        print "#EOS 1" }' >"$in"
}
rows 0
holds "400,000 lines of a sentence, export" read_as export
rows 1
refuses 1 "more lines" 'more than 400000 lines' read_as export
comments() { { seq -f '# %.0f' "$1"; conll 1; } >"$in"; }
comments 400000
holds "400,000 comments before a sentence" read_as conllu
comments 400001
refuses 1 "more comments" 'more than 400000 comments' read_as conllu
folder=$T/deep
for i in $(seq 63); do
    folder=$folder/d
done
mkdir -p "$folder"
echo a >"$folder/a.tokens"
holds "folders 64 deep" pleach convert -q --from tokens --to tokens -o /dev/null "$T/deep"
mkdir "$folder/d"
echo a >"$folder/d/a.tokens"
refuses 1 "deeper folders" 'nested too deep' pleach convert -q --from tokens --to tokens -o /dev/null "$T/deep"

# -- raw text ---------------------------------------------------------------------------

text() { pleach convert --from text --to tokens -o "$T/tokens" "$in"; }
{ words 1000; } | tr -d '\n' >"$in"
holds "a sentence of 1,000 words in raw text" text
check "it is one" test "$(wc -l <"$T/tokens")" = 1
{ words 1001; } | tr -d '\n' >"$in"
says "a longer one is cut" '1 sentence' text
check "it is two" test "$(wc -l <"$T/tokens")" = 2
# Sentences end at full stops, paragraphs at a limit.
paragraph() { awk -v n="$1" 'BEGIN { while (length(s) < n) s = s "Een zin hier. "; printf "%s", substr(s, 1, n) }' >"$in"; }
paragraph 1048576
holds "a paragraph of 1,048,576 bytes" text
check "without a word" test ! -s "$T/err"
paragraph 1200000
says "a longer one is cut" 'paragraph' text
bytes 2048 >"$in"
holds "a word of 2,048 bytes in raw text" text
check "it is one word" test "$(wc -w <"$T/tokens")" = 1
bytes 2049 >"$in"
holds "a longer one" text
check "it becomes two" test "$(wc -w <"$T/tokens")" = 2

# -- rules and templates -------------------------------------------------------------------

echo '(S (NP 0=a) (VP 1=b))' >"$T/tree"
train() { pleach train -q --heads ptb -e 1 -b 1 "$@" -o "$T/model" "$T/tree"; }
rules() { { bytes $((1048576 - 19 + $1)) %; printf '\nS left-to-right X\n'; } >"$T/x.rules"; }
rules 0
holds "head rules of 1 MB" pleach convert -q --from discbracket --to tokens --heads "$T/x.rules" -o /dev/null "$T/tree"
rules 1
refuses 2 "longer head rules" 'larger than 1048576 bytes' pleach convert -q --from discbracket --to tokens --heads "$T/x.rules" -o /dev/null "$T/tree"
comments() { bytes $((16777216 + $1)) '#' | fold -w 100 | head -c $((16777216 + $1)) >"$T/x.prm"; }
comments 0
holds "evaluation parameters of 16 MB" pleach eval --params "$T/x.prm" "$T/tree" "$T/tree"
holds "tokenizer rules of 16 MB" sh -c "echo a | pleach convert -q --from text --tokenizer '$T/x.prm' --to tokens -o /dev/null"
comments 1
refuses 1 "longer evaluation parameters" 'too large for rules' pleach eval --params "$T/x.prm" "$T/tree" "$T/tree"
refuses 1 "longer tokenizer rules" 'larger than 16777216 bytes' sh -c "echo a | pleach convert -q --from text --tokenizer '$T/x.prm' --to tokens -o /dev/null"
# includes N KIND: a file that includes another, N times
includes() {
    for i in $(seq 1 "$1"); do
        echo "include $T/$i.$2" >"$T/$((i - 1)).$2"
    done
    echo "$3" >"$T/$1.$2"
}
includes 7 tpl s0c
holds "templates that include each other 8 deep" train --features "$T/0.tpl"
includes 8 tpl s0c
refuses 1 "deeper" 'more than 8 deep' train --features "$T/0.tpl"
tokenize() { echo a | pleach convert -q --from text --tokenizer "$T/0.rules" --to tokens -o /dev/null; }
includes 7 rules ''
holds "tokenizer rules that include each other 8 deep" tokenize
includes 8 rules ''
refuses 1 "deeper" 'too deep' tokenize
# many N KIND TEXT: a file that includes an other one so often that N files are read
many() {
    echo "$3" >"$T/1.$2"
    for _ in $(seq 2 "$1"); do echo "include $T/1.$2"; done >"$T/0.$2"
}
many 100 tpl s0c
holds "100 files of templates" train --features "$T/0.tpl"
many 101 tpl s0c
refuses 1 "more" 'more than 100 files are included' train --features "$T/0.tpl"
many 100 rules ''
holds "100 files of tokenizer rules" tokenize
many 101 rules ''
refuses 1 "more" 'too many files are included' tokenize
# combine N: that many different templates of few fields
combine() { awk -v n="$1" 'BEGIN { split("s0c s1c s2c d0c d1c s0w s0t s1w s1t d0w d0t b0w b0t b1w b1t b2t", f, " ")
    for (i = 1; i <= 16; i++) for (k = 1; k <= 16; k++) if (n-- > 0) print f[i] "+" f[k] }'; }
combine 250 >"$T/x.tpl"
holds "250 templates" train --features "$T/x.tpl"
combine 251 >"$T/x.tpl"
refuses 1 "more" 'more than 250 templates' train --features "$T/x.tpl"
echo s0c+s0c+s0c+s0c+s0c+s0c+s0c+s0c >"$T/x.tpl"
holds "a template of 8 parts" train --features "$T/x.tpl"
echo s0c+s0c+s0c+s0c+s0c+s0c+s0c+s0c+s0c >"$T/x.tpl"
refuses 1 "of more" 'more than 8 atoms' train --features "$T/x.tpl"
fields() { awk -v n="$1" 'BEGIN { split("l r L R", f, " ")
    for (i = 1; i <= 2; i++) for (k = 1; k <= 2; k++) for (m = 1; m <= 2; m++) for (o = 1; o <= 2; o++)
        for (v = 1; v <= 5; v++) if (n-- > 0) print "s0." f[i] f[k] f[m] f[o] substr("cwtng", v, 1) }'; }
fields 80 >"$T/x.tpl"
holds "80 different fields" train --features "$T/x.tpl"
{ fields 80; echo s0c; } >"$T/x.tpl"
refuses 1 "more" 'more than 80 different fields' train --features "$T/x.tpl"
echo s0.llllc >"$T/x.tpl"
holds "a field of 4 steps" train --features "$T/x.tpl"
echo s0.lllllc >"$T/x.tpl"
refuses 1 "of more" 'x.tpl' train --features "$T/x.tpl"
# distances N: of that many pairs of places
distances() { awk -v n="$1" 'BEGIN { k = split("s0 s1 s2 d0 d1 b0 b1", f, " ")
    for (i = 1; i <= k; i++) for (m = i + 1; m <= k; m++) if (n-- > 0) print f[i] "-" f[m] }'; }
distances 16 >"$T/x.tpl"
holds "16 different distances" train --features "$T/x.tpl"
distances 17 >"$T/x.tpl"
refuses 1 "more" 'more than 16 different distances' train --features "$T/x.tpl"
system() { printf 'K %s\nD 1\nroot right\nLEFT\nRIGHT\nSHIFT\n' "$1" >"$T/x.sys"; pleach info --system "$T/x.sys"; }
holds "K of 1,000" system 1000
refuses 1 "a larger one" 'up to 1000' system 1001
moves() { { printf 'K 3\nD 1\nroot right\nSHIFT\n'; seq $(($1 - 1)) | awk '{ print $1 % 2 ? "LEFT" : "RIGHT" }'; } >"$T/x.sys"; pleach info --system "$T/x.sys"; }
holds "8 transitions of a dependency system" moves 8
refuses 1 "more" 'more than 8 transitions' moves 9

# -- training ---------------------------------------------------------------------------

# labels N: a tree for each of N labels; there are seven actions beside theirs
labels() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "(S (L%d (A 0=a) (B 1=b)) (C 2=c))\n", i }' >"$in"; }
actions() { pleach oracle -q --system sr-gap --heads ptb -o /dev/null "$in"; }
labels 3993
holds "4,000 actions" actions
labels 3994
refuses 1 "more" 'needs 4001 different actions; at most 4000' actions
# classes N: N tags, morphological tags and functions, the one of the second word among them
classes() { awk -v n="$1" 'BEGIN { print "#FORMAT 4"
    for (i = 1; i < n; i++) printf "#BOS %d\na\tl\tT%d\tM%d\tF%d\t500\nb\tl\tB\tM0\tF0\t500\n#500\t--\tS\t--\t--\t0\n#EOS %d\n", i, i, i, i, i }' >"$in"; }
tagger() { pleach tag --train -q -e 1 -b 1 "$@" -o "$T/tagger" "$in"; }
classes 4000
holds "4,000 tags" tagger
classes 4001
refuses 1 "more" 'more than 4000 different tags' tagger
sed -i 's/\tT[0-9]*\t/\tA\t/' "$in"
holds "more than 4,000 morphological tags, the rarest left out" tagger --morph
refuses 1 "more than 4,000 functions" 'more than 4000 functions' pleach train -q -e 1 -b 1 --heads ptb --functions -o "$T/model" "$in"
classes 3999
sed -i 's/\tT[0-9]*\t/\tA\t/' "$in"
holds "nearly as many morphological tags" tagger --morph
holds "nearly as many functions" pleach train -q -e 1 -b 1 --heads ptb --functions -o "$T/functions" "$in"

# -- parsing ----------------------------------------------------------------------------

train
parse() { echo '(S (NP 0=a) (VP 1=b))' | pleach parse -q -m "$T/model" --from discbracket -o /dev/null "$@"; }
holds "a beam of 4,096" parse -b 4096
refuses 2 "a larger one" 'from 1 to 4096' parse -b 4097
holds "the 4,096 best trees" parse --nbest 4096
refuses 2 "more" 'from 1 to 4096' parse --nbest 4097
holds "a beam of 1,024 in training" train -b 1024
refuses 2 "a larger one" 'from 1 to 1024' train -b 1025
holds "a beam of 64 in a tagger" pleach tag --train -q -e 1 -b 64 -o "$T/tagger" "$T/tree"
refuses 2 "a larger one" 'from 1 to 64' pleach tag --train -q -e 1 -b 65 -o "$T/tagger" "$T/tree"
holds "1,024 threads" parse -j 1024
refuses 2 "more" 'from 1 to 1024' parse -j 1025
# The number of sections is behind the magic and the version.
{ head -c 20 "$T/model"; printf '\101\0\0\0'; tail -c +25 "$T/model"; } >"$T/sections.model"
refuses 1 "a model of 65 sections" 'too many sections' pleach info "$T/sections.model"

bomb() { head -c "$1" /dev/zero >"$T/bomb.model"; zstd -q -f "$T/bomb.model"; pleach info "$T/bomb.model.zst"; }
refuses 1 "a file that becomes 64 MB is looked into" 'not a model' bomb 67108864
refuses 1 "one that becomes more is not" 'refused: the model takes 65 megabytes.*PLEACH_MAX_MODEL=65 permits it' bomb 67108865
export PLEACH_MAX_MODEL=65
refuses 1 "it is if that is permitted" 'not a model' bomb 67108865
unset PLEACH_MAX_MODEL

# -- grammars ---------------------------------------------------------------------------

grammar() { pleach grammar "$1" -q -o "$T/grammar" "$in"; }
chart() { seq "$1" | sed 's/.*/a\/A/' | tr '\n' ' ' | pleach parse -q -m "$T/grammar" --from tagged -o "$T/parsed"; }
printf '(S (A 0=a) (S (A 1=a) (A 2=a)))\n' >"$in"
grammar pcfg
holds "256 words in a chart" chart 256
check "have a tree" grep -q '^(S (A 0=a) (S' "$T/parsed"
holds "257 words" chart 257
check "have a flat one" grep -q '^(NOPARSE (A 0=a) (A 1=a)' "$T/parsed"
# interleaved N: two constituents of N blocks
interleaved() { awk -v n="$1" 'BEGIN { printf "(S (X"; for (i = 0; i < n; i++) printf " (A %d=a)", 2 * i
    printf ") (Y"; for (i = 0; i < n; i++) printf " (B %d=b)", 2 * i + 1; print "))" }' >"$in"; }
load() { echo 'a b' | pleach parse -q --from tokens -m "$T/grammar" -o /dev/null; }
interleaved 15
grammar plcfrs
holds "a yield function of 30 variables" load
interleaved 16
grammar plcfrs
refuses 1 "of more" '32 variables; up to 30' load
interleaved 64
holds "a constituent of 64 blocks in a grammar" grammar plcfrs
interleaved 65
refuses 1 "of more" '65 blocks; a grammar has at most 64' grammar plcfrs
chain() { awk -v n="$1" 'BEGIN { printf "(S "; for (i = 0; i < n; i++) printf "(X%d ", i; printf "(A 0=a) (A 1=a)"
    for (i = 0; i < n; i++) printf ")"; print ")" }' >"$in"; }
chain 250
grammar pcfg
holds "250 unary productions above each other" load
chain 251
grammar pcfg
refuses 1 "more" 'more than 250 unary productions' load

# -- transforms, evaluation, drawing ----------------------------------------------------

# gaps D N: D nodes above each other with N blocks each
gaps() { awk -v d="$1" -v n="$2" 'BEGIN { printf "(S "; for (i = 0; i < d; i++) printf "(X "
    for (i = 0; i < n; i++) printf "%s(A %d=a)", (i ? " " : ""), 2 * i
    for (i = 0; i < d; i++) printf ")"; for (i = 0; i < n; i++) printf " (B %d=b)", 2 * i + 1; print ")" }' >"$in"; }
split() { pleach convert -q --split-disc --from discbracket -o /dev/null "$in"; }
gaps 1000 1001
holds "--split-disc of 1,000,000 parts" split
gaps 1001 1001
refuses 1 "of more" 'more than 1000000 are too many' split
# multiword N AA: a multiword token of N words, the first of which is AA
multiword() { awk -v n="$1" -v first="$2" 'BEGIN { printf "1-%d\t%s", n, first; for (i = 1; i < n; i++) printf "a"; printf "\t_\t_\t_\t_\t_\t_\t_\t_\n"
    for (i = 1; i <= n; i++) printf "%d\t%s\t_\t_\t_\t_\t%d\tx\t_\t_\n", i, i == 1 ? first : "a", i - 1; print "" }'; }
align() { multiword "$1" a >"$T/gold"; multiword $(($1 - 1)) aa >"$T/candidate"; pleach eval "$T/gold" "$T/candidate"; }
holds "4,000 words in a multiword token" align 4000
refuses 1 "more" 'more than 4000 words' align 4001
flat() { awk -v n="$1" 'BEGIN { printf "(S"; for (i = 0; i < n; i++) printf " (A %d=a)", i; print ")" }' >"$in"; }
draw() { pleach draw --from discbracket "$@" -o /dev/null "$in"; }
flat 20000
holds "an SVG of 20,000 words" draw --format svg
flat 20001
refuses 1 "of more" '20001 words; sentences of up to 20000' draw --format svg
# cells D N: a picture of 2 (D + 1) rows and N columns
cells() { awk -v d="$1" -v n="$2" 'BEGIN { for (i = 0; i < d; i++) printf "(X "; printf "(A 0="; for (i = 0; i < n; i++) printf "a"
    for (i = 0; i <= d; i++) printf ")"; print "" }' >"$in"; }
cells 2047 25600
holds "a text picture of 104,857,600 characters" draw
cells 2047 25601
refuses 1 "a larger one" 'too large for text' draw
# rels N: the way to a reference has N bytes
rels() { awk -v n="$1" 'BEGIN { for (i = 0; i < n - 3; i++) r = r "r"
    printf "<alpino_ds version=\"1.3\"><node begin=\"0\" end=\"1\" cat=\"top\" id=\"0\" rel=\"top\"><node begin=\"0\" end=\"1\" id=\"1\" index=\"1\" rel=\"hd\" pos=\"x\" word=\"a\"/>"
    printf "<node id=\"2\" cat=\"c\" rel=\"%s\" begin=\"0\" end=\"1\"><node id=\"3\" index=\"1\" rel=\"su\" begin=\"0\" end=\"1\"/></node></node><sentence>a</sentence></alpino_ds>\n", r }' >"$in"; }
rels 1000
holds "1,000 bytes of names above a reference" read_as alpino
rels 1001
refuses 1 "more" 'nested too deep' read_as alpino

# -- searching --------------------------------------------------------------------------

query() { pleach search --explain "$1"; }
many() { printf '%s' "$1"; for i in $(seq "$3"); do printf '%s' "$2"; done; }
holds "64 nodes in a query" query "$(many '[]' ' & []' 63)"
refuses 2 "more nodes" 'more than 64 nodes' query "$(many '[]' ' & []' 64)"
holds "100 brackets inside each other" query "$(many '' '(' 100)[]$(many '' ')' 100)"
refuses 2 "more brackets" 'deeper than 100' query "$(many '' '(' 101)[]$(many '' ')' 101)"
holds "a query of 64 KB" query "[]$(bytes 65534 ' ')"
refuses 2 "a longer query" 'longer than 65536 bytes' query "[]$(bytes 65535 ' ')"
refuses 2 "too many conditions" 'more than 10000 conditions' query "$(many '#a' ' & (#a:[T]|#a:[NT])' 14)"
refuses 2 "too many keys" 'more than 32 keys' query "#n count by $(many '#n.cat' ', #n.cat' 32)"
words 120 >"$in"
refuses 1 "too many matches" 'sentence 1: more than 1000000 matches' pleach search --count --from tokens '#a:[T] & #b:[T] & #c:[T]' "$in"
printf '#a0:[cat="NP"]' >"$T/query"
for i in $(seq 63); do printf ' & #a%d:[cat="NP"]' "$i"; done >>"$T/query"
peak() { # peak MB COMMAND…: exit code 1, and at most this much memory
    python3 -c 'import resource, subprocess, sys
code = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL).returncode
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(code, peak, "KB")
sys.exit(code != 1 or peak > 1000 * int(sys.argv[1]))' "$@"
}
for option in -q -j2 --json --count; do
    check "64 variables, $option: in less than 300 MB" peak 300 "$BUILD/pleach" search "$option" "$(cat "$T/query")" tests/data/dutch.discbracket
    [ $option = --json ] || grep -q "sentence 42: more than .* matches; the rest is left out" "$T/log"
    say $? "64 variables, $option: says what is left out"
done
refuses 1 "too many matches of a treebank" 'at least [0-9,]* matches in 26 of 42 sentences' pleach search --count "$(cat "$T/query")" tests/data/dutch.discbracket
refuses 1 "too many matches with five variables" 'sentence 1: more than 600000 matches' pleach search --count --from tokens '#a:[T] & #b:[T] & #c:[T] & #d:[T] & #e:[T]' "$in"
printf '%s!' "$(bytes 60)" >"$in"
refuses 1 "a slow regular expression" 'the regex /\(a\+a\*\)\+\[bc\]/ on .aaa' pleach search --from tokens '[word=/(a+a*)+[bc]/]' "$in"
# -- checking ---------------------------------------------------------------------------

flat 500
holds "a sentence of 500 words is checked" pleach check --from discbracket "$in"
check "without a note" test ! -s "$T/err"
flat 501
says "one of 501 is not" 'more than 500 words or 2000 nodes are not checked: 1' pleach check --from discbracket "$in"
refuses 2 "65 folds" 'folds' pleach check --folds 65 "$in"
exit "$status"
