/* Constraints as lines and as JSON. */
#include "constraints.h"

#include "format/constraint_text.h"

static pl_constraint_file *read_text(const char *text, pl_error *err)
{
    pl_in *in = pl_in_memory("file", text, strlen(text));
    pl_constraint_file *f = pl_constraint_file_read(in, err);
    pl_in_close(in);
    return f;
}

static void lines(void **state)
{
    (void)state;
    static const char text[] = "# a comment\n"
                               "7\tbracket\t1-3,5\tNP\r\n"
                               "\n"
                               "s9\tarc\t0->4\n"
                               "7\tno-bracket\t2\t\n"
                               "s9\tno-arc\t12->3\tnsubj\n"
                               "s9\trelation\t5\ta b\n"
                               "s9\tno-relation\t5\tx\n"
                               "7\ttag\t1\tNN\n"
                               "x\ttag\t1\tNN\n";
    pl_error err;
    pl_str out = {0};
    pl_constraint_file *f = read_text(text, &err);
    assert_non_null(f);
    assert_string_equal(print_all(pl_constraint_file_find(f, "7"), &out),
                        "bracket 1-3,5 NP\nno-bracket 2\ntag 1 NN\n");
    assert_string_equal(
        print_all(pl_constraint_file_find(f, "s9"), &out),
        "arc 0->4\nno-arc 12->3 nsubj\nrelation 5 a b\nno-relation 5 x\n");
    assert_null(pl_constraint_file_find(f, "8"));
    pl_str_clear(&out);
    assert_int_equal(pl_constraint_file_unused(f, &out), 1);
    assert_string_equal(pl_str_text(&out), "x");
    pl_str_release(&out);
    pl_constraint_file_close(f);
}

static void wrong_lines(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"7 bracket 1-3 NP\n", "file:1: a constraint has three or four fields"},
        {"7\tbracket\n", "three or four fields"},
        {"\tbracket\t1\n", "three or four fields"},
        {"7\tbracket\t1\tNP\tVP\n", "three or four fields"},
        {"\n7\tbrackets\t1\n", "file:2: there is no constraint 'brackets', only bracket, "},
        {"7\tbracket\t0\n", "'0' is no list of words, such as 1-3,5"},
        {"7\tbracket\t3-1\n", "no list of words"},
        {"7\tbracket\t\n", "no list of words"},
        {"7\tbracket\t1,\n", "no list of words"},
        {"7\tbracket\t1 2\n", "no list of words"},
        {"7\tbracket\t1-\n", "no list of words"},
        {"7\tbracket\t1->2\n", "no list of words"},
        {"7\tbracket\t99999999999\n", "no list of words"},
        {"7\tbracket\t1-100000,1-100000\n", "no list of words"},
        {"7\tarc\t1-2\n", "'1-2' is no arc HEAD->WORD, such as 4->2 or 0->4"},
        {"7\tarc\t1->0\n", "no arc"},
        {"7\tarc\t->2\n", "no arc"},
        {"7\tarc\t1->2,3\n", "no arc"},
        {"7\ttag\t1\t\xff\n", "file:1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error err = {0};
        assert_null(read_text(cases[i].text, &err));
        if (strstr(err.text, cases[i].why) == NULL)
            fail_msg("%s: %s", cases[i].text, err.text);
    }
}

static void json(void **state)
{
    (void)state;
    static const struct {
        const char *text, *what; /* what it prints, or the reason after ! */
    } cases[] = {
        {"[]", ""},
        {"[{\"kind\": \"bracket\", \"words\": [4, 0, 1], \"label\": \"NP\"}]", "bracket 1-2,5 NP\n"},
        {"[{\"kind\": \"no-bracket\", \"blocks\": [[0, 2], [4, 5]], \"label\": null}]", "no-bracket 1-2,5\n"},
        {"[{\"kind\": \"arc\", \"words\": [1], \"head\": 3}, {\"kind\": \"arc\", \"words\": [3], \"head\": -1}]",
         "arc 4->2\narc 0->4\n"},
        {"[{\"kind\": \"tag\", \"words\": [1], \"label\": \"\\u00e9\"}]", "tag 2 é\n"},
        {"{}", "!constraints are a list of objects"},
        {"[", "!not JSON at byte 2"},
        {"[7]", "!constraint 1 of the list: it has no \"kind\""},
        {"[{\"kind\": \"x\"}]", "!there is no constraint 'x'"},
        {"[{\"kind\": \"tag\"}]", "!it has no \"words\""},
        {"[{\"kind\": \"tag\", \"words\": [-1]}]", "!it has no \"words\""},
        {"[{\"kind\": \"tag\", \"words\": [1.5]}]", "!it has no \"words\""},
        {"[{\"kind\": \"tag\", \"words\": [0], \"label\": 7}]", "!its \"label\" is no text"},
        {"[{\"kind\": \"bracket\", \"blocks\": [[3, 1]]}]", "!it has no \"words\""},
        {"[{\"kind\": \"arc\", \"words\": [1], \"head\": -2}]", "!it has no \"head\""},
        {"[{\"kind\": \"arc\", \"words\": [1]}]", "!it has no \"head\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_constraints c = {0};
        pl_error err = {0};
        pl_str out = {0};
        const char *what = cases[i].what;
        int got = pl_constraints_add_json(&c, cases[i].text, strlen(cases[i].text), &err);
        if (got < 0 ? what[0] != '!' || strstr(err.text, what + 1) == NULL
                    : strcmp(print_all(&c, &out), what) != 0)
            fail_msg("%s: %s%s", cases[i].text, err.text, pl_str_text(&out));
        pl_str_release(&out);
        pl_constraints_release(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),
        cmocka_unit_test(wrong_lines),
        cmocka_unit_test(json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
