/* Is a fragment the largest that two of its occurrences have in common? */
#ifndef PL_GRAMMAR_WITNESS_H
#define PL_GRAMMAR_WITNESS_H

#include "grammar/occurrences.h"

typedef struct pl_witness_search {
    PL_VEC(uint32_t) steps; /* nodes taken in before each one left as frontier */
    PL_VEC(uint32_t) rows;  /* [n][width] */
    PL_VEC(uint32_t) minor;
} pl_witness_search;

/* Looks for two places of list[n] that lie in different trees (treebanks), do not stand
 * in the same slot of the same production, and differ in production wherever code[n_code]
 * has PL_NONE. True with their indices in *a, *b. The code need not be complete. */
bool pl_witness_find(pl_witness_search *w, const pl_forest *f, uint32_t second,
                     const uint32_t *code, size_t n_code, const pl_occurrence *list,
                     size_t n, uint32_t *a, uint32_t *b);
void pl_witness_release(pl_witness_search *w);

#endif
