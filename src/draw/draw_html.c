/* Drawings as a standalone HTML page: a list of sentences and their trees as inline SVG,
 * with search. No other file is needed, and nothing is fetched. */
#include "draw/html_page.h"
#include "draw/svg.h"
#include "draw/text.h"

#include "base/intern.h"

static void put_head(pl_drawing *d)
{
    const char *title = d->options.title != NULL ? d->options.title : "Trees";
    pl_str out = {0};
    pl_str_puts(
        &out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
              "<title>");
    pl_svg_put(&out, title);
    pl_str_puts(&out, "</title>\n<style>\n");
    pl_str_puts(&out, pl_html_style);
    pl_str_puts(&out, pl_svg_style);
    pl_svg_colors(&out, "svg", false);
    pl_svg_colors(&out, ".dark svg", true);
    pl_str_puts(&out, "\n</style>\n"
                      "<script>document.documentElement.classList.add('js')</script>\n"
                      "</head>\n<body>\n<header>\n<h1>");
    pl_svg_put(&out, title);
    pl_str_puts(&out, "</h1>\n");
    pl_str_puts(&out, pl_html_header);
    pl_out_put(d->out, out.at, out.n);
    pl_str_release(&out);
}

static void put_name(pl_str *out, pl_intern *seen, const char *name)
{
    if (name == NULL || name[0] == '\0' || pl_intern_find(seen, name) != PL_NONE)
        return;
    pl_str_puts(out, seen->n > 0 ? " " : "");
    pl_intern_add(seen, name);
    pl_svg_put(out, name);
}

/* The labels that one can search for: as they are shown. */
static void put_labels(pl_str *out, const pl_scene *s)
{
    pl_intern seen = {0};
    for (size_t i = 0; i < s->shapes.n; i++) {
        pl_role role = s->shapes.at[i].role;
        if (role == PL_ROLE_LABEL || role == PL_ROLE_TAG || role == PL_ROLE_ARC)
            put_name(out, &seen, s->shapes.at[i].text);
    }
    pl_intern_release(&seen);
}

static bool has_crossing(const pl_scene *s)
{
    for (size_t i = 0; i < s->shapes.n; i++)
        if (s->shapes.at[i].color > 0)
            return true;
    return false;
}

static void put_svg(pl_str *out, const pl_drawn *what, const pl_draw_options *o,
                    const pl_scene *s)
{
    pl_str_puts(out, "<svg role=\"img\" width=\"");
    pl_tenths_put(out, s->width + 20);
    pl_str_puts(out, "\" height=\"");
    pl_tenths_put(out, s->height + 20);
    pl_str_puts(out, "\" viewBox=\"-1 -1 ");
    pl_tenths_put(out, s->width + 20);
    pl_str_putc(out, ' ');
    pl_tenths_put(out, s->height + 20);
    /* A wide picture shrinks to the window, but not so far that it cannot be read. */
    pl_str_puts(out, "\" style=\"--least:");
    pl_tenths_put(out, s->width * 7 / 10);
    pl_str_puts(out, "px\">\n");
    pl_svg_describe(out, what, o);
    pl_svg_shapes(out, s);
    pl_str_puts(out, "</svg>");
}

static int add(pl_drawing *d, const pl_drawn *what, pl_error *err)
{
    pl_scene s;
    if (pl_scene_make(&s, &d->arena, what, &d->options, err) < 0)
        return -1;
    if (d->n == 0)
        put_head(d);
    pl_str out = {0}, title = {0};
    const pl_tree *t = what->tree;
    pl_draw_title(&title, t, d->n + 1);
    pl_str_puts(&out, "<section data-labels=\"");
    put_labels(&out, &s);
    pl_str_puts(&out, has_crossing(&s) ? "\" data-crossing=\"1\">\n<h2>" : "\">\n<h2>");
    pl_svg_put(&out, title.at);
    pl_str_puts(&out, "</h2>\n<p dir=\"auto\">");
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_str_puts(&out, i > 0 ? " " : "");
        pl_svg_put(&out, t->tokens[i].word);
    }
    pl_str_puts(&out, "</p>\n<div>\n");
    put_svg(&out, what, &d->options, &s);
    pl_str_puts(&out, "\n</div>\n</section>\n");
    pl_out_put(d->out, out.at, out.n);
    pl_str_release(&out);
    pl_str_release(&title);
    pl_scene_release(&s);
    return 0;
}

static void end(pl_drawing *d)
{
    if (d->n == 0)
        put_head(d);
    if (d->compared)
        pl_out_puts(d->out, "<footer><p>red: only in gold; green: only in candidate; "
                            "yellow: other label</p></footer>\n");
    pl_out_puts(d->out, "</main>\n<script>\n");
    pl_out_puts(d->out, pl_html_script);
    pl_out_puts(d->out, "</script>\n</body>\n</html>\n");
}

const pl_draw_backend pl_draw_html = {add, end};
