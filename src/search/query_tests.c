/* The parser of what is said of one node: features, values, variables for both. */
#include "search/query_parse.h"

#include "base/suggest.h"

#include <string.h>

static pl_test *parse_features(pl_cursor *c);
static pl_test *parse_value(pl_cursor *c, unsigned feature);

pl_test *pl_test_new(pl_cursor *c, pl_test_kind kind, pl_query_at at)
{
    pl_test *t = PL_NEW(&c->query->arena, pl_test);
    t->kind = kind;
    t->at = at;
    t->about = PL_N_FEATURES;
    return t;
}

static pl_test *not_test(pl_cursor *c, pl_test *inner, pl_query_at at)
{
    if (inner == NULL)
        return NULL;
    pl_test *t = pl_test_new(c, PL_TEST_NOT, at);
    t->first = inner;
    t->open = inner->open;
    return t;
}

static const char *const name_kinds[] = {
    [PL_NAME_NODE] = "a node",
    [PL_NAME_VALUE] = "a value",
    [PL_NAME_RECORD] = "a record",
};

uint32_t pl_parse_variable(pl_cursor *c, size_t n, pl_name_kind kind)
{
    if (n == 1) {
        pl_cursor_fail(c, "expected a name of letters and digits after #");
        return PL_NONE;
    }
    uint32_t i = 0;
    for (; i < c->names->n; i++) {
        const char *text = c->names->at[i].text;
        if (text != NULL && strlen(text) == n && memcmp(text, c->at, n) == 0)
            break;
    }
    if (i == c->names->n) {
        const char *text = pl_arena_strndup(&c->query->arena, c->at, n);
        PL_PUSH(c->names, (pl_query_name){text, kind, true, pl_cursor_at(c)});
    }
    pl_query_name *name = &c->names->at[i];
    if (name->kind == PL_NAME_UNUSED)
        name->kind = kind;
    if (kind != PL_NAME_UNUSED && name->kind != kind) {
        pl_cursor_fail(c, "%s stands for %s elsewhere, here for %s", name->text,
                       name_kinds[name->kind], name_kinds[kind]);
        return PL_NONE;
    }
    c->at += n;
    return i;
}

/* -- what is said of one node -------------------------------------------------------- */

/* The values that alternatives and conjunctions join, for both levels of the grammar. */
static pl_test *join(pl_cursor *c, pl_test_kind kind, const char *sign, unsigned feature,
                     pl_test *(*part)(pl_cursor *, unsigned))
{
    pl_query_at at = pl_cursor_at(c);
    pl_test *first = part(c, feature), *all = NULL, **end = NULL;
    while (first != NULL && pl_cursor_peek(c) == *sign) {
        c->at++;
        pl_test *more = part(c, feature);
        if (more == NULL)
            return NULL;
        if (all == NULL) {
            all = pl_test_new(c, kind, at);
            all->first = first;
            all->open = first->open;
            end = &first->next;
        }
        all->open |= more->open;
        PL_APPEND_TO(end, more);
    }
    return all != NULL ? all : first;
}

static pl_test *parse_value_and(pl_cursor *c, unsigned feature)
{
    return join(c, PL_TEST_AND, "&", feature, parse_value);
}

static pl_test *parse_value_or(pl_cursor *c, unsigned feature)
{
    return join(c, PL_TEST_OR, "|", feature, parse_value_and);
}

/* Whatever stands between brackets; the opening one is taken. */
static pl_test *in_brackets(pl_cursor *c, unsigned feature,
                            pl_test *(*inside)(pl_cursor *, unsigned),
                            const char *expected)
{
    if (pl_cursor_enter(c) < 0)
        return NULL;
    pl_test *t = inside(c, feature);
    c->depth--;
    return t != NULL && pl_cursor_expect(c, ")", expected) == 0 ? t : NULL;
}

/* #v or #v:value */
static pl_test *parse_value_variable(pl_cursor *c, unsigned feature, size_t n)
{
    pl_test *t = pl_test_new(c, PL_TEST_VALUE, pl_cursor_at(c));
    t->feature = (uint8_t)feature;
    t->open = true;
    t->number = pl_parse_variable(c, n, PL_NAME_VALUE);
    if (t->number == PL_NONE)
        return NULL;
    if (!pl_cursor_take(c, ":"))
        return t;
    pl_test *both = pl_test_new(c, PL_TEST_AND, t->at);
    both->first = t;
    both->open = true;
    t->next = parse_value(c, feature);
    return t->next != NULL ? both : NULL;
}

static pl_test *parse_text(pl_cursor *c, unsigned feature)
{
    bool string = *c->at != '/';
    pl_test *t =
        pl_test_new(c, string ? PL_TEST_STRING : PL_TEST_PATTERN, pl_cursor_at(c));
    t->feature = (uint8_t)feature;
    int got = string ? pl_cursor_string(c, &t->text) : pl_cursor_pattern(c, &t->number);
    return got == 0 ? t : NULL;
}

static pl_test *nested_value(pl_cursor *c, unsigned feature)
{
    if (pl_cursor_enter(c) < 0)
        return NULL;
    pl_test *t = parse_value(c, feature);
    c->depth--;
    return t;
}

static pl_test *parse_value(pl_cursor *c, unsigned feature)
{
    char next = pl_cursor_peek(c);
    pl_query_at at = pl_cursor_at(c);
    size_t n;
    if (pl_cursor_take(c, "!"))
        return not_test(c, nested_value(c, feature), at);
    if (pl_cursor_take(c, "("))
        return in_brackets(c, feature, parse_value_or, "')', '&' or '|' after a value");
    if (next == '"' || next == '\'' || next == '/')
        return parse_text(c, feature);
    if ((n = pl_cursor_variable(c)) > 0)
        return parse_value_variable(c, feature, n);
    if ((n = pl_cursor_name(c)) > 0)
        pl_cursor_fail(c,
                       "a value is written \"%.*s\" or /%.*s/ (types are not supported)",
                       (int)n, c->at, (int)n, c->at);
    else
        pl_cursor_fail(c, "expected a value: \"…\", /…/, a variable, or several in ( )");
    return NULL;
}

pl_test *pl_test_of_kind(pl_cursor *c, unsigned kinds, pl_query_at at)
{
    pl_test *t = pl_test_new(c, kinds == PL_ANY_KIND ? PL_TEST_ANY : PL_TEST_KIND, at);
    t->kinds = (uint8_t)kinds;
    return t;
}

/* "The node has the feature, and …". */
pl_test *pl_parse_comparison(pl_cursor *c, unsigned feature, pl_query_at at)
{
    bool negated = pl_cursor_take(c, "!=");
    if (!negated && pl_cursor_expect(c, "=", "= or != after a feature's name") < 0)
        return NULL;
    pl_cursor_peek(c);
    pl_query_at value_at = pl_cursor_at(c);
    pl_test *value = parse_value(c, feature);
    if (value != NULL && negated)
        value = not_test(c, value, value_at);
    if (value == NULL)
        return NULL;
    const char *behind = c->at;
    char sign = pl_cursor_peek(c);
    if (sign == '|' || sign == '&') {
        const char *place = c->at++;
        char next = pl_cursor_peek(c);
        c->at = place;
        if (next == '"' || next == '\'' || next == '/') {
            pl_cursor_fail(c, "put ( ) around several values");
            return NULL;
        }
    }
    c->at = behind;
    pl_test *has = pl_test_of_kind(c, pl_query_features[feature].kinds, at);
    if (has->kind == PL_TEST_ANY)
        return value;
    pl_test *both = pl_test_new(c, PL_TEST_AND, at);
    both->first = has;
    both->open = value->open;
    has->next = value;
    return both;
}

static pl_test *unknown_feature(pl_cursor *c, size_t n)
{
    pl_suggestion like = {0};
    pl_str list = {0};
    for (unsigned i = 0; i < PL_N_FEATURES; i++) {
        pl_suggest(&like, c->at, n, pl_query_features[i].name);
        pl_str_printf(&list, "%s%s", i > 0 ? ", " : "", pl_query_features[i].name);
    }
    pl_cursor_fail(c,
                   "unknown feature '%.*s'%s%s%s (features are %s; T and NT are words "
                   "and constituents)",
                   (int)n, c->at, like.name != NULL ? "; did you mean '" : "",
                   like.name != NULL ? like.name : "", like.name != NULL ? "'?" : "",
                   list.at);
    pl_str_release(&list);
    return NULL;
}

static pl_test *parse_feature(pl_cursor *c)
{
    size_t n = pl_cursor_name(c);
    pl_query_at at = pl_cursor_at(c);
    if (pl_cursor_take_word(c, "T"))
        return pl_test_of_kind(c, PL_WORDS, at);
    if (pl_cursor_take_word(c, "NT"))
        return pl_test_of_kind(c, PL_CONSTITUENTS, at);
    if (pl_cursor_take_word(c, "FREC"))
        return pl_test_of_kind(c, PL_ANY_KIND, at);
    for (unsigned i = 0; i < PL_N_FEATURES; i++)
        if (pl_cursor_take_word(c, pl_query_features[i].name))
            return pl_parse_comparison(c, i, at);
    return unknown_feature(c, n);
}

/* #f or #f:( … ) */
static pl_test *features_inside(pl_cursor *c, unsigned unused)
{
    return parse_features(c);
}

static pl_test *parse_record(pl_cursor *c, size_t n)
{
    pl_test *t = pl_test_new(c, PL_TEST_RECORD, pl_cursor_at(c));
    t->open = true;
    t->number = pl_parse_variable(c, n, PL_NAME_RECORD);
    if (t->number == PL_NONE)
        return NULL;
    if (!pl_cursor_take(c, ":"))
        return t;
    if (pl_cursor_expect(c, "(", "'(' after the colon of a record") < 0)
        return NULL;
    pl_test *both = pl_test_new(c, PL_TEST_AND, t->at);
    both->first = t;
    both->open = true;
    t->next = in_brackets(c, 0, features_inside, "')', '&' or '|' after a feature");
    return t->next != NULL ? both : NULL;
}

static pl_test *parse_feature_not(pl_cursor *c, unsigned unused)
{
    pl_cursor_peek(c);
    pl_query_at at = pl_cursor_at(c);
    size_t n;
    if (pl_cursor_take(c, "!")) {
        if (pl_cursor_enter(c) < 0)
            return NULL;
        pl_test *inner = parse_feature_not(c, 0);
        c->depth--;
        return not_test(c, inner, at);
    }
    if (pl_cursor_take(c, "("))
        return in_brackets(c, 0, features_inside, "')', '&' or '|' after a feature");
    if ((n = pl_cursor_variable(c)) > 0)
        return parse_record(c, n);
    if (pl_cursor_name(c) > 0)
        return parse_feature(c);
    if (pl_cursor_peek(c) == '"' || pl_cursor_peek(c) == '\'')
        pl_cursor_fail(c, "ids of nodes are not supported: describe the node, as in "
                          "[cat=\"NP\"]");
    else
        pl_cursor_fail(c, "expected a feature, T, NT, '!', '(' or ']'");
    return NULL;
}

static pl_test *parse_feature_and(pl_cursor *c, unsigned unused)
{
    return join(c, PL_TEST_AND, "&", 0, parse_feature_not);
}

static pl_test *parse_features(pl_cursor *c)
{
    return join(c, PL_TEST_OR, "|", 0, parse_feature_and);
}

pl_test *pl_parse_description(pl_cursor *c)
{
    pl_query_at at = pl_cursor_at(c);
    if (pl_cursor_take(c, "]"))
        return pl_test_of_kind(c, PL_ANY_KIND, at);
    if (pl_cursor_enter(c) < 0)
        return NULL;
    pl_test *t = parse_features(c);
    c->depth--;
    return t != NULL && pl_cursor_expect(c, "]", "']', '&' or '|' after a feature") == 0
               ? t
               : NULL;
}
