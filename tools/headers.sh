#!/bin/sh
# Says which of the headers named as arguments the compiler $CC does not find, and what to do.
finds() {
    # shellcheck disable=SC2086
    printf '#include <%s>\n' "$@" | ${CC:-cc} -E -x c - >/dev/null 2>&1
}
finds "$@" && exit 0
missing=
for header; do
    finds "$header" || missing="$missing $header"
done
echo "pleach needs libraries whose headers are missing:$missing" >&2
echo "'make deps' installs them on Debian and Ubuntu; README.md names them." >&2
exit 1
