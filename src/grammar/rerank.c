/* Probabilities of trees, and reranking by them; see rerank.h. */
#include "grammar/rerank.h"

#include "grammar/cascade.h"
#include "transform/transform.h"

#include <math.h>
#include <stdlib.h>

/* -- the grammar -------------------------------------------------------------------- */

/* weights[elementary trees]: that of the first production. The lowest of all weights. */
static double find_weights(const pl_tsg *g, double *weights)
{
    double least = 1;
    for (size_t i = 0; i < g->productions.at.n; i++) {
        double weight = g->weights.at[i];
        if (g->tree_of.at[i] != PL_NONE)
            weights[g->tree_of.at[i]] += weight;
        least = weight > 0 && weight < least ? weight : least;
    }
    return least;
}

void pl_tree_scorer_init(pl_tree_scorer *s, const pl_tsg *g)
{
    pl_prefix_tree *t = &s->prefixes;
    double *weights = pl_alloc_zero(g->trees.n + 1, sizeof *weights);
    *s = (pl_tree_scorer){.tsg = g};
    s->unseen_word = -log(find_weights(g, weights) * PL_RARE_EPSILON);
    t->codes = pl_alloc_zero(g->trees.n + 1, sizeof *t->codes);
    for (uint32_t i = 0; i < g->trees.n; i++)
        t->codes[i] =
            (struct pl_code_ref){g->codes.at + g->trees.at[i].code, g->trees.at[i].n, i};
    pl_prefix_tree_build(t, g->trees.n);
    s->costs = pl_alloc_zero(t->places.n, sizeof *s->costs);
    for (uint32_t p = 0; p + 1 < t->places.n; p++) {
        double weight = 0;
        for (uint32_t i = t->places.at[p].from;
             i < t->places.at[p].to && pl_prefix_tree_ends(t, p); i++)
            weight += weights[t->codes[i].number];
        s->costs[p] = weight > 0 ? -log(weight) : INFINITY;
    }
    free(weights);
}

void pl_tree_scorer_release(pl_tree_scorer *s)
{
    pl_prefix_tree_release(&s->prefixes);
    free(s->costs);
}

/* The place that a number leads to; PL_NONE if it leads nowhere. */
static uint32_t find_step(const pl_prefix_tree *t, uint32_t place, uint32_t code)
{
    uint32_t first = t->places.at[place].steps, end = t->places.at[place + 1].steps;
    const struct pl_prefix_step *step =
        bsearch(&code, t->steps.at + first, end - first, sizeof *step, pl_by_u32);
    return step != NULL ? step->to : PL_NONE;
}

/* -- a tree ------------------------------------------------------------------------- */

/* -log(exp(-a) + exp(-b)) */
static double add(double a, double b)
{
    if (isinf(a) || isinf(b))
        return isinf(a) ? b : a;
    return a < b ? a - log1p(exp(a - b)) : b - log1p(exp(b - a));
}

/* The sum over all fragments that fit at node v: each node that a prefix has not decided
 * is either on the frontier, with its own sum, or taken in with its production. */
static double inside(const pl_tree_scorer *s, pl_tree_scorer_state *w, uint32_t v)
{
    const pl_prefix_tree *t = &s->prefixes;
    double sum = INFINITY;
    w->steps.n = 0;
    PL_PUSH(&w->steps, (struct pl_scorer_step){0, v, 0});
    while (w->steps.n > 0) {
        struct pl_scorer_step p = PL_POP(&w->steps);
        if (!isinf(s->costs[p.at]))
            sum = add(sum, p.cost + s->costs[p.at]);
        if (pl_prefix_tree_ends(t, p.at))
            continue;
        const pl_forest_node *node = &w->nodes.at[p.next];
        uint32_t left = p.at != 0 ? find_step(t, p.at, PL_NONE) : PL_NONE;
        double cost = p.cost + w->inside.at[p.next];
        if (left != PL_NONE)
            PL_PUSH(&w->steps, (struct pl_scorer_step){left, p.next + node->size, cost});
        uint32_t taken =
            node->production != PL_NONE ? find_step(t, p.at, node->production) : PL_NONE;
        if (taken != PL_NONE)
            PL_PUSH(&w->steps, (struct pl_scorer_step){taken, p.next + 1, p.cost});
    }
    return sum;
}

double pl_tree_cost(const pl_tree_scorer *s, pl_tree_scorer_state *w, const pl_tree *t)
{
    if (t->root == PL_NONE)
        return INFINITY;
    w->stack.find = s->tsg->base;
    w->nodes.n = 0;
    pl_forest_append(&w->nodes, t, &w->stack, &w->place);
    PL_RESERVE(&w->inside, w->nodes.n + 1);
    for (uint32_t v = (uint32_t)w->nodes.n; v-- > 0;) {
        uint32_t size = w->nodes.at[v].size;
        double cost = inside(s, w, v);
        if (isinf(cost)) { /* an unknown word, or a new production over its children */
            cost = size == 1 ? s->unseen_word : PL_NEW_PRODUCTION;
            for (uint32_t u = v + 1; u < v + size; u += w->nodes.at[u].size)
                cost += w->inside.at[u];
        }
        w->inside.at[v] = cost;
    }
    return w->inside.at[0];
}

void pl_tree_scorer_state_release(pl_tree_scorer_state *w)
{
    pl_prod_stack_release(&w->stack);
    PL_VEC_RELEASE(&w->nodes, &w->place, &w->inside, &w->steps);
}

/* -- reranking ---------------------------------------------------------------------- */

struct pl_reranker {
    pl_cascade cascade;
    pl_tree_scorer scorer;
    pl_heads *heads; /* NULL if binarization did without */
};

struct pl_reranker_state {
    const pl_reranker *shared;
    pl_pipeline steps;
    pl_tree_scorer_state scoring;
    pl_str form; /* scratch */
    pl_arena arena;
};

static int open_grammar(pl_reranker *r, const pl_sections *file, pl_error *err)
{
    pl_cascade *c = &r->cascade;
    if (pl_cascade_load(c, file, err) < 0)
        return -1;
    pl_cascade_stage *last = &c->at[c->n - 1];
    if (last->kind->rules != PL_RULES_FRAGMENTS)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: trees are scored by grammars of fragments (2dop, "
                       "split-2dop), not by %s",
                       pl_sections_name(file), last->kind->name);
    if (c->heads.n > 0 && (r->heads = pl_heads_parse(pl_sections_name(file), c->heads.at,
                                                     c->heads.n, err)) == NULL)
        return -1;
    pl_productions_index(&c->at[pl_cascade_base(c, c->n - 1)].rules.productions);
    pl_tree_scorer_init(&r->scorer, &last->rules);
    return 0;
}

pl_reranker *pl_reranker_open(const char *path, pl_error *err)
{
    pl_sections *file = pl_sections_open(path, err);
    if (file == NULL)
        return NULL;
    pl_reranker *r = pl_alloc_zero(1, sizeof *r);
    int status =
        pl_sections_has(file, PL_GRAMMAR_SECTION)
            ? open_grammar(r, file, err)
            : pl_fail(err, PL_BAD_ARGUMENT, "%s: there is no grammar in this file", path);
    pl_sections_close(file);
    if (status == 0)
        return r;
    pl_reranker_close(r);
    return NULL;
}

void pl_reranker_close(pl_reranker *r)
{
    if (r == NULL)
        return;
    pl_tree_scorer_release(&r->scorer);
    pl_heads_free(r->heads);
    pl_cascade_release(&r->cascade);
    free(r);
}

pl_reranker_state *pl_reranker_state_new(const pl_reranker *r)
{
    pl_reranker_state *w = pl_alloc_zero(1, sizeof *w);
    w->shared = r;
    pl_grammar_steps(&w->steps, pl_str_text(&r->cascade.steps));
    return w;
}

void pl_reranker_state_free(pl_reranker_state *w)
{
    if (w == NULL)
        return;
    pl_pipeline_release(&w->steps);
    pl_tree_scorer_state_release(&w->scoring);
    pl_str_release(&w->form);
    pl_arena_release(&w->arena);
    free(w);
}

/* Makes a tree what those of the grammar were. */
static int prepare(pl_reranker_state *w, pl_tree *t)
{
    const pl_cascade *c = &w->shared->cascade;
    if (w->shared->heads != NULL) /* parsed trees have no functions that mark heads */
        pl_heads_mark(w->shared->heads, t, false);
    if (pl_pipeline_apply(&w->steps, t, NULL) < 1)
        return -1;
    if (pl_grammar_binarize(t, NULL) < 0 ||
        pl_grammar_prepare(c->at[c->n - 1].kind, t, NULL) < 0)
        return -1;
    if (c->roots.n > 1)
        t->root = pl_tree_insert_above(t, t->root, PL_CASCADE_ROOT);
    pl_tree_order(t);
    for (uint32_t i = 0; i < t->n_tokens && c->use_rare; i++)
        t->tokens[i].word = pl_arena_strdup(
            t->arena, pl_rare_form(&c->rare, t->tokens[i].word, i == 0, &w->form));
    return 0;
}

double pl_reranker_cost(pl_reranker_state *w, const pl_tree *t)
{
    pl_arena_reset(&w->arena);
    pl_tree *copy = pl_tree_copy(t, &w->arena);
    if (copy->root == PL_NONE || prepare(w, copy) < 0)
        return INFINITY;
    return pl_tree_cost(&w->shared->scorer, &w->scoring, copy);
}
