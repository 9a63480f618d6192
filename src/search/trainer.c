/* The trainer; see trainer.h. */
#include "search/trainer.h"

#include "base/parallel.h"
#include "base/rng.h"

#include <string.h>

struct pl_trainer {
    pl_model *model;
    pl_train_options options;
    pl_learner *learner;
    pl_arena arena; /* the examples */
    PL_VEC(pl_example) examples;
    uint32_t *order; /* [examples.n] shuffled anew each epoch */
    uint32_t epochs;
    pl_pool *pool;
    pl_student *students; /* [threads] */
    /* The batch being done: */
    const uint32_t *batch;
    pl_changes *changes; /* [options.batch] */
    uint32_t *kept;      /* [options.batch] */
};

pl_trainer *pl_trainer_new(pl_model *m, const pl_train_options *options)
{
    pl_trainer *t = pl_alloc_zero(1, sizeof *t);
    const pl_inventory *inv = &m->deriver.inventory;
    t->model = m;
    t->options = *options;
    t->learner = pl_learner_new((uint32_t)inv->actions.n);
    t->pool = pl_pool_new(options->batch > 1 ? options->threads : 1);
    unsigned n = pl_pool_threads(t->pool);
    t->students = pl_alloc_zero(n, sizeof *t->students);
    for (unsigned i = 0; i < n; i++)
        pl_student_init(&t->students[i], inv, &m->features, options->beam,
                        options->importance > 0 ? options->importance : 1);
    t->changes = pl_alloc_zero(options->batch, sizeof *t->changes);
    t->kept = pl_alloc_zero(options->batch, sizeof *t->kept);
    return t;
}

void pl_trainer_add(pl_trainer *t, const pl_tree *tree, const pl_actions *gold)
{
    uint32_t n = tree->n_tokens;
    uint32_t *words = pl_arena_alloc(&t->arena, n * sizeof *words);
    uint32_t *tags = pl_arena_alloc(&t->arena, n * sizeof *tags);
    uint32_t *actions = pl_arena_alloc(&t->arena, gold->n * sizeof *actions);
    pl_vocab_values(&t->model->vocab, tree, words, tags);
    for (size_t i = 0; i < gold->n; i++)
        actions[i] = pl_inventory_find(&t->model->deriver.inventory, gold->at[i]);
    pl_example e = {n, (uint32_t)gold->n, words, tags, actions};
    PL_PUSH(&t->examples, e);
}

/* Epoch e is shuffled with a seed of its own, so that a run can go on from any epoch. */
static void shuffle(pl_trainer *t)
{
    uint32_t n = (uint32_t)t->examples.n;
    if (t->order == NULL)
        t->order = pl_arena_alloc(&t->arena, n * sizeof *t->order);
    for (uint32_t i = 0; i < n; i++)
        t->order[i] = i;
    pl_rng rng = {pl_mix(t->options.seed + 1) ^ t->epochs};
    for (uint32_t i = n; i > 1; i--) {
        uint32_t k = pl_rng_below(&rng, i), swap = t->order[i - 1];
        t->order[i - 1] = t->order[k];
        t->order[k] = swap;
    }
}

static void learn_one(void *context, unsigned thread, size_t part)
{
    pl_trainer *t = context;
    t->kept[part] = pl_student_learn(
        &t->students[thread], &t->examples.at[t->batch[part]],
        pl_learner_weights(t->learner), t->options.update, &t->changes[part]);
}

static void make_changes(pl_trainer *t, size_t n, pl_epoch *epoch)
{
    for (size_t i = 0; i < n; i++) {
        const pl_changes *c = &t->changes[i];
        for (size_t k = 0; k < c->n; k++)
            pl_learner_update(t->learner, c->at[k].hash, c->at[k].action,
                              c->at[k].change);
        pl_learner_tick(t->learner);
        epoch->n_updates += c->n > 0;
        epoch->n_actions += t->examples.at[t->batch[i]].n_gold;
        epoch->n_kept += t->kept[i];
    }
}

bool pl_trainer_epoch(pl_trainer *t, pl_epoch *epoch)
{
    size_t all = t->examples.n;
    *epoch = (pl_epoch){.number = t->epochs + 1};
    shuffle(t);
    for (size_t done = 0; done < all;) {
        if (t->options.stop != NULL && atomic_load(t->options.stop))
            return false;
        size_t n = all - done < t->options.batch ? all - done : t->options.batch;
        t->batch = t->order + done;
        pl_pool_run(t->pool, n, learn_one, t);
        make_changes(t, n, epoch);
        done += n;
        epoch->n_examples = done;
        if (t->options.progress != NULL)
            t->options.progress(t->options.context, done, all);
    }
    t->epochs++;
    return true;
}

void pl_trainer_finish(pl_trainer *t, double prune)
{
    size_t size;
    void *block = pl_compact_new(t->learner, prune, &size);
    pl_model_take_weights(t->model, block, size);
}

size_t pl_trainer_rows(const pl_trainer *t)
{
    return pl_learner_rows(t->learner);
}

size_t pl_trainer_bytes(const pl_trainer *t)
{
    return pl_learner_bytes(t->learner);
}

uint32_t pl_trainer_epochs(const pl_trainer *t)
{
    return t->epochs;
}

/* -- checkpoints -------------------------------------------------------------------- */

/* What must be the same for a checkpoint to fit. */
static uint64_t fingerprint(const pl_trainer *t)
{
    uint64_t h = pl_mix(t->options.seed) ^ t->examples.n;
    h = pl_mix(h ^ (uint64_t)t->options.batch << 32 ^ t->options.beam);
    h = pl_mix(h ^ (uint64_t)t->options.update ^ (uint64_t)t->options.importance << 32 ^
               t->model->vocab.words.n);
    h = pl_mix(h ^ t->model->deriver.inventory.actions.n);
    return h ^
           pl_hash(pl_str_text(&t->model->templates.text), t->model->templates.text.n);
}

static const char checkpoint_magic[16] = "pleach training";

int pl_trainer_save(const pl_trainer *t, const char *path, pl_err *err)
{
    pl_out *out = pl_out_open(path, err);
    if (out == NULL)
        return -1;
    uint64_t head[2] = {fingerprint(t), t->epochs};
    pl_out_put(out, checkpoint_magic, sizeof checkpoint_magic);
    pl_out_put(out, (const char *)head, sizeof head);
    pl_learner_save(t->learner, out);
    return pl_out_close(out, err);
}

int pl_trainer_resume(pl_trainer *t, const char *path, pl_err *err)
{
    struct {
        char magic[16];
        uint64_t fingerprint, epochs;
    } head;
    pl_in *in = pl_in_open(path, err);
    if (in == NULL)
        return -1;
    char *to = (char *)&head;
    size_t n = 0;
    for (long got = 1; n < sizeof head && got > 0; n += got > 0 ? (size_t)got : 0)
        got = pl_in_read(in, to + n, sizeof head - n, err);
    int status = 0;
    if (n < sizeof head || memcmp(head.magic, checkpoint_magic, sizeof head.magic) != 0)
        status = pl_fail(err, "%s: not a checkpoint of pleach train", path);
    else if (head.fingerprint != fingerprint(t))
        status =
            pl_fail(err, "%s: the checkpoint belongs to other data or options", path);
    pl_learner *l = status == 0 ? pl_learner_load(in, err) : NULL;
    pl_in_close(in);
    if (l == NULL)
        return -1;
    pl_learner_free(t->learner);
    t->learner = l;
    t->epochs = (uint32_t)head.epochs;
    return 0;
}

void pl_trainer_free(pl_trainer *t)
{
    if (t == NULL)
        return;
    for (unsigned i = 0; i < pl_pool_threads(t->pool); i++)
        pl_student_release(&t->students[i]);
    pl_pool_free(t->pool);
    for (uint32_t i = 0; i < t->options.batch; i++)
        PL_VEC_RELEASE(&t->changes[i]);
    PL_VEC_RELEASE(&t->examples);
    pl_arena_release(&t->arena);
    pl_learner_free(t->learner);
    free(t->students);
    free(t->changes);
    free(t->kept);
    free(t);
}
