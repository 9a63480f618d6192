/* The full morphological tag of each word, given its part-of-speech tag: a linear
 * classifier that chooses among what the treebank has for that tag. It looks at the word,
 * its endings, and the words and tags beside it.
 *
 *     pl_morph *m = pl_morph_from(file, &found, &err);
 *     pl_morph_label(m, sentence, &scratch);
 *     pl_morph_free(m);
 *
 * It is const while it labels and may be shared by threads. */
#ifndef PL_TAG_MORPH_H
#define PL_TAG_MORPH_H

#include "tree/tree.h"
#include "learn/classifier.h"

typedef struct pl_morph pl_morph;

/* The one in a model file; NULL with the reason, or, without a reason, NULL and *found
 * false if it has none. */
pl_morph *pl_morph_from(const pl_sections *file, bool *found, pl_error *err);
void pl_morph_put(const pl_morph *m, pl_section_list *list);
void pl_morph_free(pl_morph *m); /* NULL is fine */

/* Sets the `morph` of every word from the words and tags; NULL for a tag that was never
 * seen. The text is the labeller's. `scratch` is what it says. */
void pl_morph_label(const pl_morph *m, pl_tree *sentence, pl_arena *scratch);

/* Learns from trees whose words have tags and morphology, in so many passes. NULL with
 * the reason. */
pl_morph *pl_morph_train(pl_tree *const *trees, size_t n, uint32_t epochs, uint64_t seed,
                         double prune, pl_error *err);

#endif
