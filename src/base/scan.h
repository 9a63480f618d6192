/* Words and numbers in text from outside, read from left to right. */
#ifndef PL_BASE_SCAN_H
#define PL_BASE_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The next word of *text, between blanks and tabs, cut off in place; NULL at the end. */
static inline char *pl_scan_word(char **text)
{
    char *word = *text + strspn(*text, " \t");
    if (*word == '\0')
        return NULL;
    char *end = word + strcspn(word, " \t");
    *text = end + (*end != '\0');
    *end = '\0';
    return word;
}

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
