/* pleach models: the models that are there, and new ones among them. */
#include "print_report.h"

#include "base/share.h"
#include "parser/model_list.h"

#include <string.h>

typedef struct job {
    bool json, names;
    texts words; /* nothing, or add FILE|FOLDER… */
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION(0, "json",  NULL, PL_FLAG_AT(job, json),  PL_HELP(NULL, "print a JSON object, with paths, treebanks and attributions")),
    PL_OPTION(0, "names", NULL, PL_FLAG_AT(job, names), PL_HELP(NULL, "print their names only, one per line, without a look into the files")),
    PL_INCLUDE(job, json, bool, help_rows),
    PL_OPERANDS(job, words),
    PL_OPTIONS_END,
};
/* clang-format on */

static void tell_unreadable(const pl_error *reason)
{
    fail(reason);
}

static exit_code list_models(const job *j)
{
    pl_report *r = pl_report_new(j->json ? PL_REPORT_JSON : PL_REPORT_TEXT);
    exit_code code = pl_models_report(r, tell_unreadable) == 0 ? DONE : FAILED;
    report_print(r);
    pl_report_free(r);
    return code;
}

static exit_code list_names(void)
{
    pl_shared_files files = {0};
    pl_share_models(&files);
    for (size_t i = 0; i < files.n; i++)
        print("%s\n", files.at[i].name);
    pl_shared_files_release(&files);
    return DONE;
}

static exit_code install(const job *j)
{
    pl_error err;
    int status = 0;
    for (size_t i = 1; i < j->words.n && status == 0; i++) {
        pl_report *r = pl_report_new(PL_REPORT_TEXT);
        status = pl_models_install(r, j->words.at[i], &err);
        report_print(r);
        pl_report_free(r);
    }
    return done_or_fail(status, &err);
}

static exit_code run(void *options)
{
    const job *j = options;
    if (j->words.n == 0)
        return j->names ? list_names() : list_models(j);
    if (strcmp(j->words.at[0], "add") != 0)
        return usage_error(&cmd_models,
                           "'%s' is not known; there is: pleach models add FILE",
                           j->words.at[0]);
    if (j->words.n == 1)
        return usage_error(&cmd_models, "add: FILE or FOLDER is missing");
    return install(j);
}

const command cmd_models = {
    .name = "models",
    .synopsis = "[--json|--names], or pleach models add FILE|FOLDER…",
    .about = "list the models that are there, or add some of your own",
    .options = options,
    .size = sizeof(job),
    .run = run,
};
