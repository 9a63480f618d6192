/* Probabilities of trees; see tree_score.h. */
#include "grammar/tree_score.h"

#include <math.h>
#include <stdlib.h>

/* The tree of prefixes, its states numbered. Steps from a state are those[starts[state]]
 * … in ascending order of code. */
typedef struct step_row {
    uint32_t code, to;
} step_row;

struct pl_tree_scorer {
    const pl_tsg *tsg;
    const pl_rare *rare;
    PL_VEC(step_row) steps;
    PL_VEC(uint32_t) starts; /* [states + 1] */
    PL_VEC(double) costs;    /* [states]  of the fragment that ends there; INFINITY */
    double unseen_word;
};

/* Fragments order[from … to - 1] share their first n numbers. */
typedef struct range {
    size_t from, to;
    uint32_t n;
} range;

static int by_code(const void *a, const void *b, void *context)
{
    const pl_tsg *g = context;
    const pl_elementary *x = &g->trees.at[*(const uint32_t *)a],
                        *y = &g->trees.at[*(const uint32_t *)b];
    for (uint32_t i = 0; i < x->n && i < y->n; i++) {
        uint32_t p = g->codes.at[x->code + i], q = g->codes.at[y->code + i];
        if (p != q)
            return p < q ? -1 : 1;
    }
    return (x->n > y->n) - (x->n < y->n);
}

/* -- the tree of prefixes ---------------------------------------------------------- */

typedef struct maker {
    pl_tree_scorer *s;
    uint32_t *order; /* [elementary trees]  sorted by code */
    double *weights; /* [elementary trees] */
    PL_VEC(range) states;
} maker;

static uint32_t code_at(const maker *m, size_t i, uint32_t n)
{
    const pl_tsg *g = m->s->tsg;
    return g->codes.at[g->trees.at[m->order[i]].code + n];
}

/* The steps of a state go to states that are made one after the other. */
static void make_steps(maker *m, range r)
{
    pl_tree_scorer *s = m->s;
    for (size_t i = r.from; i < r.to;) {
        step_row step = {code_at(m, i, r.n), (uint32_t)m->states.n};
        range below = {i, i, r.n + 1};
        while (below.to < r.to && code_at(m, below.to, r.n) == step.code)
            below.to++;
        i = below.to;
        PL_PUSH(&s->steps, step);
        PL_PUSH(&m->states, below);
    }
}

static void make_states(maker *m)
{
    pl_tree_scorer *s = m->s;
    range all = {0, s->tsg->trees.n, 0};
    PL_PUSH(&m->states, all);
    for (size_t i = 0; i < m->states.n; i++) {
        range r = m->states.at[i];
        double weight = 0;
        PL_PUSH(&s->starts, (uint32_t)s->steps.n);
        /* No code begins another: they end all at once. */
        if (r.to > r.from && s->tsg->trees.at[m->order[r.from]].n == r.n)
            for (; r.from < r.to; r.from++)
                weight += m->weights[m->order[r.from]];
        make_steps(m, r);
        PL_PUSH(&s->costs, weight > 0 ? -log(weight) : INFINITY);
    }
    PL_PUSH(&s->starts, (uint32_t)s->steps.n);
}

pl_tree_scorer *pl_tree_scorer_new(const pl_tsg *g, const pl_rare *rare)
{
    pl_tree_scorer *s = pl_alloc_zero(1, sizeof *s);
    maker m = {.s = s};
    double least = 1;
    s->tsg = g;
    s->rare = rare;
    m.order = pl_alloc_zero(g->trees.n + 1, sizeof *m.order);
    m.weights = pl_alloc_zero(g->trees.n + 1, sizeof *m.weights);
    for (uint32_t i = 0; i < g->trees.n; i++)
        m.order[i] = i;
    for (size_t i = 0; i < g->productions.at.n; i++) {
        double weight = g->weights.at[i];
        if (g->tree_of.at[i] != PL_NONE)
            m.weights[g->tree_of.at[i]] += weight;
        least = weight > 0 && weight < least ? weight : least;
    }
    s->unseen_word = -log(least * PL_RARE_EPSILON);
    qsort_r(m.order, g->trees.n, sizeof *m.order, by_code, (void *)g);
    make_states(&m);
    free(m.order);
    free(m.weights);
    PL_VEC_RELEASE(&m.states);
    return s;
}

void pl_tree_scorer_free(pl_tree_scorer *s)
{
    if (s == NULL)
        return;
    PL_VEC_RELEASE(&s->steps);
    PL_VEC_RELEASE(&s->starts);
    PL_VEC_RELEASE(&s->costs);
    free(s);
}

static uint32_t find_step(const pl_tree_scorer *s, uint32_t state, uint32_t code)
{
    uint32_t low = s->starts.at[state], high = s->starts.at[state + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->steps.at[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    bool there = low < s->starts.at[state + 1] && s->steps.at[low].code == code;
    return there ? s->steps.at[low].to : PL_NONE;
}

/* -- a tree ------------------------------------------------------------------------ */

/* Productions and sizes of subtrees in pre-order; a production that the grammar does not
 * have is PL_NONE. Their number. */
static uint32_t read_tree(const pl_tree_scorer *s, pl_tree_scoring *w, const pl_tree *t)
{
    uint32_t n = 0;
    PL_RESERVE(&w->place, t->n_nodes);
    PL_RESERVE(&w->productions, t->n_nodes);
    PL_RESERVE(&w->sizes, t->n_nodes);
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        w->sizes.at[n] = 1;
        w->place.at[v] = n++;
    }
    w->stack.find = s->tsg->base;
    pl_prod_stack_clear(&w->stack);
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;
         v = pl_tree_postorder(t, t->root, v)) {
        const pl_node *node = &t->nodes[v];
        uint32_t production;
        if (pl_is_terminal(t, v)) {
            const char *word = t->tokens[v].word;
            word = s->rare != NULL ? pl_rare_form(s->rare, word, v == 0, &w->form) : word;
            production =
                pl_prod_word(&w->stack, node->label != NULL ? node->label : "", word, v);
        } else
            production = pl_prod_join(&w->stack, node->label, node->order);
        w->productions.at[w->place.at[v]] = production;
        if (v == t->root)
            break;
        w->sizes.at[w->place.at[node->parent]] += w->sizes.at[w->place.at[v]];
    }
    return n;
}

/* -log(exp(-a) + exp(-b)) */
static double add(double a, double b)
{
    if (isinf(a) || isinf(b))
        return isinf(a) ? b : a;
    return a < b ? a - log1p(exp(a - b)) : b - log1p(exp(b - a));
}

/* The sum over all fragments that fit at node v. */
static double inside(const pl_tree_scorer *s, pl_tree_scoring *w, uint32_t v)
{
    double sum = INFINITY;
    struct pl_scoring_step first = {0, v, 0};
    w->steps.n = 0;
    PL_PUSH(&w->steps, first);
    while (w->steps.n > 0) {
        struct pl_scoring_step at = PL_POP(&w->steps), next;
        if (!isinf(s->costs.at[at.state]))
            sum = add(sum, at.cost + s->costs.at[at.state]);
        if (s->starts.at[at.state] == s->starts.at[at.state + 1])
            continue;
        next = (struct pl_scoring_step){PL_NONE, at.next + w->sizes.at[at.next],
                                        at.cost + w->inside.at[at.next]};
        if (at.state != 0 && (next.state = find_step(s, at.state, PL_NONE)) != PL_NONE)
            PL_PUSH(&w->steps, next);
        next = (struct pl_scoring_step){PL_NONE, at.next + 1, at.cost};
        if (w->productions.at[at.next] != PL_NONE)
            next.state = find_step(s, at.state, w->productions.at[at.next]);
        if (next.state != PL_NONE)
            PL_PUSH(&w->steps, next);
    }
    return sum;
}

double pl_tree_cost(const pl_tree_scorer *s, pl_tree_scoring *w, const pl_tree *t)
{
    if (t->root == PL_NONE)
        return INFINITY;
    uint32_t n = read_tree(s, w, t);
    PL_RESERVE(&w->inside, n + 1);
    for (uint32_t v = n; v-- > 0;) {
        double cost = inside(s, w, v);
        if (isinf(cost)) { /* an unknown word, or a new production over what is below */
            cost = w->sizes.at[v] == 1 ? s->unseen_word : PL_NEW_PRODUCTION;
            for (uint32_t u = v + 1; u < v + w->sizes.at[v]; u += w->sizes.at[u])
                cost += w->inside.at[u];
        }
        w->inside.at[v] = cost;
    }
    return w->inside.at[0];
}

void pl_tree_scoring_release(pl_tree_scoring *w)
{
    pl_prod_stack_release(&w->stack);
    PL_VEC_RELEASE(&w->productions);
    PL_VEC_RELEASE(&w->sizes);
    PL_VEC_RELEASE(&w->place);
    PL_VEC_RELEASE(&w->inside);
    PL_VEC_RELEASE(&w->steps);
    pl_str_release(&w->form);
}
