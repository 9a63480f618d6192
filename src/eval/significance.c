/* Resampling; see significance.h. */
#include "eval/significance.h"

#include "base/hash.h"

#include <math.h>
#include <stdlib.h>

typedef struct sums {
    uint64_t part_a, whole_a, part_b, whole_b;
} sums;

static double difference(const sums *s)
{
    return pl_percent(s->part_b, s->whole_b) - pl_percent(s->part_a, s->whole_a);
}

static void add(sums *s, pl_ratio a, pl_ratio b)
{
    s->part_a += a.part;
    s->whole_a += a.whole;
    s->part_b += b.part;
    s->whole_b += b.whole;
}

/* Sentences where swapping changes something, as what it changes: b - a. */
typedef struct swap {
    int32_t part, whole;
} swap;

/* The share of random swaps with a difference at least as large as the real one; the
 * real one counts as one of them, so that p is never 0. */
static double randomization(const pl_ratio *a, const pl_ratio *b, size_t n,
                            size_t samples, const sums *real, pl_rng *rng)
{
    swap *swaps = pl_alloc((n > 0 ? n : 1) * sizeof *swaps);
    size_t n_swaps = 0, as_large = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i].part != b[i].part || a[i].whole != b[i].whole)
            swaps[n_swaps++] = (swap){(int32_t)(b[i].part - a[i].part),
                                      (int32_t)(b[i].whole - a[i].whole)};
    /* Differences of doubles that are equal in theory may differ in the last bits. */
    double limit = fabs(difference(real)) - 1e-9;
    for (size_t k = 0; k < samples; k++) {
        uint64_t part = 0, whole = 0; /* may be negative: sums wrap around */
        for (size_t i = 0; i < n_swaps; i += 64) {
            uint64_t coins = pl_rng_next(rng);
            size_t end = i + 64 < n_swaps ? i + 64 : n_swaps;
            for (size_t j = i; j < end; j++, coins >>= 1) {
                int64_t mask = -(int64_t)(coins & 1);
                part += (uint64_t)(swaps[j].part & mask);
                whole += (uint64_t)(swaps[j].whole & mask);
            }
        }
        sums s = {real->part_a + part, real->whole_a + whole, real->part_b - part,
                  real->whole_b - whole};
        as_large += fabs(difference(&s)) >= limit;
    }
    free(swaps);
    return (double)(as_large + 1) / (double)(samples + 1);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The middle 95% of the differences on sentences drawn with replacement. Samples in
 * which a score is undefined (none of the sentences drawn has a bracket) are left out. */
static void bootstrap(const pl_ratio *a, const pl_ratio *b, size_t n, size_t samples,
                      pl_rng *rng, pl_comparison *c)
{
    double *values = pl_alloc((samples > 0 ? samples : 1) * sizeof *values);
    size_t n_values = 0;
    for (size_t k = 0; k < samples; k++) {
        sums s = {0};
        for (size_t i = 0; i < n; i++) {
            uint32_t pick = pl_rng_below(rng, (uint32_t)n);
            add(&s, a[pick], b[pick]);
        }
        double d = difference(&s);
        if (!isnan(d))
            values[n_values++] = d;
    }
    c->low = c->high = NAN;
    if (n_values > 0) {
        qsort(values, n_values, sizeof *values, by_value);
        c->low = values[(size_t)(0.025 * (double)(n_values - 1))];
        c->high = values[(size_t)(0.975 * (double)(n_values - 1) + 0.5)];
    }
    free(values);
}

pl_comparison pl_compare(const pl_ratio *a, const pl_ratio *b, size_t n, size_t samples,
                         uint64_t seed)
{
    sums real = {0};
    for (size_t i = 0; i < n; i++)
        add(&real, a[i], b[i]);
    pl_comparison c = {.a = pl_percent(real.part_a, real.whole_a),
                       .b = pl_percent(real.part_b, real.whole_b),
                       .difference = difference(&real),
                       .p = NAN,
                       .low = NAN,
                       .high = NAN};
    if (isnan(c.difference))
        return c;
    pl_rng rng = {seed};
    c.p = randomization(a, b, n, samples, &real, &rng);
    bootstrap(a, b, n, samples, &rng, &c);
    return c;
}

/* -- results of files ---------------------------------------------------------------- */

/* clang-format off */
static const pl_metric bracket_metrics[] = {
    {"f1",         "F1"},
    {"disc_f1",    "disc F1"},
    {"exact",      "exact match"},
}, disc_metrics[] = {
    {"disc_f1",    "disc F1"},
    {"disc_exact", "disc exact"},
}, dep_metrics[] = {
    {"uas",        "UAS"},
    {"las",        "LAS"},
    {"exact",      "exact match"},
};
/* clang-format on */

static void add_ratio(pl_results *r, size_t metric, uint64_t part, uint64_t whole)
{
    PL_PUSH(&r->ratios[metric], ((pl_ratio){(uint32_t)part, (uint32_t)whole}));
}

static void add_f1(pl_results *r, size_t metric, const pl_counts *c)
{
    add_ratio(r, metric, 2 * c->matched, c->gold + c->candidate);
}

void pl_results_start(pl_results *r, bool dependencies, bool disc_only)
{
    disc_only = disc_only && !dependencies;
    r->metrics = dependencies ? dep_metrics : disc_only ? disc_metrics : bracket_metrics;
    r->n_metrics = disc_only ? 2 : 3;
}

void pl_results_add_brackets(pl_results *r, const pl_scores *s)
{
    bool disc_only = r->metrics == disc_metrics;
    const pl_counts *headline = disc_only ? &s->disc : &s->brackets;
    if (!disc_only)
        add_f1(r, 0, &s->brackets);
    add_f1(r, r->n_metrics - 2, &s->disc);
    add_ratio(r, r->n_metrics - 1, headline->exact, headline->sentences);
}

void pl_results_add_deps(pl_results *r, const pl_dep_counts *c)
{
    add_ratio(r, 0, c->heads, c->gold);
    add_ratio(r, 1, c->both, c->gold);
    add_ratio(r, 2, c->exact, 1);
}

int pl_results_read(pl_results *r, pl_eval_files *f, pl_error *err)
{
    int got;
    pl_results_start(r, f->dependencies, f->options.params->disc_only);
    while ((got = pl_eval_files_read(f, err)) > 0)
        if (!f->dependencies)
            pl_results_add_brackets(r, &f->brackets.last);
    for (size_t i = 0; got == 0 && i < f->deps.per_sentence.n / 2; i++)
        pl_results_add_deps(r, &f->deps.per_sentence.at[2 * i + f->no_punct]);
    return got;
}

int pl_results_read_comparable(pl_results *r, pl_eval_files *f, pl_error *err)
{
    int status = pl_results_read(r, f, err);
    if (status == 0 && f->deps.differ)
        status = pl_fail(err, PL_BAD_INPUT,
                         "the words are not those of the gold file: only results over "
                         "the same words can be compared");
    return status;
}

void pl_results_compare(const pl_results *a, const pl_results *b, size_t samples,
                        uint64_t seed, pl_comparison scores[PL_MAX_METRICS])
{
    for (size_t i = 0; i < a->n_metrics; i++) {
        scores[i] = pl_compare(a->ratios[i].at, b->ratios[i].at, a->ratios[i].n, samples, seed);
        scores[i].name = a->metrics[i].key;
    }
}

void pl_results_release(pl_results *r)
{
    for (size_t i = 0; i < PL_MAX_METRICS; i++)
        PL_VEC_RELEASE(&r->ratios[i]);
}
