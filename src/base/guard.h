/* Keeps a run of the program from writing over a file that it reads: treebank, model,
 * grammar, rules, templates, parameters, under whatever name or link.
 *
 * All that opens files to read or to write them asks here, and whoever comes second is
 * refused. A command announces its outputs before it works, so that no work is lost.
 *
 * Off until pl_guard_on, which is for a program that does one thing and ends. In a program
 * that goes on for long, a file that was read once may be written later: files that are
 * being read, and models in use, keep their content when another file takes their name
 * (see file.h). Threads may read and write at the same time. */
#pragma once

#include "base/err.h"

void pl_guard_on(void);

/* Each enters what is at a path now and gives 0, or -1 with the reason in `err`. NULL and
 * "-" are standard input or output. Only regular files count. */
int pl_guard_read(const char *path, pl_error *err);
int pl_guard_write(const char *path, pl_error *err);
