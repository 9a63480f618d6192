/* The normal form of a query: alternatives, each a conjunction of literals; absence is a
 * literal with a normal form inside.
 *
 * On the way names become variables. A name is looked up where it stands: inside not( … )
 * it is that of the conjunction around it if it stands there, too, otherwise one of the
 * not's own. So each not is a scope, and what is visible in it depends on its place:
 *
 *     #a:[NT] & not( #a > #x & not( #x:[T] ) )
 *                         own    visible: #x, #a
 *     #a:[NT] | not( #a:[T] )
 *                    own: the other alternative is not around it
 */
#include "search/conditions.h"

#define TOO_MANY                                                                         \
    "the query has more than %d conditions when alternatives are multiplied out"

/* A set of names: those for nodes, and those for values and records. */
typedef struct names {
    uint64_t nodes, values;
} names;

/* The names that stand in a formula outside any not; `all`: in each of its alternatives. */
typedef struct standing {
    names some, all;
} standing;

typedef struct scope {
    const struct scope *parent; /* NULL for the query itself */
    names outer;                /* names that belong to a scope around it */
    uint8_t node[PL_MAX_QUERY_NODES],
        value[PL_MAX_QUERY_NODES];      /* by bit; PL_NO_VARIABLE */
    uint64_t outer_nodes, outer_values; /* variables of the scopes around it */
} scope;

/* Alternatives of literals, flat: those of number i end at ends.at[i]. */
typedef struct sums {
    PL_VEC(const pl_literal *) literals;
    PL_VEC(size_t) ends;
} sums;

typedef struct normalizer {
    pl_query *query;
    uint8_t *bit; /* [names]  of a name in its set */
    pl_query_mistake *where;
    pl_error *err;
} normalizer;

static int fail_at(normalizer *z, pl_query_at at, const char *message, const char *name)
{
    return pl_query_fail(z->query, at, z->where, z->err, "%s%s", name, message);
}

/* -- names --------------------------------------------------------------------------- */

static bool is_value(const normalizer *z, uint32_t name)
{
    pl_name_kind kind = z->query->names.at[name].kind;
    return kind == PL_NAME_VALUE || kind == PL_NAME_RECORD;
}

static void number_names(normalizer *z)
{
    uint8_t nodes = 0, values = 0;
    z->bit = pl_alloc_zero(z->query->names.n + 1, 1);
    for (uint32_t i = 0; i < z->query->names.n; i++)
        z->bit[i] = is_value(z, i) ? values++ : nodes++;
}

static names join_names(names a, names b)
{
    return (names){a.nodes | b.nodes, a.values | b.values};
}

static names common_names(names a, names b)
{
    return (names){a.nodes & b.nodes, a.values & b.values};
}

static void add_node_name(const normalizer *z, names *set, uint32_t name)
{
    if (name != PL_NONE)
        set->nodes |= (uint64_t)1 << z->bit[name];
}

static const names every_name = {UINT64_MAX, UINT64_MAX};

static standing test_names(const normalizer *z, const pl_test *t, bool negated)
{
    standing s = {{0, 0}, {0, 0}};
    if (t->kind == PL_TEST_VALUE || t->kind == PL_TEST_RECORD)
        s.some.values = s.all.values = (uint64_t)1 << z->bit[t->number];
    if (t->first == NULL || !t->open)
        return s;
    bool any = (t->kind == PL_TEST_OR) != negated && t->kind != PL_TEST_NOT;
    if (any)
        s.all = every_name;
    for (const pl_test *part = t->first; part != NULL; part = part->next) {
        standing of = test_names(z, part, negated != (t->kind == PL_TEST_NOT));
        s.some = join_names(s.some, of.some);
        s.all = any ? common_names(s.all, of.all) : join_names(s.all, of.all);
    }
    return s;
}

/* With `inside`, names that stand in a not count as well, all as `some`. */
static standing formula_names(const normalizer *z, const pl_formula *f, bool inside)
{
    standing s = {{0, 0}, {0, 0}};
    if (f->kind == PL_FORMULA_TEST)
        s = test_names(z, f->test, false);
    if (f->first == NULL) {
        names nodes = {0, 0};
        add_node_name(z, &nodes, f->a);
        add_node_name(z, &nodes, f->b);
        return (standing){join_names(s.some, nodes), join_names(s.all, nodes)};
    }
    if (f->kind == PL_FORMULA_NOT && !inside)
        return s;
    bool any = f->kind == PL_FORMULA_OR;
    if (any)
        s.all = every_name;
    for (const pl_formula *part = f->first; part != NULL; part = part->next) {
        standing of = formula_names(z, part, inside);
        s.some = join_names(s.some, of.some);
        s.all = any ? common_names(s.all, of.all) : join_names(s.all, of.all);
    }
    return s;
}

static standing join_standing(standing a, standing b)
{
    return (standing){join_names(a.some, b.some), join_names(a.all, b.all)};
}

/* -- variables ----------------------------------------------------------------------- */

/* The node variable of a name in a scope, made where it is new; PL_NO_VARIABLE if there
 * are too many. */
static uint8_t node_variable(normalizer *z, scope *s, uint32_t name)
{
    pl_query *q = z->query;
    unsigned bit = z->bit[name];
    const scope *at = s;
    while (at->parent != NULL && at->outer.nodes >> bit & 1)
        at = at->parent;
    if (at->node[bit] != PL_NO_VARIABLE)
        return at->node[bit];
    if (q->n_variables == PL_MAX_QUERY_NODES) {
        pl_query_fail(q, q->names.at[name].at, z->where, z->err,
                      "the query has more than %d nodes", PL_MAX_QUERY_NODES);
        return PL_NO_VARIABLE;
    }
    uint8_t variable = (uint8_t)q->n_variables++;
    q->variables[variable].name = name;
    q->variables[variable].counted = at->parent == NULL && q->names.at[name].own;
    ((scope *)at)->node[bit] = variable; /* scopes are ours */
    return variable;
}

static uint8_t value_variable(normalizer *z, scope *s, uint32_t name, pl_query_at where)
{
    unsigned bit = z->bit[name];
    const scope *at = s;
    while (at->parent != NULL && at->outer.values >> bit & 1)
        at = at->parent;
    if (at->value[bit] != PL_NO_VARIABLE)
        return at->value[bit];
    if (z->query->n_values == PL_MAX_QUERY_NODES) {
        pl_query_fail(z->query, where, z->where, z->err,
                      "the query has more than %d variables for values",
                      PL_MAX_QUERY_NODES);
        return PL_NO_VARIABLE;
    }
    uint8_t variable = (uint8_t)z->query->n_values++;
    ((scope *)at)->value[bit] = variable;
    return variable;
}

/* -- sums of products ---------------------------------------------------------------- */

static void release_sums(sums *s)
{
    PL_VEC_RELEASE(&s->literals, &s->ends);
}

static void add_single(sums *s, const pl_literal *l)
{
    PL_PUSH(&s->literals, l);
    PL_PUSH(&s->ends, s->literals.n);
}

static void append_sums(sums *to, const sums *from)
{
    size_t before = to->literals.n;
    PL_APPEND(&to->literals, from->literals.at, from->literals.n);
    for (size_t i = 0; i < from->ends.n; i++)
        PL_PUSH(&to->ends, before + from->ends.at[i]);
}

/* The alternatives of a and b and both are those of `a`, multiplied out; -1 if there are
 * too many. */
static int multiply(normalizer *z, sums *a, const sums *b, pl_query_at at)
{
    sums product = {0};
    size_t total = a->literals.n * b->ends.n + b->literals.n * a->ends.n;
    if (total > PL_MAX_CONDITIONS)
        return pl_query_fail(z->query, at, z->where, z->err, TOO_MANY, PL_MAX_CONDITIONS);
    for (size_t i = 0; i < a->ends.n; i++)
        for (size_t j = 0; j < b->ends.n; j++) {
            size_t from_a = i > 0 ? a->ends.at[i - 1] : 0;
            size_t from_b = j > 0 ? b->ends.at[j - 1] : 0;
            PL_APPEND(&product.literals, a->literals.at + from_a, a->ends.at[i] - from_a);
            PL_APPEND(&product.literals, b->literals.at + from_b, b->ends.at[j] - from_b);
            PL_PUSH(&product.ends, product.literals.n);
        }
    release_sums(a);
    *a = product;
    return 0;
}

/* Puts `more` into `all`: one more factor, or one more alternative. The first one is just
 * taken. Releases `more`. */
static int combine(normalizer *z, sums *all, sums *more, bool any, bool first,
                   pl_query_at at)
{
    int status = 0;
    if (first) {
        *all = *more;
        return 0;
    }
    if (any && all->literals.n + more->literals.n > PL_MAX_CONDITIONS)
        status =
            pl_query_fail(z->query, at, z->where, z->err, TOO_MANY, PL_MAX_CONDITIONS);
    else if (any)
        append_sums(all, more);
    else
        status = multiply(z, all, more, at);
    release_sums(more);
    return status;
}

/* -- literals ------------------------------------------------------------------------ */

static pl_literal *new_literal(normalizer *z, pl_literal_kind kind, uint8_t a, uint8_t b,
                               pl_query_at at)
{
    pl_literal *l = PL_NEW(&z->query->arena, pl_literal);
    l->kind = kind;
    l->a = a;
    l->b = b;
    l->value = PL_NO_VARIABLE;
    l->at = at;
    l->nodes = (a != PL_NO_VARIABLE ? (uint64_t)1 << a : 0) |
               (b != PL_NO_VARIABLE ? (uint64_t)1 << b : 0);
    return l;
}

static int test_literal(normalizer *z, scope *s, const pl_test *t, bool negated,
                        uint8_t node, sums *to)
{
    bool record = t->kind == PL_TEST_RECORD;
    pl_literal *l = new_literal(z,
                                !t->open ? PL_LITERAL_TEST
                                : record ? PL_LITERAL_RECORD
                                         : PL_LITERAL_VALUE,
                                node, node, t->at);
    l->negated = negated;
    l->test = t;
    l->feature = t->feature;
    if (t->open) {
        l->value = value_variable(z, s, t->number, t->at);
        if (l->value == PL_NO_VARIABLE)
            return -1;
        l->values = (uint64_t)1 << l->value;
    }
    add_single(to, l);
    return 0;
}

/* A test without variables is one literal; else it is taken apart. */
static int test_sums(normalizer *z, scope *s, const pl_test *t, bool negated,
                     uint8_t node, sums *to)
{
    if (!t->open || t->first == NULL)
        return test_literal(z, s, t, negated, node, to);
    bool any = (t->kind == PL_TEST_OR) != negated;
    if (t->kind == PL_TEST_NOT)
        return test_sums(z, s, t->first, !negated, node, to);
    int status = 0;
    for (const pl_test *part = t->first; status == 0 && part != NULL; part = part->next) {
        sums more = {0};
        status = test_sums(z, s, part, negated, node, &more);
        if (status == 0)
            status = combine(z, to, &more, any, part == t->first, part->at);
        else
            release_sums(&more);
    }
    return status;
}

static int condition_sums(normalizer *z, scope *s, const pl_formula *f, sums *to)
{
    uint8_t a = f->a != PL_NONE ? node_variable(z, s, f->a) : PL_NO_VARIABLE;
    uint8_t b = f->b != PL_NONE ? node_variable(z, s, f->b) : PL_NO_VARIABLE;
    pl_literal *l = new_literal(z, PL_LITERAL_CONDITION, a, b, f->at);
    l->row = f->row;
    l->test = f->test;
    l->low = f->low;
    l->high = f->high;
    l->negated = f->negated;
    add_single(to, l);
    return (f->a != PL_NONE && a == PL_NO_VARIABLE) ||
                   (f->b != PL_NONE && b == PL_NO_VARIABLE)
               ? -1
               : 0;
}

/* -- formulas ------------------------------------------------------------------------ */

static int formula_sums(normalizer *z, scope *s, const pl_formula *f, standing around,
                        sums *to);
static int close_scope(normalizer *z, const scope *s, const sums *alternatives,
                       pl_clauses *to);

/* The variables of a set of names that are visible in the scope. */
static int variables_of(normalizer *z, scope *s, names set, uint64_t *nodes,
                        uint64_t *values)
{
    for (uint32_t i = 0; i < z->query->names.n; i++) {
        bool value = is_value(z, i);
        if (((value ? set.values : set.nodes) >> z->bit[i] & 1) == 0)
            continue;
        uint8_t variable = value ? value_variable(z, s, i, z->query->names.at[i].at)
                                 : node_variable(z, s, i);
        if (variable == PL_NO_VARIABLE)
            return -1;
        *(value ? values : nodes) |= (uint64_t)1 << variable;
    }
    return 0;
}

static const char *first_name(const normalizer *z, names set)
{
    for (uint32_t i = 0; i < z->query->names.n; i++) {
        const char *text = z->query->names.at[i].text;
        if ((is_value(z, i) ? set.values : set.nodes) >> z->bit[i] & 1)
            return text != NULL ? text : "a node";
    }
    return "";
}

/* The condition, if the inside of a not is one on nodes that are bound outside, each of which
 * may be named once more; else NULL. */
static const pl_literal *only_condition(const pl_clauses *inner)
{
    const pl_clause *c = inner->at;
    const pl_literal *only = NULL;
    for (size_t i = 0; inner->n == 1 && c->nodes == 0 && i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        if (l->kind == PL_LITERAL_TEST && l->test->kind == PL_TEST_ANY && !l->negated)
            continue;
        if (only != NULL || l->kind != PL_LITERAL_CONDITION)
            return NULL;
        only = l;
    }
    return only;
}

static int not_sums(normalizer *z, scope *s, const pl_formula *f, standing around,
                    sums *to)
{
    names used = formula_names(z, f->first, true).some;
    names outer = common_names(used, around.some);
    names loose = {outer.nodes & ~around.all.nodes, outer.values & ~around.all.values};
    if (loose.nodes | loose.values)
        return fail_at(z, f->at, " is bound in only some of the alternatives outside not",
                       first_name(z, loose));
    pl_literal *l = new_literal(z, PL_LITERAL_NOT, PL_NO_VARIABLE, PL_NO_VARIABLE, f->at);
    scope inside = {.parent = s, .outer = outer};
    memset(inside.node, PL_NO_VARIABLE, sizeof inside.node);
    memset(inside.value, PL_NO_VARIABLE, sizeof inside.value);
    if (variables_of(z, s, outer, &l->nodes, &l->values) < 0)
        return -1;
    inside.outer_nodes = l->nodes;
    inside.outer_values = l->values;
    pl_clauses *clauses = PL_NEW(&z->query->arena, pl_clauses);
    sums alternatives = {0};
    int status = formula_sums(z, &inside, f->first, around, &alternatives);
    if (status == 0)
        status = close_scope(z, &inside, &alternatives, clauses);
    release_sums(&alternatives);
    l->inner = clauses;
    const pl_literal *only = status == 0 ? only_condition(clauses) : NULL;
    if (only != NULL) {
        *l = *only;
        l->negated = !only->negated;
    }
    add_single(to, l);
    return status;
}

/* What each part of a conjunction has around it: the other parts. */
static standing *others(normalizer *z, const pl_formula *f, standing around)
{
    size_t n = 0, i = 0;
    for (const pl_formula *part = f->first; part != NULL; part = part->next)
        n++;
    standing *of = pl_alloc_zero(n, sizeof *of), *seen = pl_alloc_zero(n, sizeof *seen);
    standing before = around, behind = {{0, 0}, {0, 0}};
    for (const pl_formula *part = f->first; part != NULL; part = part->next, i++) {
        of[i] = before;
        seen[i] = formula_names(z, part, false);
        before = join_standing(before, seen[i]);
    }
    for (i = n; i-- > 0;) {
        of[i] = join_standing(of[i], behind);
        behind = join_standing(behind, seen[i]);
    }
    free(seen);
    return of;
}

static int parts_sums(normalizer *z, scope *s, const pl_formula *f, standing around,
                      sums *to)
{
    bool any = f->kind == PL_FORMULA_OR;
    standing *of = any ? NULL : others(z, f, around);
    size_t i = 0;
    int status = 0;
    for (const pl_formula *part = f->first; status == 0 && part != NULL;
         part = part->next, i++) {
        sums more = {0};
        status = formula_sums(z, s, part, any ? around : of[i], &more);
        if (status == 0)
            status = combine(z, to, &more, any, i == 0, part->at);
        else
            release_sums(&more);
    }
    free(of);
    return status;
}

static int formula_sums(normalizer *z, scope *s, const pl_formula *f, standing around,
                        sums *to)
{
    if (f->kind == PL_FORMULA_NOT)
        return not_sums(z, s, f, around, to);
    if (f->kind == PL_FORMULA_CONDITION)
        return condition_sums(z, s, f, to);
    if (f->kind != PL_FORMULA_TEST)
        return parts_sums(z, s, f, around, to);
    uint8_t node = f->a != PL_NONE ? node_variable(z, s, f->a) : PL_NO_VARIABLE;
    if (f->a != PL_NONE && node == PL_NO_VARIABLE)
        return -1;
    return test_sums(z, s, f->test, false, node, to);
}

/* -- clauses ------------------------------------------------------------------------- */

/* Checks that each value variable of a clause is given its value in it, or outside. */
static int check_values(normalizer *z, const scope *s, const pl_clause *c,
                        const sums *alternatives)
{
    uint64_t given = s->outer_values;
    for (size_t i = 0; i < c->n_literals; i++)
        if (c->literals[i].value != PL_NO_VARIABLE && !c->literals[i].negated)
            given |= c->literals[i].values;
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        if ((l->values & ~given) == 0)
            continue;
        const char *name = "a variable";
        for (size_t k = 0; l->test != NULL && k < z->query->names.n; k++)
            if (k == l->test->number)
                name = z->query->names.at[k].text;
        for (size_t k = 0; k < alternatives->literals.n; k++)
            if (alternatives->literals.at[k]->value == l->value &&
                !alternatives->literals.at[k]->negated)
                return fail_at(z, l->at, " has a value in only some of the alternatives",
                               name);
        return fail_at(z, l->at, " only stands negated: nothing gives it a value", name);
    }
    return 0;
}

static int close_clause(normalizer *z, const scope *s, const sums *alternatives,
                        size_t from, size_t to, pl_clause *c)
{
    c->n_literals = to - from;
    c->literals = PL_NEW_ARRAY(&z->query->arena, pl_literal, c->n_literals);
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = alternatives->literals.at[from + i];
        c->literals[i] = *l;
        if (l->kind != PL_LITERAL_NOT)
            c->nodes |= l->nodes;
        c->values |= l->values;
    }
    c->nodes &= ~s->outer_nodes;
    c->values &= ~s->outer_values;
    z->query->n_conditions += (uint32_t)c->n_literals;
    if (z->query->n_conditions > PL_MAX_CONDITIONS)
        return pl_query_fail(z->query, c->literals[0].at, z->where, z->err, TOO_MANY,
                             PL_MAX_CONDITIONS);
    return check_values(z, s, c, alternatives);
}

static int close_scope(normalizer *z, const scope *s, const sums *alternatives,
                       pl_clauses *to)
{
    size_t from = 0;
    int status = 0;
    to->n = alternatives->ends.n;
    to->at = PL_NEW_ARRAY(&z->query->arena, pl_clause, to->n);
    for (size_t i = 0; status == 0 && i < to->n; i++) {
        status =
            close_clause(z, s, alternatives, from, alternatives->ends.at[i], &to->at[i]);
        from = alternatives->ends.at[i];
    }
    return status;
}

/* The counted variables: those with a name, or all if none has one, as they appear. */
static void choose_counted(pl_query *q)
{
    bool named = false;
    for (uint32_t i = 0; i < q->n_variables; i++)
        named |=
            q->variables[i].counted && q->names.at[q->variables[i].name].text != NULL;
    for (uint32_t name = 0; name < q->names.n; name++)
        for (uint32_t i = 0; i < q->n_variables; i++) {
            if (q->variables[i].name != name || !q->variables[i].counted)
                continue;
            const char *text = q->names.at[name].text;
            q->variables[i].counted = !named || text != NULL;
            if (!q->variables[i].counted)
                continue;
            q->counted_names[q->n_counted] =
                text != NULL ? text : pl_arena_printf(&q->arena, "#%u", q->n_counted + 1);
            q->counted[q->n_counted++] = (uint8_t)i;
        }
}

int pl_query_normalize(pl_query *q, pl_query_mistake *where, pl_error *err)
{
    normalizer z = {.query = q, .where = where, .err = err};
    scope top = {0};
    sums alternatives = {0};
    standing nothing = {{0, 0}, {0, 0}};
    memset(top.node, PL_NO_VARIABLE, sizeof top.node);
    memset(top.value, PL_NO_VARIABLE, sizeof top.value);
    number_names(&z);
    int status = formula_sums(&z, &top, q->formula, nothing, &alternatives);
    if (status == 0)
        status = close_scope(&z, &top, &alternatives, &q->clauses);
    if (status == 0)
        choose_counted(q);
    release_sums(&alternatives);
    free(z.bit);
    return status;
}
