# Fragments and grammars. The bounds: 1,000 trees in 0.2 s, all of alpino/train in 15 s and 2 GB.
if [ -n "$data" ]; then
    "$pleach" convert --quiet --binarize right --markov-h 1 --markov-v 1 \
        "$data/constituency/alpino/train.discbracket.zst" -o "$T/bin.discbracket"
    name=alpino/train
else
    for i in $(seq 50); do
        cat tests/data/dutch.discbracket tests/data/english.discbracket
    done | "$pleach" convert --quiet --from discbracket --binarize right -o "$T/bin.discbracket"
    name=samples
fi
head -n 1000 "$T/bin.discbracket" >"$T/bin1000.discbracket"
n_tokens=$(tokens_of "$T/bin.discbracket")
row "$name: fragments, 1,000 trees" "$(tokens_of "$T/bin1000.discbracket")" \
    "$pleach" fragments --quiet -o "$T/f" "$T/bin1000.discbracket"
row "$name: fragments, one thread" "$n_tokens" \
    "$pleach" fragments --quiet --threads 1 -o "$T/f" "$T/bin.discbracket"
row "$name: fragments, all threads" "$n_tokens" \
    "$pleach" fragments --quiet -o "$T/f" "$T/bin.discbracket"
row "$name: counting the fragments found" "$n_tokens" \
    "$pleach" fragments --quiet --count "$T/f" -o "$T/c" "$T/bin.discbracket"
row "$name: grammar plcfrs" "$n_tokens" \
    "$pleach" grammar plcfrs --quiet --text -o "$T/g" "$T/bin.discbracket"

# Parsing with grammars: 4,000 tokens/s of one core with 2dop, 5,000 with split-2dop.
if [ -n "$data" ]; then
    "$pleach" convert --quiet --max-length 40 "$data/constituency/alpino-cdb/dev.discbracket.zst" |
        head -n 200 >"$T/dev.discbracket"
    treebank=$data/constituency/alpino-cdb/train.discbracket.zst
    name=alpino-cdb
else
    cp tests/data/dutch.discbracket "$T/dev.discbracket"
    treebank=tests/data/dutch.discbracket
fi
n_tokens=$(tokens_of "$treebank")
for kind in 2dop split-2dop; do
    row "$name: grammar $kind" "$n_tokens" \
        "$pleach" grammar $kind --quiet --heads alpino --binarize swap --bin-label markov -o "$T/$kind" "$treebank"
    speed "$name: parse with $kind" \
        "$pleach" parse --quiet -j 1 -m "$T/$kind" -o "$T/parsed" "$T/dev.discbracket"
done
