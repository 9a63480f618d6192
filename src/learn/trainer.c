/* The trainer of all kinds; see trainer.h. */
#include "learn/trainer.h"

#include "base/alloc.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/str.h"
#include "learn/compact.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const pl_update_names[PL_N_UPDATES] = {"early", "max-violation", "laso"};

/* What learns from the examples in an order of its own. */
typedef struct run {
    const pl_trainer *trainer;
    uint64_t seed;
    pl_learner *learner;
    uint32_t *order;       /* [n_examples] shuffled anew each epoch */
    const uint32_t *batch; /* the part of it being done */
    pl_lesson *lessons;    /* [options.batch] */
    pl_epoch epoch;
} run;

struct pl_trainer {
    const pl_trainer_kind *kind;
    void *self;
    pl_train_options options;
    uint64_t print;
    uint32_t n_examples, epochs;
    pl_pool *pool;
    run *runs; /* [options.runs] */
};

pl_trainer *pl_trainer_start(const pl_trainer_kind *kind, void *self,
                             const pl_train_options *options, uint32_t n_actions,
                             uint64_t print)
{
    pl_trainer *t = pl_alloc_zero(1, sizeof *t);
    *t = (pl_trainer){.kind = kind, .self = self, .options = *options};
    pl_train_options *o = &t->options;
    o->batch = o->batch > 0 ? o->batch : 1;
    o->runs = o->runs > 0 ? o->runs : 1;
    o->importance = o->importance > 0 ? o->importance : 1;
    t->print = print ^ n_actions;
    t->pool = pl_pool_new(o->batch > 1 || o->runs > 1 ? o->threads : 1);
    t->runs = pl_alloc_zero(o->runs, sizeof *t->runs);
    for (uint32_t k = 0; k < o->runs; k++) {
        t->runs[k] = (run){.trainer = t, .seed = o->seed + k};
        t->runs[k].learner = pl_learner_new(n_actions);
        t->runs[k].lessons = pl_alloc_zero(o->batch, sizeof *t->runs[k].lessons);
    }
    return t;
}

void *pl_trainer_self(const pl_trainer *t)
{
    return t->self;
}

unsigned pl_trainer_threads(const pl_trainer *t)
{
    return pl_pool_threads(t->pool);
}

void pl_trainer_grow(pl_trainer *t, uint64_t print)
{
    t->n_examples++;
    t->print = pl_mix(t->print ^ print);
}

/* -- epochs ------------------------------------------------------------------------- */

/* Epoch e is shuffled with a seed of its own, so that a run can go on from any epoch. */
static void shuffle(run *r)
{
    uint32_t n = r->trainer->n_examples;
    if (r->order == NULL)
        r->order = pl_alloc(((size_t)n + 1) * sizeof *r->order);
    for (uint32_t i = 0; i < n; i++)
        r->order[i] = i;
    pl_rng rng = {pl_mix(r->seed + 1) ^ r->trainer->epochs};
    pl_rng_shuffle(&rng, r->order, n, sizeof *r->order);
}

static void learn_one(void *context, unsigned thread, size_t part)
{
    run *r = context;
    const pl_trainer *t = r->trainer;
    pl_lesson *l = &r->lessons[part];
    *l = (pl_lesson){.learner = r->learner,
                     .changes = {l->changes.at, 0, l->changes.cap},
                     .at_once = t->options.batch == 1};
    t->kind->learn(t->self, thread, r->batch[part], l);
}

static void make_changes(pl_lesson *l)
{
    for (size_t k = 0; k < l->changes.n; k++)
        pl_learner_update(l->learner, l->changes.at[k].hash, l->changes.at[k].action,
                          l->changes.at[k].change);
    l->changed |= l->changes.n > 0;
    l->changes.n = 0;
}

void pl_lesson_apply(pl_lesson *l)
{
    if (l->at_once)
        make_changes(l);
}

/* Decodes n examples from `done` on, one alone in this thread, and learns from them. */
static void learn_batch(run *r, unsigned thread, size_t done, size_t n)
{
    const pl_trainer *t = r->trainer;
    r->batch = r->order + done;
    if (t->options.runs == 1 && n > 1)
        pl_pool_run(t->pool, n, learn_one, r);
    else
        for (size_t i = 0; i < n; i++)
            learn_one(r, thread, i);
    for (size_t i = 0; i < n; i++) {
        pl_lesson *l = &r->lessons[i];
        make_changes(l);
        pl_learner_tick(r->learner);
        r->epoch.n_updates += l->changed;
        r->epoch.n_actions += l->n_actions;
        r->epoch.n_kept += l->n_kept;
    }
    r->epoch.n_examples = done + n;
}

/* One pass of one run; of several, the first says how far it is. */
static void pass(void *context, unsigned thread, size_t part)
{
    const pl_trainer *t = context;
    const pl_train_options *o = &t->options;
    run *r = &t->runs[part];
    size_t all = t->n_examples, n;
    r->epoch = (pl_epoch){0};
    shuffle(r);
    for (size_t done = 0; done < all; done += n) {
        if (o->stop != NULL && atomic_load(o->stop))
            return;
        n = all - done < o->batch ? all - done : o->batch;
        learn_batch(r, thread, done, n);
        if (o->progress != NULL && part == 0)
            o->progress(o->context, done + n, all);
    }
}

bool pl_trainer_epoch(pl_trainer *t, pl_epoch *epoch)
{
    *epoch = (pl_epoch){.number = t->epochs + 1};
    if (t->options.runs == 1)
        pass(t, 0, 0); /* the pool is for its batches */
    else
        pl_pool_run(t->pool, t->options.runs, pass, t);
    for (uint32_t k = 0; k < t->options.runs; k++) {
        const pl_epoch *e = &t->runs[k].epoch;
        epoch->n_examples += e->n_examples;
        epoch->n_updates += e->n_updates;
        epoch->n_actions += e->n_actions;
        epoch->n_kept += e->n_kept;
    }
    if (epoch->n_examples < (size_t)t->options.runs * t->n_examples)
        return false;
    t->epochs++;
    return true;
}

void pl_trainer_finish(pl_trainer *t, double prune)
{
    uint32_t n = t->options.runs;
    const pl_learner **learners = pl_alloc(n * sizeof *learners);
    for (uint32_t k = 0; k < n; k++)
        learners[k] = t->runs[k].learner;
    pl_bytes block = pl_compact_mean(learners, n, prune);
    t->kind->take(t->self, block.owned, block.size);
    free(learners);
}

size_t pl_trainer_examples(const pl_trainer *t)
{
    return t->n_examples;
}

size_t pl_trainer_rows(const pl_trainer *t)
{
    size_t n = 0;
    for (uint32_t k = 0; k < t->options.runs; k++)
        n += pl_learner_rows(t->runs[k].learner);
    return n;
}

size_t pl_trainer_bytes(const pl_trainer *t)
{
    size_t n = 0;
    for (uint32_t k = 0; k < t->options.runs; k++)
        n += pl_learner_bytes(t->runs[k].learner);
    return n;
}

uint32_t pl_trainer_epochs(const pl_trainer *t)
{
    return t->epochs;
}

static void free_lessons(run *r, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        PL_VEC_RELEASE(&r->lessons[i].changes);
    free(r->lessons);
}

void pl_trainer_free(pl_trainer *t)
{
    if (t == NULL)
        return;
    t->kind->free(t->self);
    pl_pool_free(t->pool);
    for (uint32_t k = 0; k < t->options.runs; k++) {
        free_lessons(&t->runs[k], t->options.batch);
        pl_learner_free(t->runs[k].learner);
        free(t->runs[k].order);
    }
    free(t->runs);
    free(t);
}

/* -- checkpoints -------------------------------------------------------------------- */

static const char checkpoint_magic[16] = "pleach learning";

typedef struct checkpoint {
    char magic[16];
    uint64_t print, epochs;
    pl_best best;
} checkpoint;

/* What must be the same for a checkpoint to fit. */
static uint64_t fingerprint(const pl_trainer *t)
{
    const pl_train_options *o = &t->options;
    uint64_t h = pl_mix(o->seed) ^ t->n_examples;
    h = pl_mix(h ^ (uint64_t)o->batch << 32 ^ o->beam);
    h = pl_mix(h ^ (uint64_t)o->update ^ (uint64_t)o->importance << 32);
    return pl_mix(h ^ o->runs) ^ t->print;
}

static int write_checkpoint(const pl_trainer *t, const pl_best *best, const char *path,
                            pl_error *err)
{
    pl_out *out = pl_out_open(path, err);
    if (out == NULL)
        return -1;
    checkpoint head = {.print = fingerprint(t), .epochs = t->epochs, .best = *best};
    memcpy(head.magic, checkpoint_magic, sizeof head.magic);
    pl_out_put(out, (const char *)&head, sizeof head);
    for (uint32_t k = 0; k < t->options.runs; k++)
        pl_learner_save(t->runs[k].learner, out);
    return pl_out_close(out, err);
}

/* The old checkpoint is there until the new one is whole: it may be all that is left of
 * hours of work. Devices and pipes are written to, not replaced. */
int pl_trainer_save(const pl_trainer *t, const pl_best *best, const char *path,
                    pl_error *err)
{
    struct stat st;
    if (strcmp(path, "-") == 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode)))
        return write_checkpoint(t, best, path, err);
    pl_str beside = {0};
    pl_str_printf(&beside, "%s.part%s", path, path + pl_unpacked_length(path));
    int status = write_checkpoint(t, best, beside.at, err);
    if (status == 0 && rename(beside.at, path) != 0)
        status = pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    if (status < 0)
        unlink(beside.at);
    pl_str_release(&beside);
    return status;
}

static int read_checkpoint(pl_trainer *t, pl_best *best, pl_in *in, const char *path,
                           pl_error *err)
{
    checkpoint head;
    size_t n = 0;
    for (long got = 1; n < sizeof head && got > 0; n += got > 0 ? (size_t)got : 0)
        got = pl_in_read(in, (char *)&head + n, sizeof head - n, err);
    if (n < sizeof head || memcmp(head.magic, checkpoint_magic, sizeof head.magic) != 0)
        return pl_fail(err, PL_DAMAGED, "%s: not a checkpoint of pleach train", path);
    if (head.print != fingerprint(t))
        return pl_fail(err, PL_DAMAGED,
                       "%s: the checkpoint belongs to other data or options", path);
    for (uint32_t k = 0; k < t->options.runs; k++) {
        pl_learner *l = pl_learner_load(in, err), *old = t->runs[k].learner;
        if (l == NULL)
            return -1;
        if (pl_learner_weights(l).n_actions != pl_learner_weights(old).n_actions) {
            pl_learner_free(l);
            return pl_fail(err, PL_DAMAGED, "%s: the checkpoint is damaged", path);
        }
        pl_learner_free(old);
        t->runs[k].learner = l;
    }
    t->epochs = (uint32_t)head.epochs;
    *best = head.best;
    return 0;
}

int pl_trainer_resume(pl_trainer *t, pl_best *best, const char *path, pl_error *err)
{
    pl_in *in = pl_in_open(path, err);
    if (in == NULL)
        return -1;
    int status = read_checkpoint(t, best, in, path, err);
    pl_in_close(in);
    return status;
}
