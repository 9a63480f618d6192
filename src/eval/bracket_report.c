/* Reports of bracket scores; see score_report.h. */
#include "eval/score_tables.h"

#include <stdio.h>
#include <stdlib.h>

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
    PL_COUNT_COLUMNS("", "matched"),
    PL_COLUMN("disc_f1",   "disc F1",     9),
    PL_TAKEN_FOR_COLUMN,
    {0},
}, disc_label_columns[] = {
    PL_COLUMN("name",      NULL,        -14),
    PL_COUNT_COLUMNS("disc.", "matched"),
    PL_TAKEN_FOR_COLUMN,
    {0},
}, tag_columns[] = {
    PL_COLUMN("name",      NULL,        -14),
    PL_COUNT_COLUMNS("", "matched"),
    PL_TAKEN_FOR_COLUMN,
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
}, sentence_columns[] = {
    PL_COLUMN("sentence",     NULL,        8),
    PL_COLUMN("length",       "words",     7),
    PL_COLUMN("gold",         "gold",      7),
    PL_COLUMN("candidate",    "found",     7),
    PL_COLUMN("matched",      "matched",   8),
    PL_COLUMN("recall",       "recall",    8),
    PL_COLUMN("precision",    "precision", 10),
    PL_COLUMN("f1",           "F1",        8),
    PL_COLUMN("verdict",      "exact",     6),
    PL_COLUMN("disc.gold",    "disc gold", 10),
    PL_COLUMN("disc.matched", "matched",   9),
    PL_COLUMN("right_tags",   "tags",      5),
    PL_ID_COLUMN,
    {0},
};
/* clang-format on */

/* -- scores --------------------------------------------------------------------------- */

static void put_counts(pl_value *to, const pl_counts *c)
{
    pl_value_set_number(to, "precision", pl_precision(c));
    pl_value_set_number(to, "recall", pl_recall(c));
    pl_value_set_number(to, "f1", pl_f1(c));
    pl_value_set_count(to, "gold", c->gold);
    pl_value_set_count(to, "candidate", c->candidate);
    pl_value_set_count(to, "matched", c->matched);
}

/* With `disc_only`, the counts that come first are those of discontinuous brackets. */
static void put_scores(pl_value *to, const pl_scores *s, bool disc_only, bool functions)
{
    const pl_counts *headline = disc_only ? &s->disc : &s->brackets;
    put_counts(to, headline);
    pl_value_set_number(to, "exact", pl_exact(headline));
    pl_value_set_number(to, "tagging", pl_tag_accuracy(s));
    pl_value_set_count(to, "missing", s->missing);
    pl_value *disc = pl_value_set_object(to, "disc");
    put_counts(disc, &s->disc);
    pl_value_set_number(disc, "exact", pl_exact(&s->disc));
    pl_value_set_count(disc, "sentences", s->disc.sentences);
    if (functions)
        put_counts(pl_value_set_object(to, "functions"), &s->functions);
}

static void put_all(pl_value *to, const pl_eval *e)
{
    const pl_eval_params *p = e->params;
    pl_value_set_count(to, "sentences", e->all.sentences);
    put_scores(to, &e->all, p->disc_only, p->functions);
    pl_value *cutoff = pl_value_set_object(to, "cutoff");
    pl_value_set_count(cutoff, "length", p->cutoff);
    pl_value_set_count(cutoff, "sentences", e->short_ones.sentences);
    put_scores(cutoff, &e->short_ones, p->disc_only, p->functions);
    pl_value_set_text(to, "params", p->name);
    pl_value_set_flag(to, "labelled", p->labelled);
    pl_value_set_flag(to, "whole_labels", p->whole_labels);
    pl_value_set_count(to, "cut_labels", e->cut_labels);
    pl_value_set_count(to, "cut_tags", e->cut_tags);
    pl_value_set_flag(to, "disc_only", p->disc_only);
}

static void show_all(pl_str *out, const pl_eval *e, const pl_value *top)
{
    bool disc_only = e->params->disc_only;
    size_t group = disc_only ? 1 : 2;
    const pl_value *cutoff = pl_value_get(top, "cutoff"),
                   *disc = pl_value_get(top, "disc");
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

/* -- labels and tags ------------------------------------------------------------------ */

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

static bool has_disc(const pl_eval_row *l)
{
    return l->disc.gold + l->disc.candidate > 0;
}

static void add_label(pl_report_form form, pl_value *list, const pl_eval *e,
                      const pl_details *d, const pl_eval_row *l)
{
    pl_value *row = pl_value_add_object(list);
    pl_score_put_name(form, row, "label", e->labels.names.at[l->name]);
    put_counts(row, &l->all);
    put_counts(pl_value_set_object(row, "disc"), &l->disc);
    if (form != PL_REPORT_TEXT)
        return;
    if (has_disc(l))
        pl_value_set_number(row, "disc_f1", pl_f1(&l->disc));
    else
        pl_value_set_text(row, "disc_f1", "-");
    put_lost(row, &l->all, lost(&e->all.brackets));
    pl_score_put_taken_for(row, &d->label_confusions, &e->labels.names, l->name);
}

static void report_labels(pl_report *r, const pl_eval *e, const pl_details *d)
{
    bool disc_only = e->params->disc_only;
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < d->labels.n; i++)
        if (r->form != PL_REPORT_TEXT || !disc_only || has_disc(&d->labels.at[i]))
            add_label(r->form, list, e, d, &d->labels.at[i]);
    pl_score_table(r, r->root, "labels", list, "label",
                   disc_only ? disc_label_columns : label_columns);
}

static void report_tags(pl_report *r, const pl_eval *e, const pl_details *d)
{
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < d->tags.n; i++) {
        pl_value *row = pl_value_add_object(list);
        uint32_t tag = d->tags.at[i].name;
        pl_score_put_name(r->form, row, "tag", e->labels.names.at[tag]);
        put_counts(row, &d->tags.at[i].all);
        if (r->form == PL_REPORT_TEXT)
            pl_score_put_taken_for(row, &d->tag_confusions, &e->labels.names, tag);
    }
    pl_score_table(r, r->root, "tags", list, "tag", tag_columns);
}

/* -- errors --------------------------------------------------------------------------- */

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
        add_label(r->form, list, e, d, sorted[i]);
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
            pl_score_put_range(r->form, row, ends, i);
        else
            pl_value_set_count(row, "gap_degree", i);
        put_counts(row, &counts[i]);
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
        const pl_scores *s = &d->by_length[i];
        pl_score_put_range(r->form, row, pl_length_ends, i);
        pl_value_set_count(row, "sentences", s->sentences);
        put_scores(row, s, r->form != PL_REPORT_TEXT && e->params->disc_only, false);
    }
    return list;
}

static void report_errors(pl_report *r, const pl_eval *e, const pl_details *d)
{
    pl_value *to = pl_value_set_object(r->root, "errors");
    uint64_t all = lost(&e->all.brackets);
    const pl_intern *names = &e->labels.names;
    pl_score_table(r, to, "labels", lost_labels(r, e, d), "by label", lost_columns);
    pl_score_table(r, to, "gap_degrees",
                   gap_rows(r, d->gap_degree, PL_GAP_DEGREES, NULL, all), "by gaps",
                   lost_columns);
    pl_score_table(r, to, "gap_lengths",
                   gap_rows(r, d->gap_length, PL_GAP_LENGTHS, pl_gap_length_ends, all),
                   "words in gaps", lost_columns);
    pl_score_table(r, to, "lengths", length_rows(r, e, d), "by length", length_columns);
    pl_score_confusions(r, to, "label_confusions", &d->label_confusions, names,
                        "labels taken for others over the same words", 14);
    pl_score_confusions(r, to, "tag_confusions", &d->tag_confusions, names,
                        "tags taken for others", 14);
}

void pl_score_report_brackets(pl_report *r, const pl_eval *e, const pl_details *details,
                              const pl_score_report_options *o)
{
    put_all(r->root, e);
    if (r->form == PL_REPORT_TEXT)
        show_all(&r->text, e, r->root);
    if (o->per_label)
        report_labels(r, e, details);
    if (o->per_tag)
        report_tags(r, e, details);
    if (o->errors)
        report_errors(r, e, details);
}

/* -- sentences ------------------------------------------------------------------------ */

static void put_sentence(pl_report_form form, pl_value *row, const pl_eval *e,
                         size_t number, const char *id)
{
    pl_score_put_place(form, row, number, id);
    pl_value_set_count(row, "length", e->pair.length);
    put_scores(row, &e->last, e->params->disc_only, false);
}

void pl_bracket_rows_start(pl_report *r)
{
    if (r->form == PL_REPORT_TEXT)
        pl_table_put_titles(&r->text, "sentence", sentence_columns);
}

static const char *verdict(const pl_scores *s, const pl_counts *c)
{
    if (s->missing > 0)
        return "none";
    return c->sentences == 0 ? "-" : c->exact > 0 ? "yes" : "no";
}

void pl_bracket_rows_add(pl_report *r, pl_value *rows, const pl_eval *e, size_t number,
                         const char *id)
{
    const pl_scores *s = &e->last;
    if (r->form != PL_REPORT_TEXT) {
        put_sentence(r->form, pl_value_add_object(rows), e, number, id);
        return;
    }
    pl_report *one = pl_report_new(r->form);
    put_sentence(r->form, one->root, e, number, id);
    pl_value_set_text(one->root, "verdict",
                      verdict(s, e->params->disc_only ? &s->disc : &s->brackets));
    pl_value_set_count(one->root, "right_tags", s->right_tags);
    pl_table_put_row(&r->text, sentence_columns, one->root);
    pl_report_free(one);
}

/* [n_nodes] The numbers of nonterminals in the format json: in pre-order, behind the words. */
static uint32_t *number_nodes(const pl_tree *t)
{
    uint32_t n = t->n_tokens, *number = pl_alloc_zero(t->n_nodes + 1, sizeof *number);
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            number[v] = n++;
    return number;
}

static void add_pair(pl_value *list, uint32_t gold, uint32_t candidate)
{
    pl_value *pair = pl_value_add_list(list);
    pl_value_add_count(pair, gold);
    pl_value_add_count(pair, candidate);
}

static void put_nodes(pl_value *nodes, const pl_pair *p, const uint32_t *gold,
                      const uint32_t *candidate, bool disc_only)
{
    pl_value *right = pl_value_set_list(nodes, "right"),
             *label = pl_value_set_list(nodes, "label");
    pl_value *missed = pl_value_set_list(nodes, "missed"),
             *wrong = pl_value_set_list(nodes, "wrong");
    for (size_t i = 0; i < p->gold.brackets.n; i++) {
        const pl_bracket *b = &p->gold.brackets.at[i];
        uint32_t other = b->match != PL_NONE ? b->match : b->rival;
        if (disc_only && !pl_bracket_disc(b))
            continue;
        if (other == PL_NONE)
            pl_value_add_count(missed, gold[b->node]);
        else
            add_pair(b->match != PL_NONE ? right : label, gold[b->node],
                     candidate[p->candidate.brackets.at[other].node]);
    }
    for (size_t i = 0; i < p->candidate.brackets.n; i++) {
        const pl_bracket *b = &p->candidate.brackets.at[i];
        if (b->match == PL_NONE && b->rival == PL_NONE &&
            (!disc_only || pl_bracket_disc(b)))
            pl_value_add_count(wrong, candidate[b->node]);
    }
}

void pl_score_report_bracket_marks(pl_report *r, pl_eval *e, size_t number,
                                   const pl_tree *gold, const pl_tree *candidate)
{
    pl_pair *p = &e->pair;
    uint32_t *numbers = number_nodes(gold);
    uint32_t *others = candidate != NULL ? number_nodes(candidate) : NULL;
    pl_pair_find_rivals(p);
    put_sentence(r->form, r->root, e, number, gold->id);
    put_nodes(pl_value_set_object(r->root, "nodes"), p, numbers, others,
              e->params->disc_only);
    pl_value *tags = pl_value_set_list(r->root, "tags");
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        uint32_t place = p->place.at[i];
        if (place != PL_NONE &&
            (candidate == NULL || p->gold.tags.at[place] != p->candidate.tags.at[place]))
            pl_value_add_count(tags, i);
    }
    pl_value_set_count(r->root, "words", p->n_places);
    free(numbers);
    free(others);
}
