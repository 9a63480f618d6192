/* The tables of `pleach eval --calibration`: how often what the parser was so sure of is
 * right. */
#include "report_eval.h"

#include <math.h>

/* clang-format off */
static const pl_table_column columns[] = {
    {.key = "range", .title = NULL, .width = -14},
    PL_FILTER("n",          "number",      9),
    PL_COLUMN("confidence", "confidence", 12),
    PL_COLUMN("right",      "right",       9),
    {0},
};
/* clang-format on */

static void put_bin(pl_report_form form, const pl_bin *b, size_t i, pl_value *row)
{
    double from = (double)i / PL_BINS, to = (double)(i + 1) / PL_BINS;
    if (form == PL_REPORT_TEXT)
        pl_value_set_format(row, "range", "%.2f-%.2f", from, to);
    pl_value_set_number(row, "from", from);
    pl_value_set_number(row, "to", to);
    pl_value_set_count(row, "n", b->n);
    pl_value_set_number(row, "confidence", b->n > 0 ? 100 * b->sum / (double)b->n : NAN);
    pl_value_set_number(row, "right", pl_percent(b->right, b->n));
}

static void report_bins(pl_report *r, pl_value *to, const char *name, const pl_bins *b)
{
    pl_bin all = pl_bins_sum(b);
    pl_value *object = pl_value_set_object(to, name);
    pl_value_set_count(object, "n", all.n);
    pl_value_set_number(object, "error", pl_bins_error(b));
    pl_value *rows = pl_value_set_list(object, "bins");
    for (size_t i = 0; i < PL_BINS; i++)
        put_bin(r->form, &b->at[i], i, pl_value_add_object(rows));
    if (r->form == PL_REPORT_TEXT) {
        pl_table_put(&r->text, name, columns, rows);
        pl_str_printf(&r->text, "expected calibration error %.2f\n", pl_bins_error(b));
    }
}

bool report_reliability(pl_report *r, const pl_reliability *of, bool dependencies)
{
    const char *const names[PL_N_RELIABLE] = {dependencies ? "arcs" : "constituents",
                                              "tags", "trees"};
    pl_value *to = pl_value_set_object(r->root, "calibration");
    bool any = false;
    for (int k = 0; k < PL_N_RELIABLE; k++)
        if (pl_bins_sum(&of->of[k]).n > 0) {
            report_bins(r, to, names[k], &of->of[k]);
            any = true;
        }
    return any;
}
