/* The configurations of systems that build constituents: items on a stack, a deque and in
 * a buffer. All these systems share them.
 *
 * The stack is tree-structured (Goldberg et al. 2013): a cell points to the one below it,
 * so that hypotheses share what they have in common, and nothing is copied or freed. Two
 * pointers into it are enough for the systems with a stack S and a deque D (Coavoux and
 * Crabbé 2017): D is what stands above `split`.
 *
 *     S = a b          a ← b ← c ← d
 *     D = c d              ↑       ↑           s0 = b, s1 = a; d0 = d, d1 = c
 *                        split   stack
 *
 * Systems without a deque keep `split` just below the top: d0 and s0 are then the two
 * topmost elements of their stack, which are what a reduction joins in every system.
 *
 * The buffer B is the words from `next` on, in the order of the sentence, without those
 * that systems which read out of order have taken already:
 *
 *     0 1 2 3 4 5 6 7        next = 2, taken = [4,6)          b0 = 2, b1 = 3, b2 = 6
 *     x x . . x x . .
 *
 * Systems with heads join two items under a label at once; others merge them first and
 * label what they have made in a step of its own (pl_items_merge, pl_items_label).
 *
 * Items and cells live in the sentence's arena and never change once made, except for
 * the memo of an item, which belongs to the scorer. Items with the same label, children
 * and head are one item, whichever hypotheses made it: what is remembered of it serves
 * them all. */
#pragma once

#include "base/arena.h"
#include "machine/labels.h"

/* Words first … last. */
typedef struct pl_block {
    uint32_t first, last;
} pl_block;

/* A word or a tree built so far. */
typedef struct pl_item {
    uint32_t label;     /* of the label table; PL_NONE for a word or what has no label */
    uint32_t id;        /* 0 … n-1 the words, then counted up in the order of making */
    uint32_t head;      /* head word; the lowest word of what was merged without head */
    uint32_t low, high; /* lowest and highest word */
    uint32_t size;      /* number of words */
    bool temporary;     /* dissolves into the item above it; no word is */
    uint8_t n_blocks;   /* pieces between which words are missing, at most 8 … */
    const pl_block *blocks;       /* … and where they are; NULL: there is one */
    struct pl_item *left, *right; /* NULL: none; a unary child is left */
    const struct pl_item *head_child;
    struct pl_item *above; /* last item made with this as the newer of its children … */
    struct pl_item *beside; /* … the one made before with the same child */
    void *memo;             /* what the scorer remembers of it; NULL at first */
} pl_item;

static inline bool pl_item_is_word(const pl_item *item)
{
    return item->left == NULL;
}
/* The first and the last word that are missing between the ends of an item; false: none
 * is. Of items with more than 8 blocks the last one is that before the eighth. */
static inline bool pl_item_gap(const pl_item *item, pl_block *gap)
{
    if (item->blocks == NULL)
        return false;
    *gap =
        (pl_block){item->blocks[0].last + 1, item->blocks[item->n_blocks - 1].first - 1};
    return true;
}

typedef struct pl_cell {
    pl_item *item;
    const struct pl_cell *below; /* NULL at the bottom */
    uint32_t height;             /* cells from here down, this one included */
    uint32_t n_solid;            /* of these, how many are not temporary */
} pl_cell;

/* Words [first, end) that were taken out of the buffer before those in front of them. */
typedef struct pl_taken {
    uint32_t first, end;
    const struct pl_taken
        *after; /* the next run to the right, not adjacent; NULL: none */
} pl_taken;

/* The places of a configuration that features look at: s0 … s4, d0 … d3, b0 … b6. */
enum {
    PL_PLACE_S = 0,
    PL_PLACE_D = 5,
    PL_PLACE_B = 9,
    PL_N_PLACES = 16,
};

/* One sentence being parsed; shared by all its configurations. */
typedef struct pl_task {
    pl_arena *arena;
    const pl_labelset *labels;
    uint32_t n_tokens;
    pl_item *words;   /* [n_tokens] */
    uint32_t n_items; /* made so far */
    uint32_t most_gaps; /* that may stand between a reduction and its partner */
} pl_task;

typedef struct pl_items {
    pl_task *sentence;
    const pl_cell *stack, *split; /* NULL: empty */
    const pl_taken *taken;        /* runs of words behind `next`; NULL: none */
    uint32_t next;                /* first word of the buffer */
    uint32_t n_buffer;            /* words in it */
    uint16_t last;                /* kind of the last action */
} pl_items;

/* What a parser walks over at most: no treebank asks for more, and every reduction copies what
 * GAP has walked over. */
enum { PL_MOST_GAPS = 50 };

#define PL_KIND_START UINT16_MAX /* `last` before the first action */

void pl_task_start(pl_task *s, pl_arena *m, const pl_labelset *labels, uint32_t n);
pl_items pl_items_start(pl_task *s);

/* X over one or two items, or two without label (PL_NONE); the item made before if there
 * is one. */
pl_item *pl_item_over(pl_task *s, uint32_t label, pl_item *left, pl_item *right,
                      const pl_item *head);
const pl_cell *pl_push(pl_task *s, const pl_cell *below, pl_item *item);

static inline uint32_t pl_height(const pl_cell *cell)
{
    return cell != NULL ? cell->height : 0;
}
static inline uint32_t pl_n_solid(const pl_cell *cell)
{
    return cell != NULL ? cell->n_solid : 0;
}
static inline bool pl_buffer_empty(const pl_items *c)
{
    return c->n_buffer == 0;
}
/* The word that follows `word` in the buffer, where *run is the first run behind it (of
 * c->taken for c->next); n_tokens at the end. */
static inline uint32_t pl_buffer_after(uint32_t word, const pl_taken **run)
{
    word++;
    if (*run != NULL && (*run)->first == word) {
        word = (*run)->end;
        *run = (*run)->after;
    }
    return word;
}

/* The steps that the systems with S and D are made of. */
void pl_items_shift(pl_items *c);                 /* ⟨S|D, [b0], B⟩ */
void pl_items_gap(pl_items *c);                   /* ⟨S, s0|D, B⟩ */
void pl_items_unary(pl_items *c, uint32_t label); /* X over d0 */
void pl_items_reduce(pl_items *c, uint32_t label, bool head_right); /* ⟨S|D, [X], B⟩ */
void pl_items_merge(pl_items *c);                 /* the same without label and head */
void pl_items_label(pl_items *c, uint32_t label); /* X over the children of d0, or over
                                                     d0 if it is a word */

/* The steps of systems that read words out of order. */
void pl_items_take(pl_items *c, uint32_t i); /* as shift, with word i of the buffer */
/* The n words below the top of the stack go back to the front of the buffer. They stand
 * in the order of the sentence and before what is in the buffer. */
void pl_items_put_back(pl_items *c, uint32_t n);

/* What stands at the places in `wanted` (a set of bits) of such a system; NULL: nothing.
 */
void pl_items_view(const pl_items *c, uint32_t wanted, pl_item **at);
