/* Drawings of any trees: the first two bytes choose the format and options of the drawing
 * and the format in which the trees follow. Whatever text the trees have in them, what is
 * drawn is well formed: SVG is XML, as is every picture of an HTML page; groups of LaTeX
 * end; text has no control bytes.
 * Code: src/draw/drawing.c src/draw/svg.c src/draw/html.c src/draw/latex.c src/draw/text.c
 * Code: src/draw/scene.c src/draw/layout_tree.c src/draw/layout_arcs.c
 * Code: src/draw/differences.c src/draw/outline.c src/draw/curves.c */
#include "fuzz.h"

#include "draw/draw.h"
#include "format/reader.h"

#include <expat.h>

enum { MOST_TREES = 4, MOST_WORDS = 200 };

/* -- what is well formed ------------------------------------------------------------ */

static void require_xml(const char *text, size_t n)
{
    XML_Parser parser = XML_ParserCreate("UTF-8");
    if (XML_Parse(parser, text, (int)n, 1) != XML_STATUS_OK)
        require(false, XML_ErrorString(XML_GetErrorCode(parser)), text);
    XML_ParserFree(parser);
}

/* The element of a page, whose contents are pleach's own, is XML, too. */
static void require_element(const char *text, const char *start, const char *end)
{
    const char *from = strstr(text, start), *to = from, *last = NULL;
    while (to != NULL && (to = strstr(to + 1, end)) != NULL)
        last = to;
    require(last != NULL, "no such element", start);
    require_xml(from, (size_t)(last - from) + strlen(end));
}

static bool is_control(const char *c)
{
    const unsigned char *u = (const unsigned char *)c;
    return *u < 0x20 || *u == 0x7f || (*u == 0xc2 && u[1] >= 0x80 && u[1] < 0xa0);
}

static void require_printable(const char *text, bool color)
{
    for (const char *at = text; *at != '\0'; at++)
        require(!is_control(at) || *at == '\n' || (color && *at == '\033'),
                "a control byte", text);
}

/* Groups end in the picture in which they begin. Comments have no part in it. */
static void require_latex(const char *text)
{
    long depth = 0;
    bool comment = false;
    for (const char *at = text; *at != '\0'; at++) {
        require(*at == '\n' || !is_control(at), "a control byte", text);
        if (*at == '\n')
            comment = false;
        else if (comment)
            continue;
        else if (*at == '\\' && at[1] != '\0')
            at++;
        else if (*at == '%')
            comment = true;
        else if (*at == '{')
            depth++;
        else if (*at == '}')
            require(--depth >= 0, "a group that has not begun", text);
    }
    require(depth == 0, "a group that does not end", text);
}

static void require_well_formed(const pl_draw_options *o, const pl_str *drawn)
{
    const char *text = pl_str_text(drawn);
    require(strlen(text) == drawn->n, "a NUL byte", text);
    if (drawn->n == 0) /* nothing could be drawn */
        return;
    switch (o->format) {
    case PL_DRAW_SVG:
        require_xml(text, drawn->n);
        break;
    case PL_DRAW_HTML:
        require_element(text, "<h1>", "</h1>");
        require_element(text, "<main>", "</main>");
        break;
    case PL_DRAW_LATEX:
        require_latex(text);
        break;
    default:
        require_printable(text, o->color);
        break;
    }
}

/* -- drawing ------------------------------------------------------------------------ */

static pl_draw_options options_of(uint8_t a, uint8_t b)
{
    static const size_t widths[] = {0, 1, 20, 80};
    return (pl_draw_options){
        .format = (pl_draw_format)(a % PL_DRAW_PNG),
        .what = a & 4 ? PL_DRAW_DEPENDENCIES : PL_DRAW_AUTO,
        .functions = a & 8,
        .lemmas = a & 8,
        .morph = a & 8,
        .indented = a & 128,
        .heads = a & 16,
        .ascii = a & 32,
        .color = a & 64,
        .width = widths[b & 3],
        .title = b & 4 ? "a <b> & \"c\"" : NULL,
    };
}

static void draw(pl_reader *r, const pl_draw_options *o, bool compare)
{
    pl_error err;
    pl_arena arenas[2] = {{0}, {0}};
    pl_str drawn = {0};
    pl_out *out = pl_out_memory(&drawn);
    pl_drawing *d = pl_drawing_new(out, o);
    pl_tree *before = NULL, *t;
    for (int n = 0, got = 1; n < MOST_TREES && got != 0; n++) {
        pl_arena_reset(&arenas[n & 1]);
        got = pl_reader_next(r, &arenas[n & 1], &t, &err);
        if (got <= 0 || t->n_tokens > MOST_WORDS)
            t = NULL;
        else if (compare && before != NULL)
            pl_drawing_compare(d, before, t, &err);
        else
            pl_drawing_add(d, t, NULL, &err);
        before = t;
    }
    pl_drawing_end(d, &err);
    pl_out_close(out, &err);
    require_well_formed(o, &drawn);
    pl_str_release(&drawn);
    pl_arena_release(&arenas[0]);
    pl_arena_release(&arenas[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const formats[] = {"export", "conllu", "discbracket", "tigerxml"};
    part rest = {data, size};
    uint8_t a = take_byte(&rest), b = take_byte(&rest);
    pl_error err;
    pl_draw_options o = options_of(a, b);
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", rest.at, rest.n),
                                 pl_format_find(formats[b >> 4 & 3]), NULL, &err);
    if (r != NULL)
        draw(r, &o, b & 8);
    pl_reader_close(r);
    return 0;
}
