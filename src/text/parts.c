/* Endings and their cuts; see rules.h. */
#include "text/rules.h"

#include "base/utf8.h"

#include <string.h>

bool pl_parts_bars(const char *entry, char *plain, pl_cuts *cut)
{
    size_t n = strlen(entry), to = 0;
    unsigned after = 0; /* characters that follow */
    *cut = 0;
    for (size_t i = n; i-- > 0;) {
        if (entry[i] == '|' &&
            (after == 0 || after > PL_MAX_PART || (entry[0] == '^' && i == 1)))
            return false;
        if (entry[i] == '|')
            *cut |= (pl_cuts)1 << after;
        else if (pl_utf8_begins(entry[i]))
            after++;
    }
    for (size_t i = 0; i <= n; i++)
        if (entry[i] != '|')
            plain[to++] = entry[i];
    return to > 1 && strcmp(plain, "^") != 0;
}

bool pl_parts_add(pl_parts *p, const char *entry)
{
    pl_cuts cut;
    char *plain = pl_alloc(strlen(entry) + 1);
    bool good = pl_parts_bars(entry, plain, &cut);
    if (good && pl_intern_find(&p->endings, plain) == PL_NONE) {
        pl_intern_add(&p->endings, plain);
        PL_PUSH(&p->cut, cut);
        if (strlen(plain) > p->longest)
            p->longest = strlen(plain);
    }
    free(plain);
    return good;
}

pl_cuts pl_parts_by_ending(const pl_parts *p, const char *word, size_t n)
{
    for (size_t at = n > p->longest ? n - p->longest : 0; at < n; at++) {
        if (!pl_utf8_begins(word[at]))
            continue;
        uint32_t id = pl_intern_find_n(&p->endings, word + at, n - at);
        if (id != PL_NONE)
            return p->cut.at[id];
    }
    return 0;
}

pl_cuts pl_parts_find(const pl_parts *p, const char *word, size_t n)
{
    char whole[256];
    if (n + 1 < sizeof whole) {
        whole[0] = '^';
        memcpy(whole + 1, word, n);
        uint32_t id = pl_intern_find_n(&p->endings, whole, n + 1);
        if (id != PL_NONE)
            return p->cut.at[id];
    }
    return pl_parts_by_ending(p, word, n);
}

void pl_parts_release(pl_parts *p)
{
    pl_intern_release(&p->endings);
    PL_VEC_RELEASE(&p->cut);
    p->longest = 0;
}
