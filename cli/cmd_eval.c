/* pleach eval: how good are these trees? Prints the scores, draws a sentence, or compares
 * two candidates. src/eval/score_report.h fills the reports. */
#include "input.h"
#include "print_report.h"

#include "draw/draw.h"
#include "eval/score_report.h"

#include <string.h>

/* The command line as read. */
typedef struct eval_job {
    input in; /* its files: gold, candidate and, with --compare, a second candidate */
    pl_eval_params_options params;
    pl_eval_options options;
    pl_score_report_options report;
    pl_report_form form;
    bool compare;
    long long show; /* number of the sentence to draw, 0 for none */
    long long samples, seed;
} eval_job;

/* -- files -------------------------------------------------------------------------- */

/* What is done with a gold file and a candidate: 0, or -1 with the reason. */
typedef int action(const eval_job *j, pl_eval_files *f, void *to, pl_error *err);

/* Prints remarks on the files to standard error. */
static void note_files(const eval_job *j, const input inputs[2],
                       pl_source *const sources[2], const pl_pairs *pairs)
{
    for (int i = 0; i < 2; i++)
        input_report(&inputs[i], sources[i]);
    const char *first;
    size_t n = pl_pairs_id_differences(pairs, &first);
    if (n > 0 && !j->in.quiet)
        tell("pleach: the ids of %zu sentence%s differ: %s (--by-id pairs by "
             "them)\n",
             n, n == 1 ? "" : "s", first);
}

/* Opens the gold file and the candidate with that index among the files, and closes them after
 * the action. After success, prints notes about the files. After a failure,
 * `err` may get the option that would help. */
static int with_files(const eval_job *j, size_t candidate, action *act, void *to,
                      pl_error *err)
{
    const size_t index[2] = {0, candidate};
    input inputs[2] = {j->in, j->in};
    pl_source *sources[2] = {0};
    pl_eval_files f = {0};
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++) {
        inputs[i].files.at = &j->in.files.at[index[i]];
        inputs[i].files.n = 1;
        sources[i] = input_open(&inputs[i], err);
        status = sources[i] != NULL ? 0 : -1;
    }
    if (status == 0)
        status = pl_eval_files_open(&f, sources[0], sources[1], &j->options, err);
    if (status == 0) {
        status = act(j, &f, to, err);
        if (status < 0 && j->compare)
            pl_fail_prefix(err, "%s: ", j->in.files.at[candidate]);
    }
    if (status == 0)
        note_files(j, inputs, sources, f.pairs);
    else if (f.pairs != NULL && pl_pairs_missing(f.pairs) > 0) {
        size_t n = strlen(err->text);
        snprintf(err->text + n, sizeof err->text - n,
                 " (--missing zero counts missing sentences as empty)");
    }
    pl_eval_files_close(&f);
    pl_source_close(sources[0]);
    pl_source_close(sources[1]);
    return status;
}

/* -- scores ------------------------------------------------------------------------- */

/* Prints which options have no effect for these trees. */
static void note_idle_options(const eval_job *j, const pl_eval_files *f)
{
    bool dependencies = f->dependencies;
    const struct {
        bool given, dependencies;
        const char *name;
    } all[] = {
        {strcmp(j->params.name, "proper") != 0, false, "--params"},
        {j->params.disc_only, false, "--disc-only"},
        {j->params.cutoff >= 0, false, "--cutoff"},
        {j->params.unlabelled, false, "--unlabelled"},
        {j->params.whole_labels, false, "--whole-labels"},
        {j->params.functions, false, "--score-functions"},
        {j->report.per_distance, true, "--per-distance"},
        {j->options.ignore_punct, true, "--ignore-punct"},
        {j->options.subtypes, true, "--subtypes"},
    };
    static const char *const kinds[] = {"constituents", "dependencies"};
    if (j->options.ignore_punct && pl_deps_by_characters(&f->deps))
        tell("pleach: --ignore-punct changes nothing for the CoNLL 2018 measures\n");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given && all[i].dependencies != dependencies)
            tell("pleach: %s is for %s: it changes nothing for %s\n", all[i].name,
                 kinds[!dependencies], kinds[dependencies]);
}

/* What the scores do not show. */
static void note_brackets(const eval_job *j, const pl_eval *e)
{
    const pl_counts *c = &e->all.functions;
    if (j->params.functions && (c->gold == 0 || c->candidate == 0))
        tell("pleach: the %s has no functions to score\n",
             c->gold == 0 ? "gold file" : "candidate");
    if (e->cut_labels + e->cut_tags > 0)
        tell("pleach: %llu labels and %llu tags are right only up to a - or =; "
             "--whole-labels compares all of them\n",
             (unsigned long long)e->cut_labels, (unsigned long long)e->cut_tags);
}

static int print_scores(const eval_job *j, pl_eval_files *f, void *to, pl_error *err)
{
    pl_report *r = to;
    if (pl_score_report_files(r, f, &j->report, err) < 0)
        return -1;
    if (f->deps.differ && !j->options.conll18 && !j->in.quiet)
        tell("pleach: the files differ in words or sentences: CoNLL 2018 measures, words "
             "aligned by characters\n");
    if (j->report.calibration && pl_value_size(pl_value_get(r->root, "calibration")) == 0)
        tell("pleach: the candidate has no confidences; parse --confidence adds them\n");
    report_print(r);
    if (!f->dependencies && !j->in.quiet)
        note_brackets(j, &f->brackets);
    if (!j->in.quiet)
        note_idle_options(j, f);
    return 0;
}

/* -- one sentence ------------------------------------------------------------------- */

/* Draws for a terminal, with its width and colours, or else in any width and plain. */
static int draw(const pl_eval_files *f, pl_error *err)
{
    const pl_sentence_pair *pair = &f->pair;
    pl_draw_options o = {.format = PL_DRAW_TEXT,
                         .what = f->dependencies ? PL_DRAW_DEPENDENCIES : PL_DRAW_AUTO,
                         .ascii = terminal_ascii(),
                         .color = terminal_colors(),
                         .width = terminal_width()};
    pl_str text = {0};
    pl_out *out = pl_out_memory(&text);
    int status;
    if (pair->candidate != NULL && !pair->differs)
        status = pl_draw_compare(pair->gold, pair->candidate, &o, out, err);
    else {
        status = pl_draw(pair->gold, &o, out, err);
        if (status == 0 && pair->candidate != NULL)
            status = pl_draw(pair->candidate, &o, out, err);
    }
    status = pl_out_end(out, status, err);
    if (status == 0) {
        print("\n");
        print_drawing(pl_str_text(&text));
    }
    pl_str_release(&text);
    return status < 0 ? pl_pairs_fail_at(pair->number, pair->gold, err) : 0;
}

/* Prints the scores of the sentence above the drawing. */
static int show_sentence(const eval_job *j, pl_eval_files *f, void *to, pl_error *err)
{
    if (pl_score_report_sentence(to, f, (size_t)j->show, err) < 0)
        return -1;
    report_print(to);
    if (draw(f, err) < 0)
        return -1;
    if (!j->in.quiet)
        note_idle_options(j, f);
    return 0;
}

/* -- two candidates ----------------------------------------------------------------- */

static int read_results(const eval_job *j, pl_eval_files *f, void *to, pl_error *err)
{
    (void)j;
    return pl_results_read_comparable(to, f, err);
}

static int compare(const eval_job *j, pl_report *r, pl_error *err)
{
    pl_results a = {0}, b = {0};
    int status = with_files(j, 1, read_results, &a, err);
    if (status == 0)
        status = with_files(j, 2, read_results, &b, err);
    if (status == 0) {
        pl_score_report_comparison(r, &a, &b, &j->in.files.at[1], (size_t)j->samples,
                                   (uint64_t)j->seed);
        report_print(r);
    }
    pl_results_release(&a);
    pl_results_release(&b);
    return status;
}

/* -- the command -------------------------------------------------------------------- */

/* clang-format off */
static const pl_option_row options[] = {
    PL_INCLUDE(eval_job, params, pl_eval_params_options, pl_eval_params_option_rows),
    PL_INCLUDE(eval_job, report, pl_score_report_options, pl_score_report_option_rows),
    PL_OPTION(0,   "show",    "N",  PL_INTEGER_AT(eval_job, show, 1, 1000000000),  PL_HELP(NULL, "draw gold and candidate of sentence N with their differences marked")),
    PL_INCLUDE(eval_job, options, pl_eval_options, pl_eval_option_rows),
    PL_OPTION(0,   "compare", NULL, PL_FLAG_AT(eval_job, compare),                 PL_HELP(NULL, "compare two candidates, GOLD A B: differences with p-value and 95% interval")),
    PL_OPTION(0,   "samples", "N",  PL_INTEGER_AT(eval_job, samples, 1, 10000000), PL_HELP(NULL, "with --compare: number of random samples (default: 10000)")),
    PL_OPTION(0,   "seed",    "N",  PL_INTEGER_AT(eval_job, seed, 0, INT64_MAX),   PL_HELP(NULL, "with --compare: seed of the random numbers (default: 1)")),
    PL_INCLUDE(eval_job, form, pl_report_form, report_rows),
    PL_INCLUDE(eval_job, in, input, input_rows),
    PL_OPTIONS_END,
};
/* clang-format on */

/* Whether the options can be combined; if not, prints why. */
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
    else if (j->show > 0 && (j->form != PL_REPORT_TEXT || j->compare))
        usage_error(&cmd_eval, "--show does not go with %s",
                    j->compare                  ? "--compare"
                    : j->form == PL_REPORT_JSON ? "--json"
                                                : "--tsv");
    else if (j->compare && j->options.conll18)
        usage_error(&cmd_eval, "--conll18 does not go with --compare");
    else
        return true;
    return false;
}

static void set_defaults(void *options)
{
    *(eval_job *)options = (eval_job){
        .params = {.name = "proper", .cutoff = -1}, .samples = 10000, .seed = 1};
}

static exit_code run(void *options)
{
    eval_job *j = options;
    pl_eval_params params;
    pl_error err;
    if (!check_usage(j))
        return USAGE;
    if (pl_eval_params_choose(&params, &j->params, &err) < 0)
        return fail(&err);
    j->options.params = &params;
    pl_report *r = pl_report_new(j->form);
    int status = j->compare ? compare(j, r, &err)
                            : with_files(j, 1, j->show > 0 ? show_sentence : print_scores,
                                         r, &err);
    pl_report_free(r);
    pl_eval_params_release(&params);
    return done_or_fail(status, &err);
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
