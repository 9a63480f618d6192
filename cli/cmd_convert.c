/* pleach convert: reads treebanks, applies transforms, writes them. */
#include "input.h"
#include "outputs.h"
#include "progress.h"
#include "transforms.h"

#include "transform/dependencies.h"

#include <stdio.h>
#include <string.h>

enum { TO = 256, SPLIT, IDS, PRETTY };

/* clang-format off */
static const option_row options[] = {
    {TO,     't', "to",     "FORMAT", "format of the output (default: by the name of the output file, else discbracket)"},
    {'o',    'o', "output", "FILE",   "where to write (default: standard output); compressed if it ends in .zst or .gz"},
    {SPLIT,  0,   "split",  "RULE",   "write the parts of a treebank to files of their own, PREFIX.train.EXT and so on with -o PREFIX: PARTS=modN, PARTS=SIZES (train,dev,test=mod10), or a standard split by name"},
    {IDS,    0,   "ids",    NULL,     "discbracket: write a tab and the sentence's id after each tree, as is done anyway when discbracket with ids was read"},
    {PRETTY, 0,   "pretty", NULL,     "bracket: write each tree indented over several lines"},
    {0},
};
/* clang-format on */

static void print_formats(FILE *to)
{
    fprintf(to, "\nFormats (r: can be read, w: can be written):\n");
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        fprintf(to, "  %-14s%c%c  %s\n", (*f)->name, (*f)->read != NULL ? 'r' : '-',
                (*f)->write != NULL ? 'w' : '-', (*f)->about);
}

static void print_notes(FILE *to)
{
    print_formats(to);
    fprintf(to, "\nStandard splits:\n");
    for (const pl_standard_split *s = pl_splits; s->name != NULL; s++)
        fprintf(to, "  %-14s%s\n", s->name, s->about);
}

static int run(args *a);

const command cmd_convert = {
    .name = "convert",
    .synopsis = "[--from FORMAT] [--to FORMAT] [TRANSFORM…] [IN…] [-o OUT]",
    .about = "read treebanks, transform them, write them in another format",
    .options = options,
    .input = input_rows,
    .more = transform_rows,
    .notes = print_notes,
    .run = run,
};

/* What the command line asked for. */
typedef struct job {
    input in;
    pl_write_options write;
    const pl_format *to;
    const char *output;
    outputs out;
    pl_pipeline pipeline;
} job;

/* Handles one option; an exit code, or -1 to go on. */
static int take_option(job *j, const args *a, int id)
{
    pl_error err;
    switch (id) {
    case TO:
        return (j->to = format_arg(a)) != NULL ? -1 : USAGE;
    case 'o':
        j->output = a->value;
        return -1;
    case SPLIT:
        pl_split_release(&j->out.split);
        j->out.splits = pl_split_init(&j->out.split, a->value, &err) == 0;
        return j->out.splits ? -1 : usage_error(a->command, "%s", err.text);
    case IDS:
        j->write.ids = true;
        return -1;
    case PRETTY:
        j->write.pretty = true;
        return -1;
    case TRANSFORM:
        return transform_option(&j->pipeline, a);
    default:
        return input_option(&j->in, a, id);
    }
}

/* A format that holds dependencies alone gets those that marked heads give. */
static bool wants_dependencies(const pl_format *to, const pl_tree *t)
{
    bool conll = strcmp(to->name, "conllx") == 0 || strcmp(to->name, "conllu") == 0;
    return conll && !t->has_deps && t->root != PL_NONE &&
           (t->nodes[t->root].head != PL_NONE || t->n_tokens == 1);
}

/* Writes a tree that is transformed: 0, or -1 with the reason. */
static int write_tree(job *j, const pl_reader *r, pl_tree *tree, pl_error *err)
{
    pl_writer *w = outputs_for(&j->out, tree);
    if (w == NULL)
        return 0;
    if (wants_dependencies(w->format, tree) && pl_dependencies_from_heads(tree, err) < 0)
        return -1;
    w->options.preamble = &r->preamble;
    w->options.ids = j->write.ids || r->format == w->format;
    return pl_writer_put(w, tree, err);
}

/* Transforms and writes all trees, then those that a transform has held back: 0, or -1 if
 * one cannot be written and may not be skipped. */
static int convert_trees(job *j, pl_source *source, pl_error *err)
{
    pl_arena arena = {0};
    pl_tree *tree;
    progress p = progress_beside(j->in.quiet, j->output);
    int got, keep;
    while ((got = pl_source_next(source, &arena, &tree, err)) > 0) {
        keep = pl_pipeline_apply(&j->pipeline, tree, err);
        if (keep < 0 ||
            (keep > 0 && write_tree(j, pl_source_reader(source), tree, err) < 0))
            got = input_bad_sentence(&j->in, source, tree, err);
        if (got < 0)
            break;
        pl_arena_reset(&arena);
        progress_step(&p);
    }
    while (got == 0 && (keep = pl_pipeline_held(&j->pipeline, &tree, err)) != 0)
        if (keep < 0 || write_tree(j, pl_source_reader(source), tree, err) < 0)
            got = input_bad_sentence(&j->in, source, tree, err);
    progress_end(&p);
    pl_arena_release(&arena);
    return got;
}

static int convert(job *j)
{
    pl_error err;
    pl_source *source = input_open(&j->in, &err);
    int got = -1;
    if (source != NULL &&
        outputs_open(&j->out, source, j->output, j->to, &j->write, &err) == 0) {
        got = convert_trees(j, source, &err);
        input_say_lost(&j->in, outputs_lost(&j->out));
        input_report(&j->in, source);
        if (got == 0 && !j->in.quiet)
            outputs_report(&j->out);
    }
    if (outputs_close(&j->out, got < 0 ? NULL : &err) < 0)
        got = -1;
    pl_source_close(source);
    return got < 0 ? fail(&err) : DONE;
}

static int run(args *a)
{
    job j = {0};
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (j.to == NULL)
        j.to = format_for(j.output, "discbracket");
    if (status < 0 && j.out.splits && (j.output == NULL || strcmp(j.output, "-") == 0))
        status =
            usage_error(a->command, "--split needs -o PREFIX for the names of files");
    if (status < 0)
        status = convert(&j);
    pl_split_release(&j.out.split);
    pl_pipeline_release(&j.pipeline);
    input_release(&j.in);
    return status;
}
