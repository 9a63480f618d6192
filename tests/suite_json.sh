#!/bin/sh
# Checks that pleach's JSON parser agrees with Python's on damaged texts: both refuse the same texts, and
# read the same values from the others.
. tests/check.sh
agrees() {
    python3 tests/json_verdicts.py "$BUILD/san/tests/unit/test_json_value" 20000
}
check "20,000 damaged texts: the same verdicts and values as Python's json" agrees
exit $status
