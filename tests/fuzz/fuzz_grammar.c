/* The loader of grammars: whatever bytes it is given, it refuses them or makes a grammar
 * that parses. The checksum is made right, so that what it protects is reached. */
#include "parser/kinds.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void parse(const void *model)
{
    static const char *const words[] = {"Dat", "had", "ze", "uitgevonden"};
    static const char *const tags[] = {NULL, "VB", "NN", NULL};
    pl_arena arena = {0};
    void *worker = pl_grammar_engine.start(model);
    for (uint32_t n = 1; n <= 4; n++) {
        pl_tree *t = pl_tree_new(&arena, n);
        for (uint32_t i = 0; i < n; i++) {
            t->tokens[i].word = words[i];
            t->nodes[i].label = tags[i];
        }
        if (pl_grammar_engine.run(worker, t, 1) == 0)
            abort();
        pl_grammar_engine.tree(worker, 0, t);
        if (t->nodes[t->root].size != n)
            abort();
    }
    pl_grammar_engine.stop(worker);
    pl_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    pl_error err;
    pl_engine_options options = {.derivations = 20, .prune = {20, 20}, .seconds = 1};
    unsigned char *bytes = aligned_alloc(64, (size + 64) / 64 * 64);
    memcpy(bytes, data, size);
    if (size > 0 && data[size - 1] != 0xff) /* a last byte of 255: as it is */
        pl_sections_seal(bytes, size);
    pl_sections *file = pl_sections_from_memory("input", bytes, size, &err);
    void *model = file != NULL ? pl_grammar_engine.open(file, &options, &err) : NULL;
    if (model != NULL) {
        parse(model);
        pl_grammar_engine.close(model);
    }
    pl_sections_close(file);
    free(bytes);
    return 0;
}
