/* Drawings as a LaTeX document: one TikZ picture for each tree, each a page of its own.
 * A picture can be copied into a document that has the lines of share/draw/preamble.tex. */
#include "draw/scene.h"

/* clang-format off */
static const char *const role_style[PL_N_ROLES] = {
    [PL_ROLE_LABEL]   = "pleach label",
    [PL_ROLE_TAG]     = "pleach tag",
    [PL_ROLE_WORD]    = "pleach word",
    [PL_ROLE_BELOW]   = "pleach tag",
    [PL_ROLE_FUNCTION] = "pleach function",
    [PL_ROLE_ARC]     = "pleach arc",
    [PL_ROLE_CAPTION] = "pleach caption",
    [PL_ROLE_LINE]    = "pleach line",
    [PL_ROLE_ARROW]   = "pleach arrow",
    [PL_ROLE_CURVE]   = "pleach secondary",
    [PL_ROLE_TIP]     = "pleach tip",
};

static const char *const mark_color[PL_N_MARKS] = {
    [PL_MARK_MISSING] = "pleachmissing",
    [PL_MARK_EXTRA]   = "pleachextra",
    [PL_MARK_LABEL]   = "pleachother",
    [PL_MARK_MATCH]   = "pleachmissing",
};

/* Characters that LaTeX would take for something else, alone or in pairs (-- ,, << ''). */
static const struct escape {
    char plain;
    const char *latex;
} escapes[] = {
    {'\\', "\\textbackslash{}"}, {'{', "\\{"},    {'}', "\\}"},   {'$', "\\$"},
    {'&', "\\&"},                {'#', "\\#"},    {'_', "\\_"},   {'%', "\\%"},
    {'^', "\\textasciicircum{}"},                 {'~', "\\textasciitilde{}"},
    {'`', "\\textasciigrave{}"}, {'\'', "'{}"},   {'-', "-{}"},   {',', ",{}"},
    {'<', "\\textless{}"},       {'>', "\\textgreater{}"},        {'"', "\\textquotedbl{}"},
    {'|', "\\textbar{}"},        {'!', "!{}"},    {'?', "?{}"},
};
/* clang-format on */

static void put_escaped(pl_str *out, const char *text)
{
    for (; *text != '\0'; text++) {
        size_t i = 0, n = sizeof escapes / sizeof *escapes;
        while (i < n && escapes[i].plain != *text)
            i++;
        if (i < n)
            pl_str_puts(out, escapes[i].latex);
        else
            pl_str_putc(out, *text);
    }
}

/* [style, colour, …] of a shape. */
static void put_style(pl_str *out, const pl_shape *s, const char *what)
{
    pl_str_printf(out, "[%s", role_style[s->role]);
    if (s->mark != PL_MARK_NONE)
        pl_str_printf(out, ", %s=%s", what, mark_color[s->mark]);
    else if (s->color > 0)
        pl_str_printf(out, ", %s=pleach%d", what, s->color);
    if (s->heavy)
        pl_str_puts(out, ", pleach head");
    if (s->role == PL_ROLE_LINE && s->mark != PL_MARK_NONE && s->mark != PL_MARK_MATCH)
        pl_str_puts(out, ", dashed");
    if (s->secondary && s->text != NULL)
        pl_str_puts(out, ", pleach secondary label");
    if (s->left)
        pl_str_puts(out, ", anchor=base west");
    pl_str_puts(out, "] ");
}

static void put_shape(pl_str *out, const pl_shape *s)
{
    int64_t x = s->x, y = s->y;
    pl_str_puts(out, s->text != NULL ? "  \\node" : "  \\path");
    if (s->role == PL_ROLE_LINE) {
        put_style(out, s, "draw");
        for (size_t i = 0; i < s->n_points; i++)
            pl_put_scaled(out, i > 0 ? " -- (@,@)" : "(@,@)", s->points + 2 * i);
        pl_str_puts(out, ";\n");
    } else if (s->role == PL_ROLE_CURVE) {
        put_style(out, s, "draw");
        pl_put_scaled(out, "(@,@) .. controls (@,@) and (@,@) .. (@,@);\n", s->points);
    } else if (s->role == PL_ROLE_TIP) {
        put_style(out, s, "fill");
        pl_put_scaled(out, "(@,@) -- (@,@) -- (@,@) -- cycle;\n", s->points);
    } else if (s->role == PL_ROLE_ARROW) {
        put_style(out, s, "fill");
        pl_put_scaled(out, "(@,@) -- (@,@) -- (@,@) -- cycle;\n",
                      (int64_t[]){x, y, x - 35, y - 65, x + 35, y - 65});
    } else {
        put_style(out, s, "text");
        pl_put_scaled(out, "at (@,@) {",
                      (int64_t[]){x, y + pl_role_size[s->role] * 36 / 100});
        put_escaped(out, s->text);
        pl_str_puts(out, "};\n");
    }
}

static int draw(pl_drawing *d, const pl_drawn *what, const pl_scene *s, const char *title,
                pl_str *out, pl_error *err)
{
    if (d->n == 0 && pl_draw_part(out, "preamble.tex", false, err) < 0)
        return -1;
    pl_str_printf(out, "%% %s\n\\begin{tikzpicture}[pleach]\n", title);
    for (size_t i = 0; i < s->shapes.n; i++)
        put_shape(out, &s->shapes.at[i]);
    pl_str_puts(out, "\\end{tikzpicture}\n");
    return 0;
}

static int end(pl_drawing *d, pl_error *err)
{
    pl_str preamble = {0};
    int status = d->n == 0 ? pl_draw_part(&preamble, "preamble.tex", false, err) : 0;
    pl_out_puts(d->out, pl_str_text(&preamble));
    if (status == 0)
        pl_out_puts(d->out, "\\end{document}\n");
    pl_str_release(&preamble);
    return status;
}

const pl_draw_backend pl_draw_latex = {true, draw, NULL, end};
