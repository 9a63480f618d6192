/* Fields of requests: what is read, what is refused. */
#include "unit.h"

#include "forms.h"

#include <stdio.h>
#include <string.h>

/* Fields as one text: name=value; … */
static const char *shown(const form *f)
{
    static char text[4096];
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < f->fields.n; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s=%s", i > 0 ? "; " : "",
                              f->fields.at[i].name, f->fields.at[i].value);
    return text;
}

typedef struct example {
    const char *bytes;
    const char *want; /* NULL: refused */
} example;

static void check_urlencoded(void **state)
{
    static const example cases[] = {
        {"", ""},
        {"a=1", "a=1"},
        {"a", "a="},
        {"a=&b", "a=; b="},
        {"&&a=1&&", "a=1"},
        {"a=b=c", "a=b=c"},
        {"a=1+2%203%2B", "a=1 2 3+"},
        {"d%C3%A9=%e2%82%ac", "dé=€"},
        {"=x", "=x"},
        {"a=%", NULL},
        {"a=%4", NULL},
        {"a=%4g", NULL},
        {"a=%00", NULL},
        {"%00=a", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        form f = {0};
        pl_error err;
        int got = form_add_urlencoded(&f, cases[i].bytes, strlen(cases[i].bytes), &err);
        assert_int_equal(got, cases[i].want != NULL ? 0 : -1);
        if (got == 0)
            assert_string_equal(shown(&f), cases[i].want);
        form_release(&f);
    }
}

#define PART(name, value)                                                                \
    "--b\r\nContent-Disposition: form-data; name=" name "\r\n\r\n" value "\r\n"

static void check_multipart(void **state)
{
    static const example cases[] = {
        {PART("\"a\"", "1") "--b--\r\n", "a=1"},
        {PART("a", "1") PART("\"b\"", "") "--b--", "a=1; b="},
        {"before\r\n" PART("a", "1\r\n2\r\n--c") "--b--\r\nafter", "a=1\r\n2\r\n--c"},
        {"--b  \r\ncontent-disposition: form-data; filename=\"x;name=y\"; "
         "name=\"d\\\"q\"\r\n"
         "Content-Type: text/plain\r\n\r\n€\r\n--b--",
         "d\"q=€"},
        {"--b--", ""},
        {"", NULL},
        {"--b", NULL},
        {"--bx\r\n\r\n\r\n--b--", NULL},
        {PART("a", "1"), NULL},
        {PART("a", "1") "--b", NULL},
        {"--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--", NULL},
        {"--b\r\nContent-Disposition: form-data; name=a\r\n--b--", NULL},
        {"--b\n\n1\n--b--", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        form f = {0};
        pl_error err;
        int got = form_add_multipart(&f, "multipart/form-data; boundary=b",
                                     cases[i].bytes, strlen(cases[i].bytes), &err);
        if (got != (cases[i].want != NULL ? 0 : -1))
            fail_msg("case %zu: %d", i, got);
        if (got == 0)
            assert_string_equal(shown(&f), cases[i].want);
        form_release(&f);
    }
}

static void check_boundary(void **state)
{
    static const example cases[] = {
        {"multipart/form-data; boundary=b", ""},
        {"multipart/form-data; charset=x; Boundary=\"b\"", ""},
        {"multipart/form-data;boundary=b ", ""},
        {"multipart/form-data", NULL},
        {"multipart/form-data; boundary=", NULL},
        {"multipart/form-data; "
         "boundary=bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
         "bbbbbbbbbbbbbbbbbbbb",
         NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        form f = {0};
        pl_error err;
        int got = form_add_multipart(&f, cases[i].bytes, "--b--", 5, &err);
        if (got != (cases[i].want != NULL ? 0 : -1))
            fail_msg("case %zu: %d", i, got);
        form_release(&f);
    }
}

static void check_limits(void **state)
{
    form f = {0};
    pl_error err;
    for (int i = 0; i < MAX_FIELDS; i++)
        assert_int_equal(form_add_urlencoded(&f, "a", 1, &err), 0);
    assert_int_equal(form_add_urlencoded(&f, "a", 1, &err), -1);
    assert_int_equal(err.code, PL_TOO_LARGE);
    form_release(&f);
    /* A NUL byte in a part, and many parameters in one header. */
    static const char nul[] = PART("a", "1\0002") "--b--";
    assert_int_equal(form_add_multipart(&f, "x; boundary=b", nul, sizeof nul - 1, &err),
                     -1);
    form_release(&f);
    assert_true(is_of_type("Application/JSON; charset=utf-8", "application/json"));
    assert_false(is_of_type("application/jsonx", "application/json"));
    assert_false(is_of_type(NULL, "application/json"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_urlencoded),
        cmocka_unit_test(check_multipart),
        cmocka_unit_test(check_boundary),
        cmocka_unit_test(check_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
