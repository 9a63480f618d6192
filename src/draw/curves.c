/* Secondary edges in vector graphics: dashed curves beside the tree; see scene.h.
 *
 *              S ╌╌╌╌╌╌╌╌╮
 *            ┌─┴─┐        ╎ SB
 *            V   NP ◄╌╌╌╌╌╯
 *
 * The label of an edge is placed where it covers no other text. A grid finds the texts near a
 * place, so that the time grows with the number of edges, not with its square. */
#include "draw/scene.h"

#include "base/hash.h"

#include <math.h>
#include <stdlib.h>

enum {
    APART = 150, /* labels so much farther apart than they are wide stand side by side */
    BULGE = 250, /* least distance of a control point from its end */
    LIFT = 500,  /* a curve comes down to a child from so much above it … */
    APPROACH = 300, /* … and so much beside it */
    TIP = 65,       /* length of the arrow head; it is as wide */
    HALF_TEXT = 60, /* of the height of a text */
    /* Two texts can only cover each other if their middles are less than CELL_HEIGHT apart.
     * So a search needs only three rows of cells. */
    CELL_HEIGHT = 2 * HALF_TEXT + 10,
    CELL_WIDTH = 1000,
};

/* One point of a cubic curve, for one coordinate; t is in eighths. */
static int64_t curve_at(const int64_t *p, int64_t t)
{
    int64_t u = 8 - t;
    return (u * u * u * p[0] + 3 * u * u * t * p[2] + 3 * u * t * t * p[4] +
            t * t * t * p[6]) /
           512;
}

/* -- the texts near a place ---------------------------------------------------------- */

static int64_t cell_of(int64_t place, int64_t size)
{
    return (place < 0 ? place - size + 1 : place) / size;
}

/* Finds the place of a cell in the hash table; the place is free if no text overlaps the cell. */
static pl_grid_cell *find_cell(const pl_scene *s, int64_t column, int64_t row)
{
    size_t mask = s->cells.n - 1;
    size_t i = pl_mix((uint64_t)column << 32 ^ (uint64_t)row) & mask;
    while (s->cells.at[i].first != 0 &&
           (s->cells.at[i].column != column || s->cells.at[i].row != row))
        i = (i + 1) & mask;
    return &s->cells.at[i];
}

/* Makes the hash table larger before it is half full. */
static void grow(pl_scene *s)
{
    if (2 * s->n_used < s->cells.n)
        return;
    pl_grid_cell *old = s->cells.at;
    size_t n = s->cells.n;
    s->cells.at = NULL;
    s->cells.n = s->cells.cap = 0;
    PL_FILL(&s->cells, n == 0 ? 1024 : 2 * n, 0);
    for (size_t i = 0; i < n; i++)
        if (old[i].first != 0)
            *find_cell(s, old[i].column, old[i].row) = old[i];
    free(old);
}

static int64_t half_extent(const pl_shape *text)
{
    return pl_text_extent(text->text, (int)text->role) / 2;
}

static void enter_text(pl_scene *s, uint32_t shape)
{
    const pl_shape *text = &s->shapes.at[shape];
    int64_t half = half_extent(text), row = cell_of(text->y, CELL_HEIGHT);
    int64_t last = cell_of(text->x + half, CELL_WIDTH);
    for (int64_t k = cell_of(text->x - half, CELL_WIDTH); k <= last; k++) {
        grow(s);
        pl_grid_cell *cell = find_cell(s, k, row);
        s->n_used += cell->first == 0;
        PL_PUSH(&s->in_cells, (pl_grid_text){shape, cell->first});
        *cell = (pl_grid_cell){k, row, (uint32_t)s->in_cells.n};
    }
}

static void enter_new_texts(pl_scene *s)
{
    for (; s->n_seen < s->shapes.n; s->n_seen++)
        if (s->shapes.at[s->n_seen].text != NULL)
            enter_text(s, (uint32_t)s->n_seen);
}

static bool covers_text_in(const pl_scene *s, const pl_grid_cell *cell, int64_t x,
                           int64_t y, int64_t half)
{
    for (uint32_t i = cell->first; i != 0; i = s->in_cells.at[i - 1].next) {
        const pl_shape *other = &s->shapes.at[s->in_cells.at[i - 1].shape];
        if (llabs(other->y - y) < CELL_HEIGHT &&
            llabs(other->x - x) < half + half_extent(other))
            return true;
    }
    return false;
}

static bool covers_text(const pl_scene *s, int64_t x, int64_t y, int64_t half)
{
    int64_t row = cell_of(y, CELL_HEIGHT), last = cell_of(x + half, CELL_WIDTH);
    if (s->cells.n == 0)
        return false;
    for (int64_t k = cell_of(x - half, CELL_WIDTH); k <= last; k++)
        for (int64_t r = row - 1; r <= row + 1; r++)
            if (covers_text_in(s, find_cell(s, k, r), x, y, half))
                return true;
    return false;
}

void pl_scene_clear(pl_scene *s)
{
    PL_VEC_RELEASE(&s->shapes, &s->cells, &s->in_cells);
    s->n_used = s->n_seen = 0;
}

/* -- edges --------------------------------------------------------------------------- */

/* Returns the right edge of the label. */
static int64_t add_label(pl_scene *s, const int64_t *points, const char *label)
{
    static const int64_t places[] = {4, 3, 5, 2, 6}; /* eighths; the best first */
    const char *text = pl_draw_label(s->arena, label, PL_MARK_NONE, false);
    pl_shape shape = {.role = PL_ROLE_FUNCTION, .secondary = true, .text = text};
    int64_t half = pl_text_extent(text, PL_ROLE_FUNCTION) / 2;
    size_t n = sizeof places / sizeof *places, i = 0;
    enter_new_texts(s);
    while (i < n && covers_text(s, curve_at(points, places[i]),
                                curve_at(points + 1, places[i]), half))
        i++;
    shape.x = curve_at(points, places[i < n ? i : 0]);
    shape.y = curve_at(points + 1, places[i < n ? i : 0]);
    PL_PUSH(&s->shapes, shape);
    return shape.x + half;
}

static void add_points(pl_scene *s, pl_role role, const int64_t *points, size_t n)
{
    int64_t *copy = PL_NEW_ARRAY(s->arena, int64_t, 2 * n);
    for (size_t i = 0; i < 2 * n; i++)
        copy[i] = points[i];
    pl_shape shape = {.role = role, .secondary = true, .points = copy, .n_points = n};
    PL_PUSH(&s->shapes, shape);
}

/* The arrow head at the end of the curve, in its direction; the curve then ends where the
 * head begins. */
static void add_tip(pl_scene *s, int64_t *points)
{
    double dx = (double)(points[6] - points[4]), dy = (double)(points[7] - points[5]);
    double length = sqrt(dx * dx + dy * dy);
    dx *= TIP / length;
    dy *= TIP / length;
    int64_t x = points[6] - llround(dx), y = points[7] - llround(dy);
    int64_t tip[6] = {points[6],           points[7],           x - llround(dy / 2),
                      y + llround(dx / 2), x + llround(dy / 2), y - llround(dx / 2)};
    points[6] = x;
    points[7] = y;
    add_points(s, PL_ROLE_TIP, tip, 3);
}

/* Where one label stands above the other the curve bulges to the right, so the picture
 * grows on that side only. */
void pl_scene_add_edge(pl_scene *s, const pl_curve_end *ends, const char *label,
                       int64_t left)
{
    const pl_curve_end *p = &ends[0], *c = &ends[1];
    int64_t dx = c->x - p->x, far = p->half + c->half + APART;
    int64_t side = dx > -far ? 1 : -1, end_side = dx > far ? -1 : 1;
    int64_t bulge = pl_max64(BULGE, llabs(dx) / 3);
    int64_t from = p->x + side * p->half, to = c->x + end_side * c->half;
    int64_t lift = pl_max64(0, pl_min64(LIFT, (c->y - p->y) / 2));
    int64_t points[8] = {from,
                         p->y,
                         from + side * bulge,
                         p->y,
                         to + end_side * (lift > 0 ? APPROACH : bulge),
                         c->y - lift,
                         to,
                         c->y};
    int64_t right = 0;
    add_tip(s, points);
    add_points(s, PL_ROLE_CURVE, points, 4);
    if (label != NULL && label[0] != '\0')
        right = add_label(s, points, label);
    for (int64_t t = 0; t <= 8; t++)
        right = pl_max64(right, curve_at(points, t));
    s->width = pl_max64(s->width, right + 20 - left);
}
