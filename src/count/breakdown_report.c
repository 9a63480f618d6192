/* Counts by a property as a report; see breakdown_report.h. */
#include "count/breakdown_report.h"

#include "base/table.h"
#include "count/stats.h"

/* clang-format off */
static const pl_table_column with_gaps[] = {
    {.key = "name", .width = -24, .how = PL_COLUMN_WHOLE},
    PL_COLUMN("n",             "number",              12),
    {.key = "percent",      .title = "share", .width = 8, .after = "%"},
    PL_COLUMN("discontinuous", "discontinuous",       16),
    {.key = "discontinuous_percent", .title = "of it", .width = 8, .after = "%"},
    PL_COLUMN("word_gaps",     "without punctuation", 22),
    {0},
}, without_gaps[] = {
    {.key = "name", .width = -24, .how = PL_COLUMN_WHOLE},
    PL_COLUMN("n",             "number",              12),
    {.key = "percent",      .title = "share", .width = 8, .after = "%"},
    {0},
};
/* clang-format on */

static void set_rows(pl_value *rows, const pl_breakdown *b, size_t top, const char *file)
{
    for (size_t i = 0; i < b->rows.n && i < top; i++) {
        const pl_breakdown_row *r = &b->rows.at[i];
        pl_value *row = pl_value_add_object(rows);
        pl_value_set_text(row, "file", file);
        pl_value_set_text(row, "name", r->name);
        pl_value_set_count(row, "n", r->n);
        pl_value_set_number(row, "percent", pl_percentage(r->n, b->total));
        if (!pl_by_rows[b->by].has_gaps)
            continue;
        pl_value_set_count(row, "discontinuous", r->discontinuous);
        pl_value_set_number(row, "discontinuous_percent",
                            pl_percentage(r->discontinuous, r->n));
        pl_value_set_count(row, "word_gaps", r->word_gaps);
    }
}

void pl_breakdown_report(pl_report *r, pl_breakdown *b, size_t top, const char *file)
{
    const struct pl_by_row *by = &pl_by_rows[b->by];
    pl_breakdown_sort(b);
    if (r->form != PL_REPORT_TEXT) {
        set_rows(r->root, b, top, file);
        return;
    }
    pl_value *rows = pl_report_new_list(r);
    set_rows(rows, b, top, NULL);
    pl_str_printf(&r->text, "%zu %s, %zu different\n", b->total, by->counts, b->rows.n);
    pl_table_put(&r->text, by->name, by->has_gaps ? with_gaps : without_gaps, rows);
}
