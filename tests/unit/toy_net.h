/* A small network with random weights over random trees, for the tests of what parses with
 * networks. */
#ifndef PL_TESTS_TOY_NET_H
#define PL_TESTS_TOY_NET_H

#include "unit.h"

#include "parser/model.h"
#include "parser/net_encode.h"

#include <string.h>

enum { TOY_SENTENCES = 24 };

typedef struct toy_net {
    pl_arena arena;
    pl_model model;
    pl_net *net; /* of the model */
    pl_tree *trees[TOY_SENTENCES];
    pl_real *weights; /* of the first member */
} toy_net;

/* Weights that are large enough for the network to have opinions. */
static inline pl_real *toy_weights(const pl_network *l, uint64_t seed)
{
    pl_real *w = malloc(l->n_weights * sizeof *w);
    pl_network_draw(l, w, seed);
    for (size_t i = l->tagger.w; i < l->n_weights; i++)
        w[i] *= 4;
    for (size_t i = l->words; i < l->shapes; i++)
        w[i] *= 6;
    return w;
}

/* Dependencies over words that differ. */
static inline pl_tree *toy_deps(pl_arena *m, pl_rng *rng, uint32_t n)
{
    static const char *const relations[] = {"sb", "oa", "mo"};
    pl_tree *t = random_deps(m, rng, n, UINT32_MAX);
    for (uint32_t i = 0; i < n; i++) {
        pl_token *token = &t->tokens[i];
        token->word = pl_arena_printf(m, "w%u", pl_rng_below(rng, 20));
        token->deprel = token->head == PL_ROOT_HEAD ? "root" : relations[pl_rng_below(rng, 3)];
        t->nodes[i].label = "T";
    }
    return t;
}

static inline pl_machine *toy_net_machine(toy_net *t, const char *system)
{
    pl_error err;
    pl_machine_options o = {0};
    pl_rng rng = {5};
    pl_machine *m = pl_machine_new(system, &o, &err);
    for (uint32_t i = 0; i < TOY_SENTENCES; i++) {
        uint32_t n = i == 0 ? 60 : 1 + pl_rng_below(&rng, 16);
        t->trees[i] = m->ops->constituents ? random_tree(&t->arena, &rng, n)
                                           : toy_deps(&t->arena, &rng, n);
        t->trees[i]->nodes[0].morph = "m1";
        m->ops->look(m, t->trees[i]);
    }
    for (uint32_t i = 0; i < TOY_SENTENCES; i++)
        m->ops->add(m, t->trees[i], &t->arena);
    assert_int_equal(m->ops->finish(m, &err), 0);
    return m;
}

static inline pl_net_vocab toy_vocab(toy_net *t)
{
    static const char *const functions[] = {"", "SB", "OA", "HD"}, *const morphs[] = {"", "m1", "m2"};
    pl_net_census c = {0};
    pl_net_vocab v = {0};
    for (uint32_t i = 0; i < TOY_SENTENCES; i++)
        pl_net_census_tree(&c, t->trees[i]);
    pl_net_vocab_make(&v, &c);
    pl_net_census_release(&c);
    pl_intern_add(&v.tags, "");
    for (uint32_t i = 0; i < t->trees[0]->n_tokens; i++)
        pl_intern_add(&v.tags, t->trees[0]->nodes[i].label);
    for (int i = 0; i < 4; i++)
        pl_intern_add(&v.functions, functions[i]);
    for (int i = 0; i < 3; i++)
        pl_intern_add(&v.morphs, morphs[i]);
    return v;
}

static inline void toy_net_init(toy_net *t, const char *system, uint32_t tag, uint32_t n_members)
{
    static const pl_net_sizes sizes = {12, 4, 6, 9, 0, 20, 2, 24, 6, 0};
    *t = (toy_net){0};
    pl_net_sizes z = sizes;
    z.tag = tag;
    pl_machine *m = toy_net_machine(t, system);
    pl_net_vocab v = toy_vocab(t);
    t->model.transitions = pl_transitions_new(m);
    t->net = t->model.transitions->net = pl_net_new(m, &z, &v, n_members);
    for (uint32_t i = n_members; i-- > 0;) {
        free(t->weights);
        t->weights = toy_weights(pl_net_layout(t->net), 3 + i);
        pl_net_set(t->net, i, t->weights);
    }
    pl_about_set(&t->model.about, "system", "%s", system);
    m->ops->describe(m, &t->model.about);
}

static inline void toy_net_release(toy_net *t)
{
    pl_model_release(&t->model);
    free(t->weights);
    pl_arena_release(&t->arena);
}

/* The words of a tree alone. */
static inline pl_tree *toy_words(const pl_tree *from, pl_arena *m)
{
    pl_tree *t = pl_tree_new(m, from->n_tokens);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        t->tokens[i].word = from->tokens[i].word;
    return t;
}

#endif
