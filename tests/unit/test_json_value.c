/* The parser of JSON: texts that it accepts and refuses. With the argument "-" it prints for
 * each line of the standard input the values that it reads, or "refused", so that
 * tests/suite_json.sh can compare it with another parser. */
#include "base/json_value.h"

#include "base/report.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static const char *const samples[] = {
    "{\"id\":\"7\",\"tokens\":[{\"id\":0,\"word\":\"a\\u00fc\\n\",\"head\":-1}],\"root\":"
    "2}",
    " [ 1 , -0 , 0.5e+3, 1E-2, -12.25 , 9223372036854775807, 123456789012345678 ] ",
    "[\"\\ud83d\\ude00\", \"\\\"\\\\\\/\\b\\f\\r\\t\", \"\xc3\xbc\", [], {}, [[{}]]]",
    "{\"a\":null,\"b\":true,\"word\":false,\"c\":{\"a\":1,\"d\":2,\"e\":3,\"f\":4,\"g\":"
    "5,"
    "\"h\":6,\"i\":7,\"j\":8,\"k\":9,\"tag\":10}}",
};

static void accepted(void **unused)
{
    (void)unused;
    static const char *const more[] = {"[1e-400]", "[\"\\uD7FF\\uffff\"]", "[\"\x7f\"]", "{\"\":1}", "[-9223372036854775808]"};
    pl_json_stack s = {0};
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        assert_non_null(pl_json_parse(&s, &m, samples[i], strlen(samples[i])));
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        assert_non_null(pl_json_parse(&s, &m, more[i], strlen(more[i])));
    pl_json_stack_release(&s);
    pl_arena_release(&m);
}

static void refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "",
        " ",
        "1",
        "\"a\"",
        "null",
        "[",
        "]",
        "{",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1}",
        "{]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{\"a\":1 \"b\":2}",
        "[] []",
        "[01]",
        "[-]",
        "[-01]",
        "[+1]",
        "[.5]",
        "[1.]",
        "[1.e1]",
        "[1e]",
        "[1e+]",
        "[1e400]",
        "[9223372036854775808]",
        "[-9223372036854775809]",
        "[nul]",
        "[nullx]",
        "[True]",
        "[\"\\x\"]",
        "[\"\\u12\"]",
        "[\"\\u0000\"]",
        "[\"\\ud800\"]",
        "[\"\\udc00\"]",
        "[\"\\ud800\\u0041\"]",
        "[\"\t\"]",
        "[\"\x01\"]",
        "[\"a",
        "[\"\\",
        "[\"\\u",
        "{\"\":1,\"\":2}",
        "{\"word\":1,\"word\":2}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"a\":1}",
    };
    pl_json_stack s = {0};
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (pl_json_parse(&s, &m, bad[i], strlen(bad[i])) != NULL)
            fail_msg("%s is accepted", bad[i]);
    pl_json_stack_release(&s);
    pl_arena_release(&m);
}

static void nesting(void **unused)
{
    (void)unused;
    char text[2 * 2050 + 1];
    pl_json_stack s = {0};
    pl_arena m = {0};
    for (size_t n = 2047; n <= 2049; n++) {
        memset(text, '[', n);
        memset(text + n, ']', n);
        text[2 * n] = '\0';
        assert_int_equal(pl_json_parse(&s, &m, text, 2 * n) != NULL, n <= 2048);
    }
    pl_json_stack_release(&s);
    pl_arena_release(&m);
}

/* Every name is found by its key: no two share a place. */
static void keys(void **unused)
{
    (void)unused;
    pl_json_stack s = {0};
    pl_arena m = {0};
    for (unsigned k = 0; k < PL_JSON_OTHER_KEY; k++) {
        const char *text =
            pl_arena_printf(&m, "{\"x\":1,\"%s\":2}", pl_json_key_names[k]);
        const pl_json *object = pl_json_parse(&s, &m, text, strlen(text));
        assert_non_null(object);
        assert_int_equal(object->items[0].key, PL_JSON_OTHER_KEY);
        assert_int_equal(object->items[1].key, k);
        assert_int_equal(pl_json_get(object, k)->integer, 2);
        assert_null(pl_json_get(object, (k + 1) % PL_JSON_OTHER_KEY));
    }
    pl_json_stack_release(&s);
    pl_arena_release(&m);
}

/* Prints the values of each line, or "refused". */
static int print_verdicts(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    while ((n = getline(&line, &room, stdin)) > 0) {
        pl_report *r = pl_report_parse(line, (size_t)n - 1, NULL);
        pl_str out = {0};
        if (r != NULL)
            pl_value_put_json(r->root, PL_JSON_COMPACT, &out);
        puts(r != NULL ? out.at : "refused");
        pl_str_release(&out);
        pl_report_free(r);
    }
    free(line);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return print_verdicts();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted),
        cmocka_unit_test(refused),
        cmocka_unit_test(nesting),
        cmocka_unit_test(keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
