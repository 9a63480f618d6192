#!/bin/sh
# Makes the Debian package $BUILD/pleach_VERSION_ARCH.deb of what `make install` installs:
# the program, the library, the header, the pages, the completions, the data and the Python
# module. BUILD, VERSION, SONAME and LIBS are as in the Makefile.
set -e
command -v dpkg-deb >/dev/null || { echo "deb: dpkg-deb is not here: this works on Debian" >&2; exit 1; }
arch=$(dpkg --print-architecture)
root=$BUILD/deb
doc=$root/usr/share/doc/pleach
umask 022
rm -rf "$root"
mkdir -p "$root/DEBIAN" "$doc/examples"

DESTDIR=$root PREFIX=/usr LIBDIR=/usr/lib/$(${CC:-cc} -print-multiarch) \
    PYTHONDIR=/usr/lib/python3/dist-packages tools/install.sh install >/dev/null
mkdir -p "$root/usr/share/zsh/vendor-completions" # where Debian's zsh looks
mv "$root/usr/share/zsh/site-functions/_pleach" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"
find "$root/usr" -name 'pleach' -path '*/bin/*' -exec strip --strip-unneeded {} +
find "$root/usr" -name 'libpleach.so.*' -type f -exec strip --strip-unneeded {} +
find "$root/usr" -name 'libpleach.a' -exec strip --strip-debug {} +
gzip -9n "$root"/usr/share/man/man1/*.1
cp LICENSE "$doc/copyright"
gzip -9nc CHANGELOG.md >"$doc/changelog.gz"
cp README.md "$doc/"
cp examples/* "$doc/examples/"

# The packages of the shared libraries that the program and the library need.
needs() {
    for file in "$root"/usr/bin/pleach "$root"/usr/lib/*/"${SONAME%.*}.$VERSION"; do
        ldd "$file" | sed -n 's/.*=> \(\/[^ ]*\).*/\1/p'
    done | sort -u | while read -r library; do
        # A merged /usr knows a file by either of two names.
        { dpkg-query -S "$library" || dpkg-query -S "$(realpath "$library")" ||
            dpkg-query -S "/usr$library"; } 2>/dev/null | head -n 1 | sed 's/:.*//'
    done | sort -u | while read -r package; do
        case $package in
            libgcc-s1 | libpleach*) ;;
            *) dpkg-query -W -f '${Package} (>= ${Version})\n' "$package" | sed 's/[+~-][^ )]*)/)/' ;;
        esac
    done | paste -sd, | sed 's/,/, /g'
}
cat >"$root/DEBIAN/control" <<END
Package: pleach
Version: $VERSION
Architecture: $arch
Maintainer: The pleach authors <pleach@localhost>
Installed-Size: $(du -ks "$root/usr" | cut -f1)
Depends: $(needs)
Suggests: python3, python3-nltk
Section: science
Priority: optional
Description: parser toolkit for trees with crossing branches
 Reads treebanks and text, trains parsers, parses fast, evaluates and draws
 discontinuous constituency trees and non-projective dependency trees. A program,
 a C library and a Python module.
END
echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
package=$BUILD/pleach_${VERSION}_$arch.deb
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
echo "$package"
