/* The oracle of dependencies; see arc_oracle.h. */
#include "machine/arc_oracle.h"

/* -- gold trees --------------------------------------------------------------------- */

/* Every word leads to the root: walk up from each, marking the walk it belongs to. */
static bool is_tree(const uint32_t *heads, uint32_t n, uint32_t root, pl_arena *m)
{
    uint32_t *walk = pl_arena_zero(m, n, sizeof *walk);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = i;
        for (; at != root && walk[at] == 0; at = heads[at])
            walk[at] = i + 1;
        if (at != root && walk[at] == i + 1)
            return false;
    }
    return true;
}

int pl_dep_gold_of(const pl_tree *t, bool root_left, const uint32_t *labels, pl_arena *m,
                   pl_dep_gold *gold, pl_error *err)
{
    uint32_t n = t->n_tokens + 1, first = root_left ? 1 : 0;
    uint32_t root = root_left ? 0 : t->n_tokens;
    uint32_t *heads = pl_arena_alloc(m, n * sizeof *heads);
    uint32_t *relations = pl_arena_zero(m, n, sizeof *relations);
    uint32_t *children = pl_arena_zero(m, n, sizeof *children);
    heads[root] = PL_NONE;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t head = t->tokens[i].head;
        if (head == PL_NONE || (head != PL_ROOT_HEAD && head >= t->n_tokens))
            return pl_fail(err, PL_BAD_INPUT, "word %u (%s) has no head", i + 1,
                           t->tokens[i].word);
        heads[i + first] = head == PL_ROOT_HEAD ? root : head + first;
        relations[i + first] = labels != NULL ? labels[i] : 0;
        children[heads[i + first]]++;
    }
    if (!is_tree(heads, n, root, m))
        return pl_fail(err, PL_BAD_INPUT, "the heads run in circles");
    *gold = (pl_dep_gold){heads, relations, children};
    return 0;
}

/* -- what is correct ---------------------------------------------------------------- */

static bool is_complete(const pl_dep_gold *g, const pl_dep_node *node)
{
    return node->n_left + node->n_right == g->n_children[node->at];
}

bool pl_dep_is_correct(const pl_dep_task *s, const pl_dep_gold *g, const pl_dep_move *m,
                       uint32_t i, uint32_t j)
{
    const pl_dep_node *const *o = s->view.o;
    if (m->kind == PL_DEP_REDUCE)
        return is_complete(g, o[i]);
    const pl_dep_node *head = o[m->kind == PL_DEP_LEFT ? j : i];
    const pl_dep_node *modifier = o[m->kind == PL_DEP_LEFT ? i : j];
    return g->heads[modifier->at] == head->at && modifier->head == PL_NONE &&
           (!m->reduces || is_complete(g, modifier));
}

/* -- derivations -------------------------------------------------------------------- */

/* The action of a correct arc. */
static uint32_t arc_action(const pl_dep_task *s, const pl_dep_gold *g, uint32_t move,
                           pl_place at)
{
    bool is_left = s->params->moves[move].kind == PL_DEP_LEFT;
    uint32_t head = s->view.o[is_left ? at.j : at.i]->at;
    uint32_t modifier = s->view.o[is_left ? at.i : at.j]->at;
    return pl_arc_actions_find(s->actions, move, head == s->root, g->labels[modifier]);
}

/* The first correct arc; the rightmost first. */
static bool find_arc(const pl_dep_task *s, const pl_dep_gold *g, pl_act *step)
{
    const pl_dep_params *p = s->params;
    for (uint32_t j = 1; j < s->view.n; j++)
        for (uint32_t i = j + 1; i <= s->view.n && i - j <= p->D; i++)
            for (uint32_t k = 0; k < p->n_moves; k++) {
                const pl_dep_move *m = &p->moves[k];
                if (!pl_dep_is_arc(m) || !pl_dep_is_correct(s, g, m, i, j) ||
                    !pl_dep_may(s, m, i, j))
                    continue;
                step->place = (pl_place){i, j};
                step->action = arc_action(s, g, k, step->place);
                return step->action != PL_NONE;
            }
    return false;
}

static bool find_reduce(const pl_dep_task *s, const pl_dep_gold *g, pl_act *step)
{
    const pl_dep_params *p = s->params;
    for (uint32_t k = 0; k < p->n_moves; k++)
        for (uint32_t i = 1; p->moves[k].kind == PL_DEP_REDUCE && i <= s->view.n; i++)
            if (pl_dep_may(s, &p->moves[k], i, 0) &&
                pl_dep_is_correct(s, g, &p->moves[k], i, 0)) {
                *step = (pl_act){{i, i - 1}, s->actions->first[k]};
                return true;
            }
    return false;
}

static bool find_shift(const pl_dep_task *s, pl_act *step)
{
    const pl_dep_params *p = s->params;
    for (uint32_t k = 0; k < p->n_moves; k++)
        if (p->moves[k].kind == PL_DEP_SHIFT && pl_dep_may(s, &p->moves[k], 0, 0)) {
            *step = (pl_act){PL_SHIFT_PLACE, s->actions->first[k]};
            return true;
        }
    return false;
}

bool pl_dep_derive(pl_dep_task *s, const pl_dep_gold *g, pl_acts *out)
{
    pl_dep_config c = pl_dep_config_start(s);
    while (!pl_dep_is_final(s, &c)) {
        pl_act step;
        pl_dep_look(s, &c);
        if (!find_arc(s, g, &step) && !find_reduce(s, g, &step) && !find_shift(s, &step))
            return false;
        PL_PUSH(out, step);
        pl_dep_apply(s, &c, step.place, step.action);
    }
    return true;
}

uint32_t pl_dep_probe(const pl_dep_params *p)
{
    enum { N = 3, CODES = 4 * 4 * 4 };
    static const uint8_t seen[PL_DEP_MAX_MOVES] = {3, 3, 3, 3, 3, 3, 3, 3};
    pl_arena m = {0};
    pl_acts steps = {0};
    pl_arc_actions actions;
    uint32_t n_derived = 0;
    pl_arc_actions_make(&actions, p, seen, 1);
    for (uint32_t code = 0; code < CODES; code++) {
        pl_tree *t = pl_tree_new(&m, N);
        pl_dep_gold gold;
        pl_dep_task s;
        pl_error err;
        uint32_t roots = 0;
        for (uint32_t i = 0; i < N; i++) {
            uint32_t head = code >> 2 * i & 3;
            t->tokens[i].word = "";
            t->tokens[i].head = head == N ? PL_ROOT_HEAD : head;
            roots += head == N;
        }
        pl_dep_task_start(&s, p, &actions, &m, N);
        if ((!p->single_root || roots == 1) &&
            pl_dep_gold_of(t, p->root_left, NULL, &m, &gold, &err) == 0)
            n_derived += pl_dep_derive(&s, &gold, &steps);
        pl_arena_reset(&m);
    }
    PL_VEC_RELEASE(&steps);
    pl_arena_release(&m);
    pl_arc_actions_release(&actions);
    return n_derived;
}
