/* Beam search over trees of offers; see easy_first.h. */
#include "parser/easy_first.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "base/vec.h"
#include "parser/offers.h"

#include <stdlib.h>

/* A step that a hypothesis could take: the best of a part of its tree, or offer number
 * `rank` of a pair. */
typedef struct entry {
    int64_t score;
    uint32_t from; /* hypothesis */
    uint32_t rank;
    const pl_pair_offers *pair;
    const pl_offer_tree *below; /* NULL: this offer alone */
    unsigned level;             /* of `below` */
} entry;

/* A step that will be taken. */
typedef struct chosen {
    entry step;
    uint64_t signature; /* of what it leads to */
} chosen;

struct pl_easy_first {
    pl_offers offers;
    const pl_offer_tree **now, **next; /* [size] of the hypotheses of the beam */
    chosen *best;                      /* [size] */
    uint32_t n_best;
    PL_VEC(entry) heap;
};

bool pl_easy_first_fits(const pl_machine *m)
{
    if (m->ops->sight != PL_SEES_PAIRS)
        return false;
    const pl_dep_params *p = &((const pl_dep_machine *)m)->params;
    return p->K == PL_DEP_INF && p->bottom_up && p->fills && p->D <= PL_OFFERS_MAX_D;
}

/* A step of a hypothesis takes about as many bytes: knots, and pairs that are new. */
uint32_t pl_easy_first_size(const pl_machine *m, uint32_t n)
{
    enum { MOST = 512 << 20, KNOTS = 2000, PAIR = 100 };
    uint64_t D = ((const pl_dep_machine *)m)->params.D;
    uint64_t most = MOST / ((KNOTS + PAIR * D * (D + 5)) * (n + (uint64_t)1));
    return most == 0 ? 1 : most > UINT32_MAX ? UINT32_MAX : (uint32_t)most;
}

pl_easy_first *pl_easy_first_new(const pl_machine *m, const pl_features *features,
                                 uint32_t size)
{
    if (!pl_easy_first_fits(m))
        return NULL;
    pl_easy_first *e = pl_alloc_zero(1, sizeof *e);
    pl_offers_init(&e->offers, m, features, size);
    e->now = pl_alloc_zero(size, sizeof *e->now);
    e->next = pl_alloc_zero(size, sizeof *e->next);
    e->best = pl_alloc_zero(size, sizeof *e->best);
    return e;
}

void pl_easy_first_free(pl_easy_first *e)
{
    if (e == NULL)
        return;
    pl_offers_release(&e->offers);
    free(e->now);
    free(e->next);
    free(e->best);
    PL_VEC_RELEASE(&e->heap);
    free(e);
}

/* -- the heap ------------------------------------------------------------------------ */

/* The order of the beam: the better score, the better hypothesis, the pair further to the
 * right, the lower action. */
static bool comes_first(const entry *a, const entry *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    if (a->from != b->from)
        return a->from < b->from;
    return a->pair != b->pair ? pl_pair_comes_first(a->pair, b->pair) : a->rank < b->rank;
}

static void put(pl_easy_first *e, entry now)
{
    PL_PUSH(&e->heap, now);
    entry *heap = e->heap.at;
    size_t k = e->heap.n - 1;
    for (; k > 0 && comes_first(&now, &heap[(k - 1) / 2]); k = (k - 1) / 2)
        heap[k] = heap[(k - 1) / 2];
    heap[k] = now;
}

static entry take(pl_easy_first *e)
{
    entry *heap = e->heap.at, first = heap[0], last = PL_POP(&e->heap);
    size_t n = e->heap.n, k = 0;
    for (size_t child; (child = 2 * k + 1) < n; k = child) {
        if (child + 1 < n && comes_first(&heap[child + 1], &heap[child]))
            child++;
        if (!comes_first(&heap[child], &last))
            break;
        heap[k] = heap[child];
    }
    if (n > 0)
        heap[k] = last;
    return first;
}

/* -- a step -------------------------------------------------------------------------- */

static void put_offer(pl_easy_first *e, const pl_beam *b, uint32_t from,
                      const pl_pair_offers *pair, uint32_t rank)
{
    if (pair != NULL && rank < pair->n)
        put(e, (entry){.score = b->now[from].score + pair->list[rank].score,
                       .from = from,
                       .rank = rank,
                       .pair = pair});
}

static void put_tree(pl_easy_first *e, const pl_beam *b, uint32_t from,
                     const pl_offer_tree *t, unsigned level)
{
    if (t != NULL && t->best != NULL)
        put(e, (entry){.score = b->now[from].score + t->best->list->score,
                       .from = from,
                       .pair = t->best,
                       .below = t,
                       .level = level});
}

/* Puts back what an entry stood for beside its best offer: the other halves of the tree on
 * the way to it, the other pairs of its left token, the next offer of its pair. */
static void put_others(pl_easy_first *e, const pl_beam *b, const entry *taken)
{
    const pl_offer_tree *t = taken->below;
    for (unsigned level = taken->level; t != NULL && level-- > 0;) {
        uint32_t side = taken->pair->left >> level & 1;
        put_tree(e, b, taken->from, t->half[!side], level);
        t = t->half[side];
    }
    for (uint32_t k = 0; t != NULL && k < e->offers.s->params->D; k++)
        if (t->token->pairs[k] != taken->pair)
            put_offer(e, b, taken->from, t->token->pairs[k], 0);
    put_offer(e, b, taken->from, taken->pair, taken->rank + 1);
}

/* What an arc does. */
typedef struct arc {
    bool is_left; /* the head is the right token */
    uint32_t action, label;
} arc;

static arc arc_of(const pl_easy_first *e, const entry *step)
{
    const pl_dep_task *s = e->offers.s;
    uint32_t action = step->pair->list[step->rank].action;
    const struct pl_arc_action *a = &s->actions->list.at[action];
    return (arc){s->params->moves[a->move].kind == PL_DEP_LEFT, action, a->label};
}

static uint64_t signature_after(const pl_easy_first *e, const pl_beam *b,
                                const entry *step)
{
    arc a = arc_of(e, step);
    uint32_t left = step->pair->left, right = step->pair->right;
    return b->now[step->from].config.arcs.signature +
           pl_dep_arc_signature(a.is_left ? right : left, a.is_left ? left : right,
                                a.label, true);
}

/* Chooses the best steps of all hypotheses; of those that lead to the same arcs the first. */
static void choose(pl_easy_first *e, const pl_beam *b)
{
    e->n_best = 0;
    e->heap.n = 0;
    for (uint32_t h = 0; h < b->n; h++)
        put_tree(e, b, h, e->now[h], e->offers.levels);
    while (e->n_best < b->size && e->heap.n > 0) {
        entry step = take(e);
        if (e->n_best > 0 && e->best[0].step.score - step.score > b->margin)
            return;
        uint64_t signature = signature_after(e, b, &step);
        uint32_t i = 0;
        while (i < e->n_best && e->best[i].signature != signature)
            i++;
        if (i == e->n_best)
            e->best[e->n_best++] = (chosen){step, signature};
        if (e->n_best < b->size)
            put_others(e, b, &step);
    }
}

/* Makes the hypothesis and its tree that a step leads to. */
static void follow(pl_easy_first *e, pl_beam *b, const chosen *c, pl_hypothesis *to,
                   const pl_offer_tree **tree)
{
    const pl_pair_offers *pair = c->step.pair;
    const pl_offer_tree *t = e->now[c->step.from];
    const pl_hypothesis *from = &b->now[c->step.from];
    arc a = arc_of(e, &c->step);
    uint32_t i = t->n - pl_offer_tree_rank(&e->offers, t, pair->left);
    pl_trace *trace = pl_arena_alloc(b->arena, sizeof *trace);
    *trace = (pl_trace){from->trace,
                        {{i, i - pair->distance}, a.action},
                        from->trace != NULL ? from->trace->length + 1 : 1};
    *to = *from;
    to->score = c->step.score;
    to->trace = trace;
    to->config.arcs.n_o--;
    to->config.arcs.signature = c->signature;
    const pl_dep_node *left = pl_offer_tree_find(&e->offers, t, pair->left)->node, *gone;
    const pl_dep_node *right = pl_offer_tree_find(&e->offers, t, pair->right)->node,
                      *head;
    pl_dep_join(b->arena, a.is_left ? right : left, a.is_left ? left : right, a.label,
                &head, &gone);
    pl_dep_note_arc(b->arena, &to->config.arcs, head->at, gone->at, a.label);
    *tree = pl_offers_join(&e->offers, t, pair, head);
}

static void advance(pl_easy_first *e, pl_beam *b)
{
    for (uint32_t i = 0; i < e->n_best; i++)
        follow(e, b, &e->best[i], &b->next[i], &e->next[i]);
    pl_hypothesis *now = b->now;
    const pl_offer_tree **trees = e->now;
    b->now = b->next;
    b->next = now;
    e->now = e->next;
    e->next = trees;
    b->n = e->n_best;
}

/* Puts the tokens of a tree into O, which is a list. */
static void restore(const pl_offer_tree *t, pl_arena *m, pl_dep_config *c)
{
    if (t != NULL && t->token == NULL) {
        restore(t->half[0], m, c);
        restore(t->half[1], m, c);
    } else if (t != NULL) {
        pl_dep_cell *cell = pl_arena_alloc(m, sizeof *cell);
        *cell = (pl_dep_cell){t->token->node, c->right};
        c->right = cell;
    }
}

void pl_easy_first_run(pl_easy_first *e, pl_beam *b, pl_weights weights,
                       const pl_values *values)
{
    e->now[0] = pl_offers_start(&e->offers, b->task, weights, values);
    while (!pl_beam_done(b) && !pl_stopped()) {
        choose(e, b);
        if (e->n_best == 0)
            break;
        advance(e, b);
    }
    for (uint32_t h = 0; h < b->n; h++) {
        pl_dep_config *c = &b->now[h].config.arcs;
        c->right = NULL;
        c->n_free = c->n_o;
        restore(e->now[h], b->arena, c);
    }
}
