/* Pictures for vector graphics: measuring text, breaking lines, putting pictures
 * together. */
#include "draw/scene.h"

#include "base/utf8.h"
#include "draw/text.h"

#include <string.h>

/* clang-format off */
const int64_t pl_role_size[PL_N_ROLES] = {
    [PL_ROLE_LABEL]   = 130,
    [PL_ROLE_TAG]     = 110,
    [PL_ROLE_WORD]    = 150,
    [PL_ROLE_ARC]     = 110,
    [PL_ROLE_CAPTION] = 120,
};

/* Widths of the characters from space to ~ in a common sans-serif face, thousandths of
 * the size. */
static const short ascii_width[95] = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
   1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
};
/* clang-format on */

#define OTHER_WIDTH   600    /* of a character that is not in the table */
#define WIDE_WIDTH    1000   /* of an East Asian wide one */
#define WIDER_PERCENT 108    /* faces differ: room for a somewhat wider one */
#define CROSSING_GAP  40     /* free on both sides where a line passes over another */
#define MAX_TOKENS    20000u /* of a sentence that is drawn */
#define BESIDE_LIMIT  12000  /* gold and candidate stand side by side up to this width */

int64_t pl_text_extent(const char *text, int role)
{
    int64_t total = 0;
    for (uint32_t code; pl_utf8_step(&text, &code);) {
        size_t columns = pl_utf8_columns(code);
        total += code >= 0x20 && code < 0x7f ? ascii_width[code - 0x20]
                 : columns == 0              ? 0
                 : columns == 1              ? OTHER_WIDTH
                                             : WIDE_WIDTH;
    }
    return total * pl_role_size[role] / 1000 * WIDER_PERCENT / 100;
}

void pl_scene_text(pl_scene *s, pl_shape style, int64_t x, int64_t y, const char *text)
{
    style.x = x;
    style.y = y;
    style.text = text;
    PL_PUSH(&s->shapes, style);
}

void pl_scene_line(pl_scene *s, pl_shape style, const int64_t *points, size_t n_points)
{
    int64_t *copy = PL_NEW_ARRAY(s->arena, int64_t, 2 * n_points);
    memcpy(copy, points, 2 * n_points * sizeof *copy);
    style.role = PL_ROLE_LINE;
    style.points = copy;
    style.n_points = n_points;
    PL_PUSH(&s->shapes, style);
}

void pl_scene_bar(pl_scene *s, pl_shape style, const pl_bar *bar)
{
    int64_t at = bar->x1;
    for (size_t i = 0; i <= bar->n_gaps; i++) {
        int64_t to = i < bar->n_gaps ? bar->gaps[2 * i] : bar->x2;
        bool first = i == 0 && bar->end1 != INT64_MIN;
        bool last = i == bar->n_gaps && bar->end2 != INT64_MIN;
        int64_t points[8] = {at, bar->end1, at, bar->y, to, bar->y, to, bar->end2};
        if (to > at || first || last)
            pl_scene_line(s, style, points + (first ? 0 : 2), 2u + first + last);
        at = i < bar->n_gaps ? bar->gaps[2 * i + 1] : at;
    }
}

size_t pl_scene_gaps(const int64_t *lines, size_t n, int64_t *gaps)
{
    size_t n_gaps = 0;
    for (size_t i = 0; i < n; i++) {
        if (n_gaps > 0 && lines[i] - CROSSING_GAP <= gaps[2 * n_gaps - 1])
            gaps[2 * n_gaps - 1] = lines[i] + CROSSING_GAP;
        else {
            gaps[2 * n_gaps] = lines[i] - CROSSING_GAP;
            gaps[2 * n_gaps + 1] = lines[i] + CROSSING_GAP;
            n_gaps++;
        }
    }
    return n_gaps;
}

static void add_sentence(pl_scene *s, const pl_tree *t, const pl_draw_marks *marks,
                         int64_t x, int64_t y)
{
    (pl_draws_arcs(t, s->options) ? pl_scene_arcs : pl_scene_tree)(s, t, marks, x, y);
}

/* Gold and candidate, each below its caption. They are drawn at (0, 0) first, to see how
 * much room they take. */
static void add_pair(pl_scene *s, const pl_drawn *what)
{
    pl_shape caption = {.role = PL_ROLE_CAPTION, .left = true};
    int64_t w[2], h[2], between = 400, room = 240;
    for (int i = 0; i < 2; i++) {
        add_sentence(s, i == 0 ? what->tree : what->candidate,
                     i == 0 ? what->marks : what->candidate_marks, 0, 0);
        w[i] = s->width;
        h[i] = s->height;
    }
    s->shapes.n = 0;
    bool beside = w[0] + between + w[1] <= BESIDE_LIMIT;
    int64_t lines = room + (beside ? pl_max64(h[0], h[1]) : h[0]);
    int64_t x2 = beside ? w[0] + between : 0;
    int64_t y2 = beside ? 0 : lines + between;
    pl_scene_text(s, caption, 0, room / 3, what->same ? "gold = candidate" : "gold");
    add_sentence(s, what->tree, what->marks, 0, lines - h[0]);
    s->height = lines;
    if (what->same)
        return;
    int64_t height = beside ? lines : y2 + room + h[1];
    pl_scene_text(s, caption, x2, y2 + room / 3, "candidate");
    add_sentence(s, what->candidate, what->candidate_marks, x2, height - h[1]);
    s->width = beside ? x2 + w[1] : pl_max64(w[0], w[1]);
    s->height = height;
}

int pl_scene_make(pl_scene *s, const pl_drawn *what, pl_error *err)
{
    if (what->tree->n_tokens > MAX_TOKENS)
        return pl_fail(err, PL_TOO_LARGE,
                       "the sentence has %u words; sentences of up to %u can be drawn",
                       what->tree->n_tokens, MAX_TOKENS);
    if (what->candidate != NULL)
        add_pair(s, what);
    else
        add_sentence(s, what->tree, what->marks, 0, 0);
    return 0;
}

/* A number of tenths as a decimal fraction. Pictures are full of them: no printf. */
static void put_tenths(pl_str *out, int64_t tenths)
{
    char text[24], *at = text + sizeof text;
    uint64_t size = tenths < 0 ? 0 - (uint64_t)tenths : (uint64_t)tenths;
    if (size % 10 != 0) {
        *--at = (char)('0' + size % 10);
        *--at = '.';
    }
    do {
        size /= 10;
        *--at = (char)('0' + size % 10);
    } while (size >= 10);
    if (tenths < 0)
        *--at = '-';
    pl_str_put(out, at, (size_t)(text + sizeof text - at));
}

void pl_put_scaled(pl_str *out, const char *format, const int64_t *values)
{
    for (const char *mark; (mark = strchr(format, '@')) != NULL; format = mark + 1) {
        pl_str_put(out, format, (size_t)(mark - format));
        put_tenths(out, *values++);
    }
    pl_str_puts(out, format);
}
