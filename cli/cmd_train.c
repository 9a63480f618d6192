/* pleach train: makes a model from a treebank. */
#include "con_train.h"
#include "dep_train.h"
#include "gold.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>

typedef struct job {
    input in;
    companions with;
    settings given; /* all options and operands, in order */
    pl_str command; /* the options that made the model */
    training_run run;
    const char *system; /* NULL: not given */
    int preset;         /* of `presets`, -1: the system's */
    con_training con;
    dep_training dep;
} job;

static const char *const keep_names[] = {"best", "last"};

/* clang-format off */
static const option_row options[] = {
    {'o', "output",       "MODEL",     FILE_NAME(job, run.output),                   "write the model to this file"},
    SYSTEM_ROW(job, system),
    {0,   "preset",       "NAME",      CHOICE_OF(job, preset, presets, name),        "use settings under one name, which other options change: best, paper (those of Coavoux and Crabbé 2017), maier-lichte (those of Maier and Lichte 2016), skipshift (with the features of best) (default: best; maier-lichte for swap and skipshift)"},
    {0,   "features",     "SET",       FILE_NAME(job, con.set.features),             "feature templates: baseline, extended, spans, best, or a file; for swap and skipshift: baseline, extended, disco, full-queue, all, and those of other systems; for dependencies: dep (default of arc-eager and dag), dep-wide (default where D is 1), dep-far (default where it is not), dep-affix, dep-morph"},
    REORDER_ROW(job, con.reorder),
    {'b', "beam",         "K",         NUMBER(job, con.set.beam, 1, 1024),           "keep K hypotheses at each step"},
    {'e', "epochs",       "N",         NUMBER(job, con.set.epochs, 1, 10000),        "pass over the treebank N times"},
    {0,   "update",       "KIND",      CHOICE(job, con.set.update, pl_update_names), "when to change the weights: early or max-violation; for dependencies early or laso, which continues after a mistake (default for dependencies: laso)"},
    {0,   "unknown",      "KIND",      CHOICE(job, con.set.unknown, pl_unknown_names), "treat rare words as hapax (one UNKNOWN) or as classes (shape and ending)"},
    {0,   "importance",   "N",         NUMBER(job, con.importance, 1, 1000),         "count changes of SWAP-i, SKIPSHIFT-i (i > 0), GAP and arcs over other tokens N times (default: 1)"},
    {0,   "batch",        "N",         NUMBER(job, con.set.batch, 1, 100000),        "decode N sentences in parallel with the same weights; 1 is online learning"},
    {0,   "seed",         "N",         NUMBER(job, run.seed, 0, INT64_MAX),          "seed of the shuffling (default: 1)"},
    {0,   "runs",         "N",         NUMBER(job, con.runs, 1, 64),                 "learn N times in parallel, with the seeds from --seed on, and average the weights (default: 1)"},
    HEADS_ROW(job, con.heads),
    {'d', "dev",          "FILE",      FILE_NAME(job, run.dev_path),                 "evaluate on this treebank after each epoch and keep the best epoch"},
    {0,   "keep",         "best|last", CHOICE(job, run.keep_last, keep_names),       "keep the epoch that is best on --dev, or the last one, which is then the only one evaluated (default: best)"},
    {'j', "threads",      "N",         NUMBER(job, run.threads, 1, 1024),            "number of threads, which does not change the model (default: one per processor)"},
    {0,   "prune",        "W",         WEIGHT(job, run.prune),                       "leave out weights nearer to zero than W (default: 0.05)"},
    GROUP(job, with, companions, companion_rows),
    {0,   "checkpoint",   "FILE",      FILE_NAME(job, run.checkpoint),               "write the state of training to this file after each epoch"},
    {0,   "arc-distance", "HOW",       CHOICE(job, dep.far, pl_dep_far_names),       "dependencies: whether features contain the distance of two tokens in O: no, all, or both (with and without) (default: all where D is not 1)"},
    {0,   "resume",       NULL,        FLAG(job, run.resume),                        "continue from the file of --checkpoint if it exists"},
    GROUP(job, dep.options, dep_options, dep_system_rows),
    GROUP(job, in, input, input_rows),
    RECORD(job, given),
    {0},
};
/* clang-format on */

static atomic_bool interrupted;

static void on_interrupt(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
    signal(SIGINT, SIG_DFL); /* the second one ends the program */
}

/* -- options ------------------------------------------------------------------------ */

/* Stores the options in the model, except output path, threads and verbosity: the model
 * does not depend on these. Files are named without their folders. */
static void record(job *j)
{
    static const char *const others[] = {"output", "quiet", "threads", "resume",
                                         "checkpoint"};
    for (size_t i = 0; i < j->given.n; i++) {
        const setting *s = &j->given.at[i];
        bool other = false;
        for (size_t k = 0; s->name != NULL && k < sizeof others / sizeof *others; k++)
            other |= strcmp(s->name, others[k]) == 0;
        if (other)
            continue;
        if (s->name != NULL)
            pl_str_printf(&j->command, " --%s", s->name);
        if (s->value != NULL)
            pl_str_printf(&j->command, " %s", base_name(s->value));
    }
}

/* Options, or values of them, that only one kind of system has. */
typedef struct value {
    const char *option;
    bool dependencies;
    const char *text; /* NULL: any */
} value;

/* clang-format off */
static const value values[] = {
    {"arc-distance", true,  NULL},
    {"heads",        false, NULL},
    {"reorder",      false, NULL},
    {"preset",       false, NULL},
    {"update",       true,  "laso"},
    {"update",       false, "max-violation"},
    {"features",     true,  "dep"},
    {"features",     true,  "dep-wide"},
    {"features",     true,  "dep-far"},
    {"features",     true,  "dep-affix"},
    {"features",     true,  "dep-morph"},
    {"features",     false, "baseline"},
    {"features",     false, "extended"},
    {"features",     false, "spans"},
    {"features",     false, "best"},
    {"features",     false, "disco"},
    {"features",     false, "full-queue"},
    {"features",     false, "all"},
};
/* clang-format on */

/* Whether the option can do something for systems of dependencies, or of constituents. */
static bool is_for(const setting *s, bool dependencies)
{
    for (size_t i = 0; s->name != NULL && i < sizeof values / sizeof *values; i++)
        if (values[i].dependencies != dependencies &&
            strcmp(values[i].option, s->name) == 0 &&
            (values[i].text == NULL || strcmp(values[i].text, s->value) == 0))
            return false;
    for (const option_row *row = dep_system_rows; s->name != NULL && row->name != NULL;
         row++)
        if (!dependencies && strcmp(row->name, s->name) == 0)
            return false;
    return true;
}

/* An option that could do nothing is a mistake; false after a message. */
static bool check_kind(const job *j)
{
    bool dep = j->dep.system != NULL;
    static const char *const kinds[] = {"constituents", "dependencies"};
    for (size_t i = j->given.n; i-- > 0;) {
        const setting *s = &j->given.at[i];
        if (is_for(s, dep))
            continue;
        bool by_value =
            strcmp(s->name, "update") == 0 || strcmp(s->name, "features") == 0;
        usage_error(&cmd_train, "%s--%s is for systems of %s, and %s is one of %s",
                    by_value ? "this " : "", s->name, kinds[!dep],
                    j->system != NULL ? j->system : "the default", kinds[dep]);
        return false;
    }
    return true;
}

/* Finds the system, and gives both kinds of training what they share. */
static bool find_training(job *j)
{
    const preset *set = &j->con.set;
    if (j->system != NULL && is_dep_system(j->system))
        j->dep.system = j->system;
    else if (j->system != NULL &&
             (j->con.system = find_system(&cmd_train, j->system)) == NULL)
        return false;
    j->dep.features = set->features;
    j->dep.beam = set->beam;
    j->dep.epochs = set->epochs;
    j->dep.batch = set->batch;
    j->dep.update = set->update < PL_N_UPDATES ? (int)set->update : -1;
    j->dep.hapax = set->unknown == PL_UNKNOWN_HAPAX;
    j->dep.importance = j->con.importance;
    j->dep.runs = j->con.runs;
    return true;
}

/* -- the command -------------------------------------------------------------------- */

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) &&
           x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static int train(job *j, pl_error *err)
{
    if (j->run.checkpoint != NULL && input_check_place(j->run.checkpoint, err) < 0)
        return -1;
    if (j->run.checkpoint != NULL && is_same_file(j->run.checkpoint, j->run.output))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s is the model, too: name another file for the checkpoint",
                       j->run.checkpoint);
    return j->dep.system == NULL ? con_train(&j->con, &j->run, err)
                                 : dep_train(&j->dep, &j->run, err);
}

/* Whether there is something to train and a place for it; says what is missing. */
static bool check(job *j)
{
    if (!find_training(j))
        return false;
    if (j->run.output == NULL)
        usage_error(&cmd_train, "-o MODEL is missing");
    else if (!check_kind(j))
        return false;
    else if (j->run.resume && j->run.checkpoint == NULL)
        usage_error(&cmd_train, "--resume needs the file of --checkpoint");
    else
        return true;
    return false;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){
        .run = {.seed = 1, .prune = 0.05, .stop = &interrupted},
        .with = companions_start(),
        .con = {.set = preset_open, .importance = 1},
        .preset = -1,
        .dep = {.far = -1},
    };
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    exit_code code = USAGE;
    if (check(j)) {
        record(j);
        j->in.writes = j->run.output;
        j->in.writes_too = j->run.checkpoint;
        j->run.in = &j->in;
        j->run.with = &j->with;
        j->run.command = pl_str_text(&j->command);
        preset_complete(&j->con.set, &j->con.system,
                        j->preset < 0 ? NULL : &presets[j->preset]);
        signal(SIGINT, on_interrupt);
        code = done_or_fail(train(j, &err), &err);
    }
    companions_release(&j->with);
    pl_str_release(&j->command);
    input_release(&j->in);
    return code;
}

const command cmd_train = {
    .name = "train",
    .synopsis = "[OPTION…] -o MODEL TREEBANK…",
    .about = "train a parser on a treebank",
    .options = options,
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
