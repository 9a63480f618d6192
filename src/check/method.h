/* A method of check: one file and one row. A method learns from all sentences, proposes
 * corrections for one of them, and says of any correction what it thinks.
 *
 * Sentences are judged by all others: between `forget` and `remember` a method behaves as
 * if it had not seen the sentence. Scores are the logarithm of how many times likelier
 * the tree is with the correction than without it; 0 if the method cannot tell. */
#pragma once

#include "check/check.h"

/* What can be said for a correction: text, and the key of places that look as it wants. */
typedef struct pl_reason {
    pl_str *text;               /* appended to */
    const pl_sample *samples;   /* NULL: none */
    const pl_tree *alternative; /* to a tree without correction; NULL: none */
} pl_reason;

struct pl_method {
    const char *name;
    const char *about; /* for the help */
    double weight;     /* of its scores in the sum of all methods */
    /* NULL where there is nothing to do. `learn` returns 0, or -1 with the reason. */
    int (*learn)(pl_checker *c, pl_error *err);
    void (*forget)(pl_checker *c, uint32_t sentence);
    void (*remember)(pl_checker *c, uint32_t sentence);
    void (*propose)(pl_checker *c, uint32_t sentence, pl_edits *out);
    double (*score)(pl_checker *c, uint32_t sentence, const pl_edited *change);
    /* Says why, while the sentence is forgotten. */
    void (*explain)(pl_checker *c, uint32_t sentence, const pl_edited *change,
                    pl_reason *why);
    void (*release)(pl_checker *c);
};

extern const pl_method pl_check_variation, pl_check_rules, pl_check_tags, pl_check_parser,
    pl_check_structure;
