/* The lemma of each word, given its form, its tag and its morphology: the edit script
 * (edit_script.h) of a lexicon, or the one that a linear classifier chooses among those that
 * the treebank has for the tag. The classifier looks at the beginning and the end of the
 * form; the lexicon has the words of the treebank with which it would be wrong.
 *
 *     pl_lemmas_from(&x, file, &err);
 *     pl_lemmas_label(x, sentence, false, NULL, &scratch);
 *     pl_lemmas_free(x);
 *
 * The tag is the coarse one (UPOS) of words that have it. It is const while it labels, and
 * threads may share it. */
#pragma once

#include "base/memo.h"
#include "tree/tree.h"
#include "learn/classifier.h"

typedef struct pl_lemmas pl_lemmas;

/* Reads it from a model file: 1, 0 (and *to is NULL) if the file has none, or -1 with the
 * reason. */
int pl_lemmas_from(pl_lemmas **to, const pl_sections *file, pl_error *err);
void pl_lemmas_put(const pl_lemmas *x, pl_section_list *list);
void pl_lemmas_free(pl_lemmas *x); /* NULL is fine */

/* Sets the lemma of words that have none, or of every word. The text lives in the arena of
 * the sentence. `scratch` is not reset. `known` remembers lemmas for the words that come
 * again, in one thread, and is made by the next function; NULL: nothing is remembered. */
void pl_lemmas_label(const pl_lemmas *x, pl_tree *sentence, bool every, pl_memo *known,
                     pl_arena *scratch);
void pl_lemmas_memo(pl_memo *known);

/* Learns from the words of trees that have lemmas. NULL with the reason. */
pl_lemmas *pl_lemmas_train(pl_tree *const *trees, size_t n, const pl_epochs *how,
                           pl_error *err);
