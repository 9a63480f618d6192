/* The line that tells how far work is. */
#include "unit.h"

#include "terminal.c"

static void lines(void **state)
{
    (void)state;
    static const struct {
        size_t n, words, bytes, total, skipped;
        double seconds;
        const char *line;
    } cases[] = {
        {10, 200, 40, 100, 0, 2,
         "[########------------]  40%  10 sentences  100 tokens/s  0:03 left"},
        {0, 0, 0, 100, 0, 0, "[--------------------]   0%  0 sentences  0 tokens/s"},
        {5, 90, 100, 100, 0, 9,
         "[####################] 100%  5 sentences  10 tokens/s  0:00 left"},
        {5, 90, 120, 100, 0, 9,
         "[####################] 100%  5 sentences  10 tokens/s  0:00 left"},
        {7, 70, 1, 1000, 0, 10,
         "[#-------------------]   0%  7 sentences  7 tokens/s  2:46:30 left"},
        {7, 70, 50, 0, 0, 10, "7 sentences  7 tokens/s"},
        /* 10 of 60 bytes in 2 s: 40 are left */
        {10, 200, 60, 100, 50, 2,
         "[############--------]  60%  10 sentences  100 tokens/s  0:08 left"},
        {0, 0, 50, 100, 50, 2, "[##########----------]  50%  0 sentences  0 tokens/s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[160];
        progress p = {.n = cases[i].n, .total = cases[i].total, .skipped = cases[i].skipped};
        progress_line(&p, cases[i].words, cases[i].bytes, cases[i].seconds, line,
                      sizeof line);
        assert_string_equal(line, cases[i].line);
    }
}

/* Standard error of the tests is no terminal: nothing is shown. */
static void silent(void **state)
{
    (void)state;
    progress p = progress_start(true);
    assert_false(p.on);
    for (int i = 0; i < 100; i++)
        progress_words(&p, 10, 10);
    assert_int_equal(p.n, 100);
    progress_hide();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines), cmocka_unit_test(silent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
