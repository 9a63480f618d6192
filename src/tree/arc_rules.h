/* The constraints on dependencies, word by word. */
#pragma once

#include "tree/constraints.h"

/* An arc or relation that a word may not have. */
typedef struct pl_ban {
    uint32_t head;        /* PL_NONE: any */
    const char *relation; /* NULL: any */
    const struct pl_ban *next;
} pl_ban;

typedef struct pl_arc_rules {
    uint32_t n;             /* words */
    uint32_t *heads;        /* [n] the head; PL_ROOT_HEAD, or PL_NONE: free */
    const char **relations; /* [n] NULL: free */
    const pl_ban **bans;    /* [n] */
    bool has_bans;
} pl_arc_rules;

/* The rules of constraints whose words are there; all is in `m`. -1 with the reason if a
 * word would need two heads or two relations. */
int pl_arc_rules_make(pl_arc_rules *r, const pl_constraints *c, uint32_t n, pl_arena *m,
                      pl_error *err);
/* Whether word m may depend on h (PL_ROOT_HEAD: the root) with some relation, or with this
 * one. */
bool pl_arc_allowed(const pl_arc_rules *r, uint32_t h, uint32_t m);
bool pl_relation_allowed(const pl_arc_rules *r, uint32_t h, uint32_t m,
                         const char *relation);
/* The heads of a tree that obeys, into out[n]; `prefer` [n] (NULL: nothing) are those that
 * stay if they can. False if there is no such tree. */
bool pl_arc_rules_tree(const pl_arc_rules *r, bool single_root, const uint32_t *prefer,
                       uint32_t *out, pl_arena *m);
