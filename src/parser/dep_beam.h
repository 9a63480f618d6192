/* Beam search over derivations of the generic machine, and learning from it.
 *
 * In training each hypothesis knows whether it is correct: reached by correct steps only.
 * Where many orders are correct, several hypotheses are. */
#ifndef PL_PARSER_DEP_BEAM_H
#define PL_PARSER_DEP_BEAM_H

#include "parser/dep_model.h"
#include "parser/dep_scorer.h"

typedef struct pl_dep_hypothesis {
    pl_dep_config config;
    int64_t score;
    bool correct;
} pl_dep_hypothesis;

/* A step that a hypothesis could take. */
typedef struct pl_dep_candidate {
    int64_t score;
    uint32_t from; /* hypothesis */
    bool idle;     /* it is final and stays as it is */
    bool correct;
    pl_dep_step step;
    uint64_t signature; /* of the configuration it leads to */
} pl_dep_candidate;

typedef struct pl_dep_beam {
    const pl_dep_model *model;
    uint32_t size, n;
    pl_dep_hypothesis *now, *next; /* [size] best first */
    pl_dep_candidate *best;        /* [size] sorted */
    uint32_t n_best;
    pl_dep_candidate
        right; /* the best correct one of this step; `step.move` PL_NONE: none */
    pl_dep_scorer *scorer;
    const pl_dep_task *sentence;
    const pl_dep_gold *gold; /* NULL when parsing */
    const pl_dep_node **o;   /* room for views */
} pl_dep_beam;

void pl_dep_beam_init(pl_dep_beam *b, const pl_dep_model *m, uint32_t size);
void pl_dep_beam_release(pl_dep_beam *b);

/* Begins with a sentence; all are kept until the next one. */
void pl_dep_beam_start(pl_dep_beam *b, const pl_dep_task *s, const pl_dep_gold *gold,
                       pl_weights weights, const pl_dep_values *values);
bool pl_dep_beam_done(const pl_dep_beam *b); /* every hypothesis is final */
/* The best candidates of all hypotheses into `best`, and the best correct one into
 * `right`. False if there are none: every hypothesis is stuck. */
bool pl_dep_beam_expand(pl_dep_beam *b);
/* Takes them: the new beam. */
void pl_dep_beam_advance(pl_dep_beam *b);

/* The pair at which a step is scored, and its distance: an arc at its tokens, REDUCE of
 * O[i] at O[i] and O[i-1], SHIFT at O[2] and O[1]. */
uint32_t pl_dep_anchor(const pl_dep_beam *b, const pl_dep_view *v,
                       const pl_dep_step *step, const pl_dep_node **at);

#endif
