/* How commands print reports; see table.h. */
#include "table.h"

#include <string.h>

static bool read_form(const command *c, const option_row *row, const char *value,
                      void *place)
{
    *(pl_report_form *)place =
        strcmp(row->name, "json") == 0 ? PL_REPORT_JSON : PL_REPORT_TSV;
    return true;
}

/* clang-format off */
const option_row report_rows[] = {
    {0, "json", NULL, OWN(pl_report, form, read_form), "print JSON: one object, or a list of them"},
    {0, "tsv",  NULL, OWN(pl_report, form, read_form), "print the values of --json as lines of name and value, and its lists as tables, separated by tabs"},
    {0},
};
/* clang-format on */

void report_print(const pl_report *r)
{
    pl_str text = {0};
    pl_report_put(r, &text);
    print_lines(pl_str_text(&text));
    pl_str_release(&text);
}
