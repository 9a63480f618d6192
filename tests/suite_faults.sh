#!/bin/sh
# A sample of `make faults`: calls of the allocator and of the system fail here and there.
. tests/check.sh
python=$(command -v python3) || {
    echo "ok faults # SKIP python3 is not installed"
    exit 0
}
if ${CC:-cc} --version | grep -q clang; then
    echo "ok faults # SKIP clang links its sanitizer so that malloc cannot be replaced; gcc does not"
    exit 0
fi
"$python" tests/faults/faults.py "$BUILD/san/tests/faults" 1
exit $?
