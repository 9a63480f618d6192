/* Tables of options: values, lists, included tables, and messages. */
#include "base/options.h"

#include "unit.h"

#include <string.h>

typedef struct inner {
    double margin;
    pl_setting_list control;
} inner;

typedef enum colour { RED, GREEN } colour;

typedef struct settings {
    uint32_t beam;
    long long limit;
    bool confidence;
    colour colour, light;
    const char *name, *kind;
    pl_text_list files;
    pl_setting_list steps;
    inner inner;
} settings;

static const pl_option_choice colours[] = {{"red", "as blood"}, {"green", "as grass"}, {0}};

static int parse_margin(const char *value, void *field, pl_error *error)
{
    if (strcmp(value, "none") != 0)
        return pl_fail(error, PL_BAD_ARGUMENT, "only none");
    *(double *)field = -1;
    return 0;
}

static const pl_option *step(size_t i)
{
    static const pl_option steps[] = {{.name = "heads", .value_name = "RULES", .help = "h"},
                                      {.name = "name", .value_name = "N", .help = "is taken"},
                                      {.name = "raise", .help = "r"}};
    return i < sizeof steps / sizeof *steps ? &steps[i] : NULL;
}

static const char *letter(size_t i)
{
    static const char *const letters[] = {"a", "b", NULL};
    return letters[i];
}

/* clang-format off */
static const pl_option_row inner_rows[] = {
    PL_OPTION(0, "margin", "M", PL_PARSED_AT(inner, margin, parse_margin), PL_HELP(NULL, "m")),
    PL_OPTION(0, "K",      "N", PL_SETTING_AT(inner, control),             PL_HELP(NULL, "k")),
    PL_OPTION(0, "name",   "N", PL_SETTING_AT(inner, control),             PL_HELP(NULL, "is taken")),
    PL_OPTIONS_END,
};
static const pl_option_row rows[] = {
    PL_OPTION('b', "beam",       "K",    PL_INTEGER_AT(settings, beam, 1, 4096),           PL_HELP("search", "b")),
    PL_OPTION(0,   "limit",      "N",    PL_INTEGER_AT(settings, limit, 0, INT64_MAX),     PL_HELP("search", "l")),
    PL_OPTION(0,   "confidence", NULL,   PL_FLAG_AT(settings, confidence),                 PL_HELP("output", "c")),
    PL_OPTION(0,   "green",      NULL,   PL_SWITCH_AT(settings, colour, GREEN),            PL_HELP("output", "g")),
    PL_OPTION(0,   "colour",     "NAME", PL_CHOICE_AT(settings, colour, colours),          PL_HELP("output", "c")),
    PL_OPTION(0,   "light",      "NAME", PL_CHOICE_OF_AT(settings, light, letter),         PL_HELP("output", "l")),
    PL_OPTION(0,   "kind",       "NAME", PL_NAME_AT(settings, kind, colours),              PL_HELP("output", "k")),
    PL_OPTION('n', "name",       "TEXT", PL_TEXT_AT(settings, name),                       PL_HELP("output", "n")),
    PL_OPTION('f', "file",       "FILE", PL_TEXTS_AT(settings, files),                     PL_HELP("output", "f")),
    PL_INCLUDE(settings, inner, inner, inner_rows),
    PL_LIST(settings, steps, step),
    PL_OPTIONS_END,
};
/* clang-format on */

static settings parse(const char *const *options, pl_arena *m)
{
    pl_error error = {0};
    settings s = {.beam = 7};
    if (pl_options_parse(rows, options, &s, m, &error) < 0)
        fail_msg("%s", error.text);
    return s;
}

static void values(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    char name[] = "name=x=y";
    settings s = parse(PL_OPTIONS("limit=9", "confidence", "colour=green", "light=b", "kind=red", name,
                                  "file=a", "file=b", "margin=none", "K=5", "heads=negra", "raise"),
                       &m);
    memset(name, '-', sizeof name - 1); /* values are copies */
    assert_true(s.beam == 7 && s.limit == 9 && s.confidence && s.colour == GREEN && s.light == 1);
    assert_string_equal(s.kind, "red");
    assert_string_equal(s.name, "x=y");
    assert_int_equal(s.files.n, 2);
    assert_string_equal(s.files.at[1], "b");
    assert_true(s.inner.margin == -1);
    assert_string_equal(s.inner.control.at[0].name, "K");
    assert_int_equal(s.steps.n, 2);
    assert_string_equal(s.steps.at[0].value, "negra");
    assert_null(s.steps.at[1].value);
    pl_options_release(rows, &s);
    s = parse(PL_OPTIONS("confidence=true", "green", "beam=1", "beam=4096"), &m);
    assert_true(s.confidence && s.colour == GREEN && s.beam == 4096);
    s = parse(PL_OPTIONS("confidence", "confidence=false", "green=false"), &m);
    assert_true(!s.confidence && s.colour == RED);
    s = parse(NULL, &m);
    assert_true(s.beam == 7);
    pl_arena_release(&m);
}

static void mistakes(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"beam=0", "beam takes a number from 1 to 4096, not '0'"},
        {"beam=4097", "beam takes a number from 1 to 4096, not '4097'"},
        {"beam=", "beam takes a number from 1 to 4096, not ''"},
        {"beam=3x", "beam takes a number from 1 to 4096, not '3x'"},
        {"beam", "beam needs a value, K"},
        {"limit=-1", "limit takes a number from 0 on, not '-1'"},
        {"confidence=1", "confidence takes true or false, not '1'"},
        {"colour=blue", "colour takes red or green, not 'blue'"},
        {"light=c", "light takes a or b, not 'c'"},
        {"margin=3", "margin takes only none, not '3'"},
        {"beem=3", "there is no option beem; did you mean beam?"},
        {"xyzzy", "there is no option xyzzy"},
        {"", "there is no option "},
        {"=3", "there is no option "},
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error error;
        settings s = {0};
        assert_int_equal(pl_options_parse(rows, PL_OPTIONS(cases[i][0]), &s, &m, &error), -1);
        assert_string_equal(error.text, cases[i][1]);
        pl_options_release(rows, &s);
    }
    pl_arena_release(&m);
}

/* An earlier row overrides an option of the same name in an included table or a list. */
static void first_row_wins(void **unused)
{
    (void)unused;
    pl_option_rows all = pl_options_of(rows);
    size_t n = 0;
    for (size_t i = 0; i < all.n; i++)
        n += strcmp(all.at[i].option.name, "name") == 0;
    assert_int_equal(n, 1);
    assert_int_equal(pl_options_find(&all, NULL, 0, 'n')->offset, offsetof(settings, name));
    assert_null(pl_options_find(&all, "nam", 3, 0));
    PL_VEC_RELEASE(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(first_row_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
