/* Function labels (subject, object, modifier …) for trees that have none: a linear
 * classifier goes over the finished tree from the top down and, below each node, from
 * left to right. It looks at labels, tags, head words, the siblings and the functions
 * given so far. Heads are those of the parser's head rules, which the model carries.
 *
 *     pl_functions *f = pl_functions_from(file, &err);
 *     pl_functions_label(f, tree, &scratch);
 *     pl_functions_free(f);
 *
 * It is const while it labels and may be shared by threads. */
#ifndef PL_TAG_FUNCTIONS_H
#define PL_TAG_FUNCTIONS_H

#include "tree/tree.h"
#include "learn/classifier.h"
#include "transform/heads.h"

typedef struct pl_functions {
    pl_classifier classifier; /* name 0 is "": no function */
    pl_heads *heads;
} pl_functions;

/* The functions in a model file; NULL with the reason, or, without a reason, NULL and
 * *found false if it has none. */
pl_functions *pl_functions_from(const pl_sections *file, bool *found, pl_error *err);
void pl_functions_put(const pl_functions *f, pl_section_list *list);
void pl_functions_free(pl_functions *f); /* NULL is fine */

/* Gives every node of a tree in order its function, or none; the text is the labeller's.
 * `m` is for scratch. */
void pl_functions_label(const pl_functions *f, pl_tree *t, pl_arena *m);

/* Learns from trees with functions in so many passes, in an order given by the seed.
 * `head_rules` is their text. NULL with the reason. */
pl_functions *pl_functions_train(pl_tree *const *trees, size_t n, const char *head_rules,
                                 uint32_t epochs, uint64_t seed, double prune,
                                 pl_error *err);

#endif
