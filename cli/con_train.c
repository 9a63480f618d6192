/* Training of parsers for constituents; see con_train.h. */
#include "con_train.h"

#include "dev.h"
#include "gold.h"

#include "eval/score.h"
#include "parser/con_trainer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct scores {
    double f1, disc_f1, exact; /* percent */
} scores;

typedef struct job {
    const con_training *want;
    const training_run *run;
    gold gold;
    pl_arena arena;
    PL_VEC(pl_tree *) dev;
    pl_eval_params params; /* proper: without root and punctuation */
    bool has_params;
    scores scores; /* of the last evaluation */
    pl_model *model;
    training training;
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
    if (j->want->runs > 1)
        pl_about_set(&m->about, "runs", "%u", j->want->runs);
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

/* The trainer with its examples: the actions of tree i end at ends[i + 1]. */
static void make_trainer(job *j, const pl_actions *actions, const size_t *ends)
{
    const preset *set = &j->want->set;
    pl_train_options options = {.beam = set->beam,
                                .update = set->update,
                                .batch = set->batch,
                                .importance = j->want->importance,
                                .runs = j->want->runs};
    training_options(&j->training, &options);
    pl_trainer *trainer = j->training.trainer = pl_trainer_new(j->model, &options);
    for (size_t i = 0; i < j->gold.trees.n; i++) {
        pl_actions one = {actions->at + ends[i], ends[i + 1] - ends[i], 0};
        pl_trainer_add(trainer, j->gold.trees.at[i], &one);
    }
}

/* Labels, actions, vocabulary and examples from the trees. */
static int prepare(job *j, pl_error *err)
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
                     : pl_fail(err, PL_TOO_LARGE,
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
static int learn_companions(job *j, pl_error *err)
{
    lessons l = {j->gold.trees.at, j->gold.trees.n,  pl_heads_text(j->gold.rules),
                 j->run->seed,     j->run->threads,  j->dev.at,
                 j->dev.n,         j->run->in->quiet};
    gold_show_functions(&j->gold, true);
    int got = companions_learn(j->run->with, &l, j->run->in, err);
    gold_show_functions(&j->gold, false);
    return got;
}

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

/* The treebank to evaluate on, in the encoding of the other, its format guessed. */
static int load_dev(job *j, const char *path, pl_error *err)
{
    pl_source_options options = {.read = j->run->in->source.read};
    if (pl_eval_params_load(&j->params, "proper", err) < 0)
        return -1;
    j->has_params = true;
    pl_source *source = pl_source_open(&path, 1, &options, err);
    if (source == NULL)
        return -1;
    pl_tree *tree;
    int got = input_check_writes(j->run->in, source, err);
    while (got >= 0 && (got = pl_source_next(source, &j->arena, &tree, err)) > 0) {
        if (tree->root == PL_NONE && tree->n_tokens > 0) {
            got = pl_fail(err, PL_BAD_ARGUMENT,
                          "%s: sentence %zu has no constituents to compare with", path,
                          j->dev.n + 1);
            break;
        }
        PL_PUSH(&j->dev, tree);
    }
    pl_source_close(source);
    if (got == 0 && j->dev.n == 0)
        return pl_fail(err, PL_BAD_ARGUMENT, "%s: there is no tree in it", path);
    return got;
}

static int load(job *j, pl_error *err)
{
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
        return pl_fail(err, PL_BAD_ARGUMENT, "there is no tree to learn from");
    if (j->run->dev_path != NULL && load_dev(j, j->run->dev_path, err) < 0)
        return -1;
    pl_features_compile(&j->model->features, &j->model->templates);
    j->training.about = &j->model->about;
    if (learn_companions(j, err) < 0 || prepare(j, err) < 0)
        return -1;
    say_start(j);
    return 0;
}

/* -- training ----------------------------------------------------------------------- */

static int add(void *sum, const pl_tree *gold, const pl_tree *parsed, pl_error *err)
{
    return pl_eval_add(sum, gold, parsed, err);
}

static int evaluate(void *context, double *decides, pl_str *text, pl_error *err)
{
    job *j = context;
    const companions *with = j->run->with;
    dev_set dev = {j->dev.at,
                   j->dev.n,
                   &pl_transition_engine,
                   {j->model, j->want->set.beam},
                   with->predicted ? with->tagger : NULL,
                   j->run->threads};
    pl_eval e;
    pl_eval_init(&e, &j->params);
    int status = dev_parse(&dev, add, &e, err);
    scores *s = &j->scores;
    *s = (scores){pl_f1(&e.all.brackets), pl_f1(&e.all.disc), pl_exact(&e.all.brackets)};
    pl_eval_release(&e);
    *decides = s->f1;
    pl_str_printf(text, "; dev F1 %.2f, discontinuous ", s->f1);
    pl_str_printf(text, isnan(s->disc_f1) ? "none found" : "%.2f", s->disc_f1);
    pl_str_printf(text, ", exact %.2f", s->exact);
    return status;
}

static void note(void *context)
{
    job *j = context;
    pl_str *about = &j->model->about;
    pl_about_set(about, "dev-f1", "%.2f", j->scores.f1);
    pl_about_set(about, "dev-disc-f1", "%.2f", j->scores.disc_f1);
    pl_about_set(about, "dev-exact", "%.2f", j->scores.exact);
}

static void put(const void *context, pl_section_list *list)
{
    const job *j = context;
    pl_model_put(j->model, list);
}

int con_train(const con_training *t, const training_run *run, pl_error *err)
{
    job j = {.want = t, .run = run};
    j.training = (training){.run = run,
                            .job = &j,
                            .evaluate = evaluate,
                            .note = note,
                            .put = put,
                            .epochs = t->set.epochs};
    int status = load(&j, err) == 0 ? training_go(&j.training, err) : -1;
    pl_trainer_free(j.training.trainer);
    pl_model_free(j.model);
    gold_release(&j.gold);
    if (j.has_params)
        pl_eval_params_release(&j.params);
    PL_VEC_RELEASE(&j.dev);
    pl_arena_release(&j.arena);
    return status;
}
