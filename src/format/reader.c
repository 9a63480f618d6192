/* The part of reading that all formats share; see reader.h. */
#include "format/reader.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>


/* The formats that can be read, after what is wrong. */
static void fail_to_find(const char *file, const char *format, pl_error *err)
{
    pl_str names = {0};
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if ((*f)->read != NULL)
            pl_str_printf(&names, " %s", (*f)->name);
    if (format != NULL)
        pl_fail(err, PL_BAD_ARGUMENT,
                "%s: the format %s can be written but not read; those that can be:%s",
                file, format, pl_str_text(&names));
    else
        pl_fail(err, PL_BAD_INPUT,
                "%s: cannot tell the format of this file; name one of:%s", file,
                pl_str_text(&names));
    pl_str_release(&names);
}

/* Returns the encoding of text that looks like UTF-16 but has no byte-order mark, or NULL. UTF-16 is
 * recognized by the NUL byte in each letter. Does not wait for more bytes than are available. */
static const char *unmarked_utf16(pl_in *in)
{
    const char *bytes;
    size_t n = pl_in_peek(in, 1, &bytes), zeros[2] = {0};
    n = n < 200 ? n / 2 * 2 : 200;
    for (size_t i = 0; i < n; i++)
        zeros[i % 2] += bytes[i] == '\0';
    if (n < 4 || pl_in_encoding(in) != PL_UTF8)
        return NULL;
    return zeros[0] == 0 && zeros[1] > n / 2 * 3 / 4   ? pl_encodings[PL_UTF16LE].name
           : zeros[1] == 0 && zeros[0] > n / 2 * 3 / 4 ? pl_encodings[PL_UTF16BE].name
                                                       : NULL;
}

static int fail_unmarked(const pl_in *in, const char *name, pl_error *err)
{
    return pl_fail(err, PL_BAD_INPUT,
                   "%s: this is UTF-16 without a byte-order mark: name the encoding %s%s",
                   pl_in_name(in), name, pl_in_hint(in));
}

/* Fails and returns true if the input is UTF-16 without a byte-order mark or a given encoding. Checks only
 * formats that accept any bytes; the others fail at the first NUL byte. */
static bool is_unmarked(pl_in *in, const pl_format *format, const pl_read_options *o, pl_error *err)
{
    bool any = format == &pl_format_text || (o->repair && format->repairs);
    const char *name = any ? unmarked_utf16(in) : NULL;
    return name != NULL && fail_unmarked(in, name, err) < 0;
}

/* As many of the first bytes as a guess is based on. If it is to be made early, the bytes
 * alone decide how many these are, not the pieces in which they come. */
static size_t first_bytes(pl_in *in, bool eager, const char **bytes)
{
    const size_t most = PL_SNIFFED_BYTES;
    size_t n = pl_in_peek(in, eager ? 1 : most, bytes), lines = 0, had;
    do {
        const char *newline;
        had = n < most ? n : most;
        while (eager && (newline = memchr(*bytes + lines, '\n', had - lines)) != NULL) {
            lines = (size_t)(newline + 1 - *bytes);
            if (pl_format_settled(*bytes, lines))
                return lines;
        }
    } while (had < most && (n = pl_in_peek(in, had + 1, bytes)) > had);
    return had;
}

/* Tells the user that the content of a file looks like another format than its name. */
static void note_marks(const pl_in *in, const pl_format *format, const pl_format *marked,
                       const pl_read_options *o)
{
    pl_error message;
    if (o == NULL || o->note == NULL)
        return;
    pl_fail(&message, PL_BAD_INPUT,
            "%s: read as %s because of its name, although it looks like %s; if it is %s, name "
            "the format",
            pl_in_name(in), format->name, marked->name, marked->name);
    o->note(o->note_context, message.text);
}

const pl_format *pl_reader_guess(pl_in *in, const pl_read_options *options, pl_error *err)
{
    const char *bytes;
    size_t n = first_bytes(in, options != NULL && options->eager, &bytes);
    const pl_format *marked, *format = pl_format_guess(pl_in_name(in), bytes, n, &marked);
    if (format != NULL && marked != NULL)
        note_marks(in, format, marked, options);
    if (format == NULL && options != NULL)
        format = options->otherwise;
    const char *utf16 = format == NULL ? unmarked_utf16(in) : NULL;
    if (utf16 != NULL)
        fail_unmarked(in, utf16, err);
    else if (format == NULL)
        fail_to_find(pl_in_name(in), NULL, err);
    return format;
}

pl_reader *pl_reader_new(pl_in *in, const pl_format *format,
                         const pl_read_options *options, pl_error *err)
{
    static const pl_read_options defaults;
    const pl_read_options *o = options != NULL ? options : &defaults;
    pl_in_set_hint(in, o->encoding_hint);
    if (pl_in_set_encoding(in, o->encoding, err) < 0)
        format = NULL;
    else if (format == NULL)
        format = pl_reader_guess(in, options, err);
    else if (format->read == NULL) {
        fail_to_find(pl_in_name(in), format->name, err);
        format = NULL;
    }
    if (format == NULL || is_unmarked(in, format, o, err)) {
        pl_in_close(in);
        return NULL;
    }
    pl_reader *r = pl_alloc_zero(1, sizeof *r);
    r->format = format;
    r->in = in;
    r->preamble.format = format->name;
    r->file = pl_in_name(in);
    r->options = *o;
    pl_in_set_repair(in, r->options.repair && format->repairs);
    r->state = pl_alloc_zero(1, format->reader_size > 0 ? format->reader_size : 1);
    if (format->read_start != NULL && format->read_start(r, err) < 0) {
        pl_reader_close(r);
        return NULL;
    }
    return r;
}

pl_reader *pl_reader_open(const char *path, const pl_format *format,
                          const pl_read_options *options, pl_error *err)
{
    pl_in *in = pl_in_open(path, err);
    return in != NULL ? pl_reader_new(in, format, options, err) : NULL;
}

/* Says once, at the end, that bytes were replaced or ignored. */
static void tell_changes(pl_reader *r)
{
    size_t line, n = pl_in_repaired(r->in, &line);
    pl_error message;
    if (r->told || r->options.note == NULL)
        return;
    r->told = true;
    if (n > 0) {
        pl_fail(&message, PL_BAD_INPUT,
                "%s: %zu byte%s not valid %s, replaced by U+FFFD; the first in line %zu%s",
                pl_in_name(r->in), n, n == 1 ? " was" : "s were",
                pl_encodings[pl_in_encoding(r->in)].title, line, pl_in_hint(r->in));
        r->options.note(r->options.note_context, message.text);
    }
    if (pl_in_ignored(r->in)) {
        pl_fail(&message, PL_BAD_INPUT,
                "%s: what stands behind the compressed data is no gzip, and was ignored",
                pl_in_name(r->in));
        r->options.note(r->options.note_context, message.text);
    }
}

int pl_reader_next(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    if (r->broken)
        return 0;
    int got = r->format->read(r, m, tree, err);
    if (got > 0) {
        r->n_read++;
        r->number++;
        if (r->format->end != PL_ENDS_NEVER) /* a document knows it better */
            r->end = pl_in_offset(r->in);
    }
    if (got == 0)
        tell_changes(r);
    if (got < 0) {
        r->n_failed++;
        r->broken = r->broken || pl_in_broken(r->in);
    }
    return got;
}

void pl_reader_close(pl_reader *r)
{
    if (r == NULL)
        return;
    if (r->format->read_end != NULL)
        r->format->read_end(r);
    pl_in_close(r->in);
    pl_str_release(&r->preamble.text);
    free(r->state);
    free(r);
}
