/* Sentences through the parsers: read one after the other, parsed by several threads at
 * once, written in order; see base/parallel.h. Each target begins with an item that opens
 * its output and ends with one that closes it, so that the next file is parsed while the
 * last sentences of the one before are still being parsed. */
#include "language_note.h"
#include "parse_job.h"

#include "base/clock.h"
#include "base/counted.h"
#include "base/file.h"
#include "base/parallel.h"

#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SLOTS = 128,
    SLOTS_PER_THREAD = 16,
    MAX_TOKENS_AT_ONCE = 200000,
    KEPT_PER_SLOT = 128 << 10, /* bytes */
    NEW_TAGS_SAID = 10,        /* if more than one in so many is new */
};

static const double seconds_per_flush = 1.0;

typedef enum kind { BEGIN, SENTENCE, END } kind;

/* One step of the flow, and what came of it. */
typedef struct item {
    kind kind;
    size_t target;
    size_t number;   /* of the sentence in its target, from 1; of BEGIN: those there */
    size_t bytes;    /* of all input read until then */
    double cpu_time; /* seconds */
    pl_arena arena;
    pl_tree *sentence;
    PL_VEC(pl_tree *) trees;
    pl_str explanation;
} item;

typedef struct flow {
    parse_job *job;
    pl_flow steps;
    pthread_t catcher; /* of signals, if there is one */
    bool catches;
    atomic_bool ended;
    pl_model_state **parsers; /* [n_threads] */
    unsigned n_threads;
    /* where reading is */
    pl_source *source; /* of target `next`; NULL between two */
    size_t next, number, bytes_before;
    size_t n_untagged;
    size_t n_tags, n_new_tags; /* of words; new: training did not have them */
    language_note language;
    pl_error read_err;
    /* where writing is */
    pl_writer *writer;
    const char *output;  /* its path */
    size_t n_before;     /* sentences that it had when it was opened */
    pl_pipeline changes; /* the transforms of this output's trees */
    progress progress;
    size_t n_sentences, n_tokens, n_resumed;
    const char *unknown; /* name of an output that was continued without a record of its options, or NULL */
    size_t bytes_written; /* bytes of the input whose trees are written */
    size_t n_changed[PL_N_SEARCH_CHANGES]; /* sentences too long to be searched as asked */
    double cpu_time, last_flush;
    pl_error write_err;
} flow;

/* -- reading ----------------------------------------------------------------------- */

/* Keeps another run from an output that grows in place. */
static int lock_output(const parse_job *j, target *t, pl_error *err)
{
    bool grows =
        (j->resume || j->stream) && t->output != NULL && strcmp(t->output, "-") != 0;
    if (grows)
        t->lock = pl_file_lock(t->output, err);
    return !grows || t->lock != NULL ? 0 : -1;
}

static int begin_target(flow *f, item *i, pl_error *err)
{
    parse_job *j = f->job;
    target *t = &j->targets.all.at[f->next];
    resumed found = {0};
    f->source = input_open_files(&j->in, t->inputs, t->n_inputs, err);
    if (f->source == NULL || lock_output(j, t, err) < 0 ||
        (j->resume && resume_output(j, t->output, f->source, &found, err) < 0))
        return -1;
    f->number = found.n;
    f->n_resumed += found.n;
    j->part.manifest.n_tokens += found.n_tokens;
    t->unknown = found.unknown;
    i->kind = BEGIN;
    i->number = f->number;
    return 1;
}

static int end_target(flow *f, item *i)
{
    input_report(&f->job->in, f->source);
    part_read(&f->job->part, f->source);
    f->bytes_before += pl_source_taken(f->source);
    pl_source_close(f->source);
    f->source = NULL;
    f->next++;
    i->kind = END;
    return 1;
}

/* Counts tags that the parser does not know, for a warning: the input may have the tags
 * of another treebank. */
static void count_tags(flow *f, const pl_tree *t)
{
    const pl_model *m = f->job->model;
    if (m->settings.retag)
        return;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].label != NULL) {
            f->n_tags++;
            f->n_new_tags += !pl_model_knows_tag(m, t->nodes[i].label);
        }
}

/* Text in another language than the model's is told of. */
static void look_at_language(flow *f, const pl_tree *t)
{
    const parse_job *j = f->job;
    if (!j->in.quiet && pl_source_reader(f->source)->format == pl_format_find("text"))
        language_note_add(&f->language, j->model, t, j->typed);
}

/* Gives a sentence its constraints: those of its id, or of its number if it has none. */
static int take_constraints(const flow *f, item *i, pl_error *err)
{
    const parse_job *j = f->job;
    char number[32];
    pl_tree *t = i->sentence;
    if (j->constraints == NULL)
        return 0;
    snprintf(number, sizeof number, "%zu", i->number);
    t->constraints = pl_constraint_file_find(j->constraints, t->id != NULL ? t->id : number);
    if (t->constraints == NULL ||
        pl_model_check(j->model, t->constraints, t->n_tokens, err) == 0)
        return 0;
    return pl_fail_prefix(err, "%s: sentence %s: ", j->constraints_path,
                          t->id != NULL ? t->id : number);
}

/* Constraints on sentences that are not there are a mistake. */
static int check_constraints(const parse_job *j, pl_error *err)
{
    pl_str names = {0};
    int status = 0;
    if (j->constraints != NULL && !j->resume &&
        pl_constraint_file_unused(j->constraints, &names) > 0)
        status = pl_fail(err, PL_BAD_INPUT,
                         "%s: the input has no sentence with this id or number: %s",
                         j->constraints_path, pl_str_text(&names));
    pl_str_release(&names);
    return status;
}

static int read_sentence(flow *f, item *i, pl_error *err)
{
    int got = pl_source_next(f->source, &i->arena, &i->sentence, err);
    if (got < 0 && f->job->targets.folder && f->job->in.read.source.skip_errors) {
        pl_read_skipped(&f->job->in.read, err->text); /* the next file may be better */
        got = 0;
    }
    if (got < 0)
        return -1;
    if (got == 0)
        return end_target(f, i);
    const pl_tree *t = i->sentence;
    i->kind = SENTENCE;
    i->number = ++f->number;
    f->n_untagged += pl_model_needs_tags(f->job->model) && !pl_model_tags(f->job->model) &&
                     t->n_tokens > 0 && t->nodes[0].label == NULL;
    count_tags(f, t);
    look_at_language(f, t);
    if (take_constraints(f, i, err) < 0)
        return -1;
    if (f->job->nbest > 1 && t->id == NULL)
        i->sentence->id = pl_arena_printf(
            &i->arena, "%s%zu",
            pl_counted_mark(PL_COUNTED_GIVEN, f->job->part.numbers.part > 1), i->number);
    return 1 + (int)t->n_tokens;
}

/* Bytes of all input read so far. For raw text, of which whole paragraphs are read ahead,
 * the position of the sentence is used. */
static size_t bytes_so_far(const flow *f, const item *i)
{
    if (f->source == NULL)
        return f->bytes_before;
    size_t bytes = f->bytes_before + pl_source_taken(f->source);
    const pl_tree *t = i->kind == SENTENCE ? i->sentence : NULL;
    size_t end = t != NULL && t->n_tokens > 0 ? t->tokens[t->n_tokens - 1].end : 0;
    const pl_reader *reader = pl_source_reader(f->source);
    size_t in_file = reader != NULL ? pl_in_taken(reader->in) : 0;
    return end > 0 && end < in_file ? bytes - (in_file - end) : bytes;
}

static int read_item(void *context, void *slot)
{
    flow *f = context;
    item *i = slot;
    int got = 0;
    if (pl_arena_size(&i->arena) > KEPT_PER_SLOT)
        pl_arena_release(&i->arena); /* else slots grow to the longest sentence */
    else
        pl_arena_reset(&i->arena);
    i->sentence = NULL;
    i->cpu_time = 0;
    if (f->next < f->job->targets.all.n) {
        i->target = f->next;
        got = f->source == NULL ? begin_target(f, i, &f->read_err)
                                : read_sentence(f, i, &f->read_err);
        i->bytes = got > 0 ? bytes_so_far(f, i) : 0;
    }
    return got;
}

/* -- parsing ----------------------------------------------------------------------- */

static void explain(pl_model_state *w, const pl_tree *t, pl_str *out)
{
    pl_str_puts(out, "#");
    for (uint32_t i = 0; i < t->n_tokens; i++)
        pl_str_printf(out, " %s", t->tokens[i].word);
    pl_str_putc(out, '\n');
    if (t->n_tokens > 0)
        pl_model_explain(w, 0, out);
    pl_str_putc(out, '\n');
}

/* Puts its rank into the id of tree i; its score is a field, where the format has fields. */
static void number_tree(const parse_job *j, item *r, pl_tree *t, uint32_t i, double score)
{
    bool field = pl_format_holds_field(j->to, PL_SCORE);
    const char *text = pl_arena_printf(&r->arena, "%.2f", score);
    t->id = pl_arena_printf(&r->arena, "%s/%u%s%s", r->sentence->id, i + 1,
                            field ? "" : " score=", field ? "" : text);
    if (field)
        pl_attr_set(&r->arena, &t->attrs, PL_SCORE, text);
}

/* The trees of one sentence; the last one takes the sentence itself. */
static void take_trees(const parse_job *j, pl_model_state *w, item *r, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        pl_tree *t = i + 1 < n ? pl_tree_copy(r->sentence, &r->arena) : r->sentence;
        pl_model_tree(w, i, t);
        if (numbers_trees(j))
            number_tree(j, r, t, i, pl_model_score(w, i));
        PL_PUSH(&r->trees, t);
    }
    if (n == 0)
        PL_PUSH(&r->trees, r->sentence);
}

/* Whether the next sentence is there already, for a network, which reads several at once. */
static bool has_more(void *context)
{
    const flow *f = context;
    const pl_reader *reader = f->source != NULL ? pl_source_reader(f->source) : NULL;
    return reader != NULL && pl_in_ready(reader->in);
}

/* The first of the items answers for the time. */
static void prepare_items(void *context, unsigned thread, void *const *slots, size_t n)
{
    flow *f = context;
    pl_tree *sentences[PL_FLOW_AT_ONCE];
    uint32_t n_sentences = 0;
    double start = pl_thread_clock();
    for (size_t i = 0; i < n; i++)
        if (((item *)slots[i])->kind == SENTENCE)
            sentences[n_sentences++] = ((item *)slots[i])->sentence;
    pl_model_prepare(f->parsers[thread], sentences, n_sentences);
    ((item *)slots[0])->cpu_time = pl_thread_clock() - start;
}

static void parse_item(void *context, unsigned thread, void *slot)
{
    flow *f = context;
    item *i = slot;
    i->trees.n = 0;
    pl_str_clear(&i->explanation);
    if (i->kind != SENTENCE)
        return;
    double start = pl_thread_clock();
    pl_model_state *parser = f->parsers[thread];
    uint32_t n = pl_model_run(parser, i->sentence, f->job->nbest);
    if (f->job->explain)
        explain(parser, i->sentence, &i->explanation);
    else
        take_trees(f->job, parser, i, n);
    i->cpu_time += pl_thread_clock() - start;
}

/* -- writing ----------------------------------------------------------------------- */

/* Returns true if a later run can continue the output. Otherwise `why` may have a reason. */
static bool can_continue(const parse_job *j, const char *path, pl_str *why)
{
    if (numbers_trees(j) || j->explain || j->transforms.n > 0)
        pl_str_puts(why, "--resume cannot be combined with --nbest, --explain or transforms");
    return path != NULL && why->n == 0 && !resume_obstacle(j->to, path, why);
}

/* Keeps the output for a later run if such a run can continue it. */
static int keep_output(const flow *f, pl_error *err)
{
    pl_str why = {0};
    bool keep = can_continue(f->job, f->output, &why);
    pl_str_release(&why);
    return keep ? pl_out_keep(f->writer->out, pl_str_text(&f->job->how), err) : 0;
}

static int open_output(flow *f, const item *i)
{
    parse_job *j = f->job;
    pl_write_options options = {.ids = numbers_trees(j), .frames = true};
    f->output = j->targets.all.at[i->target].output;
    f->n_before = i->number;
    part_set(&j->part, &options);
    if (add_transforms(&f->changes, &j->transforms, &f->write_err) < 0)
        return -1;
    f->writer = j->resume || j->stream
                    ? pl_writer_grow(f->output, i->number, j->to, &options, &f->write_err)
                    : pl_writer_open(f->output, j->to, &options, &f->write_err);
    return f->writer != NULL && keep_output(f, &f->write_err) == 0
               ? part_open(&j->part, f->writer->out, i->number > 0, &f->write_err)
               : -1;
}

/* Adds to an error how to continue an output with n kept sentences. */
static void add_kept(bool replaces, size_t n, pl_error *err)
{
    pl_error what = *err;
    pl_str text = {0};
    if (n > 0)
        pl_str_printf(&text, "the same command with --resume continues after %zu sentence%s", n,
                      n == 1 ? "" : "s");
    else
        pl_str_puts(&text, "nothing is kept");
    pl_fail(err, what.code, "%s%s; %s", what.text,
            replaces ? "; the older output is unchanged" : "", text.at);
    pl_str_release(&text);
}

/* Adds two facts to an error: `lost`, the fate of the output, and the reason why it cannot be
 * continued. Adds nothing if the output is not a named file. */
static void add_lost(const flow *f, const char *lost, pl_error *err)
{
    const parse_job *j = f->job;
    pl_error what = *err;
    pl_str why = {0};
    if (!can_continue(j, f->output, &why) && f->output != NULL && strcmp(f->output, "-") != 0)
        pl_fail(err, what.code, "%s; %s: %s", what.text, lost, why.at);
    pl_str_release(&why);
}

/* Closes the output. If a write failed, keeps the whole sentences. */
static int close_output(flow *f, int status, pl_error *err)
{
    if (f->writer == NULL)
        return status;
    if (f->job->to_named) /* the user chose the format, so losses matter */
        input_say_lost(&f->job->in, f->writer);
    pl_out *out = f->writer->out;
    bool kept = pl_out_is_kept(out), replaces = pl_out_replaces(out);
    bool good = status == 0 || pl_out_failed(out); /* nothing failed but the writing */
    size_t n = SIZE_MAX;
    pl_error unsettled;
    status = pl_writer_end(f->writer, status, err);
    f->writer = NULL;
    if (status == 0 || !good)
        return status;
    if (!kept)
        add_lost(f, f->job->stream ? "the file is incomplete" : "nothing is kept", err);
    else if (resume_leave(f->job, f->output, replaces, &n, &unsettled) == 0)
        add_kept(replaces, n, err);
    return status;
}

/* Writes a tree that is transformed. */
static int write_tree(flow *f, pl_tree *t)
{
    bool headed = f->job->heads != NULL && t->root != PL_NONE && !t->has_deps;
    if (headed)
        pl_heads_mark(f->job->heads, t, true);
    if ((headed ? pl_dependencies_from_heads(t, &f->write_err)
                : pl_complete_dependencies(t, f->job->to, marks_heads(&f->job->transforms), &f->write_err)) < 0)
        return -1;
    return pl_writer_put(f->writer, t, &f->write_err);
}

/* Transforms a tree and writes it, unless a transform leaves it out. */
static int change_and_write(flow *f, const item *i, pl_tree *t)
{
    int keep = pl_pipeline_apply(&f->changes, t, &f->write_err);
    if (keep > 0 && write_tree(f, t) == 0)
        return 0;
    if (keep == 0)
        return 0;
    pl_fail_prefix(&f->write_err, "sentence %zu: ", i->number);
    if (keep > 0 || !f->job->in.read.source.skip_errors)
        return -1;
    pl_read_skipped(&f->job->in.read, f->write_err.text);
    f->write_err.text[0] = '\0';
    return 0;
}

/* Trees that transforms have held back until the end (a sample). */
static int write_held(flow *f)
{
    pl_tree *t;
    int got;
    while ((got = pl_pipeline_held(&f->changes, &t, &f->write_err)) > 0)
        if (write_tree(f, t) < 0)
            return -1;
    return got;
}

static int write_sentence(flow *f, const item *i)
{
    if (f->job->explain)
        pl_out_puts(f->writer->out, pl_str_text(&i->explanation));
    for (size_t k = 0; k < i->trees.n; k++)
        if (change_and_write(f, i, i->trees.at[k]) < 0)
            return -1;
    f->n_sentences++;
    f->n_tokens += i->sentence->n_tokens;
    f->n_changed[pl_model_change(f->job->model, i->sentence)]++;
    progress_words(&f->progress, f->n_tokens, i->bytes);
    return 0;
}

static int end_output(flow *f, const item *i)
{
    target *t = &f->job->targets.all.at[i->target];
    if (t->unknown && f->writer->n_written > f->n_before)
        f->unknown = f->output;
    int status = close_output(f, write_held(f), &f->write_err);
    pl_pipeline_release(&f->changes);
    f->changes = (pl_pipeline){0}; /* the next output begins anew */
    pl_file_cancel(t->lock);
    t->lock = NULL;
    return status;
}

static int write_item(void *context, void *slot)
{
    flow *f = context;
    const item *i = slot;
    f->cpu_time += i->cpu_time;
    if (i->kind == BEGIN && i->number > 0) /* an earlier run did them */
        f->progress.skipped += i->bytes - f->bytes_written;
    f->bytes_written = i->bytes;
    if (i->kind == BEGIN)
        return open_output(f, i);
    if (i->kind == END)
        return end_output(f, i);
    if (write_sentence(f, i) < 0)
        return -1;
    double now = pl_clock();
    if (now - f->last_flush < seconds_per_flush)
        return 0;
    f->last_flush = now;
    return pl_out_flush(f->writer->out, &f->write_err);
}

/* Flushes the output when no sentence is being parsed, so that its reader has all of
 * it. */
static void flush(void *context)
{
    flow *f = context;
    if (f->writer != NULL)
        pl_out_flush(f->writer->out, NULL); /* a failure shows when it is closed */
}

/* -- the whole --------------------------------------------------------------------- */

/* Warns of what makes trees poor, and reports how a grammar did. */
static void report_trees(const flow *f)
{
    const pl_model *m = f->job->model;
    if (f->n_untagged > 0)
        tell("pleach: %zu sentence%s no tags, and the model no tagger "
             "(train --tagger): expect poor trees\n",
             f->n_untagged, f->n_untagged == 1 ? " has" : "s have");
    if (f->n_new_tags * NEW_TAGS_SAID > f->n_tags)
        tell("pleach: %.0f%% of the words have a tag that training did not have: "
             "expect poor trees%s\n",
             100.0 * (double)f->n_new_tags / (double)f->n_tags,
             pl_model_tags(m) ? " (--predict-tags gives them the model's tags)" : "");
    for (int k = PL_SEARCH_AS_ASKED + 1; k < PL_N_SEARCH_CHANGES; k++)
        if (f->n_changed[k] > 0)
            tell("pleach: %zu sentence%s so long that %s\n", f->n_changed[k],
                 f->n_changed[k] == 1 ? " is" : "s are", pl_search_change_texts[k]);
    if (m->grammar != NULL) {
        pl_str outcome = {0};
        pl_grammar_report(m->grammar, &outcome);
        tell("pleach: %s\n", pl_str_text(&outcome));
        pl_str_release(&outcome);
    }
    if (f->n_resumed > 0)
        tell("pleach: resumed after %zu sentence%s\n", f->n_resumed,
             f->n_resumed == 1 ? "" : "s");
    if (f->unknown != NULL)
        tell("pleach: %s: there is no record of its model and options, so only its words "
             "were compared\n",
             f->unknown);
}

/* Of typed input, the time until it came is not counted. */
static void report_time(const flow *f, int status, double wall_time)
{
    const parse_job *j = f->job;
    if (j->typed)
        wall_time = f->cpu_time;
    bool by_file = j->output != NULL || isatty(STDERR_FILENO);
    if (j->time)
        tell("model loaded in %.1f ms; %zu sentences, %zu tokens parsed in %.3f s, "
             "%.3f s of processor time: %.0f tokens/s per processor\n",
             1000 * j->load_time, f->n_sentences, f->n_tokens, wall_time, f->cpu_time,
             f->cpu_time > 0 ? (double)f->n_tokens / f->cpu_time : 0.0);
    else if (by_file && !j->in.quiet && (status == 0 || f->n_sentences > 0))
        tell("pleach: %zu sentence%s, %zu token%s in %.*f s: %.0f tokens/s\n",
             f->n_sentences, f->n_sentences == 1 ? "" : "s", f->n_tokens,
             f->n_tokens == 1 ? "" : "s", j->typed ? 3 : 1, wall_time,
             wall_time > 0 ? (double)f->n_tokens / wall_time : 0.0);
}

/* -- interrupts -------------------------------------------------------------------- */

/* Closes the output of a run that was stopped. Keeps its sentences, but does not replace an older file. */
static int close_stopped(flow *f, pl_error *err)
{
    pl_out *out = f->writer != NULL ? f->writer->out : NULL;
    bool replaces = out != NULL && pl_out_replaces(out), kept = out != NULL && pl_out_is_kept(out);
    size_t n = f->writer != NULL ? f->writer->n_written : 0;
    if (kept)
        pl_out_partial(out);
    if (close_output(f, replaces && !kept ? -1 : 0, err) < 0 && (kept || !replaces))
        return -1;
    if (kept && resume_leave(f->job, f->output, replaces, &n, err) < 0)
        return -1;
    pl_fail(err, PL_STOPPED, "interrupted after %zu sentences%s%s", f->n_sentences,
            replaces ? "; the older output is unchanged" : "",
            kept && n > 0 ? "; the same command with --resume continues" : "");
    if (out != NULL && !kept)
        add_lost(f, replaces ? "nothing is kept" : "they are kept", err);
    return -1;
}

/* An output that is no file on a disk may keep us waiting for a reader. */
static bool may_wait(const char *output)
{
    struct stat info;
    bool standard = output == NULL || strcmp(output, "-") == 0;
    int found = standard ? fstat(STDOUT_FILENO, &info) : stat(output, &info);
    return found == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

/* Ctrl-C, SIGTERM and SIGUSR1 end the work at once and in order, whatever the other threads are
 * doing: parsing a long sentence, waiting for input, writing into a pipe. Trees that are
 * ready are written, in their order; sentences that are being parsed are lost. This thread
 * alone gets the signals. Where the reader of our output keeps it waiting, the alarm of
 * end_soon ends the program soon; a busy disk gets more time, since what is written would
 * be lost. A signal that comes when all is done changes nothing. */
static void *wait_for_signal(void *context)
{
    static const struct timespec moment = {.tv_nsec = 1000000};
    flow *f = context;
    int number;
    pl_error err;
    sigset_t set = stop_signals();
    sigwait(&set, &number);
    if (atomic_load(&f->ended))
        return NULL;
    end_soon(number, !may_wait(f->job->output));
    bool halted = pl_flow_halt(&f->steps);
    for (; !halted && !atomic_load(&f->ended); halted = pl_flow_halt(&f->steps))
        nanosleep(&moment, NULL); /* it begins or ends just now */
    if (!halted)
        return NULL;
    progress_hide();
    close_stopped(f, &err);
    pl_file_remove_unfinished(); /* locks */
    _exit((int)fail(&err));
}

/* To be called before other threads are made. */
static void catch_signals(flow *f)
{
    sigset_t set = stop_signals();
    signal(SIGINT, end_by_signal); /* an ignored signal is not waited for everywhere */
    signal(SIGTERM, end_by_signal);
    signal(SIGUSR1, end_by_signal);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    f->catches = pthread_create(&f->catcher, NULL, wait_for_signal, f) == 0;
    if (!f->catches)
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* From now on a signal ends the program as it does elsewhere. */
static void leave_signals(flow *f)
{
    sigset_t set = stop_signals();
    atomic_store(&f->ended, true);
    if (!f->catches)
        return;
    pthread_kill(f->catcher, SIGTERM); /* it waits no longer */
    pthread_join(f->catcher, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* -- the whole --------------------------------------------------------------------- */

static int run_flow(flow *f, item *items, size_t n_items, pl_error *err)
{
    size_t at_once = pl_model_reads_ahead(f->job->model);
    f->steps = (pl_flow){.context = f,
                         .slots = items,
                         .n_slots = n_items,
                         .slot_size = sizeof *items,
                         .max_weight = MAX_TOKENS_AT_ONCE,
                         .read = read_item,
                         .work = parse_item,
                         .ready = at_once > 0 ? has_more : NULL,
                         .prepare = prepare_items,
                         .at_once = at_once,
                         .write = write_item,
                         .idle = flush};
    f->read_err.text[0] = f->write_err.text[0] = '\0';
    int status = pl_flow_run(&f->steps, f->n_threads);
    if (status < 0)
        *err = f->write_err.text[0] != '\0' ? f->write_err : f->read_err;
    status = close_output(f, status, err);
    pl_pipeline_release(&f->changes);
    if (f->source != NULL)
        pl_source_close(f->source);
    return status;
}

static size_t total_size(const parse_job *j, pl_error *err)
{
    pl_source *all = pl_source_open(j->in.files.at, j->in.files.n, NULL, err);
    size_t size = all != NULL ? pl_source_size(all) : 0;
    pl_source_close(all);
    return j->part.numbers.n_parts > 0 ? size / j->part.numbers.n_parts : size;
}

static void free_all(flow *f, item *items, size_t n_items)
{
    for (unsigned i = 0; i < f->n_threads; i++)
        pl_model_state_free(f->parsers[i]);
    for (size_t i = 0; i < n_items; i++) {
        pl_arena_release(&items[i].arena);
        PL_VEC_RELEASE(&items[i].trees);
        pl_str_release(&items[i].explanation);
    }
    free(f->parsers);
    free(items);
}

int parse_flow(parse_job *j, pl_error *err)
{
    flow f = {.job = j, .n_threads = pl_threads(j->threads)};
    size_t n_items = j->stream ? 1 : SLOTS + (size_t)f.n_threads * SLOTS_PER_THREAD;
    item *items = pl_alloc_zero(n_items, sizeof *items);
    f.parsers = pl_alloc_zero(f.n_threads, sizeof *f.parsers);
    for (unsigned i = 0; i < f.n_threads; i++)
        f.parsers[i] = pl_model_state_new(j->model);
    f.progress = progress_beside(j->in.quiet || j->typed, j->output);
    if (f.progress.on)
        f.progress.total = total_size(j, err);
    catch_signals(&f);
    double start = f.last_flush = pl_clock();
    int status = run_flow(&f, items, n_items, err);
    if (status == 0)
        status = check_constraints(j, err);
    j->part.manifest.n_tokens += f.n_tokens;
    if (status == 0)
        status = part_end(&j->part, err);
    leave_signals(&f);
    progress_hide();
    language_note_end(&f.language, j->model);
    if (!j->in.quiet)
        report_trees(&f);
    report_time(&f, status, pl_clock() - start);
    free_all(&f, items, n_items);
    return status;
}
