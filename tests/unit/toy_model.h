/* A small parser trained on random trees, for the tests of what works with models. */
#ifndef PL_TESTS_TOY_MODEL_H
#define PL_TESTS_TOY_MODEL_H

#include "unit.h"

#include "parser/model.h"
#include "train/structured.h"

#include <string.h>

static const char toy_templates[] =
    "b0tw b1tw d0tc d0wc s0tc s0wc s1tc s2wc s0.lw+s0.lc d0.rw+d0.rc s0w+d0c s0c+d0c "
    "d1tc\n"
    "b0t+d0c b0w+s0c b0t+b1t s0c+s1c+d0c b0t+s0c+d0c d0c+d0.Lw+d0.Rw s0c+s0.Lt+s0.Rw\n"
    "d0.Lw+d0.Rw+b1w d0c+d0.Low s0c+s0.Rot d0n+d0g s0n+b0t d0c+d0.Rt+s0.Lw\n"
    "d0c+d0.Gw d0.Gow+d0.How s0.Ht+b0t s0-d0+s0c s0w-b0w d0c+d0-b0\n";

/* Dependency systems that come with pleach. */
static const char *const toy_dep_systems[] = {
    "arc-standard",    "arc-eager", "arc-hybrid",   "easy-first", "easy-first-np",
    "easy-first-np-5", "attardi",   "easy-first-4", "dag",
};
enum { N_TOY_DEP_SYSTEMS = sizeof toy_dep_systems / sizeof *toy_dep_systems };

enum { TOY_TREES = 60 };

/* What to train. */
typedef struct toy_options {
    const char *system;
    const char *templates;   /* NULL: those above, or dep-wide for dependencies */
    uint32_t n;              /* trees; 0: all */
    uint64_t seed;           /* of the trees; 0: 11 */
    pl_dep_single root;      /* of dependencies */
    pl_unknown unknown;      /* hapax */
    /* Makes the trees, of n words each; NULL: toy_tree does. */
    pl_tree *(*tree)(pl_arena *m, pl_rng *rng, uint32_t n);
    pl_structured_options how;
} toy_options;

typedef struct toy {
    pl_arena arena;
    pl_model model;         /* with nothing but a parser */
    pl_transitions *parser; /* the same one */
    pl_trainer *trainer;
    pl_tree *trees[TOY_TREES];
    uint32_t n;
} toy;

/* Random dependencies, of which the first word is the root. */
static inline pl_tree *toy_sentence(pl_arena *m, pl_rng *rng, uint32_t n)
{
    static const char *const words[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    static const char *const tags[] = {"X", "Y", "Z"};
    pl_tree *t = pl_tree_new(m, n);
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = words[pl_rng_below(rng, 8)];
        t->nodes[i].label = tags[pl_rng_below(rng, 3)];
        t->tokens[i].head = i == 0 ? PL_ROOT_HEAD : pl_rng_below(rng, i);
        t->tokens[i].deprel = i == 0 ? "root" : i % 2 ? "right" : "left";
    }
    t->has_deps = true;
    return t;
}

/* A tree that a machine can learn from. */
static inline pl_tree *toy_tree(const pl_machine *m, pl_arena *arena, pl_rng *rng,
                                uint32_t n)
{
    return m->ops->constituents ? random_tree(arena, rng, n)
                                : toy_sentence(arena, rng, n);
}

static inline pl_machine *toy_machine(const char *system, pl_dep_single root)
{
    pl_error err;
    pl_machine_options o = {.single_root = root};
    pl_machine *m = pl_machine_new(system, &o, &err);
    if (m == NULL)
        fail_msg("%s", err.text);
    return m;
}

/* Lets a machine see trees: its actions are complete then. */
static inline void toy_show(pl_machine *m, pl_tree *const *trees, uint32_t n)
{
    pl_arena scratch = {0};
    pl_error err;
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(m->ops->check(trees[i], &err), 0);
    for (uint32_t i = 0; i < n; i++)
        m->ops->look(m, trees[i]);
    for (uint32_t i = 0; i < n; i++) {
        m->ops->add(m, trees[i], &scratch);
        pl_arena_reset(&scratch);
    }
    assert_int_equal(m->ops->finish(m, &err), 0);
    pl_arena_release(&scratch);
}

static inline void toy_features(pl_transitions *p, const char *templates)
{
    pl_error err;
    const pl_machine *m = p->machine;
    const pl_notation *notation = pl_transitions_notation(m);
    if (templates == NULL && m->ops->constituents)
        templates = toy_templates;
    int got = templates != NULL
                  ? pl_templates_parse(&p->templates, notation, "toy", templates, &err)
                  : pl_templates_load(&p->templates, notation, NULL, "dep-wide", &err);
    if (got < 0)
        fail_msg("%s", err.text);
    pl_features_compile(&p->features, &p->templates,
                        m->may_cross ? PL_FAR_BOTH : PL_FAR_NO);
}

/* Everything but the learning. */
static inline void toy_start(toy *t, const toy_options *o)
{
    pl_rng rng = {o->seed != 0 ? o->seed : 11};
    pl_word_counts counts = {0};
    *t = (toy){.n = o->n > 0 ? o->n : TOY_TREES};
    pl_machine *m = toy_machine(o->system, o->root);
    pl_transitions *p = pl_transitions_new(m);
    t->model.transitions = t->parser = p;
    uint32_t most = m->ops->constituents ? 8 : 11;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t n = 1 + pl_rng_below(&rng, most);
        t->trees[i] = o->tree != NULL ? o->tree(&t->arena, &rng, n)
                                      : toy_tree(m, &t->arena, &rng, n);
        pl_word_counts_tree(&counts, t->trees[i]);
    }
    toy_show(m, t->trees, t->n);
    toy_features(p, o->templates);
    pl_vocab_make(&p->vocab, o->unknown, !m->ops->constituents, &counts);
    pl_word_counts_release(&counts);
    m->ops->describe(m, &t->model.about);
    pl_about_set(&t->model.about, "system", "%s", m->name);
    pl_about_set(&t->model.about, "unknown", "%s", pl_unknown_choices[o->unknown].name);
    pl_about_set(&t->model.about, "arc-distance", "%s", pl_far_choices[p->features.far].name);
    pl_about_set(&t->model.about, "beam", "7");
    t->trainer = pl_structured_new(p, &o->how);
    pl_acts steps = {0};
    pl_arena scratch = {0}, *arena = &scratch;
    for (uint32_t i = 0; i < t->n; i++) {
        pl_example e;
        if (!m->ops->derive(m, t->trees[i], true, &e.target, &steps, arena))
            continue;
        e.values = pl_transitions_values(p, t->trees[i], arena);
        pl_structured_add(t->trainer, &e);
    }
    PL_VEC_RELEASE(&steps);
    pl_arena_release(&scratch);
}

/* Trains for some epochs; the examples seen in the last one. */
static inline size_t toy_learn(toy *t, uint32_t epochs)
{
    pl_epoch epoch = {0};
    for (uint32_t i = 0; i < epochs; i++)
        assert_true(pl_trainer_epoch(t->trainer, &epoch));
    pl_trainer_average(t->trainer);
    return epoch.n_examples;
}

static inline void toy_make(toy *t, const char *system, uint32_t epochs,
                            pl_structured_options how)
{
    toy_start(t, &(toy_options){.system = system, .how = how});
    toy_learn(t, epochs);
}

/* A dependency parser that has learnt from random trees. */
static inline void toy_make_deps(toy *t, const char *system, bool single_root,
                                 uint32_t beam, uint64_t seed)
{
    pl_structured_options how = {
        .beam = beam, .update = beam % 2 ? PL_UPDATE_LASO : PL_UPDATE_EARLY, .seed = 3};
    toy_start(t, &(toy_options){.system = system,
                                .n = 40,
                                .seed = seed,
                                .root = single_root ? PL_SINGLE_YES : PL_SINGLE_NO,
                                .how = how});
    assert_true(toy_learn(t, 3) > 5);
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

/* Fails unless every word leads to the root, and one alone depends on it where that is
 * asked for. */
static inline void assert_is_dep_tree(const pl_tree *t, bool single_root)
{
    uint32_t roots = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t at = i, steps = 0;
        while (at != PL_ROOT_HEAD && steps++ <= t->n_tokens)
            at = t->tokens[at].head;
        assert_int_equal(at, PL_ROOT_HEAD);
        assert_non_null(t->tokens[i].deprel);
        roots += t->tokens[i].head == PL_ROOT_HEAD;
    }
    assert_true(single_root ? roots == 1 : roots >= 1);
}

static inline void toy_release(toy *t)
{
    pl_trainer_free(t->trainer);
    pl_model_release(&t->model);
    pl_arena_release(&t->arena);
}

#endif
