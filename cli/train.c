/* What the training of every kind of parser does in the same way; see train.h. */
#include "train.h"

#include "base/clock.h"
#include "base/sections.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

/* -- what is said ------------------------------------------------------------------- */

/* On a terminal, how far the epoch is. */
static void say_progress(void *context, size_t done, size_t all)
{
    training *t = context;
    double now = pl_clock();
    if (now - t->shown < 0.5)
        return;
    t->shown = now;
    fprintf(stderr, "\repoch %u: %zu of %zu sentences \033[K\r",
            pl_trainer_epochs(t->trainer) + 1, done, all);
}

/* One line per epoch: what was wrong, time, and how long the rest will take. */
static void say_epoch(const training *t, const pl_epoch *e, const char *scores,
                      double took)
{
    uint32_t left = t->epochs - e->number;
    double seconds = round(took * (double)left);
    if (t->run->in->quiet || e->n_examples == 0)
        return;
    fprintf(stderr, "epoch %u: %.1f%% of sentences wrong", e->number,
            100.0 * (double)e->n_updates / (double)e->n_examples);
    if (e->n_actions > 0)
        fprintf(stderr, ", gold kept for %.1f%% of actions",
                100.0 * (double)e->n_kept / (double)e->n_actions);
    fprintf(stderr, "%s; %.1f s, %zu features, %.0f MB", scores, took,
            pl_trainer_rows(t->trainer), (double)pl_trainer_bytes(t->trainer) / 1e6);
    if (left > 0)
        fprintf(stderr, ", %.0f:%02.0f left", floor(seconds / 60), fmod(seconds, 60));
    fputc('\n', stderr);
}

static int say_interrupted(const training *t, pl_error *err)
{
    pl_fail(err, PL_STOPPED,
            t->best.epoch > 0
                ? "interrupted; %s holds the model as far as it was trained"
                : "interrupted before anything was learned: %s is not written",
            t->run->output);
    if (t->run->checkpoint == NULL || pl_trainer_epochs(t->trainer) == 0)
        return -1;
    pl_error what = *err;
    return pl_fail(err, PL_BAD_ARGUMENT,
                   "%s; the same command with --resume goes on after epoch %u", what.text,
                   pl_trainer_epochs(t->trainer));
}

/* -- epochs ------------------------------------------------------------------------- */

void training_options(training *t, pl_train_options *o)
{
    o->seed = t->run->seed;
    o->threads = t->run->threads;
    o->stop = t->run->stop;
    if (t->run->in->quiet || !isatty(STDERR_FILENO))
        return;
    o->progress = say_progress;
    o->context = t;
}

static bool dev_decides(const training *t)
{
    return t->run->dev_path != NULL && !t->run->keep_last;
}

static int save(const training *t, pl_error *err)
{
    pl_section_list list = {0};
    t->put(t->job, &list);
    companions_put(t->run->with, t->run->in, &list);
    int done = pl_sections_save(&list, t->run->output, err);
    pl_sections_release(&list);
    return done;
}

/* The averaged model so far goes to the output, if no better one is there. */
static int keep(training *t, uint32_t epoch, pl_str *scores, pl_error *err)
{
    pl_trainer_finish(t->trainer, t->run->prune);
    pl_about_set(t->about, "epochs", "%u", epoch);
    if (t->run->dev_path != NULL) {
        double score;
        if (t->evaluate(t->job, &score, scores, err) < 0)
            return -1;
        if (t->best.epoch > 0 && score <= t->best.score)
            return 0;
        t->best.score = score;
        t->note(t->job);
    }
    t->best.epoch = epoch;
    return save(t, err);
}

/* One epoch and what follows; 1 if it was interrupted. */
static int go_on(training *t, pl_str *scores, pl_error *err)
{
    pl_epoch e;
    double start = pl_clock();
    bool complete = pl_trainer_epoch(t->trainer, &e);
    bool wanted = !complete || e.number == t->epochs || dev_decides(t);
    /* Where training can be resumed, half an epoch is not put over a whole one: the
     * result is to be the same as without the interrupt. */
    if (!complete && dev_decides(t) && t->run->checkpoint != NULL && t->best.epoch > 0)
        wanted = false;
    /* Interrupted between two epochs: the last one may be saved already. */
    if (e.n_examples == 0 && (e.number == 1 || t->best.epoch > 0))
        wanted = false;
    pl_str_clear(scores);
    if (wanted && keep(t, e.number, scores, err) < 0)
        return -1;
    if (complete && t->run->checkpoint != NULL &&
        pl_trainer_save(t->trainer, &t->best, t->run->checkpoint, err) < 0)
        return -1;
    say_epoch(t, &e, pl_str_text(scores), pl_clock() - start);
    return complete ? 0 : 1;
}

static int resume(training *t, pl_error *err)
{
    if (!t->run->resume || access(t->run->checkpoint, F_OK) != 0)
        return 0;
    if (pl_trainer_resume(t->trainer, &t->best, t->run->checkpoint, err) < 0)
        return -1;
    if (!dev_decides(t) || access(t->run->output, F_OK) != 0)
        t->best = (pl_best){0};
    return 0;
}

/* All epochs are in the checkpoint. What is written of them may be written in another way
 * now (--prune), unless the best epoch is gone. */
static int repeat(training *t, pl_str *scores, pl_error *err)
{
    uint32_t done = pl_trainer_epochs(t->trainer);
    int status = 0;
    if (t->best.epoch == 0 || t->best.epoch == done) {
        t->best = (pl_best){0};
        status = keep(t, done, scores, err);
    } else
        pl_str_printf(scores, ": %s holds epoch %u, which was better", t->run->output,
                      (unsigned)t->best.epoch);
    if (status == 0 && !t->run->in->quiet)
        fprintf(stderr, "epoch %u%s\n", done, pl_str_text(scores));
    return status;
}

int training_go(training *t, pl_error *err)
{
    pl_str scores = {0};
    int status = resume(t, err);
    if (status == 0 && pl_trainer_epochs(t->trainer) >= t->epochs)
        status = repeat(t, &scores, err);
    while (status == 0 && pl_trainer_epochs(t->trainer) < t->epochs)
        status = go_on(t, &scores, err);
    pl_str_release(&scores);
    return status > 0 ? say_interrupted(t, err) : status;
}
