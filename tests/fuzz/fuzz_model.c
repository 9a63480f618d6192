/* The loader of models: whatever bytes it is given, it refuses them or makes a model that
 * parses. The checksum is made right, so that what it protects is reached. */
#include "search/parser.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void parse(const pl_model *m)
{
    static const char *const words[] = {"de", "man", "slaapt", "."};
    pl_arena arena = {0};
    pl_parser *p = pl_parser_new(m, 2);
    for (uint32_t n = 0; n <= 4; n++) {
        pl_tree *t = pl_tree_new(&arena, n);
        for (uint32_t i = 0; i < n; i++)
            t->tokens[i].word = words[i];
        if (pl_parser_run(p, t, 1) > 0)
            pl_parser_tree(p, 0, t);
        if (n > 0 && t->nodes[t->root].size != n)
            abort();
    }
    pl_parser_free(p);
    pl_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    pl_err err;
    unsigned char *bytes = aligned_alloc(64, (size + 64) / 64 * 64);
    memcpy(bytes, data, size);
    if (size > 0 && data[size - 1] != 0xff) /* a last byte of 255: as it is */
        pl_sections_seal(bytes, size);
    pl_model *m = pl_model_from_memory("input", bytes, size, &err);
    if (m != NULL)
        parse(m);
    pl_model_free(m);
    free(bytes);
    return 0;
}
