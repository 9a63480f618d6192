/* pleach train: makes a model from a treebank. */
#include "companions.h"
#include "dep_train.h"
#include "dev.h"
#include "gold.h"
#include "presets.h"

#include "search/trainer.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SYSTEM = 256,
    PRESET,
    FEATURES,
    BEAM,
    EPOCHS,
    UPDATE,
    UNKNOWN,
    REORDER,
    IMPORTANCE,
    BATCH,
    SEED,
    HEADS,
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
    {SYSTEM,     's', "system",     "NAME",   "transition system: for constituents sr-gap (default), sr-cgap, swap or skipshift; for dependencies arc-standard, arc-eager, arc-hybrid, easy-first, attardi, dag …, a file of control parameters, or dep"},
    {PRESET,     0,   "preset",     "NAME",   "settings under one name, which other options change: best (default), paper (those of Coavoux and Crabbé 2017), maier-lichte (those of Maier and Lichte 2016, default of swap and skipshift), skipshift (with the features of best)"},
    {FEATURES,   0,   "features",   "SET",    "feature templates: baseline, extended, spans, best, or a file; of swap and skipshift: baseline, extended, disco, full-queue, all, and those of other systems; for dependencies: dep (default of arc-eager and dag), dep-wide (default where D is 1), dep-far (default where it is not), dep-morph"},
    {REORDER,    0,   "reorder",    "MODE",   "the order in which swap and skipshift read the words of the trees: left, right, rightd, distI, label, label:NP=left,…,rightd (default: left for swap, dist2 for skipshift)"},
    {BEAM,       'b', "beam",       "K",      "hypotheses kept at each step"},
    {EPOCHS,     'e', "epochs",     "N",      "passes over the treebank"},
    {UPDATE,     0,   "update",     "KIND",   "early or max-violation; for dependencies early or laso (default), which goes on after a mistake"},
    {UNKNOWN,    0,   "unknown",    "KIND",   "rare words as hapax (one UNKNOWN) or classes (shape and ending)"},
    {IMPORTANCE, 0,   "importance", "N",      "count changes of SWAP-i, SKIPSHIFT-i (i > 0), GAP and arcs over other tokens N times (default: 1)"},
    {BATCH,      0,   "batch",      "N",      "sentences decoded with the same weights, in parallel (1: online learning)"},
    {SEED,       0,   "seed",       "N",      "of the shuffling (default: 1)"},
    {RUNS,       0,   "runs",       "N",      "for dependencies: learn N times, with N shufflings by the seeds from --seed on, each in a thread, and take the mean of the weights (default: 1)"},
    {HEADS,      0,   "heads",      "RULES",  "head rules by name or file (default: the shipped ones that know most about the trees)"},
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
    gold gold;
    dev_set dev;
    companions with;
    pl_str command;          /* the options that made the model */
    preset set;              /* of options, then completed by that of: */
    const preset *preset;    /* NULL: the system's */
    const pl_system *system; /* NULL: the preset's */
    uint32_t importance;
    const char *reorder; /* NULL: the system's */
    dep_training dep;
    const char *for_dependencies, *for_constituents; /* options that are only for these */
    const char *output, *heads, *dev_path, *checkpoint;
    uint64_t seed;
    unsigned threads;
    double prune;
    bool resume, keep_last;
    pl_model *model;
    pl_trainer *trainer;
    double best;
    uint32_t best_epoch; /* 0: nothing has been saved */
    double shown;        /* when progress was shown last */
} job;

static atomic_bool interrupted;

static void on_interrupt(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
    signal(SIGINT, SIG_DFL); /* the second one ends the program */
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* -- options ------------------------------------------------------------------------ */

/* The number of a word among names; -1 after a message. */
static int name_arg(const args *a, const char *const *names, int n)
{
    pl_str all = {0};
    for (int i = 0; i < n; i++) {
        if (strcmp(a->value, names[i]) == 0) {
            pl_str_release(&all);
            return i;
        }
        pl_str_printf(&all, " %s", names[i]);
    }
    usage_error(a->command, "--%s takes one of%s, not '%s'", a->row->name, all.at,
                a->value);
    pl_str_release(&all);
    return -1;
}

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

static int count_arg(const args *a, long long low, long long high, uint32_t *to)
{
    long long value;
    if (!number_arg(a, low, high, &value))
        return USAGE;
    *to = (uint32_t)value;
    return -1;
}

static int take_numbers(job *j, const args *a, int id)
{
    long long value;
    uint32_t threads;
    switch (id) {
    case BEAM:
        if (count_arg(a, 1, 1024, &j->set.beam) != -1)
            return USAGE;
        j->dep.beam = j->set.beam;
        return -1;
    case EPOCHS:
        if (count_arg(a, 1, 10000, &j->set.epochs) != -1)
            return USAGE;
        j->dep.epochs = j->set.epochs;
        return -1;
    case BATCH:
        return count_arg(a, 1, 100000, &j->set.batch);
    case IMPORTANCE:
        if (count_arg(a, 1, 1000, &j->importance) != -1)
            return USAGE;
        j->dep.importance = j->importance;
        return -1;
    case RUNS:
        return count_arg(a, 1, 64, &j->dep.runs);
    case THREADS:
        if (count_arg(a, 1, 1024, &threads) != -1)
            return USAGE;
        j->threads = threads;
        return -1;
    case SEED:
        if (!number_arg(a, 0, INT64_MAX, &value))
            return USAGE;
        j->seed = (uint64_t)value;
        return -1;
    default: /* PRUNE */
        return weight_arg(a, &j->prune) ? -1 : USAGE;
    }
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
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
    bool dep = id == ARC_DISTANCE || id == RUNS || is_dep_option(id);
    bool con = id == HEADS || id == REORDER || id == PRESET || id == BATCH;
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
        dep                 ? j->dep.system
        : j->system != NULL ? j->system->name
                            : "the default",
        dep ? "dependencies" : "constituents");
}

static int take_option(job *j, const args *a, int id)
{
    int i;
    switch (id) {
    case 'o':
        j->output = j->in.writes = a->value;
        return -1;
    case SYSTEM:
        j->dep.system = is_dep_system(a->value) ? a->value : NULL;
        return j->dep.system != NULL || (j->system = system_arg(a)) != NULL ? -1 : USAGE;
    case PRESET:
        return preset_arg(j, a);
    case FEATURES:
        j->set.features = j->dep.features = a->value;
        return -1;
    case ARC_DISTANCE:
        j->dep.far = name_arg(a, pl_dep_far_names, PL_DEP_N_FAR);
        return j->dep.far < 0 ? USAGE : -1;
    case UPDATE:
        if (strcmp(a->value, pl_dep_update_names[PL_DEP_LASO]) == 0) {
            j->dep.update = PL_DEP_LASO;
            return -1;
        }
        i = name_arg(a, pl_update_names, PL_N_UPDATES);
        j->set.update = (pl_update)i;
        j->dep.update = i == PL_UPDATE_EARLY ? PL_DEP_EARLY : j->dep.update;
        return i < 0 ? USAGE : -1;
    case UNKNOWN:
        i = name_arg(a, pl_unknown_names, PL_N_UNKNOWN);
        j->set.unknown = (pl_unknown)i;
        j->dep.hapax = i == PL_UNKNOWN_HAPAX;
        return i < 0 ? USAGE : -1;
    case REORDER:
        j->reorder = a->value;
        return -1;
    case HEADS:
        j->heads = a->value;
        return -1;
    case DEV:
        j->dev_path = a->value;
        return -1;
    case CHECKPOINT:
        j->checkpoint = a->value;
        return -1;
    case RESUME:
        j->resume = true;
        return -1;
    case KEEP:
        i = name_arg(a, (const char *const[]){"best", "last"}, 2);
        j->keep_last = i == 1;
        return i < 0 ? USAGE : -1;
    case BEAM:
    case EPOCHS:
    case BATCH:
    case IMPORTANCE:
    case RUNS:
    case THREADS:
    case SEED:
    case PRUNE:
        return take_numbers(j, a, id);
    case TAGGER:
    case TAGS:
    case TAG_EPOCHS:
    case TAG_PRUNE:
    case FUNCTIONS:
    case FUNCTION_PRUNE:
    case MORPH:
    case MORPH_PRUNE:
    case ABOUT:
        return companions_option(&j->with, a, id);
    default:
        return is_dep_option(id) ? dep_option(&j->dep.options, a, id)
                                 : input_option(&j->in, a, id);
    }
}

/* -- preparation -------------------------------------------------------------------- */

static void describe(job *j)
{
    pl_model *m = j->model;
    pl_model_set(m, "program", "pleach %s", PL_VERSION);
    pl_model_set(m, "command", "pleach train%s", pl_str_text(&j->command));
    pl_model_describe(m);
    pl_model_set(m, "features", "%s", j->set.features);
    pl_model_set(m, "unknown", "%s", pl_unknown_names[j->set.unknown]);
    pl_model_set(m, "heads", "%s", j->gold.rules_name);
    pl_model_set(m, "beam", "%u", j->set.beam);
    pl_model_set(m, "update", "%s", pl_update_names[j->set.update]);
    if (j->importance > 1)
        pl_model_set(m, "importance", "%u", j->importance);
    pl_model_set(m, "batch", "%u", j->set.batch);
    pl_model_set(m, "seed", "%llu", (unsigned long long)j->seed);
    pl_model_set(m, "prune", "%g", j->prune);
    pl_model_set(m, "sentences", "%zu", j->gold.trees.n);
    pl_model_set(m, "tokens", "%zu", j->gold.n_tokens);
    for (size_t i = 0; i < j->in.files.n; i++) {
        char key[32];
        snprintf(key, sizeof key, "file-%zu", i + 1);
        pl_model_set(m, key, "%s", base_name(j->in.files.at[i]));
    }
    pl_str_puts(&m->about, pl_str_text(&j->with.about));
}

/* On a terminal, how far the epoch is. */
static void say_progress(void *context, size_t done, size_t all)
{
    job *j = context;
    double now = seconds();
    if (now - j->shown < 0.5)
        return;
    j->shown = now;
    fprintf(stderr, "\repoch %u: %zu of %zu sentences \033[K\r",
            pl_trainer_epochs(j->trainer) + 1, done, all);
}

/* Labels, actions, vocabulary and examples from the trees. */
static int prepare(job *j, pl_err *err)
{
    pl_model *m = j->model;
    pl_arena scratch = {0};
    pl_word_counts counts = {0};
    pl_actions actions = {0};
    size_t *ends = pl_alloc_zero(j->gold.trees.n + 1, sizeof *ends);
    for (size_t i = 0; i < j->gold.trees.n; i++) {
        pl_word_counts_tree(&counts, j->gold.trees.at[i]);
        pl_deriver_tree(&m->deriver, j->gold.trees.at[i], &actions, &scratch);
        ends[i + 1] = actions.n;
        pl_arena_reset(&scratch);
    }
    pl_deriver_finish(&m->deriver);
    pl_vocab_make(&m->vocab, j->set.unknown, &counts);
    int status = 0;
    if (m->deriver.inventory.actions.n > PL_MAX_ACTIONS)
        status = pl_fail(err,
                         "the treebank needs %zu different actions; at most %u are "
                         "possible: are its labels what they should be?",
                         m->deriver.inventory.actions.n, PL_MAX_ACTIONS);
    else {
        pl_train_options options = {.beam = j->set.beam,
                                    .update = j->set.update,
                                    .batch = j->set.batch,
                                    .importance = j->importance,
                                    .seed = j->seed,
                                    .threads = j->threads,
                                    .stop = &interrupted};
        if (!j->in.quiet && isatty(STDERR_FILENO)) {
            options.progress = say_progress;
            options.context = j;
        }
        describe(j);
        pl_str_puts(&m->head_rules, pl_heads_text(j->gold.rules));
        j->trainer = pl_trainer_new(m, &options);
        for (size_t i = 0; i < j->gold.trees.n; i++) {
            pl_actions one = {actions.at + ends[i], ends[i + 1] - ends[i], 0};
            pl_trainer_add(j->trainer, j->gold.trees.at[i], &one);
        }
    }
    pl_word_counts_release(&counts);
    PL_VEC_RELEASE(&actions);
    pl_arena_release(&scratch);
    free(ends);
    return status;
}

/* Tagger, functions and tokenizer; the trees get predicted tags here if they shall. */
static int learn_companions(job *j, pl_err *err)
{
    lessons l = {j->gold.trees.at, j->gold.trees.n, pl_heads_text(j->gold.rules),
                 j->seed,          j->threads,      j->dev.trees.at,
                 j->dev.trees.n,   j->in.quiet};
    gold_show_functions(&j->gold, true);
    int got = companions_learn(&j->with, &l, &j->in, err);
    gold_show_functions(&j->gold, false);
    j->dev.tagger = j->with.predicted ? j->with.tagger : NULL;
    return got;
}

static int load(job *j, pl_err *err)
{
    if (j->checkpoint != NULL && input_check_place(j->checkpoint, err) < 0)
        return -1;
    j->model = pl_model_new(j->system);
    j->gold.keep_functions = j->with.want_functions;
    if (j->reorder != NULL && pl_deriver_reorder(&j->model->deriver, j->reorder, err) < 0)
        return -1;
    if (pl_templates_load(&j->model->templates, j->system->templates, j->set.features,
                          err) < 0 ||
        gold_load(&j->gold, &j->in, j->heads, &j->model->deriver, err) < 0)
        return -1;
    if (j->gold.trees.n == 0)
        return pl_fail(err, "there is no tree to learn from");
    if (j->dev_path != NULL && dev_load(&j->dev, j->dev_path, &j->in, err) < 0)
        return -1;
    pl_features_compile(&j->model->features, &j->model->templates);
    return learn_companions(j, err) == 0 ? prepare(j, err) : -1;
}

/* -- training ----------------------------------------------------------------------- */

static void say_start(const job *j)
{
    const pl_deriver *d = &j->model->deriver;
    if (j->in.quiet)
        return;
    fprintf(stderr,
            "%zu sentences, %zu tokens, %zu labels, %zu actions, %u templates, heads by "
            "%s\n",
            j->gold.trees.n, j->gold.n_tokens, d->labels.entries.n,
            d->inventory.actions.n, j->model->features.n, j->gold.rules_name);
}

/* One line per epoch: what was wrong, time, and how long the rest will take. */
static void say_epoch(const job *j, const pl_epoch *e, const char *scores, double took)
{
    double left = round(took * (double)(j->set.epochs - e->number));
    if (j->in.quiet)
        return;
    fprintf(
        stderr,
        "epoch %u: %.1f%% of sentences wrong, gold kept for %.1f%% of actions%s; %.1f s, "
        "%zu features, %.0f MB",
        e->number, 100.0 * (double)e->n_updates / (double)e->n_examples,
        100.0 * (double)e->n_kept / (double)e->n_actions, scores, took,
        pl_trainer_rows(j->trainer), (double)pl_trainer_bytes(j->trainer) / 1e6);
    if (e->number < j->set.epochs)
        fprintf(stderr, ", %.0f:%02.0f left", floor(left / 60), fmod(left, 60));
    fputc('\n', stderr);
}

static int save(const job *j, pl_err *err)
{
    pl_section_list list = {0};
    pl_model_put(j->model, &list);
    companions_put(&j->with, &j->in, &list);
    int done = pl_sections_save(&list, j->output, err);
    pl_sections_release(&list);
    return done;
}

/* The averaged model so far goes to the output, if no better one is there. */
static int keep(job *j, const pl_epoch *e, pl_str *scores, pl_err *err)
{
    pl_trainer_finish(j->trainer, j->prune);
    pl_model_set(j->model, "epochs", "%u", e->number);
    if (j->dev_path != NULL) {
        dev_scores s;
        if (dev_parse(&j->dev, j->model, j->set.beam, j->threads, &s, err) < 0)
            return -1;
        pl_str_printf(scores, "; dev F1 %.2f, discontinuous %.2f, exact %.2f", s.f1,
                      s.disc_f1, s.exact);
        if (j->best_epoch > 0 && s.f1 <= j->best)
            return 0;
        j->best = s.f1;
        pl_model_set(j->model, "dev-f1", "%.2f", s.f1);
        pl_model_set(j->model, "dev-disc-f1", "%.2f", s.disc_f1);
        pl_model_set(j->model, "dev-exact", "%.2f", s.exact);
    }
    j->best_epoch = e->number;
    return save(j, err);
}

static int train(job *j, pl_err *err)
{
    bool complete = true;
    pl_str scores = {0};
    int status = 0;
    if (j->resume && access(j->checkpoint, F_OK) == 0)
        status = pl_trainer_resume(j->trainer, j->checkpoint, err);
    say_start(j);
    while (status == 0 && complete && pl_trainer_epochs(j->trainer) < j->set.epochs) {
        pl_epoch epoch;
        double start = seconds();
        complete = pl_trainer_epoch(j->trainer, &epoch);
        bool last = !complete || epoch.number == j->set.epochs;
        pl_str_clear(&scores);
        bool trained = epoch.n_examples > 0 || epoch.number > 1;
        if (((j->dev_path != NULL && !j->keep_last) || last) && trained)
            status = keep(j, &epoch, &scores, err);
        if (status == 0 && j->checkpoint != NULL && complete)
            status = pl_trainer_save(j->trainer, j->checkpoint, err);
        if (epoch.n_examples > 0)
            say_epoch(j, &epoch, pl_str_text(&scores), seconds() - start);
    }
    if (status == 0 && complete && j->best_epoch == 0) { /* nothing was left to do */
        pl_epoch epoch = {.number = pl_trainer_epochs(j->trainer)};
        status = keep(j, &epoch, &scores, err);
        if (status == 0 && !j->in.quiet)
            fprintf(stderr, "epoch %u%s\n", epoch.number, pl_str_text(&scores));
    }
    pl_str_release(&scores);
    if (status == 0 && !complete)
        return pl_fail(err,
                       j->best_epoch == 0
                           ? "interrupted before anything was learned: %s is not written"
                           : "interrupted; %s holds the model as far as it was trained",
                       j->output);
    return status;
}

static int train_dependencies(job *j, pl_err *err)
{
    dep_training_run run = {.output = j->output,
                            .dev_path = j->dev_path,
                            .seed = j->seed,
                            .threads = j->threads,
                            .prune = j->prune,
                            .keep_last = j->keep_last,
                            .stop = &interrupted,
                            .with = &j->with,
                            .command = pl_str_text(&j->command)};
    if (j->checkpoint != NULL)
        return pl_fail(err, "--checkpoint is for constituents only; without it, an "
                            "interrupt keeps the model as far as it was trained");
    return dep_train(&j->dep, &run, &j->in, err);
}

static int run(args *a)
{
    job j = {.set = preset_open, .importance = 1, .seed = 1, .prune = 0.05};
    j.with = companions_start();
    j.dep.far = j.dep.update = -1;
    pl_err err;
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;) {
        record(&j, a, id);
        note_kind(&j, a, id);
        status = take_option(&j, a, id);
    }
    if (status < 0 && j.output == NULL)
        status = usage_error(a->command, "-o MODEL is missing");
    if (status < 0)
        status = check_kind(&j, a->command);
    if (status < 0 && j.resume && j.checkpoint == NULL)
        status = usage_error(a->command, "--resume needs the file of --checkpoint");
    if (status < 0) {
        preset_complete(&j.set, &j.system, j.preset);
        signal(SIGINT, on_interrupt);
        int done = j.dep.system != NULL  ? train_dependencies(&j, &err)
                   : load(&j, &err) == 0 ? train(&j, &err)
                                         : -1;
        status = done == 0 ? DONE : fail(&err);
    }
    pl_trainer_free(j.trainer);
    pl_model_free(j.model);
    gold_release(&j.gold);
    dev_release(&j.dev);
    companions_release(&j.with);
    pl_str_release(&j.command);
    dep_options_release(&j.dep.options);
    input_release(&j.in);
    return status;
}
