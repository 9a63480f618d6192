/* One pass of a few sentences through a network and back: the loss, and the terms of its
 * gradient.
 *
 *     pl_net_pass *p = pl_net_pass_new(&network, &spellings, NULL, &options);
 *     loss = pl_net_pass_run(p, weights, sentences, n, 1, seed, true);
 *     pl_gradient_add(pl_net_pass_terms(p), 1, gradient, pool);
 *
 * The same sentences, weights and seed give the same bytes. */
#pragma once

#include "parser/net_vectors.h"
#include "parser/network.h"

/* A sentence to learn from, as numbers. PL_NONE in a list of answers: none is known. */
typedef struct pl_net_example {
    uint32_t n_words;
    const uint32_t *words;   /* numbers of forms, 0: unknown */
    const uint32_t *counts;  /* how often training saw the form */
    const uint32_t *vectors; /* numbers of vectors from elsewhere */
    const uint8_t *shapes;
    const uint32_t *spellings; /* numbers in the list of spellings */
    const uint32_t *tags, *morphs, *coarse, *functions;
    const uint32_t *heads,
        *relations; /* a word without head has itself; NULL: not known */
    uint32_t n_views[PL_N_NET_SCORERS];
    const pl_net_view *views[PL_N_NET_SCORERS];
    const uint32_t *actions[PL_N_NET_SCORERS]; /* the right one at each view */
    const uint32_t *node_functions;            /* at the views of labels */
} pl_net_example;

/* The letters of all forms, one after the other. */
typedef struct pl_spellings {
    PL_VEC(uint32_t) letters;
    PL_VEC(uint32_t) ends; /* where each form ends */
} pl_spellings;

typedef struct pl_net_options {
    double dropout; /* between all layers */
    double
        word_dropout; /* a form that was seen n times is unknown with this / (this + n) */
    double smoothing;
    double tasks; /* weight of each other task beside the actions */
    double arcs;  /* weight of heads and relations */
} pl_net_options;

typedef struct pl_net_pass pl_net_pass;

/* `vectors` may be NULL where the network reads none. */
pl_net_pass *pl_net_pass_new(const pl_network *n, const pl_spellings *spellings,
                             const pl_net_vectors *vectors, const pl_net_options *o);
void pl_net_pass_free(pl_net_pass *p); /* NULL is fine */
/* From now on uses (and keeps) factors that passes with the same weights share. */
void pl_net_pass_share(pl_net_pass *p, pl_factors *f);
/* Returns the loss of all sentences, times `scale`. If it learns, some numbers are dropped
 * and the terms of the gradient are listed. */
double pl_net_pass_run(pl_net_pass *p, const pl_real *weights,
                       const pl_net_example *const *sentences, uint32_t n, double scale,
                       uint64_t seed, bool learns);
/* The terms of the last call; what they point to is valid until the next one. */
const pl_terms *pl_net_pass_terms(const pl_net_pass *p);
size_t pl_net_pass_bytes(const pl_net_pass *p);
