/* Greedy search with a heap; see easy_first.h. */
#include "parser/easy_first.h"

#include "base/alloc.h"
#include "base/vec.h"
#include "machine/dependency.h"
#include "parser/pair_values.h"

#include <stdlib.h>

/* The best arc of a pair: the left token and its k-th neighbour to the right, k = 1 … D.
 */
typedef struct offer {
    int32_t score;
    uint32_t left, right; /* positions */
    uint32_t version;     /* of the left token's offers when it was made */
    uint32_t move, action;
} offer;

struct pl_easy_first {
    const pl_features *features;
    pl_scorer *scorer;
    uint32_t reach_left, reach_right; /* tokens of context that templates look at */
    PL_VEC(offer) heap;
    /* The sentence: */
    const pl_dep_task *s;
    uint32_t n_o;
    pl_dep_config *result;
    const pl_dep_node **node; /* [n + 2] by position + 1; NULL if not in O */
    uint32_t *prev, *next; /* [n + 2] the tokens of O as a list, 0 and n + 1 its ends */
    uint32_t *version;     /* [n + 2] */
};

/* How far to either side of a pair the templates look. */
static void find_reach(pl_easy_first *e)
{
    uint32_t seen = e->features->wanted;
    e->reach_left = seen >> PL_DEP_S2 & 1 ? 2 : seen >> PL_DEP_S1 & 1;
    e->reach_right = seen >> PL_DEP_N2 & 1 ? 2 : seen >> PL_DEP_N1 & 1;
}

pl_easy_first *pl_easy_first_new(const pl_machine *m, const pl_features *features)
{
    const pl_dep_params *p = &((const pl_dep_machine *)m)->params;
    if (m->ops->sight != PL_SEES_PAIRS || p->K != PL_DEP_INF || !p->bottom_up ||
        !p->fills)
        return NULL;
    pl_easy_first *e = pl_alloc_zero(1, sizeof *e);
    e->features = features;
    e->scorer = pl_pair_scorer_new(m, features, 0);
    find_reach(e);
    return e;
}

void pl_easy_first_free(pl_easy_first *e)
{
    if (e == NULL)
        return;
    e->scorer->ops->free(e->scorer);
    PL_VEC_RELEASE(&e->heap);
    free(e);
}

/* -- the heap ------------------------------------------------------------------------ */

/* The order of the beam: the better score, then the pair further to the right. */
static bool comes_first(const offer *a, const offer *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    return a->right != b->right ? a->right > b->right : a->left > b->left;
}

static void put(pl_easy_first *e, const offer *o)
{
    PL_PUSH(&e->heap, *o);
    offer *heap = e->heap.at;
    size_t k = e->heap.n - 1;
    for (; k > 0 && comes_first(o, &heap[(k - 1) / 2]); k = (k - 1) / 2)
        heap[k] = heap[(k - 1) / 2];
    heap[k] = *o;
}

static offer take(pl_easy_first *e)
{
    offer *heap = e->heap.at, first = heap[0], last = PL_POP(&e->heap);
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

/* -- offers ------------------------------------------------------------------------ */

static void look(const pl_easy_first *e, uint32_t left, uint32_t right, uint32_t distance,
                 const pl_dep_node **at)
{
    uint32_t s1 = e->prev[left], n1 = e->next[right];
    at[PL_DEP_S0] = e->node[left];
    at[PL_DEP_S1] = e->node[s1];
    at[PL_DEP_S2] = s1 > 0 ? e->node[e->prev[s1]] : NULL;
    at[PL_DEP_G0] = distance > 1 ? e->node[e->next[left]] : NULL;
    at[PL_DEP_G1] = distance > 2 ? e->node[e->prev[right]] : NULL;
    at[PL_DEP_N0] = e->node[right];
    at[PL_DEP_N1] = e->node[n1];
    at[PL_DEP_N2] = n1 <= e->s->n ? e->node[e->next[n1]] : NULL;
}

/* Offers the best permitted arc of a pair, if there is one. */
static void offer_pair(pl_easy_first *e, uint32_t left, uint32_t right, uint32_t distance)
{
    const pl_dep_params *p = e->s->params;
    const int32_t *scores = NULL;
    offer best = {.left = left, .right = right, .version = e->version[left]};
    bool found = false;
    for (uint32_t k = 0; k < p->n_moves; k++) {
        if (!pl_dep_is_arc(&p->moves[k]))
            continue;
        bool is_left = p->moves[k].kind == PL_DEP_LEFT;
        const pl_dep_node *head = e->node[is_left ? right : left];
        if (!pl_dep_may_join(e->s, head, e->node[is_left ? left : right], e->n_o,
                             e->s->n))
            continue;
        if (scores == NULL) {
            const pl_dep_node *at[PL_DEP_N_PLACES];
            look(e, left, right, distance, at);
            scores = pl_pair_row(e->scorer, at, distance);
        }
        pl_arc_range r = pl_arc_actions_of(e->s->actions, k, head->at == e->s->root);
        for (uint32_t a = r.begin; a < r.end; a++)
            if (!found || scores[a] > best.score) {
                found = true;
                best.score = scores[a];
                best.move = k;
                best.action = a;
            }
    }
    if (found)
        put(e, &best);
}

/* Offers all pairs with this token on the left; its older offers become invalid. */
static void offer_from(pl_easy_first *e, uint32_t left)
{
    uint32_t right = e->next[left];
    e->version[left]++;
    for (uint32_t k = 1; k <= e->s->params->D && right <= e->s->n; k++) {
        offer_pair(e, left, right, k);
        right = e->next[right];
    }
}

/* Offers again all pairs whose scores an arc near the tokens first … last may change. */
static void offer_around(pl_easy_first *e, uint32_t first, uint32_t last)
{
    uint32_t D = e->s->params->D, n = e->s->n;
    uint32_t back = (D < n ? D : n) + e->reach_right, ahead = e->reach_left;
    for (; back > 0 && e->prev[first] > 0; back--)
        first = e->prev[first];
    for (; ahead > 0 && e->next[last] <= n; ahead--)
        last = e->next[last];
    for (uint32_t t = first; t <= last; t = e->next[t])
        offer_from(e, t);
}

/* -- a sentence -------------------------------------------------------------------- */

static void start(pl_easy_first *e, const pl_dep_task *s, pl_dep_config *result)
{
    size_t room = (size_t)s->n + 2;
    e->s = s;
    e->n_o = s->n;
    e->result = result;
    *result = (pl_dep_config){.next = s->n};
    e->node = pl_arena_zero(s->arena, room, sizeof *e->node);
    e->prev = pl_arena_zero(s->arena, room, sizeof *e->prev);
    e->next = pl_arena_zero(s->arena, room, sizeof *e->next);
    e->version = pl_arena_zero(s->arena, room, sizeof *e->version);
    for (uint32_t i = 1; i <= s->n; i++) {
        e->node[i] = &s->fresh[i - 1];
        e->prev[i] = i - 1;
        e->next[i] = i + 1;
    }
    e->next[0] = 1;
    e->prev[s->n + 1] = s->n;
    e->heap.n = 0;
    for (uint32_t i = 1; i <= s->n; i++)
        offer_from(e, i);
}

/* Makes the arc: the modifier leaves the list. */
static void join(pl_easy_first *e, const offer *o)
{
    bool is_left = e->s->params->moves[o->move].kind == PL_DEP_LEFT;
    uint32_t head = is_left ? o->right : o->left, modifier = is_left ? o->left : o->right;
    uint32_t label = e->s->actions->list.at[o->action].label;
    const pl_dep_node *gone;
    pl_dep_join(e->s->arena, e->node[head], e->node[modifier], label, &e->node[head],
                &gone);
    pl_dep_note_arc(e->s->arena, e->result, head - 1, modifier - 1, label);
    uint32_t before = e->prev[modifier], after = e->next[modifier];
    e->node[modifier] = NULL;
    e->next[before] = after;
    e->prev[after] = before;
    e->n_o--;
    uint32_t first = before > 0 ? before : after,
             last = after <= e->s->n ? after : before;
    if (head < first)
        first = head;
    if (head > last)
        last = head;
    offer_around(e, first, last);
}

int64_t pl_easy_first_run(pl_easy_first *e, void *task, pl_weights weights,
                          const pl_values *values, pl_config *out)
{
    int64_t score = 0;
    e->scorer->ops->start(e->scorer, weights, NULL, values, task);
    start(e, task, &out->arcs);
    while (e->n_o > 1 && e->heap.n > 0) {
        offer o = take(e);
        if (e->node[o.left] == NULL || e->version[o.left] != o.version)
            continue;
        score += o.score;
        join(e, &o);
    }
    out->arcs.n_o = e->n_o;
    return score;
}
