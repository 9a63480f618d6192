/* What a treebank consists of, in numbers: add its sentences one by one, then read the
 * fields. Nothing of a sentence is kept.
 *
 *     pl_stats s = {0};
 *     while (pl_reader_next(r, &arena, &tree, &err) > 0) {
 *         pl_stats_add(&s, tree);
 *         pl_arena_reset(&arena);
 *     }
 *     s.constituents, s.gap_degrees.at[1], …
 *     pl_stats_release(&s);
 *
 * A constituent is a nonterminal other than the root, whatever the root is called: it
 * stands for the sentence, not for a decision of the annotators. Its gap degree is the
 * number of gaps in its yield, its fan-out that number plus one. */
#pragma once

#include "base/intern.h"
#include "base/vec.h"
#include "tree/tree.h"

/* How often each string was seen.
 *
 *     pl_counter labels = {0};
 *     pl_counter_add(&labels, "NP");
 *     n = pl_counter_top(&labels, 10, ids);      labels.names.at[ids[0]] is the commonest
 *     pl_counter_release(&labels);
 */
typedef struct pl_counter {
    pl_intern names;
    PL_VEC(size_t) counts; /* [names.n] */
} pl_counter;

/* Counts the string once more; NULL is not counted. */
void pl_counter_add(pl_counter *c, const char *name);
/* How often the string was seen. */
size_t pl_counter_get(const pl_counter *c, const char *name);
/* The ids of the k most frequent strings (fewer if there are fewer) into ids[k], the most
 * frequent first, among equals the one seen first; their number. */
size_t pl_counter_top(const pl_counter *c, size_t k, uint32_t *ids);
void pl_counter_release(pl_counter *c);

/* How often each value was seen: at[value], for values below n. */
typedef PL_VEC(size_t) pl_histogram;

void pl_histogram_add(pl_histogram *h, size_t value);
size_t pl_histogram_total(const pl_histogram *h); /* number of values seen */
size_t pl_histogram_max(const pl_histogram *h);   /* highest value seen; 0 if none */
double pl_histogram_mean(const pl_histogram *h);  /* of the values; 0 if none */
/* The value in the middle of all values in order (the lower of two); 0 if none. */
size_t pl_histogram_median(const pl_histogram *h);

typedef struct pl_stats {
    size_t sentences, tokens;
    pl_counter types;     /* words */
    pl_counter tags;      /* of words */
    pl_histogram lengths; /* of sentences, in words */

    size_t trees; /* sentences with constituents */
    size_t constituents, discontinuous_constituents, discontinuous_sentences;
    /* Of the discontinuous ones, those that still are without punctuation. */
    size_t word_gap_constituents, word_gap_sentences;
    pl_counter labels; /* of constituents */
    pl_counter discontinuous_labels;
    pl_counter functions;              /* of words and constituents */
    pl_histogram gap_degrees;          /* of constituents */
    pl_histogram sentence_gap_degrees; /* the highest of a tree */
    size_t ill_nested_sentences; /* trees in which two constituents are interleaved */
    pl_histogram depths;   /* edges from the root to the lowest word, for each tree */
    pl_histogram children; /* of constituents */
    /* A chain is a longest series of constituents of which each is the only child of the
     * one above it; its length is their number, two or more. Merged into one node it has
     * the labels joined by "+". */
    pl_histogram chains; /* by length */
    pl_counter chain_labels;
    size_t unary_over_word; /* constituents whose only child is a word */
    size_t secondary_edges;

    size_t dep_sentences, arcs; /* sentences with dependencies; words that have a head */
    size_t crossing_arcs, non_projective_arcs, non_projective_sentences;
    pl_counter relations;
    pl_counter non_projective_relations;
    pl_histogram arc_lengths; /* without those from the root */

    pl_arena scratch; /* emptied after each sentence */
} pl_stats;

void pl_stats_add(pl_stats *s, const pl_tree *t); /* t is in order */
void pl_stats_release(pl_stats *s);

/* Return 0 where the whole is 0. */
static inline double pl_ratio(size_t part, size_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}
static inline double pl_percentage(size_t part, size_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}
