/* The tables of `pleach eval --calibration`: how often what the parser was so sure of is
 * right. */
#include "report_eval.h"

#include <math.h>

/* clang-format off */
static const table_column columns[] = {
    {.key = "range", .title = NULL, .width = -14},
    FILTER("n",          "number",      9),
    COLUMN("confidence", "confidence", 12),
    COLUMN("right",      "right",       9),
    {0},
};
/* clang-format on */

static json_t *bin_row(report_form form, const pl_bin *b, size_t i)
{
    json_t *row = json_object();
    double from = (double)i / PL_BINS, to = (double)(i + 1) / PL_BINS;
    if (form == AS_TEXT)
        put_note(row, "range", "%.2f-%.2f", from, to);
    put_figure(row, "from", from);
    put_figure(row, "to", to);
    put_count(row, "n", b->n);
    put_figure(row, "confidence", b->n > 0 ? 100 * b->sum / (double)b->n : NAN);
    put_figure(row, "right", pl_percent(b->right, b->n));
    return row;
}

static void report_bins(report *r, json_t *to, const char *name, const pl_bins *b)
{
    pl_bin all = pl_bins_sum(b);
    json_t *object = put_object(to, name), *rows = json_array();
    put_count(object, "n", all.n);
    put_figure(object, "error", pl_bins_error(b));
    for (size_t i = 0; i < PL_BINS; i++)
        json_array_append_new(rows, bin_row(r->form, &b->at[i], i));
    if (r->form == AS_TEXT) {
        table_put(&r->text, name, columns, rows);
        pl_str_printf(&r->text, "expected calibration error %.2f\n", pl_bins_error(b));
    }
    json_object_set_new(object, "bins", rows);
}

bool report_reliability(report *r, const pl_reliability *of, bool dependencies)
{
    const char *const names[PL_N_RELIABLE] = {dependencies ? "arcs" : "constituents",
                                              "tags", "trees"};
    json_t *to = put_object(r->values, "calibration");
    bool any = false;
    for (int k = 0; k < PL_N_RELIABLE; k++)
        if (pl_bins_sum(&of->of[k]).n > 0) {
            report_bins(r, to, names[k], &of->of[k]);
            any = true;
        }
    return any;
}
