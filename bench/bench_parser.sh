# Training and parsing. With PLEACH_DATA: alpino, the settings of the SR-GAP paper; a model that
# is there already is used (PLEACH_BENCH_MODEL), since training takes minutes. Without: the
# sample of tests/data. The bounds: 150,000, 60,000 and 10,000 tokens/s at beams 1, 4 and 32, 150 MB
# to parse, 50 ms to load 60 MB, 10 minutes and 1 GB to train, a pruned model of 10 MB within 0.3 F1.
if [ -n "$PLEACH_DATA" ]; then
    train=$data/constituency/alpino/train.discbracket.zst
    dev=$data/constituency/alpino/dev.discbracket.zst
    sentences=$data/constituency/alpino/test.discbracket.zst
    epochs=30 heads=alpino
else
    train=tests/data/dutch.discbracket dev=$train
    for i in 1 2 3 4 5 6 7 8 9 10; do cat tests/data/dutch.discbracket; done >"$T/many.discbracket"
    sentences=$T/many.discbracket
    epochs=10 heads=alpino
fi
tokens=$(tokens_of "$sentences")

parse() { # WHAT BEAM MODEL FILE
    speed "$1" "$pleach" parse -q -j 1 -b "$2" -m "$3" -o /dev/null "$4"
}

describe() { # WHAT MODEL: size and scores on dev, which are worth printing but no measure of speed
    "$pleach" parse -q -m "$2" -o "$T/dev.discbracket" "$dev"
    "$pleach" eval --json "$dev" "$T/dev.discbracket" | awk -v what="$1" -v bytes="$(wc -c <"$2")" '
        { match($0, /"f1": [0-9.]+/); f = substr($0, RSTART + 6, RLENGTH - 6)
          sub(/.*"disc": /, ""); match($0, /"f1": [0-9.]+/); d = substr($0, RSTART + 6, RLENGTH - 6)
          printf "%-52s %.1f MB, dev F1 %.2f, discontinuous %.2f\n", what, bytes / 1e6, f, d }'
}

model=$PLEACH_BENCH_MODEL
if [ -z "$model" ]; then
    model=$T/bench.model
    seen=$(($(tokens_of "$train") * epochs))
    RUNS=1 row "train, paper, $epochs epochs, --batch 1" $seen \
        "$pleach" train -q --preset paper --epochs $epochs -o "$model" "$train"
    RUNS=1 row "train, paper, $epochs epochs, --batch 8, all threads" $seen \
        "$pleach" train -q --preset paper --batch 8 --epochs $epochs -o "$T/batch.model" "$train"
    RUNS=1 row "the same, --prune 1" $seen \
        "$pleach" train -q --preset paper --batch 8 --epochs $epochs --prune 1 -o "$T/small.model.zst" "$train"
    for preset in best fast; do
        RUNS=1 row "train, $preset, 10 epochs three times" $((seen / epochs * 30)) \
            "$pleach" train -q --preset $preset -o "$T/$preset.model" "$train"
    done
    describe "paper, --batch 1, beam 4" "$model"
    describe "paper, --batch 8, beam 4" "$T/batch.model"
    describe "paper, --batch 8, --prune 1, compressed, beam 4" "$T/small.model.zst"
    for preset in best fast; do
        describe "$preset" "$T/$preset.model"
        parse "parse, $preset, one thread" 8 "$T/$preset.model" "$sentences"
    done
    parse "parse, --prune 1, beam 4, one thread" 4 "$T/small.model.zst" "$sentences"
fi
for beam in 1 4 16 32; do
    parse "parse, beam $beam, one thread" $beam "$model" "$sentences"
done
row "parse, beam 4, one thread, with loading" "$tokens" \
    "$pleach" parse -q -j 1 -b 4 -m "$model" -o /dev/null "$sentences"
row "parse, beam 32, one thread, with loading" "$tokens" \
    "$pleach" parse -q -j 1 -b 32 -m "$model" -o /dev/null "$sentences"
row "parse, beam 4, all threads" "$tokens" "$pleach" parse -q -b 4 -m "$model" -o /dev/null "$sentences"
instructions "parse, beam 4" "$tokens" "$pleach" parse -q -j 1 -b 4 -m "$model" -o /dev/null "$sentences"

# A sentence of n words should cost n times a word: the same words in sentences of other lengths.
"$pleach" convert --quiet --to tagged "$sentences" -o "$T/words.tagged"
for n in 20 200 2000; do
    tr ' ' '\n' <"$T/words.tagged" | grep . | head -n $((tokens / 2000 * 2000)) |
        awk -v n=$n '{ printf "%s%s", $0, NR % n == 0 ? "\n" : " " }' >"$T/n$n.tagged"
    parse "parse, beam 4, sentences of $n words" 4 "$model" "$T/n$n.tagged"
done

# More actions: labels subdivided by those above them, the K most frequent kept. Models of 5,000
# sentences and two epochs, with 127, 253 and 1,024 actions where the treebank is alpino.
case $train in
*.zst) zstd -q -d -c "$train" ;;
*) cat "$train" ;;
esac | head -n 5000 >"$T/labels.discbracket"
for K in 31 69 364; do
    awk -v K=$K -f bench/subdivide.awk "$T/labels.discbracket" "$T/labels.discbracket" >"$T/K.discbracket"
    "$pleach" train -q --preset paper --heads $heads --epochs 2 -o "$T/K.model" "$T/K.discbracket"
    parse "parse, beam 4, $("$pleach" info "$T/K.model" | sed -n 's/^actions: //p') actions" 4 "$T/K.model" "$sentences"
done
