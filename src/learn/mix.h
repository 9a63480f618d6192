/* Iterative parameter mixing (McDonald, Hall and Mann 2010): learners of different parts of
 * the examples begin each epoch with the same weights, the mean of what all had at the end of
 * the epoch before. The same goes for what they were on average.
 *
 *     pl_learner *base = …, *own[] = …;           all equal, of the unit PL_MIX_UNIT
 *     for each epoch:
 *         each learner sees its examples
 *         pl_mixture m = {.base = base, .own = own, …};
 *         pl_learners_mix(&m);                    all equal again
 *
 * The learners may belong to several processes. Of a table of weights only rows that changed
 * travel: to the process that a row's hash names, which makes the mean, and from there to
 * all. The result does not depend on how many processes there are. */
#pragma once

#include "base/peers.h"
#include "learn/learner.h"

enum { PL_MIX_UNIT = 16 };

typedef struct pl_mixture {
    pl_learner *base; /* what all were at the beginning; gets the mean */
    pl_learner **own; /* [n_own] those of this process; get it, too */
    uint32_t n_own;
    uint32_t first, step; /* they are the learners first, first + step … */
    uint32_t n;           /* of `n` in all processes */
    uint64_t seed;        /* of the rounding */
    pl_peers *peers;
} pl_mixture;

void pl_learners_mix(const pl_mixture *m);
