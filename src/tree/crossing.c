/* Crossing and non-projective arcs; see crossing.h.
 *
 * Positions: 0 is the artificial root, word i stands at i + 1. Both questions are about
 * the positions strictly between the two ends of an arc, and both become "what is the
 * largest value in this range", which a table of the maxima of all ranges of length 2^k
 * answers at once:
 *
 *   crossing         the furthest end of an arc that starts in the range lies beyond it
 *   non-projective   with positions numbered so that the words below a head are a run of
 *                    numbers, some number in the range is not in the run of the head */
#include "tree/crossing.h"

#include <string.h>

/* top[k][i] = the largest of value[i] … value[i + 2^k - 1] */
typedef struct maxima {
    uint32_t *top[32];
    uint32_t n;
} maxima;

static maxima maxima_of(pl_arena *m, uint32_t *value, uint32_t n)
{
    maxima x = {.n = n};
    x.top[0] = value;
    for (uint32_t k = 1; ((uint64_t)1 << k) <= n; k++) {
        uint32_t half = 1u << (k - 1), size = n - 2 * half + 1;
        x.top[k] = pl_arena_alloc(m, size * sizeof *x.top[k]);
        for (uint32_t i = 0; i < size; i++) {
            uint32_t a = x.top[k - 1][i], b = x.top[k - 1][i + half];
            x.top[k][i] = a > b ? a : b;
        }
    }
    return x;
}

/* The largest value at from … to, both included; from <= to. */
static uint32_t largest(const maxima *x, uint32_t from, uint32_t to)
{
    uint32_t k = 31 - (uint32_t)__builtin_clz(to - from + 1);
    uint32_t a = x->top[k][from], b = x->top[k][to + 1 - (1u << k)];
    return a > b ? a : b;
}

/* Whether a range between two positions of an arc is not empty, and its bounds. */
static bool find_between(uint32_t a, uint32_t b, uint32_t *first, uint32_t *last)
{
    *first = (a < b ? a : b) + 1;
    *last = (a < b ? b : a) - 1;
    return a != b && *first <= *last;
}

void pl_crossing_arcs(const uint32_t *heads, uint32_t n_words, bool *crosses, pl_arena *m)
{
    uint32_t n = n_words + 1;
    uint32_t *right = PL_NEW_ARRAY(m, uint32_t, n); /* furthest right end of arcs here */
    uint32_t *left = PL_NEW_ARRAY(m, uint32_t, n);  /* n - 1 - furthest left end */
    for (uint32_t i = 0; i < n_words; i++) {
        uint32_t low = heads[i] < i + 1 ? heads[i] : i + 1;
        uint32_t high = heads[i] < i + 1 ? i + 1 : heads[i];
        if (heads[i] == PL_NONE)
            continue;
        right[low] = high > right[low] ? high : right[low];
        left[high] = n - 1 - low > left[high] ? n - 1 - low : left[high];
    }
    maxima rights = maxima_of(m, right, n), lefts = maxima_of(m, left, n);
    for (uint32_t i = 0; i < n_words; i++) {
        uint32_t first, last;
        crosses[i] = heads[i] != PL_NONE &&
                     find_between(heads[i], i + 1, &first, &last) &&
                     (largest(&rights, first, last) > last + 1 ||
                      largest(&lefts, first, last) > n - first);
    }
}

/* Numbers the positions in pre-order: those at or below p are first[p] … last[p]. What
 * the root does not reach gets the numbers after all others, and is below nothing. */
static void number_positions(const uint32_t *heads, uint32_t n, pl_arena *m,
                             uint32_t *first, uint32_t *last)
{
    uint32_t count = 0;
    uint32_t *child = PL_NEW_ARRAY(m, uint32_t, n); /* first dependent, 0 if none */
    uint32_t *sibling = PL_NEW_ARRAY(m, uint32_t, n);
    for (uint32_t i = n - 1; i-- > 0;)
        if (heads[i] != PL_NONE) {
            sibling[i + 1] = child[heads[i]];
            child[heads[i]] = i + 1;
        }
    memset(first, 0xff, n * sizeof *first);
    for (uint32_t p = 0;;) {
        first[p] = count++;
        if (child[p] != 0) {
            p = child[p];
            continue;
        }
        for (; p != 0 && sibling[p] == 0; p = heads[p - 1])
            last[p] = count - 1;
        last[p] = count - 1;
        if (p == 0)
            break;
        p = sibling[p];
    }
    for (uint32_t p = 0; p < n; p++)
        if (first[p] == PL_NONE)
            first[p] = last[p] = count++;
}

static void find_non_projective(const uint32_t *heads, uint32_t n_words, pl_arena *m,
                                unsigned char *arcs)
{
    uint32_t n = n_words + 1;
    uint32_t *first = PL_NEW_ARRAY(m, uint32_t, n), *last = PL_NEW_ARRAY(m, uint32_t, n);
    uint32_t *back = PL_NEW_ARRAY(m, uint32_t, n); /* n - 1 - first, for the smallest */
    number_positions(heads, n, m, first, last);
    for (uint32_t p = 0; p < n; p++)
        back[p] = n - 1 - first[p];
    maxima firsts = maxima_of(m, first, n), backs = maxima_of(m, back, n);
    for (uint32_t i = 0; i < n_words; i++) {
        uint32_t head = heads[i], from, to;
        if (head != PL_NONE && find_between(head, i + 1, &from, &to) &&
            (largest(&firsts, from, to) > last[head] ||
             largest(&backs, from, to) > n - 1 - first[head]))
            arcs[i] |= PL_ARC_NON_PROJECTIVE;
    }
}

void pl_projectivity(const pl_tree *t, pl_arena *m, unsigned char *arcs)
{
    uint32_t n = t->n_tokens, *heads = PL_NEW_ARRAY(m, uint32_t, n);
    bool *crosses = PL_NEW_ARRAY(m, bool, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t head = t->tokens[i].head;
        heads[i] = head == PL_ROOT_HEAD ? 0 : head < n ? head + 1 : PL_NONE;
    }
    pl_crossing_arcs(heads, n, crosses, m);
    for (uint32_t i = 0; i < n; i++)
        arcs[i] = (heads[i] != PL_NONE ? PL_ARC : 0) | (crosses[i] ? PL_ARC_CROSSING : 0);
    find_non_projective(heads, n, m, arcs);
}
