/* Where shipped data files are found. */
#include "base/share.h"

#include "unit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void a_path_is_taken_as_it_is(void **unused)
{
    (void)unused;
    pl_str path = {0};
    pl_error err;
    assert_int_equal(pl_share_path("x", "/dev/null", ".y", &path, &err), 0);
    assert_string_equal(path.at, "/dev/null");
    assert_int_equal(pl_share_path("x", "/nowhere/at/all", ".y", &path, &err), -1);
    assert_string_equal(err.text, "/nowhere/at/all: cannot be read");
    pl_str_release(&path);
}

static void a_name_is_looked_up(void **unused)
{
    (void)unused;
    pl_str path = {0};
    pl_error err;
    assert_int_equal(pl_share_path("headrules", "alpino", ".rules", &path, &err), 0);
    assert_true(strlen(path.at) > strlen("alpino.rules"));
    assert_string_equal(path.at + path.n - strlen("/headrules/alpino.rules"),
                        "/headrules/alpino.rules");
    pl_str_release(&path);
}

static void an_unknown_name_lists_what_there_is(void **unused)
{
    (void)unused;
    pl_str path = {0};
    pl_error err;
    assert_int_equal(pl_share_path("headrules", "nosuch", ".rules", &path, &err), -1);
    assert_non_null(strstr(err.text, "'nosuch'"));
    assert_non_null(strstr(err.text, "there are: "));
    assert_non_null(strstr(err.text, "alpino"));
    assert_null(strstr(err.text, ".rules"));
    assert_int_equal(pl_share_path("nosuch", "x", ".y", &path, &err), -1);
    assert_true(strlen(err.text) > 0);
    pl_str_release(&path);
}

static char told[500];
static int n_told;

static void remember(const char *message)
{
    snprintf(told, sizeof told, "%s", message);
    n_told++;
}

static void make(const char *name)
{
    FILE *f = fopen(name, "wb");
    assert_non_null(f);
    fclose(f);
}

/* What lies in the working folder by accident changes nothing. */
static void a_stray_file_is_not_meant(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/test_share.XXXXXX", here[PATH_MAX];
    pl_str path = {0};
    pl_error err;
    const char *share = getenv("PLEACH_SHARE");
    if (share == NULL || *share != '/') /* it is looked for from another folder */
        skip();
    assert_non_null(getcwd(here, sizeof here));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    make("alpino");
    make("mine");
    assert_int_equal(mkdir("negra", 0700), 0);
    pl_share_on_stray(remember);
    static const struct {
        const char *name, *path; /* how the path ends */
        int n_told;
    } rows[] = {
        {"alpino", "/headrules/alpino.rules", 1},
        {"./alpino", "./alpino", 0},
        {"negra", "/headrules/negra.rules", 0},
        {"mine", "mine", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        n_told = 0;
        assert_int_equal(pl_share_path("headrules", rows[i].name, ".rules", &path, &err),
                         0);
        size_t n = strlen(rows[i].path);
        assert_true(path.n >= n && strcmp(path.at + path.n - n, rows[i].path) == 0);
        assert_int_equal(n_told, rows[i].n_told);
    }
    assert_string_equal(told, "alpino is one of the shipped headrules; for the file in "
                              "this folder write ./alpino");
    pl_share_on_stray(NULL);
    assert_int_equal(pl_share_path("headrules", "alpino", ".rules", &path, &err), 0);
    pl_str_release(&path);
    unlink("alpino");
    unlink("mine");
    rmdir("negra");
    assert_int_equal(chdir(here), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* Puts an empty file NAME into a folder below `root`, which is made. */
static void put(const char *root, const char *folder, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "mkdir -p %s/%s && touch %s/%s/%s", root, folder, root, folder,
             name);
    assert_int_equal(system(path), 0);
}

static void meant(const char *name, const char *ending, bool is_installed)
{
    pl_str path = {0};
    pl_error err;
    bool installed;
    assert_int_equal(pl_share_model(name, &path, &installed, &err), 0);
    if (!pl_ends_in(path.at, path.n, ending))
        fail_msg("%s does not end in %s", path.at, ending);
    assert_int_equal(installed, is_installed);
    pl_str_release(&path);
}

/* Models are found in the folders of PLEACH_MODELS, then in the user's, then in ours. */
static void models_have_more_folders(void **unused)
{
    (void)unused;
    char root[] = "/tmp/test_share.XXXXXX", list[PATH_MAX], home[PATH_MAX];
    char *mine[] = {list, home, NULL}, **before = environ;
    assert_non_null(mkdtemp(root));
    put(root, "a", "one.model");
    put(root, "b", "one.model");
    put(root, "b", "two.model.zst");
    put(root, "b", ".hidden.model");
    put(root, "b", "two.about");
    put(root, "home/pleach/models", "two.model");
    put(root, "home/pleach/models", "three.model");
    put(root, "home/pleach/models", "three.model.zst");
    snprintf(list, sizeof list, "PLEACH_MODELS=%s/a::%s/b:/nowhere", root, root);
    snprintf(home, sizeof home, "XDG_DATA_HOME=%s/home", root);
    environ = mine;
    meant("one", "/a/one.model", true);
    meant("two", "/b/two.model.zst", true);
    meant("three", "/home/pleach/models/three.model", true);
    meant("/dev/null", "null", false);
    pl_shared_files all = {0};
    pl_share_models(&all);
    assert_true(all.n >= 3);
    size_t seen = 0;
    for (size_t i = 0; i < all.n; i++) {
        assert_true(i == 0 || strcmp(all.at[i - 1].name, all.at[i].name) < 0);
        seen += strcmp(all.at[i].name, "one") == 0 || strcmp(all.at[i].name, "two") == 0 ||
                strcmp(all.at[i].name, "three") == 0;
        assert_string_not_equal(all.at[i].name, ".hidden");
    }
    assert_int_equal(seen, 3);
    pl_shared_files_release(&all);
    pl_str path = {0};
    pl_error err;
    bool installed;
    assert_int_equal(pl_share_model("four", &path, &installed, &err), -1);
    assert_non_null(strstr(err.text, "three, two"));
    pl_str_clear(&path);
    assert_true(pl_share_user_models(&path));
    assert_true(pl_ends_in(path.at, path.n, "/home/pleach/models"));
    pl_str_release(&path);
    environ = before;
    snprintf(list, sizeof list, "rm -r %s", root);
    assert_int_equal(system(list), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_is_taken_as_it_is),
        cmocka_unit_test(a_name_is_looked_up),
        cmocka_unit_test(an_unknown_name_lists_what_there_is),
        cmocka_unit_test(a_stray_file_is_not_meant),
        cmocka_unit_test(models_have_more_folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
