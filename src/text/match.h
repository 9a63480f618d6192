/* What is one token for more reasons than its letters: addresses, numbers, abbreviations,
 * runs of signs. Each matcher says where the token that begins at `at` ends, or returns
 * `at` if there is none of its sort. The text is one chunk without white space. */
#ifndef PL_TEXT_MATCH_H
#define PL_TEXT_MATCH_H

#include "text/rules.h"

typedef struct pl_chunk {
    const pl_rules *rules;
    const char *text;
    size_t begin, end; /* of the chunk */
    size_t whole;      /* end of all text, to look beyond the chunk */
} pl_chunk;

size_t pl_match_listed(const pl_chunk *c, size_t at);  /* :-) and what else is listed */
size_t pl_match_address(const pl_chunk *c, size_t at); /* URLs, e-mail, @names, #tags */
/* Also sets the flags of the span. */
size_t pl_match_abbreviation(const pl_chunk *c, size_t at, unsigned *flags);
size_t pl_match_initials(const pl_chunk *c, size_t at, unsigned *flags); /* U.S. J. */
size_t pl_match_number(const pl_chunk *c, size_t at, unsigned *flags);
size_t pl_match_run(const pl_chunk *c, size_t at); /* ... !!! ?! -- */

#endif
