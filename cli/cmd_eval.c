/* pleach eval: how good are these trees? Prints the scores, draws a sentence, or compares
 * two candidates; report_eval.c and report_deps.c put the scores into reports. */
#include "report_eval.h"

#include "base/utf8.h"
#include "draw/draw.h"
#include "eval/significance.h"

#include <math.h>
#include <string.h>

/* -- files -------------------------------------------------------------------------- */

/* One gold file and one candidate, open. */
typedef struct files {
    input inputs[2];
    pl_source *sources[2];
    pl_eval_files scores;
} files;

/* Opens the gold file and the candidate with that index among the files: 0, or -1. */
static int open_files(const eval_job *j, size_t candidate, files *f, pl_error *err)
{
    size_t index[2] = {0, candidate};
    *f = (files){0};
    for (int i = 0; i < 2; i++) {
        f->inputs[i] = j->in;
        f->inputs[i].files.at = &j->in.files.at[index[i]];
        f->inputs[i].files.n = 1;
        f->sources[i] = input_open(&f->inputs[i], err);
        if (f->sources[i] == NULL)
            return -1;
    }
    return pl_eval_files_open(&f->scores, f->sources[0], f->sources[1], &j->options, err);
}

/* Prints remarks on the files to standard error. */
static void note_files(const eval_job *j, const files *f)
{
    for (int i = 0; i < 2; i++)
        input_report(&f->inputs[i], f->sources[i]);
    const char *first;
    size_t n = pl_pairs_id_differences(f->scores.pairs, &first);
    if (n > 0 && !j->in.quiet)
        tell("pleach: the ids of %zu sentence%s differ: %s (--by-id pairs by "
             "them)\n",
             n, n == 1 ? "" : "s", first);
}

/* Closes the files. After success, notes what was odd about them; after a failure, `err`
 * may get the option that would help. */
static void close_files(const eval_job *j, files *f, int status, pl_error *err)
{
    if (status == 0)
        note_files(j, f);
    if (status < 0 && f->scores.pairs != NULL && pl_pairs_missing(f->scores.pairs) > 0) {
        size_t n = strlen(err->text);
        snprintf(err->text + n, sizeof err->text - n,
                 " (--missing zero counts missing sentences as empty)");
    }
    pl_eval_files_close(&f->scores);
    pl_source_close(f->sources[0]);
    pl_source_close(f->sources[1]);
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
        {strcmp(j->params_name, "proper") != 0, false, "--params"},
        {j->disc_only, false, "--disc-only"},
        {j->cutoff >= 0, false, "--cutoff"},
        {j->unlabelled, false, "--unlabelled"},
        {j->whole_labels, false, "--whole-labels"},
        {j->options.score_functions, false, "--score-functions"},
        {j->per_distance, true, "--per-distance"},
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
    if (j->options.score_functions && (c->gold == 0 || c->candidate == 0))
        tell("pleach: the %s has no functions to score\n",
             c->gold == 0 ? "gold file" : "candidate");
    if (e->cut_labels + e->cut_tags > 0)
        tell("pleach: %llu labels and %llu tags are right only up to a - or =; "
             "--whole-labels compares all of them\n",
             (unsigned long long)e->cut_labels, (unsigned long long)e->cut_tags);
}

/* Adds the row of the sentence counted last: to the text, or else to `sentences`. */
static void add_sentence(pl_report *r, const pl_eval_files *f, pl_value *sentences)
{
    pl_value *row =
        report_sentence(r, &f->brackets, f->pair.number, f->pair.gold->id);
    if (r->form == PL_REPORT_TEXT)
        pl_table_put_row(&r->text, sentence_columns, row);
    else
        pl_value_add_value(sentences, row);
}

static int read_all(const eval_job *j, files *f, pl_report *r, pl_value *sentences,
                    pl_reliability *reliability, pl_error *err)
{
    bool rows = sentences != NULL && !f->scores.dependencies;
    int got;
    if (rows && j->form == PL_REPORT_TEXT)
        pl_table_put_titles(&r->text, "sentence", sentence_columns);
    while ((got = pl_eval_files_read(&f->scores, err)) > 0) {
        if (rows)
            add_sentence(r, &f->scores, sentences);
        if (j->calibration)
            pl_reliability_add(reliability, &f->scores);
    }
    return got;
}

static void print_scores(const eval_job *j, const files *f, pl_report *r, pl_value *sentences,
                         const pl_reliability *reliability)
{
    const pl_eval_files *s = &f->scores;
    if (s->deps.differ && !j->options.conll18 && !j->in.quiet)
        tell("pleach: the files differ in words or sentences: CoNLL 2018 measures, words "
             "aligned by characters\n");
    if (s->dependencies)
        report_deps(r, j, &s->deps, s->no_punct);
    else
        report_brackets(r, j, &s->brackets, &s->details, sentences);
    if (j->calibration && !report_reliability(r, reliability, s->dependencies))
        tell("pleach: the candidate has no confidences; parse --confidence adds them\n");
    report_print(r);
    if (!s->dependencies && !j->in.quiet)
        note_brackets(j, &s->brackets);
    if (!j->in.quiet)
        note_idle_options(j, s);
}

static int eval_scores(const eval_job *j, pl_error *err)
{
    files f;
    pl_report *r = pl_report_new(j->form);
    pl_reliability reliability = {0};
    pl_value *sentences = j->per_sentence ? pl_report_new_list(r) : NULL;
    int status = open_files(j, 1, &f, err);
    if (status == 0)
        status = read_all(j, &f, r, sentences, &reliability, err);
    if (status == 0)
        print_scores(j, &f, r, sentences, &reliability);
    pl_report_free(r);
    close_files(j, &f, status, err);
    return status;
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

/* The scores of the sentence, the only one counted, above the drawing. */
static int show_scores(pl_eval_files *f, pl_error *err)
{
    if (pl_eval_files_count(f, err) < 0 || pl_eval_files_finish(f, err) < 0)
        return -1;
    if (f->dependencies) {
        const pl_dep_counts *c = &f->deps.all;
        print("%llu words, UAS %.2f, LAS %.2f\n", (unsigned long long)c->gold,
              pl_dep_score(&f->deps, c, c->heads), pl_dep_score(&f->deps, c, c->both));
        return 0;
    }
    pl_report *r = pl_report_new(PL_REPORT_TEXT);
    pl_table_put_titles(&r->text, "sentence", sentence_columns);
    add_sentence(r, f, NULL);
    report_print(r);
    pl_report_free(r);
    return 0;
}

static int find_and_show(const eval_job *j, pl_eval_files *f, pl_error *err)
{
    const pl_sentence_pair *pair = &f->pair;
    int got;
    size_t seen = 0;
    while ((got = pl_eval_files_next(f, err)) > 0) {
        seen = pair->number;
        if (pair->gold == NULL || pair->number != (size_t)j->show)
            continue;
        if (pair->candidate == NULL || pair->differs)
            print("sentence %zu%s\n", pair->number,
                  pair->candidate == NULL ? ": no candidate" : "");
        else if (show_scores(f, err) < 0)
            return -1;
        return draw(f, err);
    }
    return got < 0
               ? -1
               : pl_fail(err, PL_BAD_ARGUMENT,
                         "there is no sentence %lld: the files have %zu", j->show, seen);
}

static int eval_show(const eval_job *j, pl_error *err)
{
    files f;
    int status = open_files(j, 1, &f, err);
    if (status == 0)
        status = find_and_show(j, &f.scores, err);
    if (status == 0 && !j->in.quiet)
        note_idle_options(j, &f.scores);
    close_files(j, &f, status, err);
    return status;
}

/* -- two candidates ----------------------------------------------------------------- */

/* clang-format off */
static const pl_table_column comparison_columns[] = {
    PL_COLUMN("title",      NULL,          -14),
    PL_COLUMN("a",          "A",             9),
    PL_COLUMN("b",          "B",             9),
    PL_COLUMN("difference", "B - A",         9),
    PL_COLUMN("interval",   "95% interval", 22),
    {.key = "p", .title = "p", .width =  10, .digits = 4},
    {0},
};
/* clang-format on */

static int read_results(const eval_job *j, size_t candidate, pl_results *r, pl_error *err)
{
    files f;
    int status = open_files(j, candidate, &f, err);
    if (status == 0) {
        status = pl_results_read(r, &f.scores, err);
        if (status == 0 && f.scores.deps.differ)
            status = pl_fail(err, PL_BAD_INPUT,
                             "the words are not those of the gold file: only results over "
                             "the same words can be compared");
        if (status < 0)
            pl_fail_prefix(err, "%s: ", j->in.files.at[candidate]);
    }
    close_files(j, &f, status, err);
    return status;
}

static void put_comparison(pl_report_form form, const pl_metric *m, const pl_comparison *c,
                           pl_value *row)
{
    pl_value_set_number(row, "a", c->a);
    pl_value_set_number(row, "b", c->b);
    pl_value_set_number(row, "difference", c->difference);
    pl_value_set_number(row, "p", c->p);
    pl_value_set_number(row, "low", c->low);
    pl_value_set_number(row, "high", c->high);
    if (form == PL_REPORT_TEXT) {
        pl_value_set_text(row, "title", m->title);
        if (isnan(c->low))
            pl_value_set_text(row, "interval", "nan");
        else
            pl_value_set_format(row, "interval", "%+.2f to %+.2f", c->low, c->high);
    }
}

static void print_comparison(const eval_job *j, const pl_results *a, const pl_results *b)
{
    pl_report *r = pl_report_new(j->form);
    size_t n = a->ratios[0].n;
    pl_value_set_count(r->root, "sentences", n);
    pl_value_set_count(r->root, "samples", (uint64_t)j->samples);
    pl_value_set_count(r->root, "seed", (uint64_t)j->seed);
    if (j->form == PL_REPORT_TEXT) {
        for (int i = 1; i <= 2; i++) {
            pl_str_puts(&r->text, i == 1 ? "A  " : "\nB  ");
            pl_visible(&r->text, j->in.files.at[i]);
        }
        pl_str_puts(&r->text, "\n\n");
        pl_table_put_titles(&r->text, "", comparison_columns);
    }
    for (size_t i = 0; i < a->n_metrics; i++) {
        pl_comparison c = pl_compare(a->ratios[i].at, b->ratios[i].at, n,
                                     (size_t)j->samples, (uint64_t)j->seed);
        pl_value *row = pl_value_set_object(r->root, a->metrics[i].key);
        put_comparison(j->form, &a->metrics[i], &c, row);
        if (j->form == PL_REPORT_TEXT)
            pl_table_put_row(&r->text, comparison_columns, row);
    }
    if (j->form == PL_REPORT_TEXT)
        pl_str_printf(&r->text,
                      "\n%zu sentences; p: approximate randomization, interval: "
                      "bootstrap; %lld samples each, seed %lld\n",
                      n, j->samples, j->seed);
    report_print(r);
    pl_report_free(r);
}

static int eval_compare(const eval_job *j, pl_error *err)
{
    pl_results a = {0}, b = {0};
    int status = read_results(j, 1, &a, err);
    if (status == 0)
        status = read_results(j, 2, &b, err);
    if (status == 0)
        print_comparison(j, &a, &b);
    pl_results_release(&a);
    pl_results_release(&b);
    return status;
}

/* -- the command -------------------------------------------------------------------- */

static const pl_option_choice missing_choices[] = {{"error", NULL}, {"zero", NULL}, {0}};

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION('p', "params",          "NAME|FILE",  PL_FILE_AT(eval_job, params_name),                           PL_HELP(NULL, "count by these parameters: proper, spmrl, disc, or a file in the syntax of EVALB (default: proper)")),
    PL_OPTION(0,   "disc-only",       NULL,         PL_FLAG_AT(eval_job, disc_only),                             PL_HELP(NULL, "count discontinuous constituents only")),
    PL_OPTION(0,   "cutoff",          "N",          PL_INTEGER_AT(eval_job, cutoff, 0, 1000000),                 PL_HELP(NULL, "give scores also for sentences of at most N words (default: as the parameters say)")),
    PL_OPTION(0,   "unlabelled",      NULL,         PL_FLAG_AT(eval_job, unlabelled),                            PL_HELP(NULL, "compare the words that constituents cover, not their labels")),
    PL_OPTION(0,   "whole-labels",    NULL,         PL_FLAG_AT(eval_job, whole_labels),                          PL_HELP(NULL, "compare labels and tags as they are (default: NP-SBJ and NP=2 are NP)")),
    PL_OPTION(0,   "score-functions", NULL,         PL_FLAG_AT(eval_job, options.score_functions),               PL_HELP(NULL, "score the functions of correct constituents and tags")),
    PL_OPTION(0,   "per-label",       NULL,         PL_FLAG_AT(eval_job, per_label),                             PL_HELP(NULL, "add a table of labels (dependencies: relations) with their confusions")),
    PL_OPTION(0,   "per-tag",         NULL,         PL_FLAG_AT(eval_job, per_tag),                               PL_HELP(NULL, "add a table of part-of-speech tags")),
    PL_OPTION(0,   "per-distance",    NULL,         PL_FLAG_AT(eval_job, per_distance),                          PL_HELP(NULL, "add a table of dependencies by distance to the head")),
    PL_OPTION(0,   "per-sentence",    NULL,         PL_FLAG_AT(eval_job, per_sentence),                          PL_HELP(NULL, "add a line for each sentence")),
    PL_OPTION(0,   "errors",          NULL,         PL_FLAG_AT(eval_job, errors),                                PL_HELP(NULL, "show where points are lost: labels, gaps, sentence length, confusions")),
    PL_OPTION(0,   "calibration",     NULL,         PL_FLAG_AT(eval_job, calibration),                           PL_HELP(NULL, "add tables of how often constituents, arcs, tags and trees are right that parse --confidence was so sure of")),
    PL_OPTION(0,   "show",            "N",          PL_INTEGER_AT(eval_job, show, 1, 1000000000),                PL_HELP(NULL, "draw gold and candidate of sentence N with their differences marked")),
    PL_OPTION(0,   "ignore-punct",    NULL,         PL_FLAG_AT(eval_job, options.ignore_punct),                  PL_HELP(NULL, "dependencies: give the scores without punctuation first (default for CoNLL-X)")),
    PL_OPTION(0,   "conll18",         NULL,         PL_FLAG_AT(eval_job, options.conll18),                       PL_HELP(NULL, "CoNLL-U: give the measures of the CoNLL 2018 shared task, words aligned by characters (default where words or sentences differ)")),
    PL_OPTION(0,   "subtypes",        NULL,         PL_FLAG_AT(eval_job, options.subtypes),                      PL_HELP(NULL, "dependencies: compare nsubj:pass as it is, not as nsubj (default for CoNLL-X)")),
    PL_OPTION(0,   "by-id",           NULL,         PL_FLAG_AT(eval_job, options.by_id),                         PL_HELP(NULL, "pair sentences by their ids instead of by position")),
    PL_OPTION(0,   "missing",         "error|zero", PL_CHOICE_AT(eval_job, options.missing_zero, missing_choices), PL_HELP(NULL, "stop at a sentence without candidate, or count it as wrong (default: error)")),
    PL_OPTION(0,   "compare",         NULL,         PL_FLAG_AT(eval_job, compare),                               PL_HELP(NULL, "compare two candidates, GOLD A B: differences with p-value and 95% interval")),
    PL_OPTION(0,   "samples",         "N",          PL_INTEGER_AT(eval_job, samples, 1, 10000000),               PL_HELP(NULL, "with --compare: number of random samples (default: 10000)")),
    PL_OPTION(0,   "seed",            "N",          PL_INTEGER_AT(eval_job, seed, 0, INT64_MAX),                 PL_HELP(NULL, "with --compare: seed of the random numbers (default: 1)")),
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
                    j->compare           ? "--compare"
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
    pl_eval_params_release(&j->params);
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
