/* Installed models: their list, and what is not installed; names of files and folders. */
#include "parser/model_list.h"

#include "base/path.h"
#include "base/sections.h"
#include "base/share.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Creates an empty folder, in which the paths of a test are. */
static const char *folder(void)
{
    static char path[] = "/tmp/pleach-models-XXXXXX";
    memcpy(path + sizeof path - 7, "XXXXXX", 6);
    assert_non_null(mkdtemp(path));
    return path;
}

static const char *in_folder(const char *at, const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", at, name);
    return path;
}

static void write_file(const char *path, const char *about)
{
    pl_error err;
    pl_section_list list = {0};
    pl_sections_add(&list, "about", about, strlen(about));
    assert_int_equal(pl_sections_save(&list, path, &err), 0);
    pl_sections_release(&list);
}

static int n_unreadable;

static void count_unreadable(const pl_error *reason)
{
    assert_non_null(strstr(reason->text, "broken.model"));
    n_unreadable++;
}

static const pl_value *find(const pl_report *r, const char *name)
{
    const pl_value *models = pl_value_get(r->root, "models");
    for (size_t i = 0; i < pl_value_size(models); i++)
        if (strcmp(pl_value_text(pl_value_get(pl_value_item(models, i), "name")), name) ==
            0)
            return pl_value_item(models, i);
    fail_msg("there is no model %s", name);
    return NULL;
}

static void lists(void **unused)
{
    (void)unused;
    const char *at = folder();
    char models[200], *mine[] = {models, NULL}, **before = environ;
    write_file(in_folder(at, "test-a.model"),
               "language: Xish\nlicence: A (x); B\ndev-f1: 81.5\n");
    FILE *broken = fopen(in_folder(at, "broken.model"), "w");
    fputs("pleach", broken);
    fclose(broken);
    snprintf(models, sizeof models, "PLEACH_MODELS=%s", at);
    environ = mine;
    for (pl_report_form form = PL_REPORT_TEXT; form <= PL_REPORT_JSON; form++) {
        pl_report *r = pl_report_new(form);
        n_unreadable = 0;
        assert_int_equal(pl_models_report(r, count_unreadable), 1);
        assert_int_equal(n_unreadable, 1);
        const pl_value *model = find(r, "test-a");
        assert_string_equal(pl_value_text(pl_value_get(model, "language")), "Xish");
        assert_true(pl_value_number(pl_value_at(model, "dev.f1")) == 81.5);
        assert_string_equal(pl_value_text(pl_value_get(model, "path")),
                            in_folder(at, "test-a.model"));
        assert_int_equal(pl_value_get(model, "terms") != NULL, form == PL_REPORT_TEXT);
        assert_int_equal(r->text.n > 0, form == PL_REPORT_TEXT);
        if (form == PL_REPORT_TEXT)
            assert_non_null(strstr(r->text.at, "A ; B"));
        pl_report_free(r);
    }
    environ = before;
    unlink(in_folder(at, "test-a.model"));
    unlink(in_folder(at, "broken.model"));
    rmdir(at);
}

/* Nothing is installed that is no model, or has a bad name. */
static void refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *name, *why;
    } cases[] = {
        {"-x.model", "'-x' is no name for a model"},
        {"nosuch.model", "cannot be read"},
        {"", "there are no models in this folder"},
    };
    const char *at = folder();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error err;
        pl_report *r = pl_report_new(PL_REPORT_TEXT);
        assert_int_equal(pl_models_install(r, in_folder(at, cases[i].name), &err), -1);
        if (strstr(err.text, cases[i].why) == NULL)
            fail_msg("%s", err.text);
        assert_int_equal(r->text.n, 0);
        pl_report_free(r);
    }
    rmdir(at);
}

static void names_of_files(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"fr.model", "fr"},
        {"dir/fr.model.zst", "fr"},
        {"fr", "fr"},
        {"a.b.model.gz", "a.b"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *name = pl_share_model_name(cases[i][0]);
        assert_string_equal(name, cases[i][1]);
        free(name);
    }
}

static void models_of_a_folder(void **unused)
{
    (void)unused;
    static const char *const files[] = {"b.model.zst", "a.model", ".c.model", "d.txt"};
    const char *at = folder();
    pl_shared_files list = {0};
    pl_error err;
    assert_int_equal(pl_share_models_in(at, &list, &err), -1);
    for (size_t i = 0; i < 4; i++)
        fclose(fopen(in_folder(at, files[i]), "w"));
    assert_int_equal(pl_share_models_in(at, &list, &err), 0);
    assert_int_equal(list.n, 2);
    assert_string_equal(list.at[0].name, "a");
    assert_string_equal(list.at[1].name, "b");
    assert_string_equal(list.at[1].path, in_folder(at, "b.model.zst"));
    for (size_t i = 0; i < 4; i++)
        unlink(in_folder(at, files[i]));
    pl_shared_files_release(&list);
    rmdir(at);
    assert_int_equal(pl_share_models_in(at, &list, &err), -1);
    assert_int_equal(err.code, PL_SYSTEM);
}

static void folders(void **unused)
{
    (void)unused;
    char path[200];
    pl_error err;
    const char *at = folder();
    snprintf(path, sizeof path, "%s", in_folder(at, "x/y/file"));
    assert_int_equal(pl_path_make_folders(path, &err), 0);
    assert_int_equal(pl_path_make_folders(path, &err), 0);
    assert_true(pl_path_is_folder(in_folder(at, "x/y")));
    assert_false(pl_path_is_folder(in_folder(at, "x/y/file")));
    assert_true(pl_path_is_folder(in_folder(at, "x/y/file/")));
    assert_false(pl_path_is_folder(NULL));
    assert_false(pl_path_is_folder(""));
    rmdir(in_folder(at, "x/y"));
    rmdir(in_folder(at, "x"));
    rmdir(at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),          cmocka_unit_test(refused),
        cmocka_unit_test(names_of_files), cmocka_unit_test(models_of_a_folder),
        cmocka_unit_test(folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
