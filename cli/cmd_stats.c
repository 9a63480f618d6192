/* pleach stats: what a treebank consists of. */
#include "input.h"
#include "progress.h"
#include "report_stats.h"

#include <stdio.h>

enum { JSON = 256, TSV, PER_FILE, TOP };

/* clang-format off */
static const option_row options[] = {
    {JSON,     0, "json",     NULL, "print one JSON object (with --per-file, a list of them)"},
    {TSV,      0, "tsv",      NULL, "print the values of --json as lines of name and value, separated by tabs"},
    {PER_FILE, 0, "per-file", NULL, "a report for each file or folder named, instead of one for all"},
    {TOP,      0, "top",      "N",  "how many of the most frequent labels to list (default: 10)"},
    {SYSTEM,  's', "system",   "NAME", "also derive every tree in this transition system (may be given several times): lengths of derivations; gaps, swaps or skips; longest run of them; for a dependency system the share of trees that it can derive"},
    {REORDER,  0, "reorder",  "MODE", "with --system: the order in which swap and skipshift read the words (see pleach oracle)"},
    {HEADS,    0, "heads",    "RULES", "with --system: head rules by name or file (default: the shipped ones that know most about the trees)"},
    DEP_SYSTEM_ROWS,
    {0},
};
/* clang-format on */

static int run(args *a);

const command cmd_stats = {
    .name = "stats",
    .synopsis = "[--system NAME…] [--json] [--per-file] TREEBANK…",
    .about = "count what treebanks consist of: words, labels, discontinuity, lengths",
    .options = options,
    .input = input_rows,
    .run = run,
};

/* What the command line asked for. */
typedef struct job {
    input in;
    report_form form;
    bool per_file;
    size_t top;
    system_list systems;
    dep_system_list dep_systems;
    dep_options dep;
    const char *heads, *reorder;
} job;

/* Handles one option; an exit code, or -1 to go on. */
static int take_option(job *j, const args *a, int id)
{
    long long n;
    const pl_system *system;
    switch (id) {
    case SYSTEM:
        if (is_dep_system(a->value)) {
            PL_PUSH(&j->dep_systems, a->value);
            return -1;
        }
        if ((system = system_arg(a)) == NULL)
            return USAGE;
        PL_PUSH(&j->systems, system);
        return -1;
    case REORDER:
        j->reorder = a->value;
        return -1;
    case HEADS:
        j->heads = a->value;
        return -1;
    case JSON:
    case TSV:
        j->form = id == JSON ? AS_JSON : AS_TSV;
        return -1;
    case PER_FILE:
        j->per_file = true;
        return -1;
    case TOP:
        if (!number_arg(a, 0, 1000, &n))
            return USAGE;
        j->top = (size_t)n;
        return -1;
    default:
        return is_dep_option(id) ? dep_option(&j->dep, a, id)
                                 : input_option(&j->in, a, id);
    }
}

/* Adds up all sentences of the input: 0, or -1 with the reason. */
static int count(input *in, pl_stats *s, pl_error *err)
{
    pl_source *source = input_open(in, err);
    if (source == NULL)
        return -1;
    pl_arena arena = {0};
    pl_tree *tree;
    int got;
    progress p = progress_start(in->quiet);
    while ((got = pl_source_next(source, &arena, &tree, err)) > 0) {
        pl_stats_add(s, tree);
        pl_arena_reset(&arena);
        progress_step(&p);
    }
    progress_end(&p);
    input_report(in, source);
    pl_source_close(source);
    pl_arena_release(&arena);
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
    if (status == 0 && j->systems.n > 0)
        status = report_systems(&r, &j->systems, j->reorder, in, j->heads, err);
    if (status == 0 && j->dep_systems.n > 0)
        status = report_dep_systems(&r, &j->dep_systems, &j->dep, in, err);
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

static int run(args *a)
{
    job j = {.top = 10};
    pl_error err;
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (status < 0 && j.systems.n + j.dep_systems.n > 0 && j.in.files.n == 0)
        status =
            usage_error(a->command, "--system reads the treebank twice: name its files");
    if (status < 0) {
        int done = j.per_file && j.in.files.n > 0
                       ? report_each(&j, &err)
                       : report_one(&j, &j.in, NULL, NULL, &err);
        status = done < 0 ? fail(&err) : DONE;
    }
    PL_VEC_RELEASE(&j.systems);
    PL_VEC_RELEASE(&j.dep_systems);
    dep_options_release(&j.dep);
    input_release(&j.in);
    return status;
}
