/* A tree as a run of bytes, with all its fields, and back: what an index file holds for
 * each sentence. Text that occurs again and again (words, labels, functions) is a number
 * in a table of its kind; the numbers are given in the order of first occurrence, so the
 * frequent ones are small and take one byte.
 *
 *     pl_packer p = {0};
 *     pl_tree_pack(&p, tree, &bytes);                             appends; fills p.texts
 *     …
 *     tree = pl_tree_unpack(bytes.at, bytes.n, tables, arena, &err);
 *     pl_packer_release(&p);
 *
 * The layout of one tree. A number is 7 bits per byte, the lowest first, the top bit set
 * in all bytes but the last; "text" is 0 for none, else the number in its table + 1; a
 * "string" is its length, its bytes and a zero byte. Nonterminals are in pre-order.
 *
 *     mask        a bit for each part below that is there (the enum below); parts stand
 *                 in the order of their bits
 *     n_tokens
 *     TREE        n nonterminals, then in pre-order for each node 0 for a word, else
 *                 the number of children; words come in sentence order, unless
 *     CROSSING    tells their places: for each, zigzag(place - place before - 1)
 *     CATEGORY … MISC     a text for each nonterminal or each word (columns in packed.c)
 *     HEAD        for each word 0 none, 1 the root, 2 + zigzag(head - word)
 *     ANNOTATED   (no bytes) has_deps
 *     HEAD_CHILD  for each nonterminal 0 none, 1 + the number of the child
 *     FLAGS       for each nonterminal its flags
 *     OFFSETS     for each word zigzag(begin - end before), zigzag(end - begin),
 *                 zigzag(first_char - end before), n_chars * 2 + glued
 *     FIELDS      n, then node, key, value of each; the node is counted from that of the
 *                 field before: words first, then nonterminals; key and value are texts
 *     OWN_FIELDS  those of the sentence: n, then key, value of each
 *     EDGES       n, then child, parent, child_rank, parent_rank, label of each
 *     LINES       n, then before, string of each
 *     ID, TEXT    a string
 *
 * A reader refuses mask bits that it does not know: they are how the format grows. What a
 * transform remembers of merged nodes (pl_chain) is not kept. */
#pragma once

#include "base/err.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "tree/tree.h"

/* The tables of texts, which stand in index files in this order. */
typedef enum pl_text_kind {
    PL_TEXT_WORD,
    PL_TEXT_TAG,
    PL_TEXT_CATEGORY,
    PL_TEXT_FUNCTION,
    PL_TEXT_LEMMA,
    PL_TEXT_MORPH,
    PL_TEXT_COARSE,
    PL_TEXT_DEPREL,
    PL_TEXT_OTHER, /* keys and values of fields, deps, misc, labels of secondary edges */
    PL_N_TEXTS,
} pl_text_kind;

/* The bits of the mask. */
enum {
    PL_PACKED_TREE,
    PL_PACKED_CROSSING,
    PL_PACKED_CATEGORY, /* the first column */
    PL_PACKED_WORD = PL_PACKED_CATEGORY + 4,
    PL_PACKED_COLUMNS = 13,
    PL_PACKED_HEAD = PL_PACKED_CATEGORY + PL_PACKED_COLUMNS,
    PL_PACKED_ANNOTATED,
    PL_PACKED_HEAD_CHILD,
    PL_PACKED_FLAGS,
    PL_PACKED_OFFSETS,
    PL_PACKED_FIELDS,
    PL_PACKED_OWN_FIELDS,
    PL_PACKED_EDGES,
    PL_PACKED_LINES,
    PL_PACKED_ID,
};

/* A text for each token, each node of a word, or each nonterminal. */
typedef struct pl_packed_column {
    enum pl_packed_owner { PL_OF_TOKEN, PL_OF_WORD, PL_OF_INNER } of;
    pl_text_kind kind;
    size_t field; /* offset in pl_token or pl_node */
} pl_packed_column;

extern const pl_packed_column pl_packed_columns[PL_PACKED_COLUMNS]; /* as they stand */

typedef struct pl_packer {
    pl_intern texts[PL_N_TEXTS];
    /* Of the tree packed last: */
    PL_VEC(uint32_t) used[PL_N_TEXTS]; /* its texts, some more than once */
    PL_VEC(uint32_t) order;            /* [nonterminals]  in pre-order */
    PL_VEC(uint32_t) number;           /* [n_nodes]       of a node in the packed tree */
} pl_packer;

/* A table: text i begins at byte starts[i] of the heap and ends with a zero byte. */
typedef struct pl_text_table {
    size_t *starts; /* [n] */
    size_t n;
    const char *heap;
    size_t size; /* of the heap */
} pl_text_table;

/* Appends the packed tree, which is in order. Dead nodes are left out. */
void pl_tree_pack(pl_packer *p, const pl_tree *t, pl_str *out);
void pl_packer_release(pl_packer *p);

/* The tree in `m`, or NULL with the reason if the bytes are not one packed tree. Its text
 * is not copied: tables and bytes must stay as long as the tree. */
pl_tree *pl_tree_unpack(const void *bytes, size_t n,
                        const pl_text_table tables[PL_N_TEXTS], pl_arena *m,
                        pl_error *err);
/* A text of a table, NULL if there is none with this number. */
const char *pl_text_at(const pl_text_table *t, uint32_t i);
