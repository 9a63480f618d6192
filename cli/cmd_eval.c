/* pleach eval: how good are these trees? */
#include "eval.h"

#include "transform/punct.h"

#include <stdio.h>
#include <string.h>

static const char *const missing_names[] = {"error", "zero"};

/* clang-format off */
static const option_row options[] = {
    {'p', "params",          "NAME|FILE",  FILE_NAME(eval_job, params_name),          "count by these parameters: proper, spmrl, disc, or a file in the syntax of EVALB (default: proper)"},
    {0,   "disc-only",       NULL,         FLAG(eval_job, disc_only),                 "count discontinuous constituents only"},
    {0,   "cutoff",          "N",          NUMBER(eval_job, cutoff, 0, 1000000),      "give scores also for sentences of at most N words (default: as the parameters say)"},
    {0,   "unlabelled",      NULL,         FLAG(eval_job, unlabelled),                "compare the words that constituents cover, not their labels"},
    {0,   "whole-labels",    NULL,         FLAG(eval_job, whole_labels),              "compare labels and tags as they are (default: NP-SBJ and NP=2 are NP)"},
    {0,   "score-functions", NULL,         FLAG(eval_job, score_functions),           "score the functions of correct constituents and tags"},
    {0,   "per-label",       NULL,         FLAG(eval_job, per_label),                 "add a table of labels (dependencies: relations) with their confusions"},
    {0,   "per-tag",         NULL,         FLAG(eval_job, per_tag),                   "add a table of part-of-speech tags"},
    {0,   "per-distance",    NULL,         FLAG(eval_job, per_distance),              "add a table of dependencies by distance to the head"},
    {0,   "per-sentence",    NULL,         FLAG(eval_job, per_sentence),              "add a line for each sentence"},
    {0,   "errors",          NULL,         FLAG(eval_job, errors),                    "show where points are lost: labels, gaps, sentence length, confusions"},
    {0,   "show",            "N",          NUMBER(eval_job, show, 1, 1000000000),     "draw gold and candidate of sentence N with their differences marked"},
    {0,   "ignore-punct",    NULL,         FLAG(eval_job, ignore_punct),              "dependencies: give the scores without punctuation first (default for CoNLL-X)"},
    {0,   "subtypes",        NULL,         FLAG(eval_job, subtypes),                  "dependencies: compare nsubj:pass as it is, not as nsubj (default for CoNLL-X)"},
    {0,   "by-id",           NULL,         FLAG(eval_job, by_id),                     "pair sentences by their ids instead of by position"},
    {0,   "missing",         "error|zero", CHOICE(eval_job, missing_zero, missing_names), "stop at a sentence without candidate, or count it as wrong (default: error)"},
    {0,   "compare",         NULL,         FLAG(eval_job, compare),                   "compare two candidates, GOLD A B: differences with p-value and 95% interval"},
    {0,   "samples",         "N",          NUMBER(eval_job, samples, 1, 10000000),    "with --compare: number of random samples (default: 10000)"},
    {0,   "seed",            "N",          NUMBER(eval_job, seed, 0, INT64_MAX),      "with --compare: seed of the random numbers (default: 1)"},
    GROUP(eval_job, form, report_form, report_rows),
    GROUP(eval_job, in, input, input_rows),
    {0},
};
/* clang-format on */

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

/* Whether the options go together; says how not. */
static bool check_usage(const eval_job *j)
{
    size_t want = j->compare ? 3 : 2, n = j->in.files.n, n_stdin = 0;
    for (size_t i = 0; i < n; i++)
        n_stdin += strcmp(j->in.files.at[i], "-") == 0;
    if (n != want)
        usage_error(&cmd_eval, "expected %s, found %zu file%s",
                    j->compare ? "three files: GOLD A B" : "two files: GOLD PARSED", n,
                    n == 1 ? "" : "s");
    else if (n_stdin > 1 || (j->compare && strcmp(j->in.files.at[0], "-") == 0))
        usage_error(&cmd_eval, "standard input can be read only once");
    else if (j->show > 0 && (j->form != AS_TEXT || j->compare))
        usage_error(&cmd_eval, "--show does not go with %s",
                    j->compare           ? "--compare"
                    : j->form == AS_JSON ? "--json"
                                         : "--tsv");
    else
        return true;
    return false;
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

static void set_defaults(void *options)
{
    *(eval_job *)options =
        (eval_job){.params_name = "proper", .cutoff = -1, .samples = 10000, .seed = 1};
}

static exit_code run(void *options)
{
    eval_job *j = options;
    pl_error err;
    if (!check_usage(j))
        return USAGE;
    if (pl_eval_params_load(&j->params, j->params_name, &err) < 0)
        return fail(&err);
    if (j->cutoff >= 0)
        j->params.cutoff = (uint32_t)j->cutoff;
    j->params.whole_labels = j->whole_labels;
    j->params.labelled = j->params.labelled && !j->unlabelled;
    j->params.disc_only = j->params.disc_only || j->disc_only;
    exit_code code = done_or_fail(evaluate(j, &err), &err);
    pl_eval_params_release(&j->params);
    input_release(&j->in);
    return code;
}

const command cmd_eval = {
    .name = "eval",
    .synopsis = "[OPTION…] GOLD PARSED, or --compare GOLD A B",
    .about = "score trees against a gold standard",
    .options = options,
    .size = sizeof(eval_job),
    .set_defaults = set_defaults,
    .run = run,
};
