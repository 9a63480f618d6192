/* The tokenizer; see segment.h. Text is cut into chunks at white space, and a chunk is
 * read from left to right. At each place the matchers come first: they find tokens that
 * are more than a run of letters (addresses, numbers, abbreviations, runs of signs). Then a
 * word is taken as far as its letters go, and cut into stem and clitics. Whatever else is
 * there is a token of one character. */
#include "text/segment.h"

#include "base/stop.h"
#include "base/utf8.h"
#include "text/letters.h"

#include <string.h>
#include <strings.h>

enum { MAX_CHUNK = 2048 }; /* bytes; what is longer is no word */

/* Text without white space. A matcher returns where the token that begins at `at` ends,
 * or `at` if none of its sort begins there; it may set the flags of the token. */
typedef struct chunk {
    const pl_rules *rules;
    const char *text;
    size_t begin, end; /* of the chunk */
    size_t whole;      /* end of all text, to look beyond the chunk */
} chunk;

static unsigned kind(const chunk *c, size_t at)
{
    size_t length;
    return pl_kind_at(c->text, at, c->end, &length);
}

static bool is(const chunk *c, size_t at, char sign)
{
    return at < c->end && c->text[at] == sign;
}

/* The end of the run of characters of these kinds. */
static size_t skip(const chunk *c, size_t at, unsigned kinds)
{
    size_t length;
    while ((pl_kind_at(c->text, at, c->end, &length) & kinds) != 0)
        at += length;
    return at;
}

/* The first character that is not space after the chunk: its kind and place. */
static unsigned kind_after(const chunk *c, size_t at, size_t *place)
{
    size_t length;
    unsigned k;
    while (((k = pl_kind_at(c->text, at, c->whole, &length)) & PL_SPACE) != 0)
        at += length;
    *place = at;
    return k;
}

/* -- listed strings ---------------------------------------------------------------- */

/* :-) and the other strings of the list `tokens`. */
static size_t match_listed(const chunk *c, size_t at, unsigned *flags)
{
    size_t longest = c->rules->longest[PL_TOKENS];
    unsigned before = pl_kind_before(c->text, c->begin, at);
    if (!pl_rules_begin(c->rules, PL_TOKENS, c->text[at]))
        return at;
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

static bool begins(const chunk *c, size_t at, const char *with)
{
    size_t n = strlen(with);
    return c->end - at >= n && strncasecmp(c->text + at, with, n) == 0;
}

/* Cuts punctuation off the end of an address. A closing bracket stays if it was opened
 * inside the address. */
static size_t trim_address(const chunk *c, size_t at, size_t end)
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
static size_t address_end(const chunk *c, size_t at)
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
static size_t match_mail(const chunk *c, size_t at)
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
static size_t match_host(const chunk *c, size_t at)
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

/* URLs, e-mail addresses, @names, #tags. */
static size_t match_address(const chunk *c, size_t at, unsigned *flags)
{
    static const char *const schemes[] = {"http://", "https://", "ftp://",
                                          "www.",    "file://",  "mailto:"};
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

/* A list entry in small letters matches capitals, too. */
static bool listed(const chunk *c, pl_word_list list, size_t at, size_t end)
{
    const char *s = c->text + at;
    return pl_rules_has(c->rules, list, s, end - at, false) ||
           pl_rules_has(c->rules, list, s, end - at, true);
}

static size_t match_abbreviation(const chunk *c, size_t at, unsigned *flags)
{
    size_t end = at, length, place;
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

/* Single letters with full stops (U.S. J.): several, or one that cannot end the sentence
 * because a small letter follows, or a capital before a capital. */
static size_t match_initials(const chunk *c, size_t at, unsigned *flags)
{
    size_t p = at, n = 0, length, place;
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
static size_t match_groups(const chunk *c, size_t at)
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
static size_t match_ordinal(const chunk *c, size_t at, size_t end, unsigned *flags)
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

static size_t match_number(const chunk *c, size_t at, unsigned *flags)
{
    size_t p = at, next;
    bool minus = is(c, at, '-') && !c->rules->split_hyphens;
    if ((is(c, at, '.') || is(c, at, ',') || minus) && kind(c, at + 1) & PL_DIGIT &&
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

/* ... !!! ?! -- …… */
static size_t match_run(const chunk *c, size_t at, unsigned *flags)
{
    static const char ellipsis[] = "\u2026";
    size_t dots = at;
    while (begins(c, dots, ellipsis))
        dots += sizeof ellipsis - 1;
    if (dots > at)
        return dots;
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

/* -- where a word ends ------------------------------------------------------------- */

/* Whether the word that began at `from` goes on over the sign at `at`, of n bytes. */
static bool joins(const chunk *c, size_t from, size_t at, size_t n)
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

static size_t word_end(const chunk *c, size_t from)
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

static void push(pl_spans *out, size_t begin, size_t end, unsigned flags)
{
    if (end > begin)
        PL_PUSH(out, (pl_span){begin, end, flags});
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

/* The pieces of a word by its ending, or by what is listed for it; with `mark`, the mark
 * stands at each cut. False: the word stays whole. */
static bool cut_parts(const pl_parts *parts, bool mark, const char *text, size_t from,
                      size_t to, pl_spans *out)
{
    char key[PL_MAX_KEY];
    pl_cuts cuts = 0;
    if (parts->cut.n > 0 && pl_rules_key(text + from, to - from, true, key))
        cuts = pl_parts_find(parts, key, strlen(key));
    if (cuts == 0)
        return false;
    size_t left = 0, begin = from, length;
    for (size_t at = from; at < to; at += length, left++)
        pl_kind_at(text, at, to, &length);
    unsigned before = 0;
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
    bool mark = r->mark[0] != '\0';
    if (cut_parts(&r->parts, mark, text, from, to, out))
        return;
    bool cuts = r->cuts.cut.n + r->lists[PL_PREFIXES].n + r->lists[PL_SUFFIXES].n +
                    r->lists[PL_CLITICS].n >
                0;
    if (!cuts || r->parts.cut.n > 0 ||
        pl_rules_has(r, PL_WHOLE, text + from, to - from, true)) {
        push(out, from, to, 0);
        return;
    }
    if (cut_parts(&r->cuts, false, text, from, to, out))
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
    push(out, from, to - n, n > 0 && mark ? PL_SPAN_MARK_AFTER : 0u);
    push(out, to - n, to, mark ? PL_SPAN_MARK_BEFORE : 0u);
    while (n_ends > 0) {
        push(out, to, ends[n_ends - 1], 0);
        to = ends[--n_ends];
    }
}

/* -- chunks ------------------------------------------------------------------------ */

/* A clitic that begins with an apostrophe may stand alone: 's, 'n, 't; or begin a word:
 * 's-Gravenhage. */
static size_t match_clitic(const chunk *c, size_t at, unsigned *flags)
{
    size_t n = pl_apostrophe_at(c->text, at, c->end), end = skip(c, at + n, PL_WORD);
    if (n == 0)
        return at;
    if (pl_rules_has(c->rules, PL_WHOLE, c->text + at, end - at, true))
        return joins(c, at, end, pl_hyphen_at(c->text, end, c->end)) ? word_end(c, at + n)
                                                                     : end;
    return pl_rules_has(c->rules, PL_SUFFIXES, c->text + at, end - at, true) ? end : at;
}

/* Tried from the first to the last. Most do not match inside a word. */
static const struct {
    size_t (*match)(const chunk *c, size_t at, unsigned *flags);
    bool inside;
} matchers[] = {
    {match_listed, true},    {match_address, false}, {match_abbreviation, false},
    {match_initials, false}, {match_number, false},  {match_clitic, false},
    {match_run, true},
};

/* Most words have letters of ASCII only, and after them nothing, or a sign that no matcher
 * looks at. Then no matcher fits, and the word ends with its letters. Returns where, or `at`
 * if it is no such word. */
static size_t plain_end(const chunk *c, size_t at)
{
    static const char apart[] = {',', ';', '!', '?', '(', ')', '"'};
    size_t end = at;
    while (end < c->end && (c->text[end] | 0x20) >= 'a' && (c->text[end] | 0x20) <= 'z')
        end++;
    bool alone = end == c->end || memchr(apart, c->text[end], sizeof apart) != NULL;
    return end > at && alone && !pl_rules_begin(c->rules, PL_TOKENS, c->text[at]) ? end
                                                                                  : at;
}

/* Puts the token, or the parts of the word, at `at`; returns where it ends. */
static size_t take(const chunk *c, size_t at, pl_spans *out)
{
    size_t end = plain_end(c, at);
    if (end > at) {
        cut_word(c->rules, c->text, at, end, out);
        return end;
    }
    bool inside = pl_kind_before(c->text, c->begin, at) & PL_WORD;
    for (size_t i = 0; i < sizeof matchers / sizeof *matchers; i++) {
        unsigned flags = 0;
        if (inside && !matchers[i].inside)
            continue;
        if ((end = matchers[i].match(c, at, &flags)) > at) {
            push(out, at, end, flags);
            return end;
        }
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
    while (at < n && !pl_stopped()) {
        if (pl_kind_at(text, at, n, &length) & PL_SPACE) {
            at += length;
            continue;
        }
        size_t end = at;
        while (end < n && end - at < MAX_CHUNK &&
               !(pl_kind_at(text, end, n, &length) & PL_SPACE))
            end += length;
        chunk c = {r, text, at, end, n};
        while (at < end)
            at = take(&c, at, out);
    }
}
