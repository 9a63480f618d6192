#!/bin/sh
# Two machines read what the other wrote: $NATIVE is the program of this one, the pleach in
# $PROGRAM that of another (tests/portable.sh). Models and parses of transition systems are
# the same bytes; grammars give the same trees, with scores to 9 digits, because logarithms
# differ in the last bits.
. tests/check.sh
data=$PWD/tests/data
mkdir "$T/here" "$T/there"

# on PLACE COMMAND…: runs pleach here or there, in the folder of what is written there
on() {
    place=$1
    shift
    if [ "$place" = here ]; then (cd "$T/here" && "$NATIVE" "$@"); else (cd "$T/there" && pleach "$@"); fi
}

# both COMMAND…: on both machines, its output in the file out of each
both() {
    for place in here there; do
        on $place "$@" >"$T/$place/out" || return
    done
}

same() {
    cmp "$T/here/$1" "$T/there/$1"
}

# Digits of scores from the tenth on are dropped; what is left of them is rounded.
rounded() {
    awk '{ while (match($0, /score=-?[0-9.]+(e[-+][0-9]+)?/)) {
               printf "%s%.9g", substr($0, 1, RSTART + 5), substr($0, RSTART + 6, RLENGTH - 6)
               $0 = substr($0, RSTART + RLENGTH) }
           print }' "$1"
}

"$NATIVE" convert -q --to tokens "$data/dutch.discbracket" | head -n 30 >"$T/tokens"
for name in nl de da; do
    both parse -q -m "$PWD/models/$name.model.zst" --from tokens "$T/tokens" && same out
    say $? "the shipped model $name parses to the same bytes"
done

# trains NAME TREEBANK OPTION…: one model on each machine, each read on the other
trains() {
    name=$1 treebank=$2
    shift 2
    both train -q "$@" -o "$name.model" "$treebank" && same "$name.model"
    say $? "training $name gives the same model"
    both train -q "$@" -o "$name.model.zst" "$treebank" &&
        on here parse -q -m "$T/there/$name.model.zst" "$treebank" >"$T/here/out" &&
        on there parse -q -m "$T/here/$name.model.zst" "$treebank" >"$T/there/out" && same out
    say $? "$name: each reads the other's model"
}
trains sr-gap "$data/dutch.discbracket" -e 3 --tagger
trains swap "$data/german.export" -e 3 -s swap --tagger --morph --functions
trains easy-first "$data/danish.conllx" -e 5 -b 4 -s easy-first-np

# A training that began here goes on there, and the other way round.
for place in here there; do
    on $place train -q -e 2 --checkpoint "$T/$place.check" -o x.model "$data/dutch.discbracket"
done
on here train -q -e 4 --resume --checkpoint "$T/there.check" -o resumed.model "$data/dutch.discbracket" &&
    on there train -q -e 4 --resume --checkpoint "$T/here.check" -o resumed.model "$data/dutch.discbracket" &&
    on here train -q -e 4 -o whole.model "$data/dutch.discbracket" &&
    for place in here there; do
        "$NATIVE" parse -q -m "$T/$place/resumed.model" "$data/dutch.discbracket" >"$T/$place/out"
    done && same out && "$NATIVE" parse -q -m "$T/here/whole.model" "$data/dutch.discbracket" | cmp - "$T/here/out"
say $? "each goes on with the other's training"

# extracts KIND: a grammar on each machine, each read on the other
extracts() {
    both grammar "$1" -q --heads alpino -o "$1.grammar" "$data/dutch.discbracket" && same "$1.grammar"
    say $? "the grammar $1 is the same file"
    on here parse -q -m "$T/there/$1.grammar" --nbest 3 "$data/dutch.discbracket" >"$T/here/out" &&
        on there parse -q -m "$T/here/$1.grammar" --nbest 3 "$data/dutch.discbracket" >"$T/there/out" &&
        rounded "$T/here/out" >"$T/here/rounded" && rounded "$T/there/out" >"$T/there/rounded" && same rounded
    say $? "$1: each parses with the other's grammar"
}
extracts plcfrs
extracts 2dop
exit $status
