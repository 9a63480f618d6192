/* Head rules: which child of a node is its head.
 *
 * A rule file has lines
 *
 *     LABEL DIRECTION CATEGORY CATEGORY …
 *
 * where DIRECTION is left-to-right or right-to-left, the end from which children are
 * searched, for each category in turn. A label may have several lines; they are tried in
 * their order. When no category of any line is found, the head is the first child that
 * is not punctuation, in the direction of the last line. Lines that begin with % are
 * comments.
 *
 * A category is one or more names with | between them, any of which will do. A name
 * matches a label that is the same, or that goes on with - or = (N matches N-SBJ=1), or,
 * if it ends in *, that begins with it. LABEL is such a name too: of several that match,
 * the longest wins; * alone is the rule for all others. Letters match in either case.
 *
 *     pl_heads *rules = pl_heads_load("negra", &err);
 *     pl_heads_mark(rules, tree, true);
 *     pl_heads_free(rules);
 */
#pragma once

#include "base/err.h"
#include "tree/tree.h"

typedef struct pl_heads pl_heads;

/* The rules with a name under share/headrules, or in a file. NULL with the reason. */
pl_heads *pl_heads_load(const char *name_or_path, pl_error *err);
/* The rules in `n` bytes of text, which is copied; `name` stands in messages. */
pl_heads *pl_heads_parse(const char *name, const char *text, size_t n, pl_error *err);
/* The text the rules were read from, for a model to carry; lives as long as they do. */
const char *pl_heads_text(const pl_heads *rules);
void pl_heads_free(pl_heads *rules); /* NULL is fine */

/* The head child of one node: PL_NONE for a terminal. With `use_functions` a child whose
 * function is HD (in either case) wins over the rules. *by_rule, if not NULL, says
 * whether a rule or function chose it, not the last resort. */
uint32_t pl_heads_find(const pl_heads *rules, const pl_tree *t, uint32_t node,
                       bool use_functions, bool *by_rule);

/* The first child whose function is HD (in either case); PL_NONE if there is none. */
uint32_t pl_head_by_function(const pl_tree *t, uint32_t node);

/* Marks the head child of every nonterminal. Returns for how many nodes of two or more
 * children only the last resort was left. */
uint32_t pl_heads_mark(const pl_heads *rules, pl_tree *t, bool use_functions);
