/* How long a sentence may take, and how large its chart may grow. Asking costs a look at
 * the clock, so parsers ask once for many items. */
#ifndef PL_GRAMMAR_LIMIT_H
#define PL_GRAMMAR_LIMIT_H

#include "base/clock.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct pl_limit {
    double deadline;  /* by pl_clock; 0: none */
    size_t max_items; /* in one chart; of edges, where all are kept, twice as many */
} pl_limit;

static inline bool pl_out_of_time(const pl_limit *limit)
{
    return limit->deadline > 0 && pl_clock() > limit->deadline;
}

#endif
