/* pleach experiment: reruns a comparison of the papers and writes its tables. */
#include "command.h"
#include "experiment.h"

#include "base/out.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { SCALE = 256, WORK, TIGER, NEGRA, TRAIN, DEV, TEST, TREEBANK, TABLE, DRY, FRESH };

/* clang-format off */
static const option_row options[] = {
    {'o',      'o', "output",   "FILE",   "where the report goes, in Markdown (default: standard output); charts go into the folder beside it that is called like FILE without its ending"},
    {SCALE,    0,   "scale",    "NAME",   "how large: full (default), third, tenth or small; a report says which"},
    {WORK,     'w', "work",     "FOLDER", "where models, parses and figures are kept, so that the same command goes on where it was interrupted (default: pleach-experiments)"},
    {TREEBANK, 't', "treebank", "NAME",   "a treebank of the plan; may be repeated (default: those the plan names)"},
    {TABLE,    0,   "table",    "TEXT",   "only the tables with this in their title, \"Table 4\"; may be repeated"},
    {TIGER,    0,   "tiger",    "FILE",   "the TIGER corpus, in TigerXML or export: the experiment is run on its standard splits"},
    {NEGRA,    0,   "negra",    "FILE",   "the NeGra corpus, in export: the same"},
    {TRAIN,    0,   "train",    "FILE",   "run on a treebank of your own: this part to train on"},
    {DEV,      0,   "dev",      "FILE",   "with --train: this part for development (default: that of --test)"},
    {TEST,     0,   "test",     "FILE",   "with --train: this part to test on (default: that of --dev)"},
    {'j',      'j', "jobs",     "N",      "run up to N steps at the same time (default: 1); the figures do not depend on it"},
    {FRESH,    0,   "fresh",    NULL,     "run all steps again, whatever the work folder has of them"},
    {DRY,      'n', "dry-run",  NULL,     "run nothing: print the commands that are left to run"},
    {'q',      'q', "quiet",    NULL,     "no progress: only errors"},
    {'h',      'h', "help",     NULL,     "show this help"},
    {0},
};
/* clang-format on */

static int run(args *a);

const command cmd_experiment = {
    .name = "experiment",
    .synopsis = "[OPTION…] NAME…",
    .about = "rerun comparisons of the papers, with tables and charts",
    .options = options,
    .run = run,
};

typedef struct task {
    choice choice;
    const char *output, *work;
    bool dry, fresh, quiet;
    long long at_once;
    texts names;
    PL_VEC(experiment) experiments;
    jobs jobs;
} task;

static int take_option(task *t, const args *a, int id)
{
    const char **to = id == 'o'     ? &t->output
                      : id == SCALE ? &t->choice.scale
                      : id == WORK  ? &t->work
                      : id == TIGER ? &t->choice.tiger
                      : id == NEGRA ? &t->choice.negra
                      : id == TRAIN ? &t->choice.train
                      : id == DEV   ? &t->choice.dev
                      : id == TEST  ? &t->choice.test
                                    : NULL;
    if (id == ARG_BAD)
        return USAGE;
    if (id == 'h') {
        print_help(a->command);
        return DONE;
    }
    if (id == 'j')
        return number_arg(a, 1, 1024, &t->at_once) ? -1 : USAGE;
    if (to != NULL)
        *to = a->value;
    else if (id == TREEBANK)
        PL_PUSH(&t->choice.treebanks, a->value);
    else if (id == TABLE)
        PL_PUSH(&t->choice.tables, a->value);
    else if (id == ARG_FILE)
        PL_PUSH(&t->names, a->value);
    else
        *(id == DRY ? &t->dry : id == FRESH ? &t->fresh : &t->quiet) = true;
    return -1;
}

/* "docs/results.md" has its charts in docs/results, which it calls results. */
static int report(task *t, pl_error *err)
{
    pl_str text = {0}, folder = {0};
    const char *link = NULL;
    int status = 0;
    pl_str_puts(&text,
                "# Results\n\nThe comparisons of the papers, made again by `pleach "
                "experiment`: scores in percent and counts, each with the\ncommands "
                "that give it. docs/experiments.md tells how to run them.\n\n");
    if (t->output != NULL) {
        const char *slash = strrchr(t->output, '/');
        const char *base = slash != NULL ? slash + 1 : t->output;
        size_t n = strcspn(base, ".");
        pl_str_put(&folder, t->output, (size_t)(base - t->output) + n);
        link = pl_str_text(&folder) + (base - t->output);
        if (strlen(link) == strlen(base)) /* no ending: the report has that name */
            pl_str_puts(&folder, "-charts");
        link = pl_str_text(&folder) + (base - t->output);
        if (mkdir(folder.at, 0777) < 0 && errno != EEXIST)
            status = pl_fail(err, PL_SYSTEM, "%s: %s", folder.at, strerror(errno));
    }
    for (size_t i = 0; status == 0 && i < t->experiments.n; i++)
        status = experiment_report(&t->experiments.at[i], &t->jobs, folder.at, link,
                                   &text, err);
    while (text.n > 1 && text.at[text.n - 2] == '\n')
        text.at[--text.n] = '\0';
    pl_out *out = status == 0 ? pl_out_open(t->output, err) : NULL;
    if (out != NULL)
        pl_out_put(out, text.at, text.n);
    if (status == 0)
        status = out != NULL ? pl_out_close(out, err) : -1;
    pl_str_release(&text);
    pl_str_release(&folder);
    return status;
}

/* Every --table is in the title of some table, and some table is for these treebanks. */
static int check_tables(const task *t, pl_error *err)
{
    for (size_t i = 0; i < t->choice.tables.n; i++) {
        bool found = false;
        for (size_t k = 0; k < t->experiments.n; k++)
            found |= plan_has_table(&t->experiments.at[k].plan, t->choice.tables.at[i]);
        if (found)
            continue;
        pl_str titles = {0};
        for (size_t k = 0; k < t->experiments.n; k++)
            for (size_t n = 0; n < t->experiments.at[k].plan.tables.n; n++)
                pl_str_printf(&titles, "\n    %s",
                              t->experiments.at[k].plan.tables.at[n].title);
        pl_fail(err, PL_BAD_ARGUMENT, "no table has '%s' in its title; there are:%s",
                t->choice.tables.at[i], titles.at);
        pl_str_release(&titles);
        return -1;
    }
    size_t n_tables = 0;
    for (size_t k = 0; k < t->experiments.n; k++)
        for (size_t n = 0; n < t->experiments.at[k].sections.n; n++)
            n_tables += t->experiments.at[k].sections.at[n].tables.n;
    if (n_tables == 0)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "there is nothing to run: the tables are for other treebanks");
    return 0;
}

static int work(task *t, pl_error *err)
{
    t->jobs.folder = t->work;
    for (size_t i = 0; i < t->names.n; i++) {
        experiment e;
        int status = experiment_prepare(&e, t->names.at[i], &t->choice, &t->jobs, err);
        PL_PUSH(&t->experiments, e);
        if (status < 0)
            return -1;
    }
    if (check_tables(t, err) < 0)
        return -1;
    if (t->fresh)
        jobs_forget(&t->jobs, t->dry);
    if (t->dry) {
        jobs_print(&t->jobs);
        return 0;
    }
    if (jobs_run(&t->jobs, (size_t)t->at_once, t->quiet, err) < 0 || report(t, err) < 0)
        return -1;
    size_t failed = jobs_count(&t->jobs, JOB_FAILED);
    if (failed > 0)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%zu of %zu steps failed, %zu that need them were left out: the "
                       "report has 'failed' in their places, and the same command tries "
                       "them again",
                       failed, t->jobs.all.n, jobs_count(&t->jobs, JOB_LEFT));
    return 0;
}

static int run(args *a)
{
    task t = {.choice.scale = "full", .work = "pleach-experiments", .at_once = 1};
    pl_error err;
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&t, a, id);
    if (status < 0 && t.names.n == 0)
        status = usage_error(a->command, "the name of an experiment is missing");
    if (status < 0 && t.choice.train == NULL &&
        (t.choice.dev != NULL || t.choice.test != NULL))
        status = usage_error(a->command, "--dev and --test go with --train");
    if (status < 0 && t.choice.train != NULL && t.choice.dev == NULL &&
        t.choice.test == NULL)
        status = usage_error(a->command, "--train needs --dev or --test");
    if (status < 0)
        status = work(&t, &err) == 0 ? DONE : fail(&err);
    for (size_t i = 0; i < t.experiments.n; i++)
        experiment_release(&t.experiments.at[i]);
    PL_VEC_RELEASE(&t.experiments);
    PL_VEC_RELEASE(&t.choice.treebanks);
    PL_VEC_RELEASE(&t.choice.tables);
    PL_VEC_RELEASE(&t.names);
    jobs_release(&t.jobs);
    return status;
}
