/* A sentence as queries see it. Its nodes are numbered in pre-order: parents before their
 * children, children by their first word. So the order of numbers is the order of matches,
 * and what is below a node are the numbers that follow it.
 *
 *     words 1 Darüber 2 muss 3 nachgedacht 4 werden 5 .
 *
 *     0 ROOT          end 9
 *     1   S           end 8
 *     2     VP        end 7      first 1, last 4, size 3, blocks 2
 *     3       VP      end 6
 *     4         PROAV       word 1
 *     5         VVPP        word 3
 *     6       VAINF         word 4
 *     7     VMFIN           word 2
 *     8   $.                word 5
 *
 * Words without constituents (CoNLL, plain text) get a root above them, labelled ROOT,
 * which the tree does not have. */
#pragma once

#include "base/str.h"
#include "base/vec.h"
#include "tree/tree.h"

typedef struct pl_view_node {
    const pl_node *node; /* low, high, size, blocks, order */
    uint32_t id;         /* of the node in the tree; PL_NONE: the tree does not have it */
    uint32_t parent;     /* PL_NONE for the root */
    uint32_t next;       /* sibling, PL_NONE for the last child */
    uint32_t end;        /* one more than the last number below it */
    uint32_t depth;      /* edges up to the root */
    uint32_t rank;       /* constituents with smaller numbers */
} pl_view_node;

/* A run of words, from `first` up to, but not including, `end`. */
typedef struct pl_run {
    uint32_t first, end;
} pl_run;

/* A secondary edge from a node `a` to a node `b` of the view. */
typedef struct pl_view_edge {
    uint32_t a, b;
    const char *label; /* NULL or "": none */
} pl_view_edge;

enum { PL_EDGES_DOWN, PL_EDGES_UP }; /* a: the parent; a: the child */

typedef struct pl_view {
    const pl_tree *tree;
    const char *id; /* of the sentence; its number where it has none */
    size_t number;  /* in its file, from 1; */
    bool
        relative; /* … or in the part of the file that is read: it gets a mark (counted.h) */
    uint32_t n;    /* nodes */
    bool crossing; /* some are discontinuous */
    PL_VEC(pl_view_node) nodes;
    PL_VEC(uint32_t) of;      /* [n_nodes of the tree]  their numbers here */
    PL_VEC(uint32_t) by_kind; /* [n]  numbers of words, then those of constituents */
    char id_text[32];         /* of a sentence without id */
    pl_node root;             /* that the tree does not have */
    /* Made when a query first asks for them. */
    pl_arena runs_arena;
    PL_VEC(const pl_run *) runs; /* [n]  NULL: not asked for yet */
    PL_VEC(uint32_t) gaps;       /* discontinuous nodes; empty: not yet, or none */
    PL_VEC(unsigned char) arcs;  /* [n_tokens]  PL_ARC…; empty: not yet */
    PL_VEC(uint32_t) dependents; /* [2 * n_tokens]  first and next; empty: not yet */
    PL_VEC(pl_view_edge)
    edges[2];              /* [direction]  sorted by a and b; empty until first used */
    pl_str words;          /* the kept text of the node `words_of` */
    uint32_t words_of;     /* PL_NONE: no text is kept */
    PL_VEC(uint64_t) bits; /* all zero between two calls */
    /* Of glances (glance.h): */
    pl_tree own; /* the tree, with those fields that a query asks for */
    uint32_t cap_tokens;
    PL_VEC(uint32_t) left; /* [n]  children of a node that are still to come */
    PL_VEC(uint64_t) sets; /* [n]  words of a node as bits */
} pl_view;

/* Fills the view, which begins with all zero and is used again for each sentence. It keeps
 * the tree, which is in order. */
void pl_view_fill(pl_view *v, const pl_tree *t, size_t number);
void pl_view_release(pl_view *v);
/* Parts of it: empties the view and makes room for the tree; fills it with words that have
 * no tree, and a root above them. */
void pl_view_start(pl_view *v, const pl_tree *t);
void pl_view_add_words(pl_view *v, const pl_tree *t);
/* Sets the id; NULL: its number. */
void pl_view_name(pl_view *v, const char *id);

static inline bool pl_view_is_word(const pl_view *v, uint32_t node)
{
    return v->nodes.at[node].id < v->tree->n_tokens;
}

/* The node of a word. */
static inline uint32_t pl_view_word(const pl_view *v, uint32_t word)
{
    return v->of.at[word];
}

/* Whether `a` is above `b`, by one or more edges. */
static inline bool pl_view_above(const pl_view *v, uint32_t a, uint32_t b)
{
    return a < b && b < v->nodes.at[a].end;
}

/* The first and the last word of a node, from 0, and the number of its runs of words. */
static inline uint32_t pl_view_first(const pl_view *v, uint32_t node)
{
    return v->nodes.at[node].node->low;
}

static inline uint32_t pl_view_last(const pl_view *v, uint32_t node)
{
    return v->nodes.at[node].node->high;
}

static inline uint32_t pl_view_blocks(const pl_view *v, uint32_t node)
{
    return v->nodes.at[node].node->blocks;
}

/* The runs of words of a node, as many as it has blocks. They are there until the next
 * sentence, or until pl_view_trim finds that they take too much memory. */
const pl_run *pl_view_runs(pl_view *v, uint32_t node);
void pl_view_trim(pl_view *v);
/* The discontinuous nodes, in pre-order; v->gaps has their number. */
const uint32_t *pl_view_gaps(pl_view *v);

/* Returns the index in v->edges[direction] of the first secondary edge that is not before (a, b). */
size_t pl_view_find_edge(pl_view *v, int direction, uint32_t a, uint32_t b);

/* The head of a word and the next of its head's dependents: as words; PL_NONE: none. */
static inline uint32_t pl_view_head(const pl_view *v, uint32_t word)
{
    uint32_t head = v->tree->tokens[word].head;
    return head < v->tree->n_tokens ? head : PL_NONE;
}

uint32_t pl_view_first_dependent(pl_view *v, uint32_t word);
static inline uint32_t pl_view_next_dependent(const pl_view *v, uint32_t word)
{
    return v->dependents.at[v->tree->n_tokens + word];
}

/* Whether a word between the word and its head does not depend on the head. */
bool pl_view_non_projective(pl_view *v, uint32_t word);
/* Appends the words as they stand in matches: 1,3-4. */
void pl_view_put_words(pl_view *v, uint32_t node, pl_str *out);
