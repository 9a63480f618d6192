#!/bin/sh
# Installs pleach, or takes it away again: `tools/install.sh install|uninstall`, with BUILD,
# DESTDIR, PREFIX, LIBDIR, PYTHONDIR, VERSION, SONAME and LIBS as in the Makefile. Both work
# through the same list of files.
set -e
umask 022 # all may read what is installed, whatever others may read of the installer's files
library=${SONAME%.*}.$VERSION # libpleach.so.0.2.0
tab=$(printf '\t')
what=$1

# row MODE SOURCE TARGET: a file to install; mode "link": SOURCE is what the link says; mode
# "unpack": a model, which is mapped where it is not compressed.
row() { printf '%s\t%s\t%s\n' "$@"; }
rows() {
    row 755 "$BUILD/pleach" "$PREFIX/bin/pleach"
    # The server is there where libmicrohttpd is; what is not there is taken away all the same.
    [ "$what" = install ] && [ ! -e "$BUILD/pleach-serve" ] || row 755 "$BUILD/pleach-serve" "$PREFIX/bin/pleach-serve"
    row 755 "$BUILD/$SONAME" "$LIBDIR/$library"
    row link "$library" "$LIBDIR/$SONAME"
    row link "$SONAME" "$LIBDIR/libpleach.so"
    row 644 "$BUILD/libpleach.a" "$LIBDIR/libpleach.a"
    row 644 "$BUILD/pleach.pc" "$LIBDIR/pkgconfig/pleach.pc"
    row 644 include/pleach.h "$PREFIX/include/pleach.h"
    for page in man/*.in; do
        page=$(basename "$page" .in).1
        row 644 "$BUILD/man/$page" "$PREFIX/share/man/man1/$page"
    done
    row 644 "$BUILD/completion/pleach.bash" "$PREFIX/share/bash-completion/completions/pleach"
    row 644 "$BUILD/completion/pleach.zsh" "$PREFIX/share/zsh/site-functions/_pleach"
    row 644 "$BUILD/completion/pleach.fish" "$PREFIX/share/fish/vendor_completions.d/pleach.fish"
    (cd share && find . -type f) | sort | while read -r file; do
        row 644 "share/${file#./}" "$PREFIX/share/pleach/${file#./}"
    done
    for file in experiments/*.py experiments/*.toml; do
        row "$([ -x "$file" ] && echo 755 || echo 644)" "$file" "$PREFIX/share/pleach/$file"
    done
    for file in models/*; do
        case $file in
            *.zst) row unpack "$file" "$PREFIX/share/pleach/${file%.zst}" ;;
            *) [ ! -e "$file" ] || row 644 "$file" "$PREFIX/share/pleach/$file" ;;
        esac
    done
    for file in bindings/python/pleach/*.py bindings/python/pleach/py.typed; do
        [ ! -e "$file" ] || row 644 "$file" "$PYTHONDIR/pleach/$(basename "$file")"
    done
}

# A program that has the old model mapped keeps it: the new file takes its name.
install_model() {
    if command -v zstd >/dev/null; then
        zstd -dqf "$1" -o "$2.part" && chmod 644 "$2.part" && mv -f "$2.part" "$2" && rm -f "$2.zst"
    else
        rm -f "$2"
        install -m 644 "$1" "$2.zst"
    fi
}

install_row() {
    mkdir -p "$(dirname "$DESTDIR$3")"
    case $1 in
        link) ln -sf "$2" "$DESTDIR$3" ;;
        unpack) install_model "$2" "$DESTDIR$3" ;;
        *) install -m "$1" "$2" "$DESTDIR$3" ;;
    esac
}

# Of the folders only those that are pleach's own go too, once they are empty.
uninstall_row() {
    rm -f "$DESTDIR$3"
    [ "$1" != unpack ] || rm -f "$DESTDIR$3.zst"
    folder=$(dirname "$3")
    while [ "${folder#"$PREFIX/share/pleach"}" != "$folder" ] || [ "$folder" = "$PYTHONDIR/pleach" ]; do
        rmdir "$DESTDIR$folder" 2>/dev/null || break
        folder=$(dirname "$folder")
    done
}

if [ "$1" = install ]; then
    sed "s|@PREFIX@|$PREFIX|; s|@LIBDIR@|$LIBDIR|; s|@VERSION@|$VERSION|; s|@LIBS@|$LIBS|" \
        tools/pleach.pc.in >"$BUILD/pleach.pc"
    echo "installing in $DESTDIR$PREFIX"
fi
if [ "$1" = uninstall ]; then # what Python compiled of its package
    rm -f "$DESTDIR$PYTHONDIR"/pleach/__pycache__/*.pyc
    rmdir "$DESTDIR$PYTHONDIR/pleach/__pycache__" 2>/dev/null || true
fi
rows | while IFS=$tab read -r mode source target; do
    "$1_row" "$mode" "$source" "$target"
done
