/* Parses one sentence of tagged words, and prints its three best trees with their scores.
 *
 *     cc words.c $(pkg-config --cflags --libs pleach) -o words
 *     ./words MODEL word/TAG word/TAG … */
#include <pleach.h>
#include <stdio.h>
#include <string.h>

enum { MAX_WORDS = 100, N_TREES = 3 };

static int print_trees(pl_parser *parser, const char *const *words,
                       const char *const *tags, uint32_t n, pl_error *error)
{
    pl_sentence *best = pl_parser_parse_words(parser, words, tags, n, error), *tree;
    if (best == NULL)
        return -1;
    pl_sentence_free(best);
    double score;
    for (uint32_t i = 0; (tree = pl_parser_tree(parser, i, &score)) != NULL; i++) {
        char *text = pl_sentence_text(tree, "discbracket", error);
        pl_sentence_free(tree);
        if (text == NULL)
            return -1;
        printf("%.2f\t%s", score, text);
        pl_text_free(text);
    }
    return 0;
}

int main(int argc, char **argv)
{
    pl_error error;
    const char *words[MAX_WORDS], *tags[MAX_WORDS];
    uint32_t n = 0;
    if (argc < 3) {
        fprintf(stderr, "usage: words MODEL word/TAG…\n");
        return 2;
    }
    for (int i = 2; i < argc && n < MAX_WORDS; i++, n++) {
        char *slash = strrchr(argv[i], '/');
        tags[n] = slash != NULL ? slash + 1 : NULL;
        words[n] = argv[i];
        if (slash != NULL)
            *slash = '\0';
    }
    pl_parse_options options = {.nbest = N_TREES};
    pl_model *model = pl_model_open(argv[1], &options, &error);
    pl_parser *parser = model != NULL ? pl_parser_new(model) : NULL;
    int got = parser != NULL ? print_trees(parser, words, tags, n, &error) : -1;
    pl_parser_free(parser);
    pl_model_close(model);
    if (got < 0)
        fprintf(stderr, "words: %s\n", error.text);
    return got < 0 ? 1 : 0;
}
