/* Trees from discbracket text and back, for tests that are tables of such text. */
#ifndef PL_TESTS_UNIT_TEXT_H
#define PL_TESTS_UNIT_TEXT_H

#include "unit.h"

#include "format/reader.h"
#include "format/writer.h"

#include <string.h>

/* The first tree in the text; the test fails if there is none. */
static inline pl_tree *tree_from(pl_arena *m, const char *text, const char *format)
{
    pl_error err;
    pl_tree *t = NULL;
    pl_reader *r = pl_reader_new(pl_in_memory("test", text, strlen(text)),
                                 pl_format_find(format), NULL, &err);
    assert_non_null(r);
    if (pl_reader_next(r, m, &t, &err) != 1)
        fail_msg("%s: %s", text, err.text);
    pl_reader_close(r);
    return t;
}

static inline pl_tree *tree_of(pl_arena *m, const char *text)
{
    return tree_from(m, text, "discbracket");
}

/* The tree as discbracket, without its line end; in the arena. */
static inline const char *text_of(pl_arena *m, const pl_tree *t)
{
    pl_str s = {0};
    pl_error err;
    pl_writer *w =
        pl_writer_new(pl_out_memory(&s), pl_format_find("discbracket"), NULL, &err);
    assert_int_equal(pl_writer_put(w, t, &err), 0);
    assert_int_equal(pl_writer_close(w, &err), 0);
    const char *text = pl_arena_strndup(m, pl_str_text(&s), s.n > 0 ? s.n - 1 : 0);
    pl_str_release(&s);
    return text;
}

static inline void assert_same_tree(const pl_tree *a, const pl_tree *b)
{
    char why[256];
    if (!pl_tree_equal(a, b, true, why, sizeof why))
        fail_msg("%s", why);
}

#endif
