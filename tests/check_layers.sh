#!/bin/sh
# Checks that every directory of src/ includes only what src/LAYERS allows it, and that its
# files name the directory of each header; only cli/ and server/ include their own without one. Prints one
# line "ok" or "not ok" for each directory.
status=0
for dir in src/*/; do
    dir=$(basename "$dir")
    allowed=$(sed -n "s/^$dir: *//p" src/LAYERS)
    if ! grep -q "^$dir:" src/LAYERS; then
        echo "not ok $dir: not in src/LAYERS"
        status=1
        continue
    fi
    wrong=
    for used in $(grep -h -o -E '^#include "[a-z]+/' "src/$dir"/*.[ch] "src/$dir"/*.inc 2>/dev/null |
                      sed 's/.*"//; s,/,,' | sort -u); do
        case " $dir $allowed " in
            *" $used "*) ;;
            *) wrong="$wrong $used" ;;
        esac
    done
    # A name without directory is a header of the public interface, or none at all.
    for bare in $(grep -h -o -E '^# *include "[^"/]+"' "src/$dir"/*.[ch] "src/$dir"/*.inc 2>/dev/null |
                      sed 's/.*"\(.*\)"/\1/' | sort -u); do
        [ -e "include/$bare" ] || wrong="$wrong $bare"
    done
    if [ -n "$wrong" ]; then
        echo "not ok $dir includes$wrong"
        status=1
    else
        echo "ok $dir"
    fi
done
wrong=$(grep -n -E '^# *include "(cli/|\.\.)' cli/*.[ch]
    grep -h -o -E '^# *include "[^"/]+"' cli/*.[ch] | sed 's/.*"\(.*\)"/\1/' | sort -u | while read -r bare; do
        [ -e "cli/$bare" ] || [ -e "include/$bare" ] || echo "$bare"
    done)
if [ -n "$wrong" ]; then
    echo "not ok cli includes $wrong"
    status=1
else
    echo "ok cli"
fi
# The server uses the library through its interface: of src/ only base/, for strings and memory,
# and of the program only the options of `pleach serve`.
wrong=$(grep -n -E '^# *include "([a-z]+/|\.\.)' server/*.[ch] | grep -v '"base/'
    grep -h -o -E '^# *include "[^"/]+"' server/*.[ch] | sed 's/.*"\(.*\)"/\1/' | sort -u | while read -r bare; do
        [ -e "server/$bare" ] || [ -e "include/$bare" ] || [ "$bare" = serve_options.h ] || echo "$bare"
    done)
if [ -n "$wrong" ]; then
    echo "not ok server includes $wrong"
    status=1
else
    echo "ok server"
fi
exit $status
