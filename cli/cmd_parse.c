/* pleach parse: trees for sentences, in the order of the input, by several threads. */
#include "parse.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>

enum {
    TO = 256,
    BEAM,
    NBEST,
    RETAG,
    EXPLAIN,
    STREAM,
    TIME,
    RESUME,
    OBJECTIVE,
    LIMIT,
    DERIVATIONS,
    PRUNE,
    RERANK,
    RERANK_WEIGHT,
    CROSSING
};

/* clang-format off */
static const option_row options[] = {
    {'m',     'm', "model",   "MODEL",  "the model to parse with: a file, or a name of those that come with pleach (default: nl)"},
    {TO,      't', "to",      "FORMAT", "format of the output (default: by the name of the output file, else conllu for dependencies and discbracket for constituents)"},
    {'o',     'o', "output",  "FILE",   "where to write (default: standard output); a folder, or a name that ends in /, gets a file for each one of the input"},
    {RESUME,  0,   "resume",  NULL,     "go on with the output that an earlier run left: keep its whole sentences, parse the rest"},
    {BEAM,    'b', "beam",    "K",      "hypotheses kept at each step (default: what the model was trained with)"},
    {CROSSING, 0,  "crossing", "W",     "of dependencies: what arcs over other tokens get on top of their score (default: 0); more of the arcs that cross others are found, and more that are wrong"},
    {NBEST,   'n', "nbest",   "N",      "the N best trees of each sentence, with a beam of at least N; each has an id of the form SENTENCE/RANK score=SCORE"},
    {RETAG,   0,   "predict-tags", NULL, "do not use the tags of the input: the tagger in the model gives all words theirs"},
    {RETAG,   0,   "retag",   NULL,     "the same as --predict-tags"},
    {EXPLAIN, 0,   "explain", NULL,     "instead of trees, print the derivation: number, action, score, the best other action, its score; of arcs also HEAD -> WORD"},
    {STREAM,  0,   "stream",  NULL,     "write each tree before the next sentence is read"},
    THREADS_ROW,
    {OBJECTIVE,   0, "objective",   "NAME", "of a grammar, what is looked for: mpp, the most probable tree (default); mpd, the most probable derivation; shortest, the derivation of the fewest fragments"},
    {DERIVATIONS, 0, "derivations", "N",    "of a grammar, with mpp: how many of the best derivations are summed up (default: 10000)"},
    {PRUNE,       0, "prune",       "K,…",  "of a grammar: how many derivations of each stage say what the next may build (default: 10000 for the first, 5000 before fragments); below 1, the posterior probability that is enough for it"},
    {LIMIT,       0, "time-limit",  "S",    "of a grammar: seconds for a sentence, after which a coarser stage gives the tree"},
    {RERANK,        0, "rerank",        "GRAMMAR", "of the N best trees (--nbest) write the one that the score of the model and its probability by this grammar of fragments say is best"},
    {RERANK_WEIGHT, 0, "rerank-weight", "W",       "what the logarithm of that probability counts (default: 16)"},
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

/* Up to three numbers with commas between them: whole ones, or parts of one. */
static bool prune_arg(const args *a, double prune[3])
{
    const char *at = a->value;
    for (int i = 0; i < 3; i++) {
        char *end;
        double k = strtod(at, &end);
        if (*at < '0' || *at > '9' || !(k > 0 && k <= 1e7) || (k >= 1 && k != floor(k)) ||
            (*end != ',' && *end != '\0'))
            break;
        prune[i] = k;
        if (*end == '\0')
            return true;
        at = end + 1;
    }
    usage_error(a->command,
                "--prune takes up to three numbers, such as 10000,5000 or 1e-5, not '%s'",
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

static int take_option(parse_job *j, const args *a, int id)
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
        return number_arg(a, 1, MAX_THREADS, &j->threads) ? -1 : USAGE;
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
    case CROSSING:
        return weight_arg(a, &j->grammar.crossing) ? -1 : USAGE;
    case RERANK:
        j->rerank = a->value;
        return -1;
    case RERANK_WEIGHT:
        return weight_arg(a, &j->rerank_weight) ? -1 : USAGE;
    case TIME:
        j->time = true;
        return -1;
    case RESUME:
        j->resume = true;
        return -1;
    default:
        return input_option(&j->in, a, id);
    }
}

/* The tokenizer in the model cuts raw text, unless another was named. */
static int use_rules(parse_job *j, pl_error *err)
{
    pl_rules rules;
    int got = pl_rules_from(&rules, j->engine->file, err);
    if (got > 0)
        input_set_rules(&j->in, rules);
    return got;
}

/* An option that could do nothing is a mistake. */
static int check_kind(const parse_job *j, pl_error *err)
{
    const pl_engine_kind *kind = j->engine->kind;
    const pl_engine_options *g = &j->grammar;
    bool of_grammars =
        g->objective != NULL || j->derivations > 0 || g->prune[0] > 0 || g->seconds > 0;
    if (j->retag && j->engine->tagger == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "%s: there is no tagger in this model",
                       j->model_path);
    if (j->explain && kind->explain == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: --explain shows the actions of a parser; a grammar has none",
                       j->model_path);
    if (of_grammars && !kind->chart)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: --objective, --derivations, --prune and --time-limit are for "
                       "grammars; this is a parser of %s",
                       j->model_path, kind->about);
    if (j->beam > 0 && kind->chart)
        return pl_fail(err, PL_BAD_ARGUMENT, "%s: --beam is not for grammars; --prune is",
                       j->model_path);
    if (g->crossing > 0 && (kind->constituents || kind->chart))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: --crossing is for dependencies; this is a parser of %s",
                       j->model_path, kind->about);
    if (j->rerank != NULL && !kind->constituents)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: --rerank is for constituents; this is a parser of %s",
                       j->model_path, kind->about);
    return 0;
}

static int open_model(parse_job *j, pl_error *err)
{
    double start = pl_clock();
    pl_engine_options o = j->grammar;
    o.beam = (uint32_t)j->beam;
    o.nbest = (uint32_t)j->nbest;
    o.retag = j->retag;
    o.derivations = (uint32_t)j->derivations;
    j->engine = pl_engine_open(j->model_path, &o, err);
    if (j->engine == NULL || use_rules(j, err) < 0)
        return -1;
    j->load_time = pl_clock() - start;
    if (check_kind(j, err) < 0)
        return -1;
    if (j->to == NULL)
        j->to = pl_format_find(j->engine->kind->format);
    if (j->rerank != NULL && (j->reranker = pl_reranker_open(j->rerank, err)) == NULL)
        return -1;
    return 0;
}

/* What goes where. */
static int find_targets(parse_job *j, pl_error *err)
{
    if (!is_folder(j->output)) {
        targets_one(&j->targets, j->in.files.at, j->in.files.n, j->output);
        return 0;
    }
    pl_source *source = input_open(&j->in, err);
    if (source == NULL)
        return -1;
    int status = targets_each(&j->targets, source, j->in.files.at, j->in.files.n,
                              j->output, j->to, err);
    pl_source_close(source);
    return status;
}

static int check_options(const parse_job *j, const command *c)
{
    if (j->rerank != NULL && j->nbest < 2)
        return usage_error(c, "--rerank chooses among the trees of --nbest N, which is "
                              "missing or 1");
    if (j->resume && j->output == NULL)
        return usage_error(c, "--resume needs the output of the earlier run: -o FILE");
    if (j->resume && ((j->nbest > 1 && j->rerank == NULL) || j->explain))
        return usage_error(c, "--resume goes with neither --nbest nor --explain");
    return -1;
}

static int parse(parse_job *j)
{
    pl_error err;
    int status = open_model(j, &err);
    if (status == 0)
        status = find_targets(j, &err);
    if (status == 0)
        status = parse_flow(j, &err);
    return status < 0 ? fail(&err) : DONE;
}

static void set_defaults(parse_job *j)
{
    if (j->to == NULL && j->output != NULL && !is_folder(j->output))
        j->to = pl_format_by_extension(j->output);
    j->in.source.read.otherwise = pl_format_find("text");
    j->in.source.read.keep_empty = true;
    j->in.source.read.repair = true;
    j->in.source.text_only = true;
}

static int run(args *a)
{
    parse_job j = {.nbest = 1, .rerank_weight = 16, .model_path = "nl"};
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    set_defaults(&j);
    if (status < 0)
        status = check_options(&j, a->command);
    if (status < 0)
        status = parse(&j);
    targets_release(&j.targets);
    pl_reranker_close(j.reranker);
    pl_engine_close(j.engine);
    input_release(&j.in);
    return status;
}
