/* Numbers in text from outside, read with their limits checked. */
#ifndef PL_BASE_NUMBER_H
#define PL_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Blanks and a decimal number of at most `max` at *at, which moves behind it. False, with
 * *at unchanged, if there is no number there or it is larger. */
static inline bool pl_scan_number(const char **at, uint32_t max, uint32_t *value)
{
    const char *p = *at;
    uint64_t n = 0;
    while (*p == ' ')
        p++;
    if (*p < '0' || *p > '9')
        return false;
    for (; *p >= '0' && *p <= '9'; p++)
        if ((n = n * 10 + (uint64_t)(*p - '0')) > max)
            return false;
    *at = p;
    *value = (uint32_t)n;
    return true;
}

#endif
