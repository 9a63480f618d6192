#!/bin/sh
# Runs every test and ends with each failed check, its output, and the line "N passed, N failed".
# Everything that the tests print is in build/test.log, and for each test alone in build/test-logs.
#
# A test program prints lines "ok …" and "not ok …" (a line with "# SKIP" counts as
# skipped) and exits with 0 if all is well; the unit tests do so through cmocka. What runs:
# the check of the layers, each unit test with arenas of both kinds (base/arena.h), and
# tests/suite_*.sh. With the argument "quick": the layers and the unit tests once. tests/portable.sh
# sets VARIANT and SUITES to run less, and RUNNER to a command that runs programs of another
# machine.
BUILD=${BUILD:-build}
case $BUILD in
    /*) ;;
    *) BUILD=$PWD/$BUILD ;;
esac
export BUILD
export PLEACH_SHARE="$PWD/share"
unset PLEACH_MODELS # models of whoever runs the tests are not looked at
export XDG_DATA_HOME="$BUILD/no-data"
# An empty variable is none.
[ -n "$PLEACH_DATA" ] || unset PLEACH_DATA
[ -n "$PLEACH_REFERENCE" ] || unset PLEACH_REFERENCE
export CMOCKA_MESSAGE_OUTPUT=TAP
export LC_ALL=C.UTF-8
# A sanitizer's report must not pass for an error message of the program.
export ASAN_OPTIONS="exitcode=99:detect_stack_use_after_return=1" UBSAN_OPTIONS=print_stacktrace=1
logs=$BUILD/test-logs
whole=$BUILD/test.log

# one NAME COMMAND…: runs a test program, keeping what it prints, its exit code and time.
if [ "$1" = --one ]; then
    name=$2
    shift 2
    start=$(date +%s%N)
    "$@" >"$logs/$name.log" 2>&1 </dev/null
    echo $? $((($(date +%s%N) - start) / 1000000)) >"$logs/$name.status"
    exit 0
fi

passed=0
failed=0
broken= # names of the test programs that failed
# report NAME: adds up one test program; its output is shown when it failed.
report() {
    log=$logs/$1.log status=none ms=0
    read -r status ms <"$logs/$1.status"
    # cmocka writes "not ok" for a test that was skipped.
    sed -i -E 's/^not (ok .*# (SKIP|skip))/\1/' "$log"
    skipped=$(grep -c -E '^ok .*# (SKIP|skip)' "$log")
    p=$(($(grep -c '^ok ' "$log") - skipped))
    f=$(grep -c '^not ok ' "$log")
    # A program that crashed, or that says nothing, has failed.
    [ "$status" = 0 ] || [ "$f" -gt 0 ] || f=1
    [ $((p + f + skipped)) -gt 0 ] || f=1
    passed=$((passed + p))
    failed=$((failed + f))
    printf '%-32s %5d passed, %d failed%s  %d.%d s\n' "$1" "$p" "$f" \
        "$([ "$skipped" = 0 ] || echo ", $skipped skipped")" $((ms / 1000)) $((ms % 1000 / 100)) | tee -a "$whole"
    cat "$log" >>"$whole"
    [ "$skipped" = 0 ] || grep -E '^ok .*# (SKIP|skip)' "$log" | sed 's/^ok/    skipped:/; s/# SKIP *//'
    [ "$f" = 0 ] && return
    broken="$broken $1"
    grep -v '^ok ' "$log"
}
# failures NAME: prints its failed checks with their output, or its last lines if it ended without a result
failures() {
    read -r status _ <"$logs/$1.status"
    echo "$1, exit status $status; $logs/$1.log has all of it"
    if grep -q '^not ok ' "$logs/$1.log"; then
        awk '/^(not )?ok /{ shown = /^not/ ? 40 : 0 } shown-- > 0' "$logs/$1.log"
    else
        tail -n 40 "$logs/$1.log"
    fi
}

rm -rf "$logs"
mkdir -p "$logs"
{ date; uname -a; id; umask; nproc; uptime; free -m; df -k "$BUILD" "${TMPDIR:-/tmp}"; } >"$whole" 2>&1
suites=${SUITES:-$(echo tests/suite_*.sh)}
variant=${VARIANT:-san}
both=${VARIANT:+no}
[ "$1" = quick ] && both=no suites=
for test in tests/unit/test_*.c; do
    name=$(basename "$test" .c)
    echo "$name $RUNNER $BUILD/$variant/tests/unit/$name"
    [ "$both" = no ] || echo "$name.cells env PL_ARENA_MALLOC=1 $BUILD/$variant/tests/unit/$name"
done >"$logs/units"

"$0" --one layers tests/check_layers.sh
report layers
jobs=$(nproc 2>/dev/null || echo 2)
xargs -L 1 -P "$jobs" "$0" --one <"$logs/units"
while read -r name _; do
    report "$name"
done <"$logs/units"
# Suites that call make would disturb each other, so they run one after the other. They unset the
# variables of this make.
calls_make() { grep -q '^unset MAKEFLAGS' "$1"; }
for script in $suites; do
    ! calls_make "$script" || "$0" --one "$(basename "$script" .sh)" "$script"
done &
for script in $suites; do
    calls_make "$script" || echo "$(basename "$script" .sh) $script"
done | xargs -r -L 1 -P "$jobs" "$0" --one
wait
for script in $suites; do
    report "$(basename "$script" .sh)"
done
{
    for name in $broken; do
        failures "$name"
    done
    echo "$passed passed, $failed failed"
} | tee -a "$whole"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
