#!/bin/sh
# Checks that the cost of commands is proportional to their input, on a selection of the pairs of
# tests/cost.py. Measures the release build, since sanitizers would change the cost.
. tests/check.sh
export PLEACH_SHARE="$PWD/share"
PLEACH=$BUILD/pleach tests/cost.py >"$T/out" || status=1
cat "$T/out"
# Checks that something was measured, since a run without pairs would pass.
measured=$(sed -n 's/^.*ok \([0-9]*\) pairs .*/\1/p' "$T/out")
check "at least 900 pairs are measured" test "${measured:-0}" -ge 900
exit $status
