/* Whole treebanks as text, for the tests of formats: read to a list of trees, written to
 * text, compared. */
#ifndef PL_TESTS_TREEBANK_H
#define PL_TESTS_TREEBANK_H

#include "unit.h"

#include "base/vec.h"
#include "format/reader.h"
#include "format/writer.h"

#include <stdlib.h>
#include <string.h>

typedef struct treebank {
    pl_reader *reader; /* open, for its preamble */
    pl_arena *arena;   /* of the trees, which point to it: it must not move */
    PL_VEC(pl_tree *) trees;
    size_t n_failed;
    pl_error first; /* the first failure */
} treebank;

static inline treebank read_bytes(const char *format, const char *bytes, size_t n,
                                  pl_encoding encoding)
{
    treebank b = {.arena = pl_alloc_zero(1, sizeof(pl_arena))};
    pl_error err;
    pl_read_options options = {.encoding = encoding};
    b.reader = pl_reader_new(pl_in_memory("test", bytes, n), pl_format_find(format),
                             &options, &err);
    assert_non_null(b.reader);
    for (int got = 1; got != 0;) {
        pl_tree *t = NULL;
        got = pl_reader_next(b.reader, b.arena, &t, &err);
        if (got > 0)
            PL_PUSH(&b.trees, t);
        if (got < 0 && b.n_failed++ == 0)
            b.first = err;
        assert_true(b.n_failed < 100);
    }
    return b;
}

static inline treebank read_text(const char *format, const char *text)
{
    return read_bytes(format, text, strlen(text), PL_UTF8);
}

/* Fails the test unless all of the text can be read. */
static inline treebank read_good(const char *format, const char *text)
{
    treebank b = read_text(format, text);
    if (b.n_failed > 0)
        fail_msg("%s\n%s", text, b.first.text);
    return b;
}

/* What the format makes of it, in the treebank's arena; the writer's `lost` in *lost. */
static inline const char *written(treebank *b, const char *format, unsigned *lost)
{
    pl_str text = {0};
    pl_error err;
    pl_write_options options = {.preamble = &b->reader->preamble};
    pl_writer *w =
        pl_writer_new(pl_out_memory(&text), pl_format_find(format), &options, &err);
    assert_non_null(w);
    for (size_t i = 0; i < b->trees.n; i++)
        if (pl_writer_put(w, b->trees.at[i], &err) < 0)
            fail_msg("%s", err.text);
    if (lost != NULL)
        *lost = w->lost;
    assert_int_equal(pl_writer_close(w, &err), 0);
    const char *copy = pl_arena_strdup(b->arena, pl_str_text(&text));
    pl_str_release(&text);
    return copy;
}

static inline void forget(treebank *b)
{
    pl_reader_close(b->reader);
    PL_VEC_RELEASE(&b->trees);
    pl_arena_release(b->arena);
    free(b->arena);
}

/* The text is refused with a message that has these words in it. */
static inline void assert_refused(const char *format, const char *text, size_t n,
                                  const char *words)
{
    treebank b = read_bytes(format, text, n, PL_UTF8);
    if (b.n_failed == 0)
        fail_msg("not refused: %.200s", text);
    if (strstr(b.first.text, words) == NULL)
        fail_msg("%.200s\nis refused with: %s\nnot with: %s", text, b.first.text, words);
    forget(&b);
}

/* Through another format and back, every field of every tree is the same. */
static inline void assert_survives(treebank *b, const char *format)
{
    const char *text = written(b, format, NULL);
    treebank again = read_good(format, text);
    assert_int_equal(again.trees.n, b->trees.n);
    for (size_t i = 0; i < b->trees.n; i++) {
        char why[300];
        if (!pl_tree_equal(b->trees.at[i], again.trees.at[i], true, why, sizeof why))
            fail_msg("%s: sentence %zu: %s\n%s", format, i + 1, why, text);
    }
    forget(&again);
}

#endif
