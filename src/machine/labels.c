/* The table of labels; see labels.h. */
#include "machine/labels.h"

/* Separators that no label contains: readers refuse control characters in labels or keep
 * them apart from these two. */
enum { BETWEEN_PARTS = 0x1f, TEMPORARY_MARK = 0x1e };

static void make_key(pl_str *key, const char *const *parts, uint32_t n, bool temporary)
{
    pl_str_clear(key);
    pl_str_putc(key, temporary ? TEMPORARY_MARK : BETWEEN_PARTS);
    for (uint32_t i = 0; i < n; i++) {
        pl_str_puts(key, parts[i]);
        pl_str_putc(key, BETWEEN_PARTS);
    }
}

/* NP, NP: or @NP, ROOT+NP; the artificial root shows as ^. */
static const char *make_text(pl_labelset *l, const char *const *parts, uint32_t n,
                             bool temporary)
{
    pl_str_clear(&l->key);
    if (temporary && l->at_sign)
        pl_str_putc(&l->key, '@');
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0)
            pl_str_putc(&l->key, '+');
        pl_str_puts(&l->key, parts[i][0] != PL_ARTIFICIAL_ROOT[0] ? parts[i] : "^");
    }
    if (temporary && !l->at_sign)
        pl_str_putc(&l->key, ':');
    return pl_arena_strndup(&l->arena, l->key.at, l->key.n);
}

uint32_t pl_labelset_add(pl_labelset *l, const char *const *parts, uint32_t n,
                         bool temporary)
{
    make_key(&l->key, parts, n, temporary);
    uint32_t id = pl_intern_add_n(&l->keys, l->key.at, l->key.n);
    if (id < l->entries.n)
        return id;
    const char **copy = pl_arena_alloc(&l->arena, n * sizeof *copy);
    for (uint32_t i = 0; i < n; i++)
        copy[i] = pl_arena_strdup(&l->arena, parts[i]);
    pl_label entry = {.text = make_text(l, parts, n, temporary),
                      .parts = copy,
                      .n_parts = n,
                      .class = temporary ? PL_LABEL_TEMPORARY : PL_LABEL_ORDINARY};
    PL_PUSH(&l->entries, entry);
    return id;
}

uint32_t pl_labelset_most_frequent(const pl_labelset *l, pl_label_class class)
{
    uint32_t best = PL_NONE;
    for (uint32_t i = 0; i < l->entries.n; i++)
        if (l->entries.at[i].class == class &&
            (best == PL_NONE || l->entries.at[i].count > l->entries.at[best].count))
            best = i;
    return best;
}

void pl_labelset_release(pl_labelset *l)
{
    PL_VEC_RELEASE(&l->entries);
    pl_intern_release(&l->keys);
    pl_str_release(&l->key);
    pl_arena_release(&l->arena);
    *l = (pl_labelset){0};
}
