/* Reports of files, confidences and comparisons; see score_report.h. Sums of brackets are in
 * bracket_report.c, those of dependencies in deps_report.c. */
#include "eval/score_tables.h"

#include "base/utf8.h"

#include <math.h>

/* clang-format off */
const pl_option_row pl_score_report_option_rows[] = {
    PL_OPTION(0,   "per-label",    NULL, PL_FLAG_AT(pl_score_report_options, per_label),    PL_HELP(NULL, "add a table of labels (dependencies: relations) with their confusions")),
    PL_OPTION(0,   "per-tag",      NULL, PL_FLAG_AT(pl_score_report_options, per_tag),      PL_HELP(NULL, "add a table of part-of-speech tags")),
    PL_OPTION(0,   "per-distance", NULL, PL_FLAG_AT(pl_score_report_options, per_distance), PL_HELP(NULL, "add a table of dependencies by distance to the head")),
    PL_OPTION(0,   "per-sentence", NULL, PL_FLAG_AT(pl_score_report_options, per_sentence), PL_HELP(NULL, "add a line for each sentence")),
    PL_OPTION(0,   "errors",       NULL, PL_FLAG_AT(pl_score_report_options, errors),       PL_HELP(NULL, "show where points are lost: labels, gaps, sentence length, confusions")),
    PL_OPTION(0,   "calibration",  NULL, PL_FLAG_AT(pl_score_report_options, calibration),  PL_HELP(NULL, "add tables of how often constituents, arcs, tags and trees are right that parse --confidence was so sure of")),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- confidences --------------------------------------------------------------------- */

/* clang-format off */
static const pl_table_column bin_columns[] = {
    PL_COLUMN("range",      NULL,        -14),
    PL_FILTER("n",          "number",      9),
    PL_COLUMN("confidence", "confidence", 12),
    PL_COLUMN("right",      "right",       9),
    {0},
};
/* clang-format on */

static void put_bin(pl_report_form form, const pl_bin *b, size_t i, pl_value *row)
{
    double from = (double)i / PL_BINS, to = (double)(i + 1) / PL_BINS;
    if (form == PL_REPORT_TEXT)
        pl_value_set_format(row, "range", "%.2f-%.2f", from, to);
    pl_value_set_number(row, "from", from);
    pl_value_set_number(row, "to", to);
    pl_value_set_count(row, "n", b->n);
    pl_value_set_number(row, "confidence", b->n > 0 ? 100 * b->sum / (double)b->n : NAN);
    pl_value_set_number(row, "right", pl_percent(b->right, b->n));
}

static void report_bins(pl_report *r, pl_value *to, const char *name, const pl_bins *b)
{
    pl_value *object = pl_value_set_object(to, name);
    pl_value_set_count(object, "n", pl_bins_sum(b).n);
    pl_value_set_number(object, "error", pl_bins_error(b));
    pl_value *rows = pl_report_new_list(r);
    for (size_t i = 0; i < PL_BINS; i++)
        put_bin(r->form, &b->at[i], i, pl_value_add_object(rows));
    pl_score_table(r, object, "bins", rows, name, bin_columns);
    if (r->form == PL_REPORT_TEXT)
        pl_str_printf(&r->text, "expected calibration error %.2f\n", pl_bins_error(b));
}

static void report_reliability(pl_report *r, const pl_reliability *of, bool dependencies)
{
    const char *const names[PL_N_RELIABLE] = {dependencies ? "arcs" : "constituents",
                                              "tags", "trees"};
    pl_value *to = pl_value_set_object(r->root, "calibration");
    for (int k = 0; k < PL_N_RELIABLE; k++)
        if (pl_bins_sum(&of->of[k]).n > 0)
            report_bins(r, to, names[k], &of->of[k]);
}

/* -- files --------------------------------------------------------------------------- */

int pl_score_report_files(pl_report *r, pl_eval_files *f,
                          const pl_score_report_options *o, pl_error *err)
{
    pl_value *rows = o->per_sentence && !f->dependencies ? pl_report_new_list(r) : NULL;
    pl_reliability reliability = {0};
    int got;
    f->options.details = o->per_label || o->per_tag || o->errors;
    if (rows != NULL)
        pl_bracket_rows_start(r);
    while ((got = pl_eval_files_read(f, err)) > 0) {
        if (rows != NULL)
            pl_bracket_rows_add(r, rows, &f->brackets, f->pair.number, f->pair.gold->id);
        if (o->calibration)
            pl_reliability_add(&reliability, f);
    }
    if (got < 0)
        return -1;
    if (f->dependencies)
        pl_score_report_deps(r, &f->deps, f->no_punct, o);
    else
        pl_score_report_brackets(r, &f->brackets, &f->details, o);
    if (rows != NULL)
        pl_value_set_value(r->root, "per_sentence", rows);
    if (o->calibration)
        report_reliability(r, &reliability, f->dependencies);
    return 0;
}

/* Reads up to the gold sentence with that number. */
static int find_sentence(pl_eval_files *f, size_t number, pl_error *err)
{
    int got;
    size_t seen = 0;
    while ((got = pl_eval_files_next(f, err)) > 0) {
        if (f->pair.gold != NULL && f->pair.number == number)
            return 0;
        seen = f->pair.number;
    }
    return got < 0
               ? -1
               : pl_fail(err, PL_BAD_ARGUMENT,
                         "there is no sentence %zu: the files have %zu", number, seen);
}

int pl_score_report_sentence(pl_report *r, pl_eval_files *f, size_t number, pl_error *err)
{
    const pl_sentence_pair *pair = &f->pair;
    if (find_sentence(f, number, err) < 0)
        return -1;
    if (pair->candidate == NULL || pair->differs) {
        pl_str_printf(&r->text, "sentence %zu%s\n", number,
                      pair->candidate == NULL ? ": no candidate" : "");
        return 0;
    }
    if (pl_eval_files_count(f, err) < 0 || pl_eval_files_finish(f, err) < 0)
        return -1;
    if (f->dependencies) {
        const pl_dep_counts *c = &f->deps.all;
        pl_str_printf(&r->text, "%llu words, UAS %.2f, LAS %.2f\n",
                      (unsigned long long)c->gold, pl_dep_score(&f->deps, c, c->heads),
                      pl_dep_score(&f->deps, c, c->both));
    } else {
        pl_bracket_rows_start(r);
        pl_bracket_rows_add(r, NULL, &f->brackets, number, pair->gold->id);
    }
    return 0;
}

/* -- comparisons --------------------------------------------------------------------- */

/* clang-format off */
static const pl_table_column comparison_columns[] = {
    PL_COLUMN("title",      NULL,          -14),
    PL_COLUMN("a",          "A",             9),
    PL_COLUMN("b",          "B",             9),
    PL_COLUMN("difference", "B - A",         9),
    PL_COLUMN("interval",   "95% interval", 22),
    {.key = "p", .title = "p", .width =  10, .digits = 4},
    {0},
};
/* clang-format on */

static void add_comparison(pl_report *r, const pl_metric *m, const pl_comparison *c)
{
    pl_value *row = pl_value_set_object(r->root, m->key);
    pl_value_set_number(row, "a", c->a);
    pl_value_set_number(row, "b", c->b);
    pl_value_set_number(row, "difference", c->difference);
    pl_value_set_number(row, "p", c->p);
    pl_value_set_number(row, "low", c->low);
    pl_value_set_number(row, "high", c->high);
    if (r->form != PL_REPORT_TEXT)
        return;
    pl_value_set_text(row, "title", m->title);
    if (isnan(c->low))
        pl_value_set_text(row, "interval", "nan");
    else
        pl_value_set_format(row, "interval", "%+.2f to %+.2f", c->low, c->high);
    pl_table_put_row(&r->text, comparison_columns, row);
}

void pl_score_report_comparison(pl_report *r, const pl_results *a, const pl_results *b,
                                const char *const names[2], size_t samples, uint64_t seed)
{
    bool text = r->form == PL_REPORT_TEXT;
    size_t n = a->ratios[0].n;
    pl_comparison scores[PL_MAX_METRICS];
    pl_results_compare(a, b, samples, seed, scores);
    pl_value_set_count(r->root, "sentences", n);
    pl_value_set_count(r->root, "samples", samples);
    pl_value_set_count(r->root, "seed", seed);
    if (text) {
        pl_str_puts(&r->text, "A  ");
        pl_visible(&r->text, names[0]);
        pl_str_puts(&r->text, "\nB  ");
        pl_visible(&r->text, names[1]);
        pl_str_puts(&r->text, "\n\n");
        pl_table_put_titles(&r->text, "", comparison_columns);
    }
    for (size_t i = 0; i < a->n_metrics; i++)
        add_comparison(r, &a->metrics[i], &scores[i]);
    if (text)
        pl_str_printf(&r->text,
                      "\n%zu sentences; p: approximate randomization, interval: "
                      "bootstrap; %zu samples each, seed %llu\n",
                      n, samples, (unsigned long long)seed);
}
