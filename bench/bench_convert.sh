# Reading and writing treebanks. The bound for discbracket -> export of 57,947 trees is 2 s and
# 100 MB.
if [ -n "$data" ]; then
    corpus=$data/constituency/icepahc/train.discbracket.zst
    name=icepahc/train
    zstd -q -d -c "$corpus" >"$T/corpus.discbracket"
else
    for i in $(seq 200); do
        cat tests/data/dutch.discbracket tests/data/english.discbracket
    done >"$T/corpus.discbracket"
    name=samples
fi
tokens=$(tokens_of "$T/corpus.discbracket")
row "$name: read discbracket and count (stats)" "$tokens" \
    "$pleach" stats --quiet "$T/corpus.discbracket"
[ -n "$data" ] && row "$name: discbracket.zst -> export" "$tokens" \
    "$pleach" convert --quiet --to export "$corpus"
row "$name: discbracket -> export" "$tokens" \
    "$pleach" convert --quiet --to export "$T/corpus.discbracket"
"$pleach" convert --quiet --to export "$T/corpus.discbracket" -o "$T/corpus.export"
row "$name: export -> discbracket" "$tokens" \
    "$pleach" convert --quiet --to discbracket "$T/corpus.export"
for format in discbracket tigerxml tagged json; do
    row "$name: discbracket -> $format" "$tokens" \
        "$pleach" convert --quiet --to $format "$T/corpus.discbracket"
done
row "$name: --heads icepahc --binarize sr-gap" "$tokens" \
    "$pleach" convert --quiet --heads icepahc --binarize sr-gap "$T/corpus.discbracket"
head -n 2000 "$T/corpus.discbracket" >"$T/sample.discbracket"
instructions "$name, 2,000 trees: discbracket -> export" "$(tokens_of "$T/sample.discbracket")" \
    "$pleach" convert --quiet --to export "$T/sample.discbracket"
