#!/bin/sh
# Runs every test and ends with the line "N passed, N failed". Each kind of test prints
# its own such line, which is added up here.
# With the argument "quick": the sanitized unit tests only.
build=${BUILD:-build}
export PLEACH_SHARE=share
passed=0
failed=0

# tally NAME COMMAND…: runs a test program; its output is shown when it fails.
tally() {
    name=$1
    shift
    if "$@" >"$build/test.log" 2>&1; then ok=1; else ok=0; fi
    p=$(grep -c -E '^\[       OK \]|^ok ' "$build/test.log")
    f=$(grep -c -E '^\[  FAILED  \] [a-z_0-9]+$|^not ok ' "$build/test.log")
    [ $ok = 1 ] || [ "$f" -gt 0 ] || f=1
    passed=$((passed + p))
    failed=$((failed + f))
    printf '%-40s %5d passed, %d failed\n' "$name" "$p" "$f"
    [ $ok = 1 ] || cat "$build/test.log"
}

tally layers tests/check_layers.sh
variants="san arena"
[ "$1" = quick ] && variants=san
for variant in $variants; do
    for test in tests/unit/test_*.c; do
        name=$(basename "$test" .c)
        tally "$variant/$name" "$build/$variant/tests/unit/$name"
    done
done
for script in tests/suite_*.sh; do
    [ -e "$script" ] && [ "$1" != quick ] && tally "$(basename "$script" .sh)" "$script"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
