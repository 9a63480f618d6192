/* Bracket scores as reports; see report_eval.h. */
#include "report_eval.h"

#include "eval/eval_json.h"

#include <stdlib.h>

enum { CONFUSED = 3, TOP = 20 }; /* names shown in text */

/* clang-format off */
static const table_column score_rows[] = {
    ROW("sentences",           "sentences"),
    ROW("gold",                "gold brackets"),
    ROW("candidate",           "candidate brackets"),
    ROW("matched",             "matched"),
    ROW("recall",              "recall"),
    ROW("precision",           "precision"),
    ROW("f1",                  "F1"),
    ROW("exact",               "exact match"),
    {0},
}, once_rows[] = { /* scores that do not depend on the kind of bracket */
    ROW("tagging",             "tagging"),
    ROW("functions.recall",    "functions recall"),
    ROW("functions.precision", "functions precision"),
    ROW("functions.f1",        "functions F1"),
    {0},
}, missing_row[] = {
    ROW("missing",             "without candidate"),
    {0},
};

static const table_column label_columns[] = {
    COLUMN("name",      NULL,        -14),
    COUNT_COLUMNS("matched"),
    COLUMN("disc_f1",   "disc F1",     9),
    TAKEN_FOR,
    {0},
}, tag_columns[] = {
    COLUMN("name",      NULL,        -14),
    COUNT_COLUMNS("matched"),
    TAKEN_FOR,
    {0},
}, lost_columns[] = {
    COLUMN("name",      NULL,        -14),
    COLUMN("gold",      "gold",        9),
    COLUMN("missed",    "missed",      9),
    COLUMN("wrong",     "wrong",       9),
    COLUMN("share",     "% of all",   10),
    COLUMN("recall",    "recall",      9),
    COLUMN("precision", "precision",  11),
    COLUMN("f1",        "F1",          9),
    {0},
}, length_columns[] = {
    COLUMN("name",      NULL,        -14),
    FILTER("sentences", "sentences", 10),
    COLUMN("recall",    "recall",      9),
    COLUMN("precision", "precision",  11),
    COLUMN("f1",        "F1",          9),
    COLUMN("exact",     "exact",       9),
    COLUMN("disc.f1",   "disc F1",     9),
    COLUMN("tagging",   "tagging",     9),
    {0},
};

const table_column sentence_columns[] = {
    COLUMN("sentence",     NULL,        8),
    COLUMN("length",       "words",     7),
    COLUMN("gold",         "gold",      7),
    COLUMN("candidate",    "found",     7),
    COLUMN("matched",      "matched",   8),
    COLUMN("recall",       "recall",    8),
    COLUMN("precision",    "precision", 10),
    COLUMN("f1",           "F1",        8),
    COLUMN("verdict",      "exact",     6),
    COLUMN("disc_gold",    "disc gold", 10),
    COLUMN("disc_matched", "matched",   9),
    COLUMN("right_tags",   "tags",      5),
    ID,
    {0},
};
/* clang-format on */

/* -- shared with report_deps.c ------------------------------------------------------ */

void report_table(report *r, json_t *to, const char *key, json_t *rows, const char *first,
                  const table_column *columns)
{
    json_object_set_new(to, key, rows);
    if (r->form == AS_TEXT)
        table_put(&r->text, first, columns, rows);
}

void put_range(report_form form, json_t *row, const uint32_t *ends, size_t i)
{
    uint32_t from = i == 0 ? 1 : ends[i - 1] + 1, to = ends[i];
    put_count(row, "from", from);
    put_count(row, "to", to);
    if (to == UINT32_MAX)
        json_object_set_new(row, "to", json_null());
    if (form == AS_TEXT && to == UINT32_MAX)
        put_note(row, "name", "%u+", from);
    else if (form == AS_TEXT && from == to)
        put_note(row, "name", "%u", from);
    else if (form == AS_TEXT)
        put_note(row, "name", "%u-%u", from, to);
}

void put_taken_for(json_t *row, const pl_confusions *c, const pl_intern *names,
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
    put_name(row, "taken_for", text.at);
    pl_str_release(&text);
}

void report_confusions(report *r, json_t *to, const char *key, const pl_confusions *c,
                       const pl_intern *names, const char *title, int width)
{
    const table_column columns[] = {
        COLUMN("gold", NULL, -width),
        {.key = "candidate", .width = -width, .before = "as "},
        COLUMN("n", NULL, 6),
        {0}};
    if (r->form == AS_TEXT && c->n == 0)
        return;
    json_t *list = json_array();
    for (size_t i = 0; i < c->n && (r->form != AS_TEXT || i < TOP); i++) {
        json_t *row = add_row(list);
        put_name(row, "gold", names->at[c->at[i].gold]);
        put_name(row, "candidate", names->at[c->at[i].candidate]);
        put_count(row, "n", c->at[i].n);
    }
    report_table(r, to, key, list, title, columns);
}

/* -- the scores of all sentences ----------------------------------------------------- */

static void show_scores(pl_str *out, const pl_eval *e, const json_t *top,
                        const json_t *cutoff)
{
    bool disc_only = e->params->disc_only;
    size_t group = disc_only ? 1 : 2;
    const json_t *disc = json_object_get(top, "disc");
    const json_t *cutoff_disc = json_object_get(cutoff, "disc");
    const json_t *both[4] = {top, disc, cutoff, cutoff_disc};
    const json_t *all[2] = {top, cutoff}, *gaps[2] = {disc, cutoff_disc};
    sheet s = {.first = 20, .width = 11, .group = group};
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
    sheet_put(out, &s, score_rows, disc_only ? gaps : both, 2 * group);
    sheet_put(out, &s, once_rows, disc_only ? all : both, 2 * group);
    sheet_put(out, &s, missing_row, all, e->all.missing > 0);
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
static void put_lost(json_t *row, const pl_counts *c, uint64_t all)
{
    put_count(row, "missed", c->gold - c->matched);
    put_count(row, "wrong", wrong(c));
    put_figure(row, "share", pl_percent(lost(c), all));
}

static void put_label(report_form form, json_t *row, const pl_eval *e,
                      const pl_details *d, const pl_eval_row *l, bool disc_only)
{
    put_name(row, form == AS_TEXT ? "name" : "label", e->labels.names.at[l->name]);
    pl_json_counts(row, form == AS_TEXT && disc_only ? &l->disc : &l->all);
    pl_json_counts(put_object(row, "disc"), &l->disc);
    if (form != AS_TEXT)
        return;
    put_figure(row, "disc_f1", pl_f1(&l->disc));
    if (l->disc.gold + l->disc.candidate == 0)
        put_name(row, "disc_f1", "-");
    put_lost(row, &l->all, lost(&e->all.brackets));
    put_taken_for(row, &d->label_confusions, &e->labels.names, l->name);
}

static void report_labels(report *r, const pl_eval *e, const pl_details *d)
{
    bool disc_only = e->params->disc_only;
    json_t *list = json_array();
    for (size_t i = 0; i < d->labels.n; i++) {
        const pl_eval_row *l = &d->labels.at[i];
        if (r->form != AS_TEXT || !disc_only || l->disc.gold + l->disc.candidate > 0)
            put_label(r->form, add_row(list), e, d, l, disc_only);
    }
    report_table(r, r->values, "labels", list, "label",
                 disc_only ? tag_columns : label_columns);
}

static void report_tags(report *r, const pl_eval *e, const pl_details *d)
{
    json_t *list = json_array();
    for (size_t i = 0; i < d->tags.n; i++) {
        json_t *row = add_row(list);
        uint32_t tag = d->tags.at[i].name;
        put_name(row, r->form == AS_TEXT ? "name" : "tag", e->labels.names.at[tag]);
        pl_json_counts(row, &d->tags.at[i].all);
        if (r->form == AS_TEXT)
            put_taken_for(row, &d->tag_confusions, &e->labels.names, tag);
    }
    report_table(r, r->values, "tags", list, "tag", tag_columns);
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
static json_t *lost_labels(report_form form, const pl_eval *e, const pl_details *d)
{
    json_t *list = json_array();
    const pl_eval_row **sorted = pl_alloc((d->labels.n + 1) * sizeof *sorted);
    for (size_t i = 0; i < d->labels.n; i++)
        sorted[i] = &d->labels.at[i];
    if (form == AS_TEXT && d->labels.n > 0)
        qsort(sorted, d->labels.n, sizeof *sorted, by_lost);
    for (size_t i = 0; i < d->labels.n; i++)
        put_label(form, add_row(list), e, d, sorted[i], false);
    free(sorted);
    return list;
}

/* Counts by gaps: by their number, or by the words in them where `ends` is given. */
static json_t *gap_rows(report_form form, const pl_counts *counts, size_t n,
                        const uint32_t *ends, uint64_t all)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *row = add_row(list);
        if (ends != NULL)
            put_range(form, row, ends, i);
        else
            put_count(row, "gap_degree", i);
        pl_json_counts(row, &counts[i]);
        if (form == AS_TEXT && ends == NULL)
            put_note(row, "name", "%zu%s", i, i + 1 == n ? "+" : "");
        if (form == AS_TEXT)
            put_lost(row, &counts[i], all);
    }
    return list;
}

static json_t *length_rows(report_form form, const pl_eval *e, const pl_details *d)
{
    json_t *list = json_array();
    for (size_t i = 0; i < PL_LENGTH_BINS; i++) {
        json_t *row = add_row(list);
        put_range(form, row, pl_length_ends, i);
        pl_json_scores(row, &d->by_length[i], form != AS_TEXT && e->params->disc_only,
                       false);
    }
    return list;
}

static void report_errors(report *r, const pl_eval *e, const pl_details *d)
{
    json_t *to = put_object(r->values, "errors");
    uint64_t all = lost(&e->all.brackets);
    const pl_intern *names = &e->labels.names;
    report_table(r, to, "labels", lost_labels(r->form, e, d), "by label", lost_columns);
    report_table(r, to, "gap_degrees",
                 gap_rows(r->form, d->gap_degree, PL_GAP_DEGREES, NULL, all), "by gaps",
                 lost_columns);
    report_table(
        r, to, "gap_lengths",
        gap_rows(r->form, d->gap_length, PL_GAP_LENGTHS, pl_gap_length_ends, all),
        "words in gaps", lost_columns);
    report_table(r, to, "lengths", length_rows(r->form, e, d), "by length",
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

json_t *report_sentence(report_form form, const pl_eval *e, size_t number, const char *id)
{
    json_t *row = json_object();
    const pl_scores *s = &e->last;
    const pl_counts *c = e->params->disc_only ? &s->disc : &s->brackets;
    if (form != AS_TEXT) {
        pl_json_eval_sentence(row, e, number, id == NULL && form == AS_TSV ? "" : id);
        return row;
    }
    /* Only what text shows, since there may be many sentences. */
    put_count(row, "sentence", number);
    put_name(row, "id", id);
    put_count(row, "length", e->pair.length);
    pl_json_counts(row, c);
    put_name(row, "verdict", verdict(s, c));
    put_count(row, "disc_gold", s->disc.gold);
    put_count(row, "disc_matched", s->disc.matched);
    put_count(row, "right_tags", s->right_tags);
    return row;
}

void report_brackets(report *r, const eval_job *j, const pl_eval *e, const pl_details *d,
                     json_t *sentences)
{
    json_t *top = r->values;
    pl_json_eval(top, e, j->params_name);
    if (r->form == AS_TEXT)
        show_scores(&r->text, e, top, json_object_get(top, "cutoff"));
    if (j->per_label)
        report_labels(r, e, d);
    if (j->per_tag)
        report_tags(r, e, d);
    if (j->errors)
        report_errors(r, e, d);
    if (sentences != NULL)
        json_object_set(top, "per_sentence", sentences);
}
