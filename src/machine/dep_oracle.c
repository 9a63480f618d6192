/* The oracle; see oracle.h. */
#include "machine/dep_oracle.h"

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

int pl_dep_gold_of(const pl_tree *t, const pl_dep_params *p, const uint32_t *labels,
                   pl_arena *m, pl_dep_gold *gold, pl_error *err)
{
    uint32_t n = t->n_tokens + 1, first = p->root_left ? 1 : 0;
    uint32_t root = p->root_left ? 0 : t->n_tokens;
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

bool pl_dep_is_correct(const pl_dep_task *s, const pl_dep_gold *g, const pl_dep_view *v,
                       const pl_dep_move *m, uint32_t i, uint32_t j)
{
    (void)s;
    if (m->kind == PL_DEP_REDUCE)
        return is_complete(g, v->o[i]);
    const pl_dep_node *head = v->o[m->kind == PL_DEP_LEFT ? j : i];
    const pl_dep_node *modifier = v->o[m->kind == PL_DEP_LEFT ? i : j];
    return g->heads[modifier->at] == head->at && modifier->head == PL_NONE &&
           (!m->reduces || is_complete(g, modifier));
}

/* The first correct arc; the rightmost first. */
static bool find_arc(const pl_dep_task *s, const pl_dep_gold *g, const pl_dep_view *v,
                     pl_dep_step *step)
{
    const pl_dep_params *p = s->params;
    for (uint32_t j = 1; j < v->n; j++)
        for (uint32_t i = j + 1; i <= v->n && i - j <= p->D; i++)
            for (uint32_t k = 0; k < p->n_moves; k++) {
                const pl_dep_move *m = &p->moves[k];
                if (!pl_dep_is_arc(m) || !pl_dep_is_correct(s, g, v, m, i, j) ||
                    !pl_dep_may(s, v, m, i, j))
                    continue;
                uint32_t modifier = v->o[m->kind == PL_DEP_LEFT ? i : j]->at;
                *step = (pl_dep_step){k, i, j, g->labels[modifier], 0};
                return true;
            }
    return false;
}

static bool find_reduce(const pl_dep_task *s, const pl_dep_gold *g, const pl_dep_view *v,
                        pl_dep_step *step)
{
    const pl_dep_params *p = s->params;
    for (uint32_t k = 0; k < p->n_moves; k++)
        for (uint32_t i = 1; p->moves[k].kind == PL_DEP_REDUCE && i <= v->n; i++)
            if (pl_dep_may(s, v, &p->moves[k], i, 0) &&
                pl_dep_is_correct(s, g, v, &p->moves[k], i, 0)) {
                *step = (pl_dep_step){k, i, 0, PL_NONE, 0};
                return true;
            }
    return false;
}

static bool find_shift(const pl_dep_task *s, const pl_dep_view *v, pl_dep_step *step)
{
    const pl_dep_params *p = s->params;
    for (uint32_t k = 0; k < p->n_moves; k++)
        if (p->moves[k].kind == PL_DEP_SHIFT && pl_dep_may(s, v, &p->moves[k], 0, 0)) {
            *step = (pl_dep_step){k, 0, 0, PL_NONE, 0};
            return true;
        }
    return false;
}

bool pl_dep_next(const pl_dep_task *s, const pl_dep_gold *g, const pl_dep_view *v,
                 pl_dep_step *step)
{
    return find_arc(s, g, v, step) || find_reduce(s, g, v, step) ||
           find_shift(s, v, step);
}

bool pl_dep_derive(const pl_dep_task *s, const pl_dep_gold *g, pl_dep_steps *out)
{
    const pl_dep_node **o = pl_arena_alloc(s->arena, pl_dep_view_room(s) * sizeof *o);
    pl_dep_config c = pl_dep_config_start(s);
    while (!pl_dep_is_final(s, &c)) {
        pl_dep_view v = pl_dep_look(s, &c, o);
        pl_dep_step step;
        if (!pl_dep_next(s, g, &v, &step))
            return false;
        PL_PUSH(out, step);
        pl_dep_apply(s, &c, &step);
    }
    return true;
}

/* -- replay ------------------------------------------------------------------------- */

static bool is_permitted(const pl_dep_task *s, const pl_dep_view *v,
                         const pl_dep_step *step)
{
    const pl_dep_params *p = s->params;
    if (step->move >= p->n_moves)
        return false;
    const pl_dep_move *m = &p->moves[step->move];
    if (pl_dep_is_arc(m) && (step->j < 1 || step->i <= step->j))
        return false;
    if (m->kind == PL_DEP_REDUCE && step->i < 1)
        return false;
    return pl_dep_may(s, v, m, step->i, step->j);
}

int pl_dep_replay(const pl_dep_task *s, const pl_dep_step *steps, size_t n,
                  uint32_t *heads, uint32_t *labels, pl_error *err)
{
    const pl_dep_node **o = pl_arena_alloc(s->arena, pl_dep_view_room(s) * sizeof *o);
    pl_dep_config c = pl_dep_config_start(s);
    uint32_t first = s->root == 0 ? 1 : 0;
    for (size_t k = 0; k < n; k++) {
        pl_dep_view v = pl_dep_look(s, &c, o);
        if (!is_permitted(s, &v, &steps[k]))
            return pl_fail(err, PL_BAD_INPUT, "step %zu is not permitted", k + 1);
        pl_dep_apply(s, &c, &steps[k]);
        if (c.trace->modifier != PL_NONE) {
            heads[c.trace->modifier - first] =
                c.trace->head == s->root ? PL_ROOT_HEAD : c.trace->head - first;
            labels[c.trace->modifier - first] = steps[k].label;
        }
    }
    return pl_dep_is_final(s, &c)
               ? 0
               : pl_fail(err, PL_BAD_INPUT, "the derivation does not end");
}

uint32_t pl_dep_probe(const pl_dep_params *p)
{
    enum { N = 3, CODES = 4 * 4 * 4 };
    pl_arena m = {0};
    pl_dep_steps steps = {0};
    uint32_t n_derived = 0;
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
        pl_dep_task_start(&s, p, &m, N);
        if ((!p->single_root || roots == 1) &&
            pl_dep_gold_of(t, p, NULL, &m, &gold, &err) == 0)
            n_derived += pl_dep_derive(&s, &gold, &steps);
        pl_arena_reset(&m);
    }
    PL_VEC_RELEASE(&steps);
    pl_arena_release(&m);
    return n_derived;
}

void pl_dep_move_print(const pl_dep_move *m, pl_str *out)
{
    static const char *const names[] = {"LEFT-ARC", "RIGHT-ARC", "REDUCE", "SHIFT"};
    pl_str_puts(out, names[m->kind]);
}

void pl_dep_step_print(const pl_dep_params *p, const pl_dep_step *step, const char *label,
                       pl_str *out)
{
    const pl_dep_move *m = &p->moves[step->move];
    pl_dep_move_print(m, out);
    if (p->K > 2 && pl_dep_is_arc(m))
        pl_str_printf(out, "[%u,%u]", step->i, step->j);
    else if (m->kind == PL_DEP_REDUCE && m->edge == PL_DEP_ANYWHERE)
        pl_str_printf(out, "[%u]", step->i);
    if (pl_dep_is_arc(m) && label != NULL)
        pl_str_printf(out, "(%s)", label);
}
