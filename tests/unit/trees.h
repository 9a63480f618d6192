/* Transforms by name on trees in discbracket text, for unit tests. */
#ifndef PL_TESTS_TREES_H
#define PL_TESTS_TREES_H

#include "transform/transform.h"
#include "unit_text.h"

#include <stdio.h>

/* Applies transforms given as "name=argument name …" and returns whether the tree stays.
 */
static inline int apply(pl_tree *t, const char *steps)
{
    pl_pipeline p = {0};
    pl_error err;
    char text[512], *rest = text, *step;
    assert_true((size_t)snprintf(text, sizeof text, "%s", steps) < sizeof text);
    while ((step = strtok_r(rest, " ", &rest)) != NULL) {
        char *arg = strchr(step, '=');
        if (arg != NULL)
            *arg++ = '\0';
        if (pl_pipeline_add(&p, step, arg, &err) < 0)
            fail_msg("%s: %s", step, err.text);
    }
    int keep = pl_pipeline_apply(&p, t, &err);
    if (keep < 0)
        fail_msg("%s: %s", steps, err.text);
    pl_pipeline_release(&p);
    return keep;
}

/* Fails unless the steps make `to` of `from`. */
static inline void becomes(const char *from, const char *steps, const char *to)
{
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, from);
    apply(t, steps);
    assert_string_equal(text_of(&m, t), to);
    pl_arena_release(&m);
}

/* Marks a random child of every nonterminal as its head. */
static inline void random_heads(pl_tree *t, pl_rng *rng)
{
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        uint32_t skip = pl_rng_below(rng, t->nodes[v].order), c = t->nodes[v].first;
        for (; skip > 0; skip--)
            c = t->nodes[c].next;
        t->nodes[v].head = c;
    }
}

/* Fails unless both trees are the same, heads included. */
static inline void same_tree(const pl_tree *a, const pl_tree *b, const char *what)
{
    char why[200];
    if (!pl_tree_equal(a, b, true, why, sizeof why))
        fail_msg("%s: %s", what, why);
    uint32_t u = a->root, v = b->root;
    for (; u != PL_NONE;
         u = pl_tree_preorder(a, a->root, u), v = pl_tree_preorder(b, b->root, v)) {
        uint32_t x = a->nodes[u].head, y = b->nodes[v].head;
        assert_int_equal(x == PL_NONE, y == PL_NONE);
        assert_true(x == PL_NONE || a->nodes[x].low == b->nodes[y].low);
        assert_int_equal(a->nodes[u].flags, b->nodes[v].flags);
    }
}

#endif
