/* What is looked for among the derivations of a sentence.
 *
 *     mpd        the most probable derivation
 *     mpp        the most probable tree: probabilities of derivations of the same tree,
 *                among the n best of all derivations, are added up
 *     shortest   the derivation with the fewest fragments; of these the most probable:
 *                parse with rules compiled by pl_shortest_costs, then as mpd
 *
 * In a plain PCFG or LCFRS every derivation has a tree of its own, so all but the
 * last are the same. */
#ifndef PL_GRAMMAR_OBJECTIVE_H
#define PL_GRAMMAR_OBJECTIVE_H

#include "grammar/kbest.h"

typedef enum pl_objective { PL_MPD, PL_MPP, PL_SHORTEST } pl_objective;

/* A part at the frontier of a fragment: a terminal, or what is substituted there. */
typedef struct pl_frontier {
    uint32_t symbol;
    uint32_t production;  /* of a terminal what its pl_terminal says, else PL_NONE */
    uint64_t key;         /* of the tree below; 0 for a terminal */
    const uint64_t *span; /* the words below, as bits */
} pl_frontier;

/* Says which derivations stand for the same tree. A derivation falls into fragments: the
 * rules of one are those from its root down through symbols that are `inner`, which only
 * flattening and binarizing made. The key of a tree must depend on the tree alone, for
 * instance as a sum over all its nodes of a hash of label and span, to which each
 * fragment adds its nodes. */
typedef struct pl_tree_keys {
    const bool *inner; /* [symbols of pl_productions] */
    /* The key of the tree that a fragment and the parts at its frontier make;
     * `production` is that of its root, `parts` are in the order of children, left to
     * right; `width` the number of 64-bit words of a span. */
    uint64_t (*key)(void *context, uint32_t production, const pl_frontier *parts,
                    uint32_t n, uint32_t width);
    void *context;
} pl_tree_keys;

/* The most probable trees among the first `n` derivations of an item, at most `nbest`,
 * into out[nbest]: each by its best derivation, with the cost of the tree. Their number.
 */
uint32_t pl_most_probable(pl_kbest *k, pl_chart *c, uint32_t item, uint32_t n,
                          const pl_tree_keys *keys, uint32_t nbest, pl_arena *m,
                          pl_derivation *out);

/* Costs for pl_ruleset_compile_costs by which the cheapest derivation is the shortest
 * one: costs[productions] from probabilities, with PL_FRAGMENT_COST added for each
 * production that `starts` a fragment. */
#define PL_FRAGMENT_COST 1024.0
void pl_shortest_costs(double *costs, const double *probabilities, const bool *starts,
                       uint32_t n);

#endif
