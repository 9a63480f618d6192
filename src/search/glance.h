/* A look at a packed tree that is just enough for a query: its shape and those columns of
 * texts that the query asks for go straight into a view. Most sentences have no match, and
 * need not be unpacked then.
 *
 *     pl_glance wants = pl_glance_of(query);
 *     if (!pl_view_glance(&view, &wants, bytes, n, tables, number))
 *         … unpack the tree, and pl_view_fill
 *
 * Nodes have the same numbers in both views. */
#pragma once

#include "search/query.h"
#include "tree/packed.h"

typedef struct pl_glance {
    bool heads;       /* the query asks for dependencies, */
    bool edges;       /* for secondary edges, */
    bool id;          /* for the id of the sentence */
    bool gap;         /* and for discontinuous constituents in any case */
    uint32_t columns; /* those that it asks for, as bits */
} pl_glance;

pl_glance pl_glance_of(const pl_query *q);
/* Whether a packed tree has discontinuous constituents. */
static inline bool pl_packed_crosses(const char *bytes, size_t n)
{
    return n > 0 && bytes[0] >> PL_PACKED_CROSSING & 1;
}

/* Fills the view with a packed tree, whose texts it keeps. False if that does not do: the
 * query asks for secondary edges and there are some, the sentence is a rare case, or its
 * bytes are damaged. */
bool pl_view_glance(pl_view *v, const pl_glance *wants, const void *bytes, size_t n,
                    const pl_text_table tables[PL_N_TEXTS], size_t number);
