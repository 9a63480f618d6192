/* Learns from a treebank where words are cut: those that it writes as two or more with a
 * mark on both sides of the cut (IcePaHC: hús$ $ið), and all the others, which are not.
 *
 *     pl_parts_learner *l = pl_parts_learner_new("$");
 *     for (each tree) pl_parts_learner_add(l, tree);
 *     pl_parts_learner_rules(l, &text);              lines for the rules of a tokenizer
 *     pl_parts_learner_free(l);
 *
 * Each ending of up to 8 letters that was seen 3 times (no word counting more than 5
 * times) gets an entry if it is cut otherwise than the longest shorter one says; then
 * each word that the endings get wrong gets one. Where the treebank is not of one mind,
 * the more frequent reading counts. */
#ifndef PL_TEXT_LEARN_PARTS_H
#define PL_TEXT_LEARN_PARTS_H

#include "base/str.h"
#include "tree/tree.h"
#include "text/rules.h"

typedef struct pl_parts_learner pl_parts_learner;

/* Copies the mark; "" learns nothing. */
pl_parts_learner *pl_parts_learner_new(const char *mark);
void pl_parts_learner_add(pl_parts_learner *l, const pl_tree *tree);
/* Appends lines `parts …`, the same for the same treebank; none if no word was cut. */
void pl_parts_learner_rules(const pl_parts_learner *l, pl_str *text);
void pl_parts_learner_free(pl_parts_learner *l); /* NULL is fine */

/* The rules with what was learned; they must have no `parts` yet. */
int pl_rules_learn(pl_rules *rules, const pl_parts_learner *l, pl_error *err);

#endif
