#!/bin/sh
# The transforms that make trees continuous, on our own trees and every treebank under PLEACH_DATA: splitting
# and reordering come back exactly, and nothing is discontinuous in between.
pleach=${BUILD:-build}/san/pleach
failed=0
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# say WHAT FILE: ok or not, from the exit code of the command before
say() {
    if [ $? = 0 ]; then
        echo "ok $1"
    else
        echo "not ok $1"
        failed=1
    fi
}

# continuous FILE: whether it has trees, and no discontinuous constituent
continuous() {
    "$pleach" stats --json "$1" | grep -q '"discontinuous_constituents": 0,' && [ -s "$1" ]
}

for file in tests/data/*.discbracket ${PLEACH_DATA:+"$PLEACH_DATA"/constituency/*/*.discbracket.zst}; do
    name=${file#"$PLEACH_DATA/constituency/"}
    zstd -dcqf "$file" >"$tmp/trees"
    "$pleach" convert -q --split-disc "$tmp/trees" >"$tmp/split"
    continuous "$tmp/split"
    say "$name split is continuous"
    "$pleach" convert -q --merge-disc "$tmp/split" | cmp -s - "$tmp/trees"
    say "$name merged is the same"
    case $name in
    */train*) continue ;; # the other two show as much
    esac
    "$pleach" convert -q --raise "$tmp/trees" >"$tmp/raised"
    continuous "$tmp/raised"
    say "$name raised is continuous"
    for mode in left right rightd dist2 label; do
        "$pleach" convert -q --reorder $mode "$tmp/trees" >"$tmp/reordered"
        continuous "$tmp/reordered" &&
            "$pleach" convert -q --reorder $mode --reorder restore "$tmp/trees" |
            cmp -s - "$tmp/trees"
        say "$name reordered $mode is continuous and comes back"
    done
done
exit $failed
