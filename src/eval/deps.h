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

#include "eval/details.h"

/* -- documents ----------------------------------------------------------------------- */

/* A file of dependency trees as one sequence of words, the form in which it is aligned
 * with another and scored. Words belong to tokens of the text: a multiword token of
 * CoNLL-U ("don't") holds several words ("do", "n't"), every other token one. */
typedef struct pl_dep_word {
    const char *form;
    uint32_t head;  /* number of a word, PL_ROOT_HEAD, or PL_NONE: no annotation */
    uint32_t label; /* number of the relation */
    uint32_t tag;   /* number of the tag (coarse where there is one) */
    uint32_t sentence;
    uint32_t token;
    uint32_t partner; /* the same word in the other document, PL_NONE if there is none */
    bool punct;       /* every character is of the Unicode category P* */
    bool content;     /* the relation counts for CLAS */
} pl_dep_word;

typedef struct pl_dep_token {
    const char *form;
    size_t start, end; /* in the text of the document without spaces, once aligned */
    bool multiword;
} pl_dep_token;

typedef struct pl_dep_sentence {
    uint32_t first, n; /* words */
    const char *id;    /* NULL if none */
} pl_dep_sentence;

typedef struct pl_dep_doc {
    pl_arena arena;
    PL_VEC(pl_dep_word) words;
    PL_VEC(pl_dep_token) tokens;
    PL_VEC(pl_dep_sentence) sentences;
} pl_dep_doc;

/* Numbers for relations and tags, shared by the two documents. */
typedef struct pl_dep_names {
    bool universal; /* relations are those of Universal Dependencies */
    bool subtypes;  /* nsubj:pass is not the same as nsubj, though universal */
    pl_intern labels, tags;
} pl_dep_names;

/* Adds a sentence, copying what it needs. -1 if the tree has no dependencies, or a head
 * out of range (`side` names the file in the message). */
int pl_dep_doc_add(pl_dep_doc *d, pl_dep_names *names, const pl_tree *t, const char *side,
                   pl_error *err);
void pl_dep_doc_release(pl_dep_doc *d);

/* Whether every character is punctuation (Unicode P*); false for "". */
bool pl_is_punctuation(const char *form);
/* Whether a relation is one of content words, by its universal part: those of the
 * CoNLL 2018 shared task. */
bool pl_is_content_relation(const char *relation);

/* Sets `partner` in the words of two documents that were split differently, by the
 * characters they cover, as the CoNLL 2018 shared task does (Zeman et al. 2018, section 4).
 *
 * The texts, spaces removed, must be the same. Words that cover the same characters are
 * partners. Words of multiword tokens cover the characters of the whole token; within the
 * span of such tokens, words are aligned by a longest common subsequence of their forms
 * (lower-cased). -1 if the texts differ: the message names the sentences and the first
 * words that do not go together. */
int pl_align(pl_dep_doc *gold, pl_dep_doc *candidate, pl_error *err);

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
    bool differ;    /* words differ: aligned by characters */
    size_t missing; /* gold sentences without candidate */
    /* Filled by pl_deps_finish: */
    uint64_t sentences;
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
void pl_deps_release(pl_deps *d);

/* What is right about one gold word, once the sums are complete. */
typedef struct pl_dep_verdict {
    bool aligned, head, label;
} pl_dep_verdict;

pl_dep_verdict pl_dep_judge(const pl_deps *d, const pl_dep_word *gold);

/* In percent. `c` is one of d's counts, `right` what is right of it: c->heads for UAS,
 * c->both for LAS, c->labels for the accuracy of relations. */
double pl_dep_score(const pl_deps *d, const pl_dep_counts *c, uint64_t right);
double pl_dep_clas(const pl_deps *d, const pl_dep_counts *c);
