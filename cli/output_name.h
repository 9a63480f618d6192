/* The format of an output file, by its name. The extension of a name is what follows its last dot, `.zst`
 * and `.gz` left out; a name has none if that dot is its first character or no letter follows it:
 * `out`, `.out`, `out-1.2`, `v1.2/out`. */
#pragma once

#include "command.h"

#include "format/format.h"

/* The extension of an output, with its dot, and its length; 0 if it has none, or `output` is NULL. */
size_t output_extension(const char *output, const char **extension);

/* Puts the format by the extension of the output into *to; the one named `otherwise` if it has none, NULL
 * if `otherwise` is. Usage error for an extension of no format that can be written. */
exit_code output_format(const command *c, const char *output, const char *otherwise,
                        const pl_format **to);

/* Reports an extension that is none of those `known`, each after a space; `option` names the format of
 * an output of any name. Returns the usage error. */
exit_code output_unknown(const command *c, const char *output, const char *known,
                         const char *option);
