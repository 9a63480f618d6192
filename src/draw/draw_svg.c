/* Drawings as one SVG file; several pictures stand below each other, with headings. */
#include "draw/svg.h"

#define MARGIN  120
#define BETWEEN 400 /* two pictures */
#define HEADING 260

/* Wraps a picture into a group at its place. */
static void put_group(pl_drawing *d, const char *title, const char *content,
                      int64_t height)
{
    if (d->height > 0)
        d->height += BETWEEN;
    pl_str_puts(&d->body, "<g transform=\"translate(0 ");
    pl_tenths_put(&d->body, d->height + (title != NULL ? HEADING : 0));
    pl_str_puts(&d->body, ")\">\n");
    if (title != NULL) {
        pl_str_puts(&d->body, "<text class=\"c\" x=\"0\" y=\"-16\">");
        pl_svg_put(&d->body, title);
        pl_str_puts(&d->body, "</text>\n");
    }
    pl_str_puts(&d->body, content);
    pl_str_puts(&d->body, "</g>\n");
    d->height += height + (title != NULL ? HEADING : 0);
}

static int add(pl_drawing *d, const pl_drawn *what, pl_error *err)
{
    pl_scene s;
    if (pl_scene_make(&s, &d->arena, what, &d->options, err) < 0)
        return -1;
    pl_str content = {0}, title = {0};
    pl_svg_describe(&content, what, &d->options);
    pl_svg_shapes(&content, &s);
    pl_draw_title(&title, what->tree, d->n + 1);
    d->width = s.width > d->width ? s.width : d->width;
    if (d->n == 0) {
        d->held = content;
        d->held_title = title;
        d->held_height = s.height;
    } else {
        if (d->n == 1)
            put_group(d, d->held_title.at, d->held.at, d->held_height);
        put_group(d, title.at, content.at, s.height);
        pl_str_release(&content);
        pl_str_release(&title);
    }
    pl_scene_release(&s);
    return 0;
}

static void put_attribute(pl_str *out, const char *name, int64_t tenths)
{
    pl_str_printf(out, " %s=\"", name);
    pl_tenths_put(out, tenths);
    pl_str_putc(out, '"');
}

static void end(pl_drawing *d)
{
    if (d->n == 1)
        put_group(d, NULL, d->held.at, d->held_height);
    pl_str head = {0};
    int64_t width = d->width + 2 * MARGIN, height = d->height + 2 * MARGIN;
    pl_str_puts(&head, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    put_attribute(&head, "width", width);
    put_attribute(&head, "height", height);
    pl_str_puts(&head, " viewBox=\"");
    pl_tenths_put(&head, -MARGIN);
    pl_str_putc(&head, ' ');
    pl_tenths_put(&head, -MARGIN);
    pl_str_putc(&head, ' ');
    pl_tenths_put(&head, width);
    pl_str_putc(&head, ' ');
    pl_tenths_put(&head, height);
    pl_str_puts(&head, "\">\n<style>");
    pl_str_puts(&head, pl_svg_style);
    pl_svg_colors(&head, "svg", false);
    pl_str_puts(&head, "</style>\n<rect width=\"100%\" height=\"100%\" x=\"");
    pl_tenths_put(&head, -MARGIN);
    pl_str_puts(&head, "\" y=\"");
    pl_tenths_put(&head, -MARGIN);
    pl_str_puts(&head, "\" fill=\"#ffffff\"/>\n");
    pl_out_put(d->out, head.at, head.n);
    pl_out_put(d->out, pl_str_text(&d->body), d->body.n);
    pl_out_puts(d->out, "</svg>\n");
    pl_str_release(&head);
}

const pl_draw_backend pl_draw_svg = {add, end};
