#!/bin/sh
# Byte round trips of the line formats on the treebanks under PLEACH_DATA, and on those of
# our own in tests/data: read and written in its own format, a file is the same; through
# another that can hold it, too.
build=${BUILD:-build}
pleach=$build/san/pleach
dir=$(mktemp -d "${TMPDIR:-/tmp}/formats.XXXXXX")
trap 'rm -rf "$dir"' EXIT
failed=0

# plain FILE: its bytes, decompressed
plain() {
    case $1 in
    *.zst) zstd -dcq "$1" ;;
    *) cat "$1" ;;
    esac
}

# check WHAT FILE: the bytes of $dir/out against the file's
check() {
    if plain "$2" | cmp -s - "$dir/out"; then
        echo "ok $1"
    else
        echo "not ok $1: $(plain "$2" | cmp - "$dir/out" 2>&1) $(head -c 200 "$dir/err")"
        failed=1
    fi
}

# same FILE FORMAT: read (the format guessed) and written in FORMAT
same() {
    "$pleach" convert --to "$2" "$1" >"$dir/out" 2>"$dir/err"
    check "$2: $(basename "$(dirname "$1")")/$(basename "$1")" "$1"
    [ ! -s "$dir/err" ] || { echo "not ok $2: says $(cat "$dir/err")"; failed=1; }
}

# through FILE FORMAT OTHER: the same by way of another format and of compressed files
through() {
    "$pleach" convert -q --to "$3" "$1" -o "$dir/other.zst" 2>"$dir/err" &&
        "$pleach" convert -q --from "$3" --to "$2" "$dir/other.zst" -o "$dir/out" 2>>"$dir/err"
    check "$2 by way of $3: $(basename "$1")" "$1"
}

for format in conllx conllu discbracket; do
    for file in tests/data/*.$format; do
        same "$file" $format
    done
done
through tests/data/english.conllu conllu conllu
for file in tests/data/english.penn; do
    "$pleach" convert --from bracket --to bracket "$file" >"$dir/once" 2>"$dir/err"
    "$pleach" convert --from bracket --to bracket --pretty "$dir/once" 2>>"$dir/err" |
        "$pleach" convert --from bracket --to bracket >"$dir/out" 2>>"$dir/err"
    check "bracket: indented and back: $(basename "$file")" "$dir/once"
done
for file in tests/data/*.conllx; do
    through "$file" conllx conllu
done
# text NAME FILE: with one sentence per line; nearly all lines come back as sentences, at least 96%.
text() {
    "$pleach" convert -q --to text "$2" >"$dir/text"
    "$pleach" convert -q --from text --tokenizer nl --to text "$dir/text" >"$dir/out"
    common=$(sort "$dir/text" >"$dir/gold" && sort "$dir/out" | comm -12 "$dir/gold" - | wc -l)
    n=$(wc -l <"$dir/text")
    if [ "$n" -gt 0 ] && [ $((100 * common)) -ge $((96 * n)) ]; then
        echo "ok text of $1: $common of $n lines are sentences"
    else
        echo "not ok text of $1: $common of $n lines are sentences"
        failed=1
    fi
}
text dutch-everyday tests/data/dutch-everyday.discbracket
[ -n "$PLEACH_DATA" ] || exit $failed
for name in danish-ddt dutch-alpino english-ewt; do
    for file in "$PLEACH_DATA/dependency/$name"/*.zst; do
        case $file in
        *.conllu.zst) same "$file" conllu ;;
        *) same "$file" conllx ;;
        esac
    done
done
for file in "$PLEACH_DATA"/constituency/*/*.discbracket.zst; do
    same "$file" discbracket
done
for file in "$PLEACH_DATA"/raw/penn/*.tree; do
    same "$file" bracket
done
# conllx by way of conllu: the same columns
through "$PLEACH_DATA/dependency/danish-ddt/dev.conll.zst" conllx conllu

text alpino/test "$PLEACH_DATA/constituency/alpino/test.discbracket.zst"
exit $failed
