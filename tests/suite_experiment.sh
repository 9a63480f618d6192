#!/bin/sh
# Experiments: every shipped plan is run, small, on the project's own treebank; a run that was
# interrupted goes on; what fails is said and the rest goes on; licensed treebanks are split as
# in the papers. The shipped plans use the plain program, which suite_install.sh has built.
. tests/check.sh
data=$PWD/tests/data
unset MAKEFLAGS MFLAGS MAKELEVEL PLEACH_DATA
check "the plain program" make -s CC="${CC:-cc}" BUILD="$BUILD" "${BUILD#"$PWD"/}/pleach"

# Every row has a figure, nothing failed, the charts are there.
whole() { # whole REPORT
    grep -E '^\| [^-]' "$1" | grep -v '^|  |' >"$T/rows"
    [ -s "$T/rows" ] && ! grep -v -E '^\| [^|]* \| [0-9.]+ \|' "$T/rows" && ! grep failed "$T/rows" || return 1
    grep -o '([^)]*\.svg)' "$1" | tr -d '()' | while read -r chart; do
        [ -s "$(dirname "$1")/$chart" ] || echo "$chart is missing"
    done | grep . && return 1
    return 0
}
for plan in share/experiments/*.plan; do
    name=$(basename "$plan" .plan)
    case $name in
        dependency) bank=danish.conllx ;;
        *) bank=dutch.discbracket ;;
    esac
    small() {
        "$BUILD/pleach" experiment "$name" --quiet --scale small --train "$data/$bank" --test "$data/$bank" \
            -w "$T/$name.work" -o "$T/$name.md" && whole "$T/$name.md"
    }
    check "$name, small" small
done

cat >"$T/own.plan" <<END
title Own
scale full epochs=3 test=20
treebank toy train=$data/dutch.discbracket test=$data/dutch.discbracket
default toy
table Beams
each beam 1 2
file model train --quiet --threads 1 --epochs {epochs} --beam {beam} -o {model} {train}
file parsed parse --quiet -m {model} -o {parsed} {test}
json test eval --json {test} {parsed}
row beam {beam}
column F1 = test.f1
chart beams beam F1
END
own() { pleach experiment "$T/own.plan" -w "$T/work" -o "$T/report$1.md" 2>"$T/err"; }
check "a plan of one's own" own 1
check "its report is whole" whole "$T/report1.md"
[ "$(grep -c '^\[' "$T/err")" = 7 ]
say $? "seven steps: a sample, two models, two parses, two scores"
own 2 && grep -q '^7 of 7 steps were done before' "$T/err" && ! grep -q '^\[' "$T/err" &&
    sed 's/report2/report1/' "$T/report2.md" | cmp -s - "$T/report1.md"
say $? "the second time nothing is run, and the report is the same"
rm "$(grep -l 'eval' "$T"/work/*.done | head -n 1)"
own 3 && [ "$(grep -c '^\[' "$T/err")" = 1 ] && sed 's/report3/report1/' "$T/report3.md" | cmp -s - "$T/report1.md"
say $? "what is missing is made again, and nothing else"
head -n 30 "$data/dutch.discbracket" >"$T/less.discbracket"
sed "s,train=[^ ]*,train=$T/less.discbracket," "$T/own.plan" >"$T/less.plan"
pleach experiment "$T/less.plan" -w "$T/work" 2>"$T/err" >/dev/null
[ "$(grep -c '^\[' "$T/err")" = 6 ]
say $? "another training set: new models, the old sample"

pleach experiment "$T/own.plan" --table Beams --table x -w "$T/work" >"$T/out" 2>"$T/err" && grep -q '^### Beams' "$T/out" &&
    grep -q '^7 of 7' "$T/err" && ! pleach experiment "$T/own.plan" --table x -n -w "$T/work" | grep .
say $? "one table out of several"
sed 's/--beam {beam}/--beam {beam} --features {set}/; s/^each beam.*/each beam 2\neach set spans nosuch/; s/^row.*/row {set}/' \
    "$T/own.plan" >"$T/bad.plan"
pleach experiment "$T/bad.plan" -q -w "$T/work" >"$T/out" 2>"$T/err"
[ $? = 1 ] && grep -q "nosuch" "$T/err" && grep -q '^pleach: 1 of 7 steps failed' "$T/err" &&
    grep -q '^| nosuch | failed |' "$T/out" && grep -q '^| spans | [0-9.]* |' "$T/out"
say $? "a step that fails is said, the others go on"

# A licensed treebank: a small file for the split by tens, a long one for the split by numbers.
tiger() {
    "$BUILD/pleach" experiment sr-gap --quiet --scale small --tiger "$data/german.tiger.xml" -t tiger-hn08 \
        -w "$T/tiger" -o "$T/tiger.md" && whole "$T/tiger.md" && grep -q '^On tiger-hn08' "$T/tiger.md" &&
        [ "$(cat "$T"/tiger/*.train.discbracket | wc -l)" = 20 ] && [ "$(cat "$T"/tiger/*.test.discbracket | wc -l)" = 2 ]
}
check "TIGER, split by tens" tiger
{
    echo '<?xml version="1.0" encoding="UTF-8"?><corpus id="t"><body>'
    seq 50474 | sed 's,.*,<s id="s&"><graph root="s&_500"><terminals><t id="s&_1" word="w&" pos="NN"/></terminals><nonterminals><nt id="s&_500" cat="S"><edge label="HD" idref="s&_1"/></nt></nonterminals></graph></s>,'
    echo '</body></corpus>'
} >"$T/long.xml"
parts() {
    command=$("$BUILD/pleach" experiment sr-gap --dry-run --scale small --tiger "$T/long.xml" -t tiger-m15 -w "$T/long" |
        grep -e '--split tiger-m15') && mkdir -p "$T/long" && echo "$command" && (PATH=$BUILD:$PATH && eval "$command") || return 1
    for part in train:40468 dev:5000 test:4998; do
        [ "$(cat "$T"/long/*."${part%:*}".discbracket | wc -l)" = "${part#*:}" ] || { echo "$part"; return 1; }
    done
    ! grep -q -E '=w(46234|50224)\)' "$T"/long/*.test.discbracket && grep -q '=w50466)' "$T"/long/*.test.discbracket
}
check "TIGER, split by numbers, without two sentences" parts
exit $status
