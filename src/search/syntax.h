/* What a query is made of, before and after it is brought into its normal form.
 *
 *     text ─► query_parse.c ─► formula ─► query_expand.c ─► formula ─► query_normal.c ─► clauses
 *                              (as written)                 (no templates,                (or of ands)
 *                                                            unique names)
 *
 * Everything lives in the arena of the query. Sets of variables are bits of a 64-bit word:
 * a query has at most 64 variables for nodes and 64 for values and records. */
#pragma once

#include "base/err.h"
#include "base/vec.h"
#include "search/pattern.h"
#include "search/query.h"

enum {
    PL_MAX_QUERY = 64 << 10,   /* bytes */
    PL_MAX_QUERY_NODES = 64,   /* for nodes; and as many for values and records */
    PL_MAX_NESTING = 100,      /* of brackets */
    PL_MAX_CONDITIONS = 10000, /* after templates and alternatives are multiplied out */
    PL_NO_VARIABLE = 0xff,
};
#define PL_NO_LIMIT UINT32_MAX /* the upper end of a range that has none */

/* A place in the query or in a file of templates. */
typedef struct pl_query_at {
    uint32_t text;   /* number of the text */
    uint32_t offset; /* bytes from its start */
} pl_query_at;

/* -- what is said of one node -------------------------------------------------------- */

typedef enum pl_test_kind {
    PL_TEST_ANY,
    PL_TEST_KIND,    /* a word, or a constituent */
    PL_TEST_STRING,  /* the feature has this value */
    PL_TEST_PATTERN, /* its whole value matches */
    PL_TEST_VALUE,   /* its value is that of a variable */
    PL_TEST_RECORD,  /* the node has the record of a variable */
    PL_TEST_NOT,     /* `first` does not hold */
    PL_TEST_AND,     /* all from `first` on hold */
    PL_TEST_OR,      /* one of them does */
} pl_test_kind;

/* A condition on one node as a tree. `f=v` is "the node is of a kind that has f, and …", so
 * that a leaf need not ask which kind the node is of. */
typedef struct pl_test {
    pl_test_kind kind;
    uint8_t feature;
    uint8_t kinds;   /* of PL_TEST_KIND: PL_WORDS or PL_CONSTITUENTS */
    bool open;       /* has a variable below */
    uint8_t about;   /* the feature, if all of it is about one; else PL_N_FEATURES */
    uint32_t number; /* of the name, or of the pattern */
    const char *text;
    struct pl_test *first, *next;
    pl_query_at at;
} pl_test;

/* -- formulas ------------------------------------------------------------------------ */

typedef enum pl_formula_kind {
    PL_FORMULA_AND,
    PL_FORMULA_OR,
    PL_FORMULA_NOT,
    PL_FORMULA_TEST,      /* of node `a`, or of the sentence */
    PL_FORMULA_CONDITION, /* of nodes `a` and `b`: a row of conditions.h */
    PL_FORMULA_CALL,      /* of a template */
} pl_formula_kind;

typedef enum pl_arg_kind { PL_ARG_NAME, PL_ARG_STRING, PL_ARG_PATTERN } pl_arg_kind;

typedef struct pl_arg {
    pl_arg_kind kind;
    uint32_t number; /* of the name, or of the pattern */
    const char *text;
    pl_query_at at;
    struct pl_arg *next;
} pl_arg;

typedef struct pl_formula {
    pl_formula_kind kind;
    pl_query_at at;
    struct pl_formula *first, *next; /* parts of AND, OR and NOT */
    uint32_t a, b;                   /* names of nodes; PL_NONE: none */
    const pl_test *test;             /* of TEST; of a CONDITION its label, NULL: any */
    const struct pl_condition_row *row;
    uint32_t low, high;
    bool negated;
    uint32_t called; /* template */
    pl_arg *args;
} pl_formula;

/* -- names --------------------------------------------------------------------------- */

typedef enum pl_name_kind {
    PL_NAME_UNUSED, /* a parameter that its template does not mention */
    PL_NAME_NODE,
    PL_NAME_VALUE,
    PL_NAME_RECORD,
} pl_name_kind;

typedef struct pl_query_name {
    const char *text; /* with #; NULL for a node without name */
    pl_name_kind kind;
    bool own; /* stands in the query itself, not in a template */
    pl_query_at at;
} pl_query_name;
typedef PL_VEC(pl_query_name) pl_query_names;

typedef struct pl_query_template {
    const char *name;
    pl_query_at at;
    uint32_t n_params; /* the first names */
    pl_query_names names;
    const pl_formula *body;
} pl_query_template;

/* -- the normal form ----------------------------------------------------------------- */

typedef enum pl_literal_kind {
    PL_LITERAL_TEST,
    PL_LITERAL_CONDITION,
    PL_LITERAL_VALUE,  /* the feature of a node and a value variable */
    PL_LITERAL_RECORD, /* a node and a record variable */
    PL_LITERAL_NOT,
} pl_literal_kind;

typedef struct pl_literal {
    pl_literal_kind kind;
    bool negated;
    bool binds; /* gives the value or record variable its value */
    uint8_t feature;
    uint8_t a, b;        /* node variables; PL_NO_VARIABLE: none */
    uint8_t value;       /* value or record variable */
    uint64_t nodes;      /* the node variables that must be bound before, */
    uint64_t values;     /* and the other variables */
    const pl_test *test; /* of TEST; of a CONDITION its label */
    const struct pl_condition_row *row;
    uint32_t low, high;
    struct pl_clauses *inner; /* of NOT */
    pl_query_at at;
} pl_literal;

/* A conjunction, and after planning the order in which its nodes are chosen. */
typedef struct pl_clause {
    pl_literal *literals; /* [n_literals] */
    size_t n_literals;
    uint64_t nodes, values; /* variables of its own */
    struct pl_step *steps;  /* [n_steps]  see plan.h */
    uint32_t n_steps, n_enumerated;
    const pl_literal **before; /* [n_before]  checked before the first step */
    uint32_t n_before;
    bool impossible; /* no tree can fulfil it */
    bool needs_gap;  /* only trees with discontinuous constituents can */
    bool needs_edge; /* only trees with secondary edges can */
} pl_clause;

typedef struct pl_clauses {
    pl_clause *at; /* [n] */
    size_t n;
    bool planned;
} pl_clauses;

/* -- the query while it is compiled -------------------------------------------------- */

typedef struct pl_query_text {
    const char *name; /* "query", or the file of templates */
    const char *text;
    size_t n;
} pl_query_text;

struct pl_query {
    pl_arena arena;
    PL_VEC(pl_query_text) texts; /* files of templates, then the query */
    PL_VEC(pl_query_template) templates;
    PL_VEC(pl_pattern *) patterns;
    pl_query_names names; /* of the query; after expanding, of all */
    pl_formula *formula;
    pl_clauses clauses;
    /* Node variables in the normal form: which name each stands for. */
    struct pl_query_variable {
        uint32_t name;
        bool counted;
    } variables[PL_MAX_QUERY_NODES];
    uint32_t n_variables, n_values, n_conditions, n_slots;
    uint32_t n_counted;
    uint8_t counted[PL_MAX_QUERY_NODES]; /* their variables */
    const char *counted_names[PL_MAX_QUERY_NODES];
    /* How many sentences of an index, of so many, have a node that fulfils the test; see
     * candidates.h. Empty without index. */
    PL_VEC(struct pl_term_count {
        const pl_test *test;
        size_t sentences;
    })
    measured;
    size_t n_measured;
    uint32_t keys_at; /* offset of the keys of "count by" in the query; 0: none */
    PL_VEC(pl_key) keys;
};

/* The compiler's steps in their order. Each returns 0, or -1 with the place of the mistake
 * in `where` and the message in `err`. */
int pl_query_parse(pl_query *q, pl_query_mistake *where, pl_error *err);
int pl_query_expand(pl_query *q, pl_query_mistake *where, pl_error *err);
int pl_query_normalize(pl_query *q, pl_query_mistake *where, pl_error *err);
void pl_query_plan(pl_query *q);

/* Fails at a place: "NAME, line 1, column 11: MESSAGE". Returns -1. */
int pl_query_fail(const pl_query *q, pl_query_at at, pl_query_mistake *where,
                  pl_error *err, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
