/* A treebank of dependency trees in memory, its relations numbered: what oracle, stats
 * --system and train need of it. */
#ifndef PL_CLI_DEP_GOLD_H
#define PL_CLI_DEP_GOLD_H

#include "dep_system.h"
#include "input.h"

#include "base/intern.h"
#include "machine/dep_oracle.h"

typedef struct dep_gold {
    pl_arena arena;
    PL_VEC(pl_tree *) trees; /* each has words and a head for every word */
    pl_intern labels;
    size_t n_tokens, n_empty;
    size_t n_many_roots; /* trees in which several words depend on the root */
} dep_gold;

/* Reads everything `in` names. */
int dep_gold_load(dep_gold *g, input *in, pl_error *err);
/* The relation of each word of a tree, in `m`. */
uint32_t *dep_gold_labels(const dep_gold *g, const pl_tree *t, pl_arena *m);
void dep_gold_release(dep_gold *g);

/* How much of a treebank a system derives. */
typedef struct dep_coverage {
    size_t trees, derived;
    size_t n_tokens, n_steps; /* of those derived */
    size_t longest;
} dep_coverage;

void dep_gold_cover(const dep_gold *g, const pl_dep_params *p, dep_coverage *c);

/* Prints derivations, or checks that they give the trees back: `pleach oracle`. */
int dep_oracle(const dep_options *d, const char *system, input *in, bool check,
               const char *output, pl_error *err);

#endif
