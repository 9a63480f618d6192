#!/bin/sh
# Makes the manual pages: what the option tables of the program PLEACH say, with the
# hand-written parts of man/*.in put in. In such a file the DESCRIPTION comes first; what
# follows it goes to the end of the page.
#     PLEACH=build/pleach tools/man.sh FOLDER
set -e
mkdir -p "$1"

# page NAME [COMMAND]
page() {
    "$PLEACH" help --man $2 | awk -v source="man/$1.in" '
        BEGIN {
            while ((getline line < source) > 0) {
                if (line ~ /^\.SH/ && line !~ /DESCRIPTION/)
                    late = 1
                if (late) end = end line "\n"; else start = start line "\n"
            }
        }
        /^\.\\" DESCRIPTION/ { printf "%s", start; next }
        { print }
        END { printf "%s", end }' >"$out/$1.1"
}
out=$1
page pleach
for command in $("$PLEACH" help --man | sed -n 's/^\\fBpleach\\-\([a-z]*\)\\fR(1)$/\1/p'); do
    page "pleach-$command" "$command"
done
