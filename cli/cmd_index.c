/* pleach index: packs treebanks into one file that pleach search reads quickly. */
#include "input.h"

#include "format/index_file.h"

#include <string.h>

typedef struct job {
    input in;
    const char *output;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION('o', "output", "FILE", PL_FILE_AT(job, output), PL_HELP(NULL, "write the index to FILE; its name should end in .plx")),
    PL_INCLUDE(job, in, input, input_rows),
    PL_OPTIONS_END,
};
/* clang-format on */

/* The treebanks so far, those without sentences included. */
typedef struct sources {
    pl_index_out *out;
    size_t n_begun; /* files of the command line */
} sources;

/* Begins the files up to number `end`, which have no sentences. */
static int begin_empty(sources *s, const pl_source *source, size_t end, pl_error *err)
{
    const char *file;
    for (; s->n_begun < end && (file = pl_source_file(source, s->n_begun, NULL)) != NULL;
         s->n_begun++)
        if (pl_index_begin(s->out, file, NULL, err) < 0)
            return -1;
    return 0;
}

/* Begins a source with its first tree. */
static int begin_sources(sources *s, const pl_source *source, pl_error *err)
{
    const pl_reader *r = pl_source_reader(source);
    if (r->number != 1)
        return 0;
    if (begin_empty(s, source, pl_source_at(source), err) < 0)
        return -1;
    s->n_begun = pl_source_at(source) + 1;
    /* Standard input has the name of the command line, as search has it. */
    const char *file = pl_source_file(source, pl_source_at(source), NULL);
    return pl_index_begin(s->out, r->index != NULL ? r->file : file, &r->preamble, err);
}

static int add_trees(pl_index_out *out, pl_tree_stream *s, pl_error *err)
{
    sources from = {.out = out};
    pl_tree *tree;
    int got;
    while ((got = pl_tree_stream_next(s, NULL, &tree, err)) > 0)
        if (begin_sources(&from, s->source, err) < 0 || pl_index_add(out, tree, err) < 0)
            return -1;
    return got == 0 ? begin_empty(&from, s->source, SIZE_MAX, err) : got;
}

static int make_index(job *j, pl_error *err)
{
    pl_tree_stream s;
    pl_index_out *out = NULL;
    int status = stream_open(&s, &j->in, NULL, progress_start(j->in.quiet), err);
    if (status == 0)
        status = (out = pl_index_create(j->output, err)) != NULL ? 0 : -1;
    if (status == 0)
        status = add_trees(out, &s, err);
    stream_close(&s);
    return out != NULL ? pl_index_end(out, status, err) : status;
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    if (j->output == NULL)
        return usage_error(&cmd_index, "-o FILE is missing: where the index goes");
    if (strcmp(j->output, "-") == 0)
        return usage_error(&cmd_index, "-o: an index is a file, not standard output");
    j->in.writes = j->output;
    return done_or_fail(make_index(j, &err), &err);
}

const command cmd_index = {
    .name = "index",
    .synopsis = "[OPTION…] TREEBANK… -o FILE.plx",
    .about = "make one file of treebanks that pleach search answers from quickly",
    .options = options,
    .size = sizeof(job),
    .run = run,
};
