/* Line charts; see plot.h. */
#include "draw/plot.h"

#include "draw/scene.h"

#include <math.h>

/* Of the document and of the frame inside it, in pixels; names stand to its right. */
enum { WIDTH = 640, HEIGHT = 360, LEFT = 60, TOP = 40, RIGHT = 480, BOTTOM = 300 };
enum { Y_STEPS = 6, NAME_HEIGHT = 20, NUMBER_WIDTH = 24 };

/* Distinct in colour and, for print, in dashes. */
static const char *const styles[] = {
    "stroke=\"#1b6ca8\"",
    "stroke=\"#c4511b\" stroke-dasharray=\"7 3\"",
    "stroke=\"#3a7d44\" stroke-dasharray=\"2 3\"",
    "stroke=\"#7a4fa3\" stroke-dasharray=\"9 3 2 3\"",
    "stroke=\"#8a6d1b\" stroke-dasharray=\"4 2\"",
    "stroke=\"#444444\" stroke-dasharray=\"1 2\"",
};
enum { N_STYLES = sizeof styles / sizeof *styles };

typedef struct frame {
    double low_x, high_x, low_y, high_y, step_y;
    bool log_x;
} frame;

static double along_x(const frame *f, double x)
{
    return f->log_x ? log2(x) : x;
}

static double place_x(const frame *f, double x)
{
    double wide = f->high_x - f->low_x;
    double at = wide > 0 ? (along_x(f, x) - f->low_x) / wide : 0.5;
    return LEFT + at * (RIGHT - LEFT);
}

static double place_y(const frame *f, double y)
{
    return BOTTOM - (y - f->low_y) / (f->high_y - f->low_y) * (BOTTOM - TOP);
}

/* 1, 2 or 5 times a power of ten, so that some Y_STEPS of them cover the span. */
static double round_step(double span)
{
    double rough = span > 0 ? span / Y_STEPS : 1;
    double power = pow(10, floor(log10(rough)));
    double times = rough / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

static frame measure(const pl_plot *p)
{
    frame f = {INFINITY, -INFINITY, INFINITY, -INFINITY, 1, p->log_x};
    for (size_t i = 0; i < p->n_lines; i++)
        for (size_t k = 0; k < p->lines[i].n; k++) {
            if (isnan(p->lines[i].y[k]))
                continue;
            f.low_x = fmin(f.low_x, along_x(&f, p->lines[i].x[k]));
            f.high_x = fmax(f.high_x, along_x(&f, p->lines[i].x[k]));
            f.low_y = fmin(f.low_y, p->lines[i].y[k]);
            f.high_y = fmax(f.high_y, p->lines[i].y[k]);
        }
    if (f.low_x > f.high_x) /* nothing to show */
        f = (frame){0, 1, 0, 1, 1, p->log_x};
    f.step_y = round_step(f.high_y - f.low_y);
    f.low_y = floor(f.low_y / f.step_y) * f.step_y;
    f.high_y = ceil(f.high_y / f.step_y) * f.step_y;
    if (f.high_y <= f.low_y)
        f.high_y = f.low_y + f.step_y;
    return f;
}

static void put_text(pl_str *out, double x, double y, const char *more, const char *text)
{
    pl_str_printf(out, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, more);
    pl_svg_put(out, text);
    pl_str_puts(out, "</text>\n");
}

static void put_number(pl_str *out, double x, double y, const char *more, double number)
{
    pl_str text = {0};
    pl_str_printf(&text, "%g", number);
    put_text(out, x, y, more, pl_str_text(&text));
    pl_str_release(&text);
}

static void put_rule(pl_str *out, double x1, double y1, double x2, double y2)
{
    pl_str_printf(out, "<path class=\"r\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, x2,
                  y2);
}

/* The smallest x after this one at which any line has a figure; infinity: none. */
static double next_x(const pl_plot *p, double after)
{
    double next = INFINITY;
    for (size_t i = 0; i < p->n_lines; i++)
        for (size_t k = 0; k < p->lines[i].n; k++)
            if (p->lines[i].x[k] > after && !isnan(p->lines[i].y[k]))
                next = fmin(next, p->lines[i].x[k]);
    return next;
}

/* Figures closer than a number is wide get no tick of their own. */
static void put_ticks(const pl_plot *p, const frame *f, pl_str *out)
{
    double last = -INFINITY, x = -INFINITY;
    while (!isinf(x = next_x(p, x))) {
        double at = place_x(f, x);
        if (at - last < NUMBER_WIDTH)
            continue;
        put_rule(out, at, BOTTOM, at, BOTTOM + 5);
        put_number(out, at, BOTTOM + 18, " text-anchor=\"middle\"", x);
        last = at;
    }
}

static void put_axes(const pl_plot *p, const frame *f, pl_str *out)
{
    int n = (int)lround((f->high_y - f->low_y) / f->step_y);
    for (int i = 0; i <= n; i++) {
        double y = f->low_y + i * f->step_y;
        put_rule(out, LEFT, place_y(f, y), RIGHT, place_y(f, y));
        put_number(out, LEFT - 6, place_y(f, y) + 4, " text-anchor=\"end\"", y);
    }
    put_ticks(p, f, out);
    put_text(out, (LEFT + RIGHT) / 2.0, BOTTOM + 40, " text-anchor=\"middle\"",
             p->x_label);
    put_text(out, LEFT, TOP - 8, "", p->y_label);
}

static void put_line(const pl_plot_line *line, size_t number, const frame *f, pl_str *out)
{
    const char *style = styles[number % N_STYLES];
    bool drawing = false;
    pl_str_printf(out, "<path class=\"l\" %s d=\"", style);
    for (size_t k = 0; k < line->n; k++) {
        if (isnan(line->y[k])) {
            drawing = false;
            continue;
        }
        pl_str_printf(out, "%c%.1f %.1f", drawing ? 'L' : 'M', place_x(f, line->x[k]),
                      place_y(f, line->y[k]));
        drawing = true;
    }
    pl_str_puts(out, "\"/>\n");
    for (size_t k = 0; k < line->n; k++)
        if (!isnan(line->y[k]))
            pl_str_printf(out, "<circle %s cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n", style,
                          place_x(f, line->x[k]), place_y(f, line->y[k]));
    double y = TOP + 10 + (double)number * NAME_HEIGHT;
    pl_str_printf(out, "<path class=\"l\" %s d=\"M%d %.1fL%d %.1f\"/>\n", style,
                  RIGHT + 12, y - 4, RIGHT + 36, y - 4);
    put_text(out, RIGHT + 42, y, "", line->name);
}

void pl_plot_svg(const pl_plot *p, pl_str *out)
{
    frame f = measure(p);
    pl_str_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                  "viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
                  WIDTH, HEIGHT, WIDTH, HEIGHT);
    pl_svg_put(out, p->title);
    pl_str_puts(out, "</title>\n<style>text{font:12px sans-serif;fill:#222}"
                     ".r{stroke:#ccc;fill:none}.l{fill:none;stroke-width:1.8}"
                     "circle{fill:#fff;stroke-dasharray:none}"
                     ".t{font-weight:bold}</style>\n"
                     "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    put_text(out, LEFT, 18, " class=\"t\"", p->title);
    put_axes(p, &f, out);
    for (size_t i = 0; i < p->n_lines; i++)
        put_line(&p->lines[i], i, &f, out);
    pl_str_puts(out, "</svg>\n");
}
