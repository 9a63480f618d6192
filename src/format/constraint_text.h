/* Constraints (tree/constraints.h) as text. A file has one per line, fields separated by
 * tabs: sentence, kind, words, label. Words are counted from 1.
 *
 *     # the sentence is an id of the input, or a number from 1 where it has none
 *     7    bracket       1-3,5    NP
 *     7    no-bracket    2-4
 *     7    tag           3        NN
 *     s9   arc           4->2     nsubj
 *     s9   arc           0->4              0 is the root
 *     s9   relation      5        obj
 *
 * In JSON, for programs, they are a list of objects for one sentence, with words counted
 * from 0 and -1 for the root, as in trees written as JSON:
 *
 *     [{"kind": "bracket", "blocks": [[0, 3], [4, 5]], "label": "NP"},
 *      {"kind": "arc", "words": [1], "head": 3, "label": "nsubj"}]
 */
#pragma once

#include "base/in.h"
#include "tree/constraints.h"

typedef struct pl_constraint_file pl_constraint_file;

/* Reads all of a file. NULL with the reason, which names the line. */
pl_constraint_file *pl_constraint_file_open(const char *path, pl_error *err);
/* The same from an input, which is not closed. */
pl_constraint_file *pl_constraint_file_read(pl_in *in, pl_error *err);
void pl_constraint_file_close(pl_constraint_file *f); /* NULL is fine */

/* The constraints of a sentence; NULL: there are none. */
const pl_constraints *pl_constraint_file_find(pl_constraint_file *f,
                                              const char *sentence);
/* Appends the names of sentences that were not looked for, the first few; their number. */
size_t pl_constraint_file_unused(const pl_constraint_file *f, pl_str *names);

/* Adds the constraints of a JSON text. -1 with the reason. */
int pl_constraints_add_json(pl_constraints *c, const char *bytes, size_t n,
                            pl_error *err);
/* The kind of this name; PL_N_CONSTRAINTS with the reason if there is none. */
pl_constraint_kind pl_constraint_kind_of(const char *name, pl_error *err);
