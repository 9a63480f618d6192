/* pleach check: what is probably wrong in a treebank. */
#include "input.h"
#include "print_report.h"

#include "check/check_report.h"

typedef struct job {
    input in;
    settings transforms;
    pl_check_options check;
    pl_report_form form;
    const char *html, *model;
    texts only;
    pl_checker *found;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION('n', "number", "N",      PL_INTEGER_AT(job, check.limit, 0, INT64_MAX),    PL_HELP(NULL, "list the N most suspicious places; 0 lists all for which there is a reason (default: 100)")),
    PL_OPTION(0,   "only",   "METHOD", PL_TEXTS_AT(job, only),                           PL_HELP(NULL, "use this method alone: variation, rules, tags, parser or structure; may be repeated")),
    PL_OPTION('m', "model",  "MODEL",  PL_FILE_AT(job, model),                           PL_HELP(NULL, "compare with parses by this model, which must not have been trained on the treebank")),
    PL_OPTION(0,   "folds",  "K",      PL_INTEGER_AT(job, check.folds, 2, PL_MAX_FOLDS), PL_HELP(NULL, "compare with parses by K models, each trained on the other K-1 parts of the treebank")),
    PL_OPTION(0,   "seed",   "N",      PL_INTEGER_AT(job, check.seed, 0, INT64_MAX),     PL_HELP(NULL, "seed of the training for --folds (default: 1)")),
    PL_OPTION(0,   "html",   "FILE",   PL_FILE_AT(job, html),                            PL_HELP(NULL, "also write a page that shows each tree beside the corrected one")),
    PL_INCLUDE(job, form, pl_report_form, report_rows),
    PL_INCLUDE(job, check.threads, uint32_t, threads_rows),
    PL_INCLUDE(job, in, input, input_rows),
    PL_LIST(job, transforms, transform_option),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- reading ------------------------------------------------------------------------ */

static int read_trees(job *j, pl_error *err)
{
    pl_tree_stream s;
    pl_tree *tree;
    int got = stream_open(&s, &j->in, &j->transforms, progress_start(j->in.quiet), err);
    while (got >= 0 && (got = pl_tree_stream_next(&s, NULL, &tree, err)) > 0) {
        const pl_reader *r = pl_source_reader(s.source);
        pl_checker_add(j->found, tree, r->file, r->number);
    }
    stream_close(&s);
    return got;
}

/* -- the command ---------------------------------------------------------------------- */

static int show_progress(void *context, const char *what, double share)
{
    tell_progress("%s: %d%%", what, (int)(100 * share));
    return 0;
}

/* Makes the checker: 0, or -1 with the reason. */
static int start(job *j, pl_error *err)
{
    const pl_model_settings settings = {.nbest = PL_CHECK_NBEST};
    if (j->model != NULL) {
        j->check.model = pl_model_load(j->model, &settings, err);
        if (j->check.model == NULL)
            return -1;
    }
    if (progress_start(j->in.quiet).on)
        j->check.progress = show_progress;
    j->found = pl_checker_new(&j->check, err);
    return j->found != NULL ? 0 : pl_fail_prefix(err, "%s: ", j->model);
}

static int check(job *j, pl_error *err)
{
    if (start(j, err) < 0 || read_trees(j, err) < 0 || pl_checker_run(j->found, err) < 0)
        return -1;
    progress_hide();
    if (j->found->n_long > 0 && !j->in.quiet)
        tell("pleach: note: sentences of more than %d words or %d nodes are not checked: "
             "%zu\n",
             PL_MAX_CHECKED_WORDS, PL_MAX_CHECKED_NODES, j->found->n_long);
    pl_report *r = pl_check_report(j->found, j->form);
    int status = j->html != NULL ? pl_check_draw(j->found, r, j->html, err) : 0;
    report_print(r);
    pl_report_free(r);
    return status;
}

/* The methods named by --only, as bits; false after a message. */
static bool choose_methods(job *j)
{
    for (size_t i = 0; i < j->only.n; i++) {
        size_t k = pl_method_find(j->only.at[i]);
        if (k == PL_N_CHECK_METHODS) {
            usage_error(&cmd_check, "there is no method '%s'", j->only.at[i]);
            return false;
        }
        j->check.methods |= 1u << k;
    }
    return true;
}

static void print_notes(FILE *to)
{
    fprintf(to, "\nMethods:\n");
    for (size_t i = 0; i < PL_N_CHECK_METHODS; i++)
        fprintf(to, "  %-12s%s\n", pl_method_name(i), pl_method_about(i));
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.check = {.limit = 100, .seed = 1}};
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    if (!choose_methods(j) || !check_transforms(&cmd_check, &j->transforms))
        return USAGE;
    if (j->model != NULL && j->check.folds > 0)
        return usage_error(&cmd_check, "--model does not go with --folds");
    if ((j->check.methods >> PL_CHECK_PARSER & 1) != 0 && j->model == NULL &&
        j->check.folds == 0)
        return usage_error(&cmd_check, "--only parser needs --model or --folds");
    exit_code code = done_or_fail(check(j, &err), &err);
    pl_checker_free(j->found);
    pl_model_free((pl_model *)j->check.model);
    return code;
}

const command cmd_check = {
    .name = "check",
    .synopsis =
        "[--model MODEL | --folds K] [--only METHOD…] [-n N] [TRANSFORM…] TREEBANK…",
    .about = "list what is probably wrong in a treebank, most suspicious first",
    .options = options,
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .notes = print_notes,
    .run = run,
};
