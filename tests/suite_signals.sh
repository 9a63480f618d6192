#!/bin/sh
# SIGINT and SIGTERM end every command soon, with the status that shells expect, and leave no
# unfinished file; see signals.py. The plain program: sanitizers end slowly.
. tests/check.sh
export PLEACH_SHARE="$PWD/share"
PLEACH=$BUILD/pleach python3 tests/signals.py 2 || status=1

# What was parsed is kept also where the disk takes longer than a reader is waited for.
parsed() { cat "$T"/out/.*.part | grep -q .; }
slow_disk() {
    printf '#include <unistd.h>\nint fsync(int file) { return (int)sleep(1); }\n' >"$T/slow.c"
    ${CC:-cc} -shared -fPIC "$T/slow.c" -o "$T/slow.so" && mkfifo "$T/words" &&
        "$BUILD/pleach" train -q --epochs 1 -o "$T/m" tests/data/dutch.discbracket || return 1
    LD_PRELOAD=$T/slow.so "$BUILD/pleach" parse -q -m "$T/m" --from tokens --to tokens "$T/words" -o "$T/out/" &
    pid=$!
    exec 9>"$T/words"
    echo 'Dat is een mooie dag .' >&9
    wait_for parsed
    kill -TERM $pid
    wait $pid
    ended=$?
    exec 9>&-
    [ $ended = 143 ] && [ "$(cat "$T"/out/words*)" = 'Dat is een mooie dag .' ]
}
check "a slow disk loses nothing" slow_disk
exit $status
