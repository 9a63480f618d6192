#!/bin/sh
# The treebanks under PLEACH_DATA in export, TigerXML and Alpino XML: guessed rightly, read
# and written without loss, in their own format and by way of another.
if [ -z "$PLEACH_DATA" ]; then
    echo "ok export, TigerXML and Alpino XML on real treebanks # SKIP PLEACH_DATA is not set"
    exit 0
fi
. tests/check.sh

same_bytes() {
    zstd -dcqf "$1" >"$T/in" && pleach convert --to export "$1" -o "$T/out" && cmp "$T/in" "$T/out"
}

# $1 by way of format $2 gives what $1 alone gives.
same_export_via() {
    pleach convert --to export "$1" -o "$T/direct" &&
        pleach convert --to "$2" "$1" -o "$T/via" &&
        pleach convert --from "$2" --to export "$T/via" -o "$T/out" && cmp "$T/direct" "$T/out"
}

# Written and read again, $1 has the same trees and, as nothing more is lost when it is
# written a second time, the same fields.
stable() {
    pleach convert --to "$2" "$1" -o "$T/once" && pleach convert --to "$2" "$T/once" -o "$T/twice" &&
        cmp "$T/once" "$T/twice" &&
        pleach convert "$1" -o "$T/a" && pleach convert "$T/once" -o "$T/b" && cmp "$T/a" "$T/b"
}

# Every start tag with its attributes, sorted.
tags() {
    zstd -dcqf "$@" | tr -d '\n' | sed 's/</\n</g; s/&#\([0-9]*\);/<\1>/g' | grep -o '^<[a-z][^>]*' |
        sed 's:/$::; s/ *$//; s/&quot;/"/g; s/&apos;/\x27/g' | LC_ALL=C sort
}

for file in "$PLEACH_DATA"/constituency/*/*.export.zst "$PLEACH_DATA"/constituency/*/punctroot/*.export.zst; do
    name=${file#"$PLEACH_DATA"/constituency/}
    check "$name: same bytes" same_bytes "$file"
    check "$name: through TigerXML" same_export_via "$file" tigerxml
done

for file in "$PLEACH_DATA"/raw/tigerxml/*; do
    name=raw/tigerxml/$(basename "$file")
    check "$name: same trees and fields" stable "$file" tigerxml
    pleach convert --to tigerxml "$file" -o "$T/again"
    # numeric character references are text in the output: compare the rest
    tags "$file" | grep -v '<[0-9]' | grep -v '[^ -~]' >"$T/a"
    tags "$T/again" | grep -v '[^ -~]' >"$T/b"
    check "$name: same elements" sh -c "[ \$(wc -l <'$T/a') -gt 1000 ] && [ -z \"\$(comm -23 '$T/a' '$T/b')\" ]"
done

alpino=$PLEACH_DATA/raw/alpino-xml
check "raw/alpino-xml: same trees and fields" stable "$alpino" alpino
pleach convert --to alpino "$alpino" -o "$T/again"
cat "$alpino"/*.xml >"$T/concatenated"
check "raw/alpino-xml: concatenated files" pleach convert --from alpino "$T/concatenated" -o "$T/c"
pleach convert "$alpino" -o "$T/folder"
check "raw/alpino-xml: concatenated, the same trees" cmp "$T/folder" "$T/c"
# secondary edges (an index, no cat and no word) may change their ids among themselves
for side in concatenated again; do
    tags "$T/$side" | grep '^<node' | sed '/ word=/!{/ cat=/!s/ id="[0-9]*"//;}' | LC_ALL=C sort >"$T/$side.nodes"
done
check "raw/alpino-xml: same nodes" cmp "$T/concatenated.nodes" "$T/again.nodes"

exit $status
