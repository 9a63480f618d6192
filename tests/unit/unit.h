/* What all unit tests include: cmocka and random trees. */
#ifndef PL_TESTS_UNIT_H
#define PL_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "tree/tree.h"

/* Stores the path of a file in `path`: a file in tests/data, which always exists, or a treebank under
 * PLEACH_DATA. Returns false if PLEACH_DATA is not set. */
static inline bool treebank_path(char path[1000], const char *file)
{
    const char *data = getenv("PLEACH_DATA");
    bool own = strncmp(file, "tests/data", 10) == 0;
    if (!own && (data == NULL || *data == '\0'))
        return false;
    snprintf(path, 1000, "%s%s%s", own ? "" : data, own ? "" : "/", file);
    return true;
}

/* A random tree over n words, with every kind of discontinuity and unary chains: random
 * sets of parts are put under new nodes until one is left. */
static inline pl_tree *random_tree(pl_arena *m, pl_rng *rng, uint32_t n)
{
    static const char *const labels[] = {"S", "NP", "VP", "PP", "X+Y", "Z:", "@A", "B*0"};
    static const char *const tags[] = {"NN", "VV", "$,", "IN"};
    pl_tree *t = pl_tree_new(m, n);
    uint32_t *parts = PL_NEW_ARRAY(m, uint32_t, n + 1), n_parts = n;
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = pl_arena_printf(m, "w%u", i);
        t->nodes[i].label = tags[pl_rng_below(rng, 4)];
        parts[i] = i;
    }
    while (n_parts > 1 || parts[0] < n) {
        uint32_t k = 1 + pl_rng_below(rng, n_parts < 4 ? n_parts : 4);
        if (k == 1 && pl_rng_below(rng, 3) > 0 && n_parts > 1)
            k = 2;
        uint32_t v = pl_tree_add(t, labels[pl_rng_below(rng, 8)]);
        for (uint32_t i = 0; i < k; i++) {
            uint32_t pick = pl_rng_below(rng, n_parts);
            pl_tree_append(t, v, parts[pick]);
            parts[pick] = parts[--n_parts];
        }
        parts[n_parts++] = v;
    }
    t->root = pl_tree_insert_above(t, (t->root = parts[0]), "ROOT");
    pl_tree_order(t);
    return t;
}

/* Random dependencies over n words: each hangs from one of those before it in a random
 * order, or from the root, one in `per_root` beside the first. */
static inline pl_tree *random_deps(pl_arena *m, pl_rng *rng, uint32_t n,
                                   uint32_t per_root)
{
    pl_tree *t = pl_tree_new(m, n);
    uint32_t *order = PL_NEW_ARRAY(m, uint32_t, n + 1);
    t->has_deps = true;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = pl_rng_below(rng, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (uint32_t i = 0; i < n; i++) {
        pl_token *token = &t->tokens[order[i]];
        token->word = "w";
        token->deprel = "x";
        token->head = i == 0 || pl_rng_below(rng, per_root) == 0
                          ? PL_ROOT_HEAD
                          : order[pl_rng_below(rng, i)];
    }
    return t;
}

/* The edges from the root of a tree to its lowest terminal. */
static inline uint32_t depth_of(const pl_tree *t)
{
    uint32_t depth = 0, deepest = 0;
    for (uint32_t v = t->root; v != PL_NONE;) {
        if (t->nodes[v].first != PL_NONE) {
            v = t->nodes[v].first;
            deepest = ++depth > deepest ? depth : deepest;
            continue;
        }
        for (; v != t->root && t->nodes[v].next == PL_NONE; depth--)
            v = t->nodes[v].parent;
        v = v == t->root ? PL_NONE : t->nodes[v].next;
    }
    return deepest;
}

#endif
