/* pleach eval --compare GOLD A B: is B better than A, or was it luck? */
#include "eval.h"

#include "eval/compare.h"
#include "eval/deps.h"
#include "eval/score.h"

#include <math.h>
#include <stdio.h>

enum { MAX_METRICS = 4 };

typedef struct metric {
    const char *name, *key;
} metric;

/* clang-format off */
static const metric bracket_metrics[] = {
    {"F1",          "f1"},
    {"disc F1",     "disc_f1"},
    {"exact match", "exact"},
};
static const metric disc_metrics[] = {
    {"disc F1",     "disc_f1"},
    {"disc exact",  "disc_exact"},
};
static const metric dep_metrics[] = {
    {"UAS",         "uas"},
    {"LAS",         "las"},
    {"exact match", "exact"},
};
/* clang-format on */

/* The results of one candidate: a list of ratios, one for each sentence, per metric. */
typedef struct results {
    const metric *metrics;
    size_t n_metrics;
    PL_VEC(pl_ratio) ratios[MAX_METRICS];
} results;

static pl_ratio f1_ratio(const pl_counts *c)
{
    return (pl_ratio){(uint32_t)(2 * c->matched), (uint32_t)(c->gold + c->candidate)};
}

static pl_ratio exact_ratio(const pl_counts *c)
{
    return (pl_ratio){(uint32_t)c->exact, (uint32_t)c->sentences};
}

static int read_brackets(eval_job *j, eval_files *f, results *r, pl_error *err)
{
    pl_eval e;
    pl_sentence_pair pair;
    int got;
    r->metrics = j->params.disc_only ? disc_metrics : bracket_metrics;
    r->n_metrics = j->params.disc_only ? 2 : 3;
    pl_eval_init(&e, &j->params);
    while ((got = eval_next(j, f, &pair, err)) > 0) {
        if (pl_eval_add(&e, pair.gold, pair.candidate, err) < 0) {
            got = eval_fail_at(&pair, err);
            break;
        }
        if (j->params.disc_only) {
            PL_PUSH(&r->ratios[0], f1_ratio(&e.last.disc));
            PL_PUSH(&r->ratios[1], exact_ratio(&e.last.disc));
        } else {
            PL_PUSH(&r->ratios[0], f1_ratio(&e.last.brackets));
            PL_PUSH(&r->ratios[1], f1_ratio(&e.last.disc));
            PL_PUSH(&r->ratios[2], exact_ratio(&e.last.brackets));
        }
    }
    pl_eval_release(&e);
    return got;
}

static int read_deps(eval_job *j, eval_files *f, results *r, pl_error *err)
{
    pl_deps d = {0};
    bool no_punct = j->ignore_punct || !f->universal;
    r->metrics = dep_metrics;
    r->n_metrics = 3;
    int status = eval_deps_read(j, f, &d, err);
    if (status == 0 && d.differ)
        status = pl_fail(err, PL_BAD_ARGUMENT,
                         "%s: --compare needs the words of the gold file",
                         f->inputs[1].files.at[0]);
    for (size_t i = 0; status == 0 && i < d.gold.sentences.n; i++) {
        const pl_dep_counts *c = &d.per_sentence.at[2 * i + no_punct];
        PL_PUSH(&r->ratios[0], ((pl_ratio){(uint32_t)c->heads, (uint32_t)c->gold}));
        PL_PUSH(&r->ratios[1], ((pl_ratio){(uint32_t)c->both, (uint32_t)c->gold}));
        PL_PUSH(&r->ratios[2], ((pl_ratio){(uint32_t)c->exact, 1}));
    }
    pl_deps_release(&d);
    return status;
}

static int read_results(eval_job *j, size_t candidate, results *r, pl_error *err)
{
    eval_files f;
    int status = eval_open(j, candidate, &f, err);
    if (status == 0) {
        status = f.dependencies ? read_deps(j, &f, r, err) : read_brackets(j, &f, r, err);
        if (status < 0)
            pl_fail_prefix(err, "%s: ", j->in.files.at[candidate]);
    }
    if (status == 0)
        eval_notes(j, &f);
    eval_close(&f);
    return status;
}

/* clang-format off */
static const table_column columns[] = {
    COLUMN("title",      NULL,          -14),
    COLUMN("a",          "A",             9),
    COLUMN("b",          "B",             9),
    COLUMN("difference", "B - A",         9),
    COLUMN("interval",   "95% interval", 22),
    {.key = "p", .title = "p", .width = 10, .digits = 4},
    {0},
};
/* clang-format on */

static json_t *row_of(report_form form, const metric *m, const pl_comparison *c)
{
    json_t *row = json_object();
    put_figure(row, "a", c->a);
    put_figure(row, "b", c->b);
    put_figure(row, "difference", c->difference);
    put_figure(row, "p", c->p);
    put_figure(row, "low", c->low);
    put_figure(row, "high", c->high);
    if (form == AS_TEXT) {
        put_name(row, "title", m->name);
        put_name(row, "interval", "nan");
        if (!isnan(c->low))
            put_note(row, "interval", "%+.2f to %+.2f", c->low, c->high);
    }
    return row;
}

static void print_report(const eval_job *j, const results *r, const pl_comparison *c)
{
    report all = report_start(j->form);
    json_t *rows = json_array();
    put_count(all.values, "sentences", r->ratios[0].n);
    put_count(all.values, "samples", (uint64_t)j->samples);
    put_count(all.values, "seed", (uint64_t)j->seed);
    for (size_t i = 0; i < r->n_metrics; i++) {
        json_t *row = row_of(j->form, &r->metrics[i], &c[i]);
        json_object_set(all.values, r->metrics[i].key, row);
        json_array_append_new(rows, row);
    }
    if (j->form == AS_TEXT) {
        pl_str_printf(&all.text, "A  %s\nB  %s\n", j->in.files.at[1], j->in.files.at[2]);
        table_put(&all.text, "", columns, rows);
        pl_str_printf(&all.text,
                      "\n%zu sentences; p: approximate randomization, interval: "
                      "bootstrap; %lld samples each, seed %lld\n",
                      r->ratios[0].n, j->samples, j->seed);
    }
    json_decref(rows);
    report_print(&all);
}

int eval_compare(eval_job *j, pl_error *err)
{
    results a = {0}, b = {0};
    pl_comparison c[MAX_METRICS];
    int status = read_results(j, 1, &a, err);
    if (status == 0)
        status = read_results(j, 2, &b, err);
    if (status == 0) {
        for (size_t i = 0; i < a.n_metrics; i++)
            c[i] = pl_compare(a.ratios[i].at, b.ratios[i].at, a.ratios[i].n,
                              (size_t)j->samples, (uint64_t)j->seed);
        print_report(j, &a, c);
    }
    for (size_t i = 0; i < MAX_METRICS; i++) {
        PL_VEC_RELEASE(&a.ratios[i]);
        PL_VEC_RELEASE(&b.ratios[i]);
    }
    return status;
}
