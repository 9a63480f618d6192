/* Bracket scores as reports; see report_eval.h. */
#include "report_eval.h"

#include "eval/eval_json.h"

#include <stdlib.h>

enum { CONFUSED = 3, TOP = 20 }; /* names shown in text */

/* clang-format off */
static const pl_table_column score_rows[] = {
    PL_SHEET_ROW("sentences",           "sentences"),
    PL_SHEET_ROW("gold",                "gold brackets"),
    PL_SHEET_ROW("candidate",           "candidate brackets"),
    PL_SHEET_ROW("matched",             "matched"),
    PL_SHEET_ROW("recall",              "recall"),
    PL_SHEET_ROW("precision",           "precision"),
    PL_SHEET_ROW("f1",                  "F1"),
    PL_SHEET_ROW("exact",               "exact match"),
    {0},
}, once_rows[] = { /* scores that do not depend on the kind of bracket */
    PL_SHEET_ROW("tagging",             "tagging"),
    PL_SHEET_ROW("functions.recall",    "functions recall"),
    PL_SHEET_ROW("functions.precision", "functions precision"),
    PL_SHEET_ROW("functions.f1",        "functions F1"),
    {0},
}, missing_row[] = {
    PL_SHEET_ROW("missing",             "without candidate"),
    {0},
};

static const pl_table_column label_columns[] = {
    PL_COLUMN("name",      NULL,        -14),
    COUNT_COLUMNS("matched"),
    PL_COLUMN("disc_f1",   "disc F1",     9),
    TAKEN_FOR,
    {0},
}, tag_columns[] = {
    PL_COLUMN("name",      NULL,        -14),
    COUNT_COLUMNS("matched"),
    TAKEN_FOR,
    {0},
}, lost_columns[] = {
    PL_COLUMN("name",      NULL,        -14),
    PL_COLUMN("gold",      "gold",        9),
    PL_COLUMN("missed",    "missed",      9),
    PL_COLUMN("wrong",     "wrong",       9),
    PL_COLUMN("share",     "% of all",   10),
    PL_COLUMN("recall",    "recall",      9),
    PL_COLUMN("precision", "precision",  11),
    PL_COLUMN("f1",        "F1",          9),
    {0},
}, length_columns[] = {
    PL_COLUMN("name",      NULL,        -14),
    PL_FILTER("sentences", "sentences", 10),
    PL_COLUMN("recall",    "recall",      9),
    PL_COLUMN("precision", "precision",  11),
    PL_COLUMN("f1",        "F1",          9),
    PL_COLUMN("exact",     "exact",       9),
    PL_COLUMN("disc.f1",   "disc F1",     9),
    PL_COLUMN("tagging",   "tagging",     9),
    {0},
};

const pl_table_column sentence_columns[] = {
    PL_COLUMN("sentence",     NULL,        8),
    PL_COLUMN("length",       "words",     7),
    PL_COLUMN("gold",         "gold",      7),
    PL_COLUMN("candidate",    "found",     7),
    PL_COLUMN("matched",      "matched",   8),
    PL_COLUMN("recall",       "recall",    8),
    PL_COLUMN("precision",    "precision", 10),
    PL_COLUMN("f1",           "F1",        8),
    PL_COLUMN("verdict",      "exact",     6),
    PL_COLUMN("disc_gold",    "disc gold", 10),
    PL_COLUMN("disc_matched", "matched",   9),
    PL_COLUMN("right_tags",   "tags",      5),
    ID,
    {0},
};
/* clang-format on */

/* -- shared with report_deps.c ------------------------------------------------------ */

void report_table(pl_report *r, pl_value *to, const char *key, pl_value *rows, const char *first,
                  const pl_table_column *columns)
{
    pl_value_set_value(to, key, rows);
    if (r->form == PL_REPORT_TEXT)
        pl_table_put(&r->text, first, columns, rows);
}

void put_range(pl_report_form form, pl_value *row, const uint32_t *ends, size_t i)
{
    uint32_t from = i == 0 ? 1 : ends[i - 1] + 1, to = ends[i];
    pl_value_set_count(row, "from", from);
    if (to == UINT32_MAX)
        pl_value_set_null(row, "to");
    else
        pl_value_set_count(row, "to", to);
    if (form == PL_REPORT_TEXT && to == UINT32_MAX)
        pl_value_set_format(row, "name", "%u+", from);
    else if (form == PL_REPORT_TEXT && from == to)
        pl_value_set_format(row, "name", "%u", from);
    else if (form == PL_REPORT_TEXT)
        pl_value_set_format(row, "name", "%u-%u", from, to);
}

void put_taken_for(pl_value *row, const pl_confusions *c, const pl_intern *names,
                   uint32_t name)
{
    pl_str text = {0};
    for (size_t i = 0, shown = 0; i < c->n && shown < CONFUSED; i++)
        if (c->at[i].gold == name) {
            const char *other = names->at[c->at[i].candidate];
            pl_str_printf(&text, "%s%s %llu", shown++ > 0 ? ", " : "",
                          *other != '\0' ? other : "(none)",
                          (unsigned long long)c->at[i].n);
        }
    pl_value_set_text(row, "taken_for", text.at);
    pl_str_release(&text);
}

void report_confusions(pl_report *r, pl_value *to, const char *key, const pl_confusions *c,
                       const pl_intern *names, const char *title, int width)
{
    const pl_table_column columns[] = {
        PL_COLUMN("gold", NULL, -width),
        {.key = "candidate", .width = -width, .before = "as "},
        PL_COLUMN("n", NULL, 6),
        {0}};
    if (r->form == PL_REPORT_TEXT && c->n == 0)
        return;
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < c->n && (r->form != PL_REPORT_TEXT || i < TOP); i++) {
        pl_value *row = pl_value_add_object(list);
        pl_value_set_text(row, "gold", names->at[c->at[i].gold]);
        pl_value_set_text(row, "candidate", names->at[c->at[i].candidate]);
        pl_value_set_count(row, "n", c->at[i].n);
    }
    report_table(r, to, key, list, title, columns);
}

/* -- the scores of all sentences ----------------------------------------------------- */

static void show_scores(pl_str *out, const pl_eval *e, const pl_value *top,
                        const pl_value *cutoff)
{
    bool disc_only = e->params->disc_only;
    size_t group = disc_only ? 1 : 2;
    const pl_value *disc = pl_value_get(top, "disc");
    const pl_value *cutoff_disc = pl_value_get(cutoff, "disc");
    const pl_value *both[4] = {top, disc, cutoff, cutoff_disc};
    const pl_value *all[2] = {top, cutoff}, *gaps[2] = {disc, cutoff_disc};
    pl_sheet s = {.first = 20, .width = 11, .group = group};
    char length[40];
    int wide = (int)group * s.width;
    snprintf(length, sizeof length, "length <= %u", e->params->cutoff);
    pl_str_printf(out, "%s%-*s%*s  %*s\n", out->n > 0 ? "\n" : "", s.first,
                  e->params->labelled ? "" : "unlabelled", wide, "all sentences", wide,
                  length);
    if (disc_only)
        pl_str_printf(out, "%*s%11s  %11s\n", s.first, "", "disc", "disc");
    else
        pl_str_printf(out, "%*s%11s%11s  %11s%11s\n", s.first, "", "all", "disc", "all",
                      "disc");
    pl_sheet_put(out, &s, score_rows, disc_only ? gaps : both, 2 * group);
    pl_sheet_put(out, &s, once_rows, disc_only ? all : both, 2 * group);
    pl_sheet_put(out, &s, missing_row, all, e->all.missing > 0);
}

/* -- labels and tags ---------------------------------------------------------------- */

/* Brackets of a label that are wrong. Where labels are not compared, more may match than
 * there are candidates with this label. */
static uint64_t wrong(const pl_counts *c)
{
    return c->candidate > c->matched ? c->candidate - c->matched : 0;
}

static uint64_t lost(const pl_counts *c)
{
    return c->gold - c->matched + wrong(c);
}

/* Text: how many were missed and wrong, and their share of all that were. */
static void put_lost(pl_value *row, const pl_counts *c, uint64_t all)
{
    pl_value_set_count(row, "missed", c->gold - c->matched);
    pl_value_set_count(row, "wrong", wrong(c));
    pl_value_set_number(row, "share", pl_percent(lost(c), all));
}

static void put_label(pl_report_form form, pl_value *row, const pl_eval *e,
                      const pl_details *d, const pl_eval_row *l, bool disc_only)
{
    pl_value_set_text(row, form == PL_REPORT_TEXT ? "name" : "label", e->labels.names.at[l->name]);
    pl_json_counts(row, form == PL_REPORT_TEXT && disc_only ? &l->disc : &l->all);
    pl_json_counts(pl_value_set_object(row, "disc"), &l->disc);
    if (form != PL_REPORT_TEXT)
        return;
    if (l->disc.gold + l->disc.candidate == 0)
        pl_value_set_text(row, "disc_f1", "-");
    else
        pl_value_set_number(row, "disc_f1", pl_f1(&l->disc));
    put_lost(row, &l->all, lost(&e->all.brackets));
    put_taken_for(row, &d->label_confusions, &e->labels.names, l->name);
}

static void report_labels(pl_report *r, const pl_eval *e, const pl_details *d)
{
    bool disc_only = e->params->disc_only;
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < d->labels.n; i++) {
        const pl_eval_row *l = &d->labels.at[i];
        if (r->form != PL_REPORT_TEXT || !disc_only || l->disc.gold + l->disc.candidate > 0)
            put_label(r->form, pl_value_add_object(list), e, d, l, disc_only);
    }
    report_table(r, r->root, "labels", list, "label",
                 disc_only ? tag_columns : label_columns);
}

static void report_tags(pl_report *r, const pl_eval *e, const pl_details *d)
{
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < d->tags.n; i++) {
        pl_value *row = pl_value_add_object(list);
        uint32_t tag = d->tags.at[i].name;
        pl_value_set_text(row, r->form == PL_REPORT_TEXT ? "name" : "tag", e->labels.names.at[tag]);
        pl_json_counts(row, &d->tags.at[i].all);
        if (r->form == PL_REPORT_TEXT)
            put_taken_for(row, &d->tag_confusions, &e->labels.names, tag);
    }
    report_table(r, r->root, "tags", list, "tag", tag_columns);
}

/* -- errors ------------------------------------------------------------------------- */

static int by_lost(const void *a, const void *b)
{
    const pl_eval_row *x = *(const pl_eval_row *const *)a;
    const pl_eval_row *y = *(const pl_eval_row *const *)b;
    if (lost(&x->all) != lost(&y->all))
        return lost(&x->all) > lost(&y->all) ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

/* Labels as in report_labels; text has those first that lose most. */
static pl_value *lost_labels(pl_report *r, const pl_eval *e, const pl_details *d)
{
    pl_value *list = pl_report_new_list(r);
    const pl_eval_row **sorted = pl_alloc((d->labels.n + 1) * sizeof *sorted);
    for (size_t i = 0; i < d->labels.n; i++)
        sorted[i] = &d->labels.at[i];
    if (r->form == PL_REPORT_TEXT && d->labels.n > 0)
        qsort(sorted, d->labels.n, sizeof *sorted, by_lost);
    for (size_t i = 0; i < d->labels.n; i++)
        put_label(r->form, pl_value_add_object(list), e, d, sorted[i], false);
    free(sorted);
    return list;
}

/* Counts by gaps: by their number, or by the words in them where `ends` is given. */
static pl_value *gap_rows(pl_report *r, const pl_counts *counts, size_t n,
                        const uint32_t *ends, uint64_t all)
{
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < n; i++) {
        pl_value *row = pl_value_add_object(list);
        if (ends != NULL)
            put_range(r->form, row, ends, i);
        else
            pl_value_set_count(row, "gap_degree", i);
        pl_json_counts(row, &counts[i]);
        if (r->form == PL_REPORT_TEXT && ends == NULL)
            pl_value_set_format(row, "name", "%zu%s", i, i + 1 == n ? "+" : "");
        if (r->form == PL_REPORT_TEXT)
            put_lost(row, &counts[i], all);
    }
    return list;
}

static pl_value *length_rows(pl_report *r, const pl_eval *e, const pl_details *d)
{
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < PL_LENGTH_BINS; i++) {
        pl_value *row = pl_value_add_object(list);
        put_range(r->form, row, pl_length_ends, i);
        pl_json_scores(row, &d->by_length[i], r->form != PL_REPORT_TEXT && e->params->disc_only,
                       false);
    }
    return list;
}

static void report_errors(pl_report *r, const pl_eval *e, const pl_details *d)
{
    pl_value *to = pl_value_set_object(r->root, "errors");
    uint64_t all = lost(&e->all.brackets);
    const pl_intern *names = &e->labels.names;
    report_table(r, to, "labels", lost_labels(r, e, d), "by label", lost_columns);
    report_table(r, to, "gap_degrees",
                 gap_rows(r, d->gap_degree, PL_GAP_DEGREES, NULL, all), "by gaps",
                 lost_columns);
    report_table(
        r, to, "gap_lengths",
        gap_rows(r, d->gap_length, PL_GAP_LENGTHS, pl_gap_length_ends, all),
        "words in gaps", lost_columns);
    report_table(r, to, "lengths", length_rows(r, e, d), "by length",
                 length_columns);
    report_confusions(r, to, "label_confusions", &d->label_confusions, names,
                      "labels taken for others over the same words", 14);
    report_confusions(r, to, "tag_confusions", &d->tag_confusions, names,
                      "tags taken for others", 14);
}

/* -- public ------------------------------------------------------------------------- */

static const char *verdict(const pl_scores *s, const pl_counts *c)
{
    if (s->missing > 0)
        return "none";
    return c->sentences == 0 ? "-" : c->exact > 0 ? "yes" : "no";
}

pl_value *report_sentence(pl_report *r, const pl_eval *e, size_t number, const char *id)
{
    pl_value *row = pl_report_new_object(r);
    const pl_scores *s = &e->last;
    const pl_counts *c = e->params->disc_only ? &s->disc : &s->brackets;
    if (r->form != PL_REPORT_TEXT) {
        pl_json_eval_sentence(row, e, number, id == NULL && r->form == PL_REPORT_TSV ? "" : id);
        return row;
    }
    /* Only what text shows, since there may be many sentences. */
    pl_value_set_count(row, "sentence", number);
    pl_value_set_text(row, "id", id);
    pl_value_set_count(row, "length", e->pair.length);
    pl_json_counts(row, c);
    pl_value_set_text(row, "verdict", verdict(s, c));
    pl_value_set_count(row, "disc_gold", s->disc.gold);
    pl_value_set_count(row, "disc_matched", s->disc.matched);
    pl_value_set_count(row, "right_tags", s->right_tags);
    return row;
}

void report_brackets(pl_report *r, const eval_job *j, const pl_eval *e, const pl_details *d,
                     pl_value *sentences)
{
    pl_value *top = r->root;
    pl_json_eval(top, e, j->params_name);
    if (r->form == PL_REPORT_TEXT)
        show_scores(&r->text, e, top, pl_value_get(top, "cutoff"));
    if (j->per_label)
        report_labels(r, e, d);
    if (j->per_tag)
        report_tags(r, e, d);
    if (j->errors)
        report_errors(r, e, d);
    if (sentences != NULL)
        pl_value_set_value(top, "per_sentence", sentences);
}
