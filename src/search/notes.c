/* Notes on queries that found nothing; see notes.h. */
#include "search/notes.h"

#include "base/intern.h"
#include "base/suggest.h"
#include "search/conditions.h"

enum { MOST_VALUES = 20000 }; /* remembered of each feature, to find the nearest */

typedef struct wanted {
    unsigned feature;
    const char *text;
    bool seen; /* where not all values are remembered */
} wanted;

struct pl_notes {
    unsigned used;  /* features that the query mentions, as bits */
    unsigned given; /* those that a sentence had */
    pl_intern values[PL_N_FEATURES];
    PL_VEC(wanted) strings; /* values that the query asks for */
};

/* -- what the query mentions --------------------------------------------------------- */

static void note_test(pl_notes *n, const pl_test *t, unsigned feature)
{
    for (; t != NULL; t = t->next) {
        unsigned of = feature < PL_N_FEATURES ? feature : t->feature;
        if (t->first != NULL) {
            note_test(n, t->first, feature);
            continue;
        }
        bool value = t->kind == PL_TEST_STRING || t->kind == PL_TEST_PATTERN ||
                     t->kind == PL_TEST_VALUE;
        if (!value || of >= PL_N_FEATURES)
            continue;
        n->used |= 1u << of;
        if (t->kind == PL_TEST_STRING)
            PL_PUSH(&n->strings, (wanted){of, t->text, false});
    }
}

static void note_formula(pl_notes *n, const pl_formula *f)
{
    for (; f != NULL; f = f->next) {
        if (f->kind == PL_FORMULA_TEST) {
            note_test(n, f->test, PL_N_FEATURES);
        } else if (f->kind == PL_FORMULA_CONDITION) {
            bool arc = f->row == &pl_conditions[PL_OP_ARC] ||
                       f->row == &pl_conditions[PL_OP_ARCS];
            if (f->row != &pl_conditions[PL_OP_SECONDARY])
                note_test(n, f->test, arc ? PL_FEATURE_DEPREL : PL_FEATURE_EDGE);
        }
        note_formula(n, f->first);
    }
}

pl_notes *pl_notes_new(const pl_query *q)
{
    pl_notes *n = pl_alloc_zero(1, sizeof *n);
    note_formula(n, q->formula);
    return n;
}

void pl_notes_free(pl_notes *n)
{
    if (n == NULL)
        return;
    for (unsigned i = 0; i < PL_N_FEATURES; i++)
        pl_intern_release(&n->values[i]);
    PL_VEC_RELEASE(&n->strings);
    free(n);
}

/* -- what there is ------------------------------------------------------------------- */

static void add_value(pl_notes *n, unsigned feature, const char *value)
{
    if (strcmp(value, PL_NO_VALUE) != 0)
        n->given |= 1u << feature;
    if (n->values[feature].n < MOST_VALUES)
        pl_intern_add(&n->values[feature], value);
    else
        for (size_t i = 0; i < n->strings.n; i++)
            n->strings.at[i].seen |= n->strings.at[i].feature == feature &&
                                     strcmp(n->strings.at[i].text, value) == 0;
}

void pl_notes_add(pl_notes *n, const pl_view *v)
{
    for (unsigned f = 0; f < PL_N_FEATURES; f++)
        for (uint32_t i = 0; n->used >> f & 1 && i < v->n; i++) {
            const char *value = pl_feature_get(f, v, i);
            if (value != NULL)
                add_value(n, f, value);
        }
}

void pl_notes_add_index(pl_notes *n, const pl_index *x)
{
    const char *text;
    for (unsigned f = 0; f < PL_N_FEATURES; f++) {
        if ((n->used >> f & 1) == 0)
            continue;
        add_value(n, f, PL_NO_VALUE);
        if (f == PL_FEATURE_CAT) /* of words without a tree */
            add_value(n, f, "ROOT");
        for (uint32_t i = 0;
             (text = pl_index_text(x, pl_query_features[f].texts, i)) != NULL; i++)
            add_value(n, f, pl_value_given(text));
    }
}

void pl_notes_join(pl_notes *n, const pl_notes *other)
{
    n->given |= other->given;
    for (size_t i = 0; i < n->strings.n; i++)
        n->strings.at[i].seen |= other->strings.at[i].seen;
    for (unsigned f = 0; f < PL_N_FEATURES; f++)
        for (uint32_t i = 0; i < other->values[f].n; i++)
            add_value(n, f, other->values[f].at[i]);
}

/* -- what is said -------------------------------------------------------------------- */

static bool said_before(const pl_notes *n, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (n->strings.at[k].feature == n->strings.at[i].feature &&
            strcmp(n->strings.at[k].text, n->strings.at[i].text) == 0)
            return true;
    return false;
}

/* The nearest value; among equals the first in the order of bytes, so that it does not
 * matter which thread saw which sentence. */
static const char *nearest(const pl_intern *values, const char *text)
{
    pl_suggestion best = {0};
    for (uint32_t i = 0; i < values->n; i++) {
        pl_suggestion one = {0};
        pl_suggest(&one, text, strlen(text), values->at[i]);
        if (one.name != NULL &&
            (best.name == NULL || one.distance < best.distance ||
             (one.distance == best.distance && strcmp(one.name, best.name) < 0)))
            best = one;
    }
    return best.name;
}

void pl_notes_say(const pl_notes *n, void (*say)(void *context, const char *note),
                  void *context)
{
    pl_str note = {0};
    for (unsigned f = 0; f < PL_N_FEATURES; f++)
        if (n->used >> f & 1 && (n->given >> f & 1) == 0) {
            pl_str_clear(&note);
            pl_str_printf(&note, "no %s", pl_query_features[f].plural);
            say(context, note.at);
        }
    for (size_t i = 0; i < n->strings.n; i++) {
        unsigned f = n->strings.at[i].feature;
        const char *text = n->strings.at[i].text;
        if ((n->given >> f & 1) == 0 || n->strings.at[i].seen || said_before(n, i) ||
            pl_intern_find(&n->values[f], text) != PL_NONE)
            continue;
        const char *like = nearest(&n->values[f], text);
        pl_str_clear(&note);
        pl_str_printf(&note, "no %s \"%s\"", pl_query_features[f].name, text);
        if (like != NULL)
            pl_str_printf(&note, "; did you mean \"%s\"?", like);
        say(context, note.at);
    }
    pl_str_release(&note);
}
