/* Attachment scores of dependency trees.
 *
 *     pl_deps d = {.names.universal = true};
 *     for each sentence:  pl_deps_add(&d, gold, candidate, &err);
 *     pl_deps_finish(&d, &err);
 *     pl_dep_score(&d, &d.all, d.all.both)    LAS in percent, NAN where undefined
 *     pl_deps_release(&d);
 *
 * Two sets of words are counted: all, and all but punctuation (words of which every
 * character is of the Unicode category P*). Where words differ between the files they are
 * aligned by characters, and a score is the F1 of what is right, as in the CoNLL 2018
 * shared task; where they are the same it is the share of words that is right. */
#pragma once

#include "eval/conll18.h"
#include "eval/details.h"

/* -- scores -------------------------------------------------------------------------- */

typedef struct pl_dep_counts {
    uint64_t gold, candidate, aligned; /* words */
    uint64_t heads;                    /* with the right head */
    uint64_t labels;                   /* with the right relation, whatever the head */
    uint64_t both;
    pl_counts content;           /* relations of content words, for CLAS */
    uint64_t exact, exact_heads; /* sentences without a mistake */
} pl_dep_counts;

enum { PL_DISTANCES = 5 };
extern const char *const pl_distance_names[PL_DISTANCES]; /* to root, 1, 2, 3-6, 7+ */

typedef struct pl_deps {
    pl_dep_names names; /* set its switches before the first sentence */
    pl_dep_doc gold, candidate;
    bool by_characters; /* set it to align words by characters though they are the same;
                           each tree must have one root then */
    bool differ;        /* words, tokens or sentences differ: aligned by characters */
    size_t missing;     /* gold sentences without candidate */
    /* Filled by pl_deps_finish: */
    uint64_t sentences;
    pl_conll18 conll18;
    pl_dep_counts all, no_punct;
    uint64_t crossing, crossing_right; /* gold arcs that cross another */
    pl_counts distances[PL_DISTANCES]; /* heads, by distance */
    pl_eval_rows labels;               /* frequent ones first */
    pl_eval_rows tags;                 /* by the gold tag */
    pl_dep_counts by_length[PL_LENGTH_BINS];
    uint64_t sentences_by_length[PL_LENGTH_BINS];
    pl_confusions confusions;           /* relations taken for others */
    PL_VEC(pl_dep_counts) per_sentence; /* [gold.sentences.n][2]  all, no_punct */
} pl_deps;

/* Adds a sentence of each file; the trees are borrowed. `candidate` NULL: nothing of the
 * sentence is right. `differs`: the words are not the same, or one of the trees is NULL
 * because the files are split into sentences differently. -1 with the reason, without
 * place, if a tree has no dependencies. */
int pl_deps_add(pl_deps *d, const pl_tree *gold, const pl_tree *candidate, bool differs,
                pl_error *err);
/* Aligns, where words differed, and counts. -1 if the texts are not the same. */
int pl_deps_finish(pl_deps *d, pl_error *err);
/* Whether words are aligned by characters, so that the scores are those of CoNLL 2018. */
bool pl_deps_by_characters(const pl_deps *d);
void pl_deps_release(pl_deps *d);

/* In percent. `c` is one of d's counts, `right` what is right of it: c->heads for UAS,
 * c->both for LAS, c->labels for the accuracy of relations. */
double pl_dep_score(const pl_deps *d, const pl_dep_counts *c, uint64_t right);
double pl_dep_clas(const pl_deps *d, const pl_dep_counts *c);
