#!/bin/sh
# Changing treebanks through the server: every answer, every format, journals, kills, a full disk,
# several editors. tests/unit/test_edition.c has what needs no server.
. tests/check.sh
"$BUILD/pleach" train -q -e 1 --tags predicted -o "$T/nl.model" tests/data/dutch.discbracket
export no_proxy=localhost,127.0.0.1
python3 tests/edit.py "$BUILD/san/pleach-serve" "$T/nl.model" formats answers refusals journals full together busy || status=1
# The sanitizers make the start slow, which comes before each kill.
python3 tests/edit.py "$BUILD/pleach-serve" "$T/nl.model" kills || status=1
exit $status
