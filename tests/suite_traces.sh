#!/bin/sh
# The article under PLEACH_DATA/raw/penn with its traces resolved is, tree by tree, the one
# in the treebank that was made of it.
pleach=${BUILD:-build}/san/pleach
if [ -z "$PLEACH_DATA" ]; then
    echo "ok traces of an article # SKIP PLEACH_DATA is not set"
    exit 0
fi
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
"$pleach" convert -q --split-functions --traces resolve --collapse-same \
    "$PLEACH_DATA/raw/penn/craft-14723793.tree" >"$tmp/resolved" || exit 1
n=$(wc -l <"$tmp/resolved")
zstd -dcq "$PLEACH_DATA/constituency/craft/train.discbracket.zst" >"$tmp/train"
first=$(head -n 1 "$tmp/resolved")
start=$(grep -n -x -F -e "$first" "$tmp/train" | head -n 1 | cut -d: -f1)
tail -n "+${start:-1}" "$tmp/train" | head -n "$n" >"$tmp/expected"
same=$(diff --unchanged-line-format=x --old-line-format= --new-line-format= \
    "$tmp/expected" "$tmp/resolved" | wc -c)
if [ "$n" = 217 ] && [ "$same" = 217 ]; then
    echo "ok traces: $same of $n trees of the article are the same"
else
    echo "not ok traces: $same of $n trees of the article are the same"
    exit 1
fi
