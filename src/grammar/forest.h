/* A treebank as its productions: every tree an array of nodes in pre-order, all trees one
 * after the other. From a node, its first child is the next node, and what follows its
 * subtree is `size` nodes further on: to walk through a tree is to add.
 *
 *     (S (VP (PROAV 0=…) (VVPP 2=…)) (VMFIN 1=…))
 *
 *     node        0          1                  2           3          4
 *     production  S→VP_2 V   VP_2→PROAV VVPP    PROAV→…     VVPP→…     VMFIN→…
 *     size        5          3                  1           1          1
 *
 * Trees are added one by one and need not be kept. pl_forest_index then lists, for each
 * production, the nodes that have it. */
#pragma once

#include "base/err.h"
#include "grammar/productions.h"
#include "tree/tree.h"

#define PL_MAX_FOREST 2000000000u /* nodes of all trees together */

typedef struct pl_forest_node {
    uint32_t production;
    uint32_t size;    /* nodes of the subtree, itself included */
    uint32_t context; /* the slot of its parent's production in which it stands (see
                         pl_production); PL_NONE for the root of a tree */
    uint32_t tree;    /* from 0 */
} pl_forest_node;

typedef PL_VEC(pl_forest_node) pl_forest_nodes;

typedef struct pl_forest {
    pl_productions productions;
    pl_forest_nodes nodes;
    uint32_t n_trees;
    pl_index having;     /* nodes by production; made by pl_forest_index */
    pl_arena arena;      /* of the index */
    pl_prod_stack stack; /* scratch */
    pl_numbers place;    /* scratch */
} pl_forest;

/* Adds a tree (in order, see pl_tree_order): 0, or -1 with the reason, the forest then
 * being as it was but for unused productions. Every word needs a tag. */
int pl_forest_add(pl_forest *f, const pl_tree *t, pl_error *err);
void pl_forest_index(pl_forest *f);
/* Puts a node with this label above the root of every tree: grammars have one start
 * symbol. Not after indexing. */
void pl_forest_add_roots(pl_forest *f, const char *label);
void pl_forest_release(pl_forest *f);

/* Appends the nodes of one tree, in order, with production and size; their contexts are
 * left open, their tree is 0. Productions are added to or looked up in the table of the
 * stack. place[node of t] is set to the number of its node. */
void pl_forest_append(pl_forest_nodes *nodes, const pl_tree *t, pl_prod_stack *stack,
                      pl_numbers *place);

/* -- codes: one tree or fragment ---------------------------------------------------- */

/* A code is a tree or fragment as the productions of its nodes in pre-order, PL_NONE for
 * a node of the frontier. A derivation of a treebank grammar is a code too; its words may
 * be left open, so that the frontier is the tags.
 *
 *     (S (VP (PROAV 0=) (VVPP 2=)) (VMFIN 1=muss))
 *     S→VP_2 VMFIN   VP_2→PROAV VVPP   NONE   NONE   VMFIN→muss
 *
 * Unfolded, its nodes know their places in the sentence. Places are numbered from 0:
 * every word and every block of a frontier node has one, and so has every gap of the root
 * (van Cranenburgh and Bod 2013, figure 4). In a tree these are the positions of the
 * words. */
typedef struct pl_code_node {
    const pl_production *production; /* NULL: frontier */
    uint32_t symbol;
    uint32_t parent;       /* PL_NONE for the root */
    uint32_t kids, n_kids; /* its children: kids[kids …], node numbers */
    uint32_t places;       /* of a leaf, one for each block: places[places …] */
} pl_code_node;

typedef struct pl_code {
    PL_VEC(pl_code_node) nodes; /* in pre-order */
    pl_numbers kids, places;
    pl_numbers open;               /* scratch */
    PL_VEC(pl_variable) variables; /* scratch */
} pl_code;

static inline bool pl_code_is_leaf(const pl_code_node *n)
{
    return n->production == NULL || n->production->word != NULL;
}

/* Unfolds a code of n numbers, which must be complete (pl_code_complete); replaces what
 * the struct held. Returns how many places there are. */
uint32_t pl_code_unfold(pl_code *c, const pl_productions *p, const uint32_t *code,
                        uint32_t n);
void pl_code_release(pl_code *c);

/* Whether n numbers are one complete code of these productions. */
bool pl_code_complete(const pl_productions *p, const uint32_t *code, uint32_t n);

/* Puts the tree of a complete code over the words of `t`, which has no constituents yet;
 * words without tag get that of the code. The tree is then in order. Returns false and
 * leaves `t` as it was if the code is not over as many words, or a node is not of the
 * symbol that its parent has there. */
bool pl_code_tree(pl_code *c, const pl_productions *p, const uint32_t *code, uint32_t n,
                  pl_tree *t);

/* -- many codes: a tree of prefixes ------------------------------------------------- */

/* Complete codes, sorted, as a tree: from its root, place 0, each step is a number of a
 * code. No complete code begins another, so codes end where no step leads on. */
typedef struct pl_prefix_tree {
    struct pl_code_ref *codes; /* sorted */
    PL_VEC(struct pl_prefix_place) places;
    PL_VEC(struct pl_prefix_step) steps;
} pl_prefix_tree;

struct pl_code_ref {
    const uint32_t *at;
    uint32_t n;
    uint32_t number; /* by which the caller knows it */
};

struct pl_prefix_place {
    uint32_t steps;    /* its first step, in ascending order of codes; its last one stands
                          before the first of the next place, for which one place more
                          than there are stands at the end */
    uint32_t from, to; /* codes[from … to - 1] go through it or end here */
    uint32_t depth;    /* numbers on the way to it */
};

struct pl_prefix_step {
    uint32_t code, to; /* place */
};

/* Builds the tree of n codes, which are in t->codes and stay where they are; takes
 * t->codes. */
void pl_prefix_tree_build(pl_prefix_tree *t, size_t n);
void pl_prefix_tree_release(pl_prefix_tree *t);

/* Whether codes end at a place. */
static inline bool pl_prefix_tree_ends(const pl_prefix_tree *t, uint32_t place)
{
    return t->places.at[place].steps == t->places.at[place + 1].steps;
}
