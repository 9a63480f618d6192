#!/bin/sh
# Experiments: every shipped plan is run, small, on the project's own treebank; a run that was
# interrupted goes on; what fails is said and the rest goes on; steps and runs beside each other.
# The shipped plans use the plain program, which suite_install.sh has built.
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

pleach experiment "$T/own.plan" --table Beams -w "$T/work" >"$T/out" 2>"$T/err" && grep -q '^### Beams' "$T/out" &&
    grep -q '^7 of 7' "$T/err"
say $? "one table by its title"
sed 's/--beam {beam}/--beam {beam} --features {set}/; s/^each beam.*/each beam 2\neach set spans nosuch/; s/^row.*/row {set}/' \
    "$T/own.plan" >"$T/bad.plan"
pleach experiment "$T/bad.plan" -q -w "$T/work" >"$T/out" 2>"$T/err"
[ $? = 1 ] && grep -q "nosuch" "$T/err" && grep -q '^pleach: 1 of 7 steps failed, 2 that need them' "$T/err" &&
    grep -q '^    all that it said: .*log$' "$T/err" &&
    grep -q '^| nosuch | failed |' "$T/out" && grep -q '^| spans | [0-9.]* |' "$T/out"
say $? "a step that fails is said, the others go on"

# Several steps at a time, and several runs in one folder: the same figures.
sed 's/^each beam.*/each beam 1 2 3 4/' "$T/own.plan" >"$T/four.plan"
four() { pleach experiment "$T/four.plan" -w "$T/$1" "$2" 2>"$T/err.$1"; }
four one -j1 >"$T/one.md" && four three -j3 >"$T/three.md" && cmp -s "$T/one.md" "$T/three.md" &&
    [ "$(grep -c '^\[' "$T/err.three")" = 13 ] && grep -q '^    \[[0-9]*/13\] done  (' "$T/err.three"
say $? "three steps at a time give the same report"
four both -j2 >"$T/a.md" &
four both -j2 2>/dev/null >"$T/b.md"
wait $! && cmp -s "$T/a.md" "$T/one.md" && cmp -s "$T/b.md" "$T/one.md" && ! ls "$T"/both/*.new 2>/dev/null
say $? "two runs in one folder give the same report"
[ "$(find "$T/both" -name '*.done' | wc -l)" = 13 ] && cmp -s "$T/both/"*.discbracket "$T/one/"*.discbracket
say $? "what one of them made the other takes"
touch -d '2001-01-01' "$T"/one/*.json
pleach experiment "$T/four.plan" -n -w "$T/one" | grep . ||
    [ "$(pleach experiment "$T/four.plan" -n --fresh -w "$T/one" | wc -l)" != 13 ] || ! four one --fresh | cmp -s - "$T/one.md" ||
    find "$T/one" -name '*.json' ! -newermt 2002-01-01 | grep .
[ $? = 1 ]
say $? "--fresh runs everything again"

# An interrupted run ends its commands, and what was done stays done. The signal comes once two
# of them are training for ever.
sed 's/--epochs {epochs}/--epochs 10000/' "$T/own.plan" >"$T/endless.plan"
commands() { grep -a -l "$T/$1[/]" /proc/[0-9]*/cmdline 2>/dev/null | wc -l; }
interrupt() { # interrupt SIGNAL STATUS
    env --default-signal=INT "$BUILD/san/pleach" experiment "$T/endless.plan" -j2 -w "$T/$1" >/dev/null 2>"$T/err" &
    run=$!
    for _ in $(seq 600); do
        [ "$(commands "$1")" = 2 ] && ls "$T/$1"/*.done >/dev/null 2>&1 && break
        sleep 0.1
    done
    [ "$(commands "$1")" = 2 ] && kill "-$1" $run || return 1
    wait $run
    [ $? = "$2" ] || return 1
    for _ in $(seq 300); do
        [ "$(commands "$1")" = 0 ] && break
        sleep 0.1
    done
    [ "$(commands "$1")" = 0 ] && [ "$(pleach experiment "$T/endless.plan" -n -w "$T/$1" | wc -l)" = 6 ]
}
for signal in INT TERM; do
    interrupt $signal 1 && grep -q "^pleach: interrupted; the same command goes on from here" "$T/err"
    say $? "SIG$signal ends the commands, too"
done
interrupt KILL 137 2>/dev/null
say $? "they end even if the run is killed"

exit $status
