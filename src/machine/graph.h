/* The system `graph`: every word chooses its head, and all choices are known before one is
 * made. It is for scorers that look at words alone (networks); the best tree is found at
 * once (parser/spanning_tree.h), and this machine goes over it word by word: for n-best
 * lists, explanations and oracles.
 *
 *     step k      word k gets its head and its relation
 *     place       (head, word); (word, word) stands for the root
 *     action      the relation: one that arcs from words, or from the root, had in training
 *
 * A head is permitted if it closes no circle, and the root while no other word has it where
 * one word alone may. So every derivation ends in a tree: the word that comes last finds
 * the root free, or a word below it. */
#pragma once

#include "machine/machine.h"
#include "tree/arc_rules.h"

#define PL_GRAPH_SECTION "graph-labels" /* models of this system have it, no others do */

/* What all configurations of a sentence share. */
typedef struct pl_graph_task {
    const struct pl_graph_machine *machine;
    pl_arena *arena;
    uint32_t n;                /* words */
    const pl_arc_rules *rules; /* NULL: no constraints */
    uint32_t *heads;           /* [n] of the configuration looked at last */
} pl_graph_task;

bool pl_graph_single_root(const pl_graph_task *s);
/* The relations that an arc may have: actions first … end - 1. */
typedef struct pl_graph_range {
    uint32_t first, end;
} pl_graph_range;
pl_graph_range pl_graph_relations(const pl_graph_task *s, pl_place p);
/* Whether constraints allow the head, or the relation; (word, word) is the root. */
bool pl_graph_allows(const pl_graph_task *s, uint32_t head, uint32_t word);
bool pl_graph_allows_relation(const pl_graph_task *s, uint32_t head, uint32_t word,
                              uint32_t relation);

bool pl_is_graph_system(const char *name);
pl_machine *pl_graph_new(const pl_machine_options *o);
pl_machine *pl_graph_from(const pl_sections *file, const pl_str *about, pl_error *err);
