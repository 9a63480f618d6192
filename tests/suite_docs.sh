#!/bin/sh
# Runs the examples of the documents: README.md, docs/*.md and CONTRIBUTING.md from the top
# of the source tree, man/*.in in tests/data; see tests/golden/README.md.
accept=
[ "$GOLDEN" = accept ] && accept=--accept
PATH=$BUILD/san:$PATH
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
export PATH T
status=0
"$BUILD/golden" $accept README.md CONTRIBUTING.md $(ls docs/*.md 2>/dev/null) || status=1
"$BUILD/golden" $accept -C tests/data man/*.in || status=1
exit $status
