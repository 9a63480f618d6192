/* Changing treebanks; see editing.h. */
#include "editing.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/stop.h"
#include "server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Files of up to SMALL bytes, decompressed, are written at once; others after PAUSE seconds, or RETRY if that
 * failed. */
enum { SMALL = 4 << 20, PAUSE = 5, RETRY = 10 };

static void tell_user(const shelf_treebank *bank, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void tell_user(const shelf_treebank *bank, const char *format, ...)
{
    pl_str text = {0};
    va_list list;
    va_start(list, format);
    pl_str_vprintf(&text, format, list);
    va_end(list);
    if (bank->notice != NULL)
        bank->notice(pl_str_text(&text));
    pl_str_release(&text);
}

/* Puts the treebank's name in the place of its path, which is not for clients. */
static void hide_path(const shelf_treebank *bank, pl_error *error)
{
    const char *real = bank->real != NULL ? bank->real : bank->path, *found;
    pl_str text = {0};
    for (const char *at = error->text; *at != '\0'; at = found + strlen(real)) {
        found = strstr(at, real);
        if (found == NULL) {
            pl_str_puts(&text, at);
            break;
        }
        pl_str_put(&text, at, (size_t)(found - at));
        pl_str_puts(&text, bank->name);
    }
    snprintf(error->text, sizeof error->text, "%s", pl_str_text(&text));
    pl_str_release(&text);
}

/* -- opening -------------------------------------------------------------------------- */

/* Finds the sentences that cannot be changed: how many, and the first one. */
static size_t find_fixed(shelf_treebank *bank, size_t *first)
{
    size_t n = pl_corpus_size(bank->corpus), found = 0;
    pl_error why;
    bank->fixed = pl_alloc_zero(n + 1, sizeof *bank->fixed);
    for (size_t i = 0; i < n; i++)
        if (pl_edition_check(bank->edition, i, &why) < 0) {
            hide_path(bank, &why);
            uint32_t reason = pl_intern_add(&bank->reasons, why.text);
            bank->fixed[i] = bank->reasons.at[reason];
            if (found++ == 0)
                *first = i;
        }
    return found;
}

void edition_open(shelf_treebank *bank)
{
    pl_error why = {0};
    size_t first = 0;
    bank->real = realpath(bank->path, NULL);
    bank->edition = pl_edition_open(bank->path, &why);
    if (bank->edition != NULL) {
        bank->corpus = pl_edition_corpus(bank->edition);
        if (pl_edition_note(bank->edition) != NULL)
            tell_user(bank, "%s", pl_edition_note(bank->edition));
        size_t n = pl_corpus_size(bank->corpus), fixed = find_fixed(bank, &first);
        if (fixed == 0)
            return;
        tell_user(bank,
                  "%s: %zu of %zu sentences cannot be changed, first number %zu: %s",
                  bank->path, fixed, n, first + 1, bank->fixed[first]);
        if (fixed < n)
            return;
        bank->refused = pl_strdup(bank->fixed[first]);
        pl_edition_close(bank->edition);
        bank->edition = NULL;
    } else {
        tell_user(bank, "%s cannot be changed: %s", bank->path, why.text);
        hide_path(bank, &why);
        bank->refused = pl_strdup(why.text);
    }
}

void edition_missed(const shelf_treebank *bank)
{
    size_t n = pl_edition_pending(bank->path);
    if (n > 0)
        tell_user(bank,
                  "%s: %zu change%s in its journal, and may not be in the file; 'pleach "
                  "serve --edit' recovers %s",
                  bank->path, n, n == 1 ? " is" : "s are", n == 1 ? "it" : "them");
}

/* The time of pl_clock as the time of day. */
static struct timespec time_of_day(double when)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    double then = (double)now.tv_sec + (double)now.tv_nsec * 1e-9 + when - pl_clock();
    return (struct timespec){.tv_sec = (time_t)then,
                             .tv_nsec = (long)((then - floor(then)) * 1e9)};
}

int edition_lock(shelf_treebank *bank, request *q, failure *f)
{
    if (pthread_mutex_trylock(&bank->editing) == 0)
        return 0;
    struct timespec until = time_of_day(q->deadline);
    request_give_place(q);
    if (pthread_mutex_timedlock(&bank->editing, &until) != 0)
        return refuse(f, 503, PL_TOO_LARGE,
                      "others are changing the treebank; try again later");
    if (request_take_place(q, true, f) == 0)
        return 0;
    pthread_mutex_unlock(&bank->editing);
    return -1;
}

int sentence_revision(const pl_sentence *s, char to[REVISION + 1], failure *f)
{
    char *text = pl_sentence_text(s, "json", &f->error);
    if (text == NULL)
        return -1;
    snprintf(to, REVISION + 1, "%016llx",
             (unsigned long long)pl_hash(text, strlen(text)));
    pl_text_free(text);
    return 0;
}

/* -- writing files -------------------------------------------------------------------- */

/* Writes the file of a treebank, whose lock is held. */
static int save(shelf_treebank *bank)
{
    pl_error why;
    int status = pl_edition_save(bank->edition, &why);
    bank->due = status == 0 ? 0 : pl_clock() + RETRY;
    if (status < 0 && !bank->told)
        tell_user(bank, "%s; what was changed is in its journal", why.text);
    bank->told = status < 0;
    return status;
}

/* Writes all files that are due by `now`; the time at which the next one is. */
static double save_due(shelf *s, double now, bool *failed)
{
    double next = INFINITY;
    for (size_t i = 0; i < s->treebanks.n; i++) {
        shelf_treebank *bank = s->treebanks.at[i];
        pthread_mutex_lock(&bank->editing);
        if (bank->due > 0 && bank->due <= now)
            *failed |= save(bank) < 0;
        if (bank->due > 0 && bank->due < next)
            next = bank->due;
        pthread_mutex_unlock(&bank->editing);
    }
    return next;
}

/* Waits until then, or until something has changed; the lock is held. */
static void wait_for_change(saver *s, double next)
{
    if (isinf(next)) {
        pthread_cond_wait(&s->changed, &s->lock);
        return;
    }
    struct timespec until = {.tv_sec = (time_t)next,
                             .tv_nsec = (long)((next - floor(next)) * 1e9)};
    pthread_cond_timedwait(&s->changed, &s->lock, &until);
}

static void *run_saver(void *context)
{
    saver *s = context;
    bool failed = false;
    pthread_mutex_lock(&s->lock);
    while (!s->ending) {
        s->news = false;
        pthread_mutex_unlock(&s->lock);
        double next = save_due(s->shelf, pl_clock(), &failed);
        pthread_mutex_lock(&s->lock);
        if (!s->ending && !s->news)
            wait_for_change(s, next);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

void saver_wake(saver *s)
{
    pthread_mutex_lock(&s->lock);
    s->news = true;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static bool can_change(const shelf *s)
{
    for (size_t i = 0; i < s->treebanks.n; i++)
        if (s->treebanks.at[i]->edition != NULL)
            return true;
    return false;
}

bool saver_start(saver *s, shelf *shelf)
{
    pthread_condattr_t attributes;
    s->shelf = shelf;
    if (!can_change(shelf))
        return true;
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&s->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    s->running = pthread_create(&s->thread, NULL, run_saver, s) == 0;
    return s->running;
}

bool saver_stop(saver *s)
{
    bool failed = false;
    if (!s->running)
        return true;
    pthread_mutex_lock(&s->lock);
    s->ending = true;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    s->running = false;
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    save_due(s->shelf, INFINITY, &failed);
    return !failed;
}

/* -- replacing ------------------------------------------------------------------------ */

/* Counts sentence i, whose counts were these, as it is now. */
static void count_again(shelf_treebank *bank, size_t i, const pl_statistics *was)
{
    pl_statistics is = {0};
    pl_corpus_statistics(bank->corpus, i, 1, &is, NULL);
    const uint64_t *minus = (const uint64_t *)was, *plus = (const uint64_t *)&is;
    pthread_mutex_lock(&bank->counting);
    uint64_t *sum = (uint64_t *)&bank->statistics;
    for (size_t k = 0; k < sizeof is / sizeof *sum; k++)
        sum[k] += plus[k] - minus[k];
    pthread_mutex_unlock(&bank->counting);
}

int edition_replace(shelf_treebank *bank, size_t i, const pl_sentence *s, pl_error *err)
{
    pl_statistics was = {0};
    if (pl_corpus_statistics(bank->corpus, i, 1, &was, err) < 0 ||
        pl_edition_replace(bank->edition, i, s, err) < 0) {
        hide_path(bank, err);
        return -1;
    }
    pl_stop_on(NULL); /* the change is made: finish it, even after the time limit */
    count_again(bank, i, &was);
    if (pl_edition_bytes(bank->edition) <= SMALL)
        save(bank);
    else if (bank->due == 0)
        bank->due = pl_clock() + PAUSE;
    return 0;
}
