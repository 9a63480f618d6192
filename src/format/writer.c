/* The part of writing that all formats share; see writer.h. */
#include "format/writer.h"

#include "base/alloc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

pl_writer *pl_writer_new(pl_out *out, const pl_format *format,
                         const pl_write_options *options, pl_error *err)
{
    if (format->write == NULL) {
        pl_fail(err, PL_BAD_ARGUMENT, "the format %s can be read but not written",
                format->name);
        pl_out_end(out, -1, NULL);
        return NULL;
    }
    pl_writer *w = pl_alloc_zero(1, sizeof *w);
    w->format = format;
    w->holds = format->holds;
    w->out = out;
    if (options != NULL)
        w->options = *options;
    if (w->options.frames)
        pl_out_frames(out);
    w->state = pl_alloc_zero(1, format->writer_size > 0 ? format->writer_size : 1);
    return w;
}

pl_writer *pl_writer_open(const char *path, const pl_format *format,
                          const pl_write_options *options, pl_error *err)
{
    pl_out *out = pl_out_open(path, err);
    return out != NULL ? pl_writer_new(out, format, options, err) : NULL;
}

/* The start is written with the first tree, when the reader's preamble is known. */
static int start(pl_writer *w, pl_error *err)
{
    if (w->started)
        return 0;
    w->started = true;
    w->written.alone = SIZE_MAX;
    if (w->options.preamble != NULL)
        pl_str_puts(&w->header, pl_str_text(&w->options.preamble->text));
    int status = w->format->write_start != NULL ? w->format->write_start(w, err) : 0;
    w->written.start = pl_out_offset(w->out);
    return status;
}

int pl_writer_start(pl_writer *w, const pl_preamble *preamble, pl_error *err)
{
    w->options.preamble = preamble;
    return start(w, err);
}

/* Sets up the format's state, as the start does, but writes nothing: it is there. */
static int start_again(pl_writer *w, pl_error *err)
{
    pl_str text = {0};
    pl_out *out = w->out;
    w->out = pl_out_memory(&text);
    int status = start(w, err);
    pl_out_close(w->out, NULL);
    pl_str_release(&text);
    w->out = out;
    return status;
}

int pl_writer_resume(pl_writer *w, size_t n, pl_error *err)
{
    w->n_written = n;
    return start_again(w, err);
}

pl_writer *pl_writer_grow(const char *path, size_t n, const pl_format *format,
                          const pl_write_options *options, pl_error *err)
{
    pl_out *out = pl_out_grow(path, n > 0, err);
    pl_writer *w = out != NULL ? pl_writer_new(out, format, options, err) : NULL;
    if (w == NULL || n == 0)
        return w;
    if (pl_writer_resume(w, n, err) == 0)
        return w;
    pl_writer_end(w, -1, NULL);
    return NULL;
}

/* A header is lost in a format that has no place for it; and that of a second file, where
 * it says something else than the first. */
static bool loses_header(const pl_writer *w)
{
    const pl_preamble *p = w->options.preamble;
    if (p == NULL || !p->declares)
        return false;
    return w->format->headers == NULL || strstr(w->format->headers, p->format) == NULL ||
           strcmp(pl_str_text(&w->header), pl_str_text(&p->text)) != 0;
}

/* A copy with a root above the words, which get their coarse tags if they have no other.
 */
static const pl_tree *flat_tree(const pl_tree *tree)
{
    pl_tree *t = pl_tree_copy(tree, tree->arena);
    t->root = pl_tree_add(t, "ROOT");
    t->nodes[t->root].flags = PL_NODE_VIRTUAL;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_tree_append(t, t->root, i);
        if (t->nodes[i].label == NULL)
            t->nodes[i].label = t->tokens[i].coarse;
    }
    pl_tree_order(t);
    return t;
}

/* Returns true if the sentence was cut out of raw text. Only then do its tokens have lengths. */
static bool is_from_text(const pl_tree *t)
{
    uint32_t i = 0;
    while (i < t->n_tokens && t->tokens[i].n_chars == 0)
        i++;
    return i < t->n_tokens;
}

/* Returns the properties of a tree that are not written. Raw text that comes from the input does not
 * count as lost. */
static unsigned find_lost(const pl_writer *w, const pl_tree *t, unsigned has)
{
    unsigned lost = has & ~w->holds;
    if (lost & PL_HAS_FIELDS && pl_format_holds_fields(w->format, t))
        lost &= ~(unsigned)PL_HAS_FIELDS;
    if (lost & (PL_HAS_TEXT | PL_HAS_PLACES) && is_from_text(t))
        lost &= ~(unsigned)(PL_HAS_TEXT | PL_HAS_PLACES);
    return lost | (loses_header(w) ? PL_HAS_HEADER : 0);
}

/* Returns true if the tree has no bracket to write: no root, or a root that is a word without tag. */
static bool is_flat(const pl_tree *t)
{
    return t->n_tokens > 0 && (t->root == PL_NONE || (t->root < t->n_tokens &&
                                                      t->nodes[t->root].label == NULL));
}

int pl_writer_put(pl_writer *w, const pl_tree *tree, pl_error *err)
{
    const pl_tree *written =
        w->format->trees_only && is_flat(tree) ? flat_tree(tree) : tree;
    if (start(w, err) < 0 || w->format->write(w, written, err) < 0)
        return -1;
    unsigned has = pl_tree_has(tree);
    w->had |= has;
    w->lost |= find_lost(w, tree, has);
    w->n_written++;
    pl_out_pause(w->out);
    return 0;
}

void pl_writer_hold(pl_writer *w, unsigned has, bool yes)
{
    assert((has & ~w->format->sometimes) == 0);
    w->holds = yes ? w->holds | has : w->holds & ~has;
}

void pl_writer_note(pl_writer *w, bool changed)
{
    if (changed && w->n_changed++ == 0)
        w->first_changed = w->n_written + 1;
}

bool pl_writer_is_from(const pl_writer *w, const char *format)
{
    const pl_preamble *from = w->options.preamble;
    return from != NULL && from->format != NULL && strcmp(from->format, format) == 0;
}

int pl_writer_end(pl_writer *w, int status, pl_error *err)
{
    if (w == NULL)
        return status;
    pl_error *why = status == 0 ? err : NULL;
    int ended = start(w, why);
    size_t before_end = pl_out_offset(w->out);
    if (ended == 0 && w->format->write_end != NULL)
        ended = w->format->write_end(w, why);
    if (w->options.written != NULL) {
        *w->options.written = w->written;
        w->options.written->sentences = w->n_written;
        w->options.written->bytes = pl_out_offset(w->out);
        w->options.written->end = w->options.written->bytes - before_end;
    }
    status = pl_out_end(w->out, status == 0 ? ended : status, err);
    pl_str_release(&w->header);
    free(w->state);
    free(w);
    return status;
}

int pl_writer_close(pl_writer *w, pl_error *err)
{
    return pl_writer_end(w, 0, err);
}
