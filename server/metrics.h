/* Counts for /metrics, in the text format of Prometheus. All are atomic. */
#pragma once

#include "base/str.h"

#include <stdatomic.h>

enum { MAX_ROUTES = 32, N_STATUSES = 16, N_BUCKETS = 10 };

typedef struct metrics {
    atomic_ulong requests[MAX_ROUTES + 1][N_STATUSES]; /* of no route: the last row */
    atomic_ulong buckets[N_BUCKETS + 1]; /* requests that took up to so many seconds */
    atomic_ulong microseconds;           /* of all requests */
    atomic_ulong sentences, words;       /* parsed or tagged */
    atomic_ulong bytes_in, bytes_out;
    double start;
} metrics;

struct server;
struct route;

/* Counts a request; `r` is NULL where its path leads nowhere. */
void metrics_count(metrics *m, const struct route *r, int status, double seconds);
void metrics_put(struct server *s, pl_str *out);
