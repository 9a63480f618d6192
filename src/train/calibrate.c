/* How sure the model may be of what it builds is learned on the dev treebank, once its
 * weights are final; see parser/confidence.h and training.h. */
#include "train/training.h"

#include "base/alloc.h"
#include "base/parallel.h"
#include "eval/brackets.h"
#include "learn/logistic.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The parse of a dev sentence with its signals, and its words with tags of the network; tree
 * NULL, tagged NULL: there are none. */
typedef struct judged {
    pl_tree *tree, *tagged;
    pl_signals *signals;     /* [n_nodes] of tree */
    pl_signals *tag_signals; /* [n_tokens] of tagged */
    pl_signals whole;
} judged;

/* What the threads share: each has a state and an arena of its own. */
typedef struct work {
    pl_training *training;
    const pl_gold_trees *gold;
    pl_model_state **states;
    pl_arena *arenas;
    judged *all; /* [gold->trees.n] */
    atomic_bool stopped;
} work;

/* Examples of one kind. */
typedef struct examples {
    PL_VEC(pl_signals) signals;
    PL_VEC(uint8_t) right;
} examples;

/* The caller's thread asks now and then whether to go on. */
static bool goes_on(work *w, unsigned thread)
{
    pl_train_report r = {.stage = PL_TRAIN_SCORING,
                         .epoch = w->training->trainer->epochs};
    if (thread == 0) {
        pl_training_report(w->training, &r);
        atomic_store(&w->stopped, w->training->stopped);
    }
    return !atomic_load(&w->stopped);
}

static void tag_one(pl_model_state *s, const pl_tree *gold, judged *j, pl_arena *m)
{
    pl_tree *t = pl_tree_copy(gold, m);
    j->tag_signals = PL_NEW_ARRAY(m, pl_signals, t->n_tokens);
    j->tagged = pl_model_tag_signals(s, t, j->tag_signals) ? t : NULL;
}

static void parse_one(void *context, unsigned thread, size_t part)
{
    work *w = context;
    if (!goes_on(w, thread))
        return;
    judged *j = &w->all[part];
    pl_model_state *s = w->states[thread];
    pl_arena *m = &w->arenas[thread];
    tag_one(s, w->gold->trees.at[part], j, m);
    pl_tree *t = pl_tree_copy(w->gold->trees.at[part], m);
    if (pl_model_run(s, t, 1) == 0)
        return;
    pl_model_tree(s, 0, t);
    j->signals = PL_NEW_ARRAY(m, pl_signals, t->n_nodes);
    if (pl_model_signals(s, 0, t, j->signals) && pl_model_whole(s, t, &j->whole))
        j->tree = t;
}

static void add(examples *e, const pl_signals *signals, bool right)
{
    PL_PUSH(&e->signals, *signals);
    PL_PUSH(&e->right, right);
}

/* -- which are right ---------------------------------------------------------------- */

static int judge_brackets(const work *w, examples *nodes, examples *trees, pl_error *err)
{
    pl_eval_params params;
    pl_eval e;
    if (pl_eval_params_load(&params, "proper", err) < 0)
        return -1;
    pl_eval_init(&e, &params);
    int status = 0;
    for (size_t i = 0; status == 0 && i < w->gold->trees.n; i++) {
        const judged *j = &w->all[i];
        if (j->tree == NULL)
            continue;
        status = pl_eval_add(&e, w->gold->trees.at[i], j->tree, err);
        for (size_t k = 0; status == 0 && k < e.pair.candidate.brackets.n; k++) {
            const pl_bracket *b = &e.pair.candidate.brackets.at[k];
            add(nodes, &j->signals[b->node], b->match != PL_NONE);
        }
        if (status == 0)
            add(trees, &j->whole, e.last.brackets.exact > 0);
    }
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    return status;
}

static void judge_arcs(const work *w, examples *arcs, examples *trees)
{
    for (size_t i = 0; i < w->gold->trees.n; i++) {
        const judged *j = &w->all[i];
        bool all = j->tree != NULL;
        for (uint32_t k = 0; j->tree != NULL && k < j->tree->n_tokens; k++) {
            const pl_token *a = &w->gold->trees.at[i]->tokens[k],
                           *b = &j->tree->tokens[k];
            bool right = a->head == b->head && pl_same_text(a->deprel, b->deprel);
            add(arcs, &j->signals[k], right);
            all = all && right;
        }
        if (j->tree != NULL)
            add(trees, &j->whole, all);
    }
}

static void judge_tags(const work *w, examples *tags)
{
    for (size_t i = 0; i < w->gold->trees.n; i++) {
        const pl_tree *gold = w->gold->trees.at[i], *t = w->all[i].tagged;
        for (uint32_t k = 0; t != NULL && k < t->n_tokens; k++)
            add(tags, &w->all[i].tag_signals[k],
                pl_same_text(gold->nodes[k].label, t->nodes[k].label));
    }
}

/* -- the whole ------------------------------------------------------------------------ */

static void parse_all(pl_training *t, work *w, pl_pool *pool)
{
    unsigned n = pl_pool_threads(pool);
    for (unsigned i = 0; i < n; i++)
        w->states[i] = pl_model_state_new(&t->model);
    pl_pool_run(pool, t->dev.trees.n, parse_one, w);
    for (unsigned i = 0; i < n; i++)
        pl_model_state_free(w->states[i]);
}

static void fit(pl_training *t, int kind, const examples *e)
{
    pl_calibration *c = &t->model.calibration;
    if (e->right.n > 0)
        pl_logistic_fit(e->signals.at[0].x, e->right.at, e->right.n, PL_N_SIGNALS,
                        c->weights[kind]);
    pl_calibration_describe(c, kind, &t->model.about);
}

static int learn(pl_training *t, const work *w, pl_error *err)
{
    bool nodes = pl_model_gives_constituents(&t->model);
    examples parts = {0}, trees = {0}, tags = {0};
    int status = 0;
    if (nodes)
        status = judge_brackets(w, &parts, &trees, err);
    else
        judge_arcs(w, &parts, &trees);
    judge_tags(w, &tags);
    if (status == 0) {
        fit(t, nodes ? PL_SURE_NODES : PL_SURE_ARCS, &parts);
        fit(t, PL_SURE_TREES, &trees);
    }
    if (status == 0 && tags.right.n > 0)
        fit(t, PL_SURE_TAGS, &tags);
    PL_VEC_RELEASE(&parts.signals, &trees.signals, &tags.signals);
    PL_VEC_RELEASE(&parts.right, &trees.right, &tags.right);
    return status;
}

int pl_training_calibrate(pl_training *t, pl_error *err)
{
    pl_pool *pool = pl_pool_new(t->options->threads);
    unsigned n = pl_pool_threads(pool);
    work w = {.training = t,
              .gold = &t->dev,
              .states = pl_alloc_zero(n, sizeof *w.states),
              .arenas = pl_alloc_zero(n, sizeof *w.arenas),
              .all = pl_alloc_zero(t->dev.trees.n, sizeof *w.all)};
    t->model.settings.confidence = true;
    pl_model_calibrate(&t->model, &(pl_str){0});
    parse_all(t, &w, pool);
    t->model.settings.confidence = false;
    int status = t->stopped ? 0 : learn(t, &w, err);
    for (unsigned i = 0; i < n; i++)
        pl_arena_release(&w.arenas[i]);
    free(w.states);
    free(w.arenas);
    free(w.all);
    pl_pool_free(pool);
    return status;
}
