/* pleach parse: trees for sentences, in the order of the input, by several threads. */
#include "input.h"

#include "base/parallel.h"
#include "parse/engine.h"
#include "parse/rerank.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum {
    TO = 256,
    BEAM,
    NBEST,
    RETAG,
    EXPLAIN,
    STREAM,
    TIME,
    OBJECTIVE,
    LIMIT,
    DERIVATIONS,
    PRUNE,
    RERANK,
    RERANK_WEIGHT
};

/* clang-format off */
static const option_row options[] = {
    {'m',     'm', "model",   "MODEL",  "the model to parse with: a file, or a name of those that come with pleach (default: nl)"},
    {TO,      't', "to",      "FORMAT", "format of the output (default: by the name of the output file, else conllu for dependencies and discbracket for constituents)"},
    {'o',     'o', "output",  "FILE",   "where to write (default: standard output)"},
    {BEAM,    'b', "beam",    "K",      "hypotheses kept at each step (default: what the model was trained with)"},
    {NBEST,   'n', "nbest",   "N",      "the N best trees of each sentence, at most K; each has an id of the form SENTENCE/RANK score=SCORE"},
    {RETAG,   0,   "retag",   NULL,     "tag words that have tags again, with the tagger in the model"},
    {EXPLAIN, 0,   "explain", NULL,     "instead of trees, print the derivation: number, action, score, the best other action, its score"},
    {STREAM,  0,   "stream",  NULL,     "write each tree before the next sentence is read"},
    {'j',     'j', "threads", "N",      "threads (default: all processors); the output does not depend on it"},
    {OBJECTIVE,   0, "objective",   "NAME", "of a grammar, what is looked for: mpp, the most probable tree (default); mpd, the most probable derivation; shortest, the derivation of the fewest fragments"},
    {DERIVATIONS, 0, "derivations", "N",    "of a grammar, with mpp: how many of the best derivations are summed up (default: 10000)"},
    {PRUNE,       0, "prune",       "K,…",  "of a grammar: how many derivations of each stage say what the next may build (default: 10000 for the first, 5000 before fragments)"},
    {LIMIT,       0, "time-limit",  "S",    "of a grammar: seconds for a sentence, after which a coarser stage gives the tree"},
    {RERANK,        0, "rerank",        "GRAMMAR", "of the N best trees (--nbest) write the one that the score of the model and its probability by this grammar of fragments say is best"},
    {RERANK_WEIGHT, 0, "rerank-weight", "W",       "what the logarithm of that probability counts (default: 1)"},
    {TIME,    0,   "time",    NULL,     "say on standard error how long loading and parsing took"},
    {0},
};
/* clang-format on */

static int run(args *a);

const command cmd_parse = {
    .name = "parse",
    .synopsis = "[-m MODEL] [OPTION…] [IN…]",
    .about = "parse text, words or tagged words into trees",
    .options = options,
    .input = input_rows,
    .run = run,
};

enum { BATCH_PER_THREAD = 32 };

/* What came of one sentence. */
typedef struct result {
    pl_arena arena;
    pl_tree *sentence;
    PL_VEC(pl_tree *) trees;
    pl_str explanation;
} result;

typedef struct job {
    input in;
    const char *model_path, *output;
    const pl_format *to;
    long long beam, nbest, threads;
    bool to_named, retag, explain, stream, time;
    long long derivations;
    pl_engine_options grammar; /* what concerns grammars */
    const char *rerank;
    double rerank_weight;
    pl_reranker *reranker;
    pl_reranking **rerankings; /* [threads] */
    pl_engine *engine;
    pl_pool *pool;
    pl_worker **workers; /* [threads] */
    result *batch;       /* [cap_batch] */
    size_t n_batch, cap_batch;
    size_t n_sentences, n_tokens, n_untagged;
    double load_time, wall_time, cpu_time; /* seconds */
} job;

/* Up to three numbers with commas between them. */
static bool prune_arg(const args *a, uint32_t prune[3])
{
    const char *at = a->value;
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long k = strtoul(at, &end, 10);
        if (*at < '0' || *at > '9' || k < 1 || k > 10000000 ||
            (*end != ',' && *end != '\0'))
            break;
        prune[i] = (uint32_t)k;
        if (*end == '\0')
            return true;
        at = end + 1;
    }
    usage_error(a->command,
                "--prune takes up to three numbers, such as 10000,5000, not '%s'",
                a->value);
    return false;
}

static bool seconds_arg(const args *a, double *seconds)
{
    char *end;
    *seconds = strtod(a->value, &end);
    if (end != a->value && *end == '\0' && *seconds > 0 && *seconds < 1e9)
        return true;
    usage_error(a->command, "--time-limit takes seconds, such as 5 or 0.5, not '%s'",
                a->value);
    return false;
}

static bool weight_arg(const args *a, double *weight)
{
    char *end;
    *weight = strtod(a->value, &end);
    if (end != a->value && *end == '\0' && *weight >= 0 && *weight < 1e9)
        return true;
    usage_error(a->command, "--rerank-weight takes a number from 0 on, not '%s'",
                a->value);
    return false;
}

static int take_option(job *j, const args *a, int id)
{
    switch (id) {
    case 'm':
        j->model_path = a->value;
        return -1;
    case 'o':
        j->output = a->value;
        return -1;
    case TO:
        j->to_named = true;
        return (j->to = format_arg(a)) != NULL ? -1 : USAGE;
    case BEAM:
        return number_arg(a, 1, PL_MAX_BEAM, &j->beam) ? -1 : USAGE;
    case NBEST:
        return number_arg(a, 1, PL_MAX_BEAM, &j->nbest) ? -1 : USAGE;
    case 'j':
        return number_arg(a, 1, 1024, &j->threads) ? -1 : USAGE;
    case RETAG:
        j->retag = true;
        return -1;
    case EXPLAIN:
        j->explain = true;
        return -1;
    case STREAM:
        j->stream = true;
        return -1;
    case OBJECTIVE:
        j->grammar.objective = a->value;
        return -1;
    case DERIVATIONS:
        return number_arg(a, 1, 10000000, &j->derivations) ? -1 : USAGE;
    case PRUNE:
        return prune_arg(a, j->grammar.prune) ? -1 : USAGE;
    case LIMIT:
        return seconds_arg(a, &j->grammar.seconds) ? -1 : USAGE;
    case RERANK:
        j->rerank = a->value;
        return -1;
    case RERANK_WEIGHT:
        return weight_arg(a, &j->rerank_weight) ? -1 : USAGE;
    case TIME:
        j->time = true;
        return -1;
    default:
        return input_option(&j->in, a, id);
    }
}

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* -- one sentence ---------------------------------------------------------------------
 */

static void explain(pl_worker *w, const pl_tree *t, pl_str *out)
{
    pl_str_puts(out, "#");
    for (uint32_t i = 0; i < t->n_tokens; i++)
        pl_str_printf(out, " %s", t->tokens[i].word);
    pl_str_putc(out, '\n');
    if (t->n_tokens > 0)
        pl_worker_explain(w, 0, out);
    pl_str_putc(out, '\n');
}

/* Of the n trees of a sentence, the best by model and grammar together. */
static void rerank_one(job *j, unsigned thread, result *r, uint32_t n)
{
    pl_worker *w = j->workers[thread];
    uint32_t best = 0;
    double best_score = -INFINITY;
    for (uint32_t i = 0; i < n && n > 1; i++) {
        pl_tree *t = pl_tree_copy(r->sentence, &r->arena);
        pl_worker_tree(w, i, t);
        double score = pl_worker_score(w, i) -
                       j->rerank_weight * pl_reranking_cost(j->rerankings[thread], t);
        if (score > best_score) {
            best = i;
            best_score = score;
        }
    }
    pl_worker_tree(w, best, r->sentence);
    PL_PUSH(&r->trees, r->sentence);
}

/* The trees of one sentence; the last one takes the sentence itself. */
static void parse_one(void *context, unsigned thread, size_t part)
{
    job *j = context;
    pl_worker *w = j->workers[thread];
    result *r = &j->batch[part];
    uint32_t n = pl_worker_run(w, r->sentence, (uint32_t)j->nbest);
    r->trees.n = 0;
    pl_str_clear(&r->explanation);
    if (j->explain) {
        explain(w, r->sentence, &r->explanation);
        return;
    }
    if (j->reranker != NULL && n > 0) {
        rerank_one(j, thread, r, n);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        pl_tree *t = i + 1 < n ? pl_tree_copy(r->sentence, &r->arena) : r->sentence;
        pl_worker_tree(w, i, t);
        if (j->nbest > 1)
            t->id = pl_arena_printf(&r->arena, "%s/%u score=%.2f", r->sentence->id, i + 1,
                                    pl_worker_score(w, i));
        PL_PUSH(&r->trees, t);
    }
    if (n == 0)
        PL_PUSH(&r->trees, r->sentence);
}

/* -- batches ------------------------------------------------------------------------ */

/* Reads up to a batch: what pl_source_next gave last. */
static int read_batch(job *j, pl_source *source, pl_err *err)
{
    int got = 1;
    size_t n_tokens = 0;
    for (j->n_batch = 0; j->n_batch < j->cap_batch && n_tokens < 100000; j->n_batch++) {
        result *r = &j->batch[j->n_batch];
        pl_arena_reset(&r->arena);
        got = pl_source_next(source, &r->arena, &r->sentence, err);
        if (got <= 0)
            break;
        n_tokens += r->sentence->n_tokens;
        j->n_sentences++;
        j->n_untagged += j->engine->tagger == NULL && j->engine->kind->report == NULL &&
                         r->sentence->n_tokens > 0 && r->sentence->nodes[0].label == NULL;
        if (j->nbest > 1 && r->sentence->id == NULL)
            r->sentence->id = pl_arena_printf(&r->arena, "%zu", j->n_sentences);
    }
    j->n_tokens += n_tokens;
    return got;
}

static int write_batch(job *j, pl_writer *w, pl_err *err)
{
    for (size_t i = 0; i < j->n_batch; i++) {
        result *r = &j->batch[i];
        if (j->explain)
            pl_out_puts(w->out, r->explanation.at);
        for (size_t k = 0; k < r->trees.n; k++)
            if (pl_writer_put(w, r->trees.at[k], err) < 0)
                return pl_fail_prefix(
                    err, "sentence %zu: ", j->n_sentences - j->n_batch + i + 1);
    }
    return j->stream ? pl_out_flush(w->out, err) : 0;
}

static int parse_all(job *j, pl_source *source, pl_writer *w, pl_err *err)
{
    for (int got = 1; got > 0;) {
        got = read_batch(j, source, err);
        double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
        pl_pool_run(j->pool, j->n_batch, parse_one, j);
        j->wall_time += seconds(CLOCK_MONOTONIC) - wall;
        j->cpu_time += seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        if (got < 0 || write_batch(j, w, err) < 0)
            return -1;
    }
    return 0;
}

/* -- the whole ------------------------------------------------------------------------
 */

static void report(const job *j)
{
    if (j->n_untagged > 0 && !j->in.quiet)
        fprintf(stderr, "pleach: %zu sentences have no tags: expect poor trees\n",
                j->n_untagged);
    pl_str outcome = {0};
    if (j->engine->kind->report != NULL && !j->in.quiet) {
        j->engine->kind->report(j->engine->model, &outcome);
        fprintf(stderr, "pleach: %s\n", pl_str_text(&outcome));
    }
    pl_str_release(&outcome);
    if (j->time)
        fprintf(stderr,
                "model loaded in %.1f ms; %zu sentences, %zu tokens parsed in %.3f s, "
                "%.3f s of processor time: %.0f tokens/s per processor\n",
                1000 * j->load_time, j->n_sentences, j->n_tokens, j->wall_time,
                j->cpu_time, j->cpu_time > 0 ? (double)j->n_tokens / j->cpu_time : 0.0);
}

/* The tokenizer in the model cuts raw text, unless another was named. */
static int use_rules(job *j, pl_err *err)
{
    pl_rules rules;
    int got = pl_rules_from(&rules, j->engine->file, err);
    if (got > 0)
        input_set_rules(&j->in, rules);
    return got;
}

static int open_model(job *j, pl_err *err)
{
    double start = seconds(CLOCK_MONOTONIC);
    pl_engine_options o = j->grammar;
    o.beam = (uint32_t)j->beam;
    o.nbest = (uint32_t)j->nbest;
    o.retag = j->retag;
    o.derivations = (uint32_t)j->derivations;
    j->engine = pl_engine_open(j->model_path, &o, err);
    if (j->engine == NULL || use_rules(j, err) < 0)
        return -1;
    j->load_time = seconds(CLOCK_MONOTONIC) - start;
    if (j->retag && j->engine->tagger == NULL)
        return pl_fail(err, "%s: there is no tagger in this model", j->model_path);
    if (j->explain && j->engine->kind->explain == NULL)
        return pl_fail(err, "%s: a parser of %s has no derivation to explain",
                       j->model_path, j->engine->kind->about);
    j->pool = pl_pool_new((unsigned)j->threads);
    unsigned n = pl_pool_threads(j->pool);
    j->workers = pl_alloc_zero(n, sizeof *j->workers);
    for (unsigned i = 0; i < n; i++)
        j->workers[i] = pl_worker_new(j->engine);
    if (j->rerank != NULL) {
        if ((j->reranker = pl_reranker_open(j->rerank, err)) == NULL)
            return -1;
        j->rerankings = pl_alloc_zero(n, sizeof(pl_reranking *));
        for (unsigned i = 0; i < n; i++)
            j->rerankings[i] = pl_reranking_new(j->reranker);
    }
    j->cap_batch = j->stream ? 1 : (size_t)n * BATCH_PER_THREAD;
    j->batch = pl_alloc_zero(j->cap_batch, sizeof *j->batch);
    return 0;
}

static void release(job *j)
{
    for (unsigned i = 0; j->pool != NULL && i < pl_pool_threads(j->pool); i++)
        pl_worker_free(j->workers[i]);
    for (size_t i = 0; i < j->cap_batch; i++) {
        pl_arena_release(&j->batch[i].arena);
        PL_VEC_RELEASE(&j->batch[i].trees);
        pl_str_release(&j->batch[i].explanation);
    }
    for (unsigned i = 0; j->rerankings != NULL && i < pl_pool_threads(j->pool); i++)
        pl_reranking_free(j->rerankings[i]);
    free(j->rerankings);
    pl_reranker_close(j->reranker);
    free(j->batch);
    free(j->workers);
    pl_pool_free(j->pool);
    pl_engine_close(j->engine);
    input_release(&j->in);
}

static int parse(job *j)
{
    pl_err err;
    pl_source *source = NULL;
    pl_writer *w = NULL;
    pl_write_options write = {.ids = j->nbest > 1 && j->rerank == NULL};
    int got = -1;
    if (open_model(j, &err) < 0 || (source = input_open(&j->in, &err)) == NULL)
        goto done;
    if (j->to == NULL)
        j->to = pl_format_find(j->engine->kind->format);
    if (input_check_output(source, j->output, &err) < 0 ||
        (w = pl_writer_open(j->output, j->to, &write, &err)) == NULL)
        goto done;
    got = parse_all(j, source, w, &err);
    if (j->to_named) /* who did not ask for a format need not know what it lacks */
        input_say_lost(&j->in, w);
    input_report(&j->in, source);
    report(j);
done:
    if (pl_writer_close(w, got < 0 ? NULL : &err) < 0)
        got = -1;
    pl_source_close(source);
    return got < 0 ? fail(&err) : DONE;
}

static int run(args *a)
{
    job j = {.nbest = 1,
             .rerank_weight = 1,
             .model_path = "nl",
             .in.source.read.keep_empty = true};
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (j.to == NULL && j.output != NULL)
        j.to = pl_format_by_extension(j.output);
    j.in.source.read.otherwise = pl_format_find("text");
    if (status < 0)
        status = parse(&j);
    release(&j);
    return status;
}
