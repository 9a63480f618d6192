#!/bin/sh
# Builds the libraries that pleach needs as static ones, for any C compiler:
#
#     CC=musl-gcc tools/libs.sh build/portable/musl/libs
#     CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar CFLAGS=-O2 tools/libs.sh FOLDER expat zstd
#     CC=aarch64-linux-gnu-gcc tools/libs.sh FOLDER musl
#
# Headers go to FOLDER/include, archives to FOLDER/lib; FOLDER/versions says what was built
# from which version, and a second call with the same compiler does nothing. The sources are
# Debian's packages with Debian's patches, unpacked once into $SOURCES (default
# build/portable/src) by apt-get, whose signatures vouch for them; a folder NAME-VERSION that
# lies there already is used as it is, so that no apt-get is needed. apt-get gets lists of its
# own under $SOURCES: the system's stay as they are, and nothing is installed.
#
# The files are compiled directly instead of by each library's build system: these want
# autoconf, cmake or libtool and a description of every machine, and the few files need none.
set -e
[ $# -gt 0 ] || { echo "usage: CC=… AR=… CFLAGS=… tools/libs.sh FOLDER [LIBRARY…]" >&2; exit 2; }
folder=$1
shift
wanted=${*:-expat zstd z utf8proc pcre2-8 roaring cmocka}
CC=${CC:-cc} AR=${AR:-ar} CFLAGS=${CFLAGS:--O2}
sources=${SOURCES:-build/portable/src}
objects=$folder/objects
mkdir -p "$folder/include" "$folder/lib" "$objects" "$sources"
sources=$(cd "$sources" && pwd)
objects=$(cd "$objects" && pwd)

# -- sources ------------------------------------------------------------------------

# Lines "deb-src" for what the system's apt gets its packages from.
source_list() {
    for keyring in /usr/share/keyrings/debian-archive-keyring.gpg /usr/share/keyrings/ubuntu-archive-keyring.gpg; do
        [ ! -e $keyring ] || by=" [signed-by=$keyring]"
    done
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        sed -n -E "s,^(Debian|Ubuntu) ,deb-src$by ,p" | sort -u
}

apt() {
    command=$1
    shift
    "$command" -qq -o Dir::Etc::sourcelist="$sources/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$sources/apt/lists" -o Dir::Cache="$sources/apt/cache" \
        -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=3 "$@"
}

update_lists() {
    [ ! -e "$sources/apt/updated" ] || return 0
    if ! command -v apt-get || ! command -v dpkg-source; then
        echo "libs: needs apt-get and dpkg-source (the package dpkg-dev), or the unpacked sources in $sources" >&2
        exit 1
    fi >/dev/null
    mkdir -p "$sources/apt/lists/partial" "$sources/apt/cache/archives/partial"
    source_list >"$sources/apt/sources.list"
    [ -s "$sources/apt/sources.list" ] || {
        echo "libs: apt knows no Debian or Ubuntu archive; does 'apt-get update' work?" >&2
        exit 1
    }
    apt apt-get update
    : >"$sources/apt/updated"
}

# original PACKAGE: where a mirror has lost Debian's patches, the sources without them, whose checksum apt-get
# has compared.
original() {
    for archive in "$sources/$1"_*.orig.tar.?z; do
        [ -e "$archive" ] || return 1
        version=${archive#"$sources/$1"_}
        mkdir -p "$sources/$1-${version%.orig.*}"
        tar -C "$sources/$1-${version%.orig.*}" --strip-components=1 -xf "$archive"
    done
}

# unpack PACKAGE: the newest version; where a mirror does not have that, an older one.
unpack() {
    update_lists
    for release in $(apt apt-cache madison "$1" | sed -n 's,.* \([^ ]*\)/[^ ]* Sources$,\1,p'); do
        (cd "$sources" && apt apt-get source "$1/$release" >apt/log 2>&1) && return
    done
    original "$1" && return
    cat "$sources/apt/log" >&2
    echo "libs: the source package $1 cannot be fetched" >&2
    exit 1
}

# root_of PACKAGE: where its sources are
root_of() {
    # shellcheck disable=SC2012
    ls -d "$sources/$1"-*/ 2>/dev/null | sort | tail -n 1
}

version_of() {
    sed -n '1s/.*(\(.*\)).*/\1/p' "$1/debian/changelog" 2>/dev/null || basename "$1"
}

# -- building -----------------------------------------------------------------------

# library NAME PACKAGE FOLDER SOURCES HEADERS FLAGS…
library() {
    name=$1 package=$2 inside=$3 files=$4 headers=$5
    shift 5
    case " $wanted " in *" $name "*) ;; *) return 0 ;; esac
    [ -n "$(root_of "$package")" ] || unpack "$package"
    root=$(root_of "$package")
    line="$name $(version_of "$root") $CC $CFLAGS"
    if grep -qxF "$line" "$folder/versions" 2>/dev/null && [ -e "$folder/lib/lib$name.a" ]; then
        return 0
    fi
    echo "$line"
    rm -rf "${objects:?}/$name"
    mkdir -p "$objects/$name"
    if [ "$name" = pcre2-8 ]; then
        cp "$root/$inside/pcre2.h.generic" "$objects/pcre2.h"
        cp "$root/$inside/config.h.generic" "$objects/config.h"
        cp "$root/$inside/pcre2_chartables.c.dist" "$root/$inside/pcre2_chartables.c"
    fi
    # All files of a library in one call: some compilers take longer to start than to compile.
    # shellcheck disable=SC2012,SC2086
    (
        files=$(cd "$root/$inside" && ls $files | sed "s,^,$root/$inside/,")
        cd "$objects/$name"
        $CC $CFLAGS -w "$@" -I"$objects" -I"$root/$inside" -I"$root/include" -c $files
    )
    rm -f "$folder/lib/lib$name.a"
    $AR rcs "$folder/lib/lib$name.a" "$objects/$name"/*.o
    for header in $headers; do
        if [ -e "$root/$inside/$header" ]; then cp -R "$root/$inside/$header" "$folder/include"
        else cp "$objects/$header" "$folder/include"; fi
    done
    grep -v "^$name " "$folder/versions" >"$folder/versions.new" 2>/dev/null || :
    echo "$line" >>"$folder/versions.new"
    mv "$folder/versions.new" "$folder/versions"
}

# A C library, which comes with a compiler of its own, FOLDER/bin/musl-gcc, that makes programs for it.
# Debian has one for the machine itself only.
musl() {
    case " $wanted " in *" musl "*) ;; *) return 0 ;; esac
    [ -n "$(root_of musl)" ] || unpack musl
    root=$(root_of musl)
    line="musl $(version_of "$root") $CC"
    if grep -qxF "$line" "$folder/versions" 2>/dev/null && [ -e "$folder/bin/musl-gcc" ]; then
        return 0
    fi
    echo "$line"
    rm -rf "$objects/musl"
    mkdir -p "$objects/musl"
    top=$(cd "$folder" && pwd)
    (
        cd "$objects/musl"
        CC=$CC AR=$AR "$root/configure" --target="$($CC -dumpmachine)" --prefix="$top" --syslibdir="$top/lib" \
            --disable-shared --enable-wrapper=gcc
        make -j"$(nproc 2>/dev/null || echo 2)" install
    ) >"$objects/musl.log" 2>&1 || { tail "$objects/musl.log" >&2; exit 1; }
    echo "$line" >>"$folder/versions"
}
musl

# What configure would write is said by flags.
: >"$objects/expat_config.h"

# name            package  folder     sources                                    headers
library expat     expat    expat/lib  'xmlparse.c xmlrole.c xmltok.c'            'expat.h expat_external.h' \
    -DXML_NS -DXML_DTD -DXML_GE=1 -DXML_CONTEXT_BYTES=1024 -DXML_DEV_URANDOM -DHAVE_UNISTD_H -DBYTEORDER=__BYTE_ORDER__
library zstd      libzstd  lib        'common/*.c compress/*.c decompress/*.c'   'zstd.h zstd_errors.h' \
    -DXXH_NAMESPACE=ZSTD_ -DZSTD_DISABLE_ASM
library z         zlib     .          '[a-z]*.c'                                 'zlib.h zconf.h' \
    -DHAVE_UNISTD_H -DHAVE_STDARG_H
library utf8proc  utf8proc .          utf8proc.c                                 utf8proc.h \
    -DUTF8PROC_STATIC
library pcre2-8   pcre2    src        "$(printf 'pcre2_%s.c ' auto_possess chartables compile config context convert dfa_match error extuni \
    find_bracket jit_compile maketables match match_data newline ord2utf pattern_info script_run serialize string_utils study substitute \
    substring tables ucd valid_utf xclass)"                                      pcre2.h \
    -DHAVE_CONFIG_H -DPCRE2_STATIC -DPCRE2_CODE_UNIT_WIDTH=8 -DSUPPORT_PCRE2_8 -DSUPPORT_UNICODE
library roaring   croaring src        '*.c containers/*.c'                       ../include/roaring \
    -std=gnu11
library cmocka    cmocka   src        cmocka.c                                   ../include/cmocka.h \
    -DHAVE_INTTYPES_H -DHAVE_SIGNAL_H -DHAVE_STRINGS_H -DHAVE_GCC_THREAD_LOCAL_STORAGE -DHAVE_CLOCK_REALTIME \
    -DHAVE_SIGLONGJMP -DHAVE_STRSIGNAL -DHAVE_STRUCT_TIMESPEC -DHAVE_SNPRINTF -DHAVE_VSNPRINTF -D_UINTPTR_T_DEFINED
