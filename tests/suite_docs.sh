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
export PLEACH="$BUILD/san/pleach" # for experiments/run.py
mkdir "$T/top" "$T/data"
ln -s "$PWD"/* "$T/top/"
ln -s "$PWD"/tests/data/* "$T/data/"
status=0
# shellcheck disable=SC2046
"$BUILD/golden" $accept -C "$T/top" README.md CONTRIBUTING.md $(ls docs/*.md docs/*/*.md 2>/dev/null) || status=1
"$BUILD/golden" $accept -C "$T/data" man/*.in || status=1

# The programs in README.md: the one in C compiles and draws the tree at its top, the Python
# session gives what it shows.
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs this
make -s lib CC="${CC:-cc}" BUILD="$BUILD"
program() {
    sed -n '/^```c$/,/^```$/p' README.md | sed '/^```/d' >"$T/readme.c"
    ${CC:-cc} -std=c17 -Wall -Wextra -Werror -Iinclude "$T/readme.c" "$BUILD/libpleach.so" -Wl,-rpath,"$BUILD" -o "$T/readme" &&
        "$T/readme" >"$T/drawn" && sed -n '/pleach draw$/,/^```$/p' README.md | sed '1d;/^```/,$d' | diff - "$T/drawn"
}
program && echo "ok the C of README.md" || { echo "not ok the C of README.md"; status=1; }
if command -v python3 >/dev/null; then
    PYTHONPATH=bindings/python PYTHONDONTWRITEBYTECODE=1 PLEACH_LIBRARY="$BUILD/libpleach.so" python3 -m doctest README.md &&
        echo "ok the Python of README.md" || { echo "not ok the Python of README.md"; status=1; }
else
    echo "ok the Python of README.md # SKIP python3 is not installed"
fi

# Links to files lead somewhere, and src/README.md knows every directory of src/.
for document in *.md docs/*.md docs/*/*.md examples/*.md examples/*/*.md models/*.md src/*.md tests/*/*.md; do
    dead=$(sed '/^ *```/,/^ *```/d' "$document" | grep -o -E '\]\([^)#: ]+\)' | tr -d ']()' | while read -r target; do
        [ -e "$(dirname "$document")/$target" ] || echo "$target"
    done)
    [ -z "$dead" ] && echo "ok links of $document" || { echo "not ok links of $document: $dead"; status=1; }
done
# Every transition system has its table, which is printed by the program, on a page.
for system in $(describe bash | sed -n 's/^ *train:--system.*words="\(.*\)".*/\1/p') $(basename -s .sys share/systems/*.sys); do
    grep -q "^\$ pleach info --system $system\$" docs/systems/*.md && echo "ok the table of $system" ||
        { echo "not ok the table of $system"; status=1; }
done
for folder in src/*/; do
    name=$(basename "$folder")
    grep -q "^| \`$name/\`" src/README.md && echo "ok src/README.md tells of $name" ||
        { echo "not ok src/README.md tells of $name"; status=1; }
done
exit $status
