/* Regular expressions of queries: Perl's syntax by PCRE2, over whole values.
 *
 *     pl_pattern *p = pl_pattern_new("V.*", 3, false, &where, &err);
 *     pl_pattern_state *s = pl_pattern_state_new(p);           one for each thread
 *     got = pl_pattern_match(s, "VVFIN", &err);                1, 0, or -1 with the reason
 *
 * A treebank has few values and shows them again and again, so a state remembers what it
 * has found out; it forgets everything when that is too much. */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct pl_pattern pl_pattern;
typedef struct pl_pattern_state pl_pattern_state;

/* Compiles text[n], UTF-8. NULL with the message of PCRE2 in `err`, and in *where the
 * byte of the text at which it saw the mistake. */
pl_pattern *pl_pattern_new(const char *text, size_t n, bool ignore_case, size_t *where,
                           pl_error *err);
void pl_pattern_free(pl_pattern *p); /* NULL is fine */

/* Keeps the pattern until it is freed. */
pl_pattern_state *pl_pattern_state_new(const pl_pattern *p);
/* Whether the whole value matches: 1 or 0, or -1 with the reason if that would take too
 * many steps (nested repeats over a long word). */
int pl_pattern_match(pl_pattern_state *s, const char *value, pl_error *err);
void pl_pattern_state_free(pl_pattern_state *s); /* NULL is fine */
