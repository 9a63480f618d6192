/* pleach stats: what a treebank consists of. */
#include "input.h"
#include "report_stats.h"

#include <stdio.h>

typedef struct job {
    input in;
    report_form form;
    bool per_file;
    size_t top;
    texts names; /* of --system */
    system_options system;
} job;

/* clang-format off */
static const option_row options[] = {
    GROUP(job, form, report_form, report_rows),
    {0,   "per-file", NULL,    FLAG(job, per_file),       "report on each file or folder separately"},
    {0,   "top",      "N",     NUMBER(job, top, 0, 1000), "list the N most frequent labels (default: 10)"},
    {'s', "system",   "NAME",  LIST(job, names),          "also derive every tree in this transition system: lengths of derivations; gaps, swaps or skips; their longest run; for a dependency system the share of trees it can derive; may be repeated"},
    GROUP(job, system, system_options, system_rows),
    GROUP(job, in, input, input_rows),
    {0},
};
/* clang-format on */

static bool find_systems(const job *j)
{
    for (size_t i = 0; i < j->names.n; i++)
        if (!system_exists(&cmd_stats, j->names.at[i]))
            return false;
    return true;
}

/* Adds up all sentences of the input: 0, or -1 with the reason. */
static int count(input *in, pl_stats *s, pl_error *err)
{
    stream trees;
    pl_tree *tree;
    int got = stream_open(&trees, in, NULL, progress_start(in->quiet), err);
    while (got >= 0 && (got = stream_next(&trees, &tree, err)) > 0)
        pl_stats_add(s, tree);
    stream_close(&trees);
    return got;
}

/* One report. `name` is NULL for a report on all files. A JSON object goes into `list`,
 * or is printed where that is NULL. */
static int report_one(const job *j, input *in, const char *name, json_t *list,
                      pl_error *err)
{
    pl_stats s = {0};
    report r = report_start(j->form);
    int status = count(in, &s, err);
    if (status == 0) {
        if (name != NULL && j->form == AS_TEXT)
            printf("%s\n\n", name);
        put_name(r.values, "file", name);
        report_stats(&r, &s, j->top);
    }
    if (status == 0)
        status = report_systems(&r, &j->names, &j->system, in, err);
    if (status == 0 && list != NULL)
        json_array_append(list, r.values);
    else if (status == 0)
        report_print(&r);
    report_release(&r);
    pl_stats_release(&s);
    return status;
}

static int report_each(const job *j, pl_error *err)
{
    json_t *list = j->form == AS_JSON ? json_array() : NULL;
    int status = 0;
    for (size_t i = 0; i < j->in.files.n && status == 0; i++) {
        input one = j->in;
        one.files.at = &j->in.files.at[i];
        one.files.n = 1;
        if (i > 0 && j->form != AS_JSON)
            printf(j->form == AS_TEXT ? "\n\n" : "\n");
        status = report_one(j, &one, j->in.files.at[i], list, err);
    }
    if (status == 0 && list != NULL && json_dumpf(list, stdout, 0) == 0)
        putchar('\n');
    json_decref(list);
    return status;
}

static int report_all(job *j, pl_error *err)
{
    return j->per_file && j->in.files.n > 0 ? report_each(j, err)
                                            : report_one(j, &j->in, NULL, NULL, err);
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.top = 10};
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    exit_code code = USAGE;
    if (j->names.n > 0 && j->in.files.n == 0)
        usage_error(&cmd_stats, "--system reads the treebank twice: name its files");
    else if (find_systems(j))
        code = done_or_fail(report_all(j, &err), &err);
    input_release(&j->in);
    return code;
}

const command cmd_stats = {
    .name = "stats",
    .synopsis = "[--system NAME…] [--json] [--per-file] TREEBANK…",
    .about = "count what treebanks consist of: words, labels, discontinuity, lengths",
    .options = options,
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
