/* Sentences at hand for pleach.h: packed trees in memory, with the texts they share. */
#include "api/api.h"

#include "base/alloc.h"
#include "tree/packed.h"

#include <stdlib.h>
#include <string.h>

/* Sentences from `first` on have this format, up to the next run. */
typedef struct format_run {
    size_t first;
    const char *format;
} format_run;

struct pl_corpus {
    pl_str bytes;        /* the packed trees */
    PL_VEC(size_t) ends; /* [n] where in them each ends */
    PL_VEC(format_run) formats;
    pl_text_table tables[PL_N_TEXTS]; /* with heaps of their own */
};

static void keep(pl_corpus *c, pl_packer *packer, const pl_tree *t, const char *format)
{
    if (c->formats.n == 0 || c->formats.at[c->formats.n - 1].format != format)
        PL_PUSH(&c->formats, (format_run){c->ends.n, format});
    pl_tree_pack(packer, t, &c->bytes);
    size_t end = c->bytes.n;
    PL_PUSH(&c->ends, end);
}

static pl_text_table table_of(const pl_intern *texts)
{
    pl_str heap = {0};
    pl_text_table t = {.starts = pl_alloc(texts->n * sizeof *t.starts), .n = texts->n};
    for (uint32_t i = 0; i < texts->n; i++) {
        t.starts[i] = heap.n;
        pl_str_put(&heap, texts->at[i], strlen(texts->at[i]) + 1);
    }
    t.heap = heap.at;
    t.size = heap.n;
    return t;
}

pl_corpus *pl_corpus_read(pl_treebank *in, pl_error *error)
{
    if (!pl_api_given(&error, "the treebank", in, PL_LAST))
        return NULL;
    pl_corpus *c = pl_alloc_zero(1, sizeof *c);
    pl_packer packer = {0};
    const pl_sentence *s;
    int got;
    while ((got = pl_treebank_next(in, &s, error)) > 0)
        keep(c, &packer, s->tree, pl_treebank_format(in));
    for (int kind = 0; kind < PL_N_TEXTS; kind++)
        c->tables[kind] = table_of(&packer.texts[kind]);
    if (c->bytes.n > 0) /* what grew by doubling is cut to its size */
        c->bytes.at = pl_realloc(c->bytes.at, c->bytes.n);
    pl_packer_release(&packer);
    if (got == 0)
        return c;
    pl_corpus_free(c);
    return NULL;
}

size_t pl_corpus_size(const pl_corpus *c)
{
    return c != NULL ? c->ends.n : 0;
}

const char *pl_corpus_format(const pl_corpus *c, size_t i)
{
    if (i >= pl_corpus_size(c))
        return NULL;
    size_t k = c->formats.n - 1;
    while (c->formats.at[k].first > i)
        k--;
    return c->formats.at[k].format;
}

const void *pl_api_packed(const pl_corpus *c, size_t i, size_t *n,
                          const pl_text_table **tables, pl_error *error)
{
    if (i >= pl_corpus_size(c)) {
        pl_fail(error, PL_BAD_ARGUMENT, "there are %zu sentences, no number %zu",
                pl_corpus_size(c), i);
        return NULL;
    }
    size_t start = i > 0 ? c->ends.at[i - 1] : 0;
    *n = c->ends.at[i] - start;
    *tables = c->tables;
    return c->bytes.at + start;
}

pl_sentence *pl_corpus_sentence(const pl_corpus *c, size_t i, pl_error *error)
{
    size_t n;
    const pl_text_table *tables;
    if (!pl_api_given(&error, "the corpus", c, PL_LAST))
        return NULL;
    const void *bytes = pl_api_packed(c, i, &n, &tables, error);
    if (bytes == NULL)
        return NULL;
    pl_arena arena = {0};
    pl_tree *tree = pl_tree_unpack(bytes, n, tables, &arena, error);
    pl_sentence *s = tree != NULL ? pl_api_sentence(tree) : NULL;
    pl_arena_release(&arena);
    return s;
}

void pl_corpus_free(pl_corpus *c)
{
    if (c == NULL)
        return;
    for (int kind = 0; kind < PL_N_TEXTS; kind++) {
        free(c->tables[kind].starts);
        free((char *)c->tables[kind].heap);
    }
    pl_str_release(&c->bytes);
    PL_VEC_RELEASE(&c->ends, &c->formats);
    free(c);
}
