/* pleach convert: reads treebanks, applies transforms, writes them. */
#include "input.h"
#include "outputs.h"

#include "transform/dependencies.h"

#include <stdio.h>
#include <string.h>

typedef struct job {
    input in;
    settings transforms;
    pl_write_options write;
    const pl_format *to;
    const char *output, *rule; /* -o, --split */
    outputs out;
} job;

/* clang-format off */
static const option_row options[] = {
    {'t', "to",     "FORMAT", WRITE_FORMAT(job, to),      "write this format (default: by the name of the output file, else discbracket)"},
    GROUP(job, output, const char *, output_rows),
    {0,   "split",  "RULE",   TEXT(job, rule),            "write the parts of a treebank to separate files, with -o PREFIX to PREFIX.train.EXT and so on; RULE is PARTS=modN or PARTS=SIZES (train,dev,test=mod10), or the name of a standard split"},
    {0,   "ids",    NULL,     FLAG(job, write.ids),       "discbracket: write a tab and the sentence's id after each tree (default if the input is discbracket with ids)"},
    {0,   "pretty", NULL,     FLAG(job, write.pretty),    "bracket: indent each tree over several lines"},
    GROUP(job, in, input, input_rows),
    TRANSFORMS(job, transforms),
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

static int convert(job *j, pl_error *err)
{
    stream s;
    pl_tree *tree;
    int got = stream_open(&s, &j->in, &j->transforms,
                          progress_beside(j->in.quiet, j->output), err);
    if (got == 0)
        got = outputs_open(&j->out, s.source, j->output, j->to, &j->write, err);
    while (got >= 0 && (got = stream_next(&s, &tree, err)) > 0)
        if (write_tree(j, pl_source_reader(s.source), tree, err) < 0)
            got = input_bad_sentence(&j->in, s.source, tree, err);
    input_say_lost(&j->in, outputs_lost(&j->out));
    stream_close(&s);
    if (got == 0 && !j->in.quiet)
        outputs_report(&j->out);
    return outputs_close(&j->out, got < 0 ? NULL : err) < 0 ? -1 : got;
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    exit_code code = USAGE;
    j->out.splits = j->rule != NULL;
    if (j->to == NULL)
        j->to = format_for(j->output, "discbracket");
    if (j->rule != NULL && pl_split_init(&j->out.split, j->rule, &err) < 0)
        usage_error(&cmd_convert, "%s", err.text);
    else if (j->rule != NULL && (j->output == NULL || strcmp(j->output, "-") == 0))
        usage_error(&cmd_convert, "--split needs -o PREFIX for the names of files");
    else if (check_transforms(&cmd_convert, &j->transforms))
        code = done_or_fail(convert(j, &err), &err);
    pl_split_release(&j->out.split);
    input_release(&j->in);
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
