/* pleach convert: reads treebanks, applies transforms, writes them. */
#include "output_name.h"
#include "part.h"

#include <string.h>

typedef struct job {
    input in;
    settings transforms;
    part_job part;
    pl_write_settings write;
    const char *output;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION('t', "to", "FORMAT", PL_FORMAT_AT(job, write.to, pl_write_format_name), PL_HELP(NULL, "write this format (default: by the name of the output file, else discbracket)")),
    PL_INCLUDE(job, output, const char *, output_rows),
    PL_INCLUDE(job, write, pl_write_settings, pl_write_option_rows),
    PL_INCLUDE(job, part, part_job, part_rows),
    PL_INCLUDE(job, in, input, input_rows),
    PL_LIST(job, transforms, transform_option),
    PL_OPTIONS_END,
};
/* clang-format on */

static void print_notes(FILE *to)
{
    fprintf(to, "\nFormats (r: can be read, w: can be written):\n");
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        fprintf(to, "  %-14s%c%c  %s\n", (*f)->name, (*f)->read != NULL ? 'r' : '-',
                (*f)->write != NULL ? 'w' : '-', (*f)->about);
    fprintf(to, "\nStandard splits:\n");
    for (const pl_standard_split *s = pl_splits; s->name != NULL; s++)
        fprintf(to, "  %-14s%s\n", s->name, s->about);
}

/* The output of a part begins as that of the whole input does. */
static int begin_as_whole(pl_writer *w, pl_source *source, pl_error *err)
{
    const pl_preamble *preamble = pl_source_preamble(source);
    return preamble != NULL ? pl_writer_start(w, preamble, err) : 0;
}

static int open_sink(job *j, pl_sink *out, pl_source *source, pl_error *err)
{
    if (pl_sink_open(out, j->output, &j->write, err) < 0)
        return -1;
    out->heads_marked = marks_heads(&j->transforms);
    if (part_open(&j->part, out->writers.at[0]->out, false, err) < 0)
        return -1;
    return j->write.write.middle ? begin_as_whole(out->writers.at[0], source, err) : 0;
}

static int convert(job *j, pl_error *err)
{
    pl_tree_stream s;
    pl_sink out = {0};
    pl_tree *tree;
    int got = stream_open(&s, &j->in, &j->transforms,
                          progress_beside(j->in.quiet, j->output), err);
    if (got == 0)
        got = open_sink(j, &out, s.source, err);
    while (got >= 0 && (got = pl_tree_stream_next(&s, NULL, &tree, err)) > 0)
        if (pl_sink_put(&out, tree, pl_source_reader(s.source), err) < 0)
            got = pl_source_reject(s.source, tree, err);
    pl_sink_report(&out, &j->in.read.events);
    if (got == 0) {
        pl_sink_report_split(&out, &j->in.read.events);
        part_read(&j->part, s.source);
    }
    stream_close(&s);
    got = pl_sink_end(&out, got, err);
    return got == 0 ? part_end(&j->part, err) : got;
}

/* With --split the output is a prefix of names: it may end in anything, and the extension of the format
 * follows. */
static exit_code choose_format(job *j)
{
    const pl_format **to = &j->write.to;
    bool splits = j->write.split != NULL;
    if (splits && *to == NULL && j->output != NULL)
        *to = pl_format_by_extension(j->output);
    return *to != NULL ? DONE
                       : output_format(&cmd_convert, splits ? NULL : j->output,
                                       "discbracket", to);
}

static exit_code check_split(const job *j)
{
    pl_split split = {0};
    pl_error err;
    int status = pl_split_init(&split, j->write.split, &err);
    pl_split_release(&split);
    if (status < 0)
        return usage_error(&cmd_convert, "--%s", err.text);
    if (j->output == NULL || strcmp(j->output, "-") == 0)
        return usage_error(&cmd_convert,
                           "--split needs -o PREFIX for the names of files");
    if (j->part.numbers.n_parts > 0)
        return usage_error(
            &cmd_convert,
            "--split counts the sentences of the whole input: leave out --part");
    return DONE;
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    exit_code code = USAGE;
    if (choose_format(j) != DONE || (j->write.split != NULL && check_split(j) != DONE))
        return USAGE;
    j->write.dependencies_hint = DEPENDENCIES_HINT;
    if (check_transforms(&cmd_convert, &j->transforms) &&
        part_begin(&j->part, &cmd_convert, &j->in, j->output, &j->transforms) == DONE) {
        part_set(&j->part, &j->write.write);
        code = part_done_or_fail(&j->part, convert(j, &err), &err);
    }
    part_release(&j->part);
    return code;
}

const command cmd_convert = {
    .name = "convert",
    .synopsis = "[--from FORMAT] [--to FORMAT] [TRANSFORM…] [IN…] [-o OUT]",
    .about = "read treebanks, transform them, write them in another format",
    .options = options,
    .size = sizeof(job),
    .notes = print_notes,
    .run = run,
};
