#!/bin/sh
# Measures speed and memory, and prints a table. Each bench/bench_*.sh is read in turn and adds
# rows by calling
#
#     row WHAT TOKENS COMMAND…         the best of $RUNS runs (default 3)
#     instructions WHAT TOKENS COMMAND…   instructions per token, where valgrind is installed
#     speed WHAT COMMAND…              of a command that knows --time: loading apart, processor time
#
# $data holds the treebanks: those under PLEACH_DATA where it is set; otherwise the samples of
# tests/data, repeated. $pleach is the program, $T a folder for files. With arguments, only the
# files bench_ARGUMENT.sh are read.
pleach=${PLEACH:-build/pleach}
measure=${MEASURE:-build/measure}
RUNS=${RUNS:-3}
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
data=$PLEACH_DATA
export LC_ALL=C.UTF-8

row() {
    what=$1 tokens=$2
    shift 2
    if figures=$("$measure" "$RUNS" "$@" 2>"$T/err"); then
        echo "$figures" | awk -v what="$what" -v tokens="$tokens" '
            { printf "%-52s %8.3f %8.3f %8.1f %12.0f\n", what, $1, $2, $3, tokens / $1 }'
    else
        printf '%-52s failed: %s\n' "$what" "$(tail -n 1 "$T/err")"
    fi
}

instructions() {
    what=$1 tokens=$2
    shift 2
    command -v valgrind >/dev/null || return 0
    n=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *\([0-9]*\).*/\1/p')
    [ -n "$n" ] && printf '%-52s %d instructions per token\n' "$what" $((n / tokens))
}

speed() {
    what=$1
    shift
    for i in $(seq "$RUNS"); do "$@" --time 2>&1 >/dev/null; done |
        awk -v what="$what" '
            match($0, /loaded in [0-9.]+ ms/) { load = substr($0, RSTART + 10, RLENGTH - 13) + 0
                if (least == "" || load < least) least = load }
            match($0, /: [0-9]+ tokens/) { n = substr($0, RSTART + 2, RLENGTH - 9) + 0
                if (n > most) most = n }
            END { printf "%-52s loaded in %.0f ms, then %d tokens/s\n", what, least, most }'
}

tokens_of() { # the number of tokens of a treebank
    "$pleach" stats --json --quiet "$@" | sed -n 's/.*"tokens": *\([0-9]*\).*/\1/p' | head -n 1
}

[ -n "$data" ] || echo "PLEACH_DATA is not set: measuring the samples of tests/data, repeated"
printf '%-52s %8s %8s %8s %12s\n' "" "wall s" "cpu s" "MB" "tokens/s"
if [ $# -gt 0 ]; then
    for name; do
        . "bench/bench_$name.sh"
    done
else
    for script in bench/bench_*.sh; do
        . "$script"
    done
fi
