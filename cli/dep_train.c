/* Training of dependency parsers; see dep_train.h. */
#include "dep_train.h"

#include "dev.h"

#include "eval/deps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_BEAM = 16, DEFAULT_EPOCHS = 15 };

typedef struct scores {
    double uas, las, crossing; /* percent */
} scores;

typedef struct job {
    const dep_training *want;
    const training_run *run;
    dep_gold gold, dev;
    scores scores; /* of the last evaluation */
    pl_dep_model *model;
    const char *features;
    uint32_t beam;
    training training;
} job;

/* -- preparation -------------------------------------------------------------------- */

/* Vocabulary, and which relation each arc had, from the words and from the root. */
static void look(job *j, uint8_t *seen)
{
    pl_dep_model *m = j->model;
    pl_word_counts counts = {0};
    pl_arena scratch = {0};
    uint32_t n_labels = j->gold.labels.n;
    for (size_t i = 0; i < j->gold.trees.n; i++) {
        const pl_tree *t = j->gold.trees.at[i];
        uint32_t *labels = dep_gold_labels(&j->gold, t, &scratch);
        pl_word_counts_tree(&counts, t);
        for (uint32_t k = 0; k < t->n_tokens; k++) {
            uint32_t head = t->tokens[k].head;
            bool root = head == PL_ROOT_HEAD;
            bool left = root ? !m->params.root_left : head > k;
            for (uint32_t a = 0; a < m->params.n_moves; a++)
                if (m->params.moves[a].kind == (left ? PL_DEP_LEFT : PL_DEP_RIGHT))
                    seen[(size_t)a * n_labels + labels[k]] |= root ? 2 : 1;
            if (t->tokens[k].coarse != NULL)
                pl_intern_add(&m->coarse, t->tokens[k].coarse);
            if (t->nodes[k].morph != NULL)
                pl_intern_add(&m->morph, t->nodes[k].morph);
        }
        pl_arena_reset(&scratch);
    }
    pl_vocab_make(&m->vocab, j->want->hapax ? PL_UNKNOWN_HAPAX : PL_UNKNOWN_CLASSES,
                  &counts);
    pl_word_counts_release(&counts);
    pl_arena_release(&scratch);
}

static pl_update update_of(const job *j)
{
    return j->want->update >= 0 ? (pl_update)j->want->update : PL_UPDATE_LASO;
}

static void describe(const job *j)
{
    pl_dep_model *m = j->model;
    pl_str *to = &m->about;
    pl_str_printf(to, "program: pleach %s\nsystem: %s\nsingle-root: %d\n", PL_VERSION,
                  j->want->system, m->params.single_root);
    pl_str_printf(to, "features: %s\narc-distance: %s\nunknown: %s\n", j->features,
                  pl_dep_far_names[m->far], pl_unknown_names[m->vocab.unknown]);
    pl_str_printf(to, "beam: %u\nupdate: %s\nseed: %llu\nprune: %g\n", j->beam,
                  pl_update_names[update_of(j)], (unsigned long long)j->run->seed,
                  j->run->prune);
    if (j->want->importance > 1)
        pl_str_printf(to, "importance: %u\n", j->want->importance);
    if (j->want->batch > 1)
        pl_str_printf(to, "batch: %u\n", j->want->batch);
    if (j->want->runs > 1)
        pl_str_printf(to, "runs: %u\n", j->want->runs);
    pl_str_printf(to, "sentences: %zu\nderivable: %zu\ntokens: %zu\n", j->gold.trees.n,
                  pl_trainer_examples(j->training.trainer), j->gold.n_tokens);
    for (size_t i = 0; i < j->run->in->files.n; i++)
        pl_str_printf(to, "file-%zu: %s\n", i + 1, base_name(j->run->in->files.at[i]));
    pl_str_printf(to, "epochs: 0\ncommand: pleach train%s\n", j->run->command);
    pl_str_puts(to, pl_str_text(&j->run->with->about));
}

static int prepare(job *j, pl_error *err)
{
    pl_dep_model *m = j->model;
    const dep_training *w = j->want;
    if (w->options.single_root == DEP_AUTO)
        m->params.single_root = j->gold.n_many_roots == 0;
    m->params.mends_root = w->options.single_root != DEP_STRICT;
    if (pl_dep_params_check(&m->params, NULL, err) < 0)
        return -1;
    for (uint32_t i = 0; i < j->gold.labels.n; i++)
        pl_intern_add(&m->labels, j->gold.labels.at[i]);
    uint8_t *seen = pl_alloc_zero((size_t)m->params.n_moves * m->labels.n, 1);
    look(j, seen);
    pl_dep_actions_make(&m->actions, &m->params, seen, m->labels.n);
    free(seen);
    if (m->actions.n > 4000)
        return pl_fail(err, PL_TOO_LARGE,
                       "the treebank needs %u different actions; at most 4000 are "
                       "possible: are its relations what they should be?",
                       m->actions.n);
    m->far = w->far >= 0       ? (pl_dep_far)w->far
             : m->params.D > 1 ? PL_DEP_FAR_ALL
                               : PL_DEP_FAR_NO;
    pl_dep_features_compile(&m->features, &m->templates, m->far);
    pl_train_options options = {.beam = j->beam,
                                .update = update_of(j),
                                .importance = w->importance,
                                .batch = w->batch,
                                .runs = w->runs};
    training_options(&j->training, &options);
    pl_trainer *trainer = j->training.trainer = pl_dep_trainer_new(m, &options);
    pl_arena scratch = {0};
    for (size_t i = 0; i < j->gold.trees.n; i++) {
        const pl_tree *t = j->gold.trees.at[i];
        pl_dep_trainer_add(trainer, t, dep_gold_labels(&j->gold, t, &scratch));
        pl_arena_reset(&scratch);
    }
    pl_arena_release(&scratch);
    if (pl_trainer_examples(trainer) == 0)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "there is no tree to learn from that system %s can derive",
                       w->system);
    describe(j);
    return 0;
}

/* Tagger and tokenizer; the trees get predicted tags here if they shall. */
static int learn_companions(job *j, pl_error *err)
{
    lessons l = {j->gold.trees.at, j->gold.trees.n,  "",
                 j->run->seed,     j->run->threads,  j->dev.trees.at,
                 j->dev.trees.n,   j->run->in->quiet};
    if (j->run->with->want_functions)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "--functions is for constituents: relations are learnt anyway");
    return companions_learn(j->run->with, &l, j->run->in, err);
}

static void say_start(const job *j)
{
    const pl_dep_model *m = j->model;
    size_t n = pl_trainer_examples(j->training.trainer);
    if (j->run->in->quiet)
        return;
    fprintf(stderr,
            "%zu sentences, %zu of them (%.2f%%) can be derived, %zu tokens, %u "
            "relations, %u actions, %u templates%s\n",
            j->gold.trees.n, n, 100.0 * (double)n / (double)j->gold.trees.n,
            j->gold.n_tokens, m->labels.n, m->actions.n, m->features.n_templates,
            m->params.single_root ? ", one root" : "");
}

static int load(job *j, pl_error *err)
{
    const dep_training *w = j->want;
    j->model = pl_dep_model_new();
    if (dep_params(&w->options, w->system, j->run->in->quiet, &j->model->params, err) < 0)
        return -1;
    /* Arc-eager is what the plain set was made for: its pairs are stack top and buffer
     * front. Others need to see more, arcs over tokens also those in between. */
    const pl_dep_params *p = &j->model->params;
    if (j->features == NULL)
        j->features = p->D > 1                     ? "dep-far"
                      : p->K == 2 && !p->bottom_up ? "dep"
                                                   : "dep-wide";
    if (pl_dep_templates_load(&j->model->templates, j->features, err) < 0 ||
        dep_gold_load(&j->gold, j->run->in, err) < 0)
        return -1;
    if (j->gold.trees.n == 0)
        return pl_fail(err, PL_BAD_ARGUMENT, "there is no tree to learn from");
    if (j->run->dev_path != NULL) {
        input dev = *j->run->in;
        dev.files.at = (const char **)&j->run->dev_path;
        dev.files.n = 1;
        if (dep_gold_load(&j->dev, &dev, err) < 0)
            return -1;
        if (j->dev.trees.n == 0)
            return pl_fail(err, PL_BAD_ARGUMENT, "%s: there is no tree in it",
                           j->run->dev_path);
    }
    j->training.about = &j->model->about;
    if (learn_companions(j, err) < 0 || prepare(j, err) < 0)
        return -1;
    say_start(j);
    return 0;
}

/* -- training ----------------------------------------------------------------------- */

static int add(void *sum, const pl_tree *gold, const pl_tree *parsed, pl_error *err)
{
    return pl_deps_add(sum, gold, parsed, false, err);
}

static int evaluate(void *context, double *decides, pl_str *text, pl_error *err)
{
    job *j = context;
    const companions *with = j->run->with;
    dev_set dev = {j->dev.trees.at,
                   j->dev.trees.n,
                   &pl_arc_engine,
                   {j->model, j->beam},
                   with->predicted ? with->tagger : NULL,
                   j->run->threads};
    pl_deps d = {.names.subtypes = true};
    bool *mends = &j->model->params.mends_root, trained = *mends;
    *mends = false; /* a model that is read from its file never does */
    int status = dev_parse(&dev, add, &d, err);
    *mends = trained;
    if (status == 0)
        status = pl_deps_finish(&d, err);
    if (status == 0) {
        scores *s = &j->scores;
        *s = (scores){
            pl_dep_uas(&d, &d.no_punct), pl_dep_las(&d, &d.no_punct),
            d.crossing > 0 ? 100.0 * (double)d.crossing_right / (double)d.crossing : NAN};
        *decides = s->las;
        pl_str_printf(text, "; dev UAS %.2f, LAS %.2f, crossing ", s->uas, s->las);
        pl_str_printf(text, isnan(s->crossing) ? "none" : "%.2f", s->crossing);
    }
    pl_deps_release(&d);
    return status;
}

static void note(void *context)
{
    job *j = context;
    pl_about_set(&j->model->about, "dev-uas", "%.2f", j->scores.uas);
    pl_about_set(&j->model->about, "dev-las", "%.2f", j->scores.las);
}

static void put(const void *context, pl_section_list *list)
{
    const job *j = context;
    pl_dep_model_put(j->model, list);
}

int dep_train(const dep_training *t, const training_run *run, pl_error *err)
{
    job j = {.want = t,
             .run = run,
             .features = t->features,
             .beam = t->beam > 0 ? t->beam : DEFAULT_BEAM};
    j.training = (training){.run = run,
                            .job = &j,
                            .evaluate = evaluate,
                            .note = note,
                            .put = put,
                            .epochs = t->epochs > 0 ? t->epochs : DEFAULT_EPOCHS};
    int status = load(&j, err) == 0 ? training_go(&j.training, err) : -1;
    pl_trainer_free(j.training.trainer);
    pl_dep_model_free(j.model);
    dep_gold_release(&j.gold);
    dep_gold_release(&j.dev);
    return status;
}
