#!/bin/sh
# Every file of tests/data, read and written in its own format, comes back unchanged: the
# same bytes, or the same trees and fields where a format leaves line breaks and the order of
# elements free. Then any format to any other and back, and transforms with their inverses:
# the trees stay what they are.
. tests/check.sh

same_bytes() {
    pleach convert --to "$2" "$1" -o "$T/out" && cmp "$1" "$T/out"
}
same_trees() { # seen as discbracket; export does not keep the label of the root
    pleach convert --to "$2" "$1" -o "$T/out.$2" &&
        pleach convert --from "$2" "$T/out.$2" | sed 's/^([a-zA-Z]*/(ROOT/' >"$T/b" &&
        pleach convert "$1" | sed 's/^([a-zA-Z]*/(ROOT/' >"$T/a" && cmp "$T/a" "$T/b" && test -s "$T/a"
}
same_fields() { # seen as export, which holds them all
    pleach convert --to "$2" "$1" -o "$T/out.$2" &&
        pleach convert --from "$2" --to export "$T/out.$2" -o "$T/b" &&
        pleach convert --to export "$1" -o "$T/a" && cmp "$T/a" "$T/b"
}

for file in tests/data/*; do
    case $file in
        *.export) check "$file" same_bytes "$file" export ;;
        *.discbracket) check "$file" same_bytes "$file" discbracket ;;
        *.conllx) check "$file" same_bytes "$file" conllx ;;
        *.conllu) check "$file" same_bytes "$file" conllu ;;
        *.tagged) check "$file" same_bytes "$file" tagged ;;
        *.tokens) check "$file" same_bytes "$file" tokens ;;
        *.penn) check "$file" same_trees "$file" bracket ;;
        *.tiger.xml) check "$file" same_fields "$file" tigerxml ;;
        *.alpino.xml) check "$file" same_fields "$file" alpino ;;
    esac
done
for file in tests/data/*.export tests/data/*.discbracket tests/data/*.xml; do
    for format in export discbracket tigerxml alpino; do
        check "$file as $format" same_trees "$file" $format
    done
done
check "german.export as tigerxml keeps all fields" same_fields tests/data/german.export tigerxml
for format in export tigerxml; do
    check "dutch.alpino.xml as $format keeps all fields" same_fields tests/data/dutch.alpino.xml $format
done

# A transform and its inverse change nothing.
undone() { # undone FILE STEPS…
    file=$1
    shift
    pleach convert --quiet "$file" -o "$T/a" && pleach convert --quiet "$@" "$file" -o "$T/b" &&
        cmp "$T/a" "$T/b" && test -s "$T/a"
}
while read -r rules file; do
    check "$file: binarize sr-gap" undone "$file" --heads "$rules" --binarize sr-gap --unbinarize
    check "$file: binarize swap" undone "$file" --heads "$rules" --binarize swap --unbinarize
    check "$file: binarize left" undone "$file" --binarize left --unbinarize
    check "$file: binarize right" undone "$file" --binarize right --unbinarize
    check "$file: binarize optimal" undone "$file" --binarize optimal --unbinarize
    check "$file: unary" undone "$file" --unary collapse --unary restore
    check "$file: split-disc" undone "$file" --split-disc --merge-disc
    for order in left right rightd dist2 label; do
        check "$file: reorder $order" undone "$file" --reorder $order --reorder restore
    done
    for system in sr-gap sr-cgap swap skipshift ml-gap; do
        check "$file: oracle $system" sh -c "pleach oracle --quiet --system $system --check $file | grep -F '(100.00%)'"
    done
done <<END
negra tests/data/german.export
alpino tests/data/dutch.discbracket
ptb tests/data/english.discbracket
END
exit $status
