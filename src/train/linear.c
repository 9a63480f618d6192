/* The parts of the story of training that belong to linear scorers: presets, templates and
 * vocabulary, examples of the perceptron; see training.h. */
#include "train/structured.h"
#include "train/training.h"

#include <string.h>

/* -- settings ----------------------------------------------------------------------- */

/* Control parameters "KEY=VALUE" of dependencies; the keys are copied into the arena. */
static int get_control(pl_training *t, pl_dep_settings *s, pl_error *err)
{
    const char *key, *value;
    for (size_t i = 0; i < t->options->n_settings; i++) {
        if (pl_training_setting(t, i, &key, &value, err) < 0)
            return -1;
        PL_PUSH(&s->list, (struct pl_dep_setting){key, value});
    }
    return 0;
}

static int make_machine(pl_training *t, const pl_preset *preset, pl_error *err)
{
    pl_dep_settings control = {0};
    const char *name = preset != NULL ? preset->system : pl_presets[0].system;
    int status = get_control(t, &control, err);
    if (status == 0)
        status = pl_training_machine(t, name, &control, err);
    if (status == 0 && control.list.n > 0 && pl_model_gives_constituents(&t->model))
        status = pl_fail(err, PL_BAD_ARGUMENT,
                         "%s is for systems of dependencies, and %s is one of constituents",
                         control.list.at[0].key, t->model.transitions->machine->name);
    PL_VEC_RELEASE(&control.list);
    return status;
}

static int check_update(const pl_machine *m, int update, pl_error *err)
{
    if (update == PL_UPDATE_MAX_VIOLATION && m->ops->signature != NULL)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "the update max-violation is for systems with one derivation of a "
                       "tree, and %s has several",
                       m->name);
    return 0;
}

/* The shipped ones say it by their names. */
static int check_features(const pl_machine *m, const char *features, pl_error *err)
{
    if (m->ops->constituents &&
        (strcmp(features, "dep") == 0 || strncmp(features, "dep-", 4) == 0))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "the features %s are for systems of dependencies, and %s is one of "
                       "constituents",
                       features, m->name);
    return 0;
}

/* Completes the settings: options first, then the preset, then what suits the machine. */
static int choose(pl_training *t, pl_error *err)
{
    const pl_train_options *o = t->options;
    const pl_preset *preset;
    if (pl_preset_find(o->preset, &preset, err) < 0 || make_machine(t, preset, err) < 0)
        return -1;
    const pl_machine *m = t->model.transitions->machine;
    if (m->ops->sight == PL_SEES_WORDS)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "the system %s is for networks, which the scorer neural is", m->name);
    t->set = preset != NULL ? *preset : *pl_preset_for(m);
    int update = pl_training_name("update", o->update, pl_update_choices,
                                  (int)t->set.update, err);
    int unknown = pl_training_name("unknown", o->unknown, pl_unknown_choices,
                                   (int)t->set.unknown, err);
    if (update < 0 || unknown < 0 || check_update(m, update, err) < 0)
        return -1;
    t->set.update = (pl_update)update;
    t->set.unknown = (pl_unknown)unknown;
    t->set.features = o->features != NULL       ? o->features
                      : t->set.features != NULL ? t->set.features
                                                : m->features;
    if (check_features(m, t->set.features, err) < 0)
        return -1;
    t->importance = o->importance > 0 ? o->importance : 1;
    bool shared = o->batch > 0 || o->mix > 1 || o->rest > 0; /* the work, in other ways */
    t->runs = o->runs > 0 ? o->runs : shared ? 1 : t->set.runs;
    if (o->mix > 1 && t->runs > 1)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "parts that are mixed do not go with several runs");
    if (o->rest > 0 && (o->mix > 1 || t->runs > 1))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "sentences rest in one run only: leave out runs and mix");
    return pl_templates_load(&t->model.transitions->templates, pl_transitions_notation(m),
                             m->own_features, t->set.features, err);
}

/* -- examples ------------------------------------------------------------------------ */

static void make_vocab(pl_training *t)
{
    pl_transitions *p = t->model.transitions;
    pl_word_counts counts = {0};
    for (size_t i = 0; i < pl_gold_trees_n(&t->gold); i++)
        pl_word_counts_tree(&counts, t->gold.trees.at[i]);
    pl_vocab_make(&p->vocab, t->set.unknown, p->machine->ops->sight == PL_SEES_PAIRS,
                  &counts);
    pl_word_counts_release(&counts);
}

static int make_features(pl_training *t, pl_error *err)
{
    pl_transitions *p = t->model.transitions;
    int far =
        pl_training_name("arc-distance", t->options->arc_distance, pl_far_choices,
                         p->machine->may_cross ? PL_FAR_ALL : PL_FAR_NO, err);
    if (far >= 0)
        pl_features_compile(&p->features, &p->templates, (pl_far)far);
    return far < 0 ? -1 : 0;
}

static bool make_example(const pl_transitions *p, const pl_tree *tree, pl_acts *acts,
                         pl_arena *m, pl_example *e)
{
    if (!p->machine->ops->derive(p->machine, tree, true, &e->target, acts, m))
        return false;
    e->values = pl_transitions_values(p, tree, m);
    return true;
}

/* A twin that cannot be derived is the tree itself. */
static void add_examples(pl_training *t)
{
    const pl_transitions *p = t->model.transitions;
    pl_structured_options o = {.beam = t->set.beam,
                               .margin = t->set.margin,
                               .update = t->set.update,
                               .importance = t->importance,
                               .batch = t->set.batch,
                               .runs = t->runs,
                               .mix = t->options->mix,
                               .rest = t->options->rest,
                               .seed = t->options->seed,
                               .threads = t->options->threads,
                               .prune = t->options->prune,
                               .robust = t->options->robust,
                               .progress = pl_training_progress(t),
                               .peers = t->files->peers};
    t->trainer = pl_structured_new(t->model.transitions, &o);
    pl_arena scratch = {0};
    pl_acts acts = {0};
    for (size_t i = 0; i < pl_gold_trees_n(&t->gold); i++) {
        const pl_tree *twin = pl_gold_trees_twin(&t->gold, i);
        pl_example e, other;
        if (make_example(p, t->gold.trees.at[i], &acts, &scratch, &e)) {
            pl_structured_add(t->trainer, &e);
            bool made = twin != NULL && make_example(p, twin, &acts, &scratch, &other);
            if (twin != NULL)
                pl_structured_add_twin(t->trainer, made ? &other : &e);
        }
        pl_arena_reset(&scratch);
    }
    PL_VEC_RELEASE(&acts);
    pl_arena_release(&scratch);
}

static int prepare(pl_training *t, pl_error *err)
{
    if (pl_peers_n(t->files->peers) > 1 && t->set.batch == 1 && t->runs == 1 &&
        t->options->mix < 2)
        return pl_fail(
            err, PL_BAD_ARGUMENT,
            "several processes share out the sentences of a batch, runs or parts "
            "that are mixed, and there is one of each: a batch of 16 or more "
            "gives them work");
    if (make_features(t, err) < 0)
        return -1;
    make_vocab(t);
    add_examples(t);
    return 0;
}

static void describe(const pl_training *t, pl_str *about)
{
    const pl_transitions *p = t->model.transitions;
    pl_about_set(about, "features", "%s", t->set.features);
    if (p->machine->ops->sight == PL_SEES_PAIRS)
        pl_about_set(about, "arc-distance", "%s", pl_far_choices[p->features.far].name);
    pl_about_set(about, "unknown", "%s", pl_unknown_choices[t->set.unknown].name);
    if (t->gold.rules_name != NULL)
        pl_about_set(about, "heads", "%s", t->gold.rules_name);
    pl_about_set(about, "beam", "%u", t->model.settings.beam);
    if (t->set.margin > 0)
        pl_about_set(about, "margin", "%g", t->set.margin);
    pl_about_set(about, "update", "%s", pl_update_choices[t->set.update].name);
    if (t->importance > 1)
        pl_about_set(about, "importance", "%u", t->importance);
    if (t->runs > 1)
        pl_about_set(about, "runs", "%u", t->runs);
    if (t->options->rest > 0)
        pl_about_set(about, "rest", "%u", t->options->rest);
    if (t->options->mix > 1)
        pl_about_set(about, "mix", "%u", t->options->mix);
    pl_about_set(about, "batch", "%u", t->set.batch);
    pl_about_set(about, "seed", "%llu", (unsigned long long)t->options->seed);
    pl_about_set(about, "prune", "%g", t->options->prune);
}

const pl_training_method pl_linear_method = {"linear", false, choose, prepare, describe};
