#!/bin/sh
# What differs on a terminal: letters for lines where the locale has no others, colours, panels.
. tests/check.sh
if ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    echo "ok pictures on a terminal # SKIP there is no script(1), or no terminal to be had"
    exit 0
fi
unset NO_COLOR
export TERM=xterm SHELL=/bin/sh
echo '(S (A (a 0=a) (a 2=c)) (B 1=b) (C (c 3=dddddddddd) (c 4=eeeeeeeeee)))' >"$T/tree"
# on_terminal COLUMNS OPTION…: a drawing as a terminal of that width gets it
on_terminal() {
    columns=$1
    shift
    script -qec "stty cols $columns; pleach draw --from discbracket $* '$T/tree'" /dev/null </dev/null | tr -d '\r' >"$T/out"
}
LC_ALL=C on_terminal 80 --color never
! LC_ALL=C grep -q '[^ -~]' "$T/out" && grep -q '^ *a *B *a' "$T/out"
say $? "ASCII where the locale is not UTF-8"
LC_ALL=C.UTF-8 on_terminal 80 --color never
grep -q '─' "$T/out" && ! grep -q "$(printf '\033')" "$T/out"
say $? "lines where it is"
on_terminal 80
grep -q "$(printf '\033')" "$T/out"
say $? "discontinuous constituents are coloured"
NO_COLOR=1 on_terminal 80
[ -s "$T/out" ] && ! grep -q "$(printf '\033')" "$T/out"
say $? "not with NO_COLOR"
on_terminal 20 --color never --ascii
[ "$(awk 'length > n { n = length } END { print (n > 20) }' "$T/out")" = 0 ] && grep -q '^$' "$T/out"
say $? "panels as wide as the terminal"
exit $status
