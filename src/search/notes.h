/* Why nothing was found: which features the treebank does not have, and which values of the
 * query never occurred in it, with the nearest that did.
 *
 *     pl_notes *n = pl_notes_new(query);
 *     pl_notes_add(n, &state->view);          for each sentence, while nothing was found
 *     pl_notes_join(n, of_another_thread);
 *     pl_notes_say(n, say, context);
 *     pl_notes_free(n);
 */
#pragma once

#include "format/index_file.h"
#include "search/query.h"

typedef struct pl_notes pl_notes;

pl_notes *pl_notes_new(const pl_query *q); /* keeps the query */
void pl_notes_add(pl_notes *n, const pl_view *v);
/* The same for all sentences of an index at once, by its tables. */
void pl_notes_add_index(pl_notes *n, const pl_index *x);
void pl_notes_join(pl_notes *n, const pl_notes *other);
/* Calls `say` with each note, as text without a place: "no lemmas". */
void pl_notes_say(const pl_notes *n, void (*say)(void *context, const char *note),
                  void *context);
void pl_notes_free(pl_notes *n); /* NULL is fine */
