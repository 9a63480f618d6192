/* Replaces calls of templates by their bodies: the arguments stand in the place of the
 * parameters, and all other variables get names of their own, so that two calls have
 * nothing in common but what was given to both. */
#include "search/conditions.h"

enum { DEEPEST = 500 }; /* formulas in formulas, templates in templates included */

typedef struct expansion {
    pl_query *query;
    pl_query_names own; /* of the query as it was written */
    uint32_t n_nodes, n_values, n_parts;
    pl_query_mistake *where;
    pl_error *err;
} expansion;

/* What the names of a template stand for, by number. */
typedef struct meaning {
    pl_arg_kind kind;
    uint32_t number; /* of the name in the query, or of the pattern */
    const char *text;
} meaning;

/* Gives the query one more name: its number, or PL_NONE if it has too many. */
static uint32_t add_name(expansion *e, const pl_query_name *name)
{
    bool node = name->kind == PL_NAME_NODE || name->kind == PL_NAME_UNUSED;
    uint32_t *n = node ? &e->n_nodes : &e->n_values;
    if (++*n > PL_MAX_QUERY_NODES) {
        pl_query_fail(e->query, name->at, e->where, e->err,
                      "the query has more than %d %s", PL_MAX_QUERY_NODES,
                      node ? "nodes" : "variables for values");
        return PL_NONE;
    }
    PL_PUSH(&e->query->names, *name);
    return (uint32_t)e->query->names.n - 1;
}

/* The feature that a test is about, if all of it is about one value. */
static uint8_t feature_of(const pl_test *t)
{
    if (t->kind == PL_TEST_STRING || t->kind == PL_TEST_PATTERN)
        return t->feature < PL_N_FEATURES ? t->feature : PL_N_FEATURES;
    uint8_t feature = t->first != NULL ? t->first->about : PL_N_FEATURES;
    for (const pl_test *part = t->first; part != NULL; part = part->next)
        if (part->about != feature)
            return PL_N_FEATURES;
    return feature;
}

static pl_test *copy_test(expansion *e, const pl_test *t, const meaning *names)
{
    pl_test *copy = PL_NEW(&e->query->arena, pl_test), **end = &copy->first;
    *copy = *t;
    copy->first = copy->next = NULL;
    if (t->kind == PL_TEST_VALUE || t->kind == PL_TEST_RECORD) {
        const meaning *m = &names[t->number];
        copy->number = m->number;
        copy->text = m->text;
        copy->kind = m->kind == PL_ARG_STRING    ? PL_TEST_STRING
                     : m->kind == PL_ARG_PATTERN ? PL_TEST_PATTERN
                                                 : t->kind;
        copy->open = m->kind == PL_ARG_NAME;
        copy->about = feature_of(copy);
        return copy;
    }
    if (t->first != NULL)
        copy->open = false;
    for (const pl_test *part = t->first; part != NULL; part = part->next) {
        *end = copy_test(e, part, names);
        copy->open |= (*end)->open;
        end = &(*end)->next;
    }
    copy->about = feature_of(copy);
    return copy;
}

static pl_formula *expand(expansion *e, const pl_formula *f, const meaning *names,
                          unsigned depth);

/* Fills in what the names of a called template mean: 0, or -1 after a failure. */
static int bind_names(expansion *e, const pl_formula *call, const meaning *names,
                      meaning *inside)
{
    const pl_query_template *t = &e->query->templates.at[call->called];
    const pl_arg *arg = call->args;
    for (uint32_t i = 0; i < t->names.n; i++) {
        if (i < t->n_params) {
            inside[i] = (meaning){arg->kind, arg->number, arg->text};
            if (arg->kind == PL_ARG_NAME)
                inside[i] = names[arg->number];
            arg = arg->next;
            continue;
        }
        pl_query_name name = t->names.at[i];
        name.own = false;
        inside[i] = (meaning){PL_ARG_NAME, add_name(e, &name), NULL};
        if (inside[i].number == PL_NONE)
            return -1;
    }
    return 0;
}

static pl_formula *expand_call(expansion *e, const pl_formula *call, const meaning *names,
                               unsigned depth)
{
    const pl_query_template *t = &e->query->templates.at[call->called];
    meaning *inside = pl_alloc_zero(t->names.n + 1, sizeof *inside);
    pl_formula *body = NULL;
    if (bind_names(e, call, names, inside) == 0)
        body = expand(e, t->body, inside, depth + 1);
    free(inside);
    return body;
}

static pl_formula *expand(expansion *e, const pl_formula *f, const meaning *names,
                          unsigned depth)
{
    if (++e->n_parts > PL_MAX_CONDITIONS || depth > DEEPEST) {
        pl_query_fail(e->query, f->at, e->where, e->err,
                      "the query has more than %d conditions when templates are put in "
                      "their places",
                      PL_MAX_CONDITIONS);
        return NULL;
    }
    if (f->kind == PL_FORMULA_CALL)
        return expand_call(e, f, names, depth);
    pl_formula *copy = PL_NEW(&e->query->arena, pl_formula), **end = &copy->first;
    *copy = *f;
    copy->first = copy->next = NULL;
    copy->a = f->a != PL_NONE ? names[f->a].number : PL_NONE;
    copy->b = f->b != PL_NONE ? names[f->b].number : PL_NONE;
    if (f->kind == PL_FORMULA_TEST)
        copy->test = copy_test(e, f->test, names);
    for (const pl_formula *part = f->first; part != NULL; part = part->next) {
        if ((*end = expand(e, part, names, depth + 1)) == NULL)
            return NULL;
        end = &(*end)->next;
    }
    return copy;
}

int pl_query_expand(pl_query *q, pl_query_mistake *where, pl_error *err)
{
    expansion e = {.query = q, .own = q->names, .where = where, .err = err};
    meaning *names = pl_alloc_zero(e.own.n + 1, sizeof *names);
    int status = 0;
    memset(&q->names, 0, sizeof q->names);
    for (uint32_t i = 0; status == 0 && i < e.own.n; i++) {
        names[i] = (meaning){PL_ARG_NAME, add_name(&e, &e.own.at[i]), NULL};
        status = names[i].number == PL_NONE ? -1 : 0;
    }
    if (status == 0) {
        q->formula = expand(&e, q->formula, names, 0);
        status = q->formula == NULL ? -1 : 0;
    }
    PL_VEC_RELEASE(&e.own);
    free(names);
    return status;
}
