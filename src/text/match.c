/* Matchers of the tokenizer; see match.h. */
#include "text/match.h"

#include "text/letters.h"
#include "text/tokenize.h"

#include <string.h>

static unsigned kind(const pl_chunk *c, size_t at)
{
    size_t length;
    return pl_kind_at(c->text, at, c->end, &length);
}

static bool is(const pl_chunk *c, size_t at, char sign)
{
    return at < c->end && c->text[at] == sign;
}

/* The end of the run of characters of these kinds. */
static size_t skip(const pl_chunk *c, size_t at, unsigned kinds)
{
    size_t length;
    while ((pl_kind_at(c->text, at, c->end, &length) & kinds) != 0)
        at += length;
    return at;
}

/* The first character that is not space after the chunk: its kind and place. */
static unsigned kind_after(const pl_chunk *c, size_t at, size_t *place)
{
    size_t length;
    unsigned k;
    while (((k = pl_kind_at(c->text, at, c->whole, &length)) & PL_SPACE) != 0)
        at += length;
    *place = at;
    return k;
}

/* -- listed strings ---------------------------------------------------------------- */

size_t pl_match_listed(const pl_chunk *c, size_t at)
{
    size_t longest = c->rules->longest[PL_TOKENS];
    unsigned before = pl_kind_before(c->text, c->begin, at);
    for (size_t n = c->end - at < longest ? c->end - at : longest; n > 0; n--) {
        if (!pl_rules_has(c->rules, PL_TOKENS, c->text + at, n, false))
            continue;
        unsigned last = pl_kind_before(c->text, at, at + n);
        bool joined = (kind(c, at) & PL_WORD && before & PL_WORD) ||
                      (last & PL_WORD && kind(c, at + n) & PL_WORD);
        if (!joined)
            return at + n;
    }
    return at;
}

/* -- addresses --------------------------------------------------------------------- */

static bool begins(const pl_chunk *c, size_t at, const char *with)
{
    size_t n = strlen(with);
    return c->end - at >= n && strncasecmp(c->text + at, with, n) == 0;
}

/* Takes off what is rather punctuation after the address; a bracket belongs to it if it
 * was opened there. */
static size_t trim_address(const pl_chunk *c, size_t at, size_t end)
{
    long open = 0;
    for (size_t p = at; p < end; p++)
        open += (c->text[p] == '(') - (c->text[p] == ')');
    while (end > at && (strchr(".,;:!?'\"*>]}|", c->text[end - 1]) != NULL ||
                        (c->text[end - 1] == ')' && open < 0))) {
        open += c->text[end - 1] == ')';
        end--;
    }
    return end;
}

/* The bytes of an address: no quotes or angle brackets. */
static size_t address_end(const pl_chunk *c, size_t at)
{
    while (at < c->end && strchr("<>\"", c->text[at]) == NULL &&
           strncmp(c->text + at, "\u201d", 3) != 0 &&
           strncmp(c->text + at, "\u00bb", 2) != 0)
        at++;
    return at;
}

static bool is_name_sign(char s)
{
    return s == '.' || s == '-' || s == '_' || s == '+';
}

/* name@host.domain */
static size_t match_mail(const pl_chunk *c, size_t at)
{
    size_t p = at, dots = 0;
    while (p < c->end && ((kind(c, p) & PL_WORD && (unsigned char)c->text[p] < 0x80) ||
                          is_name_sign(c->text[p])))
        p++;
    if (p == at || !is(c, p, '@'))
        return at;
    size_t host = ++p;
    for (; p < c->end && ((unsigned char)c->text[p] >= 0x80 || kind(c, p) & PL_WORD ||
                          is_name_sign(c->text[p]));
         p++)
        dots += c->text[p] == '.';
    while (p > host && is_name_sign(c->text[p - 1]))
        dots -= c->text[--p] == '.';
    return p > host && (dots > 0 || kind(c, host) & PL_WORD) ? p : at;
}

/* host.domain or host.domain/path, the domain one of the listed extensions. */
static size_t match_host(const pl_chunk *c, size_t at)
{
    size_t p = at, last = at;
    for (;;) {
        size_t from = p;
        while (p < c->end && (kind(c, p) & PL_WORD || is(c, p, '-') || is(c, p, '_')))
            p++;
        if (p == from)
            break;
        if (from > at &&
            pl_rules_has(c->rules, PL_EXTENSIONS, c->text + from, p - from, true))
            last = p;
        if (!is(c, p, '.'))
            break;
        p++;
    }
    if (last == at)
        return at;
    return is(c, last, '/') && kind(c, last + 1) & PL_WORD
               ? trim_address(c, at, address_end(c, last))
               : last;
}

size_t pl_match_address(const pl_chunk *c, size_t at)
{
    static const char *const schemes[] = {"http://", "https://", "ftp://",
                                          "www.",    "file://",  "mailto:"};
    unsigned before = pl_kind_before(c->text, c->begin, at);
    if (before & PL_WORD)
        return at;
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (begins(c, at, schemes[i]) && kind(c, at + strlen(schemes[i])) & PL_WORD)
            return trim_address(c, at, address_end(c, at));
    if (kind(c, at) & PL_WORD) {
        size_t end = match_mail(c, at);
        return end > at ? end : match_host(c, at);
    }
    if ((is(c, at, '@') || is(c, at, '#')) && kind(c, at + 1) & PL_LETTER &&
        at == c->begin) {
        size_t p = at + 1;
        while (p < c->end && (kind(c, p) & PL_WORD || is(c, p, '_')))
            p = skip(c, p, PL_WORD) + is(c, skip(c, p, PL_WORD), '_');
        return p;
    }
    return at;
}

/* -- abbreviations ----------------------------------------------------------------- */

/* Small letters in the list stand for both. */
static bool listed(const pl_chunk *c, pl_word_list list, size_t at, size_t end)
{
    const char *s = c->text + at;
    return pl_rules_has(c->rules, list, s, end - at, false) ||
           pl_rules_has(c->rules, list, s, end - at, true);
}

size_t pl_match_abbreviation(const pl_chunk *c, size_t at, unsigned *flags)
{
    size_t end = at, length, place;
    if (pl_kind_before(c->text, c->begin, at) & PL_WORD)
        return at;
    while (end - at < PL_MAX_KEY &&
           (pl_kind_at(c->text, end, c->end, &length) & PL_WORD ||
            (end < c->end && strchr(".-'/", c->text[end]) != NULL)))
        end += length;
    for (; end > at; end--) {
        if (c->text[end - 1] != '.' || (kind(c, end) & PL_LETTER && !is(c, end, '-')))
            continue;
        *flags =
            listed(c, PL_ABBREVIATIONS, at, end) ? PL_SPAN_ABBREVIATION
            : listed(c, PL_ENDINGS, at, end)     ? PL_SPAN_MAY_END
            : listed(c, PL_NUMBERED, at, end) && kind_after(c, end, &place) & PL_DIGIT
                ? PL_SPAN_ABBREVIATION
                : 0;
        if (*flags != 0)
            return end;
    }
    return at;
}

/* Single letters with full stops: several, or one that cannot end the sentence (a small
 * letter follows), or a capital before a capital. */
size_t pl_match_initials(const pl_chunk *c, size_t at, unsigned *flags)
{
    size_t p = at, n = 0, length, place;
    if (pl_kind_before(c->text, c->begin, at) & PL_WORD)
        return at;
    while (pl_kind_at(c->text, p, c->end, &length) & PL_LETTER &&
           is(c, p + length, '.')) {
        p += length + 1;
        n++;
        if (c->rules->split_initials)
            break;
    }
    if (n == 0 || kind(c, p) & PL_DIGIT || is(c, p, '.') ||
        (kind(c, p) & PL_LETTER && !c->rules->split_initials)) {
        /* a.k.a without its last stop, or no abbreviation at all */
        bool open = n > 1 && kind(c, p) & PL_LETTER && !(kind(c, p + length) & PL_WORD) &&
                    length > 0;
        *flags = 0;
        return open ? p + length : at;
    }
    *flags = n > 1 ? PL_SPAN_MAY_END : PL_SPAN_ABBREVIATION;
    if (n > 1)
        return p;
    unsigned next = kind_after(c, p, &place);
    bool joined = place == p && next & PL_LETTER; /* z.B. */
    bool name = (next & PL_LOWER && place > p) ||
                ((kind(c, at) & PL_UPPER || c->rules->split_initials) &&
                 (next & PL_UPPER || is(c, p, '-')));
    if (pl_rules_has(c->rules, PL_WHOLE, c->text + at, p - 1 - at, true))
        return at; /* a word of one letter */
    return joined || name ? p : at;
}

/* -- numbers ----------------------------------------------------------------------- */

/* Groups of digits with hyphens that belong together: 1999-12-31, 713-853-3989. */
static size_t match_groups(const pl_chunk *c, size_t at)
{
    size_t p = at, groups = 0, last = 0;
    for (;;) {
        size_t from = p;
        p = skip(c, p, PL_DIGIT);
        last = p - from;
        groups += last > 0;
        if (last == 0 || !is(c, p, '-') || !(kind(c, p + 1) & PL_DIGIT))
            break;
        p++;
    }
    bool phone = groups == 2 && last == 4 && p - at == 8;
    return (groups > 2 || phone) && !(kind(c, p) & PL_LETTER) ? p : at;
}

/* A full stop after a number makes it an ordinal where the sentence goes on. */
static size_t match_ordinal(const pl_chunk *c, size_t at, size_t end, unsigned *flags)
{
    size_t place, length;
    if (!c->rules->ordinals || !is(c, end, '.') || end - at > 3 ||
        kind(c, end + 1) & PL_WORD)
        return end;
    unsigned next = kind_after(c, end + 1, &place);
    size_t word = place;
    while (pl_kind_at(c->text, word, c->whole, &length) & PL_LETTER)
        word += length;
    bool month = pl_rules_has(c->rules, PL_MONTHS, c->text + place, word - place, false);
    bool goes_on =
        next & (PL_LOWER | PL_PUNCT) || month || (next & PL_UPPER && end - at <= 2);
    if (!goes_on || (next & PL_PUNCT && place > end + 1 && next & PL_OPEN))
        return end;
    *flags = PL_SPAN_ABBREVIATION;
    return end + 1;
}

size_t pl_match_number(const pl_chunk *c, size_t at, unsigned *flags)
{
    size_t p = at, next;
    bool slash = false;
    *flags = 0;
    if (pl_kind_before(c->text, c->begin, at) & PL_WORD)
        return at;
    if ((is(c, at, '.') || is(c, at, ',')) && kind(c, at + 1) & PL_DIGIT &&
        at == c->begin)
        p++;
    if (!(kind(c, p) & PL_DIGIT))
        return at;
    if ((next = match_groups(c, p)) > p)
        return next;
    for (;;) {
        p = skip(c, p, PL_DIGIT);
        if (p >= c->end || strchr(".,:'/", c->text[p]) == NULL ||
            !(kind(c, p + 1) & PL_DIGIT))
            break;
        slash = slash || c->text[p] == '/';
        p++;
    }
    if (kind(c, p) & PL_LETTER) {
        size_t end = skip(c, p, PL_LETTER);
        if (pl_rules_has(c->rules, PL_UNITS, c->text + p, end - p, false) &&
            !(kind(c, end) & PL_WORD))
            return p;
        return at; /* 20th, 1990s, 3D: a word */
    }
    if (!c->rules->split_hyphens && is(c, p, '-') && kind(c, p + 1) & PL_WORD)
        return at;
    return match_ordinal(c, at, p, flags);
}

/* -- runs -------------------------------------------------------------------------- */

size_t pl_match_run(const pl_chunk *c, size_t at)
{
    static const char *const groups[] = {".", "!?", "-", "=", "*", "_", "~",
                                         "+", "`",  "'", "<", ">", "#", "$"};
    enum { N_GROUPS = sizeof groups / sizeof *groups };
    for (size_t g = 0; g < N_GROUPS; g++) {
        size_t p = at;
        while (p < c->end && strchr(groups[g], c->text[p]) != NULL)
            p++;
        if (p > at + 1)
            return p;
    }
    return at;
}
