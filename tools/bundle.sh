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

put_in= load=
for library in $LDLIBS; do
    case $library in
        -lm | -lpthread) load="$load $library" ;;
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
