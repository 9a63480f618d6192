/* Beam search over the configurations of any transition system. Derivations that end
 * early are padded with IDLE until all in the beam are final, so that scores are of the
 * same number of actions. Ties go to the better hypothesis, then to the lower action. */
#ifndef PL_PARSER_BEAM_H
#define PL_PARSER_BEAM_H

#include "parser/score.h"

/* The actions of a hypothesis, last first; shared between hypotheses. */
typedef struct pl_trace {
    const struct pl_trace *before;
    uint32_t action;
    uint32_t length; /* this one included */
} pl_trace;

typedef struct pl_hypothesis {
    pl_config config;
    int64_t score;
    const pl_trace *trace; /* NULL at the start */
    bool gold;             /* it is the gold derivation so far; for training */
} pl_hypothesis;

typedef struct pl_candidate {
    int64_t score;
    uint32_t hypothesis, action;
} pl_candidate;

typedef struct pl_beam {
    const pl_inventory *inventory;
    pl_scorer *scorer;
    uint32_t size;             /* how many survive a step */
    pl_hypothesis *now, *next; /* [size] best first */
    uint32_t n;
    pl_candidate *candidates;  /* [size] */
    const pl_config **configs; /* [size + 1] */
} pl_beam;

/* Keeps the inventory and takes the scorer. */
void pl_beam_init(pl_beam *b, const pl_inventory *inv, const pl_features *features,
                  uint32_t size);
void pl_beam_release(pl_beam *b);

/* Begins a sentence with its first configuration; the scorer has been started. */
void pl_beam_start(pl_beam *b, pl_task *sentence);
/* One action for each hypothesis. `gold` is the gold action, PL_NONE when there is none.
 * `extra`, if not NULL, is one more configuration to be scored along: its scores are
 * returned. */
const int32_t *pl_beam_step(pl_beam *b, uint32_t gold, const pl_config *extra);
bool pl_beam_done(const pl_beam *b); /* all are final */

/* The actions of a trace, first to last, into out[trace->length]. */
void pl_trace_actions(const pl_trace *trace, uint32_t *out);

#endif
