/* What a tree must have and must not have: parts that are certain before a sentence is
 * parsed, because somebody has fixed them. Parsers keep to them; see machine.h.
 *
 *     bracket      W [X]         a constituent over just these words exists [labelled X]
 *     no-bracket   W [X]         none exists [labelled X]
 *     arc          H -> M [R]    word M depends on H, or on the root [with relation R]
 *     no-arc       H -> M [R]    it does not [with relation R]
 *     relation     M R           M depends on some word with relation R
 *     no-relation  M R           it does not
 *     tag          M T           word M has the tag T
 *
 * A constituent is a node of the finished tree, as files have it and as evaluation counts
 * it: nodes that binarization adds do not count, each node of a unary chain does, words
 * with their tags are none. The root is one, also a root that a format only implies.
 *
 *     pl_constraints c = {0};
 *     pl_constraints_add(&c, &(pl_constraint){PL_WANT_BRACKET, words, 3, .label = "NP"});
 *     pl_constraints_check(&c, …, &err);
 *     tree->constraints = &c;                     the parser looks there
 *     pl_constraints_release(&c);
 */
#pragma once

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "tree/tree.h"

#define PL_MAX_CONSTRAINTS 10000u /* on one sentence: all pairs are compared */

typedef enum pl_constraint_kind {
    PL_WANT_BRACKET,
    PL_BAN_BRACKET,
    PL_WANT_ARC,
    PL_BAN_ARC,
    PL_WANT_RELATION,
    PL_BAN_RELATION,
    PL_WANT_TAG,
    PL_N_CONSTRAINTS
} pl_constraint_kind;

typedef struct pl_constraint {
    pl_constraint_kind kind;
    const uint32_t *words; /* [n] from 0, ascending; one where not a bracket: M */
    uint32_t n;
    uint32_t head;     /* of an arc: H or PL_ROOT_HEAD */
    const char *label; /* X, R or T; NULL: any */
} pl_constraint;

struct pl_constraints {
    PL_VEC(pl_constraint) list;
    pl_arena arena; /* holds words and labels */
};

extern const char *const pl_constraint_names[PL_N_CONSTRAINTS]; /* "bracket" … */

static inline bool pl_is_bracket(const pl_constraint *c)
{
    return c->kind <= PL_BAN_BRACKET;
}
/* Appends a copy; words may come in any order and twice. */
void pl_constraints_add(pl_constraints *c, const pl_constraint *one);
/* Appends a constituent of a tree as wanted; PL_NONE: all that the tree has, its
 * constituents without a root that the format implies, or its arcs where it has no
 * constituents. */
void pl_constraints_add_tree(pl_constraints *c, const pl_tree *t, uint32_t node);
void pl_constraints_release(pl_constraints *c);
/* "bracket 1-3,5 NP", "arc 2->4", with words counted from 1. */
void pl_constraint_print(const pl_constraint *c, pl_str *out);

/* Which trees a parser makes. */
typedef struct pl_tree_kind {
    bool constituents; /* or dependencies */
    bool single_root;  /* of dependencies: one word alone depends on the root */
} pl_tree_kind;

/* 0 if some tree over n words obeys, else -1 with the reason: words that are not there,
 * constraints that contradict each other, brackets for a parser of dependencies. */
int pl_constraints_check(const pl_constraints *c, uint32_t n_tokens, pl_tree_kind kind,
                         pl_error *err);
/* The first constraint that a tree does not obey; NULL: it obeys all. Tags are looked at,
 * too. */
const pl_constraint *pl_constraints_broken(const pl_constraints *c, const pl_tree *t);

/* Changes a tree as little as that needs so that it obeys constraints that were checked:
 * constituents that stand in the way dissolve into those above, missing ones are put in
 * and take the label of the one above where any will do; words that may not depend on
 * their head get another. Tags are set. Labels belong to the constraints. */
void pl_constraints_impose(const pl_constraints *c, pl_tree_kind kind, pl_tree *t);
/* Sets tags alone. */
void pl_constraints_set_tags(const pl_constraints *c, pl_tree *t);
