/* Scores as JSON objects: what `pleach eval --json` prints, and what a server answers. Each
 * function puts its values into an object of the caller's, in the order of docs/evaluation.md. */
#pragma once

#include "base/report.h"
#include "eval/deps.h"


/* -- constituents -------------------------------------------------------------------- */

void pl_json_counts(pl_value *to, const pl_counts *c);
/* With `disc_only`, the counts that come first are those of discontinuous brackets. */
void pl_json_scores(pl_value *to, const pl_scores *s, bool disc_only, bool functions);
/* All scores; `params` is the name of the parameters. */
void pl_json_eval(pl_value *to, const pl_eval *e, const char *params);
/* The sentence that was counted last. Its id is left out where it is NULL. */
void pl_json_eval_sentence(pl_value *to, const pl_eval *e, size_t number, const char *id);
/* Which nodes of that sentence are right, and which are not: "nodes" with "right" and "label" (the
 * same words under another label), pairs of a node of the gold tree and one of the candidate;
 * "missed", nodes of the gold tree; "wrong", nodes of the candidate. "tags" are the words whose tag is
 * wrong, "words" is the number of words that count. Nodes that do not count are not named. `gold` and `candidate` are the trees whose
 * nodes are meant; they are numbered as the format json numbers them. */
void pl_json_eval_marks(pl_value *to, pl_eval *e, const pl_tree *gold,
                        const pl_tree *candidate);

/* -- dependencies -------------------------------------------------------------------- */

/* `sentences`: the number that exact matches are divided by. */
void pl_json_attachment(pl_value *to, const pl_deps *d, const pl_dep_counts *c,
                        uint64_t sentences);
/* All scores; with `no_punct`, those without punctuation come first. */
void pl_json_deps(pl_value *to, const pl_deps *d, bool no_punct);
/* Sentence i of those that were added. Its id is left out where it is NULL. */
void pl_json_deps_sentence(pl_value *to, const pl_deps *d, size_t i, bool no_punct,
                           size_t number, const char *id);
/* How many of its words have the right "heads", and "both" head and relation; and "words" that are not
 * right, with "head" (their head is wrong) and "relation" (only that is). Words that do not count
 * are not named; "words" is left out where those of the two trees differ. */
void pl_json_deps_marks(pl_value *to, const pl_deps *d, size_t i, bool no_punct);
