# Subdivides the labels of a discbracket treebank by the two labels above them and keeps the K
# most frequent; all others become X. More labels make more actions: for measurements with
# inventories of any size. The file is read twice: awk -v K=100 -f subdivide.awk FILE FILE
BEGIN { RS = "("; ORS = "" }

# A label alone before the next bracket is that of a node, otherwise it is a tag.
function is_node() { return $0 ~ /^[^() \n]+ $/ }

FNR == 1 { files++; depth = 0; if (files == 2) choose() }

{
    node = is_node()
    if (node) {
        label = substr($0, 1, length($0) - 1)
        stack[++depth] = label
        if (depth > 1)
            label = label "^" stack[depth - 1] (depth > 2 ? "^" stack[depth - 2] : "")
        if (files == 1)
            n[label]++
    }
}

files == 2 {
    if (FNR > 1)
        print "("
    print node ? (depth == 1 || label in kept ? label : "X") " " : $0
}

!node && /\)/ { depth -= gsub(/\)/, ")") - 1 } # one is the word's own

function choose(  i, best, l) {
    for (i = 0; i < K; i++) {
        best = ""
        for (l in n)
            if (!(l in kept) && (best == "" || n[l] > n[best] || (n[l] == n[best] && l < best)))
                best = l
        if (best == "")
            break
        kept[best] = 1
    }
}
