/* The part-of-speech tagger: an averaged perceptron that reads a sentence from left to
 * right with a small beam. docs/text.md says what it looks at.
 *
 *     pl_tagger *t = pl_tagger_open("nl.model", &err);
 *     pl_tagging *g = pl_tagging_new(t);            one for each thread
 *     pl_tagging_run(g, sentence);                  sets the labels of its terminals
 *     pl_tagging_free(g);  pl_tagger_free(t);
 *
 * A tagger is const while it tags and may be shared by threads. */
#ifndef PL_TAG_TAGGER_H
#define PL_TAG_TAGGER_H

#include "tree/tree.h"
#include "base/sections.h"
#include "learn/weights.h"
#include "tag/lexicon.h"

enum { PL_TAG_BEAM = 4, PL_MAX_TAG_BEAM = 64 };

typedef struct pl_tagger {
    pl_lexicon lexicon;
    uint32_t beam;
    const void *weights; /* a block of learn/compact.h */
    size_t weights_size;
    void *owned;       /* the block if it is not part of a file */
    pl_sections *file; /* NULL if the tagger does not own one */
} pl_tagger;

/* The tagger in a model file; NULL with the reason, also if the model has none. */
pl_tagger *pl_tagger_open(const char *path, pl_error *err);
/* The same from a file that is open and stays so. */
pl_tagger *pl_tagger_from(const pl_sections *file, pl_error *err);
bool pl_tagger_in(const pl_sections *file); /* whether there is one */
/* Adds the tagger's sections to a file that may carry more. */
void pl_tagger_put(const pl_tagger *t, pl_section_list *list);
void pl_tagger_free(pl_tagger *t); /* NULL is fine */

/* -- tagging ----------------------------------------------------------------------- */

typedef struct pl_tagging pl_tagging;

pl_tagging *pl_tagging_new(const pl_tagger *t); /* keeps `t` */
/* Tags every word; the tags are the tagger's text and live as long as it does. */
void pl_tagging_run(pl_tagging *g, pl_tree *sentence);
void pl_tagging_free(pl_tagging *g); /* NULL is fine */

/* -- for the trainer --------------------------------------------------------------- */

/* Searches with other weights than the tagger's. Where `gold` is not NULL, it is the tags
 * of the sentence, and the search notes where the best hypothesis is furthest ahead of
 * the gold one: *violation words of the two differ most in score there (0: gold won).
 * Wrong tags then get `margin` more than their weights say, so that gold must win by that
 * much. */
pl_tagging *pl_tagging_with(const pl_lexicon *x, pl_weights weights, uint32_t beam,
                            int32_t margin);
/* Fills tags[n_tokens] (for a violation its first *violation items) with tag numbers. */
void pl_tagging_search(pl_tagging *g, const pl_tree *sentence, const uint16_t *gold,
                       uint16_t *tags, uint32_t *violation);
/* The words of the sentence searched last, for the features of an update. */
const struct pl_word_info *pl_tagging_words(const pl_tagging *g);
/* Of the tags before word i, the last one of the word's group, counted from 1; 0: none.
 */
uint32_t pl_tagging_kin(const pl_tagging *g, uint32_t i, const uint16_t *tags);

#endif
