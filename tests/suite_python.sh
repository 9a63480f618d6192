#!/bin/sh
# The Python package, with Debian's Python where it is there and any other python3 elsewhere.
# FUZZ=SECONDS gives random arguments for so long.
. tests/check.sh
python=/usr/bin/python3
[ -x $python ] || python=$(command -v python3) || {
    echo "ok the Python package # SKIP python3 is not installed"
    exit 0
}
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that runs this
check "the shared library" make -s lib CC="${CC:-cc}" BUILD="$BUILD"
check "a model to parse with" pleach train -q -e 10 -o "$T/model" tests/data/dutch.discbracket
F1=$(pleach eval tests/data/dutch.discbracket tests/data/dutch.parsed | awk '$1 == "F1" { print $2 }')
export F1 MODEL="$T/model" PLEACH_LIBRARY="$BUILD/libpleach.so" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PWD/bindings/python"

# They say "test_x (…Class.test_x) ... ok", a line each.
for tests in bindings/python/tests/test_*.py; do
    $python -W error "$tests" -v >"$T/out" 2>&1
    found=$?
    say $found "python3 $tests"
    sed -n 's/^\(test_[a-z_]*\) (.*\.\.\. ok$/ok \1/p; s/^\(test_[a-z_]*\) (.*\.\.\. skipped \(.*\)/ok \1 # SKIP \2/p; s/^\(test_[a-z_]*\) (.*\.\.\. \(FAIL\|ERROR\)$/not ok \1/p' "$T/out"
    [ $found = 0 ] || cat "$T/out"
done

# No argument crashes the interpreter.
check "random arguments" env FUZZ_LOG="$T/call" $python -X faulthandler bindings/python/tests/fuzz.py ${FUZZ:+"$FUZZ"}
[ $status = 0 ] || cat "$T/call"

# The examples of the documentation strings.
docstrings() {
    $python -W error -c '
import doctest, importlib, pkgutil, sys
import pleach
modules = [pleach] + [importlib.import_module("pleach." + one.name) for one in pkgutil.iter_modules(pleach.__path__)]
results = [doctest.testmod(module) for module in modules]
sys.exit(sum(one.failed for one in results) > 0 or sum(one.attempted for one in results) < 50)'
}
check "the examples of the documentation strings" docstrings

documented() {
    $python -c '
import inspect, sys
import pleach
names = [(name, getattr(pleach, name)) for name in pleach.__all__]
names += [(name + "." + part, value) for name, thing in names if inspect.isclass(thing) and not issubclass(thing, tuple)
          for part, value in vars(thing).items()
          if not part.startswith("_") and (callable(value) or isinstance(value, (property, classmethod)))]
missing = [name for name, thing in names if not inspect.getdoc(thing)]
sys.exit("no documentation: %s" % missing if missing else 0)'
}
check "every public name and its methods are documented" documented

# Types.
if command -v mypy >/dev/null; then
    check "mypy --strict" mypy --strict --python-version 3.9 --cache-dir="$T/mypy" bindings/python/pleach
    cat >"$T/user.py" <<'END'
from typing import List, Optional
import pleach

def gaps(path: str) -> List[Optional[str]]:
    return [node.label for tree in pleach.read(path) for node in tree.constituents if node.is_discontinuous]

doc: pleach.Doc = pleach.load("nl")("Ja.")
text: str = doc[0][0].text
END
    check "a typed program" mypy --strict --python-version 3.9 --cache-dir="$T/mypy" "$T/user.py"
    echo 'import pleach; x: int = pleach.load("nl")("Ja.")' >"$T/wrong.py"
    wrong() { ! mypy --strict --python-version 3.9 --cache-dir="$T/mypy" "$T/wrong.py"; }
    check "a wrong type is found" wrong
else
    echo "ok mypy --strict # SKIP mypy is not installed"
fi

# The tutorial, docs/python.md. It finds a model under that name and may write files. Its section on NLTK needs NLTK.
mkdir "$T/top"
ln -s "$PWD"/* "$T/top/"
examples() {
    sed "$($python -c 'import nltk' 2>/dev/null || echo '/^## NLTK/,/^## /{/^## NLTK/d;/^## /!d}')" docs/python.md >"$T/python.md"
    cd "$T/top" && $python -W error -c '
import doctest, os, sys
failed, tried = doctest.testfile(sys.argv[1], module_relative=False, encoding="utf-8",
    globs={"model": os.environ["MODEL"]}, optionflags=doctest.ELLIPSIS)
sys.exit(failed > 0 or tried < 20)' "$T/python.md"
}
(check "the examples of docs/python.md" examples; exit $status) || status=1

# The notebooks: their cells, in order, give the text that is stored with them.
for notebook in examples/*.ipynb; do
    check "$notebook" $python -W error bindings/python/tests/notebook.py "$notebook"
    if command -v jupyter >/dev/null && jupyter nbconvert --version >/dev/null 2>&1; then
        check "$notebook, by Jupyter" jupyter nbconvert --to notebook --execute --stdout "$notebook"
    fi
done

# The package where `make install` puts it, with no source tree around.
installed() {
    make -s install CC="${CC:-cc}" BUILD="$BUILD" DESTDIR="$T" PREFIX=/usr/local >/dev/null && cd "$T" &&
        env -u PLEACH_LIBRARY -u PLEACH_SHARE PYTHONPATH="$T/usr/local/lib/python3/dist-packages" $python -W error -c '
import pleach, sys
from pleach._library import library
assert pleach.__file__.startswith(sys.argv[1]) and library._name.startswith(sys.argv[1]), library._name
print(pleach.load("nl")("Dat boek had ze gelezen.")[0])' "$T" | grep -q gelezen
}
(check "the installed package" installed; exit $status) || status=1
exit $status
