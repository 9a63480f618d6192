/* Sentences through the matcher: read one after the other, searched by several threads,
 * written in their order; see search_job.h and base/parallel.h. */
#include "search_job.h"
#include "print_report.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "base/stop.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

enum {
    SLOTS_PER_THREAD = 64,
    KEPT_PER_SLOT = 64 << 10, /* bytes */
    MOST_TEXT = 32 << 20,     /* bytes of the matches of one sentence */
    MOST_HELD = 32 << 20,     /* bytes of matches that wait to be written */
    AT_ONCE = 64,             /* sentences of an index */
    AVERAGE_LENGTH = 20,
};

static const double seconds_per_flush = 0.5;

/* What a thread searches at once: a tree that was read, or sentences of an index. */
typedef struct batch {
    pl_arena arena;
    pl_tree *tree;           /* NULL: sentences of an index, */
    pl_index *index;         /* all of one file: */
    PL_VEC(size_t) at;       /* their numbers */
    size_t first;            /* and that of the first of their file */
    const pl_reader *reader; /* these three are those of their items */
    search_file *file;
    size_t number;             /* of the tree */
    bool relative;             /* … in the stretch of the file that is read */
    PL_VEC(search_item) items; /* used again and again; the first n are to be written */
    size_t n;
    size_t next;           /* the first sentence that is not searched yet */
    size_t from;           /* index: the sentence after the last item */
    size_t before, behind; /* sentences before the first item, and after the last */
} batch;

typedef struct flow {
    search_job *job;
    pl_flow steps;
    pl_tree_stream in;
    search_output to;
    pl_search_state **states; /* [n_threads + 1]  the last: for sentences searched late */
    pl_notes **notes;         /* [n_threads + 1]  reasons why nothing is found */
    unsigned n_threads;
    pl_arena names;
    search_file *file, **end; /* of the last sentence; where the next one goes */
    size_t n_files;           /* of the command line, so far */
    size_t part;              /* of an index: number of the file that it was made of */
    PL_VEC(pl_index *) indexes;
    pl_index *index; /* the last of them */
    pl_candidates candidates;
    size_t done_until;     /* the sentence of the index that comes next */
    size_t passed;         /* sentences since the last that was given */
    atomic_size_t at_once; /* sentences of the next batch from an index */
    atomic_bool matched, stop;
    atomic_bool done;   /* a limit of the command line is reached */
    atomic_size_t held; /* bytes of matches that wait to be written */
    size_t cut;         /* sentences with matches that were left out */
    double last_flush;
    pl_error read_err, write_err;
    /* of the time limit */
    pthread_t watcher;
    bool watched, ended;
    pthread_mutex_t lock;
    pthread_cond_t over;
} flow;

/* -- reading ------------------------------------------------------------------------- */

static void add_file(flow *f, const char *name)
{
    search_file *file = PL_NEW(&f->names, search_file);
    file->name = name;
    *f->end = file;
    f->end = &file->next;
}

/* Adds the files up to number `end` of the command line; of the last, if it is an index, what
 * it was made of. */
static void enter_file(flow *f, size_t end, const pl_index *x)
{
    const pl_index_source *source;
    search_file **first = f->end;
    if (end == f->n_files)
        return;
    for (; f->n_files < end; f->n_files++) {
        first = f->end;
        if (x == NULL || f->n_files + 1 < end)
            add_file(f, pl_source_file(f->in.source, f->n_files, NULL));
        for (size_t i = 0; x != NULL && f->n_files + 1 == end &&
                           (source = pl_index_source_at(x, i)) != NULL;
             i++)
            add_file(f, pl_arena_strdup(&f->names, source->name));
    }
    if (f->to.files->next != NULL && !f->to.several) /* before anything is searched */
        f->to.several = true;
    f->file = *first;
    f->part = 0;
}

static size_t next_candidate(flow *f, size_t i)
{
    return f->job->invert ? i : pl_candidates_next(&f->candidates, i);
}

/* The next sentence of an index that may match; with --invert each. The first index gives
 * the plan, as long as nothing is searched yet. */
static int choose_sentence(void *context, pl_index *x, size_t *i, pl_error *err)
{
    flow *f = context;
    if (f->index != x) {
        PL_PUSH(&f->indexes, x);
        f->index = x;
        f->done_until = *i;
        pl_candidates_release(&f->candidates);
        if (pl_candidates_find(f->job->query, x, &f->candidates, err) < 0)
            return -1;
        if (f->n_files == 0)
            pl_query_replan(f->job->query);
        enter_file(f, pl_source_at(f->in.source) + 1, x);
    }
    size_t end = pl_source_reader(f->in.source)->index_end;
    *i = next_candidate(f, f->done_until);
    *i = *i < end ? *i : end;
    f->passed += *i - f->done_until;
    f->done_until = *i;
    return 0;
}

/* Adds the sentences of an index that come next, as long as they are of one file. */
static void add_sentences(flow *f, batch *b, size_t at, size_t part)
{
    const pl_index_source *source = pl_index_source_at(f->index, part);
    size_t end = (size_t)(source->first + source->n);
    size_t read = pl_source_reader(f->in.source)->index_end;
    end = end < read ? end : read;
    b->at.n = 0;
    size_t most = atomic_load(&f->at_once);
    while (at < end && b->at.n < most) {
        PL_PUSH(&b->at, at);
        at = next_candidate(f, at + 1);
    }
    b->first = (size_t)source->first;
    f->done_until = b->at.at[b->at.n - 1] + 1;
}

/* Says where the sentences are from. */
static void place_batch(flow *f, batch *b)
{
    const pl_reader *r = pl_source_reader(f->in.source);
    enter_file(f, pl_source_at(f->in.source) + 1, r->index);
    for (; f->part < r->part; f->part++)
        f->file = f->file->next;
    b->index = b->tree == NULL ? r->index : NULL;
    b->reader = r;
    b->file = f->file;
    b->number = r->number;
    b->relative = r->options.middle && r->index == NULL;
    b->before = f->passed;
    f->passed = 0;
    if (b->index != NULL)
        add_sentences(f, b, r->n_read - 1, r->part);
}

static int read_batch(void *context, void *slot)
{
    flow *f = context;
    batch *b = slot;
    if (stop_signal != 0 || f->done)
        return 0;
    if (pl_arena_size(&b->arena) > KEPT_PER_SLOT)
        pl_arena_release(&b->arena);
    else
        pl_arena_reset(&b->arena);
    int got = pl_tree_stream_next(&f->in, &b->arena, &b->tree, &f->read_err);
    if (got <= 0)
        return got;
    place_batch(f, b);
    return b->index == NULL ? 1 + (int)b->tree->n_tokens : (int)b->at.n * AVERAGE_LENGTH;
}

/* -- searching ----------------------------------------------------------------------- */

static size_t smaller(uint64_t a, uint64_t b)
{
    return (size_t)(a < b ? a : b);
}

/* An item behind those that are to be written. */
static search_item *new_item(batch *b, size_t number)
{
    if (b->items.n == b->n)
        PL_PUSH(&b->items, (search_item){0});
    search_item *i = &b->items.at[b->n];
    i->tree = b->tree;
    i->reader = b->reader;
    i->file = b->file;
    i->number = number;
    i->text.n = i->ends.n = i->nodes.n = 0;
    return i;
}

static size_t bytes_of(const search_item *i)
{
    return i->text.n + i->ends.n * sizeof *i->ends.at + i->nodes.n * sizeof *i->nodes.at;
}

/* Takes what the state has found in a sentence, and turns it into text. */
static void take_matches(flow *f, search_item *i, pl_search_state *s)
{
    i->n_matches = i->failed ? 0 : s->n_matches;
    i->cut = s->cut;
    if (i->n_matches > 0 && !atomic_load(&f->matched))
        atomic_store(&f->matched, true);
    size_t most =
        f->job->per_sentence < f->job->limit ? f->job->per_sentence : f->job->limit;
    for (size_t k = 0; f->job->view->render != NULL && k < i->n_matches && k < most;
         k++) {
        f->job->view->render(&f->to, i, s, pl_search_match(s, k));
        PL_PUSH(&i->ends, i->text.n);
        if (i->text.n > MOST_TEXT && k + 1 < i->n_matches) {
            i->n_matches = k + 1;
            i->cut = true;
        }
    }
    atomic_fetch_add(&f->held, bytes_of(i));
}

static void search_tree(flow *f, batch *b, unsigned state)
{
    pl_search_state *s = f->states[state];
    search_item *i = new_item(b, b->number);
    s->view.relative = b->relative;
    i->failed = pl_search_run(s, b->tree, b->number, &i->err) < 0;
    i->passed = b->before;
    take_matches(f, i, s);
    if (i->n_matches == 0 && !atomic_load(&f->matched))
        pl_notes_add(f->notes[state], &s->view);
    b->n++;
}

/* Batches grow as long as their text is short, so that the first matches come at once and
 * memory stays small. */
static void choose_size(flow *f, const batch *b)
{
    size_t bytes = 0, twice = b->at.n * 2;
    for (size_t k = 0; k < b->n; k++)
        bytes += b->items.at[k].text.n;
    atomic_store(&f->at_once, bytes > KEPT_PER_SLOT ? 1 : smaller(twice, AT_ONCE));
}

/* Searches sentence number k of the batch. It becomes an item only if it is written or counted. Its tree
 * is unpacked if it is shown, or if a message needs its id. */
static void search_in_index(flow *f, batch *b, unsigned state, size_t k)
{
    pl_search_state *s = f->states[state];
    size_t at = b->at.at[k];
    search_item *i = new_item(b, at - b->first + 1);
    pl_error ignored;
    s->view.relative = false;
    i->failed = pl_search_run_at(s, b->index, at, i->number, &i->err) < 0;
    if (!i->failed && s->n_matches > 0)
        atomic_store(&f->matched, true);
    if (!i->failed && (s->n_matches > 0) == f->job->invert)
        return;
    if (!f->job->count || i->failed || s->cut)
        i->tree = pl_search_unpack(s, b->index, at, &b->arena, &ignored);
    if (!i->failed && !f->job->count && i->tree == NULL) {
        i->failed = true;
        i->err = ignored;
    }
    take_matches(f, i, s);
    i->passed = at - b->from;
    b->from = at + 1;
    b->n++;
}

static size_t batch_size(const batch *b)
{
    return b->index != NULL ? b->at.n : 1;
}

/* Searches the next sentence of a batch. A sentence that fails ends the batch. */
static void search_next(flow *f, batch *b, unsigned state)
{
    size_t k = b->next++;
    if (b->index == NULL)
        search_tree(f, b, state);
    else
        search_in_index(f, b, state, k);
    if (b->n > 0 && b->items.at[b->n - 1].failed)
        b->next = batch_size(b);
    if (b->index != NULL && b->next == batch_size(b))
        b->behind = b->at.at[b->at.n - 1] + 1 - b->from;
}

/* Searches a batch until the matches that wait to be written take MOST_HELD bytes. The other sentences
 * are searched when they are written. */
static void search_batch(void *context, unsigned thread, void *slot)
{
    flow *f = context;
    batch *b = slot;
    b->n = b->next = b->behind = 0;
    b->from = b->index != NULL ? b->at.at[0] - b->before : 0;
    while (b->next < batch_size(b) && atomic_load(&f->held) < MOST_HELD)
        search_next(f, b, thread);
    if (b->index != NULL)
        choose_size(f, b);
}

/* -- writing ------------------------------------------------------------------------- */

static int fail_in(const search_item *i, const pl_error *why, pl_error *err)
{
    const char *id = i->tree != NULL ? i->tree->id : NULL;
    *err = *why;
    return pl_fail_prefix(err, "%s: sentence %zu%s%.200s%s: ", i->file->name, i->number,
                          id != NULL ? " (" : "", id != NULL ? id : "",
                          id != NULL ? ")" : "");
}

/* Says that a sentence has too many matches to keep. */
static void say_cut(flow *f, const search_item *i)
{
    pl_error about;
    if (!i->cut)
        return;
    f->cut++;
    pl_fail(&about, PL_TOO_LARGE, "more than %zu matches; the rest is left out",
            i->n_matches);
    fail_in(i, &about, &about);
    progress_hide();
    tell("pleach: %s\n", about.text);
}

static pl_out *output_of(const flow *f)
{
    return f->to.writer != NULL ? f->to.writer->out : f->to.out;
}

/* Hands on what is written: 0, or -1 with the reason. */
static int flush_output(flow *f, pl_error *err)
{
    pl_out *out = output_of(f);
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
    i->file->sentences++;
    i->file->matches += n;
    pl_error why;
    if (j->view->write(&f->to, i, n, &why) < 0)
        return fail_in(i, &why, &f->write_err);
    f->done = f->to.n_matches >= j->limit || f->to.n_matching >= j->limit_sentences ||
              (j->invert && f->to.n_matching >= j->limit);
    return 0;
}

static int write_item(flow *f, const search_item *i)
{
    if (i->failed)
        return fail_in(i, &i->err, &f->write_err);
    f->to.n_sentences += i->passed + 1;
    say_cut(f, i);
    if ((i->n_matches > 0) != f->job->invert && write_matches(f, i) < 0)
        return -1;
    return f->done ? -1 : 0;
}

/* Writes the items of a batch and frees the memory of large ones. */
static int write_items(flow *f, batch *b)
{
    int status = 0;
    const atomic_bool *flag = pl_stop_flag;
    pl_stop_on(NULL); /* an item is always written whole */
    for (size_t k = 0; k < b->n && status == 0; k++) {
        search_item *i = &b->items.at[k];
        status = write_item(f, i);
        atomic_fetch_sub(&f->held, bytes_of(i));
        if (bytes_of(i) > KEPT_PER_SLOT) {
            pl_str_release(&i->text);
            PL_VEC_RELEASE(&i->ends, &i->nodes);
        }
    }
    pl_stop_on(flag);
    b->n = 0;
    return status;
}

static int write_batch(void *context, void *slot)
{
    flow *f = context;
    batch *b = slot;
    int status = write_items(f, b);
    while (status == 0 && b->next < batch_size(b)) {
        search_next(f, b, f->n_threads);
        status = write_items(f, b);
    }
    if (status < 0)
        return -1;
    f->to.n_sentences += b->behind;
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
    const char *file = pl_source_file(f->in.source, 0, NULL);
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
    for (unsigned i = 1; i <= f->n_threads; i++)
        pl_notes_join(f->notes[0], f->notes[i]);
    for (size_t i = 0; i < f->indexes.n; i++)
        pl_notes_add_index(f->notes[0], f->indexes.at[i]);
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
        tell("%s of %s sentence%s without a match\n", pl_commas(o->n_matching, b),
             pl_commas(o->n_sentences, c), o->n_sentences == 1 ? "" : "s");
    else
        tell("%s%s match%s in %s of %s sentence%s\n", f->cut > 0 ? "at least " : "",
             pl_commas(o->n_matches, a), o->n_matches == 1 ? "" : "es",
             pl_commas(o->n_matching, b), pl_commas(o->n_sentences, c),
             o->n_sentences == 1 ? "" : "s");
}

/* -- parts ---------------------------------------------------------------------------- */

/* The output of a part begins as that of the whole does. */
static int begin_part(flow *f, pl_error *err)
{
    search_job *j = f->job;
    const pl_preamble *preamble = NULL;
    if (part_open(&j->part, output_of(f), false, err) < 0)
        return -1;
    if (f->to.writer != NULL && j->part.numbers.part > 1)
        preamble = pl_source_preamble(f->in.source);
    f->to.n_start = pl_out_offset(output_of(f));
    return preamble != NULL ? pl_writer_start(f->to.writer, preamble, err) : 0;
}

/* What was written, if no writer tells it. */
static void measure_part(flow *f)
{
    search_job *j = f->job;
    j->part.manifest.counts = j->view->counts;
    if (f->to.writer == NULL && f->to.out != NULL)
        j->part.manifest.written = (pl_written){.sentences = f->to.n_matching,
                                                .bytes = pl_out_offset(f->to.out),
                                                .start = f->to.n_start,
                                                .alone = SIZE_MAX};
}

/* Closes what the view writes to, however the work ended. After a signal standard output has
 * what was found until then, but no file appears. */
static int close_output(flow *f, int status, pl_error *err)
{
    search_output *o = &f->to;
    bool begun = o->out != NULL;
    size_t n_files = f->n_files;
    while (begun && n_files < pl_source_end(f->in.source))
        n_files++;
    enter_file(f, n_files, NULL);
    if (begun && f->job->view->end != NULL)
        if (f->job->view->end(o, status < 0 ? NULL : err) < 0)
            status = -1;
    if (stop_signal != 0) {
        flush_output(f, NULL);
        status = -1;
    }
    measure_part(f);
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

static int run_flow(flow *f, batch *batches, size_t n_batches)
{
    f->steps = (pl_flow){.context = f,
                         .slots = batches,
                         .n_slots = n_batches,
                         .slot_size = sizeof *batches,
                         .max_weight = 1000000,
                         .read = read_batch,
                         .work = search_batch,
                         .write = write_batch,
                         .idle = flush_idle};
    f->read_err.text[0] = f->write_err.text[0] = '\0';
    int status = pl_flow_run(&f->steps, f->n_threads);
    return status < 0 && f->done && f->write_err.text[0] == '\0' ? 0 : status;
}

static int open_flow(flow *f, pl_error *err)
{
    search_job *j = f->job;
    if (j->transforms.n == 0) { /* they may change what the index says */
        j->in.read.source.read.choose = choose_sentence;
        j->in.read.source.read.choose_context = f;
    }
    if (stream_open(&f->in, &j->in, &j->transforms,
                    progress_beside(j->in.quiet, j->output), err) < 0)
        return -1;
    f->end = &f->to.files;
    f->to.several = pl_source_file(f->in.source, 1, NULL) != NULL;
    f->n_files = pl_source_first(f->in.source);
    return j->view->begin(&f->to, err) < 0 ? -1 : begin_part(f, err);
}

static void release_batch(batch *b)
{
    for (size_t i = 0; i < b->items.n; i++) {
        pl_str_release(&b->items.at[i].text);
        PL_VEC_RELEASE(&b->items.at[i].ends, &b->items.at[i].nodes);
    }
    PL_VEC_RELEASE(&b->items, &b->at);
    pl_arena_release(&b->arena);
}

static int search_all(flow *f, pl_error *err)
{
    size_t n_batches = f->n_threads == 1 ? 1 : (size_t)f->n_threads * SLOTS_PER_THREAD;
    batch *batches = pl_alloc_zero(n_batches, sizeof *batches);
    signal(SIGINT, end_by_interrupt);
    signal(SIGTERM, end_by_interrupt);
    start_watch(f);
    pl_stop_on(&f->stop);
    int status = run_flow(f, batches, n_batches);
    pl_stop_on(NULL);
    end_watch(f);
    signal(SIGINT, end_by_signal);
    signal(SIGTERM, end_by_signal);
    if (status < 0)
        *err = f->write_err.text[0] != '\0' ? f->write_err : f->read_err;
    if (status < 0 && err->code == PL_STOPPED)
        status = 0;
    f->to.n_sentences += f->done ? 0 : f->passed;
    for (size_t i = 0; i < n_batches; i++)
        release_batch(&batches[i]);
    free(batches);
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
    return part_done_or_fail(&f->job->part, -1, err);
}

exit_code search_flow(search_job *j)
{
    flow f = {.job = j, .to = {.job = j}, .at_once = 1};
    pl_error err;
    f.n_threads = j->view->serial ? 1 : pl_threads(j->threads);
    f.states = pl_alloc_zero(f.n_threads + 1, sizeof *f.states);
    f.notes = pl_alloc_zero(f.n_threads + 1, sizeof *f.notes);
    for (unsigned i = 0; i <= f.n_threads; i++) {
        f.states[i] = pl_search_state_new(j->query);
        f.states[i]->enough = j->invert || (j->view->render == NULL && !j->count);
        f.notes[i] = pl_notes_new(j->query);
    }
    f.last_flush = pl_clock();
    int status = open_flow(&f, &err);
    if (status == 0)
        status = search_all(&f, &err);
    status = close_output(&f, status, &err);
    if (status == 0 && !atomic_load(&f.stop)) {
        part_read(&j->part, f.in.source);
        status = part_end(&j->part, &err);
    }
    exit_code code = end_flow(&f, status, &err);
    stream_close(&f.in);
    for (unsigned i = 0; i <= f.n_threads; i++) {
        pl_search_state_free(f.states[i]);
        pl_notes_free(f.notes[i]);
    }
    pl_tally_release(&f.to.tally);
    for (size_t i = 0; i < f.indexes.n; i++)
        pl_index_close(f.indexes.at[i]);
    PL_VEC_RELEASE(&f.indexes);
    pl_candidates_release(&f.candidates);
    pl_arena_release(&f.names);
    free(f.states);
    free(f.notes);
    return code;
}
