/* A note where raw text is in another language than the model is for. It is said once, when
 * enough was read to be sure, or at the end of the input.
 *
 *     language_note n = {0};
 *     for (…) language_note_add(&n, model, tree, false);
 *     language_note_end(&n, model);
 */
#pragma once

#include "parser/model.h"
#include "text/language.h"

typedef struct language_note {
    pl_language_sample words;
    bool done; /* no more is looked at */
} language_note;

/* Looks at the words of one more sentence of raw text; says the note if `now` is set and there
 * are words enough, or if there are very many. */
void language_note_add(language_note *n, const pl_model *m, const pl_tree *t, bool now);
/* Says the note if it has to be said, and releases the words. */
void language_note_end(language_note *n, const pl_model *m);
