/* The parser; see parser.h. */
#include "parser/parser.h"

#include "base/alloc.h"

#include <stdlib.h>

struct pl_parser {
    const pl_model *model;
    pl_beam beam;
    pl_arena arena;
    pl_task sentence;
    pl_values values;
    uint32_t *ranks; /* [beam] hypotheses with different trees, best first */
};

pl_parser *pl_parser_new(const pl_model *model, uint32_t beam)
{
    pl_parser *p = pl_alloc_zero(1, sizeof *p);
    p->model = model;
    pl_beam_init(&p->beam, &model->deriver.inventory, &model->features, beam);
    p->ranks = pl_alloc_zero(beam, sizeof *p->ranks);
    return p;
}

void pl_parser_free(pl_parser *p)
{
    if (p == NULL)
        return;
    pl_beam_release(&p->beam);
    pl_arena_release(&p->arena);
    free(p->ranks);
    free(p);
}

static void start(pl_parser *p, const pl_tree *t)
{
    const pl_labelset *labels = &p->model->deriver.labels;
    pl_arena_reset(&p->arena);
    uint32_t *words = pl_arena_alloc(&p->arena, t->n_tokens * sizeof *words);
    uint32_t *tags = pl_arena_alloc(&p->arena, t->n_tokens * sizeof *tags);
    pl_vocab_values(&p->model->vocab, t, words, tags);
    p->values = (pl_values){words, tags, t->n_tokens, (uint32_t)labels->entries.n};
    pl_task_start(&p->sentence, &p->arena, labels, t->n_tokens);
    pl_scorer_start(p->beam.scorer, pl_compact_weights(p->model->weights), &p->arena,
                    &p->values);
}

static void build(const pl_parser *p, uint32_t hypothesis, pl_tree *t)
{
    pl_deriver_build(&p->model->deriver, &p->beam.now[hypothesis].config, t);
}

/* Binarizations that differ can be of the same tree: only the best of these counts. */
static uint32_t rank(pl_parser *p, const pl_tree *sentence, uint32_t wanted)
{
    uint32_t n = 0;
    pl_tree **trees = pl_arena_alloc(&p->arena, wanted * sizeof *trees);
    for (uint32_t h = 0; h < p->beam.n && n < wanted; h++) {
        pl_tree *t = pl_tree_copy(sentence, &p->arena);
        build(p, h, t);
        bool known = false;
        for (uint32_t i = 0; i < n && !known; i++)
            known = pl_tree_equal(t, trees[i], false, NULL, 0);
        if (!known) {
            trees[n] = t;
            p->ranks[n++] = h;
        }
    }
    return n;
}

uint32_t pl_parser_run(pl_parser *p, const pl_tree *sentence, uint32_t n)
{
    if (sentence->n_tokens == 0)
        return 0;
    start(p, sentence);
    pl_beam_start(&p->beam, &p->sentence);
    while (!pl_beam_done(&p->beam))
        pl_beam_step(&p->beam, PL_NONE, NULL);
    p->ranks[0] = 0;
    return n > 1 ? rank(p, sentence, n) : n;
}

double pl_parser_score(const pl_parser *p, uint32_t i)
{
    return (double)p->beam.now[p->ranks[i]].score / PL_COMPACT_SCALE;
}

void pl_parser_tree(const pl_parser *p, uint32_t i, pl_tree *sentence)
{
    build(p, p->ranks[i], sentence);
}

/* The best permitted action that is not `chosen`; PL_NONE if there is no other. */
static uint32_t second_best(const pl_inventory *inv, const pl_config *c,
                            const int32_t *scores, uint32_t chosen)
{
    uint32_t best = PL_NONE;
    for (size_t i = 0; i < inv->groups.n; i++) {
        const pl_group *g = &inv->groups.at[i];
        if (!pl_may(inv, c, g))
            continue;
        for (uint32_t a = g->first; a < g->first + g->n; a++)
            if (a != chosen && (best == PL_NONE || scores[a] > scores[best]))
                best = a;
    }
    return best;
}

static void put_action(const pl_parser *p, uint32_t action, int32_t score, pl_str *out)
{
    const pl_deriver *d = &p->model->deriver;
    pl_str_putc(out, '\t');
    if (action == PL_NONE) {
        pl_str_puts(out, "-\t-");
        return;
    }
    pl_action_print(d->system, &d->labels, d->inventory.actions.at[action], out);
    pl_str_printf(out, "\t%.2f", (double)score / PL_COMPACT_SCALE);
}

void pl_parser_explain(pl_parser *p, uint32_t i, pl_str *out)
{
    const pl_inventory *inv = &p->model->deriver.inventory;
    const pl_trace *trace = p->beam.now[p->ranks[i]].trace;
    uint32_t n = trace != NULL ? trace->length : 0;
    uint32_t *actions = pl_arena_alloc(&p->arena, n * sizeof *actions);
    pl_trace_actions(trace, actions);
    pl_config c = pl_config_start(&p->sentence);
    for (uint32_t k = 0; k < n; k++) {
        const pl_config *one = &c;
        const int32_t *scores = pl_scorer_step(p->beam.scorer, &one, 1)[0];
        uint32_t other = second_best(inv, &c, scores, actions[k]);
        pl_str_printf(out, "%u", k + 1);
        put_action(p, actions[k], scores[actions[k]], out);
        put_action(p, other, other != PL_NONE ? scores[other] : 0, out);
        pl_str_putc(out, '\n');
        pl_apply(inv, &c, inv->actions.at[actions[k]]);
    }
}
