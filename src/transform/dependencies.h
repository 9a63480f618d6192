/* Constituents to dependencies and back.
 *
 * In a tree whose heads are marked, every node has a head word: that of its head child,
 * down to a word. Each other child's head word depends on it; the relation is the
 * function of that child's edge or, where there is none, its label. A discontinuous
 * constituent whose gap is filled from above gives arcs that cross.
 *
 *     (S (VP (NN 0=What) (VVPP 2=seen)*)  (VVFIN 1=was)*)       * marks heads
 *     was ─VP─► seen ─NN─► What                                 What-seen crosses root-was
 *
 * The other way round a word and its dependents become a node: labelled with the word's
 * tag, function the word's relation, the word marked as head. Going back from there gives
 * the same dependencies. */
#pragma once

#include "base/err.h"
#include "tree/tree.h"

/* Sets the heads and relations of all words. A node without mark takes a child with
 * function HD (in either case), or its only child. -1 with the reason, nothing changed,
 * if a node has no head. A root that is virtual and has none stands for the artificial
 * one. */
int pl_dependencies_from_heads(pl_tree *t, pl_error *err);

/* Replaces the constituents by those that the dependencies make. -1 with the reason if a
 * word has no head, or heads run in circles. */
int pl_constituents_from_dependencies(pl_tree *t, pl_error *err);
