/* Formats and paths of outputs; see write_options.h. */
#include "stream/write_options.h"

#include "base/guard.h"
#include "base/str.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* clang-format off */
const pl_option_row pl_write_option_rows[] = {
    PL_OPTION('t', "to",     "FORMAT", PL_FORMAT_AT(pl_write_settings, to, pl_write_format_name), PL_HELP(NULL, "write this format (default: by the name of the output file, else discbracket)")),
    PL_OPTION(0,   "split",  "RULE",   PL_TEXT_AT(pl_write_settings, split),                      PL_HELP(NULL, "write the parts of a treebank to separate files, with -o PREFIX to PREFIX.train.EXT and so on; RULE is PARTS=modN or PARTS=SIZES (train,dev,test=mod10), or the name of a standard split")),
    PL_OPTION(0,   "ids",    NULL,     PL_FLAG_AT(pl_write_settings, write.ids),                  PL_HELP(NULL, "discbracket: write a tab and the sentence's id after each tree (default if the input is discbracket with ids)")),
    PL_OPTION(0,   "pretty", NULL,     PL_FLAG_AT(pl_write_settings, write.pretty),               PL_HELP(NULL, "bracket: indent each tree over several lines")),
    PL_OPTION(0,   "frames", NULL,     PL_FLAG_AT(pl_write_settings, write.frames),               PL_HELP(NULL, "with -o FILE.zst: compress in frames of about a megabyte, so that --part can begin at each of them")),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- formats ---------------------------------------------------------------------------- */

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

size_t pl_output_extension(const char *path, const char **extension)
{
    if (path == NULL)
        return 0;
    size_t n = pl_unpacked_length(path), at = n,
           name = (size_t)(pl_base_name(path) - path);
    while (at > name && (at == n || path[at] != '.'))
        at--;
    *extension = path + at;
    return at > name && at < n && is_letter(path[at + 1]) ? n - at : 0;
}

int pl_output_unknown(const char *path, const char *known, pl_error *err)
{
    const char *extension = "";
    size_t n = pl_output_extension(path, &extension);
    return pl_fail(
        err, PL_BAD_ARGUMENT,
        "%s: there is no output format with the extension %.*s; the extensions are:%s",
        path, (int)n, extension, known);
}

int pl_output_format(const char *path, const pl_format *otherwise, const pl_format **to,
                     pl_error *err)
{
    const char *extension;
    *to = otherwise;
    if (pl_output_extension(path, &extension) == 0)
        return 0;
    *to = pl_format_by_extension(path);
    if (*to != NULL && (*to)->write != NULL)
        return 0;
    pl_str known = {0};
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if ((*f)->write != NULL)
            pl_str_printf(&known, " %s", (*f)->extensions);
    pl_output_unknown(path, pl_str_text(&known), err);
    pl_str_release(&known);
    return -1;
}

/* -- paths ------------------------------------------------------------------------------ */

/* The folder of a file that is not there must permit to make it. */
static int check_folder(const char *path, pl_error *err)
{
    pl_str folder = {0};
    pl_str_put(&folder, path, (size_t)(pl_base_name(path) - path));
    if (folder.n == 0)
        pl_str_puts(&folder, ".");
    int status = access(folder.at, W_OK) == 0
                     ? 0
                     : pl_fail(err, PL_SYSTEM, "%s: cannot be written, folder %s: %s",
                               path, folder.at, strerror(errno));
    pl_str_release(&folder);
    return status;
}

int pl_output_check(const char *path, pl_error *err)
{
    struct stat st;
    if (path == NULL)
        return 0;
    if (pl_guard_write(path, err) < 0)
        return -1;
    if (strcmp(path, "-") == 0)
        return 0;
    if (stat(path, &st) != 0)
        return check_folder(path, err);
    if (S_ISDIR(st.st_mode))
        return pl_fail(err, PL_BAD_ARGUMENT, "%s is a folder: name a file for the output",
                       path);
    return access(path, W_OK) == 0
               ? 0
               : pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
}
