/* Parsing with a dependency model; see parser.h. */
#include "parser/dep_parser.h"

#include "base/alloc.h"
#include "parser/dep_beam.h"
#include "parser/dep_easy.h"

#include <stdlib.h>

/* With all tokens active, a step of the beam costs time and memory for every word; from
 * so many words on the sentence is parsed greedily. */
enum { LONG = 500 };

struct pl_dep_parser {
    const pl_dep_model *model;
    pl_dep_beam beam;
    pl_dep_easy *easy; /* takes the beam's place where it can; else NULL */
    bool greedy;       /* it has done so for this sentence */
    int64_t easy_score;
    pl_arena arena;
    pl_dep_task sentence;
    pl_dep_values values;
    uint32_t *heads, *labels; /* [n] of the tree being made, in the arena */
};

pl_dep_parser *pl_dep_parser_new(const pl_dep_model *model, uint32_t beam)
{
    pl_dep_parser *p = pl_alloc_zero(1, sizeof *p);
    p->model = model;
    pl_dep_beam_init(&p->beam, model, beam);
    if (pl_dep_easy_fits(&model->params))
        p->easy = pl_dep_easy_new(model);
    return p;
}

void pl_dep_parser_free(pl_dep_parser *p)
{
    if (p == NULL)
        return;
    pl_dep_beam_release(&p->beam);
    pl_dep_easy_free(p->easy);
    pl_arena_release(&p->arena);
    free(p);
}

static void start(const pl_dep_parser *p, pl_dep_beam *b)
{
    pl_dep_beam_start(b, &p->sentence, NULL, pl_compact_weights(p->model->weights),
                      &p->values);
}

static void search(pl_dep_parser *p)
{
    pl_dep_beam *b = &p->beam;
    start(p, b);
    while (!pl_dep_beam_done(b) && pl_dep_beam_expand(b))
        pl_dep_beam_advance(b);
}

uint32_t pl_dep_parser_run(pl_dep_parser *p, const pl_tree *sentence, uint32_t n)
{
    pl_arena_reset(&p->arena);
    if (sentence->n_tokens == 0)
        return 0;
    pl_dep_task_start(&p->sentence, &p->model->params, &p->arena, sentence->n_tokens);
    p->values = pl_dep_model_values(p->model, sentence, &p->arena);
    p->heads = pl_arena_alloc(&p->arena, p->sentence.n * sizeof *p->heads);
    p->labels = pl_arena_alloc(&p->arena, p->sentence.n * sizeof *p->labels);
    p->greedy = p->easy != NULL && (p->beam.size == 1 || sentence->n_tokens > LONG);
    if (p->greedy) {
        p->easy_score =
            pl_dep_easy_run(p->easy, &p->sentence, &p->values, p->heads, p->labels);
        return n > 0 ? 1 : 0;
    }
    search(p);
    return n < p->beam.n ? n : p->beam.n;
}

double pl_dep_parser_score(const pl_dep_parser *p, uint32_t i)
{
    int64_t score = p->greedy ? p->easy_score : p->beam.now[i].score;
    return (double)score / PL_COMPACT_SCALE;
}

/* -- trees -------------------------------------------------------------------------- */

/* A relation for arcs from the root, or from a word. */
static uint32_t some_label(const pl_dep_parser *p, bool from_root)
{
    const pl_dep_params *params = &p->model->params;
    for (uint32_t k = 0; k < params->n_moves; k++) {
        pl_dep_range r = pl_dep_actions_of(&p->model->actions, k, from_root);
        if (pl_dep_is_arc(&params->moves[k]) && r.begin < r.end)
            return p->model->actions.labels.at[r.begin];
    }
    return 0;
}

/* The one word that depends on the root: the first that does, else the first without
 * head. */
static uint32_t main_word(const pl_dep_parser *p)
{
    uint32_t n = p->sentence.n, root = p->sentence.root, first = PL_NONE;
    for (uint32_t i = 0; i < n; i++)
        if (i != root && p->heads[i] == root)
            return i;
    for (uint32_t i = 0; i < n && first == PL_NONE; i++)
        if (i != root && p->heads[i] == PL_NONE)
            first = i;
    return first;
}

/* Words without head get one, and where one word alone may depend on the root the others
 * that do depend on it. */
static void mend(pl_dep_parser *p)
{
    uint32_t n = p->sentence.n, root = p->sentence.root, top = main_word(p);
    for (uint32_t i = 0; i < n; i++) {
        bool extra = p->model->params.single_root && i != top;
        if (i == root || (p->heads[i] != PL_NONE && !(extra && p->heads[i] == root)))
            continue;
        p->heads[i] = extra ? top : root;
        p->labels[i] = some_label(p, !extra);
    }
}

static void read_arcs(pl_dep_parser *p, uint32_t i)
{
    for (uint32_t k = 0; k < p->sentence.n; k++)
        p->heads[k] = PL_NONE;
    for (const pl_dep_trace *t = p->beam.now[i].config.trace; t != NULL; t = t->before)
        if (t->modifier != PL_NONE) { /* of several heads the first one given counts */
            p->heads[t->modifier] = t->head;
            p->labels[t->modifier] = t->step.label;
        }
}

void pl_dep_parser_tree(const pl_dep_parser *parser, uint32_t i, pl_tree *sentence)
{
    pl_dep_parser *p = (pl_dep_parser *)parser; /* its scratch arrays */
    uint32_t first = p->sentence.root == 0 ? 1 : 0;
    if (!p->greedy)
        read_arcs(p, i);
    mend(p);
    for (uint32_t k = 0; k < sentence->n_tokens; k++) {
        pl_token *t = &sentence->tokens[k];
        uint32_t head = p->heads[k + first];
        t->head = head == p->sentence.root ? PL_ROOT_HEAD : head - first;
        t->deprel = p->model->labels.at[p->labels[k + first]];
    }
    pl_tree_drop_deps(sentence);
    sentence->has_deps = true;
}

/* -- explanations ------------------------------------------------------------------- */

static void put_step(const pl_dep_parser *p, const pl_dep_step *step, int64_t score,
                     pl_str *out)
{
    uint32_t label = step->label;
    pl_str_putc(out, '\t');
    pl_dep_step_print(&p->model->params, step,
                      label != PL_NONE ? p->model->labels.at[label] : NULL, out);
    pl_str_printf(out, "\t%.2f", (double)score / PL_COMPACT_SCALE);
}

/* One line: the step at the configuration in `two`, a beam that holds this one and has
 * room for the two best steps from it. */
static void explain_step(const pl_dep_parser *p, pl_dep_beam *two, const pl_dep_trace *t,
                         pl_str *out)
{
    const pl_dep_node *at[PL_DEP_N_PLACES];
    pl_dep_view v = pl_dep_look(&p->sentence, &two->now[0].config, two->o);
    uint32_t distance = pl_dep_anchor(two, &v, &t->step, at);
    pl_str_printf(out, "%u", t->length);
    put_step(p, &t->step, pl_dep_scorer_pair(two->scorer, at, distance)[t->step.action],
             out);
    pl_dep_beam_expand(two);
    uint32_t other = pl_dep_same_step(&two->best[0].step, &t->step) ? 1 : 0;
    if (other < two->n_best)
        put_step(p, &two->best[other].step, two->best[other].score, out);
    else
        pl_str_puts(out, "\t-\t-");
    uint32_t first = p->sentence.root == 0 ? 0 : 1;
    if (t->modifier != PL_NONE && t->head == p->sentence.root)
        pl_str_printf(out, "\troot -> %u", t->modifier + first);
    else if (t->modifier != PL_NONE)
        pl_str_printf(out, "\t%u -> %u", t->head + first, t->modifier + first);
    pl_str_putc(out, '\n');
}

void pl_dep_parser_explain(pl_dep_parser *p, uint32_t i, pl_str *out)
{
    if (p->greedy && p->beam.size > 1) {
        pl_str_printf(out, "# more than %d words: parsed greedily\n", LONG);
        return;
    }
    if (p->greedy)
        search(p); /* the same steps, with their places in O */
    const pl_dep_trace *last = p->beam.now[i].config.trace;
    uint32_t n = last != NULL ? last->length : 0;
    const pl_dep_trace **all = pl_arena_alloc(&p->arena, (n + 1) * sizeof *all);
    for (const pl_dep_trace *t = last; t != NULL; t = t->before)
        all[t->length - 1] = t;
    pl_dep_beam two;
    pl_dep_beam_init(&two, p->model, 2);
    start(p, &two);
    for (uint32_t k = 0; k < n; k++) {
        explain_step(p, &two, all[k], out);
        pl_dep_apply(&p->sentence, &two.now[0].config, &all[k]->step);
    }
    pl_dep_beam_release(&two);
}
