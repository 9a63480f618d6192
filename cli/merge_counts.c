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

#include <jansson.h>
#include <string.h>

typedef struct count_row {
    const char *name; /* what is counted: the columns, with tabs between */
    size_t first, second;
    json_t *object; /* the first that was read; NULL: it is no JSON */
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

/* Adds to the row of this name; `object` is taken. */
static void add_row(counts *c, const char *name, size_t first, size_t second, json_t *object)
{
    uint32_t i = pl_intern_add(&c->names, name);
    if (i == c->rows.n) {
        count_row row = {.object = object};
        PL_PUSH(&c->rows, row);
    } else
        json_decref(object);
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
    add_row(c, pl_str_text(&name), (size_t)first, (size_t)second, NULL);
    pl_str_release(&name);
    return 0;
}

/* The values of a row of a table, as its line would have them; or a file, "\t" for the total. */
static void name_object(const counts *c, const json_t *object, pl_str *name)
{
    const char *key, *file = json_string_value(json_object_get(object, "file"));
    json_t *value;
    if (c->files)
        pl_str_puts(name, file != NULL ? file : "\t");
    json_object_foreach(json_object_get(object, "values"), key, value)
        pl_str_printf(name, "%s%s", name->n > 0 ? "\t" : "", json_string_value(value));
}

static int take_object(counts *c, const char *line, size_t n, pl_error *err)
{
    json_t *object = json_loadb(line, n, 0, NULL);
    const json_t *matches = json_object_get(object, "matches");
    const json_t *sentences = json_object_get(object, "sentences");
    if (!json_is_integer(matches) || !json_is_integer(sentences)) {
        json_decref(object);
        return wrong_row(c, err);
    }
    pl_str name = {0};
    name_object(c, object, &name);
    size_t m = (size_t)json_integer_value(matches), s = (size_t)json_integer_value(sentences);
    add_row(c, pl_str_text(&name), c->files ? s : m, c->files ? m : s, object);
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
    json_int_t first = (json_int_t)row->first, second = (json_int_t)row->second;
    json_object_set_new(row->object, c->files ? "sentences" : "matches", json_integer(first));
    json_object_set_new(row->object, c->files ? "matches" : "sentences", json_integer(second));
    char *text = json_dumps(row->object, JSON_COMPACT);
    pl_out_printf(out, "%s\n", text != NULL ? text : "{}");
    free(text);
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
        json_decref(c.rows.at[i].object);
    PL_VEC_RELEASE(&c.rows);
    pl_intern_release(&c.names);
    return status;
}
