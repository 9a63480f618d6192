/* Sentences for a network to learn from, made of trees: numbers of words, and what is right
 * for each task.
 *
 *     pl_net_examples x;
 *     pl_net_examples_init(&x, machine);
 *     for each tree: pl_net_census_tree(&x.census, tree);
 *     for each tree: pl_net_examples_add(&x, tree);
 *     … x.list.at[i] …
 *     pl_net_examples_release(&x);
 */
#pragma once

#include "parser/net_vocab.h"
#include "train/net_pass.h"

typedef struct pl_net_examples {
    const pl_machine *machine;
    pl_net_census census;
    pl_net_vocab vocab;
    pl_spellings spellings;
    pl_intern spelled; /* the words whose spellings are listed */
    PL_VEC(pl_net_example) list;
    PL_VEC(pl_net_example) twins; /* [list.n] or fewer: rough ones, see gold_trees.h */
    uint64_t print; /* a hash of all of it, the same on all machines */
    pl_arena m;
} pl_net_examples;

/* Keeps the machine, which is finished. */
void pl_net_examples_init(pl_net_examples *x, const pl_machine *m);
void pl_net_examples_release(pl_net_examples *x);
/* False if the machine has no derivation of the tree. */
bool pl_net_examples_add(pl_net_examples *x, const pl_tree *t);
/* The same for the twin of the tree added last, which is its own twin after false. */
bool pl_net_examples_add_twin(pl_net_examples *x, const pl_tree *t);
