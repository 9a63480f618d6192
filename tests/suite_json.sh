#!/bin/sh
# The parser of JSON agrees with Python's on damaged texts: what one refuses the other
# refuses, and values are the same.
. tests/check.sh
agrees() {
    python3 tests/json_verdicts.py "$BUILD/san/tests/unit/test_json_value" 20000
}
check "20,000 damaged texts: the same verdicts and values as Python's json" agrees
exit $status
