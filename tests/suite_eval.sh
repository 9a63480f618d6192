#!/bin/sh
# Compares scores of our own trees with tests/plain_figures.py, and scores of treebanks with the
# reference evaluators: every row of expected.tsv and of expected-length40.tsv, and the tables of
# the CoNLL 2018 measures, to the printed digits.
PLEACH=${BUILD:-build}/san/pleach
ref=$PLEACH_REFERENCE/eval
data=$PLEACH_DATA/constituency
status=0
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# scores FILE COLUMN: recall, precision, F1, exact match and tagging in a table, and the scores of discontinuous constituents
scores() {
    awk -v c="$2" '
        /^recall/      { r = $(1 + c); dr = $(2 + c) }
        /^precision/   { p = $(1 + c); dp = $(2 + c) }
        /^F1/          { f = $(1 + c); df = $(2 + c) }
        /^exact match/ { e = $(2 + c); de = $(3 + c) }
        /^tagging/     { t = $(c == 1 ? 2 : 3) }
        END { print r, p, f, e, t, dr, dp, df, de }' "$1"
}
for pair in discbracket:parsed discbracket:better parsed:discbracket better:parsed; do
    gold=tests/data/dutch.${pair%:*} parsed=tests/data/dutch.${pair#*:}
    "$PLEACH" eval "$gold" "$parsed" >"$out/table"
    got=$(scores "$out/table" 1)
    if [ "$got" = "$(python3 tests/plain_figures.py eval "$gold" "$parsed")" ]; then
        echo "ok $gold and $parsed: $got"
    else
        echo "not ok $gold and $parsed: $got"
        status=1
    fi
done
if [ -z "$PLEACH_REFERENCE" ] || [ -z "$PLEACH_DATA" ] || [ ! -e "$ref/expected.tsv" ]; then
    echo "ok eval: scores of other evaluators # SKIP their output is not in the source: PLEACH_REFERENCE, PLEACH_DATA"
    exit $status
fi

# rows FILE COLUMN: prints "name got expected" for each row; COLUMN is that of the table
# where the scores of all brackets stand (those of discontinuous ones are in the next).
rows() {
    grep -v '^#' "$1" | while read -r gold candidate expected; do
        if ! "$PLEACH" eval "$data/$gold.zst" "$ref/$candidate.zst" >"$out/table" 2>"$out/err"; then
            echo "not ok $candidate: $(cat "$out/err")"
            continue
        fi
        # name, all, disc, all (short), disc (short); the name may be two words
        got=$(scores "$out/table" "$2")
        expected=$(echo $expected)
        if [ "$got" = "$expected" ]; then
            echo "ok $candidate ($3): $got"
        else
            echo "not ok $candidate ($3): $got, expected $expected"
        fi
    done
}
rows "$ref/expected.tsv" 1 "all lengths" >"$out/results"
rows "$ref/expected-length40.tsv" 3 "length <= 40" >>"$out/results"

# measures NAME GOLD CANDIDATE: the CoNLL 2018 measures, asked for and, where words differ, not.
measures() {
    for option in --conll18 $4; do
        if "$PLEACH" eval --quiet $option "$2" "$3" >"$out/table" 2>"$out/err" && cmp -s "$out/table" "$ud/$1.scores"; then
            echo "ok $1 (CoNLL 2018, $option)"
        else
            echo "not ok $1 (CoNLL 2018, $option)" && cat "$out/err" && diff "$out/table" "$ud/$1.scores"
        fi
    done
}
ud=$PLEACH_REFERENCE/ud
if [ -e "$ud/edge.scores" ]; then
    {
        measures edge "$ud/edge.gold.conllu" "$ud/edge.system.conllu" --quiet
        measures english-ewt.dev.goldtok "$PLEACH_DATA/dependency/english-ewt/dev.conllu.zst" "$ud/english-ewt.dev.goldtok.conllu.zst"
        for name in english-ewt:dependency/english-ewt german-gsd:ud/german-gsd dutch-alpino:ud/dutch; do
            base=${name%%:*}.dev.raw
            measures $base "$PLEACH_DATA/${name#*:}/dev.conllu.zst" "$ud/$base.conllu.zst" --quiet
        done
    } >>"$out/results"
fi
cat "$out/results"
! grep -q '^not ok' "$out/results" || status=1
exit $status
