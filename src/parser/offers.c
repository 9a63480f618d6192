/* Trees of tokens and what they offer; see offers.h. */
#include "parser/offers.h"

#include "base/alloc.h"
#include "base/vec.h"
#include "parser/pair_values.h"

#include <stdlib.h>

/* A stretch of O from left to right: tokens whose pairs are scored again, and those that
 * their features see. Where it ends before O does, nobody looks further: an arc concerns
 * the pairs of D + 3 tokens to its left and 3 to its right, each of which reaches D tokens,
 * and features see two more on either side. */
enum { BESIDE = 6, WINDOW = 3 * (PL_OFFERS_MAX_D + BESIDE) };

typedef struct window {
    const pl_offer_token **at;
    uint32_t n;
} window;

void pl_offers_init(pl_offers *o, const pl_machine *m, const pl_features *features,
                    uint32_t most)
{
    uint32_t seen = features->wanted;
    *o = (pl_offers){.features = features,
                     .scorer = pl_pair_scorer_new(m, features, most > 1 ? most : 0),
                     .most = most < m->n_actions ? most : m->n_actions,
                     .reach_left = seen >> PL_DEP_S2 & 1 ? 2 : seen >> PL_DEP_S1 & 1,
                     .reach_right = seen >> PL_DEP_N2 & 1 ? 2 : seen >> PL_DEP_N1 & 1};
    o->scratch = pl_alloc_zero(o->most + 1, sizeof *o->scratch);
}

void pl_offers_release(pl_offers *o)
{
    if (o->scorer != NULL)
        o->scorer->ops->free(o->scorer);
    free(o->scratch);
}

/* -- the offers of a pair ------------------------------------------------------------- */

/* Token i of the window, NULL beyond its ends. */
static const pl_dep_node *node_at(const window *w, uint32_t i)
{
    return i < w->n ? w->at[i]->node : NULL;
}

static void look(const window *w, uint32_t i, uint32_t distance, const pl_dep_node **at)
{
    uint32_t j = i + distance;
    at[PL_DEP_S0] = node_at(w, i);
    at[PL_DEP_S1] = node_at(w, i - 1); /* before 0 it is far beyond the end */
    at[PL_DEP_S2] = i > 0 ? node_at(w, i - 2) : NULL;
    at[PL_DEP_G0] = distance > 1 ? node_at(w, i + 1) : NULL;
    at[PL_DEP_G1] = distance > 2 ? node_at(w, j - 1) : NULL;
    at[PL_DEP_N0] = node_at(w, j);
    at[PL_DEP_N1] = node_at(w, j + 1);
    at[PL_DEP_N2] = node_at(w, j + 2);
}

static uint64_t hash_of(const pl_dep_node *const *at)
{
    uint64_t h = 0;
    for (uint32_t p = 0; p < PL_DEP_N_PLACES; p++)
        h = h * 0x9e3779b97f4a7c15u + (uint64_t)(uintptr_t)at[p];
    return h;
}

/* Puts an offer into a sorted list from place `end` up, behind those that are as good. */
static inline void insert(pl_offer *list, uint32_t end, pl_offer now)
{
    for (; end > 0 && list[end - 1].score < now.score; end--)
        list[end] = list[end - 1];
    list[end] = now;
}

/* Puts the best of some actions into the list of n offers, which is sorted; how many there
 * are then. Of equal ones the lower action comes first. */
static uint32_t add_best(const pl_offers *o, const int32_t *scores, pl_arc_range r,
                         uint32_t n)
{
    pl_offer *list = o->scratch;
    uint32_t a = r.begin;
    for (; a < r.end && n < o->most; a++)
        insert(list, n++, (pl_offer){scores[a], a});
    for (int32_t limit = n > 0 ? list[n - 1].score : 0; a < r.end; a++)
        if (scores[a] > limit) {
            insert(list, n - 1, (pl_offer){scores[a], a});
            limit = list[n - 1].score;
        }
    return n;
}

/* The best permitted arcs of a pair into the scratch list; how many there are. n_o is the
 * number of tokens in O. */
static uint32_t find_best(const pl_offers *o, const pl_dep_node *const *at,
                          uint32_t distance, uint32_t n_o)
{
    const pl_dep_params *p = o->s->params;
    const int32_t *scores = NULL;
    uint32_t n = 0;
    for (uint32_t k = 0; k < p->n_moves; k++) {
        if (!pl_dep_is_arc(&p->moves[k]))
            continue;
        bool is_left = p->moves[k].kind == PL_DEP_LEFT;
        const pl_dep_node *head = at[is_left ? PL_DEP_N0 : PL_DEP_S0];
        if (!pl_dep_may_join(o->s, head, at[is_left ? PL_DEP_S0 : PL_DEP_N0], n_o,
                             o->s->n))
            continue;
        if (scores == NULL)
            scores = pl_pair_row(o->scorer, at, distance);
        n = add_best(o, scores,
                     pl_arc_actions_of(o->s->actions, k, head->at == o->s->root), n);
    }
    return n;
}

static const pl_pair_offers *make_pair(const pl_offers *o, const pl_dep_node *const *at,
                                       uint32_t distance, uint32_t n_o, uint64_t context)
{
    uint32_t n = find_best(o, at, distance, n_o);
    if (n == 0)
        return NULL;
    pl_pair_offers *pair = pl_arena_alloc(o->s->arena, sizeof *pair);
    pl_offer *list = pl_arena_alloc(o->s->arena, n * sizeof *list);
    memcpy(list, o->scratch, n * sizeof *list);
    *pair = (pl_pair_offers){.left = at[PL_DEP_S0]->at,
                             .right = at[PL_DEP_N0]->at,
                             .distance = distance,
                             .n = n,
                             .context = context,
                             .list = list};
    return pair;
}

/* What the pair offered before, if features see the same as then. What the root may take
 * depends on how many tokens are left. */
static const pl_pair_offers *known_pair(const pl_offers *o, const pl_offer_token *token,
                                        const pl_dep_node *const *at, uint32_t distance,
                                        uint64_t context)
{
    const pl_pair_offers *pair = token->pairs[distance - 1];
    uint32_t right = at[PL_DEP_N0]->at;
    return pair != NULL && pair->context == context && pair->right == right &&
                   right != o->s->root && at[PL_DEP_S0]->at != o->s->root
               ? pair
               : NULL;
}

static pl_offer_token *new_token(const pl_offers *o, const pl_dep_node *node)
{
    size_t room = o->s->params->D * sizeof(const pl_pair_offers *);
    pl_offer_token *t = pl_arena_zero(o->s->arena, 1, sizeof *t + room);
    t->node = node;
    return t;
}

/* Token i of the window with all its pairs: the same one if none of them has changed. */
static const pl_offer_token *renew(const pl_offers *o, const window *w, uint32_t i,
                                   uint32_t n_o)
{
    const pl_offer_token *old = w->at[i];
    const pl_pair_offers *pairs[PL_OFFERS_MAX_D];
    uint32_t D = o->s->params->D;
    memset(pairs, 0, D * sizeof *pairs);
    for (uint32_t k = 1; k <= D && i + k < w->n; k++) {
        const pl_dep_node *at[PL_DEP_N_PLACES];
        look(w, i, k, at);
        uint64_t context = hash_of(at);
        pairs[k - 1] = known_pair(o, old, at, k, context);
        if (pairs[k - 1] == NULL)
            pairs[k - 1] = make_pair(o, at, k, n_o, context);
    }
    if (memcmp(pairs, old->pairs, D * sizeof *pairs) == 0)
        return old;
    pl_offer_token *made = new_token(o, old->node);
    memcpy(made->pairs, pairs, D * sizeof *pairs);
    return made;
}

/* -- knots ---------------------------------------------------------------------------- */

static const pl_pair_offers *better(const pl_pair_offers *a, const pl_pair_offers *b)
{
    if (a == NULL || b == NULL)
        return a != NULL ? a : b;
    if (a->list->score != b->list->score)
        return a->list->score > b->list->score ? a : b;
    return pl_pair_comes_first(a, b) ? a : b;
}

static const pl_offer_tree *leaf_of(const pl_offers *o, const pl_offer_token *token)
{
    pl_offer_tree *t = pl_arena_alloc(o->s->arena, sizeof *t);
    *t = (pl_offer_tree){.n = 1, .token = token};
    for (uint32_t k = 0; k < o->s->params->D; k++)
        t->best = better(t->best, token->pairs[k]);
    return t;
}

static const pl_offer_tree *knot_of(const pl_offers *o, const pl_offer_tree *a,
                                    const pl_offer_tree *b)
{
    if (a == NULL && b == NULL)
        return NULL;
    pl_offer_tree *t = pl_arena_alloc(o->s->arena, sizeof *t);
    *t = (pl_offer_tree){
        .n = (a != NULL ? a->n : 0) + (b != NULL ? b->n : 0),
        .best = better(a != NULL ? a->best : NULL, b != NULL ? b->best : NULL),
        .half = {a, b}};
    return t;
}

/* What becomes of a position. */
typedef struct change {
    uint32_t at;
    const pl_offer_token *token; /* NULL: it goes */
} change;

/* The tree with n changes, in the order of their positions; positions below `t` differ in
 * the lowest `level` bits. */
static const pl_offer_tree *change_tree(const pl_offers *o, const pl_offer_tree *t,
                                        unsigned level, const change *c, uint32_t n)
{
    if (n == 0)
        return t;
    if (level == 0)
        return c->token != NULL ? leaf_of(o, c->token) : NULL;
    uint32_t m = 0;
    while (m < n && (c[m].at >> (level - 1) & 1) == 0)
        m++;
    return knot_of(
        o, change_tree(o, t != NULL ? t->half[0] : NULL, level - 1, c, m),
        change_tree(o, t != NULL ? t->half[1] : NULL, level - 1, c + m, n - m));
}

const pl_offer_token *pl_offer_tree_find(const pl_offers *o, const pl_offer_tree *t,
                                         uint32_t position)
{
    for (unsigned level = o->levels; level-- > 0;)
        t = t->half[position >> level & 1];
    return t->token;
}

uint32_t pl_offer_tree_rank(const pl_offers *o, const pl_offer_tree *t, uint32_t position)
{
    uint32_t n = 0;
    for (unsigned level = o->levels; level-- > 0; t = t->half[position >> level & 1])
        if ((position >> level & 1) != 0 && t->half[0] != NULL)
            n += t->half[0]->n;
    return n;
}

/* Adds the tokens number `from` … `to`-1 to the window. */
static void collect(const pl_offer_tree *t, uint32_t from, uint32_t to, window *w)
{
    if (t == NULL || from >= t->n || to == 0)
        return;
    if (t->token != NULL) {
        w->at[w->n++] = t->token;
        return;
    }
    uint32_t n = t->half[0] != NULL ? t->half[0]->n : 0;
    collect(t->half[0], from, to < n ? to : n, w);
    collect(t->half[1], from > n ? from - n : 0, to > n ? to - n : 0, w);
}

/* -- sentences and steps -------------------------------------------------------------- */

const pl_offer_tree *pl_offers_start(pl_offers *o, const pl_dep_task *s,
                                     pl_weights weights, const pl_values *values)
{
    uint32_t n = s->n;
    o->s = s;
    o->scorer->ops->start(o->scorer, weights, NULL, values, (void *)s);
    for (o->levels = 0; (uint64_t)1 << o->levels < n;)
        o->levels++;
    change *all = pl_arena_alloc(s->arena, n * sizeof *all);
    window w = {pl_arena_alloc(s->arena, n * sizeof *w.at), n};
    for (uint32_t i = 0; i < n; i++)
        w.at[i] = new_token(o, &s->fresh[i]);
    for (uint32_t i = 0; i < n; i++)
        all[i] = (change){i, renew(o, &w, i, n)};
    return change_tree(o, NULL, o->levels, all, n);
}

/* Makes the arc in the window, whose token m goes, with the head at h. */
static void join_in(const pl_offers *o, window *w, uint32_t m, uint32_t h,
                    const pl_dep_node *head)
{
    w->at[h] = new_token(o, head);
    w->n--;
    for (uint32_t i = m; i < w->n; i++)
        w->at[i] = w->at[i + 1];
}

/* Lists what becomes of the tokens around the place m, from which one has gone, and of the
 * head, now at h: how many there are. */
static uint32_t list_changes(const pl_offers *o, const window *w, uint32_t m, uint32_t h,
                             uint32_t gone, uint32_t n_o, change *list)
{
    uint32_t back = o->s->params->D + o->reach_right, ahead = o->reach_left, n = 0;
    uint32_t low = m > 0 ? m - 1 : 0, high = m < w->n ? m : m - 1;
    low = h < low ? h : low;
    high = (h > high ? h : high) + ahead;
    for (uint32_t i = low > back ? low - back : 0; i <= high && i < w->n; i++) {
        if (i == m)
            list[n++] = (change){gone, NULL};
        const pl_offer_token *token = renew(o, w, i, n_o);
        if (token != w->at[i] || i == h)
            list[n++] = (change){token->node->at, token};
    }
    if (m == w->n)
        list[n++] = (change){gone, NULL};
    return n;
}

const pl_offer_tree *pl_offers_join(const pl_offers *o, const pl_offer_tree *t,
                                    const pl_pair_offers *pair, const pl_dep_node *head)
{
    uint32_t rank = pl_offer_tree_rank(o, t, pair->left);
    uint32_t around = o->s->params->D + BESIDE, from = rank > around ? rank - around : 0;
    uint32_t left = rank - from, right = left + pair->distance;
    const pl_offer_token *room[WINDOW];
    window w = {room, 0};
    change list[WINDOW + 1];
    collect(t, from, rank + pair->distance + around, &w);
    bool is_left = head->at == pair->right; /* the left one goes */
    join_in(o, &w, is_left ? left : right, is_left ? right : left, head);
    uint32_t n = list_changes(o, &w, is_left ? left : right, is_left ? right - 1 : left,
                              is_left ? pair->left : pair->right, t->n - 1, list);
    return change_tree(o, t, o->levels, list, n);
}
