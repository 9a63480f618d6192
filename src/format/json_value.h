/* JSON as values in an arena, for the reader of trees: a line is copied there once, and
 * strings are decoded in their places. What the library jansson refuses is refused here,
 * too; why, it says better (see json_read.c). */
#pragma once

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* The names of members that trees have, so that they are compared as numbers. */
#define PL_JSON_KEYS(K)                                                                  \
    K(BEGIN, "begin")                                                                    \
    K(BLOCKS, "blocks")                                                                  \
    K(CHILD, "child")                                                                    \
    K(CHILDREN, "children")                                                              \
    K(COARSE, "coarse")                                                                  \
    K(COMMENTS, "comments")                                                              \
    K(CONFIDENCE, "confidence")                                                          \
    K(DEPS, "deps")                                                                      \
    K(EDGES, "edges")                                                                    \
    K(END, "end")                                                                        \
    K(FIELDS, "fields")                                                                  \
    K(FUNCTION, "function")                                                              \
    K(HEAD, "head")                                                                      \
    K(HEAD_CONFIDENCE, "head_confidence")                                                \
    K(ID, "id")                                                                          \
    K(LABEL, "label")                                                                    \
    K(LEMMA, "lemma")                                                                    \
    K(MISC, "misc")                                                                      \
    K(MORPH, "morph")                                                                    \
    K(NODES, "nodes")                                                                    \
    K(PARENT, "parent")                                                                  \
    K(RELATION, "relation")                                                              \
    K(ROOT, "root")                                                                      \
    K(SCORE, "score")                                                                    \
    K(TAG, "tag")                                                                        \
    K(TEXT, "text")                                                                      \
    K(TOKENS, "tokens")                                                                  \
    K(VIRTUAL, "virtual")                                                                \
    K(WORD, "word")

#define PL_JSON_KEY(name, text) PL_JSON_##name,
typedef enum pl_json_key { PL_JSON_KEYS(PL_JSON_KEY) PL_JSON_OTHER_KEY } pl_json_key;
#undef PL_JSON_KEY
extern const char *const pl_json_key_names[];

typedef enum pl_json_kind {
    PL_JSON_NULL,
    PL_JSON_FALSE,
    PL_JSON_TRUE,
    PL_JSON_INTEGER,
    PL_JSON_REAL,
    PL_JSON_STRING,
    PL_JSON_LIST,
    PL_JSON_OBJECT,
} pl_json_kind;

typedef struct pl_json {
    pl_json_kind kind;
    pl_json_key key;  /* of a member */
    const char *name; /* of a member, NULL for others */
    union {
        long long integer;
        double real;
        const char *text;
        const struct pl_json *items; /* [n]  in their order */
    };
    uint32_t n;
    uint32_t keys; /* of an object: bit k is set if it has the member k */
} pl_json;

/* What a parser keeps from line to line. */
typedef struct pl_json_stack {
    PL_VEC(pl_json) values;
    PL_VEC(uint32_t) open; /* lists and objects that have not ended: places in `values` */
    unsigned char keys[64]; /* by the hash of a name: its key + 1, 0 for none */
    bool filled;            /* these are */
} pl_json_stack;

/* Reads n bytes, which are UTF-8: an object or a list. NULL if they are no JSON, or have two
 * members of the same name. */
const pl_json *pl_json_parse(pl_json_stack *s, pl_arena *m, const char *bytes, size_t n);
void pl_json_stack_release(pl_json_stack *s);

/* The member of an object; NULL if there is none, or it is null. */
const pl_json *pl_json_get(const pl_json *object, pl_json_key key);

static inline bool pl_json_is(const pl_json *value, pl_json_kind kind)
{
    return value != NULL && value->kind == kind;
}
