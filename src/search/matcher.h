/* Finds the matches of a query in sentences.
 *
 *     pl_search_state *s = pl_search_state_new(query);         one for each thread
 *     if (pl_search_run(s, tree, number, &err) < 0) …
 *     for (size_t i = 0; i < s->n_matches; i++) {
 *         const uint32_t *match = pl_search_match(s, i);       nodes of s->view
 *         …
 *     }
 *     pl_search_state_free(s);
 *
 * In an index most trees need not be unpacked (glance.h):
 *
 *     if (pl_search_run_at(s, index, i, number, &err) < 0) …
 *     if (s->n_matches > 0)
 *         tree = pl_search_unpack(s, index, i, arena, &err);
 */
#pragma once

#include "format/index_file.h"
#include "search/conditions.h"
#include "search/glance.h"

/* Limits for one sentence; further matches are dropped. The second limit bounds the memory of queries
 * with many variables: a state holds up to twice as many nodes, and as many again while it sorts them. */
#define PL_MAX_MATCHES       ((size_t)1000000)
#define PL_MAX_MATCHED_NODES ((size_t)3000000) /* matches times variables: 12 MB */

struct pl_search_state {
    const pl_query *query;
    pl_view view;     /* the sentence searched last */
    size_t n_matches; /* matches in it, without duplicates, in order */
    bool cut;         /* matches were dropped: more than pl_search_most */
    bool enough;      /* set by the caller: one match is enough */
    double
        deadline; /* set by the caller: the search stops at this time (pl_clock); 0: never */
    /* The rest is the matcher's own. */
    PL_VEC(uint32_t) matches;    /* [n_matches][n_counted] */
    pl_glance wants;             /* what the query asks for */
    bool fixed;                  /* texts of the view are those of an index, */
    const pl_index *index;       /* this one, where these are the texts of steps, */
    const char **same;           /* [n_slots]  NULL: compare them by their bytes */
    pl_arena unpacked;           /* a tree that no glance could be taken of */
    pl_pattern_state **patterns; /* [n patterns] */
    struct pl_verdict {
        const pl_test *test;
        const char *text;
        bool fits;
    } * verdicts; /* of tests on texts of an index, by their addresses; NULL: none yet */
    uint32_t node[PL_MAX_QUERY_NODES];
    const char *value[PL_MAX_QUERY_NODES];
    uint32_t record[PL_MAX_QUERY_NODES];
    struct pl_seen {
        uint64_t known, fits; /* by slot: was its test asked, and what came out */
    } * seen;                 /* [cap_seen]  of each node */
    uint32_t cap_seen;
    uint64_t blame; /* steps that are to blame if nothing is found */
    uint32_t steps; /* number of steps, to check for a stop now and then */
    bool failed;    /* a pattern could not be matched, or the search was stopped */
    pl_error *err;
};

/* Keeps the query. */
pl_search_state *pl_search_state_new(const pl_query *q);
void pl_search_state_free(pl_search_state *s); /* NULL is fine */

/* Finds all matches in a tree that is in order; `number` is that of the sentence in its
 * file, from 1. The state keeps the tree until the next call. Returns 0, or -1 with the
 * reason: a pattern took too many steps, or the search was stopped by its flag (stop.h) or
 * deadline (PL_STOPPED). */
int pl_search_run(pl_search_state *s, const pl_tree *t, size_t number, pl_error *err);

/* The same for a packed tree, with its tables of texts. The tree of the view has only what
 * the query asks for. */
int pl_search_run_packed(pl_search_state *s, const void *bytes, size_t n,
                         const pl_text_table *tables, size_t number, pl_error *err);
/* The same for sentence i, from 0, of an index, which must stay open as long as the state. */
int pl_search_run_at(pl_search_state *s, pl_index *x, size_t i, size_t number,
                     pl_error *err);
/* Unpacks the sentence that was searched last in an index, in `m`, and makes it that of the
 * view, where the matches stay true. NULL with the reason. */
pl_tree *pl_search_unpack(pl_search_state *s, pl_index *x, size_t i, pl_arena *m,
                          pl_error *err);

/* Returns the maximum number of matches that are kept for one sentence. */
static inline size_t pl_search_most(const pl_query *q)
{
    size_t n = pl_query_n_counted(q), fit = PL_MAX_MATCHED_NODES / (n > 0 ? n : 1);
    return fit < PL_MAX_MATCHES ? fit : PL_MAX_MATCHES;
}

/* The nodes of a match, for each counted variable; PL_NONE where it is unbound. NULL if
 * there are no counted variables. */
static inline const uint32_t *pl_search_match(const pl_search_state *s, size_t i)
{
    return s->matches.n > 0 ? s->matches.at + i * pl_query_n_counted(s->query) : NULL;
}

/* For conditions: whether a test of one node holds; whether a text fits a label. */
bool pl_test_holds(pl_search_state *s, const pl_test *t, uint32_t node);
bool pl_label_fits(pl_search_state *s, const pl_test *label, const char *text);
