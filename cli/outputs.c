/* One or several files for converted trees; see outputs.h. */
#include "outputs.h"

#include "input.h"

#include <stdio.h>
#include <string.h>

/* PREFIX.PART.EXT, with .zst or .gz at the end where the prefix has it. An ending of the
 * format that the prefix has already is not doubled. */
static void part_path(pl_str *out, const char *prefix, const pl_format *format,
                      const char *part)
{
    size_t n = pl_unpacked_length(prefix), first = strcspn(format->extensions, " ");
    const char *packed = prefix + n;
    n -= pl_format_extension(format, prefix, n);
    pl_str_clear(out);
    pl_str_put(out, prefix, n);
    pl_str_printf(out, ".%s%.*s%s", part, (int)first, format->extensions, packed);
}

static int open_one(outputs *o, const pl_source *source, const char *path,
                    const pl_format *format, const pl_write_options *options,
                    pl_error *err)
{
    if (input_check_output(source, path, err) < 0)
        return -1;
    pl_writer *w = pl_writer_open(path, format, options, err);
    if (w == NULL)
        return -1;
    PL_PUSH(&o->writers, w);
    return 0;
}

int outputs_open(outputs *o, const pl_source *source, const char *path,
                 const pl_format *format, const pl_write_options *options, pl_error *err)
{
    if (!o->splits)
        return open_one(o, source, path, format, options, err);
    pl_str full = {0};
    int status = 0;
    for (size_t i = 0; i < o->split.parts.n && status == 0; i++) {
        part_path(&full, path, format, o->split.parts.at[i]);
        status = open_one(o, source, full.at, format, options, err);
    }
    pl_str_release(&full);
    return status;
}

pl_writer *outputs_for(outputs *o, const pl_tree *tree)
{
    uint32_t part = o->splits ? pl_split_next(&o->split, tree) : 0;
    return part == PL_NONE ? NULL : o->writers.at[part];
}

const pl_writer *outputs_lost(const outputs *o)
{
    for (size_t i = 1; i < o->writers.n; i++) {
        o->writers.at[0]->had |= o->writers.at[i]->had;
        o->writers.at[0]->lost |= o->writers.at[i]->lost;
    }
    return o->writers.n > 0 ? o->writers.at[0] : NULL;
}

void outputs_report(const outputs *o)
{
    if (!o->splits)
        return;
    fprintf(stderr, "pleach:");
    for (size_t i = 0; i < o->writers.n; i++)
        fprintf(stderr, " %s %zu,", o->split.parts.at[i], o->writers.at[i]->n_written);
    fprintf(stderr, " in no part %zu\n", o->split.n_unused);
}

int outputs_close(outputs *o, pl_error *err)
{
    int status = 0;
    for (size_t i = 0; i < o->writers.n; i++)
        if (pl_writer_close(o->writers.at[i], status == 0 ? err : NULL) < 0)
            status = -1;
    PL_VEC_RELEASE(&o->writers);
    pl_split_release(&o->split);
    return status;
}
