/* Where a fragment that is being put together occurs: for each place the node that is its
 * root and the node that comes next in pre-order, about which nothing is decided yet.
 * Since subtrees are contiguous, to take that node in is to go one node further, to leave
 * it as frontier is to go on after its subtree. Lists of places live on a stack. Internal
 * to seeking and counting. */
#ifndef PL_GRAMMAR_OCCURRENCES_H
#define PL_GRAMMAR_OCCURRENCES_H

#include "grammar/fragments.h"

typedef struct pl_occurrence {
    uint32_t root, next;
} pl_occurrence;

typedef PL_VEC(pl_occurrence) pl_occurrences;

/* Adds the nodes with this production, each as a place of the fragment that it is alone.
 */
void pl_occurrences_of(pl_occurrences *list, const pl_forest *f, uint32_t production);

static inline uint32_t pl_next_production(const pl_forest *f, pl_occurrence o)
{
    return f->nodes.at[o.next].production;
}

/* Places that have the same production next. */
typedef struct pl_place_group {
    uint32_t production;
    uint32_t n, start; /* split.places[start … start + n - 1] */
    uint32_t a, b;     /* where two places of the list went, counted from `start`; PL_NONE
                          if not here */
} pl_place_group;

/* A list split by the production of the next node, with that node taken in. */
typedef struct pl_place_split {
    pl_occurrences places;
    PL_VEC(pl_place_group) groups; /* in the order of their first places */
    uint32_t *group_of;            /* [productions]  number of its group + 1; 0: none */
} pl_place_split;

void pl_place_split_init(pl_place_split *s, const pl_forest *f);
void pl_place_split_release(pl_place_split *s);
/* Splits list[n]; a and b are indices of places to be followed, or PL_NONE. Replaces what
 * the split held before. */
void pl_place_split_make(pl_place_split *s, const pl_forest *f, const pl_occurrence *list,
                         size_t n, uint32_t a, uint32_t b);

/* Fills in the counts of a fragment from the places where it occurs, and, where asked
 * for, the trees, which go onto out->trees. Roots ascend in every list. */
void pl_occurrences_count(pl_fragments *out, pl_fragment *fragment, const pl_forest *f,
                          const pl_seek_options *options, const pl_occurrence *list,
                          size_t n);

/* -- witnesses ---------------------------------------------------------------------- */

/* Is a fragment the largest that two of its occurrences have in common? */
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
