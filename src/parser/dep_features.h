/* Features of a pair of tokens: templates compiled once, values read off nodes, hashes
 * made of both. A value is a small number: 0 no such token, 1 the artificial root or no
 * relation yet, then words, tags, relations from 2 on. */
#ifndef PL_PARSER_DEP_FEATURES_H
#define PL_PARSER_DEP_FEATURES_H

#include "machine/dep_machine.h"
#include "parser/dep_template.h"

/* What is done with the distance i - j of the two tokens in O. */
typedef enum pl_dep_far {
    PL_DEP_FAR_NO,   /* nothing */
    PL_DEP_FAR_ALL,  /* every template has it */
    PL_DEP_FAR_BOTH, /* every template stands there with it and without */
    PL_DEP_N_FAR
} pl_dep_far;
extern const char *const pl_dep_far_names[PL_DEP_N_FAR];

typedef struct pl_dep_compiled {
    uint64_t seed, far; /* `far` multiplies the distance */
    uint64_t multiplier[PL_DEP_MAX_ATOMS];
    uint8_t n;
    uint8_t slots[PL_DEP_MAX_ATOMS];
} pl_dep_compiled;

/* The slots of one token: those of a place and a path. */
typedef struct pl_dep_probe_at {
    uint8_t place, path, first, n; /* of `order` */
} pl_dep_probe_at;

typedef struct pl_dep_features {
    pl_dep_compiled *list; /* [n_templates] */
    uint32_t n_templates;
    uint32_t n; /* hashes of a pair: n_templates, or twice as many */
    pl_dep_far far;
    uint32_t n_slots;
    pl_dep_slot slots[PL_DEP_MAX_SLOTS];
    uint64_t key[PL_DEP_MAX_SLOTS]; /* multipliers of the hash of all values */
    uint32_t n_probes;
    pl_dep_probe_at probes[PL_DEP_MAX_SLOTS];
    uint8_t order[PL_DEP_MAX_SLOTS]; /* slots, sorted by place and path */
    int distance;                    /* slot of d, -1 if there is none */
    int32_t far_bonus;               /* of pairs that are not neighbours; 0 in training */
    bool affixes;                    /* there are slots of b or e */
} pl_dep_features;

/* The tokens of one sentence as values, by position; the arrays are borrowed. */
typedef struct pl_dep_values {
    const uint32_t *words, *tags, *coarse, *morph; /* [n] */
    const uint32_t *begins, *ends; /* [n] of words; NULL where no template has them */
} pl_dep_values;

void pl_dep_features_compile(pl_dep_features *f, const pl_dep_templates *t,
                             pl_dep_far far);
void pl_dep_features_release(pl_dep_features *f);

/* The tokens at the places around a pair of a view: the active tokens i > j, REDUCE of i
 * (j = i - 1), SHIFT (i = 1, j = 0: O[1] and the first of U). */
void pl_dep_places(const pl_dep_task *s, const pl_dep_view *v, uint32_t i, uint32_t j,
                   const pl_dep_node **at);
/* Values of all slots into out[n_slots]; returns a hash of them all. */
uint64_t pl_dep_slot_values(const pl_dep_features *f, const pl_dep_values *v,
                            const pl_dep_node *const *at, uint32_t *out);
/* The hashes of a pair i - j = `distance` apart into out[n]. */
void pl_dep_hashes(const pl_dep_features *f, const uint32_t *values, uint32_t distance,
                   uint64_t *out);

#endif
