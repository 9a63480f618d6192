/* Names that belong to tags; see tag_names.h. */
#include "tag/tag_names.h"

void pl_tag_names_choose(const pl_intern *names, const uint32_t *counts, uint32_t least,
                         pl_intern *to)
{
    PL_VEC(const char *) chosen = {0};
    do {
        chosen.n = 0;
        for (uint32_t i = 0; i < names->n; i++)
            if (counts[i] >= least)
                PL_PUSH(&chosen, names->at[i]);
        least++;
    } while (chosen.n > PL_MAX_CLASSES);
    PL_SORT(&chosen, pl_by_text);
    for (size_t i = 0; i < chosen.n; i++)
        pl_intern_add(to, chosen.at[i]);
    PL_VEC_RELEASE(&chosen);
}

/* Where a tag stands among the places, or would stand. */
static uint32_t *place_of(const pl_tag_names *x, const char *tag)
{
    size_t mask = x->places.n - 1, i = (size_t)pl_hash_text(tag) >> 1 & mask;
    while (x->places.at[i] != 0 && strcmp(x->tags.at[x->places.at[i] - 1], tag) != 0)
        i = (i + 1) & mask;
    return &x->places.at[i];
}

/* Finds tags faster than the table of texts, which is made for those of strangers. */
static void set_places(pl_tag_names *x)
{
    size_t n = 16;
    while (n < 2 * (size_t)x->tags.n)
        n *= 2;
    for (size_t i = 0; i < n; i++)
        PL_PUSH(&x->places, 0);
    for (uint32_t i = 0; i < x->tags.n; i++)
        *place_of(x, x->tags.at[i]) = i + 1;
}

bool pl_tag_names_index(pl_tag_names *x, const pl_intern *names)
{
    for (uint32_t i = 0; i < names->n; i++) {
        const char *name = names->at[i], *tab = strchr(name, '\t');
        if (tab == NULL)
            return false;
        uint32_t tag = pl_intern_add_n(&x->tags, name, (size_t)(tab - name));
        if (tag + 1 != x->tags.n)
            return false;
        if (tag == x->ranges.n)
            PL_PUSH(&x->ranges, (pl_names){i, 0});
        x->ranges.at[tag].n++;
        PL_PUSH(&x->of, tab + 1);
    }
    set_places(x);
    return true;
}

pl_names pl_tag_names_of(const pl_tag_names *x, const char *tag)
{
    uint32_t id = tag != NULL && x->places.n > 0 ? *place_of(x, tag) : 0;
    return id > 0 ? x->ranges.at[id - 1] : (pl_names){0, 0};
}

void pl_tag_names_release(pl_tag_names *x)
{
    pl_intern_release(&x->tags);
    PL_VEC_RELEASE(&x->ranges, &x->of, &x->places);
}
