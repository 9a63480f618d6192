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
#ifndef PL_TREE_STATS_H
#define PL_TREE_STATS_H

#include "tree/counter.h"
#include "tree/tree.h"

typedef struct pl_stats {
    size_t sentences, tokens;
    pl_counter types;     /* words */
    pl_counter tags;      /* of words */
    pl_histogram lengths; /* of sentences, in words */

    size_t trees; /* sentences with constituents */
    size_t constituents, discontinuous_constituents, discontinuous_sentences;
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

#endif
