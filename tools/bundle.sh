#!/bin/sh
# Links the library for the Python wheel, where it must need nothing beside glibc: the other libraries
# are put into it.
#
#     CC=… LDLIBS=… tools/bundle.sh OUT ARCHIVES OBJECT…
#
# Archives come from the folder ARCHIVES, which tools/libs.sh filled, or else from the system. Where
# some are missing, shared libraries are used, and a note says so: the wheel is then for this machine.
set -e
out=$1 archives=$2
shift 2
mkdir -p "$archives"

# Debian's libjansson.a refers to stdin in a way that only programs can. It does so to compare a file
# with it, for messages: with another variable, no file is standard input.
own=$archives/libjansson.a
found=$($CC -print-file-name=libjansson.a)
if [ ! -e "$own" ] && [ -e "$found" ]; then
    echo 'void *pl_no_stdin __attribute__((visibility("hidden")));' >"$archives/stdin.c"
    $CC -fPIC -c "$archives/stdin.c" -o "$archives/stdin.o"
    objcopy --redefine-sym stdin=pl_no_stdin "$found" "$archives/stdin.a"
    set -- "$@" "$archives/stdin.o"
    jansson=$archives/stdin.a
fi

put_in= load=
for library in $LDLIBS; do
    case $library in
        -lm | -lpthread) load="$load $library" ;;
        -ljansson) put_in="$put_in ${jansson:-$library}" ;;
        *) put_in="$put_in $library" ;;
    esac
done
# shellcheck disable=SC2086
link() { $CC -shared -Wl,-soname,libpleach.so -Wl,-z,relro,-z,now -Wl,--exclude-libs,ALL $CFLAGS "$@" -o "$out" $LDFLAGS; }
# shellcheck disable=SC2086
link "$@" -L"$archives" -Wl,-Bstatic $put_in -Wl,-Bdynamic $load 2>"$archives/log" || {
    echo "wheel: static libraries are missing, so it will need the shared ones of this system: $(grep -o 'cannot find [^:]*' "$archives/log" | sed 's/cannot find //' | paste -sd' ')" >&2
    link "$@" $LDLIBS
}
strip --strip-unneeded "$out"
