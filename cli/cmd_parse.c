/* pleach parse: trees for sentences. */
#include "input.h"

#include "search/parser.h"

#include <stdio.h>
#include <time.h>

enum { TO = 256, BEAM };

/* clang-format off */
static const option_row options[] = {
    {'m',  'm', "model",  "MODEL",  "the model to parse with"},
    {TO,   't', "to",     "FORMAT", "format of the output (default: by the name of the output file, else discbracket)"},
    {'o',  'o', "output", "FILE",   "where to write (default: standard output)"},
    {BEAM, 'b', "beam",   "K",      "hypotheses kept at each step (default: what the model was trained with)"},
    {0},
};
/* clang-format on */

static int run(args *a);

const command cmd_parse = {
    .name = "parse",
    .synopsis = "-m MODEL [OPTION…] [IN…]",
    .about = "parse sentences",
    .options = options,
    .input = input_rows,
    .run = run,
};

typedef struct job {
    input in;
    const char *model_path, *output;
    const pl_format *to;
    long long beam;
} job;

static int take_option(job *j, const args *a, int id)
{
    switch (id) {
    case 'm':
        j->model_path = a->value;
        return -1;
    case 'o':
        j->output = a->value;
        return -1;
    case TO:
        return (j->to = format_arg(a)) != NULL ? -1 : USAGE;
    case BEAM:
        return number_arg(a, 1, 1024, &j->beam) ? -1 : USAGE;
    default:
        return input_option(&j->in, a, id);
    }
}

static int parse(job *j)
{
    pl_err err;
    pl_arena arena = {0};
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    pl_model *m = pl_model_open(j->model_path, &err);
    if (m == NULL)
        return fail(&err);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "load %.3f\n",
            (double)(t1.tv_sec - t0.tv_sec) + (double)(t1.tv_nsec - t0.tv_nsec) * 1e-9);
    pl_source *source = input_open(&j->in, &err);
    pl_writer *w = pl_writer_open(j->output, j->to, NULL, &err);
    pl_parser *p = pl_parser_new(m, j->beam ? (uint32_t)j->beam
                                            : (uint32_t)pl_model_number(m, "beam", 4));
    pl_tree *tree;
    PL_VEC(pl_tree *) trees = {0};
    size_t tokens = 0;
    while (pl_source_next(source, &arena, &tree, &err) > 0)
        PL_PUSH(&trees, tree);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (size_t i = 0; i < trees.n; i++) {
        tokens += trees.at[i]->n_tokens;
        if (pl_parser_run(p, trees.at[i], 1) > 0)
            pl_parser_tree(p, 0, trees.at[i]);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    double s = (double)(t1.tv_sec - t0.tv_sec) + (double)(t1.tv_nsec - t0.tv_nsec) * 1e-9;
    fprintf(stderr, "%zu tokens, %.3f s, %.0f tokens/s\n", tokens, s, (double)tokens / s);
    for (size_t i = 0; i < trees.n; i++)
        pl_writer_put(w, trees.at[i], &err);
    pl_parser_free(p);
    pl_writer_close(w, &err);
    pl_source_close(source);
    pl_model_free(m);
    pl_arena_release(&arena);
    return DONE;
}

static int run(args *a)
{
    job j = {0};
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (j.to == NULL)
        j.to = pl_format_find("discbracket");
    if (status < 0)
        status = parse(&j);
    input_release(&j.in);
    return status;
}
