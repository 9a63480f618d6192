/* "Did you mean …": the known name that a misspelt one is most like.
 *
 *     pl_suggestion like = {0};
 *     for (…) pl_suggest(&like, typed, strlen(typed), name);
 *     if (like.name != NULL) …
 */
#pragma once

#include <stddef.h>

/* The best name so far, and how far it is from what was typed. Begins with all zero. */
typedef struct pl_suggestion {
    const char *name; /* NULL: nothing is near enough */
    size_t distance;
} pl_suggestion;

/* Looks at one more name. It is near enough if what was typed is its beginning, or if a
 * third of the letters, but one at least, have to be changed to get there. Of equals the
 * first stays. `typed` has n bytes. */
void pl_suggest(pl_suggestion *s, const char *typed, size_t n, const char *name);
