/* The parser of queries: one function for each rule of the grammar in docs/search.md, by
 * recursive descent; brackets bound its depth. */
#include "search/conditions.h"
#include "search/query_parse.h"

#include "base/suggest.h"

#include <string.h>

static pl_formula *parse_disjunction(pl_cursor *c);

static pl_formula *new_formula(pl_cursor *c, pl_formula_kind kind, pl_query_at at)
{
    pl_formula *f = PL_NEW(&c->query->arena, pl_formula);
    f->kind = kind;
    f->at = at;
    f->a = f->b = PL_NONE;
    return f;
}

/* -- nodes --------------------------------------------------------------------------- */

/* A node as "its test holds": in f->a is its name. */
static pl_formula *parse_node(pl_cursor *c)
{
    size_t n = pl_cursor_variable(c);
    pl_formula *f = new_formula(c, PL_FORMULA_TEST, pl_cursor_at(c));
    if (n > 0) {
        if ((f->a = pl_parse_variable(c, n, PL_NAME_NODE)) == PL_NONE)
            return NULL;
        if (!pl_cursor_take(c, ":")) {
            f->test = pl_test_of_kind(c, PL_ANY_KIND, f->at);
            return f;
        }
        if (pl_cursor_expect(c, "[",
                             "'[' after the colon of a node (values and records "
                             "stand inside [ ])") < 0)
            return NULL;
    } else if (!pl_cursor_take(c, "[")) {
        pl_cursor_fail(c, "expected a node: [ … ] or #name");
        return NULL;
    } else {
        f->a = (uint32_t)c->names->n;
        PL_PUSH(c->names, (pl_query_name){NULL, PL_NAME_NODE, true, f->at});
    }
    f->test = pl_parse_description(c);
    return f->test != NULL ? f : NULL;
}

/* -- operators ----------------------------------------------------------------------- */

static bool comes_operator(pl_cursor *c)
{
    char next = pl_cursor_peek(c);
    return next != '\0' && (strchr(">.$=!", next) != NULL ||
                            (next == '-' && c->at + 1 < c->end && c->at[1] == '>'));
}

/* A label, right here, into f->test: 1, 0 if there is none, -1 after a failure. */
static int take_label(pl_cursor *c, pl_formula *f)
{
    pl_test *t = pl_test_new(c, PL_TEST_STRING, pl_cursor_at(c));
    char next = c->at < c->end ? *c->at : '\0';
    int got = 1;
    t->feature = PL_FEATURE_EDGE;
    if (next == '"' || next == '\'') {
        got = pl_cursor_string(c, &t->text) < 0 ? -1 : 1;
    } else if (next == '/' && c->at + 1 < c->end && c->at[1] != '/') {
        t->kind = PL_TEST_PATTERN;
        got = pl_cursor_pattern(c, &t->number) < 0 ? -1 : 1;
    } else {
        got = pl_cursor_bare(c, &t->text);
    }
    f->test = got > 0 ? t : NULL;
    return got;
}

static bool take_here(pl_cursor *c, char byte)
{
    if (c->at == c->end || *c->at != byte)
        return false;
    c->at++;
    return true;
}

static bool comes_digit(const pl_cursor *c)
{
    return c->at < c->end && *c->at >= '0' && *c->at <= '9';
}

/* What follows > or ->: a label, *, both, a distance, or nothing. `one` and `path` are the
 * rows for a single edge and for several. */
static int parse_path(pl_cursor *c, pl_formula *f, int one, int path)
{
    f->row = &pl_conditions[one];
    f->low = f->high = 1;
    if (comes_digit(c)) {
        f->row = &pl_conditions[path];
        return pl_cursor_range(c, 1, &f->low, &f->high);
    }
    if (take_label(c, f) < 0)
        return -1;
    if (take_here(c, '*')) {
        f->row = &pl_conditions[path];
        f->high = PL_NO_LIMIT;
    }
    return 0;
}

static int parse_above(pl_cursor *c, pl_formula *f)
{
    if (take_here(c, '~')) {
        f->row = &pl_conditions[PL_OP_SECONDARY];
        return take_label(c, f) < 0 ? -1 : 0;
    }
    if (!take_here(c, '@'))
        return parse_path(c, f, PL_OP_CHILD, PL_OP_ABOVE);
    bool left = take_here(c, 'l');
    f->row = &pl_conditions[left ? PL_OP_FIRST : PL_OP_LAST];
    return left || take_here(c, 'r')
               ? 0
               : pl_cursor_fail(c, "expected l or r after >@ (first and last word)");
}

static int parse_precedes(pl_cursor *c, pl_formula *f)
{
    f->row = &pl_conditions[PL_OP_PRECEDES];
    f->low = f->high = 1;
    if (take_here(c, '*'))
        f->high = PL_NO_LIMIT;
    else if (comes_digit(c))
        return pl_cursor_range(c, 1, &f->low, &f->high);
    return 0;
}

static int parse_siblings(pl_cursor *c, pl_formula *f)
{
    f->row = &pl_conditions[PL_OP_SIBLING];
    if (take_here(c, '.')) {
        f->row = &pl_conditions[PL_OP_SIBLING_BEFORE];
        return take_here(c, '*') ? 0 : pl_cursor_fail(c, "expected * after $.");
    }
    return 0;
}

static int parse_same(pl_cursor *c, pl_formula *f)
{
    f->row = &pl_conditions[PL_OP_SAME];
    return 0;
}

static int parse_arc(pl_cursor *c, pl_formula *f)
{
    return parse_path(c, f, PL_OP_ARC, PL_OP_ARCS);
}

static const struct sign {
    const char *text;
    int (*parse)(pl_cursor *c, pl_formula *f);
} signs[] = {
    {">", parse_above},    {"->", parse_arc}, {".", parse_precedes},
    {"$", parse_siblings}, {"=", parse_same},
};

static pl_formula *parse_operator(pl_cursor *c)
{
    pl_formula *f = new_formula(c, PL_FORMULA_CONDITION, pl_cursor_at(c));
    f->negated = pl_cursor_take(c, "!");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (pl_cursor_take(c, signs[i].text))
            return signs[i].parse(c, f) == 0 ? f : NULL;
    pl_cursor_fail(c, "expected an operator after '!': > . $ = ->");
    return NULL;
}

/* node { operator node }, as a conjunction. */
static pl_formula *parse_chain(pl_cursor *c)
{
    pl_formula *left = parse_node(c);
    if (left == NULL || !comes_operator(c))
        return left;
    pl_formula *all = new_formula(c, PL_FORMULA_AND, left->at), **end = &all->first;
    PL_APPEND_TO(end, left);
    while (comes_operator(c)) {
        pl_formula *f = parse_operator(c);
        pl_formula *right = f != NULL ? parse_node(c) : NULL;
        if (right == NULL)
            return NULL;
        f->a = left->a;
        f->b = right->a;
        PL_APPEND_TO(end, right);
        PL_APPEND_TO(end, f);
        left = right;
    }
    return all;
}

/* -- calls --------------------------------------------------------------------------- */

static int parse_range(pl_cursor *c, pl_formula *f)
{
    pl_cursor_peek(c);
    return pl_cursor_range(c, 0, &f->low, &f->high);
}

static pl_formula *parse_predicate(pl_cursor *c, const pl_condition_row *row)
{
    pl_formula *f = new_formula(c, PL_FORMULA_CONDITION, pl_cursor_at(c));
    pl_formula *all = new_formula(c, PL_FORMULA_AND, f->at), **end = &all->first;
    c->at += strlen(row->name);
    f->row = row;
    if (pl_cursor_expect(c, "(", "'(' after the name of a predicate") < 0)
        return NULL;
    pl_formula *a = parse_node(c), *b = NULL;
    if (a == NULL)
        return NULL;
    f->a = f->b = a->a;
    PL_APPEND_TO(end, a);
    if (row->form != PL_FORM_ONE) {
        if (pl_cursor_expect(c, ",",
                             row->form == PL_FORM_TWO ? "',' and a second node"
                                                      : "',' and a number") < 0)
            return NULL;
        if (row->form == PL_FORM_MEASURE && parse_range(c, f) < 0)
            return NULL;
        if (row->form == PL_FORM_TWO) {
            if ((b = parse_node(c)) == NULL)
                return NULL;
            f->b = b->a;
            PL_APPEND_TO(end, b);
        }
    }
    PL_APPEND_TO(end, f);
    return pl_cursor_expect(c, ")", "')'") == 0 ? all : NULL;
}

/* sentence(id=…), sentence(length=…), sentence(number=…) */
static pl_formula *parse_sentence(pl_cursor *c)
{
    pl_formula *f = new_formula(c, PL_FORMULA_TEST, pl_cursor_at(c));
    pl_cursor_take_word(c, "sentence");
    if (pl_cursor_expect(c, "(", "'(' after sentence") < 0)
        return NULL;
    pl_cursor_peek(c);
    pl_query_at at = pl_cursor_at(c);
    if (pl_cursor_take_word(c, "id")) {
        f->test = pl_parse_comparison(c, PL_FEATURE_ID, at);
        return f->test != NULL && pl_cursor_expect(c, ")", "')'") == 0 ? f : NULL;
    }
    f->kind = PL_FORMULA_CONDITION;
    for (f->row = pl_conditions; f->row->name != NULL; f->row++)
        if (f->row->form == PL_FORM_SENTENCE && pl_cursor_take_word(c, f->row->name))
            break;
    if (f->row->name == NULL) {
        pl_cursor_fail(c, "expected id, length or number");
        return NULL;
    }
    f->negated = pl_cursor_take(c, "!=");
    if (!f->negated && pl_cursor_expect(c, "=", "= or !=") < 0)
        return NULL;
    return parse_range(c, f) == 0 && pl_cursor_expect(c, ")", "')'") == 0 ? f : NULL;
}

static pl_query_template *find_template(pl_cursor *c, size_t n, uint32_t *number)
{
    for (uint32_t i = 0; i < c->query->templates.n; i++) {
        pl_query_template *t = &c->query->templates.at[i];
        if (strlen(t->name) == n && memcmp(t->name, c->at, n) == 0) {
            *number = i;
            return t;
        }
    }
    return NULL;
}

/* One argument for a parameter of this kind; a node in full goes to the end of the
 * conjunction of the call. */
static pl_arg *parse_arg(pl_cursor *c, pl_name_kind kind, pl_formula ***end)
{
    char next = pl_cursor_peek(c);
    pl_arg *arg = PL_NEW(&c->query->arena, pl_arg);
    arg->at = pl_cursor_at(c);
    bool text = next == '"' || next == '\'' || next == '/';
    if (text && kind != PL_NAME_VALUE) {
        pl_cursor_fail(c, "this parameter stands for a node, not for a value");
        return NULL;
    }
    if (text) {
        arg->kind = next == '/' ? PL_ARG_PATTERN : PL_ARG_STRING;
        int got = next == '/' ? pl_cursor_pattern(c, &arg->number)
                              : pl_cursor_string(c, &arg->text);
        return got == 0 ? arg : NULL;
    }
    if (kind == PL_NAME_VALUE || kind == PL_NAME_RECORD) {
        size_t n = pl_cursor_variable(c);
        if (n == 0)
            pl_cursor_fail(c, "this parameter stands for a value: write \"…\", /…/ or a "
                              "variable");
        arg->number = n > 0 ? pl_parse_variable(c, n, kind) : PL_NONE;
        return arg->number != PL_NONE ? arg : NULL;
    }
    pl_formula *node = parse_node(c);
    if (node == NULL)
        return NULL;
    arg->number = node->a;
    PL_APPEND_TO(*end, node);
    return arg;
}

static pl_formula *parse_args(pl_cursor *c, uint32_t called)
{
    pl_formula *f = new_formula(c, PL_FORMULA_CALL, pl_cursor_at(c));
    pl_formula *all = new_formula(c, PL_FORMULA_AND, f->at), **end = &all->first;
    pl_arg **last = &f->args;
    uint32_t n_args = 0, n_params = c->query->templates.at[called].n_params;
    const char *name = c->query->templates.at[called].name;
    f->called = called;
    c->at += strlen(name);
    if (pl_cursor_expect(c, "(", "'(' after the name of a template") < 0)
        return NULL;
    do {
        if (n_args == n_params) {
            pl_cursor_fail(c, "%s has %u parameter%s, not more", name, n_params,
                           n_params == 1 ? "" : "s");
            return NULL;
        }
        pl_arg *arg =
            parse_arg(c, c->query->templates.at[called].names.at[n_args++].kind, &end);
        if (arg == NULL)
            return NULL;
        PL_APPEND_TO(last, arg);
    } while (pl_cursor_take(c, ","));
    if (n_args < n_params) {
        pl_cursor_fail(c, "%s has %u parameters; %u given", name, n_params, n_args);
        return NULL;
    }
    PL_APPEND_TO(end, f);
    return pl_cursor_expect(c, ")", "')' or ','") == 0 ? all : NULL;
}

static void fail_unknown_call(pl_cursor *c, size_t n)
{
    pl_suggestion like = {0};
    for (const pl_condition_row *r = pl_conditions; r->name != NULL; r++)
        if (r->form == PL_FORM_ONE || r->form == PL_FORM_TWO ||
            r->form == PL_FORM_MEASURE)
            pl_suggest(&like, c->at, n, r->name);
    for (size_t i = 0; i < c->query->templates.n; i++)
        pl_suggest(&like, c->at, n, c->query->templates.at[i].name);
    pl_suggest(&like, c->at, n, "not");
    pl_suggest(&like, c->at, n, "sentence");
    pl_cursor_fail(c, "no predicate or template %.*s%s%s%s", (int)n, c->at,
                   like.name != NULL ? "; did you mean " : "",
                   like.name != NULL ? like.name : "", like.name != NULL ? "?" : "");
}

static pl_formula *parse_call(pl_cursor *c, size_t n)
{
    const pl_condition_row *row = pl_predicate_find(c->at, n);
    uint32_t number;
    if (row != NULL)
        return parse_predicate(c, row);
    if (find_template(c, n, &number) != NULL)
        return parse_args(c, number);
    fail_unknown_call(c, n);
    return NULL;
}

/* -- formulas ------------------------------------------------------------------------ */

static pl_formula *parse_group(pl_cursor *c)
{
    if (pl_cursor_enter(c) < 0)
        return NULL;
    pl_formula *f = parse_disjunction(c);
    c->depth--;
    return f != NULL && pl_cursor_expect(c, ")", "')', '&' or '|'") == 0 ? f : NULL;
}

static pl_formula *parse_not(pl_cursor *c)
{
    pl_formula *f = new_formula(c, PL_FORMULA_NOT, pl_cursor_at(c));
    pl_cursor_take_word(c, "not");
    if (pl_cursor_expect(c, "(", "'(' after not") < 0)
        return NULL;
    f->first = parse_group(c);
    return f->first != NULL ? f : NULL;
}

static pl_formula *parse_term(pl_cursor *c)
{
    size_t n;
    char next = pl_cursor_peek(c);
    if (next == '[' || next == '#')
        return parse_chain(c);
    if (pl_cursor_take(c, "("))
        return parse_group(c);
    if ((n = pl_cursor_name(c)) > 0) {
        if (n == 3 && memcmp(c->at, "not", 3) == 0)
            return parse_not(c);
        if (n == 8 && memcmp(c->at, "sentence", 8) == 0)
            return parse_sentence(c);
        return parse_call(c, n);
    }
    if (next == '!')
        pl_cursor_fail(c, "'!' negates an operator, a feature or a value; absence is "
                          "written not( … )");
    else
        pl_cursor_fail(c, "expected a node [ … ] or #name, a predicate, not( … ) or '('");
    return NULL;
}

static pl_formula *join_formulas(pl_cursor *c, pl_formula_kind kind, const char *sign,
                                 pl_formula *(*part)(pl_cursor *))
{
    pl_formula *first = part(c), *all = NULL, **end = NULL;
    while (first != NULL && pl_cursor_take(c, sign)) {
        pl_formula *more = part(c);
        if (more == NULL)
            return NULL;
        if (all == NULL) {
            all = new_formula(c, kind, first->at);
            all->first = first;
            end = &first->next;
        }
        PL_APPEND_TO(end, more);
    }
    return all != NULL ? all : first;
}

static pl_formula *parse_conjunction(pl_cursor *c)
{
    return join_formulas(c, PL_FORMULA_AND, "&", parse_term);
}

static pl_formula *parse_disjunction(pl_cursor *c)
{
    return join_formulas(c, PL_FORMULA_OR, "|", parse_conjunction);
}

/* -- templates ----------------------------------------------------------------------- */

/* Whether NAME ( … ) <- comes next; nothing is taken. */
static bool comes_template(pl_cursor *c)
{
    pl_cursor ahead = *c;
    size_t n = pl_cursor_name(&ahead);
    ahead.at += n;
    if (n == 0 || !pl_cursor_take(&ahead, "("))
        return false;
    while (ahead.at < ahead.end && *ahead.at != ')' && *ahead.at != '(')
        ahead.at++;
    return pl_cursor_take(&ahead, ")") && pl_cursor_take(&ahead, "<-");
}

/* Checks that a template of n bytes may have the name that comes next. */
static int check_name(pl_cursor *c, size_t n)
{
    static const char *const reserved[] = {"not", "sentence", "count", NULL};
    uint32_t other;
    char *name = pl_arena_strndup(&c->query->arena, c->at, n);
    if (pl_among(name, reserved) || pl_predicate_find(c->at, n) != NULL)
        return pl_cursor_fail(c, "%s is built in: choose another name for the template",
                              name);
    if (find_template(c, n, &other) != NULL)
        return pl_cursor_fail(c, "the template %s is defined twice: write one with |",
                              name);
    return 0;
}

static int parse_params(pl_cursor *c, pl_query_template *t)
{
    if (pl_cursor_expect(c, "(", "'('") < 0)
        return -1;
    do {
        size_t n = pl_cursor_variable(c), before = t->names.n;
        if (n == 0)
            return pl_cursor_fail(c, "a parameter of a template is a variable: #name");
        if (pl_parse_variable(c, n, PL_NAME_UNUSED) == PL_NONE)
            return -1;
        if (t->names.n == before)
            return pl_cursor_fail(c, "the template has this parameter twice");
    } while (pl_cursor_take(c, ","));
    t->n_params = (uint32_t)t->names.n;
    return pl_cursor_expect(c, ")", "')' or ','") < 0 || !pl_cursor_take(c, "<-") ? -1
                                                                                  : 0;
}

static int parse_template(pl_cursor *c)
{
    size_t n = pl_cursor_name(c);
    pl_query_template t = {.at = pl_cursor_at(c)};
    if (check_name(c, n) < 0)
        return -1;
    t.name = pl_arena_strndup(&c->query->arena, c->at, n);
    c->at += n;
    c->names = &t.names;
    int status = parse_params(c, &t);
    if (status == 0) {
        t.body = parse_disjunction(c);
        status = t.body == NULL ? -1
                                : pl_cursor_expect(c, ";",
                                                   "'&', '|' or ';' at the end "
                                                   "of a template");
    }
    c->names = NULL;
    if (status == 0)
        PL_PUSH(&c->query->templates, t);
    else
        PL_VEC_RELEASE(&t.names);
    return status;
}

static int parse_templates(pl_cursor *c)
{
    while (comes_template(c))
        if (parse_template(c) < 0)
            return -1;
    return 0;
}

int pl_query_parse(pl_query *q, pl_query_mistake *where, pl_error *err)
{
    pl_cursor c;
    for (uint32_t i = 0; i + 1 < q->texts.n; i++) {
        pl_cursor_start(&c, q, i, where, err);
        if (parse_templates(&c) < 0)
            return -1;
        if (pl_cursor_peek(&c) != '\0')
            return pl_cursor_fail(&c, "expected a template: Name(#a) <- … ;");
    }
    pl_cursor_start(&c, q, (uint32_t)q->texts.n - 1, where, err);
    if (parse_templates(&c) < 0)
        return -1;
    c.names = &q->names;
    if ((q->formula = parse_disjunction(&c)) == NULL)
        return -1;
    if (pl_cursor_peek(&c) == '\0')
        return 0;
    if (!pl_cursor_take_word(&c, "count"))
        return pl_cursor_fail(&c,
                              "expected an operator, '&', '|', count by, or the end of "
                              "the query");
    if (!pl_cursor_take_word(&c, "by"))
        return pl_cursor_fail(&c, "expected by after count");
    q->keys_at = (uint32_t)(c.at - c.start);
    return 0;
}
