/* pleach train: makes a model from a treebank. */
#include "own_peers.h"
#include "system_options.h"

#include "base/clock.h"
#include "base/in.h"
#include "train/training.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a network is made of, and how it learns. */
typedef struct network_options {
    settings control; /* in the order given */
} network_options;

typedef struct job {
    input in;
    settings given; /* all options and operands, in order */
    pl_train_options train;
    system_options system;
    network_options network;
    const char *output, *dev, *about_file, *tags;
    pl_str command;    /* the options that made the model */
    pl_str about;      /* lines of --about */
    texts control;     /* of train.settings */
    pl_arena arena;    /* of their texts */
    pl_source *source; /* the treebank, until it is read */
    double shown;      /* when progress was shown last */
    bool said_stop;
    uint32_t n_whole; /* epochs that are complete */
    size_t n_learned; /* sentences, each as often as it was learned from */
    double began;     /* processor time when learning did */
} job;

static const pl_option_choice keep_choices[] = {{"best", NULL}, {"last", NULL}, {0}};
static const pl_option_choice tags_choices[] = {{"gold", NULL}, {"predicted", NULL}, {"none", NULL}, {0}};
static const pl_option_choice scorer_choices[] = {{"linear", NULL}, {"neural", NULL}, {0}};
static const pl_option_choice size_choices[] = {{"small", NULL}, {"medium", NULL}, {"large", NULL}, {0}};

/* clang-format off */
static const pl_option_row network_rows[] = {
    PL_OPTION(0, "word-width",     "N", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: length of the vector of a word form (default: 100)")),
    PL_OPTION(0, "letter-width",   "N", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: length of the vector of a character (default: 48)")),
    PL_OPTION(0, "spelling-width", "N", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: width of the layer over the characters of a word, in each direction (default: 64, 100 or 128)")),
    PL_OPTION(0, "tag-width",      "N", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: length of the vector of a tag, if the parser reads tags (default: 48)")),
    PL_OPTION(0, "layer-width",    "N", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: width of the layers over the words of a sentence, in each direction (default: 128, 256 or 400; for dependencies 128, 300 or 400)")),
    PL_OPTION(0, "layers",         "N", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: number of these layers (default: 2; for dependencies 3)")),
    PL_OPTION(0, "hidden-width",   "N", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: width of the layer before the actions (default: 128, 256 or 400)")),
    PL_OPTION(0, "head-width",     "N", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: width of the vectors that learn to find the head of each word, a task that helps the others; 0 leaves it out (default: 128; for dependencies 128, 256 or 400)")),
    PL_OPTION(0, "dropout",        "P", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: share of numbers between layers that are left out in training (default: 0.35, 0.45 or 0.5; for dependencies 0.3, 0.4 or 0.4)")),
    PL_OPTION(0, "word-dropout",   "A", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: in training a form that was seen N times is unknown with probability A/(A+N) (default: 0.25)")),
    PL_OPTION(0, "smoothing",      "P", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: share of probability that training wants for all actions, right or wrong (default: 0.1)")),
    PL_OPTION(0, "task-weight",    "W", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: weight of tags, morphology, functions and heads, relative to the actions; 0 leaves these tasks out (default: 0.3)")),
    PL_OPTION(0, "rate",           "R", PL_SETTING_AT(network_options, control), PL_HELP(NULL, "networks: rate of learning at its highest (default: 0.002)")),
    PL_OPTIONS_END,
};

static const pl_option_row options[] = {
    PL_OPTION('o', "output",         "MODEL",         PL_FILE_AT(job, output),                              PL_HELP(NULL, "write the model to this file")),
    SYSTEM_ROW(job, train.system),
    PL_OPTION(0,   "preset",         "NAME",          PL_TEXT_AT(job, train.preset),                        PL_HELP(NULL, "use a set of settings, which other options override: best, fast (half the features, twice the speed), paper (as in Coavoux and Crabbé 2017), maier-lichte (as in Maier and Lichte 2016), skipshift (with the features of best) (default: best; maier-lichte for swap and skipshift)")),
    PL_OPTION(0,   "scorer",         "linear|neural", PL_NAME_AT(job, train.scorer, scorer_choices),          PL_HELP(NULL, "what scores the steps of a derivation: a linear model of features, or a network, whose system is ml-gap by default, or graph for dependencies (default: linear)")),
    PL_OPTION(0,   "size",           "NAME",          PL_NAME_AT(job, train.size, size_choices),              PL_HELP(NULL, "networks: small, medium or large (default: medium)")),
    PL_OPTION(0,   "members",        "N",             PL_INTEGER_AT(job, train.members, 1, PL_NET_MEMBERS), PL_HELP(NULL, "networks: train N of them, one after the other, with the seeds from --seed on; the model uses the mean of their probabilities (default: 1)")),
    PL_OPTION(0,   "vectors",        "FILE",          PL_FILE_AT(job, train.vectors),                       PL_HELP(NULL, "networks: vectors of words, used in addition to the learned vectors: a word and its numbers in each line, as word2vec and GloVe write them; plain, gzip or zstd")),
    PL_OPTION(0,   "start-from",     "MODEL",         PL_FILE_AT(job, train.start_from),                    PL_HELP(NULL, "networks: start with the network of another model of the same size, for example for a related language: copy all layers, and the words, letters, tags, functions and actions that have the same name in both")),
    PL_OPTION(0,   "features",       "SET",           PL_FILE_AT(job, train.features),                      PL_HELP(NULL, "feature templates: baseline, extended, spans, best (ml-gap has its own), fast, or a file; for swap and skipshift: baseline, extended, disco, full-queue, all, and the sets of other systems; for dependencies: dep (default of arc-eager and dag), dep-wide (default where D is 1), dep-far (default where it is not), dep-affix, dep-morph, dep-far-morph")),
    PL_OPTION('b', "beam",           "K",             PL_INTEGER_AT(job, train.beam, 1, 1024),              PL_HELP(NULL, "keep K hypotheses at each step")),
    PL_OPTION(0,   "margin",         "M",             PL_PARSED_AT(job, train.margin, read_margin),         PL_HELP(NULL, "drop hypotheses that score worse than the best one by more than M at each step, in training and when the model parses; none: keep them (default: that of the preset; none if --beam is given)")),
    PL_OPTION('e', "epochs",         "N",             PL_INTEGER_AT(job, train.epochs, 1, 10000),           PL_HELP(NULL, "pass over the treebank N times")),
    PL_OPTION(0,   "update",         "KIND",          PL_NAME_AT(job, train.update, pl_update_choices),       PL_HELP(NULL, "when to change the weights: early, at the first mistake of a sentence; laso, which continues after a mistake; or max-violation, for constituents (default: that of the preset; laso for dependencies)")),
    PL_OPTION(0,   "unknown",        "KIND",          PL_NAME_AT(job, train.unknown, pl_unknown_choices),     PL_HELP(NULL, "treat rare words as hapax (one UNKNOWN) or as classes (shape and ending)")),
    PL_OPTION(0,   "importance",     "N",             PL_INTEGER_AT(job, train.importance, 1, 1000),        PL_HELP(NULL, "count changes of SWAP-i, SKIPSHIFT-i (i > 0), GAP and arcs over other tokens N times (default: 1)")),
    PL_OPTION(0,   "batch",          "N",             PL_INTEGER_AT(job, train.batch, 1, 100000),           PL_HELP(NULL, "decode N sentences in parallel with the same weights; 1 is online learning")),
    PL_OPTION(0,   "seed",           "N",             PL_INTEGER_AT(job, train.seed, 0, INT64_MAX),         PL_HELP(NULL, "seed of the shuffling (default: 1)")),
    PL_OPTION(0,   "robust",         "SHARE",         PL_REAL_AT(job, train.robust, 0, 1e9),                PL_HELP(NULL, "change this share of the sentences at random to what people might have typed: without capitals or in capitals, without the last mark or with another one, with other quotes and dashes (default: 0, or 0.1 if no --system is given for dependencies)")),
    PL_OPTION(0,   "runs",           "N",             PL_INTEGER_AT(job, train.runs, 1, 64),                PL_HELP(NULL, "learn N times in parallel, with the seeds from --seed on, and average the weights (default: that of the preset, or 1 if --batch, --mix or --rest is given)")),
    PL_OPTION(0,   "mix",            "N",             PL_INTEGER_AT(job, train.mix, 2, 1024),               PL_HELP(NULL, "cut the treebank into N parts, learn from each on its own, in parallel, and begin each epoch with the mean of all weights; several processes need few messages then, and some accuracy is lost (default: one part)")),
    PL_OPTION(0,   "rest",           "N",             PL_INTEGER_AT(job, train.rest, 0, 255),               PL_HELP(NULL, "leave a sentence that was parsed right in k epochs in a row out of the next k - 1, at most N; training takes half the time or less (default: 0, none)")),
    PL_OPTION('d', "dev",            "FILE",          PL_FILE_AT(job, dev),                                 PL_HELP(NULL, "evaluate on this treebank after each epoch and keep the best epoch")),
    PL_OPTION(0,   "keep",           "best|last",     PL_CHOICE_AT(job, train.keep_last, keep_choices),       PL_HELP(NULL, "keep the epoch that is best on --dev, or the last epoch, which is then the only one evaluated (default: best)")),
    PL_OPTION('j', "threads",        "N",             PL_INTEGER_AT(job, train.threads, 1, 1024),           PL_HELP(NULL, "number of threads, which does not change the model (default: one per processor that it may use)")),
    PL_OPTION(0,   "prune",          "W",             PL_REAL_AT(job, train.prune, 0, 1e9),                 PL_HELP(NULL, "leave out weights nearer to zero than W (default: 0.05)")),
    PL_OPTION(0,   "tagger",         NULL,            PL_FLAG_AT(job, train.tagger),                        PL_HELP(NULL, "also train a tagger and add it to the model")),
    PL_OPTION(0,   "tags",           "WHICH",         PL_NAME_AT(job, tags, tags_choices),                    PL_HELP(NULL, "tags that the parser reads: gold (the tags of the treebank), predicted (the tags of taggers trained on the other four fifths of it; this prepares the parser for the tagger's mistakes and implies --tagger), or, for networks, none (default: gold; none for networks)")),
    PL_OPTION(0,   "tag-epochs",     "N",             PL_INTEGER_AT(job, train.tag_epochs, 1, 1000),        PL_HELP(NULL, "passes of the tagger over the treebank (default: 10)")),
    PL_OPTION(0,   "tag-prune",      "W",             PL_REAL_AT(job, train.tag_prune, 0, 1e9),             PL_HELP(NULL, "leave out weights of the tagger nearer to zero than W (default: 0.05)")),
    PL_OPTION(0,   "morph",          NULL,            PL_FLAG_AT(job, train.morph),                         PL_HELP(NULL, "also learn the full morphological tags of the treebank")),
    PL_OPTION(0,   "morph-prune",    "W",             PL_REAL_AT(job, train.morph_prune, 0, 1e9),           PL_HELP(NULL, "leave out weights of morphology nearer to zero than W (default: 0.05)")),
    PL_OPTION(0,   "lemmas",         NULL,            PL_FLAG_AT(job, train.lemmas),                        PL_HELP(NULL, "also learn the lemmas of the treebank, and add lemmas to parsed words")),
    PL_OPTION(0,   "functions",      NULL,            PL_FLAG_AT(job, train.functions),                     PL_HELP(NULL, "also learn the functions of the treebank, and label parsed trees with functions")),
    PL_OPTION(0,   "function-prune", "W",             PL_REAL_AT(job, train.function_prune, 0, 1e9),        PL_HELP(NULL, "leave out weights of functions nearer to zero than W (default: 0.05)")),
    PL_OPTION(0,   "about",          "FILE",          PL_FILE_AT(job, about_file),                          PL_HELP(NULL, "add lines KEY: VALUE, such as the licence or source, to the output of info for the model")),
    PL_OPTION(0,   "checkpoint",     "FILE",          PL_FILE_AT(job, train.checkpoint),                    PL_HELP(NULL, "write the state of training to this file after each epoch")),
    PL_OPTION(0,   "arc-distance",   "HOW",           PL_NAME_AT(job, train.arc_distance, pl_far_choices),    PL_HELP(NULL, "dependencies: whether features contain the distance of two tokens in O: no, all, or both (features with and without it) (default: all where D is not 1)")),
    PL_OPTION(0,   "resume",         NULL,            PL_FLAG_AT(job, train.resume),                        PL_HELP(NULL, "continue from the file of --checkpoint if it exists")),
    PL_INCLUDE(job, system, system_options, system_rows),
    PL_INCLUDE(job, network, network_options, network_rows),
    PL_INCLUDE(job, in, input, input_rows),
    PL_RECORD(job, given),
    PL_OPTIONS_END,
};
/* clang-format on */

/* While it learns, an interrupt ends the epoch, and the model is written as far as it was
 * trained. The second one ends the program, as does any before learning begins: there is
 * nothing to be saved. So does SIGTERM at any time. */
static void on_interrupt(int number)
{
    stop_signal = number;
    signal(SIGINT, end_by_signal);
}

/* -- what is said ------------------------------------------------------------------- */

/* On a terminal, how far the epoch is. */
static void say_progress(job *j, const pl_train_report *r)
{
    double now = pl_clock();
    if (now - j->shown < 0.5 || !isatty(STDERR_FILENO))
        return;
    j->shown = now;
    tell_progress("epoch %u: %zu of %zu sentences ", r->epoch, r->done, r->all);
}

static void say_figure(const pl_train_report *r)
{
    for (const char *at = r->key; *at != '\0'; at++)
        tell("%c", *at == '-' ? ' ' : *at);
    tell(": %.2f%%\n", r->value);
}

static void say_start(const pl_train_report *r)
{
    tell("%zu sentences, ", r->sentences);
    if (r->heads == NULL)
        tell("%zu of them (%.2f%%) can be derived, ", r->derivable,
             100.0 * (double)r->derivable / (double)r->sentences);
    tell("%zu tokens, %u %s, %u actions, ", r->tokens, r->labels,
         r->heads != NULL ? "labels" : "relations", r->actions);
    if (r->templates > 0)
        tell("%u templates", r->templates);
    else
        tell("%zu weights", r->features);
    if (r->heads != NULL)
        tell(", heads by %s\n", r->heads);
    else
        tell("%s\n", r->single_root ? ", one root" : "");
    if (r->heads == NULL && r->derivable < r->sentences)
        tell("pleach: %zu trees (%.2f%%) have arcs that the system cannot make, since they "
             "cross others: it learns from these trees with such arcs lifted and does not "
             "find them in text; --crossing lift finds most of them, and so does a system "
             "that makes them, easy-first-np\n",
             r->sentences - r->derivable,
             100.0 * (double)(r->sentences - r->derivable) / (double)r->sentences);
}

static void say_scores(const pl_train_report *r)
{
    for (size_t i = 0; i < r->n_scores; i++) {
        const pl_train_score *s = &r->scores[i];
        tell("%s%s ", i == 0 ? "; dev " : ", ", s->name);
        if (isnan(s->value))
            tell(strcmp(s->name, "crossing") == 0 ? "none" : "none found");
        else
            tell("%.2f", s->value);
    }
}

/* One line per epoch: what was wrong, time, and how long the rest will take. */
static void say_epoch(const pl_train_report *r)
{
    uint32_t left = r->epochs - r->epoch;
    double seconds = round(r->seconds * (double)left);
    if (r->done == 0)
        return;
    if (r->value > 0)
        tell("epoch %u: loss %.2f", r->epoch, r->value);
    else
        tell("epoch %u: %.1f%% of sentences wrong", r->epoch,
             100.0 * (double)r->wrong / (double)r->done);
    if (r->gold_actions > 0)
        tell(", gold kept for %.1f%% of actions",
             100.0 * (double)r->kept / (double)r->gold_actions);
    say_scores(r);
    tell("; %.1f s, ", r->seconds);
    if (r->value == 0)
        tell("%zu features, ", r->features);
    tell("%.0f MB", (double)r->bytes / 1e6);
    if (left > 0)
        tell(", %.0f:%02.0f left", floor(seconds / 60), fmod(seconds, 60));
    tell("\n");
}

/* What several processes had to tell each other, as far as the first of them knows. */
static void say_peers(const job *j, const pl_peers *p)
{
    if (p == NULL || j->n_learned == 0 || j->in.quiet)
        return;
    double n = (double)j->n_learned;
    tell("pleach: %u processes; the first one worked for %.2f s of processor time and "
         "waited "
         "for %.2f s; per sentence it made %.3f calls, gave %.0f bytes and got %.0f\n",
         p->n, pl_thread_clock() - j->began - p->busy, p->seconds, (double)p->n_calls / n,
         (double)p->n_given / n, (double)p->n_got / n);
}

static void say_kept(const job *j, const pl_train_report *r)
{
    tell("epoch %u", r->epoch);
    say_scores(r);
    if (r->best_epoch != r->epoch)
        tell(": %s holds epoch %u, which was better", j->output, r->best_epoch);
    tell("\n");
}

static void say(job *j, const pl_train_report *r)
{
    if (stop_signal != 0 && !j->said_stop)
        tell("interrupted; a second interrupt ends at once\n");
    j->said_stop = stop_signal != 0;
    if (r->stage == PL_TRAIN_FIGURE)
        say_figure(r);
    else if (r->stage == PL_TRAIN_CHOICE)
        tell("%s\n", r->key);
    else if (r->stage == PL_TRAIN_START)
        say_start(r);
    else if (r->stage == PL_TRAIN_PROGRESS)
        say_progress(j, r);
    else if (r->stage == PL_TRAIN_EPOCH)
        say_epoch(r);
    else if (r->stage == PL_TRAIN_KEPT)
        say_kept(j, r);
}

static int report(void *context, const pl_train_report *r)
{
    job *j = context;
    if (r->stage == PL_TRAIN_EPOCH) {
        j->n_whole = r->epoch - (r->done < r->all);
        j->n_learned += r->done;
    }
    if (r->stage == PL_TRAIN_READ) {
        j->in.n_empty = r->traced;
        input_report(&j->in, j->source);
    }
    if (r->stage == PL_TRAIN_START) {
        signal(SIGINT, on_interrupt);
        j->began = pl_thread_clock();
    }
    if (!j->in.quiet)
        say(j, r);
    return stop_signal != 0;
}

/* -- options ------------------------------------------------------------------------ */

/* Whether a list, with blanks between its words, has this one. */
static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; at != NULL; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strcspn(at, " ") == n && memcmp(at, word, n) == 0)
            return true;
    }
    return false;
}

/* Stores the options in the model, except output path, threads and verbosity: the model
 * does not depend on these. Files are named without their folders. */
static void record(job *j)
{
    for (size_t i = 0; i < j->given.n; i++) {
        const setting *s = &j->given.at[i];
        if (s->name != NULL &&
            has_word("output quiet threads resume checkpoint", s->name))
            continue;
        if (s->name != NULL)
            pl_str_printf(&j->command, " --%s", s->name);
        if (s->value != NULL)
            pl_str_printf(&j->command, " %s", pl_base_name(s->value));
    }
}

/* Kinds of systems and of scorers: an option may have an effect for one of two only. */
typedef enum kind { CONSTITUENTS, DEPENDENCIES, LINEAR, NEURAL } kind;

/* What a message says of a kind. */
static const char *const kind_names[] = {
    "systems of constituents", "systems of dependencies", "linear scorers", "networks"};

/* Options, or values of them, that only one kind has. */
typedef struct value {
    const char *options;
    kind kind;
    const char *texts; /* NULL: any */
} value;

/* clang-format off */
static const value values[] = {
    {"arc-distance K D root heads-per-word crossing left right reduce shift single-root", DEPENDENCIES, NULL},
    {"heads reorder preset", CONSTITUENTS, NULL},
    {"update",               CONSTITUENTS, "max-violation"},
    {"features",             DEPENDENCIES, "dep dep-wide dep-far dep-affix dep-morph dep-far-morph"},
    {"features",             CONSTITUENTS, "baseline extended spans best fast disco full-queue all"},
    {"preset features margin update unknown importance runs mix rest prune morph morph-prune functions function-prune", LINEAR, NULL},
    {"size members vectors start-from word-width letter-width spelling-width tag-width layer-width layers hidden-width head-width", NEURAL, NULL},
    {"dropout word-dropout smoothing task-weight rate", NEURAL, NULL},
    {"tags",                 NEURAL, "none"},
};
/* clang-format on */

static bool is_neural(const job *j)
{
    return j->train.scorer != NULL && strcmp(j->train.scorer, "neural") == 0;
}

/* What a network is asked to. */
static bool reads_tags(const job *j)
{
    return j->tags != NULL && strcmp(j->tags, "none") != 0;
}

/* Without a system the treebank decides between constituents and dependencies. */
static bool has_kind(const job *j, kind k)
{
    bool dep = is_dependency_system(j->train.system);
    bool open = j->train.system == NULL && j->train.preset == NULL && !is_neural(j);
    const bool has[] = {!dep, dep || open, !is_neural(j), is_neural(j)};
    return has[k];
}

/* The row that refuses an option or its value; NULL: it has an effect. */
static const value *find_refusal(const job *j, const setting *s)
{
    for (size_t i = 0; s->name != NULL && i < sizeof values / sizeof *values; i++)
        if (!has_kind(j, values[i].kind) && has_word(values[i].options, s->name) &&
            (values[i].texts == NULL || has_word(values[i].texts, s->value)))
            return &values[i];
    return NULL;
}

/* Refuses options that have no effect with this system or scorer; false after a message. */
static bool check_kind(const job *j)
{
    for (size_t i = j->given.n; i-- > 0;) {
        const setting *s = &j->given.at[i];
        const value *v = find_refusal(j, s);
        if (v == NULL)
            continue;
        const char *which = v->texts != NULL ? "this " : "";
        if (v->kind == CONSTITUENTS || v->kind == DEPENDENCIES)
            usage_error(&cmd_train, "%s--%s is for %s, and %s is one of %s", which,
                        s->name, kind_names[v->kind],
                        j->train.system != NULL ? j->train.system : "the default",
                        v->kind == CONSTITUENTS ? "dependencies" : "constituents");
        else
            usage_error(&cmd_train, "%s--%s is for %s, and the scorer is %s", which,
                        s->name, kind_names[v->kind], scorer_choices[is_neural(j)].name);
        return false;
    }
    return true;
}

/* Whether there is something to train and a place for it; says what is missing. */
static bool check(job *j)
{
    const pl_preset *preset;
    pl_error err;
    if (!system_exists(&cmd_train, j->train.system))
        return false;
    if (pl_preset_find(j->train.preset, &preset, &err) < 0)
        usage_error(&cmd_train, "%s", err.text);
    else if (j->output == NULL)
        usage_error(&cmd_train, "-o MODEL is missing");
    else if (!check_kind(j))
        return false;
    else if (is_neural(j) && !reads_tags(j) && j->train.tagger)
        usage_error(&cmd_train, "--tagger is for networks that read tags (--tags gold): "
                                "others tag words themselves");
    else if (j->train.resume && j->train.checkpoint == NULL)
        usage_error(&cmd_train, "--resume needs the file of --checkpoint");
    else
        return true;
    return false;
}

/* The lines of --about. */
static int read_about(job *j, pl_error *err)
{
    const char *line;
    size_t n;
    int got;
    pl_in *in = j->about_file != NULL ? pl_in_open_rules(j->about_file, err) : NULL;
    if (in == NULL)
        return j->about_file != NULL ? -1 : 0;
    while ((got = pl_in_line(in, &line, &n, err)) > 0) {
        if (n > 0 && strstr(line, ": ") == NULL) {
            got = pl_in_fail(in, err, PL_BAD_INPUT, "expected KEY: VALUE, not '%.60s'",
                             line);
            break;
        }
        pl_str_printf(&j->about, n > 0 ? "%s\n" : "%s", line);
    }
    pl_in_close(in);
    return got;
}

/* Fills in the options of the library that are not read directly. */
static void complete_options(job *j)
{
    pl_train_options *o = &j->train;
    system_control(&j->system.control, &j->arena, &j->control);
    system_control(&j->network.control, &j->arena, &j->control);
    o->predicted_tags = j->tags != NULL && strcmp(j->tags, "predicted") == 0;
    o->read_tags = reads_tags(j);
    o->gold_tags = j->tags != NULL && strcmp(j->tags, "gold") == 0;
    o->settings = j->control.at;
    o->n_settings = j->control.n;
    o->reorder = j->system.reorder;
    o->heads = j->system.heads;
    o->single_root = pl_dep_single_choices[j->system.single_root].name;
    o->tokenizer = j->in.read.tokenizer;
    o->about = pl_str_text(&j->about);
    o->command = pl_str_text(&j->command);
    if (o->threads == 0 && own_peers() != NULL)
        o->threads = 1; /* mpirun says how many processes a machine has */
    o->report = report;
    o->context = j;
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
    const char *checkpoint = j->train.checkpoint;
    pl_source_options plain = {.read = j->in.read.source.read};
    if (checkpoint != NULL && is_same_file(checkpoint, j->output))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s is the model, too: name another file for the checkpoint",
                       checkpoint);
    if (read_about(j, err) < 0)
        return -1;
    complete_options(j);
    pl_train_files files = {.names = j->in.files.at,
                            .n_names = j->in.files.n,
                            .dev_name = j->dev,
                            .output = j->output,
                            .peers = own_peers()};
    files.treebank = j->source = input_open(&j->in, err);
    if (j->source != NULL && j->dev != NULL)
        files.dev = pl_source_open(&j->dev, 1, &plain, err);
    int status = j->source != NULL && (j->dev == NULL || files.dev != NULL) ? 0 : -1;
    status = pl_peers_agree(files.peers, status, err);
    if (status == 0)
        status = pl_train_from(&j->train, &files, err);
    if (status == 0)
        say_peers(j, files.peers);
    pl_source_close(files.dev);
    pl_source_close(files.treebank);
    return status;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.train = pl_train_defaults()};
}

/* Says how to go on with training that was stopped, where that is possible. */
static void add_resume(const job *j, pl_error *err)
{
    pl_error what = *err;
    if (err->code == PL_STOPPED && j->train.checkpoint != NULL && j->n_whole > 0)
        pl_fail(err, PL_STOPPED, "%s: the same command with --resume goes on", what.text);
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    exit_code code = USAGE;
    if (check(j)) {
        pl_str_puts(&j->command, "pleach train");
        record(j);
        j->in.writes = j->output;
        j->in.writes_too = j->train.checkpoint;
        signal(SIGINT, end_by_signal);
        int status = train(j, &err);
        if (status < 0)
            add_resume(j, &err);
        code = done_or_fail(status, &err);
    }
    PL_VEC_RELEASE(&j->control);
    pl_arena_release(&j->arena);
    pl_str_release(&j->about);
    pl_str_release(&j->command);
    return code;
}

const command cmd_train = {
    .name = "train",
    .synopsis = "[OPTION…] -o MODEL TREEBANK…",
    .about = "train a parser on a treebank",
    .shared = true,
    .options = options,
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
