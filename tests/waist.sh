#!/bin/sh
# Compares the width of the inner interfaces of the code with tests/waist.txt. Each number may
# only fall. Prints one line "ok" or "not ok" for each; with --accept it lowers the numbers instead.
# A line of waist.txt is: the present number, the target, the name.
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
export BUILD
counts=$(python3 tests/waist.py) || exit 1
printf '%s\n' "$counts" | awk -F'\t' -v accept="$([ "$1" = --accept ] && echo 1)" '
    FNR == NR { limit[$3] = $1; gate[$3] = $2; name[++n] = $3; next }
    { now[$2] = $1 }
    END {
        for (i = 1; i <= n; i++) {
            k = name[i]
            if (accept) {
                print (k in now && now[k] < limit[k] ? now[k] : limit[k]) "\t" gate[k] "\t" k > "tests/waist.txt"
                continue
            }
            if (!(k in now)) { print "ok " k " # SKIP there is no release build"; continue }
            wide = now[k] > limit[k]
            bad += wide
            print (wide ? "not ok " : "ok ") k ": " now[k] (wide ? ", more than " limit[k] : "") " (aim: " gate[k] ")"
        }
        exit bad > 0
    }' tests/waist.txt -
