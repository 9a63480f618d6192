/* How an output is made: a list of lines "name=value", which is stored beside what is not complete
 * (pleach parse, for --resume) and in the manifests of parts (--part).
 *
 *     pleach=0.2.0
 *     model=nl:92f4a61c08be7d35
 *     to=conllu
 *     beam=8
 *     predict-tags=yes
 *
 * A file is its name and the checksum of its content. */
#pragma once

#include "command.h"

#include "base/str.h"

/* Appends a line. */
void list_put(pl_str *list, const char *name, const char *value);
/* Appends a line for a file of this name and checksum. */
void list_put_file(pl_str *list, const char *name, const char *path, uint64_t checksum);
/* Appends the options that were given and change what is written, in their order. */
void list_put_options(pl_str *list, const command *c, const settings *given);
/* Whether the list has a line of this name. */
bool list_has(const char *list, const char *name);
/* Whether two lists differ, and in what: "with the model nl-small, now nl", "without --beam 8, now with it".
 * Files with the same content are the same; the order of lines does not count. */
bool list_differs(const char *old, const char *now, pl_str *what);
