/* Prints the reports of commands in the form that the user chose. */
#pragma once

#include "command.h"

#include "base/table.h"

/* The rows of --json and --tsv. The field is a pl_report_form. */
extern const pl_option_row report_rows[];

/* Prints the report in its form to standard output. */
void report_print(const pl_report *r);
