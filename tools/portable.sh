#!/bin/sh
# Builds pleach as a static program for another machine:
#
#     tools/portable.sh MACHINE GOAL…         musl, arm64 or s390x; goals like pleach and tests/unit/test_tree
#     tools/portable.sh --runner MACHINE      the command that runs its programs here, nothing if none is needed
#
# All lies in $BUILD/portable/MACHINE: libraries (tools/libs.sh), objects, and the programs in release/.
# Programs of other processors run under qemu's user mode, which is called by its name, so that the
# system need not be told of it. pleach carries share/ and the default model in itself. They are static: qemu's -L, which finds shared libraries, also turns / into
# another folder. `make test-portable` tests these programs, `make dist` ships those for musl and arm64.
set -e
BUILD=${BUILD:-build}
case $BUILD in
    /*) ;;
    *) BUILD=$PWD/$BUILD ;;
esac
export SOURCES="$BUILD/portable/src"
wanted=$1
[ "$wanted" != --runner ] || wanted=$2
folder=$BUILD/portable/$wanted
unset compiler

machine() {
    [ "$wanted" = "$1" ] || return 0
    compiler=$2 archiver=$3 runner=$4 packages=$5 c_library=$6
}
#       name   compiler              archiver             run by       packages                                                  C library to build
machine musl   musl-gcc              ar                   ''           musl-tools                                                ''
machine arm64  aarch64-linux-gnu-gcc aarch64-linux-gnu-ar qemu-aarch64 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user'   musl
machine s390x  s390x-linux-gnu-gcc   s390x-linux-gnu-ar   qemu-s390x   'gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user'     ''
[ -n "$compiler" ] || { echo "usage: tools/portable.sh musl|arm64|s390x GOAL…" >&2; exit 2; }
[ "$1" != --runner ] || { echo "$runner"; exit 0; }
shift

# shellcheck disable=SC2086
tools/deps.sh dpkg-dev patch $packages
mkdir -p "$folder"
if [ -n "$c_library" ]; then
    CC=$compiler AR=$archiver nice tools/libs.sh "$folder/$c_library" "$c_library"
    # gcc's helpers for atomic operations ask glibc which processor it is.
    compiler="$folder/$c_library/bin/musl-gcc -mno-outline-atomics"
fi
CC=$compiler AR=$archiver nice tools/libs.sh "$folder/libs"
goals=$(for goal; do echo "${folder#"$PWD"/}/release/$goal"; done)
# cmocka.h would guess what uintptr_t is.
# shellcheck disable=SC2086
CPPFLAGS="-isystem $folder/libs/include -D_UINTPTR_T_DEFINED" LDFLAGS="-L$folder/libs/lib -static -no-pie" \
    make --no-print-directory -s -j"$(nproc 2>/dev/null || echo 2)" BUILD="$folder" CC="$compiler" AR="$archiver" CARRY=nl $goals
