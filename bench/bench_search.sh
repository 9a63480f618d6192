# Searching treebanks. The bounds: no more than 1.5 times the processor time of `pleach stats` on the
# same file, reading included, on one core; 500,000 sentences per second for matching alone. In an index of
# 10 million tokens: 100,000 sentences per second to build it, 1,000,000 to search it for up to three nodes,
# 50 ms for a rare word, and a file of less than three times the text under zstd -3.
if [ -n "$data" ]; then
    zstd -q -d -c "$data/constituency/icepahc/train.discbracket.zst" >"$T/corpus.discbracket"
    name=icepahc/train
else
    for i in $(seq 200); do
        cat tests/data/dutch.discbracket tests/data/english.discbracket
    done >"$T/corpus.discbracket"
    name=samples
fi
tokens=$(tokens_of "$T/corpus.discbracket")
row "$name: stats, to compare with" "$tokens" "$pleach" stats --quiet "$T/corpus.discbracket"
set -- '#p:[cat="PP"] > #n:[cat="NP"]' \
    '#a:[cat="NP"] > #b:[cat="PP"] > #c:[cat="NP"]' \
    '#a:[cat="NP"] $.* #b:[cat="PP"]' \
    '#a:[cat="NP"] .* #b:[cat="PP"]' \
    '#n:[cat="NP"] & not(#n > [T])' \
    '#n:[cat="NP"] & ingap(#v:[pos=/VB.*/],#n)' \
    '[word="maður"]' \
    '[word=/.*maður/]'
for query; do
    row "$query" "$tokens" "$pleach" search --quiet --threads 1 --count "$query" "$T/corpus.discbracket"
done
echo
echo "matching alone"
"${SEARCHSPEED:-build/searchspeed}" "$RUNS" "$T/corpus.discbracket" "$@"

# per_sentence WHAT N COMMAND…: sentences per second of processor time
per_sentence() {
    what=$1 n=$2
    shift 2
    "$measure" "$RUNS" "$@" 2>/dev/null | awk -v what="$what" -v n="$n" '
        { printf "%-52s %8.3f %8.3f %8.1f %12.0f sentences/s\n", what, $1, $2, $3, n / ($2 > 0 ? $2 : 0.001) }'
}
echo
corpus=$T/corpus.discbracket index=$T/corpus.plx
times='1 2 3 4 5 6 7 8 9 10 11 12 13'
set -- "$@" '[word="handverks"]' '[cat="FRAG"] > [pos="NPR-N"]'
echo "an index of 13 times $name"
# shellcheck disable=SC2086,SC2046
per_sentence "index, reading included" $(($(wc -l <"$corpus") * 13)) \
    "$pleach" index --quiet $(for i in $times; do echo "$corpus"; done) -o "$index"
for i in $times; do cat "$corpus"; done | zstd -q -3 -c | wc -c | awk -v size="$(wc -c <"$index")" '
    { printf "%-52s %.1f MB, %.2f times the text under zstd -3\n", "size", size / 1e6, size / $1 }'
for query; do
    per_sentence "$query" $(($(wc -l <"$corpus") * 13)) "$pleach" search --quiet --threads 1 --count "$query" "$index"
done
