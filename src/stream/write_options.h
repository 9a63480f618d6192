/* The options of the topic "write": the format of an output and how it is written; and what can be known
 * of an output before work begins: its format, by its name, and whether it can be written. */
#pragma once

#include "base/options.h"
#include "format/writer.h"

typedef struct pl_write_settings {
    const pl_format *to; /* NULL: not given */
    const char
        *split; /* rule that divides a treebank (pl_split_init); NULL: one output */
    pl_write_options write; /* of each writer */
    /* What else the note says that there are no dependencies in the output; NULL: nothing. */
    const char *dependencies_hint;
} pl_write_settings;

extern const pl_option_row pl_write_option_rows[]; /* fill a pl_write_settings */

/* The extension of an output's name with its dot, and its length. It is what follows the last dot, `.zst` and
 * `.gz` left out; a name has none if that dot is its first character or no letter follows it: `out`,
 * `.out`, `out-1.2`, `v1.2/out`. 0 if it has none, or `path` is NULL. */
size_t pl_output_extension(const char *path, const char **extension);
/* Fails because the extension of an output is none of those `known`, each after a space. */
int pl_output_unknown(const char *path, const char *known, pl_error *err);
/* Stores the format by the extension of an output, or `otherwise` (which may be NULL) if it has none. -1 for an
 * extension of no format that can be written. */
int pl_output_format(const char *path, const pl_format *otherwise, const pl_format **to,
                     pl_error *err);
/* Checks that a file can be written and is not read. NULL and "-", which need no check, are permitted.
 * 0, or -1 with the reason. */
int pl_output_check(const char *path, pl_error *err);
