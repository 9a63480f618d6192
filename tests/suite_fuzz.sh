#!/bin/sh
# Every fuzz target on its corpus and on changed copies of it, the same in each run; no
# clang is needed. `make fuzz` goes on from there with libFuzzer.
build=${BUILD:-build}
runs=${FUZZ_RUNS:-1500}
failed=0
for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    corpus=tests/fuzz/corpus/${name#fuzz_}
    if ! "$build/san/tests/fuzz/$name" -runs="$runs" -last="$build/$name.last" "$corpus"; then
        echo "not ok $name; the input is in $build/$name.last"
        failed=1
    fi
done
exit $failed
