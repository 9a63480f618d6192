#!/bin/sh
# `pleach parse --resume`: an output cut off at any byte becomes, byte for byte, what one run
# would have written; in every format that can be resumed, and in a folder of outputs.
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
    kept=$(sed -n 's/.*went on after \([0-9]*\) sentences*$/\1/p' "$T/err")
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
    ! echo 'Ja .' | "$pleach" parse -q -m "$model" --from tokens --resume -o "$T/part.export.zst" 2>"$T/err" && grep -q 'sentence 1 is not that of the input' "$T/err" &&
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
        "$pleach" parse -q -m "$model" "$T/long.discbracket" --to discbracket -o "$T/part" --resume && cmp "$T/whole" "$T/part"
}
check "SIGINT leaves whole sentences" stopped INT 130
check "SIGTERM leaves whole sentences" stopped TERM 143
check "SIGUSR1 leaves whole sentences" stopped USR1 138
exit $status
