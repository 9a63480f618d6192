/* Yields as sets of positions: bit p is set if the word at p is below the item. Sentences
 * of up to 64 words have one 64-bit word, longer ones four.
 *
 * The pattern of two disjoint yields says how they interleave: two bits for each block in
 * the order of the sentence, the child it belongs to (0 or 1) and whether a component
 * begins there, that is, whether there is a gap before it; in front of all a single 1.
 *
 *     left  ##..##     01,0        1 01 10 01   (0 begins, 1 goes on, 0 begins)
 *     right ..#...
 */
#ifndef PL_GRAMMAR_SPAN_H
#define PL_GRAMMAR_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PL_MAX_CHART_WORDS 256u
#define PL_SPAN_WORDS(n)   ((n) <= 64 ? 1u : PL_MAX_CHART_WORDS / 64)

/* The first position from `from` on whose bit is set, or with `clear` is not; 64 * width
 * if there is none. */
static inline uint32_t pl_span_next(const uint64_t *span, uint32_t width, uint32_t from,
                                    bool clear)
{
    uint64_t flip = clear ? ~(uint64_t)0 : 0;
    for (uint32_t i = from / 64, skip = from % 64; i < width; i++, skip = 0) {
        uint64_t left = (span[i] ^ flip) >> skip << skip;
        if (left != 0)
            return 64 * i + (uint32_t)__builtin_ctzll(left);
    }
    return 64 * width;
}

/* Makes `span` the positions from low up to, not including, high. */
static inline void pl_span_run(uint64_t *span, uint32_t width, uint32_t low,
                               uint32_t high)
{
    for (uint32_t i = 0; i < width; i++) {
        uint32_t from = low > 64 * i ? low - 64 * i : 0;
        uint32_t to = high > 64 * i ? high - 64 * i : 0;
        to = to < 64 ? to : 64;
        span[i] = from < to ? ~(uint64_t)0 >> (64 - (to - from)) << from : 0;
    }
}

/* The pattern of two disjoint spans, the left one having the lowest position. */
static inline uint64_t pl_span_pattern(const uint64_t *left, const uint64_t *right,
                                       uint32_t width)
{
    uint64_t pattern = 1;
    uint32_t l = pl_span_next(left, width, 0, false),
             r = pl_span_next(right, width, 0, false);
    uint32_t end = 0, last = 64 * width;
    for (bool first = true; l < last || r < last; first = false) {
        bool child = r < l;
        uint32_t begin = child ? r : l;
        const uint64_t *span = child ? right : left;
        pattern = pattern << 2 | (uint64_t)child << 1 | (first || begin != end);
        end = pl_span_next(span, width, begin, true);
        uint32_t next = pl_span_next(span, width, end, false);
        l = child ? l : next;
        r = child ? next : r;
    }
    return pattern;
}

#endif
