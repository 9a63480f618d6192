/* The part-of-speech tagger: an averaged perceptron that reads a sentence from left to
 * right with a small beam. docs/text.md says what it looks at.
 *
 *     pl_tagger_from(&t, file, &err);
 *     pl_tagger_label(t, sentence, &scratch);       sets the labels of its terminals
 *     pl_tagger_free(t);
 *
 * It is const while it tags, and threads may share it. */
#pragma once

#include "tree/tree.h"
#include "base/alloc.h"
#include "base/sections.h"
#include "learn/classifier.h"
#include "tag/lexicon.h"
#include "tag/morph.h"
#include "tag/tag_features.h"

enum { PL_TAG_BEAM = 4, PL_MAX_TAG_BEAM = 64 };

typedef struct pl_tagger {
    pl_lexicon lexicon;
    uint32_t beam;
    pl_bytes weights;  /* of learn/compact.h */
    pl_pass pass; /* of training, after which it was kept; zeros if read from a file */
} pl_tagger;

/* Reads it from a file that is open and stays so: 1, 0 (and *to is NULL) if the file has
 * none, or -1 with the reason. */
int pl_tagger_from(pl_tagger **to, const pl_sections *file, pl_error *err);
/* Adds the tagger's sections to a file that may carry more. */
void pl_tagger_put(const pl_tagger *t, pl_section_list *list);
void pl_tagger_free(pl_tagger *t); /* NULL is fine */

/* Whether the word is in the tag dictionary. */
bool pl_tagger_knows(const pl_tagger *t, const char *word);
/* Sets the tag of every word. The text belongs to the tagger. `scratch` is not reset. `known`
 * remembers words that come again, in one thread, and is made by the next function; NULL:
 * nothing is remembered. */
void pl_tagger_label(const pl_tagger *t, pl_tree *sentence, pl_tag_memo *known,
                     pl_arena *scratch);
void pl_tagger_memo(const pl_tagger *t, pl_tag_memo *known);
/* By how much the tag of each word was better than the best other one after the tags before
 * it, into margins[n_tokens]; PL_ONE_TAG where there was no other. */
#define PL_ONE_TAG 1e9
void pl_tagger_margins(const pl_tagger *t, const pl_tree *sentence, pl_arena *scratch,
                       double *margins);
/* The same words in `m`, tagged anew. */
pl_tree *pl_tagger_copy(const pl_tagger *t, const pl_tree *sentence, pl_arena *m);

/* -- scores ------------------------------------------------------------------------ */

/* Counts of words and of right tags: [0] of unknown words, [1] of words in the tag
 * dictionary. */
typedef struct pl_tag_score {
    size_t n[2], right[2];
    size_t n_sentences, n_exact; /* exact: all tags right */
    size_t n_morph;              /* words with the right tag and the right morphology */
    bool has_morph; /* the treebank has morphology, and `morph` is not NULL */
} pl_tag_score;

/* Compares the tags of `found` with those of `gold`; known [n_tokens] tells which words are
 * known, has_morph whether morphology is looked for. */
void pl_tag_score_compare(pl_tag_score *s, const pl_tree *gold, const pl_tree *found,
                          const bool *known, bool has_morph);
/* Tags the words of `gold` anew and compares. `morph` may be NULL. */
void pl_tag_score_add(pl_tag_score *s, const pl_tagger *t, const pl_morph *morph,
                      const pl_tree *gold, pl_arena *scratch);
double pl_tag_score_percent(const pl_tag_score *s); /* right tags */

/* -- training ---------------------------------------------------------------------- */

typedef struct pl_tag_options {
    uint32_t beam;
    uint32_t closed; /* words seen this often take no tag that was not seen */
    int32_t margin;  /* by which a right tag must win against a wrong one */
    pl_epochs epochs;
    pl_tree *const *dev; /* scored after each pass: the best tagger is kept */
    size_t n_dev;        /* 0: the tagger of the last pass is kept */
} pl_tag_options;

extern const pl_tag_options pl_tag_defaults;

/* Trains a structured perceptron with averaged weights on trees whose words have tags;
 * NULL with the reason. A sentence whose best tags are wrong changes the weights up to
 * the word where the wrong hypothesis is furthest ahead (max-violation; Huang, Fayong and
 * Guo 2012). The same sentences, options and seed give the same tagger, byte for byte. */
pl_tagger *pl_tagger_train(pl_tree *const *trees, size_t n, const pl_tag_options *options,
                           pl_error *err);

/* -- jack-knifed tags: jackknife.c -------------------------------------------------- */

/* Tags as a tagger gives them to sentences it has not learned from: the treebank is cut
 * into folds, and each fold is tagged by a tagger trained on the others. A parser trained
 * with such tags is ready for the mistakes of the tagger it will work with.
 *
 * Sentence i belongs to fold i mod n_folds. The result does not depend on the number of
 * threads. */

enum { PL_JACKKNIFE_FOLDS = 5 };

typedef struct pl_jackknife {
    unsigned n_folds;
    pl_tag_options options; /* without dev; progress is called from several threads */
    unsigned threads;       /* 0: all */
} pl_jackknife;

/* Replaces the tags of all trees; the new text lives in `m`. *n_right is the number of
 * tags that stayed as they were. If it fails (a word has no tag), nothing is changed.
 * `twins` (NULL: none) are other forms of the same sentences, which get the tags of the
 * same taggers; these do not learn from them. */
int pl_jackknife_tags(pl_tree *const *trees, pl_tree *const *twins, size_t n,
                      const pl_jackknife *how, pl_arena *m, size_t *n_right,
                      pl_error *err);
