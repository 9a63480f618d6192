/* A small network and a treebank for it to learn. */
#pragma once

#include "unit.h"

#include "format/source.h"
#include "parser/model.h"
#include "train/gold_trees.h"
#include "train/net_trainer.h"

static const pl_net_trainer_options net_toy_options = {
    .sizes = {16, 2, 8, 12, 0, 24, 2, 32, 8, 0},
    .pass = {.tasks = 0.3, .arcs = 0.3},
    .batch = 5,
    .epochs = 3,
    .rate = 0.02,
    .clip = 20,
    .keep = 0.9,
    .seed = 1,
    .threads = 1,
};

typedef struct net_toy {
    pl_gold_trees gold;
    pl_model model;
    pl_trainer *trainer;
} net_toy;

static inline void net_toy_read(pl_gold_trees *g, const pl_machine_ops *ops,
                                const char *path)
{
    pl_error err;
    pl_source *s = pl_source_open(&path, 1, NULL, &err);
    if (s == NULL || pl_gold_trees_read(g, ops, s, &err) < 0)
        fail_msg("%s", err.text);
    pl_source_close(s);
}

/* All but the learning, from the first n sentences of a treebank. */
static inline void net_toy_start(net_toy *t, const char *system, const char *path,
                                 size_t n, const pl_net_trainer_options *o)
{
    pl_error err;
    pl_machine_options plain = {0};
    pl_machine *m = pl_machine_new(system, &plain, &err);
    *t = (net_toy){0};
    assert_non_null(m);
    t->model.transitions = pl_transitions_new(m);
    net_toy_read(&t->gold, m->ops, path);
    t->gold.trees.n = n < t->gold.trees.n ? n : t->gold.trees.n;
    t->gold.keep_functions = true;
    assert_int_equal(pl_gold_trees_mark(&t->gold, "negra", &err), 0);
    assert_int_equal(pl_gold_trees_show(&t->gold, m, &err), 0);
    t->trainer = pl_net_trainer_new(t->model.transitions, o);
    for (size_t i = 0; i < t->gold.trees.n; i++)
        pl_net_trainer_look(t->trainer, t->gold.trees.at[i]);
    pl_gold_trees_show_functions(&t->gold, true);
    for (size_t i = 0; i < t->gold.trees.n; i++)
        pl_net_trainer_add(t->trainer, t->gold.trees.at[i]);
    pl_net_trainer_ready(t->trainer);
}

/* Learns some epochs; the loss of the last. */
static inline double net_toy_learn(net_toy *t, uint32_t epochs)
{
    pl_epoch e = {0};
    for (uint32_t i = 0; i < epochs; i++)
        assert_true(pl_trainer_epoch(t->trainer, &e));
    pl_trainer_average(t->trainer);
    return e.loss;
}

static inline void net_toy_release(net_toy *t)
{
    pl_trainer_free(t->trainer);
    pl_model_release(&t->model);
    pl_gold_trees_release(&t->gold);
}
