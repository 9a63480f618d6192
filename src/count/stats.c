/* Statistics of a treebank, summed up sentence by sentence; see stats.h. */
#include "count/stats.h"

#include "base/stop.h"
#include "base/str.h"
#include "tree/crossing.h"
#include "tree/punctuation.h"

/* -- counting ---------------------------------------------------------------------- */

void pl_counter_add(pl_counter *c, const char *name)
{
    if (name == NULL)
        return;
    uint32_t id = pl_intern_add(&c->names, name);
    if (id == c->counts.n)
        PL_PUSH(&c->counts, 0);
    c->counts.at[id]++;
}

size_t pl_counter_get(const pl_counter *c, const char *name)
{
    uint32_t id = pl_intern_find(&c->names, name);
    return id == PL_NONE ? 0 : c->counts.at[id];
}

/* The best k are kept in order while all are looked at: k is small. */
size_t pl_counter_top(const pl_counter *c, size_t k, uint32_t *ids)
{
    size_t n = 0;
    for (uint32_t id = 0; id < c->counts.n; id++) {
        size_t place = n;
        while (place > 0 && c->counts.at[id] > c->counts.at[ids[place - 1]])
            place--;
        if (place >= k)
            continue;
        n += n < k;
        for (size_t i = n - 1; i > place; i--)
            ids[i] = ids[i - 1];
        ids[place] = id;
    }
    return n;
}

void pl_counter_release(pl_counter *c)
{
    pl_intern_release(&c->names);
    PL_VEC_RELEASE(&c->counts);
}

void pl_histogram_add(pl_histogram *h, size_t value)
{
    while (h->n <= value)
        PL_PUSH(h, 0);
    h->at[value]++;
}

size_t pl_histogram_total(const pl_histogram *h)
{
    size_t total = 0;
    for (size_t i = 0; i < h->n; i++)
        total += h->at[i];
    return total;
}

size_t pl_histogram_max(const pl_histogram *h)
{
    return h->n > 0 ? h->n - 1 : 0;
}

double pl_histogram_mean(const pl_histogram *h)
{
    double sum = 0;
    for (size_t i = 0; i < h->n; i++)
        sum += (double)i * (double)h->at[i];
    size_t total = pl_histogram_total(h);
    return total > 0 ? sum / (double)total : 0;
}

size_t pl_histogram_median(const pl_histogram *h)
{
    size_t half = (pl_histogram_total(h) + 1) / 2, seen = 0;
    for (size_t i = 0; i < h->n; i++)
        if ((seen += h->at[i]) >= half)
            return i;
    return 0;
}

/* -- sentences --------------------------------------------------------------------- */

static void add_words(pl_stats *s, const pl_tree *t)
{
    s->sentences++;
    s->tokens += t->n_tokens;
    pl_histogram_add(&s->lengths, t->n_tokens);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_counter_add(&s->types, t->tokens[i].word);
        pl_counter_add(&s->tags, t->nodes[i].label);
        pl_counter_add(&s->functions, t->nodes[i].func);
    }
}

/* If a chain of constituents starts at v, counts it. */
static void add_chain(pl_stats *s, const pl_tree *t, uint32_t v)
{
    uint32_t parent = t->nodes[v].parent;
    if (parent != t->root && t->nodes[parent].order == 1)
        return; /* it started higher up */
    if (t->nodes[v].order != 1 || pl_is_terminal(t, t->nodes[v].first))
        return;
    pl_str label = {0};
    size_t length = 1;
    pl_str_puts(&label, t->nodes[v].label);
    while (t->nodes[v].order == 1 && !pl_is_terminal(t, t->nodes[v].first)) {
        v = t->nodes[v].first;
        pl_str_putc(&label, '+');
        pl_str_puts(&label, t->nodes[v].label);
        length++;
    }
    pl_histogram_add(&s->chains, length);
    pl_counter_add(&s->chain_labels, label.at);
    pl_str_release(&label);
}

static void add_constituent(pl_stats *s, const pl_tree *t, uint32_t v)
{
    const pl_node *n = &t->nodes[v];
    s->constituents++;
    pl_counter_add(&s->labels, n->label);
    pl_counter_add(&s->functions, n->func);
    pl_histogram_add(&s->gap_degrees, n->blocks - 1);
    pl_histogram_add(&s->children, n->order);
    if (n->blocks > 1) {
        s->discontinuous_constituents++;
        pl_counter_add(&s->discontinuous_labels, n->label);
    }
    s->unary_over_word += n->order == 1 && pl_is_terminal(t, n->first);
    add_chain(s, t, v);
}

/* Constituents of a discontinuous tree that are so without punctuation, too. */
static void add_word_gaps(pl_stats *s, const pl_tree *t)
{
    bool *below = pl_arena_zero(&s->scratch, t->n_tokens, sizeof *below);
    size_t before = s->word_gap_constituents;
    for (uint32_t v = t->n_tokens; v < t->n_nodes && !pl_stopped(); v++)
        if (v != t->root && pl_is_live(t, v) && t->nodes[v].blocks > 1)
            s->word_gap_constituents += pl_word_blocks(t, v, below) > 1;
    s->word_gap_sentences += s->word_gap_constituents > before;
}

typedef enum nesting_state { NOT_BEGUN, OPEN, CLOSED } nesting_state;

/* Whether two children of v are interleaved: words of each stand between words of the
 * other. If any two constituents of a tree are, and none is above the other, then so are
 * two siblings. Words are looked at from left to right with a stack of the children that
 * have begun; a child that comes back closes those on top of it, and one that comes back
 * after it was closed is interleaved with the child that closed it. */
typedef struct nesting {
    uint32_t *owner; /* [n_tokens]  1 + the number of the child above a word, 0 if none */
    uint32_t *stack; /* [n_tokens]  numbers of children */
    nesting_state *states; /* [n_tokens]  of children by number */
} nesting;

/* Gives the words below the discontinuous children of v their owners. */
static void find_owners(const pl_tree *t, uint32_t v, nesting *x)
{
    uint32_t n = 0;
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next)
        if (t->nodes[c].blocks > 1) {
            x->states[n++] = NOT_BEGUN;
            for (uint32_t u = c; u != PL_NONE; u = pl_tree_preorder(t, c, u))
                if (pl_is_terminal(t, u))
                    x->owner[u] = n;
        }
}

static bool has_interleaved_children(const pl_tree *t, uint32_t v, nesting *x)
{
    uint32_t n_gaps = 0, depth = 0;
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next)
        n_gaps += t->nodes[c].blocks > 1;
    if (n_gaps < 2)
        return false;
    find_owners(t, v, x);
    for (uint32_t i = t->nodes[v].low; i <= t->nodes[v].high; i++) {
        uint32_t c = x->owner[i] - 1;
        if (x->owner[i] == 0)
            continue;
        x->owner[i] = 0;
        if (x->states[c] == CLOSED)
            return true; /* nobody asks again */
        if (x->states[c] == NOT_BEGUN) {
            x->states[c] = OPEN;
            x->stack[depth++] = c;
        }
        while (x->stack[depth - 1] != c)
            x->states[x->stack[--depth]] = CLOSED;
    }
    return false;
}

static bool is_ill_nested(const pl_tree *t, pl_arena *m)
{
    nesting x = {
        .owner = PL_NEW_ARRAY(m, uint32_t, t->n_tokens),
        .stack = PL_NEW_ARRAY(m, uint32_t, t->n_tokens),
        .states = pl_arena_zero(m, t->n_tokens, sizeof *x.states),
    };
    for (uint32_t v = t->root; v != PL_NONE && !pl_stopped();
         v = pl_tree_preorder(t, t->root, v))
        if (has_interleaved_children(t, v, &x))
            return true;
    return false;
}

/* One walk in pre-order; depth[v] is known when v is reached. */
static void add_tree(pl_stats *s, const pl_tree *t)
{
    uint32_t *depth = pl_arena_alloc(&s->scratch, t->n_nodes * sizeof *depth);
    uint32_t deepest = 0, blocks = 1;
    s->trees++;
    depth[t->root] = 0;
    for (uint32_t v = t->root; (v = pl_tree_preorder(t, t->root, v)) != PL_NONE;) {
        depth[v] = depth[t->nodes[v].parent] + 1;
        deepest = depth[v] > deepest ? depth[v] : deepest;
        if (pl_stopped())
            return;
        if (pl_is_terminal(t, v))
            continue;
        add_constituent(s, t, v);
        blocks = t->nodes[v].blocks > blocks ? t->nodes[v].blocks : blocks;
    }
    pl_histogram_add(&s->depths, deepest);
    pl_histogram_add(&s->sentence_gap_degrees, blocks - 1);
    s->discontinuous_sentences += blocks > 1;
    if (blocks > 1) {
        add_word_gaps(s, t);
        s->ill_nested_sentences += is_ill_nested(t, &s->scratch);
    }
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        s->secondary_edges++;
}

static void add_dependencies(pl_stats *s, const pl_tree *t)
{
    unsigned char *arcs = PL_NEW_ARRAY(&s->scratch, unsigned char, t->n_tokens);
    size_t non_projective = s->non_projective_arcs;
    pl_projectivity(t, &s->scratch, arcs);
    s->dep_sentences++;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const pl_token *w = &t->tokens[i];
        if (!(arcs[i] & PL_ARC))
            continue;
        s->arcs++;
        pl_counter_add(&s->relations, w->deprel);
        s->crossing_arcs += (arcs[i] & PL_ARC_CROSSING) != 0;
        if (arcs[i] & PL_ARC_NON_PROJECTIVE) {
            s->non_projective_arcs++;
            pl_counter_add(&s->non_projective_relations, w->deprel);
        }
        if (w->head != PL_ROOT_HEAD)
            pl_histogram_add(&s->arc_lengths, w->head > i ? w->head - i : i - w->head);
    }
    s->non_projective_sentences += s->non_projective_arcs > non_projective;
}

void pl_stats_add(pl_stats *s, const pl_tree *t)
{
    add_words(s, t);
    if (t->root != PL_NONE)
        add_tree(s, t);
    if (t->has_deps)
        add_dependencies(s, t);
    pl_arena_reset(&s->scratch);
}

void pl_stats_release(pl_stats *s)
{
    pl_counter *counters[] = {
        &s->types,     &s->tags,         &s->labels,    &s->discontinuous_labels,
        &s->functions, &s->chain_labels, &s->relations, &s->non_projective_relations,
    };
    pl_histogram *histograms[] = {
        &s->lengths,  &s->gap_degrees, &s->sentence_gap_degrees, &s->depths,
        &s->children, &s->chains,      &s->arc_lengths,
    };
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        pl_counter_release(counters[i]);
    for (size_t i = 0; i < sizeof histograms / sizeof *histograms; i++)
        PL_VEC_RELEASE(histograms[i]);
    pl_arena_release(&s->scratch);
}
