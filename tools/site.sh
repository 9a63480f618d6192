#!/bin/sh
# Makes the page that needs no server: `make site`. The library and the answers of the server become
# WebAssembly, by Debian's emscripten; the folder that comes out can lie on any static host.
#
#     tools/site.sh FOLDER MODELS TREEBANKS
#
# Models are names of shipped ones or files; treebanks are files. Objects are in $BUILD/wasm, libraries
# are built for it by tools/libs.sh, as they are for other machines.
set -e
BUILD=${BUILD:-build}
folder=$1 models=$2 treebanks=$3
objects=$PWD/${BUILD#"$PWD"/}/wasm
jobs=$(nproc 2>/dev/null || echo 2)
export NODE_PATH="${NODE_PATH:+$NODE_PATH:}/usr/share/nodejs" # Debian's modules, for a node of another origin

# -- the program ----------------------------------------------------------------------

CC=emcc AR=emar CFLAGS='-O2 -msimd128' SOURCES=$objects/../portable/src \
    tools/libs.sh "$objects/libs" expat zstd z utf8proc pcre2-8

# What share/ has for the program, where it looks for it.
embed() {
    for data in share/*/; do
        [ "$data" = share/web/ ] || printf ' --embed-file %s@/usr/local/share/pleach/%s' "$data" "${data#share/}"
    done
}
functions=_malloc,_free,$(sed -n 's/^[a-z].*[ *]\(alone_[a-z]*\)(.*/_\1/p' server/alone.h | paste -sd,)
settings='-s MODULARIZE -s EXPORT_ES6 -s ENVIRONMENT=worker -s FORCE_FILESYSTEM'
settings="$settings -s INITIAL_MEMORY=64MB -s ALLOW_MEMORY_GROWTH -s TOTAL_STACK=8MB"
settings="$settings -s EXPORTED_FUNCTIONS=$functions -s EXPORTED_RUNTIME_METHODS=FS,ccall,UTF8ToString,allocateUTF8"
CPPFLAGS="-isystem $objects/libs/include" LDFLAGS="-L$objects/libs/lib $settings$(embed)" \
    make --no-print-directory -j"$jobs" BUILD="$objects" CC=emcc AR=emar ROARING= PREFIX=/usr/local HARDENING=-fno-PIC \
    CFLAGS='-O2 -msimd128' "${objects#"$PWD"/}/wasm/pleach.js"

# -- the folder -----------------------------------------------------------------------

# add KIND FILE…: copies files to the folder; their list for site.json
add() {
    kind=$1
    shift
    mkdir -p "$folder/$kind"
    for file; do
        install -m 644 "$file" "$folder/$kind/"
        printf '%s"%s/%s"' "$comma" "$kind" "$(basename "$file")"
        comma=', '
    done
}

# The file of a model, which may be called by the name of a shipped one.
model_file() {
    for file in "models/$1.model.zst" "models/$1.model" "$1"; do
        [ ! -f "$file" ] || { echo "$file"; return; }
    done
    echo "site: there is no model '$1'" >&2
    exit 1
}

policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
notice='<p class="wrong">This page does not run here. Browsers run it from a web server only, not as a file, and with JavaScript. \
For example: start <code>python3 -m http.server</code> in the folder of this file, then open <code>http://localhost:8000/</code>.</p>'

rm -rf "$folder"
mkdir -p "$folder/wasm"
cp -R share/web/. "$folder"
cp site/*.js "$folder/js/"
cp "$objects/wasm/pleach.js" "$objects/wasm/pleach.wasm" "$folder/wasm/"
sed -e "s|^\( *\)<meta charset.*|&\n\1<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" \
    -e "s|<noscript>.*</noscript>|$notice|" share/web/index.html >"$folder/index.html"
files=$(for name in $models; do model_file "$name"; done)
# shellcheck disable=SC2086
{
    printf '{"models": [%s], ' "$(add models $files)"
    printf '"treebanks": [%s]}\n' "$(add treebanks $treebanks)"
} >"$folder/site.json"
echo "$folder: $(du -sh "$folder" | cut -f 1), for any web server that serves files"
