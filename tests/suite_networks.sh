#!/bin/sh
# `pleach train --scorer neural`: the same bytes with any number of threads and after any
# interruption; vectors of words; several members; what it refuses.
. tests/check.sh
export PLEACH_SHARE="$PWD/share"
pleach=$BUILD/pleach # without sanitizers: the unit tests have them
trees=$PWD/tests/data/german.export
small="--scorer neural --layer-width 24 --hidden-width 24 --spelling-width 12 --head-width 8 --batch 16 --rate 0.01"
# learn NAME OPTION…: a model of four epochs
learn() {
    name=$1
    shift
    # shellcheck disable=SC2086
    "$pleach" train -q $small --epochs 4 -o "$T/$name" "$@" "$trees"
}
same() { cmp "$T/$1" "$T/$2"; }

learn one -j 1 --dev "$trees" --checkpoint "$T/one.check"
threads() { learn "t$1" -j "$1" --dev "$trees" --checkpoint "$T/t$1.check" && same one "t$1" && same one.check "t$1.check"; }
for n in 2 4; do
    check "$n threads give the same model and checkpoint" threads $n
done
calibrated() { "$pleach" info "$T/one" | grep -c '^confidence-\(constituents\|trees\|tags\): ' | grep -q -x 3; }
check "dev says how sure it may be" calibrated
repeated() { learn again && learn again2 && same again again2 && ! cmp -s "$T/one" "$T/again"; } # one knows its scores
check "the same command gives the same model" repeated
seeds() { learn seed2 --seed 2 && ! cmp -s "$T/again" "$T/seed2"; }
check "another seed gives another" seeds

# stopped NAME EPOCH OPTION…: interrupts after an epoch and goes on
stopped() {
    name=$1 epoch=$2
    shift 2
    # shellcheck disable=SC2086
    "$pleach" train $small --epochs 4 --dev "$trees" -o "$T/$name" --checkpoint "$T/$name.check" "$@" "$trees" 2>"$T/log" &
    pid=$!
    while ! grep -q "^epoch $epoch:" "$T/log" && kill -0 $pid 2>/dev/null; do sleep 0.01; done
    kill -INT $pid 2>/dev/null
    wait $pid
    learn "$name" --dev "$trees" --checkpoint "$T/$name.check" --resume "$@"
}
resumed() { stopped r 2 && same one r && same one.check r.check; }
check "interrupted and resumed gives the same model and checkpoint" resumed
learn two --dev "$trees" --members 2 --checkpoint "$T/two.check"
members() {
    stopped m 6 --members 2 && same two m && same two.check m.check &&
        "$pleach" info "$T/two" | grep -q '^members: 2$'
}
check "two members, interrupted in the second and resumed" members
other_epochs() { ! learn r --epochs 5 --dev "$trees" --checkpoint "$T/r.check" --resume 2>"$T/err" && grep -q "other data or options" "$T/err"; }
check "a checkpoint of other epochs is refused" other_epochs

# What training says of dev is what parsing gives.
as_scored() {
    "$pleach" parse -q -m "$T/one" --to export "$trees" -o "$T/parsed.export" &&
        "$pleach" eval -p proper "$trees" "$T/parsed.export" | awk '$1 == "F1" { print "dev-f1: " $2 }' >"$T/f1" &&
        "$pleach" info "$T/one" | grep '^dev-f1' | cmp - "$T/f1"
}
check "dev is parsed as any other text" as_scored
raw() { echo 'Darüber muss nachgedacht werden.' | "$pleach" parse -q -m "$T/one" --to export | grep -q "^Darüber	"; }
check "raw text becomes a tree with tags" raw
system() { learn s --system "$1" && "$pleach" parse -q -m "$T/s" "$trees" | wc -l | grep -q -x 51; }
for name in sr-gap sr-cgap swap skipshift; do
    check "system $name" system $name
done
# Dependencies: every word chooses its head.
arcs=$PWD/tests/data/danish.conllx
# shellcheck disable=SC2086
heads() { "$pleach" train -q $small --head-width 16 --batch 4 --dropout 0 --word-dropout 0 --system graph --epochs 100 -o "$T/$1" -j "$2" --dev "$arcs" "$arcs"; }
graph() {
    heads h1 1 && heads h2 2 && same h1 h2 && "$pleach" parse -q -m "$T/h1" "$arcs" -o "$T/h.conllx" &&
        las=$("$pleach" eval --json --ignore-punct "$arcs" "$T/h.conllx" | grep -o '"las": [0-9]*' | head -n 1 | tr -dc 0-9) && [ "$las" -ge 90 ] &&
        "$pleach" info "$T/h1" | grep -q "^dev-las: $las"
}
check "a network of dependencies learns, and dev is parsed as any other text" graph
graph_lists() {
    "$pleach" parse -q -m "$T/h1" --nbest 3 --confidence --to json "$arcs" | grep -q head_confidence &&
        "$pleach" parse -q -m "$T/h1" --explain "$arcs" | grep -q 'ROOT('
}
check "its lists of trees, confidences and explanations" graph_lists
graph_raw() { echo 'Det er en hund .' | "$pleach" parse -q -m "$T/h1" --to conllu | awk -F '\t' 'NF == 10 && ($4 == "_" || $8 == "_") { bad = 1 } NF == 10 { n++ } END { exit bad || n != 5 }'; }
check "raw text gets heads, relations and both kinds of tags" graph_raw
for other in "--system graph" "--scorer neural --system arc-eager"; do
    refused() { # shellcheck disable=SC2086
        ! "$pleach" train -q $other -o "$T/x" "$arcs" 2>"$T/err" && grep -q network "$T/err" && [ ! -e "$T/x" ]
    }
    check "$other is refused" refused
done
rough() { learn r1 --robust 0.5 -j 1 && learn r2 --robust 0.5 -j 2 && same r1 r2 && ! same r1 one && "$pleach" info "$T/r1" | grep -q '^robust: 0.5$'; }
check "some sentences as people might type them" rough
gold() { learn g --tags gold && "$pleach" info "$T/g" | grep -q '^tag-width: 48$' && "$pleach" parse -q -m "$T/g" "$trees" >/dev/null; }
check "a network that reads tags" gold
tagged() { learn p --tags predicted --tag-epochs 2 && "$pleach" parse -q -m "$T/p" "$trees" >/dev/null; }
check "a network that reads predicted tags, with its tagger" tagged

# Vectors: some words of the treebank, then others.
awk -F '\t' 'NF > 4 && !/^#/ { print $1, NR % 7 - 3, NR % 5 / 4, "1e-2" }' "$trees" | head -n 100 >"$T/v.txt"
zstd -q "$T/v.txt" && gzip -k "$T/v.txt"
vectors() {
    learn v --vectors "$T/v.txt" && "$pleach" parse -q -m "$T/v" "$trees" >"$T/v.out" &&
        learn v.zst --vectors "$T/v.txt.zst" && "$pleach" parse -q -m "$T/v.zst" "$trees" | cmp - "$T/v.out" &&
        learn v.gz --vectors "$T/v.txt.gz" && "$pleach" parse -q -m "$T/v.gz" "$trees" | cmp - "$T/v.out"
}
check "vectors of words, plain and compressed" vectors
printf 'a 1 2\nb 1 x\n' >"$T/bad"
bad_vectors() { ! learn x --vectors "$T/bad" 2>"$T/err" && grep -q "bad:2: expected a number, not 'x'" "$T/err"; }
check "vectors that are none: file and line" bad_vectors

# What another network knows is a better beginning than nothing.
losses() { # NAME OPTION…
    name=$1
    shift
    # shellcheck disable=SC2086
    "$pleach" train $small --epochs 1 -o "$T/$name" "$@" "$trees" 2>&1 | sed -n 's/^epoch 1: loss \([0-9.]*\).*/\1/p'
}
started() {
    losses fresh >"$T/fresh.loss" && losses begun --start-from "$T/one" >"$T/begun.loss" &&
        awk 'NR == FNR { fresh = $1; next } { exit !($1 < 0.9 * fresh) }' "$T/fresh.loss" "$T/begun.loss" &&
        "$pleach" info "$T/begun" | grep -q '^start-from: one$'
}
check "training that starts from another network" started
"$pleach" train -q --epochs 1 -o "$T/linear" "$trees"
no_network() { ! learn x --start-from "$T/linear" 2>"$T/err" && grep -q "no network in this model" "$T/err"; }
check "a start without network is refused" no_network
other_size() { learn o --start-from "$T/one" --layer-width 20 && "$pleach" parse -q -m "$T/o" "$trees" >/dev/null; }
check "a start of another size gives what it can" other_size

# refused MESSAGE OPTION…
refused() {
    message=$1
    shift
    ! "$pleach" train -q -o "$T/none" "$@" "$trees" 2>"$T/err" && grep -q -e "$message" "$T/err" && [ ! -e "$T/none" ]
}
check "options of linear scorers" refused "--runs is for linear scorers" --scorer neural --runs 2
check "options of networks" refused "--layers is for networks" --layers 2
check "no tags for a linear scorer" refused "this --tags is for networks" --tags none
check "a tagger that nothing would use" refused "networks that read tags" --scorer neural --tagger
check "a whole number" refused "layers is a whole number from 1 to 8, not '2.5'" --scorer neural --layers 2.5
check "a share" refused "dropout is a number from 0 to 0.95, not '1'" --scorer neural --dropout 1
exit $status
