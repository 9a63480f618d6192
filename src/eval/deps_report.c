/* Reports of attachment scores; see score_report.h. */
#include "eval/score_tables.h"

#include <math.h>

/* clang-format off */
static const pl_table_column number_rows[] = {
    PL_SHEET_ROW("sentences",   "sentences"),
    {0},
}, missing_rows[] = {
    PL_SHEET_ROW("missing",     "without candidate"),
    {0},
}, crossing_rows[] = {
    PL_SHEET_ROW("crossing_recall", "crossing-edge recall"),
    {0},
}, score_rows[] = {
    PL_SHEET_ROW("tokens",      "words"),
    PL_SHEET_ROW("uas",         "UAS"),
    PL_SHEET_ROW("las",         "LAS"),
    PL_SHEET_ROW("label",       "label accuracy"),
    PL_SHEET_ROW("clas",        "CLAS"),
    PL_SHEET_ROW("exact",       "exact match"),
    PL_SHEET_ROW("exact_heads", "exact match, heads"),
    {0},
};

static const pl_table_column label_columns[] = {
    PL_COLUMN("name",           NULL,          -16),
    PL_COUNT_COLUMNS("", "LAS"),
    PL_COLUMN("uas",            "UAS",           9),
    PL_COLUMN("label_accuracy", "label",         9),
    PL_TAKEN_FOR_COLUMN,
    {0},
}, tag_columns[] = {
    PL_COLUMN("name",           NULL,          -16),
    PL_FILTER("gold", "gold", 9),
    PL_COLUMN("uas",            "UAS",           9),
    PL_COLUMN("recall",         "LAS",           9),
    PL_COLUMN("label_accuracy", "label",         9),
    {0},
}, distance_columns[] = {
    PL_COLUMN("distance",       NULL,          -16),
    PL_COUNT_COLUMNS("", "heads"),
    {0},
}, wrong_columns[] = {
    PL_COLUMN("name",           NULL,          -16),
    PL_COLUMN("gold",           "gold",          9),
    PL_FILTER("wrong", "wrong", 9),
    PL_COLUMN("share",          "% of all",     10),
    PL_COLUMN("wrong_head",     "wrong head",   12),
    PL_COLUMN("wrong_label",    "wrong label",  12),
    {0},
}, length_columns[] = {
    PL_COLUMN("name",           NULL,          -16),
    PL_FILTER("sentences", "sentences", 10),
    PL_COLUMN("uas",            "UAS",           9),
    PL_COLUMN("las",            "LAS",           9),
    PL_COLUMN("exact",          "exact",         9),
    {0},
}, measure_columns[] = {
    {.key = "title",     .width = -11, .after = "|"},
    {.key = "precision", .width =  10, .after = " |"},
    {.key = "recall",    .width =  10, .after = " |"},
    {.key = "f1",        .width =  10, .after = " |"},
    {.key = "aligned",   .width =  10},
    {0},
}, sentence_columns[] = {
    PL_COLUMN("sentence",       NULL,            8),
    PL_COLUMN("tokens",         "words",         7),
    PL_COLUMN("heads",          "heads",         7),
    PL_COLUMN("both",           "both",          7),
    PL_COLUMN("uas",            "UAS",           9),
    PL_COLUMN("las",            "LAS",           9),
    PL_COLUMN("verdict",        "exact",         6),
    PL_ID_COLUMN,
    {0},
};
/* clang-format on */

/* -- scores --------------------------------------------------------------------------- */

/* `sentences` is the number that exact matches are divided by. */
static void put_attachment(pl_value *to, const pl_deps *d, const pl_dep_counts *c,
                           uint64_t sentences)
{
    pl_value_set_number(to, "uas", pl_dep_score(d, c, c->heads));
    pl_value_set_number(to, "las", pl_dep_score(d, c, c->both));
    pl_value_set_number(to, "label", pl_dep_score(d, c, c->labels));
    pl_value_set_number(to, "clas", pl_dep_clas(d, c));
    pl_value_set_number(to, "exact", pl_percent(c->exact, sentences));
    pl_value_set_number(to, "exact_heads", pl_percent(c->exact_heads, sentences));
}

/* The scores of all words, or of those that are no punctuation. */
static void put_set(pl_value *set, const pl_deps *d, const pl_dep_counts *c)
{
    pl_value_set_count(set, "tokens", c->gold);
    put_attachment(set, d, c, d->sentences);
}

/* Text has a title, and "aligned" only where it is defined. */
static void put_measures(pl_report_form form, pl_value *to, const pl_conll18 *m)
{
    bool text = form == PL_REPORT_TEXT;
    for (int i = 0; i < PL_N_MEASURES; i++) {
        pl_measure_figures f = pl_conll18_figures(m, (pl_conll18_measure)i);
        pl_value *row = pl_value_set_object(to, pl_measure_keys[i]);
        if (text)
            pl_value_set_text(row, "title", pl_measure_titles[i]);
        pl_value_set_number(row, "precision", f.precision);
        pl_value_set_number(row, "recall", f.recall);
        pl_value_set_number(row, "f1", f.f1);
        if (!text || !isnan(f.aligned))
            pl_value_set_number(row, "aligned", f.aligned);
    }
}

static void put_attachments(pl_value *to, const pl_deps *d, bool no_punct)
{
    pl_value_set_count(to, "sentences", d->sentences);
    pl_value_set_count(to, "tokens", d->all.gold);
    put_attachment(to, d, no_punct ? &d->no_punct : &d->all, d->sentences);
    pl_value_set_number(to, "crossing_recall",
                        pl_percent(d->crossing_right, d->crossing));
    pl_value_set_count(to, "crossing_arcs", d->crossing);
    pl_value_set_flag(to, "ignore_punct", no_punct);
    pl_value_set_count(to, "missing", d->missing);
    put_set(pl_value_set_object(to, "all"), d, &d->all);
    put_set(pl_value_set_object(to, "no_punct"), d, &d->no_punct);
}

/* As the script of the shared task prints it. */
static void show_measures(pl_str *out, const pl_value *top)
{
    pl_str_puts(out, out->n > 0 ? "\n" : "");
    pl_str_puts(out, "Metric     | Precision |    Recall |  F1 Score | AligndAcc\n"
                     "-----------+-----------+-----------+-----------+-----------\n");
    for (size_t i = 0; i < PL_N_MEASURES; i++)
        pl_table_put_row(out, measure_columns, pl_value_item(top, i));
}

static void show_attachments(pl_str *out, const pl_deps *d, const pl_value *top,
                             bool no_punct)
{
    static const pl_sheet s = {.first = 24, .width = 16};
    static const char *const names[2] = {"all words", "no punctuation"};
    const pl_value *sets[2] = {pl_value_get(top, no_punct ? "no_punct" : "all"),
                               pl_value_get(top, no_punct ? "all" : "no_punct")};
    pl_str_puts(out, out->n > 0 ? "\n" : "");
    pl_sheet_put(out, &s, number_rows, &top, 1);
    pl_sheet_put(out, &s, missing_rows, &top, d->missing > 0);
    pl_str_printf(out, "\n%*s%*s%*s\n", s.first, "", s.width, names[no_punct], s.width,
                  names[!no_punct]);
    pl_sheet_put(out, &s, score_rows, sets, 2);
    pl_str_putc(out, '\n');
    pl_sheet_put(out, &s, crossing_rows, &top, 1);
    out->at[--out->n] = '\0'; /* the line goes on */
    pl_str_printf(out, "   %llu of %llu arcs\n", (unsigned long long)d->crossing_right,
                  (unsigned long long)d->crossing);
}

/* -- tables ------------------------------------------------------------------------- */

static void put_counts(pl_value *to, const pl_counts *c)
{
    pl_value_set_count(to, "gold", c->gold);
    pl_value_set_count(to, "candidate", c->candidate);
    pl_value_set_count(to, "matched", c->matched);
    pl_value_set_number(to, "recall", pl_recall(c));
    pl_value_set_number(to, "precision", pl_precision(c));
    pl_value_set_number(to, "f1", pl_f1(c));
}

/* A list of relations or tags. */
static pl_value *name_rows(pl_report *report, const pl_deps *d, bool tags)
{
    const pl_intern *names = tags ? &d->names.tags : &d->names.labels;
    pl_value *list = pl_report_new_list(report);
    for (size_t i = 0; i < (tags ? d->tags.n : d->labels.n); i++) {
        const pl_eval_row *r = tags ? &d->tags.at[i] : &d->labels.at[i];
        uint64_t gold = r->all.gold, wrong = gold - r->all.matched;
        pl_value *row = pl_value_add_object(list);
        pl_score_put_name(report->form, row, tags ? "tag" : "label", names->at[r->name]);
        put_counts(row, &r->all);
        pl_value_set_number(row, "uas", pl_percent(r->heads, gold));
        pl_value_set_number(row, "label_accuracy", pl_percent(r->labels, gold));
        if (report->form == PL_REPORT_TEXT && !tags) {
            pl_value_set_count(row, "wrong", wrong);
            pl_value_set_number(row, "share",
                                pl_percent(wrong, d->all.gold - d->all.both));
            pl_value_set_count(row, "wrong_head", gold - r->heads);
            pl_value_set_count(row, "wrong_label", gold - r->labels);
            pl_score_put_taken_for(row, &d->confusions, names, r->name);
        }
    }
    return list;
}

static void report_distances(pl_report *r, pl_value *to, const pl_deps *d)
{
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < PL_DISTANCES; i++) {
        pl_value *row = pl_value_add_object(list);
        pl_value_set_text(row, "distance", pl_distance_names[i]);
        put_counts(row, &d->distances[i]);
    }
    pl_score_table(r, to, "distances", list, "distance", distance_columns);
}

static void report_lengths(pl_report *r, pl_value *to, const pl_deps *d)
{
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < PL_LENGTH_BINS; i++) {
        uint64_t sentences = d->sentences_by_length[i];
        pl_value *row = pl_value_add_object(list);
        pl_value_set_count(row, "tokens", d->by_length[i].gold);
        put_attachment(row, d, &d->by_length[i], sentences);
        pl_score_put_range(r->form, row, pl_length_ends, i);
        pl_value_set_count(row, "sentences", sentences);
    }
    pl_score_table(r, to, "lengths", list, "by length", length_columns);
}

static void report_errors(pl_report *r, const pl_deps *d)
{
    pl_value *to = pl_value_set_object(r->root, "errors");
    pl_score_table(r, to, "labels", name_rows(r, d, false), "by relation", wrong_columns);
    report_distances(r, to, d);
    report_lengths(r, to, d);
    pl_score_confusions(r, to, "label_confusions", &d->confusions, &d->names.labels,
                        "relations taken for others", 16);
}

/* -- sentences ------------------------------------------------------------------------ */

/* Sentence i of those that were added. */
static void put_sentence(pl_report_form form, pl_value *row, const pl_deps *d, size_t i,
                         bool no_punct, size_t number)
{
    const pl_dep_counts *c = &d->per_sentence.at[2 * i + no_punct];
    pl_score_put_place(form, row, number, d->gold.sentences.at[i].id);
    pl_value_set_count(row, "tokens", c->gold);
    pl_value_set_number(row, "uas", pl_percent(c->heads, c->gold));
    pl_value_set_number(row, "las", pl_percent(c->both, c->gold));
}

static void put_right(pl_value *row, const pl_dep_counts *c)
{
    pl_value_set_count(row, "heads", c->heads);
    pl_value_set_count(row, "both", c->both);
}

static pl_value *sentence_rows(pl_report *r, const pl_deps *d, bool no_punct)
{
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < d->gold.sentences.n; i++) {
        const pl_dep_counts *c = &d->per_sentence.at[2 * i + no_punct];
        pl_value *row = pl_value_add_object(list);
        put_sentence(r->form, row, d, i, no_punct, i + 1);
        if (r->form == PL_REPORT_TEXT) {
            put_right(row, c);
            pl_value_set_text(row, "verdict", c->exact > 0 ? "yes" : "no");
        }
    }
    return list;
}

void pl_score_report_dep_marks(pl_report *r, const pl_deps *d, bool no_punct,
                               size_t number)
{
    const pl_dep_sentence *s = &d->gold.sentences.at[0];
    put_sentence(r->form, r->root, d, 0, no_punct, number);
    put_right(r->root, &d->per_sentence.at[no_punct]);
    if (d->differ)
        return;
    pl_value *words = pl_value_set_object(r->root, "words");
    pl_value *head = pl_value_set_list(words, "head");
    pl_value *relation = pl_value_set_list(words, "relation");
    for (uint32_t k = 0; k < s->n; k++) {
        const pl_dep_word *w = &d->gold.words.at[s->first + k];
        pl_dep_verdict v = pl_dep_judge(&d->candidate, w);
        if ((no_punct && w->punct) || (v.head && v.label))
            continue;
        pl_value_add_count(v.head ? relation : head, k);
    }
}

/* -- all ------------------------------------------------------------------------------ */

void pl_score_report_deps(pl_report *r, const pl_deps *d, bool no_punct,
                          const pl_score_report_options *o)
{
    pl_value *top = r->root,
             *sentences = o->per_sentence ? sentence_rows(r, d, no_punct) : NULL;
    bool text = r->form == PL_REPORT_TEXT;
    if (text && sentences != NULL)
        pl_table_put(&r->text, "sentence", sentence_columns, sentences);
    if (pl_deps_by_characters(d)) {
        put_measures(r->form, top, &d->conll18);
        if (text)
            show_measures(&r->text, top);
    } else {
        put_attachments(top, d, no_punct);
        if (text)
            show_attachments(&r->text, d, top, no_punct);
    }
    if (o->per_label)
        pl_score_table(r, top, "labels", name_rows(r, d, false), "relation",
                       label_columns);
    if (o->per_tag)
        pl_score_table(r, top, "tags", name_rows(r, d, true), "tag", tag_columns);
    if (o->per_distance)
        report_distances(r, top, d);
    if (o->errors)
        report_errors(r, d);
    if (sentences != NULL)
        pl_value_set_value(top, "per_sentence", sentences);
}
