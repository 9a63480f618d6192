/* pleach eval: how good are these trees? */
#include "eval.h"

#include <string.h>

static const char *const missing_names[] = {"error", "zero"};

/* clang-format off */
static const option_row options[] = {
    {'p', "params",          "NAME|FILE",  FILE_NAME(eval_job, params_name),          "count by these parameters: proper, spmrl, disc, or a file in the syntax of EVALB (default: proper)"},
    {0,   "disc-only",       NULL,         FLAG(eval_job, disc_only),                 "count discontinuous constituents only"},
    {0,   "cutoff",          "N",          NUMBER(eval_job, cutoff, 0, 1000000),      "give scores also for sentences of at most N words (default: as the parameters say)"},
    {0,   "unlabelled",      NULL,         FLAG(eval_job, unlabelled),                "compare the words that constituents cover, not their labels"},
    {0,   "whole-labels",    NULL,         FLAG(eval_job, whole_labels),              "compare labels and tags as they are (default: NP-SBJ and NP=2 are NP)"},
    {0,   "score-functions", NULL,         FLAG(eval_job, options.score_functions),           "score the functions of correct constituents and tags"},
    {0,   "per-label",       NULL,         FLAG(eval_job, per_label),                 "add a table of labels (dependencies: relations) with their confusions"},
    {0,   "per-tag",         NULL,         FLAG(eval_job, per_tag),                   "add a table of part-of-speech tags"},
    {0,   "per-distance",    NULL,         FLAG(eval_job, per_distance),              "add a table of dependencies by distance to the head"},
    {0,   "per-sentence",    NULL,         FLAG(eval_job, per_sentence),              "add a line for each sentence"},
    {0,   "errors",          NULL,         FLAG(eval_job, errors),                    "show where points are lost: labels, gaps, sentence length, confusions"},
    {0,   "show",            "N",          NUMBER(eval_job, show, 1, 1000000000),     "draw gold and candidate of sentence N with their differences marked"},
    {0,   "ignore-punct",    NULL,         FLAG(eval_job, options.ignore_punct),              "dependencies: give the scores without punctuation first (default for CoNLL-X)"},
    {0,   "subtypes",        NULL,         FLAG(eval_job, options.subtypes),                  "dependencies: compare nsubj:pass as it is, not as nsubj (default for CoNLL-X)"},
    {0,   "by-id",           NULL,         FLAG(eval_job, options.by_id),                     "pair sentences by their ids instead of by position"},
    {0,   "missing",         "error|zero", CHOICE(eval_job, options.missing_zero, missing_names), "stop at a sentence without candidate, or count it as wrong (default: error)"},
    {0,   "compare",         NULL,         FLAG(eval_job, compare),                   "compare two candidates, GOLD A B: differences with p-value and 95% interval"},
    {0,   "samples",         "N",          NUMBER(eval_job, samples, 1, 10000000),    "with --compare: number of random samples (default: 10000)"},
    {0,   "seed",            "N",          NUMBER(eval_job, seed, 0, INT64_MAX),      "with --compare: seed of the random numbers (default: 1)"},
    GROUP(eval_job, form, report_form, report_rows),
    GROUP(eval_job, in, input, input_rows),
    {0},
};
/* clang-format on */

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
    j->options.params = &j->params;
    j->options.details = j->per_label || j->per_tag || j->errors;
    int status = j->compare    ? eval_compare(j, &err)
                 : j->show > 0 ? eval_show(j, &err)
                               : eval_scores(j, &err);
    exit_code code = done_or_fail(status, &err);
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
