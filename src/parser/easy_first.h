/* Beam search where all tokens are active from the start (easy-first and its
 * non-projective kin). The beam of beam.h looks at every pair of tokens in every step; here
 * each hypothesis keeps what its pairs offer (offers.h), and only pairs around an arc are
 * scored again: O(n log n) for a sentence, whatever the size of the beam. The result is that
 * of the beam, ties included. */
#pragma once

#include "parser/beam.h"

typedef struct pl_easy_first pl_easy_first;

/* Whether a machine can be run this way: all tokens must be active from the start (K=inf),
 * every arc must take its modifier out, arcs must be allowed at all places, and reach over
 * no more than 15 tokens. */
bool pl_easy_first_fits(const pl_machine *m);
/* The largest beam that a sentence of n words has with it, so that memory suffices. */
uint32_t pl_easy_first_size(const pl_machine *m, uint32_t n);
/* For a beam of `size`; NULL if the machine does not fit. Keeps machine and features. */
pl_easy_first *pl_easy_first_new(const pl_machine *m, const pl_features *features,
                                 uint32_t size);
void pl_easy_first_free(pl_easy_first *e); /* NULL is fine */
/* Runs a task, which has been given to the beam by pl_beam_start, to its end: the
 * hypotheses of the beam are the last ones then, with their traces. The scorer of the beam
 * is not used. */
void pl_easy_first_run(pl_easy_first *e, pl_beam *b, pl_weights weights,
                       const pl_values *values);
