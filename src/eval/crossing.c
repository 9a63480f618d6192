/* Crossing arcs; see crossing.h.
 *
 * The arc between l < r crosses another if some position strictly between them has an
 * arc to a position before l or after r. With the farthest partner to the left and to
 * the right of every position, that is a minimum and a maximum over a range; two tables
 * of these for all ranges of 2^k positions answer it with two looks each. */
#include "eval/crossing.h"

#include "base/intern.h"

/* rows[k][i]: the minimum (maximum) over positions i … i + 2^k - 1 */
typedef struct ranges {
    uint32_t **min, **max;
    uint32_t n, n_rows;
} ranges;

static uint32_t log2_of(uint32_t n) /* rounded down; n > 0 */
{
    return 31 - (uint32_t)__builtin_clz(n);
}

static void note_arc(ranges *r, uint32_t from, uint32_t to)
{
    r->min[0][from] = to < r->min[0][from] ? to : r->min[0][from];
    r->max[0][from] = to > r->max[0][from] ? to : r->max[0][from];
}

static void fill(ranges *r, pl_arena *m)
{
    for (uint32_t k = 1; k < r->n_rows; k++) {
        uint32_t half = 1u << (k - 1), n = r->n - (1u << k) + 1;
        r->min[k] = PL_NEW_ARRAY(m, uint32_t, n);
        r->max[k] = PL_NEW_ARRAY(m, uint32_t, n);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t a = r->min[k - 1][i], b = r->min[k - 1][i + half];
            r->min[k][i] = a < b ? a : b;
            a = r->max[k - 1][i];
            b = r->max[k - 1][i + half];
            r->max[k][i] = a > b ? a : b;
        }
    }
}

static bool is_crossed(const ranges *r, uint32_t left, uint32_t right)
{
    if (right - left < 2)
        return false;
    uint32_t first = left + 1, last = right - 1, k = log2_of(last - first + 1);
    uint32_t other = last + 1 - (1u << k);
    return r->min[k][first] < left || r->min[k][other] < left ||
           r->max[k][first] > right || r->max[k][other] > right;
}

void pl_crossing_arcs(const uint32_t *heads, uint32_t n, bool *crosses, pl_arena *m)
{
    ranges r = {.n = n + 1, .n_rows = log2_of(n + 1) + 1};
    r.min = PL_NEW_ARRAY(m, uint32_t *, r.n_rows);
    r.max = PL_NEW_ARRAY(m, uint32_t *, r.n_rows);
    r.min[0] = PL_NEW_ARRAY(m, uint32_t, r.n);
    r.max[0] = PL_NEW_ARRAY(m, uint32_t, r.n);
    for (uint32_t i = 0; i < r.n; i++)
        r.min[0][i] = r.max[0][i] = i;
    for (uint32_t i = 0; i < n; i++)
        if (heads[i] != PL_NONE) {
            note_arc(&r, heads[i], i + 1);
            note_arc(&r, i + 1, heads[i]);
        }
    fill(&r, m);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t h = heads[i], d = i + 1;
        crosses[i] = h != PL_NONE && is_crossed(&r, h < d ? h : d, h < d ? d : h);
    }
}
