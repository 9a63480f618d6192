#!/bin/sh
# The cost of commands is proportional to their input: the pairs of tests/cost.py that `make test` has
# time for. Sanitizers would change the cost, so the release build is measured.
. tests/check.sh
export PLEACH_SHARE="$PWD/share"
PLEACH=$BUILD/pleach tests/cost.py >"$T/out" || status=1
cat "$T/out"
# A check that measures nothing would pass.
measured=$(sed -n 's/^.*ok \([0-9]*\) pairs .*/\1/p' "$T/out")
check "at least 900 pairs are measured" test "${measured:-0}" -ge 900
exit $status
