/* Candidates from the sets of an index; see candidates.h. */
#include "search/candidates.h"

#include "search/conditions.h"

enum { MOST_TEXTS = 10000 }; /* that fit; with more, a test restricts little */

typedef struct finder {
    pl_query *query;
    pl_index *index;
    pl_pattern_state **patterns; /* [n patterns] */
    pl_error *err;
    bool failed; /* the index is damaged */
} finder;

/* Sets belong to the caller of what gives them; NULL is that of all sentences. */

static pl_set *both(pl_set *a, pl_set *b)
{
    if (a == NULL || b == NULL)
        return a != NULL ? a : b;
    pl_set_and(a, b);
    pl_set_free(b);
    return a;
}

static pl_set *either(pl_set *a, pl_set *b)
{
    if (a != NULL && b != NULL)
        pl_set_or(a, b);
    else
        pl_set_free(a), a = NULL;
    pl_set_free(b);
    return a;
}

/* -- tests ----------------------------------------------------------------------------- */

static pl_set *set_of_text(finder *f, pl_text_kind kind, uint32_t id)
{
    pl_set *s = pl_index_set(f->index, kind, id, f->err);
    f->failed |= s == NULL;
    return s;
}

static pl_set *set_of_string(finder *f, unsigned feature, const char *text)
{
    uint32_t id;
    if (!pl_is_listed(feature, text))
        return NULL;
    return pl_index_find(f->index, pl_query_features[feature].texts, text, &id)
               ? set_of_text(f, pl_query_features[feature].texts, id)
               : pl_set_of(NULL, 0);
}

/* Whether a value fulfils a test that is about one: 1 or 0, -1 if it is too hard to match. */
static int value_fits(finder *f, const pl_test *t, const char *value)
{
    pl_error ignored;
    int got = 0;
    if (t->kind == PL_TEST_STRING)
        return strcmp(t->text, value) == 0;
    if (t->kind == PL_TEST_PATTERN)
        return pl_pattern_match(f->patterns[t->number], value, &ignored);
    for (const pl_test *part = t->first; part != NULL; part = part->next) {
        got = value_fits(f, part, value);
        if (got < 0 || (t->kind == PL_TEST_AND && got == 0) ||
            (t->kind == PL_TEST_OR && got > 0))
            return got;
    }
    return t->kind == PL_TEST_NOT ? !got : got;
}

/* The sets of the texts that fit, joined. A value that is too hard to match is left to the
 * matcher, which says so. */
static pl_set *set_of_values(finder *f, unsigned feature, const pl_test *t)
{
    static const char *const made[] = {PL_NO_VALUE, "ROOT"};
    pl_text_kind kind = pl_query_features[feature].texts;
    PL_VEC(uint32_t) fitting = {0};
    const char *text;
    bool all = false;
    for (int i = 0; i < 2 && !all; i++)
        all = !pl_is_listed(feature, made[i]) && value_fits(f, t, made[i]) != 0;
    for (uint32_t i = 0; !all && (text = pl_index_text(f->index, kind, i)) != NULL; i++) {
        int got = value_fits(f, t, text);
        if (got > 0)
            PL_PUSH(&fitting, i);
        all = got < 0 || fitting.n > MOST_TEXTS;
    }
    pl_set *set = all ? NULL : pl_set_of(NULL, 0);
    for (size_t i = 0; !all && !f->failed && i < fitting.n; i++)
        set = either(set, set_of_text(f, kind, fitting.at[i]));
    PL_VEC_RELEASE(&fitting);
    return set;
}

/* `feature`: that of a label, or of a test that is about one value. */
static pl_set *set_of_test(finder *f, const pl_test *t, unsigned feature)
{
    pl_set *s = NULL;
    if (t->kind == PL_TEST_STRING && feature < PL_N_FEATURES)
        return set_of_string(f, feature, t->text);
    if (feature < PL_N_FEATURES)
        return set_of_values(f, feature, t);
    if (t->kind == PL_TEST_AND)
        for (const pl_test *part = t->first; part != NULL; part = part->next)
            s = both(s, set_of_test(f, part, part->about));
    if (t->kind == PL_TEST_OR) {
        s = pl_set_of(NULL, 0);
        for (const pl_test *part = t->first; part != NULL; part = part->next)
            s = either(s, set_of_test(f, part, part->about));
    }
    return s;
}

/* -- clauses ---------------------------------------------------------------------------- */

/* The label of an edge or an arc; of secondary edges there are no sets. */
static pl_set *set_of_label(finder *f, const pl_literal *l)
{
    bool edge =
        l->row == &pl_conditions[PL_OP_CHILD] || l->row == &pl_conditions[PL_OP_ABOVE];
    bool arc =
        l->row == &pl_conditions[PL_OP_ARC] || l->row == &pl_conditions[PL_OP_ARCS];
    return l->test == NULL || !(edge || arc)
               ? NULL
               : set_of_test(f, l->test, edge ? PL_FEATURE_EDGE : PL_FEATURE_DEPREL);
}

/* The set of a test, and how large it is. */
static pl_set *measure(finder *f, const pl_test *t)
{
    pl_set *s = set_of_test(f, t, t->about);
    if (s != NULL)
        PL_PUSH(&f->query->measured, (struct pl_term_count){t, pl_set_count(s)});
    return s;
}

static pl_set *set_of_clause(finder *f, const pl_clause *c)
{
    pl_set *s = c->impossible ? pl_set_of(NULL, 0) : NULL;
    for (size_t i = 0; i < c->n_literals && !f->failed; i++) {
        const pl_literal *l = &c->literals[i];
        if (l->negated)
            continue;
        if (l->kind == PL_LITERAL_TEST && l->a != PL_NO_VARIABLE)
            s = both(s, measure(f, l->test));
        else if (l->kind == PL_LITERAL_CONDITION)
            s = both(s, set_of_label(f, l));
    }
    return s;
}

/* The sentences that can match one of the clauses; NULL: each can. */
static pl_set *set_of_query(finder *f)
{
    const pl_query *q = f->query;
    pl_set *all = pl_set_of(NULL, 0);
    f->patterns = pl_alloc_zero(q->patterns.n + 1, sizeof *f->patterns);
    for (size_t i = 0; i < q->patterns.n; i++)
        f->patterns[i] = pl_pattern_state_new(q->patterns.at[i]);
    for (size_t i = 0; i < q->clauses.n && !f->failed; i++)
        all = either(all, set_of_clause(f, &q->clauses.at[i]));
    for (size_t i = 0; i < q->patterns.n; i++)
        pl_pattern_state_free(f->patterns[i]);
    free(f->patterns);
    return all;
}

int pl_candidates_find(pl_query *q, pl_index *x, pl_candidates *c, pl_error *err)
{
    finder f = {.query = q, .index = x, .err = err};
    *c = (pl_candidates){.n = pl_index_count(x), .total = pl_index_count(x)};
    q->measured.n = 0;
    q->n_measured = c->total;
    if (!pl_index_has_sets(x))
        return 0;
    pl_set *all = set_of_query(&f);
    if (all != NULL) {
        c->n = pl_set_count(all);
        c->at = pl_alloc_zero(c->n + 1, sizeof *c->at);
        pl_set_list(all, c->at);
    }
    pl_set_free(all);
    return f.failed ? -1 : 0;
}

size_t pl_candidates_next(pl_candidates *c, size_t i)
{
    if (c->at == NULL)
        return i;
    while (c->next < c->n && c->at[c->next] < i)
        c->next++;
    return c->next < c->n ? c->at[c->next] : c->total;
}

void pl_candidates_release(pl_candidates *c)
{
    free(c->at);
    *c = (pl_candidates){0};
}
