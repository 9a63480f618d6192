/* Finds the data files that come with pleach: head rules, evaluation parameters, feature
 * templates, tokenizer rules, models. A user's own file is named by its path; a shipped
 * one by its bare name.
 *
 *     pl_share_path("headrules", "negra", ".rules", &path, &err)
 *
 * Tried in this order: the name as a path (if it has a slash or such a file exists), the
 * folder in the variable PLEACH_SHARE; ../share/pleach, ../../share/pleach, ../share,
 * ../../share, .. and ../.. next to the running program, then next to the shared library;
 * and PREFIX/share/pleach. */
#pragma once

#include "base/err.h"
#include "base/str.h"

/* 0 and the path of the file in `path`, or -1 with a message that lists what there is. */
int pl_share_path(const char *folder, const char *name, const char *extension,
                  pl_str *path, pl_error *err);
/* Like pl_share_path, but finds only a shipped file, by its whole name: files of the same
 * name in the working folder are not looked at. */
int pl_share_file(const char *folder, const char *file, pl_str *path, pl_error *err);
/* The bare names of the shipped files of a kind, with commas between, into `names`, which
 * is empty before. */
void pl_share_names(const char *folder, const char *extension, pl_str *names);
