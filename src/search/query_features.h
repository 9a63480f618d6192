/* What is known of a node by name: its features, as strings, and its measures, as numbers.
 * A query compares them, a table or a column shows them. */
#pragma once

#include "base/str.h"
#include "search/view.h"
#include "tree/packed.h"

#include <string.h>

/* Kinds of nodes, as a set. */
enum { PL_NO_KIND = 0, PL_WORDS = 1, PL_CONSTITUENTS = 2, PL_ANY_KIND = 3 };

typedef struct pl_feature {
    const char *name;
    const char *plural; /* for messages: "no lemmas" */
    unsigned kinds;     /* of nodes that have it */
    bool same_record;   /* nodes with the same record agree in it */
    bool few;           /* a closed set: tags, categories, labels; not words */
    bool always;        /* files give it to each node: it is never missing */
    pl_text_kind texts; /* the table of an index that has its values */
    bool of_token;      /* its place in the tree: in the token, or in the node, */
    size_t field;       /* at this offset */
} pl_feature;

enum {
    PL_FEATURE_WORD,
    PL_FEATURE_POS,
    PL_FEATURE_LEMMA,
    PL_FEATURE_MORPH,
    PL_FEATURE_COARSE,
    PL_FEATURE_DEPREL,
    PL_FEATURE_CAT,
    PL_FEATURE_EDGE,
    PL_N_FEATURES,
    PL_FEATURE_ID = PL_N_FEATURES, /* of the sentence, whatever the node is */
    PL_N_VALUES
};
extern const pl_feature pl_query_features[PL_N_VALUES];
#define PL_NO_VALUE "--"

/* A value as queries see it: "--" for NULL, "" and "_". */
static inline const char *pl_value_given(const char *value)
{
    bool none =
        value == NULL || value[0] == '\0' || (value[0] == '_' && value[1] == '\0');
    return none ? PL_NO_VALUE : value;
}

/* Whether a node has this value only if the file gives it just so. Others may be made: "--",
 * and the root of words without a tree. */
bool pl_is_listed(unsigned feature, const char *value);
/* The value as it stands in the tree; the node is of a kind that has it. */
static inline const char *pl_feature_raw(const pl_feature *f, const pl_view *v,
                                         uint32_t node)
{
    const pl_view_node *n = &v->nodes.at[node];
    const void *from = f->of_token ? (const void *)&v->tree->tokens[n->id] : n->node;
    return *(const char *const *)(const void *)((const char *)from + f->field);
}

/* The same as queries see it. */
static inline const char *pl_feature_value(const pl_feature *f, const pl_view *v,
                                           uint32_t node)
{
    const char *value = pl_feature_raw(f, v, node);
    return f->always ? value : pl_value_given(value);
}

/* The value of a feature; NULL if the node is of a kind that does not have it. */
static inline const char *pl_feature_get(unsigned feature, const pl_view *v,
                                         uint32_t node)
{
    const pl_feature *f = &pl_query_features[feature];
    bool has = f->kinds & (pl_view_is_word(v, node) ? PL_WORDS : PL_CONSTITUENTS);
    return has ? pl_feature_value(f, v, node) : NULL;
}

static inline bool pl_same_value(const char *a, const char *b)
{
    return a == b || (a[0] == b[0] && strcmp(a, b) == 0);
}

/* Whether two nodes are of one kind and agree in all features of a record. */
bool pl_same_record(const pl_view *v, uint32_t a, uint32_t b);
/* The category of a node, or its tag. */
const char *pl_node_label(const pl_view *v, uint32_t node);

typedef struct pl_measure {
    const char *name;
    bool predicate; /* may be asked for in a query; else only in tables and columns */
    uint32_t (*get)(const pl_view *v, uint32_t node);
} pl_measure;

extern const pl_measure pl_measures[]; /* ends with a row without name */

/* -- keys: what tables count by and columns show ------------------------------------- */

enum { PL_OF_SENTENCE = 0xff, PL_MAX_KEYS = 32 };

typedef enum pl_key_kind {
    PL_KEY_FEATURE,
    PL_KEY_MEASURE,
    PL_KEY_WORDS,  /* all words of the node, with blanks between */
    PL_KEY_ID,     /* of the sentence */
    PL_KEY_LENGTH, /* of the sentence, in words */
    PL_KEY_NUMBER, /* of the sentence in its file */
} pl_key_kind;

typedef struct pl_key {
    pl_key_kind kind;
    uint8_t variable; /* a counted one; or PL_OF_SENTENCE */
    uint8_t row;      /* of features or measures */
    const char *text; /* as it is written: #n.cat */
} pl_key;

/* Appends the value of a key for a node, which may be PL_NONE: unbound. */
void pl_key_put(const pl_key *key, pl_view *v, uint32_t node, pl_str *out);
