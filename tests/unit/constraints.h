/* Random constraints for the tests of what obeys them. */
#ifndef PL_TESTS_CONSTRAINTS_H
#define PL_TESTS_CONSTRAINTS_H

#include "unit.h"

#include "tree/constraints.h"

#include <string.h>

static inline void add_bracket(pl_constraints *c, pl_constraint_kind kind,
                               const pl_tree *t, uint32_t v, const char *label)
{
    uint32_t words[256];
    pl_constraint one = {kind, words, pl_tree_yield(t, v, words), PL_NONE, label};
    pl_constraints_add(c, &one);
}

/* Adds some of what a tree has, one in `per` (1: all), with label or without. */
static inline void sample_wanted(pl_constraints *c, const pl_tree *t, pl_rng *rng,
                                 uint32_t per, bool constituents)
{
    if (constituents)
        for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
            if (pl_is_live(t, v) && pl_rng_below(rng, per) == 0)
                add_bracket(c, PL_WANT_BRACKET, t, v,
                            per == 1 || pl_rng_below(rng, 2) ? t->nodes[v].label : NULL);
        }
    for (uint32_t i = 0; !constituents && i < t->n_tokens; i++)
        if (pl_rng_below(rng, per) == 0) {
            bool labelled = per == 1 || pl_rng_below(rng, 2) > 0;
            pl_constraint one = {per > 1 && pl_rng_below(rng, 4) == 0 ? PL_WANT_RELATION
                                                                      : PL_WANT_ARC,
                                 &i, 1, t->tokens[i].head, t->tokens[i].deprel};
            if (!labelled && one.kind == PL_WANT_ARC)
                one.label = NULL;
            pl_constraints_add(c, &one);
        }
}

/* A random constraint against a bracket or an arc. */
static inline void add_ban(pl_constraints *c, const pl_tree *t, pl_rng *rng,
                           bool constituents)
{
    uint32_t words[256], n = 0, i = pl_rng_below(rng, t->n_tokens);
    uint32_t span = 1 + pl_rng_below(rng, t->n_tokens);
    for (uint32_t k = i; k < t->n_tokens && k < i + span; k++)
        if (pl_rng_below(rng, 5) > 0)
            words[n++] = k;
    words[n++] = i;
    pl_constraint one = {PL_BAN_BRACKET, words, n, PL_NONE, NULL};
    if (constituents && pl_rng_below(rng, 2) > 0)
        one.label =
            t->nodes[t->n_nodes - 1 - pl_rng_below(rng, t->n_nodes - t->n_tokens)].label;
    if (!constituents) {
        uint32_t head = pl_rng_below(rng, t->n_tokens + 1);
        one =
            (pl_constraint){PL_BAN_ARC, &i, 1, head == t->n_tokens ? PL_ROOT_HEAD : head,
                            pl_rng_below(rng, 2) ? t->tokens[0].deprel : NULL};
        if (one.head == i)
            one.head = PL_ROOT_HEAD;
    }
    pl_constraints_add(c, &one);
}

/* Adds up to n of them that the tree obeys. */
static inline void sample_bans(pl_constraints *c, const pl_tree *t, pl_rng *rng,
                               uint32_t n, bool constituents)
{
    for (uint32_t i = 0; i < n; i++) {
        add_ban(c, t, rng, constituents);
        if (pl_constraints_broken(c, t) != NULL)
            c->list.n--;
    }
}

static inline const char *print_all(const pl_constraints *c, pl_str *out)
{
    pl_str_clear(out);
    for (size_t i = 0; i < c->list.n; i++) {
        pl_constraint_print(&c->list.at[i], out);
        pl_str_putc(out, '\n');
    }
    return pl_str_text(out);
}

#endif
