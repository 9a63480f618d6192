/* Usage errors of outputs: names that tell no format (stream/write_options.h). */
#pragma once

#include "command.h"

#include "stream/sink.h"

/* Puts the format by the extension of the output into *to; the one named `otherwise` if it has none, NULL
 * if `otherwise` is. Usage error for an extension of no format that can be written. */
exit_code output_format(const command *c, const char *output, const char *otherwise,
                        const pl_format **to);

/* Reports an extension that no format has. `known` lists the known extensions, each after a space.
 * `option` is the option that names the format. Returns the usage error. */
exit_code output_unknown(const command *c, const char *output, const char *known,
                         const char *option);
