#!/bin/sh
# The page in a real browser: `make test-web`. Installs Debian's chromium, node and npm where they are
# missing, and the pinned driver in build/web; then clicks through all views on a server of its own.
cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build}
case $BUILD in
    /*) ;;
    *) BUILD=$PWD/$BUILD ;;
esac
export BUILD PLEACH_SHARE="$PWD/share"

fail() {
    echo "test-web: $*" >&2
    exit 1
}
# A program of another origin, such as a newer node, is as good as Debian's.
need() { # need PROGRAM PACKAGE
    command -v "$1" >/dev/null || tools/deps.sh "$2"
    command -v "$1" >/dev/null || fail "$1 is missing and could not be installed (Debian: $2)"
}
need node nodejs
need npm npm
[ -n "$CHROMIUM" ] || need chromium chromium
export CHROMIUM="${CHROMIUM:-$(command -v chromium)}"

mkdir -p "$BUILD/web"
cp tests/web/package.json tests/web/package-lock.json "$BUILD/web/"
if ! cmp -s tests/web/package-lock.json "$BUILD/web/installed"; then
    rm -f "$BUILD/web/installed"
    (cd "$BUILD/web" && npm ci --no-audit --no-fund >npm.log 2>&1) ||
        fail "npm could not install playwright-core: $(grep -i -m 3 "err" "$BUILD/web/npm.log")"
    cp tests/web/package-lock.json "$BUILD/web/installed"
fi
exec node tests/web/run.mjs "$@"
