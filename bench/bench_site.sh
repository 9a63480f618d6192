# The page in the browser alone (`make site`) beside the program: words per second of processor time on
# one core, of the same sentences and the same model.
web=$(dirname "$pleach")/web
if [ ! -e "$web/installed" ] || [ ! -e "$web/site/wasm/pleach.wasm" ]; then
    echo "there is no site to measure: make test-web builds one"
    return
fi
if [ -n "$data" ]; then
    "$pleach" convert -q --to tokens "$data/constituency/alpino/dev.discbracket.zst" | head -n 300 >"$T/words"
else
    for i in $(seq 10); do cat tests/data/dutch.discbracket; done | "$pleach" convert -q --from discbracket --to tokens >"$T/words"
fi
sentences="$(wc -w <"$T/words") words, model nl"
speed "$sentences, pleach parse" "$pleach" parse -q -m nl --from tokens -j 1 "$T/words"
printf '%-52s %s tokens/s\n' "$sentences, in the browser" \
    "$(BUILD=$(cd "$(dirname "$pleach")" && pwd) CHROMIUM=${CHROMIUM:-$(command -v chromium)} node tests/web/speed.mjs "$T/words" nl "$RUNS")"
