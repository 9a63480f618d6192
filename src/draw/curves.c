/* Secondary edges in vector graphics: dashed curves beside the tree; see scene.h.
 *
 *              S ╌╌╌╌╌╌╌╌╮
 *            ┌─┴─┐        ╎ SB
 *            V   NP ◄╌╌╌╌╌╯                                                            */
#include "draw/scene.h"

#include <math.h>
#include <stdlib.h>

enum {
    APART = 150, /* labels so much farther apart than they are wide stand side by side */
    BULGE = 250, /* least distance of a control point from its end */
    LIFT = 500,  /* a curve comes down to a child from so much above it … */
    APPROACH = 300, /* … and so much beside it */
    TIP = 65,       /* length of the arrow head; it is as wide */
    HALF_TEXT = 60, /* of the height of a text */
};

/* One point of a cubic curve, for one coordinate; t is in eighths. */
static int64_t curve_at(const int64_t *p, int64_t t)
{
    int64_t u = 8 - t;
    return (u * u * u * p[0] + 3 * u * u * t * p[2] + 3 * u * t * t * p[4] +
            t * t * t * p[6]) /
           512;
}

static bool covers_text(const pl_scene *s, int64_t x, int64_t y, int64_t half)
{
    for (size_t i = 0; i < s->shapes.n; i++) {
        const pl_shape *other = &s->shapes.at[i];
        if (other->text != NULL && llabs(other->y - y) < 2 * HALF_TEXT + 10 &&
            llabs(other->x - x) <
                half + pl_text_extent(other->text, (int)other->role) / 2)
            return true;
    }
    return false;
}

/* Returns the right edge of the label. */
static int64_t add_label(pl_scene *s, const int64_t *points, const char *label)
{
    static const int64_t places[] = {4, 3, 5, 2, 6}; /* eighths; the best first */
    const char *text = pl_draw_label(s->arena, label, PL_MARK_NONE, false);
    pl_shape shape = {.role = PL_ROLE_FUNCTION, .secondary = true, .text = text};
    int64_t half = pl_text_extent(text, PL_ROLE_FUNCTION) / 2;
    size_t n = sizeof places / sizeof *places, i = 0;
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
