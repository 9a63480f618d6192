/* The beam; see beam.h. */
#include "parser/dep_beam.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <stdlib.h>

void pl_dep_beam_init(pl_dep_beam *b, const pl_dep_model *m, uint32_t size)
{
    *b = (pl_dep_beam){.model = m, .size = size};
    b->now = pl_alloc_zero(size, sizeof *b->now);
    b->next = pl_alloc_zero(size, sizeof *b->next);
    b->best = pl_alloc_zero(size, sizeof *b->best);
    b->scorer = pl_dep_scorer_new(&m->features, m->actions.n, m->params.K == PL_DEP_INF);
}

void pl_dep_beam_release(pl_dep_beam *b)
{
    free(b->now);
    free(b->next);
    free(b->best);
    pl_dep_scorer_free(b->scorer);
}

void pl_dep_beam_start(pl_dep_beam *b, const pl_dep_task *s, const pl_dep_gold *gold,
                       pl_weights weights, const pl_dep_values *values)
{
    b->sentence = s;
    b->gold = gold;
    b->o = pl_arena_alloc(s->arena, pl_dep_view_room(s) * sizeof *b->o);
    b->n = 1;
    b->now[0] = (pl_dep_hypothesis){.config = pl_dep_config_start(s), .correct = true};
    pl_dep_scorer_start(b->scorer, weights, values);
}

bool pl_dep_beam_done(const pl_dep_beam *b)
{
    for (uint32_t h = 0; h < b->n; h++)
        if (!pl_dep_is_final(b->sentence, &b->now[h].config))
            return false;
    return true;
}

uint32_t pl_dep_anchor(const pl_dep_beam *b, const pl_dep_view *v,
                       const pl_dep_step *step, const pl_dep_node **at)
{
    pl_dep_kind kind = b->sentence->params->moves[step->move].kind;
    uint32_t i = kind == PL_DEP_SHIFT ? 2 : step->i;
    uint32_t j = kind == PL_DEP_SHIFT ? 1 : kind == PL_DEP_REDUCE ? step->i - 1 : step->j;
    pl_dep_places(b->sentence, v, i, j, at);
    return i - j;
}

/* -- candidates --------------------------------------------------------------------- */

/* What is being expanded. */
typedef struct expansion {
    pl_dep_beam *beam;
    uint32_t from;
    const pl_dep_hypothesis *h;
    pl_dep_view view;
    bool found_correct; /* an arc or REDUCE */
    /* The pair scored last: */
    const pl_dep_node *left, *right;
    const int32_t *scores;
} expansion;

/* Configurations are the same that have the same arcs, the same tokens in O and the same
 * next token, whatever the order of the steps. */
static uint64_t signature_after(const expansion *e, const pl_dep_step *step)
{
    const pl_dep_task *s = e->beam->sentence;
    const pl_dep_config *c = &e->h->config;
    const pl_dep_move *m = &s->params->moves[step->move];
    uint64_t sum = c->signature;
    uint32_t n_o = c->n_o, next = c->next;
    if (pl_dep_is_arc(m)) {
        const pl_dep_node *left = e->view.o[step->i], *right = e->view.o[step->j];
        bool is_left = m->kind == PL_DEP_LEFT;
        sum +=
            pl_dep_arc_signature(is_left ? right->at : left->at,
                                 is_left ? left->at : right->at, step->label, m->reduces);
        n_o -= m->reduces;
    } else if (m->kind == PL_DEP_REDUCE) {
        sum += pl_dep_reduce_signature(e->view.o[step->i]->at);
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

/* Puts a candidate into the sorted list of the best. Of two that lead to the same
 * configuration only the better one stays. Equal scores keep their order. */
static void insert(pl_dep_beam *b, const pl_dep_candidate *c)
{
    uint32_t end = b->n_best;
    for (uint32_t i = 0; b->size > 1 && i < b->n_best; i++)
        if (b->best[i].signature == c->signature) {
            if (b->best[i].score >= c->score) {
                b->best[i].correct |= c->correct;
                return;
            }
            end = i;
            break;
        }
    bool correct = c->correct || (end < b->n_best && b->best[end].correct);
    if (end == b->n_best) {
        if (b->n_best < b->size)
            b->n_best++;
        else
            end = b->size - 1;
    }
    for (; end > 0 && b->best[end - 1].score < c->score; end--)
        b->best[end] = b->best[end - 1];
    b->best[end] = *c;
    b->best[end].correct = correct;
}

static void consider(expansion *e, const pl_dep_step *step, int64_t score, bool correct)
{
    pl_dep_beam *b = e->beam;
    pl_dep_candidate c = {score, e->from, false, correct, *step, 0};
    if (correct && (b->right.step.move == PL_NONE || score > b->right.score))
        b->right = c;
    if (b->n_best == b->size && score <= b->best[b->n_best - 1].score)
        return;
    if (b->size > 1)
        c.signature = signature_after(e, step);
    insert(b, &c);
}

/* The scores of a step's pair; the same pair is often asked for again at once. */
static const int32_t *scores_of(expansion *e, const pl_dep_step *step)
{
    const pl_dep_node *at[PL_DEP_N_PLACES];
    uint32_t distance = pl_dep_anchor(e->beam, &e->view, step, at);
    if (e->scores == NULL || at[PL_DEP_S0] != e->left || at[PL_DEP_N0] != e->right) {
        e->left = at[PL_DEP_S0];
        e->right = at[PL_DEP_N0];
        e->scores = pl_dep_scorer_pair(e->beam->scorer, at, distance);
    }
    return e->scores;
}

static void consider_arcs(expansion *e, uint32_t move, uint32_t i, uint32_t j)
{
    const pl_dep_beam *b = e->beam;
    const pl_dep_task *s = b->sentence;
    const pl_dep_move *m = &s->params->moves[move];
    if (!pl_dep_may(s, &e->view, m, i, j))
        return;
    bool is_left = m->kind == PL_DEP_LEFT;
    uint32_t head = e->view.o[is_left ? j : i]->at;
    uint32_t modifier = e->view.o[is_left ? i : j]->at;
    uint32_t gold_label = PL_NONE;
    if (b->gold != NULL && e->h->correct &&
        pl_dep_is_correct(s, b->gold, &e->view, m, i, j)) {
        gold_label = b->gold->labels[modifier];
        e->found_correct = true;
    }
    pl_dep_step step = {move, i, j, PL_NONE, 0};
    const pl_dep_actions *actions = &b->model->actions;
    const int32_t *scores = scores_of(e, &step);
    pl_dep_range r = pl_dep_actions_of(actions, move, head == s->root);
    for (uint32_t a = r.begin; a < r.end; a++) {
        step.action = a;
        step.label = actions->labels.at[a];
        bool correct = gold_label != PL_NONE && step.label == gold_label;
        int64_t score = e->h->score + scores[a];
        if (correct || b->n_best < b->size || score > b->best[b->n_best - 1].score)
            consider(e, &step, score, correct);
    }
}

static void consider_other(expansion *e, uint32_t move, uint32_t i)
{
    const pl_dep_beam *b = e->beam;
    const pl_dep_task *s = b->sentence;
    const pl_dep_move *m = &s->params->moves[move];
    if (!pl_dep_may(s, &e->view, m, i, 0))
        return;
    bool correct = false;
    if (b->gold != NULL && e->h->correct) {
        correct = m->kind == PL_DEP_SHIFT
                      ? !e->found_correct
                      : pl_dep_is_correct(s, b->gold, &e->view, m, i, 0);
        e->found_correct |= correct;
    }
    pl_dep_step step = {move, i, 0, PL_NONE, b->model->actions.first[move]};
    consider(e, &step, e->h->score + scores_of(e, &step)[step.action], correct);
}

/* All steps of one hypothesis: arcs, then REDUCE, then SHIFT, which is correct only if
 * none of the others was. */
static void expand(expansion *e)
{
    const pl_dep_params *p = e->beam->sentence->params;
    for (uint32_t j = 1; j < e->view.n; j++)
        for (uint32_t i = j + 1; i <= e->view.n && i - j <= p->D; i++)
            for (uint32_t k = 0; k < p->n_moves; k++)
                if (pl_dep_is_arc(&p->moves[k]))
                    consider_arcs(e, k, i, j);
    for (uint32_t k = 0; k < p->n_moves; k++)
        for (uint32_t i = 1; p->moves[k].kind == PL_DEP_REDUCE && i <= e->view.n; i++)
            consider_other(e, k, i);
    for (uint32_t k = 0; k < p->n_moves; k++)
        if (p->moves[k].kind == PL_DEP_SHIFT)
            consider_other(e, k, 0);
}

bool pl_dep_beam_expand(pl_dep_beam *b)
{
    b->n_best = 0;
    b->right.step.move = PL_NONE;
    for (uint32_t h = 0; h < b->n; h++) {
        const pl_dep_hypothesis *now = &b->now[h];
        if (pl_dep_is_final(b->sentence, &now->config)) {
            pl_dep_candidate idle = {
                now->score,   h,   true,
                now->correct, {0}, pl_mix(now->config.signature + now->config.next)};
            if (now->correct &&
                (b->right.step.move == PL_NONE || now->score > b->right.score))
                b->right = idle;
            if (b->n_best < b->size || now->score > b->best[b->n_best - 1].score)
                insert(b, &idle);
            continue;
        }
        expansion e = {b,     h,    now,  pl_dep_look(b->sentence, &now->config, b->o),
                       false, NULL, NULL, NULL};
        expand(&e);
    }
    return b->n_best > 0;
}

void pl_dep_beam_advance(pl_dep_beam *b)
{
    for (uint32_t i = 0; i < b->n_best; i++) {
        const pl_dep_candidate *c = &b->best[i];
        b->next[i] = b->now[c->from];
        b->next[i].score = c->score;
        b->next[i].correct = c->correct;
        if (!c->idle)
            pl_dep_apply(b->sentence, &b->next[i].config, &c->step);
    }
    pl_dep_hypothesis *swap = b->now;
    b->now = b->next;
    b->next = swap;
    b->n = b->n_best;
}
