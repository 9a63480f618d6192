#!/bin/sh
# Our own trees and the treebanks under PLEACH_DATA in export, TigerXML and Alpino XML: guessed rightly, read
# and written without loss, in their own format and by way of another.
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

# shellcheck disable=SC2086 # nothing if there are no treebanks
for file in tests/data/*.export ${PLEACH_DATA:+"$PLEACH_DATA"/constituency/*/*.export.zst "$PLEACH_DATA"/constituency/*/punctroot/*.export.zst}; do
    name=${file#"$PLEACH_DATA"/constituency/}
    check "$name: same bytes" same_bytes "$file"
    check "$name: through TigerXML" same_export_via "$file" tigerxml
done

for file in tests/data/*.tiger.xml ${PLEACH_DATA:+"$PLEACH_DATA"/raw/tigerxml/*}; do
    name=$(basename "$file")
    check "$name: same trees and fields" stable "$file" tigerxml
    pleach convert --to tigerxml "$file" -o "$T/again"
    # numeric character references are text in the output: compare the rest
    tags "$file" | grep -v '<[0-9]' | grep -v '[^ -~]' >"$T/a"
    tags "$T/again" | grep -v '[^ -~]' >"$T/b"
    check "$name: same elements" sh -c "[ \$(wc -l <'$T/a') -gt 100 ] && [ -z \"\$(comm -23 '$T/a' '$T/b')\" ]"
done

# A folder of files of one tree each: dutch.alpino.xml cut at its trees, and a real one.
mkdir "$T/alpino-xml"
awk -v folder="$T/alpino-xml" '/<alpino_ds/ { file = folder "/" ++n ".xml"; print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" >file }
    file != "" { print >file } /<\/alpino_ds>/ { close(file); file = "" }' tests/data/dutch.alpino.xml
for alpino in "$T/alpino-xml" ${PLEACH_DATA:+"$PLEACH_DATA/raw/alpino-xml"}; do
    name=${alpino#"$PLEACH_DATA/"}
    name=${name#"$T/"}
    check "$name: same trees and fields" stable "$alpino" alpino
    pleach convert --to alpino "$alpino" -o "$T/again"
    cat "$alpino"/*.xml >"$T/concatenated"
    check "$name: concatenated files" pleach convert --from alpino "$T/concatenated" -o "$T/c"
    pleach convert "$alpino" -o "$T/folder"
    check "$name: concatenated, the same trees" cmp "$T/folder" "$T/c"
    # secondary edges (an index, no cat and no word) may change their ids among themselves
    for side in concatenated again; do
        tags "$T/$side" | grep '^<node' | sed '/ word=/!{/ cat=/!s/ id="[0-9]*"//;}' | LC_ALL=C sort >"$T/$side.nodes"
    done
    check "$name: same nodes" cmp "$T/concatenated.nodes" "$T/again.nodes"
done

exit $status
