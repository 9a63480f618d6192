/* Sentences through the matcher: read one after the other, searched by several threads,
 * written in their order; see search_job.h and base/parallel.h. */
#include "search_job.h"
#include "table.h"

#include "base/clock.h"
#include "base/parallel.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

enum { SLOTS_PER_THREAD = 64, KEPT_PER_SLOT = 64 << 10 /* bytes */ };

static const double seconds_per_flush = 0.5;

typedef struct flow {
    search_job *job;
    pl_flow steps;
    stream in;
    search_output to;
    pl_search_state **states; /* [n_threads] */
    pl_notes **notes;         /* [n_threads]  of why nothing is found */
    unsigned n_threads;
    const pl_reader *reader; /* of the last sentence, in file number `file` */
    size_t file, number;
    atomic_bool matched, stop;
    atomic_bool done; /* a limit of the command line is reached */
    size_t cut;       /* sentences with more matches than are kept */
    double last_flush;
    pl_error read_err, write_err;
    /* of the time limit */
    pthread_t watcher;
    bool watched, ended;
    pthread_mutex_t lock;
    pthread_cond_t over;
} flow;

/* -- reading ------------------------------------------------------------------------- */

/* Counts sentences from 1 in each file; files without sentences are passed by. */
static void number_sentence(flow *f, search_item *i)
{
    const pl_reader *r = pl_source_reader(f->in.source);
    if (r != f->reader || r->n_read <= f->number) {
        const char *name = pl_in_name(r->in), *path;
        bool first = f->reader == NULL;
        for (size_t k = f->file + (first ? 0 : 1);
             (path = pl_source_file(f->in.source, k, NULL)) != NULL; k++)
            if (strcmp(path, name) == 0 || strcmp(path, "-") == 0) {
                f->file = k;
                break;
            }
        f->reader = r;
    }
    f->number = r->n_read;
    i->reader = r;
    i->file = f->file;
    i->number = r->n_read;
}

static int read_item(void *context, void *slot)
{
    flow *f = context;
    search_item *i = slot;
    if (stop_signal != 0 || f->done)
        return 0;
    if (pl_arena_size(&i->arena) > KEPT_PER_SLOT)
        pl_arena_release(&i->arena);
    else
        pl_arena_reset(&i->arena);
    int got = stream_next_into(&f->in, &i->arena, &i->tree, &f->read_err);
    if (got > 0)
        number_sentence(f, i);
    return got > 0 ? 1 + (int)i->tree->n_tokens : got;
}

/* -- searching ----------------------------------------------------------------------- */

static void search_item_in(void *context, unsigned thread, void *slot)
{
    flow *f = context;
    search_item *i = slot;
    pl_search_state *s = f->states[thread];
    i->failed = pl_search_run(s, i->tree, i->number, &i->err) < 0;
    i->n_matches = i->failed ? 0 : s->n_matches;
    i->cut = s->cut;
    i->text.n = i->ends.n = i->nodes.n = 0;
    if (i->n_matches > 0)
        atomic_store(&f->matched, true);
    else if (!atomic_load(&f->matched))
        pl_notes_add(f->notes[thread], &s->view);
    size_t most =
        f->job->per_sentence < f->job->limit ? f->job->per_sentence : f->job->limit;
    for (size_t k = 0; f->job->view->render != NULL && k < i->n_matches && k < most;
         k++) {
        f->job->view->render(&f->to, i, s, pl_search_match(s, k));
        PL_PUSH(&i->ends, i->text.n);
    }
}

/* -- writing ------------------------------------------------------------------------- */

static int fail_in(const flow *f, const search_item *i, const pl_error *why,
                   pl_error *err)
{
    *err = *why;
    return pl_fail_prefix(
        err, "%s: sentence %zu%s%.200s%s: ", search_file(&f->to, i->file), i->number,
        i->tree->id != NULL ? " (" : "", i->tree->id != NULL ? i->tree->id : "",
        i->tree->id != NULL ? ")" : "");
}

static size_t smaller(uint64_t a, uint64_t b)
{
    return (size_t)(a < b ? a : b);
}

/* Says that a sentence has too many matches to keep. */
static void say_cut(flow *f, const search_item *i)
{
    pl_error about;
    if (!i->cut)
        return;
    f->cut++;
    pl_fail(&about, PL_TOO_LARGE, "more than %zu matches; the rest is left out",
            PL_MAX_MATCHES);
    fail_in(f, i, &about, &about);
    progress_hide();
    tell("pleach: %s\n", about.text);
}

/* Hands on what is written: 0, or -1 with the reason. */
static int flush_output(flow *f, pl_error *err)
{
    pl_out *out = f->to.writer != NULL ? f->to.writer->out : f->to.out;
    f->last_flush = pl_clock();
    return out != NULL ? pl_out_flush(out, err) : 0;
}

static int write_matches(flow *f, const search_item *i)
{
    search_job *j = f->job;
    size_t n =
        smaller(i->n_matches, smaller(j->per_sentence, j->limit - f->to.n_matches));
    f->to.n_matching++;
    f->to.n_matches += n;
    f->to.files[i->file].sentences++;
    f->to.files[i->file].matches += n;
    pl_error why;
    if (j->view->write(&f->to, i, n, &why) < 0)
        return fail_in(f, i, &why, &f->write_err);
    f->done = f->to.n_matches >= j->limit || f->to.n_matching >= j->limit_sentences ||
              (j->invert && f->to.n_matching >= j->limit);
    return 0;
}

static int write_item(void *context, void *slot)
{
    flow *f = context;
    const search_item *i = slot;
    if (i->failed)
        return fail_in(f, i, &i->err, &f->write_err);
    f->to.n_sentences++;
    say_cut(f, i);
    if ((i->n_matches > 0) != f->job->invert && write_matches(f, i) < 0)
        return -1;
    if (f->done)
        return -1;
    return pl_clock() - f->last_flush < seconds_per_flush
               ? 0
               : flush_output(f, &f->write_err);
}

/* First results appear at once: nothing is kept back while input is waited for. */
static void flush_idle(void *context)
{
    flush_output(context, NULL); /* a failure shows when it is closed */
}

/* -- the end ------------------------------------------------------------------------- */

static void say_note(void *context, const char *note)
{
    const flow *f = context;
    pl_str where = {0};
    bool one = pl_source_file(f->in.source, 1, NULL) == NULL;
    const char *file = search_file(&f->to, 0);
    pl_str_printf(&where, "%s%s", one && strcmp(file, "-") != 0 ? " in " : "",
                  one && strcmp(file, "-") != 0 ? pl_base_name(file) : "");
    const char *mark = strchr(note, ';');
    int n = (int)(mark != NULL ? (size_t)(mark - note) : strlen(note));
    tell("pleach: note: %.*s%s%s\n", n, note, pl_str_text(&where), note + n);
    pl_str_release(&where);
}

/* Says why there may be nothing. */
static void say_why(flow *f)
{
    pl_str why = {0};
    if (pl_query_impossible(f->job->query, &why))
        tell("pleach: note: no tree can match: %s\n", pl_str_text(&why));
    pl_str_release(&why);
    for (unsigned i = 1; i < f->n_threads; i++)
        pl_notes_join(f->notes[0], f->notes[i]);
    if (f->to.n_sentences > 0)
        pl_notes_say(f->notes[0], say_note, f);
}

static void say_totals(flow *f)
{
    const search_output *o = &f->to;
    char a[32], b[32], c[32];
    if (f->job->in.quiet)
        return;
    progress_hide();
    if (!atomic_load(&f->matched))
        say_why(f);
    if (f->job->invert)
        tell("%s of %s sentence%s without a match\n", commas(o->n_matching, b),
             commas(o->n_sentences, c), o->n_sentences == 1 ? "" : "s");
    else
        tell("%s match%s in %s of %s sentence%s\n", commas(o->n_matches, a),
             o->n_matches == 1 ? "" : "es", commas(o->n_matching, b),
             commas(o->n_sentences, c), o->n_sentences == 1 ? "" : "s");
}

/* Closes what the view writes to, however the work ended. After a signal standard output has
 * what was found until then, but no file appears. */
static int close_output(flow *f, int status, pl_error *err)
{
    search_output *o = &f->to;
    bool begun = o->out != NULL;
    if (begun && f->job->view->end != NULL)
        if (f->job->view->end(o, status < 0 ? NULL : err) < 0)
            status = -1;
    if (stop_signal != 0) {
        flush_output(f, NULL);
        status = -1;
    }
    if (o->writer != NULL) {
        input_say_lost(&f->job->in, o->writer);
        return pl_writer_end(o->writer, status, err);
    }
    return begun ? pl_out_end(o->out, status, err) : status;
}

/* -- the time limit ------------------------------------------------------------------ */

static void add_seconds(struct timespec *t, double seconds)
{
    t->tv_sec += (time_t)seconds;
    t->tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    if (t->tv_nsec >= 1000000000) {
        t->tv_sec++;
        t->tv_nsec -= 1000000000;
    }
}

/* Waits until the search has ended or so many seconds are over. */
static bool wait_for_end(flow *f, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    add_seconds(&until, seconds);
    pthread_mutex_lock(&f->lock);
    while (!f->ended && pthread_cond_timedwait(&f->over, &f->lock, &until) == 0)
        continue;
    bool ended = f->ended;
    pthread_mutex_unlock(&f->lock);
    return ended;
}

static void fail_late(const flow *f, pl_error *err)
{
    pl_fail(err, PL_TOO_LARGE, "the time limit of %g s was reached after %zu sentences",
            f->job->time_limit, f->to.n_sentences);
}

/* Stops the search when its time is over; where it waits for input, ends the program. */
static void *watch_time(void *context)
{
    flow *f = context;
    pl_error err;
    if (wait_for_end(f, f->job->time_limit))
        return NULL;
    atomic_store(&f->stop, true);
    f->done = true;
    while (!wait_for_end(f, 0.3))
        if (pl_flow_halt(&f->steps)) {
            close_output(f, 0, &err);
            say_totals(f);
            fail_late(f, &err);
            _exit((int)fail(&err));
        }
    return NULL;
}

static void start_watch(flow *f)
{
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->over, NULL);
    f->watched =
        f->job->time_limit > 0 && pthread_create(&f->watcher, NULL, watch_time, f) == 0;
}

static void end_watch(flow *f)
{
    pthread_mutex_lock(&f->lock);
    f->ended = true;
    pthread_cond_signal(&f->over);
    pthread_mutex_unlock(&f->lock);
    if (f->watched)
        pthread_join(f->watcher, NULL);
    pthread_cond_destroy(&f->over);
    pthread_mutex_destroy(&f->lock);
}

/* -- the whole ----------------------------------------------------------------------- */

static void end_by_interrupt(int number)
{
    end_soon(number, false);
}

static int run_flow(flow *f, search_item *items, size_t n_items)
{
    f->steps = (pl_flow){.context = f,
                         .slots = items,
                         .n_slots = n_items,
                         .slot_size = sizeof *items,
                         .max_weight = 1000000,
                         .read = read_item,
                         .work = search_item_in,
                         .write = write_item,
                         .idle = flush_idle};
    f->read_err.text[0] = f->write_err.text[0] = '\0';
    int status = pl_flow_run(&f->steps, f->n_threads);
    return status < 0 && f->done && f->write_err.text[0] == '\0' ? 0 : status;
}

static int open_flow(flow *f, pl_error *err)
{
    search_job *j = f->job;
    if (stream_open(&f->in, &j->in, &j->transforms,
                    progress_beside(j->in.quiet, j->output), err) < 0)
        return -1;
    f->to.source = f->in.source;
    f->to.several = pl_source_file(f->in.source, 1, NULL) != NULL;
    while (pl_source_file(f->in.source, f->to.n_files, NULL) != NULL)
        f->to.n_files++;
    f->to.files = pl_alloc_zero(f->to.n_files + 1, sizeof *f->to.files);
    return j->view->begin(&f->to, err);
}

static int search_all(flow *f, pl_error *err)
{
    size_t n_items = f->n_threads == 1 ? 1 : (size_t)f->n_threads * SLOTS_PER_THREAD;
    search_item *items = pl_alloc_zero(n_items, sizeof *items);
    signal(SIGINT, end_by_interrupt);
    signal(SIGTERM, end_by_interrupt);
    start_watch(f);
    int status = run_flow(f, items, n_items);
    end_watch(f);
    signal(SIGINT, end_by_signal);
    signal(SIGTERM, end_by_signal);
    if (status < 0)
        *err = f->write_err.text[0] != '\0' ? f->write_err : f->read_err;
    if (status < 0 && err->code == PL_STOPPED)
        status = 0;
    for (size_t i = 0; i < n_items; i++) {
        pl_arena_release(&items[i].arena);
        pl_str_release(&items[i].text);
        PL_VEC_RELEASE(&items[i].ends, &items[i].nodes);
    }
    free(items);
    return status;
}

/* What is said when all is written. */
static exit_code end_flow(flow *f, int status, pl_error *err)
{
    if (stop_signal != 0)
        pl_fail(err, PL_STOPPED, "interrupted after %zu sentences", f->to.n_sentences);
    else if (status == 0)
        say_totals(f);
    if (status == 0 && atomic_load(&f->stop))
        fail_late(f, err);
    else if (status == 0)
        return f->cut > 0 ? FAILED : DONE;
    return fail(err);
}

exit_code search_flow(search_job *j)
{
    flow f = {.job = j, .to = {.job = j}};
    pl_error err;
    f.n_threads = j->view->serial ? 1 : pl_threads(j->threads);
    f.states = pl_alloc_zero(f.n_threads, sizeof *f.states);
    f.notes = pl_alloc_zero(f.n_threads, sizeof *f.notes);
    for (unsigned i = 0; i < f.n_threads; i++) {
        f.states[i] = pl_search_state_new(j->query);
        f.states[i]->stop = &f.stop;
        f.states[i]->enough = j->view->render == NULL && !j->count;
        f.notes[i] = pl_notes_new(j->query);
    }
    f.last_flush = pl_clock();
    int status = open_flow(&f, &err);
    if (status == 0)
        status = search_all(&f, &err);
    status = close_output(&f, status, &err);
    exit_code code = end_flow(&f, status, &err);
    stream_close(&f.in);
    for (unsigned i = 0; i < f.n_threads; i++) {
        pl_search_state_free(f.states[i]);
        pl_notes_free(f.notes[i]);
    }
    pl_tally_release(&f.to.tally);
    free(f.to.files);
    free(f.states);
    free(f.notes);
    return code;
}
