/* The productions of trees with crossing branches: rules of a linear context-free
 * rewriting system (LCFRS), each stored once and known by its number.
 *
 *     (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht))    VP_2 → PROAV VVPP   0,1
 *     (S (VP 0= 2=) (VMFIN 1=))                      S → VP_2 VMFIN      010
 *     (VMFIN 1=muss)                                 VMFIN → muss
 *
 * A nonterminal is a label together with its fan-out, the number of blocks of its yield
 * (VP_2 in print). The yield function says how the blocks of the children make up those
 * of the parent: 0,10 has two components, the first is child 0's first block, the second
 * child 1's first followed by child 0's second. Children stand in the order of their
 * lowest terminal. With all fan-outs 1 this is a context-free grammar.
 *
 * Trees are taken apart from the bottom up on a stack of parts:
 *
 *     pl_prod_stack s = {.grow = &table};
 *     pl_prod_word(&s, "PROAV", "Darüber", 0);
 *     pl_prod_word(&s, "VVPP", "nachgedacht", 2);
 *     id = pl_prod_join(&s, "VP", 2, false);        VP_2 → PROAV VVPP   0,1
 */
#pragma once

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>

typedef PL_VEC(uint32_t) pl_numbers;

/* Numbers in the order of some key; those of key x are at[starts[x]] … at[starts[x+1] - 1],
 * in ascending order. */
typedef struct pl_index {
    uint32_t *starts, *at;
} pl_index;

/* Sorts the numbers from … to - 1 by key. The key of number i, below n_keys or PL_NONE
 * (left out), stands at first_key + i * stride bytes. */
void pl_index_make(pl_index *index, const uint32_t *first_key, size_t stride,
                   uint32_t from, uint32_t to, uint32_t n_keys, pl_arena *m);

typedef struct pl_symbol {
    const char *label;
    uint32_t fanout;
} pl_symbol;

/* One variable of a yield function: block number `block` of child number `child`. */
typedef struct pl_variable {
    uint32_t child, block;
} pl_variable;

typedef struct pl_production {
    uint32_t lhs;                 /* symbol */
    uint32_t n_rhs;               /* 0 for a word */
    const uint32_t *rhs;          /* [n_rhs] symbols */
    const pl_variable *variables; /* [starts[fan-out of lhs]]; NULL for a word */
    const uint32_t *starts;       /* [fan-out + 1]  component c is variables starts[c] …
                                     starts[c+1]-1; NULL for a word */
    const char *word;             /* NULL unless it is lexical */
    uint32_t slot; /* the number of its first child among those of all productions: slot +
                      k stands for "k-th child of this production" */
} pl_production;

typedef struct pl_productions {
    PL_VEC(pl_symbol) symbols;
    PL_VEC(pl_production) at; /* by number, in the order in which they were first seen */
    uint32_t n_slots;
    pl_intern symbol_keys, keys, words; /* for looking up */
    pl_arena arena;
} pl_productions;

void pl_productions_release(pl_productions *p);

/* Makes it possible to look up productions that were read from a file, not added by the
 * functions below. */
void pl_productions_index(pl_productions *p);

/* Appends the yield function in print: 01 0,10; from child ten on as [10]. */
void pl_yield_put(const pl_productions *p, uint32_t production, pl_str *out);

/* Appends a number in groups of seven bits, the lowest first, with a mark on all but the
 * last (LEB128). */
void pl_number_put(pl_str *out, uint64_t number);
/* Appends a production as numbers: its left-hand side, the number of children, then its
 * word, or its children and for each variable twice its child, plus one where a component
 * begins. `more` is added to each number: with 1 no byte is zero. */
void pl_production_put(const pl_productions *p, uint32_t production, uint32_t more,
                       pl_str *out);

/* -- taking trees apart ------------------------------------------------------------- */

typedef struct pl_prod_block { /* a run of positions in the sentence */
    uint32_t low, high;
} pl_prod_block;

typedef struct pl_prod_part {
    uint32_t symbol, n_blocks;
} pl_prod_part;

typedef struct pl_prod_item { /* a block of one of the parts that are being joined */
    pl_prod_block block;
    uint32_t child;
} pl_prod_item;

typedef struct pl_prod_stack {
    pl_productions *grow;       /* new productions are added here */
    const pl_productions *find; /* where `grow` is NULL: only looked up here */
    PL_VEC(pl_prod_part) parts;
    PL_VEC(pl_prod_block) blocks; /* of all parts, each part's in ascending order */
    PL_VEC(pl_prod_item) items;   /* scratch */
    pl_str key;                   /* scratch */
} pl_prod_stack;

/* Each puts one part on the stack; pl_prod_join takes the n topmost ones away first,
 * whose blocks must not overlap. The result is a production, PL_NONE where it is only
 * looked up and not there. */
uint32_t pl_prod_word(pl_prod_stack *s, const char *tag, const char *word,
                      uint32_t position);
/* With `own`, into a growing table, the production is a new one, whether or not there is
 * one like it: for rules that are the same and stand for different things. */
uint32_t pl_prod_join(pl_prod_stack *s, const char *label, uint32_t n, bool own);
/* A nonterminal whose inside is not known, with a block of one word at each position: the
 * frontier of a fragment. */
void pl_prod_open(pl_prod_stack *s, const char *label, const uint32_t *positions,
                  uint32_t n);
void pl_prod_stack_clear(pl_prod_stack *s);
void pl_prod_stack_release(pl_prod_stack *s);
