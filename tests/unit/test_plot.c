/* Line charts. */
#include "draw/plot.h"

#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double beams[] = {1, 2, 4, 8};

static char *draw(const double *y, bool log_x)
{
    pl_plot_line line = {"F1 <all>", beams, y, 4};
    pl_plot p = {"Beams & scores", "beam", "F1", &line, 1, log_x};
    pl_str out = {0};
    pl_plot_svg(&p, &out);
    return out.at;
}

/* The x of each circle, in order. */
static size_t circles(const char *svg, double *x)
{
    size_t n = 0;
    for (const char *at = svg; (at = strstr(at, "<circle")) != NULL; at++)
        x[n++] = strtod(strstr(at, "cx=\"") + 4, NULL);
    return n;
}

static void places(void **unused)
{
    (void)unused;
    double x[8];
    const double y[] = {70, 75, 80, 82};
    char *linear = draw(y, false), *log = draw(y, true);
    assert_int_equal(circles(linear, x), 4);
    assert_true(fabs((x[3] - x[2]) / (x[1] - x[0]) - 4) < 0.02);
    assert_int_equal(circles(log, x), 4);
    assert_true(fabs((x[3] - x[2]) - (x[1] - x[0])) < 0.2);
    assert_non_null(strstr(log, "F1 &lt;all&gt;"));
    assert_non_null(strstr(log, "Beams &amp; scores"));
    assert_non_null(strstr(log, ">70</text>"));
    assert_non_null(strstr(log, ">82</text>"));
    free(linear);
    free(log);
}

static void gaps_and_nothing(void **unused)
{
    (void)unused;
    double x[8];
    const double gap[] = {70, NAN, 80, 82}, none[] = {NAN, NAN, NAN, NAN},
                 flat[] = {5, 5, 5, 5};
    char *svg = draw(gap, true);
    assert_int_equal(circles(svg, x), 3);
    assert_null(strstr(svg, "nan"));
    free(svg);
    svg = draw(none, true);
    assert_int_equal(circles(svg, x), 0);
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    free(svg);
    svg = draw(flat, false);
    assert_int_equal(circles(svg, x), 4);
    assert_null(strstr(svg, "nan"));
    free(svg);
}

/* Ticks stand under the figures of all lines, each once. */
static void ticks(void **unused)
{
    (void)unused;
    const double y[] = {70, 75, 80, 82}, more[] = {8, 16, 32}, z[] = {60, NAN, 66};
    const pl_plot_line lines[] = {{"a", beams, y, 4}, {"b", more, z, 3}};
    static const struct {
        const char *text;
        int times;
    } cases[] = {{">1<", 1}, {">2<", 1},  {">4<", 1},
                 {">8<", 1}, {">16<", 0}, {">32<", 1}};
    pl_plot p = {"t", "beam", "F1", lines, 2, true};
    pl_str out = {0};
    pl_plot_svg(&p, &out);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int n = 0;
        for (const char *at = out.at; (at = strstr(at, cases[i].text)) != NULL; at++)
            n++;
        assert_int_equal(n, cases[i].times);
    }
    pl_str_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),
        cmocka_unit_test(gaps_and_nothing),
        cmocka_unit_test(ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
