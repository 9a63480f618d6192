/* Lists of places; see occurrences.h. */
#include "grammar/occurrences.h"

#include <stdlib.h>

void pl_occurrences_of(pl_occurrences *list, const pl_forest *f, uint32_t production)
{
    const uint32_t *starts = f->having_starts;
    PL_RESERVE(list, list->n + starts[production + 1] - starts[production]);
    for (uint32_t i = starts[production]; i < starts[production + 1]; i++)
        list->at[list->n++] = (pl_occurrence){f->having[i], f->having[i] + 1};
}

void pl_place_split_init(pl_place_split *s, const pl_forest *f)
{
    *s = (pl_place_split){0};
    s->group_of = pl_alloc_zero(f->productions.at.n + 1, sizeof *s->group_of);
}

void pl_place_split_release(pl_place_split *s)
{
    PL_VEC_RELEASE(&s->places);
    PL_VEC_RELEASE(&s->groups);
    free(s->group_of);
    s->group_of = NULL;
}

/* Groups with the number of their places. */
static void count_groups(pl_place_split *s, const pl_forest *f, const pl_occurrence *list,
                         size_t n)
{
    for (size_t g = 0; g < s->groups.n; g++)
        s->group_of[s->groups.at[g].production] = 0;
    s->groups.n = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t production = pl_next_production(f, list[i]);
        if (s->group_of[production] == 0) {
            pl_place_group added = {production, 0, 0, PL_NONE, PL_NONE};
            PL_PUSH(&s->groups, added);
            s->group_of[production] = (uint32_t)s->groups.n;
        }
        s->groups.at[s->group_of[production] - 1].n++;
    }
}

void pl_place_split_make(pl_place_split *s, const pl_forest *f, const pl_occurrence *list,
                         size_t n, uint32_t a, uint32_t b)
{
    uint32_t start = 0;
    count_groups(s, f, list, n);
    for (size_t g = 0; g < s->groups.n; g++) {
        s->groups.at[g].start = start;
        start += s->groups.at[g].n;
        s->groups.at[g].n = 0;
    }
    PL_RESERVE(&s->places, n);
    for (size_t i = 0; i < n; i++) {
        pl_place_group *g =
            &s->groups.at[s->group_of[pl_next_production(f, list[i])] - 1];
        if (i == a)
            g->a = g->n;
        if (i == b)
            g->b = g->n;
        s->places.at[g->start + g->n++] = (pl_occurrence){list[i].root, list[i].next + 1};
    }
}

/* The trees of a list, each once; how many. */
static uint32_t list_trees(pl_fragments *out, const pl_forest *f,
                           const pl_occurrence *list, size_t n)
{
    size_t before = out->trees.n;
    for (size_t i = 0; i < n; i++) {
        uint32_t tree = f->nodes.at[list[i].root].tree;
        if (out->trees.n == before || out->trees.at[out->trees.n - 1] != tree)
            PL_PUSH(&out->trees, tree);
    }
    return (uint32_t)(out->trees.n - before);
}

void pl_occurrences_count(pl_fragments *out, pl_fragment *fragment, const pl_forest *f,
                          const pl_seek_options *options, const pl_occurrence *list,
                          size_t n)
{
    size_t first = n; /* those before it are in the first treebank */
    while (options->second > 0 && first > 0 &&
           f->nodes.at[list[first - 1].root].tree >= options->second)
        first--;
    fragment->count = (uint32_t)first;
    fragment->count2 = (uint32_t)(n - first);
    fragment->trees = out->trees.n;
    fragment->n_trees = options->trees ? list_trees(out, f, list, n) : 0;
}
