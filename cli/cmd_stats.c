/* pleach stats: what a treebank consists of. */
#include "command.h"

#include "base/vec.h"
#include "corpus/source.h"
#include "report_stats.h"

#include <stdio.h>
#include <string.h>

enum { FROM = 256, JSON, PER_FILE, TOP, ON_ERROR, ENCODING };

static const option_row options[] = {
    {FROM, 'f', "from", "FORMAT",
     "format of the input; guessed from the file if not given"},
    {JSON, 0, "json", NULL, "print one JSON object (with --per-file a list of them)"},
    {PER_FILE, 0, "per-file", NULL, "a report for each file instead of one for all"},
    {TOP, 0, "top", "N", "how many of the most frequent labels to list (default: 10)"},
    {ON_ERROR, 0, "on-error", "stop|skip", "what a bad sentence does (default: stop)"},
    {ENCODING, 0, "encoding", "utf8|latin1", "encoding of the input (default: utf8)"},
    {'h', 'h', "help", NULL, "show this help"},
    {0},
};

static int run(args *a);

const command cmd_stats = {
    .name = "stats",
    .synopsis = "[--json] [--per-file] TREEBANK…",
    .about = "count what treebanks consist of: words, labels, discontinuity, lengths",
    .options = options,
    .run = run,
};

/* What the command line asked for. */
typedef struct job {
    pl_source_options source;
    bool json, per_file;
    size_t top;
    PL_VEC(const char *) files;
} job;

/* Handles one option; an exit code, or -1 to go on. */
static int take_option(job *j, const args *a, int id)
{
    long long n;
    switch (id) {
    case FROM:
        j->source.format = pl_format_find(a->value);
        if (j->source.format == NULL)
            return usage_error(a->command, "there is no format '%s'", a->value);
        return -1;
    case JSON:
        j->json = true;
        return -1;
    case PER_FILE:
        j->per_file = true;
        return -1;
    case TOP:
        if (!number_arg(a, 0, 1000, &n))
            return USAGE;
        j->top = (size_t)n;
        return -1;
    case ON_ERROR:
        j->source.skip_errors = strcmp(a->value, "skip") == 0;
        if (!j->source.skip_errors && strcmp(a->value, "stop") != 0)
            return usage_error(a->command, "--on-error takes stop or skip");
        return -1;
    case ENCODING:
        j->source.read.encoding = strcmp(a->value, "latin1") == 0 ? PL_LATIN1 : PL_UTF8;
        if (strcmp(a->value, "latin1") != 0 && strcmp(a->value, "utf8") != 0)
            return usage_error(a->command, "--encoding takes utf8 or latin1");
        return -1;
    case ARG_FILE:
        PL_PUSH(&j->files, a->value);
        return -1;
    case 'h':
        print_help(a->command);
        return DONE;
    default:
        return USAGE;
    }
}

static void say_skipped(void *context, const char *reason)
{
    (void)context;
    fprintf(stderr, "pleach: left out: %s\n", reason);
}

/* Adds up all sentences of n files: 0, or -1 with the reason. */
static int count(const job *j, const char *const *files, size_t n, pl_stats *s,
                 pl_err *err)
{
    pl_source *source = pl_source_open(files, n, &j->source, err);
    if (source == NULL)
        return -1;
    pl_arena arena = {0};
    pl_tree *tree;
    int got;
    while ((got = pl_source_next(source, &arena, &tree, err)) > 0) {
        pl_stats_add(s, tree);
        pl_arena_reset(&arena);
    }
    if (pl_source_skipped(source) > 0)
        fprintf(stderr, "pleach: %zu sentences left out\n", pl_source_skipped(source));
    pl_source_close(source);
    pl_arena_release(&arena);
    return got;
}

/* One report on n files. `name` is NULL for a report on all; `list` is where a JSON
 * object goes, NULL to print it. */
static int report(const job *j, const char *const *files, size_t n, const char *name,
                  json_t *list, pl_err *err)
{
    pl_stats s = {0};
    int status = count(j, files, n, &s, err);
    if (status == 0 && j->json) {
        json_t *object = report_stats_json(&s);
        if (name != NULL)
            json_object_set_new(object, "file", json_string(name));
        if (list != NULL)
            json_array_append(list, object);
        else if (json_dumpf(object, stdout, 0) == 0)
            putchar('\n');
        json_decref(object);
    } else if (status == 0) {
        if (name != NULL)
            printf("%s%s\n", files > j->files.at ? "\n" : "", name);
        report_stats_text(&s, j->top);
    }
    pl_stats_release(&s);
    return status;
}

static int report_each(const job *j, pl_err *err)
{
    json_t *list = j->json ? json_array() : NULL;
    int status = 0;
    for (size_t i = 0; i < j->files.n && status == 0; i++)
        status = report(j, &j->files.at[i], 1, j->files.at[i], list, err);
    if (status == 0 && list != NULL && json_dumpf(list, stdout, 0) == 0)
        putchar('\n');
    json_decref(list);
    return status;
}

static int run(args *a)
{
    job j = {.top = 10, .source.skipped = say_skipped};
    pl_err err;
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (status < 0) {
        int done = j.per_file && j.files.n > 0
                       ? report_each(&j, &err)
                       : report(&j, j.files.at, j.files.n, NULL, NULL, &err);
        status = done < 0 ? fail(&err) : DONE;
    }
    if (fflush(stdout) != 0 && status == DONE) {
        fprintf(stderr, "pleach: standard output could not be written\n");
        status = FAILED;
    }
    PL_VEC_RELEASE(&j.files);
    return status;
}
