/* Drawings as text: pictures one below the other, with a heading each as soon as there
 * is more than one. */
#include "draw/drawing.h"
#include "draw/text.h"

#define BETWEEN       6    /* columns between two pictures side by side */
#define DEFAULT_WIDTH 160u /* for comparisons, when no width was given */

static void put_caption(const pl_draw_options *o, const char *text, size_t width,
                        pl_str *out)
{
    size_t n = 0;
    pl_str_puts(out, o->color ? "\33[4m" : "");
    for (; text[n] != '\0'; n++)
        pl_str_putc(out, text[n]);
    pl_str_puts(out, o->color ? "\33[0m" : "");
    pl_str_fill(out, ' ', width > n ? width - n : 0);
}

/* Gold and candidate, beside each other if they fit. */
static int put_pair(pl_drawing *d, const pl_drawn *what, pl_str *out, pl_error *err)
{
    const pl_draw_options *o = &d->options;
    pl_picture gold, candidate;
    if (pl_text_picture(&d->arena, what->tree, o, what->marks, &gold, err) < 0)
        return -1;
    if (what->same) {
        put_caption(o, "gold = candidate", 0, out);
        pl_str_puts(out, "\n");
        pl_picture_write(&d->arena, &gold, o, out);
        return 0;
    }
    if (pl_text_picture(&d->arena, what->candidate, o, what->candidate_marks, &candidate,
                        err) < 0)
        return -1;
    size_t limit = o->width > 0 ? o->width : DEFAULT_WIDTH;
    bool beside = gold.width + BETWEEN + candidate.width <= limit;
    put_caption(o, "gold", beside ? gold.width + BETWEEN : 0, out);
    if (beside) {
        put_caption(o, "candidate", 0, out);
        pl_str_puts(out, "\n");
        pl_picture_write_beside(&d->arena, &gold, &candidate, BETWEEN, o, out);
        return 0;
    }
    pl_str_puts(out, "\n");
    pl_picture_write(&d->arena, &gold, o, out);
    pl_str_puts(out, "\n");
    put_caption(o, "candidate", 0, out);
    pl_str_puts(out, "\n");
    pl_picture_write(&d->arena, &candidate, o, out);
    return 0;
}

static void put_title(pl_drawing *d, const char *title)
{
    if (d->options.color)
        pl_out_printf(d->out, "\33[1m%s\33[0m\n", title);
    else
        pl_out_printf(d->out, "%s\n", title);
}

/* The first picture has a heading only if a second one follows. */
static void flush_held(pl_drawing *d, bool with_title)
{
    if (d->held.n == 0)
        return;
    if (with_title)
        put_title(d, d->held_title.at);
    pl_out_put(d->out, d->held.at, d->held.n);
    pl_str_clear(&d->held);
}

static int add(pl_drawing *d, const pl_drawn *what, pl_error *err)
{
    pl_str out = {0};
    int got;
    pl_picture p;
    if (what->candidate != NULL)
        got = put_pair(d, what, &out, err);
    else if ((got = pl_text_picture(&d->arena, what->tree, &d->options, what->marks, &p,
                                    err)) == 0)
        pl_picture_write(&d->arena, &p, &d->options, &out);
    if (got == 0 && d->n == 0) {
        pl_draw_title(&d->held_title, what->tree, 1);
        d->held = out;
        return 0;
    }
    if (got == 0) {
        flush_held(d, true);
        pl_str title = {0};
        pl_draw_title(&title, what->tree, d->n + 1);
        pl_out_putc(d->out, '\n');
        put_title(d, title.at);
        pl_out_put(d->out, pl_str_text(&out), out.n);
        pl_str_release(&title);
    }
    pl_str_release(&out);
    return got;
}

static void end(pl_drawing *d)
{
    flush_held(d, false);
    if (d->compared)
        pl_out_puts(d->out,
                    "\n-X only in gold   +X only in candidate   ~X other label\n");
}

const pl_draw_backend pl_draw_text = {add, end};
