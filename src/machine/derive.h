/* From the trees of a treebank to derivations of a system and back, with the labels and
 * actions they need:
 *
 *     tree ─► artificial root, binarize, collapse chains, reorder ─► oracle ─► actions
 *     tree ◄─ root off, unbinarize, restore chains ◄─ configuration ◄─ replay, or parser
 *
 * Two passes: the first finds out whether an artificial root is needed, the second makes
 * derivations.
 *
 *     pl_deriver d;
 *     pl_deriver_start(&d, system);
 *     pl_deriver_reorder(&d, "dist2", &err);       for systems that read out of order
 *     for each tree: pl_deriver_look(&d, tree);
 *     for each tree: actions.n = 0; pl_deriver_tree(&d, tree, &actions, &arena);
 *     pl_deriver_finish(&d);          closes the inventory: parsing can begin
 *     pl_deriver_release(&d);
 *
 * Heads are those marked in the trees. Functions and whatever else belongs to nodes is
 * not part of a derivation. */
#pragma once

#include "base/intern.h"
#include "machine/system.h"
#include "transform/transform.h"

/* Whether the trees of a treebank need an artificial root: they do when some label of a
 * root also occurs below a root, or when a tree is a single word. */
typedef struct pl_root_check {
    pl_intern labels;
    PL_VEC(uint8_t) seen; /* [labels.n]  1 at the top, 2 below, 3 both */
    bool virtual_root;    /* roots are such as the format implies */
} pl_root_check;

typedef struct pl_deriver {
    const pl_system *system;
    pl_binary_style style;
    pl_reorder reorder; /* without rules where the system reads words as they come */
    pl_root_check roots;
    pl_labelset labels;
    pl_inventory inventory;
} pl_deriver;

void pl_deriver_start(pl_deriver *d, const pl_system *system);
/* Another order of reading than the system's own, before any tree: 0, or -1 with the
 * reason. */
int pl_deriver_reorder(pl_deriver *d, const char *text, pl_error *err);
void pl_deriver_look(pl_deriver *d, const pl_tree *t);
/* Appends the derivation of `t`; its actions and labels are added to the inventory. */
void pl_deriver_tree(pl_deriver *d, const pl_tree *t, pl_actions *out, pl_arena *m);
/* The same without adding actions: for a second pass over the same trees. */
void pl_deriver_again(pl_deriver *d, const pl_tree *t, pl_actions *out, pl_arena *m);
void pl_deriver_finish(pl_deriver *d);
void pl_deriver_release(pl_deriver *d);

/* Replaces the constituents of `t`, a tree over the words that the final configuration `c`
 * was reached with, by what `c` has built: its topmost item without what binarization,
 * merging of chains and the artificial root added. Fields of the words stay. */
void pl_deriver_build(const pl_deriver *d, const pl_items *c, pl_tree *t);
/* Labels and actions as text of a model file, and back into sets that are empty. Reading
 * returns NULL, or what is damaged. */
void pl_labelset_put(const pl_labelset *l, pl_str *out);
const char *pl_labelset_get(pl_labelset *l, const char *bytes, size_t n);
void pl_inventory_put(const pl_inventory *inv, pl_str *out);
const char *pl_inventory_get(pl_inventory *inv, const char *bytes, size_t n);
