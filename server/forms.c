/* Fields of requests; see forms.h. RFC 1866 (urlencoded), RFC 7578 and 2046 (multipart). */
#include "forms.h"

#include <string.h>
#include <strings.h>

/* A stretch of the body, which is read from left to right. */
typedef struct span {
    const char *at, *end;
} span;

/* -- fields -------------------------------------------------------------------------- */

static int add_field(form *f, const char *name, const char *value, pl_error *err)
{
    if (f->fields.n == MAX_FIELDS)
        return pl_fail(err, PL_TOO_LARGE, "the request has more than %d fields",
                       MAX_FIELDS);
    PL_PUSH(&f->fields, (field){name, value});
    return 0;
}

const char *form_find(const form *f, const char *name)
{
    for (size_t i = 0; i < f->fields.n; i++)
        if (strcmp(f->fields.at[i].name, name) == 0)
            return f->fields.at[i].value;
    return NULL;
}

void form_release(form *f)
{
    PL_VEC_RELEASE(&f->fields);
    pl_arena_release(&f->texts);
}

/* -- urlencoded ---------------------------------------------------------------------- */

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte that %XX at `at` stands for; -1 if there are no two digits before `end`. */
static int escaped_byte(const char *at, const char *end)
{
    if (end - at < 3)
        return -1;
    int high = digit_value(at[1]), low = digit_value(at[2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

char *percent_decoded(pl_arena *m, const char *bytes, size_t n, bool plus, pl_error *err)
{
    const char *end = bytes + n;
    char *text = pl_arena_alloc(m, n + 1), *to = text;
    for (const char *at = bytes; at < end; at++) {
        int byte = *at == '%' ? escaped_byte(at, end) : (unsigned char)*at;
        if (byte <= 0) {
            pl_fail(err, PL_BAD_INPUT,
                    byte < 0 ? "a %% is not followed by two digits"
                             : "a field has a NUL byte");
            return NULL;
        }
        *to++ = *at == '+' && plus ? ' ' : (char)byte;
        at += *at == '%' ? 2 : 0;
    }
    *to = '\0';
    return text;
}

/* The text before the next `c`, which `s` moves behind. */
static span take_until(span *s, char c)
{
    const char *stop = s->at < s->end ? memchr(s->at, c, (size_t)(s->end - s->at)) : NULL;
    span taken = {s->at, stop != NULL ? stop : s->end};
    s->at = stop != NULL ? stop + 1 : s->end;
    return taken;
}

static char *decode(form *f, span s, pl_error *err)
{
    return percent_decoded(&f->texts, s.at, (size_t)(s.end - s.at), true, err);
}

int form_add_urlencoded(form *f, const char *bytes, size_t n, pl_error *err)
{
    span rest = {bytes, bytes + n};
    while (rest.at < rest.end) {
        span value = take_until(&rest, '&');
        if (value.at == value.end)
            continue;
        span name = take_until(&value, '=');
        const char *decoded_name = decode(f, name, err);
        const char *decoded = decoded_name != NULL ? decode(f, value, err) : NULL;
        if (decoded == NULL || add_field(f, decoded_name, decoded, err) < 0)
            return -1;
    }
    return 0;
}

/* -- headers ------------------------------------------------------------------------- */

bool is_of_type(const char *content_type, const char *type)
{
    size_t n = strlen(type);
    return content_type != NULL && strncasecmp(content_type, type, n) == 0 &&
           (content_type[n] == '\0' || content_type[n] == ';' || content_type[n] == ' ');
}

static void skip_blanks(span *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t'))
        s->at++;
}

/* Takes the value of a parameter: a word, or a quoted string with its quotes. */
static span take_value(span *s)
{
    const char *start = s->at;
    bool quoted = s->at < s->end && *s->at == '"';
    s->at += quoted;
    while (s->at < s->end && *s->at != (quoted ? '"' : ';'))
        s->at += quoted && *s->at == '\\' && s->end - s->at > 1 ? 2 : 1;
    span value = {start, s->at};
    take_until(s, ';');
    return value;
}

/* A copy of a value without quotes and escapes, in memory of the form. */
static char *plain_value(form *f, span value)
{
    bool quoted = value.at < value.end && *value.at == '"';
    char *text = pl_arena_alloc(&f->texts, (size_t)(value.end - value.at) + 1),
         *to = text;
    value.at += quoted;
    while (value.at < value.end) {
        value.at += quoted && *value.at == '\\' && value.end - value.at > 1;
        *to++ = *value.at++;
    }
    while (!quoted && to > text && (to[-1] == ' ' || to[-1] == '\t'))
        to--;
    *to = '\0';
    return text;
}

/* The value of a parameter of a header, such as form-data; name="data"; NULL if it has none. */
static char *find_parameter(form *f, span header, const char *name)
{
    size_t n = strlen(name);
    take_until(&header, ';');
    while (header.at < header.end) {
        skip_blanks(&header);
        bool found = (size_t)(header.end - header.at) > n &&
                     strncasecmp(header.at, name, n) == 0 && header.at[n] == '=';
        while (header.at < header.end && *header.at != '=' && *header.at != ';')
            header.at++;
        header.at += header.at < header.end && *header.at == '=';
        span value = take_value(&header);
        if (found)
            return plain_value(f, value);
    }
    return NULL;
}

/* -- multipart ----------------------------------------------------------------------- */

/* A body and what separates its parts: CR LF, two dashes and the boundary. */
typedef struct parts {
    form *form;
    span rest;
    char between[MAX_BOUNDARY + 5];
    size_t n; /* bytes of it */
} parts;

static bool begins_with(span s, const char *text, size_t n)
{
    return (size_t)(s.end - s.at) >= n && memcmp(s.at, text, n) == 0;
}

/* Takes all up to the next separator, and the separator; false if there is none. */
static bool take_part(parts *p, span *part)
{
    part->at = p->rest.at;
    for (;;) {
        span before = take_until(&p->rest, '\r');
        if (p->rest.at == p->rest.end)
            return false;
        if (begins_with((span){before.end, p->rest.end}, p->between, p->n)) {
            part->end = before.end;
            p->rest.at = before.end + p->n;
            return true;
        }
    }
}

/* The line up to CR LF, which `s` moves behind; false if there is none. */
static bool take_line(span *s, span *line)
{
    *line = take_until(s, '\r');
    return s->at < s->end && *s->at++ == '\n';
}

/* The name of the field in the headers of a part, up to the empty line; NULL if there is
 * none. */
static const char *take_name(parts *p, span *part)
{
    static const char disposition[] = "Content-Disposition:";
    const char *name = NULL;
    span line;
    while (take_line(part, &line)) {
        if (line.at == line.end)
            return name;
        if (name == NULL && (size_t)(line.end - line.at) > strlen(disposition) &&
            strncasecmp(line.at, disposition, strlen(disposition)) == 0)
            name = find_parameter(p->form, line, "name");
    }
    return NULL;
}

static int add_part(parts *p, span part, pl_error *err)
{
    const char *name = take_name(p, &part);
    size_t n = (size_t)(part.end - part.at);
    if (name == NULL)
        return pl_fail(err, PL_BAD_INPUT, "a part of the body has no name");
    if (n > 0 && memchr(part.at, '\0', n) != NULL)
        return pl_fail(err, PL_BAD_INPUT, "a field has a NUL byte");
    char *value = pl_arena_alloc(&p->form->texts, n + 1);
    if (n > 0)
        memcpy(value, part.at, n);
    value[n] = '\0';
    return add_field(p->form, name, value, err);
}

/* Sets what is between parts, from the Content-Type. */
static int find_boundary(parts *p, const char *type, pl_error *err)
{
    const char *boundary =
        find_parameter(p->form, (span){type, type + strlen(type)}, "boundary");
    size_t n = boundary != NULL ? strlen(boundary) : 0;
    if (n == 0 || n > MAX_BOUNDARY)
        return pl_fail(err, PL_BAD_INPUT,
                       "the Content-Type has no boundary of 1 to %d characters",
                       MAX_BOUNDARY);
    memcpy(p->between, "\r\n--", 4);
    memcpy(p->between + 4, boundary, n);
    p->n = n + 4;
    return 0;
}

/* Behind a separator: 1 if a part follows, 0 after the last, -1 with the reason. */
static int has_part(parts *p, pl_error *err)
{
    span line;
    if (begins_with(p->rest, "--", 2))
        return 0;
    bool whole = take_line(&p->rest, &line);
    skip_blanks(&line);
    return whole && line.at == line.end
               ? 1
               : pl_fail(err, PL_BAD_INPUT, "the body is not multipart/form-data");
}

int form_add_multipart(form *f, const char *type, const char *bytes, size_t n,
                       pl_error *err)
{
    parts p = {.form = f, .rest = {bytes, bytes + n}};
    span part;
    if (find_boundary(&p, type, err) < 0)
        return -1;
    /* The first separator may stand at the very beginning. */
    bool found = begins_with(p.rest, p.between + 2, p.n - 2);
    if (found)
        p.rest.at += p.n - 2;
    else
        found = take_part(&p, &part);
    int got = found ? has_part(&p, err) : 0;
    while (found && got > 0) {
        found = take_part(&p, &part);
        got = found ? add_part(&p, part, err) : 0;
        if (got == 0 && found)
            got = has_part(&p, err);
    }
    return found ? got
                 : pl_fail(err, PL_BAD_INPUT, "the body ends before its last part does");
}
