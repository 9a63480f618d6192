/* Training of parsers for constituents; see con_train.h. */
#include "con_train.h"

#include "dev.h"
#include "gold.h"

#include "base/clock.h"
#include "search/trainer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct job {
    const con_training *want;
    const training_run *run;
    gold gold;
    dev_set dev;
    pl_model *model;
    pl_trainer *trainer;
    pl_best best; /* what has been saved */
    double shown; /* when progress was shown last */
} job;

/* -- preparation -------------------------------------------------------------------- */

static void describe(job *j)
{
    pl_model *m = j->model;
    pl_about_set(&m->about, "program", "pleach %s", PL_VERSION);
    pl_about_set(&m->about, "command", "pleach train%s", j->run->command);
    pl_model_describe(m);
    pl_about_set(&m->about, "features", "%s", j->want->set.features);
    pl_about_set(&m->about, "unknown", "%s", pl_unknown_names[j->want->set.unknown]);
    pl_about_set(&m->about, "heads", "%s", j->gold.rules_name);
    pl_about_set(&m->about, "beam", "%u", j->want->set.beam);
    pl_about_set(&m->about, "update", "%s", pl_update_names[j->want->set.update]);
    if (j->want->importance > 1)
        pl_about_set(&m->about, "importance", "%u", j->want->importance);
    pl_about_set(&m->about, "batch", "%u", j->want->set.batch);
    pl_about_set(&m->about, "seed", "%llu", (unsigned long long)j->run->seed);
    pl_about_set(&m->about, "prune", "%g", j->run->prune);
    pl_about_set(&m->about, "sentences", "%zu", j->gold.trees.n);
    pl_about_set(&m->about, "tokens", "%zu", j->gold.n_tokens);
    for (size_t i = 0; i < j->run->in->files.n; i++) {
        char key[32];
        snprintf(key, sizeof key, "file-%zu", i + 1);
        pl_about_set(&m->about, key, "%s", base_name(j->run->in->files.at[i]));
    }
    pl_str_puts(&m->about, pl_str_text(&j->run->with->about));
}

/* On a terminal, how far the epoch is. */
static void say_progress(void *context, size_t done, size_t all)
{
    job *j = context;
    double now = pl_clock();
    if (now - j->shown < 0.5)
        return;
    j->shown = now;
    fprintf(stderr, "\repoch %u: %zu of %zu sentences \033[K\r",
            pl_trainer_epochs(j->trainer) + 1, done, all);
}

/* The trainer with its examples: the actions of tree i end at ends[i + 1]. */
static void make_trainer(job *j, const pl_actions *actions, const size_t *ends)
{
    const preset *set = &j->want->set;
    pl_train_options options = {.beam = set->beam,
                                .update = set->update,
                                .batch = set->batch,
                                .importance = j->want->importance,
                                .seed = j->run->seed,
                                .threads = j->run->threads,
                                .stop = j->run->stop};
    if (!j->run->in->quiet && isatty(STDERR_FILENO)) {
        options.progress = say_progress;
        options.context = j;
    }
    j->trainer = pl_trainer_new(j->model, &options);
    for (size_t i = 0; i < j->gold.trees.n; i++) {
        pl_actions one = {actions->at + ends[i], ends[i + 1] - ends[i], 0};
        pl_trainer_add(j->trainer, j->gold.trees.at[i], &one);
    }
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
    pl_vocab_make(&m->vocab, j->want->set.unknown, &counts);
    size_t n_actions = m->deriver.inventory.actions.n;
    int status = n_actions <= PL_MAX_ACTIONS
                     ? 0
                     : pl_fail(err,
                               "the treebank needs %zu different actions; at most %u are "
                               "possible: are its labels what they should be?",
                               n_actions, PL_MAX_ACTIONS);
    if (status == 0) {
        describe(j);
        pl_str_puts(&m->head_rules, pl_heads_text(j->gold.rules));
        make_trainer(j, &actions, ends);
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
    lessons l = {j->gold.trees.at, j->gold.trees.n,  pl_heads_text(j->gold.rules),
                 j->run->seed,     j->run->threads,  j->dev.trees.at,
                 j->dev.trees.n,   j->run->in->quiet};
    gold_show_functions(&j->gold, true);
    int got = companions_learn(j->run->with, &l, j->run->in, err);
    gold_show_functions(&j->gold, false);
    j->dev.tagger = j->run->with->predicted ? j->run->with->tagger : NULL;
    return got;
}

static int load(job *j, pl_err *err)
{
    if (j->want->checkpoint != NULL && input_check_place(j->want->checkpoint, err) < 0)
        return -1;
    j->model = pl_model_new(j->want->system);
    j->gold.keep_functions = j->run->with->want_functions;
    if (j->want->reorder != NULL &&
        pl_deriver_reorder(&j->model->deriver, j->want->reorder, err) < 0)
        return -1;
    if (pl_templates_load(&j->model->templates, j->want->system->templates,
                          j->want->set.features, err) < 0 ||
        gold_load(&j->gold, j->run->in, j->want->heads, &j->model->deriver, err) < 0)
        return -1;
    if (j->gold.trees.n == 0)
        return pl_fail(err, "there is no tree to learn from");
    if (j->run->dev_path != NULL &&
        dev_load(&j->dev, j->run->dev_path, j->run->in, err) < 0)
        return -1;
    pl_features_compile(&j->model->features, &j->model->templates);
    return learn_companions(j, err) == 0 ? prepare(j, err) : -1;
}

/* -- training ----------------------------------------------------------------------- */

static void say_start(const job *j)
{
    const pl_deriver *d = &j->model->deriver;
    if (j->run->in->quiet)
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
    if (j->run->in->quiet)
        return;
    fprintf(
        stderr,
        "epoch %u: %.1f%% of sentences wrong, gold kept for %.1f%% of actions%s; %.1f s, "
        "%zu features, %.0f MB",
        e->number, 100.0 * (double)e->n_updates / (double)e->n_examples,
        100.0 * (double)e->n_kept / (double)e->n_actions, scores, took,
        pl_trainer_rows(j->trainer), (double)pl_trainer_bytes(j->trainer) / 1e6);
    say_time_left(took, j->want->set.epochs - e->number);
}

/* The averaged model so far goes to the output, if no better one is there. */
static int keep(job *j, const pl_epoch *e, pl_str *scores, pl_err *err)
{
    pl_trainer_finish(j->trainer, j->run->prune);
    pl_about_set(&j->model->about, "epochs", "%u", e->number);
    if (j->run->dev_path != NULL) {
        dev_scores s;
        if (dev_parse(&j->dev, j->model, j->want->set.beam, j->run->threads, &s, err) < 0)
            return -1;
        pl_str_printf(scores, "; dev F1 %.2f, discontinuous ", s.f1);
        pl_str_printf(scores, isnan(s.disc_f1) ? "none found" : "%.2f", s.disc_f1);
        pl_str_printf(scores, ", exact %.2f", s.exact);
        if (j->best.epoch > 0 && s.f1 <= j->best.score)
            return 0;
        j->best.score = s.f1;
        pl_about_set(&j->model->about, "dev-f1", "%.2f", s.f1);
        pl_about_set(&j->model->about, "dev-disc-f1", "%.2f", s.disc_f1);
        pl_about_set(&j->model->about, "dev-exact", "%.2f", s.exact);
    }
    j->best.epoch = e->number;
    pl_section_list list = {0};
    pl_model_put(j->model, &list);
    return training_save(j->run, &list, err);
}

static int train(job *j, pl_err *err)
{
    bool complete = true;
    pl_str scores = {0};
    int status = 0;
    if (j->want->resume && access(j->want->checkpoint, F_OK) == 0)
        status = pl_trainer_resume(j->trainer, &j->best, j->want->checkpoint, err);
    say_start(j);
    while (status == 0 && complete &&
           pl_trainer_epochs(j->trainer) < j->want->set.epochs) {
        pl_epoch epoch;
        double start = pl_clock();
        complete = pl_trainer_epoch(j->trainer, &epoch);
        bool last = !complete || epoch.number == j->want->set.epochs;
        pl_str_clear(&scores);
        bool trained = epoch.n_examples > 0 || epoch.number > 1;
        if (((j->run->dev_path != NULL && !j->run->keep_last) || last) && trained)
            status = keep(j, &epoch, &scores, err);
        if (status == 0 && j->want->checkpoint != NULL && complete)
            status = pl_trainer_save(j->trainer, &j->best, j->want->checkpoint, err);
        if (epoch.n_examples > 0)
            say_epoch(j, &epoch, pl_str_text(&scores), pl_clock() - start);
    }
    if (status == 0 && complete && j->best.epoch == 0) { /* nothing was left to do */
        pl_epoch epoch = {.number = pl_trainer_epochs(j->trainer)};
        status = keep(j, &epoch, &scores, err);
        if (status == 0 && !j->run->in->quiet)
            fprintf(stderr, "epoch %u%s\n", epoch.number, pl_str_text(&scores));
    }
    pl_str_release(&scores);
    return status == 0 && !complete ? training_interrupted(j->run, j->best.epoch > 0, err)
                                    : status;
}

int con_train(const con_training *t, const training_run *run, pl_err *err)
{
    job j = {.want = t, .run = run};
    int status = load(&j, err) == 0 && train(&j, err) == 0 ? 0 : -1;
    pl_trainer_free(j.trainer);
    pl_model_free(j.model);
    gold_release(&j.gold);
    dev_release(&j.dev);
    return status;
}
