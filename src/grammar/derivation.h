/* A derivation taken out of a chart: its nodes in pre-order. From a node, its first child
 * is the next one, and what follows its subtree is `size` nodes further on.
 *
 *     S → VP_2 VMFIN,  VP_2 → PROAV VVPP,  PROAV at 0,  VVPP at 2,  VMFIN at 1
 *     size  5              3                   1            1           1
 */
#ifndef PL_GRAMMAR_DERIVATION_H
#define PL_GRAMMAR_DERIVATION_H

#include "base/intern.h"

typedef struct pl_derived {
    uint32_t symbol;     /* of pl_productions */
    uint32_t production; /* that rewrites it; of a terminal what its pl_terminal says */
    uint32_t size;
    uint32_t position; /* of a terminal; PL_NONE for other nodes */
} pl_derived;

typedef struct pl_derivation {
    double cost; /* -log of its probability, or of the tree's: see objective.h */
    uint32_t n;
    const pl_derived *nodes;
} pl_derivation;

#endif
