# Parsing by grammars with gold tags, on one core, loading the grammar included. The bounds, on the
# sentences of alpino-cdb/test with at most 40 words: 4,000 tokens a second for 2dop, 5,000 for
# split-2dop, 10,000 for the others.
if [ -n "$data" ]; then
    train=$data/constituency/alpino-cdb/train.discbracket.zst
    "$pleach" convert --quiet --max-length 40 \
        "$data/constituency/alpino-cdb/test.discbracket.zst" -o "$T/chart.discbracket"
    name=alpino-cdb/test
else
    train=tests/data/dutch.discbracket
    for i in $(seq 20); do
        cat $train
    done >"$T/chart.discbracket"
    name=samples
fi
n_tokens=$(tokens_of "$T/chart.discbracket")
for kind in split-pcfg plcfrs 2dop split-2dop; do
    RUNS=1 row "$name: grammar $kind" "$(tokens_of "$train")" \
        "$pleach" grammar "$kind" --quiet --heads alpino --binarize swap --bin-label markov \
        --markov-h 1 --markov-v 1 "$train" -o "$T/$kind.grammar"
    RUNS=1 row "$name: parse by $kind" "$n_tokens" \
        "$pleach" parse --quiet --threads 1 -m "$T/$kind.grammar" "$T/chart.discbracket" \
        -o "$T/chart.out"
done
