#!/bin/sh
# Runs the examples of the documents: those of README.md, CONTRIBUTING.md and docs/*.md
# as if from the top of the source tree, those of man/*.in as if in tests/data; see
# tests/golden/README.md. Both are folders of links, so that examples may write files.
accept=
[ "$GOLDEN" = accept ] && accept=--accept
PATH=$BUILD/san:$PATH
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
export PATH T
mkdir "$T/top" "$T/data"
ln -s "$PWD"/* "$T/top/"
ln -s "$PWD"/tests/data/* "$T/data/"
status=0
# shellcheck disable=SC2046
"$BUILD/golden" $accept -C "$T/top" README.md CONTRIBUTING.md $(ls docs/*.md 2>/dev/null) || status=1
"$BUILD/golden" $accept -C "$T/data" man/*.in || status=1
exit $status
