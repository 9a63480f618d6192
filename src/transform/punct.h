/* Where punctuation hangs. Treebanks of the NeGra and Alpino kind attach it to the root,
 * where it cuts almost every constituent in two; each mode here is one way out:
 *
 *   move      marks at the root go before the largest constituent that begins right after
 *             them; then pairs of quotes, brackets and dashes go under one parent where
 *             they enclose it (as disco-dop does)
 *   moveall   the same for every terminal at the root
 *   lca       terminals at the root with a tag of punctuation (LET too) go to the lowest
 *             common ancestor of the terminals around them that are not such marks;
 *             without one on each side they stay
 *   root      all marks (tag LET too) go to the root
 *   remove    all marks (tag LET too) go; a sentence of nothing else stays
 *   keep      nothing
 *
 * Nodes that are left without words go, the root excepted. */
#pragma once

#include "transform/transform.h"

extern const pl_mode pl_punct_modes[]; /* ends with a row without name */
void pl_punct_to_root(pl_tree *t);     /* the mode root */

/* Every child of the root, whatever it is, from the smallest to the largest: it goes to
 * the lowest common ancestor of the terminals next to it on both sides, if that is not
 * the root and then has fewer gaps. */
void pl_root_attach(pl_tree *t);

/* What counts as punctuation, for every part that asks (these steps, head rules,
 * evaluation): the tag is a punctuation tag of the common treebanks, or the word is a
 * mark. Either may be NULL. */
bool pl_is_punct(const char *tag, const char *word);
bool pl_is_punct_tag(const char *tag);
bool pl_is_punct_word(const char *word);
