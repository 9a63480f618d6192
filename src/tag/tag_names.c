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
    return true;
}

pl_names pl_tag_names_of(const pl_tag_names *x, const char *tag)
{
    uint32_t id = tag != NULL ? pl_intern_find(&x->tags, tag) : PL_NONE;
    return id != PL_NONE ? x->ranges.at[id] : (pl_names){0, 0};
}

void pl_tag_names_release(pl_tag_names *x)
{
    pl_intern_release(&x->tags);
    PL_VEC_RELEASE(&x->ranges, &x->of);
}
