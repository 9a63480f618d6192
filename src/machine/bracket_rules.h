/* Constraints on constituents while a machine runs. A step is allowed if the words of what
 * it makes, and its label, break no constraint, and if no wanted constituent has become
 * impossible:
 *
 *     an item and a wanted set R     are nested or apart
 *     an item over just R            has the labels of R, or can still get them
 *     a set R that is not built      lies in items and words that can still meet
 *
 * Which items can meet is the system's business: its function `meets` (system.h). What is
 * refused never leads to a tree that obeys; nearly all that is allowed does. Where a search
 * ends without a tree nevertheless, parser/transitions.c mends one. */
#pragma once

#include "base/bitset.h"
#include "machine/system.h"
#include "tree/constraints.h"

/* All that constraints say of one set of words. */
struct pl_bracket_rule {
    const uint64_t *words; /* a set */
    uint32_t size;
    bool wanted;         /* a constituent must be there … */
    const char **labels; /* … with all of these labels */
    uint32_t n_labels;
    bool banned;         /* none may be there … */
    const char **others; /* … or none with one of these labels */
    uint32_t n_others;
    const uint8_t *fits; /* [labels]  whether a node may have this label at once, where
                            chains are merged into one */
    const bool *unary;   /* [n_labels]  whether a unary node may have it, elsewhere */
};

struct pl_bracket_rules {
    const pl_inventory *inventory;
    const pl_task *task;
    pl_arena *arena;
    size_t n_words;         /* of a set of bits */
    pl_bracket_rule *rules; /* [n] */
    uint32_t n;
    const uint64_t *
        *sets; /* [n_sets]  the words of items by number; NULL: not asked yet */
    uint32_t n_sets;
    bool chains; /* unary nodes are made one by one */
};

/* NULL if there is nothing that concerns constituents. Wanted labels that the machine
 * cannot give to such a set are dropped: somebody else has to put them in. */
pl_bracket_rules *pl_bracket_rules_make(const pl_constraints *c, const pl_inventory *inv,
                                        const pl_task *task, bool chains, pl_arena *m);
/* Whether actions of a group are allowed in a configuration: sets allowed[g->n], and
 * returns whether any is. The machine permits the group. */
bool pl_bracket_rules_allow(pl_bracket_rules *b, const pl_items *c, const pl_group *g,
                            bool *allowed);

/* -- what systems ask ---------------------------------------------------------------- */

/* Words of an item: a set. */
const uint64_t *pl_item_words(pl_bracket_rules *b, const pl_item *item);
/* Whether an item lies within the words of a rule. */
bool pl_item_within(pl_bracket_rules *b, const pl_item *item, const pl_bracket_rule *r);
/* How many words of a rule are in the buffer; no item has words of it and others. */
uint32_t pl_words_ahead(pl_bracket_rules *b, const pl_items *c, const pl_bracket_rule *r);

/* Whether what is left of a wanted set, of which no item has all words, can still meet in
 * systems with gaps, where d0 is part of every reduction. */
bool pl_meets_gap(pl_bracket_rules *b, const pl_items *c, const pl_bracket_rule *r);
