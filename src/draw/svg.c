/* SVG: spelling out scenes. */
#include "draw/svg.h"

#include "draw/text.h"

#define CORNER 50 /* radius of rounded corners */

/* clang-format off */
const char *const pl_svg_style =
    "text{font-family:Helvetica,Arial,'Liberation Sans','Noto Sans','DejaVu Sans',sans-serif;"
    "text-anchor:middle}"
    ".w{font-size:15px}.n{font-size:13px;font-weight:600}.t,.a{font-size:11px}"
    ".c{font-size:12px;text-anchor:start}"
    "path{fill:none;stroke-width:1.3}path.h{stroke-width:2.8}"
    "path.m1,path.m2,path.m3{stroke-dasharray:4 2.5;stroke-width:1.6}";

/* Colours of lines and texts, on a light and on a dark ground. */
static const struct color_rule {
    const char *class, *light, *dark;
} color_rules[] = {
    {"d1", "#0969da", "#58a6ff"}, /* discontinuous nodes, in turn */
    {"d2", "#bc4c00", "#f0883e"},
    {"d3", "#8250df", "#bc8cff"},
    {"d4", "#1a7f37", "#56d364"},
    {"d5", "#bf3989", "#f778ba"},
    {"m1", "#cf222e", "#ff7b72"}, /* marks: missing, extra, other label */
    {"m2", "#1a7f37", "#3fb950"},
    {"m3", "#9a6700", "#d29922"},
};

static const char *const role_class[PL_N_ROLES] = {
    [PL_ROLE_LABEL]   = "n",
    [PL_ROLE_TAG]     = "t",
    [PL_ROLE_WORD]    = "w",
    [PL_ROLE_ARC]     = "a",
    [PL_ROLE_CAPTION] = "c",
};
/* clang-format on */

void pl_svg_colors(pl_str *out, const char *within, bool dark)
{
    pl_str_printf(out,
                  "%s text{fill:%s}%s text.t,%s text.c{fill:%s}%s path{stroke:%s}"
                  "%s polygon{fill:%s}",
                  within, dark ? "#e6edf3" : "#24292f", within, within,
                  dark ? "#8d96a0" : "#6e7781", within, dark ? "#6e7681" : "#8c959f",
                  within, dark ? "#6e7681" : "#8c959f");
    for (size_t i = 0; i < sizeof color_rules / sizeof *color_rules; i++) {
        const struct color_rule *r = &color_rules[i];
        const char *color = dark ? r->dark : r->light;
        pl_str_printf(out, "%s text.%s,%s polygon.%s{fill:%s}%s path.%s{stroke:%s}",
                      within, r->class, within, r->class, color, within, r->class, color);
    }
}

void pl_svg_put(pl_str *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '&')
            pl_str_puts(out, "&amp;");
        else if (c == '<')
            pl_str_puts(out, "&lt;");
        else if (c == '>')
            pl_str_puts(out, "&gt;");
        else if (c == '"')
            pl_str_puts(out, "&quot;");
        else if (c < 0x20 && c != '\t' && c != '\n' && c != '\r')
            pl_str_puts(out, "\xef\xbf\xbd");
        else if (c == 0xef && (unsigned char)text[1] == 0xbf &&
                 (unsigned char)text[2] >= 0xbe) { /* U+FFFE and U+FFFF */
            pl_str_puts(out, "\xef\xbf\xbd");
            text += 2;
        } else
            pl_str_putc(out, *text);
    }
}

void pl_tenths_put(pl_str *out, int64_t tenths)
{
    if (tenths < 0) {
        pl_str_putc(out, '-');
        tenths = -tenths;
    }
    pl_str_printf(out, "%lld", (long long)(tenths / 10));
    if (tenths % 10 != 0)
        pl_str_printf(out, ".%lld", (long long)(tenths % 10));
}

static void put_point(pl_str *out, const char *before, int64_t x, int64_t y)
{
    pl_str_puts(out, before);
    pl_tenths_put(out, x);
    pl_str_putc(out, ' ');
    pl_tenths_put(out, y);
}

static void put_classes(pl_str *out, const pl_shape *shape, const char *first)
{
    pl_str classes = {0};
    pl_str_puts(&classes, first);
    if (shape->mark != PL_MARK_NONE)
        pl_str_printf(&classes, " m%d", shape->mark);
    else if (shape->color > 0)
        pl_str_printf(&classes, " d%d", shape->color);
    if (shape->heavy)
        pl_str_puts(&classes, " h");
    const char *text = pl_str_text(&classes);
    if (text[0] != '\0')
        pl_str_printf(out, " class=\"%s\"", text[0] == ' ' ? text + 1 : text);
    pl_str_release(&classes);
}

/* The point at most CORNER away from p on the way to q; lines are upright or level. */
static void towards(const int64_t *p, const int64_t *q, int64_t *at)
{
    for (int i = 0; i < 2; i++) {
        int64_t d = q[i] - p[i];
        int64_t limit = (d < 0 ? -d : d) / 2 < CORNER ? (d < 0 ? -d : d) / 2 : CORNER;
        at[i] = p[i] + (d > 0 ? limit : d < 0 ? -limit : 0);
    }
}

static void put_path(pl_str *out, const pl_shape *shape)
{
    const int64_t *p = shape->points;
    pl_str_puts(out, "<path");
    put_classes(out, shape, "");
    put_point(out, " d=\"M", p[0], p[1]);
    for (size_t i = 1; i + 1 < shape->n_points; i++) {
        int64_t before[2], after[2];
        towards(p + 2 * i, p + 2 * i - 2, before);
        towards(p + 2 * i, p + 2 * i + 2, after);
        put_point(out, "L", before[0], before[1]);
        put_point(out, "Q", p[2 * i], p[2 * i + 1]);
        put_point(out, " ", after[0], after[1]);
    }
    size_t last = 2 * (shape->n_points - 1);
    put_point(out, "L", p[last], p[last + 1]);
    pl_str_puts(out, "\"/>\n");
}

static void put_arrow(pl_str *out, const pl_shape *shape)
{
    pl_str_puts(out, "<polygon");
    put_classes(out, shape, "");
    put_point(out, " points=\"", shape->x, shape->y);
    put_point(out, " ", shape->x - 35, shape->y - 65);
    put_point(out, " ", shape->x + 35, shape->y - 65);
    pl_str_puts(out, "\"/>\n");
}

static void put_text(pl_str *out, const pl_shape *shape)
{
    pl_str_puts(out, "<text");
    put_classes(out, shape, role_class[shape->role]);
    pl_str_puts(out, " x=\"");
    pl_tenths_put(out, shape->x);
    pl_str_puts(out, "\" y=\"");
    pl_tenths_put(out, shape->y + pl_role_size[shape->role] * 36 / 100);
    pl_str_puts(out, "\">");
    pl_svg_put(out, shape->text);
    pl_str_puts(out, "</text>\n");
}

void pl_svg_shapes(pl_str *out, const pl_scene *s)
{
    for (size_t i = 0; i < s->shapes.n; i++) {
        const pl_shape *shape = &s->shapes.at[i];
        if (shape->role == PL_ROLE_LINE)
            put_path(out, shape);
        else if (shape->role == PL_ROLE_ARROW)
            put_arrow(out, shape);
        else
            put_text(out, shape);
    }
}

/* Brackets around the constituents, the words with their numbers. */
static void describe_tree(pl_str *out, const pl_tree *t)
{
    for (uint32_t v = t->root; v != PL_NONE;) {
        const pl_node *n = &t->nodes[v];
        pl_str_puts(out, "(");
        pl_svg_put(out, n->label != NULL ? n->label : "");
        pl_str_puts(out, " ");
        if (!pl_is_terminal(t, v)) {
            v = n->first;
            continue;
        }
        pl_str_printf(out, "%u=", v);
        pl_svg_put(out, t->tokens[v].word);
        pl_str_puts(out, ")");
        while (v != t->root && t->nodes[v].next == PL_NONE) {
            v = t->nodes[v].parent;
            pl_str_puts(out, ")");
        }
        v = v == t->root ? PL_NONE : t->nodes[v].next;
        pl_str_puts(out, v != PL_NONE ? " " : "");
    }
}

static void describe_arcs(pl_str *out, const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens && t->has_deps; i++) {
        const pl_token *token = &t->tokens[i];
        if (token->head >= t->n_tokens && token->head != PL_ROOT_HEAD)
            continue;
        pl_svg_put(out, token->deprel != NULL ? token->deprel : "");
        pl_str_puts(out, "(");
        pl_svg_put(out,
                   token->head == PL_ROOT_HEAD ? "ROOT" : t->tokens[token->head].word);
        pl_str_puts(out, ", ");
        pl_svg_put(out, token->word);
        pl_str_puts(out, ") ");
    }
}

void pl_svg_describe(pl_str *out, const pl_drawn *what, const pl_draw_options *o)
{
    const pl_tree *t = what->tree;
    pl_str_puts(out, "<title>");
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_str_puts(out, i > 0 ? " " : "");
        pl_svg_put(out, t->tokens[i].word);
    }
    pl_str_puts(out, "</title>\n<desc>");
    for (; t != NULL; t = t == what->tree ? what->candidate : NULL) {
        pl_str_puts(out, t == what->tree ? "" : " candidate: ");
        if (pl_draws_arcs(t, o))
            describe_arcs(out, t);
        else
            describe_tree(out, t);
    }
    pl_str_puts(out, "</desc>\n");
}
