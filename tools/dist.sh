#!/bin/sh
# Makes what is given away, in $BUILD/dist, with checksums: `make dist`. Arguments are the parts wanted.
#
#     source   pleach-VERSION.tar.gz, which pip takes, too
#     wheel    the Python wheel for this processor
#     static   pleach-VERSION-linux-x86_64 and -arm64: one file to copy, with the default model
#     deb      the Debian package for this processor
#     recipes  meta.yaml for conda and pleach.rb for Homebrew, which fetch the source from DIST_URL
#
# BUILD and VERSION are as in the Makefile. docs/install.md tells how each is used.
set -e
dist=$BUILD/dist
wanted=$*
mkdir -p "$dist"
is_wanted() { case " $wanted " in *" $1 "*) echo "== $1" ;; *) return 1 ;; esac; }
make() { command make --no-print-directory -s -j"$(nproc 2>/dev/null || echo 2)" BUILD="$BUILD" "$@"; }

# one MACHINE STRIP NAME: the program of that machine without what only debuggers read
one() {
    tools/portable.sh "$1" pleach
    $2 -o "$dist/pleach-$VERSION-linux-$3" "$BUILD/portable/$1/release/pleach"
}
fill() { sed "s|@VERSION@|$VERSION|g; s|@SHA256@|$sum|g; s|@URL@|$DIST_URL|g" "$1" >"$dist/$(basename "$1" .in)"; }

if is_wanted source; then
    rm -f "$dist"/pleach-*.tar.gz
    python3 tools/wheel.py sdist "$dist"
fi
if is_wanted wheel; then
    rm -f "$dist"/pleach-*.whl
    tools/deps.sh dpkg-dev patch
    # Built from source the libraries ask for fewer of glibc's newest functions than Debian's archives do.
    CC=${CC:-cc} CFLAGS='-O2 -fPIC' SOURCES=$BUILD/portable/src \
        nice tools/libs.sh "$BUILD/wheel/libs" expat zstd z utf8proc pcre2-8 roaring
    BUILD=$BUILD python3 tools/wheel.py wheel "$dist"
fi
if is_wanted static; then
    rm -f "$dist"/pleach-*-linux-*
    one musl strip "$(uname -m)"
    one arm64 aarch64-linux-gnu-strip arm64
    cp packaging/LIBRARIES.txt "$dist/" # which they hold
fi
if is_wanted deb; then
    rm -f "$dist"/pleach_*.deb
    make deb
    cp "$BUILD"/pleach_"$VERSION"_*.deb "$dist/"
fi
if is_wanted recipes; then
    sum=$(sha256sum "$dist/pleach-$VERSION.tar.gz" | cut -d' ' -f1)
    fill packaging/conda/meta.yaml.in
    fill packaging/homebrew/pleach.rb.in
fi
rm -f "$dist/SHA256SUMS"
(cd "$dist" && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS .)
ls -l "$dist"
