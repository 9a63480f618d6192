#!/bin/sh
# How files are written: nobody sees half of one, an old one stays until the new one is whole,
# and nothing is left behind, whatever ends the run.
. tests/check.sh
export PLEACH_SHARE="$PWD/share"
data=$PWD/tests/data
pleach=$BUILD/pleach
model=$T/toy.model
cd "$T" || exit 1
"$pleach" train --quiet --epochs 2 --tagger -o "$model" "$data/dutch.discbracket" || exit 1
mkdir w && cd w || exit 1

# left FILE…: the folder holds exactly these files
left() {
    [ "$(ls -A | sort | tr '\n' ' ')" = "$(printf '%s\n' "$@" | sort | tr '\n' ' ')" ] || { ls -lA; return 1; }
}
clean() {
    find . -mindepth 1 -delete
}
# mode_is MODE FILE
mode_is() {
    [ "$(stat -c %a "$2")" = "$1" ] || { stat "$2"; return 1; }
}

# -- two runs, one output ---------------------------------------------------------------

for i in 1 2 3 4 5; do cat "$data/dutch.discbracket"; done >"$T/long.discbracket"
"$pleach" convert "$T/long.discbracket" --to export -o "$T/whole.1"
"$pleach" convert "$data/dutch.discbracket" --to discbracket -o "$T/whole.2"
two_runs() {
    for i in $(seq 40); do
        "$pleach" convert "$T/long.discbracket" --to export -o out &
        "$pleach" convert "$data/dutch.discbracket" --to discbracket -o out || return 1
        wait $! || return 1
        cmp -s out "$T/whole.1" || cmp out "$T/whole.2" || return 1
        left out || return 1
    done
}
check "two runs with one output, 40 times" two_runs
two_models() {
    for i in 1 2 3 4 5; do
        "$pleach" grammar split-pcfg "$data/english.discbracket" -q -o g &
        "$pleach" grammar plcfrs "$data/dutch.discbracket" -q -o g || return 1
        wait $! || return 1
        "$pleach" info g >/dev/null && left g || return 1
    done
}
clean
check "two grammars with one name" two_models

# -- what was there ---------------------------------------------------------------------

rights() {
    (umask 022 && "$pleach" convert "$data/dutch.discbracket" -o new) && mode_is 644 new &&
        : >a && chmod 600 a && "$pleach" convert "$data/dutch.discbracket" -o a && mode_is 600 a &&
        : >b.gz && chmod 640 b.gz && "$pleach" convert "$data/dutch.discbracket" -o b.gz && mode_is 640 b.gz &&
        : >m && chmod 600 m && "$pleach" train -q --epochs 1 -o m "$data/dutch.discbracket" && mode_is 600 m &&
        left a b.gz m new
}
clean
check "the mode is kept" rights
links() {
    mkdir real && echo old >real/a && ln -s real/a a && ln -s real/new b && ln -s nowhere/c c || return 1
    for f in a b; do
        "$pleach" convert "$data/dutch.discbracket" -o $f && [ -L $f ] && cmp $f "$T/whole.2" || return 1
    done
    ! "$pleach" convert "$data/dutch.discbracket" -o c 2>err && grep -q 'c: No such file' err &&
        [ ! -L real/a ] && [ "$(ls -A real | tr '\n' ' ')" = 'a new ' ]
}
clean
check "links stay, their targets are replaced or made" links
attack() {
    echo precious >victim
    for name in out.part .out.part out.tmp; do ln -s victim $name; done
    "$pleach" convert "$data/dutch.discbracket" -o out && "$pleach" train -q --epochs 1 "$data/dutch.discbracket" -o out &&
        ln -s ../victim .locked.lock &&
        ! "$pleach" train -q --epochs 1 "$data/dutch.discbracket" -o locked 2>err && grep -q 'locked: cannot be locked' err &&
        [ "$(cat victim)" = precious ]
}
clean
check "links that wait for a temporary file" attack
no_file() {
    mkfifo fifo
    cat fifo >got &
    "$pleach" convert "$data/dutch.discbracket" -o fifo && wait $! && [ -p fifo ] && cmp got "$T/whole.2" &&
        "$pleach" convert "$data/dutch.discbracket" -o /dev/null && [ -c /dev/null ] &&
        { echo before && "$pleach" convert "$data/dutch.discbracket" -o /dev/stdout && echo after; } >all &&
        { echo before && cat "$T/whole.2" && echo after; } | cmp - all &&
        "$pleach" convert "$data/dutch.discbracket" -o /dev/stdout | cmp - "$T/whole.2" && left all fifo got
}
clean
check "fifos, devices and standard output are written to" no_file
read_only() {
    echo old >a && chmod 444 a && chmod 777 . || return 1
    [ "$(id -u)" != 0 ] || su nobody -s /bin/sh -c true 2>/dev/null || return 0
    if [ "$(id -u)" = 0 ]; then chmod 711 "$T"; su nobody -s /bin/sh -c "'$pleach' convert '$data/dutch.discbracket' -o a"
    else "$pleach" convert "$data/dutch.discbracket" -o a; fi 2>err
    [ $? != 0 ] && [ "$(cat a)" = old ]
}
clean
check "a file that may not be written is not replaced" read_only

# -- what goes wrong --------------------------------------------------------------------

{ cat "$data/dutch.discbracket" && echo '(S (A 0=b)'; } >"$T/bad.discbracket"
# fails COMMAND…: fails, and old and new names are as they were
fails() {
    echo old >old
    for out in old new; do
        ! "$@" -o $out 2>err && [ "$(cat old)" = old ] && rm err && left old || { cat err; return 1; }
    done
}
clean
check "bad input leaves the old file" fails "$pleach" convert "$T/bad.discbracket"
check "bad input leaves the old file (zstd)" fails "$pleach" convert "$T/bad.discbracket" --to export
check "bad input leaves the old file (draw)" fails "$pleach" draw "$T/bad.discbracket"
check "bad input leaves the old file (parse)" fails "$pleach" parse -q -m "$model" "$T/bad.discbracket"
check "bad input leaves the old file (tag)" fails "$pleach" tag -q -m "$model" "$T/bad.discbracket"
clean
short_disk() {
    echo old >old
    for out in old new new.gz new.zst; do
        (ulimit -f 1 && ! "$pleach" convert "$T/long.discbracket" -o $out 2>"$T/err") || { echo no failure; return 1; }
        grep -q "$out: File too large" "$T/err" && [ "$(cat old)" = old ] && left old || { cat "$T/err"; return 1; }
    done
}
check "a disk that is full leaves the old file" short_disk
# Memory runs out somewhere: at each limit the run ends well, or says so and leaves nothing.
no_memory() {
    { printf '(ROOT'; seq 0 9000 | sed 's/.*/ (NP (A &=a))/' | tr -d '\n'; echo ')'; } >"$T/wide.discbracket"
    ended=0
    for limit in $(seq 8000 2000 60000); do
        clean && echo old >old
        (ulimit -v "$limit" && exec "$pleach" convert "$T/wide.discbracket" --to tigerxml -o old) 2>"$T/err" && continue
        # without memory the program does not start
        if grep -q 'out of memory' "$T/err"; then ended=$((ended + 1)); else grep -q '^pleach:' "$T/err" && return 1; fi
        [ "$(cat old)" = old ] && left old || { cat "$T/err"; return 1; }
    done
    echo "out of memory $ended times" && [ $ended -gt 0 ]
}
check "without memory the old file stays" no_memory

no_stdout() {
    ! "$pleach" train -q --epochs 1 -o - "$data/dutch.discbracket" 2>"$T/err" && grep -q 'cannot go to standard output' "$T/err" && [ ! -e - ]
}
check "a model does not go to standard output, nor to a file called -" no_stdout

# ends SIGNAL CODE COMMAND…: the command reads from $T/fifo, which gives nothing. Only $kept stays next to the old file
kept=
ends() {
    signal=$1 code=$2
    shift 2
    echo old >old
    rm -f "$T/fifo" && mkfifo "$T/fifo"
    env --default-signal=HUP "$@" -o old "$T/fifo" 2>"$T/err" &
    pid=$!
    exec 9>"$T/fifo"
    cat "$T/long.discbracket" >&9
    wait_for ls .old.*.part
    [ -z "$kept" ] || wait_for [ -s .old.720f3dd6478a794e.part ]
    kill -"$signal" $pid
    wait $pid
    ended=$?
    exec 9>&-
    # shellcheck disable=SC2086
    [ $ended = "$code" ] && [ "$(cat old)" = old ] && left old $kept || { echo "exit code $ended"; cat "$T/err"; return 1; }
}
clean
for signal in "HUP 129" "TERM 143"; do # a shell starts jobs with SIGINT ignored
    # shellcheck disable=SC2086 # two words
    check "a signal leaves the old file, convert: $signal" ends $signal "$pleach" convert --from discbracket --to export
done
for signal in "INT 130" "TERM 143"; do # parsed sentences are kept for --resume if a later run can continue the output
    kept=".old.720f3dd6478a794e.part .old.720f3dd6478a794e.resume"
    # shellcheck disable=SC2086
    check "a signal leaves the old file, parse: $signal" ends $signal "$pleach" parse -q -m "$model" --from discbracket
done
kept=
for signal in "INT 130" "TERM 143"; do
    # shellcheck disable=SC2086
    check "a signal leaves the old file, parse to XML: $signal" ends $signal "$pleach" parse -q -m "$model" --from discbracket --to tigerxml
done
clean

# -- one training at a time -------------------------------------------------------------

second_training() {
    mkfifo "$T/gold"
    "$pleach" train -q --epochs 1 -o m --checkpoint c --from discbracket "$T/gold" &
    pid=$!
    exec 9>"$T/gold"
    wait_for [ -e .m.lock ] && wait_for [ -e .c.lock ] || return 1
    for out in "-o m" "-o n --checkpoint c"; do
        # shellcheck disable=SC2086
        ! "$pleach" train -q --epochs 1 $out "$data/dutch.discbracket" 2>"$T/err" &&
            grep -q 'cannot be locked by .[mc].lock: another run is writing it' "$T/err" || return 1
    done
    cat "$data/dutch.discbracket" >&9
    exec 9>&-
    wait $pid && left c m && cp m whole && "$pleach" train -q --epochs 1 -o m "$data/dutch.discbracket" && rm -f whole
}
clean
check "a second training is refused while the first runs" second_training
killed_training() {
    rm -f "$T/gold" && mkfifo "$T/gold"
    "$pleach" train -q --epochs 1 -o m --from discbracket "$T/gold" &
    pid=$!
    exec 9>"$T/gold"
    wait_for [ -e .m.lock ] && kill -KILL $pid
    wait $pid
    exec 9>&-
    "$pleach" train -q --epochs 1 -o m "$data/dutch.discbracket" && left m
}
clean
check "the lock of a training that was killed is free" killed_training
# A file that grows in place is one run's.
second_resume() {
    rm -f "$T/fifo" && mkfifo "$T/fifo"
    "$pleach" parse -q -m "$model" --from discbracket "$T/fifo" --resume -o out &
    pid=$!
    exec 9>"$T/fifo"
    wait_for [ -e .out.lock ] || return 1
    for how in --resume --stream; do
        ! "$pleach" parse -q -m "$model" "$data/dutch.discbracket" $how -o out 2>"$T/err" &&
            grep -q 'out: cannot be locked by .out.lock: another run' "$T/err" || return 1
    done
    cat "$data/dutch.discbracket" >&9
    exec 9>&-
    wait $pid && "$pleach" parse -q -m "$model" "$data/dutch.discbracket" | cmp - out && left out
}
clean
check "a second run with --resume is refused while the first runs" second_resume
stopped_resume() {
    rm -f "$T/fifo" && mkfifo "$T/fifo"
    "$pleach" parse -q -m "$model" --from discbracket "$T/fifo" "$2" -o out 2>"$T/err" &
    pid=$!
    exec 9>"$T/fifo"
    cat "$data/dutch.discbracket" >&9
    wait_for [ -s out ]
    kill -"$1" $pid
    wait $pid
    exec 9>&-
    left out .out.5c4c244027dd25be.resume
}
for how in "INT --resume" "TERM --stream"; do
    clean
    # shellcheck disable=SC2086 # two words
    check "a signal leaves no lock behind: $how" stopped_resume $how
done

# -- nothing is written over what is read -----------------------------------------------

"$pleach" grammar 2dop -q "$data/dutch.discbracket" -o "$T/dutch.dop"
zstd -q "$model" -o "$T/toy.model.zst"
fresh() {
    clean
    cp "$model" a.model && cp "$T/toy.model.zst" a.model.zst && cp "$T/dutch.dop" G && cp "$data/dutch.discbracket" x &&
        cp x tb2.rules && cp x y.lex && cp "$PLEACH_SHARE/headrules/negra.rules" h.rules &&
        cp "$PLEACH_SHARE/templates/best.tpl" f.tpl && cp "$PLEACH_SHARE/tokenizers/generic.rules" t.rules &&
        cp "$data/dutch.tagged" in.tagged && cp "$data/danish.conllx" . && cp "$PLEACH_SHARE/systems/arc-eager.sys" s.sys && echo 'Een dag .' >in.txt && echo 'note: x' >about &&
        ln x x.hard && ln -s a.model soft && ln a.model hard && mkdir in out && cp x in/1 && ln in/1 out/1.discbracket &&
        "$pleach" fragments -q x -o frag
}
# kept COMMAND…: fails because an output is read, too, and all files are as they were
kept() {
    fresh && find . -type f -exec cksum {} + | sort >"$T/before" || return 1
    "$pleach" "$@" 2>"$T/err"
    code=$?
    find . -type f -exec cksum {} + | sort >"$T/after"
    cat "$T/err"
    [ $code = 1 ] && grep -q ' is read, too' "$T/err" && diff "$T/before" "$T/after"
}
while read -r line; do
    # shellcheck disable=SC2086
    check "kept: $line" kept $line
done <<'END'
parse -m ./a.model in.tagged -o a.model --to discbracket
parse -m ./a.model in.tagged -o soft
parse -m ./hard in.tagged -o a.model --to discbracket
parse -m ./a.model.zst in.tagged -o a.model.zst --to discbracket
parse -m ./a.model in.tagged -o ./in.tagged
parse -m ./a.model in.tagged --resume --to tagged -o in.tagged
parse -m ./a.model in.tagged --stream -o in.tagged
parse -m ./a.model in.tagged --stream -o hard
parse -m ./a.model --nbest 5 --rerank ./G in.tagged -o G
parse -m ./a.model --tokenizer ./t.rules in.txt -o t.rules --to discbracket
parse -m ./a.model in -o out
tag -m ./a.model in.tagged -o a.model --to discbracket
tag -m ./a.model.zst in.tagged -o a.model.zst --to discbracket
tag -m ./a.model --tokenizer ./t.rules in.txt -o t.rules --to discbracket
tag --train -q --epochs 1 x -o x.hard
convert --heads ./h.rules x -o h.rules --to discbracket
convert x -o x.hard --to discbracket
convert --tokenizer ./t.rules in.txt --to tokens -o ./t.rules
draw --heads ./h.rules x -o h.rules --format text
train -q --epochs 1 --system ./s.sys danish.conllx -o s.sys
oracle --heads ./h.rules x -o h.rules
fragments x -o x.hard
fragments x --count frag -o ./frag
grammar plcfrs --text tb2.rules -o tb2
grammar plcfrs --text y.lex -o y
grammar plcfrs --heads ./h.rules --binarize right x -o h.rules
train -q --epochs 1 x -o x.hard
train -q --epochs 1 --features ./f.tpl x -o f.tpl
train -q --epochs 1 --heads ./h.rules x -o h.rules
train -q --epochs 1 --about about x -o about
train -q --epochs 1 --tokenizer ./t.rules x -o t.rules
train -q --epochs 1 --dev x.hard tb2.rules -o m --checkpoint x
END
own_checkpoint() {
    fresh && "$pleach" train -q --epochs 1 x -o m --checkpoint c && "$pleach" train -q --epochs 2 x -o m --checkpoint c --resume &&
        "$pleach" train -q --epochs 2 x -o n && cmp m n
}
check "a checkpoint is read and written again" own_checkpoint

# -- stray files ------------------------------------------------------------------------

# Files with the names of shipped ones, each with something else in it.
bare="nl best dep negra alpino proper generic arc-eager"
# ignored N COMMAND…: prints the same beside such files, and N notes
ignored() {
    n=$1
    shift
    clean
    cp "$data/dutch.discbracket" x && cp "$data/danish.conllx" d && "$pleach" "$@" >"$T/without" 2>"$T/err.without" || return 1
    for name in $bare; do echo 'surely nothing' >"$name"; done
    "$pleach" "$@" >"$T/with" 2>"$T/err" && cmp "$T/without" "$T/with" && [ "$(grep -c 'note: ' "$T/err")" = "$n" ] ||
        { cat "$T/err"; return 1; }
    [ "$n" = 0 ] || grep -q -E '^pleach: note: [^ ]* is one of the shipped [a-z]*; for the file in this folder write ./' "$T/err"
}
while read -r n line; do
    # shellcheck disable=SC2086
    check "stray files change nothing: $line" ignored "$n" $line
done <<'END'
0 parse -m nl -q x
1 parse -m nl x --to tokens
1 tag -m nl x
1 info nl
1 eval --params proper x x
1 eval x x
1 convert --heads negra x
0 convert --heads negra -q x
1 convert --from text --tokenizer generic --to tokens x
1 oracle --system arc-eager d
1 info --system arc-eager
END
trained() {
    clean
    "$pleach" train -q --epochs 1 --heads alpino --features best --tokenizer generic "$data/dutch.discbracket" -o m || return 1
    for name in $bare; do echo 'surely nothing' >"$name"; done
    "$pleach" train --epochs 1 --heads alpino --features best --tokenizer generic "$data/dutch.discbracket" -o m2 2>err &&
        [ "$(grep -c 'note: ' err)" = 3 ] && cmp m m2
}
check "stray files change no model" trained
meant() {
    clean
    echo 'surely nothing' >nl && cp nl best && cp nl negra && cp nl proper && cp "$data/dutch.discbracket" x
    for line in "parse -m ./nl x" "train --features ./best x -o m" "convert --heads ./negra x" "eval --params ./proper x x"; do
        # shellcheck disable=SC2086
        ! "$pleach" $line >out 2>err && grep -q '\./' err && ! grep -q note: err || { cat err; return 1; }
    done
    cp "$PLEACH_SHARE/headrules/alpino.rules" mine && "$pleach" convert --heads mine x >out &&
        "$pleach" convert --heads alpino x | cmp - out
}
check "./NAME is the file, and so is a name that is not shipped" meant
exit $status
