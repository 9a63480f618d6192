/* Which sentences of an index can match a query: those that have the words, tags, categories
 * and functions that it asks for, by the sets of the index.
 *
 *     int got = pl_candidates_find(query, index, &c, &err);         counts for the plan, too
 *     for (size_t i = 0; (i = pl_candidates_next(&c, i)) < pl_index_count(index); i++) …
 *     pl_candidates_release(&c);
 *
 * All others have no match; of these only the matcher knows. What is said inside not, of
 * missing values ("--"), and of values that nearly everything has restricts nothing. */
#pragma once

#include "format/index_file.h"
#include "search/query.h"

typedef struct pl_candidates {
    uint32_t *at; /* [n]  sentences, ascending; NULL: each may match */
    size_t n;     /* of candidates */
    size_t total; /* of sentences */
    size_t next;  /* the first of `at` that was not given yet */
} pl_candidates;

/* 0, or -1 with the reason if the index is damaged. Leaves in the query how many sentences
 * have each node that it describes; pl_query_replan uses that. */
int pl_candidates_find(pl_query *q, pl_index *x, pl_candidates *c, pl_error *err);
/* The first candidate from sentence i on, `total` if there is none; i never gets smaller. */
size_t pl_candidates_next(pl_candidates *c, size_t i);
void pl_candidates_release(pl_candidates *c);
