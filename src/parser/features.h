/* Features: templates compiled once, values read once, hashes made of both.
 *
 * A value is a small number (vocab.h). A feature is the 64-bit hash of a template and its
 * values:
 *
 *     h = finish(seed_k + Σ value_i · multiplier_k,i  [+ distance · far_k])
 *
 * Templates are sorted into groups by the places they look at, because the scorer of
 * constituents remembers what depends on the stack, the deque and the buffer alone or in
 * pairs: S, B, D, S with B, D with B can be remembered at s0, b0, d0, and what lies below
 * s0 and d0 alone at s1 and d1; the rest changes with every configuration. Templates of b*
 * stand apart: they are features of a word, and count for each word in the buffer. Those of
 * dependencies are in three groups: S looks at the left side of a pair (s0 s1 s2), B at the
 * right side (n0 n1 n2), the rest at both. */
#pragma once

#include "base/options.h"
#include "base/hash.h"
#include "parser/template.h"

enum pl_feature_group {
    PL_GROUP_S,       /* s0, and perhaps what lies below it … */
    PL_GROUP_S_BELOW, /* … or only that, which stays while s0 changes */
    PL_GROUP_B,
    PL_GROUP_D,
    PL_GROUP_D_BELOW, /* nothing, but after GAP */
    PL_GROUP_SB,
    PL_GROUP_DB,
    PL_GROUP_REST,
    PL_N_GROUPS,
    PL_N_MEMO_GROUPS = PL_GROUP_REST,
};

/* How the distance i - j of two tokens in O enters features (dependencies only). */
typedef enum pl_far {
    PL_FAR_NO,   /* nothing */
    PL_FAR_ALL,  /* every template has it */
    PL_FAR_BOTH, /* two copies of every template, with it and without */
    PL_N_FAR
} pl_far;
extern const pl_option_choice pl_far_choices[];

typedef struct pl_compiled {
    uint64_t seed;
    uint64_t multiplier[PL_MAX_ATOMS];
    uint64_t far; /* multiplies the distance in O */
    uint8_t n;
    pl_atom atoms[PL_MAX_ATOMS]; /* those of b* have place 0 */
    uint16_t number;             /* of the template in the set */
} pl_compiled;

typedef struct pl_features {
    pl_compiled *list; /* [n] sorted by group, else as in the set; then [n_queue] */
    uint32_t n, n_queue;
    uint32_t n_hashes; /* of one place: n, or twice as many with PL_FAR_BOTH */
    pl_far far;
    int32_t far_bonus;               /* on the scores of pairs that are not neighbours */
    uint32_t first[PL_N_GROUPS + 1]; /* group g is list[first[g]] … list[first[g+1]-1] */
    uint32_t places[PL_N_GROUPS];    /* set of places that the group looks at */
    uint32_t wanted;                 /* of all groups */
    pl_field fields[PL_MAX_FIELDS];
    uint32_t n_fields;
    pl_distance distances[PL_MAX_DISTANCES];
    uint32_t n_distances;
} pl_features;

void pl_features_compile(pl_features *f, const pl_templates *t, pl_far far);
void pl_features_release(pl_features *f);

/* Whether a template has one of these letters of fields. */
bool pl_features_use(const pl_features *f, const char *letters);

/* A template's sum over the values at[place][field]. Those of distances are at the place
 * after the last; of a template of b*, those of a word at the first place. */
static inline uint64_t pl_feature_sum(const pl_compiled *k, const uint32_t *const *at)
{
    uint64_t h = k->seed;
    uint32_t i = 0;
    do { /* there is at least one atom */
        h += at[k->atoms[i].place][k->atoms[i].field] * k->multiplier[i];
    } while (++i < k->n);
    return h;
}

static inline uint64_t pl_feature_hash(const pl_compiled *k, const uint32_t *const *at)
{
    return pl_hash_finish(pl_feature_sum(k, at));
}

/* The hashes of the templates list[first] … list[end-1] for tokens i - j = `distance` apart,
 * into out; returns how many there are, n_hashes where it is all templates. */
uint32_t pl_feature_hashes(const pl_features *f, uint32_t first, uint32_t end,
                           const uint32_t *const *at, uint32_t distance, uint64_t *out);
