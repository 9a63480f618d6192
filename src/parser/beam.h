/* Beam search over the configurations of any machine: at each step the best pairs of a
 * hypothesis and a permitted step survive. A final hypothesis stays in the beam, by IDLE
 * where the machine has such an action. Of two candidates that lead to the same
 * configuration only the better one is kept. Ties go to the better hypothesis, then to the
 * choice that the machine names first, then to the lower action.
 *
 * A margin makes the beam as wide as the sentence needs at each step: hypotheses that score
 * worse than the best one by more than the margin are dropped. Of constituents, no hypothesis
 * has more than PL_BRANCHES successors then, so that the others are not crowded out by those
 * of the best one, which differ in little but a label.
 *
 *     pl_beam_start(&b, task, NULL);
 *     while (!pl_beam_done(&b) && pl_beam_expand(&b))
 *         pl_beam_advance(&b);
 *
 * In training a hypothesis is correct if correct steps alone have led to it; where several
 * orders are right, several hypotheses are. */
#pragma once

#include "parser/scorer.h"

/* The steps of a hypothesis, last first; shared between hypotheses. */
typedef struct pl_trace {
    const struct pl_trace *before;
    pl_act step;
    uint32_t length; /* this one included */
} pl_trace;

typedef struct pl_hypothesis {
    pl_config config;
    int64_t score;
    const pl_trace *trace; /* NULL at the start */
    bool correct;
} pl_hypothesis;

/* A step that a hypothesis could take. */
typedef struct pl_candidate {
    int64_t score;
    uint64_t signature; /* of the configuration it leads to, where such meet */
    pl_act step;        /* action PL_NONE: it is final and stays as it is */
    uint32_t from : 31; /* hypothesis */
    uint32_t correct : 1;
} pl_candidate;

enum { PL_BRANCHES = 3 };
#define PL_NO_MARGIN INT64_MAX

typedef struct pl_beam {
    const pl_machine *machine;
    pl_scorer *scorer;
    uint32_t size;             /* how many survive a step */
    int64_t margin;            /* PL_NO_MARGIN, or how far below the best one they may be … */
    uint32_t branches;         /* … and how many of them have the same origin */
    pl_hypothesis *now, *next; /* [size] best first */
    uint32_t n;
    pl_candidate *best; /* [size] sorted */
    uint32_t n_best;
    int64_t top; /* the best score known, also of what is to come; INT64_MIN: none */
    pl_candidate right;      /* the best correct one of this step … */
    bool has_right;          /* … if there is one */
    pl_arena *arena;         /* the sentence's */
    void *task;              /* of the machine */
    const pl_target *gold;   /* NULL when parsing */
    bool obeys;              /* the constraints of the task; false until it is set */
    bool skips; /* the only step of the only hypothesis is not scored, unless there are
                   constraints: what it adds is the same for all that come of it … */
    PL_VEC(uint32_t) skipped; /* … numbers of such steps that scores of this sentence lack */
    const pl_config **configs; /* [size + 1] */
    pl_choices choices;
} pl_beam;

/* Keeps the machine and takes the scorer, which is made for size + 1 configs. */
void pl_beam_init(pl_beam *b, const pl_machine *m, pl_scorer *scorer, uint32_t size);
void pl_beam_release(pl_beam *b);
/* Gives the beam a margin, in the units of scores. */
void pl_beam_set_margin(pl_beam *b, int64_t margin);

/* Begins a sentence whose scorer has been started; all is kept until the next one. */
void pl_beam_start(pl_beam *b, pl_arena *arena, void *task, const pl_target *gold);
bool pl_beam_done(const pl_beam *b); /* every hypothesis is final */
/* Finds the best candidates of all hypotheses, and the best correct one. `extra`, if not
 * NULL, is one more config that the scorer prepares, under the number n. False if every
 * hypothesis is stuck, which happens only with unusual dependency systems. */
bool pl_beam_expand(pl_beam *b, const pl_config *extra);
/* Applies the candidates, which become the new beam. */
void pl_beam_advance(pl_beam *b);

/* The steps of a trace, first to last, into out[trace->length]. */
void pl_trace_steps(const pl_trace *trace, pl_act *out);
