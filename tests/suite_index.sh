#!/bin/sh
# pleach index: what is found in an index is what is found in the treebanks that it was made of,
# and so is what it is converted to; it says when one of these has changed; damage is refused.
. tests/check.sh
data=tests/data
several="$data/dutch.discbracket $data/german.export $data/danish.conllx"

# -- answers ----------------------------------------------------------------------------

# same INDEX QUERY "FILES" OPTION…: the same output, messages about counts and exit status
same() {
    index=$1 query=$2 files=$3
    shift 3
    # shellcheck disable=SC2086
    pleach search "$@" "$query" $files >"$T/plain" 2>"$T/plain.log"
    plain=$?
    pleach search "$@" "$query" "$index" >"$T/indexed" 2>"$T/indexed.log"
    [ $? = $plain ] && cmp "$T/plain" "$T/indexed" && tail -n 1 "$T/plain.log" >"$T/plain.last" &&
        tail -n 1 "$T/indexed.log" | diff "$T/plain.last" -
}
answers() {
    while read -r query; do
        for view in "$@"; do
            # shellcheck disable=SC2086
            same "$T/all.plx" "$query" "$several" $view || { echo "$query, $view"; return 1; }
        done
    done <<'END'
#n:[cat="NP"] & discontinuous(#n)
[word=/d.*/] . #t:[pos=/N.*/]
#a >SB #x:[cat="NP"] | #a ->subj #x
#h:[coarse="N"] & not(#h -> #d)
[cat=("ROOT"|"TOP")] >* [lemma!="--"]
[word="Wulms"]
[cat="NP" & word="x"]
not([cat="NP"])
sentence(number=3) & #n:[edge=#e] $ #m:[edge=#e]
END
}
# shellcheck disable=SC2086
check "an index of three formats" pleach index --quiet $several -o "$T/all.plx"
check "the same matches" answers --json '--limit 5' '-j 2 --per-sentence 1'
check "the same counts" answers --count '--invert --count'
check "the same sentences" answers '--sentences --to export' '--sentences --invert --to conllu' '--punct remove --count'
check "the same drawings and contexts" same "$T/all.plx" '#n:[cat="PP"]' "$several" --kwic
check "the same tables" same "$T/all.plx" '#n:[NT] & gaps(#n,1,*) count by #n.cat, sentence.number' "$several"
check "the same with templates and alternatives" same "$T/all.plx" 'P(#x) <- #x:[cat="PP"] > [T]; P(#a) | #a:[pos="NN"]' "$several"
notes() {
    pleach search '[cat="PPAR"]' $data/dutch.discbracket 2>&1 | sed 's/dutch.discbracket/FILE/' >"$T/plain"
    pleach index -q $data/dutch.discbracket -o "$T/dutch.plx" && pleach search '[cat="PPAR"]' "$T/dutch.plx" 2>&1 |
        sed 's/dutch.plx/FILE/' | diff "$T/plain" - && grep -q 'did you mean "PPART"' "$T/plain"
}
check "the same notes" notes
explained() {
    pleach search --explain '#n:[cat="NP"] > #t:[word="Boeken"]' "$T/dutch.plx" >"$T/plan" &&
        grep -q '^1 of 42 sentences of .*dutch.plx may match$' "$T/plan" &&
        grep -q '^1. #t: every node; in 1 of 42 sentences' "$T/plan"
}
! grep -q lroaring "$BUILD/flags" || check "--explain counts in the index" explained

# -- a treebank like others --------------------------------------------------------------

converts() {
    for file; do
        pleach index -q "$data/$file" -o "$T/one.plx" || return 1
        for format in json export tigerxml conllu alpino discbracket; do
            pleach convert -q --to $format "$data/$file" >"$T/plain" &&
                pleach convert -q --to $format "$T/one.plx" | cmp "$T/plain" - || { echo "$file, $format"; return 1; }
        done
    done
}
check "converted, it is what its source is" converts dutch.discbracket german.export german.tiger.xml english.conllu dutch.alpino.xml
packed() {
    pleach search -q --json '[cat="NP"]' $data/dutch.discbracket >"$T/plain"
    pleach search -q --json '[cat="NP"]' - <"$T/dutch.plx" | cmp "$T/plain" - &&
        zstd -q -c "$T/dutch.plx" >"$T/dutch.plx.zst" && pleach search -q --json '[cat="NP"]' "$T/dutch.plx.zst" | cmp "$T/plain" - &&
        pleach index -q "$T/dutch.plx" -o "$T/again.plx" && pleach search -q --json '[cat="NP"]' "$T/again.plx" | cmp "$T/plain" -
}
check "from standard input, compressed, of an index" packed
draws() { pleach stats -q "$T/all.plx" >"$T/stats" && pleach draw "$T/dutch.plx" | head -n 3 | grep -q ROOT; }
check "stats and draw" draws
repeats() { pleach index -q $data/dutch.discbracket -o "$T/again.plx" && cmp "$T/dutch.plx" "$T/again.plx"; }
check "the same treebank makes the same bytes" repeats
empty() { : >"$T/none.export" && pleach index -q "$T/none.export" -o "$T/none.plx" && [ "$(pleach search -q --count '[]' "$T/none.plx")" = "$(printf '%s\t0\t0' "$T/none.export")" ]; }
check "a treebank without sentences" empty

# -- sources ------------------------------------------------------------------------------

changed() { pleach search --count '[cat="NP"]' "$T/c.plx" 2>&1 >/dev/null | grep -c 'has changed since the index was made'; }
tells_changes() {
    cp $data/dutch.discbracket "$T/c.discbracket" && pleach index -q "$T/c.discbracket" -o "$T/c.plx" || return 1
    [ "$(changed)" = 0 ] || return 1
    touch -d '+1 hour' "$T/c.discbracket"
    [ "$(changed)" = 0 ] || return 1
    sed 's/(NP /(XP /' $data/dutch.discbracket >"$T/c.discbracket" && touch -d '+1 hour' "$T/c.discbracket"
    [ "$(changed)" = 1 ] || return 1
    echo >>"$T/c.discbracket"
    touch -d '-1 hour' "$T/c.discbracket"
    [ "$(changed)" = 1 ] && (cd "$T" && mkdir -p elsewhere && mv c.discbracket c.plx elsewhere) || return 1
    [ "$(pleach search --count '[cat="NP"]' "$T/elsewhere/c.plx" 2>&1 >/dev/null | grep -c 'has changed')" = 1 ] &&
        rm "$T/elsewhere/c.discbracket" &&
        [ "$(pleach search --count '[cat="NP"]' "$T/elsewhere/c.plx" 2>&1 >/dev/null | grep -c 'has changed')" = 0 ]
}
check "it tells that a source has changed" tells_changes

# -- without CRoaring -----------------------------------------------------------------------

check "it compiles without CRoaring" "${CC:-cc}" -std=c17 -Isrc -Iinclude -D_GNU_SOURCE -Wall -Wextra -Werror -c src/format/sentence_sets.c -o "$T/sets.o"

# -- mistakes -----------------------------------------------------------------------------

# refuses MESSAGE COMMAND…
refuses() {
    message=$1
    shift
    ! "$@" >"$T/out" 2>"$T/err" && grep -q "$message" "$T/err"
}
# damage OFFSET: one byte of a copy is another
damage() {
    cp "$T/dutch.plx" "$T/bad.plx" && printf '\377' | dd of="$T/bad.plx" bs=1 seek="$1" conv=notrunc 2>/dev/null
}
size=$(wc -c <"$T/dutch.plx")
for at in 20 70 $((size / 2)) $((size - 40)); do
    damage "$at"
    check "damage at byte $at" refuses 'bad.plx: the index' pleach convert "$T/bad.plx"
done
head -c $((size / 2)) "$T/dutch.plx" >"$T/bad.plx"
check "half of a file" refuses 'bad.plx: the index is damaged: it was cut off; make it again' pleach search '[]' "$T/bad.plx"
check "no index" refuses 'not an index of pleach' pleach search --from plx '[]' $data/dutch.discbracket
check "no name for it" refuses 'is missing' pleach index $data/dutch.discbracket
check "standard output" refuses 'is a file' pleach index $data/dutch.discbracket -o -
cp $data/dutch.discbracket "$T/in.discbracket"
check "the output is read, too" refuses 'is read, too' pleach index "$T/in.discbracket" -o "$T/in.discbracket"
check "an index is read and written" refuses 'is read, too' pleach index "$T/dutch.plx" -o "$T/dutch.plx"
echo '(S (A' >"$T/broken.discbracket"
leaves_nothing() { refuses 'broken.discbracket' pleach index "$T/broken.discbracket" -o "$T/left.plx" && [ ! -e "$T/left.plx" ]; }
check "a bad sentence leaves no file" leaves_nothing
interrupted() {
    mkfifo "$T/pipe"
    pleach index -q --from discbracket "$T/pipe" -o "$T/left.plx" &
    made=$!
    exec 3>"$T/pipe"
    head -n 1 $data/dutch.discbracket >&3
    kill -TERM $made
    wait $made
    code=$?
    exec 3>&-
    [ $code = 143 ] && [ "$(find "$T" -name '*left.plx*' | wc -l)" = 0 ]
}
check "an interrupt leaves no file" interrupted
exit $status
