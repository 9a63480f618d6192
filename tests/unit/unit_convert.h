/* Text in one format to text in another, for tests of readers and writers that are tables
 * of such text. Errors become lines "! …" of the output, in their place. */
#ifndef PL_TESTS_UNIT_CONVERT_H
#define PL_TESTS_UNIT_CONVERT_H

#include "unit.h"

#include "format/reader.h"
#include "format/writer.h"

#include <string.h>

typedef struct conversion {
    const char *input, *from, *to; /* `from` NULL: guess */
    const char *expected;
    pl_read_options read;
    pl_write_options write;
} conversion;

/* The output; in the arena. What the writer had to leave out goes to *lost. */
static inline const char *convert_text(pl_arena *m, const conversion *c, unsigned *lost)
{
    pl_error err;
    pl_str out = {0};
    pl_reader *r =
        pl_reader_new(pl_in_memory("t", c->input, strlen(c->input)),
                      c->from != NULL ? pl_format_find(c->from) : NULL, &c->read, &err);
    if (r == NULL)
        return pl_arena_printf(m, "! %s\n", err.text);
    pl_writer *w =
        pl_writer_new(pl_out_memory(&out), pl_format_find(c->to), &c->write, &err);
    w->options.preamble = &r->preamble;
    pl_tree *t;
    for (int got; (got = pl_reader_next(r, m, &t, &err)) != 0;)
        if (got < 0 || pl_writer_put(w, t, &err) < 0)
            pl_out_printf(w->out, "! %s\n", err.text);
    if (lost != NULL)
        *lost = w->lost;
    if (pl_writer_close(w, &err) < 0)
        pl_str_printf(&out, "! %s\n", err.text);
    pl_reader_close(r);
    const char *text = pl_arena_strdup(m, pl_str_text(&out));
    pl_str_release(&out);
    return text;
}

static inline void check_conversions(const conversion *rows, size_t n)
{
    pl_arena m = {0};
    for (size_t i = 0; i < n; i++) {
        const char *found = convert_text(&m, &rows[i], NULL);
        if (strcmp(found, rows[i].expected) != 0)
            fail_msg("row %zu: from\n%s\nexpected\n%s\nfound\n%s", i, rows[i].input,
                     rows[i].expected, found);
    }
    pl_arena_release(&m);
}

#define CHECK_CONVERSIONS(rows) check_conversions(rows, sizeof(rows) / sizeof *(rows))

#endif
