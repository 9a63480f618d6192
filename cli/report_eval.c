/* Bracket scores as tables; see report_eval.h. */
#include "report_eval.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIRST = 20, COLUMN = 11, MAX_COLUMNS = 4, CONFUSED = 3, TOP = 20 };

/* -- the table of scores ------------------------------------------------------------ */

/* A column: a set of sentences and the kind of bracket counted. */
typedef struct column {
    const pl_scores *scores;
    const pl_counts *counts;
} column;

/* clang-format off */
static const struct row {
    const char *name;
    double (*percent)(const pl_counts *c); /* NULL: the number in the field */
    size_t field;                          /* of pl_counts */
} rows[] = {
    {"sentences",           NULL,         offsetof(pl_counts, sentences)},
    {"gold brackets",       NULL,         offsetof(pl_counts, gold)},
    {"candidate brackets",  NULL,         offsetof(pl_counts, candidate)},
    {"matched",             NULL,         offsetof(pl_counts, matched)},
    {"recall",              pl_recall,    0},
    {"precision",           pl_precision, 0},
    {"F1",                  pl_f1,        0},
    {"exact match",         pl_exact,     0},
}, function_rows[] = {
    {"functions recall",    pl_recall,    0},
    {"functions precision", pl_precision, 0},
    {"functions F1",        pl_f1,        0},
};
/* clang-format on */

/* Between the columns of one set of sentences and those of the next. */
static void show_gap(size_t k, size_t step)
{
    if (k > 0 && k % step == 0)
        printf("  ");
}

static uint64_t field_of(const pl_counts *c, size_t field)
{
    uint64_t value;
    memcpy(&value, (const char *)c + field, sizeof value);
    return value;
}

static void show_row(const struct row *row, const column *columns, size_t n, size_t step)
{
    printf("%-*s", FIRST, row->name);
    for (size_t k = 0; k < n; k++) {
        const pl_counts *c = columns[k].counts;
        show_gap(k, step);
        if (row->percent != NULL)
            show_percent(row->percent(c), COLUMN);
        else
            printf("%*llu", COLUMN, (unsigned long long)field_of(c, row->field));
    }
    putchar('\n');
}

/* A score that does not depend on the kind of bracket: one for each set of sentences. */
static void show_once(const char *name, double first, double second, size_t step)
{
    printf("%-*s", FIRST, name);
    show_percent(first, COLUMN);
    printf("%*s  ", (int)(step - 1) * COLUMN, "");
    show_percent(second, COLUMN);
    putchar('\n');
}

static void show_header(const pl_eval *e, size_t step)
{
    char length[40];
    snprintf(length, sizeof length, "length <= %u", e->params->cutoff);
    printf("%-*s%*s  %*s\n", FIRST, e->params->labelled ? "" : "unlabelled",
           (int)step * COLUMN, "all sentences", (int)step * COLUMN, length);
    printf("%-*s", FIRST, "");
    for (size_t k = 0; k < 2 * step; k++) {
        show_gap(k, step);
        printf("%*s", COLUMN, e->params->disc_only || k % step == 1 ? "disc" : "all");
    }
    putchar('\n');
}

void report_scores(const eval_job *j, const pl_eval *e)
{
    const pl_scores *sets[2] = {&e->all, &e->short_ones};
    column columns[MAX_COLUMNS];
    size_t n = 0, step = e->params->disc_only ? 1 : 2;
    for (int i = 0; i < 2; i++) {
        if (!e->params->disc_only)
            columns[n++] = (column){sets[i], &sets[i]->brackets};
        columns[n++] = (column){sets[i], &sets[i]->disc};
    }
    show_header(e, step);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        show_row(&rows[i], columns, n, step);
    show_once("tagging", pl_tag_accuracy(sets[0]), pl_tag_accuracy(sets[1]), step);
    for (size_t i = 0; j->score_functions && i < sizeof function_rows / sizeof *rows; i++)
        show_once(function_rows[i].name, function_rows[i].percent(&sets[0]->functions),
                  function_rows[i].percent(&sets[1]->functions), step);
    if (e->all.missing > 0)
        printf("%-*s%*llu\n", FIRST, "without candidate", COLUMN,
               (unsigned long long)e->all.missing);
}

/* -- labels and tags ---------------------------------------------------------------- */

static const char *name_of(const pl_eval *e, uint32_t label)
{
    return shown_name(e->labels.names.at[label]);
}

/* What a label was taken for most often, as "PP 12, AP 7". */
static void show_confused(const pl_eval *e, const pl_confusions *c, uint32_t label)
{
    size_t shown = 0;
    for (size_t i = 0; i < c->cells.n && shown < CONFUSED; i++)
        if (c->cells.at[i].gold == label)
            printf("%s%s %llu", shown++ == 0 ? "   " : ", ",
                   name_of(e, c->cells.at[i].candidate),
                   (unsigned long long)c->cells.at[i].n);
}

void report_labels(const pl_eval *e, const pl_details *d)
{
    bool disc_only = e->params->disc_only;
    show_counts_header("label", 14, "matched");
    printf("%s   taken for\n", disc_only ? "" : "  disc F1");
    for (size_t i = 0; i < d->labels.n; i++) {
        const pl_label_detail *l = &d->labels.at[i];
        if (disc_only && l->disc.gold + l->disc.candidate == 0)
            continue;
        show_text(name_of(e, l->label), 14);
        show_counts(disc_only ? &l->disc : &l->all);
        if (!disc_only) {
            if (l->disc.gold + l->disc.candidate > 0)
                show_percent(pl_f1(&l->disc), 9);
            else
                printf("%9s", "-");
        }
        show_confused(e, &d->label_confusions, l->label);
        putchar('\n');
    }
}

void report_tags(const pl_eval *e, const pl_details *d)
{
    show_counts_header("tag", 14, "matched");
    printf("   taken for\n");
    for (size_t i = 0; i < d->tags.n; i++) {
        show_text(name_of(e, d->tags.at[i].tag), 14);
        show_counts(&d->tags.at[i].counts);
        show_confused(e, &d->tag_confusions, d->tags.at[i].tag);
        putchar('\n');
    }
}

/* -- errors ------------------------------------------------------------------------- */

static uint64_t lost(const pl_counts *c)
{
    return c->gold + c->candidate - 2 * c->matched;
}

static int by_lost(const void *a, const void *b)
{
    const pl_label_detail *x = *(const pl_label_detail *const *)a;
    const pl_label_detail *y = *(const pl_label_detail *const *)b;
    if (lost(&x->all) != lost(&y->all))
        return lost(&x->all) > lost(&y->all) ? -1 : 1;
    return x->label < y->label ? -1 : x->label > y->label;
}

static void show_lost(const pl_counts *c, uint64_t all)
{
    printf("%9llu%9llu%9llu", (unsigned long long)c->gold,
           (unsigned long long)(c->gold - c->matched),
           (unsigned long long)(c->candidate - c->matched));
    show_percent(pl_percent(lost(c), all), 10);
    show_percent(pl_recall(c), 9);
    show_percent(pl_precision(c), 11);
    show_percent(pl_f1(c), 9);
    putchar('\n');
}

static void show_lost_header(const char *what)
{
    printf("\n%-14s%9s%9s%9s%10s%9s%11s%9s\n", what, "gold", "missed", "wrong",
           "% of all", "recall", "precision", "F1");
}

static void show_lost_labels(const pl_eval *e, const pl_details *d, uint64_t all)
{
    const pl_label_detail **sorted = pl_alloc((d->labels.n + 1) * sizeof *sorted);
    for (size_t i = 0; i < d->labels.n; i++)
        sorted[i] = &d->labels.at[i];
    if (d->labels.n > 0)
        qsort(sorted, d->labels.n, sizeof *sorted, by_lost);
    show_lost_header("by label");
    for (size_t i = 0; i < d->labels.n; i++) {
        show_text(name_of(e, sorted[i]->label), 14);
        show_lost(&sorted[i]->all, all);
    }
    free(sorted);
}

/* "1", "3-4", "9+" for row i of a table of last values. */
static void range_name(const uint32_t *ends, size_t i, uint32_t first, char text[24])
{
    uint32_t low = i == 0 ? first : ends[i - 1] + 1;
    if (ends[i] == UINT32_MAX)
        snprintf(text, 24, "%u+", low);
    else if (ends[i] == low)
        snprintf(text, 24, "%u", low);
    else
        snprintf(text, 24, "%u-%u", low, ends[i]);
}

static void show_lengths(const pl_details *d)
{
    char name[24];
    printf("\n%-14s%10s%9s%11s%9s%9s%9s%9s\n", "by length", "sentences", "recall",
           "precision", "F1", "exact", "disc F1", "tagging");
    for (size_t i = 0; i < PL_LENGTH_BINS; i++) {
        const pl_scores *s = &d->by_length[i];
        if (s->sentences == 0)
            continue;
        range_name(pl_length_ends, i, 1, name);
        printf("%-14s%10llu", name, (unsigned long long)s->sentences);
        show_percent(pl_recall(&s->brackets), 9);
        show_percent(pl_precision(&s->brackets), 11);
        show_percent(pl_f1(&s->brackets), 9);
        show_percent(pl_exact(&s->brackets), 9);
        show_percent(pl_f1(&s->disc), 9);
        show_percent(pl_tag_accuracy(s), 9);
        putchar('\n');
    }
}

static void show_confusions(const pl_eval *e, const char *title, const pl_confusions *c)
{
    if (c->cells.n == 0)
        return;
    printf("\n%s\n", title);
    for (size_t i = 0; i < c->cells.n && i < TOP; i++) {
        show_text(name_of(e, c->cells.at[i].gold), 14);
        printf("as ");
        show_text(name_of(e, c->cells.at[i].candidate), 14);
        printf("%6llu\n", (unsigned long long)c->cells.at[i].n);
    }
}

void report_errors(const pl_eval *e, const pl_details *d)
{
    uint64_t all = lost(&e->all.brackets);
    char name[24];
    show_lost_labels(e, d, all);
    show_lost_header("by gaps");
    for (size_t i = 0; i < PL_GAP_DEGREES; i++) {
        printf("%zu%-13s", i, i + 1 == PL_GAP_DEGREES ? "+" : "");
        show_lost(&d->gap_degree[i], all);
    }
    show_lost_header("words in gaps");
    for (size_t i = 0; i < PL_GAP_LENGTHS; i++) {
        range_name(pl_gap_length_ends, i, 1, name);
        printf("%-14s", name);
        show_lost(&d->gap_length[i], all);
    }
    show_lengths(d);
    show_confusions(e, "labels taken for others over the same words",
                    &d->label_confusions);
    show_confusions(e, "tags taken for others", &d->tag_confusions);
}

/* -- sentences ---------------------------------------------------------------------- */

static void put_percent(pl_str *out, double value, int width)
{
    if (isnan(value))
        pl_str_printf(out, "%*s", width, "nan");
    else
        pl_str_printf(out, "%*.2f", width, value);
}

void report_sentence(pl_str *out, const pl_eval *e, size_t number, const char *id)
{
    if (number == 0) {
        pl_str_printf(out, "%8s%7s%7s%7s%8s%8s%10s%8s%6s%10s%9s%5s  %s\n", "sentence",
                      "words", "gold", "found", "matched", "recall", "precision", "F1",
                      "exact", "disc gold", "matched", "tags", "id");
        return;
    }
    const pl_scores *s = &e->last;
    const pl_counts *c = e->params->disc_only ? &s->disc : &s->brackets;
    pl_str_printf(out, "%8zu%7u%7llu%7llu%8llu", number, e->pair.length,
                  (unsigned long long)c->gold, (unsigned long long)c->candidate,
                  (unsigned long long)c->matched);
    put_percent(out, pl_recall(c), 8);
    put_percent(out, pl_precision(c), 10);
    put_percent(out, pl_f1(c), 8);
    pl_str_printf(out, "%6s%10llu%9llu%5llu%s%s\n",
                  s->missing > 0      ? "none"
                  : c->sentences == 0 ? "-"
                  : c->exact > 0      ? "yes"
                                      : "no",
                  (unsigned long long)s->disc.gold, (unsigned long long)s->disc.matched,
                  (unsigned long long)s->right_tags, id != NULL ? "  " : "",
                  id != NULL ? id : "");
}
