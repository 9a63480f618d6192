/* Learned ends of sentences; see boundaries.h. */
#include "text/boundaries.h"

#include "text/letters.h"

#include <stdlib.h>

/* -- what is seen ----------------------------------------------------------------------- */

/* A letter for each run of characters of one kind, signs as they are: A3 is "A0". */
static uint64_t shape_of(const char *text, size_t at, size_t end)
{
    enum { MOST = 8 };
    char shape[MOST] = {0};
    size_t n = 0, length;
    for (; at < end && n < MOST; at += length) {
        unsigned k = pl_kind_at(text, at, end, &length);
        char c = k & PL_UPPER ? 'A' : k & PL_LOWER ? 'a' : k & PL_DIGIT ? '0' : text[at];
        if (n == 0 || shape[n - 1] != c)
            shape[n++] = c;
    }
    return pl_hash(shape, n) | 1;
}

static uint8_t length_of(const pl_span *s)
{
    enum { MOST = 6 };
    return s->end - s->begin < MOST ? (uint8_t)(s->end - s->begin) : MOST;
}

static char bracket_of(const char *text, const pl_span *s)
{
    char c = text[s->begin];
    if (s->end - s->begin != 1)
        return 0;
    return c == '(' || c == '[' ? '(' : c == ')' || c == ']' ? ')' : c == '"' ? '"' : 0;
}

void pl_signs_set(pl_signs *signs, const char *text, const pl_spans *tokens,
                  const bool *by_rules)
{
    signs->n = 0;
    for (size_t i = 0; i < tokens->n; i++) {
        const pl_span *s = &tokens->at[i];
        char small[PL_MAX_KEY];
        size_t n = s->end - s->begin, length;
        unsigned first = pl_kind_at(text, s->begin, s->end, &length);
        pl_sign sign = {.form = pl_hash(text + s->begin, n) | 1,
                        .shape = shape_of(text, s->begin, s->end),
                        .length = length_of(s),
                        .capital = first & PL_UPPER,
                        .spaced = i + 1 < tokens->n && tokens->at[i + 1].begin > s->end,
                        .by_rules = by_rules[i],
                        .bracket = bracket_of(text, s)};
        sign.small = first & PL_UPPER && pl_rules_key(text + s->begin, n, true, small)
                         ? pl_hash_text(small)
                         : sign.form;
        PL_PUSH(signs, sign);
    }
}

void pl_signs_step(pl_signs *signs, size_t i, bool begins)
{
    enum { FAR = 15, DEEP = 2 };
    const pl_sign *last = begins || i == 0 ? &(pl_sign){0} : &signs->at[i - 1];
    pl_sign *s = &signs->at[i];
    s->since = begins || i == 0 ? 0 : last->since < FAR ? last->since + 1 : FAR;
    s->depth = last->depth;
    s->quoted = last->quoted != (s->bracket == '"');
    if (s->bracket == '(' && s->depth < DEEP)
        s->depth++;
    if (s->bracket == ')' && s->depth > 0)
        s->depth--;
}

/* -- features ---------------------------------------------------------------------------- */

/* Lengths that are told apart: 0 to 5, 6 to 8, 9 to 14, more. */
static uint64_t stage(uint8_t since)
{
    return since < 6 ? since : since < 9 ? 6 : since < 15 ? 9 : 15;
}

uint32_t pl_boundary_features(const pl_signs *signs, size_t i,
                              uint64_t out[PL_BOUNDARY_FEATURES])
{
    static const pl_sign none = {0};
    const pl_sign *a = &signs->at[i], *b = a + 1;
    const pl_sign *before = i > 0 ? a - 1 : &none;
    const pl_sign *after = i + 2 < signs->n ? a + 2 : &none;
    uint64_t rules = a->by_rules, length = stage(a->since);
    uint64_t seam = pl_mix(a->shape + a->spaced) + b->shape;
    uint64_t end = pl_mix(a->form + a->spaced);
    pl_hashed l = {.out = out};
    pl_hashed_one(&l, a->form);
    pl_hashed_one(&l, b->form);
    pl_hashed_two(&l, before->form, a->form);
    pl_hashed_two(&l, b->form, after->form);
    pl_hashed_two(&l, a->form, b->form);
    pl_hashed_one(&l, seam);
    pl_hashed_two(&l, a->shape, a->length);
    pl_hashed_one(&l, b->shape);
    pl_hashed_three(&l, seam, before->shape, after->shape);
    pl_hashed_two(&l, end, b->shape);
    pl_hashed_three(&l, a->shape, a->spaced, b->form);
    pl_hashed_two(&l, length, a->spaced);
    pl_hashed_two(&l, length, a->form);
    pl_hashed_two(&l, length, seam);
    pl_hashed_three(&l, a->depth, a->shape, a->spaced);
    pl_hashed_two(&l, a->quoted, seam);
    pl_hashed_three(&l, end, before->shape, b->shape);
    pl_hashed_two(&l, seam, after->shape);
    pl_hashed_three(&l, b->small, a->shape, a->spaced);
    pl_hashed_three(&l, a->length == 1 ? a->form : 0, b->capital, after->capital);
    pl_hashed_one(&l, rules);
    pl_hashed_three(&l, rules, a->form, b->shape);
    pl_hashed_two(&l, rules, length);
    pl_hashed_two(&l, rules, b->small);
    return l.n;
}

void pl_boundaries_find(const pl_classifier *c, pl_signs *signs, const bool *fixed,
                        bool *ends)
{
    static const pl_names both = {0, PL_N_BOUNDARIES};
    uint64_t features[PL_BOUNDARY_FEATURES];
    pl_arena m = {0};
    int32_t *sums = pl_classifier_sums(c, &m);
    for (size_t i = 0; i < signs->n; i++) {
        pl_signs_step(signs, i, i == 0 || ends[i - 1]);
        ends[i] = i + 1 == signs->n || (fixed != NULL && fixed[i]);
        if (!ends[i])
            ends[i] = pl_classifier_best(c, features, pl_boundary_features(signs, i, features),
                                         both, sums) == PL_SENTENCE_ENDS;
    }
    pl_arena_release(&m);
}
