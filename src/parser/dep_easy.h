/* Greedy parsing where all tokens are active from the start (easy-first and its
 * non-projective kin): O(n log n) with a heap.
 *
 * A beam of one would look at every pair in every step. But an arc changes only what
 * stands near it: its head has a new dependent, and its neighbours have new neighbours.
 * So the best arc of each pair waits in a heap, and only pairs around the last change are
 * scored again. The result is the same as that of the beam. */
#ifndef PL_PARSER_DEP_EASY_H
#define PL_PARSER_DEP_EASY_H

#include "parser/dep_model.h"
#include "parser/dep_scorer.h"

typedef struct pl_dep_easy pl_dep_easy;

/* Whether a setting can be parsed this way: K=inf, bottom up, arcs anywhere. */
bool pl_dep_easy_fits(const pl_dep_params *p);

pl_dep_easy *pl_dep_easy_new(const pl_dep_model *m);
void pl_dep_easy_free(pl_dep_easy *e); /* NULL is fine */
/* Parses a sentence: head and relation of every token into heads[n] and labels[n] (by
 * position; PL_NONE for the root, and for a token that no permitted arc reached). Returns
 * the score. */
int64_t pl_dep_easy_run(pl_dep_easy *e, const pl_dep_task *s, const pl_dep_values *values,
                        uint32_t *heads, uint32_t *labels);

#endif
