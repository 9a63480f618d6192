/* Plans; see query_plan.h. */
#include "search/query_plan.h"

/* -- gaps ------------------------------------------------------------------------------ */

/* Which node of a literal is discontinuous wherever it holds. */
static unsigned gap_of(const pl_literal *l)
{
    if (l->kind != PL_LITERAL_CONDITION || l->negated)
        return PL_NO_GAP;
    uint32_t least = strcmp(l->row->name, "blocks") == 0 ? 2 : 1;
    bool measure = l->row->form == PL_FORM_MEASURE && l->low >= least;
    return measure && (least == 2 || strncmp(l->row->name, "gap", 3) == 0) ? PL_GAP_A
                                                                           : l->row->gap;
}

static bool has_gap(const pl_clause *c, uint8_t variable)
{
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        unsigned gap = gap_of(l);
        if ((gap & PL_GAP_A && l->a == variable) || (gap & PL_GAP_B && l->b == variable))
            return true;
    }
    return false;
}

/* -- estimates ----------------------------------------------------------------------- */

/* The share of nodes that have one given value of a feature, and that match a pattern. */
static const struct share {
    double value, pattern;
} shares[PL_N_VALUES] = {
    [PL_FEATURE_WORD] = {0.002, 0.03},  [PL_FEATURE_POS] = {0.03, 0.15},
    [PL_FEATURE_LEMMA] = {0.003, 0.03}, [PL_FEATURE_MORPH] = {0.03, 0.15},
    [PL_FEATURE_COARSE] = {0.1, 0.2},   [PL_FEATURE_DEPREL] = {0.05, 0.15},
    [PL_FEATURE_CAT] = {0.08, 0.2},     [PL_FEATURE_EDGE] = {0.08, 0.2},
    [PL_FEATURE_ID] = {0.001, 0.1},
};

static double share_of(const pl_test *t)
{
    double share = 1, rest = 1;
    switch (t->kind) {
    case PL_TEST_KIND:
        return t->kinds == PL_WORDS ? 0.6 : 0.4;
    case PL_TEST_STRING:
        return shares[t->feature].value;
    case PL_TEST_PATTERN:
        return shares[t->feature].pattern;
    case PL_TEST_NOT:
        return 1 - share_of(t->first);
    case PL_TEST_AND:
        for (const pl_test *part = t->first; part != NULL; part = part->next) {
            double of = share_of(part);
            share = of < share ? of : share;
        }
        return share;
    case PL_TEST_OR:
        for (const pl_test *part = t->first; part != NULL; part = part->next)
            rest *= 1 - share_of(part);
        return 1 - rest;
    default:
        return 1;
    }
}

/* The sentences of an index that have a node of which the test holds; SIZE_MAX: unknown. */
static size_t measured(const pl_query *q, const pl_test *t)
{
    for (size_t i = 0; i < q->measured.n; i++)
        if (q->measured.at[i].test == t)
            return q->measured.at[i].sentences;
    return SIZE_MAX;
}

/* The same for all that is said of a variable: no more than the rarest of it. */
static size_t sentences_with(const pl_query *q, const pl_clause *c, uint8_t variable)
{
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        if (l->kind == PL_LITERAL_TEST && l->a == variable && !l->negated) {
            size_t n = measured(q, l->test);
            least = n < least ? n : least;
        }
    }
    return least;
}

/* The share of nodes that fulfil all that is said of a variable alone. An index tells in how
 * many sentences there is such a node, which is taken for the number of nodes. */
static double share_of_variable(const pl_query *q, const pl_clause *c, uint8_t variable)
{
    double share = has_gap(c, variable) ? 0.05 : 1;
    size_t sentences = sentences_with(q, c, variable);
    if (sentences != SIZE_MAX && q->n_measured > 0)
        return share * (double)sentences / (double)q->n_measured /
               pl_walks[PL_WALK_ALL].reach;
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        if (l->a != variable)
            continue;
        if (l->kind == PL_LITERAL_TEST) {
            double of = share_of(l->test);
            share *= l->negated ? 1 - of : of;
        } else if (l->kind == PL_LITERAL_CONDITION && l->a == l->b && !l->negated) {
            share *= 0.3;
        }
    }
    return share;
}

/* -- kinds --------------------------------------------------------------------------- */

/* The kinds of nodes of which the test can hold (or, negated, fail). */
static unsigned kinds_of(const pl_test *t, bool negated)
{
    unsigned kinds = PL_ANY_KIND;
    bool any = (t->kind == PL_TEST_OR) != negated;
    if (t->kind == PL_TEST_KIND)
        return negated ? PL_ANY_KIND & ~t->kinds : t->kinds;
    if (t->kind == PL_TEST_ANY)
        return negated ? PL_NO_KIND : PL_ANY_KIND;
    if (t->kind == PL_TEST_NOT)
        return kinds_of(t->first, !negated);
    if (t->first == NULL)
        return negated ? PL_ANY_KIND : pl_query_features[t->feature].kinds;
    if (any)
        kinds = PL_NO_KIND;
    for (const pl_test *part = t->first; part != NULL; part = part->next)
        kinds = any ? kinds | kinds_of(part, negated) : kinds & kinds_of(part, negated);
    return kinds;
}

/* The kinds of a variable by what is said of it and its conditions. */
static unsigned own_kinds(const pl_clause *c, uint8_t variable)
{
    unsigned kinds = PL_ANY_KIND;
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        if (l->kind == PL_LITERAL_TEST && l->a == variable)
            kinds &= kinds_of(l->test, l->negated);
        else if (l->kind == PL_LITERAL_VALUE && l->a == variable && !l->negated)
            kinds &= pl_query_features[l->feature].kinds;
        else if (l->kind == PL_LITERAL_CONDITION && !l->negated) {
            if (l->a == variable)
                kinds &= l->row->kinds_a;
            if (l->b == variable)
                kinds &= l->row->kinds_b;
            if (l->a == variable && l->row->form == PL_FORM_MEASURE && l->low > 0 &&
                strcmp(l->row->name, "arity") == 0)
                kinds &= PL_CONSTITUENTS;
        }
    }
    return kinds;
}

static bool has_record(const pl_literal *l, uint8_t variable)
{
    return l->kind == PL_LITERAL_RECORD && l->a == variable && !l->negated;
}

/* Nodes with the same record are of one kind. */
unsigned pl_clause_kinds(const pl_clause *c, uint8_t variable)
{
    unsigned kinds = own_kinds(c, variable);
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        for (size_t k = 0; has_record(l, variable) && k < c->n_literals; k++) {
            const pl_literal *other = &c->literals[k];
            if (other->value == l->value && has_record(other, other->a))
                kinds &= own_kinds(c, other->a);
        }
    }
    return kinds;
}

/* -- the order of nodes -------------------------------------------------------------- */

typedef struct way {
    const pl_literal *by; /* the condition that gives the walk, NULL: none */
    pl_walk_kind walk;
    double reach; /* of the walk, as far as it is known */
} way;

static bool joins(const pl_literal *l)
{
    return l->kind == PL_LITERAL_CONDITION && !l->negated && l->a != l->b &&
           l->a != PL_NO_VARIABLE && l->b != PL_NO_VARIABLE;
}

static pl_walk_kind walk_of(const pl_literal *l, bool to_b)
{
    return to_b ? l->row->to_b : l->row->to_a;
}

/* Whether the clause has the same condition the other way round. */
static bool is_mutual(const pl_clause *c, const pl_literal *l)
{
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *m = &c->literals[i];
        if (joins(m) && m->row == l->row && m->a == l->b && m->b == l->a)
            return true;
    }
    return false;
}

/* The walk to one side of a condition. Nodes that include each other have the same words;
 * those at one distance are few. */
static way way_by(const pl_clause *c, const pl_literal *l, bool to_b)
{
    pl_walk_kind walk = walk_of(l, to_b);
    if (walk == PL_WALK_AROUND && is_mutual(c, l))
        walk = PL_WALK_CHAIN;
    bool near = l->row == &pl_conditions[PL_OP_PRECEDES] && l->low == l->high;
    return (way){l, walk, near ? pl_walks[PL_WALK_NEXT].reach : pl_walks[walk].reach};
}

/* The best walk to a variable from those that are bound. */
static way find_way(const pl_clause *c, uint8_t variable, uint64_t bound)
{
    pl_walk_kind all = has_gap(c, variable) ? PL_WALK_GAPS : PL_WALK_ALL;
    way best = {NULL, all, pl_walks[all].reach};
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        bool to_b = l->b == variable;
        if (!joins(l) || !(to_b || l->a == variable) ||
            (bound >> (to_b ? l->a : l->b) & 1) == 0)
            continue;
        way w = way_by(c, l, to_b);
        if (w.reach < best.reach)
            best = w;
    }
    return best;
}

/* Whether a condition leads to the variable, but not from it: then the other one is better
 * chosen first. */
static bool is_end(const pl_clause *c, uint8_t variable)
{
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        bool from_a = l->a == variable;
        if (joins(l) && (from_a || l->b == variable) &&
            walk_of(l, from_a) == PL_WALK_ALL && walk_of(l, !from_a) != PL_WALK_ALL)
            return true;
    }
    return false;
}

/* How many nodes are expected when the variable comes next; others of the clause that
 * conditions join with it make it a little better than one that stands alone. */
static double cost(const pl_query *q, const pl_clause *c, uint8_t variable,
                   uint64_t bound)
{
    way w = find_way(c, variable, bound);
    double reach = w.by != NULL ? w.reach : pl_walks[PL_WALK_ALL].reach;
    double nodes = reach * share_of_variable(q, c, variable);
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        uint64_t self = (uint64_t)1 << variable;
        if (l->nodes & self && (l->nodes & ~self & bound) && !l->negated)
            nodes *= 0.5;
    }
    return nodes * (q->variables[variable].counted ? 1 : 1.01) *
           (is_end(c, variable) ? 1.005 : 1);
}

static void add_step(pl_query *q, const pl_clause *c, pl_step *s, uint64_t bound)
{
    double best = 0;
    s->variable = s->behind = PL_NO_VARIABLE;
    for (uint32_t v = 0; v < q->n_variables; v++) {
        if (((c->nodes & ~bound) >> v & 1) == 0)
            continue;
        double nodes = cost(q, c, (uint8_t)v, bound);
        if (s->variable == PL_NO_VARIABLE || nodes < best) {
            s->variable = (uint8_t)v;
            best = nodes;
        }
    }
    way w = find_way(c, s->variable, bound);
    s->way = w.by;
    s->walk = w.walk;
    s->from = s->way == NULL             ? PL_NO_VARIABLE
              : s->way->a == s->variable ? s->way->b
                                         : s->way->a;
    s->slot = (uint16_t)q->n_slots++;
    s->sentences = sentences_with(q, c, s->variable);
    s->expected = pl_walks[PL_WALK_ALL].reach * share_of_variable(q, c, s->variable);
}

/* -- the checks ---------------------------------------------------------------------- */

/* Cheap checks come first; a literal that gives a variable its value before those that
 * ask for it. */
static int rank(const pl_literal *l)
{
    return l->binds                          ? 0
           : l->kind == PL_LITERAL_CONDITION ? 1
           : l->kind == PL_LITERAL_NOT       ? 3
                                             : 2;
}

typedef struct moment {
    uint32_t step;  /* n_steps: none; the literal is checked before the first */
    uint64_t steps; /* all that it depends on */
} moment;

/* When everything that a literal needs is there. */
static moment ready(const pl_literal *l, const uint32_t *step_of, const uint32_t *given)
{
    moment m = {0, 0};
    for (unsigned v = 0; v < PL_MAX_QUERY_NODES; v++)
        for (int kind = 0; kind < 2; kind++) {
            uint64_t needs = kind == 0 ? l->nodes : l->values;
            uint32_t step = (kind == 0 ? step_of : given)[v];
            if ((needs >> v & 1) == 0 || step == 0)
                continue;
            m.steps |= (uint64_t)1 << (step - 1);
            m.step = step > m.step ? step : m.step;
        }
    return m;
}

/* The step (from 1; 0 is before the first) at which each value variable gets its value; the
 * literal that gives it is marked. */
static void choose_givers(pl_clause *c, const uint32_t *step_of, uint32_t *given)
{
    for (unsigned v = 0; v < PL_MAX_QUERY_NODES; v++) {
        pl_literal *giver = NULL;
        if ((c->values >> v & 1) == 0)
            continue;
        for (size_t i = 0; i < c->n_literals; i++) {
            pl_literal *l = &c->literals[i];
            if (l->value != v || l->negated)
                continue;
            uint32_t step = l->a != PL_NO_VARIABLE ? step_of[l->a] : 0;
            if (giver == NULL || step < given[v]) {
                giver = l;
                given[v] = step;
            }
        }
        if (giver != NULL)
            giver->binds = true;
    }
}

static void append(pl_arena *m, const pl_literal ***list, uint32_t *n, size_t most,
                   const pl_literal *l)
{
    if (*list == NULL)
        *list = PL_NEW_ARRAY(m, const pl_literal *, most);
    uint32_t i = (*n)++;
    for (; i > 0 && rank((*list)[i - 1]) > rank(l); i--)
        (*list)[i] = (*list)[i - 1];
    (*list)[i] = l;
}

/* Takes a test apart as far as it is a conjunction: its kinds are among those of the step
 * already, and one value is compared before anything else is asked. */
static void add_test(pl_arena *m, pl_step *s, const pl_test *t, bool negated)
{
    if (t->kind == PL_TEST_AND && !negated) {
        for (const pl_test *part = t->first; part != NULL; part = part->next)
            add_test(m, s, part, false);
    } else if (t->kind == PL_TEST_STRING && !negated && s->text == NULL) {
        s->feature = t->feature;
        s->text = t->text;
    } else if ((t->kind != PL_TEST_KIND && t->kind != PL_TEST_ANY) || negated) {
        pl_step_test *test = PL_NEW(m, pl_step_test);
        *test = (pl_step_test){t, negated, s->tests};
        s->tests = test;
    }
}

static uint32_t size_of(const uint32_t *sizes, uint32_t step)
{
    return sizes[step] > 0 ? sizes[step] : 1;
}

/* Whether the literal says no more than that the node of the step begins behind another. */
static bool is_behind(const pl_literal *l, const pl_step *s)
{
    return l->row == &pl_conditions[PL_OP_PRECEDES] && !l->negated && l->low == 1 &&
           l->high == PL_NO_LIMIT && l->b == s->variable && l->a != s->variable;
}

static void place_literals(pl_query *q, pl_clause *c, const uint32_t *step_of)
{
    uint32_t given[PL_MAX_QUERY_NODES] = {0}, sizes[PL_MAX_QUERY_NODES + 1] = {0};
    choose_givers(c, step_of, given);
    for (size_t i = 0; i < c->n_literals; i++)
        sizes[ready(&c->literals[i], step_of, given).step]++;
    for (size_t i = 0; i < c->n_literals; i++) {
        const pl_literal *l = &c->literals[i];
        moment m = ready(l, step_of, given);
        if (l->kind == PL_LITERAL_TEST && l->test->kind == PL_TEST_ANY && !l->negated)
            continue; /* it said that there is such a node */
        if (m.step == 0) {
            append(&q->arena, &c->before, &c->n_before, size_of(sizes, 0), l);
            continue;
        }
        pl_step *s = &c->steps[m.step - 1];
        if (l->kind == PL_LITERAL_TEST) {
            add_test(&q->arena, s, l->test, l->negated);
            continue;
        }
        s->depends |= m.steps & ~((uint64_t)1 << (m.step - 1));
        if (l != s->way && pl_walks[s->walk].pass != NULL &&
            s->behind == PL_NO_VARIABLE && is_behind(l, s))
            s->behind = l->a;
        else if (l != s->way || l->test != NULL || !pl_walks[s->walk].exact)
            append(&q->arena, &s->checks, &s->n_checks, size_of(sizes, m.step), l);
    }
}

/* -- plans --------------------------------------------------------------------------- */

static void plan_clauses(pl_query *q, pl_clauses *clauses, uint64_t outer);

static bool needs_edge(const pl_literal *l)
{
    return l->kind == PL_LITERAL_CONDITION && !l->negated &&
           l->row == &pl_conditions[PL_OP_SECONDARY];
}

static bool is_plain(const pl_step *s)
{
    return (pl_walks[s->walk].gives & ~s->kinds) == 0 && s->text == NULL && !s->gap &&
           s->tests == NULL;
}

static void plan_clause(pl_query *q, pl_clause *c, uint64_t outer)
{
    uint32_t step_of[PL_MAX_QUERY_NODES] = {0}; /* from 1; 0: bound before */
    uint64_t bound = outer;
    for (uint64_t left = c->nodes; left != 0; left &= left - 1)
        c->n_steps++;
    c->steps = PL_NEW_ARRAY(&q->arena, pl_step, c->n_steps);
    for (uint32_t i = 0; i < c->n_steps; i++) {
        pl_step *s = &c->steps[i];
        add_step(q, c, s, bound);
        if (s->from != PL_NO_VARIABLE && step_of[s->from] > 0)
            s->depends |= (uint64_t)1 << (step_of[s->from] - 1);
        bound |= (uint64_t)1 << s->variable;
        step_of[s->variable] = i + 1;
        if (q->variables[s->variable].counted)
            c->n_enumerated = i + 1;
        s->kinds = (uint8_t)pl_clause_kinds(c, s->variable);
        s->gap = has_gap(c, s->variable);
        c->impossible |= s->kinds == PL_NO_KIND;
    }
    place_literals(q, c, step_of);
    for (uint32_t i = 0; i < c->n_steps; i++)
        c->steps[i].plain = is_plain(&c->steps[i]);
    for (size_t i = 0; i < c->n_literals; i++) {
        c->needs_gap |= gap_of(&c->literals[i]) != PL_NO_GAP;
        c->needs_edge |= needs_edge(&c->literals[i]);
        if (c->literals[i].kind == PL_LITERAL_NOT)
            plan_clauses(q, c->literals[i].inner, c->literals[i].nodes);
    }
}

/* A not that stands in several alternatives is planned once. */
static void plan_clauses(pl_query *q, pl_clauses *clauses, uint64_t outer)
{
    for (size_t i = 0; !clauses->planned && i < clauses->n; i++)
        plan_clause(q, &clauses->at[i], outer);
    clauses->planned = true;
}

void pl_query_plan(pl_query *q)
{
    plan_clauses(q, &q->clauses, 0);
}

/* As they were before they were planned. */
static void forget_plans(pl_clauses *clauses)
{
    clauses->planned = false;
    for (size_t i = 0; i < clauses->n; i++) {
        pl_clause *c = &clauses->at[i];
        c->n_steps = c->n_enumerated = c->n_before = 0;
        c->before = NULL;
        for (size_t k = 0; k < c->n_literals; k++) {
            c->literals[k].binds = false;
            if (c->literals[k].kind == PL_LITERAL_NOT)
                forget_plans(c->literals[k].inner);
        }
    }
}

void pl_query_replan(pl_query *q)
{
    forget_plans(&q->clauses);
    q->n_slots = 0;
    pl_query_plan(q);
}
