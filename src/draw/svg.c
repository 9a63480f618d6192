/* Drawings as one SVG file; see drawing.h. The style sheet is share/draw/svg.css. */
#include "draw/svg.h"

#include "base/utf8.h"

#include <string.h>

enum {
    CORNER = 50, /* radius of rounded corners */
    MARGIN = 120,
    BETWEEN = 400, /* two pictures */
    HEADING = 260,
};

/* clang-format off */
static const char *const role_class[PL_N_ROLES] = {
    [PL_ROLE_LABEL]   = "n",
    [PL_ROLE_TAG]     = "t",
    [PL_ROLE_WORD]    = "w",
    [PL_ROLE_BELOW]   = "b",
    [PL_ROLE_FUNCTION] = "f",
    [PL_ROLE_ARC]     = "a",
    [PL_ROLE_CAPTION] = "c",
};

static const char *const entities['>' + 1] = {
    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;",
};
/* clang-format on */

/* -- shapes ------------------------------------------------------------------------- */

void pl_svg_escaped(pl_str *out, const char *text)
{
    char shown[PL_VISIBLE];
    while (pl_visible_step(&text, shown) > 0)
        for (const char *s = shown; *s != '\0'; s++) {
            unsigned char c = (unsigned char)*s;
            if (c <= '>' && entities[c] != NULL)
                pl_str_puts(out, entities[c]);
            else
                pl_str_putc(out, *s);
        }
}

void pl_svg_words(pl_str *out, const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_str_puts(out, i > 0 ? " " : "");
        pl_svg_escaped(out, t->tokens[i].word);
    }
}

/* One more name of a class; the first begins the attribute. */
static void put_class(pl_str *out, const char *name, bool *begun)
{
    pl_str_puts(out, *begun ? " " : " class=\"");
    pl_str_puts(out, name);
    *begun = true;
}

/* class="…" of a shape, where it has one: `first`, its mark or colour, h for heavy, e for
 * secondary edges. Pictures are full of them: no printf. */
static void put_classes(pl_str *out, const pl_shape *shape, const char *first)
{
    bool begun = false, marked = shape->mark != PL_MARK_NONE;
    char other[3] = {marked ? 'm' : 'd',
                     (char)('0' + (marked ? shape->mark : shape->color)), '\0'};
    if (first[0] != '\0')
        put_class(out, first, &begun);
    if (marked || shape->color > 0)
        put_class(out, other, &begun);
    if (shape->heavy)
        put_class(out, "h", &begun);
    if (shape->secondary)
        put_class(out, "e", &begun);
    pl_str_puts(out, begun ? "\"" : "");
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
    pl_put_scaled(out, " d=\"M@ @", p);
    for (size_t i = 1; i + 1 < shape->n_points; i++) {
        int64_t corner[6]; /* before it, the corner itself, after it */
        towards(p + 2 * i, p + 2 * i - 2, corner);
        memcpy(corner + 2, p + 2 * i, 2 * sizeof *p);
        towards(p + 2 * i, p + 2 * i + 2, corner + 4);
        pl_put_scaled(out, "L@ @Q@ @ @ @", corner);
    }
    pl_put_scaled(out, "L@ @\"/>\n", p + 2 * (shape->n_points - 1));
}

static void put_curve(pl_str *out, const pl_shape *shape)
{
    pl_put_scaled(out, "<path class=\"e\" d=\"M@ @C@ @ @ @ @ @\"/>\n", shape->points);
}

/* The head of a secondary edge. */
static void put_tip(pl_str *out, const pl_shape *shape)
{
    pl_put_scaled(out, "<polygon class=\"e\" points=\"@ @ @ @ @ @\"/>\n", shape->points);
}

static void put_arrow(pl_str *out, const pl_shape *shape)
{
    int64_t x = shape->x, y = shape->y;
    pl_str_puts(out, "<polygon");
    put_classes(out, shape, "");
    pl_put_scaled(out, " points=\"@ @ @ @ @ @\"/>\n",
                  (int64_t[]){x, y, x - 35, y - 65, x + 35, y - 65});
}

/* What a label means, as a tooltip. */
static void put_meaning(pl_str *out, const pl_shape *shape, const pl_glossary *g)
{
    static const int kinds[PL_N_ROLES] = {
        [PL_ROLE_LABEL] = PL_GLOSS_LABEL + 1,
        [PL_ROLE_TAG] = PL_GLOSS_TAG + 1,
        [PL_ROLE_FUNCTION] = PL_GLOSS_FUNCTION + 1,
        [PL_ROLE_ARC] = PL_GLOSS_RELATION + 1,
    };
    pl_str meaning = {0};
    if (kinds[shape->role] > 0 &&
        pl_glossary_put(g, (pl_gloss)(kinds[shape->role] - 1), shape->text, &meaning)) {
        pl_str_puts(out, "<title>");
        pl_svg_escaped(out, shape->text);
        pl_str_puts(out, ": ");
        pl_svg_escaped(out, meaning.at);
        pl_str_puts(out, "</title>");
    }
    pl_str_release(&meaning);
}

static void put_text(pl_str *out, const pl_shape *shape, const pl_glossary *g)
{
    pl_str_puts(out, "<text");
    put_classes(out, shape, role_class[shape->role]);
    pl_put_scaled(out, " x=\"@\" y=\"@\">",
                  (int64_t[]){shape->x, shape->y + pl_role_size[shape->role] * 36 / 100});
    if (g != NULL)
        put_meaning(out, shape, g);
    pl_svg_escaped(out, shape->text);
    pl_str_puts(out, "</text>\n");
}

static void put_shapes(pl_str *out, const pl_scene *s)
{
    static void (*const lines[PL_N_ROLES])(pl_str *, const pl_shape *) = {
        [PL_ROLE_LINE] = put_path,
        [PL_ROLE_ARROW] = put_arrow,
        [PL_ROLE_CURVE] = put_curve,
        [PL_ROLE_TIP] = put_tip,
    };
    for (size_t i = 0; i < s->shapes.n; i++) {
        const pl_shape *shape = &s->shapes.at[i];
        if (lines[shape->role] != NULL)
            lines[shape->role](out, shape);
        else
            put_text(out, shape, s->options->glossary);
    }
}

/* Brackets around the constituents, the words with their numbers. */
static void describe_tree(pl_str *out, const pl_tree *t)
{
    for (uint32_t v = t->root; v != PL_NONE;) {
        const pl_node *n = &t->nodes[v];
        pl_str_puts(out, "(");
        pl_svg_escaped(out, n->label != NULL ? n->label : "");
        pl_str_puts(out, " ");
        if (!pl_is_terminal(t, v)) {
            v = n->first;
            continue;
        }
        pl_str_printf(out, "%u=", v);
        pl_svg_escaped(out, t->tokens[v].word);
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
        pl_svg_escaped(out, token->deprel != NULL ? token->deprel : "");
        pl_str_puts(out, "(");
        pl_svg_escaped(out, token->head == PL_ROOT_HEAD ? "ROOT"
                                                        : t->tokens[token->head].word);
        pl_str_puts(out, ", ");
        pl_svg_escaped(out, token->word);
        pl_str_puts(out, ") ");
    }
}

/* <title> and <desc> of a picture: the sentence, and its structure in words. */
static void describe(pl_str *out, const pl_drawn *what, const pl_draw_options *o)
{
    const pl_tree *t = what->tree;
    pl_str_puts(out, "<title>");
    pl_svg_words(out, t);
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

void pl_svg_picture(pl_str *out, const pl_drawn *what, const pl_draw_options *o,
                    const pl_scene *s)
{
    describe(out, what, o);
    put_shapes(out, s);
}

int pl_svg_styles(const pl_drawing *d, pl_str *out, bool joined, pl_error *err)
{
    int status = pl_draw_part(out, "svg.css", joined, err);
    if (status == 0 && d->options.matches)
        status = pl_draw_part(out, "match.css", joined, err);
    return status;
}

/* -- an SVG file: several pictures stand below each other, with headings ------------- */

/* Wraps a picture into a group at its place. */
static void put_group(pl_drawing *d, const pl_finished *p, size_t number)
{
    int64_t heading = number > 0 ? HEADING : 0;
    d->height += d->height > 0 ? BETWEEN : 0;
    pl_put_scaled(&d->body, "<g transform=\"translate(0 @)\">\n",
                  (int64_t[]){d->height + heading});
    if (number > 0) {
        pl_str_puts(&d->body, "<text class=\"c\" x=\"0\" y=\"-16\">");
        pl_svg_escaped(&d->body, p->title.at);
        pl_str_puts(&d->body, "</text>\n");
    }
    pl_str_puts(&d->body, p->content.at);
    pl_str_puts(&d->body, "</g>\n");
    d->height += p->height + heading;
}

static int draw_svg(pl_drawing *d, const pl_drawn *what, const pl_scene *s,
                    const char *title, pl_str *out, pl_error *err)
{
    pl_svg_picture(out, what, &d->options, s);
    return 0;
}

static int end_svg(pl_drawing *d, pl_error *err)
{
    pl_str head = {0};
    int64_t width = d->width + 2 * MARGIN, height = d->height + 2 * MARGIN;
    pl_put_scaled(&head,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"@\" "
                  "height=\"@\" viewBox=\"@ @ @ @\">\n<style>",
                  (int64_t[]){width, height, -MARGIN, -MARGIN, width, height});
    int status = pl_svg_styles(d, &head, true, err);
    pl_put_scaled(&head,
                  "</style>\n<rect width=\"100%\" height=\"100%\" x=\"@\" y=\"@\" "
                  "fill=\"#ffffff\"/>\n",
                  (int64_t[]){-MARGIN, -MARGIN});
    if (status == 0) {
        pl_out_put(d->out, head.at, head.n);
        pl_out_put(d->out, pl_str_text(&d->body), d->body.n);
        pl_out_puts(d->out, "</svg>\n");
    }
    pl_str_release(&head);
    return status;
}

const pl_draw_backend pl_draw_svg = {true, draw_svg, put_group, end_svg};
