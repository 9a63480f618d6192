# Makes a large text from a small one, by repeating and perturbing: for measurements with corpora of any size.
# Input: sentences, one per line, words with spaces between them. Output: `words` words or some more, one
# sentence per line, a blank line after each paragraph. One word in 16 is another one of the text, one in 256 has never been
# there (so that a table of words that grows would show). The same seed gives the same text.
#
#     pleach convert --to text TREEBANK | LC_ALL=C awk -v words=100000000 -v seed=1 -f bench/corpus.awk >big.txt
BEGIN { state = seed + 1 }

# The next number from 0 to below n (Park and Miller 1988; exact in the double precision of awk).
function draw(n) { state = state * 16807 % 2147483647; return int(state / 2147483647 * n) }

NF > 0 { line[n_lines++] = $0; for (i = 1; i <= NF; i++) vocabulary[n_words++] = $i }

END {
    for (made = 0; made < words && n_lines > 0; made += n) {
        n = split(line[draw(n_lines)], word, " ")
        text = ""
        for (i = 1; i <= n; i++) {
            chance = draw(256)
            w = chance == 0 ? "w" made + i : chance <= 16 ? vocabulary[draw(n_words)] : word[i]
            text = text (i > 1 ? " " : "") w
        }
        print text
        if (draw(8) == 0)
            print ""
    }
}
