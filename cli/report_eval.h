/* Scores as reports: text for people, JSON and TSV for programs. */
#pragma once

#include "input.h"
#include "print_report.h"

#include "eval/reliability.h"

/* The command line as read. */
typedef struct eval_job {
    input in; /* its files: gold, candidate and, with --compare, a second candidate */
    const char *params_name;
    pl_eval_params params;
    pl_eval_options options;
    bool unlabelled, disc_only, whole_labels;
    long long cutoff; /* -1: what the parameters say */
    bool per_label, per_tag, per_sentence, per_distance, errors, calibration;
    pl_report_form form;
    bool compare;
    long long show; /* number of the sentence to draw, 0 for none */
    long long samples, seed;
} eval_job;

/* Bracket scores: the whole report. `sentences` are the rows of report_sentence, or NULL. */
void report_brackets(pl_report *r, const eval_job *j, const pl_eval *e, const pl_details *d,
                     pl_value *sentences);
/* Returns the scores of the sentence added last, as an object that belongs to no other value
 * yet. sentence_columns has the titles. */
pl_value *report_sentence(pl_report *r, const pl_eval *e, size_t number,
                        const char *id);
extern const pl_table_column sentence_columns[];

/* Attachment scores; with `no_punct`, those without punctuation come first. */
void report_deps(pl_report *r, const eval_job *j, const pl_deps *d, bool no_punct);

/* How often what the parser was so sure of is right; false if no confidence was found. */
bool report_reliability(pl_report *r, const pl_reliability *of, bool dependencies);

/* What the two share. In text the first column of a table shows the value "name". */
/* clang-format off */
#define COUNT_COLUMNS(matched)             \
    PL_COLUMN("gold",      "gold",      9),   \
    PL_COLUMN("candidate", "found",     9),   \
    PL_COLUMN("matched",   matched,     9),   \
    PL_COLUMN("recall",    "recall",    9),   \
    PL_COLUMN("precision", "precision", 11),  \
    PL_COLUMN("f1",        "F1",        9)
#define TAKEN_FOR {.key = "taken_for", .title = "taken for", .before = "   "}
#define ID        {.key = "id",        .title = "id",        .before = "  "}
/* clang-format on */

/* Sets a list of rows in `to`, and shows it as a table if the report is text. */
void report_table(pl_report *r, pl_value *to, const char *key, pl_value *rows, const char *first,
                  const pl_table_column *columns);
/* from and to of row i of a table by ranges: {"from": 3, "to": 4}, "to": null for the
 * last, and in text 3-4 or 50+. */
void put_range(pl_report_form form, pl_value *row, const uint32_t *ends, size_t i);
/* What `name` was taken for most often, as "PP 12, AP 7". */
void put_taken_for(pl_value *row, const pl_confusions *c, const pl_intern *names,
                   uint32_t name);
/* Names taken for others; in text the most frequent ones, if there are any. */
void report_confusions(pl_report *r, pl_value *to, const char *key, const pl_confusions *c,
                       const pl_intern *names, const char *title, int width);
