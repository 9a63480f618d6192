#!/bin/sh
# Checks that every directory of src/ includes only what src/LAYERS allows it. Prints one
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
    if [ -n "$wrong" ]; then
        echo "not ok $dir includes$wrong"
        status=1
    else
        echo "ok $dir"
    fi
done
exit $status
