#!/bin/sh
# Transforms on our own trees and on whole treebanks: transforms with an inverse are undone exactly, and
# results equal those of other tools. The treebanks are under PLEACH_DATA, the output of the other tools is
# under PLEACH_REFERENCE.
build=${BUILD:-build}
pleach=$build/san/pleach
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
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

# undone NAME RULES FILE: every mode there and back, in one run and through a file
undone() {
    zstd -q -d -c -f "$3" >"$work/in"
    for mode in sr-gap swap left right optimal; do
        "$pleach" convert --heads "$2" --binarize $mode --unary collapse --unary restore \
            --unbinarize "$work/in" -o "$work/out"
        same "$1: binarize $mode, collapse, and back" "$work/out" "$work/in"
        "$pleach" convert --heads "$2" --unary collapse --markov-h 2 --markov-v 2 \
            --binarize $mode --to discbracket "$work/in" -o "$work/there"
        "$pleach" convert --unbinarize --unary restore --to discbracket "$work/there" \
            -o "$work/out"
        same "$1: collapse, binarize $mode, and back through a file" "$work/out" "$work/in"
    done
}

# fields NAME FILE: functions and all fields come back
fields() {
    "$pleach" convert --to export "$2" -o "$work/expected"
    "$pleach" convert --to export --binarize optimal --unary collapse --unary restore \
        --unbinarize "$2" -o "$work/out"
    same "$1: functions and fields come back" "$work/out" "$work/expected"
}

undone dutch-everyday alpino tests/data/dutch-everyday.discbracket
undone german-everyday negra tests/data/german-everyday.discbracket
undone english ptb tests/data/english.discbracket
undone icelandic-everyday icepahc tests/data/icelandic-everyday.discbracket
fields german tests/data/german.export
"$pleach" convert -q --to discbracket tests/data/german.export -o "$work/in"
"$pleach" convert -q --punct lca "$work/in" -o "$work/lca"
python3 tests/plain_figures.py lca "$work/in" >"$work/expected"
python3 tests/plain_figures.py nodes "$work/lca" >"$work/out"
same "german: punct lca" "$work/out" "$work/expected"

if [ -n "$PLEACH_DATA" ]; then
    data=$PLEACH_DATA/constituency
    undone alpino alpino "$data/alpino/dev.discbracket.zst"
    undone squoia-de negra "$data/squoia-de/dev.discbracket.zst"
    undone craft ptb "$data/craft/dev.discbracket.zst"
    undone icepahc icepahc "$data/icepahc/dev.discbracket.zst"
    for name in alpino squoia-de; do
        fields "$name" "$data/$name/punctroot/dev.export.zst"
        for split in train dev test; do
            "$pleach" convert --punct lca --to discbracket \
                "$data/$name/punctroot/$split.export.zst" -o "$work/out"
            zstd -q -d -c "$data/$name/$split.discbracket.zst" >"$work/expected"
            same "$name/$split: punct lca gives the benchmark file" "$work/out" "$work/expected"
        done
    done
fi

if [ -n "$PLEACH_DATA" ] && [ -n "$PLEACH_REFERENCE" ]; then
    for name in alpino squoia-de; do
        "$pleach" convert --punct move --to discbracket "$data/$name/punctroot/dev.export.zst" \
            -o "$work/out"
        zstd -q -d -c "$PLEACH_REFERENCE/punct/$name.dev.move.discbracket.zst" \
            >"$work/expected"
        same "$name: punct move as in the reference" "$work/out" "$work/expected"
    done
    zstd -q -d -c "$data/alpino/train.discbracket.zst" 2>/dev/null | head -n 1000 >"$work/in"
    "$pleach" convert --markov-h 1 --markov-v 1 --binarize right "$work/in" -o "$work/out"
    zstd -q -d -c "$PLEACH_REFERENCE/fragments/alpino1000.binarized.discbracket.zst" \
        >"$work/expected"
    same "alpino: binarize right as in the reference" "$work/out" "$work/expected"
else
    echo "ok punct move and binarize right like other tools # SKIP their output is not in the source: PLEACH_REFERENCE, PLEACH_DATA"
fi
exit $failed
