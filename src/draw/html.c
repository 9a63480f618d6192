/* Drawings as a standalone HTML page: a list of sentences and their trees as inline SVG; see
 * drawing.h. The page around the trees, its style sheets and its script are files in
 * share/draw.
 *
 * The first trees are sections of the page. The others would make it slow, so they come in
 * pieces that the browser does not look into until one of their trees is shown:
 *
 *     <script type="application/json" class="piece">   an index for list and search:
 *     [["51  id", "the words", "S NP VP", 1], …]       title, words, labels, crossing
 *     </script>
 *     <script type="text/plain">eJzt…</script>         the sections, deflated, in base64  */
#include "draw/svg.h"

#include "base/alloc.h"
#include "base/intern.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    PIECE = 50, /* trees; as many stand in the page itself */
    SQUEEZE = 3 /* level of compression: quick */
};

/* Appends what stands for {{name}} in page.html: the title, or a file of share/draw, its
 * lines joined to one after the word `joined`. */
static int fill_in(pl_drawing *d, pl_str *out, const char *name, pl_error *err)
{
    bool joined = strncmp(name, "joined ", 7) == 0;
    if (strcmp(name, "joined svg.css") == 0)
        return pl_svg_styles(d, out, true, err);
    if (strcmp(name, "title") != 0)
        return pl_draw_part(out, joined ? name + 7 : name, joined, err);
    pl_svg_escaped(out, d->options.title != NULL ? d->options.title : "Trees");
    return 0;
}

/* Writes the page up to the place of the trees and puts what follows them into d->body. */
static int begin_page(pl_drawing *d, pl_error *err)
{
    pl_str page = {0}, head = {0}, *out = &head, name = {0};
    int status = pl_draw_part(&page, "page.html", false, err);
    pl_str_clear(&d->body);
    for (const char *from = pl_str_text(&page), *to; status == 0; from = to + 2) {
        const char *open = strstr(from, "{{");
        to = open != NULL ? strstr(open, "}}") : NULL;
        if (to == NULL) {
            pl_str_puts(out, from);
            break;
        }
        pl_str_put(out, from, (size_t)(open - from));
        pl_str_clear(&name);
        pl_str_put(&name, open + 2, (size_t)(to - open) - 2);
        if (strcmp(name.at, "trees") == 0)
            out = &d->body;
        else
            status = fill_in(d, out, name.at, err);
    }
    if (status == 0)
        pl_out_put(d->out, pl_str_text(&head), head.n);
    pl_str_release(&page);
    pl_str_release(&head);
    pl_str_release(&name);
    return status;
}

/* The labels that one can search for, each once, as they are shown. */
static void put_labels(pl_str *out, const pl_scene *s)
{
    pl_intern seen = {0};
    for (size_t i = 0; i < s->shapes.n; i++) {
        const char *name = s->shapes.at[i].text;
        pl_role role = s->shapes.at[i].role;
        if ((role != PL_ROLE_LABEL && role != PL_ROLE_TAG && role != PL_ROLE_ARC &&
             role != PL_ROLE_FUNCTION) ||
            name == NULL || name[0] == '\0' || pl_intern_find(&seen, name) != PL_NONE)
            continue;
        pl_str_puts(out, seen.n > 0 ? " " : "");
        pl_intern_add(&seen, name);
        pl_str_puts(out, name);
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

/* A wide picture shrinks to the window, but not so far that it cannot be read. */
static void put_inline(pl_str *out, const pl_drawn *what, const pl_draw_options *o,
                       const pl_scene *s)
{
    int64_t width = s->width + 20, height = s->height + 20, least = s->width * 7 / 10;
    pl_put_scaled(out,
                  "<svg role=\"img\" width=\"@\" height=\"@\" viewBox=\"-1 -1 @ @\" "
                  "style=\"--least:@px\">\n",
                  (int64_t[]){width, height, width, height, least});
    pl_svg_picture(out, what, o, s);
    pl_str_puts(out, "</svg>");
}

/* -- pieces -------------------------------------------------------------------------- */

/* Text as a string of JSON inside of <script>, where & and < end nothing. */
static void put_json(pl_str *out, const char *text)
{
    char shown[PL_VISIBLE];
    pl_str_putc(out, '"');
    while (pl_visible_step(&text, shown) > 0)
        for (const char *s = shown; *s != '\0'; s++) {
            if (*s == '<' || *s == '&' || *s == '>')
                pl_str_printf(out, "\\u%04x", (unsigned)*s);
            else if (*s == '"' || *s == '\\')
                pl_str_printf(out, "\\%c", *s);
            else
                pl_str_putc(out, *s);
        }
    pl_str_putc(out, '"');
}

static void put_base64(pl_str *out, const unsigned char *bytes, size_t n)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16 |
                         (uint32_t)(i + 1 < n ? bytes[i + 1] : 0) << 8 |
                         (i + 2 < n ? bytes[i + 2] : 0);
        pl_str_putc(out, digits[three >> 18]);
        pl_str_putc(out, digits[three >> 12 & 63]);
        pl_str_putc(out, i + 1 < n ? digits[three >> 6 & 63] : '=');
        pl_str_putc(out, i + 2 < n ? digits[three & 63] : '=');
    }
}

/* Appends the piece that was collected, if any; the next one is empty. */
static int put_piece(pl_drawing *d, pl_str *out, pl_error *err)
{
    if (d->index.n == 0)
        return 0;
    uLongf size = compressBound((uLong)d->piece.n);
    unsigned char *packed = pl_alloc(size);
    int got =
        compress2(packed, &size, (const Bytef *)d->piece.at, (uLong)d->piece.n, SQUEEZE);
    if (got == Z_OK) {
        pl_str_printf(out,
                      "<script type=\"application/json\" class=\"piece\">[%s]</script>\n",
                      d->index.at);
        pl_str_puts(out, "<script type=\"text/plain\">");
        put_base64(out, packed, size);
        pl_str_puts(out, "</script>\n");
    }
    free(packed);
    pl_str_clear(&d->piece);
    pl_str_clear(&d->index);
    return got == Z_OK ? 0 : pl_fail(err, PL_SYSTEM, "zlib could not compress the page");
}

/* What list and search know of a tree. */
static void put_index(pl_drawing *d, const pl_drawn *what, const pl_scene *s,
                      const char *title)
{
    pl_str *out = &d->index, text = {0};
    pl_str_puts(out, out->n > 0 ? ",\n[" : "[");
    put_json(out, title);
    pl_str_puts(out, ", ");
    for (uint32_t i = 0; i < what->tree->n_tokens; i++)
        pl_str_printf(&text, "%s%s", i > 0 ? " " : "", what->tree->tokens[i].word);
    put_json(out, pl_str_text(&text));
    pl_str_clear(&text);
    put_labels(&text, s);
    pl_str_puts(out, ", ");
    put_json(out, pl_str_text(&text));
    pl_str_puts(out, has_crossing(s) ? ", 1]" : ", 0]");
    pl_str_release(&text);
}

/* -- the page ------------------------------------------------------------------------ */

static void put_section(pl_str *out, pl_drawing *d, const pl_drawn *what,
                        const pl_scene *s, const char *title)
{
    pl_str labels = {0};
    put_labels(&labels, s);
    pl_str_puts(out, "<section data-labels=\"");
    pl_svg_escaped(out, pl_str_text(&labels));
    pl_str_puts(out, has_crossing(s) ? "\" data-crossing=\"1\">\n<h2>" : "\">\n<h2>");
    pl_svg_escaped(out, title);
    pl_str_puts(out, "</h2>\n<p dir=\"auto\">");
    pl_svg_words(out, what->tree);
    pl_str_puts(out, "</p>\n<div>\n");
    put_inline(out, what, &d->options, s);
    pl_str_puts(out, "\n</div>\n</section>\n");
    pl_str_release(&labels);
}

static int draw(pl_drawing *d, const pl_drawn *what, const pl_scene *s, const char *title,
                pl_str *out, pl_error *err)
{
    if (d->n == 0 && begin_page(d, err) < 0)
        return -1;
    if (d->n < PIECE) {
        put_section(out, d, what, s, title);
        return 0;
    }
    put_section(&d->piece, d, what, s, title);
    put_index(d, what, s, title);
    return d->n % PIECE == PIECE - 1 ? put_piece(d, out, err) : 0;
}

static int end(pl_drawing *d, pl_error *err)
{
    pl_str last = {0};
    int status = d->n == 0 ? begin_page(d, err) : 0;
    if (status == 0)
        status = put_piece(d, &last, err);
    if (status == 0) {
        pl_out_puts(d->out, pl_str_text(&last));
        if (d->n > PIECE)
            pl_out_printf(
                d->out,
                "<noscript><p>The other %zu trees need JavaScript.</p></noscript>\n",
                d->n - PIECE);
        if (d->compared)
            pl_out_puts(d->out, "<footer><p>red: only in gold; green: only in candidate; "
                                "yellow: other label</p></footer>\n");
        pl_out_puts(d->out, pl_str_text(&d->body));
    }
    pl_str_release(&last);
    return status;
}

const pl_draw_backend pl_draw_html = {true, draw, NULL, end};
