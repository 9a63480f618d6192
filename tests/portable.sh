#!/bin/sh
# Builds pleach for other machines and runs the unit tests and the golden tests there, then
# compares what the machines write; `make test-portable`. Ends with "N passed, N failed".
#
#     tests/portable.sh [MACHINE…]       default: musl arm64 s390x
#
# tools/portable.sh tells how and where they are built.
BUILD=${BUILD:-build}
case $BUILD in
    /*) ;;
    *) BUILD=$PWD/$BUILD ;;
esac
export NATIVE="$BUILD/release/pleach" # for tests/exchange.sh
wanted=${*:-musl arm64 s390x}
goals="pleach $(echo tests/unit/test_*.c | sed 's/\.c\>//g')"
passed=0
failed=0

# The program under its runner, as a command in a folder for the PATH; shipped models where
# the program looks for them.
wrap() {
    mkdir -p "$1/bin"
    ln -sfn "$PWD/models" "$1/models"
    printf '#!/bin/sh\nexec %s %s/release/pleach "$@"\n' "$2" "$1" >"$1/bin/pleach"
    chmod +x "$1/bin/pleach"
    cp "$BUILD/golden" "$1/golden" # reads and compares here, not there
}

# Adds up the lines "N passed, N failed" of tests/run.sh.
add_up() {
    count=$(tail -n 1 "$1/log")
    case $count in
        *' passed, '*' failed') ;;
        *) count='0 passed, 1 failed' ;;
    esac
    passed=$((passed + ${count%% *}))
    count=${count#*, }
    failed=$((failed + ${count%% *}))
}

for machine in $wanted; do
    folder=$BUILD/portable/$machine
    runner=$(tools/portable.sh --runner "$machine") || exit
    echo "== $machine${runner:+, run by $runner}"
    mkdir -p "$folder"
    # shellcheck disable=SC2086
    if tools/portable.sh "$machine" $goals; then
        wrap "$folder" "$runner"
        BUILD=$folder PROGRAM=$folder/bin VARIANT=release RUNNER=$runner \
            SUITES='tests/suite_golden.sh tests/exchange.sh' tests/run.sh >"$folder/log" 2>&1
        cat "$folder/log"
    else
        echo "$machine cannot be built" | tee "$folder/log"
    fi
    add_up "$folder"
done

echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
