#!/bin/sh
# Measures this program beside that of an older commit: `make bench BASE=COMMIT`. Both read the same files,
# with models and grammars that the older one made, and take turns, five times. Prints instructions
# per token and processor seconds of both, and fails if the new one needs more (bench/verdict.awk).
#
#     BASE=COMMIT    what to compare with; it is built once, in build/base
#     BENCH="…"      only the groups named: treebanks tagger linear network grammars text
#     PAIRS=N        runs of each (default: 5)
#     OLD=PROGRAM    compare with this program instead
#
# Instructions are counted by perf where the processor lets it, otherwise by callgrind (valgrind).
new=${PLEACH:-build/pleach}
measure=${MEASURE:-build/measure}
PAIRS=${PAIRS:-5}
groups=${BENCH:-treebanks tagger linear network grammars text}
data=$PLEACH_DATA
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
export LC_ALL=C.UTF-8
unset PLEACH_SHARE # each has its own

# build_base: the program of the commit, as $old
build_base() {
    commit=$(git rev-parse --verify --quiet "$BASE^{commit}") || {
        echo "bench: there is no commit $BASE" >&2
        exit 1
    }
    root=$(dirname "$new")/base/$commit
    old=$root/build/pleach
    [ -x "$old" ] && return
    mkdir -p "$root"
    git archive "$commit" | tar -x -C "$root" || exit 1
    echo "building $(git log -1 --format='%h %s' "$commit")" >&2
    make -s -j"$(nproc)" -C "$root" DEPS=no BUILD=build build/pleach >"$T/log" 2>&1 || {
        tail -n 5 "$T/log" >&2
        exit 1
    }
}
old=$OLD
[ -n "$old" ] || build_base

if perf stat -x, -e instructions:u true 2>&1 | grep -q '^[0-9]'; then
    count() { perf stat -x, -e instructions:u "$@" 2>&1 >/dev/null | sed -n 's/^\([0-9]*\),.*instructions.*/\1/p'; }
elif command -v valgrind >/dev/null; then
    count() {
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
            sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
    }
else
    count() { echo -; }
fi

seconds() { "$measure" 1 "$@" 2>/dev/null | cut -d ' ' -f 2 | grep . || echo failed; }

# at FILE COMMAND…: runs the command with the file in the place of each @
at() {
    file=$1
    shift
    for word; do
        shift
        [ "$word" = @ ] && word=$file
        set -- "$@" "$word"
    done
    "$@"
}

# pair WHAT NAME ARGUMENT…: one row, of pleach with these arguments, where @ is the file $T/NAME.few to
# count instructions and $T/NAME.many to measure time
pair() {
    what=$1 few=$T/$2.few many=$T/$2.many
    shift 2
    echo "measuring $what" >&2
    tokens=$("$new" stats --json --quiet "$few" 2>/dev/null | sed -n 's/.*"tokens": *\([0-9]*\).*/\1/p' | head -n 1)
    [ "${tokens:-0}" -gt 0 ] || tokens=$(wc -w <"$few") # plain words
    count_old=$(at "$few" count "$old" "$@")
    count_new=$(at "$few" count "$new" "$@")
    times_old='' times_new=''
    for _ in $(seq "$PAIRS"); do
        times_old="$times_old $(at "$many" seconds "$old" "$@")"
        times_new="$times_new $(at "$many" seconds "$new" "$@")"
    done
    case "$times_old $times_new" in
    *failed*) printf '%s\tone of the two cannot do this\n' "$what" ;;
    *) printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$what" "$tokens" "${count_old:--}" "${count_new:--}" "$times_old" "$times_new" ;;
    esac
}

cannot() { printf '%s\tthe older program cannot do this\n' "$1"; }

# sample NAME FEW MANY FILE…: the first trees of files of lines, or of samples, repeated
sample() {
    name=$1 few=$2 many=$3
    shift 3
    zstd -q -d -c -f "$@" >"$T/all"
    while [ "$(wc -l <"$T/all")" -lt "$many" ] && [ -z "$data" ]; do
        cat "$T/all" "$T/all" >"$T/twice"
        mv "$T/twice" "$T/all"
    done
    head -n "$few" "$T/all" >"$T/$name.few"
    head -n "$many" "$T/all" >"$T/$name.many"
}

# sentences NAME FEW MANY FILE: the same of files with blank lines between sentences
sentences() {
    zstd -q -d -c -f "$4" | awk -v few="$2" -v many="$3" -v name="$T/$1" 'BEGIN { RS = ""; ORS = "\n\n" }
        { if (NR <= few) print >(name ".few"); if (NR <= many) print >(name ".many") }'
}

# as NAME OTHER FORMAT: the same sentences in another format
as() {
    for size in few many; do
        "$old" convert -q --to "$3" -o "$T/$2.$size" -f discbracket "$T/$1.$size" || cannot "convert to $3"
    done
}

if [ -n "$data" ]; then
    sample trees 1500 58000 "$data/constituency/icepahc/train.discbracket.zst"
    sample dutch 60 1000 "$data/constituency/alpino/dev.discbracket.zst"
    sample short 10 60 "$data/constituency/alpino-cdb/dev.discbracket.zst"
    sentences arcs 300 12000 "$data/dependency/english-ewt/train.conllu.zst"
    zstd -q -d -c "$data/constituency/alpino/train.discbracket.zst" | head -n 3000 >"$T/train.discbracket"
    zstd -q -d -c "$data/constituency/alpino-cdb/train.discbracket.zst" | head -n 1000 >"$T/grammar.discbracket"
    epochs=2
else
    echo "PLEACH_DATA is not set: measuring the samples of tests/data, repeated" >&2
    sample trees 1500 20000 tests/data/dutch.discbracket tests/data/english.discbracket
    sample dutch 60 1000 tests/data/dutch.discbracket
    sample short 10 60 tests/data/dutch.discbracket
    sentences arcs 300 12000 tests/data/english.conllu
    cp tests/data/dutch.discbracket "$T/train.discbracket"
    cp tests/data/dutch.discbracket "$T/grammar.discbracket"
    epochs=10
fi

bench_treebanks() {
    for format in export tigerxml json; do
        as trees $format $format
    done
    pair "read discbracket (stats)" trees stats -q @
    pair "discbracket -> discbracket" trees convert -q --to discbracket @
    for format in export tigerxml json; do
        pair "discbracket -> $format" trees convert -q --to $format @
        pair "$format -> discbracket" $format convert -q --from $format --to discbracket @
    done
    pair "eval of trees" trees eval -q @ @
    pair "CoNLL-U -> CoNLL-U" arcs convert -q --from conllu --to conllu @
    pair "eval of CoNLL-U" arcs eval -q --from conllu @ @
}

# linear_model: a parser with its tagger, made by the older program
linear_model() {
    [ -e "$T/linear.model" ] || "$old" train -q --preset paper --tagger --tokenizer nl --epochs $epochs \
        -o "$T/linear.model" "$T/train.discbracket" || cannot "train a model"
}

bench_tagger() {
    linear_model
    as dutch words tokens
    pair "tag" words tag -q -m "$T/linear.model" -f tokens @
}

bench_linear() {
    linear_model
    for beam in 1 4 32; do
        pair "parse, linear, beam $beam" dutch parse -q -j 1 -b $beam -m "$T/linear.model" @
    done
}

bench_network() {
    as dutch words tokens
    for beam in 1 4; do
        pair "parse, network (nl-small), beam $beam" words parse -q -j 1 -b $beam -f tokens -m ./models/nl-small.model.zst @
    done
}

bench_grammars() {
    for kind in plcfrs 2dop split-2dop; do
        "$old" grammar $kind -q --heads alpino --binarize swap --bin-label markov --markov-h 1 --markov-v 1 \
            -o "$T/$kind.grammar" "$T/grammar.discbracket" || cannot "make a grammar, $kind"
        pair "parse by $kind" short parse -q -j 1 -m "$T/$kind.grammar" @
    done
}

bench_text() {
    linear_model
    as dutch text text
    pair "raw text, linear, beam 4" text parse -q -j 1 -b 4 -f text -m "$T/linear.model" @
    pair "raw text, dependencies (da)" text parse -q -j 1 -f text -m ./models/da.model.zst @
}

for group in $groups; do
    "bench_$group"
done | awk -f bench/verdict.awk
