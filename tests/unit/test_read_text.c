/* The reader of raw text: paragraphs, offsets, broken bytes, very long input. */
#include "unit.h"

#include "base/vec.h"
#include "text/segment.h"

#include <stdlib.h>
#include <string.h>

typedef struct result {
    pl_str words; /* words with blanks, " | " after sentences */
    pl_str note;
    size_t n_sentences, n_words, longest;
    PL_VEC(size_t) offsets; /* begin, end of each word */
} result;

static void take_note(void *context, const char *message)
{
    pl_str_puts(context, message);
}

static void read_all(const char *bytes, size_t n, pl_encoding encoding, result *out)
{
    pl_rules rules;
    pl_error err;
    pl_arena m = {0};
    pl_tree *t;
    int got;
    assert_int_equal(pl_rules_load(&rules, "en", &err), 0);
    pl_segmenter segmenter = pl_segmenter_of(&rules);
    pl_read_options options = {.segmenter = &segmenter,
                               .encoding = encoding,
                               .note = take_note,
                               .note_context = &out->note};
    pl_reader *r = pl_reader_new(pl_in_memory("t", bytes, n), pl_format_find("text"),
                                 &options, &err);
    while ((got = pl_reader_next(r, &m, &t, &err)) > 0) {
        assert_true(t->n_tokens > 0);
        out->n_sentences++;
        out->n_words += t->n_tokens;
        out->longest = t->n_tokens > out->longest ? t->n_tokens : out->longest;
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            pl_str_printf(&out->words, "%s ", t->tokens[i].word);
            PL_PUSH(&out->offsets, t->tokens[i].begin);
            PL_PUSH(&out->offsets, t->tokens[i].end);
        }
        pl_str_puts(&out->words, "| ");
        assert_null(strchr(t->text, '\n'));
        pl_arena_reset(&m);
    }
    assert_int_equal(got, 0);
    assert_int_equal(pl_reader_next(r, &m, &t, &err), 0);
    pl_reader_close(r);
    pl_arena_release(&m);
    pl_rules_release(&rules);
}

static void forget(result *out)
{
    pl_str_release(&out->words);
    pl_str_release(&out->note);
    PL_VEC_RELEASE(&out->offsets);
    *out = (result){0};
}

static void paragraphs(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", ""},
        {"\n\n \n", ""},
        {"a title\n\nSome text\nthat goes on.", "a title | Some text that goes on . | "},
        {"one \r\n \t \r\ntwo", "one | two | "},
        {"\n\n\none", "one | "},
        {"A b. C d.\n", "A b . | C d . | "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        result out = {0};
        read_all(cases[i].text, strlen(cases[i].text), PL_UTF8, &out);
        assert_string_equal(pl_str_text(&out.words), cases[i].words);
        forget(&out);
    }
}

/* Offsets lead back to the same words in the input, over paragraphs and broken bytes. */
static void offsets(void **state)
{
    (void)state;
    const char text[] = "\n Can't stop. \xff\xfe b\xc3\xa9! x\0y\n\n\nNew par\xe2\x82 z.";
    result out = {0};
    read_all(text, sizeof text - 1, PL_UTF8, &out);
    assert_string_equal(out.words.at,
                        "Ca n't stop . \ufffd \ufffd b\u00e9 ! | x \ufffd y "
                        "| New par \ufffd \ufffd z . | ");
    assert_string_equal(
        out.note.at,
        "t: 5 bytes were not valid UTF-8, replaced by U+FFFD; the first in line 2");
    size_t last = 0;
    for (size_t i = 0; i < out.offsets.n; i += 2) {
        size_t begin = out.offsets.at[i], end = out.offsets.at[i + 1];
        assert_true(begin >= last && end > begin && end < sizeof text);
        last = end;
    }
    assert_memory_equal(text + out.offsets.at[0], "Ca", 2);
    size_t z = out.offsets.at[out.offsets.n - 4];
    assert_int_equal(text[z], 'z');
    size_t e = out.offsets.at[2 * 6];
    assert_memory_equal(text + e, "b\xc3\xa9", 3);
    forget(&out);
}

static void latin1(void **state)
{
    (void)state;
    result out = {0};
    read_all("caf\xe9 ol\xe9.", 9, PL_LATIN1, &out);
    assert_string_equal(out.words.at, "caf\u00e9 ol\u00e9 . | ");
    assert_int_equal(out.note.n, 0);
    assert_int_equal(out.offsets.at[1], 5);
    forget(&out);
}

/* A line of any length comes through in pieces, nothing lost. */
static void long_lines(void **state)
{
    (void)state;
    static const char *const fills[] = {"word ", "wordwithoutblank",
                                        "\u00e9\u00e9\u00e9"};
    for (size_t k = 0; k < sizeof fills / sizeof *fills; k++) {
        pl_str text = {0};
        result out = {0};
        while (text.n < 1300000)
            pl_str_puts(&text, fills[k]);
        read_all(text.at, text.n, PL_UTF8, &out);
        assert_true(out.longest <= 1000);
        assert_non_null(strstr(out.note.at, "cut after 512 KiB"));
        assert_null(strstr(out.note.at, "U+FFFD"));
        size_t bytes = 0, blanks = 0;
        for (size_t i = 0; i < out.offsets.n; i += 2)
            bytes += out.offsets.at[i + 1] - out.offsets.at[i];
        for (size_t i = 0; i < text.n; i++)
            blanks += text.at[i] == ' ';
        assert_int_equal(bytes, text.n - blanks);
        pl_str_release(&text);
        forget(&out);
    }
}

static void any_bytes(void **state)
{
    (void)state;
    pl_rng rng = {5};
    for (int i = 0; i < 300; i++) {
        char bytes[200];
        size_t n = pl_rng_below(&rng, sizeof bytes);
        for (size_t k = 0; k < n; k++)
            bytes[k] = (char)pl_rng_below(&rng, i % 2 ? 256 : 128);
        result out = {0};
        read_all(bytes, n, PL_UTF8, &out);
        for (size_t k = 1; k < out.offsets.n; k++)
            assert_true(out.offsets.at[k] >= out.offsets.at[k - 1] &&
                        out.offsets.at[k] <= n);
        forget(&out);
    }
}

static void no_tokenizer(void **state)
{
    (void)state;
    pl_error err;
    assert_null(
        pl_reader_new(pl_in_memory("t", "x", 1), pl_format_find("text"), NULL, &err));
    assert_string_equal(err.text,
                        "t: raw text needs a tokenizer, and none is given");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paragraphs), cmocka_unit_test(offsets),
        cmocka_unit_test(latin1),     cmocka_unit_test(long_lines),
        cmocka_unit_test(any_bytes),  cmocka_unit_test(no_tokenizer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
