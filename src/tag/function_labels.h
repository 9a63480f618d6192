/* Function labels (subject, object, modifier …) for trees that have none: a linear
 * classifier goes over the finished tree from the top down and, below each node, from
 * left to right. It looks at labels, tags, head words, the siblings and the functions
 * given so far. It finds heads by the parser's head rules, which the model carries.
 *
 *     pl_functions_from(&f, file, &err);
 *     pl_functions_label(f, tree, &scratch);
 *     pl_functions_free(f);
 *
 * It is const while it labels, and threads may share it. */
#pragma once

#include "tree/tree.h"
#include "learn/classifier.h"
#include "learn/kept_sums.h"
#include "transform/transform.h"

typedef struct pl_functions {
    pl_classifier classifier; /* name 0 is "": no function */
    pl_heads *heads;
} pl_functions;

/* Reads it from a model file: 1, 0 (and *to is NULL) if the file has none, or -1 with the
 * reason. */
int pl_functions_from(pl_functions **to, const pl_sections *file, pl_error *err);
void pl_functions_put(const pl_functions *f, pl_section_list *list);
void pl_functions_free(pl_functions *f); /* NULL is fine */

/* What one thread remembers of nodes that came before. */
typedef struct pl_function_memo {
    pl_kept_sums sums;
    pl_memo heads; /* numbers of head children */
} pl_function_memo;

void pl_function_memo_init(pl_function_memo *known, const pl_functions *f);
void pl_function_memo_release(pl_function_memo *known); /* zeros are fine */

/* Sets the function of every node of a tree in order, NULL for none. The text belongs to
 * `f`. `scratch` is not reset. `known` may be NULL: nothing is remembered. */
void pl_functions_label(const pl_functions *f, pl_tree *t, pl_function_memo *known,
                        pl_arena *scratch);

/* Learns from trees with functions. `head_rules` is their text. NULL with the reason. */
pl_functions *pl_functions_train(pl_tree *const *trees, size_t n, const char *head_rules,
                                 const pl_epochs *how, pl_error *err);
