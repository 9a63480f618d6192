/* Training, from the treebank to the model file; see pl_train in pleach.h.
 *
 *     read        both treebanks into memory                       gold_trees.c
 *     choose      the system and more, if the caller leaves it open choices.c
 *     roughen     twins of the trees, as people type, with --robust gold_trees.c, roughen.c
 *     heads       of constituents, by rules                        gold_trees.c
 *     companions  tokenizer, functions, morphology, lemmas, tagger companions.c
 *     derive      labels and actions                               here, machine/
 *     prepare     vocabulary, examples, what learns from them      linear.c, neural.c
 *     learn       epochs of the perceptron, or of a network        structured.c, net_trainer.c
 *     score       dev, parsed with the model as it is              dev.c
 *     save        the best epoch, all parts in one file            here
 */
#include "train/training.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/peers.h"
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
                         .epoch = t->trainer->epochs + 1,
                         .epochs = t->set.epochs,
                         .done = done,
                         .all = all};
    pl_training_report(t, &r);
    return t->stopped;
}

pl_progress pl_training_progress(pl_training *t)
{
    return (pl_progress){report_progress, t};
}

static void report_epoch(pl_training *t, const pl_epoch *e, bool scored)
{
    pl_train_report r = {.stage = PL_TRAIN_EPOCH,
                         .epoch = e->number,
                         .epochs = t->set.epochs,
                         .done = e->n_examples,
                         .all = t->runs * t->trainer->n_examples,
                         .wrong = e->n_updates,
                         .gold_actions = e->n_actions,
                         .kept = e->n_kept,
                         .value = e->loss,
                         .features = t->trainer->ops->weights(t->trainer),
                         .bytes = t->trainer->ops->bytes(t->trainer),
                         .seconds = pl_clock() - t->before,
                         .scores = t->scores,
                         .n_scores = scored ? 3 : 0};
    pl_training_report(t, &r);
}

/* Trees that the machine derives as they are. */
static size_t n_derivable(const pl_training *t)
{
    size_t n = pl_gold_trees_n(&t->gold) - t->n_underivable;
    return n < t->trainer->n_examples ? n : t->trainer->n_examples;
}

static void report_start(pl_training *t)
{
    const pl_transitions *p = t->model.transitions;
    pl_train_report r = {.stage = PL_TRAIN_START,
                         .sentences = pl_gold_trees_n(&t->gold),
                         .tokens = t->gold.n_tokens,
                         .derivable = n_derivable(t),
                         .labels = p->machine->n_labels,
                         .actions = p->machine->n_actions,
                         .templates = p->features.n,
                         .features = t->trainer->ops->weights(t->trainer),
                         .heads = t->gold.rules_name,
                         .single_root = p->machine->single_root};
    pl_training_report(t, &r);
}

/* -- settings ----------------------------------------------------------------------- */

/* What differs between scorers; the first is the default. */
static const pl_training_method *const methods[] = {&pl_linear_method, &pl_neural_method};
static const pl_option_choice method_choices[] = {{"linear", NULL}, {"neural", NULL}, {0}};

int pl_training_name(const char *what, const char *name, const pl_option_choice *choices,
                     int otherwise, pl_error *err)
{
    for (int i = 0; choices[i].name != NULL; i++)
        if (name == NULL || strcmp(name, choices[i].name) == 0)
            return name == NULL ? otherwise : i;
    return pl_fail(err, PL_BAD_ARGUMENT, "there is no '%s' of %s", name, what);
}

int pl_training_setting(pl_training *t, size_t i, const char **key, const char **value,
                        pl_error *err)
{
    const char *text = t->options->settings[i], *equals = strchr(text, '=');
    if (equals == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "expected KEY=VALUE, found %s", text);
    *key = pl_arena_strndup(&t->arena, text, (size_t)(equals - text));
    *value = equals + 1;
    return 0;
}

int pl_training_machine(pl_training *t, const char *otherwise,
                        const pl_dep_settings *control, pl_error *err)
{
    const pl_train_options *o = t->options;
    int single = pl_training_name("single-root", o->single_root, pl_dep_single_choices, PL_SINGLE_AUTO, err);
    pl_machine_options how = {
        .reorder = o->reorder, .settings = control, .single_root = (pl_dep_single)single};
    const char *name = o->system != NULL ? o->system : otherwise;
    pl_machine *m = single >= 0 ? pl_machine_new(name, &how, err) : NULL;
    if (m != NULL)
        t->model.transitions = pl_transitions_new(m);
    return m != NULL ? 0 : -1;
}

/* What the caller has not set is negative. */
static void set_defaults(pl_train_options *o)
{
    double *const all[] = {&o->prune, &o->tag_prune, &o->morph_prune, &o->function_prune};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (*all[i] < 0)
            *all[i] = PL_DEFAULT_PRUNE;
    o->robust = o->robust < 0 ? 0 : o->robust;
}

/* Completes the settings: options first, then what the method has for the rest. */
static int choose_settings(pl_training *t, pl_error *err)
{
    const pl_train_options *o = t->options;
    set_defaults(&t->chosen);
    int method = pl_training_name("scorer", o->scorer, method_choices, 0, err);
    if (method < 0)
        return -1;
    if (!(o->robust >= 0 && o->robust <= 1))
        return pl_fail(err, PL_BAD_ARGUMENT, "robust is a share from 0 to 1, not %g",
                       o->robust);
    if (!(o->margin < 1e6))
        return pl_fail(err, PL_BAD_ARGUMENT, "margin is a number below 1000000, not %g",
                       o->margin);
    t->method = methods[method];
    t->importance = t->runs = 1;
    t->keep_last = o->keep_last;
    if (t->method->choose(t, err) < 0)
        return -1;
    if (o->beam > 0 || o->margin != 0) /* the margin of a preset is that of its beam */
        t->set.margin = o->margin > 0 ? o->margin : 0;
    t->set.beam = o->beam > 0 ? o->beam : t->set.beam;
    t->set.batch = o->batch > 0 ? o->batch : t->set.batch;
    t->set.epochs = o->epochs > 0 ? o->epochs : t->set.epochs;
    t->model.settings = (pl_model_settings){
        .beam = t->set.beam, .margin = t->set.margin, .retag = o->predicted_tags};
    return 0;
}

/* -- read, heads -------------------------------------------------------------------- */

static int read_treebanks(pl_training *t, const pl_machine_ops *ops, pl_error *err)
{
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
    t->gold.keep_functions = t->options->functions || t->method->reads_functions;
    if (pl_gold_trees_mark(&t->gold, t->options->heads, err) < 0)
        return -1;
    pl_str_puts(&t->model.transitions->head_rules, pl_heads_text(t->gold.rules));
    return 0;
}

/* -- derive ------------------------------------------------------------------------- */

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
    t->method->describe(t, about);
    if (o->robust > 0)
        pl_about_set(about, "robust", "%g", o->robust);
    pl_about_set(about, "sentences", "%zu", pl_gold_trees_n(&t->gold));
    if (n_derivable(t) < pl_gold_trees_n(&t->gold))
        pl_about_set(about, "derivable", "%zu", n_derivable(t));
    pl_about_set(about, "tokens", "%zu", t->gold.n_tokens);
    for (size_t i = 0; i < t->files->n_names; i++) {
        char key[32];
        snprintf(key, sizeof key, "file-%zu", i + 1);
        pl_about_set(about, key, "%s", pl_base_name(t->files->names[i]));
    }
    pl_str_puts(about, pl_str_text(&t->figures));
}

/* Lifts the crossing arcs of dependency trees that the machine cannot derive, so that it
 * learns from the other arcs. */
static void lift_underivable(pl_training *t, const pl_machine *m)
{
    pl_arena scratch = {0};
    pl_acts acts = {0};
    pl_error why;
    for (size_t i = 0; i < t->gold.trees.n && !m->ops->constituents; i++) {
        pl_tree *tree = t->gold.trees.at[i];
        if (!m->ops->derive(m, tree, true, NULL, &acts, &scratch)) {
            t->n_underivable += i < pl_gold_trees_n(&t->gold);
            pl_lift_crossing(tree, &why); /* longer ones are left out */
        }
        pl_arena_reset(&scratch);
    }
    PL_VEC_RELEASE(&acts);
    pl_arena_release(&scratch);
}

/* Labels, actions and examples from the trees, which are no longer needed then. */
static int derive(pl_training *t, pl_error *err)
{
    pl_machine *m = t->model.transitions->machine;
    if (pl_gold_trees_show(&t->gold, m, err) < 0)
        return -1;
    lift_underivable(t, m);
    if (t->method->prepare(t, err) < 0)
        return -1;
    if (t->trainer->n_examples == 0)
        return pl_fail(err, PL_BAD_INPUT,
                       "there is no tree to learn from that system %s can derive",
                       m->name);
    describe(t);
    report_start(t);
    pl_gold_trees_release(&t->gold);
    return 0;
}

/* -- learn, score, save ------------------------------------------------------------- */

static bool dev_decides(const pl_training *t)
{
    return t->dev.trees.n > 0 && !t->keep_last;
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

/* Of several processes the first averages, scores and saves. */
static bool is_first(const pl_training *t)
{
    return pl_peers_rank(t->files->peers) == 0;
}

/* Saves the averaged model of an epoch, unless a better one is saved already. After a stop
 * nobody waits for scores: the model is saved if there is none yet. */
static int keep_model(pl_training *t, uint32_t epoch, bool *scored, pl_error *err)
{
    double score = 0;
    pl_trainer_average(t->trainer);
    pl_about_set(&t->model.about, "epochs", "%u", epoch);
    if (t->dev.trees.n > 0 && !t->stopped && pl_training_score(t, &score, err) < 0)
        return -1;
    *scored = t->dev.trees.n > 0 && !t->stopped;
    if (t->best.epoch > 0 && dev_decides(t) && (t->stopped || score <= t->best.score))
        return 0;
    if (*scored)
        pl_training_note_scores(t);
    if (*scored && pl_training_calibrate(t, err) < 0)
        return -1;
    t->best = (pl_best){epoch, score};
    return save(t, err);
}

/* The same for all processes, which then know the same. */
static int keep(pl_training *t, uint32_t epoch, bool *scored, pl_error *err)
{
    struct pl_peers *peers = t->files->peers;
    pl_trainer_collect(t->trainer);
    int status = is_first(t) ? keep_model(t, epoch, scored, err) : 0;
    status = pl_peers_agree(peers, status, err);
    pl_peers_broadcast(peers, 0, &t->best, sizeof t->best);
    pl_peers_broadcast(peers, 0, scored, sizeof *scored);
    return status;
}

static int save_checkpoint(pl_training *t, pl_error *err)
{
    pl_trainer_collect(t->trainer);
    int status = is_first(t)
                     ? pl_trainer_save(t->trainer, &t->best, t->options->checkpoint, err)
                     : 0;
    return pl_peers_agree(t->files->peers, status, err);
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
    if (has_all && t->options->checkpoint != NULL && save_checkpoint(t, err) < 0)
        return -1;
    report_epoch(t, &e, scored);
    t->stopped = pl_peers_any(t->files->peers, t->stopped || !complete);
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
    uint32_t done = t->trainer->epochs;
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
    uint32_t done = t->trainer->epochs;
    bool scored;
    return t->best.epoch == 0 && done > 0 ? keep(t, done, &scored, err) : 0;
}

static int fail_stopped(const pl_training *t, pl_error *err)
{
    uint32_t done = t->trainer->epochs;
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

/* Whether all processes begin with the same: folders of machines may differ. */
static int compare_peers(pl_training *t, pl_error *err)
{
    const pl_trainer *p = t->trainer;
    struct {
        uint64_t print, epochs;
    } mine = {p->ops->print(p), p->epochs};
    uint32_t odd;
    return pl_peers_same(t->files->peers, &mine, sizeof mine, &odd)
               ? 0
               : pl_fail(
                     err, PL_BAD_INPUT,
                     "process %u has another treebank, program or checkpoint than the "
                     "first one: all must read the same files",
                     odd + 1);
}

static int learn(pl_training *t, pl_error *err)
{
    int status = pl_peers_agree(t->files->peers, resume(t, err), err);
    if (status == 0)
        status = compare_peers(t, err);
    if (status == 0 && t->trainer->epochs >= t->set.epochs)
        return repeat(t, err);
    while (status == 0 && !t->stopped && t->trainer->epochs < t->set.epochs)
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
    pl_model_free(t->start);
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
    for (int i = 0; i < 2 && is_first(t); i++)
        if (paths[i] != NULL && (t->locks[i] = pl_file_lock(paths[i], err)) == NULL)
            return -1;
    return 0;
}

/* From trees to a trainer that can begin. */
static int prepare(pl_training *t, pl_error *err)
{
    if (t->options->robust > 0)
        pl_gold_trees_roughen(&t->gold, t->options->seed);
    return mark_heads(t, err) < 0 || pl_training_companions(t, err) < 0 ? -1
                                                                        : derive(t, err);
}

/* Whether a system has to be chosen for what the treebank has: 1, 0, -1 with the reason.
 * Reads its first tree for that, where the options leave it open. */
static int is_to_choose(pl_training *t, pl_error *err)
{
    if (t->options->system != NULL || t->options->preset != NULL)
        return 0;
    int got = pl_source_next(t->files->treebank, &t->gold.arena, &t->gold.first, err);
    return got <= 0 ? got : t->gold.first->root == PL_NONE && t->gold.first->has_deps;
}

/* What all systems of dependencies have in common; NULL with the reason. */
static const pl_machine_ops *dependency_ops(pl_error *err)
{
    const pl_machine_options plain = {0};
    pl_machine *any = pl_machine_new("arc-eager", &plain, err);
    const pl_machine_ops *ops = any != NULL ? any->ops : NULL;
    pl_machine_free(any);
    return ops;
}

/* Reads the treebanks and makes the machine, in the order that the options ask for. */
static int read_and_choose(pl_training *t, pl_error *err)
{
    int choose = is_to_choose(t, err);
    if (choose < 0)
        return -1;
    if (choose == 0)
        return choose_settings(t, err) < 0
                   ? -1
                   : read_treebanks(t, t->model.transitions->machine->ops, err);
    const pl_machine_ops *ops = dependency_ops(err);
    return ops == NULL || read_treebanks(t, ops, err) < 0 ||
                   pl_training_choose(t, err) < 0 || choose_settings(t, err) < 0
               ? -1
               : 0;
}

int pl_train_from(const pl_train_options *o, const pl_train_files *files, pl_error *err)
{
    pl_training t = {.options = &t.chosen, .chosen = *o, .files = files};
    int status = lock(&t, err);
    if (status == 0)
        status = read_and_choose(&t, err);
    if (status == 0)
        status = prepare(&t, err);
    status = pl_peers_agree(files->peers, status, err);
    if (status == 0)
        status = learn(&t, err);
    release(&t);
    return status;
}

/* Copies the trees that the machine can learn from. */
static int take_trees(pl_training *t, const pl_tree *const *trees, size_t n,
                      pl_error *err)
{
    const pl_machine_ops *ops = t->model.transitions->machine->ops;
    pl_error ignored;
    for (size_t i = 0; i < n; i++) {
        pl_tree *copy = pl_tree_copy(trees[i], &t->gold.arena);
        if (copy->n_tokens > 0 && ops->check(copy, &ignored) == 0) {
            PL_PUSH(&t->gold.trees, copy);
            t->gold.n_tokens += copy->n_tokens;
        }
    }
    return t->gold.trees.n > 0
               ? 0
               : pl_fail(err, PL_BAD_INPUT, "there is no tree to learn from");
}

int pl_train_trees(const pl_train_options *o, const pl_tree *const *trees, size_t n,
                   pl_model *to, pl_error *err)
{
    static const pl_train_files none = {0};
    pl_training t = {.options = &t.chosen, .chosen = *o, .files = &none};
    pl_epoch epoch;
    int status = choose_settings(&t, err);
    if (status == 0)
        status = take_trees(&t, trees, n, err);
    if (status == 0)
        status = prepare(&t, err);
    while (status == 0 && t.trainer->epochs < t.set.epochs &&
           pl_trainer_epoch(t.trainer, &epoch))
        ;
    if (status == 0) {
        pl_trainer_average(t.trainer);
        *to = t.model;
        t.model = (pl_model){0};
    }
    release(&t);
    return status;
}
