/* Formats of outputs by their names; see output_name.h. */
#include "output_name.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

size_t output_extension(const char *output, const char **extension)
{
    if (output == NULL)
        return 0;
    size_t n = pl_unpacked_length(output), at = n, name = (size_t)(pl_base_name(output) - output);
    while (at > name && (at == n || output[at] != '.'))
        at--;
    *extension = output + at;
    return at > name && at < n && is_letter(output[at + 1]) ? n - at : 0;
}

exit_code output_unknown(const command *c, const char *output, const char *known,
                         const char *option)
{
    const char *extension = "";
    size_t n = output_extension(output, &extension);
    return usage_error(c,
                       "-o %s: there is no output format with the extension %.*s; the extensions are:%s "
                       "(%s FORMAT writes a format to a file of any name)",
                       output, (int)n, extension, known, option);
}

exit_code output_format(const command *c, const char *output, const char *otherwise,
                        const pl_format **to)
{
    const char *extension;
    *to = otherwise != NULL ? pl_format_find(otherwise) : NULL;
    if (output_extension(output, &extension) == 0)
        return DONE;
    *to = pl_format_by_extension(output);
    if (*to != NULL && (*to)->write != NULL)
        return DONE;
    pl_str known = {0};
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if ((*f)->write != NULL)
            pl_str_printf(&known, " %s", (*f)->extensions);
    output_unknown(c, output, pl_str_text(&known), "--to");
    pl_str_release(&known);
    return USAGE;
}
