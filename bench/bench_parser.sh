# Training and parsing. With PLEACH_DATA: alpino, the settings of the SR-GAP paper; a model that
# is there already is used (PLEACH_BENCH_MODEL), since training takes minutes. Without: the
# sample of tests/data.
if [ -n "$PLEACH_DATA" ]; then
    train=$data/constituency/alpino/train.discbracket.zst
    sentences=$data/constituency/alpino/test.discbracket.zst
    epochs=30
else
    train=tests/data/dutch.discbracket
    for i in 1 2 3 4 5 6 7 8 9 10; do cat tests/data/dutch.discbracket; done >"$T/many.discbracket"
    sentences=$T/many.discbracket
    epochs=10
fi
tokens=$(tokens_of "$sentences")
model=$PLEACH_BENCH_MODEL
if [ -z "$model" ]; then
    model=$T/bench.model
    RUNS=1 row "train, paper, $epochs epochs, --batch 1" $(($(tokens_of "$train") * epochs)) \
        "$pleach" train -q --preset paper --epochs $epochs -o "$model" "$train"
    RUNS=1 row "train, paper, $epochs epochs, --batch 32, all threads" $(($(tokens_of "$train") * epochs)) \
        "$pleach" train -q --preset paper --batch 32 --epochs $epochs -o "$T/batch.model" "$train"
fi
"$pleach" info "$model" | sed -n 's/^bytes: \(.*\)/model file: \1 bytes/p'
for beam in 1 4 16 32; do
    row "parse, beam $beam, one thread" "$tokens" \
        "$pleach" parse -q -j 1 -b $beam -m "$model" -o /dev/null "$sentences"
done
row "parse, beam 4, all threads" "$tokens" "$pleach" parse -q -b 4 -m "$model" -o /dev/null "$sentences"
for n in 20 200 2000; do # a sentence of n words should cost n times a word
    awk -v n=$n 'BEGIN { for (s = 0; s < 20000 / n; s++) { for (i = 0; i < n; i++)
        printf "%s ", i % 3 == 0 ? "de/LID-bep" : i % 3 == 1 ? "man/N-soort" : "slaapt/WW-pv"; print "" } }' >"$T/n$n.tagged"
    row "parse, beam 4, sentences of $n words" 20000 \
        "$pleach" parse -q -j 1 -b 4 -f tagged -m "$model" -o /dev/null "$T/n$n.tagged"
done
instructions "parse, beam 4" "$tokens" "$pleach" parse -q -j 1 -b 4 -m "$model" -o /dev/null "$sentences"
