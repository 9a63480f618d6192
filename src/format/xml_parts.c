/* Comparing XML part by part; see xml_parts.h. A part is a tag that begins an element, an
 * instruction, a comment, or text; it becomes one string, all strings are sorted. */
#include "format/xml_parts.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"

#include <string.h>

typedef PL_VEC(const char *) parts;

typedef struct part_reader {
    const char *at, *end;
    pl_arena m;
    parts list, attributes;
    pl_str text;
} part_reader;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* -- text -------------------------------------------------------------------------------- */

/* The character of a reference, without & and ;, or 0. */
static uint32_t character_of(const char *name, size_t n)
{
    static const struct {
        const char *name;
        uint32_t character;
    } names[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == n && memcmp(name, names[i].name, n) == 0)
            return names[i].character;
    bool hex = n > 1 && name[1] == 'x';
    char digits[12] = "", *end;
    if (n < 2 || n >= sizeof digits || name[0] != '#')
        return 0;
    memcpy(digits, name + 1 + hex, n - 1 - hex);
    unsigned long value = strtoul(digits, &end, hex ? 16 : 10);
    return *end == '\0' && value < 0x110000 ? (uint32_t)value : 0;
}

/* Appends text with its references resolved and its blanks as single spaces. */
static void put_text(pl_str *out, const char *at, const char *end)
{
    while (at < end) {
        const char *semicolon = *at == '&' ? memchr(at, ';', (size_t)(end - at)) : NULL;
        uint32_t c = 0;
        if (semicolon != NULL)
            c = character_of(at + 1, (size_t)(semicolon - at - 1));
        if (c != 0) {
            pl_utf8_encode(out, c);
            at = semicolon + 1;
        } else if (is_space(*at)) {
            while (at < end && is_space(*at))
                at++;
            pl_str_putc(out, ' ');
        } else
            pl_str_putc(out, *at++);
    }
}

static void push(part_reader *r)
{
    PL_PUSH(&r->list, pl_arena_strndup(&r->m, pl_str_text(&r->text), r->text.n));
    pl_str_clear(&r->text);
}

/* -- parts ------------------------------------------------------------------------------- */

static const char *find(const part_reader *r, const char *what)
{
    size_t n = strlen(what);
    for (const char *at = r->at; at + n <= r->end; at++)
        if (memcmp(at, what, n) == 0)
            return at + n;
    return r->end;
}

/* One attribute, NAME="VALUE", as a string; false at the end of the tag. */
static bool read_attribute(part_reader *r)
{
    while (r->at < r->end && (is_space(*r->at) || *r->at == '/'))
        r->at++;
    const char *name = r->at;
    if (r->at == r->end || *r->at == '>')
        return false;
    while (r->at < r->end && *r->at != '=' && *r->at != '>' && !is_space(*r->at))
        r->at++;
    pl_str_clear(&r->text);
    pl_str_put(&r->text, name, (size_t)(r->at - name));
    while (r->at < r->end && (is_space(*r->at) || *r->at == '='))
        r->at++;
    char quote = r->at < r->end ? *r->at : '\0';
    if (quote == '"' || quote == '\'') {
        const char *value = ++r->at;
        while (r->at < r->end && *r->at != quote)
            r->at++;
        pl_str_putc(&r->text, '=');
        put_text(&r->text, value, r->at);
        r->at += r->at < r->end;
    }
    PL_PUSH(&r->attributes, pl_arena_strndup(&r->m, pl_str_text(&r->text), r->text.n));
    return true;
}

/* A tag that begins an element: its name, then its attributes in order. */
static void read_tag(part_reader *r)
{
    const char *name = r->at;
    while (r->at < r->end && !is_space(*r->at) && *r->at != '>' && *r->at != '/')
        r->at++;
    size_t n = (size_t)(r->at - name);
    r->attributes.n = 0;
    while (read_attribute(r))
        ;
    r->at += r->at < r->end;
    PL_SORT(&r->attributes, pl_by_text);
    pl_str_clear(&r->text);
    pl_str_put(&r->text, name, n);
    for (size_t i = 0; i < r->attributes.n; i++) {
        pl_str_putc(&r->text, '\n');
        pl_str_puts(&r->text, r->attributes.at[i]);
    }
    push(r);
}

/* What is kept as it stands, up to its end. */
static void read_verbatim(part_reader *r, const char *end)
{
    const char *from = r->at;
    r->at = find(r, end);
    pl_str_clear(&r->text);
    pl_str_put(&r->text, from, (size_t)(r->at - from));
    push(r);
}

static bool begins(const part_reader *r, const char *what)
{
    size_t n = strlen(what);
    return (size_t)(r->end - r->at) >= n && memcmp(r->at, what, n) == 0;
}

static void read_text(part_reader *r)
{
    const char *from = r->at;
    while (r->at < r->end && *r->at != '<')
        r->at++;
    const char *to = r->at;
    while (from < to && is_space(*from))
        from++;
    while (to > from && is_space(to[-1]))
        to--;
    pl_str_clear(&r->text);
    put_text(&r->text, from, to);
    if (r->text.n > 0)
        push(r);
}

/* The strings of all parts, sorted. */
static part_reader read_parts(const char *text, size_t n)
{
    part_reader r = {.at = text, .end = text + n};
    while (r.at < r.end)
        if (begins(&r, "</"))
            r.at = find(&r, ">");
        else if (begins(&r, "<!--"))
            read_verbatim(&r, "-->");
        else if (begins(&r, "<?") || begins(&r, "<!"))
            read_verbatim(&r, ">");
        else if (*r.at == '<')
            read_tag(&r);
        else
            read_text(&r);
    PL_SORT(&r.list, pl_by_text);
    return r;
}

static void release(part_reader *r)
{
    PL_VEC_RELEASE(&r->list, &r->attributes);
    pl_str_release(&r->text);
    pl_arena_release(&r->m);
}

bool pl_xml_same_parts(const char *a, size_t n, const char *b, size_t m)
{
    part_reader one = read_parts(a, n), other = read_parts(b, m);
    bool same = one.list.n == other.list.n;
    for (size_t i = 0; i < one.list.n && same; i++)
        same = strcmp(one.list.at[i], other.list.at[i]) == 0;
    release(&one);
    release(&other);
    return same;
}
