/* Files that the program carries in itself are found and read like those on disk. */
#include "unit.h"

#include "base/carried.h"
#include "base/in.h"
#include "base/sections.h"
#include "base/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Alignas(64) char model[4096]; /* zeros follow the file in it */
static const char rules[] = "S left";

/* A model as `pleach train` would write it. */
static size_t make_model(void)
{
    char path[] = "/tmp/pleach-carried-XXXXXX";
    pl_section_list list = {0};
    pl_error err;
    int file = mkstemp(path);
    assert_true(file >= 0);
    pl_sections_add(&list, "first", "abc", 3);
    assert_int_equal(pl_sections_save(&list, path, &err), 0);
    close(file);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(model, 1, sizeof model - PL_SECTIONS_SLACK, f);
    fclose(f);
    unlink(path);
    return n;
}

static int carry(void **unused)
{
    static pl_carried files[] = {
        {"headrules/own.rules", rules, rules + sizeof rules - 1},
        {"headrules/alpino.rules", rules, rules + 1},
        {"models/carried.model", model, model},
        {0},
    };
    files[2].end = model + make_model();
    pl_carry(files);
    return 0;
}

static void a_path_leads_to_bytes(void **unused)
{
    static const struct {
        const char *path;
        size_t n;
    } cases[] = {{"pleach:headrules/own.rules", 6}, {"pleach:headrules/alpino.rules", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const pl_carried *file = pl_carried_find(cases[i].path);
        assert_non_null(file);
        assert_int_equal(file->end - file->at, cases[i].n);
    }
    static const char *const others[] = {"headrules/own.rules", "pleach:headrules/own",
                                         "pleach:", "", "pleach:headrules/own.rules/"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(pl_carried_find(others[i]));
}

static void a_name_is_found_and_read(void **unused)
{
    pl_str path = {0}, text = {0};
    pl_error err;
    assert_int_equal(pl_share_path("headrules", "own", ".rules", &path, &err), 0);
    assert_string_equal(path.at, "pleach:headrules/own.rules");
    assert_int_equal(pl_in_read_file(path.at, 100, &text, &err), 0);
    assert_string_equal(text.at, "S left");
    pl_str_release(&path);
    pl_str_release(&text);
}

/* PLEACH_SHARE, which the tests set, comes first. */
static void the_variable_comes_first(void **unused)
{
    pl_str path = {0};
    pl_error err;
    if (getenv("PLEACH_SHARE") == NULL)
        skip();
    assert_int_equal(pl_share_path("headrules", "alpino", ".rules", &path, &err), 0);
    assert_int_not_equal(strncmp(path.at, PL_CARRIED, strlen(PL_CARRIED)), 0);
    pl_str_release(&path);
}

static void names_are_listed_once(void **unused)
{
    pl_str names = {0};
    pl_share_names("headrules", ".rules", &names);
    const char *first = strstr(names.at, "alpino");
    assert_non_null(first);
    assert_null(strstr(first + 1, "alpino"));
    assert_non_null(strstr(names.at, "own"));
    pl_str_release(&names);
}

static void a_model_is_used_in_its_place(void **unused)
{
    pl_error err;
    const char *bytes;
    size_t n;
    pl_sections *f = pl_sections_open("carried", &err);
    if (f == NULL)
        fail_msg("%s", err.text);
    assert_true(pl_sections_find(f, "first", &bytes, &n));
    assert_int_equal(n, 3);
    assert_true(bytes > model && bytes < model + sizeof model);
    pl_sections_close(f);
}

static void a_damaged_one_is_refused(void **unused)
{
    pl_error err;
    char kept = model[40];
    model[40] ^= 1;
    assert_null(pl_sections_open("carried", &err));
    assert_int_equal(err.code, PL_DAMAGED);
    model[40] = kept;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_leads_to_bytes),
        cmocka_unit_test(a_name_is_found_and_read),
        cmocka_unit_test(the_variable_comes_first),
        cmocka_unit_test(names_are_listed_once),
        cmocka_unit_test(a_model_is_used_in_its_place),
        cmocka_unit_test(a_damaged_one_is_refused),
    };
    return cmocka_run_group_tests(tests, carry, NULL);
}
