/* pleach info: what a model is. */
#include "print_report.h"

#include "parser/model_report.h"
#include "tree/glossary.h"

#include <stdlib.h>
#include <string.h>

typedef struct job {
    bool templates, heads, actions, tokenizer, sections, json;
    bool glossary;
    const char *system;
    texts labels, models;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION(0,   "templates", NULL,   PL_FLAG_AT(job, templates), PL_HELP(NULL, "print the feature templates, one per line")),
    PL_OPTION(0,   "heads",     NULL,   PL_FLAG_AT(job, heads),     PL_HELP(NULL, "print the head rules that training used")),
    PL_OPTION(0,   "actions",   NULL,   PL_FLAG_AT(job, actions),   PL_HELP(NULL, "print the actions, one per line")),
    PL_OPTION(0,   "tokenizer", NULL,   PL_FLAG_AT(job, tokenizer), PL_HELP(NULL, "print the rules of the tokenizer")),
    PL_OPTION(0,   "sections",  NULL,   PL_FLAG_AT(job, sections),  PL_HELP(NULL, "print the sections of the file: size in bytes and name")),
    PL_OPTION(0,   "json",      NULL,   PL_FLAG_AT(job, json),      PL_HELP(NULL, "print a JSON object: the lines as members, numbers as numbers, a list where a line comes more than once")),
    PL_OPTION('l', "label",     "NAME", PL_TEXTS_AT(job, labels),   PL_HELP(NULL, "say what a label, function, tag or relation of a model that comes with pleach means; may be repeated")),
    PL_OPTION(0,   "glossary",  NULL,   PL_FLAG_AT(job, glossary),  PL_HELP(NULL, "print all of them with their meanings: kind, name, meaning")),
    PL_OPTION('s', "system",    "NAME", PL_TEXT_AT(job, system),    PL_HELP(NULL, "print the table of a transition system instead of a model: its actions, what each applies to and what it gives; for a dependency system its control parameters")),
    PL_INCLUDE(job, sections, bool, help_rows),
    PL_OPERANDS(job, models),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- what labels mean ----------------------------------------------------------------- */

static int fail_label(const pl_glossary *g, const char *model, const char *label,
                      pl_error *err)
{
    const char *like = pl_glossary_similar(g, label);
    return pl_fail(
        err, PL_BAD_ARGUMENT,
        "%s: '%s' is no label, function, tag or relation that is explained; %s%s%s"
        "'pleach info --glossary %s' lists all",
        model, label, like != NULL ? "did you mean '" : "", like != NULL ? like : "",
        like != NULL ? "'? " : "", model);
}

/* The model is named with or without folder and endings. */
static int put_meanings(const job *j, pl_str *out, pl_error *err)
{
    const char *base = pl_base_name(j->models.at[0]);
    char *name = pl_strndup(base, strcspn(base, "."));
    pl_glossary *g = pl_glossary_of_model(name, err);
    int status = g != NULL ? 0 : -1;
    if (status == 0 && j->glossary)
        pl_glossary_put_all(g, out);
    for (size_t i = 0; i < j->labels.n && status == 0; i++)
        if (!pl_glossary_put_lines(g, j->labels.at[i], out))
            status = fail_label(g, name, j->labels.at[i], err);
    pl_glossary_close(g);
    free(name);
    return status;
}

/* -- the command ---------------------------------------------------------------------- */

static pl_model_part part_of(const job *j)
{
    return j->templates   ? PL_MODEL_TEMPLATES
           : j->heads     ? PL_MODEL_HEADS
           : j->tokenizer ? PL_MODEL_TOKENIZER
           : j->actions   ? PL_MODEL_ACTIONS
           : j->sections  ? PL_MODEL_SECTIONS
                          : PL_MODEL_SUMMARY;
}

static int report(const job *j, pl_report *r, pl_error *err)
{
    if (j->system != NULL)
        return pl_system_report(r, j->system, err);
    if (j->glossary || j->labels.n > 0)
        return put_meanings(j, &r->text, err);
    return pl_model_report(r, j->models.at[0], part_of(j), err);
}

static exit_code run(void *options)
{
    const job *j = options;
    pl_error err;
    if (j->models.n > 1)
        return usage_error(&cmd_info, "one model at a time");
    if (j->system != NULL && j->models.n > 0)
        return usage_error(&cmd_info, "either a model or --system");
    if (j->system == NULL && j->models.n == 0)
        return usage_error(&cmd_info, "MODEL is missing; 'pleach models' lists them");
    if (j->json && (j->system != NULL || j->templates || j->heads || j->actions ||
                    j->tokenizer || j->sections || j->glossary || j->labels.n > 0))
        return usage_error(&cmd_info,
                           "--json is for what a model is, without further options");
    pl_report *r = pl_report_new(j->json ? PL_REPORT_JSON : PL_REPORT_TEXT);
    int status = report(j, r, &err);
    if (status == 0 || !j->json)
        report_print(r);
    pl_report_free(r);
    return done_or_fail(status, &err);
}

const command cmd_info = {
    .name = "info",
    .synopsis = "[OPTION…] MODEL, or pleach info --system NAME",
    .about = "say what a model is: system, features, training data, scores, size",
    .options = options,
    .size = sizeof(job),
    .run = run,
};
