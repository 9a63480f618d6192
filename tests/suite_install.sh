#!/bin/sh
# Installs into an empty folder and uses what is there as a stranger would: the program
# finds its data, the example compiles through pkg-config against the shared and the static
# library, the library exports what pleach.h declares and nothing else, and uninstalling
# leaves nothing behind.
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
unset PLEACH_SHARE
status=0
check() { # check NAME COMMAND…
    name=$1
    shift
    if "$@" >"$T/log" 2>&1; then
        echo "ok $name"
    else
        echo "not ok $name"
        cat "$T/log"
        status=1
    fi
}
cc=${CC:-cc}
prefix=$T/usr/local
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs this

check "make install" make -s -j"$(nproc)" install CC="$cc" BUILD="$BUILD" DESTDIR="$T"
check "the program runs" "$prefix/bin/pleach" --version
data=$PWD/tests/data
use_rules() { (cd "$T" && "$prefix/bin/pleach" convert --heads alpino "$data/dutch.discbracket"); }
check "the program finds its head rules" use_rules
check "manual pages are there" test -s "$prefix/share/man/man1/pleach-convert.1"

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$T"
shared() {
    # shellcheck disable=SC2046
    $cc -std=c17 -Wall -Wextra -Werror examples/gaps.c $(pkg-config --cflags --libs pleach) \
        -o "$T/gaps" && LD_LIBRARY_PATH="$prefix/lib" "$T/gaps" "$data/dutch.discbracket" >"$T/out" &&
        grep -q "^NP	2	Boeken … er … drie$" "$T/out"
}
static() {
    # shellcheck disable=SC2046
    $cc -std=c17 examples/gaps.c $(pkg-config --cflags pleach) "$prefix/lib/libpleach.a" \
        $(pkg-config --static --libs-only-l pleach | sed 's/-lpleach//') -o "$T/gaps-static" &&
        "$T/gaps-static" "$data/dutch.discbracket" | cmp - "$T/out"
}
check "the example with the shared library" shared
check "the example with the static library" static
says_why() { ! LD_LIBRARY_PATH="$prefix/lib" "$T/gaps" /nowhere 2>"$T/err" && grep -q /nowhere "$T/err"; }
check "the example says why it fails" says_why
parser() {
    # shellcheck disable=SC2046
    $cc -std=c17 -Wall -Wextra -Werror examples/parse.c $(pkg-config --cflags --libs pleach) -o "$T/parse" &&
        "$prefix/bin/pleach" train --quiet --epochs 10 -o "$T/toy.model" "$data/dutch.discbracket" &&
        set -- Dat/VNW-aanw-det boek/N-soort had/WW-pv ze/VNW-pers-pron gelezen/WW-vd ./LET &&
        LD_LIBRARY_PATH="$prefix/lib" "$T/parse" "$T/toy.model" "$@" >"$T/a" &&
        echo "$@" | "$prefix/bin/pleach" parse --quiet -m "$T/toy.model" --from tagged |
        "$prefix/bin/pleach" draw --width 0 >"$T/b" && cmp "$T/a" "$T/b" && test -s "$T/a"
}
check "the example that parses" parser
exports() {
    nm -D --defined-only "$prefix/lib/libpleach.so" | awk '{ print $3 }' | sort >"$T/exported"
    sed 's,/\*.*\*/,,; s/^ \*.*//' include/pleach.h | grep -o -E '\bpl_[a-z_]+ *\(' | tr -d ' (' | sort -u >"$T/declared"
    diff "$T/declared" "$T/exported"
}
check "the library exports pleach.h and nothing else" exports
cplusplus() { echo '#include <pleach.h>' >"$T/x.cc" && c++ -std=c++11 -Wall -Werror -I"$prefix/include" -fsyntax-only "$T/x.cc"; }
if command -v c++ >/dev/null; then
    check "pleach.h is a C++ header too" cplusplus
else
    echo "ok pleach.h is a C++ header too # SKIP no C++ compiler"
fi
check "make uninstall" make -s uninstall BUILD="$BUILD" DESTDIR="$T"
empty() { find "$prefix" -type f -o -type l | grep . && return 1; return 0; }
check "nothing is left" empty
exit $status
