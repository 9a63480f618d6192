/* Bracket scores by the rules of docs/evaluation.md: from a pair of trees to brackets,
 * which of them match, and the sums over a corpus.
 *
 * Words that do not count are taken out of both trees (the gold tree decides which), the
 * rest is numbered 0 … n_places-1. Every nonterminal that is left and whose label counts
 * is a bracket: a label and a set of places. Brackets of the two trees are matched one to
 * one, so that matching is the intersection of multisets.
 *
 *     pl_labels labels;  pl_labels_init(&labels, &params);
 *     pl_pair pair = {0};
 *     pl_pair_make(&pair, &labels, gold, candidate);
 *     pair.gold.brackets.at[i].match        its partner in pair.candidate, or PL_NONE
 *
 * A pair keeps its memory for the next sentence. */
#pragma once

#include "tree/tree.h"
#include "eval/evalparams.h"

/* Labels and tags as numbers, and how the evaluation parameters treat each of them. */
typedef struct pl_label_info {
    uint32_t leader;     /* the label that stands for its class */
    bool deleted;        /* DELETE_LABEL */
    bool not_for_length; /* DELETE_LABEL_FOR_LENGTH */
} pl_label_info;

typedef struct pl_labels {
    const pl_eval_params *params; /* kept */
    pl_intern names;
    PL_VEC(pl_label_info) info; /* [names.n] */
} pl_labels;

void pl_labels_init(pl_labels *l, const pl_eval_params *params);
/* The number of the label that stands for the class of `label`, its function cut off
 * (NP-SBJ is NP) unless params->whole_labels is set; NULL is "". */
uint32_t pl_labels_id(pl_labels *l, const char *label);
void pl_labels_release(pl_labels *l);

typedef struct pl_bracket {
    uint64_t yield;           /* a hash of the set of places, of this run */
    uint32_t low, high, size; /* of the places */
    uint32_t label;           /* number of the class */
    uint32_t node;            /* in the tree */
    uint32_t match;           /* index of its partner on the other side, or PL_NONE */
    uint32_t rival;           /* the same for one that covers the same words under another
                                 label; see pl_pair_find_rivals */
} pl_bracket;

static inline bool pl_bracket_disc(const pl_bracket *b) /* has a gap */
{
    return b->high - b->low + 1 != b->size;
}

/* Same set of places. The hash is a sum of 64-bit keys, one for each place, so two sets
 * with equal size and ends that are not the same collide once in 2^64. */
static inline bool pl_bracket_same_yield(const pl_bracket *a, const pl_bracket *b)
{
    return a->yield == b->yield && a->low == b->low && a->high == b->high &&
           a->size == b->size;
}

typedef struct pl_side {
    const pl_tree *tree;         /* NULL: no parse */
    PL_VEC(pl_bracket) brackets; /* in pre-order */
    PL_VEC(uint32_t) tags;       /* [n_places]  numbers of tags */
    size_t n_disc;               /* brackets with a gap */
} pl_side;

typedef struct pl_pair {
    pl_side gold, candidate;
    uint32_t length;        /* words that count for the cut-off */
    uint32_t n_places;      /* words that are left */
    PL_VEC(uint32_t) place; /* [n_tokens]  the new number of a word, PL_NONE if gone */
    uint32_t matched, matched_disc; /* brackets */
    uint32_t right_tags;
    /* scratch */
    PL_VEC(uint32_t) order, slots, chain, free;
    PL_VEC(pl_bracket) spans;
} pl_pair;

/* Fills `p`, which borrows the trees. Both have the same number of words, unless
 * `candidate` is NULL: no bracket and no tag is right then. With `functions`, brackets
 * that could match in several ways (unary chains of one label) prefer partners with the
 * same function. */
void pl_pair_make(pl_pair *p, pl_labels *labels, const pl_tree *gold,
                  const pl_tree *candidate, bool functions);
/* Pairs brackets without partner that cover the same words, in their order. */
void pl_pair_find_rivals(pl_pair *p);
void pl_pair_release(pl_pair *p);

/* 0 if both trees have the same words (EQ_WORD applied), else -1 with the first that
 * differs, as "word 3 is 'a' in the gold file and 'b' in the candidate". */
int pl_same_words(const pl_eval_params *params, const pl_tree *gold,
                  const pl_tree *candidate, pl_error *err);

/* -- scores ------------------------------------------------------------------------- */

/* Items (brackets, say) of the gold trees and of the candidates, and how many match. */
typedef struct pl_counts {
    uint64_t gold, candidate, matched;
    uint64_t sentences; /* that count for exact match */
    uint64_t exact;
} pl_counts;

/* In percent; NAN where there was nothing to count. */
double pl_percent(uint64_t part, uint64_t whole);
double pl_recall(const pl_counts *c);
double pl_precision(const pl_counts *c);
double pl_f1(const pl_counts *c);
double pl_exact(const pl_counts *c);
/* Adds the fields of a struct that has nothing but counts, all of them uint64_t. */
void pl_add_counts(void *to, const void *from, size_t size);

typedef struct pl_scores {
    uint64_t sentences;
    uint64_t missing;    /* of these, without candidate */
    pl_counts brackets;  /* all of them */
    pl_counts disc;      /* those with a gap */
    pl_counts functions; /* of brackets and tags that are right; no exact match */
    uint64_t tags, right_tags;
} pl_scores;

double pl_tag_accuracy(const pl_scores *s);

/* The scores of a corpus, sentence by sentence: everything at once, so that one pass
 * gives all brackets and the discontinuous ones, all sentences and the short ones.
 *
 *     pl_eval e;
 *     pl_eval_init(&e, &params);
 *     for each sentence:  pl_eval_add(&e, gold, candidate, &err);
 *     pl_f1(&e.all.brackets)                   in percent, NAN where undefined
 *     pl_f1(&e.short_ones.disc)                discontinuous, length <= params.cutoff
 *     pl_eval_release(&e);
 *
 * Works on trees in memory and touches no file: a trainer calls it after every epoch. */
typedef struct pl_eval {
    const pl_eval_params *params; /* kept */
    pl_labels labels;
    pl_scores all;
    pl_scores short_ones; /* sentences of length <= params->cutoff */
    /* Matches that exist only because functions are cut off labels: N-soort and N-eigen
     * both count as N. */
    uint64_t cut_labels, cut_tags;
    pl_pair pair;   /* the last sentence, until the next */
    pl_scores last; /* its scores alone */
} pl_eval;

void pl_eval_init(pl_eval *e, const pl_eval_params *params);
/* Counts one sentence. e->pair points to the trees until the next call. `candidate` NULL
 * means that there is no parse: all gold brackets are missed. -1 with the reason, which
 * names no place, if the words differ or there is no gold tree; then nothing counts. */
int pl_eval_add(pl_eval *e, const pl_tree *gold, const pl_tree *candidate, pl_error *err);
void pl_eval_release(pl_eval *e);
