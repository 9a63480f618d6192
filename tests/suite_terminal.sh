#!/bin/sh
# What differs on a terminal: letters for lines where the locale has no others, colours, panels.
. tests/check.sh
if ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    echo "ok pictures on a terminal # SKIP there is no script(1), or no terminal to be had"
    exit 0
fi
unset NO_COLOR
export TERM=xterm SHELL=/bin/sh
echo '(S (A (a 0=a) (a 2=c)) (B 1=b) (C (c 3=dddddddddd) (c 4=eeeeeeeeee)))' >"$T/tree"
# on_terminal COLUMNS OPTION…: a drawing as a terminal of that width gets it
on_terminal() {
    columns=$1
    shift
    script -qec "stty cols $columns; pleach draw --from discbracket $* '$T/tree'" /dev/null </dev/null | tr -d '\r' >"$T/out"
}
LC_ALL=C on_terminal 80 --color never
! LC_ALL=C grep -q '[^ -~]' "$T/out" && grep -q '^ *a *B *a' "$T/out"
say $? "ASCII where the locale is not UTF-8"
LC_ALL=C.UTF-8 on_terminal 80 --color never
grep -q '─' "$T/out" && ! grep -q "$(printf '\033')" "$T/out"
say $? "lines where it is"
on_terminal 80
grep -q "$(printf '\033')" "$T/out"
say $? "discontinuous constituents are coloured"
NO_COLOR=1 on_terminal 80
[ -s "$T/out" ] && ! grep -q "$(printf '\033')" "$T/out"
say $? "not with NO_COLOR"
on_terminal 20 --color never --ascii
[ "$(awk 'length > n { n = length } END { print (n > 20) }' "$T/out")" = 0 ] && grep -q '^$' "$T/out"
say $? "panels as wide as the terminal"

# Text that is typed: what to type is said, each line is parsed when it is typed, and time of waiting
# is not counted. The second line is typed a second after the tree of the first is there.
pleach train --quiet --epochs 3 --seed 1 --tokenizer nl -o "$T/toy.model" tests/data/dutch.discbracket
types() {
    printf 'Jan zag het huis.\n'
    wait_for grep -q '0=Jan' "$T/out"
    sleep 1
    printf 'Piet zag het. Jan ook.\n\004'
}
: >"$T/out"
start=$(date +%s%N)
types | script -qfec "stty -echo; pleach parse -m '$T/toy.model'" "$T/typescript" >"$T/out" 2>&1
took=$((($(date +%s%N) - start) / 1000000)) # milliseconds, including one second of waiting
tr -d '\r' <"$T/out" >"$T/typed"
grep -q '^pleach: type text, a line at a time; Ctrl-D at the start of a line ends$' "$T/typed"
say $? "who types is told what to type"
[ "$(grep -c '0=Jan\|0=Piet' "$T/typed")" = 3 ]
say $? "each line is parsed as it is typed"
sed -n 's/^pleach: 3 sentences, 12 tokens in \([0-9.]*\) s: .*/\1/p' "$T/typed" | awk -v took=$took 'END { exit !(NR == 1 && 1000 * $1 <= took - 1000) }'
say $? "waiting is not counted"
types_nothing() { printf '\004' | script -qec "$*" /dev/null | tr -d '\r' >"$T/typed"; }
types_nothing pleach stats
grep -q 'reading from the terminal, since no file is named; Ctrl-D ends the input' "$T/typed"
say $? "other commands say that they wait"

# Nothing in a treebank or a file name acts on a terminal: ESC, CR, DEL, C1 controls, overrides of
# direction. Elsewhere the data is as it was.
esc=$(printf '\033') bad=$(printf 'a\033[2J\177\302\233\342\200\256')
for word in a b; do echo "(S (X$bad (A$bad 0=w$bad) (B 1=c)) (B 2=$word))"; done >"$T/bad"
cp "$T/bad" "$T/$bad"
printf '(S (A 0=x) (B 0=y))\n' >"$T/broken$bad"
# acts COMMAND…: whether what a terminal gets of it has a byte that acts, or not even the name
acts() {
    script -qec "$*" /dev/null </dev/null | sed 's/\r$//' >"$T/out"
    ! grep -q -E '(␛|\\u001[bB])\[2J␡' "$T/out" ||
        LC_ALL=C grep -q -a "[$esc$(printf '\r\177')]\|$(printf '\302\233\|\342\200\256')" "$T/out"
}
export BAD="$bad" FOLDER="$T"
# shellcheck disable=SC2016
for command in 'draw --color never "$FOLDER/bad"' 'convert "$FOLDER/bad"' 'convert --to conllu "$FOLDER/bad"' \
    'stats "$FOLDER/bad"' 'stats --per-file "$FOLDER/$BAD" "$FOLDER/bad"' 'stats --tsv "$FOLDER/bad"' \
    'stats --per-file --json "$FOLDER/$BAD" "$FOLDER/bad"' 'eval --per-label "$FOLDER/bad" "$FOLDER/bad"' \
    'search [] "$FOLDER/bad"' 'search --kwic [T] "$FOLDER/$BAD" "$FOLDER/bad"' 'search --count [] "$FOLDER/$BAD"' 'search --json [] "$FOLDER/bad"' \
    'search "#n:[] count by #n.words" "$FOLDER/bad"' 'search "[cat=\"$BAD\" >" "$FOLDER/bad"' 'search --columns "#n.words" "#n" "$FOLDER/bad"' \
    'search --trees text "[word=/$BAD/]" "$FOLDER/bad"' 'search "[pos=\"$BAD\"]" "$FOLDER/bad"' 'search --query "$BAD" "$FOLDER/bad"' \
    'oracle --system sr-gap --heads ptb "$FOLDER/bad"' 'fragments --quiet "$FOLDER/bad"' \
    'convert "$FOLDER/broken$BAD"' 'convert "$FOLDER/none$BAD"' 'parse -m "$FOLDER/none$BAD"' \
    'convert "--none$BAD"' 'convert --from "$BAD"' '"$BAD"' 'help "$BAD"' 'draw --id "$BAD" "$FOLDER/bad"' \
    'info "$FOLDER/$BAD"' 'convert --heads "$FOLDER/none$BAD" "$FOLDER/bad"' 'eval "$FOLDER/bad" "$FOLDER/none$BAD"'; do
    acts "pleach $command"
    [ $? = 1 ]
    say $? "a terminal gets only what can be seen: $command"
done
pleach convert --from discbracket --to discbracket "$T/bad" | cmp -s - "$T/bad"
say $? "a pipe gets the bytes as they are"

# The line that shows how far training is gives way to what is said next.
script -qec "pleach train --epochs 1 -o '$T/m' tests/data/dutch.discbracket" /dev/null </dev/null >"$T/out"
grep -q "epoch 1: [0-9]* of [0-9]* sentences $esc\[K$(printf '\r')epoch 1: [0-9.]*% of sentences wrong" "$T/out"
say $? "progress gives way to the next line"
exit $status
