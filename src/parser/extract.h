/* Features of configurations: templates compiled once, values read off items once, hashes
 * made of both.
 *
 * A value is a small number: 0 no such element, 1 the border of the sentence, then words,
 * tags, labels from 2 on. A feature is the 64-bit hash of a template's number and its
 * values:  h = mix(seed_k + Σ value_i · multiplier_k,i).
 *
 * Templates are sorted into groups by the places they look at, because the scorer
 * remembers what depends on the stack, the deque and the buffer alone or in pairs:
 * S, B, D, S with B, D with B can be remembered at s0, b0, d0; the rest changes with
 * every configuration. Those of b* stand apart: they are features of a word, and count
 * for each word in the buffer. */
#ifndef PL_PARSER_EXTRACT_H
#define PL_PARSER_EXTRACT_H

#include "parser/template.h"

enum { PL_VALUE_NONE = 0, PL_VALUE_BORDER = 1, PL_VALUE_FIRST = 2 };

enum pl_feature_group {
    PL_GROUP_S,
    PL_GROUP_B,
    PL_GROUP_D,
    PL_GROUP_SB,
    PL_GROUP_DB,
    PL_GROUP_REST,
    PL_N_GROUPS,
    PL_N_MEMO_GROUPS = PL_GROUP_REST,
};

typedef struct pl_compiled {
    uint64_t seed;
    uint64_t multiplier[PL_MAX_ATOMS];
    uint8_t n;
    pl_atom atoms[PL_MAX_ATOMS];
} pl_compiled;

typedef struct pl_features {
    pl_compiled *list; /* [n] sorted by group, else as in the set; then [n_queue] */
    uint32_t n, n_queue;
    uint32_t first[PL_N_GROUPS + 1]; /* group g is list[first[g]] … list[first[g+1]-1] */
    uint32_t places[PL_N_GROUPS];    /* set of places that the group looks at */
    uint32_t wanted;                 /* of all groups */
    pl_field fields[PL_MAX_FIELDS];
    uint32_t n_fields;
    pl_distance distances[PL_MAX_DISTANCES];
    uint32_t n_distances;
} pl_features;

/* The words of one sentence as values; the arrays are borrowed. */
typedef struct pl_values {
    const uint32_t *words, *tags; /* [n_tokens] values */
    uint32_t n_tokens;
    uint32_t n_labels;
} pl_values;

void pl_features_compile(pl_features *f, const pl_templates *t);
void pl_features_release(pl_features *f);

/* The values of all fields of an item (NULL: nothing there) into out[n_fields]. */
void pl_item_values(const pl_features *f, const pl_values *v, const pl_item *item,
                    uint32_t *out);

/* The values of all distances between the items at the places (NULL: nothing there) into
 * out[n_distances]. */
void pl_distance_values(const pl_features *f, pl_item *const *at, uint32_t *out);

/* The hash of a template for the values at each place; those of the distances are at
 * PL_PLACE_DISTANCE. Of one of b*, for the values of a word at the first place. */
static inline uint64_t pl_feature_hash(const pl_compiled *k, const uint32_t *const *at)
{
    uint64_t h = k->seed;
    for (uint32_t i = 0; i < k->n; i++)
        h += at[k->atoms[i].place][k->atoms[i].field] * k->multiplier[i];
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 29;
}

#endif
