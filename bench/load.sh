#!/bin/sh
# Load: many sentences through one process, whose memory must not grow, and many short processes
# one after the other, which must leave nothing behind. Every sentence has a word that no other
# has, so that a table of words that grows would show. Prints what docs/reliability.md quotes;
# exits with 1 if anything grew, was lost or was left behind.
#
#     SENTENCES=N   sentences of each stream (default: 1,000,000)
#     PROCESSES=N   short processes (default: 1,000)
pleach=${PLEACH:-build/pleach}
measure=${MEASURE:-build/measure}
SENTENCES=${SENTENCES:-1000000}
PROCESSES=${PROCESSES:-1000}
model=./models/nl.model.zst
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
mkdir "$T/tmp" "$T/work"
export TMPDIR="$T/tmp" LC_ALL=C.UTF-8
status=0

say() { # say STATUS WHAT
    [ "$1" = 0 ] && echo "ok $2" && return
    echo "not ok $2"
    status=1
}

if [ -n "$PLEACH_DATA" ]; then
    zstd -q -d -c "$PLEACH_DATA/constituency/alpino/train.discbracket.zst" >"$T/treebank"
else
    cp tests/data/dutch.discbracket "$T/treebank"
fi

# sentences N: so many trees; the first word of each becomes one of its own
sentences() {
    LC_ALL=C awk -v n="$1" '{ line[NR] = $0 } END { for (i = 0; i < n; i++) {
        s = line[i % NR + 1]; at = index(s, "="); rest = substr(s, at)
        print substr(s, 1, at) "w" i substr(rest, index(rest, ")")) } }' "$T/treebank"
}

# memory PID: kilobytes that a process holds now
memory() {
    if [ -r "/proc/$1/status" ]; then
        awk '/^VmRSS:/ { print $2 }' "/proc/$1/status"
    else
        ps -o rss= -p "$1"
    fi
}

# stream WHAT PATTERN OPTION…: all sentences through one process; lines with the pattern are
# counted in its output, memory is looked at five times a second.
stream() {
    what=$1 pattern=$2
    shift 2
    rm -f "$T/in" "$T/out"
    mkfifo "$T/in" "$T/out"
    sentences "$SENTENCES" >"$T/in" &
    grep -c -- "$pattern" <"$T/out" >"$T/count" &
    counter=$!
    start=$(date +%s)
    "$pleach" "$@" <"$T/in" >"$T/out" &
    pid=$!
    while kill -0 $pid 2>/dev/null; do
        memory $pid
        sleep 0.2
    done 2>/dev/null >"$T/memory"
    wait $pid
    say $? "$what: succeeds"
    wait $counter
    seconds=$(($(date +%s) - start))
    [ "$(cat "$T/count")" = "$SENTENCES" ]
    say $? "$what: as many sentences out as in"
    # The largest of each tenth; after the first, which fills caches, none is much larger.
    awk -v what="$what" -v n="$SENTENCES" -v seconds="$seconds" '
        $1 > 0 { at[++k] = $1 / 1024 }
        END {
            for (i = 1; i <= k; i++) { t = int((i - 1) * 10 / k); if (at[i] > most[t]) most[t] = at[i] }
            printf "%s: %d sentences in %d s; MB by tenths:", what, n, seconds
            for (t = 0; t < 10; t++) if (most[t] > 0) printf " %.1f", most[t]
            print ""
            exit !(k >= 10 && most[9] <= most[4] * 1.05 + 2)
        }' "$T/memory"
    say $? "$what: memory stays flat"
}

# processes: the same short run again and again
processes() {
    sentences 1 >"$T/work/one"
    cd "$T/work" || exit 1
    "$program" parse -q -m "$root/$model" one >"$T/first"
    first=$("$watch" 1 "$program" parse -q -m "$root/$model" one)
    start=$(date +%s)
    same=0
    for _ in $(seq "$PROCESSES"); do
        "$program" parse -q -m "$root/$model" one >"$T/again" && cmp -s "$T/first" "$T/again" && same=$((same + 1))
    done
    seconds=$(($(date +%s) - start))
    last=$("$watch" 1 "$program" parse -q -m "$root/$model" one)
    cd "$root" || exit 1
    echo "short runs: $PROCESSES in $seconds s; MB at the first ${first##* }, at the last ${last##* }"
    [ $same = "$PROCESSES" ]
    say $? "short runs: all succeed, all write the same"
    [ -s "$T/first" ] && [ -z "$(ls -A "$T/tmp")" ] && [ "$(ls -A "$T/work")" = one ]
    say $? "short runs: nothing is left behind"
}

root=$PWD
case $pleach in /*) program=$pleach ;; *) program=$root/$pleach ;; esac
case $measure in /*) watch=$measure ;; *) watch=$root/$measure ;; esac
stream "convert" '^#BOS' convert -q --from discbracket --to export
stream "parse -j 2" '^(' parse -q -j 2 --from discbracket -m "$model"
processes
exit $status
