/* Trees of another parser scored by a grammar of fragments (see grammar/tree_score.h).
 *
 *     pl_reranker *r = pl_reranker_open("nl.grammar", &err);
 *     pl_reranking *w = pl_reranking_new(r);              one for each thread
 *     cost = pl_reranking_cost(w, tree);                  -log p, for each tree
 *     pl_reranking_free(w);  pl_reranker_close(r);
 */
#ifndef PL_GRAMMAR_RERANK_H
#define PL_GRAMMAR_RERANK_H

#include "base/err.h"
#include "tree/tree.h"

typedef struct pl_reranker pl_reranker;
typedef struct pl_reranking pl_reranking;

/* NULL with the reason: no such file, no grammar, or not one of fragments. */
pl_reranker *pl_reranker_open(const char *path, pl_error *err);
void pl_reranker_close(pl_reranker *r); /* NULL is fine */

pl_reranking *pl_reranking_new(const pl_reranker *r); /* keeps `r` */
void pl_reranking_free(pl_reranking *w);              /* NULL is fine */
/* The tree as the treebanks have it; it is not changed. Infinite where it cannot be made
 * what the grammar needs. */
double pl_reranking_cost(pl_reranking *w, const pl_tree *t);

#endif
