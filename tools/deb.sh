#!/bin/sh
# Makes the Debian package $BUILD/pleach_VERSION_ARCH.deb of what `make install` installs:
# the program, the server (if it was built), the library, the header, the pages, the completions, the data and the Python
# module. BUILD, VERSION, SONAME and LIBS are as in the Makefile; DEBFULLNAME and DEBEMAIL say
# who makes it. The same source gives the same package: its times are those of the last commit.
set -e
command -v dpkg-deb >/dev/null || { echo "deb: dpkg-deb is not here: this works on Debian" >&2; exit 1; }
arch=$(dpkg --print-architecture)
root=$BUILD/deb
doc=$root/usr/share/doc/pleach
maintainer="${DEBFULLNAME:-The pleach authors} <${DEBEMAIL:-pleach@localhost}>"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
umask 022
rm -rf "$root"
mkdir -p "$root/DEBIAN" "$doc/examples"

DESTDIR=$root PREFIX=/usr LIBDIR=/usr/lib/$(${CC:-cc} -print-multiarch) \
    PYTHONDIR=/usr/lib/python3/dist-packages tools/install.sh install >/dev/null
mkdir -p "$root/usr/share/zsh/vendor-completions" # where Debian's zsh looks
mv "$root/usr/share/zsh/site-functions/_pleach" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"
find "$root/usr" -name 'pleach*' -path '*/bin/*' -exec strip --strip-unneeded -R .comment {} +
find "$root/usr" -name 'libpleach.so.*' -type f -exec strip --strip-unneeded -R .comment {} + -exec chmod 644 {} +
find "$root/usr" -name 'libpleach.a' -exec strip --strip-debug -R .comment {} +
gzip -9n "$root"/usr/share/man/man1/*.1
cp LICENSE "$doc/copyright"
gzip -9nc CHANGELOG.md >"$doc/NEWS.gz"
cat <<END | gzip -9nc >"$doc/changelog.gz"
pleach ($VERSION) unstable; urgency=medium

  * Packaged from the source tree by "make deb"; NEWS.gz tells what is new.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
END
# What lintian would have otherwise: one package for the program, the library and the header,
# which one small project does not spread over four; and no address unless one is given.
mkdir -p "$root/usr/share/lintian/overrides"
cat >"$root/usr/share/lintian/overrides/pleach" <<END
# the library, its header and its program come in one package
pleach: package-name-doesnt-match-sonames libpleach*
pleach: link-to-shared-library-in-wrong-package *
# no address is known unless DEBEMAIL names one
pleach: bogus-mail-host Maintainer *
pleach: bogus-mail-host-in-debian-changelog *
END
chmod 644 "$root/usr/share/lintian/overrides/pleach"
cp README.md "$doc/"
cp -r examples/* "$doc/examples/"

# The packages of the shared libraries that the program and the library need.
needs() {
    for file in "$root"/usr/bin/pleach* "$root"/usr/lib/*/"${SONAME%.*}.$VERSION"; do
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
Maintainer: $maintainer
Installed-Size: $(du -ks "$root/usr" | cut -f1)
Depends: $(needs)
Suggests: librsvg2-bin, python3, python3-nltk
Section: science
Priority: optional
Description: parser toolkit for trees with crossing branches
 Reads treebanks and text, trains parsers, parses fast, evaluates and draws
 discontinuous constituency trees and non-projective dependency trees.
 .
 The package has a program, a C library, a Python module and models of several
 languages.
END
echo "${SONAME%.so.*} ${SONAME##*.} pleach (>= $VERSION)" >"$root/DEBIAN/shlibs"
# Python keeps what it compiled beside the module.
cat >"$root/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
rm -f /usr/lib/python3/dist-packages/pleach/__pycache__/*.pyc
rmdir --ignore-fail-on-non-empty /usr/lib/python3/dist-packages/pleach/__pycache__ 2>/dev/null || true
END
chmod 755 "$root/DEBIAN/prerm"
echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
package=$BUILD/pleach_${VERSION}_$arch.deb
# Most of it are models, which are compressed already.
dpkg-deb --root-owner-group -Zxz -z2 --build "$root" "$package" >/dev/null
echo "$package"
