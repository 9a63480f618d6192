/* Operators, predicates and measures; see conditions.h. */
#include "search/matcher.h"

static const pl_view_node *at(const pl_search_state *s, uint32_t node)
{
    return &s->view.nodes.at[node];
}

static uint32_t first(const pl_search_state *s, uint32_t node)
{
    return pl_view_first(&s->view, node);
}

static uint32_t last(const pl_search_state *s, uint32_t node)
{
    return pl_view_last(&s->view, node);
}

static uint32_t blocks(const pl_search_state *s, uint32_t node)
{
    return pl_view_blocks(&s->view, node);
}

static bool within(uint32_t value, const pl_literal *l)
{
    return value >= l->low && value <= l->high;
}

/* -- dominance ----------------------------------------------------------------------- */

static bool edge_fits(pl_search_state *s, const pl_literal *l, uint32_t node)
{
    return l->test == NULL ||
           pl_label_fits(s, l->test, pl_feature_get(PL_FEATURE_EDGE, &s->view, node));
}

static bool child(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return at(s, b)->parent == a && edge_fits(s, l, b);
}

static bool above(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    if (!pl_view_above(&s->view, a, b) || !within(at(s, b)->depth - at(s, a)->depth, l))
        return false;
    for (; l->test != NULL && b != a; b = at(s, b)->parent)
        if (!edge_fits(s, l, b))
            return false;
    return true;
}

static bool first_word(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return pl_view_is_word(&s->view, b) && first(s, b) == first(s, a);
}

static bool last_word(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return pl_view_is_word(&s->view, b) && first(s, b) == last(s, a);
}

static bool secondary(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    pl_view *v = &s->view;
    size_t i = pl_view_find_edge(v, PL_EDGES_DOWN, a, b);
    for (; i < v->edges[PL_EDGES_DOWN].n; i++) {
        const pl_view_edge *e = &v->edges[PL_EDGES_DOWN].at[i];
        if (e->a != a || e->b != b)
            break;
        bool given = e->label != NULL && e->label[0] != '\0';
        if (l->test == NULL || pl_label_fits(s, l->test, given ? e->label : PL_NO_VALUE))
            return true;
    }
    return false;
}

static bool root(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return at(s, a)->parent == PL_NONE;
}

static bool siblings(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return a != b && at(s, a)->parent == at(s, b)->parent;
}

static bool siblings_before(pl_search_state *s, const pl_literal *l, uint32_t a,
                            uint32_t b)
{
    return siblings(s, l, a, b) && first(s, a) < first(s, b);
}

static bool same(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return a == b;
}

/* -- order --------------------------------------------------------------------------- */

static bool precedes(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return first(s, a) < first(s, b) && within(first(s, b) - first(s, a), l);
}

static bool before(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return last(s, a) < first(s, b);
}

static bool adjacent(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return last(s, a) + 1 == first(s, b);
}

/* -- words of nodes ------------------------------------------------------------------ */

static bool continuous(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return blocks(s, a) == 1;
}

static bool discontinuous(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return blocks(s, a) > 1;
}

static bool covers(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return first(s, a) <= first(s, b) && last(s, b) <= last(s, a);
}

/* Two nodes of a tree have words in common only if one is above the other, or both are one. */
static bool related(pl_search_state *s, uint32_t a, uint32_t b)
{
    return a == b || pl_view_above(&s->view, a, b) || pl_view_above(&s->view, b, a);
}

static bool includes(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return a == b || pl_view_above(&s->view, a, b) ||
           (pl_view_above(&s->view, b, a) &&
            at(s, a)->node->size == at(s, b)->node->size);
}

/* The words of two nodes in their order as a series of turns: of a, of b, of a … Their
 * number; they have no word in common. */
static uint32_t turns(pl_search_state *s, uint32_t a, uint32_t b)
{
    pl_view_trim(&s->view);
    const pl_run *x = pl_view_runs(&s->view, a), *y = pl_view_runs(&s->view, b);
    uint32_t n = blocks(s, a), m = blocks(s, b), i = 0, j = 0, count = 0;
    for (int before = 0; i < n || j < m;) {
        int next = j == m || (i < n && x[i].first < y[j].first) ? 1 : 2;
        count += next != before;
        before = next;
        if (next == 1)
            i++;
        else
            j++;
    }
    return count;
}

static bool spans_meet(pl_search_state *s, uint32_t a, uint32_t b)
{
    return first(s, a) <= last(s, b) && first(s, b) <= last(s, a);
}

static bool overlaps(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return !related(s, a, b) && spans_meet(s, a, b);
}

static bool crosses(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return blocks(s, a) > 1 && blocks(s, b) > 1 && !related(s, a, b) &&
           spans_meet(s, a, b) && turns(s, a, b) > 3;
}

/* Whether each run of a lies between two runs of b. */
static bool ingap(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return blocks(s, b) > 1 && first(s, a) > first(s, b) && last(s, a) < last(s, b) &&
           !related(s, a, b);
}

/* -- dependencies -------------------------------------------------------------------- */

static bool arc_fits(pl_search_state *s, const pl_literal *l, uint32_t word)
{
    return l->test == NULL || pl_label_fits(s, l->test,
                                            pl_feature_get(PL_FEATURE_DEPREL, &s->view,
                                                           pl_view_word(&s->view, word)));
}

static bool words(const pl_search_state *s, uint32_t a, uint32_t b)
{
    return pl_view_is_word(&s->view, a) && pl_view_is_word(&s->view, b);
}

static bool arc(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return words(s, a, b) && pl_view_head(&s->view, first(s, b)) == first(s, a) &&
           arc_fits(s, l, first(s, b));
}

/* Goes up from b; a file may have cycles, so no further than there are words. */
static bool arcs(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    if (!words(s, a, b))
        return false;
    uint32_t goal = first(s, a), word = first(s, b);
    for (uint32_t n = 1; n <= s->view.tree->n_tokens && n <= l->high; n++) {
        if (!arc_fits(s, l, word))
            return false;
        word = pl_view_head(&s->view, word);
        if (word == PL_NONE)
            return false;
        if (word == goal)
            return n >= l->low;
    }
    return false;
}

static bool nonprojective(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return pl_view_is_word(&s->view, a) && pl_view_non_projective(&s->view, first(s, a));
}

/* -- sentences ----------------------------------------------------------------------- */

static bool sentence_length(pl_search_state *s, const pl_literal *l, uint32_t a,
                            uint32_t b)
{
    return within(s->view.tree->n_tokens, l);
}

static bool sentence_number(pl_search_state *s, const pl_literal *l, uint32_t a,
                            uint32_t b)
{
    return s->view.number >= l->low &&
           (l->high == PL_NO_LIMIT || s->view.number <= l->high);
}

static bool measure(pl_search_state *s, const pl_literal *l, uint32_t a, uint32_t b)
{
    return within(pl_measures[l->row->measure].get(&s->view, a), l);
}

/* -- the table ----------------------------------------------------------------------- */

enum { W = PL_WORDS, C = PL_CONSTITUENTS, N = PL_ANY_KIND };

/* clang-format off */
#define OPERATOR(name, a, b, to_b, to_a, holds) \
    {name, PL_FORM_OPERATOR, a, b, PL_WALK_##to_b, PL_WALK_##to_a, holds, 0, PL_NO_GAP}
#define ONE(name, a, gap, holds)    {name, PL_FORM_ONE, a, N, PL_WALK_ALL, PL_WALK_ALL, holds, 0, PL_##gap}
#define TWO(name, a, b, to_b, to_a, gap, holds) \
    {name, PL_FORM_TWO, a, b, PL_WALK_##to_b, PL_WALK_##to_a, holds, 0, PL_##gap}
#define MEASURE(name, number)       {name, PL_FORM_MEASURE, N, N, PL_WALK_ALL, PL_WALK_ALL, measure, number, PL_NO_GAP}
#define SENTENCE(name, holds)       {name, PL_FORM_SENTENCE, N, N, PL_WALK_ALL, PL_WALK_ALL, holds, 0, PL_NO_GAP}

const pl_condition_row pl_conditions[] = {
    /*                                  kinds of a, b   walks a→b, b→a */
    [PL_OP_CHILD]          = OPERATOR(">",    C, N, CHILDREN,   PARENT,   child),
    [PL_OP_ABOVE]          = OPERATOR(">*",   C, N, BELOW,      UP,       above),
    [PL_OP_FIRST]          = OPERATOR(">@l",  N, W, FIRST,      UP_SELF,  first_word),
    [PL_OP_LAST]           = OPERATOR(">@r",  N, W, LAST,       UP_SELF,  last_word),
    [PL_OP_SECONDARY]      = OPERATOR(">~",   N, N, EDGES_DOWN, EDGES_UP, secondary),
    [PL_OP_PRECEDES]       = OPERATOR(".",    N, N, FOLLOWING,  LEADING,  precedes),
    [PL_OP_SIBLING]        = OPERATOR("$",    N, N, SIBLINGS,   SIBLINGS, siblings),
    [PL_OP_SIBLING_BEFORE] = OPERATOR("$.*",  N, N, LATER,      EARLIER,  siblings_before),
    [PL_OP_SAME]           = OPERATOR("=",    N, N, ONE,        ONE,      same),
    [PL_OP_ARC]            = OPERATOR("->",   W, W, DEPENDENTS, HEAD,     arc),
    [PL_OP_ARCS]           = OPERATOR("->*",  W, W, ALL,        HEADS,    arcs),
    /*                                 which one is discontinuous */
    ONE("root",          N,            NO_GAP,      root),
    ONE("continuous",    N,            NO_GAP,      continuous),
    ONE("discontinuous", C,            GAP_A,       discontinuous),
    ONE("nonprojective", W,            NO_GAP,      nonprojective),
    TWO("ingap",    N, C, ALL,   ALL,  GAP_B,       ingap),
    TWO("overlaps", N, N, MEETING, MEETING, GAP_SOME, overlaps),
    TWO("crosses",  C, C, ALL,   ALL,  GAP_A | PL_GAP_B, crosses),
    TWO("includes", N, N, INSIDE, AROUND, NO_GAP,   includes),
    TWO("covers",   N, N, WITHIN, ALL, NO_GAP,      covers),
    TWO("before",   N, N, BEHIND, BEFORE, NO_GAP,   before),
    TWO("adjacent", N, N, NEXT,  PREVIOUS, NO_GAP,  adjacent),
    MEASURE("arity",     0), MEASURE("tokenarity", 1), MEASURE("span",  2), MEASURE("blocks", 3),
    MEASURE("gaps",      4), MEASURE("gaplength",  5), MEASURE("depth", 6), MEASURE("height", 7),
    SENTENCE("length", sentence_length),
    SENTENCE("number", sentence_number),
    {0},
};
/* clang-format on */

const pl_condition_row *pl_predicate_find(const char *name, size_t n)
{
    for (const pl_condition_row *r = pl_conditions; r->name != NULL; r++)
        if (r->form != PL_FORM_OPERATOR && r->form != PL_FORM_SENTENCE &&
            strlen(r->name) == n && memcmp(r->name, name, n) == 0)
            return r;
    return NULL;
}
