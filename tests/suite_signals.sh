#!/bin/sh
# SIGINT and SIGTERM end every command soon, with the status that shells expect, and leave no
# unfinished file; see signals.py. The plain program: sanitizers end slowly.
PLEACH=$BUILD/pleach PLEACH_SHARE=$PWD/share python3 tests/signals.py 2
