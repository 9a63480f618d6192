# Searching treebanks. The bounds: no more than 1.5 times the processor time of `pleach stats` on the
# same file, reading included, on one core; 500,000 sentences per second for matching alone.
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
