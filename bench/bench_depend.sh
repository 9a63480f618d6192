# Dependency parsing. With PLEACH_DATA: Danish; models are trained in a minute or two. Without: the
# sample of tests/data, which says little.
if [ -n "$PLEACH_DATA" ]; then
    train=$data/dependency/danish-ddt/train.conll.zst
    epochs=5
else
    train=tests/data/danish.conllx
    epochs=10
fi
zstdcat -f "$train" >"$T/depend.conllx"
sentences=$T/depend.conllx
words=$(grep -c . "$sentences")
# depend NAME OPTIONS…: trains a model and says how large it is.
depend() {
    name=$1
    shift
    RUNS=1 row "train $name, $epochs epochs" $((words * epochs)) \
        "$pleach" train -q -j 1 --epochs $epochs "$@" -o "$T/$name.model" "$sentences"
    "$pleach" info "$T/$name.model" | sed -n 's/^bytes: \(.*\)/model file: \1 bytes/p'
}
depend arc-eager --system arc-eager --beam 8
depend easy-first --system easy-first --beam 1
depend attardi --system attardi --beam 8
for beam in 1 8 32; do
    row "parse, arc-eager, beam $beam, one thread" "$words" \
        "$pleach" parse -q -j 1 -b $beam -m "$T/arc-eager.model" -o /dev/null "$sentences"
done
row "parse, easy-first with a heap, one thread" "$words" \
    "$pleach" parse -q -j 1 -b 1 -m "$T/easy-first.model" -o /dev/null "$sentences"
for beam in 1 8; do
    row "parse, attardi, beam $beam, one thread" "$words" \
        "$pleach" parse -q -j 1 -b $beam -m "$T/attardi.model" -o /dev/null "$sentences"
done
# A sentence of n words should cost n times a word; with a heap, little more.
for n in 20 200 2000; do
    awk -v n=$n 'BEGIN { for (s = 0; s < 20000 / n; s++) { for (i = 0; i < n; i++)
        printf "%s ", i % 3 == 0 ? "en/PI" : i % 3 == 1 ? "mand/NC" : "sover/VA"; print "" } }' >"$T/n$n.tagged"
    row "parse, arc-eager, beam 8, sentences of $n words" 20000 \
        "$pleach" parse -q -j 1 -b 8 -f tagged -m "$T/arc-eager.model" -o /dev/null "$T/n$n.tagged"
    row "parse, easy-first, sentences of $n words" 20000 \
        "$pleach" parse -q -j 1 -f tagged -m "$T/easy-first.model" -o /dev/null "$T/n$n.tagged"
done
