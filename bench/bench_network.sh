# Parsing with networks of the three sizes, from words alone. How good they are does not change
# how fast they are, much: one epoch over the sample is enough. With PLEACH_DATA they parse alpino.
# The bounds: 30,000, 12,000 and 5,000 tokens/s at beam 1, four fifths of that at beam 4, 100 MB.
if [ -n "$PLEACH_DATA" ]; then
    sentences=$data/constituency/alpino/dev.discbracket.zst
else
    for i in 1 2 3 4 5 6 7 8 9 10; do cat tests/data/dutch.discbracket; done >"$T/many.discbracket"
    sentences=$T/many.discbracket
fi
"$pleach" convert -q -t tokens -o "$T/network.tokens" "$sentences"
n_tokens=$(wc -w <"$T/network.tokens")
for size in small medium large; do
    model=$T/network-$size.model
    "$pleach" train -q --scorer neural --size $size --epochs 1 -o "$model" tests/data/dutch.discbracket
    for beam in 1 4; do
        speed "network, $size, beam $beam" "$pleach" parse -q -j 1 -b $beam -f tokens -t discbracket -m "$model" -o /dev/null "$T/network.tokens"
    done
    row "network, $size, beam 4, with loading" "$n_tokens" \
        "$pleach" parse -q -j 1 -f tokens -t discbracket -m "$model" -o /dev/null "$T/network.tokens"
    head -n 40 "$T/network.tokens" >"$T/network.few"
    instructions "network, $size, beam 1, 40 sentences, with loading" "$(wc -w <"$T/network.few")" \
        "$pleach" parse -q -j 1 -b 1 -f tokens -t discbracket -m "$model" -o /dev/null "$T/network.few"
done
