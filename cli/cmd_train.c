/* pleach train: makes a model from a treebank. */
#include "con_train.h"
#include "dep_train.h"
#include "gold.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>

enum {
    PRESET = 256,
    FEATURES,
    BEAM,
    EPOCHS,
    UPDATE,
    UNKNOWN,
    IMPORTANCE,
    BATCH,
    SEED,
    DEV,
    THREADS,
    PRUNE,
    RESUME,
    CHECKPOINT,
    KEEP,
    ARC_DISTANCE,
    RUNS
};

/* clang-format off */
static const option_row options[] = {
    {'o',        'o', "output",     "MODEL",  "where the model goes"},
    SYSTEM_ROW,
    {PRESET,     0,   "preset",     "NAME",   "settings under one name, which other options change: best (default), paper (those of Coavoux and Crabbé 2017), maier-lichte (those of Maier and Lichte 2016, default of swap and skipshift), skipshift (with the features of best)"},
    {FEATURES,   0,   "features",   "SET",    "feature templates: baseline, extended, spans, best, or a file; of swap and skipshift: baseline, extended, disco, full-queue, all, and those of other systems; for dependencies: dep (default of arc-eager and dag), dep-wide (default where D is 1), dep-far (default where it is not), dep-affix, dep-morph"},
    REORDER_ROW,
    {BEAM,       'b', "beam",       "K",      "hypotheses kept at each step"},
    {EPOCHS,     'e', "epochs",     "N",      "passes over the treebank"},
    {UPDATE,     0,   "update",     "KIND",   "early or max-violation; for dependencies early or laso (default), which goes on after a mistake"},
    {UNKNOWN,    0,   "unknown",    "KIND",   "rare words as hapax (one UNKNOWN) or classes (shape and ending)"},
    {IMPORTANCE, 0,   "importance", "N",      "count changes of SWAP-i, SKIPSHIFT-i (i > 0), GAP and arcs over other tokens N times (default: 1)"},
    {BATCH,      0,   "batch",      "N",      "sentences decoded with the same weights, in parallel (1: online learning)"},
    {SEED,       0,   "seed",       "N",      "of the shuffling (default: 1)"},
    {RUNS,       0,   "runs",       "N",      "learn N times, with N shufflings by the seeds from --seed on, each in a thread, and take the mean of the weights (default: 1)"},
    HEADS_ROW,
    {DEV,        'd', "dev",        "FILE",   "treebank to evaluate on after each epoch; the best epoch is kept"},
    {KEEP,       0,   "keep",       "best|last", "the epoch that is kept: the best one on --dev (default), or the last one, the only one evaluated then"},
    {THREADS,    'j', "threads",    "N",      "threads (default: all processors); the model does not depend on it"},
    {PRUNE,      0,   "prune",      "W",      "leave out weights nearer to zero than W (default: 0.05)"},
    COMPANION_ROWS,
    FUNCTION_ROWS,
    {CHECKPOINT, 0,   "checkpoint", "FILE",   "write the state of training after each epoch"},
    {ARC_DISTANCE, 0, "arc-distance", "HOW", "for dependencies: whether features hold how far apart two tokens are in O: no, all, or both (with and without; default: all where D is not 1)"},
    {RESUME,     0,   "resume",     NULL,     "go on from the file of --checkpoint, if it exists"},
    DEP_SYSTEM_ROWS,
    {0},
};
/* clang-format on */

static int run(args *a);

const command cmd_train = {
    .name = "train",
    .synopsis = "[OPTION…] -o MODEL TREEBANK…",
    .about = "train a parser on a treebank",
    .options = options,
    .input = input_rows,
    .run = run,
};

typedef struct job {
    input in;
    companions with;
    pl_str command; /* the options that made the model */
    training_run run;
    const preset *preset; /* NULL: the system's */
    con_training con;
    dep_training dep;
    const char *for_dependencies, *for_constituents; /* options that are only for these */
} job;

static atomic_bool interrupted;

static void on_interrupt(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
    signal(SIGINT, SIG_DFL); /* the second one ends the program */
}

/* -- options ------------------------------------------------------------------------ */

static int preset_arg(job *j, const args *a)
{
    const char *names[N_PRESETS];
    for (int i = 0; i < N_PRESETS; i++)
        names[i] = presets[i].name;
    int i = name_arg(a, names, N_PRESETS);
    if (i < 0)
        return USAGE;
    j->preset = &presets[i];
    return -1;
}

static int take_number(job *j, const args *a, int id)
{
    long long value;
    switch (id) {
    case BEAM:
        if (!count_arg(a, 1, 1024, &j->con.set.beam))
            return USAGE;
        j->dep.beam = j->con.set.beam;
        return -1;
    case EPOCHS:
        if (!count_arg(a, 1, 10000, &j->con.set.epochs))
            return USAGE;
        j->dep.epochs = j->con.set.epochs;
        return -1;
    case BATCH:
        if (!count_arg(a, 1, 100000, &j->con.set.batch))
            return USAGE;
        j->dep.batch = j->con.set.batch;
        return -1;
    case IMPORTANCE:
        if (!count_arg(a, 1, 1000, &j->con.importance))
            return USAGE;
        j->dep.importance = j->con.importance;
        return -1;
    case RUNS:
        if (!count_arg(a, 1, 64, &j->con.runs))
            return USAGE;
        j->dep.runs = j->con.runs;
        return -1;
    case THREADS:
        return count_arg(a, 1, MAX_THREADS, &j->run.threads) ? -1 : USAGE;
    case SEED:
        if (!number_arg(a, 0, INT64_MAX, &value))
            return USAGE;
        j->run.seed = (uint64_t)value;
        return -1;
    default: /* PRUNE */
        return weight_arg(a, &j->run.prune) ? -1 : USAGE;
    }
}

/* Keeps what was asked for, but not where to, how fast and how loud: the model does not
 * depend on these. Files are named without their folders. */
static void record(job *j, const args *a, int id)
{
    static const int others[] = {'o', 'q', 'h', THREADS, CHECKPOINT, RESUME, ARG_BAD};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (id == others[i])
            return;
    if (id != ARG_FILE)
        pl_str_printf(&j->command, " --%s", a->row->name);
    if (id == ARG_FILE || a->row->arg != NULL)
        pl_str_printf(&j->command, " %s", base_name(a->value));
}

/* Values that only one kind of system takes; of others all do, or none knows them. */
typedef struct value {
    int id;
    bool dependencies;
    const char *text;
} value;

/* clang-format off */
static const value values[] = {
    {UPDATE,   true,  "laso"},
    {UPDATE,   false, "max-violation"},
    {FEATURES, true,  "dep"},
    {FEATURES, true,  "dep-wide"},
    {FEATURES, true,  "dep-far"},
    {FEATURES, true,  "dep-affix"},
    {FEATURES, true,  "dep-morph"},
    {FEATURES, false, "baseline"},
    {FEATURES, false, "extended"},
    {FEATURES, false, "spans"},
    {FEATURES, false, "best"},
    {FEATURES, false, "disco"},
    {FEATURES, false, "full-queue"},
    {FEATURES, false, "all"},
};
/* clang-format on */

/* Notes options, and values of options, that only one kind of system has. */
static void note_kind(job *j, const args *a, int id)
{
    bool dep = id == ARC_DISTANCE || is_dep_option(id);
    bool con = id == HEADS || id == REORDER || id == PRESET;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].id == id && strcmp(values[i].text, a->value) == 0)
            *(values[i].dependencies ? &dep : &con) = true;
    if (dep)
        j->for_dependencies = a->row->name;
    else if (con)
        j->for_constituents = a->row->name;
}

/* An option that could do nothing is a mistake. */
static int check_kind(const job *j, const command *c)
{
    bool dep = j->dep.system != NULL;
    const char *wrong = dep ? j->for_constituents : j->for_dependencies;
    if (wrong == NULL)
        return -1;
    return usage_error(
        c, "%s--%s is for systems of %s, and %s is one of %s",
        strcmp(wrong, "update") == 0 || strcmp(wrong, "features") == 0 ? "this " : "",
        wrong, dep ? "constituents" : "dependencies",
        dep                     ? j->dep.system
        : j->con.system != NULL ? j->con.system->name
                                : "the default",
        dep ? "dependencies" : "constituents");
}

/* Options whose value is one of some words. */
static int take_word(job *j, const args *a, int id)
{
    int i;
    switch (id) {
    case PRESET:
        return preset_arg(j, a);
    case ARC_DISTANCE:
        i = j->dep.far = name_arg(a, pl_dep_far_names, PL_DEP_N_FAR);
        break;
    case UPDATE:
        i = j->dep.update = name_arg(a, pl_update_names, PL_N_UPDATES);
        j->con.set.update = (pl_update)i;
        break;
    case UNKNOWN:
        i = name_arg(a, pl_unknown_names, PL_N_UNKNOWN);
        j->con.set.unknown = (pl_unknown)i;
        j->dep.hapax = i == PL_UNKNOWN_HAPAX;
        break;
    default: /* KEEP */
        i = name_arg(a, (const char *const[]){"best", "last"}, 2);
        j->run.keep_last = i == 1;
    }
    return i < 0 ? USAGE : -1;
}

static int take_option(job *j, const args *a, int id)
{
    switch (id) {
    case 'o':
        j->run.output = j->in.writes = a->value;
        return -1;
    case SYSTEM:
        j->dep.system = is_dep_system(a->value) ? a->value : NULL;
        return j->dep.system != NULL || (j->con.system = system_arg(a)) != NULL ? -1
                                                                                : USAGE;
    case FEATURES:
        j->con.set.features = j->dep.features = a->value;
        return -1;
    case REORDER:
        j->con.reorder = a->value;
        return -1;
    case HEADS:
        j->con.heads = a->value;
        return -1;
    case DEV:
        j->run.dev_path = a->value;
        return -1;
    case CHECKPOINT:
        j->run.checkpoint = j->in.writes_too = a->value;
        return -1;
    case RESUME:
        j->run.resume = true;
        return -1;
    case PRESET:
    case ARC_DISTANCE:
    case UPDATE:
    case UNKNOWN:
    case KEEP:
        return take_word(j, a, id);
    case BEAM:
    case EPOCHS:
    case BATCH:
    case IMPORTANCE:
    case RUNS:
    case THREADS:
    case SEED:
    case PRUNE:
        return take_number(j, a, id);
    default:
        return is_companion_option(id) ? companions_option(&j->with, a, id)
               : is_dep_option(id)     ? dep_option(&j->dep.options, a, id)
                                       : input_option(&j->in, a, id);
    }
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

static int run(args *a)
{
    job j = {.run = {.seed = 1, .prune = 0.05, .stop = &interrupted},
             .con = {.set = preset_open, .importance = 1}};
    j.with = companions_start();
    j.run.in = &j.in;
    j.run.with = &j.with;
    j.dep.far = j.dep.update = -1;
    pl_error err;
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;) {
        record(&j, a, id);
        note_kind(&j, a, id);
        status = take_option(&j, a, id);
    }
    if (status < 0 && j.run.output == NULL)
        status = usage_error(a->command, "-o MODEL is missing");
    if (status < 0)
        status = check_kind(&j, a->command);
    if (status < 0 && j.run.resume && j.run.checkpoint == NULL)
        status = usage_error(a->command, "--resume needs the file of --checkpoint");
    if (status < 0) {
        preset_complete(&j.con.set, &j.con.system, j.preset);
        j.run.command = pl_str_text(&j.command);
        signal(SIGINT, on_interrupt);
        status = train(&j, &err) == 0 ? DONE : fail(&err);
    }
    companions_release(&j.with);
    pl_str_release(&j.command);
    dep_options_release(&j.dep.options);
    input_release(&j.in);
    return status;
}
