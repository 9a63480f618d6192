/* The loader of grammars: whatever bytes it is given, it refuses them or makes a grammar
 * that parses. The checksum is made right, so that what it protects is reached.
 * Code: src/grammar/grammar_file.c src/grammar/grammar_parser.c src/grammar/chart.c
 * Code: src/grammar/agenda.c src/grammar/cky.c */
#include "fuzz.h"

#include "grammar/grammar_parser.h"

static void parse(const pl_grammar *g)
{
    static const char *const words[] = {"Dat", "had", "ze", "uitgevonden"};
    static const char *const tags[] = {NULL, "VB", "NN", NULL};
    pl_arena arena = {0};
    pl_grammar_state *s = pl_grammar_state_new(g);
    for (uint32_t n = 1; n <= 4; n++) {
        pl_tree *t = pl_tree_new(&arena, n);
        for (uint32_t i = 0; i < n; i++) {
            t->tokens[i].word = words[i];
            t->nodes[i].label = tags[i];
        }
        if (pl_grammar_run(s, t, 1) == 0)
            abort();
        pl_grammar_tree(s, 0, t);
        if (t->nodes[t->root].size != n)
            abort();
    }
    pl_grammar_state_free(s);
    pl_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err;
    pl_grammar_options options = {.derivations = 20, .prune = {20, 20}, .seconds = 1};
    unsigned char *bytes = container_of(
        data, size,
        size > 0 && data[size - 1] != 0xff); /* a last byte of 255: as it is */
    pl_sections *file = pl_sections_from_memory("input", bytes, size, &err);
    pl_grammar *g = file != NULL ? pl_grammar_from(file, &options, &err) : NULL;
    if (g != NULL)
        parse(g);
    pl_grammar_free(g);
    pl_sections_close(file);
    free(bytes);
    return 0;
}
