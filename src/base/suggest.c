/* How far names are from each other; see suggest.h. */
#include "base/suggest.h"

#include <stdbool.h>
#include <string.h>

enum { LONGEST = 40 }; /* bytes of a name */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters to put in, take out, change, or exchange with their neighbour to make b of a
 * (optimal string alignment): d[i][j] is the distance of the first i and j of them. */
static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1,
                            d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

void pl_suggest(pl_suggestion *s, const char *typed, size_t n, const char *name)
{
    size_t m = strlen(name);
    if (n < 2 || n > LONGEST || m > LONGEST)
        return;
    bool begins = n < m && strncmp(typed, name, n) == 0;
    size_t near = begins ? 1 : distance(typed, n, name, m);
    if (near <= (n < 6 ? 1 : n / 3) && (s->name == NULL || near < s->distance))
        *s = (pl_suggestion){name, near};
}
