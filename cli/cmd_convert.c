/* pleach convert: reads treebanks, applies transforms, writes them. */
#include "command.h"

#include "base/vec.h"
#include "corpus/source.h"
#include "corpus/writer.h"
#include "transform/transform.h"

#include <stdio.h>
#include <string.h>

enum { FROM = 256, TO, ON_ERROR, ENCODING, TRANSFORM };

static const option_row options[] = {
    {FROM, 'f', "from", "FORMAT", "format of the input; guessed from the file if not given"},
    {TO, 't', "to", "FORMAT", "format of the output (default: discbracket)"},
    {'o', 'o', "output", "FILE", "where to write (default: standard output)"},
    {ON_ERROR, 0, "on-error", "stop|skip", "what a bad sentence does (default: stop)"},
    {ENCODING, 0, "encoding", "utf8|latin1", "encoding of the input (default: utf8)"},
    {'h', 'h', "help", NULL, "show this help"},
    {0},
};

/* The transforms as rows of options, made once from their own table. */
static const option_row *transform_rows(void)
{
    static option_row rows[64];
    if (rows[0].name == NULL)
        for (size_t i = 0; pl_transforms[i] != NULL && i < 63; i++)
            rows[i] = (option_row){TRANSFORM, 0, pl_transforms[i]->name,
                                   pl_transforms[i]->arg, pl_transforms[i]->about};
    return rows;
}

static int run(args *a);

const command cmd_convert = {
    .name = "convert",
    .synopsis = "[--from FORMAT] [--to FORMAT] [TRANSFORM…] [IN…] [-o OUT]",
    .about = "read treebanks, transform them, write them in another format",
    .options = options,
    .more = transform_rows,
    .run = run,
};

/* What the command line asked for. */
typedef struct job {
    pl_source_options source;
    pl_write_options write;
    const pl_format *to;
    const char *output;
    pl_pipeline pipeline;
    PL_VEC(const char *) files;
} job;

static void say_skipped(void *context, const char *reason)
{
    (void)context;
    fprintf(stderr, "pleach: left out: %s\n", reason);
}

static const pl_format *format_arg(const args *a)
{
    const pl_format *f = pl_format_find(a->value);
    if (f == NULL)
        usage_error(a->command, "there is no format '%s'; known are the rows of "
                                "'pleach help convert'", a->value);
    return f;
}

/* Handles one option; an exit code, or -1 to go on. */
static int take_option(job *j, const args *a, int id)
{
    pl_err err;
    switch (id) {
    case FROM:
        return (j->source.format = format_arg(a)) != NULL ? -1 : USAGE;
    case TO:
        return (j->to = format_arg(a)) != NULL ? -1 : USAGE;
    case 'o':
        j->output = a->value;
        return -1;
    case ON_ERROR:
        j->source.skip_errors = strcmp(a->value, "skip") == 0;
        if (!j->source.skip_errors && strcmp(a->value, "stop") != 0)
            return usage_error(a->command, "--on-error takes stop or skip");
        return -1;
    case ENCODING:
        j->source.read.encoding = strcmp(a->value, "latin1") == 0 ? PL_LATIN1 : PL_UTF8;
        if (strcmp(a->value, "latin1") != 0 && strcmp(a->value, "utf8") != 0)
            return usage_error(a->command, "--encoding takes utf8 or latin1");
        return -1;
    case TRANSFORM:
        return pl_pipeline_add(&j->pipeline, a->row->name, a->value, &err) == 0
                   ? -1
                   : usage_error(a->command, "%s", err.text);
    case ARG_FILE:
        PL_PUSH(&j->files, a->value);
        return -1;
    case 'h':
        print_help(a->command);
        return DONE;
    default:
        return USAGE;
    }
}

static void say_lost(const pl_writer *w)
{
    for (int i = 0; i < PL_N_HAS; i++)
        if (w->lost >> i & 1)
            fprintf(stderr, "pleach: the format %s cannot hold %s: left out\n",
                    w->format->name, pl_has_name[i]);
}

static int convert(job *j)
{
    pl_err err;
    pl_arena arena = {0};
    pl_writer *w = NULL;
    int got = -1;
    j->source.skipped = say_skipped;
    pl_source *source = pl_source_open(j->files.at, j->files.n, &j->source, &err);
    if (source == NULL)
        goto done;
    w = pl_writer_open(j->output, j->to, &j->write, &err);
    if (w == NULL)
        goto done;
    pl_tree *tree;
    while ((got = pl_source_next(source, &arena, &tree, &err)) > 0) {
        const pl_reader *r = pl_source_reader(source);
        w->options.preamble = &r->preamble;
        w->options.ids = r->format == w->format;
        int keep = pl_pipeline_apply(&j->pipeline, tree, &err);
        if (keep < 0 || (keep > 0 && pl_writer_put(w, tree, &err) < 0)) {
            got = -1;
            break;
        }
        pl_arena_reset(&arena);
    }
    say_lost(w);
    if (pl_source_skipped(source) > 0)
        fprintf(stderr, "pleach: %zu sentences left out\n", pl_source_skipped(source));
done:
    if (pl_writer_close(w, got < 0 ? NULL : &err) < 0)
        got = -1;
    pl_source_close(source);
    pl_arena_release(&arena);
    return got < 0 ? fail(&err) : DONE;
}

static int run(args *a)
{
    job j = {.to = pl_format_find("discbracket")};
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (status < 0)
        status = convert(&j);
    pl_pipeline_release(&j.pipeline);
    PL_VEC_RELEASE(&j.files);
    return status;
}
