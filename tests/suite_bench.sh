#!/bin/sh
# What `make bench BASE=…` makes of its measurements: bench/verdict.awk on rows that are made up, and a
# commit that is not there. Nothing is measured.
. tests/check.sh

# judge WHAT STATUS LINE ROW…: the exit status, and a line that the table has
judge() {
    what=$1 wanted=$2 line=$3
    shift 3
    printf '%b\n' "$@" | awk -f bench/verdict.awk >"$T/out"
    got=$?
    [ $got = "$wanted" ] && grep -q -- "$line" "$T/out"
    say $? "$what"
}
judge "the same is no worse" 0 '^0 of 1' 'a\t10\t1000\t1000\t1.0 1.0\t1.0 1.0'
judge "2.9% more instructions are allowed" 0 '+2.9%' 'a\t10\t1000\t1029\t1.0\t1.0'
judge "3.1% are not" 1 '+3.1%.*MORE INSTRUCTIONS' 'a\t10\t1000\t1031\t1.0\t1.0'
judge "7% more time is allowed" 0 '+7.0%' 'a\t10\t1000\t900\t1.0\t1.07'
judge "9% is not" 1 '+9.0%  SLOWER' 'a\t10\t1000\t900\t1.0\t1.09'
judge "the quickest runs count" 0 '1.000     1.010' 'a\t10\t1000\t1000\t9.0 1.0 3.0\t1.01 8.0 8.0'
judge "instructions are those of a token" 0 ' 100  *90 ' 'a\t10\t1000\t900\t1.0\t1.0'
judge "time alone counts where instructions do not" 1 '- .*SLOWER' 'a\t10\t-\t-\t1.0\t2.0'
judge "one bad row among others" 1 '^1 of 2' 'a\t10\t1000\t1000\t1.0\t1.0' 'b\t10\t1000\t2000\t1.0\t1.0'
judge "what fails is worse" 1 'a  *failed: one of' 'a\tone of the two cannot do this' 'b\t10\t1000\t1000\t1.0\t1.0'
judge "nothing measured is no success" 1 '^0 of 0' ''

BASE=no-such-commit bench/compare.sh >"$T/out" 2>&1
[ $? = 1 ] && grep -q 'there is no commit no-such-commit' "$T/out"
say $? "a commit that is not there is named"
exit $status
