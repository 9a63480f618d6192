/* Training of dependency parsers; see dep_train.h. */
#include "dep_train.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "depend/parser.h"
#include "eval/deps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DEFAULT_BEAM = 16, DEFAULT_EPOCHS = 15 };

typedef struct job {
    const dep_training *want;
    const training_run *run;
    dep_gold gold, dev;
    pl_dep_model *model;
    pl_trainer *trainer;
    const char *features;
    uint32_t beam, epochs;
    double best;
    uint32_t best_epoch; /* 0: nothing has been saved */
    double shown;
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

static void say_progress(void *context, size_t done, size_t all)
{
    job *j = context;
    double now = pl_clock();
    if (now - j->shown < 0.5)
        return;
    j->shown = now;
    fprintf(stderr, "\r%zu of %zu sentences \033[K\r", done, all);
}

static pl_update update_of(const job *j)
{
    return j->want->update >= 0 ? (pl_update)j->want->update : PL_UPDATE_LASO;
}

static int prepare(job *j, pl_err *err)
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
        return pl_fail(err,
                       "the treebank needs %u different actions; at most 4000 are "
                       "possible: are its relations what they should be?",
                       m->actions.n);
    m->far = w->far >= 0       ? (pl_dep_far)w->far
             : m->params.D > 1 ? PL_DEP_FAR_ALL
                               : PL_DEP_FAR_NO;
    pl_dep_features_compile(&m->features, &m->templates, m->far);
    pl_train_options options = {.beam = j->beam,
                                .update = update_of(j),
                                .importance = j->want->importance,
                                .seed = j->run->seed,
                                .runs = j->want->runs,
                                .threads = j->run->threads,
                                .stop = j->run->stop};
    if (!j->run->in->quiet && isatty(STDERR_FILENO)) {
        options.progress = say_progress;
        options.context = j;
    }
    j->trainer = pl_dep_trainer_new(m, &options);
    pl_arena scratch = {0};
    for (size_t i = 0; i < j->gold.trees.n; i++) {
        const pl_tree *t = j->gold.trees.at[i];
        pl_dep_trainer_add(j->trainer, t, dep_gold_labels(&j->gold, t, &scratch));
        pl_arena_reset(&scratch);
    }
    pl_arena_release(&scratch);
    if (pl_trainer_examples(j->trainer) == 0)
        return pl_fail(err, "there is no tree to learn from that system %s can derive",
                       w->system);
    return 0;
}

/* Tagger and tokenizer; the trees get predicted tags here if they shall. */
static int learn_companions(job *j, pl_err *err)
{
    lessons l = {j->gold.trees.at, j->gold.trees.n,  "",
                 j->run->seed,     j->run->threads,  j->dev.trees.at,
                 j->dev.trees.n,   j->run->in->quiet};
    if (j->run->with->want_functions)
        return pl_fail(err,
                       "--functions is for constituents: relations are learnt anyway");
    return companions_learn(j->run->with, &l, j->run->in, err);
}

static int load(job *j, pl_err *err)
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
        return pl_fail(err, "there is no tree to learn from");
    if (j->run->dev_path != NULL) {
        input dev = *j->run->in;
        dev.files.at = (const char **)&j->run->dev_path;
        dev.files.n = 1;
        dev.writes = NULL;
        if (dep_gold_load(&j->dev, &dev, err) < 0)
            return -1;
        if (j->dev.trees.n == 0)
            return pl_fail(err, "%s: there is no tree in it", j->run->dev_path);
    }
    return learn_companions(j, err) == 0 ? prepare(j, err) : -1;
}

/* -- how good it is ----------------------------------------------------------------- */

typedef struct work {
    const dep_gold *dev;
    pl_dep_parser **parsers; /* [threads] */
    pl_tagging **taggings;   /* [threads] NULL where tags are gold */
    pl_arena *arenas;        /* [threads] */
    pl_tree **parsed;        /* [trees.n] */
} work;

static void parse_one(void *context, unsigned thread, size_t part)
{
    work *w = context;
    pl_tree *t = pl_tree_copy(w->dev->trees.at[part], &w->arenas[thread]);
    if (w->taggings[thread] != NULL)
        pl_tagging_run(w->taggings[thread], t);
    if (pl_dep_parser_run(w->parsers[thread], t, 1) > 0)
        pl_dep_parser_tree(w->parsers[thread], 0, t);
    w->parsed[part] = t;
}

typedef struct scores {
    double uas, las, crossing;
} scores;

static int score(const dep_gold *dev, pl_tree *const *parsed, scores *s, pl_err *err)
{
    pl_deps d = {.names.subtypes = true};
    int status = 0;
    for (size_t i = 0; status == 0 && i < dev->trees.n; i++)
        status = pl_deps_add(&d, dev->trees.at[i], parsed[i], false, err);
    if (status == 0)
        status = pl_deps_finish(&d, err);
    if (status == 0)
        *s = (scores){
            pl_dep_uas(&d, &d.no_punct), pl_dep_las(&d, &d.no_punct),
            d.crossing > 0 ? 100.0 * (double)d.crossing_right / (double)d.crossing : NAN};
    pl_deps_release(&d);
    return status;
}

static int evaluate(const job *j, scores *s, pl_err *err)
{
    const dep_gold *dev = &j->dev;
    const companions *with = j->run->with;
    pl_pool *pool = pl_pool_new(j->run->threads);
    unsigned n = pl_pool_threads(pool);
    work w = {dev, pl_alloc_zero(n, sizeof *w.parsers),
              pl_alloc_zero(n, sizeof *w.taggings), pl_alloc_zero(n, sizeof *w.arenas),
              pl_alloc_zero(dev->trees.n, sizeof *w.parsed)};
    for (unsigned i = 0; i < n; i++) {
        w.parsers[i] = pl_dep_parser_new(j->model, j->beam);
        w.taggings[i] = with->predicted ? pl_tagging_new(with->tagger) : NULL;
    }
    pl_pool_run(pool, dev->trees.n, parse_one, &w);
    int status = score(dev, w.parsed, s, err);
    for (unsigned i = 0; i < n; i++) {
        pl_dep_parser_free(w.parsers[i]);
        pl_tagging_free(w.taggings[i]);
        pl_arena_release(&w.arenas[i]);
    }
    free(w.parsers);
    free(w.taggings);
    free(w.arenas);
    free(w.parsed);
    pl_pool_free(pool);
    return status;
}

/* -- training ----------------------------------------------------------------------- */

static void describe(const job *j, uint32_t epoch, const scores *s)
{
    pl_dep_model *m = j->model;
    pl_str *to = &m->about;
    pl_str_clear(to);
    pl_str_printf(to, "program: pleach %s\nsystem: %s\nsingle-root: %d\n", PL_VERSION,
                  j->want->system, m->params.single_root);
    pl_str_printf(to, "features: %s\narc-distance: %s\nunknown: %s\n", j->features,
                  pl_dep_far_names[m->far], pl_unknown_names[m->vocab.unknown]);
    pl_str_printf(to, "beam: %u\nupdate: %s\nseed: %llu\nprune: %g\n", j->beam,
                  pl_update_names[update_of(j)], (unsigned long long)j->run->seed,
                  j->run->prune);
    if (j->want->importance > 1)
        pl_str_printf(to, "importance: %u\n", j->want->importance);
    if (j->want->runs > 1)
        pl_str_printf(to, "runs: %u\n", j->want->runs);
    pl_str_printf(to, "sentences: %zu\nderivable: %zu\ntokens: %zu\n", j->gold.trees.n,
                  pl_trainer_examples(j->trainer), j->gold.n_tokens);
    for (size_t i = 0; i < j->run->in->files.n; i++)
        pl_str_printf(to, "file-%zu: %s\n", i + 1, base_name(j->run->in->files.at[i]));
    pl_str_printf(to, "epochs: %u\n", epoch);
    pl_str_printf(to, "command: pleach train%s\n", j->run->command);
    pl_str_puts(to, pl_str_text(&j->run->with->about));
    if (s != NULL)
        pl_str_printf(to, "dev-uas: %.2f\ndev-las: %.2f\n", s->uas, s->las);
}

/* The averaged model so far goes to the output, if no better one is there. */
static int keep(job *j, uint32_t epoch, pl_str *text, pl_err *err)
{
    scores s = {0};
    pl_trainer_finish(j->trainer, j->run->prune);
    describe(j, epoch, NULL);
    if (j->run->dev_path != NULL) {
        if (evaluate(j, &s, err) < 0)
            return -1;
        pl_str_printf(text, "; dev UAS %.2f, LAS %.2f, crossing %.2f", s.uas, s.las,
                      s.crossing);
        if (j->best_epoch > 0 && s.las <= j->best)
            return 0;
        j->best = s.las;
        describe(j, epoch, &s);
    }
    j->best_epoch = epoch;
    pl_section_list list = {0};
    pl_dep_model_put(j->model, &list);
    return training_save(j->run, &list, err);
}

static void say_epoch(const job *j, const pl_epoch *e, const char *text, double took)
{
    if (j->run->in->quiet || e->n_examples == 0)
        return;
    fprintf(stderr,
            "epoch %u: %.1f%% of sentences wrong%s; %.1f s, %zu features, %.0f MB",
            e->number, 100.0 * (double)e->n_updates / (double)e->n_examples, text, took,
            pl_trainer_rows(j->trainer), (double)pl_trainer_bytes(j->trainer) / 1e6);
    say_time_left(took, j->epochs - e->number);
}

static int train(job *j, pl_err *err)
{
    const pl_dep_model *m = j->model;
    bool complete = true;
    pl_str text = {0};
    int status = 0;
    size_t n = pl_trainer_examples(j->trainer);
    if (!j->run->in->quiet)
        fprintf(stderr,
                "%zu sentences, %zu of them (%.2f%%) can be derived, %zu tokens, %u "
                "relations, %u actions, %u templates%s\n",
                j->gold.trees.n, n, 100.0 * (double)n / (double)j->gold.trees.n,
                j->gold.n_tokens, m->labels.n, m->actions.n, m->features.n_templates,
                m->params.single_root ? ", one root" : "");
    for (uint32_t k = 1; status == 0 && complete && k <= j->epochs; k++) {
        pl_epoch epoch;
        double start = pl_clock();
        complete = pl_trainer_epoch(j->trainer, &epoch);
        bool last = !complete || k == j->epochs;
        pl_str_clear(&text);
        bool wanted = j->run->dev_path != NULL && !j->run->keep_last;
        if ((wanted || last) && (epoch.n_examples > 0 || k > 1))
            status = keep(j, k, &text, err);
        say_epoch(j, &epoch, pl_str_text(&text), pl_clock() - start);
    }
    pl_str_release(&text);
    return status == 0 && !complete ? training_interrupted(j->run, j->best_epoch > 0, err)
                                    : status;
}

int dep_train(const dep_training *t, const training_run *run, pl_err *err)
{
    job j = {.want = t,
             .run = run,
             .features = t->features,
             .beam = t->beam > 0 ? t->beam : DEFAULT_BEAM,
             .epochs = t->epochs > 0 ? t->epochs : DEFAULT_EPOCHS};
    int status = load(&j, err) == 0 && train(&j, err) == 0 ? 0 : -1;
    pl_trainer_free(j.trainer);
    pl_dep_model_free(j.model);
    dep_gold_release(&j.gold);
    dep_gold_release(&j.dev);
    return status;
}
