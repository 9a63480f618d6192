/* How long derivations are, and how often and how far they jump over what stands between
 * two parts of a constituent: Table 6 of Coavoux and Crabbé (2017). */
#ifndef PL_MACHINE_LENGTHS_H
#define PL_MACHINE_LENGTHS_H

#include "machine/machine.h"

typedef struct pl_lengths {
    uint64_t n_trees, n_tokens, n_actions; /* of trees that have a derivation */
    uint64_t longest;                      /* derivation */
    uint64_t n_jumps;     /* gaps, swaps, skips: a compound one counts its number */
    uint64_t longest_run; /* of jumps without another action between; a compound one is a
                             run of its own */
} pl_lengths;

/* Counts one derivation. */
void pl_lengths_add(pl_lengths *l, const pl_machine *m, const pl_acts *derivation,
                    uint32_t n_tokens);

#endif
