/* A query, compiled: the language of docs/search.md. A query is never changed once it is
 * there, so any number of threads may search with it, each with a state of its own
 * (matcher.h).
 *
 *     pl_query *q = pl_query_new("#n:[cat=\"VP\"] & discontinuous(#n)", NULL, &where, &err);
 *     …
 *     pl_query_free(q);
 */
#pragma once

#include "base/err.h"
#include "base/str.h"
#include "search/query_features.h"

typedef struct pl_query pl_query;

/* Where a query is wrong. */
typedef struct pl_query_mistake {
    size_t line, column; /* from 1; columns are characters */
    char shown[240];     /* the line, or the part of it around the place */
    size_t caret;        /* columns of `shown` before the place */
} pl_query_mistake;

/* Files of templates, each as a name for messages and its text; ends with a name NULL. */
typedef struct pl_query_library {
    const char *name, *text;
} pl_query_library;

/* Compiles a query; `library` may be NULL. NULL with the reason in `err`, which begins with
 * the place ("query, line 1, column 5: …"), and the place in `where` (which may be NULL). */
pl_query *pl_query_new(const char *text, const pl_query_library *library,
                       pl_query_mistake *where, pl_error *err);
void pl_query_free(pl_query *q); /* NULL is fine */

/* The variables that matches assign nodes to, in the order in which they stand in them:
 * their number and names ("#n"). */
uint32_t pl_query_n_counted(const pl_query *q);
const char *pl_query_counted(const pl_query *q, uint32_t i);
/* The number of a counted variable by its name, PL_NONE if there is none. */
uint32_t pl_query_find(const pl_query *q, const char *name);

/* The keys of "count by" at the end of the query; their number, 0 if there is none. */
size_t pl_query_keys(const pl_query *q, const pl_key **keys);
/* Other keys for the same query, "#n.cat, sentence.id", into keys[most]: their number, or -1
 * with the reason. They live as long as the query. */
int pl_query_read_keys(pl_query *q, const char *text, pl_key *keys, size_t most,
                       pl_query_mistake *where, pl_error *err);

/* Plans anew with the counts that pl_candidates_find has left in the query. No thread may
 * be searching with it. */
void pl_query_replan(pl_query *q);
/* Appends the plan in words. */
void pl_query_explain(const pl_query *q, pl_str *out);
/* Whether a condition asks for the number of the sentence, in templates, too. */
bool pl_query_asks_number(const pl_query *q);
/* Whether no tree whatever can match; the reason in `why`. */
bool pl_query_impossible(const pl_query *q, pl_str *why);
