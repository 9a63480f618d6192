/* pleach eval: how good are these trees? */
#include "eval.h"

#include "transform/punct.h"

#include <stdio.h>
#include <string.h>

enum {
    PARAMS = 256,
    DISC_ONLY,
    CUTOFF,
    UNLABELLED,
    WHOLE_LABELS,
    SCORE_FUNCTIONS,
    PER_LABEL,
    PER_TAG,
    PER_SENTENCE,
    PER_DISTANCE,
    ERRORS,
    SHOW,
    IGNORE_PUNCT,
    SUBTYPES,
    BY_ID,
    MISSING,
    COMPARE,
    SAMPLES,
    SEED,
    JSON,
    TSV,
};

/* clang-format off */
static const option_row options[] = {
    {PARAMS,          'p', "params",          "NAME|FILE",  "what counts: proper (the default), spmrl, disc, or a parameter file in the syntax of EVALB"},
    {DISC_ONLY,       0,   "disc-only",       NULL,         "count discontinuous constituents only"},
    {CUTOFF,          0,   "cutoff",          "N",          "give the scores also for sentences of at most N words (default: what the parameters say)"},
    {UNLABELLED,      0,   "unlabelled",      NULL,         "compare what constituents cover, not their labels"},
    {WHOLE_LABELS,    0,   "whole-labels",    NULL,         "compare labels and tags as they are; without it NP-SBJ and NP=2 are NP"},
    {SCORE_FUNCTIONS, 0,   "score-functions", NULL,         "score the functions of correct constituents and tags"},
    {PER_LABEL,       0,   "per-label",       NULL,         "a table of labels (dependencies: relations) with what they were taken for"},
    {PER_TAG,         0,   "per-tag",         NULL,         "a table of part-of-speech tags"},
    {PER_DISTANCE,    0,   "per-distance",    NULL,         "a table of dependencies by the distance to the head"},
    {PER_SENTENCE,    0,   "per-sentence",    NULL,         "a line for each sentence"},
    {ERRORS,          0,   "errors",          NULL,         "where the points are lost: labels, gaps, sentence length, confusions"},
    {SHOW,            0,   "show",            "N",          "draw gold and candidate of sentence N, differences marked"},
    {IGNORE_PUNCT,    0,   "ignore-punct",    NULL,         "dependencies: give the scores without punctuation first (default for CoNLL-X)"},
    {SUBTYPES,        0,   "subtypes",        NULL,         "dependencies: compare nsubj:pass as it is, not as nsubj (default for CoNLL-X)"},
    {BY_ID,           0,   "by-id",           NULL,         "pair sentences by their ids instead of by position"},
    {MISSING,         0,   "missing",         "error|zero", "what a sentence without candidate does: stop (the default), or count as wrong"},
    {COMPARE,         0,   "compare",         NULL,         "compare two candidates: GOLD A B; with p-value and 95% interval"},
    {SAMPLES,         0,   "samples",         "N",          "random samples for --compare (default: 10000)"},
    {SEED,            0,   "seed",            "N",          "seed of the random numbers for --compare (default: 1)"},
    {JSON,            0,   "json",            NULL,         "print one JSON object"},
    {TSV,             0,   "tsv",             NULL,         "print the values of --json as lines of name and value, and its lists as tables, separated by tabs"},
    {0},
};
/* clang-format on */

static int run(args *a);

const command cmd_eval = {
    .name = "eval",
    .synopsis = "[OPTION…] GOLD PARSED, or --compare GOLD A B",
    .about = "score trees against a gold standard",
    .options = options,
    .input = input_rows,
    .run = run,
};

/* -- files -------------------------------------------------------------------------- */

int eval_fail_at(const pl_sentence_pair *pair, pl_error *err)
{
    const char *id = pair->gold != NULL ? pair->gold->id : NULL;
    return pl_fail_prefix(err, "sentence %zu%s%s%s: ", pair->number,
                          id != NULL ? " (" : "", id != NULL ? id : "",
                          id != NULL ? ")" : "");
}

static pl_source *open_one(const eval_job *j, size_t file, input *in, pl_error *err)
{
    *in = j->in;
    in->files.at = &j->in.files.at[file];
    in->files.n = 1;
    return input_open(in, err);
}

int eval_open(eval_job *j, size_t candidate, eval_files *f, pl_error *err)
{
    *f = (eval_files){0};
    f->gold = open_one(j, 0, &f->inputs[0], err);
    if (f->gold == NULL)
        return -1;
    f->candidate = open_one(j, candidate, &f->inputs[1], err);
    if (f->candidate == NULL)
        return -1;
    pl_pairs_options options = {
        .params = &j->params, .by_id = j->by_id, .missing_zero = j->missing_zero};
    f->pairs = pl_pairs_open(f->gold, f->candidate, &options);
    const pl_tree *tree;
    const pl_format *format;
    int got = pl_pairs_peek(f->pairs, &tree, &format, err);
    if (got > 0) {
        bool can = tree->has_deps ||
                   (tree->n_tokens == 0 && (format->holds & PL_HAS_DEPENDENCIES) != 0);
        f->dependencies = can && tree->root == PL_NONE;
        f->universal = strcmp(format->name, "conllu") == 0;
        pl_pairs_set_loose(f->pairs, f->dependencies && f->universal);
    }
    return got < 0 ? -1 : 0;
}

int eval_next(const eval_job *j, eval_files *f, pl_sentence_pair *pair, pl_error *err)
{
    int got = pl_pairs_next(f->pairs, pair, err);
    if (got > 0 && j->params.punct_root && !f->dependencies) {
        if (pair->gold->root != PL_NONE)
            pl_punct(pair->gold, PL_PUNCT_ROOT);
        if (pair->candidate != NULL && pair->candidate->root != PL_NONE)
            pl_punct(pair->candidate, PL_PUNCT_ROOT);
    }
    return got;
}

/* Options that do nothing for the kind of trees there is. */
static void say_idle_options(const eval_job *j, bool dependencies)
{
    const struct {
        bool given, dependencies;
        const char *name;
    } all[] = {
        {strcmp(j->params_name, "proper") != 0, false, "--params"},
        {j->disc_only, false, "--disc-only"},
        {j->cutoff >= 0, false, "--cutoff"},
        {j->unlabelled, false, "--unlabelled"},
        {j->whole_labels, false, "--whole-labels"},
        {j->score_functions, false, "--score-functions"},
        {j->per_distance, true, "--per-distance"},
        {j->ignore_punct, true, "--ignore-punct"},
        {j->subtypes, true, "--subtypes"},
    };
    static const char *const kinds[] = {"constituents", "dependencies"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given && all[i].dependencies != dependencies)
            fprintf(stderr, "pleach: %s is for %s: it changes nothing for %s\n",
                    all[i].name, kinds[!dependencies], kinds[dependencies]);
}

void eval_notes(const eval_job *j, const eval_files *f)
{
    input_report(&f->inputs[0], f->gold);
    input_report(&f->inputs[1], f->candidate);
    const char *first;
    size_t n = pl_pairs_id_differences(f->pairs, &first);
    if (n > 0 && !j->in.quiet)
        fprintf(stderr,
                "pleach: the ids of %zu sentence%s differ: %s (--by-id pairs by "
                "them)\n",
                n, n == 1 ? "" : "s", first);
}

void eval_close(eval_files *f)
{
    pl_pairs_close(f->pairs);
    pl_source_close(f->gold);
    pl_source_close(f->candidate);
}

/* -- options ------------------------------------------------------------------------ */

/* clang-format off */
/* The options that only set a switch, and which. */
static const struct {
    int id;
    size_t field; /* of eval_job */
} flags[] = {
    {DISC_ONLY,       offsetof(eval_job, disc_only)},
    {UNLABELLED,      offsetof(eval_job, unlabelled)},
    {WHOLE_LABELS,    offsetof(eval_job, whole_labels)},
    {SCORE_FUNCTIONS, offsetof(eval_job, score_functions)},
    {PER_LABEL,       offsetof(eval_job, per_label)},
    {PER_TAG,         offsetof(eval_job, per_tag)},
    {PER_SENTENCE,    offsetof(eval_job, per_sentence)},
    {PER_DISTANCE,    offsetof(eval_job, per_distance)},
    {ERRORS,          offsetof(eval_job, errors)},
    {IGNORE_PUNCT,    offsetof(eval_job, ignore_punct)},
    {SUBTYPES,        offsetof(eval_job, subtypes)},
    {BY_ID,           offsetof(eval_job, by_id)},
    {COMPARE,         offsetof(eval_job, compare)},
};
/* clang-format on */

/* Handles one option; an exit code, or -1 to go on. */
static int take_option(eval_job *j, const args *a, int id)
{
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].id == id) {
            *(bool *)((char *)j + flags[i].field) = true;
            return -1;
        }
    int found;
    switch (id) {
    case JSON:
    case TSV:
        j->form = id == JSON ? AS_JSON : AS_TSV;
        return -1;
    case PARAMS:
        j->params_name = a->value;
        return -1;
    case CUTOFF:
        return number_arg(a, 0, 1000000, &j->cutoff) ? -1 : USAGE;
    case SHOW:
        return number_arg(a, 1, 1000000000, &j->show) ? -1 : USAGE;
    case SAMPLES:
        return number_arg(a, 1, 10000000, &j->samples) ? -1 : USAGE;
    case SEED:
        return number_arg(a, 0, 9223372036854775807, &j->seed) ? -1 : USAGE;
    case MISSING:
        found = name_arg(a, (const char *const[]){"error", "zero"}, 2);
        j->missing_zero = found == 1;
        return found < 0 ? USAGE : -1;
    default:
        return input_option(&j->in, a, id);
    }
}

static int check_usage(const eval_job *j)
{
    size_t want = j->compare ? 3 : 2;
    if (j->in.files.n != want)
        return usage_error(j->command, "expected %s, found %zu file%s",
                           j->compare ? "three files: GOLD A B"
                                      : "two files: GOLD PARSED",
                           j->in.files.n, j->in.files.n == 1 ? "" : "s");
    size_t n_stdin = 0;
    for (size_t i = 0; i < want; i++)
        n_stdin += strcmp(j->in.files.at[i], "-") == 0;
    if (n_stdin > 1 || (j->compare && strcmp(j->in.files.at[0], "-") == 0))
        return usage_error(j->command, "standard input can be read only once");
    if (j->show > 0 && (j->form != AS_TEXT || j->compare))
        return usage_error(j->command, "--show does not go with %s",
                           j->compare           ? "--compare"
                           : j->form == AS_JSON ? "--json"
                                                : "--tsv");
    return -1;
}

static int evaluate(eval_job *j, pl_error *err)
{
    if (j->compare)
        return eval_compare(j, err);
    eval_files f;
    int status = eval_open(j, 1, &f, err);
    if (status == 0 && j->show > 0)
        status = eval_show(j, &f, err);
    else if (status == 0)
        status = f.dependencies ? eval_deps(j, &f, err) : eval_brackets(j, &f, err);
    if (status == 0 && !j->in.quiet)
        say_idle_options(j, f.dependencies);
    if (status == 0)
        eval_notes(j, &f);
    eval_close(&f);
    return status;
}

static int run(args *a)
{
    eval_job j = {.command = a->command,
                  .params_name = "proper",
                  .cutoff = -1,
                  .samples = 10000,
                  .seed = 1};
    pl_error err;
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (status < 0)
        status = check_usage(&j);
    if (status < 0 && pl_eval_params_load(&j.params, j.params_name, &err) < 0)
        status = fail(&err);
    if (status < 0) {
        if (j.cutoff >= 0)
            j.params.cutoff = (uint32_t)j.cutoff;
        j.params.whole_labels = j.whole_labels;
        j.params.labelled = j.params.labelled && !j.unlabelled;
        j.params.disc_only = j.params.disc_only || j.disc_only;
        status = evaluate(&j, &err) < 0 ? fail(&err) : DONE;
        pl_eval_params_release(&j.params);
    }
    input_release(&j.in);
    return status;
}
