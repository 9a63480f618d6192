/* Installed models; see model_list.h. */
#include "parser/model_list.h"

#include "base/path.h"
#include "base/share.h"
#include "base/table.h"
#include "parser/model.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
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

/* Keys of a model file, and the names of their values here. */
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

/* The names of the licences, which semicolons separate, without remarks on them. */
static void put_terms(pl_value *row)
{
    const char *at = pl_value_text(pl_value_get(row, "licence"));
    pl_str terms = {0};
    while (at != NULL && *at != '\0') {
        pl_str_printf(&terms, "%s%.*s", terms.n > 0 ? ";" : "", (int)strcspn(at, ",;("),
                      at);
        at += strcspn(at, ";");
        at += *at == ';';
    }
    pl_value_set_text(row, "terms", terms.at);
    pl_str_release(&terms);
}

static void put_model(pl_value *row, bool for_text, const pl_shared_file *file,
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
    if (for_text) {
        pl_value_set_number(row, "megabytes", (double)pl_sections_size(model) / 1e6);
        put_terms(row);
    }
    pl_str_release(&about);
    pl_str_release(&value);
}

size_t pl_models_report(pl_report *r, void (*unreadable)(const pl_error *reason))
{
    size_t n_unreadable = 0;
    pl_shared_files files = {0};
    pl_value_set_text(r->root, "default", "nl");
    pl_value *list = pl_value_set_list(r->root, "models");
    pl_share_models(&files);
    for (size_t i = 0; i < files.n; i++) {
        pl_error err;
        pl_sections *model = pl_sections_open(files.at[i].name, &err);
        if (model != NULL)
            put_model(pl_value_add_object(list), r->form == PL_REPORT_TEXT, &files.at[i],
                      model);
        else
            unreadable(&err);
        n_unreadable += model == NULL;
        pl_sections_close(model);
    }
    if (r->form == PL_REPORT_TEXT)
        pl_table_put(&r->text, "name", columns, list);
    pl_shared_files_release(&files);
    return n_unreadable;
}

/* -- new ones ------------------------------------------------------------------------- */

static int check_name(const char *name, const char *path, pl_error *err)
{
    pl_shared_files files = {0};
    int status = 0;
    if (*name == '\0' || *name == '.' || *name == '-')
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: '%s' is no name for a model; rename the file", path, name);
    pl_share_models(&files);
    for (size_t i = 0; i < files.n && status == 0; i++)
        if (strcmp(files.at[i].name, name) == 0)
            status =
                pl_fail(err, PL_BAD_ARGUMENT,
                        "%s: there is a model '%s' already, %s; rename the new file, or "
                        "remove that one first",
                        path, name, files.at[i].path);
    pl_shared_files_release(&files);
    return status;
}

/* Writes a model without compression into the user's folder. */
static int store(pl_report *r, const pl_sections *model, const char *name, pl_error *err)
{
    pl_str to = {0};
    int status = -1;
    if (!pl_share_user_models(&to))
        pl_fail(err, PL_SYSTEM, "there is no home folder: set XDG_DATA_HOME");
    else {
        pl_str_printf(&to, "/%s.model", name);
        status = pl_path_make_folders(to.at, err) == 0
                     ? pl_sections_write(model, to.at, err)
                     : -1;
    }
    if (status == 0)
        pl_str_printf(&r->text, "%s: %s\n", name, to.at);
    pl_str_release(&to);
    return status;
}

/* Installs one file if all of it is a model. */
static int install(pl_report *r, const char *path, const char *name, pl_error *err)
{
    const pl_model_settings any = {.tagger_suffices = true};
    pl_str file = {0}; /* a bare name would be that of an installed model */
    pl_str_printf(&file, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    int status = check_name(name, path, err);
    pl_model *m = status == 0 ? pl_model_load(file.at, &any, err) : NULL;
    status = m != NULL ? store(r, m->file, name, err) : -1;
    pl_model_free(m);
    pl_str_release(&file);
    return status;
}

int pl_models_install(pl_report *r, const char *path, pl_error *err)
{
    pl_shared_files files = {0};
    int status = 0;
    if (pl_path_is_folder(path))
        status = pl_share_models_in(path, &files, err);
    else
        PL_PUSH(&files, (pl_shared_file){pl_share_model_name(path), pl_strdup(path)});
    for (size_t i = 0; i < files.n && status == 0; i++)
        status = install(r, files.at[i].path, files.at[i].name, err);
    pl_shared_files_release(&files);
    return status;
}
