/* JSON; see json_value.h. The parser does not recurse: values wait on a stack until their list or
 * object ends, which then gets them as an array. */
#include "base/json_value.h"

#include "base/intern.h"
#include "base/until.h"
#include "base/utf8.h"
#include "base/vec.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_PLACES = sizeof((pl_json_stack *)NULL)->keys,
    MAX_DEPTH = 2048,
    SAFE_DIGITS = 18, /* an integer of this many digits always fits */
    FEW = 8,
};

#define NAME(name, text) text,
const char *const pl_json_key_names[] = {PL_JSON_KEYS(NAME) NULL};
#undef NAME
_Static_assert(PL_JSON_OTHER_KEY < 32, "a bit for each");

typedef struct parser {
    pl_json_stack *s;
    pl_arena *m;
    char *at; /* ends with a NUL */
    const char *problem;
} parser;

/* Notes why the text is refused. The first reason counts. */
static bool refuse(parser *p, const char *problem)
{
    if (p->problem == NULL)
        p->problem = problem;
    return false;
}

/* -- names -------------------------------------------------------------------------- */

/* Hashes a name of n > 0 bytes to a place in pl_json_stack.keys. */
static unsigned hash(const char *name, size_t n)
{
    unsigned first = (unsigned char)name[0], second = (unsigned char)name[n > 1];
    unsigned last = (unsigned char)name[n - 1];
    return (first * 2 + second * 4 + last * 13 + (unsigned)n) % N_PLACES;
}

/* Fills the hash table of keys. The hash function gives every name a different place. */
static void fill_keys(unsigned char *keys)
{
    for (unsigned k = 0; k < PL_JSON_OTHER_KEY; k++)
        keys[hash(pl_json_key_names[k], strlen(pl_json_key_names[k]))] =
            (unsigned char)(k + 1);
}

static pl_json_key key_of(const pl_json_stack *s, const char *name, size_t n)
{
    unsigned key = n > 0 ? s->keys[hash(name, n)] : 0;
    const char *known = key > 0 ? pl_json_key_names[key - 1] : "";
    return key > 0 && strncmp(known, name, n) == 0 && known[n] == '\0'
               ? (pl_json_key)(key - 1)
               : PL_JSON_OTHER_KEY;
}

static bool names_differ(const pl_json *members, size_t n)
{
    pl_intern names = {0};
    bool differ = true;
    for (size_t i = 0; i < n && differ && n <= FEW; i++)
        for (size_t k = 0; k < i && differ; k++)
            differ = strcmp(members[i].name, members[k].name) != 0;
    for (size_t i = 0; i < n && differ && n > FEW; i++)
        differ = pl_intern_add(&names, members[i].name) == i;
    pl_intern_release(&names);
    return differ;
}

/* Sets the keys of an object; false if two are the same. */
static bool take_names(pl_json *object)
{
    bool others = false, twice = false;
    for (uint32_t i = 0; i < object->n; i++) {
        pl_json_key key = object->items[i].key;
        others = others || key == PL_JSON_OTHER_KEY;
        if (key != PL_JSON_OTHER_KEY) {
            twice = twice || (object->keys >> key & 1) != 0;
            object->keys |= 1u << key;
        }
    }
    return !twice && (!others || names_differ(object->items, object->n));
}

/* -- texts and numbers -------------------------------------------------------------- */

static void skip_blanks(parser *p)
{
    while (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r')
        p->at++;
}

/* Four hexadecimal digits: their value, or -1. */
static int hex4(const char *at)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* Reads \uXXXX, or a pair of them, at *at and moves *at past it. Returns the character, or 0 if the
 * escape is invalid or stands for NUL. */
static uint32_t escaped_code(char **at)
{
    int high = hex4(*at + 2);
    if (high < 0 || (high >= 0xdc00 && high < 0xe000))
        return 0;
    *at += 6;
    if (high < 0xd800 || high >= 0xe000)
        return (uint32_t)high;
    int low = (*at)[0] == '\\' && (*at)[1] == 'u' ? hex4(*at + 2) : -1;
    if (low < 0xdc00 || low >= 0xe000)
        return 0;
    *at += 6;
    return 0x10000u + (((uint32_t)high - 0xd800) << 10) + ((uint32_t)low - 0xdc00);
}

/* Decodes the escape at p->at to *to. Returns false if it is not a valid escape. */
static bool decode_escape(parser *p, char **to)
{
    static const char letters[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
    const char *letter = p->at[1] != '\0' ? strchr(letters, p->at[1]) : NULL;
    if (letter != NULL) {
        *(*to)++ = plain[letter - letters];
        p->at += 2;
        return true;
    }
    uint32_t code = p->at[1] == 'u' ? escaped_code(&p->at) : 0;
    if (code == 0)
        return refuse(p, "invalid escape");
    *to += pl_utf8_put(*to, code);
    return true;
}

/* Decodes the string whose opening quote is at p->at, in place. Returns it with its length in *n, or
 * NULL if it is invalid. */
static const char *take_text(parser *p, size_t *n)
{
    char *text = ++p->at, *to = text + pl_until(text, PL_AT_JSON);
    p->at = to;
    while (*p->at == '\\') {
        if (!decode_escape(p, &to))
            return NULL;
        size_t more = pl_until(p->at, PL_AT_JSON);
        memmove(to, p->at, more);
        to += more;
        p->at += more;
    }
    if (*p->at != '"') {
        refuse(p, *p->at == '\0' ? "the string does not end" : "control character in a string");
        return NULL;
    }
    p->at++;
    *to = '\0';
    *n = (size_t)(to - text);
    return text;
}

static const char *after_digits(const char *at)
{
    while (*at >= '0' && *at <= '9')
        at++;
    return at;
}

/* Returns the end of the fraction and exponent of a number, both of which are optional, or NULL if they
 * are invalid. */
static const char *after_fraction(const char *at)
{
    const char *from = at;
    if (*at == '.') {
        at = after_digits(++from);
        if (at == from)
            return NULL;
    }
    if (*at == 'e' || *at == 'E') {
        from = at + 1 + (at[1] == '+' || at[1] == '-');
        at = after_digits(from);
        if (at == from)
            return NULL;
    }
    return at;
}

static bool take_number(parser *p, pl_json *value)
{
    const char *digits = p->at + (*p->at == '-'), *whole = after_digits(digits);
    const char *end = whole > digits ? after_fraction(whole) : NULL;
    if (end == NULL || (*digits == '0' && whole > digits + 1))
        return refuse(p, "invalid number");
    errno = 0;
    if (end == whole) {
        value->kind = PL_JSON_INTEGER;
        if (whole - digits > SAFE_DIGITS)
            value->integer = strtoll(p->at, NULL, 10);
        else {
            for (const char *d = digits; d < whole; d++)
                value->integer = value->integer * 10 + (*d - '0');
            value->integer = *p->at == '-' ? -value->integer : value->integer;
        }
    } else {
        value->kind = PL_JSON_REAL;
        value->real = strtod(p->at, NULL);
    }
    if (end == whole ? errno != 0 : !isfinite(value->real))
        return refuse(p, "the number is too large");
    p->at = (char *)end;
    return true;
}

static bool take_word(parser *p, pl_json *value)
{
    static const struct {
        const char *word;
        pl_json_kind kind;
    } words[] = {
        {"null", PL_JSON_NULL}, {"true", PL_JSON_TRUE}, {"false", PL_JSON_FALSE}};
    size_t n = 0;
    while ((p->at[n] >= 'a' && p->at[n] <= 'z') || (p->at[n] >= 'A' && p->at[n] <= 'Z'))
        n++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == n && memcmp(words[i].word, p->at, n) == 0) {
            value->kind = words[i].kind;
            p->at += n;
            return true;
        }
    return refuse(p, n > 0 ? "unknown word" : "a value is missing");
}

/* -- values ------------------------------------------------------------------------- */

/* Ends the list or object that was opened last. Its items move from the stack to an array. */
static bool end_items(parser *p, char bracket)
{
    uint32_t first = PL_POP(&p->s->open) + 1;
    pl_json *value = &p->s->values.at[first - 1];
    if (bracket != (value->kind == PL_JSON_LIST ? ']' : '}'))
        return refuse(p, value->kind == PL_JSON_LIST ? "'}' closes a list" : "']' closes an object");
    p->at++;
    value->n = (uint32_t)p->s->values.n - first;
    pl_json *items = pl_arena_alloc(p->m, value->n * sizeof *items);
    if (value->n > 0)
        memcpy(items, value + 1, value->n * sizeof *items);
    value->items = items;
    p->s->values.n = first;
    return value->kind == PL_JSON_LIST || take_names(value) ||
           refuse(p, "a name occurs twice in an object");
}

/* Parses the name of a member and the colon after it. */
static bool take_name(parser *p, pl_json *value)
{
    size_t n;
    if (*p->at != '"' || (value->name = take_text(p, &n)) == NULL)
        return refuse(p, "a name in quotes is missing");
    value->key = key_of(p->s, value->name, n);
    skip_blanks(p);
    if (*p->at != ':')
        return refuse(p, "':' is missing after a name");
    p->at++;
    skip_blanks(p);
    return true;
}

/* Parses the next value, with its name if it is a member, and pushes it on the stack. Of a list or
 * object only the opening bracket is parsed. */
static bool take_value(parser *p, bool member)
{
    size_t n;
    pl_json value = {.kind = PL_JSON_NULL, .key = PL_JSON_OTHER_KEY};
    bool good = !member || take_name(p, &value);
    if (good && (*p->at == '[' || *p->at == '{')) {
        value.kind = *p->at++ == '[' ? PL_JSON_LIST : PL_JSON_OBJECT;
        PL_PUSH(&p->s->open, (uint32_t)p->s->values.n);
        good = p->s->open.n <= MAX_DEPTH || refuse(p, "values nest too deep");
    } else if (good && *p->at == '"') {
        value.kind = PL_JSON_STRING;
        good = (value.text = take_text(p, &n)) != NULL;
    } else if (good)
        good = *p->at == '-' || (*p->at >= '0' && *p->at <= '9') ? take_number(p, &value)
                                                                 : take_word(p, &value);
    PL_PUSH(&p->s->values, value);
    return good;
}

/* Parses the next part of the innermost open list or object: its closing bracket, or a value. A comma
 * precedes every value but the first. */
static bool take_next(parser *p)
{
    uint32_t open = p->s->open.at[p->s->open.n - 1];
    bool first = open + 1 == p->s->values.n;
    skip_blanks(p);
    if (*p->at == ']' || *p->at == '}')
        return end_items(p, *p->at);
    if (!first && *p->at != ',')
        return refuse(p, *p->at == '\0' ? "the text ends too early" : "',' is missing");
    p->at += !first;
    skip_blanks(p);
    return take_value(p, p->s->values.at[open].kind == PL_JSON_OBJECT);
}

static const pl_json *parse(parser *p)
{
    skip_blanks(p);
    if (*p->at != '{' && *p->at != '[') {
        refuse(p, "an object or a list is missing");
        return NULL;
    }
    if (!take_value(p, false))
        return NULL;
    while (p->s->open.n > 0)
        if (!take_next(p))
            return NULL;
    skip_blanks(p);
    if (*p->at != '\0') {
        refuse(p, "text after the end");
        return NULL;
    }
    pl_json *value = PL_NEW(p->m, pl_json);
    *value = p->s->values.at[0];
    return value;
}

const pl_json *pl_json_parse(pl_json_stack *s, pl_arena *m, const char *bytes, size_t n)
{
    char *text = pl_arena_strndup(m, bytes, n);
    parser p = {.s = s, .m = m, .at = text};
    if (!s->filled)
        fill_keys(s->keys);
    s->filled = true;
    s->values.n = s->open.n = 0;
    const pl_json *value = parse(&p);
    s->problem = p.problem;
    s->problem_at = (size_t)(p.at - text);
    return value;
}

void pl_json_stack_release(pl_json_stack *s)
{
    PL_VEC_RELEASE(&s->values, &s->open);
}

const pl_json *pl_json_get(const pl_json *object, pl_json_key key)
{
    if ((object->keys >> key & 1) == 0)
        return NULL;
    const pl_json *member = object->items;
    while (member->key != key)
        member++;
    return member->kind != PL_JSON_NULL ? member : NULL;
}

/* -- writing --------------------------------------------------------------------------- */

size_t pl_json_escape(char to[PL_JSON_ESCAPE], unsigned char byte)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *at = memchr(plain, byte, sizeof plain - 1);
    return (size_t)(at == NULL ? snprintf(to, PL_JSON_ESCAPE, "\\u%04X", byte)
                               : snprintf(to, PL_JSON_ESCAPE, "\\%c", letters[at - plain]));
}

static void put_valid(pl_str *out, const char *text)
{
    char escape[PL_JSON_ESCAPE];
    pl_str_putc(out, '"');
    for (;; text++) {
        size_t n = pl_until(text, PL_AT_JSON);
        pl_str_put(out, text, n);
        text += n;
        if (*text == '\0')
            break;
        pl_str_put(out, escape, pl_json_escape(escape, (unsigned char)*text));
    }
    pl_str_putc(out, '"');
}

void pl_json_put_text(pl_str *out, const char *text)
{
    size_t n = strlen(text);
    if (pl_utf8_good(text, n) == n) {
        put_valid(out, text);
        return;
    }
    pl_str repaired = {0};
    pl_utf8_repair(&repaired, text, n);
    put_valid(out, repaired.at);
    pl_str_release(&repaired);
}

/* printf writes exponents as e+05 or e-05; JSON needs neither the plus nor the zeros. */
static void shorten_exponent(char *e)
{
    char *to = e + 1 + (e[1] == '-'), *digits = e + 2;
    while (*digits == '0')
        digits++;
    memmove(to, digits, strlen(digits) + 1);
}

void pl_json_put_real(pl_str *out, double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, value);
    char *point = strpbrk(text, ".e"), *e = strchr(text, 'e');
    if (e != NULL)
        shorten_exponent(e);
    pl_str_printf(out, "%s%s", text, point == NULL ? ".0" : "");
}
