#!/bin/sh
# Experiments: the parts of experiments/ one by one; every shipped plan is run, small, on the
# project's own treebank; a run that was interrupted goes on; what fails is said and the rest goes
# on; steps and runs beside each other. The shipped plans use the plain program, which
# suite_install.sh has built.
. tests/check.sh
python3 -c 'import tomllib' 2>/dev/null || {
    echo "ok experiments # SKIP they need Python 3.11"
    exit 0
}
data=$PWD/tests/data
unset MAKEFLAGS MFLAGS MAKELEVEL PLEACH_DATA
export PLEACH="$BUILD/san/pleach"
check "the plain program" make -s CC="${CC:-cc}" BUILD="$BUILD" "${BUILD#"$PWD"/}/pleach"

# It says "test_x (…Class.test_x) ... ok", a line each.
python3 -B -W error tests/test_experiments.py -v >"$T/out" 2>&1
say $? "tests/test_experiments.py"
sed -n 's/^\(test_[a-z_]*\) (.*\.\.\. ok$/ok \1/p; s/^\(test_[a-z_]*\) (.*\.\.\. \(FAIL\|ERROR\)$/not ok \1/p' "$T/out"
[ $status = 0 ] || cat "$T/out"

# Every row has a figure, nothing failed, the charts are there.
whole() { # whole REPORT
    grep -E '^\| [^-]' "$1" | grep -v '^|  |' >"$T/rows"
    [ -s "$T/rows" ] && ! grep -v -E '^\| [^|]* \| [0-9.]+( ± [0-9.]+)? \|' "$T/rows" && ! grep failed "$T/rows" || return 1
    grep -o '([^)]*\.svg)' "$1" | tr -d '()' | while read -r chart; do
        [ -s "$(dirname "$1")/$chart" ] || echo "$chart is missing"
    done | grep . && return 1
    return 0
}
experiments() { experiments/run.py "$@"; }
plain() { PLEACH="$BUILD/pleach" experiments "$@"; }
for name in sr-gap skipshift dop dependency; do
    case $name in
        dependency) bank=danish.conllx ;;
        *) bank=dutch.discbracket ;;
    esac
    small() {
        plain "$name" --quiet --scale small --train "$data/$bank" --test "$data/$bank" \
            -w "$T/$name.work" -o "$T/$name.md" && whole "$T/$name.md"
    }
    check "$name, small" small
done

cat >"$T/own.toml" <<END
title = "Own"
default = ["toy"]
scale.full = {epochs = 3, test = 20}
treebank.toy = {train = "$data/dutch.discbracket", test = "$data/dutch.discbracket"}
[[table]]
title = "Beams"
label = "beam {beam}"
step.model = "train --quiet --threads 1 --epochs {epochs} --beam {beam} -o {model} {train}"
step.parsed = "parse --quiet -m {model} -o {parsed} {test}"
step.score = "eval --json {test} {parsed}"
column.F1 = "score.f1"
rows = [{each = {beam = [1, 2]}}]
chart.beams = {over = "beam", columns = ["F1"]}
END
own() { experiments "$T/own.toml" -w "$T/work" -o "$T/report$1.md" 2>"$T/err"; }
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
sed "s,train = \"[^\"]*\",train = \"$T/less.discbracket\"," "$T/own.toml" >"$T/less.toml"
experiments "$T/less.toml" -w "$T/work" 2>"$T/err" >/dev/null
[ "$(grep -c '^\[' "$T/err")" = 6 ]
say $? "another training set: new models, the old sample"

experiments "$T/own.toml" --table Beams -w "$T/work" >"$T/out" 2>"$T/err" && grep -q '^### Beams' "$T/out" &&
    grep -q '^7 of 7' "$T/err"
say $? "one table by its title"
sed 's/--beam {beam}/--beam {beam} --features {set}/; s/^rows.*/rows = [{each = {beam = [2], set = ["spans", "nosuch"]}}]/; s/^label.*/label = "{set}"/' \
    "$T/own.toml" >"$T/bad.toml"
experiments "$T/bad.toml" -q -w "$T/work" >"$T/out" 2>"$T/err"
[ $? = 1 ] && grep -q "nosuch" "$T/err" && grep -q '^experiments: 1 of 7 steps failed, 2 that need them' "$T/err" &&
    grep -q '^    all that it said: .*log$' "$T/err" &&
    grep -q '^| nosuch | failed |' "$T/out" && grep -q '^| spans | [0-9.]* |' "$T/out"
say $? "a step that fails is said, the others go on"

# What comparisons need: folds, seeds, sweeps. The mean of what the runs give, one by one.
means() {
    plain sweep -q --train "$data/dutch.discbracket" --folds 3 --seeds 1,2 --epochs 2 --beam 1,2 --show-runs -w "$T/folds" -o "$T/folds.md" &&
        whole "$T/folds.md" && [ "$(grep -c '^| beam 2, fold [123], seed [12] |' "$T/folds.md")" = 6 ] &&
        grep '^| beam 2' "$T/folds.md" | awk -F ' *[|] *' '/fold/ { n++; sum += $3; square += $3 * $3; next } { split($3, want, " ± ") }
            END { mean = sum / n; sd = sqrt((square - n * mean * mean) / (n - 1))
                  print mean, sd, want[1], want[2]
                  exit !(n == 6 && mean - want[1] < 0.01 && want[1] - mean < 0.01 && sd - want[2] < 0.01 && want[2] - sd < 0.01) }'
}
check "three folds and two seeds of a sweep" means
sort "$data/dutch.discbracket" >"$T/sorted"
cat "$T"/folds/*.[123].discbracket | sort | cmp -s - "$T/sorted"
say $? "every sentence is in one fold"

# Several steps at a time, and several runs in one folder: the same figures.
sed 's/^rows.*/rows = [{each = {beam = [1, 2, 3, 4]}}]/' "$T/own.toml" >"$T/four.toml"
four() { experiments "$T/four.toml" -w "$T/$1" "$2" 2>"$T/err.$1"; }
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
experiments "$T/four.toml" -n -w "$T/one" | grep . ||
    [ "$(experiments "$T/four.toml" -n --fresh -w "$T/one" | grep -c -v '^mkdir')" != 13 ] || ! four one --fresh | cmp -s - "$T/one.md" ||
    find "$T/one" -name '*.json' ! -newermt 2002-01-01 | grep .
[ $? = 1 ]
say $? "--fresh runs everything again"

# A dry run pasted into a shell makes the same files, whatever the names.
odd="$T/\$(touch hacked); \"a' b"
mkdir "$odd" && cp "$data/dutch.discbracket" "$odd/x *.discbracket"
script=$PWD/experiments/run.py
on_odd() {
    (cd "$T" && "$script" sr-gap --scale small --table "Table 6" --train "$odd/x *.discbracket" --dev "$odd/x *.discbracket" -q -w "$odd/run" "$@")
}
pasted() {
    on_odd -o "$odd/a.md" && whole "$odd/a.md" && mv "$odd/run" "$odd/ran" && on_odd -n >"$T/script" &&
        (cd "$T" && sh -eu "$T/script") && [ ! -e "$T/hacked" ] && [ "$(find "$odd/run" -type f | wc -l)" = 6 ] &&
        for file in "$odd/run/"*; do cmp "$file" "$odd/ran/${file##*/}" || return 1; done
}
check "a dry run can be pasted into a shell" pasted

# How good and how fast models are.
frontier() {
    "$PLEACH" train -q --epochs 1 -o "$T/quick.model" "$data/dutch.discbracket" &&
        experiments/frontier.py --chart "$T/speed.svg" "$data/dutch.discbracket" quick="$T/quick.model:1,4" >"$T/speed.md" &&
        [ "$(grep -c -E '^\| quick \| [14] \| [0-9,]+ \| [0-9.]+ \| ([0-9.]+|none found) \|$' "$T/speed.md")" = 2 ] &&
        [ "$(grep -c '<circle' "$T/speed.svg")" = 2 ]
}
check "F1 against speed" frontier
no_model() { ! experiments/frontier.py "$data/dutch.discbracket" quick="$T/none:1" >/dev/null 2>"$T/err" && grep -q "$T/none" "$T/err"; }
check "F1 against speed of no model" no_model

# An interrupted run ends its commands, and what was done stays done. The signal comes once two
# of them are training for ever.
sed 's/--epochs {epochs}/--epochs 10000/' "$T/own.toml" >"$T/endless.toml"
commands() { grep -a -l "$T/$1[/]" /proc/[0-9]*/cmdline 2>/dev/null | wc -l; }
training() { [ "$(commands "$1")" = 2 ] && ls "$T/$1"/*.done >/dev/null; }
ended() { [ "$(commands "$1")" = 0 ]; }
interrupt() { # interrupt SIGNAL STATUS
    env --default-signal=INT experiments/run.py "$T/endless.toml" -j2 -w "$T/$1" >/dev/null 2>"$T/err" &
    run=$!
    wait_for training "$1"
    kill "-$1" $run
    wait $run
    [ $? = "$2" ] && wait_for ended "$1" && [ "$(experiments "$T/endless.toml" -n -w "$T/$1" | grep -c -v '^mkdir')" = 6 ]
}
for signal in INT:130 TERM:143; do
    code=${signal#*:} signal=${signal%:*}
    # The sample and its record are all that is there beside logs.
    interrupt "$signal" "$code" && grep -q "^experiments: interrupted; the same command goes on from here" "$T/err" &&
        [ "$(find "$T/$signal" ! -name '*.log' -type f | wc -l)" = 2 ]
    say $? "SIG$signal ends the commands, too, and leaves nothing half"
done
interrupt KILL 137 2>/dev/null
say $? "they end even if the run is killed"

exit $status
