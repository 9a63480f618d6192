/* "Did you mean …": the known name that a misspelt one is most like. */
#ifndef PL_CLI_SUGGEST_H
#define PL_CLI_SUGGEST_H

#include <stddef.h>

/* The best name so far, and how far it is from what was typed. Begins with all zero. */
typedef struct suggestion {
    const char *name; /* NULL: nothing is near enough */
    size_t distance;
} suggestion;

/* Looks at one more name. It is near enough if what was typed is its beginning, or if a
 * third of the letters, but one at least, have to be changed to get there. Of equals the
 * first stays. `typed` has n bytes. */
void suggest(suggestion *s, const char *typed, size_t n, const char *name);

#endif
