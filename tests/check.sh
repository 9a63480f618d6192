# shellcheck shell=sh disable=SC2034
# Sourced by tests/suite_*.sh, which run at the top of the source tree: a folder $T that goes
# away with the script, the sanitized program in the PATH (or the one in the folder $PROGRAM),
# two ways to report results, and one to wait. The script ends with `exit $status`.
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
PATH=${PROGRAM:-$BUILD/san}:$PATH
status=0

# say STATUS NAME: one line "ok" or "not ok"
say() {
    [ "$1" = 0 ] && echo "ok $2" && return
    echo "not ok $2"
    status=1
}

# check NAME COMMAND…: the same of a command, with what it printed if it failed
check() {
    what=$1
    shift
    "$@" >"$T/log" 2>&1
    found=$?
    say $found "$what"
    [ $found = 0 ] || head -n 40 "$T/log"
}

# wait_for COMMAND…: runs it until it succeeds; fails after 10 minutes, so that slow machines have time
wait_for() {
    tries=0
    until "$@" 2>/dev/null; do
        [ $tries -lt 6000 ] || return 1
        tries=$((tries + 1))
        sleep 0.1
    done
}
