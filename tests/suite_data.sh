#!/bin/sh
# Every file of tests/data, read and written in its own format, comes back unchanged: the
# same bytes, or for bracket (whose line breaks are free) the same trees.
PATH=$BUILD/san:$PATH
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
status=0

# check NAME COMMAND…: one line "ok" or "not ok".
check() {
    name=$1
    shift
    if "$@" >"$T/log" 2>&1; then
        echo "ok $name"
    else
        echo "not ok $name"
        cat "$T/log"
        status=1
    fi
}

same_bytes() {
    pleach convert --to "$2" "$1" -o "$T/out" && cmp "$1" "$T/out"
}
same_trees() {
    pleach convert --to "$2" "$1" -o "$T/out.$2" &&
        pleach convert "$1" -o "$T/a" && pleach convert "$T/out.$2" -o "$T/b" && cmp "$T/a" "$T/b"
}

for file in tests/data/*; do
    case $file in
        *.export) check "$file" same_bytes "$file" export ;;
        *.discbracket) check "$file" same_bytes "$file" discbracket ;;
        *.conllx) check "$file" same_bytes "$file" conllx ;;
        *.conllu) check "$file" same_bytes "$file" conllu ;;
        *.penn) check "$file" same_trees "$file" bracket ;;
    esac
done
exit $status
