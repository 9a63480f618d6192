#!/bin/sh
# Every fuzz target on its corpus and on changed copies of it, the same in each run; no
# clang is needed. `make fuzz` goes on from there with libFuzzer, and with what the targets name.
build=${BUILD:-build}
runs=${FUZZ_RUNS:-1500}
failed=0
for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    corpus=tests/fuzz/corpus/${name#fuzz_}
    for file in $(sed -n 's:^ \* \(Code\|Seeds\)\: \([^*]*\).*:\2:p' "$source"); do
        [ -f "$file" ] || {
            echo "not ok $name names $file, which is not a file"
            failed=1
        }
    done
    if ! "$build/san/tests/fuzz/$name" -runs="$runs" -last="$build/$name.last" "$corpus"; then
        echo "not ok $name; the input is in $build/$name.last"
        failed=1
    fi
done
exit $failed
