/* A sentence as bytes for pleach.h, and back: the size of each table of texts, the tables,
 * the packed tree. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static const char mark[8] = "pleach1"; /* another layout gets another number */

/* -- to bytes ------------------------------------------------------------------------ */

/* A number as eight bytes, the lowest first. */
static void put_size(pl_str *out, size_t size)
{
    for (int i = 0; i < 8; i++)
        pl_str_putc(out, (char)((uint64_t)size >> 8 * i & 0xff));
}

static void put_table(pl_str *out, const pl_intern *texts)
{
    pl_str heap = {0};
    for (uint32_t i = 0; i < texts->n; i++)
        pl_str_put(&heap, texts->at[i], strlen(texts->at[i]) + 1);
    put_size(out, heap.n);
    pl_str_put(out, pl_str_text(&heap), heap.n);
    pl_str_release(&heap);
}

char *pl_sentence_pack(const pl_sentence *sentence, size_t *n, pl_error *error)
{
    pl_packer packer = {0};
    pl_str tree = {0}, out = {0};
    if (!pl_api_given(&error, "the sentence", sentence, "the size", n, PL_LAST))
        return NULL;
    pl_tree_pack(&packer, sentence->tree, &tree);
    pl_str_put(&out, mark, sizeof mark);
    for (int kind = 0; kind < PL_N_TEXTS; kind++)
        put_table(&out, &packer.texts[kind]);
    pl_str_put(&out, pl_str_text(&tree), tree.n);
    *n = out.n;
    pl_str_release(&tree);
    pl_packer_release(&packer);
    return pl_api_text(0, &out);
}

/* -- and back ------------------------------------------------------------------------ */

typedef struct packed_bytes {
    const char *at, *end;
} packed_bytes;

/* The next n bytes, NULL if there are not so many. */
static const char *take_bytes(packed_bytes *b, size_t n)
{
    const char *at = b->at;
    if ((size_t)(b->end - at) < n)
        return NULL;
    b->at += n;
    return at;
}

static bool take_table(packed_bytes *b, pl_text_table *t)
{
    const char *number = take_bytes(b, 8);
    uint64_t size = 0;
    for (int i = 7; number != NULL && i >= 0; i--)
        size = size << 8 | (unsigned char)number[i];
    t->size = (size_t)size;
    t->heap = number != NULL ? take_bytes(b, t->size) : NULL;
    if (t->heap == NULL || pl_utf8_invalid(t->heap, t->size) != PL_UTF8_OK ||
        (size > 0 && t->heap[size - 1] != '\0'))
        return false;
    t->starts = pl_alloc((t->size + 1) * sizeof *t->starts);
    for (size_t at = 0; at < t->size; at += strlen(t->heap + at) + 1)
        t->starts[t->n++] = at;
    return true;
}

pl_sentence *pl_sentence_unpack(const char *bytes, size_t n, pl_error *error)
{
    pl_text_table tables[PL_N_TEXTS] = {0};
    pl_arena arena = {0};
    if (!pl_api_given(&error, "the bytes", bytes, PL_LAST))
        return NULL;
    packed_bytes b = {bytes, bytes + n};
    const char *found = take_bytes(&b, sizeof mark);
    bool good = found != NULL && memcmp(found, mark, sizeof mark) == 0;
    for (int kind = 0; kind < PL_N_TEXTS && good; kind++)
        good = take_table(&b, &tables[kind]);
    pl_tree *tree = NULL;
    if (good)
        tree = pl_tree_unpack(b.at, (size_t)(b.end - b.at), tables, &arena, error);
    else
        pl_fail(error, PL_DAMAGED, "these bytes are no packed sentence");
    pl_sentence *s = tree != NULL ? pl_api_sentence(tree) : NULL;
    for (int kind = 0; kind < PL_N_TEXTS; kind++)
        free(tables[kind].starts);
    pl_arena_release(&arena);
    return s;
}
