/* Drawings in any format: see draw.h. */
#include "draw/drawing.h"

#include "base/alloc.h"
#include "base/in.h"
#include "base/share.h"
#include "base/utf8.h"
#include "draw/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct pl_draw_format_name pl_draw_format_names[PL_N_DRAW_FORMATS] = {
    [PL_DRAW_TEXT] = {"text", ".txt", false},   [PL_DRAW_SVG] = {"svg", ".svg", false},
    [PL_DRAW_LATEX] = {"latex", ".tex", false}, [PL_DRAW_HTML] = {"html", ".html", false},
    [PL_DRAW_PNG] = {"png", ".png", true},      [PL_DRAW_PDF] = {"pdf", ".pdf", true},
};

const char *pl_draw_format_name(size_t i)
{
    return i < PL_N_DRAW_FORMATS ? pl_draw_format_names[i].name : NULL;
}

static const pl_draw_backend *const backends[PL_N_DRAW_FORMATS] = {
    [PL_DRAW_TEXT] = &pl_draw_text,
    [PL_DRAW_SVG] = &pl_draw_svg,
    [PL_DRAW_LATEX] = &pl_draw_latex,
    [PL_DRAW_HTML] = &pl_draw_html,
    [PL_DRAW_PNG] = &pl_draw_svg,
    [PL_DRAW_PDF] = &pl_draw_svg,
};

bool pl_draws_arcs(const pl_tree *t, const pl_draw_options *o)
{
    return t->root == PL_NONE || (o->what == PL_DRAW_DEPENDENCIES && t->has_deps);
}

/* The heading of picture number n: its number and the sentence's id, if it has one, made
 * visible: one line, whatever stands in the id. */
static void put_title(pl_str *out, const pl_tree *t, size_t n)
{
    char number[24];
    pl_str_printf(out, "%zu", n);
    snprintf(number, sizeof number, "%zu", n);
    if (t->id != NULL && strcmp(t->id, number) != 0) {
        pl_str_puts(out, "  ");
        pl_visible(out, t->id);
    }
}

int pl_draw_part(pl_str *out, const char *name, bool joined, pl_error *err)
{
    pl_str path = {0};
    pl_in *in = NULL;
    const char *line;
    size_t n;
    int got = pl_share_file("draw", name, &path, err);
    if (got == 0 && (in = pl_in_open(path.at, err)) == NULL)
        got = -1;
    while (got >= 0 && (got = pl_in_line(in, &line, &n, err)) > 0) {
        pl_str_put(out, line, n);
        pl_str_puts(out, joined ? "" : "\n");
    }
    pl_in_close(in);
    pl_str_release(&path);
    return got;
}

pl_drawing *pl_drawing_new(pl_out *out, const pl_draw_options *options)
{
    pl_drawing *d = pl_alloc_zero(1, sizeof *d);
    d->out = out;
    if (options != NULL)
        d->options = *options;
    d->backend = backends[d->options.format];
    return d;
}

static void put(pl_drawing *d, pl_finished *p, size_t number)
{
    if (d->backend->put != NULL)
        d->backend->put(d, p, number);
    else
        pl_out_put(d->out, pl_str_text(&p->content), p->content.n);
    pl_str_release(&p->title);
    pl_str_release(&p->content);
}

/* The first picture is held back: it has a heading only if a second one follows. */
static void hold_or_put(pl_drawing *d, pl_finished *p)
{
    if (d->n == 1)
        d->held = *p;
    else if (d->n == 2)
        put(d, &d->held, 1);
    if (d->n > 1)
        put(d, p, d->n);
}

static int add(pl_drawing *d, const pl_drawn *what, pl_error *err)
{
    pl_scene s = {.arena = &d->arena, .options = &d->options};
    pl_finished p = {0};
    put_title(&p.title, what->tree, d->n + 1);
    int got = d->backend->vector ? pl_scene_make(&s, what, err) : 0;
    if (got == 0)
        got = d->backend->draw(d, what, &s, p.title.at, &p.content, err);
    if (got == 0) {
        p.height = s.height;
        d->width = pl_max64(d->width, s.width);
        d->n++;
        hold_or_put(d, &p);
    } else {
        pl_str_release(&p.title);
        pl_str_release(&p.content);
    }
    pl_scene_clear(&s);
    pl_arena_reset(&d->arena);
    return got;
}

int pl_drawing_add(pl_drawing *d, const pl_tree *t, const pl_draw_marks *marks,
                   pl_error *err)
{
    return add(d, &(pl_drawn){.tree = t, .marks = marks}, err);
}

static bool any(const uint8_t *marks, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (marks[i] != PL_MARK_NONE)
            return true;
    return false;
}

int pl_drawing_compare(pl_drawing *d, const pl_tree *gold, const pl_tree *candidate,
                       pl_error *err)
{
    const pl_tree *t[2] = {gold, candidate};
    uint8_t *nodes[2], *arcs[2];
    pl_draw_marks marks[2];
    bool same = true;
    for (int i = 0; i < 2; i++) {
        nodes[i] = PL_NEW_ARRAY(&d->arena, uint8_t, t[i]->n_nodes + 1);
        arcs[i] = PL_NEW_ARRAY(&d->arena, uint8_t, t[i]->n_tokens + 1);
        marks[i] = (pl_draw_marks){.nodes = nodes[i], .arcs = arcs[i]};
    }
    if (pl_draw_differences(gold, candidate, nodes[0], nodes[1], arcs[0], arcs[1], err) <
        0) {
        pl_arena_reset(&d->arena);
        return -1;
    }
    for (int i = 0; i < 2; i++)
        same = same && !any(nodes[i], t[i]->n_nodes) && !any(arcs[i], t[i]->n_tokens);
    d->compared = true;
    return add(d, &(pl_drawn){gold, candidate, &marks[0], &marks[1], same}, err);
}

int pl_drawing_end(pl_drawing *d, pl_error *err)
{
    if (d->n == 1)
        put(d, &d->held, 0);
    int status = d->backend->end(d, err);
    if (status == 0)
        status = pl_out_flush(d->out, err);
    pl_str_release(&d->body);
    pl_str_release(&d->piece);
    pl_str_release(&d->index);
    pl_arena_release(&d->arena);
    free(d);
    return status;
}

int pl_draw(const pl_tree *t, const pl_draw_options *options, pl_out *out, pl_error *err)
{
    pl_drawing *d = pl_drawing_new(out, options);
    int got = pl_drawing_add(d, t, NULL, err);
    return pl_drawing_end(d, got < 0 ? NULL : err) < 0 ? -1 : got;
}

int pl_draw_compare(const pl_tree *gold, const pl_tree *candidate,
                    const pl_draw_options *options, pl_out *out, pl_error *err)
{
    pl_drawing *d = pl_drawing_new(out, options);
    int got = pl_drawing_compare(d, gold, candidate, err);
    return pl_drawing_end(d, got < 0 ? NULL : err) < 0 ? -1 : got;
}
