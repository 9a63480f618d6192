/* Vectors of words; see net_vectors.h. */
#include "parser/net_vectors.h"

#include "base/byteorder.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEST = 4096 };

void pl_net_vectors_release(pl_net_vectors *v)
{
    pl_intern_release(&v->words);
    pl_bytes_release(&v->bytes);
    free(v->scales);
    *v = (pl_net_vectors){0};
}

uint32_t pl_net_vectors_find(const pl_net_vectors *v, const char *word, const char *lower)
{
    if (v->width == 0)
        return 0;
    uint32_t id = pl_intern_find(&v->words, word);
    if (id == PL_NONE)
        id = pl_intern_find(&v->words, lower);
    return id != PL_NONE ? id : 0;
}

void pl_net_vectors_put(const pl_net_vectors *v, pl_section_list *list)
{
    if (v->width == 0)
        return;
    pl_sections_add_strings(list, "vector-words", &v->words);
    pl_sections_add(list, "vector-bytes", v->bytes.at, v->bytes.size);
    pl_sections_add_numbers(list, "vector-scales", v->scales, v->words.n,
                            sizeof *v->scales);
}

/* Checks sizes before memory is taken, and that numbers are of a reasonable size. */
int pl_net_vectors_from(const pl_sections *file, pl_net_vectors *v, pl_error *err)
{
    const char *bytes, *scales;
    size_t n_bytes, n_scales;
    if (!pl_sections_has(file, "vector-words"))
        return 0;
    if (pl_sections_strings(file, "vector-words", &v->words, err) < 0)
        return -1;
    size_t n = v->words.n;
    if (!pl_sections_find(file, "vector-bytes", &bytes, &n_bytes) ||
        !pl_sections_find(file, "vector-scales", &scales, &n_scales) ||
        n_scales != n * sizeof *v->scales || n_bytes == 0 || n_bytes % n != 0 ||
        n_bytes / n > WIDEST)
        return pl_sections_damaged(file, "the vectors of words", err);
    v->width = (uint32_t)(n_bytes / n);
    pl_bytes_borrow(&v->bytes, bytes, n_bytes);
    v->scales = pl_alloc(n_scales);
    memcpy(v->scales, scales, n_scales);
    pl_file_order(v->scales, n, sizeof *v->scales);
    for (size_t i = 0; i < n; i++)
        if (!(v->scales[i] >= 0 && v->scales[i] <= 1e4f))
            return pl_sections_damaged(file, "a vector of a word is out of range", err);
    return 0;
}
