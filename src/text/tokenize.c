/* The tokenizer; see tokenize.h. Text falls into chunks at white space, a chunk is read
 * from left to right: at each place the matchers of match.h are asked first, then a word
 * is taken as far as its letters go, and what is none of these is a token of one
 * character. Words are cut once more, into stem and clitics. */
#include "text/tokenize.h"

#include "base/utf8.h"
#include "text/letters.h"
#include "text/match.h"

#include <string.h>

enum { MAX_CHUNK = 2048 }; /* bytes; what is longer is no word */

static unsigned kind(const pl_chunk *c, size_t at)
{
    size_t length;
    return pl_kind_at(c->text, at, c->end, &length);
}

static void push(pl_spans *out, size_t begin, size_t end, unsigned flags)
{
    pl_span s = {begin, end, flags};
    if (end > begin)
        PL_PUSH(out, s);
}

/* -- where a word ends ------------------------------------------------------------- */

/* Whether the word that began at `from` goes on over the sign at `at`, of n bytes. */
static bool joins(const pl_chunk *c, size_t from, size_t at, size_t n)
{
    if (n == 0 || at >= c->end)
        return false;
    const pl_rules *r = c->rules;
    unsigned before = pl_kind_before(c->text, from, at), after = kind(c, at + n);
    bool hyphen = pl_hyphen_at(c->text, at, c->end) > 0;
    if (hyphen && !r->split_hyphens && before & PL_LETTER && !(after & PL_WORD))
        return pl_hyphen_at(c->text, at + n, c->end) ==
               0; /* left out: zon- en feestdagen */
    if (!(before & PL_WORD) || !(after & PL_WORD))
        return false;
    if (pl_apostrophe_at(c->text, at, c->end) > 0)
        return true;
    if (hyphen)
        return !r->split_hyphens ||
               pl_rules_has(r, PL_HYPHEN_PREFIXES, c->text + from, at - from, true);
    switch (c->text[at]) {
    case '_':
    case '*':
    case '@':
        return true;
    case '&':
        return before & PL_UPPER && after & PL_UPPER;
    case '/':
        return !r->split_slashes;
    case '.': /* names of files, versions; not two sentences that lack a space */
        return after & PL_DIGIT || (before & PL_DIGIT && after & PL_LOWER);
    default:
        return false;
    }
}

static size_t word_end(const pl_chunk *c, size_t from)
{
    size_t at = from, length;
    unsigned k;
    while ((k = pl_kind_at(c->text, at, c->end, &length)) != 0) {
        if (!(k & PL_WORD) && !joins(c, from, at, length))
            break;
        at += length;
    }
    return at;
}

/* -- cutting words ----------------------------------------------------------------- */

/* A word of the list of cuts: the pieces between its bars. */
static bool cut_listed(const pl_rules *r, const char *text, size_t from, size_t to,
                       pl_spans *out)
{
    char key[PL_MAX_KEY];
    const pl_intern *cuts = &r->lists[PL_CUTS];
    if (cuts->n == 0 || !pl_rules_key(text + from, to - from, true, key))
        return false;
    uint32_t id = pl_intern_find(cuts, key);
    if (id == PL_NONE || strchr(key, '|') != NULL)
        return false;
    size_t begin = from, at = from, length;
    for (const char *bars = cuts->at[id - 1]; *bars != '\0'; bars++) {
        if (*bars == '|') {
            push(out, begin, at, 0);
            begin = at;
        } else if (pl_utf8_begins(*bars)) { /* one character each */
            pl_kind_at(text, at, to, &length);
            at += length;
        }
    }
    push(out, begin, to, 0);
    return true;
}

/* The longest clitic that the word ends in and that leaves letters enough; in bytes. */
static size_t clitic(const pl_rules *r, const char *text, size_t from, size_t to)
{
    char key[PL_MAX_KEY];
    size_t length;
    long letters = 0;
    for (size_t p = from; p < to; p += length, letters++) {
        pl_kind_at(text, p, to, &length);
        if (letters == 0 || to - p >= PL_MAX_KEY ||
            !pl_rules_key(text + p, to - p, true, key))
            continue;
        uint32_t id = pl_intern_find(&r->lists[PL_CLITICS], key);
        if (id != PL_NONE && letters >= r->stems.at[id])
            return to - p;
    }
    return 0;
}

/* The longest suffix of the list that the word ends in; in bytes. */
static size_t suffix(const pl_rules *r, const char *text, size_t from, size_t to)
{
    size_t length;
    pl_kind_at(text, from, to, &length);
    for (size_t p = from + length; p < to; p += length) {
        if (pl_rules_has(r, PL_SUFFIXES, text + p, to - p, true))
            return to - p;
        pl_kind_at(text, p, to, &length);
    }
    return 0;
}

/* The longest prefix of the list that the word begins with; in bytes. */
static size_t prefix(const pl_rules *r, const char *text, size_t from, size_t to)
{
    size_t best = 0, length;
    for (size_t p = from; p < to && p - from < PL_MAX_KEY; p += length) {
        pl_kind_at(text, p, to, &length);
        if (p + length < to &&
            pl_rules_has(r, PL_PREFIXES, text + from, p + length - from, true))
            best = p + length - from;
    }
    return best;
}

/* The pieces of a word by its ending, with the mark at each cut; false: it stays whole.
 */
static bool cut_parts(const pl_rules *r, const char *text, size_t from, size_t to,
                      pl_spans *out)
{
    char key[PL_MAX_KEY];
    pl_cuts cuts = 0;
    if (pl_rules_key(text + from, to - from, true, key))
        cuts = pl_parts_find(&r->parts, key, strlen(key));
    if (cuts == 0)
        return false;
    size_t left = 0, begin = from, length;
    for (size_t at = from; at < to; at += length, left++)
        pl_kind_at(text, at, to, &length);
    unsigned before = 0, mark = r->mark[0] != '\0';
    for (size_t at = from; at < to; at += length, left--) {
        if (left <= PL_MAX_PART && cuts >> left & 1 && at > from) {
            push(out, begin, at, before | (mark ? PL_SPAN_MARK_AFTER : 0u));
            before = mark ? PL_SPAN_MARK_BEFORE : 0u;
            begin = at;
        }
        pl_kind_at(text, at, to, &length);
    }
    push(out, begin, to, before);
    return true;
}

static void cut_word(const pl_rules *r, const char *text, size_t from, size_t to,
                     pl_spans *out)
{
    if (r->parts.cut.n > 0) {
        if (!cut_parts(r, text, from, to, out))
            push(out, from, to, 0);
        return;
    }
    if (pl_rules_has(r, PL_WHOLE, text + from, to - from, true)) {
        push(out, from, to, 0);
        return;
    }
    if (cut_listed(r, text, from, to, out))
        return;
    size_t n;
    if (r->lists[PL_PREFIXES].n > 0 && (n = prefix(r, text, from, to)) > 0) {
        push(out, from, from + n, 0);
        from += n;
    }
    size_t ends[8], n_ends = 0;
    while (r->lists[PL_SUFFIXES].n > 0 && n_ends < 8 &&
           (n = suffix(r, text, from, to)) > 0) {
        ends[n_ends++] = to;
        to -= n;
    }
    n = r->lists[PL_CLITICS].n > 0 ? clitic(r, text, from, to) : 0;
    push(out, from, to - n, n > 0 && r->mark[0] != '\0' ? PL_SPAN_MARK_AFTER : 0u);
    push(out, to - n, to, r->mark[0] != '\0' ? PL_SPAN_MARK_BEFORE : 0u);
    while (n_ends > 0) {
        push(out, to, ends[n_ends - 1], 0);
        to = ends[--n_ends];
    }
}

/* -- chunks ------------------------------------------------------------------------ */

/* A clitic that begins with an apostrophe may stand alone: 's, 'n, 't; or begin a word:
 * 's-Gravenhage. */
static size_t lone_clitic(const pl_chunk *c, size_t at)
{
    size_t n = pl_apostrophe_at(c->text, at, c->end), end = at + n, length;
    if (n == 0 || pl_kind_before(c->text, c->begin, at) & PL_WORD)
        return at;
    while (pl_kind_at(c->text, end, c->end, &length) & PL_WORD)
        end += length;
    if (pl_rules_has(c->rules, PL_WHOLE, c->text + at, end - at, true))
        return joins(c, at, end, pl_hyphen_at(c->text, end, c->end)) ? word_end(c, at + n)
                                                                     : end;
    return pl_rules_has(c->rules, PL_SUFFIXES, c->text + at, end - at, true) ? end : at;
}

/* Puts the token (or the parts of the word) at `at`; returns where it ends. */
static size_t take(const pl_chunk *c, size_t at, pl_spans *out)
{
    unsigned flags = 0;
    size_t end = pl_match_listed(c, at);
    if (end == at)
        end = pl_match_address(c, at);
    if (end == at)
        end = pl_match_abbreviation(c, at, &flags);
    if (end == at)
        end = pl_match_initials(c, at, &flags);
    if (end == at)
        end = pl_match_number(c, at, &flags);
    if (end == at)
        end = lone_clitic(c, at);
    if (end == at)
        end = pl_match_run(c, at);
    if (end > at) {
        push(out, at, end, flags);
        return end;
    }
    if (kind(c, at) & PL_WORD) {
        end = word_end(c, at);
        cut_word(c->rules, c->text, at, end, out);
        return end;
    }
    end = pl_grapheme_end(c->text, at, c->end);
    push(out, at, end, 0);
    return end;
}

void pl_tokenize(const pl_rules *r, const char *text, size_t n, pl_spans *out)
{
    size_t at = 0, length;
    while (at < n) {
        if (pl_kind_at(text, at, n, &length) & PL_SPACE) {
            at += length;
            continue;
        }
        size_t end = at;
        while (end < n && end - at < MAX_CHUNK &&
               !(pl_kind_at(text, end, n, &length) & PL_SPACE))
            end += length;
        pl_chunk c = {r, text, at, end, n};
        while (at < end)
            at = take(&c, at, out);
    }
}
