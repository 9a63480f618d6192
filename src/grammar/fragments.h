/* Fragments of trees, and those that recur in a treebank.
 *
 * A fragment is a connected part of a tree in which each node has all the children it has
 * in the tree, or none: then it belongs to the frontier, a place where another fragment
 * may be substituted. It is written as the productions of its nodes in pre-order, PL_NONE
 * for a node of the frontier:
 *
 *     (S (VP 0= 3=) (VMFIN 1=muss) (NP 2=))     S→VP_2 VMFIN NP  NONE  VMFIN→muss  NONE
 *
 * A fragment recurs if it is the largest one that two nodes of different trees have in
 * common: it ends where their productions differ, and begins where they are not the same
 * child of the same production (or are roots). Its count is the number of all places
 * where it occurs, largest or not.
 *
 *     pl_forest_add(&forest, tree, &err); …              for each tree
 *     pl_forest_index(&forest);
 *     pl_fragments_seek(&fragments, &forest, &options, pool, &err);
 *     for (i = 0; i < fragments.at.n; i++) …
 *     pl_fragments_release(&fragments);
 */
#ifndef PL_GRAMMAR_FRAGMENTS_H
#define PL_GRAMMAR_FRAGMENTS_H

#include "base/out.h"
#include "base/parallel.h"
#include "grammar/forest.h"

typedef struct pl_fragment {
    size_t code; /* its first number in pl_fragments.code */
    uint32_t n;  /* how many: its nodes */
    uint32_t count;
    uint32_t count2; /* in the second treebank, where there are two; else 0 */
    uint32_t n_trees;
    size_t trees; /* the trees it occurs in: trees[n_trees] of pl_fragments.trees */
} pl_fragment;

typedef struct pl_fragments {
    PL_VEC(pl_fragment) at;
    PL_VEC(uint32_t) code;
    PL_VEC(uint32_t) trees; /* only where asked for */
} pl_fragments;

typedef struct pl_seek_options {
    /* Trees from this one on are a second treebank: fragments are those that a tree of
     * the first and one of the second have in common. 0: there is only one. */
    uint32_t second;
    /* Also every fragment of the first treebank up to this depth, recurring or not: 1
     * gives all productions. */
    uint32_t cover;
    uint32_t min_words; /* only fragments with so many words */
    bool trees;         /* list the trees each occurs in */
    /* Called now and then by the calling thread with the share of nodes that are done;
     * may be NULL. */
    void (*progress)(void *context, double share);
    void *context;
} pl_seek_options;

/* Fragments a run may give; deep covers have more than memory holds. */
#define PL_MAX_FRAGMENTS 100000000u

/* Finds all recurring fragments of the forest, which must be indexed, in an order that
 * depends on nothing but the trees. 0, or -1 if there are too many. */
int pl_fragments_seek(pl_fragments *out, const pl_forest *f,
                      const pl_seek_options *options, pl_pool *pool, pl_error *err);

/* Counts the fragments that are in `these` already, everywhere in the forest; with
 * `options` as above (`second`, `trees`). One whose code holds PL_UNKNOWN has count 0. */
void pl_fragments_count(pl_fragments *these, const pl_forest *f,
                        const pl_seek_options *options, pl_pool *pool);

void pl_fragments_release(pl_fragments *f);

/* -- as text ----------------------------------------------------------------------- */

/* The code of a production that the treebank does not have. */
#define PL_UNKNOWN (UINT32_MAX - 1)

/* Writes and reads (NP (LID 0=de) (N 1=)): discbracket with indices of the fragment's
 * own. They begin at 0; each block of a node of the frontier counts as one word, and so
 * does each gap of the root (van Cranenburgh and Bod 2013, figure 4). */
typedef struct pl_fragment_text pl_fragment_text;
pl_fragment_text *pl_fragment_text_new(void);
void pl_fragment_text_free(pl_fragment_text *t);
/* Appends the text of a code of n numbers. With `unbinarize`, nodes that binarization
 * made are left out unless they are its root or on its frontier. */
void pl_fragment_write(pl_fragment_text *t, const pl_productions *p, const uint32_t *code,
                       uint32_t n, bool unbinarize, pl_str *out);
/* Appends the code of the fragment in `text` up to its last bracket to `these`, as a
 * fragment with count 0; *end is what follows. 0, or -1 with the reason. */
int pl_fragment_read(pl_fragment_text *t, const pl_productions *p, const char *text,
                     pl_fragments *these, const char **end, pl_error *err);

/* What stands on a line beside the fragment. */
typedef struct pl_fragment_columns {
    bool unbinarize; /* see pl_fragment_write; fragments that come out the same are one */
    bool relative;   /* counts divided by those of all fragments with the same root */
    bool both;       /* those of the second treebank as well */
    bool trees;      /* numbers of the trees, from 1 */
    uint32_t second; /* the first tree of the second treebank; 0 if there is only one */
    /* The text of each fragment, to be written as it is and in this order; NULL: made
     * from the codes and sorted by bytes. */
    const char *const *texts;
} pl_fragment_columns;

/* Writes all fragments, one per line: FRAGMENT<TAB>COUNT[<TAB>COUNT2][<TAB>TREES…]. */
void pl_fragments_print(const pl_fragments *f, const pl_productions *p,
                        const pl_fragment_columns *columns, pl_out *out);

#endif
