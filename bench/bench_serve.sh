# The server under load, by wrk: requests per second and latencies with 1, 16 and 256 connections,
# memory over 100,000 requests, and the words per second of batches through HTTP beside those of
# the command line in the same run. The bound: at least 70% of the command line's.
serve=$(dirname "$pleach")/pleach-serve
if [ ! -x "$serve" ]; then
    echo "pleach-serve is not built: make serve"
    return
fi
command -v wrk >/dev/null || tools/deps.sh wrk
if [ -n "$data" ]; then
    "$pleach" convert -q --to tokens "$data/constituency/alpino/dev.discbracket.zst" | head -n 200 >"$T/tokens"
else
    for i in $(seq 50); do cat tests/data/dutch.discbracket; done | "$pleach" convert -q --from discbracket --to tokens >"$T/tokens"
fi
threads=$(nproc)
for i in $(seq 10); do head -n 200 "$T/tokens"; done >"$T/many" # for the command line: the same sentences

# request FILE LINES: a script for wrk that sends the first LINES sentences
request() {
    head -n "$2" "$T/tokens" | python3 -c '
import json, sys
body = json.dumps({"data": sys.stdin.read(), "from": "tokens", "to": "discbracket"})
print("wrk.method = \"POST\"\nwrk.headers[\"Content-Type\"] = \"application/json\"\nwrk.body = [==[" + body + "]==]")' >"$1"
}
request "$T/one.lua" 1
request "$T/batch.lua" 200

"$serve" -q --port 0 -m nl --max-body 64 --max-words 1000000 --connections 300 --queue 300 --timeout 120 >"$T/url" 2>"$T/serve.err" &
server=$!
while [ ! -s "$T/url" ] && kill -0 $server 2>/dev/null; do sleep 0.1; done
url=$(cat "$T/url")
metric() { curl -s "${url}metrics" | sed -n "s/^pleach_$1 //p"; }
memory() { metric memory_bytes | awk '{ printf "%.1f", $1 / 1e6 }'; }

# load WHAT SCRIPT CONNECTIONS SECONDS: one row
load() {
    wrk -t1 -c"$3" -d"$4" --timeout 120s --latency -s "$2" "${url}api/v1/parse" >"$T/wrk" 2>&1
    awk -v what="$1" '
        $1 == "50%" { p50 = $2 } $1 == "99%" { p99 = $2 } $1 == "Requests/sec:" { rate = $2 }
        /Non-2xx|Socket errors/ { errors = errors "; " $0 }
        END { printf "%-52s %10.1f requests/s, median %s, 99%% %s%s\n", what, rate, p50, p99, errors }' "$T/wrk"
}
load "one sentence of $(head -n 1 "$T/tokens" | wc -w) words, 1 connection" "$T/one.lua" 1 5
load "the same, 16 connections" "$T/one.lua" 16 5
load "the same, 256 connections" "$T/one.lua" 256 5

# Both ways in turn, in words per second of processor time, which does not depend on what else
# runs on the machine.
for round in 1 2 3; do
    "$pleach" parse -q --time -m nl --from tokens -o /dev/null -j "$threads" "$T/many" 2>&1 |
        sed -n 's/.*: \([0-9]*\) tokens.*/\1/p' >>"$T/line"
    words=$(metric words_total) cpu=$(metric cpu_seconds_total)
    wrk -t1 -c"$threads" -d5 --timeout 120s -s "$T/batch.lua" "${url}api/v1/parse" >"$T/wrk"
    echo "$words $cpu $(metric words_total) $(metric cpu_seconds_total)" |
        awk '{ printf "%.0f\n", ($3 - $1) / ($4 - $2) }' >>"$T/http"
done
paste "$T/line" "$T/http" | awk '
    { line += $1 / 3; http += $2 / 3; r = 100 * $2 / $1; if (NR == 1 || r < least) least = r; if (r > most) most = r }
    END { what = "words per second of processor time"
          printf "%-52s %10d by the command line\n%-52s %10d through HTTP in batches of 200 sentences\n", what, line, what, http
          printf "%-52s %9.0f%% (%.0f%% to %.0f%% in three rounds)\n", "HTTP to command line", 100 * http / line, least, most }'

# At least 100,000 requests; what is measured before them has warmed up.
before=$(memory)
done=0
while [ "$done" -lt 100000 ]; do
    wrk -t1 -c16 -d5 --timeout 120s -s "$T/one.lua" "${url}api/v1/parse" >"$T/wrk"
    more=$(sed -n 's/^ *\([0-9]*\) requests in.*/\1/p' "$T/wrk")
    [ "${more:-0}" -gt 0 ] || break
    done=$((done + more))
done
printf '%-52s %10s MB before, %s MB after them\n' "memory, $done requests" "$before" "$(memory)"
kill $server
wait $server 2>/dev/null || true
