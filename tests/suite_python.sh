#!/bin/sh
# The Python module, with Debian's Python where it is there and any other python3 elsewhere.
. tests/check.sh
python=/usr/bin/python3
[ -x $python ] || python=$(command -v python3) || {
    echo "ok the Python module # SKIP python3 is not installed"
    exit 0
}
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs this
check "the shared library" make -s lib CC="${CC:-cc}" BUILD="$BUILD"
check "a model to parse with" pleach train -q -e 10 -o "$T/model" tests/data/dutch.discbracket
F1=$(pleach eval tests/data/dutch.discbracket tests/data/dutch.parsed | awk '$1 == "F1" { print $2 }')
export F1 MODEL="$T/model" PLEACH_LIBRARY="$BUILD/libpleach.so" PYTHONDONTWRITEBYTECODE=1
# It says "test_x (…Class.test_x) ... ok", a line each.
$python -W error bindings/python/test_pleach.py -v >"$T/out" 2>&1
say $? "python3 bindings/python/test_pleach.py"
sed -n 's/^\(test_[a-z_]*\) (.*\.\.\. ok$/ok \1/p; s/^\(test_[a-z_]*\) (.*\.\.\. skipped \(.*\)/ok \1 # SKIP \2/p; s/^\(test_[a-z_]*\) (.*\.\.\. \(FAIL\|ERROR\)$/not ok \1/p' "$T/out"
[ $status = 0 ] || cat "$T/out"

# The examples of docs/python.md, which find a model under that name; without NLTK not those of
# its section.
examples() {
    sed "$($python -c 'import nltk' 2>/dev/null || echo '/^## NLTK/,/^## Parsing/d')" docs/python.md >"$T/python.md"
    PYTHONPATH=bindings/python $python -c '
import doctest, os, sys
failed, tried = doctest.testfile(sys.argv[1], module_relative=False, encoding="utf-8",
    globs={"model": os.environ["MODEL"]}, optionflags=doctest.ELLIPSIS)
sys.exit(failed > 0 or tried < 20)' "$T/python.md"
}
check "the examples of docs/python.md" examples

# The module where `make install` puts it, with no source tree around.
installed() {
    make -s install CC="${CC:-cc}" BUILD="$BUILD" DESTDIR="$T" PREFIX=/usr/local >/dev/null && cd "$T" &&
        env -u PLEACH_LIBRARY -u PLEACH_SHARE PYTHONPATH="$T/usr/local/lib/python3/dist-packages" $python -W error -c '
import pleach, sys
assert pleach.__file__.startswith(sys.argv[1]) and pleach._lib._name.startswith(sys.argv[1]), pleach._lib._name
print(pleach.Parser("nl").parse_text("Dat boek had ze gelezen.")[0])' "$T" | grep -q gelezen
}
(check "the installed module" installed; exit $status) || status=1
exit $status
