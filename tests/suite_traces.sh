#!/bin/sh
# Our own trees with traces become the trees of english.resolved, which were checked by hand. The article under
# PLEACH_DATA/raw/penn becomes, tree by tree, the article in the treebank that was built from it.
pleach=${BUILD:-build}/san/pleach
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
resolve() { "$pleach" convert -q --split-functions --traces resolve --collapse-same --to discbracket "$1" >"$tmp/resolved"; }
resolve tests/data/english.penn && diff tests/data/english.resolved "$tmp/resolved" || {
    echo "not ok traces: english.penn is not english.resolved"
    exit 1
}
echo "ok traces: english.penn is english.resolved"
[ -n "$PLEACH_DATA" ] || exit 0
resolve "$PLEACH_DATA/raw/penn/craft-14723793.tree" || exit 1
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
