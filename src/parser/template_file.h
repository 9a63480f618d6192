/* Files of feature templates: words with blanks between them, comments from # to the end
 * of the line, and lines `include NAME` for another set. What a word means is up to who
 * reads it: template.h for constituents, parser/dep_template.h for dependencies. */
#ifndef PL_PARSER_TEMPLATE_FILE_H
#define PL_PARSER_TEMPLATE_FILE_H

#include "base/err.h"

#include <stdbool.h>

/* Takes one template into the set: 0, or -1 with the reason. */
typedef int pl_template_add(void *set, const char *word, pl_error *err);

/* A template is a word of atoms with + between them: calls `atom` for each, which moves
 * `at` behind it. 0, or -1 with the reason. */
typedef int pl_template_atom(void *set, void *made, const char **at, pl_error *err);
int pl_template_atoms(const char *word, pl_template_atom *atom, void *set, void *made,
                      pl_error *err);

/* Reads a set that comes with pleach by its name, or a file. 0, or -1 with the reason. */
int pl_template_file_load(const char *name_or_path, pl_template_add *add, void *set,
                          pl_error *err);
/* The same from text, in which `include` may be forbidden; `name` is for messages. */
int pl_template_file_parse(const char *name, const char *text, bool includes,
                           pl_template_add *add, void *set, pl_error *err);

#endif
