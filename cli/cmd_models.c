/* pleach models: the models that are there, and new ones among them. */
#include "parse_job.h"
#include "print_report.h"

#include "base/share.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static const pl_table_column columns[] = {
    {.key = "name",         .width = -16, .how = PL_COLUMN_WHOLE},
    {.key = "language",     .title = "language", .width = -34, .before = " "},
    {.key = "megabytes",    .title = "MB",       .width = 6,   .before = " ", .digits = 1},
    {.key = "dev.f1",       .title = "F1",       .width = 6,   .before = " "},
    {.key = "dev.disc_f1",  .title = "disc",     .width = 6,   .before = " "},
    {.key = "dev.las",      .title = "LAS",      .width = 6,   .before = " "},
    {.key = "terms",        .title = "licence",  .width = -30, .before = "  ", .how = PL_COLUMN_WHOLE},
    {0},
};

/* What a model says of itself, and what that is called here. */
static const char *const facts[][2] = {
    {"language", "language"}, {"treebank", "treebank"},       {"licence", "licence"},
    {"system", "system"},     {"attribution", "attribution"}, {NULL, NULL},
};
static const char *const scores[][2] = {
    {"dev-f1", "f1"}, {"dev-disc-f1", "disc_f1"}, {"dev-exact", "exact"}, {"dev-uas", "uas"}, {"dev-las", "las"}, {NULL, NULL},
};
/* clang-format on */

/* -- the list ------------------------------------------------------------------------- */

static void put_scores(pl_value *row, const pl_str *about)
{
    pl_str value = {0};
    pl_value *dev = pl_value_set_object(row, "dev");
    for (const char *const(*s)[2] = scores; (*s)[0] != NULL; s++)
        if (pl_about_get(about, (*s)[0], &value))
            pl_value_set_number(dev, (*s)[1], strtod(value.at, NULL));
    pl_str_release(&value);
}

/* The names of licences, which stand between semicolons, without what is said about them. */
static void put_terms(pl_value *row)
{
    const char *at = pl_value_text(pl_value_get(row, "licence"));
    pl_str terms = {0};
    while (at != NULL && *at != '\0') {
        pl_str_printf(&terms, "%s%.*s", terms.n > 0 ? ";" : "", (int)strcspn(at, ",;("), at);
        at += strcspn(at, ";");
        at += *at == ';';
    }
    pl_value_set_text(row, "terms", terms.at);
    pl_str_release(&terms);
}

static void put_model(pl_value *row, bool json, const pl_shared_file *file,
                      const pl_sections *model)
{
    pl_str about = {0}, value = {0};
    pl_sections_text(model, "about", &about);
    pl_value_set_text(row, "name", file->name);
    for (const char *const(*f)[2] = facts; (*f)[0] != NULL; f++)
        if (pl_about_get(&about, (*f)[0], &value))
            pl_value_set_text(row, (*f)[1], value.at);
    put_scores(row, &about);
    pl_value_set_count(row, "bytes", pl_sections_size(model));
    pl_value_set_text(row, "path", file->path);
    if (!json) {
        pl_value_set_number(row, "megabytes", (double)pl_sections_size(model) / 1e6);
        put_terms(row);
    }
    pl_str_release(&about);
    pl_str_release(&value);
}

/* Lists all models; says which cannot be read. */
static exit_code list_models(const job *j)
{
    exit_code code = DONE;
    pl_shared_files files = {0};
    pl_report *r = pl_report_new(j->json ? PL_REPORT_JSON : PL_REPORT_TEXT);
    pl_value_set_text(r->root, "default", "nl");
    pl_value *list = pl_value_set_list(r->root, "models");
    pl_share_models(&files);
    for (size_t i = 0; i < files.n; i++) {
        pl_error err;
        pl_sections *model = pl_sections_open(files.at[i].name, &err);
        if (model != NULL)
            put_model(pl_value_add_object(list), j->json, &files.at[i], model);
        else
            code = fail(&err);
        pl_sections_close(model);
    }
    if (!j->json)
        pl_table_put(&r->text, "name", columns, list);
    report_print(r);
    pl_report_free(r);
    pl_shared_files_release(&files);
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

/* -- new ones ------------------------------------------------------------------------- */

/* The length of a file's name without the endings of models: dir/fr.model.zst is fr. */
static size_t stem(const char *file)
{
    size_t n = pl_unpacked_length(file);
    return n - (pl_ends_in(file, n, ".model") ? strlen(".model") : 0);
}

static int check_name(const char *name, const char *path, pl_error *err)
{
    pl_shared_files files = {0};
    int status = 0;
    if (*name == '\0' || *name == '.' || *name == '-')
        return pl_fail(err, PL_BAD_ARGUMENT, "%s: '%s' is no name for a model; rename the file",
                       path, name);
    pl_share_models(&files);
    for (size_t i = 0; i < files.n && status == 0; i++)
        if (strcmp(files.at[i].name, name) == 0)
            status = pl_fail(err, PL_BAD_ARGUMENT,
                             "%s: there is a model '%s' already, %s; rename the new file, or "
                             "remove that one first",
                             path, name, files.at[i].path);
    pl_shared_files_release(&files);
    return status;
}

/* Writes a model without compression into the user's folder. */
static int store(const pl_sections *model, const char *name, pl_error *err)
{
    pl_str to = {0};
    int status = -1;
    if (!pl_share_user_models(&to))
        pl_fail(err, PL_SYSTEM, "there is no home folder: set XDG_DATA_HOME");
    else {
        pl_str_printf(&to, "/%s.model", name);
        status = make_folders(to.at, err) == 0 ? pl_sections_write(model, to.at, err) : -1;
    }
    if (status == 0)
        print("%s: %s\n", name, to.at);
    pl_str_release(&to);
    return status;
}

/* Adds one file, once all of it is known to be a model. */
static int add_file(const char *path, pl_error *err)
{
    const pl_model_settings any = {.tagger_suffices = true};
    const char *base = pl_base_name(path);
    char *name = pl_strndup(base, stem(base));
    pl_str file = {0}; /* a bare name would be that of an installed model */
    pl_str_printf(&file, "%s%s", base == path ? "./" : "", path);
    int status = check_name(name, path, err);
    pl_model *m = status == 0 ? pl_model_load(file.at, &any, err) : NULL;
    status = m != NULL ? store(m->file, name, err) : -1;
    pl_model_free(m);
    pl_str_release(&file);
    free(name);
    return status;
}

static int is_model(const struct dirent *entry)
{
    size_t n = pl_unpacked_length(entry->d_name);
    return entry->d_name[0] != '.' && pl_ends_in(entry->d_name, n, ".model");
}

static int add_folder(const char *folder, pl_error *err)
{
    struct dirent **found;
    pl_str path = {0};
    int n = scandir(folder, &found, is_model, alphasort), status = 0;
    if (n < 0)
        return pl_fail(err, PL_SYSTEM, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < n; i++) {
        pl_str_clear(&path);
        pl_str_printf(&path, "%s/%s", folder, found[i]->d_name);
        if (status == 0)
            status = add_file(path.at, err);
        free(found[i]);
    }
    free(found);
    pl_str_release(&path);
    return n > 0 ? status
                 : pl_fail(err, PL_BAD_ARGUMENT,
                           "%s: there are no models in this folder (*.model, *.model.zst)",
                           folder);
}

static int add(const char *path, pl_error *err)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode) ? add_folder(path, err)
                                                           : add_file(path, err);
}

static exit_code run(void *options)
{
    const job *j = options;
    pl_error err;
    int status = 0;
    if (j->words.n == 0)
        return j->names ? list_names() : list_models(j);
    if (strcmp(j->words.at[0], "add") != 0)
        return usage_error(&cmd_models, "'%s' is not known; there is: pleach models add FILE",
                           j->words.at[0]);
    if (j->words.n == 1)
        return usage_error(&cmd_models, "add: FILE or FOLDER is missing");
    for (size_t i = 1; i < j->words.n && status == 0; i++)
        status = add(j->words.at[i], &err);
    return done_or_fail(status, &err);
}

const command cmd_models = {
    .name = "models",
    .synopsis = "[--json|--names], or pleach models add FILE|FOLDER…",
    .about = "list the models that are there, or add some of your own",
    .options = options,
    .size = sizeof(job),
    .run = run,
};
