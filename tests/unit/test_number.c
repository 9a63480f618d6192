/* Decimal numbers as text. */
#include "base/number.h"
#include "unit.h"

#include <math.h>
#include <string.h>

static void reads(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
        size_t n; /* characters of the number; 0: there is none */
    } cases[] = {
        {"1", 1, 1},
        {"-2.5", -2.5, 4},
        {"+.5", .5, 3},
        {"3.", 3, 2},
        {"2.50e-3x", .0025, 7},
        {"1e3", 1000, 3},
        {"1e", 1, 1},
        {"1e+", 1, 1},
        {"1E+02", 100, 5},
        {"0.1 0.2", .1, 3},
        {"1.2.3", 1.2, 3},
        {"", 0, 0},
        {"-", 0, 0},
        {".", 0, 0},
        {"e5", 0, 0},
        {"x", 0, 0},
        {"1e-9999", 0, 7},
        {"123456789", 123456789, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x = NAN;
        const char *end = pl_number_read(cases[i].text, &x);
        assert_int_equal(end == NULL ? 0 : (size_t)(end - cases[i].text), cases[i].n);
        assert_true(cases[i].n == 0 || fabs(x - cases[i].value) <= 1e-15 * fabs(x));
    }
    double x;
    assert_non_null(pl_number_read("1e9999", &x));
    assert_true(isinf(x));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
