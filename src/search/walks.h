/* Walks: short ways from a node to those that can stand on the other side of a condition. A
 * plan chooses them, the matcher goes along them:
 *
 *     pl_walk_start(&view, step, step->walk, from, &w);
 *     for (; w.at != PL_NONE; pl_walk_next(&view, &w))
 *         … w.at is a node
 */
#pragma once

#include "search/view.h"

struct pl_step;

typedef enum pl_walk_kind {
    PL_WALK_ALL,  /* no short way: every node */
    PL_WALK_GAPS, /* every node that is discontinuous */
    PL_WALK_ONE,  /* a single node */
    PL_WALK_UP,
    PL_WALK_UP_SELF,
    PL_WALK_PARENT,
    PL_WALK_CHILDREN,
    PL_WALK_SIBLINGS,
    PL_WALK_LATER,   /* siblings */
    PL_WALK_EARLIER, /* siblings */
    PL_WALK_BELOW,
    PL_WALK_EDGES_DOWN, /* one secondary edge away */
    PL_WALK_EDGES_UP,
    PL_WALK_HEAD,       /* of the word */
    PL_WALK_HEADS,      /* all above it */
    PL_WALK_DEPENDENTS, /* one arc away */
    PL_WALK_FIRST,      /* the first word of the node */
    PL_WALK_LAST,
    PL_WALK_INSIDE,    /* nodes that have no other words than the node */
    PL_WALK_AROUND,    /* nodes that have all its words */
    PL_WALK_CHAIN,     /* nodes that have the same words */
    PL_WALK_WITHIN,    /* nodes between its first and its last word */
    PL_WALK_MEETING,   /* nodes that may overlap it */
    PL_WALK_FOLLOWING, /* nodes that begin at distances behind its first word */
    PL_WALK_LEADING,   /* nodes that begin at distances before it */
    PL_WALK_BEHIND,    /* nodes that begin behind its last word */
    PL_WALK_BEFORE,    /* nodes that end before its first word */
    PL_WALK_NEXT,      /* nodes that begin right behind its last word */
    PL_WALK_PREVIOUS,  /* nodes that end right before its first word */
    PL_N_WALKS
} pl_walk_kind;

/* A walk on its way: along a list of nodes, or from node to node by a function. */
typedef struct pl_walk pl_walk;
typedef uint32_t pl_walk_step(const pl_view *v, pl_walk *w);
struct pl_walk {
    uint32_t at;          /* the node that it has come to; PL_NONE: the end */
    uint32_t i, end;      /* place in the list and its end; or what the function needs */
    uint32_t limit;       /* the last word that nodes may have */
    const uint32_t *list; /* NULL: the numbers from i to end - 1 */
    pl_walk_step *step;   /* NULL: goes along the list */
};

static inline void pl_walk_next(const pl_view *v, pl_walk *w)
{
    if (w->step != NULL)
        w->at = w->step(v, w);
    else if (++w->i == w->end)
        w->at = PL_NONE;
    else
        w->at = w->list != NULL ? w->list[w->i] : w->i;
}

extern const struct pl_walk_row {
    const char *name; /* for the plan in words */
    double reach;     /* nodes that it gives in a sentence of average length */
    bool exact;       /* gives just the nodes of which its condition holds */
    unsigned gives;   /* nodes of these kinds, and of those that the step asks for */
    void (*start)(pl_view *v, const struct pl_step *step, uint32_t from, pl_walk *w);
    pl_walk_step *step;
    /* Goes on to the first node that begins behind another. NULL: nodes do not come in the
     * order of their first words. */
    void (*pass)(const pl_view *v, uint32_t node, pl_walk *w);
} pl_walks[PL_N_WALKS];

/* Begins the walk of a step at the node `from`, if it begins at one. */
static inline void pl_walk_start(pl_view *v, const struct pl_step *step,
                                 pl_walk_kind kind, uint32_t from, pl_walk *w)
{
    w->at = PL_NONE;
    w->step = pl_walks[kind].step;
    pl_walks[kind].start(v, step, from, w);
}
