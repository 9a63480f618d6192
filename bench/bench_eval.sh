# Evaluation. The bound for the 2,456 tree pairs of alpino/test is 0.15 s on one core, and for the
# comparison of two candidates with 10,000 samples 2 s.
if [ -n "$data" ] && [ -n "$PLEACH_REFERENCE" ]; then
    gold=$data/constituency/alpino/test.discbracket.zst
    parsed=$PLEACH_REFERENCE/eval/alpino.test.srgap-ref.beam4.discbracket.zst
    other=$PLEACH_REFERENCE/eval/alpino.test.srgap-ref.beam16.discbracket.zst
    name=alpino/test
else
    gold=$T/gold parsed=$T/parsed other=$T/other name=samples
    for i in $(seq 60); do
        cat tests/data/dutch.discbracket >>"$gold"
        cat tests/data/dutch.parsed >>"$parsed"
        cat tests/data/dutch.better >>"$other"
    done
fi
tokens=$(tokens_of "$gold")
row "$name: eval" "$tokens" "$pleach" eval "$gold" "$parsed"
row "$name: eval --errors --per-sentence" "$tokens" \
    "$pleach" eval --errors --per-sentence "$gold" "$parsed"
row "$name: eval --compare" "$tokens" "$pleach" eval --compare "$gold" "$parsed" "$other"
if [ -n "$data" ]; then
    gold=$data/dependency/english-ewt/train.conllu.zst
    row "english-ewt/train: eval" "$(tokens_of "$gold")" "$pleach" eval "$gold" "$gold"
fi
