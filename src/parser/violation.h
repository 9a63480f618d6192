/* Learning from one sentence: decode it with the current weights and, where the beam goes
 * wrong, say what has to change.
 *
 *     early           stop when the gold derivation falls out of the beam; reward it up
 * to there and punish the best in the beam (Collins and Roark 2004) max-violation   go on
 * to the end; do so for the prefix at which the best in the beam is furthest above the
 * gold derivation (Huang, Fayong and Guo 2012)
 */
#ifndef PL_PARSER_VIOLATION_H
#define PL_PARSER_VIOLATION_H

#include "learn/trainer.h"
#include "parser/beam.h"

/* A sentence to learn from; the arrays are kept. */
typedef struct pl_example {
    uint32_t n_tokens, n_gold;
    const uint32_t *words, *tags; /* [n_tokens] values of the vocabulary */
    const uint32_t *gold;         /* [n_gold]   numbers of actions */
} pl_example;

/* One per thread. */
typedef struct pl_student {
    pl_beam beam;
    pl_arena arena;
    pl_values values;
    pl_task sentence;
    uint32_t importance;
    uint32_t finish, idle; /* the actions that follow a complete derivation */
} pl_student;

/* Changes of actions that jump (GAP, SWAP-i, SKIPSHIFT-i of i > 0) count `importance`
 * times (Maier 2015); 1: like all others. */
void pl_student_init(pl_student *s, const pl_inventory *inv, const pl_features *features,
                     uint32_t beam, uint32_t importance);
void pl_student_release(pl_student *s);

/* Decodes and replaces `out` by the changes, none if all was right. Returns how many gold
 * actions the beam kept before it lost the gold derivation. */
uint32_t pl_student_learn(pl_student *s, const pl_example *e, pl_weights weights,
                          pl_update update, pl_changes *out);

#endif
