/* The table of walks; see walks.h. */
#include "search/walks.h"

#include "search/query_plan.h"

static const pl_view_node *at(const pl_view *v, uint32_t node)
{
    return &v->nodes.at[node];
}

/* -- lists ----------------------------------------------------------------------------- */

/* Goes along list[begin … end - 1]. */
static void along(pl_walk *w, const uint32_t *list, uint32_t begin, uint32_t end)
{
    w->list = list;
    w->i = begin;
    w->end = end;
    w->at = begin >= end ? PL_NONE : list != NULL ? list[begin] : begin;
}

/* A node and all below it, if they are of the kinds of the step, in pre-order. */
static void subtree(const pl_view *v, const pl_step *step, uint32_t top, pl_walk *w)
{
    const pl_view_node *n = at(v, top);
    uint32_t words = top - n->rank, inner = v->tree->n_tokens + n->rank;
    if (step->kinds == PL_WORDS)
        along(w, v->by_kind.at, words, words + n->node->size);
    else if (step->kinds == PL_CONSTITUENTS)
        along(w, v->by_kind.at, inner, inner + (n->end - top) - n->node->size);
    else
        along(w, NULL, top, n->end);
}

static void start_all(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    if (v->n > 0)
        subtree(v, step, 0, w);
}

static void start_gaps(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    const uint32_t *gaps = pl_view_gaps(v);
    along(w, gaps, 0, (uint32_t)v->gaps.n);
}

/* A continuous node can only lie in the gap of another. */
static void start_meeting(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    (pl_view_blocks(v, from) == 1 ? start_gaps : start_all)(v, step, from, w);
}

/* Returns the next node in pre-order with a depth of at most `limit`. Skips the nodes below that depth
 * in one step, so that a walk over a few edges is fast in a deep tree. */
static uint32_t to_node_above(const pl_view *v, pl_walk *w)
{
    uint32_t next = w->at;
    do
        next = at(v, next)->depth < w->limit ? next + 1 : at(v, next)->end;
    while (next < w->end &&
           (w->i & (pl_view_is_word(v, next) ? PL_WORDS : PL_CONSTITUENTS)) == 0);
    return next < w->end ? next : PL_NONE;
}

static void start_below(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    if (at(v, from)->end == from + 1)
        return;
    uint32_t depth = at(v, from)->depth, high = step->way->high;
    if (high < PL_NO_LIMIT - depth) {
        *w = (pl_walk){.at = from,
                       .i = step->kinds,
                       .end = at(v, from)->end,
                       .limit = depth + high,
                       .step = to_node_above};
        pl_walk_next(v, w);
        return;
    }
    subtree(v, step, from, w);
    if (step->kinds != PL_WORDS)
        along(w, w->list, w->i + 1, w->end);
}

/* -- up and down ----------------------------------------------------------------------- */

static uint32_t to_parent(const pl_view *v, pl_walk *w)
{
    return at(v, w->at)->parent;
}

static uint32_t to_sibling(const pl_view *v, pl_walk *w)
{
    return at(v, w->at)->next;
}

/* All siblings but number `end`. */
static uint32_t to_other(const pl_view *v, pl_walk *w)
{
    uint32_t next = at(v, w->at)->next;
    return next == w->end ? at(v, next)->next : next;
}

/* Those before number `end`. */
static uint32_t to_earlier(const pl_view *v, pl_walk *w)
{
    uint32_t next = at(v, w->at)->next;
    return next == w->end ? PL_NONE : next;
}

/* The nodes of a unary chain, all of which have the same words, downwards. */
static uint32_t to_only_child(const pl_view *v, pl_walk *w)
{
    uint32_t next = w->at + 1;
    return next < at(v, w->at)->end && at(v, next)->node->size == w->limit ? next
                                                                           : PL_NONE;
}

static uint32_t to_end(const pl_view *v, pl_walk *w)
{
    return PL_NONE;
}

static void start_self(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    w->at = from;
}

static void start_parent(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    w->at = at(v, from)->parent;
}

static void start_children(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    w->at = at(v, from)->end > from + 1 ? from + 1 : PL_NONE;
}

static void start_later(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    w->at = at(v, from)->next;
}

static void start_earlier(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    uint32_t up = at(v, from)->parent;
    w->at = up != PL_NONE && up + 1 != from ? up + 1 : PL_NONE;
    w->end = from;
}

static void start_siblings(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    start_earlier(v, step, from, w);
    if (w->at == PL_NONE)
        w->at = at(v, from)->next;
}

static uint32_t top_of_chain(const pl_view *v, uint32_t node)
{
    uint32_t size = at(v, node)->node->size, up;
    while ((up = at(v, node)->parent) != PL_NONE && at(v, up)->node->size == size)
        node = up;
    return node;
}

static void start_chain(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    w->at = top_of_chain(v, from);
    w->limit = at(v, from)->node->size;
}

static void start_inside(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    subtree(v, step, top_of_chain(v, from), w);
}

/* Begins at the lowest node of the chain. */
static void start_around(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    uint32_t next = from;
    w->limit = at(v, from)->node->size;
    for (w->at = from; (next = to_only_child(v, w)) != PL_NONE;)
        w->at = next;
}

/* -- secondary edges --------------------------------------------------------------------- */

/* Returns the other end of edge w->i if the edge begins at node w->end, else PL_NONE. */
static uint32_t end_of_edge(const pl_view *v, int direction, const pl_walk *w)
{
    if (w->i >= v->edges[direction].n || v->edges[direction].at[w->i].a != w->end)
        return PL_NONE;
    return v->edges[direction].at[w->i].b;
}

/* Moves to the next edge. Several edges between the same two nodes count as one. */
static uint32_t to_next_edge(const pl_view *v, int direction, pl_walk *w)
{
    uint32_t before = w->at, at;
    do {
        w->i++;
        at = end_of_edge(v, direction, w);
    } while (at == before);
    return at;
}

static uint32_t to_edge_down(const pl_view *v, pl_walk *w)
{
    return to_next_edge(v, PL_EDGES_DOWN, w);
}

static uint32_t to_edge_up(const pl_view *v, pl_walk *w)
{
    return to_next_edge(v, PL_EDGES_UP, w);
}

static void start_edges(pl_view *v, int direction, uint32_t from, pl_walk *w)
{
    w->end = from;
    w->i = (uint32_t)pl_view_find_edge(v, direction, from, 0);
    w->at = end_of_edge(v, direction, w);
}

static void start_edges_down(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    start_edges(v, PL_EDGES_DOWN, from, w);
}

static void start_edges_up(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    start_edges(v, PL_EDGES_UP, from, w);
}

/* -- words ----------------------------------------------------------------------------- */

static uint32_t node_of_word(const pl_view *v, uint32_t word)
{
    return word == PL_NONE ? PL_NONE : pl_view_word(v, word);
}

static void start_first(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    w->at = pl_view_word(v, pl_view_first(v, from));
}

static void start_last(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    w->at = pl_view_word(v, pl_view_last(v, from));
}

static uint32_t to_head(const pl_view *v, pl_walk *w)
{
    return node_of_word(v, pl_view_head(v, at(v, w->at)->id));
}

/* There may be circles: `end` is the number of words that are left. */
static uint32_t to_next_head(const pl_view *v, pl_walk *w)
{
    return --w->end > 0 ? to_head(v, w) : PL_NONE;
}

static void start_head(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    if (!pl_view_is_word(v, from))
        return;
    w->at = from;
    w->at = to_head(v, w);
    w->end = v->tree->n_tokens;
}

static void start_dependents(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    if (!pl_view_is_word(v, from))
        return;
    w->i = pl_view_first_dependent(v, at(v, from)->id);
    w->at = node_of_word(v, w->i);
}

static uint32_t to_dependent(const pl_view *v, pl_walk *w)
{
    w->i = pl_view_next_dependent(v, w->i);
    return node_of_word(v, w->i);
}

/* -- runs of words ---------------------------------------------------------------------- */

/* Nodes that begin with the words i … end - 1 and end with word `limit` or before. Those that
 * begin with one word stand one above the other. */
static uint32_t to_beginning(const pl_view *v, pl_walk *w)
{
    uint32_t up = at(v, w->at)->parent;
    if (up != PL_NONE && pl_view_first(v, up) == w->i && pl_view_last(v, up) <= w->limit)
        return up;
    return ++w->i < w->end ? pl_view_word(v, w->i) : PL_NONE;
}

static uint32_t to_ending(const pl_view *v, pl_walk *w)
{
    uint32_t up = at(v, w->at)->parent;
    if (up != PL_NONE && pl_view_last(v, up) == w->i)
        return up;
    return ++w->i < w->end ? pl_view_word(v, w->i) : PL_NONE;
}

/* From word to word, and up from each unless only words are wanted. */
static void over(const pl_view *v, const pl_step *step, uint32_t begin, uint32_t end,
                 pl_walk *w)
{
    along(w, v->of.at, begin, end);
    w->limit = v->tree->n_tokens;
    if (step->kinds == PL_WORDS)
        w->step = NULL;
}

static void start_within(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    over(v, step, pl_view_first(v, from), pl_view_last(v, from) + 1, w);
    w->limit = pl_view_last(v, from);
}

static void start_following(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    uint32_t first = pl_view_first(v, from), n = v->tree->n_tokens, left = n - first;
    uint32_t low = step->way->low, high = step->way->high;
    over(v, step, low < left ? first + low : n, high < left ? first + high + 1 : n, w);
}

static void start_leading(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    uint32_t first = pl_view_first(v, from);
    uint32_t low = step->way->low, high = step->way->high;
    over(v, step, high <= first ? first - high : 0, low <= first ? first - low + 1 : 0,
         w);
}

static void start_behind(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    over(v, step, pl_view_last(v, from) + 1, v->tree->n_tokens, w);
}

static void start_before(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    over(v, step, 0, pl_view_first(v, from), w);
}

static void start_next(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    uint32_t next = pl_view_last(v, from) + 1;
    over(v, step, next, next + (next < v->tree->n_tokens), w);
}

static void start_previous(pl_view *v, const pl_step *step, uint32_t from, pl_walk *w)
{
    uint32_t first = pl_view_first(v, from);
    over(v, step, first - (first > 0), first, w);
}

/* -- what begins behind a node ---------------------------------------------------------- */

static void pass(const pl_view *v, uint32_t node, pl_walk *w)
{
    uint32_t word = pl_view_first(v, node);
    while (w->at != PL_NONE && pl_view_first(v, w->at) <= word)
        pl_walk_next(v, w);
}

static void pass_siblings(const pl_view *v, uint32_t node, pl_walk *w)
{
    if (w->at != PL_NONE && at(v, w->at)->parent == at(v, node)->parent && w->at <= node)
        w->at = at(v, node)->next;
    else
        pass(v, node, w);
}

static void pass_dependents(const pl_view *v, uint32_t node, pl_walk *w)
{
    uint32_t word = at(v, node)->id;
    if (w->at == PL_NONE || word >= v->tree->n_tokens ||
        pl_view_head(v, word) != pl_view_head(v, w->i)) {
        pass(v, node, w);
        return;
    }
    w->i = pl_view_next_dependent(v, word);
    w->at = node_of_word(v, w->i);
}

/* -- the table -------------------------------------------------------------------------- */

enum { W = PL_WORDS, C = PL_CONSTITUENTS, N = PL_ANY_KIND };

/* clang-format off */
const struct pl_walk_row pl_walks[PL_N_WALKS] = {
    /*                      name                        reach exact  gives the first     the next       those behind */
    [PL_WALK_ALL]        = {"every node",               30,   false, 0, start_all,        NULL,          NULL},
    [PL_WALK_GAPS]       = {"every discontinuous node", 1.5,  false, C, start_gaps,       NULL,          NULL},
    [PL_WALK_ONE]        = {"the node",                 1,    true,  N, start_self,       to_end,        NULL},
    [PL_WALK_UP]         = {"the nodes above",          5,    false, C, start_parent,     to_parent,     NULL},
    [PL_WALK_UP_SELF]    = {"the node and those above", 6,    false, N, start_self,       to_parent,     NULL},
    [PL_WALK_PARENT]     = {"the parent of",            1,    true,  C, start_parent,     to_end,        NULL},
    [PL_WALK_CHILDREN]   = {"the children of",          2.5,  true,  N, start_children,   to_sibling,    pass_siblings},
    [PL_WALK_SIBLINGS]   = {"the siblings of",          3,    true,  N, start_siblings,   to_other,      pass},
    [PL_WALK_LATER]      = {"the siblings after",       1.5,  true,  N, start_later,      to_sibling,    pass_siblings},
    [PL_WALK_EARLIER]    = {"the siblings before",      1.5,  true,  N, start_earlier,    to_earlier,    pass},
    [PL_WALK_BELOW]      = {"the nodes below",          8,    false, 0, start_below,      NULL,          NULL},
    [PL_WALK_EDGES_DOWN] = {"secondary edges down from", 0.2, true,  N, start_edges_down, to_edge_down,  NULL},
    [PL_WALK_EDGES_UP]   = {"secondary edges up from",  0.2,  true,  N, start_edges_up,   to_edge_up,    NULL},
    [PL_WALK_HEAD]       = {"the head of",              1,    true,  W, start_head,       to_end,        NULL},
    [PL_WALK_HEADS]      = {"the heads above",          4,    false, W, start_head,       to_next_head,  NULL},
    [PL_WALK_DEPENDENTS] = {"the dependents of",        2,    true,  W, start_dependents, to_dependent,  pass_dependents},
    [PL_WALK_FIRST]      = {"the first word of",        1,    true,  W, start_first,      to_end,        NULL},
    [PL_WALK_LAST]       = {"the last word of",         1,    true,  W, start_last,       to_end,        NULL},
    [PL_WALK_INSIDE]     = {"what is inside",           9,    true,  0, start_inside,     NULL,          NULL},
    [PL_WALK_AROUND]     = {"what is around",           6,    true,  N, start_around,     to_parent,     NULL},
    [PL_WALK_CHAIN]      = {"what has the words of",    1.5,  true,  N, start_chain,      to_only_child, NULL},
    [PL_WALK_WITHIN]     = {"what is within",           9,    true,  N, start_within,     to_beginning,  pass},
    [PL_WALK_MEETING]    = {"what may overlap",         4,    false, N, start_meeting,    NULL,          NULL},
    [PL_WALK_FOLLOWING]  = {"what begins behind",       15,   true,  N, start_following,  to_beginning,  pass},
    [PL_WALK_LEADING]    = {"what begins before",       15,   true,  N, start_leading,    to_beginning,  pass},
    [PL_WALK_BEHIND]     = {"what is behind",           13,   true,  N, start_behind,     to_beginning,  pass},
    [PL_WALK_BEFORE]     = {"what is before",           13,   true,  N, start_before,     to_ending,     NULL},
    [PL_WALK_NEXT]       = {"what begins right behind", 2,    true,  N, start_next,       to_beginning,  pass},
    [PL_WALK_PREVIOUS]   = {"what ends right before",   2,    true,  N, start_previous,   to_ending,     NULL},
};
/* clang-format on */
