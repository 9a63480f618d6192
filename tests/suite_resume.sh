#!/bin/sh
# `pleach parse --resume`: an output cut off at any byte becomes, byte for byte, what one run
# would have written; in every format that can be resumed, and in a folder of outputs. What a full disk
# or kill -9 leaves is kept, and a run with another model or other options is refused.
. tests/check.sh
export PLEACH_SHARE="$PWD/share"
pleach=$BUILD/pleach # each cut is a run of the program: without sanitizers that is quick
data=$PWD/tests/data
model=$T/toy.model
"$pleach" train --quiet --epochs 3 -o "$model" "$data/dutch.discbracket"
printf 'Een/LID-onbep mooie/ADJ-prenom dag/N-soort !/LET\nJa/TSW ./LET\n' >"$T/in.tagged"
printf 'A( -LRB-\377.  D?\n\nE.' >"$T/in.txt"
printf 'a (\n\n\n-LRB- \303\251\n\n' >"$T/in.tokens"

# every_byte INPUT FORMAT: cuts the output of INPUT behind each byte, resumes, compares
every_byte() {
    "$pleach" parse -q -m "$model" "$T/$1" --to "$2" -o "$T/whole" || return 1
    size=$(wc -c <"$T/whole")
    n=0
    while [ "$n" -le "$size" ]; do
        head -c "$n" "$T/whole" >"$T/part"
        "$pleach" parse -q -m "$model" "$T/$1" --to "$2" --resume -o "$T/part" && cmp "$T/whole" "$T/part" ||
            { echo "cut at byte $n"; return 1; }
        n=$((n + 1))
    done
    [ "$size" -gt 10 ]
}
for format in discbracket export conllu json tagged; do
    check "tagged words to $format, cut at every byte" every_byte in.tagged $format
done
for format in discbracket conllu text; do
    check "text to $format, cut at every byte" every_byte in.txt $format
done
for format in discbracket export bracket tokens; do
    check "sentences without words to $format, cut at every byte" every_byte in.tokens $format
done

# Frames of zstd: a file that was cut off anywhere, in a frame, behind one or in the list of them, goes on
# behind its last full frame and becomes what one run would have written.
for i in $(seq 170); do cat "$data/dutch.discbracket"; done >"$T/many.discbracket"
to_frames() { "$pleach" parse -q -b 1 -m "$model" "$T/many.discbracket" -o "$@"; }
to_frames "$T/whole.export.zst"
size=$(wc -c <"$T/whole.export.zst")
cut_frames() { # cut_frames BYTES LEAST: keeps so many bytes; at least so many sentences are not parsed again
    head -c "$1" "$T/whole.export.zst" >"$T/part.export.zst"
    "$pleach" parse -b 1 -m "$model" "$T/many.discbracket" --resume -o "$T/part.export.zst" 2>"$T/err" && cmp "$T/whole.export.zst" "$T/part.export.zst" || return 1
    kept=$(sed -n 's/.*resumed after \([0-9]*\) sentences*$/\1/p' "$T/err")
    [ "${kept:-0}" -ge "$2" ]
}
frames() { zstd -l "$T/whole.export.zst" | awk 'NR == 2 { print $1 }'; }
[ "$(frames)" -ge 3 ]
say $? "compressed output is in frames"
check "frames, cut before the first" cut_frames 0 0
check "frames, cut in a magic number" cut_frames 3 0
check "frames, cut in the first" cut_frames 1000 0
check "frames, cut in the second" cut_frames $((size * 2 / 3)) 1000
check "frames, cut before the list" cut_frames $((size - 42)) 2000
check "frames, cut in the list" cut_frames $((size - 5)) 2000
check "frames, whole" cut_frames "$size" 2000
other_frames() {
    head -c $((size * 2 / 3)) "$T/whole.export.zst" >"$T/part.export.zst"
    ! echo 'Ja .' | "$pleach" parse -q -m "$model" --from tokens --resume -o "$T/part.export.zst" 2>"$T/err" && grep -q 'sentence 1 differs from the input' "$T/err" &&
        echo 'no frame' >"$T/part.export.zst" && ! to_frames "$T/part.export.zst" --resume 2>"$T/err" && grep -q 'no zstd file' "$T/err" &&
        zstd -q -f "$data/dutch.discbracket" -o "$T/part.export.zst" && to_frames "$T/part.export.zst" --resume && cmp "$T/whole.export.zst" "$T/part.export.zst"
}
check "frames of another input, and none at all" other_frames

# The second part of a text, whose numbers of characters are those of the part: their places are cut with the frames.
"$pleach" convert -q --to text "$data/dutch.discbracket" >"$T/words.txt"
for i in $(seq 200); do cat "$T/words.txt"; echo; done >"$T/many.txt"
part_of_text() { "$pleach" parse -q -b 1 -m "$model" --part 2/2 "$T/many.txt" --to conllu --resume -o "$T/$1.conllu.zst"; }
frames_of_part() {
    part_of_text whole && part_of_text cut && [ -s "$T/cut.conllu.zst.numbers" ] || return 1
    truncate -s $(($(wc -c <"$T/cut.conllu.zst") * 4 / 5)) "$T/cut.conllu.zst" && rm "$T/cut.conllu.zst.manifest" &&
        part_of_text cut && cmp "$T/whole.conllu.zst" "$T/cut.conllu.zst" &&
        cmp "$T/whole.conllu.zst.numbers" "$T/cut.conllu.zst.numbers" && cmp "$T/whole.conllu.zst.manifest" "$T/cut.conllu.zst.manifest"
}
check "frames of a part, cut" frames_of_part

# A folder: some outputs are complete, one is cut off, some are not there.
mkdir -p "$T/in/b/c" && cp "$T/in.tagged" "$T/in/a.tagged" && cp "$T/in.txt" "$T/in/b/t.txt" &&
    cp "$data/dutch.discbracket" "$T/in/b/c/" && : >"$T/in/empty.txt"
folder() {
    "$pleach" parse -q -m "$model" "$T/in" -o "$T/whole.d/" && cp -r "$T/whole.d" "$T/part.d" &&
        head -c 2000 "$T/whole.d/b/c/dutch.discbracket.discbracket" >"$T/part.d/b/c/dutch.discbracket.discbracket" &&
        rm "$T/part.d/b/t.txt.discbracket" "$T/part.d/empty.txt.discbracket" &&
        "$pleach" parse -q -m "$model" "$T/in" -o "$T/part.d" --resume && diff -r "$T/whole.d" "$T/part.d" &&
        test "$(find "$T/part.d" -type f | wc -l)" = 4
}
check "a folder" folder
each_alone() {
    for f in a.tagged b/t.txt b/c/dutch.discbracket; do
        "$pleach" parse -q -m "$model" "$T/in/$f" | cmp - "$T/whole.d/$f.discbracket" || return 1
    done
}
check "a folder gives what its files give" each_alone

# A process that is stopped leaves whole sentences, and the rest can be had: stopped SIGNAL CODE
stopped() {
    for i in 1 2 3 4 5 6 7 8 9 10; do cat "$data/dutch.discbracket"; done >"$T/long.discbracket"
    "$pleach" parse -q -m "$model" "$T/long.discbracket" >"$T/whole" || return 1
    rm -f "$T/part"
    mkfifo "$T/fifo"
    "$pleach" parse -q -m "$model" --from discbracket "$T/fifo" --to discbracket --resume -o "$T/part" 2>"$T/err" &
    pid=$!
    exec 9>"$T/fifo"
    head -n 200 "$T/long.discbracket" >&9 # and then nothing for a while
    wait_for sh -c '[ "$(wc -l <"$0")" -ge 200 ]' "$T/part"
    kill -"$1" $pid
    wait $pid
    ended=$?
    exec 9>&-
    rm "$T/fifo"
    [ $ended = "$2" ] && head -n 200 "$T/whole" | cmp - "$T/part" && grep -q "interrupted after 200 sentences; the same command with --resume" "$T/err" &&
        "$pleach" parse -q -m "$model" --from discbracket "$T/long.discbracket" --to discbracket -o "$T/part" --resume && cmp "$T/whole" "$T/part"
}
check "SIGINT leaves whole sentences" stopped INT 130
check "SIGTERM leaves whole sentences" stopped TERM 143
check "SIGUSR1 leaves whole sentences" stopped USR1 138

# -- kill -9 ----------------------------------------------------------------------------

mkdir "$T/k"
# alone NAME…: the folder $T/k has only these files
alone() { [ "$(ls -A "$T/k" | sort | tr '\n' ' ')" = "$(for name; do echo "$name"; done | sort | tr '\n' ' ')" ] || { ls -lA "$T/k"; return 1; }; }
size_of() { cat "$T"/k/.*.part 2>/dev/null | wc -c; }
# killed NAME BYTES: kills a run without --resume when it has written this number of bytes
killed() {
    rm -f "$T/fifo" && mkfifo "$T/fifo" || return 1
    "$pleach" parse -q -b 1 -m "$model" --from discbracket "$T/fifo" -o "$T/k/$1" 2>"$T/err" &
    pid=$!
    exec 9>"$T/fifo"
    cat "$T/many.discbracket" >&9 & # the input does not end before the fifo is closed here
    tries=0
    while [ "$(size_of)" -lt "$2" ] && [ $tries -lt 600 ]; do
        sleep 0.01
        tries=$((tries + 1))
    done
    kill -KILL $pid
    wait $pid
    exec 9>&-
    wait
    [ "$(size_of)" -ge "$2" ]
}
continued() { "$pleach" parse -b 1 -m "$model" --from discbracket "$T/many.discbracket" -o "$T/k/$1" --resume 2>"$T/err" && cmp "$T/$2" "$T/k/$1" && alone "$1"; }
# taken_up NAME WHOLE BYTES
taken_up() {
    find "$T/k" -mindepth 1 -delete
    killed "$1" "$3" && [ ! -e "$T/k/$1" ] && continued "$1" "$2" && grep -q "resumed after [1-9]" "$T/err" || { cat "$T/err"; return 1; }
}
for name in discbracket export json conllu; do to_frames "$T/many.whole.$name"; done
for bytes in 1 5000 300000 1000000; do
    check "kill -9 after $bytes bytes" taken_up a.discbracket many.whole.discbracket $bytes
done
check "kill -9, json" taken_up a.json many.whole.json 100000
check "kill -9, export" taken_up a.export many.whole.export 100000
check "kill -9, conllu" taken_up a.conllu many.whole.conllu 100000
check "kill -9, compressed" taken_up a.export.zst whole.export.zst 1
killed_beside_old() {
    find "$T/k" -mindepth 1 -delete
    echo old >"$T/k/a.json"
    killed a.json 1 && [ "$(cat "$T/k/a.json")" = old ] && continued a.json many.whole.json
}
check "kill -9 leaves an older output, which --resume replaces" killed_beside_old
begun_again() {
    find "$T/k" -mindepth 1 -delete
    killed a.json 1 && to_frames "$T/k/a.json" && cmp "$T/many.whole.json" "$T/k/a.json" && alone a.json &&
        killed a.json 1 && "$pleach" convert "$data/dutch.discbracket" -o "$T/k/a.json" && alone a.json
}
check "a run without --resume starts again and removes what was left" begun_again
without_record() {
    find "$T/k" -mindepth 1 -delete
    killed a.json 1 && rm "$T"/k/.*.resume && continued a.json many.whole.json && ! grep -q 'went on' "$T/err"
}
check "what was left without a record of its options is not taken up" without_record
being_written() {
    find "$T/k" -mindepth 1 -delete
    rm "$T/fifo" && mkfifo "$T/fifo"
    "$pleach" parse -q -b 1 -m "$model" --from discbracket "$T/fifo" -o "$T/k/a.json" &
    pid=$!
    exec 9>"$T/fifo"
    cat "$data/dutch.discbracket" >&9
    tries=0
    while [ "$(size_of)" = 0 ] && [ $tries -lt 600 ]; do
        sleep 0.01
        tries=$((tries + 1))
    done
    ! "$pleach" parse -b 1 -m "$model" --from discbracket "$T/many.discbracket" -o "$T/k/a.json" --resume 2>"$T/err" && grep -q 'another run is writing it' "$T/err"
    refused=$?
    exec 9>&-
    wait $pid && [ $refused = 0 ] && alone a.json && [ "$(wc -l <"$T/k/a.json")" = 42 ]
}
check "a run that is writing is not disturbed" being_written
# A folder: killed in the second of three files.
killed_folder() {
    mkdir "$T/in3" && cp "$data/dutch.discbracket" "$T/in3/a.discbracket" && cp "$T/many.discbracket" "$T/in3/b.discbracket" && cp "$data/dutch.discbracket" "$T/in3/c.discbracket" &&
        "$pleach" parse -q -b 8 -m "$model" "$T/in3" --to json -o "$T/whole3/" || return 1
    for size in 1 1000000; do
        rm -rf "$T/out3"
        "$pleach" parse -q -b 8 -m "$model" "$T/in3" --to json -o "$T/out3/" &
        pid=$!
        tries=0
        while [ "$(cat "$T"/out3/.b*.part 2>/dev/null | wc -c)" -lt $size ] && [ $tries -lt 600 ]; do
            sleep 0.01
            tries=$((tries + 1))
        done
        kill -KILL $pid
        wait $pid
        ls -A "$T/out3"
        "$pleach" parse -b 8 -m "$model" "$T/in3" --to json -o "$T/out3/" --resume 2>"$T/err" && diff -r "$T/whole3" "$T/out3" && grep -q 'resumed after [1-9]' "$T/err" || return 1
    done
}
check "kill -9, a folder" killed_folder
killed_part() {
    for n in 1 2; do
        rm -f "$T"/k/* "$T"/k/.[a-z]*
        part="parse -q -b 8 -m $model --part $n/2 $T/many.txt --to conllu"
        # shellcheck disable=SC2086
        "$pleach" $part -o "$T/whole.part" || return 1
        # shellcheck disable=SC2086
        "$pleach" $part -o "$T/k/p" &
        pid=$!
        tries=0
        while [ "$(size_of)" -lt 500000 ] && [ $tries -lt 600 ]; do
            sleep 0.01
            tries=$((tries + 1))
        done
        kill -KILL $pid
        wait $pid
        # shellcheck disable=SC2086
        [ ! -e "$T/k/p" ] && "$pleach" $part -o "$T/k/p" --resume && cmp "$T/k/p" "$T/whole.part" && cmp "$T/k/p.manifest" "$T/whole.part.manifest" || return 1
        [ $n = 1 ] || cmp "$T/k/p.numbers" "$T/whole.part.numbers" || return 1
    done
}
check "kill -9, a part" killed_part

# -- a full disk ------------------------------------------------------------------------

# full NAME OPTION…: the run ends when the file has 500 KB; its whole sentences are kept, and --resume adds the rest
full() {
    name=$1
    shift
    (ulimit -f 500 && ! "$pleach" parse -q -b 1 -m "$model" "$T/many.discbracket" -o "$T/k/$name" "$@" 2>"$T/err") || return 1
    cat "$T/err"
    n=$(sed -n "s/.*$name: File too large; the same command with --resume continues after \([0-9]*\) sentences$/\1/p" "$T/err")
    [ "${n:-0}" -gt 100 ] && "$pleach" parse -b 1 -m "$model" "$T/many.discbracket" -o "$T/k/$name" --resume 2>"$T/err" && grep -q "resumed after $n sentences" "$T/err" &&
        cmp "$T/k/$name" "$T/many.whole.${name#a.}" && alone "$name"
}
for name in a.discbracket a.export a.json a.conllu; do
    find "$T/k" -mindepth 1 -delete
    check "a full disk: $name" full $name
    rm -f "$T/k/$name"
    check "a full disk: $name --resume" full $name --resume
    rm -f "$T/k/$name"
    check "a full disk: $name --stream" full $name --stream
done
whole_sentences() {
    find "$T/k" -mindepth 1 -delete
    (ulimit -f 500 && ! "$pleach" parse -q -b 1 -m "$model" "$T/many.discbracket" -o "$T/k/a.discbracket" 2>"$T/err") || return 1
    n=$(wc -l <"$T/k/a.discbracket")
    head -n "$n" "$T/many.whole.discbracket" | cmp - "$T/k/a.discbracket" && grep -q "continues after $n sentences" "$T/err"
}
check "a full disk leaves whole sentences" whole_sentences
full_beside_old() {
    find "$T/k" -mindepth 1 -delete
    echo old >"$T/k/a.discbracket"
    (ulimit -f 500 && ! "$pleach" parse -q -b 1 -m "$model" "$T/many.discbracket" -o "$T/k/a.discbracket" 2>"$T/err") || return 1
    cat "$T/err"
    [ "$(cat "$T/k/a.discbracket")" = old ] && grep -q 'File too large; the older output is unchanged; the same command with --resume continues after' "$T/err" &&
        "$pleach" parse -b 1 -m "$model" "$T/many.discbracket" -o "$T/k/a.discbracket" --resume && cmp "$T/k/a.discbracket" "$T/many.whole.discbracket" && alone a.discbracket
}
check "a full disk and an older output" full_beside_old
not_continued() { # not_continued NAME REASON OPTION…
    find "$T/k" -mindepth 1 -delete
    name=$1 reason=$2
    shift 2
    (ulimit -f 8 && ! "$pleach" parse -q -b 1 -m "$model" "$T/many.discbracket" -o "$T/k/$name" "$@" 2>"$T/err") || return 1
    cat "$T/err"
    grep -q "$name: File too large; nothing is kept: $reason" "$T/err" && alone
}
check "a full disk, XML" not_continued a.tigerxml 'a file of the format tigerxml is a single document'
check "a full disk, gzip" not_continued a.export.gz 'gzip output cannot be resumed: use zstd (.zst)'
check "a full disk, n-best lists" not_continued a.export '--resume cannot be combined with --nbest' --nbest 2
check "a full disk, table" not_continued a.tsv 'a file of the format tsv is a single document'
# A real full disk, if the system allows to make one.
real_disk() {
    for name in a.discbracket a.export.zst; do
        rm -f "$T"/disk/* "$T"/disk/.[a-z]*
        head -c 200000 /dev/zero >"$T/disk/other" || return 1
        ! "$pleach" parse -q -b 1 -m "$model" "$T/large.discbracket" -o "$T/disk/$name" 2>"$T/err" || return 1
        cat "$T/err"
        grep -q 'No space left on device; the same command with --resume continues after [1-9]' "$T/err" && rm "$T/disk/other" && mount -o remount,size=8m "$T/disk" &&
            "$pleach" parse -q -b 1 -m "$model" "$T/large.discbracket" -o "$T/disk/$name" --resume && cmp "$T/disk/$name" "$T/large.whole.${name#a.}" && [ "$(ls -A "$T/disk")" = $name ] || return 1
        rm "$T/disk/$name" && mount -o remount,size=600k "$T/disk" || return 1
    done
}
mkdir "$T/disk"
if mount -t tmpfs -o size=600k none "$T/disk" 2>/dev/null; then
    # random words, which do not compress
    awk 'BEGIN { srand(1); for (i = 0; i < 5000; i++) { printf "(S"; for (k = 0; k < 20; k++) printf " (N %d=w%x)", k, int(rand() * 4294967296); print ")" } }' >"$T/large.discbracket"
    for name in discbracket export.zst; do "$pleach" parse -q -b 1 -m "$model" "$T/large.discbracket" -o "$T/large.whole.$name"; done
    check "a disk that is full" real_disk
    umount "$T/disk"
else
    echo "ok a disk that is full # SKIP none can be made"
fi

# -- the same model and options ---------------------------------------------------------

"$pleach" train --quiet --epochs 1 -o "$T/other.model" "$data/dutch.discbracket"
"$pleach" train --quiet --epochs 1 --tagger -o "$T/tags.model" "$data/dutch.discbracket"
mkdir "$T/copy" && cp "$T/tags.model" "$T/copy/tags" && cp "$T/other.model" "$T/copy/toy.model" && cp "$model" "$T/copy/name.model" && zstd -q "$model" -o "$T/copy/z.model.zst"
# begun OPTION…: makes an unfinished output
begun() {
    find "$T/k" -mindepth 1 -delete
    (ulimit -f 500 && ! "$pleach" parse -q -m "$model" "$T/many.discbracket" -o "$T/k/a.discbracket" "$@" 2>/dev/null) && cp "$T/k/a.discbracket" "$T/begun"
}
# refused TEXT OPTION…: --resume fails with this text, and changes nothing
refused() {
    text=$1
    shift
    ! "$pleach" parse -q "$T/many.discbracket" -o "$T/k/a.discbracket" --resume "$@" 2>"$T/err" || return 1
    cat "$T/err"
    grep -q -F "a.discbracket was started $text, or remove $T/k/a.discbracket" "$T/err" && cmp "$T/begun" "$T/k/a.discbracket"
}
begun -b 1
check "another model" refused 'with the model toy.model, and this run uses other.model: use the same model' -m "$T/other.model" -b 1
check "another model of the same name" refused 'with the model toy.model, whose content has changed: use the same model' -m "$T/copy/toy.model" -b 1
check "another beam" refused 'with --beam 1, and this run uses --beam 2: use the same options' -m "$model" -b 2
check "no beam" refused 'with --beam 1, and this run does not use it: use the same options' -m "$model"
check "an option more" refused 'without --on-error skip, and this run uses it: use the same options' -m "$model" -b 1 --on-error skip
check "another format" refused 'with the format discbracket, and this run uses export: use the same format' -m "$model" -b 1 --to export
check "a part" refused 'without --part 1/2, and this run uses it: use the same options' -m "$model" -b 1 --part 1/2
same_options() {
    "$pleach" parse --time -j 1 --stream -m "$T/copy/z.model.zst" "$T/many.discbracket" -b 1 -o "$T/k/a.discbracket" --to discbracket --resume 2>"$T/err" && cmp "$T/many.whole.discbracket" "$T/k/a.discbracket" && alone a.discbracket
}
check "the same model under another name, and options that do not change the output" same_options
touch "$T/c1" && printf '1\ttag\t1\tX\n' >"$T/c2"
begun --constraints "$T/c1" -m "$T/tags.model" --retag -b 2
check "another order, and another name of an option" eval '"$pleach" parse -q -b 2 --predict-tags --constraints "$T/c1" -m "$T/copy/tags" "$T/many.discbracket" -o "$T/k/a.discbracket" --resume'
begun --constraints "$T/c1"
check "a file that has changed" eval 'cp "$T/c2" "$T/c1"; refused "with --constraints c1, whose content has changed: use the same file" -m "$model" --constraints "$T/c1"'
removed() {
    begun && rm "$T/k/a.discbracket" && "$pleach" parse -q -b 1 -m "$T/other.model" "$T/many.discbracket" -o "$T/k/a.discbracket" --resume && alone a.discbracket
}
check "after the file is removed, a run may have any options" removed
not_known() {
    begun && rm "$T"/k/.*.resume && "$pleach" parse -m "$T/other.model" "$T/many.discbracket" -o "$T/k/a.discbracket" --resume 2>"$T/err" && grep -q 'a.discbracket: there is no record of its model' "$T/err" &&
        "$pleach" parse -m "$T/other.model" "$T/many.discbracket" -o "$T/k/a.discbracket" --resume 2>"$T/err" && ! grep -q 'no record' "$T/err"
}
check "an output without a record is continued with a note" not_known
grown() {
    begun -b 1 && { cat "$T/many.discbracket"; head -n 1 "$data/dutch.discbracket"; } >"$T/grown.discbracket" &&
        "$pleach" parse -q -b 1 -m "$model" "$T/grown.discbracket" -o "$T/k/a.discbracket" --resume && "$pleach" parse -q -b 1 -m "$model" "$T/grown.discbracket" | cmp - "$T/k/a.discbracket"
}
check "the input may have grown" grown
exit $status
