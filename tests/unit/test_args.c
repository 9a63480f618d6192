/* Reading of command lines into the struct of a command. */
#include "command.h"

#include "base/str.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static const pl_option_choice choices[] = {{"gold", NULL}, {"predicted", NULL}, {"none", NULL}, {0}};
static const pl_option_choice switch_names[] = {{"off", NULL}, {"on", NULL}, {0}};
typedef enum source { GOLD, PREDICTED, NOTHING } source;

typedef struct shared {
    const char *text;
    texts operands;
} shared;

typedef struct job {
    bool flag, extra, either;
    uint32_t count;
    long long number;
    double weight;
    const char *name;
    source source;
    const pl_format *format;
    texts list;
    settings settings, given;
    shared shared;
} job;

static const pl_option_row shared_rows[] = {
    PL_OPTION('s', "shared", "S", PL_TEXT_AT(shared, text), PL_HELP(NULL, "of the shared table")),
    PL_OPERANDS(shared, operands),
    PL_OPTIONS_END,
};

static const pl_option_row options[] = {
    PL_OPTION('n', "name",   "N",      PL_FILE_AT(job, name),                           PL_HELP(NULL, "takes a value")),
    PL_OPTION('f', "flag",   NULL,     PL_FLAG_AT(job, flag),                           PL_HELP(NULL, "takes none")),
    PL_OPTION('x', "extra",  NULL,     PL_FLAG_AT(job, extra),                          PL_HELP(NULL, "takes none")),
    PL_OPTION(0,   "either", "on|off", PL_CHOICE_AT(job, either, switch_names),         PL_HELP(NULL, "one of two")),
    PL_OPTION('c', "count",  "N",      PL_INTEGER_AT(job, count, 1, UINT32_MAX),        PL_HELP(NULL, "a number")),
    PL_OPTION(0,   "number", "N",      PL_INTEGER_AT(job, number, -5, 100),             PL_HELP(NULL, "a number")),
    PL_OPTION(0,   "weight", "W",      PL_REAL_AT(job, weight, 0, 1e9),                 PL_HELP(NULL, "a weight")),
    PL_OPTION(0,   "source", "NAME",   PL_CHOICE_AT(job, source, choices),              PL_HELP(NULL, "a choice")),
    PL_OPTION(0,   "to",     "FORMAT", PL_FORMAT_AT(job, format, pl_write_format_name), PL_HELP(NULL, "a format")),
    PL_OPTION('l', "list",   "L",      PL_TEXTS_AT(job, list),                          PL_HELP(NULL, "may be repeated")),
    PL_OPTION(0,   "unary",  NULL,     PL_FLAG_AT(job, extra),                          PL_HELP(NULL, "has the name of a transform")),
    PL_INCLUDE(job, shared, shared, shared_rows),
    PL_INCLUDE(job, shared, shared, help_rows),
    PL_LIST(job, settings, transform_option),
    PL_RECORD(job, given),
    PL_OPTIONS_END,
};

static void set_defaults(void *place)
{
    *(job *)place = (job){.number = 7, .count = 7, .source = NOTHING};
}

static const command test_command = {.name = "test",
                                     .synopsis = "",
                                     .about = "",
                                     .options = options,
                                     .size = sizeof(job),
                                     .set_defaults = set_defaults};

/* Reads arguments separated by spaces; the job borrows from `text`. */
static reading parse(const char *line, char text[256], job *j)
{
    char *argv[32], *rest = text;
    int argc = 0;
    snprintf(text, 256, "%s", line);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        argv[argc++] = word;
    return args_read(&test_command, argc, argv, j);
}

/* Arguments, and what comes of them: each option as its name and value, an operand in
 * brackets, then "bad" for an error or "help". */
static const struct {
    const char *line, *result;
} cases[] = {
    {"", ""},
    {"a b", "[a] [b]"},
    {"--name 3 a", "name=3 [a]"},
    {"--name=3 a", "name=3 [a]"},
    {"--name= a", "name= [a]"},
    {"-n 3", "name=3"},
    {"-n3", "name=3"},
    {"-n=3", "name==3"},
    {"-fx", "flag extra"},
    {"-fxn3", "flag extra name=3"},
    {"-fn 3 -x", "flag name=3 extra"},
    {"a --flag b", "[a] flag [b]"},
    {"-- --flag -f", "[--flag] [-f]"},
    {"-f -- -", "flag [-]"},
    {"-", "[-]"},
    {"--shared v -s w", "shared=v shared=w"},
    {"--name -f", "name=-f"},
    {"--name --flag x", "name=--flag [x]"},
    {"--punct move --unary", "punct=move unary"},
    {"a --help --nonsense", "[a] help"},
    {"-fh", "flag help"},
    {"--name", "bad"},
    {"-n", "bad"},
    {"-fn", "flag bad"},
    {"--flag=1", "bad"},
    {"--nam", "bad"},
    {"--names x", "bad"},
    {"--unknown", "bad"},
    {"-z", "bad"},
    {"-fz", "flag bad"},
};

/* The messages about bad command lines are not wanted here. */
static int silence(void **unused)
{
    (void)unused;
    return freopen("/dev/null", "w", stderr) != NULL ? 0 : -1;
}

static void show(const job *j, reading got, pl_str *result)
{
    pl_str_clear(result);
    for (size_t i = 0; i < j->given.n; i++) {
        const setting *s = &j->given.at[i];
        const char *space = i == 0 ? "" : " ";
        if (s->name == NULL)
            pl_str_printf(result, "%s[%s]", space, s->value);
        else if (s->value != NULL)
            pl_str_printf(result, "%s%s=%s", space, s->name, s->value);
        else
            pl_str_printf(result, "%s%s", space, s->name);
    }
    if (got != READ_ALL)
        pl_str_printf(result, "%s%s", j->given.n > 0 ? " " : "",
                      got == READ_HELP ? "help" : "bad");
}

static void command_lines(void **unused)
{
    (void)unused;
    pl_str result = {0};
    char text[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        job j;
        show(&j, parse(cases[i].line, text, &j), &result);
        if (strcmp(pl_str_text(&result), cases[i].result) != 0)
            fail_msg("%s: %s, not %s", cases[i].line, pl_str_text(&result),
                     cases[i].result);
        args_release(&test_command, &j);
    }
    pl_str_release(&result);
}

/* Every type of option leaves its value in its place. */
static void places(void **unused)
{
    (void)unused;
    char text[256];
    job j;
    assert_int_equal(parse("-f -n file --either on -c 4294967295 --number -5 --weight .5 "
                           "--source predicted -l a -l b --punct move -s t x",
                           text, &j),
                     READ_ALL);
    assert_true(j.flag && j.either && !j.extra);
    assert_string_equal(j.name, "file");
    assert_true(j.count == UINT32_MAX && j.number == -5 && j.weight == 0.5);
    assert_int_equal(j.source, PREDICTED);
    assert_int_equal(j.list.n, 2);
    assert_string_equal(j.list.at[1], "b");
    assert_int_equal(j.settings.n, 1);
    assert_string_equal(j.settings.at[0].name, "punct");
    assert_string_equal(j.settings.at[0].value, "move");
    assert_string_equal(j.shared.text, "t");
    assert_int_equal(j.shared.operands.n, 1);
    args_release(&test_command, &j);
    assert_int_equal(parse("--to export --unary", text, &j), READ_ALL);
    assert_string_equal(j.format->name, "export");
    assert_true(j.extra && j.settings.n == 0); /* the command's own, not the transform */
    assert_true(j.number == 7 && j.source == NOTHING);
    args_release(&test_command, &j);
}

/* A wrong value is refused, and what was there before stays. */
static void values(void **unused)
{
    (void)unused;
    /* clang-format off */
    static const struct {
        const char *line;
        bool good;
    } lines[] = {
        {"--number=0", true},      {"--number=100", true},    {"--number=-5", true},
        {"--number=101", false},   {"--number=-6", false},    {"--number=", false},
        {"--number=x", false},     {"--number=3x", false},    {"--number=0x10", false},
        {"--count=1", true},       {"--count=0", false},      {"--count=4294967296", false},
        {"--weight=0", true},      {"--weight=1e3", true},    {"--weight=-1", false},
        {"--weight=nan", false},   {"--weight=", false},      {"--weight=1e10", false},
        {"--source=gold", true},   {"--source=none", true},   {"--source=predict", false},
        {"--source=", false},      {"--to=conllu", true},     {"--to=nothing", false},
        {"--number=99999999999999999999", false},
    };
    /* clang-format on */
    char text[256];
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        job j;
        reading got = parse(lines[i].line, text, &j);
        if (got != (lines[i].good ? READ_ALL : READ_WRONG))
            fail_msg("'%s'", lines[i].line);
        if (!lines[i].good)
            assert_true(j.number == 7 && j.count == 7 && j.source == NOTHING);
        args_release(&test_command, &j);
    }
}

static void errors_have_their_exit_codes(void **unused)
{
    (void)unused;
    pl_error err;
    pl_fail(&err, PL_BAD_INPUT, "reason");
    assert_int_equal(usage_error(&test_command, "wrong: %s", "this"), USAGE);
    assert_int_equal((fail)(&err), FAILED); /* not the macro of cmocka */
    assert_int_equal(done_or_fail(0, &err), DONE);
    assert_int_equal(done_or_fail(-1, &err), FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_lines),
        cmocka_unit_test(places),
        cmocka_unit_test(values),
        cmocka_unit_test(errors_have_their_exit_codes),
    };
    return cmocka_run_group_tests(tests, silence, NULL);
}
