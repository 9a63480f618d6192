/* The parts of the story of training that belong to networks: sizes by name, settings,
 * examples; see training.h. */
#include "train/training.h"

#include "base/number.h"

#include <string.h>

/* -- sizes ---------------------------------------------------------------------------- */

/* A name for all widths. Wider networks need more dropout; those that find heads need less
 * of it and a third layer. */
typedef struct size_row {
    const char *name;
    pl_net_sizes widths;
    double dropout;
} size_row;

/* clang-format off */
enum { OTHERWISE = 1, N_SIZES = 3, TAG_WIDTH = 48 };
static const size_row for_steps[N_SIZES] = {
    /* name     word shape letter spelling tag layer layers hidden head vector dropout */
    {"small",  {100, 8,    48,    64,      0,  128,  2,     128,   128, 0}, 0.35},
    {"medium", {100, 8,    48,    100,     0,  256,  2,     256,   128, 0}, 0.45},
    {"large",  {100, 8,    48,    128,     0,  400,  2,     400,   128, 0}, 0.5},
}, for_heads[N_SIZES] = {
    {"small",  {100, 8,    48,    64,      0,  128,  3,     128,   128, 0}, 0.3},
    {"medium", {100, 8,    48,    100,     0,  300,  3,     300,   256, 0}, 0.4},
    {"large",  {100, 8,    48,    128,     0,  400,  3,     400,   400, 0}, 0.4},
};
/* clang-format on */

static const pl_net_trainer_options defaults = {
    .pass = {.word_dropout = 0.25, .smoothing = 0.1, .tasks = 0.3},
    .rate = 2e-3,
    .decay = 1e-4,
    .clip = 20,
    .keep = 0.999,
};

static int find_size(const size_row *sizes, const char *name, const size_row **found,
                     pl_error *err)
{
    pl_option_choice choices[N_SIZES + 1] = {0};
    for (int i = 0; i < N_SIZES; i++)
        choices[i].name = sizes[i].name;
    int i = pl_training_name("size", name, choices, OTHERWISE, err);
    *found = &sizes[i >= 0 ? i : 0];
    return i < 0 ? -1 : 0;
}

/* -- settings ------------------------------------------------------------------------- */

/* What a user may set one by one: a whole number or a share. */
typedef struct net_setting {
    const char *name;
    bool whole;
    size_t place; /* in pl_net_trainer_options */
    double low, high;
} net_setting;

#define WHOLE(field) true, offsetof(pl_net_trainer_options, field)
#define SHARE(field) false, offsetof(pl_net_trainer_options, field)

/* clang-format off */
static const net_setting rows[] = {
    {"word-width",     WHOLE(sizes.word),        1, 4096},
    {"letter-width",   WHOLE(sizes.letter),      1, 1024},
    {"spelling-width", WHOLE(sizes.letters),     1, 1024},
    {"tag-width",      WHOLE(sizes.tag),         1, 1024},
    {"layer-width",    WHOLE(sizes.layer),       1, 4096},
    {"layers",         WHOLE(sizes.n_layers),    1, 8},
    {"hidden-width",   WHOLE(sizes.hidden),      1, 4096},
    {"head-width",     WHOLE(sizes.arc),         0, 1024},
    {"dropout",        SHARE(pass.dropout),      0, 0.95},
    {"word-dropout",   SHARE(pass.word_dropout), 0, 1000},
    {"smoothing",      SHARE(pass.smoothing),    0, 0.95},
    {"task-weight",    SHARE(pass.tasks),        0, 100},
    {"rate",           SHARE(rate),              0, 1},
};
/* clang-format on */
enum { N_ROWS = sizeof rows / sizeof *rows };

static void *place_of(pl_net_trainer_options *o, const net_setting *row)
{
    return (char *)o + row->place;
}

static double value_of(const pl_net_trainer_options *o, const net_setting *row)
{
    const void *at = (const char *)o + row->place;
    return row->whole ? *(const uint32_t *)at : *(const double *)at;
}

static int set_one(pl_net_trainer_options *o, const net_setting *row, const char *text,
                   pl_error *err)
{
    double x;
    const char *end = pl_number_read(text, &x);
    if (end == NULL || *end != '\0' || !(x >= row->low && x <= row->high) ||
        (row->whole && x != (uint32_t)x))
        return pl_fail(err, PL_BAD_ARGUMENT, "%s is a %snumber from %g to %g, not '%s'",
                       row->name, row->whole ? "whole " : "", row->low, row->high, text);
    if (row->whole)
        *(uint32_t *)place_of(o, row) = (uint32_t)x;
    else
        *(double *)place_of(o, row) = x;
    return 0;
}

static int get_settings(pl_training *t, pl_error *err)
{
    const char *key, *value;
    for (size_t i = 0; i < t->options->n_settings; i++) {
        if (pl_training_setting(t, i, &key, &value, err) < 0)
            return -1;
        const net_setting *row = rows, *end = rows + N_ROWS;
        while (row < end && strcmp(row->name, key) != 0)
            row++;
        if (row == end)
            return pl_fail(err, PL_BAD_ARGUMENT, "a network has no setting '%s'", key);
        if (set_one(&t->net, row, value, err) < 0)
            return -1;
    }
    return 0;
}

static int choose(pl_training *t, pl_error *err)
{
    const pl_train_options *o = t->options;
    const size_row *size;
    if (pl_training_machine(t, "ml-gap", NULL, err) < 0)
        return -1;
    const pl_machine *m = t->model.transitions->machine;
    bool graph = m->ops->sight == PL_SEES_WORDS;
    if (find_size(graph ? for_heads : for_steps, o->size, &size, err) < 0)
        return -1;
    if (!m->ops->constituents && !graph)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "networks for dependencies have the system graph, not %s", m->name);
    t->set = (pl_preset){.system = m->name, .beam = 4, .batch = graph ? 32 : 64, .epochs = 22, .runs = 1};
    t->net = defaults;
    t->net.sizes = size->widths;
    t->net.pass.dropout = size->dropout;
    t->net.members = o->members > 0 ? o->members : 1;
    t->keep_last |= t->net.members > 1;
    t->net.sizes.tag = o->read_tags || o->predicted_tags ? TAG_WIDTH : 0;
    if (get_settings(t, err) < 0 || pl_net_check(&t->net.sizes, t->net.members, err) < 0)
        return -1;
    t->net.pass.arcs = graph ? 1 : t->net.pass.tasks;
    return graph && t->net.sizes.arc < 2
               ? pl_fail(err, PL_BAD_ARGUMENT, "the system graph needs a head-width of 2 or more")
               : 0;
}

/* -- examples ------------------------------------------------------------------------- */

/* The network that learning begins with. */
static int get_start(pl_training *t, pl_error *err)
{
    const char *name = t->options->start_from;
    if (name == NULL)
        return 0;
    t->start = pl_model_load(name, &(pl_model_settings){0}, err);
    if (t->start == NULL)
        return -1;
    if (t->start->transitions == NULL || t->start->transitions->net == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "%s: there is no network in this model", name);
    t->net.start = t->start->transitions;
    return 0;
}

/* Small treebanks need more passes: as many as make a number of batches. */
static uint32_t enough_epochs(size_t n_trees, uint32_t batch)
{
    enum { BATCHES = 2600, LEAST = 22, MOST = 60 };
    size_t n = BATCHES / (n_trees / batch + 1) + 1;
    return n < LEAST ? LEAST : n > MOST ? MOST : (uint32_t)n;
}

static void add_examples(pl_training *t)
{
    for (size_t i = 0; i < pl_gold_trees_n(&t->gold); i++) {
        const pl_tree *twin = pl_gold_trees_twin(&t->gold, i);
        if (pl_net_trainer_add(t->trainer, t->gold.trees.at[i]) && twin != NULL)
            pl_net_trainer_add_twin(t->trainer, twin);
    }
}

static int prepare(pl_training *t, pl_error *err)
{
    if (get_start(t, err) < 0)
        return -1;
    if (t->options->epochs == 0)
        t->set.epochs = enough_epochs(pl_gold_trees_n(&t->gold), t->set.batch);
    t->net.batch = t->set.batch;
    t->net.epochs = t->set.epochs;
    t->set.epochs *= t->net.members;
    t->net.seed = t->options->seed;
    t->net.threads = t->options->threads;
    t->net.progress = pl_training_progress(t);
    t->net.robust = t->options->robust;
    t->net.peers = t->files->peers;
    t->trainer = pl_net_trainer_new(t->model.transitions, &t->net);
    for (size_t i = 0; i < pl_gold_trees_n(&t->gold); i++)
        pl_net_trainer_look(t->trainer, t->gold.trees.at[i]);
    const char *vectors = t->options->vectors;
    if (vectors != NULL && pl_net_trainer_vectors(t->trainer, vectors, err) < 0)
        return -1;
    pl_gold_trees_show_functions(&t->gold, true);
    add_examples(t);
    double taken = pl_net_trainer_ready(t->trainer);
    if (t->start != NULL)
        pl_training_figure(t, "taken-over", 100 * taken);
    return 0;
}

static void describe(const pl_training *t, pl_str *about)
{
    pl_about_set(about, "scorer", "neural");
    for (const net_setting *row = rows; row < rows + N_ROWS; row++)
        pl_about_set(about, row->name, "%g", value_of(&t->net, row));
    if (t->gold.rules_name != NULL)
        pl_about_set(about, "heads", "%s", t->gold.rules_name);
    pl_about_set(about, "beam", "%u", t->set.beam);
    if (t->options->vectors != NULL)
        pl_about_set(about, "vectors", "%s", pl_base_name(t->options->vectors));
    if (t->options->start_from != NULL)
        pl_about_set(about, "start-from", "%s", pl_base_name(t->options->start_from));
    if (t->net.members > 1)
        pl_about_set(about, "members", "%u", t->net.members);
    pl_about_set(about, "batch", "%u", t->set.batch);
    pl_about_set(about, "seed", "%llu", (unsigned long long)t->options->seed);
}

const pl_training_method pl_neural_method = {"neural", true, choose, prepare, describe};
