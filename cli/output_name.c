/* Usage errors of outputs; see output_name.h. */
#include "output_name.h"

static exit_code wrong_output(const command *c, const char *reason, const char *option)
{
    return usage_error(c, "-o %s (%s FORMAT writes a format to a file of any name)",
                       reason, option);
}

exit_code output_unknown(const command *c, const char *output, const char *known,
                         const char *option)
{
    pl_error err;
    pl_output_unknown(output, known, &err);
    return wrong_output(c, err.text, option);
}

exit_code output_format(const command *c, const char *output, const char *otherwise,
                        const pl_format **to)
{
    pl_error err;
    const pl_format *found = otherwise != NULL ? pl_format_find(otherwise) : NULL;
    return pl_output_format(output, found, to, &err) == 0
               ? DONE
               : wrong_output(c, err.text, "--to");
}
