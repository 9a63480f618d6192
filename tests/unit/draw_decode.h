/* Reads pictures of constituent trees back: the proof that they say what they show. Knows
 * only what a reader of the picture knows: words stand on the last row, tags above them
 * (if there are any), then rows of bars and rows of labels take turns; a line that has no
 * arm towards a bar passes over it. */
#ifndef PL_TESTS_DRAW_DECODE_H
#define PL_TESTS_DRAW_DECODE_H

#include "base/utf8.h"
#include "base/vec.h"
#include "draw/draw.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cell {
    const char *text; /* NULL: blank */
    size_t bytes;
    unsigned arms; /* of a line; 0 for text */
} cell;

typedef struct grid {
    size_t rows, width;
    cell *cells; /* [rows][width] */
} grid;

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, HEAVY = 16 };

static const struct {
    const char *glyph;
    unsigned arms;
} known_glyphs[] = {
    {"│", UP | DOWN},
    {"─", LEFT | RIGHT},
    {"┘", UP | LEFT},
    {"┐", DOWN | LEFT},
    {"┤", UP | DOWN | LEFT},
    {"└", UP | RIGHT},
    {"┌", DOWN | RIGHT},
    {"├", UP | DOWN | RIGHT},
    {"┴", UP | LEFT | RIGHT},
    {"┬", DOWN | LEFT | RIGHT},
    {"┼", UP | DOWN | LEFT | RIGHT},
    {"┃", UP | DOWN | HEAVY},
    {"╽", UP | DOWN | HEAVY},
    {"┒", DOWN | LEFT | HEAVY},
    {"┧", UP | DOWN | LEFT | HEAVY},
    {"┎", DOWN | RIGHT | HEAVY},
    {"┟", UP | DOWN | RIGHT | HEAVY},
    {"┰", DOWN | LEFT | RIGHT | HEAVY},
    {"╁", UP | DOWN | LEFT | RIGHT | HEAVY},
};

static inline unsigned arms_of(const char *text, size_t n)
{
    for (size_t i = 0; i < sizeof known_glyphs / sizeof *known_glyphs; i++)
        if (strlen(known_glyphs[i].glyph) == n &&
            strncmp(known_glyphs[i].glyph, text, n) == 0)
            return known_glyphs[i].arms;
    return 0;
}

static inline cell *at(const grid *g, size_t row, size_t column)
{
    static cell blank;
    return row < g->rows && column < g->width ? &g->cells[row * g->width + column]
                                              : &blank;
}

/* Puts the characters of one line into their columns. */
static inline void read_line(const grid *g, size_t row, const char *line, size_t n)
{
    size_t column = 0;
    cell *last = NULL;
    while (n > 0) {
        uint32_t code;
        size_t length = pl_utf8_decode(line, n, &code);
        char one[5] = {0};
        memcpy(one, line, length);
        size_t width = pl_utf8_width(one);
        if (width == 0 && last != NULL)
            last->bytes += length;
        else if (code == ' ') {
            column++;
            last = NULL;
        } else {
            last = at(g, row, column);
            *last = (cell){line, length, arms_of(line, length)};
            if (width == 2)
                *at(g, row, column + 1) = (cell){line + length, 0, 0};
            column += width;
        }
        line += length;
        n -= length;
    }
}

static inline grid read_grid(pl_arena *m, const char *text)
{
    grid g = {0};
    for (const char *line = text; *line != '\0';) {
        size_t n = strcspn(line, "\n");
        g.rows++;
        g.width = n > g.width ? n : g.width;
        line += n + (line[n] == '\n');
    }
    g.width += 2;
    g.cells = PL_NEW_ARRAY(m, cell, g.rows * g.width);
    size_t row = 0;
    for (const char *line = text; *line != '\0'; row++) {
        size_t n = strcspn(line, "\n");
        read_line(&g, row, line, n);
        line += n + (line[n] == '\n');
    }
    return g;
}

/* A word or label: what stands between two blanks. A line alone is one, too. */
typedef struct run {
    size_t row, first, last; /* columns */
    const char *text;
    unsigned arms; /* of a line alone */
} run;

static inline size_t runs_of(pl_arena *m, const grid *g, size_t row, run *out)
{
    size_t n = 0;
    for (size_t c = 0; c < g->width; c++) {
        if (at(g, row, c)->text == NULL)
            continue;
        const cell *first = at(g, row, c);
        run r = {row, c, c, NULL, first->arms};
        const char *end = first->text + first->bytes;
        while (at(g, row, c + 1)->text != NULL) {
            c++;
            end = at(g, row, c)->text + at(g, row, c)->bytes;
            r.arms = 0;
        }
        r.last = c;
        r.text = pl_arena_strndup(m, first->text, (size_t)(end - first->text));
        out[n++] = r;
    }
    return n;
}

static inline void draw_into(pl_str *s, const pl_tree *t, const pl_draw_options *o)
{
    pl_error err;
    pl_out *out = pl_out_memory(s);
    if (pl_draw(t, o, out, &err) < 0)
        fail_msg("%s", err.text);
    assert_int_equal(pl_out_close(out, &err), 0);
}

/* The picture begins after a line end, so that it stands in the source as it looks. */
static inline void check_picture(const pl_tree *t, const pl_draw_options *o,
                                 const char *picture)
{
    pl_str s = {0};
    draw_into(&s, t, o);
    if (strcmp(s.at, picture + 1) != 0)
        fail_msg("expected:\n%s\ndrawn:\n%s", picture + 1, s.at);
    pl_str_release(&s);
}

#endif
