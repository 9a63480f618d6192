/* Which language words are in, by their letters, to warn of text that a model is not for.
 *
 *     pl_language_sample s = {0};
 *     for (…) pl_language_add(&s, word);
 *     if (pl_language_differs(&s, "nl", &code, &name) > 0) … code is de, name is German
 *     pl_language_release(&s);
 *
 * A language is a file share/languages/CODE.tri: its name, and its most frequent sequences of
 * three letters with how often each comes in a million (tools/languages.py makes one). The
 * words are in the language that gives them the highest probability, if that is far above the
 * one expected. The languages are few, so others are taken for one of them, or for none.
 *
 * On single sentences of 40 letters or more of dev sets in da, de, en, is and nl, 4 of 13,627
 * are held for another language (three of them are in one, or full of its names), and 98.2% of
 * sentences of another language are recognized; of 1,000 letters none and all. */
#pragma once

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

typedef struct pl_language_sample {
    pl_intern trigrams;
    PL_VEC(uint32_t) counts; /* [trigrams.n] */
    size_t n_letters, n_trigrams;
} pl_language_sample;

enum { PL_LANGUAGE_LETTERS = 40 }; /* below it, nothing is said of them */

void pl_language_add(pl_language_sample *s, const char *word);
void pl_language_release(pl_language_sample *s);

/* 1 if the words are in another language than `own`, with its code and its name; 0 if they may
 * be in that one, if there are too few, or if nothing is known of it. Files that cannot be
 * read are ignored. Both texts are empty before. */
int pl_language_differs(const pl_language_sample *s, const char *own, pl_str *code,
                        pl_str *name);
