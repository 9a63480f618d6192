#!/bin/sh
# The manual pages: one for each command, with the options that --help shows, without
# warnings of groff.
. tests/check.sh

check "the pages are made" describe man "$T/man"
for command in $(pleach help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    page=$T/man/pleach-$command.1
    [ -e "man/pleach-$command.in" ] && grep -q '^\.SH EXAMPLES' "$page"
    say $? "$command: man/pleach-$command.in has examples"
    pleach "$command" --help | grep -o -E '^  (-., |    )--[^ ]+' | grep -o -E -e '--[^ ]+' >"$T/help"
    sed -n 's/\\-/-/g; s/^\(\\fB-.\\fR, \)*\\fB\(--[^\\]*\)\\fR.*/\2/p' "$page" >"$T/page"
    cmp -s "$T/help" "$T/page" && [ -s "$T/help" ]
    say $? "$command: page and --help have the same options"
    pleach help "$command" >"$T/a"
    pleach "$command" --help >"$T/b" && cmp -s "$T/a" "$T/b"
    say $? "$command: help and --help are the same"
done
for page in "$T"/man/*.1; do
    name=$(basename "$page")
    if command -v groff >/dev/null; then
        groff -man -K utf8 -Tutf8 -ww "$page" 2>"$T/warnings" >/dev/null
        [ ! -s "$T/warnings" ]
        say $? "$name without warnings $(head -n 1 "$T/warnings")"
    else
        echo "ok $name without warnings # SKIP groff is not installed"
    fi
done
exit $status
