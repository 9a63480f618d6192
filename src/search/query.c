/* Compiled queries and their mistakes; see query.h. */
#include "search/cursor.h"
#include "search/query_plan.h"

#include "base/suggest.h"
#include "base/utf8.h"

#include <stdarg.h>

/* -- mistakes ------------------------------------------------------------------------ */

enum { SHOWN_BEFORE = 60, SHOWN = 120 }; /* characters of a long line */

/* Shows the line from `line` up to `end`, of which `at` is the place; of a long line the
 * part around it. */
static void show_line(pl_query_mistake *where, const char *line, const char *at,
                      const char *end)
{
    pl_str shown = {0}, part = {0};
    const char *from = line;
    while (pl_utf8_count(from, (size_t)(at - from)) > SHOWN_BEFORE)
        for (from++; from < at && !pl_utf8_begins(*from); from++)
            continue;
    pl_str_puts(&shown, from > line ? "…" : "");
    pl_str_put(&part, from, (size_t)(at - from));
    for (size_t i = 0; i < part.n; i++)
        part.at[i] = part.at[i] == '\t' ? ' ' : part.at[i];
    pl_visible(&shown, pl_str_text(&part));
    where->caret = pl_utf8_width(pl_str_text(&shown));
    pl_str_clear(&part);
    pl_str_put(&part, at, (size_t)(end - at));
    part.at[pl_utf8_first(part.at, SHOWN - SHOWN_BEFORE)] = '\0';
    pl_visible(&shown, part.at);
    size_t n = shown.n < sizeof where->shown ? shown.n : sizeof where->shown - 1;
    while (n > 0 && n < shown.n && !pl_utf8_begins(shown.at[n]))
        n--;
    memcpy(where->shown, pl_str_text(&shown), n);
    where->shown[n] = '\0';
    pl_str_release(&shown);
    pl_str_release(&part);
}

static void locate(const pl_query_text *t, size_t offset, pl_query_mistake *where)
{
    const char *line = t->text, *at = t->text + offset, *end = at;
    where->line = 1;
    for (const char *s = t->text; s < at; s++)
        if (*s == '\n') {
            where->line++;
            line = s + 1;
        }
    while (end < t->text + t->n && *end != '\n' && *end != '\r')
        end++;
    where->column = pl_utf8_count(line, (size_t)(at - line)) + 1;
    show_line(where, line, at, end);
}

int pl_query_fail(const pl_query *q, pl_query_at at, pl_query_mistake *where,
                  pl_error *err, const char *format, ...)
{
    pl_query_mistake own;
    va_list args;
    const pl_query_text *t = &q->texts.at[at.text];
    if (where == NULL)
        where = &own;
    locate(t, at.offset, where);
    va_start(args, format);
    pl_vfail(err, PL_BAD_ARGUMENT, format, args);
    va_end(args);
    return pl_fail_prefix(err, "%s, line %zu, column %zu: ", t->name, where->line,
                          where->column);
}

/* -- keys ---------------------------------------------------------------------------- */

/* Whether the variable stands in the query, but gets no node in a match. */
static bool is_hidden(const pl_query *q, const char *name, size_t n)
{
    for (size_t i = 0; i < q->names.n; i++)
        if (q->names.at[i].text != NULL && q->names.at[i].own &&
            strlen(q->names.at[i].text) == n && memcmp(q->names.at[i].text, name, n) == 0)
            return true;
    return false;
}

static int key_variable(pl_cursor *c, pl_key *key)
{
    size_t n = pl_cursor_variable(c);
    const pl_query *q = c->query;
    for (uint32_t i = 0; i < q->n_counted; i++)
        if (strlen(q->counted_names[i]) == n &&
            memcmp(q->counted_names[i], c->at, n) == 0) {
            key->variable = (uint8_t)i;
            c->at += n;
            return 0;
        }
    if (is_hidden(q, c->at, n))
        return pl_cursor_fail(c,
                              "%.*s only stands inside not, or is no node: it has no "
                              "value in a match",
                              (int)n, c->at);
    return pl_cursor_fail(c, "the query has no node %.*s", (int)n, c->at);
}

static int unknown_attribute(pl_cursor *c, size_t n)
{
    pl_suggestion like = {0};
    for (unsigned i = 0; i < PL_N_FEATURES; i++)
        pl_suggest(&like, c->at, n, pl_query_features[i].name);
    for (const pl_measure *m = pl_measures; m->name != NULL; m++)
        pl_suggest(&like, c->at, n, m->name);
    pl_suggest(&like, c->at, n, "words");
    return pl_cursor_fail(c, "unknown attribute '%.*s'%s%s%s", (int)n, c->at,
                          like.name != NULL ? "; did you mean '" : "",
                          like.name != NULL ? like.name : "",
                          like.name != NULL ? "'?" : "");
}

static int node_attribute(pl_cursor *c, pl_key *key)
{
    size_t n = pl_cursor_name(c);
    if (pl_cursor_take_word(c, "words")) {
        key->kind = PL_KEY_WORDS;
        return 0;
    }
    for (key->row = 0; key->row < PL_N_FEATURES; key->row++)
        if (pl_cursor_take_word(c, pl_query_features[key->row].name)) {
            key->kind = PL_KEY_FEATURE;
            return 0;
        }
    for (key->row = 0; pl_measures[key->row].name != NULL; key->row++)
        if (pl_cursor_take_word(c, pl_measures[key->row].name)) {
            key->kind = PL_KEY_MEASURE;
            return 0;
        }
    return unknown_attribute(c, n);
}

static int sentence_attribute(pl_cursor *c, pl_key *key)
{
    static const struct attribute {
        const char *name;
        pl_key_kind kind;
    } attributes[] = {
        {"id", PL_KEY_ID}, {"length", PL_KEY_LENGTH}, {"number", PL_KEY_NUMBER}};
    key->variable = PL_OF_SENTENCE;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (pl_cursor_take_word(c, attributes[i].name)) {
            key->kind = attributes[i].kind;
            return 0;
        }
    return pl_cursor_fail(c, "expected id, length or number after sentence.");
}

static int parse_key(pl_cursor *c, pl_key *key)
{
    char next = pl_cursor_peek(c);
    const char *from = c->at;
    bool sentence = pl_cursor_take_word(c, "sentence");
    if (!sentence && next != '#')
        return pl_cursor_fail(c, "expected a key such as #n.cat or sentence.id");
    if (!sentence && key_variable(c, key) < 0)
        return -1;
    if (pl_cursor_expect(c, ".", "a dot and an attribute") < 0 ||
        (sentence ? sentence_attribute : node_attribute)(c, key) < 0)
        return -1;
    key->text = pl_arena_strndup(&c->query->arena, from, (size_t)(c->at - from));
    return 0;
}

/* Keys from the cursor to the end of its text: their number, or -1. */
static int parse_keys(pl_cursor *c, pl_key *keys, size_t most)
{
    size_t n = 0;
    do {
        if (n == most)
            return pl_cursor_fail(c, "there are more than %zu keys", most);
        if (parse_key(c, &keys[n++]) < 0)
            return -1;
    } while (pl_cursor_take(c, ","));
    if (pl_cursor_peek(c) != '\0')
        return pl_cursor_fail(c, "expected ',' or the end");
    return (int)n;
}

int pl_query_read_keys(pl_query *q, const char *text, pl_key *keys, size_t most,
                       pl_query_mistake *where, pl_error *err)
{
    pl_cursor c;
    const char *copy = pl_arena_strdup(&q->arena, text);
    PL_PUSH(&q->texts, (pl_query_text){"keys", copy, strlen(copy)});
    pl_cursor_start(&c, q, (uint32_t)q->texts.n - 1, where, err);
    return parse_keys(&c, keys, most);
}

static int read_count_by(pl_query *q, pl_query_mistake *where, pl_error *err)
{
    pl_cursor c;
    if (q->keys_at == 0)
        return 0;
    pl_cursor_start(&c, q, (uint32_t)q->texts.n - 1, where, err);
    c.at += q->keys_at;
    PL_RESERVE(&q->keys, PL_MAX_KEYS);
    int n = parse_keys(&c, q->keys.at, PL_MAX_KEYS);
    q->keys.n = n > 0 ? (size_t)n : 0;
    return n < 0 ? -1 : 0;
}

/* -- queries ------------------------------------------------------------------------- */

static int add_text(pl_query *q, const char *name, const char *text,
                    pl_query_mistake *where, pl_error *err)
{
    size_t n = strlen(text), bad = pl_utf8_invalid(text, n);
    const char *copy = pl_arena_strdup(&q->arena, text);
    PL_PUSH(&q->texts, (pl_query_text){pl_arena_strdup(&q->arena, name), copy, n});
    pl_query_at at = {(uint32_t)q->texts.n - 1, 0};
    if (n > PL_MAX_QUERY)
        return pl_query_fail(q, at, where, err, "longer than %d bytes", PL_MAX_QUERY);
    at.offset = (uint32_t)bad;
    return bad == PL_UTF8_OK ? 0 : pl_query_fail(q, at, where, err, "not UTF-8");
}

pl_query *pl_query_new(const char *text, const pl_query_library *library,
                       pl_query_mistake *where, pl_error *err)
{
    pl_query *q = pl_alloc_zero(1, sizeof *q);
    int status = 0;
    for (; status == 0 && library != NULL && library->name != NULL; library++)
        status = add_text(q, library->name, library->text, where, err);
    if (status == 0)
        status = add_text(q, "query", text, where, err);
    if (status == 0)
        status = pl_query_parse(q, where, err);
    if (status == 0)
        status = pl_query_expand(q, where, err);
    if (status == 0)
        status = pl_query_normalize(q, where, err);
    if (status == 0)
        status = read_count_by(q, where, err);
    if (status == 0) {
        pl_query_plan(q);
        return q;
    }
    pl_query_free(q);
    return NULL;
}

void pl_query_free(pl_query *q)
{
    if (q == NULL)
        return;
    for (size_t i = 0; i < q->patterns.n; i++)
        pl_pattern_free(q->patterns.at[i]);
    for (size_t i = 0; i < q->templates.n; i++)
        PL_VEC_RELEASE(&q->templates.at[i].names);
    PL_VEC_RELEASE(&q->texts, &q->templates, &q->patterns, &q->names, &q->keys,
                   &q->measured);
    pl_arena_release(&q->arena);
    free(q);
}

uint32_t pl_query_n_counted(const pl_query *q)
{
    return q->n_counted;
}

const char *pl_query_counted(const pl_query *q, uint32_t i)
{
    return q->counted_names[i];
}

uint32_t pl_query_find(const pl_query *q, const char *name)
{
    for (uint32_t i = 0; i < q->n_counted; i++)
        if (strcmp(q->counted_names[i], name) == 0)
            return i;
    return PL_NONE;
}

size_t pl_query_keys(const pl_query *q, const pl_key **keys)
{
    *keys = q->keys.at;
    return q->keys.n;
}
