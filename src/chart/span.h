/* Yields as sets of positions: bit p is set if the word at p is below the item. Sentences
 * of up to 64 words have one 64-bit word, longer ones more.
 *
 * The pattern of two disjoint yields says how they interleave: two bits for each block in
 * the order of the sentence, the child it belongs to (0 or 1) and whether a component
 * begins there, that is, whether there is a gap before it; in front of all a single 1.
 *
 *     left  ##..##     01,0        1 01 10 01   (0 begins, 1 goes on, 0 begins)
 *     right ..#...
 */
#ifndef PL_CHART_SPAN_H
#define PL_CHART_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PL_MAX_CHART_WORDS 256u
#define PL_SPAN_WORDS(n)   (((n) + 63) / 64)

/* The bits from low up to (not including) high. */
static inline uint64_t pl_span_bits(uint32_t low, uint32_t high)
{
    return (high - low == 64 ? 0 : (uint64_t)1 << (high - low)) - 1 << low;
}

#endif
