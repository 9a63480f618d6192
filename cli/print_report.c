/* Prints the reports of commands; see print_report.h. */
#include "print_report.h"

/* clang-format off */
const pl_option_row report_rows[] = {
    PL_OPTION(0, "json", NULL, PL_SWITCH_AT(pl_report, form, PL_REPORT_JSON), PL_HELP(NULL, "print JSON: one object, or a list of them")),
    PL_OPTION(0, "tsv",  NULL, PL_SWITCH_AT(pl_report, form, PL_REPORT_TSV),  PL_HELP(NULL, "print the values of --json as lines of a name and a value, and its lists as tables, with tabs between columns")),
    PL_OPTIONS_END,
};
/* clang-format on */

void report_print(const pl_report *r)
{
    pl_str text = {0};
    pl_report_put(r, &text);
    print_lines(pl_str_text(&text));
    pl_str_release(&text);
}
