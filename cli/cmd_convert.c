/* pleach convert: reads treebanks, applies transforms, writes them. */
#include "output_name.h"
#include "part.h"

#include "transform/transform.h"

#include <string.h>

typedef struct job {
    input in;
    settings transforms;
    part_job part;
    pl_write_options write;
    const pl_format *to;
    const char *output, *rule;   /* -o, --split */
    pl_split split;              /* by the rule */
    PL_VEC(pl_writer *) writers; /* one, or with --split one for each part */
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION('t', "to",     "FORMAT", PL_FORMAT_AT(job, to, pl_write_format_name), PL_HELP(NULL, "write this format (default: by the name of the output file, else discbracket)")),
    PL_INCLUDE(job, output, const char *, output_rows),
    PL_OPTION(0,   "split",  "RULE",   PL_TEXT_AT(job, rule),                       PL_HELP(NULL, "write the parts of a treebank to separate files, with -o PREFIX to PREFIX.train.EXT and so on; RULE is PARTS=modN or PARTS=SIZES (train,dev,test=mod10), or the name of a standard split")),
    PL_OPTION(0,   "ids",    NULL,     PL_FLAG_AT(job, write.ids),                  PL_HELP(NULL, "discbracket: write a tab and the sentence's id after each tree (default if the input is discbracket with ids)")),
    PL_OPTION(0,   "pretty", NULL,     PL_FLAG_AT(job, write.pretty),               PL_HELP(NULL, "bracket: indent each tree over several lines")),
    PL_OPTION(0,   "frames", NULL,     PL_FLAG_AT(job, write.frames),               PL_HELP(NULL, "with -o FILE.zst: compress in frames of about a megabyte, so that --part can begin at each of them")),
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

/* -- where trees go ------------------------------------------------------------------ */

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

static int open_output(job *j, const char *path, pl_error *err)
{
    pl_writer *w = pl_writer_open(path, j->to, &j->write, err);
    if (w == NULL)
        return -1;
    PL_PUSH(&j->writers, w);
    return part_open(&j->part, w->out, false, err);
}

/* -o tiger.zst opens tiger.zst; with --split tiger.train.export.zst,
 * tiger.dev.export.zst … */
static int open_outputs(job *j, pl_error *err)
{
    if (j->rule == NULL)
        return open_output(j, j->output, err);
    pl_str path = {0};
    int status = 0;
    for (size_t i = 0; i < j->split.parts.n && status == 0; i++) {
        part_path(&path, j->output, j->to, j->split.parts.at[i]);
        status = open_output(j, path.at, err);
    }
    pl_str_release(&path);
    return status;
}

/* Says what the outputs could not hold and, with --split, how many trees went where. */
static void report_outputs(const job *j, bool converted)
{
    for (size_t i = 1; i < j->writers.n; i++) {
        pl_writer *first = j->writers.at[0];
        const pl_writer *other = j->writers.at[i];
        first->had |= other->had;
        first->lost |= other->lost;
        if (first->n_changed == 0)
            first->first_changed = other->first_changed;
        first->n_changed += other->n_changed;
    }
    input_say_lost(&j->in, j->writers.n > 0 ? j->writers.at[0] : NULL);
    if (j->rule == NULL || j->in.quiet || !converted)
        return;
    progress_hide();
    tell("pleach:");
    for (size_t i = 0; i < j->writers.n; i++)
        tell(" %s %zu,", j->split.parts.at[i], j->writers.at[i]->n_written);
    tell(" in no part %zu\n", j->split.n_unused);
}

static int close_outputs(job *j, int status, pl_error *err)
{
    for (size_t i = 0; i < j->writers.n; i++)
        status = pl_writer_end(j->writers.at[i], status, err);
    PL_VEC_RELEASE(&j->writers);
    return status;
}

/* -- trees --------------------------------------------------------------------------- */

/* Writes a tree that is transformed: 0, or -1 with the reason. */
static int write_tree(job *j, const pl_reader *r, pl_tree *tree, pl_error *err)
{
    uint32_t part = j->rule != NULL ? pl_split_next(&j->split, tree) : 0;
    if (part == PL_NONE)
        return 0;
    pl_writer *w = j->writers.at[part];
    if (complete_tree(tree, w->format, &j->transforms, err) < 0)
        return -1;
    w->options.preamble = &r->preamble;
    w->options.ids = j->write.ids || pl_same_text(r->preamble.format, w->format->name);
    return pl_writer_put(w, tree, err);
}

/* The output of a part begins as that of the whole input does. */
static int begin_as_whole(job *j, pl_source *source, pl_error *err)
{
    const pl_preamble *preamble = pl_source_preamble(source);
    return preamble != NULL ? pl_writer_start(j->writers.at[0], preamble, err) : 0;
}

static int convert(job *j, pl_error *err)
{
    pl_tree_stream s;
    pl_tree *tree;
    int got = stream_open(&s, &j->in, &j->transforms,
                          progress_beside(j->in.quiet, j->output), err);
    if (got == 0)
        got = open_outputs(j, err);
    if (got == 0 && j->write.middle)
        got = begin_as_whole(j, s.source, err);
    while (got >= 0 && (got = pl_tree_stream_next(&s, NULL, &tree, err)) > 0)
        if (write_tree(j, pl_source_reader(s.source), tree, err) < 0)
            got = pl_source_reject(s.source, tree, err);
    report_outputs(j, got == 0);
    if (got == 0)
        part_read(&j->part, s.source);
    stream_close(&s);
    got = close_outputs(j, got, err);
    return got == 0 ? part_end(&j->part, err) : got;
}

/* With --split the output is a prefix of names: it may end in anything, and the extension of the format
 * follows. */
static exit_code choose_format(job *j)
{
    const pl_format *named = j->rule != NULL && j->output != NULL ? pl_format_by_extension(j->output) : NULL;
    if (j->to == NULL)
        j->to = named;
    return j->to != NULL ? DONE
                         : output_format(&cmd_convert, j->rule == NULL ? j->output : NULL,
                                         "discbracket", &j->to);
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    exit_code code = USAGE;
    if (choose_format(j) != DONE)
        return USAGE;
    if (j->rule != NULL && pl_split_init(&j->split, j->rule, &err) < 0)
        usage_error(&cmd_convert, "--%s", err.text);
    else if (j->rule != NULL && (j->output == NULL || strcmp(j->output, "-") == 0))
        usage_error(&cmd_convert, "--split needs -o PREFIX for the names of files");
    else if (j->rule != NULL && j->part.numbers.n_parts > 0)
        usage_error(&cmd_convert, "--split counts the sentences of the whole input: leave out --part");
    else if (check_transforms(&cmd_convert, &j->transforms) &&
             part_begin(&j->part, &cmd_convert, &j->in, j->output, &j->transforms) == DONE) {
        part_set(&j->part, &j->write);
        code = part_done_or_fail(&j->part, convert(j, &err), &err);
    }
    part_release(&j->part);
    pl_split_release(&j->split);
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
