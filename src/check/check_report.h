/* The findings of a check as a report, and as a page of drawings.
 *
 *     pl_checker_run(c, &err);
 *     pl_report *r = pl_check_report(c, PL_REPORT_TEXT);
 *     pl_check_draw(c, r, "findings.html", &err);         if a page is wanted
 *     pl_report_free(r);
 */
#pragma once

#include "base/report.h"
#include "check/check.h"

/* Creates the report of a checker that has run: "sentences", and the list "findings" with an
 * object for each suspect (docs/check.md). The caller frees it. */
pl_report *pl_check_report(pl_checker *c, pl_report_form form);
/* Writes a page of HTML that shows the tree of each finding beside the corrected tree. `r` is
 * the report of the same checker. Returns -1 if the page cannot be written. */
int pl_check_draw(pl_checker *c, const pl_report *r, const char *path, pl_error *err);
