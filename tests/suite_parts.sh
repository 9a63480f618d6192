#!/bin/sh
# `--part` and `pleach merge`: the outputs of parts, put together, are what one run writes, byte for
# byte; parts that are missing, doubled, damaged or of another work are noticed.
. tests/check.sh
export PLEACH_SHARE="$PWD/share"
quick=$BUILD/pleach # many runs of the program: without sanitizers that is quick
data=$PWD/tests/data
model=$T/toy.model
"$quick" train --quiet --epochs 2 -o "$model" "$data/dutch.discbracket"

# parts N OUTPUT COMMAND…: runs the command as a whole and in N parts, and compares
parts() {
    n=$1 name=$2
    shift 2
    rm -rf "$T/p" && mkdir "$T/p"
    "$program" "$@" -q -o "$T/whole.$name" || return 1
    i=1
    while [ "$i" -le "$n" ]; do
        "$program" "$@" -q --part "$i/$n" -o "$T/p/$i.$name" || { echo "part $i of $n: $*"; return 1; }
        i=$((i + 1))
    done
    "$program" merge -q -o "$T/merged.$name" "$T/p" && cmp "$T/whole.$name" "$T/merged.$name"
}

program=$quick
for pair in german.export:tigerxml german.export:json german.tiger.xml:tigerxml german.tiger.xml:export dutch.alpino.xml:alpino dutch.alpino.xml:conllu \
    german.conllu:conllu english.penn:export dutch.tagged:alpino dutch.discbracket:discbracket; do
    check "parts of ${pair%:*} as ${pair#*:}" parts 3 "${pair#*:}" convert --to "${pair#*:}" "$data/${pair%:*}"
done
head -n 1 "$data/dutch.discbracket" >"$T/one.discbracket"
: >"$T/none.discbracket"
check "one sentence in two parts" parts 2 alpino convert --to alpino "$T/one.discbracket"
check "nothing in two parts" parts 2 alpino convert --to alpino "$T/none.discbracket"

# Raw text: numbers of sentences and places of characters go through.
for i in 1 2 3 4 5 6; do printf 'Héél %s. Nee! Waarom?\nJa\n\n' $i; done >"$T/in.txt"
cp "$T/in.txt" "$T/zwei.txt"
for to in conllu export tigerxml json tsv; do
    check "raw text of two files to $to" parts 5 $to parse -m "$model" --to $to "$T/in.txt" "$T/zwei.txt"
done
check "n-best lists" parts 4 discbracket parse -m "$model" --nbest 2 --beam 2 "$T/in.txt"
check "one sentence per line" parts 4 conllu parse -m "$model" --one-per-line --to conllu "$T/in.txt"
tagger() {
    "$program" train --quiet --epochs 1 --tagger -o "$T/tagger.model" "$data/dutch.discbracket" &&
        parts 3 conllu tag -m "$T/tagger.model" --to conllu "$T/in.txt"
}
check "tagging" tagger
mkdir "$T/folder" && cp "$T/in.txt" "$T/folder/a.txt" && cp "$T/in.txt" "$T/folder/b.txt" && gzip -c "$T/in.txt" >"$T/folder/c.txt.gz" && : >"$T/folder/d.txt"
check "a folder, with a file that cannot be cut" parts 2 conllu parse -m "$model" --to conllu "$T/folder"

# Search: matches with their places, sentences, counts that are added up; in files and in an index.
"$quick" index -q "$data/dutch.discbracket" "$data/german.export" -o "$T/both.plx"
for view in "" --json --count "--count --json" --count-by=#n.cat,#n.gaps "--count-by=#n.cat --json" --columns=sentence.number,#n.cat; do
    # shellcheck disable=SC2086
    check "search $view" parts 4 txt search $view '#n:[NT]' "$data/dutch.discbracket" "$data/german.export"
    # shellcheck disable=SC2086
    check "search $view in an index" parts 3 txt search $view '#n:[cat="NP"]' "$T/both.plx"
done
check "search --sentences" parts 3 tigerxml search --sentences --to tigerxml '[cat="NP"]' "$data/dutch.discbracket" "$data/german.export"
check "convert an index" parts 3 json convert "$T/both.plx"

# Frames of zstd: read from any of them, written by convert and by parse.
frames() {
    "$program" convert -q "$data/german.export" -o "$T/g.json" || return 1
    i=0
    while [ $i -lt 150 ]; do
        cat "$T/g.json"
        i=$((i + 1))
    done >"$T/long.json"
    "$program" convert -q --frames -o "$T/long.json.zst" "$T/long.json" && "$program" convert -q --to json "$T/long.json.zst" | cmp - "$T/long.json" &&
        parts 4 discbracket convert "$T/long.json.zst" && test "$(wc -l <"$T/p/2.discbracket")" -gt 100
}
check "frames of zstd are cut" frames
packed() { # the same text, whatever the frames are
    parts 3 json.zst convert --frames "$T/long.json.zst"
    "$program" convert -q --to json "$T/merged.json.zst" | cmp - "$T/long.json"
}
check "frames of zstd are put together" packed
check "a manifest has the size of the compressed file" grep -q "\"bytes\": $(wc -c <"$T/p/1.json.zst")," "$T/p/1.json.zst.manifest"
program=$BUILD/san/pleach
check "with sanitizers" parts 3 tigerxml parse -m "$model" --to tigerxml "$T/in.txt"

# What cannot be cut, and wrong usage: status 2.
refused() {
    "$program" "$@" >"$T/said" 2>&1
    test $? = 2 || { cat "$T/said"; return 1; }
}
gzip -c "$T/in.txt" >"$T/in.txt.gz"
"$quick" convert -q "$data/german.export" -o "$T/one.export.zst"
mkfifo "$T/pipe"
check "gzip" refused convert --part 1/2 "$T/in.txt.gz" --to tokens -o "$T/out"
check "zstd of one frame" refused convert --part 1/2 "$T/one.export.zst" -o "$T/out"
check "a pipe" refused convert --part 1/2 "$T/pipe" -o "$T/out"
check "standard input" refused parse -m "$model" --part 1/2 -o "$T/out"
check "standard output" refused convert --part 1/2 "$T/in.txt"
for wrong in 0/2 3/2 1 1/0 a/b 1/2x -1/2; do
    check "--part $wrong" refused convert --part $wrong "$T/in.txt" -o "$T/out"
done
check "--kwic" refused search --part 1/2 --kwic '#n:[NT]' "$data/german.export" -o "$T/out"
check "--limit" refused search --part 1/2 --limit 3 '#n:[NT]' "$data/german.export" -o "$T/out"
check "numbers of sentences" refused search --part 2/2 '#n:[NT] & sentence(number=2,4)' "$data/dutch.discbracket" -o "$T/out"
check "tables of numbers" refused search --part 2/2 '#n:[NT] count by sentence.number' "$data/dutch.discbracket" -o "$T/out"
check "the word number" parts 2 txt search '[word="number"]' "$data/dutch.discbracket"
check "counts by number" refused search --part 2/2 --count-by=sentence.id '#n:[NT]' "$data/dutch.discbracket" -o "$T/out"
check "--sample" refused convert --part 1/2 --sample 3 "$data/german.export" -o "$T/out"

# merge sees what is wrong, and says which parts have to run again.
three() {
    rm -rf "$T/m" && mkdir "$T/m" || return 1
    for i in 1 2 3; do
        "$quick" convert -q --part $i/3 "$data/german.export" --to conllu -o "$T/m/$i.conllu" || return 1
    done
}
# again LIST: merge refuses, and --check prints the list
again() {
    list=$("$program" merge --check "$T/m" 2>"$T/why")
    test $? = 1 && test "$list" = "$1" && ! "$program" merge -q -o "$T/no" "$T/m" 2>/dev/null && test ! -e "$T/no" || {
        echo "found '$list'"
        cat "$T/why"
        return 1
    }
}
check "all parts are good" eval 'three && test -z "$("$program" merge --check "$T/m")"'
check "a part is missing" eval 'rm "$T/m/2.conllu.manifest" && again 2'
check "two are missing" eval 'rm "$T/m/3.conllu" && again 2-3'
check "a part is damaged" eval 'three && printf x >>"$T/m/3.conllu" && again 3'
check "a part is cut off" eval 'three && head -c 100 "$T/m/1.conllu" >"$T/x" && cp "$T/x" "$T/m/1.conllu" && again 1'
check "a part of other options" eval 'three && "$quick" convert -q --part 2/3 --punct move "$data/german.export" --to conllu -o "$T/m/2.conllu" && again 2'
check "a part of another input" eval 'three && "$quick" convert -q --part 2/3 "$data/german.conllu" --to conllu -o "$T/m/2.conllu" && again 2'
check "a part of another number of parts" eval 'three && "$quick" convert -q --part 2/4 "$data/german.export" --to conllu -o "$T/m/2.conllu" && again 2'
check "a part is there twice" eval 'three && "$quick" convert -q --part 2/3 "$data/german.export" --to conllu -o "$T/m/x.conllu" && again ""'
check "no part is there" eval 'rm "$T/m/"* && test "$("$program" merge --check --parts 12 "$T/m" 2>/dev/null)" = 1-12'
check "a manifest is none" eval 'three && echo "{\"part\": 1}" >"$T/m/1.conllu.manifest" && again 1'
models() {
    three && rm "$T/m/"* && "$quick" train --quiet --epochs 1 -o "$T/other.model" "$data/dutch.discbracket" || return 1
    for i in 1 2 3; do
        m=$model
        [ $i = 2 ] && m=$T/other.model
        "$quick" parse -q -m "$m" --part $i/3 "$T/in.txt" -o "$T/m/$i.discbracket" || return 1
    done
    again 2 && grep -q "another model" "$T/why"
}
check "a part of another model" models

# --resume: a part that ends anywhere goes on; a part that is complete is left as it is.
resumes() {
    "$quick" parse -q -m "$model" --to conllu --part 2/3 "$T/in.txt" -o "$T/r.conllu" && cp "$T/r.conllu" "$T/r.whole" && cp "$T/r.conllu.numbers" "$T/r.numbers" && cp "$T/r.conllu.manifest" "$T/r.manifest" || return 1
    size=$(wc -c <"$T/r.whole")
    for at in 0 1 100 400 $((size - 1)) "$size"; do
        rm -f "$T/r.conllu.manifest"
        head -c "$at" "$T/r.whole" >"$T/r.conllu"
        cp "$T/r.numbers" "$T/r.conllu.numbers"
        "$quick" parse -q -m "$model" --to conllu --part 2/3 --resume "$T/in.txt" -o "$T/r.conllu" && cmp "$T/r.whole" "$T/r.conllu" &&
            cmp "$T/r.numbers" "$T/r.conllu.numbers" && cmp "$T/r.manifest" "$T/r.conllu.manifest" || { echo "cut at byte $at"; return 1; }
    done
    "$program" parse -m "$model" --to conllu --part 2/3 --resume "$T/in.txt" -o "$T/r.conllu" 2>"$T/said" && grep -q "is complete" "$T/said" &&
        cmp "$T/r.manifest" "$T/r.conllu.manifest"
}
check "a part is resumed" resumes
check "a part of another model is not taken for complete" eval '! "$program" parse -q -m "$T/other.model" --to conllu --part 2/3 --resume "$T/in.txt" -o "$T/r.conllu" 2>/dev/null'

# A signal stops a part after a sentence, and the same command continues it. If the part had ended before the
# signal, the test tries again with more text.
stops() {
    for _ in $(seq 300); do cat "$T/in.txt"; done >"$T/long.txt"
    for round in 1 2 3 4 5 6; do
        rm -f "$T/s.out.dbr" "$T/s.out.dbr.manifest"
        "$quick" parse -q -m "$model" -j 1 --beam 64 --part 1/2 --resume "$T/long.txt" -o "$T/s.out.dbr" 2>/dev/null &
        pid=$!
        while kill -0 $pid 2>/dev/null && ! test -s "$T/s.out.dbr"; do sleep 0.02; done
        kill -USR1 $pid 2>/dev/null
        wait $pid
        found=$?
        [ $found = 138 ] && break
        cat "$T/long.txt" "$T/long.txt" >"$T/longer.txt" && mv "$T/longer.txt" "$T/long.txt"
    done
    "$quick" parse -q -m "$model" --part 1/2 "$T/long.txt" -o "$T/s.whole.dbr" || return 1
    test $found = 138 && test -s "$T/s.out.dbr" && test ! -e "$T/s.out.dbr.manifest" &&
        "$quick" parse -q -m "$model" --beam 64 --part 1/2 --resume "$T/long.txt" -o "$T/s.out.dbr" && test -e "$T/s.out.dbr.manifest" &&
        test "$(wc -l <"$T/s.out.dbr")" = "$(wc -l <"$T/s.whole.dbr")"
}
check "SIGUSR1 stops a part, and it goes on" stops
exit $status
