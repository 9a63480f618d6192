/* How far a text goes before a byte that its format treats specially: lengths of words,
 * of what needs no escape, of columns. As strcspn, but the set of bytes is a sum of kinds
 * that one table knows, so that short texts cost little on every machine.
 *
 *     n = pl_until(text, PL_AT_SPACE | PL_AT_TAB);      text[n] is one of these, or NUL
 */
#pragma once

#include <stddef.h>

enum {
    PL_AT_SPACE = 1,
    PL_AT_TAB = 2,
    PL_AT_LINE = 4,    /* \n \r */
    PL_AT_BRACKET = 8, /* ( ) */
    PL_AT_HASH = 16,
    PL_AT_SLASH = 32,
    PL_AT_XML = 64,   /* & < > " 0xef and control characters, with tabs and line ends */
    PL_AT_JSON = 128, /* " \ and control characters, with tabs and line ends */
};

/* A NUL is of every kind. */
extern const unsigned char pl_until_kinds[256];

/* `kinds` is one of the above or a sum. */
static inline size_t pl_until(const char *text, unsigned kinds)
{
    const char *at = text;
    while ((pl_until_kinds[(unsigned char)*at] & kinds) == 0)
        at++;
    return (size_t)(at - text);
}
