#!/bin/sh
# Fragments and grammars of our own trees and of whole treebanks (PLEACH_DATA): the known number of
# fragments, the same bytes with any number of threads, the same counts when the found fragments
# are counted; and the results of other tools (PLEACH_REFERENCE).
build=${BUILD:-build}
pleach=$build/san/pleach
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
failed=0

# same WHAT FILE FILE
same() {
    if [ -s "$3" ] && cmp "$2" "$3"; then
        echo "ok $1"
    else
        echo "not ok $1"
        failed=1
    fi
}

# dop NAME F1 TREEBANK GOLD OPTION…: Double-DOP: the same file and the same trees with any number of threads, and good scores
dop() {
    name=$1 least=$2 bank=$3 gold=$4
    shift 4
    for threads in 1 2; do
        "$pleach" grammar 2dop --quiet --threads $threads "$@" "$bank" -o "$T/g$threads"
        "$pleach" parse --quiet --threads $threads -m "$T/g1" -o "$T/parsed$threads" "$gold"
    done
    same "$name: the same grammar with one thread and two" "$T/g1" "$T/g2"
    same "$name: the same parses with one thread and two" "$T/parsed1" "$T/parsed2"
    f1=$("$pleach" eval --json "$gold" "$T/parsed1" | tr ',{}' '\n' | sed -n 's/^ *"f1": *//p' | head -n 1)
    if awk "BEGIN { exit !($f1 >= $least) }"; then
        echo "ok $name: sentences with 2dop, F1 $f1"
    else
        echo "not ok $name: sentences with 2dop, F1 '$f1'"
        failed=1
    fi
}

own=tests/data/dutch-everyday.discbracket
for threads in 1 2 3; do
    "$pleach" fragments --quiet --threads $threads --binarize right $own -o "$T/found$threads"
done
same "our own trees: fragments with one thread and two" "$T/found1" "$T/found2"
same "our own trees: fragments with one thread and three" "$T/found1" "$T/found3"
"$pleach" fragments --quiet --count "$T/found1" --binarize right $own -o "$T/counted"
same "our own trees: given fragments are counted as they were found" "$T/counted" "$T/found1"
dop "our own trees" 95 $own $own --heads alpino --binarize swap --bin-label markov

if [ -n "$PLEACH_REFERENCE" ]; then
    bank=$PLEACH_REFERENCE/fragments/alpino1000.binarized.discbracket.zst
    zstd -q -d -c "$PLEACH_REFERENCE/fragments/alpino1000.fragments.zst" >"$T/expected"
    for threads in 1 2 3; do
        "$pleach" fragments --quiet --threads $threads "$bank" -o "$T/found"
        same "alpino1000: fragments as in the reference, --threads $threads" "$T/found" "$T/expected"
    done
    "$pleach" fragments --quiet --count "$T/expected" "$bank" -o "$T/counted"
    same "alpino1000: given fragments are counted as they were found" "$T/counted" "$T/expected"
    "$pleach" grammar plcfrs --quiet "$bank" --text -o "$T/g"
    for part in rules lex; do
        zstd -q -d -c "$PLEACH_REFERENCE/grammar/alpino1000.plcfrs.$part.zst" >"$T/expected.$part"
        same "alpino1000: $part of the LCFRS as in the reference" "$T/g.$part" "$T/expected.$part"
    done
else
    echo "ok fragments and grammar of another tool # SKIP its output is not in the source: PLEACH_REFERENCE"
fi

if [ -n "$PLEACH_DATA" ]; then
    bank=$PLEACH_DATA/constituency/alpino/train.discbracket.zst
    "$pleach" fragments --quiet --threads 2 --binarize right --markov-h 1 --markov-v 1 "$bank" \
        -o "$T/two"
    n=$(wc -l <"$T/two")
    if [ "$n" = 152151 ]; then
        echo "ok alpino/train: 152151 fragments"
    else
        echo "not ok alpino/train: $n fragments, expected 152151"
        failed=1
    fi
    "$pleach" fragments --quiet --threads 1 --binarize right "$bank" -o "$T/one"
    same "alpino/train: the same with one thread" "$T/one" "$T/two"

    cdb=$PLEACH_DATA/constituency/alpino-cdb
    "$pleach" convert --quiet --max-length 20 "$cdb/dev.discbracket.zst" | head -n 25 >"$T/gold.discbracket"
    dop alpino-cdb 80 "$cdb/train.discbracket.zst" "$T/gold.discbracket" --heads alpino --binarize swap --bin-label markov
fi
exit $failed
