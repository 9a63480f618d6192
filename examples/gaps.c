/* Prints every discontinuous constituent of the treebanks named on the command line: its
 * label, its gap degree, and its words with "…" for each gap.
 *
 *     cc gaps.c $(pkg-config --cflags --libs pleach) -o gaps
 *     ./gaps tests/data/german.export */
#include <pleach.h>
#include <stdio.h>

enum { MAX_WORDS = 1000 };

static void print_constituent(const pl_sentence *s, uint32_t node)
{
    uint32_t words[MAX_WORDS];
    uint32_t n = pl_sentence_yield(s, node, words, MAX_WORDS);
    printf("%s\t%u\t", pl_sentence_label(s, node), pl_sentence_gap_degree(s, node));
    for (uint32_t i = 0; i < n && i < MAX_WORDS; i++) {
        if (i > 0)
            printf(words[i] == words[i - 1] + 1 ? " " : " … ");
        printf("%s", pl_sentence_word(s, words[i]));
    }
    putchar('\n');
}

static int print_gaps(const char *path)
{
    pl_error error;
    const pl_sentence *s;
    int got = -1;
    pl_treebank *in = pl_treebank_open(path, NULL, &error);
    while (in != NULL && (got = pl_treebank_next(in, &s, &error)) > 0)
        for (uint32_t v = pl_sentence_length(s); v < pl_sentence_nodes(s); v++)
            if (pl_sentence_gap_degree(s, v) > 0)
                print_constituent(s, v);
    pl_treebank_close(in);
    if (got < 0)
        fprintf(stderr, "gaps: %s\n", error.text);
    return got;
}

int main(int argc, char **argv)
{
    int status = 0;
    for (int i = 1; i < argc; i++)
        if (print_gaps(argv[i]) < 0)
            status = 1;
    return status;
}
