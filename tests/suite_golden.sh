#!/bin/sh
# Golden tests: commands and what they print, see tests/golden/README.md.
accept=
[ "$GOLDEN" = accept ] && accept=--accept
PATH=${PROGRAM:-$BUILD/san}:$PATH
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
export PATH T
"$BUILD/golden" $accept -C tests/data tests/golden/*.test
