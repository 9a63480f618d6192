/* Counting by label, tag, gaps and length; see details.h. */
#include "eval/details.h"

#include <string.h>

const uint32_t pl_gap_length_ends[PL_GAP_LENGTHS] = {1, 2, 4, 8, UINT32_MAX};
const uint32_t pl_length_ends[PL_LENGTH_BINS] = {10, 20, 30, 40, 50, UINT32_MAX};

static size_t bin_of(uint32_t value, const uint32_t *ends)
{
    size_t i = 0;
    while (value > ends[i])
        i++;
    return i;
}

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
    for (uint32_t i = (uint32_t)d->labels.n; i <= b->label; i++)
        PL_PUSH(&d->labels, ((pl_label_detail){.label = i}));
    uint32_t degree = 0;
    bump(&d->labels.at[b->label].all, what);
    if (pl_bracket_disc(b)) {
        degree = gap_degree(d, p, t, b);
        uint32_t length = b->high - b->low + 1 - b->size;
        bump(&d->labels.at[b->label].disc, what);
        bump(&d->gap_length[bin_of(length, pl_gap_length_ends)], what);
    }
    bump(&d->gap_degree[degree < PL_GAP_DEGREES ? degree : PL_GAP_DEGREES - 1], what);
}

/* -- confusions ---------------------------------------------------------------------- */

static int by_yield(const void *a, const void *b)
{
    const struct pl_free_bracket *x = a, *y = b;
    if (x->yield != y->yield)
        return x->yield < y->yield ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* The first free candidate bracket over the same words as `gold`, or NULL. */
static struct pl_free_bracket *find_free(pl_details *d, const pl_side *candidate,
                                         const pl_bracket *gold)
{
    size_t low = 0, high = d->free.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (d->free.at[middle].yield < gold->yield)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < d->free.n && d->free.at[low].yield == gold->yield; low++)
        if (d->free.at[low].index != PL_NONE &&
            pl_bracket_same_yield(&candidate->brackets.at[d->free.at[low].index], gold))
            return &d->free.at[low];
    return NULL;
}

static void add_label_confusions(pl_details *d, const pl_pair *p)
{
    d->free.n = 0;
    for (uint32_t i = 0; i < p->candidate.brackets.n; i++)
        if (p->candidate.brackets.at[i].match == PL_NONE)
            PL_PUSH(&d->free,
                    ((struct pl_free_bracket){p->candidate.brackets.at[i].yield, i}));
    if (d->free.n == 0)
        return;
    qsort(d->free.at, d->free.n, sizeof *d->free.at, by_yield);
    for (size_t i = 0; i < p->gold.brackets.n; i++) {
        const pl_bracket *gold = &p->gold.brackets.at[i];
        struct pl_free_bracket *other =
            gold->match == PL_NONE ? find_free(d, &p->candidate, gold) : NULL;
        if (other == NULL)
            continue;
        pl_confusions_add(&d->label_confusions, gold->label,
                          p->candidate.brackets.at[other->index].label);
        other->index = PL_NONE;
    }
}

static void add_tag(pl_details *d, uint32_t tag, which what)
{
    for (uint32_t i = (uint32_t)d->tags.n; i <= tag; i++)
        PL_PUSH(&d->tags, ((pl_tag_detail){.tag = i}));
    bump(&d->tags.at[tag].counts, what);
}

static void add_tags(pl_details *d, const pl_pair *p)
{
    for (uint32_t i = 0; i < p->n_places; i++) {
        uint32_t gold = p->gold.tags.at[i];
        add_tag(d, gold, GOLD);
        if (p->candidate.tree == NULL)
            continue;
        uint32_t candidate = p->candidate.tags.at[i];
        add_tag(d, candidate, CANDIDATE);
        if (gold == candidate)
            add_tag(d, gold, MATCHED);
        else
            pl_confusions_add(&d->tag_confusions, gold, candidate);
    }
}

/* -- public ------------------------------------------------------------------------- */

void pl_details_add(pl_details *d, const pl_eval *e)
{
    const pl_pair *p = &e->pair;
    for (size_t i = 0; i < p->gold.brackets.n; i++) {
        const pl_bracket *b = &p->gold.brackets.at[i];
        add_bracket(d, p, p->gold.tree, b, GOLD);
        if (b->match != PL_NONE)
            add_bracket(d, p, p->gold.tree, b, MATCHED);
    }
    for (size_t i = 0; i < p->candidate.brackets.n; i++)
        add_bracket(d, p, p->candidate.tree, &p->candidate.brackets.at[i], CANDIDATE);
    add_label_confusions(d, p);
    add_tags(d, p);
    pl_scores_add(&d->by_length[bin_of(p->length, pl_length_ends)], &e->last);
}

static int by_label_count(const void *a, const void *b)
{
    const pl_label_detail *x = a, *y = b;
    if (x->all.gold != y->all.gold)
        return x->all.gold > y->all.gold ? -1 : 1;
    return x->label < y->label ? -1 : x->label > y->label;
}

static int by_tag_count(const void *a, const void *b)
{
    const pl_tag_detail *x = a, *y = b;
    if (x->counts.gold != y->counts.gold)
        return x->counts.gold > y->counts.gold ? -1 : 1;
    return x->tag < y->tag ? -1 : x->tag > y->tag;
}

static bool is_used(const pl_counts *c)
{
    return c->gold + c->candidate > 0;
}

void pl_details_finish(pl_details *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->labels.n; i++)
        if (is_used(&d->labels.at[i].all))
            d->labels.at[n++] = d->labels.at[i];
    d->labels.n = n;
    n = 0;
    for (size_t i = 0; i < d->tags.n; i++)
        if (is_used(&d->tags.at[i].counts))
            d->tags.at[n++] = d->tags.at[i];
    d->tags.n = n;
    if (d->labels.n > 0)
        qsort(d->labels.at, d->labels.n, sizeof *d->labels.at, by_label_count);
    if (d->tags.n > 0)
        qsort(d->tags.at, d->tags.n, sizeof *d->tags.at, by_tag_count);
    pl_confusions_sort(&d->label_confusions);
    pl_confusions_sort(&d->tag_confusions);
}

void pl_details_release(pl_details *d)
{
    PL_VEC_RELEASE(&d->labels);
    PL_VEC_RELEASE(&d->tags);
    pl_confusions_release(&d->label_confusions);
    pl_confusions_release(&d->tag_confusions);
    PL_VEC_RELEASE(&d->free);
    PL_VEC_RELEASE(&d->covered);
}
