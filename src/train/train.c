/* Training, from the treebank to the model file; see pl_train in pleach.h.
 *
 *     read        both treebanks into memory                       gold_trees.c
 *     heads       of constituents, by rules                        gold_trees.c
 *     companions  tokenizer, functions, morphology, tagger         companions.c
 *     derive      labels, actions, vocabulary, examples            here, machine/
 *     learn       epochs of the perceptron                         trainer.c, update.c
 *     score       dev, parsed with the model as it is              dev.c
 *     save        the best epoch, all parts in one file            here
 */
#include "train/training.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/file.h"
#include "text/segment.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* -- reports ------------------------------------------------------------------------ */

void pl_training_report(pl_training *t, pl_train_report *r)
{
    if (t->options->report != NULL && t->options->report(t->options->context, r) != 0)
        t->stopped = true;
}

void pl_training_figure(pl_training *t, const char *key, double percent)
{
    pl_train_report r = {.stage = PL_TRAIN_FIGURE, .key = key, .value = percent};
    pl_str_printf(&t->figures, "%s: %.2f\n", key, percent);
    pl_training_report(t, &r);
}

static int report_progress(void *context, size_t done, size_t all)
{
    pl_training *t = context;
    pl_train_report r = {.stage = PL_TRAIN_PROGRESS,
                         .epoch = pl_trainer_epochs(t->trainer) + 1,
                         .epochs = t->set.epochs,
                         .done = done,
                         .all = all};
    pl_training_report(t, &r);
    return t->stopped;
}

static void report_epoch(pl_training *t, const pl_epoch *e, bool scored)
{
    pl_train_report r = {.stage = PL_TRAIN_EPOCH,
                         .epoch = e->number,
                         .epochs = t->set.epochs,
                         .done = e->n_examples,
                         .all = t->runs * pl_trainer_examples(t->trainer),
                         .wrong = e->n_updates,
                         .gold_actions = e->n_actions,
                         .kept = e->n_kept,
                         .features = pl_trainer_rows(t->trainer),
                         .bytes = pl_trainer_bytes(t->trainer),
                         .seconds = pl_clock() - t->before,
                         .scores = t->scores,
                         .n_scores = scored ? 3 : 0};
    pl_training_report(t, &r);
}

static void report_start(pl_training *t)
{
    const pl_transitions *p = t->model.transitions;
    pl_train_report r = {.stage = PL_TRAIN_START,
                         .sentences = t->gold.trees.n,
                         .tokens = t->gold.n_tokens,
                         .derivable = pl_trainer_examples(t->trainer),
                         .labels = p->machine->n_labels,
                         .actions = p->machine->n_actions,
                         .templates = p->features.n,
                         .heads = t->gold.rules_name,
                         .single_root = p->machine->single_root};
    pl_training_report(t, &r);
}

/* -- settings ----------------------------------------------------------------------- */

/* The number of a name in a list; `otherwise` for NULL; -1 with the reason. */
static int find_name(const char *what, const char *name, const char *const *names, int n,
                     int otherwise, pl_error *err)
{
    for (int i = 0; i < n; i++)
        if (name == NULL || strcmp(name, names[i]) == 0)
            return name == NULL ? otherwise : i;
    return pl_fail(err, PL_BAD_ARGUMENT, "there is no '%s' of %s", name, what);
}

/* Control parameters "KEY=VALUE"; the keys are copied into the arena. */
static int get_settings(pl_training *t, pl_dep_settings *s, pl_error *err)
{
    for (size_t i = 0; i < t->options->n_settings; i++) {
        const char *text = t->options->settings[i], *equals = strchr(text, '=');
        if (equals == NULL)
            return pl_fail(err, PL_BAD_ARGUMENT, "expected KEY=VALUE, found %s", text);
        struct pl_dep_setting one = {
            pl_arena_strndup(&t->arena, text, (size_t)(equals - text)), equals + 1};
        PL_PUSH(&s->list, one);
    }
    return 0;
}

/* The machine of the system asked for, still empty. */
static int make_machine(pl_training *t, const pl_preset *preset, pl_error *err)
{
    const pl_train_options *o = t->options;
    pl_dep_settings settings = {0};
    int single = find_name("single-root", o->single_root, pl_dep_single_names,
                           PL_N_SINGLE, PL_SINGLE_AUTO, err);
    pl_machine_options how = {.reorder = o->reorder,
                              .settings = &settings,
                              .single_root = (pl_dep_single)single};
    const char *name = o->system != NULL ? o->system
                       : preset != NULL  ? preset->system
                                         : pl_presets[0].system;
    pl_machine *m = single >= 0 && get_settings(t, &settings, err) == 0
                        ? pl_machine_new(name, &how, err)
                        : NULL;
    PL_VEC_RELEASE(&settings.list);
    if (m != NULL)
        t->model.transitions = pl_transitions_new(m);
    return m != NULL ? 0 : -1;
}

/* Completes the settings: options first, then the preset, then what suits the machine. */
static int choose_settings(pl_training *t, pl_error *err)
{
    const pl_train_options *o = t->options;
    const pl_preset *preset;
    if (pl_preset_find(o->preset, &preset, err) < 0 || make_machine(t, preset, err) < 0)
        return -1;
    const pl_machine *m = t->model.transitions->machine;
    t->set = preset != NULL ? *preset : *pl_preset_for(m);
    int update = find_name("update", o->update, pl_update_names, PL_N_UPDATES,
                           (int)t->set.update, err);
    int unknown = find_name("unknown", o->unknown, pl_unknown_names, PL_N_UNKNOWN,
                            (int)t->set.unknown, err);
    if (update < 0 || unknown < 0)
        return -1;
    if (update == PL_UPDATE_MAX_VIOLATION && m->ops->signature != NULL)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "the update max-violation is for systems with one derivation of a "
                       "tree, and %s has several",
                       m->name);
    /* Items remember sums for a sentence; laso changes the weights within one. */
    if (update == PL_UPDATE_LASO && m->ops->sight == PL_SEES_ITEMS)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "the update laso is for systems of dependencies, and %s is one of "
                       "constituents",
                       m->name);
    t->set.update = (pl_update)update;
    t->set.unknown = (pl_unknown)unknown;
    t->set.beam = o->beam > 0 ? o->beam : t->set.beam;
    t->set.batch = o->batch > 0 ? o->batch : t->set.batch;
    t->set.epochs = o->epochs > 0 ? o->epochs : t->set.epochs;
    t->set.features = o->features != NULL       ? o->features
                      : t->set.features != NULL ? t->set.features
                                                : m->features;
    t->importance = o->importance > 0 ? o->importance : 1;
    t->runs = o->runs > 0 ? o->runs : 1;
    t->model.settings =
        (pl_model_settings){.beam = t->set.beam, .retag = o->predicted_tags};
    return pl_templates_load(&t->model.transitions->templates, pl_transitions_notation(m),
                             m->own_features, t->set.features, err);
}

/* -- read, heads -------------------------------------------------------------------- */

static int read_treebanks(pl_training *t, pl_error *err)
{
    const pl_machine_ops *ops = t->model.transitions->machine->ops;
    if (pl_gold_trees_read(&t->gold, ops, t->files->treebank, err) < 0)
        return -1;
    pl_train_report r = {.stage = PL_TRAIN_READ,
                         .sentences = t->gold.trees.n,
                         .tokens = t->gold.n_tokens,
                         .traced = t->gold.n_traced};
    pl_training_report(t, &r);
    if (t->gold.trees.n == 0)
        return pl_fail(err, PL_BAD_INPUT, "there is no tree to learn from");
    if (t->files->dev == NULL)
        return 0;
    if (pl_gold_trees_read(&t->dev, ops, t->files->dev, err) < 0)
        return -1;
    return t->dev.trees.n > 0 ? 0
                              : pl_fail(err, PL_BAD_INPUT, "%s: there is no tree in it",
                                        t->files->dev_name);
}

static int mark_heads(pl_training *t, pl_error *err)
{
    if (!pl_model_gives_constituents(&t->model))
        return 0;
    t->gold.keep_functions = t->options->functions;
    if (pl_gold_trees_mark(&t->gold, t->options->heads, err) < 0)
        return -1;
    pl_str_puts(&t->model.transitions->head_rules, pl_heads_text(t->gold.rules));
    return 0;
}

/* -- derive ------------------------------------------------------------------------- */

static void make_vocab(pl_training *t)
{
    pl_transitions *p = t->model.transitions;
    pl_word_counts counts = {0};
    for (size_t i = 0; i < t->gold.trees.n; i++)
        pl_word_counts_tree(&counts, t->gold.trees.at[i]);
    pl_vocab_make(&p->vocab, t->set.unknown, p->machine->ops->sight == PL_SEES_PAIRS,
                  &counts);
    pl_word_counts_release(&counts);
}

static int make_features(pl_training *t, pl_error *err)
{
    pl_transitions *p = t->model.transitions;
    int far = find_name("arc-distance", t->options->arc_distance, pl_far_names, PL_N_FAR,
                        p->machine->may_cross ? PL_FAR_ALL : PL_FAR_NO, err);
    if (far >= 0)
        pl_features_compile(&p->features, &p->templates, (pl_far)far);
    return far < 0 ? -1 : 0;
}

static void add_examples(pl_training *t)
{
    const pl_transitions *p = t->model.transitions;
    pl_trainer_options o = {.beam = t->set.beam,
                            .update = t->set.update,
                            .importance = t->importance,
                            .batch = t->set.batch,
                            .runs = t->runs,
                            .seed = t->options->seed,
                            .threads = t->options->threads,
                            .progress = report_progress,
                            .context = t};
    t->trainer = pl_trainer_new(t->model.transitions, &o);
    pl_arena scratch = {0};
    pl_acts acts = {0};
    for (size_t i = 0; i < t->gold.trees.n; i++) {
        const pl_tree *tree = t->gold.trees.at[i];
        pl_example e;
        if (p->machine->ops->derive(p->machine, tree, true, &e.target, &acts, &scratch)) {
            e.values = pl_transitions_values(p, tree, &scratch);
            pl_trainer_add(t->trainer, &e);
        }
        pl_arena_reset(&scratch);
    }
    PL_VEC_RELEASE(&acts);
    pl_arena_release(&scratch);
}

/* Writes `about`: what `pleach info` shows, and what reading the model needs. */
static void describe(pl_training *t)
{
    const pl_transitions *p = t->model.transitions;
    const pl_train_options *o = t->options;
    pl_str *about = &t->model.about;
    pl_about_set(about, "program", "pleach %s", PL_VERSION);
    if (o->command != NULL)
        pl_about_set(about, "command", "%s", o->command);
    pl_about_set(about, "system", "%s", p->machine->name);
    p->machine->ops->describe(p->machine, about);
    pl_about_set(about, "features", "%s", t->set.features);
    if (p->machine->ops->sight == PL_SEES_PAIRS)
        pl_about_set(about, "arc-distance", "%s", pl_far_names[p->features.far]);
    pl_about_set(about, "unknown", "%s", pl_unknown_names[t->set.unknown]);
    if (t->gold.rules_name != NULL)
        pl_about_set(about, "heads", "%s", t->gold.rules_name);
    pl_about_set(about, "beam", "%u", t->set.beam);
    pl_about_set(about, "update", "%s", pl_update_names[t->set.update]);
    if (t->importance > 1)
        pl_about_set(about, "importance", "%u", t->importance);
    if (t->runs > 1)
        pl_about_set(about, "runs", "%u", t->runs);
    pl_about_set(about, "batch", "%u", t->set.batch);
    pl_about_set(about, "seed", "%llu", (unsigned long long)o->seed);
    pl_about_set(about, "prune", "%g", o->prune);
    pl_about_set(about, "sentences", "%zu", t->gold.trees.n);
    if (pl_trainer_examples(t->trainer) < t->gold.trees.n)
        pl_about_set(about, "derivable", "%zu", pl_trainer_examples(t->trainer));
    pl_about_set(about, "tokens", "%zu", t->gold.n_tokens);
    for (size_t i = 0; i < t->files->n_names; i++) {
        char key[32];
        snprintf(key, sizeof key, "file-%zu", i + 1);
        pl_about_set(about, key, "%s", pl_base_name(t->files->names[i]));
    }
    pl_str_puts(about, pl_str_text(&t->figures));
}

/* Labels, actions, vocabulary and examples from the trees. */
static int derive(pl_training *t, pl_error *err)
{
    pl_machine *m = t->model.transitions->machine;
    if (pl_gold_trees_show(&t->gold, m, err) < 0 || make_features(t, err) < 0)
        return -1;
    make_vocab(t);
    add_examples(t);
    if (pl_trainer_examples(t->trainer) == 0)
        return pl_fail(err, PL_BAD_INPUT,
                       "there is no tree to learn from that system %s can derive",
                       m->name);
    describe(t);
    report_start(t);
    return 0;
}

/* -- learn, score, save ------------------------------------------------------------- */

static bool dev_decides(const pl_training *t)
{
    return t->dev.trees.n > 0 && !t->options->keep_last;
}

static int save(const pl_training *t, pl_error *err)
{
    pl_section_list list = {0};
    pl_model_put(&t->model, &list);
    if (t->has_rules)
        pl_rules_put(&t->rules, &list);
    int status = pl_sections_save(&list, t->files->output, err);
    pl_sections_release(&list);
    return status;
}

/* Saves the averaged model of an epoch, unless a better one is saved already. After a stop
 * nobody waits for scores: the model is saved if there is none yet. */
static int keep(pl_training *t, uint32_t epoch, bool *scored, pl_error *err)
{
    double score = 0;
    pl_trainer_average(t->trainer, t->options->prune);
    pl_about_set(&t->model.about, "epochs", "%u", epoch);
    if (t->dev.trees.n > 0 && !t->stopped && pl_training_score(t, &score, err) < 0)
        return -1;
    *scored = t->dev.trees.n > 0 && !t->stopped;
    if (t->best.epoch > 0 && dev_decides(t) && (t->stopped || score <= t->best.score))
        return 0;
    if (*scored)
        pl_training_note_scores(t);
    t->best = (pl_best){epoch, score};
    return save(t, err);
}

/* Whether the model is to be averaged, scored and saved after an epoch. */
static bool is_wanted(const pl_training *t, const pl_epoch *e, bool complete)
{
    /* Half an epoch is not put over a whole one. */
    if (!complete && dev_decides(t) && t->best.epoch > 0)
        return false;
    return !complete || e->number == t->set.epochs || dev_decides(t);
}

static int learn_epoch(pl_training *t, pl_error *err)
{
    pl_epoch e;
    bool scored = false;
    t->before = pl_clock();
    bool complete = pl_trainer_epoch(t->trainer, &e);
    if (is_wanted(t, &e, complete) && keep(t, e.number, &scored, err) < 0)
        return -1;
    /* An epoch without its score is not one to go on from: it may be the best. */
    bool has_all = complete && (scored || !dev_decides(t));
    if (has_all && t->options->checkpoint != NULL &&
        pl_trainer_save(t->trainer, &t->best, t->options->checkpoint, err) < 0)
        return -1;
    report_epoch(t, &e, scored);
    t->stopped |= !complete;
    return 0;
}

/* 1 if there is such a file, 0 if not, -1 with the reason where that cannot be seen: a
 * checkpoint that is overlooked would be written over. */
static int is_there(const char *path, pl_error *err)
{
    if (access(path, F_OK) == 0)
        return 1;
    return errno == ENOENT ? 0 : pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
}

/* Goes on from a checkpoint, if there is one. */
static int resume(pl_training *t, pl_error *err)
{
    const char *path = t->options->checkpoint;
    if (!t->options->resume || path == NULL)
        return 0;
    int got = is_there(path, err);
    if (got <= 0)
        return got;
    if (pl_trainer_resume(t->trainer, &t->best, path, err) < 0 ||
        (got = is_there(t->files->output, err)) < 0)
        return -1;
    if (!dev_decides(t) || got == 0)
        t->best = (pl_best){0};
    return 0;
}

/* The checkpoint has all epochs already: only writes the model again, which other
 * options, such as pruning, may change; not if an earlier epoch was the best. */
static int repeat(pl_training *t, pl_error *err)
{
    uint32_t done = pl_trainer_epochs(t->trainer);
    bool scored = false;
    pl_train_report r = {.stage = PL_TRAIN_KEPT, .epoch = done, .epochs = done};
    if (t->best.epoch == 0 || t->best.epoch == done) {
        t->best = (pl_best){0};
        if (keep(t, done, &scored, err) < 0)
            return -1;
    }
    r.best_epoch = (uint32_t)t->best.epoch;
    r.scores = t->scores;
    r.n_scores = scored ? 3 : 0;
    pl_training_report(t, &r);
    return 0;
}

/* Saves the model after a stop between two epochs, if that has not been done. */
static int keep_stopped(pl_training *t, pl_error *err)
{
    uint32_t done = pl_trainer_epochs(t->trainer);
    bool scored;
    return t->best.epoch == 0 && done > 0 ? keep(t, done, &scored, err) : 0;
}

static int fail_stopped(const pl_training *t, pl_error *err)
{
    uint32_t done = pl_trainer_epochs(t->trainer);
    bool can_resume = t->options->checkpoint != NULL && done > 0;
    pl_fail(err, PL_STOPPED,
            t->best.epoch > 0
                ? "interrupted; %s holds the model as far as it was trained"
                : "interrupted before anything was learned: %s is not written",
            t->files->output);
    if (!can_resume)
        return -1;
    pl_error what = *err;
    return pl_fail(err, PL_STOPPED, "%s; training can be resumed after epoch %u",
                   what.text, done);
}

static int learn(pl_training *t, pl_error *err)
{
    int status = resume(t, err);
    if (status == 0 && pl_trainer_epochs(t->trainer) >= t->set.epochs)
        return repeat(t, err);
    while (status == 0 && !t->stopped && pl_trainer_epochs(t->trainer) < t->set.epochs)
        status = learn_epoch(t, err);
    if (status == 0 && t->stopped)
        status = keep_stopped(t, err);
    return status == 0 && t->stopped ? fail_stopped(t, err) : status;
}

/* -- the story ---------------------------------------------------------------------- */

static void release(pl_training *t)
{
    pl_trainer_free(t->trainer);
    pl_model_release(&t->model);
    pl_gold_trees_release(&t->gold);
    pl_gold_trees_release(&t->dev);
    if (t->has_rules)
        pl_rules_release(&t->rules);
    pl_str_release(&t->figures);
    pl_arena_release(&t->arena);
    pl_file_cancel(t->locks[1]);
    pl_file_cancel(t->locks[0]);
}

/* Locks model and checkpoint: two trainings must not take turns in writing them. */
static int lock(pl_training *t, pl_error *err)
{
    const char *paths[] = {t->files->output, t->options->checkpoint};
    for (int i = 0; i < 2; i++)
        if (paths[i] != NULL && (t->locks[i] = pl_file_lock(paths[i], err)) == NULL)
            return -1;
    return 0;
}

int pl_train_from(const pl_train_options *o, const pl_train_files *files, pl_error *err)
{
    pl_training t = {.options = o, .files = files};
    int status = lock(&t, err);
    if (status == 0)
        status = choose_settings(&t, err);
    if (status == 0)
        status = read_treebanks(&t, err);
    if (status == 0)
        status = mark_heads(&t, err);
    if (status == 0)
        status = pl_training_companions(&t, err);
    if (status == 0)
        status = derive(&t, err);
    if (status == 0)
        status = learn(&t, err);
    release(&t);
    return status;
}
