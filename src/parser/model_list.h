/* The models that are installed, as a report, and installing more of them.
 *
 *     pl_report *r = pl_report_new(PL_REPORT_TEXT);
 *     if (pl_models_install(r, "fr.model.zst", &err) == 0) …
 */
#pragma once

#include "base/err.h"
#include "base/report.h"

/* Adds the name of the default model and the list of all models to an empty report: what each says
 * of itself, its scores on dev, its size and path. `unreadable` is called for each file that cannot
 * be read. Returns the number of these. */
size_t pl_models_report(pl_report *r, void (*unreadable)(const pl_error *reason));
/* Copies a model, or all models of a folder, into the user's own folder, without compression. Text
 * gets a line "name: path" for each. Returns -1 at the first that is no model, or whose name is
 * taken; those before it are installed. */
int pl_models_install(pl_report *r, const char *path, pl_error *err);
