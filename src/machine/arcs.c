/* Configurations of the dependency machine; see arcs.h. */
#include "machine/arcs.h"

/* -- configurations ----------------------------------------------------------------- */

void pl_dep_task_start(pl_dep_task *s, const pl_dep_params *p, const pl_arc_actions *a,
                       pl_arena *m, uint32_t n_words)
{
    *s = (pl_dep_task){.params = p, .actions = a, .arena = m, .n = n_words + 1};
    uint32_t active = s->n < p->K ? s->n : p->K;
    s->view.o = pl_arena_alloc(m, (active + 1 + PL_DEP_CONTEXT) * sizeof *s->view.o);
    s->root = p->root_left ? 0 : n_words;
    s->fresh = pl_arena_zero(m, s->n, sizeof *s->fresh);
    for (uint32_t i = 0; i < s->n; i++) {
        s->fresh[i].at = i;
        s->fresh[i].head = s->fresh[i].label = PL_NONE;
    }
}

static void push(const pl_dep_task *s, pl_dep_config *c, const pl_dep_node *node)
{
    pl_dep_cell *cell = pl_arena_alloc(s->arena, sizeof *cell);
    *cell = (pl_dep_cell){node, c->right};
    c->right = cell;
    c->n_o++;
}

static void shift(const pl_dep_task *s, pl_dep_config *c)
{
    push(s, c, &s->fresh[c->next++]);
    c->n_free++;
}

/* Where every arc has P=na, SHIFT is no decision while fewer than K tokens are active:
 * it only adds possibilities. */
static void fill(const pl_dep_task *s, pl_dep_config *c)
{
    while (s->params->fills && c->n_o < s->params->K && c->next < s->n)
        shift(s, c);
}

pl_dep_config pl_dep_config_start(const pl_dep_task *s)
{
    pl_dep_config c = {0};
    fill(s, &c);
    return c;
}

void pl_dep_look(pl_dep_task *s, const pl_dep_config *c)
{
    uint32_t n = c->n_o < s->params->K ? c->n_o : s->params->K, k = 1;
    const pl_dep_cell *cell = c->right;
    const pl_dep_node **o = s->view.o;
    o[0] = NULL;
    for (; k <= n + PL_DEP_CONTEXT && cell != NULL; k++, cell = cell->left)
        o[k] = cell->node;
    for (; k <= n + PL_DEP_CONTEXT; k++)
        o[k] = NULL;
    s->view.config = c;
    s->view.n = n;
}

/* -- what is permitted -------------------------------------------------------------- */

static bool at_edge(const pl_dep_params *p, pl_dep_edge edge, uint32_t i, uint32_t j)
{
    return edge == PL_DEP_ANYWHERE || (edge == PL_DEP_AT_RIGHT ? j == 1 : i == p->K);
}

static uint32_t head_in(const pl_arc_list *t, uint32_t modifier)
{
    for (; t != NULL; t = t->before)
        if (t->modifier == modifier)
            return t->head;
    return PL_NONE;
}

/* Whether `above` is `below` or one of its heads, and their heads. Where a token may have
 * several heads all have to be followed: a search over the arcs made so far. */
static bool is_above(const pl_dep_task *s, const pl_arc_list *t, uint32_t above,
                     uint32_t below)
{
    if (!s->params->many_heads) {
        for (; below != PL_NONE && below != above; below = head_in(t, below))
            continue;
        return below == above;
    }
    bool *seen = pl_arena_zero(s->arena, s->n, sizeof *seen);
    uint32_t *todo = pl_arena_alloc(s->arena, s->n * sizeof *todo), n = 0;
    todo[n++] = below;
    seen[below] = true;
    while (n > 0) {
        uint32_t now = todo[--n];
        for (const pl_arc_list *a = t; a != NULL; a = a->before)
            if (a->modifier == now && !seen[a->head]) {
                seen[a->head] = true;
                todo[n++] = a->head;
            }
    }
    return seen[above];
}

/* A head may be given: there is none yet, or several are allowed and this is a new pair.
 */
static bool may_depend(const pl_dep_task *s, const pl_dep_node *head,
                       const pl_dep_node *modifier)
{
    const pl_dep_config *c = s->view.config;
    if (modifier->head != PL_NONE) {
        if (!s->params->many_heads)
            return false;
        for (const pl_arc_list *t = c->arcs; t != NULL; t = t->before)
            if (t->modifier == modifier->at && t->head == head->at)
                return false;
    }
    bool childless = modifier->n_left + modifier->n_right == 0;
    return !s->params->may_cycle || childless ||
           (head->head == PL_NONE && !s->params->many_heads) ||
           !is_above(s, c->arcs, modifier->at, head->at);
}

/* With a single dependent of the root it is the last token left. */
bool pl_dep_may_join(const pl_dep_task *s, const pl_dep_node *head,
                     const pl_dep_node *modifier, uint32_t n_o, uint32_t next)
{
    return modifier->at != s->root &&
           (head->at != s->root || !s->params->single_root || !s->params->bottom_up ||
            (next == s->n && n_o == 2));
}

/* Whether neither REDUCE nor an arc without SHIFT is permitted. Asked where arcs between
 * other tokens than O[1] would come too late anyway. */
static bool is_stuck(const pl_dep_task *s)
{
    for (uint32_t k = 0; k < s->params->n_moves; k++) {
        const pl_dep_move *m = &s->params->moves[k];
        uint32_t j = pl_dep_is_arc(m) ? 1 : 0;
        for (uint32_t i = j + 1; i <= s->view.n && m->kind != PL_DEP_SHIFT && !m->shifts;
             i++)
            if (pl_dep_may(s, m, i, j))
                return false;
    }
    return true;
}

/* Where the root has a single dependent, a root on the right is shifted when the tokens
 * without head are so few that they can still be joined under one of them, or when that
 * can no longer be reached. `joined` is a token that gets its head before the SHIFT;
 * NULL: none. */
static bool may_shift(const pl_dep_task *s, const pl_dep_node *joined)
{
    const pl_dep_params *p = s->params;
    const pl_dep_config *c = s->view.config;
    if (c->next == s->n)
        return false;
    if (c->next != s->root || p->root_left || !p->single_root ||
        (s->learning && p->mends_root && !p->bottom_up))
        return true;
    uint32_t n_free = c->n_free - (joined != NULL && joined->head == PL_NONE);
    return n_free <= p->most_at_root || (!p->bottom_up && is_stuck(s));
}

bool pl_dep_may(const pl_dep_task *s, const pl_dep_move *m, uint32_t i, uint32_t j)
{
    const pl_dep_params *p = s->params;
    const pl_dep_view *v = &s->view;
    if (m->kind == PL_DEP_SHIFT)
        return may_shift(s, NULL);
    if (m->kind == PL_DEP_REDUCE)
        return i <= v->n && v->o[i]->head != PL_NONE && at_edge(p, m->edge, i, i);
    if (i > v->n || i - j > p->D || !at_edge(p, m->edge, i, j))
        return false;
    const pl_dep_node *head = v->o[m->kind == PL_DEP_LEFT ? j : i];
    const pl_dep_node *modifier = v->o[m->kind == PL_DEP_LEFT ? i : j];
    return pl_dep_may_join(s, head, modifier, v->config->n_o, v->config->next) &&
           may_depend(s, head, modifier) && (!m->shifts || may_shift(s, modifier));
}

/* -- steps -------------------------------------------------------------------------- */

void pl_dep_join(pl_arena *m, const pl_dep_node *head, const pl_dep_node *modifier,
                 uint32_t label, const pl_dep_node **new_head,
                 const pl_dep_node **new_modifier)
{
    pl_dep_node *h = pl_arena_alloc(m, sizeof *h), *d = pl_arena_alloc(m, sizeof *d);
    *h = *head;
    *d = *modifier;
    if (d->head == PL_NONE) { /* of several heads the first one counts */
        d->head = h->at;
        d->label = label;
        d->up = head;
    }
    uint64_t bit = (uint64_t)1 << (label % 64);
    if (d->at < h->at) {
        h->n_left++;
        h->set_left |= bit;
        if (h->l == NULL || d->at < h->l->at) {
            h->l2 = h->l;
            h->l = d;
        } else if (h->l2 == NULL || d->at < h->l2->at)
            h->l2 = d;
    } else {
        h->n_right++;
        h->set_right |= bit;
        if (h->r == NULL || d->at > h->r->at) {
            h->r2 = h->r;
            h->r = d;
        } else if (h->r2 == NULL || d->at > h->r2->at)
            h->r2 = d;
    }
    *new_head = h;
    *new_modifier = d;
}

/* Rebuilds the cells 1 … n of O with other nodes in the places i and j; NULL takes a
 * token out. */
static void rebuild(const pl_dep_task *s, pl_dep_config *c, uint32_t i,
                    const pl_dep_node *at_i, uint32_t j, const pl_dep_node *at_j)
{
    pl_dep_cell *last = NULL;
    const pl_dep_cell *old = c->right;
    const pl_dep_cell **link = &c->right;
    for (uint32_t k = 1; k <= i; k++, old = old->left) {
        const pl_dep_node *node = k == i ? at_i : k == j ? at_j : old->node;
        if (node == NULL) {
            c->n_o--;
            continue;
        }
        last = pl_arena_alloc(s->arena, sizeof *last);
        last->node = node;
        *link = last;
        link = &last->left;
    }
    *link = old;
}

void pl_dep_note_arc(pl_arena *m, pl_dep_config *c, uint32_t head, uint32_t modifier,
                     uint32_t label)
{
    pl_arc_list *arc = pl_arena_alloc(m, sizeof *arc);
    *arc = (pl_arc_list){c->arcs, head, modifier, label};
    c->arcs = arc;
}

uint64_t pl_dep_arc_signature(uint32_t head, uint32_t modifier, uint32_t label,
                              bool reduces)
{
    return pl_mix(((uint64_t)head << 40 | (uint64_t)modifier << 16) ^ (label + 1) ^
                  (uint64_t)reduces << 63);
}

/* What a REDUCE adds to the signature. */
static uint64_t reduce_signature(uint32_t token)
{
    return pl_mix((uint64_t)token << 8 | 0xff);
}

static const pl_dep_node *node_at(const pl_dep_config *c, uint32_t i)
{
    const pl_dep_cell *cell = c->right;
    for (uint32_t k = 1; k < i; k++)
        cell = cell->left;
    return cell->node;
}

static void join(const pl_dep_task *s, pl_dep_config *c, const pl_dep_move *m,
                 pl_place at, uint32_t label)
{
    const pl_dep_node *right = node_at(c, at.j), *left = node_at(c, at.i), *head,
                      *modifier;
    bool is_left = m->kind == PL_DEP_LEFT;
    c->n_free -= (is_left ? left : right)->head == PL_NONE;
    if (is_left) {
        pl_dep_join(s->arena, right, left, label, &head, &modifier);
        rebuild(s, c, at.i, m->reduces ? NULL : modifier, at.j, head);
    } else {
        pl_dep_join(s->arena, left, right, label, &head, &modifier);
        rebuild(s, c, at.i, head, at.j, m->reduces ? NULL : modifier);
    }
    pl_dep_note_arc(s->arena, c, head->at, modifier->at, label);
    c->signature += pl_dep_arc_signature(head->at, modifier->at, label, m->reduces);
    if (m->shifts)
        shift(s, c);
}

void pl_dep_apply(const pl_dep_task *s, pl_dep_config *c, pl_place at, uint32_t action)
{
    const struct pl_arc_action *a = &s->actions->list.at[action];
    const pl_dep_move *m = &s->params->moves[a->move];
    if (pl_dep_is_arc(m))
        join(s, c, m, at, a->label);
    else if (m->kind == PL_DEP_SHIFT)
        shift(s, c);
    else {
        c->signature += reduce_signature(node_at(c, at.i)->at);
        rebuild(s, c, at.i, NULL, 0, NULL);
    }
    fill(s, c);
}

/* Configurations are the same that have the same arcs, the same tokens in O and the same
 * next token, whatever the order of the steps. */
uint64_t pl_dep_signature_after(const pl_dep_task *s, pl_place at, uint32_t action)
{
    const struct pl_arc_action *a = &s->actions->list.at[action];
    const pl_dep_move *m = &s->params->moves[a->move];
    const pl_dep_config *c = s->view.config;
    uint64_t sum = c->signature;
    uint32_t n_o = c->n_o, next = c->next;
    if (pl_dep_is_arc(m)) {
        const pl_dep_node *left = s->view.o[at.i], *right = s->view.o[at.j];
        bool is_left = m->kind == PL_DEP_LEFT;
        sum += pl_dep_arc_signature(is_left ? right->at : left->at,
                                    is_left ? left->at : right->at, a->label, m->reduces);
        n_o -= m->reduces;
    } else if (m->kind == PL_DEP_REDUCE) {
        sum += reduce_signature(s->view.o[at.i]->at);
        n_o--;
    }
    if (m->shifts || m->kind == PL_DEP_SHIFT) {
        n_o++;
        next++;
    }
    if (s->params->fills && n_o < s->params->K && next < s->n) {
        uint32_t room = s->params->K - n_o, left = s->n - next;
        next += room < left ? room : left;
    }
    return pl_mix(sum + next);
}
