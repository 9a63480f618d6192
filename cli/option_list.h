/* Lists of the options that produced an output, one "name=value" per line. They are stored with
 * unfinished outputs (pleach parse, for --resume) and in the manifests of parts (--part).
 *
 *     pleach=0.2.0
 *     model=nl:92f4a61c08be7d35
 *     to=conllu
 *     beam=8
 *     predict-tags=yes
 *
 * The value of a file is its name and the checksum of its content. */
#pragma once

#include "command.h"

#include "base/str.h"

/* Appends a line name=value. */
void list_put(pl_str *list, const char *name, const char *value);
/* Appends a line for a file: the last part of its path, and its checksum. */
void list_put_file(pl_str *list, const char *name, const char *path, uint64_t checksum);
/* Appends the given options that change the output, in the given order. */
void list_put_options(pl_str *list, const command *c, const settings *given);
/* Returns true if the list has a line with this name. */
bool list_has(const char *list, const char *name);
/* Returns true if two lists differ. Appends the first difference and advice to `what`, such as "with the
 * model nl-small, and this run uses nl: use the same model". Files with the same content are equal,
 * whatever their names; the order of lines does not count. */
bool list_differs(const char *old, const char *now, pl_str *what);
