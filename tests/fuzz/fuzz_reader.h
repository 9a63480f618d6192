/* The fuzz target of one reader: FORMAT is defined before this is included. Whatever
 * bytes come, the reader must not crash, and what it gives must survive:
 *
 *   - written in the same format and read again, the trees are the same, every field;
 *     but not the first one after bad ones, whose tables, which would be read as part of the
 *     file's head, are written as comments;
 *   - written once more, the bytes are the same;
 *   - with functions split off on reading and added on writing, the bytes are the same;
 *   - every other format writes them or says why not. */
#ifndef PL_TESTS_FUZZ_READER_H
#define PL_TESTS_FUZZ_READER_H

#include "fuzz.h"

#include "base/vec.h"
#include "format/reader.h"
#include "format/writer.h"

typedef struct trees {
    pl_reader *reader; /* kept for its preamble */
    pl_arena arena;
    PL_VEC(pl_tree *) at;
    size_t n_failed;
    pl_error err; /* the last one */
} trees;

static void violated(const char *what, const char *detail, const pl_str *text)
{
    fprintf(stderr, "%s: %s: %s\n%s\n", FORMAT, what, detail, pl_str_text(text));
    abort();
}

static void read_all(trees *t, const char *bytes, size_t n, bool split_functions)
{
    pl_read_options options = {.split_functions = split_functions};
    t->reader = pl_reader_new(pl_in_memory("fuzz", bytes, n), pl_format_find(FORMAT),
                              &options, &t->err);
    int got = t->reader != NULL ? 1 : 0;
    while (got != 0) {
        pl_tree *tree;
        got = pl_reader_next(t->reader, &t->arena, &tree, &t->err);
        if (got > 0)
            PL_PUSH(&t->at, tree);
        t->n_failed += got < 0;
    }
}

static void forget(trees *t)
{
    pl_reader_close(t->reader);
    pl_arena_release(&t->arena);
    PL_VEC_RELEASE(&t->at);
}

/* False if the format refuses one of them. */
static bool write_all(const trees *t, const pl_format *format, bool add_functions,
                      pl_str *text, pl_error *err)
{
    pl_write_options options = {.ids = true, .add_functions = add_functions};
    if (t->reader != NULL) {
        options.preamble = &t->reader->preamble;
        options.version = t->reader->preamble.version;
    }
    pl_writer *w = pl_writer_new(pl_out_memory(text), format, &options, err);
    bool good = true;
    for (size_t i = 0; i < t->at.n; i++)
        good = pl_writer_put(w, t->at.at[i], err) == 0 && good;
    return pl_writer_close(w, good ? err : NULL) == 0 && good;
}

static void check_round_trip(const trees *first, const pl_format *format)
{
    pl_error err;
    pl_str once = {0}, twice = {0};
    char why[512];
    if (!write_all(first, format, false, &once, &err))
        violated("cannot write what was read", err.text, &once);
    trees second = {0};
    read_all(&second, pl_str_text(&once), once.n, false);
    if (second.n_failed > 0)
        violated("cannot read what was written", second.err.text, &once);
    if (second.at.n != first->at.n)
        violated("another number of sentences", "", &once);
    for (size_t i = first->n_failed > 0; i < first->at.n; i++)
        if (!pl_tree_equal(first->at.at[i], second.at.at[i], true, why, sizeof why))
            violated("read again, it is different", why, &once);
    if (!write_all(&second, format, false, &twice, &err) || twice.n != once.n ||
        strcmp(pl_str_text(&once), pl_str_text(&twice)) != 0)
        violated("written twice, it is different", pl_str_text(&twice), &once);
    trees split = {0};
    read_all(&split, pl_str_text(&once), once.n, true);
    pl_str_clear(&twice);
    if (!write_all(&split, format, true, &twice, &err) ||
        strcmp(pl_str_text(&once), pl_str_text(&twice)) != 0)
        violated("with functions split and added", pl_str_text(&twice), &once);
    forget(&split);
    forget(&second);
    pl_str_release(&once);
    pl_str_release(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const pl_format *format = pl_format_find(FORMAT);
    trees t = {0};
    read_all(&t, (const char *)data, size, false);
    if (t.at.n > 0)
        check_round_trip(&t, format);
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if (*f != format && (*f)->write != NULL) {
            pl_str text = {0};
            pl_error err;
            write_all(&t, *f, false, &text, &err);
            pl_str_release(&text);
        }
    forget(&t);
    pl_format_guess("fuzz", (const char *)data, size, NULL);
    return 0;
}

#endif
