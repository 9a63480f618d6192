#!/bin/sh
# Training and parsing as a user does it: the same model and the same trees with any number
# of threads, training that is interrupted and continues, long and odd sentences, and the oracles on our
# own trees and, where PLEACH_DATA is set, on the treebanks.
. tests/check.sh
data=tests/data/dutch.discbracket

# Small and pinned: any change of the learner shows here.
pleach train -q --preset paper -e 6 -o "$T/m" "$data"
pleach parse -q -m "$T/m" -o "$T/parsed.discbracket" "$data"
f1=$(pleach eval --json "$data" "$T/parsed.discbracket" | sed 's/.*"f1": *\([0-9.]*\).*/\1/' | head -c 5)
[ "$f1" = "$(cat tests/data/parser.f1)" ]
say $? "F1 on its own 42 training trees is $f1"

for threads in 1 2 3; do
    pleach train -q -e 3 --batch 5 --threads $threads -o "$T/m$threads" "$data"
    pleach parse -q -m "$T/m" --threads $threads "$data" >"$T/out$threads"
done
cmp -s "$T/m1" "$T/m2" && cmp -s "$T/m1" "$T/m3"
say $? "the model does not depend on the number of threads"
for threads in 1 2 3; do pleach train -q -e 2 --threads $threads -o "$T/m$threads" "$data"; done # three runs
cmp -s "$T/m1" "$T/m2" && cmp -s "$T/m1" "$T/m3"
say $? "nor does that of the default preset"
cmp -s "$T/out1" "$T/out2" && cmp -s "$T/out1" "$T/out3"
say $? "the trees do not depend on the number of threads"
pleach parse -q -m "$T/m" --stream "$data" | cmp -s - "$T/out1"
say $? "streaming gives the same trees"

# What a format cannot hold is not looked for, unless a transform or a note needs it.
pleach train -q --preset paper -e 3 --tagger --functions --morph -o "$T/full" tests/data/german.export
pleach convert -q --to text -o "$T/german.txt" tests/data/german.export
pleach parse -q -m "$T/full" -o "$T/full.export" "$T/german.txt"
for options in '' '--functions add' '--heads negra'; do
    pleach parse -q -m "$T/full" $options "$T/german.txt" >"$T/o" &&
        pleach convert -q --to discbracket $options "$T/full.export" | cmp -s - "$T/o"
    say $? "where functions and morphology are not written trees are the same ${options:-as with them}"
done
pleach parse -m "$T/full" --to discbracket "$T/german.txt" 2>&1 >"$T/o" | grep -q 'cannot hold.*morphology, functions'
say $? "what is left out is told where the format was named"

# A margin: learned with, kept in the model, asked for, and not where more trees are wanted.
for threads in 1 2; do
    pleach train -q --preset paper -b 8 --margin 60 -e 6 --batch 5 --threads $threads -o "$T/n$threads" "$data"
    pleach parse -q -m "$T/m" -b 8 --margin 60 --threads $threads "$data" >"$T/near$threads"
done
cmp -s "$T/n1" "$T/n2" && cmp -s "$T/near1" "$T/near2" && pleach info "$T/n1" | grep -qx 'margin: 60'
say $? "models and trees with a margin do not depend on the number of threads"
pleach parse -q -m "$T/n1" --explain "$data" | grep -c '^# margin 60$' | grep -qx 42 &&
    pleach parse -q -m "$T/n1" --margin 7.5 --explain "$data" | grep -c '^# margin 7.5$' | grep -qx 42 &&
    ! pleach parse -q -m "$T/n1" --margin none --explain "$data" | grep -q '^# margin'
say $? "the margin of the model holds until another one is asked for"
pleach train -q -e 1 --margin none -o "$T/n2" "$data" && ! pleach info "$T/n2" | grep -q '^margin'
say $? "a preset with a margin learns without it where none is asked for"
pleach parse -q -m "$T/n1" --nbest 5 "$data" | wc -l >"$T/o" && pleach parse -q -m "$T/n1" --nbest 5 --margin none "$data" | wc -l | cmp -s - "$T/o" &&
    [ "$(pleach parse -q -m "$T/n1" --nbest 5 --margin 1 "$data" | wc -l)" -lt "$(cat "$T/o")" ]
say $? "several trees are searched without margin, unless it is asked for"

pleach train -q --preset paper -e 2 --checkpoint "$T/c" -o "$T/half" "$data"
pleach train -q --preset paper -e 6 --checkpoint "$T/c" --resume -o "$T/resumed" "$data"
pleach train -q --preset paper -e 6 -o "$T/whole" "$data"
cmp "$T/resumed" "$T/whole"
say $? "training that goes on from a checkpoint gives the same model"
pleach train -q --preset paper -e 12 --rest 2 -o "$T/rested" "$data" && pleach info "$T/rested" | grep -qx 'rest: 2' &&
    ! pleach train -q --preset paper --rest 2 --runs 2 -o "$T/x" "$data" 2>"$T/err" && grep -q 'rest in one run only' "$T/err"
say $? "sentences that are known rest, in one run"
for other in '--seed 7' '--margin 60' '--rest 1'; do
    pleach train -q --preset paper $other --checkpoint "$T/c" --resume -o "$T/x" "$data" 2>"$T/err"
    [ $? = 1 ] && grep -q 'belongs to other data or options' "$T/err"
    say $? "a checkpoint of other options is refused: $other"
done

# The other systems: all learn, and long sentences get trees.
while read -r system options; do
    pleach train -q --system "$system" $options -e 6 -o "$T/$system" "$data"
    pleach parse -q -m "$T/$system" -o "$T/$system.discbracket" "$data"
    f1=$(pleach eval --json "$data" "$T/$system.discbracket" | sed 's/.*"f1": *\([0-9.]*\).*/\1/' | head -c 5)
    [ "$f1" = "$(cat "tests/data/$system.f1")" ]
    say $? "F1 of $system on its own 42 training trees is $f1"
    awk 'BEGIN { for (i = 0; i < 2000; i++) printf "w%d/N-soort ", i % 50; print "" }' |
        pleach parse -q -m "$T/$system" -f tagged | grep -q 1999=
    say $? "2,000 words get a tree of $system"
done <<END
swap --features all --importance 2
skipshift --features all --importance 2
ml-gap --update max-violation
END
pleach train -q --system ml-gap --update max-violation -e 2 --checkpoint "$T/c" -o "$T/half" "$data"
pleach train -q --system ml-gap --update max-violation -e 6 --checkpoint "$T/c" --resume -o "$T/resumed" "$data"
cmp "$T/resumed" "$T/ml-gap"
say $? "training of ml-gap that goes on from a checkpoint gives the same model"

# An interrupt: a usable model, exit code 130.
pleach train -e 10000 -o "$T/stopped" "$data" 2>"$T/err" &
train=$!
wait_for grep -q epoch "$T/err"
kill -INT $train
wait $train
[ $? = 130 ] && grep -q interrupted "$T/err" &&
    pleach parse -q -m "$T/stopped" "$data" | grep -c '^(' | grep -q '^42$'
say $? "an interrupted training leaves a model"

# Nothing is lost, nothing crashes.
awk 'BEGIN { for (i = 0; i < 5000; i++) printf "w%d/N-soort ", i % 50; print "" }' >"$T/long"
pleach parse -q -m "$T/m" -f tagged "$T/long" | grep -q 4999=
say $? "5,000 words get a tree"
printf 'a/\n\001/\001\n\n(/( )/)\n' | pleach parse -q -m "$T/m" -f tagged >"$T/odd" 2>/dev/null
[ "$(grep -c . "$T/odd")" = 3 ] && [ "$(sed -n 3p "$T/odd")" = "" ] && [ "$(wc -l <"$T/odd")" = 4 ]
say $? "odd words and tags get trees, an empty line an empty line"
for format in export bracket tigerxml alpino json tokens tagged; do
    pleach convert -q --raise -t discbracket "$data" 2>/dev/null |
        pleach parse -q -m "$T/m" -t $format >"$T/o" 2>"$T/e"
    code=$?
    { [ $code = 0 ] && [ -s "$T/o" ]; } || [ $format = bracket ]
    say $? "output as $format"
done
pleach parse -q -m "$T/m" --nbest 3 --beam 4 "$data" | cut -f 2 | head -n 1 | grep -q '^1/1 score='
say $? "n-best trees have ranks and scores"
pleach parse -q -m "$T/m" --nbest 4 --beam 8 "$data" | cut -f 1 | uniq -d | grep -q .
[ $? = 1 ]
say $? "n-best trees differ"
steps=$(head -n 1 "$data" | pleach parse -q -m "$T/m" --explain | grep -c '	')
[ "$steps" -gt 10 ]
say $? "a derivation is explained in $steps steps"

for file in tests/data/*.discbracket ${PLEACH_DATA:+"$PLEACH_DATA"/constituency/*/dev.discbracket.zst}; do
    for system in sr-gap sr-cgap ml-gap; do
        pleach oracle --check --system $system "$file" 2>/dev/null | tail -n 1 | grep -q '(100.00%)'
        say $? "oracle of $system on ${file#"$PLEACH_DATA"/constituency/}"
    done
    for mode in left right rightd dist2 dist4 dist8 label:NP=right,PP=left,dist1; do
        for system in swap skipshift; do
            pleach oracle --check --system $system --reorder $mode "$file" 2>/dev/null | tail -n 1 | grep -q '(100.00%)'
            say $? "oracle of $system, $mode, on ${file#"$PLEACH_DATA"/constituency/}"
        done
    done
done
exit $status
