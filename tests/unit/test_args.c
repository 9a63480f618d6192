/* Parsing of command lines. */
#include "command.h"

#include "base/str.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

enum { NAME = 256, FLAG, SHARED };

static const option_row own[] = {
    {NAME, 'n', "name", "N", "takes a value"},
    {FLAG, 'f', "flag", NULL, "takes none"},
    {'x', 'x', "extra", NULL, "takes none"},
    {0},
};
static const option_row shared[] = {
    {SHARED, 's', "shared", "S", "of the shared table"},
    {0},
};

static const option_row *more(void)
{
    return shared;
}

static const command test_command = {
    .name = "test", .synopsis = "", .about = "", .options = own, .more = more};

/* Arguments separated by spaces, and what comes of them: an option as its name and
 * value, an operand in brackets, "bad" for an error, which ends it. */
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

static void parse(const char *line, pl_str *result)
{
    char text[256], *argv[16] = {"pleach", "test"}, *rest = text;
    int argc = 2;
    snprintf(text, sizeof text, "%s", line);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        argv[argc++] = word;
    args a = {.command = &test_command, .argc = argc, .at = 2, .argv = argv};
    pl_str_clear(result);
    for (int id; (id = args_next(&a)) != ARG_END;) {
        if (result->n > 0)
            pl_str_putc(result, ' ');
        if (id == ARG_BAD) {
            pl_str_puts(result, "bad");
            return;
        }
        if (id == ARG_FILE)
            pl_str_printf(result, "[%s]", a.value);
        else if (a.value != NULL)
            pl_str_printf(result, "%s=%s", a.row->name, a.value);
        else
            pl_str_puts(result, a.row->name);
    }
}

/* The messages about bad command lines are not wanted here. */
static int silence(void **unused)
{
    (void)unused;
    return freopen("/dev/null", "w", stderr) != NULL ? 0 : -1;
}

static void command_lines(void **unused)
{
    (void)unused;
    pl_str result = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        parse(cases[i].line, &result);
        if (strcmp(pl_str_text(&result), cases[i].result) != 0)
            fail_msg("%s: %s, not %s", cases[i].line, pl_str_text(&result),
                     cases[i].result);
    }
    pl_str_release(&result);
}

static void numbers(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        bool good;
        long long value;
    } numbers[] = {
        {"0", true, 0},     {"100", true, 100}, {"-5", true, -5},
        {"101", false, 0},  {"-6", false, 0},   {"", false, 0},
        {"x", false, 0},    {"3x", false, 0},   {"99999999999999999999", false, 0},
        {"0x10", false, 0},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        args a = {.command = &test_command, .value = numbers[i].text, .row = &own[0]};
        long long value = 0;
        if (number_arg(&a, -5, 100, &value) != numbers[i].good)
            fail_msg("'%s'", numbers[i].text);
        if (numbers[i].good)
            assert_true(value == numbers[i].value);
    }
}

static void counts_and_names(void **unused)
{
    (void)unused;
    static const char *const names[] = {"gold", "predicted", "none"};
    static const struct {
        const char *text;
        int64_t count; /* -1: not one */
        int name;      /* -1: not one */
    } cases[] = {
        {"1", 1, -1},        {"4294967295", 4294967295, -1},
        {"0", -1, -1},       {"4294967296", -1, -1},
        {"gold", -1, 0},     {"none", -1, 2},
        {"predict", -1, -1}, {"", -1, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        args a = {.command = &test_command, .value = cases[i].text, .row = &own[0]};
        uint32_t count = 7;
        assert_int_equal(count_arg(&a, 1, UINT32_MAX, &count), cases[i].count >= 0);
        assert_int_equal(count, cases[i].count >= 0 ? cases[i].count : 7);
        assert_int_equal(name_arg(&a, names, 3), cases[i].name);
    }
}

static void errors_have_their_exit_codes(void **unused)
{
    (void)unused;
    pl_error err;
    pl_fail(&err, PL_BAD_INPUT, "reason");
    assert_int_equal(usage_error(&test_command, "wrong: %s", "this"), USAGE);
    assert_int_equal((fail)(&err), FAILED); /* not the macro of cmocka */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_lines),
        cmocka_unit_test(numbers),
        cmocka_unit_test(counts_and_names),
        cmocka_unit_test(errors_have_their_exit_codes),
    };
    return cmocka_run_group_tests(tests, silence, NULL);
}
