/* Feature templates of dependency systems, for a pair of tokens: the left one is s0, the
 * right one n0, whatever their places in O.
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
 *     d       distance of s0 and n0 in words: 1, 2, 3, 4, 5-10, more
 *
 * A file has templates between spaces and line ends; # begins a comment; a line
 * `include NAME` takes the templates of another file in. */
#ifndef PL_PARSER_DEP_TEMPLATE_H
#define PL_PARSER_DEP_TEMPLATE_H

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdint.h>

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

enum { PL_DEP_MAX_ATOMS = 8, PL_DEP_MAX_TEMPLATES = 250, PL_DEP_MAX_SLOTS = 128 };

/* Where a value comes from. */
typedef struct pl_dep_slot {
    uint8_t place, path;
    char field; /* its letter; 'd' for the distance */
} pl_dep_slot;

typedef struct pl_dep_template {
    uint8_t n;
    uint8_t slots[PL_DEP_MAX_ATOMS];
} pl_dep_template;

typedef struct pl_dep_templates {
    PL_VEC(pl_dep_template) list;
    pl_dep_slot slots[PL_DEP_MAX_SLOTS]; /* [n_slots] each once */
    uint32_t n_slots;
    pl_str text; /* the templates without comments and includes, one per line */
} pl_dep_templates;

/* The set with a name under share/templates, or in a file. -1 with the reason. */
int pl_dep_templates_load(pl_dep_templates *t, const char *name_or_path, pl_error *err);
/* The templates in a text; `name` stands in messages. Adds to what is there. */
int pl_dep_templates_parse(pl_dep_templates *t, const char *name, const char *text,
                           pl_error *err);
void pl_dep_templates_release(pl_dep_templates *t);

#endif
