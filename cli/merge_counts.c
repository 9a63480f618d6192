/* Counts of parts, added up; see merge_job.h. `pleach search` writes them as rows of a name and two
 * numbers, or as JSON objects:
 *
 *     tiger.export  12  15            --count: in the order of the files, the total last
 *     NP  2         15  12            count by: the most frequent first
 *     {"file":"tiger.export","sentences":12,"matches":15}
 *     {"values":{"cat":"NP","blocks":"2"},"matches":15,"sentences":12}
 */
#include "merge_job.h"
#include "option_list.h"

#include "base/in.h"
#include "base/intern.h"
#include "base/out.h"
#include "base/report.h"

#include <string.h>

typedef struct count_row {
    const char *name; /* what is counted: the columns, with tabs between */
    size_t first, second;
    pl_report *object; /* the first JSON object with this name; NULL: the row is not JSON */
} count_row;

typedef struct counts {
    const merge_job *job;
    bool json, files; /* --json; --count */
    pl_intern names;
    PL_VEC(count_row) rows; /* as they were first seen */
    const char *file;
} counts;

static int wrong_row(const counts *c, pl_error *err)
{
    return pl_fail(err, PL_BAD_INPUT, "%s: a row is no count", c->file);
}

/* Adds two counts to the row with this name. Takes `object`, which may be NULL. */
static void add_counts(counts *c, const char *name, size_t first, size_t second,
                       pl_report *object)
{
    uint32_t i = pl_intern_add(&c->names, name);
    if (i == c->rows.n) {
        count_row row = {.object = object};
        PL_PUSH(&c->rows, row);
    } else
        pl_report_free(object);
    c->rows.at[i].first += first;
    c->rows.at[i].second += second;
}

/* NAME<TAB>FIRST<TAB>SECOND; the name may have tabs, too. */
static int take_line(counts *c, const char *line, pl_error *err)
{
    char *end = NULL;
    const char *last = strrchr(line, '\t'), *before = last;
    while (before != NULL && before > line && *--before != '\t')
        ;
    if (last == NULL || before == NULL || *before != '\t')
        return wrong_row(c, err);
    unsigned long long first = strtoull(before + 1, &end, 10);
    unsigned long long second = end == last ? strtoull(last + 1, &end, 10) : 0;
    if (end <= last || *end != '\0')
        return wrong_row(c, err);
    pl_str name = {0};
    pl_str_put(&name, line, (size_t)(before - line));
    add_counts(c, pl_str_text(&name), (size_t)first, (size_t)second, NULL);
    pl_str_release(&name);
    return 0;
}

/* The values of a row of a table, as its line would have them; or a file, "\t" for the total. */
static void name_object(const counts *c, const pl_value *object, pl_str *name)
{
    const char *file = pl_value_text(pl_value_get(object, "file"));
    const pl_value *values = pl_value_get(object, "values");
    if (c->files)
        pl_str_puts(name, file != NULL ? file : "\t");
    for (size_t i = 0; i < pl_value_size(values); i++)
        pl_str_printf(name, "%s%s", name->n > 0 ? "\t" : "",
                      pl_value_text(values->items[i]) != NULL ? values->items[i]->text : "");
}

static int take_object(counts *c, const char *line, size_t n, pl_error *err)
{
    pl_report *object = pl_report_parse(line, n, err);
    const pl_value *root = object != NULL ? object->root : NULL;
    const pl_value *matches = pl_value_get(root, "matches");
    const pl_value *sentences = pl_value_get(root, "sentences");
    if (!pl_value_is(matches, PL_JSON_INTEGER) || !pl_value_is(sentences, PL_JSON_INTEGER)) {
        pl_report_free(object);
        return wrong_row(c, err);
    }
    pl_str name = {0};
    name_object(c, root, &name);
    size_t m = (size_t)matches->integer, s = (size_t)sentences->integer;
    add_counts(c, pl_str_text(&name), c->files ? s : m, c->files ? m : s, object);
    pl_str_release(&name);
    return 0;
}

static int take_part(counts *c, const merge_part *p, pl_error *err)
{
    const char *line;
    size_t n;
    int got, status = 0;
    c->file = p->file;
    pl_in *in = pl_in_open(p->file, err);
    if (in == NULL)
        return -1;
    while (status == 0 && (got = pl_in_line(in, &line, &n, err)) != 0)
        status = got < 0 ? -1 : c->json ? take_object(c, line, n, err) : take_line(c, line, err);
    pl_in_close(in);
    return status;
}

/* -- writing ------------------------------------------------------------------------------ */

/* Most matches first, then by the values, bytewise: as pl_tally_sort has it. */
static int by_count(const void *a, const void *b)
{
    const count_row *x = a, *y = b;
    return x->first != y->first ? (x->first < y->first) - (x->first > y->first)
                                : strcmp(x->name, y->name);
}

static bool is_total(const counts *c, const count_row *row)
{
    return c->files && strcmp(row->name, c->json ? "\t" : "total") == 0;
}

static void put_row(const counts *c, const count_row *row, pl_out *out)
{
    if (row->object == NULL) {
        pl_out_printf(out, "%s\t%zu\t%zu\n", row->name, row->first, row->second);
        return;
    }
    const pl_value *object = row->object->root;
    pl_str text = {0};
    pl_value_get(object, c->files ? "sentences" : "matches")->integer = (long long)row->first;
    pl_value_get(object, c->files ? "matches" : "sentences")->integer = (long long)row->second;
    pl_value_put_json(object, PL_JSON_COMPACT, &text);
    pl_out_printf(out, "%s\n", text.at);
    pl_str_release(&text);
}

static void put_rows(counts *c, pl_out *out)
{
    for (size_t i = 0; i < c->rows.n; i++)
        c->rows.at[i].name = c->names.at[i];
    if (!c->files)
        PL_SORT(&c->rows, by_count);
    for (int total = 0; total < 2; total++)
        for (size_t i = 0; i < c->rows.n; i++)
            if (is_total(c, &c->rows.at[i]) == (total == 1))
                put_row(c, &c->rows.at[i], out);
}

int merge_counts(const merge_job *j, pl_error *err)
{
    const char *options = j->good.at[0]->manifest.options;
    counts c = {.job = j, .json = list_has(options, "json"), .files = list_has(options, "count")};
    int status = 0;
    for (size_t i = 0; i < j->good.n && status == 0; i++)
        status = take_part(&c, j->good.at[i], err);
    pl_out *out = status == 0 ? pl_out_open(j->output, err) : NULL;
    if (out != NULL) {
        put_rows(&c, out);
        status = pl_out_close(out, err);
    } else
        status = -1;
    for (size_t i = 0; i < c.rows.n; i++)
        pl_report_free(c.rows.at[i].object);
    PL_VEC_RELEASE(&c.rows);
    pl_intern_release(&c.names);
    return status;
}
