/* Drawings as a LaTeX document: one TikZ picture for each tree, each a page of its own.
 * A picture can be copied into a document that has the lines of the preamble. */
#include "draw/scene.h"
#include "draw/svg.h"

/* clang-format off */
static const char preamble[] =
    "% Compile with lualatex or xelatex, or, where the letters are Latin, with pdflatex.\n"
    "\\documentclass[tikz,border=6pt]{standalone}\n"
    "\\usepackage{iftex}\n"
    "\\ifPDFTeX\n"
    "  \\usepackage[utf8]{inputenc}\n"
    "  \\usepackage[T1]{fontenc}\n"
    "  \\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n"
    "\\else\n"
    "  \\usepackage{fontspec}\n"
    "  %\\setsansfont{Noto Sans CJK SC} % a font that has the letters of the sentences\n"
    "\\fi\n"
    "\\definecolor{pleachline}{HTML}{8C959F}\n"
    "\\definecolor{pleachsoft}{HTML}{6E7781}\n"
    "\\definecolor{pleach1}{HTML}{0969DA}\n"
    "\\definecolor{pleach2}{HTML}{BC4C00}\n"
    "\\definecolor{pleach3}{HTML}{8250DF}\n"
    "\\definecolor{pleach4}{HTML}{1A7F37}\n"
    "\\definecolor{pleach5}{HTML}{BF3989}\n"
    "\\definecolor{pleachmissing}{HTML}{CF222E}\n"
    "\\definecolor{pleachextra}{HTML}{1A7F37}\n"
    "\\definecolor{pleachother}{HTML}{9A6700}\n"
    "\\tikzset{\n"
    "  pleach/.style={x=0.75pt, y=-0.75pt, line width=0.8pt, rounded corners=3.5pt,\n"
    "    every node/.style={inner sep=0pt, outer sep=0pt, anchor=base}},\n"
    "  pleach label/.style={font=\\sffamily\\bfseries\\fontsize{9.5}{11}\\selectfont},\n"
    "  pleach tag/.style={font=\\sffamily\\fontsize{8}{9}\\selectfont, text=pleachsoft},\n"
    "  pleach word/.style={font=\\sffamily\\fontsize{11}{13}\\selectfont},\n"
    "  pleach arc/.style={font=\\sffamily\\fontsize{8}{9}\\selectfont},\n"
    "  pleach caption/.style={font=\\sffamily\\fontsize{9}{11}\\selectfont, text=pleachsoft},\n"
    "  pleach line/.style={draw=pleachline},\n"
    "  pleach arrow/.style={fill=pleachline, sharp corners},\n"
    "  pleach head/.style={line width=1.8pt},\n"
    "}\n"
    "\\begin{document}\n";

static const char *const role_style[PL_N_ROLES] = {
    [PL_ROLE_LABEL]   = "pleach label",
    [PL_ROLE_TAG]     = "pleach tag",
    [PL_ROLE_WORD]    = "pleach word",
    [PL_ROLE_ARC]     = "pleach arc",
    [PL_ROLE_CAPTION] = "pleach caption",
    [PL_ROLE_LINE]    = "pleach line",
    [PL_ROLE_ARROW]   = "pleach arrow",
};

static const char *const mark_color[PL_N_MARKS] = {
    [PL_MARK_MISSING] = "pleachmissing",
    [PL_MARK_EXTRA]   = "pleachextra",
    [PL_MARK_LABEL]   = "pleachother",
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

static void put_point(pl_str *out, int64_t x, int64_t y)
{
    pl_str_putc(out, '(');
    pl_tenths_put(out, x);
    pl_str_putc(out, ',');
    pl_tenths_put(out, y);
    pl_str_putc(out, ')');
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
    if (s->role == PL_ROLE_LINE && s->mark != PL_MARK_NONE)
        pl_str_puts(out, ", dashed");
    if (s->left)
        pl_str_puts(out, ", anchor=base west");
    pl_str_puts(out, "] ");
}

static void put_shape(pl_str *out, const pl_shape *s)
{
    if (s->role == PL_ROLE_LINE) {
        pl_str_puts(out, "  \\path");
        put_style(out, s, "draw");
        for (size_t i = 0; i < s->n_points; i++) {
            pl_str_puts(out, i > 0 ? " -- " : "");
            put_point(out, s->points[2 * i], s->points[2 * i + 1]);
        }
        pl_str_puts(out, ";\n");
    } else if (s->role == PL_ROLE_ARROW) {
        pl_str_puts(out, "  \\path");
        put_style(out, s, "fill");
        put_point(out, s->x, s->y);
        pl_str_puts(out, " -- ");
        put_point(out, s->x - 35, s->y - 65);
        pl_str_puts(out, " -- ");
        put_point(out, s->x + 35, s->y - 65);
        pl_str_puts(out, " -- cycle;\n");
    } else {
        pl_str_puts(out, "  \\node");
        put_style(out, s, "text");
        pl_str_puts(out, "at ");
        put_point(out, s->x, s->y + pl_role_size[s->role] * 36 / 100);
        pl_str_puts(out, " {");
        put_escaped(out, s->text);
        pl_str_puts(out, "};\n");
    }
}

static int add(pl_drawing *d, const pl_drawn *what, pl_error *err)
{
    pl_scene s;
    if (pl_scene_make(&s, &d->arena, what, &d->options, err) < 0)
        return -1;
    pl_str out = {0};
    if (d->n == 0)
        pl_str_puts(&out, preamble);
    pl_str_puts(&out, "% ");
    pl_draw_title(&out, what->tree, d->n + 1);
    for (char *c = out.at; *c != '\0'; c++)
        if (*c == '\r')
            *c = ' ';
    pl_str_puts(&out, "\n\\begin{tikzpicture}[pleach]\n");
    for (size_t i = 0; i < s.shapes.n; i++)
        put_shape(&out, &s.shapes.at[i]);
    pl_str_puts(&out, "\\end{tikzpicture}\n");
    pl_out_put(d->out, out.at, out.n);
    pl_str_release(&out);
    pl_scene_release(&s);
    return 0;
}

static void end(pl_drawing *d)
{
    if (d->n == 0)
        pl_out_puts(d->out, preamble);
    pl_out_puts(d->out, "\\end{document}\n");
}

const pl_draw_backend pl_draw_latex = {add, end};
