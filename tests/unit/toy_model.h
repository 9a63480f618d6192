/* A small model trained on random trees, for the tests of what works with models. */
#ifndef PL_TESTS_TOY_MODEL_H
#define PL_TESTS_TOY_MODEL_H

#include "unit.h"

#include "parser/con_trainer.h"

static const char toy_templates[] =
    "b0tw b1tw d0tc d0wc s0tc s0wc s1tc s2wc s0.lw+s0.lc d0.rw+d0.rc s0w+d0c s0c+d0c "
    "d1tc\n"
    "b0t+d0c b0w+s0c b0t+b1t s0c+s1c+d0c b0t+s0c+d0c d0c+d0.Lw+d0.Rw s0c+s0.Lt+s0.Rw\n"
    "d0.Lw+d0.Rw+b1w d0c+d0.Low s0c+s0.Rot d0n+d0g s0n+b0t d0c+d0.Rt+s0.Lw\n"
    "d0c+d0.Gw d0.Gow+d0.How s0.Ht+b0t s0-d0+s0c s0w-b0w d0c+d0-b0\n";

typedef struct toy {
    pl_arena arena;
    pl_model *model;
    pl_trainer *trainer;
    pl_tree *trees[60];
    uint32_t n;
} toy;

static inline void toy_make_with(toy *t, const char *templates, const char *system,
                                 pl_train_options options)
{
    pl_rng rng = {11};
    pl_error err;
    pl_word_counts counts = {0};
    *t = (toy){.n = 60};
    t->model = pl_model_new(pl_system_find(system));
    pl_model *m = t->model;
    assert_int_equal(pl_templates_parse(&m->templates, "toy", templates, &err), 0);
    pl_features_compile(&m->features, &m->templates);
    for (uint32_t i = 0; i < t->n; i++) {
        t->trees[i] = random_tree(&t->arena, &rng, 1 + pl_rng_below(&rng, 8));
        pl_deriver_look(&m->deriver, t->trees[i]);
        pl_word_counts_tree(&counts, t->trees[i]);
    }
    pl_actions *gold = pl_alloc_zero(t->n, sizeof *gold);
    for (uint32_t i = 0; i < t->n; i++)
        pl_deriver_tree(&m->deriver, t->trees[i], &gold[i], &t->arena);
    pl_deriver_finish(&m->deriver);
    pl_vocab_make(&m->vocab, PL_UNKNOWN_CLASSES, &counts);
    pl_model_describe(m);
    pl_about_set(&m->about, "unknown", "classes");
    t->trainer = pl_trainer_new(m, &options);
    for (uint32_t i = 0; i < t->n; i++) {
        pl_trainer_add(t->trainer, t->trees[i], &gold[i]);
        PL_VEC_RELEASE(&gold[i]);
    }
    free(gold);
    pl_word_counts_release(&counts);
}

static inline void toy_make(toy *t, const char *system, pl_train_options options)
{
    toy_make_with(t, toy_templates, system, options);
}

/* Writes a model into a file of its own. */
static inline void model_save(const pl_model *model, const char *path)
{
    pl_section_list list = {0};
    pl_error err;
    pl_model_put(model, &list);
    if (pl_sections_save(&list, path, &err) < 0)
        fail_msg("%s", err.text);
    pl_sections_release(&list);
}

static inline void toy_release(toy *t)
{
    pl_trainer_free(t->trainer);
    pl_model_free(t->model);
    pl_arena_release(&t->arena);
}

#endif
