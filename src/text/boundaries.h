/* Ends of sentences that a treebank teaches: a linear classifier looks at the two tokens
 * before a place and the two after it, at what the rules say of it, and at how the sentence
 * went so far.
 *
 *     pl_signs signs = {0};
 *     pl_signs_set(&signs, text, &tokens, ends);
 *     pl_boundaries_find(&rules->boundaries, &signs, fixed, ends);
 *     PL_VEC_RELEASE(&signs);
 */
#pragma once

#include "learn/classifier.h"
#include "text/segment.h"

/* What the classifier sees of a token. */
typedef struct pl_sign {
    uint64_t form, small, shape; /* hashes; small: in small letters */
    uint8_t length;              /* characters, few of them told apart */
    bool capital, spaced;        /* begins so; white space follows */
    bool by_rules;               /* the rules end a sentence after it */
    uint8_t since, depth;        /* tokens since the sentence began, open brackets */
    bool quoted;                 /* inside straight quotes */
    char bracket;                /* ( ) " or 0 */
} pl_sign;

typedef PL_VEC(pl_sign) pl_signs;

enum { PL_GOES_ON, PL_SENTENCE_ENDS, PL_N_BOUNDARIES }; /* names of the classifier */
enum { PL_BOUNDARY_FEATURES = 32 };

/* What is seen of tokens, whatever the sentences are. */
void pl_signs_set(pl_signs *signs, const char *text, const pl_spans *tokens,
                  const bool *by_rules);
/* Goes on to token i, which begins a sentence or not. */
void pl_signs_step(pl_signs *signs, size_t i, bool begins);
/* The features of the place after token i, which is not the last one; their number. */
uint32_t pl_boundary_features(const pl_signs *signs, size_t i,
                              uint64_t out[PL_BOUNDARY_FEATURES]);
/* Marks the tokens that end a sentence, beside those that are fixed (NULL: none). */
void pl_boundaries_find(const pl_classifier *c, pl_signs *signs, const bool *fixed,
                        bool *ends);
