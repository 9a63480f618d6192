/* Trees and fragments as productions in pre-order, unfolded into nodes that know their
 * places in the sentence.
 *
 * A code is what fragments.h writes a fragment as: the productions of its nodes in
 * pre-order, PL_NONE for a node of the frontier. A whole tree is a code too, and so is a
 * derivation of a grammar; words may then be left open as well: the frontier is the tags.
 *
 *     (S (VP (PROAV 0=) (VVPP 2=)) (VMFIN 1=muss))
 *     S→VP_2 VMFIN   VP_2→PROAV VVPP   NONE   NONE   VMFIN→muss
 *
 * Places are numbered from 0: every word and every block of a frontier node has one, and
 * so has every gap of the root (van Cranenburgh and Bod 2013, figure 4). In a tree these
 * are the positions of the words. */
#ifndef PL_GRAMMAR_CODE_H
#define PL_GRAMMAR_CODE_H

#include "tree/tree.h"
#include "grammar/productions.h"

typedef struct pl_code_node {
    const pl_production *production; /* NULL: frontier */
    uint32_t symbol;
    uint32_t parent;       /* PL_NONE for the root */
    uint32_t kids, n_kids; /* its children: kids[kids …], node numbers */
    uint32_t places;       /* of a leaf, one for each block: places[places …] */
} pl_code_node;

typedef struct pl_code {
    PL_VEC(pl_code_node) nodes; /* in pre-order */
    PL_VEC(uint32_t) kids, places;
    PL_VEC(uint32_t) open;         /* scratch */
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

/* Puts the tree that a complete code says over the words of `t`, which has no
 * constituents yet; words without tag get that of the code. In order. False if the code
 * is not over as many words, or a node is not of the symbol that its parent has there:
 * then `t` is as it was. */
bool pl_code_tree(pl_code *c, const pl_productions *p, const uint32_t *code, uint32_t n,
                  pl_tree *t);

#endif
