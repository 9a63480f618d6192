/* Scores on the dev treebank while training: parsed as `pleach parse` parses; see
 * training.h. */
#include "train/training.h"

#include "base/alloc.h"
#include "base/parallel.h"
#include "eval/deps.h"
#include "eval/brackets.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { AT_ONCE = 16 }; /* sentences, which networks read together */

/* What the threads share: each has a state and an arena of its own. */
typedef struct work {
    pl_training *training;
    const pl_gold_trees *gold;
    pl_model_state **states;
    pl_arena *arenas;
    pl_tree **parsed; /* [gold->trees.n] */
    atomic_bool stopped;
} work;

/* The caller's thread asks now and then whether to go on. */
static void parse_some(void *context, unsigned thread, size_t part)
{
    work *w = context;
    pl_train_report r = {.stage = PL_TRAIN_SCORING,
                         .epoch = w->training->trainer->epochs};
    if (thread == 0) {
        pl_training_report(w->training, &r);
        atomic_store(&w->stopped, w->training->stopped);
    }
    if (atomic_load(&w->stopped))
        return;
    pl_model_state *s = w->states[thread];
    size_t first = part * AT_ONCE, n = w->gold->trees.n - first;
    pl_tree **parsed = w->parsed + first;
    n = n < AT_ONCE ? n : AT_ONCE;
    for (size_t i = 0; i < n; i++)
        parsed[i] = pl_tree_copy(w->gold->trees.at[first + i], &w->arenas[thread]);
    pl_model_prepare(s, parsed, (uint32_t)n);
    for (size_t i = 0; i < n; i++)
        if (pl_model_run(s, parsed[i], 1) > 0)
            pl_model_tree(s, 0, parsed[i]);
}

/* -- brackets and arcs --------------------------------------------------------------- */

static int score_brackets(pl_training *t, const work *w, double *decides, pl_error *err)
{
    pl_eval_params params;
    pl_eval e;
    if (pl_eval_params_load(&params, "proper", err) < 0)
        return -1;
    pl_eval_init(&e, &params);
    int status = 0;
    for (size_t i = 0; status == 0 && i < t->dev.trees.n; i++)
        status = pl_eval_add(&e, t->dev.trees.at[i], w->parsed[i], err);
    t->scores[0] = (pl_train_score){"F1", pl_f1(&e.all.brackets)};
    t->scores[1] = (pl_train_score){"discontinuous", pl_f1(&e.all.disc)};
    t->scores[2] = (pl_train_score){"exact", pl_exact(&e.all.brackets)};
    *decides = t->scores[0].value;
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    return status;
}

static int score_arcs(pl_training *t, const work *w, double *decides, pl_error *err)
{
    bool universal = t->dev.universal; /* the rules for files, see eval_files.c */
    pl_deps d = {.names.universal = universal};
    int status = 0;
    for (size_t i = 0; status == 0 && i < t->dev.trees.n; i++)
        status = pl_deps_add(&d, t->dev.trees.at[i], w->parsed[i], false, err);
    if (status == 0)
        status = pl_deps_finish(&d, err);
    const pl_dep_counts *c = universal ? &d.all : &d.no_punct;
    t->scores[0] = (pl_train_score){"UAS", pl_dep_score(&d, c, c->heads)};
    t->scores[1] = (pl_train_score){"LAS", pl_dep_score(&d, c, c->both)};
    t->scores[2] = (pl_train_score){"crossing", pl_percent(d.crossing_right, d.crossing)};
    *decides = t->scores[1].value;
    pl_deps_release(&d);
    return status;
}

int pl_training_score(pl_training *t, double *decides, pl_error *err)
{
    pl_pool *pool = pl_pool_new(t->options->threads);
    unsigned n = pl_pool_threads(pool);
    work w = {.training = t,
              .gold = &t->dev,
              .states = pl_alloc_zero(n, sizeof *w.states),
              .arenas = pl_alloc_zero(n, sizeof *w.arenas),
              .parsed = pl_alloc_zero(t->dev.trees.n, sizeof *w.parsed)};
    for (unsigned i = 0; i < n; i++)
        w.states[i] = pl_model_state_new(&t->model);
    pl_pool_run(pool, (t->dev.trees.n + AT_ONCE - 1) / AT_ONCE, parse_some, &w);
    int status = t->stopped ? 0
                 : pl_model_gives_constituents(&t->model)
                     ? score_brackets(t, &w, decides, err)
                     : score_arcs(t, &w, decides, err);
    for (unsigned i = 0; i < n; i++) {
        pl_model_state_free(w.states[i]);
        pl_arena_release(&w.arenas[i]);
    }
    free(w.states);
    free(w.arenas);
    free(w.parsed);
    pl_pool_free(pool);
    return status;
}

void pl_training_note_scores(pl_training *t)
{
    static const struct {
        const char *name, *key;
    } keys[] = {{"F1", "dev-f1"},
                {"discontinuous", "dev-disc-f1"},
                {"exact", "dev-exact"},
                {"UAS", "dev-uas"},
                {"LAS", "dev-las"}};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            if (t->scores[i].name == keys[k].name)
                pl_about_set(&t->model.about, keys[k].key, "%.2f", t->scores[i].value);
}
