/* Counting by label, tag, gaps and length; see details.h. */
#include "eval/details.h"

#include <string.h>

const uint32_t pl_gap_length_ends[PL_GAP_LENGTHS] = {1, 2, 4, 8, UINT32_MAX};
const uint32_t pl_length_ends[PL_LENGTH_BINS] = {10, 20, 30, 40, 50, UINT32_MAX};

/* -- tables by name ------------------------------------------------------------------ */

pl_eval_row *pl_eval_rows_at(pl_eval_rows *rows, uint32_t name)
{
    for (uint32_t i = (uint32_t)rows->n; i <= name; i++)
        PL_PUSH(rows, ((pl_eval_row){.name = i}));
    return &rows->at[name];
}

static int by_frequency(const void *a, const void *b)
{
    const pl_eval_row *x = a, *y = b;
    if (x->all.gold != y->all.gold)
        return x->all.gold > y->all.gold ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

void pl_eval_rows_sort(pl_eval_rows *rows)
{
    size_t kept = 0;
    for (size_t i = 0; i < rows->n; i++)
        if (rows->at[i].all.gold + rows->at[i].all.candidate > 0)
            rows->at[kept++] = rows->at[i];
    rows->n = kept;
    if (kept > 0)
        qsort(rows->at, kept, sizeof *rows->at, by_frequency);
}

void pl_confusions_add(pl_confusions *c, uint32_t gold, uint32_t candidate)
{
    PL_PUSH(c, ((pl_confusion){gold, candidate, 1}));
}

/* By number of times, most first; then by the numbers. */
static int by_count(const void *a, const void *b)
{
    const pl_confusion *x = a, *y = b;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    if (x->gold != y->gold)
        return x->gold < y->gold ? -1 : 1;
    return x->candidate < y->candidate ? -1 : x->candidate > y->candidate;
}

void pl_confusions_sort(pl_confusions *c)
{
    size_t kept = 0;
    if (c->n == 0)
        return;
    qsort(c->at, c->n, sizeof *c->at, by_count); /* equal ones are neighbours: n is 1 */
    for (size_t i = 1; i < c->n; i++)
        if (c->at[i].gold == c->at[kept].gold &&
            c->at[i].candidate == c->at[kept].candidate)
            c->at[kept].n++;
        else
            c->at[++kept] = c->at[i];
    c->n = kept + 1;
    qsort(c->at, c->n, sizeof *c->at, by_count);
}

size_t pl_bin_of(uint32_t value, const uint32_t *ends)
{
    size_t i = 0;
    while (value > ends[i])
        i++;
    return i;
}

/* -- brackets ------------------------------------------------------------------------ */

/* Which field of a row a bracket adds to. */
typedef enum which { GOLD, CANDIDATE, MATCHED } which;

static void bump(pl_counts *c, which what)
{
    c->gold += what == GOLD;
    c->candidate += what == CANDIDATE;
    c->matched += what == MATCHED;
}

/* Runs of adjacent places below a node, less one. Linear in what the node covers. */
static uint32_t gap_degree(pl_details *d, const pl_pair *p, const pl_tree *t,
                           const pl_bracket *b)
{
    uint32_t blocks = 0;
    PL_RESERVE(&d->covered, p->n_places);
    memset(d->covered.at + b->low, 0, b->high - b->low + 1);
    for (uint32_t v = b->node; v != PL_NONE; v = pl_tree_preorder(t, b->node, v))
        if (pl_is_terminal(t, v) && p->place.at[v] != PL_NONE)
            d->covered.at[p->place.at[v]] = true;
    for (uint32_t i = b->low; i <= b->high; i++)
        blocks += d->covered.at[i] && (i == b->low || !d->covered.at[i - 1]);
    return blocks - 1;
}

static void add_bracket(pl_details *d, const pl_pair *p, const pl_tree *t,
                        const pl_bracket *b, which what)
{
    pl_eval_row *row = pl_eval_rows_at(&d->labels, b->label);
    uint32_t degree = 0;
    bump(&row->all, what);
    if (pl_bracket_disc(b)) {
        degree = gap_degree(d, p, t, b);
        uint32_t length = b->high - b->low + 1 - b->size;
        bump(&row->disc, what);
        bump(&d->gap_length[pl_bin_of(length, pl_gap_length_ends)], what);
    }
    bump(&d->gap_degree[degree < PL_GAP_DEGREES ? degree : PL_GAP_DEGREES - 1], what);
}

static void add_tags(pl_details *d, const pl_pair *p)
{
    for (uint32_t i = 0; i < p->n_places; i++) {
        uint32_t gold = p->gold.tags.at[i];
        bump(&pl_eval_rows_at(&d->tags, gold)->all, GOLD);
        if (p->candidate.tree == NULL)
            continue;
        uint32_t candidate = p->candidate.tags.at[i];
        bump(&pl_eval_rows_at(&d->tags, candidate)->all, CANDIDATE);
        if (gold == candidate)
            bump(&d->tags.at[gold].all, MATCHED);
        else
            pl_confusions_add(&d->tag_confusions, gold, candidate);
    }
}

void pl_details_add(pl_details *d, pl_eval *e)
{
    pl_pair *p = &e->pair;
    pl_scores *s = &d->by_length[pl_bin_of(p->length, pl_length_ends)];
    pl_pair_find_rivals(p);
    for (size_t i = 0; i < p->gold.brackets.n; i++) {
        const pl_bracket *b = &p->gold.brackets.at[i];
        add_bracket(d, p, p->gold.tree, b, GOLD);
        if (b->match != PL_NONE)
            add_bracket(d, p, p->gold.tree, b, MATCHED);
        else if (b->rival != PL_NONE)
            pl_confusions_add(&d->label_confusions, b->label,
                              p->candidate.brackets.at[b->rival].label);
    }
    for (size_t i = 0; i < p->candidate.brackets.n; i++)
        add_bracket(d, p, p->candidate.tree, &p->candidate.brackets.at[i], CANDIDATE);
    add_tags(d, p);
    pl_add_counts(s, &e->last, sizeof *s);
}

void pl_details_finish(pl_details *d)
{
    pl_eval_rows_sort(&d->labels);
    pl_eval_rows_sort(&d->tags);
    pl_confusions_sort(&d->label_confusions);
    pl_confusions_sort(&d->tag_confusions);
}

void pl_details_release(pl_details *d)
{
    PL_VEC_RELEASE(&d->labels, &d->tags, &d->label_confusions, &d->tag_confusions,
                   &d->covered);
}
