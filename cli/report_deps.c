/* Attachment scores as reports; see report_eval.h. */
#include "report_eval.h"

#include "eval/eval_json.h"

#include <math.h>

/* clang-format off */
static const table_column number_rows[] = {
    ROW("sentences",   "sentences"),
    {0},
}, missing_rows[] = {
    ROW("missing",     "without candidate"),
    {0},
}, crossing_rows[] = {
    ROW("crossing_recall", "crossing-edge recall"),
    {0},
}, score_rows[] = {
    ROW("tokens",      "words"),
    ROW("uas",         "UAS"),
    ROW("las",         "LAS"),
    ROW("label",       "label accuracy"),
    ROW("clas",        "CLAS"),
    ROW("exact",       "exact match"),
    ROW("exact_heads", "exact match, heads"),
    {0},
};

static const table_column label_columns[] = {
    COLUMN("name",           NULL,          -16),
    COUNT_COLUMNS("LAS"),
    COLUMN("uas",            "UAS",           9),
    COLUMN("label_accuracy", "label",         9),
    TAKEN_FOR,
    {0},
}, tag_columns[] = {
    COLUMN("name",           NULL,          -16),
    FILTER("gold", "gold", 9),
    COLUMN("uas",            "UAS",           9),
    COLUMN("recall",         "LAS",           9),
    COLUMN("label_accuracy", "label",         9),
    {0},
}, distance_columns[] = {
    COLUMN("distance",       NULL,          -16),
    COUNT_COLUMNS("heads"),
    {0},
}, wrong_columns[] = {
    COLUMN("name",           NULL,          -16),
    COLUMN("gold",           "gold",          9),
    FILTER("wrong", "wrong", 9),
    COLUMN("share",          "% of all",     10),
    COLUMN("wrong_head",     "wrong head",   12),
    COLUMN("wrong_label",    "wrong label",  12),
    {0},
}, length_columns[] = {
    COLUMN("name",           NULL,          -16),
    FILTER("sentences", "sentences", 10),
    COLUMN("uas",            "UAS",           9),
    COLUMN("las",            "LAS",           9),
    COLUMN("exact",          "exact",         9),
    {0},
}, dep_sentence_columns[] = {
    COLUMN("sentence",       NULL,            8),
    COLUMN("tokens",         "words",         7),
    COLUMN("heads",          "heads",         7),
    COLUMN("both",           "both",          7),
    COLUMN("uas",            "UAS",           9),
    COLUMN("las",            "LAS",           9),
    COLUMN("verdict",        "exact",         6),
    ID,
    {0},
};
/* clang-format on */

/* As the script of the shared task prints it. */
static void show_measures(pl_str *out, const pl_conll18 *m)
{
    pl_str_puts(out, out->n > 0 ? "\n" : "");
    pl_str_puts(out, "Metric     | Precision |    Recall |  F1 Score | AligndAcc\n"
                     "-----------+-----------+-----------+-----------+-----------\n");
    for (int i = 0; i < PL_N_MEASURES; i++) {
        pl_measure_figures f = pl_conll18_figures(m, (pl_conll18_measure)i);
        pl_str_printf(out, "%-11s|%10.2f |%10.2f |%10.2f |", pl_measure_titles[i],
                      f.precision, f.recall, f.f1);
        if (!isnan(f.aligned))
            pl_str_printf(out, "%10.2f", f.aligned);
        pl_str_putc(out, '\n');
    }
}

static void show_scores(pl_str *out, const pl_deps *d, const json_t *top, bool no_punct)
{
    static const sheet s = {.first = 24, .width = 16};
    static const char *const names[2] = {"all words", "no punctuation"};
    const json_t *sets[2] = {json_object_get(top, no_punct ? "no_punct" : "all"),
                             json_object_get(top, no_punct ? "all" : "no_punct")};
    pl_str_puts(out, out->n > 0 ? "\n" : "");
    sheet_put(out, &s, number_rows, &top, 1);
    sheet_put(out, &s, missing_rows, &top, d->missing > 0);
    pl_str_printf(out, "\n%*s%*s%*s\n", s.first, "", s.width, names[no_punct], s.width,
                  names[!no_punct]);
    sheet_put(out, &s, score_rows, sets, 2);
    pl_str_putc(out, '\n');
    sheet_put(out, &s, crossing_rows, &top, 1);
    out->at[--out->n] = '\0'; /* the line goes on */
    pl_str_printf(out, "   %llu of %llu arcs\n", (unsigned long long)d->crossing_right,
                  (unsigned long long)d->crossing);
}

/* -- tables ------------------------------------------------------------------------- */

static void put_counts(json_t *to, const pl_counts *c)
{
    put_count(to, "gold", c->gold);
    put_count(to, "candidate", c->candidate);
    put_count(to, "matched", c->matched);
    put_figure(to, "recall", pl_recall(c));
    put_figure(to, "precision", pl_precision(c));
    put_figure(to, "f1", pl_f1(c));
}

/* A list of relations or tags. */
static json_t *name_rows(report_form form, const pl_deps *d, bool tags)
{
    const pl_intern *names = tags ? &d->names.tags : &d->names.labels;
    json_t *list = json_array();
    for (size_t i = 0; i < (tags ? d->tags.n : d->labels.n); i++) {
        const pl_eval_row *r = tags ? &d->tags.at[i] : &d->labels.at[i];
        uint64_t gold = r->all.gold, wrong = gold - r->all.matched;
        json_t *row = add_row(list);
        put_name(row,
                 form == AS_TEXT ? "name"
                 : tags          ? "tag"
                                 : "label",
                 names->at[r->name]);
        put_counts(row, &r->all);
        put_figure(row, "uas", pl_percent(r->heads, gold));
        put_figure(row, "label_accuracy", pl_percent(r->labels, gold));
        if (form == AS_TEXT && !tags) {
            put_count(row, "wrong", wrong);
            put_figure(row, "share", pl_percent(wrong, d->all.gold - d->all.both));
            put_count(row, "wrong_head", gold - r->heads);
            put_count(row, "wrong_label", gold - r->labels);
            put_taken_for(row, &d->confusions, names, r->name);
        }
    }
    return list;
}

static void report_distances(report *r, json_t *to, const pl_deps *d)
{
    json_t *list = json_array();
    for (size_t i = 0; i < PL_DISTANCES; i++) {
        json_t *row = add_row(list);
        put_name(row, "distance", pl_distance_names[i]);
        put_counts(row, &d->distances[i]);
    }
    report_table(r, to, "distances", list, "distance", distance_columns);
}

static void report_lengths(report *r, json_t *to, const pl_deps *d)
{
    json_t *list = json_array();
    for (size_t i = 0; i < PL_LENGTH_BINS; i++) {
        uint64_t sentences = d->sentences_by_length[i];
        json_t *row = add_row(list);
        put_count(row, "tokens", d->by_length[i].gold);
        pl_json_attachment(row, d, &d->by_length[i], sentences);
        put_range(r->form, row, pl_length_ends, i);
        put_count(row, "sentences", sentences);
    }
    report_table(r, to, "lengths", list, "by length", length_columns);
}

static void report_errors(report *r, const pl_deps *d)
{
    json_t *to = put_object(r->values, "errors");
    report_table(r, to, "labels", name_rows(r->form, d, false), "by relation",
                 wrong_columns);
    report_distances(r, to, d);
    report_lengths(r, to, d);
    report_confusions(r, to, "label_confusions", &d->confusions, &d->names.labels,
                      "relations taken for others", 16);
}

static json_t *sentence_rows(report_form form, const pl_deps *d, bool no_punct)
{
    json_t *list = json_array();
    for (size_t i = 0; i < d->gold.sentences.n; i++) {
        const pl_dep_counts *c = &d->per_sentence.at[2 * i + no_punct];
        const char *id = d->gold.sentences.at[i].id;
        json_t *row = add_row(list);
        pl_json_deps_sentence(row, d, i, no_punct, i + 1,
                              id == NULL && form == AS_TSV ? "" : id);
        if (form == AS_TEXT) {
            put_count(row, "heads", c->heads);
            put_count(row, "both", c->both);
            put_name(row, "verdict", c->exact > 0 ? "yes" : "no");
        }
    }
    return list;
}

void report_deps(report *r, const eval_job *j, const pl_deps *d, bool no_punct)
{
    json_t *top = r->values;
    pl_json_deps(top, d, no_punct);
    json_t *sentences = j->per_sentence ? sentence_rows(r->form, d, no_punct) : NULL;
    if (r->form == AS_TEXT && sentences != NULL)
        table_put(&r->text, "sentence", dep_sentence_columns, sentences);
    if (r->form == AS_TEXT && pl_deps_by_characters(d))
        show_measures(&r->text, &d->conll18);
    else if (r->form == AS_TEXT)
        show_scores(&r->text, d, top, no_punct);
    if (j->per_label)
        report_table(r, top, "labels", name_rows(r->form, d, false), "relation",
                     label_columns);
    if (j->per_tag)
        report_table(r, top, "tags", name_rows(r->form, d, true), "tag", tag_columns);
    if (j->per_distance)
        report_distances(r, top, d);
    if (j->errors)
        report_errors(r, d);
    if (sentences != NULL)
        json_object_set_new(top, "per_sentence", sentences);
}
