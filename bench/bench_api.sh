# What a program in C pays for the public interface: the same words, model and format through
# `pleach parse` and through the interface (tools/apispeed.c), on one core. The bound: at most 2% more
# instructions through the interface, and the same trees.
if [ -n "$data" ]; then
    zstd -q -d -c "$data/constituency/alpino/dev.discbracket.zst" | head -n 300 >"$T/api.discbracket"
else
    cat tests/data/dutch.discbracket >"$T/api.discbracket"
fi
"$pleach" convert -q --to tokens -o "$T/api.tokens" "$T/api.discbracket"
tokens=$(tokens_of "$T/api.discbracket")
for model in nl-fast nl; do
    for format in discbracket export; do
        instructions "$model, $format: program" "$tokens" \
            "$pleach" parse -q -j 1 -m $model --from tokens --to $format "$T/api.tokens"
        instructions "$model, $format: interface" "$tokens" \
            "$(dirname "$pleach")/apispeed" $model $format "$T/api.tokens"
        "$pleach" parse -q -m $model --from tokens --to $format "$T/api.tokens" >"$T/api.program"
        "$(dirname "$pleach")/apispeed" $model $format "$T/api.tokens" >"$T/api.interface"
        cmp -s "$T/api.program" "$T/api.interface" || echo "$model, $format: the trees differ"
    done
done
