# Compares two programs by what bench/compare.sh measured of them. Lines in, separated by tabs:
#
#     WHAT  TOKENS  INSTRUCTIONS-OLD  INSTRUCTIONS-NEW  SECONDS-OLD  SECONDS-NEW
#
# with the seconds of each run, separated by blanks, and - for instructions that were not counted. Prints
# a table. Fails where instructions rise by more than 3%, or the ratio of processor times, of the quickest
# run of each, by more than 8%.
BEGIN {
    FS = "\t"
    printf "%-40s %10s %10s %8s %9s %9s %8s\n", "", "old", "new", "", "old s", "new s", ""
}

function least(list, n, at, best, i) {
    n = split(list, at, " ")
    best = at[1] + 0
    for (i = 2; i <= n; i++)
        if (at[i] + 0 < best)
            best = at[i] + 0
    return best
}

function change(old, new) {
    return old > 0 ? 100 * (new / old - 1) : 0
}

NF == 0 {
    next
}

NF == 6 {
    counted = $3 != "-" && $4 != "-"
    more = counted ? change($3, $4) : 0
    old = least($5)
    new = least($6)
    slower = change(old, new)
    why = more > 3 ? "  MORE INSTRUCTIONS" : ""
    why = why (slower > 8 ? "  SLOWER" : "")
    if (counted)
        printf "%-40s %10d %10d %+7.1f%% %9.3f %9.3f %+7.1f%%%s\n", $1, $3 / $2, $4 / $2, more, old, new, slower, why
    else
        printf "%-40s %10s %10s %8s %9.3f %9.3f %+7.1f%%%s\n", $1, "-", "-", "", old, new, slower, why
    rows++
    worse += why != ""
    fflush()
    next
}

{
    printf "%-40s failed: %s\n", $1, $2
    worse++
}

END {
    printf "%d of %d are worse (more than 3%% more instructions per token, or 8%% more processor time)\n", worse, rows
    exit worse > 0 || rows == 0
}
