/* JSON: a parser into values in an arena, and the pieces of a writer.
 *
 * The parser copies its input once and decodes strings in place. It accepts RFC 8259 with
 * these limits: the whole is an object or a list, names in an object are unique, integers fit
 * into 64 bits, reals into a double, \u0000 is refused, and values nest at most 2,048 deep. */
#pragma once

#include "base/arena.h"
#include "base/str.h"
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

/* The memory of a parser, which it uses again for the next text. */
typedef struct pl_json_stack {
    PL_VEC(pl_json) values;
    PL_VEC(uint32_t) open; /* lists and objects that have not ended: places in `values` */
    unsigned char keys[64]; /* hash table: the key of a name + 1; 0: empty */
    bool filled;            /* `keys` is filled */
    const char *problem;    /* why the last text was refused */
    size_t problem_at;      /* its offset in bytes */
} pl_json_stack;

/* Parses n bytes of UTF-8: an object or a list. Returns NULL if they are not JSON, and stores
 * the reason in s->problem. */
const pl_json *pl_json_parse(pl_json_stack *s, pl_arena *m, const char *bytes, size_t n);
void pl_json_stack_release(pl_json_stack *s);

/* Returns a member of an object, or NULL if the object does not have it or its value is null. */
const pl_json *pl_json_get(const pl_json *object, pl_json_key key);

static inline bool pl_json_is(const pl_json *value, pl_json_kind kind)
{
    return value != NULL && value->kind == kind;
}

/* -- writing --------------------------------------------------------------------------- */

/* Length of the longest escape of a byte, with its NUL. */
enum { PL_JSON_ESCAPE = 7 };
/* Writes the escape of a byte that must be escaped in a string: ", \ or a control character. Returns
 * the length of the escape. */
size_t pl_json_escape(char to[PL_JSON_ESCAPE], unsigned char byte);
/* Appends a string with its quotes. Invalid UTF-8 becomes U+FFFD. */
void pl_json_put_text(pl_str *out, const char *text);
/* Appends a finite number with up to `digits` significant digits. It always has a point or an
 * exponent, so that a reader knows it is a real. */
void pl_json_put_real(pl_str *out, double value, int digits);
