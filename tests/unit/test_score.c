/* The scorer against its plain reference: every feature's row added up, nothing
 * remembered, nothing shared, for the configurations of real beams. */
#include "toy_model.h"

#include "parser/parser.h"

#include <stdio.h>
#include <string.h>

/* Adds up all rows of a configuration, one feature at a time. */
static void reference(pl_scorer *fresh, const pl_features *f, pl_weights w,
                      const pl_config *c, int32_t *sums)
{
    uint64_t hashes[PL_MAX_TEMPLATES];
    uint32_t n_features = pl_scorer_features(fresh, c, hashes);
    assert_int_equal(n_features, f->n + f->n_queue * c->n_buffer);
    assert_true(n_features <= pl_scorer_most_features(fresh));
    memset(sums, 0, w.n_actions * sizeof *sums);
    for (uint32_t k = 0; k < n_features; k++) {
        const void *row;
        size_t n = w.find(w.table, &hashes[k], 1, &row);
        w.add(w.table, &row, n, sums);
    }
}

/* Random beams: hypotheses that share items, gaps and buffers in every way. */
static void check_sentence(const pl_model *m, const pl_tree *t, uint32_t size,
                           pl_rng *rng)
{
    const pl_inventory *inv = &m->deriver.inventory;
    pl_weights w = pl_compact_weights(m->weights);
    pl_arena a = {0};
    uint32_t words[64], tags[64];
    int32_t *plain = pl_alloc_zero(PL_SUMS_ROOM(w.n_actions), sizeof *plain);
    pl_vocab_values(&m->vocab, t, words, tags);
    pl_values values = {words, tags, t->n_tokens, (uint32_t)m->deriver.labels.entries.n};
    pl_task s;
    pl_task_start(&s, &a, &m->deriver.labels, t->n_tokens);
    pl_scorer *scorer = pl_scorer_new(&m->features, inv->system, size, w.n_actions);
    pl_scorer_start(scorer, w, &a, &values);
    pl_config beam[8], next[8];
    const pl_config *configs[8];
    for (uint32_t i = 0; i < size; i++)
        beam[i] = pl_config_start(&s);
    for (int step = 0; step < 60; step++) {
        for (uint32_t i = 0; i < size; i++)
            configs[i] = &beam[i];
        const int32_t *const *fast = pl_scorer_step(scorer, configs, size);
        for (uint32_t i = 0; i < size; i++) {
            reference(scorer, &m->features, w, &beam[i], plain);
            assert_memory_equal(fast[i], plain, w.n_actions * sizeof *plain);
        }
        for (uint32_t i = 0; i < size; i++) { /* any successor of any hypothesis */
            next[i] = beam[pl_rng_below(rng, size)];
            uint32_t choice = PL_NONE, seen = 0;
            for (uint32_t x = 0; x < inv->actions.n; x++)
                for (size_t g = 0; g < inv->groups.n; g++)
                    if (x >= inv->groups.at[g].first &&
                        x < inv->groups.at[g].first + inv->groups.at[g].n &&
                        pl_may(inv, &next[i], &inv->groups.at[g]) &&
                        pl_rng_below(rng, ++seen) == 0)
                        choice = x;
            assert_true(choice != PL_NONE);
            pl_apply(inv, &next[i], inv->actions.at[choice]);
        }
        memcpy(beam, next, sizeof beam);
    }
    pl_scorer_free(scorer);
    free(plain);
    pl_arena_release(&a);
}

static void fast_is_plain(void **state)
{
    (void)state;
    static const char *const systems[] = {"sr-gap", "sr-cgap", "swap", "skipshift"};
    for (int k = 0; k < 8; k++) {
        toy t;
        pl_epoch epoch;
        char templates[2000];
        snprintf(templates, sizeof templates, "%s%s", toy_templates,
                 k < 4 ? "" : "d0x+s0x d0y+b0t d0.uwc s0.luwc b*wt b*t");
        toy_make_with(&t, templates, systems[k % 4],
                      (pl_train_options){.beam = 3, .batch = 1, .seed = 1});
        for (int i = 0; i < 3; i++)
            pl_trainer_epoch(t.trainer, &epoch);
        pl_trainer_finish(t.trainer, 0);
        pl_rng rng = {5};
        for (uint32_t i = 0; i < t.n; i++)
            check_sentence(t.model, t.trees[i], 1 + i % 8, &rng);
        toy_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fast_is_plain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
