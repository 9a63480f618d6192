#!/bin/sh
# The Python wheel: made by pip without network, of the objects that are already built, and used in an
# environment in which there is nothing else.
. tests/check.sh
python=/usr/bin/python3
[ -x $python ] || python=$(command -v python3)
$python -c 'import ensurepip' 2>/dev/null || {
    echo "ok the Python wheel # SKIP there is no python3-venv"
    exit 0
}
unset MAKEFLAGS MFLAGS MAKELEVEL PYTHONPATH # of what runs this
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INDEX=1 PIP_CONFIG_FILE=/dev/null
# pip builds through tools/wheel.py with make -s, in the folder $BUILD
check "an environment" $python -m venv "$T/v"
check "pip wheel" "$T/v/bin/pip" wheel -q --no-index -w "$T/out" .
wheel=$(echo "$T"/out/pleach-*.whl)
check "pip install" "$T/v/bin/pip" install -q --no-index "$wheel"
package=$(echo "$T"/v/lib/python3*/site-packages/pleach)
library=$package/lib/libpleach.so

# Where static libraries are missing, the wheel is for this machine and says so in its name.
alone() {
    objdump -p "$library" | sed -n 's/.*NEEDED *//p' | grep -v -E '^(libc\.so\.6|libm\.so\.6|libpthread\.so\.0|ld-linux[-a-z0-9_]*\.so\.[0-9]+)$' && return 1
    return 0
}
tag() { # the newest symbol of glibc
    newest=$(objdump -T "$library" | grep -o -E 'GLIBC_2\.[0-9]+' | sed 's/.*\.//' | sort -n | tail -n 1)
    case $wheel in *-py3-none-manylinux_2_"${newest}_$(uname -m)".whl) ;; *) echo "$wheel, $newest"; return 1 ;; esac
}
case $wheel in
    *-linux_*) echo "ok the library needs nothing but glibc # SKIP there are no static libraries on this machine" ;;
    *)
        check "the library needs nothing but glibc" alone
        check "the name of the wheel says which" tag
        ;;
esac
exports() {
    objdump -T "$library" | awk '$4 == ".text" && $2 == "g" { print $NF }' | sort >"$T/exported"
    grep '^pl_' tests/abi.txt | sort | diff - "$T/exported"
}
check "it exports the interface and nothing else" exports
contents() { # the page of the server has no use; all other files have, and the default model
    (cd share && find . -type f ! -path './web/*' | sort) >"$T/shared"
    (cd "$package/share" && find . -type f | sort) | diff "$T/shared" - && [ -n "$(ls "$package"/models/nl.model*)" ] && [ -e "$package/py.typed" ]
}
check "it holds share files, model and types" contents
licences() { # of every library that is linked into it, or into a program of one file
    for library in $(sed -n 's/^library \([a-z0-9-]*\) .*/\1/p' tools/libs.sh) musl; do
        case $library in cmocka) continue ;; z) library=zlib ;; pcre2-8) library=PCRE2 ;; roaring) library=CRoaring ;; esac
        grep -q "^==== $library," "$package"-*.dist-info/LIBRARIES.txt || { echo "$library"; return 1; }
    done
}
check "it holds the licences of the libraries in it" licences
# No compiler, no library, no variable: only Python.
bare() { (cd "$T" && env -i PATH="$T/v/bin" LC_ALL=C.UTF-8 "$T/v/bin/python3" -W error "$@"); }
parses() {
    bare -c '
import pleach
assert pleach.__file__.startswith("'"$T"'"), pleach.__file__
print(pleach.load("nl")("Dat boek had ze gelezen.")[0].draw())' | grep -q PPART
}
check "it parses where nothing else is" parses
trains() { # with templates and head rules of its own
    bare -c 'import pleach; pleach.train("'"$PWD"'/tests/data/dutch.discbracket", "m.model", epochs=1, heads="alpino", scorer="neural", size="small")' && [ -s "$T/m.model" ]
}
check "it trains" trains
draws() { bare -c 'import pleach; print(next(iter(pleach.read("'"$PWD"'/tests/data/dutch.discbracket"))).draw("svg"))' | grep -q '</svg>'; }
check "it finds its style sheets" draws
version() { [ "$("$T/v/bin/pip" show pleach | sed -n 's/^Version: //p')" = "$(bare -c 'import pleach; print(pleach.__version__)')" ]; }
check "pip knows its version" version
again() { $python tools/wheel.py wheel "$T/again" && cmp "$wheel" "$T/again/$(basename "$wheel")"; }
check "the same source gives the same wheel" again

check "pip install --editable" "$T/v/bin/pip" install -q --no-index --force-reinstall --editable .
edited() { (cd "$T" && PLEACH_LIBRARY=$BUILD/libpleach.so "$T/v/bin/python3" -c 'import pleach; print(pleach.__file__)') | grep -q "^$PWD/bindings/python"; }
check "an editable package is that of the source tree" edited

sources() { # all files that git knows, and the metadata; a second time the same bytes
    $python tools/wheel.py sdist "$T/out" && tar -tzf "$T"/out/pleach-*.tar.gz | sed 's,^[^/]*/,,' | grep -vx PKG-INFO | sort >"$T/packed"
    git ls-files | sort | diff - "$T/packed"
}
if git rev-parse --git-dir >/dev/null 2>&1; then
    check "the source archive has all files" sources
else
    echo "ok the source archive has all files # SKIP there is no git to tell"
fi
exit $status
