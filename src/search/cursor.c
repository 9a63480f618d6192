/* Reads symbols of queries; see cursor.h. */
#include "search/cursor.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Letters beyond ASCII are letters, too, without asking which. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (unsigned char)c >= 0x80;
}

void pl_cursor_start(pl_cursor *c, pl_query *q, uint32_t text, pl_query_mistake *where,
                     pl_error *err)
{
    const pl_query_text *t = &q->texts.at[text];
    *c = (pl_cursor){
        .query = q,
        .start = t->text,
        .at = t->text,
        .end = t->text + t->n,
        .text = text,
        .where = where,
        .err = err,
    };
}

int pl_cursor_fail(pl_cursor *c, const char *format, ...)
{
    pl_error message;
    va_list args;
    va_start(args, format);
    pl_vfail(&message, PL_BAD_ARGUMENT, format, args);
    va_end(args);
    return pl_query_fail(c->query, pl_cursor_at(c), c->where, c->err, "%s", message.text);
}

char pl_cursor_peek(pl_cursor *c)
{
    for (; c->at < c->end; c->at++) {
        if (c->at[0] == '/' && c->at + 1 < c->end && c->at[1] == '/')
            while (c->at + 1 < c->end && c->at[1] != '\n')
                c->at++;
        else if (strchr(" \t\n\r", *c->at) == NULL)
            break;
    }
    return c->at < c->end ? *c->at : '\0';
}

static bool begins(const pl_cursor *c, const char *text, size_t n)
{
    return (size_t)(c->end - c->at) >= n && memcmp(c->at, text, n) == 0;
}

bool pl_cursor_take(pl_cursor *c, const char *text)
{
    size_t n = strlen(text);
    pl_cursor_peek(c);
    if (!begins(c, text, n))
        return false;
    c->at += n;
    return true;
}

bool pl_cursor_take_word(pl_cursor *c, const char *word)
{
    size_t n = pl_cursor_name(c);
    if (n != strlen(word) || !begins(c, word, n))
        return false;
    c->at += n;
    return true;
}

int pl_cursor_expect(pl_cursor *c, const char *text, const char *expected)
{
    if (pl_cursor_take(c, text))
        return 0;
    return pl_cursor_fail(c, "expected %s", expected);
}

size_t pl_cursor_name(pl_cursor *c)
{
    pl_cursor_peek(c);
    const char *at = c->at;
    if (at < c->end && is_letter(*at))
        while (at < c->end && (is_letter(*at) || is_digit(*at)))
            at++;
    return (size_t)(at - c->at);
}

size_t pl_cursor_variable(pl_cursor *c)
{
    if (pl_cursor_peek(c) != '#')
        return 0;
    const char *at = c->at + 1;
    while (at < c->end && (is_letter(*at) || is_digit(*at)))
        at++;
    return (size_t)(at - c->at);
}

int pl_cursor_enter(pl_cursor *c)
{
    if (++c->depth <= PL_MAX_NESTING)
        return 0;
    return pl_cursor_fail(c, "brackets are nested deeper than %d", PL_MAX_NESTING);
}

int pl_cursor_number(pl_cursor *c, uint32_t *number)
{
    uint64_t value = 0;
    if (c->at == c->end || !is_digit(*c->at))
        return pl_cursor_fail(c, "expected a number");
    const char *at = c->at;
    for (; at < c->end && is_digit(*at); at++) {
        value = value * 10 + (uint64_t)(*at - '0');
        if (value > 1000000000)
            return pl_cursor_fail(c, "the number is too large");
    }
    c->at = at;
    *number = (uint32_t)value;
    return 0;
}

int pl_cursor_range(pl_cursor *c, uint32_t least, uint32_t *low, uint32_t *high)
{
    const char *start = c->at;
    if (pl_cursor_number(c, low) < 0)
        return -1;
    *high = *low;
    const char *behind = c->at;
    if (!pl_cursor_take(c, ","))
        c->at = behind;
    else if (pl_cursor_take(c, "*"))
        *high = PL_NO_LIMIT;
    else if (pl_cursor_number(c, high) < 0)
        return -1;
    if (*low >= least && *low <= *high)
        return 0;
    c->at = start;
    if (least > 0)
        return pl_cursor_fail(c, "a distance is n or m,n with 1 ≤ m ≤ n");
    return pl_cursor_fail(c, "an empty range: write the smaller number first");
}

/* A copy of a part of the text in which a backslash takes the next byte as it is. */
static const char *unescape(pl_cursor *c, const char *at, const char *end)
{
    char *to = pl_arena_alloc(&c->query->arena, (size_t)(end - at) + 1), *out = to;
    while (at < end) {
        if (*at == '\\' && at + 1 < end)
            at++;
        *out++ = *at++;
    }
    *out = '\0';
    return to;
}

int pl_cursor_string(pl_cursor *c, const char **text)
{
    const char quote = *c->at, *close = c->at + 1;
    while (close < c->end && *close != quote)
        close += *close == '\\' && close + 1 < c->end ? 2 : 1;
    if (close >= c->end)
        return pl_cursor_fail(c, "the string has no closing %c", quote);
    *text = unescape(c, c->at + 1, close);
    c->at = close + 1;
    return 0;
}

/* The end of a pattern that begins behind `at`: its closing slash; NULL if there is none. */
static const char *pattern_end(const char *at, const char *end)
{
    for (; at < end && *at != '/' && *at != '\n'; at++)
        if (*at == '\\' && at + 1 < end)
            at++;
    return at < end && *at == '/' ? at : NULL;
}

/* Compiles the bytes from c->at to `close`, of which \/ is a slash. A mistake is shown where
 * the library saw it: each \/ before it took one byte more here. */
static int compile_pattern(pl_cursor *c, const char *close, bool ignore_case,
                           uint32_t *number)
{
    pl_str text = {0};
    size_t offset = 0;
    pl_error why;
    for (const char *at = c->at; at < close; at++) {
        if (at[0] == '\\' && at[1] == '/')
            continue;
        pl_str_put(&text, at, at[0] == '\\' ? 2 : 1);
        at += at[0] == '\\';
    }
    pl_pattern *p =
        pl_pattern_new(pl_str_text(&text), text.n, ignore_case, &offset, &why);
    if (p == NULL) {
        for (size_t i = 0; i < offset && c->at < close; i++, c->at++)
            c->at += c->at[0] == '\\' && c->at[1] == '/';
        pl_cursor_fail(c, "in the regex: %s", why.text);
    } else {
        *number = (uint32_t)c->query->patterns.n;
        PL_PUSH(&c->query->patterns, p);
    }
    pl_str_release(&text);
    return p != NULL ? 0 : -1;
}

int pl_cursor_pattern(pl_cursor *c, uint32_t *number)
{
    const char *close = pattern_end(c->at + 1, c->end);
    if (close == NULL)
        return pl_cursor_fail(c, "the regex has no closing /");
    const char *flags = close + 1, *behind = flags;
    while (behind < c->end && is_letter(*behind))
        behind++;
    for (const char *f = flags; f < behind; f++)
        if (*f != 'i') {
            c->at = f;
            return pl_cursor_fail(c, "unknown flag of a regex; there is i, which ignores "
                                     "case");
        }
    c->at++;
    if (compile_pattern(c, close, behind > flags, number) < 0)
        return -1;
    c->at = behind;
    return 0;
}

int pl_cursor_bare(pl_cursor *c, const char **text)
{
    const char *at = c->at;
    if (at == c->end || !(is_letter(*at) || *at == '-' || *at == '\\'))
        return 0;
    while (at < c->end && (is_letter(*at) || is_digit(*at) || strchr("-:\\", *at)))
        at += *at == '\\' && at + 1 < c->end ? 2 : 1;
    *text = unescape(c, c->at, at);
    c->at = at;
    return 1;
}
