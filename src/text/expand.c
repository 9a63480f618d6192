/* Multiword tokens of a text; see pl_expand in segment.h. The rules may have cut a token
 * where the list has it as one (do|n't), or not (im): up to MAX_RUN tokens without white
 * space between them are looked up together, the longest run first. */
#include "text/segment.h"

#include "base/utf8.h"
#include "text/letters.h"

#include <string.h>

enum { MAX_RUN = 3 };

/* Where the last n characters of text[begin … end) begin. */
static size_t before_last(const char *text, size_t begin, size_t end, uint32_t n)
{
    while (n-- > 0 && end > begin)
        end = pl_utf8_before(text, end);
    return end > begin ? end : begin;
}

/* Whether something that can be a word stands before the rest. */
static bool has_stem(const char *text, size_t begin, size_t rest)
{
    size_t length;
    return rest == begin || (pl_kind_at(text, begin, rest, &length) & PL_WORD &&
                             pl_kind_before(text, begin, rest) & PL_WORD);
}

static void put_words(const pl_expansion *e, const char *text, size_t begin, size_t end,
                      size_t rest, pl_segments *out)
{
    size_t length, at = rest;
    bool capital = rest == begin && pl_kind_at(text, begin, end, &length) & PL_UPPER;
    const char *first = capital ? e->capital : e->first;
    pl_segment w = {.begin = begin, .end = rest, .n_words = e->n};
    w.after = *first != '\0' ? first : NULL;
    PL_PUSH(out, w);
    for (uint32_t i = 1; i < e->n; i++) {
        size_t to = at;
        for (uint32_t k = 0; e->joined && k < e->chars[i]; k++) {
            pl_kind_at(text, to, end, &length);
            to += length;
        }
        w = e->joined ? (pl_segment){.begin = at, .end = to}
                      : (pl_segment){.begin = end, .end = end, .before = e->words[i]};
        PL_PUSH(out, w);
        at = to;
    }
}

/* Expands text[begin … end), which is n tokens; false if it is no multiword token. */
static bool expand_run(const pl_rules *r, const char *text, size_t begin, size_t end, size_t n,
                       pl_segments *out)
{
    char key[PL_MAX_KEY];
    if (end - begin >= 2 * PL_MAX_KEY || !pl_rules_key(text + begin, end - begin, true, key))
        return false;
    const pl_expansion *e = pl_multiwords_find(&r->multiwords, key, strlen(key));
    if (e == NULL || e->n < n)
        return false;
    size_t rest = before_last(text, begin, end, e->n_rest);
    if (!has_stem(text, begin, rest))
        return false;
    put_words(e, text, begin, end, rest, out);
    return true;
}

size_t pl_expand(const pl_rules *r, const char *text, const pl_spans *tokens, size_t from,
                 size_t end, pl_segments *out)
{
    size_t n = 1;
    if (r->multiwords.of.n == 0)
        return 0;
    while (n < MAX_RUN && from + n < end &&
           tokens->at[from + n].begin == tokens->at[from + n - 1].end)
        n++;
    for (; n > 0; n--)
        if (expand_run(r, text, tokens->at[from].begin, tokens->at[from + n - 1].end, n, out))
            return n;
    return 0;
}
