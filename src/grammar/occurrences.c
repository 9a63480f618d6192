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

/* -- witnesses ---------------------------------------------------------------------- */

/* Each place is a row of values, one for each thing in which two places must differ: the
 * tree, the slot of the parent's production, the production at each node of the frontier.
 * Two rows that differ in every column are wanted. In any column the two cannot both have
 * the most frequent value: so the column in which a value is the most dominant is looked
 * for, and one of the two sought only among the rows that do not have that value. Where
 * no value dominates, a pair is found after a few trials. */

static bool is_second(const pl_forest *f, uint32_t second, uint32_t node)
{
    return f->nodes.at[node].tree >= second;
}

/* How far it is from one node of the frontier to the next: the code's runs of other
 * numbers, so that walking through a tree takes one step for each. */
static void find_steps(pl_witness_search *w, const uint32_t *code, size_t n_code)
{
    uint32_t run = 0;
    w->steps.n = 0;
    for (size_t i = 0; i < n_code; i++)
        if (code[i] == PL_NONE) {
            PL_PUSH(&w->steps, run);
            run = 0;
        } else
            run++;
}

static void fill_row(const pl_witness_search *w, uint32_t *row, const pl_forest *f,
                     uint32_t second, pl_occurrence o)
{
    const pl_forest_node *x = &f->nodes.at[o.root];
    *row++ = second > 0 ? is_second(f, second, o.root) : x->tree;
    /* Roots differ from everything, also from each other. */
    *row++ = x->context != PL_NONE ? x->context : f->productions.n_slots + o.root;
    for (size_t i = 0; i < w->steps.n; i++) {
        x += w->steps.at[i];
        *row++ = x->production;
        x += x->size;
    }
}

/* How many rows do not have the value that most have in a column (Boyer and Moore's
 * majority vote), and that value. Without a majority: all of them. */
static size_t count_minority(const uint32_t *rows, size_t n, size_t width, size_t column,
                             uint32_t *majority)
{
    size_t lead = 0, minority = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t value = rows[i * width + column];
        if (lead == 0)
            *majority = value;
        lead += value == *majority ? 1 : (size_t)-1;
    }
    for (size_t i = 0; i < n; i++)
        minority += rows[i * width + column] != *majority;
    return minority;
}

/* The rows among which one of the pair must be, into w->minor; false if there are none.
 */
static bool find_minor(pl_witness_search *w, size_t n, size_t width)
{
    size_t best = SIZE_MAX, best_column = 0;
    uint32_t best_value = 0, value = 0;
    for (size_t column = 0; column < width; column++) {
        size_t minority = count_minority(w->rows.at, n, width, column, &value);
        if (minority < best) {
            best = minority;
            best_column = column;
            best_value = value;
        }
    }
    w->minor.n = 0;
    for (size_t i = 0; i < n && best > 0; i++)
        if (w->rows.at[i * width + best_column] != best_value)
            PL_PUSH(&w->minor, (uint32_t)i);
    return best > 0;
}

static bool rows_differ(const uint32_t *x, const uint32_t *y, size_t width)
{
    for (size_t i = 0; i < width; i++)
        if (x[i] == y[i])
            return false;
    return true;
}

bool pl_witness_find(pl_witness_search *w, const pl_forest *f, uint32_t second,
                     const uint32_t *code, size_t n_code, const pl_occurrence *list,
                     size_t n, uint32_t *a, uint32_t *b)
{
    find_steps(w, code, n_code);
    size_t width = 2 + w->steps.n;
    PL_RESERVE(&w->rows, n * width);
    for (size_t i = 0; i < n; i++)
        fill_row(w, w->rows.at + i * width, f, second, list[i]);
    if (!find_minor(w, n, width))
        return false;
    for (size_t k = 0; k < w->minor.n; k++) {
        const uint32_t *row = w->rows.at + w->minor.at[k] * width;
        for (size_t i = 0; i < n; i++)
            if (rows_differ(row, w->rows.at + i * width, width)) {
                *a = w->minor.at[k];
                *b = (uint32_t)i;
                return true;
            }
    }
    return false;
}

void pl_witness_release(pl_witness_search *w)
{
    PL_VEC_RELEASE(&w->steps);
    PL_VEC_RELEASE(&w->rows);
    PL_VEC_RELEASE(&w->minor);
}
