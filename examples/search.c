/* Prints what a query finds in treebanks: the words of each node that a match has, with the
 * name of its variable, and "…" for each gap.
 *
 *     cc search.c $(pkg-config --cflags --libs pleach) -o search
 *     ./search '#n:[cat="NP"] & discontinuous(#n)' tests/data/dutch.discbracket */
#include <pleach.h>
#include <stdio.h>

enum { MAX_WORDS = 1000 };

static void print_node(const char *name, const pl_sentence *s, uint32_t node)
{
    uint32_t words[MAX_WORDS];
    uint32_t n = pl_sentence_yield(s, node, words, MAX_WORDS);
    printf("\t%s", name);
    for (uint32_t i = 0; i < n && i < MAX_WORDS; i++) {
        if (i > 0 && words[i] != words[i - 1] + 1)
            printf(" …");
        printf(" %s", pl_sentence_word(s, words[i]));
    }
}

static int print_matches(pl_search *search, const char *path, pl_error *error)
{
    const pl_sentence *s;
    int got = -1, n = 0;
    pl_treebank *in = pl_treebank_open(path, NULL, error);
    for (size_t number = 1; in != NULL && n >= 0; number++) {
        if ((got = pl_treebank_next(in, &s, error)) <= 0)
            break;
        n = pl_search_find(search, s, number, error);
        for (int i = 0; i < n; i++) {
            printf("%zu", number);
            for (uint32_t v = 0; v < pl_search_variables(search); v++)
                print_node(pl_search_variable(search, v), s,
                           pl_search_node(search, (size_t)i, v));
            putchar('\n');
        }
    }
    pl_treebank_close(in);
    return got < 0 || n < 0 ? -1 : 0;
}

int main(int argc, char **argv)
{
    pl_error error = {PL_OK, "usage: search QUERY TREEBANK…"};
    pl_search *search =
        argc > 1 ? pl_search_new(argv[1], NULL, NULL, NULL, &error) : NULL;
    int status = search != NULL ? 0 : -1;
    for (int i = 2; i < argc && status == 0; i++)
        status = print_matches(search, argv[i], &error);
    if (status < 0)
        fprintf(stderr, "search: %s\n", error.text);
    pl_search_free(search);
    return status < 0;
}
