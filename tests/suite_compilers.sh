#!/bin/sh
# All C files compile without warnings under every compiler that is installed, and with what
# POSIX declares alone, except for the one file that asks systems what POSIX does not say;
# the headers stand alone.
. tests/check.sh
strict="-std=c17 -Wall -Wextra -Wno-unused-parameter -Wpedantic -Werror -Isrc -Iinclude -fsyntax-only"
flags="$strict -D_GNU_SOURCE"
portable=$(printf '%s\n' src/*/*.c cli/*.c | grep -vxF src/base/platform.c)
for compiler in gcc clang; do
    if command -v $compiler >/dev/null; then
        # shellcheck disable=SC2086
        check "$compiler" $compiler $flags src/*/*.c cli/*.c tools/*.c examples/*.c
        # shellcheck disable=SC2086
        check "$compiler, POSIX alone" $compiler $strict -D_XOPEN_SOURCE=700 $portable
        # shellcheck disable=SC2086
        check "$compiler, tests" $compiler $flags -Icli -Iserver tests/unit/*.c
        # shellcheck disable=SC2086
        check "$compiler, server" $compiler $flags -Icli server/*.c
    else
        echo "ok $compiler # SKIP not installed"
    fi
done
: >"$T/empty.c"
for header in src/*/*.h cli/*.h server/*.h include/*.h; do
    # shellcheck disable=SC2086
    ${CC:-cc} $flags -include "$header" "$T/empty.c" || echo "$header"
done >"$T/headers" 2>&1
check "headers stand alone" test ! -s "$T/headers"
[ ! -s "$T/headers" ] || head -n 20 "$T/headers"

# Missing libraries are named before anything is compiled.
check "libraries that are there" tools/headers.sh stdio.h string.h
CC="${CC:-cc}" tools/headers.sh stdio.h no/such.h 2>"$T/missing"
check "libraries that are not" grep -q 'missing: no/such.h$' "$T/missing"
exit $status
