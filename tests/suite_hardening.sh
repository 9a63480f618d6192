#!/bin/sh
# The program and the library that are installed are hardened: random addresses, tables of
# functions that cannot be written, guarded stacks, checked buffers, no code on the stack.
. tests/check.sh
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs this
if ! readelf -h /bin/sh >/dev/null 2>&1; then
    echo "ok hardening # SKIP there is no readelf, or programs are not ELF here"
    exit 0
fi
check "the release build" make -s all CC="${CC:-cc}" BUILD="$BUILD"
for file in pleach pleach-serve libpleach.so; do
    readelf -hlWd --dyn-syms "$BUILD/$file" >"$T/elf" 2>&1
    check "$file: position-independent" grep -q 'Type: *DYN' "$T/elf"
    check "$file: relocations read-only" grep -q GNU_RELRO "$T/elf"
    check "$file: bound before it runs" grep -q BIND_NOW "$T/elf"
    check "$file: no code on the stack" grep -q 'GNU_STACK.* RW ' "$T/elf"
    check "$file: guarded stacks" grep -q __stack_chk_fail "$T/elf"
    check "$file: no relocations in code" sh -c "! grep -q TEXTREL '$T/elf'"
    check "$file: no path to libraries" sh -c "! grep -q -E 'R(UN)?PATH' '$T/elf'"
    if readelf -W --dyn-syms /bin/sh | grep -q GLIBC; then
        check "$file: checked buffers" grep -q __snprintf_chk "$T/elf"
    fi
done
check "the program is a PIE" sh -c "readelf -Wd '$BUILD/pleach' | grep -q 'FLAGS_1.*PIE'"

# The static library serves programs of both kinds.
roaring=$(readelf -Wd "$BUILD/pleach" | grep -q libroaring && echo -lroaring)
printf '#include <pleach.h>\n#include <stdio.h>\nint main(void) { return puts(pl_version()) < 0; }\n' >"$T/main.c"
for kind in -pie -no-pie; do
    # shellcheck disable=SC2086
    check "a program with $kind" ${CC:-cc} -fPIE $kind -Iinclude "$T/main.c" "$BUILD/libpleach.a" -o "$T/main" \
        -lexpat -lzstd -lz -lutf8proc -lpcre2-8 -lm -lpthread $roaring
    check "it runs with $kind" "$T/main"
done
exit "$status"
