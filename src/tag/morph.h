/* The full morphological tag of each word and its coarse tag (FEATS and UPOS of CoNLL-U),
 * given its part-of-speech tag: a linear classifier that chooses among those that the
 * treebank has for that tag. It looks at the word, its endings, and the words and tags
 * beside it.
 *
 *     pl_morph_from(&m, file, &err);
 *     pl_morph_label(m, sentence, true, &scratch);
 *     pl_morph_free(m);
 *
 * It is const while it labels, and threads may share it. */
#pragma once

#include "tree/tree.h"
#include "learn/classifier.h"

typedef struct pl_morph pl_morph;

/* Reads it from a model file: 1, 0 (and *to is NULL) if the file has none, or -1 with the
 * reason. */
int pl_morph_from(pl_morph **to, const pl_sections *file, pl_error *err);
void pl_morph_put(const pl_morph *m, pl_section_list *list);
void pl_morph_free(pl_morph *m); /* NULL is fine */

/* Sets the morphology and, if it was learned, the coarse tag of every word from the words
 * and tags; NULL for a tag that was never seen. Without `every`, morphology only where no
 * word of the sentence has any, and coarse tags of words without one. The text belongs to
 * `m`. `scratch` is not reset. */
void pl_morph_label(const pl_morph *m, pl_tree *sentence, bool every, pl_arena *scratch);

/* Whether it gives coarse tags. */
bool pl_morph_gives_coarse(const pl_morph *m);
/* Whether the tags are the coarse ones themselves: the treebank has no others. */
bool pl_morph_tags_are_coarse(const pl_morph *m);

/* Learns from trees whose words have tags and morphology or coarse tags. NULL with the reason. */
pl_morph *pl_morph_train(pl_tree *const *trees, size_t n, const pl_epochs *how,
                         pl_error *err);
