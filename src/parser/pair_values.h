/* What feature templates of dependencies look at: a pair of tokens and what stands around
 * it. The left one is s0, the right one n0, whatever their places in O.
 *
 *     s0wp+n0p             word and tag of s0, tag of n0
 *     s0p+s0.lp+s0.l2p     tags of s0, of its leftmost dependent and of the second
 *     n0w+d                word of n0, distance between the two
 *
 *     place   s1 s2 left of s0 in O; n1 n2 right of n0, in O, then U; g0 g1 the tokens of
 *             O between the two, next to s0 and next to n0, where there are any
 *     path    l l2 r r2 outermost dependents; h h2 the head, its head
 *     field   w word       p tag          q coarse tag     f morphology    c relation
 *             b e the first, the last three characters of the word
 *             v V number of dependents on the left, on the right
 *             x X set of their relations
 *     d       distance of s0 and n0 in words: 1, 2, 3, 4, 5-10, more */
#pragma once

#include "machine/arcs.h"
#include "parser/features.h"
#include "parser/vocab.h"

extern const pl_notation pl_arcs_notation;

enum pl_dep_place {
    PL_DEP_S0,
    PL_DEP_S1,
    PL_DEP_S2,
    PL_DEP_G0,
    PL_DEP_G1,
    PL_DEP_N0,
    PL_DEP_N1,
    PL_DEP_N2,
    PL_DEP_N_PLACES,
    PL_DEP_DISTANCE = PL_DEP_N_PLACES, /* not a place: the atom d */
};

/* The sides of a pair, and what stands between the two, in the order of places. */
enum pl_pair_side { PL_PAIR_LEFT, PL_PAIR_BETWEEN, PL_PAIR_RIGHT, PL_N_PAIR_SIDES };
extern const uint8_t pl_pair_places[PL_N_PAIR_SIDES + 1]; /* where each begins */

/* Codes of paths, which have one step or none. */
enum pl_dep_path {
    PL_DEP_SELF,
    PL_DEP_L,
    PL_DEP_L2,
    PL_DEP_R,
    PL_DEP_R2,
    PL_DEP_H,
    PL_DEP_H2,
    PL_DEP_N_PATHS
};

/* A value that templates read at a token. */
typedef struct pl_pair_slot {
    uint64_t key; /* multiplier in the hash of all values */
    uint8_t field;
    uint8_t row; /* of the values of words; past the last: read off the node */
    char letter; /* of the field */
} pl_pair_slot;

/* Slots slots[first] … slots[end-1] read the same token, which place and path
 * identify. */
typedef struct pl_probe {
    uint8_t place, path;
    uint16_t first, end;
} pl_probe;

/* All values that the templates of a set read, each once, sorted by token. */
typedef struct pl_pair_slots {
    uint32_t first[PL_N_PAIR_SIDES + 1]; /* probe of each side */
    uint64_t distance;                   /* key of the atom d; 0: no template has it */
    pl_probe probes[PL_DEP_N_PLACES * PL_DEP_N_PATHS];
    pl_pair_slot slots[PL_DEP_N_PLACES * PL_MAX_FIELDS];
} pl_pair_slots;

void pl_pair_slots_find(pl_pair_slots *s, const pl_features *f);

/* The tokens at the places around a pair of the configuration in view into
 * at[PL_DEP_N_PLACES]; NULL where there is none. */
void pl_pair_tokens(const pl_dep_task *s, pl_place place, const pl_dep_node **at);

/* The values of the slots of one side for the tokens at the places into out[place][field];
 * others are left alone. Returns a hash of them; those of several sides can be added. */
uint64_t pl_pair_side_values(const pl_pair_slots *s, uint32_t side, const pl_values *v,
                             const pl_dep_node *const *at,
                             uint32_t (*out)[PL_MAX_FIELDS]);
/* The same of all sides, and the value of d into out[PL_DEP_DISTANCE][0]. */
uint64_t pl_pair_values(const pl_pair_slots *s, const pl_values *v,
                        const pl_dep_node *const *at, uint32_t (*out)[PL_MAX_FIELDS]);
/* The same of d alone. */
uint64_t pl_pair_distance(const pl_pair_slots *s, const pl_dep_node *const *at,
                          uint32_t *out);
