#!/bin/sh
# Turns the commands of `make -n V=1`, on standard input, into compile_commands.json, from which editors
# learn how each C file is compiled.
text() { sed 's/\\/\\\\/g; s/"/\\"/g'; }
folder=$(pwd | text)
echo '['
text | sed -n "s|^\(.* -c \([^ ]*\.c\) -o [^ ]*\)\$|{\"directory\": \"$folder\", \"file\": \"\2\", \"command\": \"\1\"}|p" |
    sed '$!s/$/,/'
echo ']'
