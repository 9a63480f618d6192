/* A counting sort; see edge_index.h. */
#include "tree/edge_index.h"

#include <string.h>

void pl_edge_index_make(pl_edge_index *ix, const pl_tree *t, bool by_parent)
{
    ix->edges.n = 0;
    if (t->edges == NULL)
        return;
    size_t n = (size_t)t->n_nodes + 2;
    PL_RESERVE(&ix->first, n);
    uint32_t *first = ix->first.at;
    memset(first, 0, n * sizeof *first);
    for (const pl_edge *e = t->edges; e != NULL; e = e->next) {
        first[(by_parent ? e->parent : e->child) + 2]++;
        ix->edges.n++;
    }
    for (size_t i = 2; i < n; i++)
        first[i] += first[i - 1];
    /* first[v + 1] is now where those of v begin, and moves on to where they end */
    PL_RESERVE(&ix->edges, ix->edges.n);
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        ix->edges.at[first[(by_parent ? e->parent : e->child) + 1]++] = e;
}

void pl_edge_index_release(pl_edge_index *ix)
{
    PL_VEC_RELEASE(&ix->edges);
    PL_VEC_RELEASE(&ix->first);
}
