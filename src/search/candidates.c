/* Candidates from the sets of an index; see candidates.h. */
#include "search/candidates.h"

#include "search/conditions.h"

enum { MOST_TEXTS = 2000 }; /* that fit a pattern; with more, it restricts little */

typedef struct finder {
    pl_query *query;
    pl_index *index;
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

/* Values that nodes have and the tables do not: what the file does not give, and a root that
 * the tree does not have. Words are always given. */
static const char *const unlisted[] = {PL_NO_VALUE, "ROOT"};

static int n_unlisted(unsigned feature)
{
    return feature == PL_FEATURE_WORD ? 0 : feature == PL_FEATURE_CAT ? 2 : 1;
}

static pl_set *set_of_string(finder *f, unsigned feature, const char *text)
{
    uint32_t id;
    for (int i = 0; i < n_unlisted(feature); i++)
        if (strcmp(text, unlisted[i]) == 0)
            return NULL;
    return pl_index_find(f->index, pl_query_features[feature].texts, text, &id)
               ? set_of_text(f, pl_query_features[feature].texts, id)
               : pl_set_of(NULL, 0);
}

/* The texts that fit, their sets joined. A text that is too hard to match is left to the
 * matcher, which says so. */
static pl_set *set_of_pattern(finder *f, unsigned feature, const pl_pattern *pattern)
{
    pl_pattern_state *s = pl_pattern_state_new(pattern);
    PL_VEC(uint32_t) fitting = {0};
    pl_error err;
    const char *text;
    bool all = false;
    for (int i = 0; i < n_unlisted(feature); i++)
        all |= pl_pattern_match(s, unlisted[i], &err) != 0;
    for (uint32_t i = 0;
         !all &&
         (text = pl_index_text(f->index, pl_query_features[feature].texts, i)) != NULL;
         i++) {
        int got = pl_pattern_match(s, text, &err);
        if (got > 0)
            PL_PUSH(&fitting, i);
        all = got < 0 || fitting.n > MOST_TEXTS;
    }
    pl_set *set = all ? NULL : pl_set_of(NULL, 0);
    for (size_t i = 0; !all && !f->failed && i < fitting.n; i++)
        set =
            either(set, set_of_text(f, pl_query_features[feature].texts, fitting.at[i]));
    PL_VEC_RELEASE(&fitting);
    pl_pattern_state_free(s);
    return set;
}

/* `feature`: of a label, which does not name its own. */
static pl_set *set_of_test(finder *f, const pl_test *t, unsigned feature)
{
    pl_set *s = NULL;
    switch (t->kind) {
    case PL_TEST_STRING:
        return feature < PL_N_FEATURES ? set_of_string(f, feature, t->text) : NULL;
    case PL_TEST_PATTERN:
        return feature < PL_N_FEATURES
                   ? set_of_pattern(f, feature, f->query->patterns.at[t->number])
                   : NULL;
    case PL_TEST_AND:
        for (const pl_test *part = t->first; part != NULL; part = part->next)
            s = both(s, set_of_test(f, part, part->feature));
        return s;
    case PL_TEST_OR:
        s = pl_set_of(NULL, 0);
        for (const pl_test *part = t->first; part != NULL; part = part->next)
            s = either(s, set_of_test(f, part, part->feature));
        return s;
    default:
        return NULL;
    }
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
    pl_set *s = set_of_test(f, t, t->feature);
    if (s != NULL)
        PL_PUSH(&f->query->measured, (struct pl_measured){t, pl_set_count(s)});
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

int pl_candidates_find(pl_query *q, pl_index *x, pl_candidates *c, pl_error *err)
{
    finder f = {.query = q, .index = x, .err = err};
    *c = (pl_candidates){.n = pl_index_count(x), .total = pl_index_count(x)};
    q->measured.n = 0;
    q->n_measured = c->total;
    if (!pl_index_has_sets(x))
        return 0;
    pl_set *all = pl_set_of(NULL, 0);
    for (size_t i = 0; i < q->clauses.n && !f.failed; i++)
        all = either(all, set_of_clause(&f, &q->clauses.at[i]));
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
