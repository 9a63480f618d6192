/* The table of labels; see labels.h. */
#include "machine/labels.h"

#include "transform/transform.h"

/* NP, NP: or @NP, ROOT+NP; the artificial root shows as ^. */
static const char *make_text(pl_labelset *l, const char *name, bool temporary)
{
    pl_str_clear(&l->key);
    if (temporary && l->at_sign)
        pl_str_putc(&l->key, '@');
    for (; *name != '\0'; name++)
        pl_str_putc(&l->key, *name == PL_JOINT_INSIDE         ? '+'
                             : *name == PL_ARTIFICIAL_ROOT[0] ? '^'
                                                              : *name);
    if (temporary && !l->at_sign)
        pl_str_putc(&l->key, ':');
    return pl_arena_strndup(&l->arena, l->key.at, l->key.n);
}

uint32_t pl_labelset_add(pl_labelset *l, const char *name, bool temporary)
{
    pl_str_clear(&l->key);
    pl_str_putc(&l->key, temporary ? 't' : 'o');
    pl_str_puts(&l->key, name);
    uint32_t id = pl_intern_add_n(&l->keys, l->key.at, l->key.n);
    if (id < l->entries.n)
        return id;
    pl_label entry = {.name = pl_arena_strdup(&l->arena, name),
                      .text = make_text(l, name, temporary),
                      .n_parts = 1,
                      .sort = temporary ? PL_LABEL_TEMPORARY : PL_LABEL_ORDINARY};
    for (; *name != '\0'; name++)
        entry.n_parts += *name == PL_JOINT_INSIDE;
    PL_PUSH(&l->entries, entry);
    return id;
}

uint32_t pl_labelset_most_frequent(const pl_labelset *l, pl_label_sort sort)
{
    uint32_t best = PL_NONE;
    for (uint32_t i = 0; i < l->entries.n; i++)
        if (l->entries.at[i].sort == sort &&
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
