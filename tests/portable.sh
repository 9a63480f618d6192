#!/bin/sh
# Builds pleach for other machines and runs the unit tests and the golden tests there, then
# compares what the machines write; `make test-portable`. Ends with "N passed, N failed".
#
#     tests/portable.sh [MACHINE…]       default: musl arm64 s390x
#
# Everything lies under $BUILD/portable: a folder for each machine with its libraries
# (tools/libs.sh), objects and programs. Programs of other processors run under qemu's user
# mode, which is called by its name, so that the system need not be told of it.
BUILD=${BUILD:-build}
case $BUILD in
    /*) ;;
    *) BUILD=$PWD/$BUILD ;;
esac
export NATIVE="$BUILD/release/pleach" # for tests/exchange.sh
wanted=${*:-musl arm64 s390x}
jobs=$(nproc 2>/dev/null || echo 2)
passed=0
failed=0

# build FOLDER CC AR: libraries, program and unit tests
build() {
    CC=$2 AR=$3 SOURCES=$BUILD/portable/src nice tools/libs.sh "$1/libs" || return
    goals=$(for goal in pleach tests/unit/test_*.c; do echo "${1#"$PWD"/}/release/${goal%.c}"; done)
    # shellcheck disable=SC2086
    CPPFLAGS="-isystem $1/libs/include" LDFLAGS="-L$1/libs/lib -static -no-pie" \
        make --no-print-directory -s -j"$jobs" BUILD="$1" CC="$2" AR="$3" $goals
}

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

# machine NAME CC AR RUNNER PACKAGES
machine() {
    case " $wanted " in *" $1 "*) ;; *) return ;; esac
    folder=$BUILD/portable/$1
    echo "== $1: $2${4:+, run by $4}"
    mkdir -p "$folder"
    # shellcheck disable=SC2086
    if tools/deps.sh dpkg-dev patch $5 && build "$folder" "$2" "$3"; then
        wrap "$folder" "$4"
        BUILD=$folder PROGRAM=$folder/bin VARIANT=release RUNNER=$4 \
            SUITES='tests/suite_golden.sh tests/exchange.sh' tests/run.sh >"$folder/log" 2>&1
        cat "$folder/log"
    else
        echo "$1 cannot be built" | tee "$folder/log"
    fi
    add_up "$folder"
}

# Programs are static: qemu's -L, which finds shared libraries, also turns / into another folder.
#       name   compiler              archiver             run by       packages
machine musl   musl-gcc              ar                   ''           musl-tools
machine arm64  aarch64-linux-gnu-gcc aarch64-linux-gnu-ar qemu-aarch64 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user'
machine s390x  s390x-linux-gnu-gcc   s390x-linux-gnu-ar   qemu-s390x   'gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user'

echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
