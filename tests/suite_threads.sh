#!/bin/sh
# Threads under the thread sanitizer: the flow of sentences, the pool, the library with one
# model and many parsers, files that are changed while others look at them, and the program that parses with several threads.
. tests/check.sh
export PLEACH_SHARE="$PWD/share"
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs this
cc=${CC:-cc}
echo 'int main(void) { return 0; }' >"$T/try.c"
if ! { $cc -fsanitize=thread "$T/try.c" -o "$T/try" && "$T/try"; } 2>/dev/null; then
    echo "ok threads # SKIP $cc has no thread sanitizer here"
    exit 0
fi
tsan=${BUILD#"$PWD"/}/tsan # as the Makefile calls it
tests="test_flow test_parallel test_api_parse test_edition"
targets=$tsan/pleach
for test in $tests; do
    targets="$targets $tsan/tests/unit/$test"
done
# shellcheck disable=SC2086
check "a build with the thread sanitizer" make -s -j"$(nproc)" CC="$cc" BUILD="$BUILD" $targets
for test in $tests; do
    check "$test" "$tsan/tests/unit/$test"
done
train_and_parse() {
    data=tests/data/dutch.discbracket
    "$BUILD/pleach" train -q -e 3 -o "$T/m" $data || return 1
    mkdir "$T/in" && cp $data "$T/in/a.discbracket" && cp $data "$T/in/b.discbracket"
    "$tsan/pleach" parse -q -j 4 -m "$T/m" "$T/in" -o "$T/out/" || return 1
    for name in a b; do
        "$BUILD/pleach" parse -q -j 1 -m "$T/m" $data | cmp - "$T/out/$name.discbracket.discbracket" || return 1
    done
}
check "pleach parse with four threads" train_and_parse
search() {
    for view in --json --count --trees=text '--count-by=#a.cat' '--limit=20'; do
        for n in 1 4; do
            "$tsan/pleach" search -q -j $n "$view" '#a:[cat=/.*/] >* #b:[T] & not(#a > #b)' tests/data/dutch.discbracket tests/data/german.export >"$T/search.$n" || return 1
        done
        cmp "$T/search.1" "$T/search.4" || return 1
    done
}
check "pleach search with four threads" search
folds() {
    for n in 1 3; do
        "$tsan/pleach" check -q -j $n --folds 3 -n 0 --tsv tests/data/dutch.discbracket >"$T/folds.$n" || return 1
    done
    cmp "$T/folds.1" "$T/folds.3"
}
check "pleach check with three threads" folds
batches_and_runs() {
    data=tests/data/danish.conllx
    for how in "--batch 3" "--runs 3" "--batch 2 --runs 2"; do
        # shellcheck disable=SC2086
        "$tsan/pleach" train -q -e 3 --system attardi $how -j 3 -o "$T/d3" $data &&
            "$BUILD/pleach" train -q -e 3 --system attardi $how -j 1 -o "$T/d1" $data && cmp "$T/d1" "$T/d3" || return 1
    done
    "$tsan/pleach" train -q -e 2 --batch 5 -j 3 -o "$T/m3" tests/data/dutch.discbracket
}
check "pleach train with three threads" batches_and_runs
exit $status
