/* pleach stats: what a treebank consists of, and how long the derivations of its trees are. */
#include "print_report.h"
#include "system_options.h"

#include "count/count.h"
#include "count/derivations.h"

enum { ALL = 1000000000 }; /* rows of a table */

typedef struct job {
    input in;
    settings transforms;
    pl_report_form form;
    bool per_file;
    pl_count_options count;
    texts names; /* of --system */
    system_options system;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_INCLUDE(job, form, pl_report_form, report_rows),
    PL_OPTION(0,   "by",             "WHAT",  PL_CHOICE_OF_AT(job, count.by, pl_by_name), PL_HELP(NULL, "print a table of these instead: label, tag, function, rule, word or length (of sentences); how often each occurs, and how often it is discontinuous")),
    PL_OPTION(0,   "each",           "WHAT",  PL_CHOICE_AT(job, count.each, pl_each_choices),  PL_HELP(NULL, "print a line for each sentence or constituent instead, as a table separated by tabs: sentence, constituent, none (default: none)")),
    PL_OPTION(0,   "per-file",       NULL,    PL_FLAG_AT(job, per_file),            PL_HELP(NULL, "report on each file or folder separately")),
    PL_OPTION(0,   "top",            "N",     PL_INTEGER_AT(job, count.top, 0, ALL),      PL_HELP(NULL, "list the N most frequent (default: 10 labels; with --by all)")),
    PL_OPTION('s', "system",         "NAME",  PL_TEXTS_AT(job, names),              PL_HELP(NULL, "also derive every tree in this transition system: lengths of derivations; gaps, swaps or skips; their longest run; for a dependency system the share of trees it can derive; may be repeated")),
    PL_OPTION(0,   "system-reorder", "MODE",  PL_TEXT_AT(job, system.reorder),      PL_HELP(NULL, "with --system swap or skipshift: order in which the words of the trees are read: left, right, rightd, distI, label, label:NP=left,…,rightd (default: left for swap, dist2 for skipshift)")),
    PL_OPTION(0,   "system-heads",   "RULES", PL_FILE_AT(job, system.heads),        PL_HELP(NULL, "with --system: head rules, by name or file (default: the shipped ones that know most about the trees)")),
    PL_INCLUDE(job, system, system_options, control_rows),
    PL_INCLUDE(job, in, input, input_rows),
    PL_LIST(job, transforms, transform_option),
    PL_OPTIONS_END,
};
/* clang-format on */

/* The machine of a system; an order of reading is for those that have one. */
static pl_machine *own_machine(const char *name, const system_options *options,
                               bool quiet, pl_error *err)
{
    system_options own = *options;
    own.reorder = NULL;
    pl_machine *m = system_machine(name, &own, quiet, err);
    if (m == NULL || m->reorder == NULL || options->reorder == NULL)
        return m;
    pl_machine_free(m);
    return system_machine(name, options, quiet, err);
}

/* Derives every tree of the input in each system of one kind and adds the lengths of the
 * derivations; for dependencies also how many trees the system can derive. 0, or -1 with
 * the reason. */
static int report_kind(pl_report *r, const job *j, bool dependencies, input *in,
                       pl_error *err)
{
    pl_pipeline steps = {0};
    pl_gold_trees g = {.steps = &steps};
    int status = add_transforms(&steps, &j->transforms, err);
    bool first = true;
    for (size_t i = 0; status == 0 && i < j->names.n; i++) {
        if (is_dependency_system(j->names.at[i]) != dependencies)
            continue;
        pl_machine *m = own_machine(j->names.at[i], &j->system, in->quiet, err);
        status = m == NULL ? -1
                 : first   ? system_trees(&g, m, in, j->system.heads, err)
                           : 0;
        if (status == 0)
            status = pl_derivations_report(r, m, &g, first, err);
        first = false;
        pl_machine_free(m);
    }
    pl_gold_trees_release(&g);
    pl_pipeline_release(&steps);
    return status;
}

/* Counts all sentences of the input and prints the lines of each. */
static int count(const job *j, input *in, pl_count *c, pl_error *err)
{
    pl_tree_stream trees;
    pl_tree *tree;
    pl_str lines = {0};
    progress p = j->count.each == PL_EACH_NONE ? progress_start(in->quiet)
                                               : progress_beside(in->quiet, NULL);
    int got = stream_open(&trees, in, &j->transforms, p, err);
    while (got >= 0 && (got = pl_tree_stream_next(&trees, NULL, &tree, err)) > 0) {
        pl_count_add(c, tree, pl_in_name(pl_source_reader(trees.source)->in), &lines);
        if (lines.n > 0)
            print_lines(lines.at);
        pl_str_clear(&lines);
    }
    stream_close(&trees);
    pl_str_release(&lines);
    return got;
}

/* Prints the text that a report has so far. */
static void print_text(pl_report *r)
{
    if (r->form != PL_REPORT_TEXT)
        return;
    report_print(r);
    pl_str_clear(&r->text);
}

/* Reports on one input. `name` is NULL for all files together. Values are added to `all`, or
 * printed if it is not a list. Text is printed before the derivations, which take longer. */
static int report_one(const job *j, input *in, const char *name, pl_report *all,
                      pl_error *err)
{
    pl_count c = {.options = j->count};
    bool has_stats = pl_count_has_stats(&j->count);
    pl_report *r = has_stats ? pl_report_new(j->form) : all;
    int status = count(j, in, &c, err);
    if (status == 0)
        pl_count_report(&c, name, r);
    print_text(r);
    for (int kind = 0; kind < 2 && status == 0 && has_stats; kind++)
        status = report_kind(r, j, kind == 1, in, err);
    if (status == 0 && has_stats && pl_value_is(all->root, PL_JSON_LIST))
        pl_value_add_copy(all->root, r->root);
    else if (status == 0 && has_stats)
        report_print(r);
    pl_report_free(has_stats ? r : NULL);
    pl_count_release(&c);
    return status;
}

/* Whether the reports of all files are printed together, as a list. */
static bool makes_list(const job *j)
{
    return j->form == PL_REPORT_JSON ||
           (j->form == PL_REPORT_TSV && j->count.by < PL_N_BY);
}

/* With --on-error skip, a file that cannot be read is left out. If no file can be read, that is an
 * error. */
static int report_each(const job *j, pl_report *all, pl_error *err)
{
    int status = 0;
    size_t n_reported = 0;
    bool skips = j->in.read.source.skip_errors;
    for (size_t i = 0; i < j->in.files.n && (status == 0 || skips); i++) {
        input one = j->in;
        one.files.at = &j->in.files.at[i];
        one.files.n = 1;
        if (n_reported > 0 && !pl_value_is(all->root, PL_JSON_LIST))
            print(j->form == PL_REPORT_TEXT ? "\n\n" : "\n");
        status = report_one(j, &one, j->in.files.at[i], all, err);
        n_reported += status == 0;
        if (status < 0 && skips && j->in.files.n > 1)
            pl_read_skipped(&one.read, err->text);
    }
    return n_reported > 0 && skips ? 0 : status;
}

static int report_all(job *j, pl_error *err)
{
    bool separately = j->per_file && j->in.files.n > 0 && j->count.each == PL_EACH_NONE;
    bool listed = makes_list(j) && (separately || j->count.by < PL_N_BY);
    pl_report *all = pl_report_new(j->form);
    if (listed)
        pl_report_make_list(all);
    if (j->count.each != PL_EACH_NONE)
        print_lines(pl_each_titles[j->count.each]);
    int status =
        separately ? report_each(j, all, err) : report_one(j, &j->in, NULL, all, err);
    if (status == 0 && listed)
        report_print(all);
    pl_report_free(all);
    return status;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){
        .count = {.by = PL_N_BY,
                  .top = PL_COUNT_TOP,
                  .remedy = "--punct move, lca or remove"},
    };
}

/* What goes wrong with the options together; NULL: nothing. */
static const char *conflict(const job *j)
{
    bool table = j->count.by < PL_N_BY || j->count.each != PL_EACH_NONE;
    if (j->count.by < PL_N_BY && j->count.each != PL_EACH_NONE)
        return "--by and --each are two different tables: choose one";
    if (j->names.n > 0 && table)
        return "--system goes with the report, not with --by or --each";
    if (j->names.n > 0 && j->in.files.n == 0)
        return "--system reads the treebank twice: name its files";
    if (j->count.each != PL_EACH_NONE && j->form == PL_REPORT_JSON)
        return "--each prints lines separated by tabs, not JSON";
    return NULL;
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    if (conflict(j) != NULL)
        return usage_error(&cmd_stats, "%s", conflict(j));
    for (size_t i = 0; i < j->names.n; i++)
        if (!system_exists(&cmd_stats, j->names.at[i]))
            return USAGE;
    if (!check_transforms(&cmd_stats, &j->transforms))
        return USAGE;
    return done_or_fail(report_all(j, &err), &err);
}

const command cmd_stats = {
    .name = "stats",
    .synopsis =
        "[--by WHAT|--each WHAT] [--system NAME…] [--json|--tsv] [TRANSFORM…] TREEBANK…",
    .about = "count what treebanks consist of: words, labels, discontinuity, lengths",
    .options = options,
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
