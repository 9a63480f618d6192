/* Rare productions and fragments against frequent ones that they resemble: those that a
 * correction makes of them. A fragment is a production below a parent: it may be rare
 * though its production is frequent. A production is likely if it was seen elsewhere,
 * better below the same parent, or else if its children were seen to follow each other:
 *
 *     P(X → α below P)  from counts of α in (X, P),  else  P(X → α)
 *     P(X → α)          from counts of α in X,       else  ∏ P(child | child before, X)
 *
 * times P(number of blocks of the yield | X, α), so that gaps have to be usual, too.
 * Punctuation is no part of productions. */
#include "check/method.h"

#include <math.h>

/* Fragments seen elsewhere more often than this are not looked at. */
enum { RARE = 4, FREQUENT = 3, LONGEST_GROUP = 6 };

typedef struct rules {
    pl_outcomes whole; /* productions */
    pl_outcomes steps; /* children after children */
    pl_rivals labels;  /* of a sequence of children */
    pl_samples samples;
} rules;

enum { METHOD = PL_CHECK_RULES, END = 0x7fffffff };

static rules *rules_of(const pl_checker *c)
{
    return c->state[METHOD];
}

/* The hash of the children from `first` to `last` (PL_NONE: to the end). */
static uint64_t sequence(const pl_checked *v, uint32_t first, uint32_t last)
{
    uint64_t hash = pl_hash_start();
    uint32_t child = pl_checked_skip(v, first);
    while (child != PL_NONE) {
        hash = pl_context(hash, v->symbols[child]);
        child = child == last ? PL_NONE : pl_checked_skip(v, v->tree->nodes[child].next);
    }
    return hash;
}

static uint64_t children(const pl_checked *v, uint32_t node)
{
    return sequence(v, v->tree->nodes[node].first, PL_NONE);
}

static uint64_t below(const pl_checked *v, uint32_t node)
{
    uint32_t parent = v->tree->nodes[node].parent;
    return pl_context(v->symbols[node] + 0x10000u,
                      parent != PL_NONE ? v->symbols[parent] : END);
}

/* -- counting ----------------------------------------------------------------------- */

/* Calls for each step from child to child, the end included, until it has none. */
typedef struct walk {
    const pl_checked *view;
    uint64_t one, two; /* contexts: the node's label, and with the child before */
    uint32_t child;    /* whose turn it is; PL_NONE: the end */
    bool over;
} walk;

static walk walk_start(const pl_checked *v, uint32_t node)
{
    uint64_t one = pl_context(0x5747, v->symbols[node]);
    return (walk){v, one, pl_context(one, END),
                  pl_checked_skip(v, v->tree->nodes[node].first), false};
}

/* The symbol of this step; moves on. */
static uint32_t walk_symbol(const walk *w)
{
    return w->child != PL_NONE ? w->view->symbols[w->child] : END;
}

static void walk_on(walk *w)
{
    w->over = w->child == PL_NONE;
    w->two = pl_context(w->one, walk_symbol(w));
    if (!w->over)
        w->child = pl_checked_skip(w->view, w->view->tree->nodes[w->child].next);
}

/* The context of gaps: the label, and with the children. */
static uint64_t gaps_of(const pl_checked *v, uint32_t node)
{
    return pl_context(0x6741, v->symbols[node]);
}

static void count_node(rules *r, const pl_checked *v, uint32_t node, int by)
{
    uint64_t alpha = children(v, node);
    pl_outcomes_add(&r->whole, v->symbols[node] + 1, alpha, by);
    pl_outcomes_add(&r->whole, below(v, node), alpha, by);
    pl_outcomes_add(&r->steps, gaps_of(v, node), v->tree->nodes[node].blocks, by);
    pl_outcomes_add(&r->steps, pl_context(gaps_of(v, node), alpha),
                    v->tree->nodes[node].blocks, by);
    for (walk w = walk_start(v, node); !w.over; walk_on(&w)) {
        pl_outcomes_add(&r->steps, w.one, walk_symbol(&w), by);
        pl_outcomes_add(&r->steps, w.two, walk_symbol(&w), by);
    }
}

static void count_tree(rules *r, const pl_checked *v, int by)
{
    for (uint32_t n = v->tree->n_tokens; n < v->tree->n_nodes; n++)
        if (pl_view_has(v, n))
            count_node(r, v, n, by);
}

static uint64_t sample_key(uint32_t label, uint64_t alpha)
{
    return pl_context(alpha, label);
}

static int learn(pl_checker *c, pl_error *err)
{
    rules *r = c->state[METHOD] = pl_alloc_zero(1, sizeof *r);
    for (uint32_t i = 0; i < c->sentences.n; i++) {
        const pl_checked *v = &c->sentences.at[i].view;
        count_tree(r, v, 1);
        for (uint32_t n = v->tree->n_tokens; n < v->tree->n_nodes; n++)
            if (pl_view_has(v, n)) {
                uint64_t alpha = children(v, n);
                pl_rivals_add(&r->labels, alpha, v->symbols[n]);
                pl_samples_add(&r->samples, sample_key(v->symbols[n], alpha),
                               (pl_spot){i, n});
            }
    }
    pl_rivals_sort(&r->labels);
    return 0;
}

static void forget(pl_checker *c, uint32_t sentence)
{
    count_tree(rules_of(c), &c->sentences.at[sentence].view, -1);
}

static void remember(pl_checker *c, uint32_t sentence)
{
    count_tree(rules_of(c), &c->sentences.at[sentence].view, 1);
}

/* -- likelihood --------------------------------------------------------------------- */

static double chance(const pl_checker *c, const pl_checked *v, uint32_t node)
{
    const rules *r = rules_of(c);
    uint64_t alpha = children(v, node);
    double p = 1;
    for (walk w = walk_start(v, node); !w.over; walk_on(&w)) {
        uint32_t symbol = walk_symbol(&w);
        double one =
            pl_outcomes_share(&r->steps, w.one, symbol, 1.0 / (c->names.n + 1.0));
        p = fmax(1e-250, p * pl_outcomes_share(&r->steps, w.two, symbol, one));
    }
    p = pl_outcomes_share(&r->whole, v->symbols[node] + 1, alpha, p);
    uint32_t blocks = v->tree->nodes[node].blocks;
    double gaps = pl_outcomes_share(&r->steps, gaps_of(v, node), blocks, 0.01);
    gaps =
        pl_outcomes_share(&r->steps, pl_context(gaps_of(v, node), alpha), blocks, gaps);
    return log(gaps * pl_outcomes_share(&r->whole, below(v, node), alpha, p));
}

static bool is_among(const pl_edited *change, uint32_t node)
{
    for (uint32_t i = 0; i < change->n; i++)
        if (change->nodes[i] == node)
            return true;
    return false;
}

/* The changed nodes and their children, which see the changed label above them. */
static double chances(const pl_checker *c, const pl_edited *change, const pl_checked *v)
{
    double sum = 0;
    for (uint32_t i = 0; i < change->n; i++) {
        uint32_t node = change->nodes[i];
        if (!pl_view_has(v, node))
            continue;
        sum += chance(c, v, node);
        uint32_t child = v->tree->nodes[node].first;
        for (; child != PL_NONE; child = v->tree->nodes[child].next)
            if (!pl_is_terminal(v->tree, child) && !is_among(change, child))
                sum += chance(c, v, child);
    }
    return sum;
}

static double score(pl_checker *c, uint32_t sentence, const pl_edited *change)
{
    if (change->edit.kind == PL_EDIT_NONE)
        return 0;
    return chances(c, change, &change->after) - chances(c, change, change->before);
}

/* -- proposing ---------------------------------------------------------------------- */

static uint32_t times(const rules *r, uint32_t label, uint64_t alpha)
{
    return pl_outcomes_count(&r->whole, label + 1, alpha);
}

static uint32_t times_below(const rules *r, const pl_checked *v, uint32_t node)
{
    return pl_outcomes_count(&r->whole, below(v, node), children(v, node));
}

/* Which nodes have a rare production, or one that is rare below their parent:
 * rare[n_nodes]. */
static const bool *find_rare(const rules *r, const pl_checked *v, pl_arena *m)
{
    bool *rare = PL_NEW_ARRAY(m, bool, v->tree->n_nodes + 1);
    for (uint32_t n = v->tree->n_tokens; n < v->tree->n_nodes; n++)
        rare[n] = pl_view_has(v, n) && times_below(r, v, n) <= RARE;
    return rare;
}

/* The labels under which the children from `first` to `last` are frequent. */
static void propose_labels(const rules *r, const pl_checked *v, uint64_t alpha,
                           pl_edit edit, pl_edits *out)
{
    const pl_rival *choices;
    size_t n = pl_rivals_of(&r->labels, alpha, &choices);
    for (size_t i = 0; i < n; i++) {
        edit.label = choices[i].outcome;
        bool differs = edit.kind == PL_EDIT_GROUP || edit.label != v->symbols[edit.node];
        if (differs && times(r, edit.label, alpha) >= FREQUENT)
            PL_PUSH(out, edit);
    }
}

static void propose_groups(const rules *r, const pl_checked *v, uint32_t node,
                           pl_edits *out)
{
    const pl_node *nodes = v->tree->nodes;
    uint32_t first = pl_checked_skip(v, nodes[node].first);
    for (; first != PL_NONE; first = pl_checked_skip(v, nodes[first].next)) {
        uint32_t last = first;
        for (int n = 0; n < LONGEST_GROUP && last != PL_NONE; n++) {
            bool is_all = first == pl_checked_skip(v, nodes[node].first) &&
                          pl_checked_skip(v, nodes[last].next) == PL_NONE;
            if (!is_all)
                propose_labels(r, v, sequence(v, first, last),
                               (pl_edit){PL_EDIT_GROUP, first, last, PL_NONE}, out);
            last = pl_checked_skip(v, nodes[last].next);
        }
    }
}

/* Whether an edit of pl_edits_list changes a rare fragment. */
static bool concerns_rare(const bool *rare, const pl_checked *v, const pl_edit *e)
{
    const pl_node *nodes = v->tree->nodes;
    uint32_t parent = nodes[e->node].parent;
    uint32_t other = e->kind == PL_EDIT_RAISE ? nodes[parent].parent : e->other;
    bool moves = e->kind == PL_EDIT_LOWER || e->kind == PL_EDIT_RAISE;
    return rare[parent] || (other != PL_NONE && rare[other]) || (!moves && rare[e->node]);
}

static void propose(pl_checker *c, uint32_t sentence, pl_edits *out)
{
    const rules *r = rules_of(c);
    const pl_checked *v = &c->sentences.at[sentence].view;
    const bool *rare = find_rare(r, v, &c->scratch);
    size_t from = out->n, n = from;
    pl_edits_list(v, out);
    for (size_t i = from; i < out->n; i++)
        if (concerns_rare(rare, v, &out->at[i]))
            out->at[n++] = out->at[i];
    out->n = n;
    for (uint32_t node = v->tree->n_tokens; node < v->tree->n_nodes; node++) {
        uint32_t parent = v->tree->nodes[node].parent;
        if (parent != PL_NONE && (rare[node] || rare[parent]))
            propose_labels(r, v, children(v, node),
                           (pl_edit){PL_EDIT_LABEL, node, PL_NONE, PL_NONE}, out);
        if (rare[node])
            propose_groups(r, v, node, out);
    }
}

/* -- explaining --------------------------------------------------------------------- */

/* How often the production of a node was seen, or (`deep`) the fragment. */
static uint32_t seen(const pl_checker *c, const pl_checked *v, uint32_t node, bool deep)
{
    return deep ? times_below(rules_of(c), v, node)
                : times(rules_of(c), v->symbols[node], children(v, node));
}

static void put_production(pl_str *out, const pl_checker *c, const pl_checked *v,
                           uint32_t node)
{
    pl_str_printf(out, "%s →", c->names.at[v->symbols[node]]);
    uint32_t child = pl_checked_skip(v, v->tree->nodes[node].first);
    for (; child != PL_NONE; child = pl_checked_skip(v, v->tree->nodes[child].next))
        pl_str_printf(out, " %s", c->names.at[v->symbols[child]]);
}

/* The changed node of the tree that is seen most often, or least. */
static uint32_t remarkable(const pl_checker *c, const pl_edited *change,
                           const pl_checked *v, bool best, bool deep)
{
    uint32_t found = PL_NONE, most = 0;
    for (uint32_t i = 0; i < change->n; i++) {
        uint32_t node = change->nodes[i];
        if (!pl_view_has(v, node))
            continue;
        uint32_t n = seen(c, v, node, deep);
        if (found == PL_NONE || (best ? n > most : n < most)) {
            found = node;
            most = n;
        }
    }
    return found;
}

/* Whether the production of a node is more frequent after the change. */
static bool is_commoner(const pl_checker *c, const pl_edited *change, uint32_t node)
{
    return seen(c, &change->after, node, false) > seen(c, change->before, node, false);
}

static void put_times(pl_str *out, const pl_checker *c, const pl_checked *v, uint32_t node,
                      bool deep)
{
    uint32_t parent = v->tree->nodes[node].parent;
    put_production(out, c, v, node);
    if (deep && parent != PL_NONE)
        pl_str_printf(out, " below %s", c->names.at[v->symbols[parent]]);
    pl_str_printf(out, ": %u elsewhere", seen(c, v, node, deep));
}

static void explain(pl_checker *c, uint32_t sentence, const pl_edited *change,
                    pl_reason *why)
{
    const pl_checked *after = &change->after;
    uint32_t worse = remarkable(c, change, change->before, false, false);
    bool deep = worse != PL_NONE && seen(c, change->before, worse, false) > RARE;
    if (deep)
        worse = remarkable(c, change, change->before, false, true);
    uint32_t better = remarkable(c, change, after, true, deep);
    if (change->edit.kind == PL_EDIT_LABEL && is_commoner(c, change, change->edit.node))
        worse = better = change->edit.node;
    if (worse == PL_NONE || better == PL_NONE)
        return;
    put_times(why->text, c, change->before, worse, deep);
    pl_str_puts(why->text, ", but ");
    if (seen(c, after, better, deep) > 0)
        put_times(why->text, c, after, better, deep);
    else {
        pl_str_puts(why->text, "steps from child to child are more usual in ");
        put_production(why->text, c, after, better);
    }
    why->samples =
        pl_samples_get(&rules_of(c)->samples,
                       sample_key(after->symbols[better], children(after, better)));
}

static void release(pl_checker *c)
{
    rules *r = rules_of(c);
    pl_outcomes_release(&r->whole);
    pl_outcomes_release(&r->steps);
    pl_samples_release(&r->samples);
    PL_VEC_RELEASE(&r->labels.at);
    free(r);
}

const pl_method pl_check_rules = {
    .name = "rules",
    .about = "rare productions and fragments that a small correction makes frequent ones",
    .weight = 0.24,
    .learn = learn,
    .forget = forget,
    .remember = remember,
    .propose = propose,
    .score = score,
    .explain = explain,
    .release = release,
};
