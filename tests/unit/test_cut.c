/* Files read in parts: whatever they hold, and into however many parts they are cut, all sentences
 * come in their order, each once. */
#include "format/cut.h"
#include "format/source.h"
#include "format/writer.h"

#include "base/vec.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { ROUNDS = 12, PIECES = 40, WIDE = 3500000 };

/* What files are made of, in any order; %u is a number that grows. */
typedef struct kind {
    const char *format, *start, *end;
    const char *pieces[16];
} kind;

#define ROW(WORD) WORD "\t_\t_\t_\t_\t0\tx\t_\t_\n"
#define S(ID, INNER)                                                                     \
    "<s id=\"" ID "\"><graph><terminals><t id=\"" ID "_1\" word=\"a\" pos=\"N\"/>" INNER \
    "</terminals></graph></s>"
#define DS(ID)                                                                           \
    "<alpino_ds><node begin=\"0\" end=\"1\" cat=\"top\" rel=\"top\" id=\"0\">"           \
    "<node begin=\"0\" end=\"1\" pos=\"n\" rel=\"--\" word=\"w\" id=\"1\"/></node>"       \
    "<sentence sentid=\"" ID "\">w</sentence></alpino_ds>"

static const kind kinds[] = {
    {"discbracket", "", "", {"(S (A 0=w%u))\n", "\n", "(S (A 0=w%u))\tid\n", "(S bad\n", "  \n"}},
    {"tokens", "", "", {"a b%u\n", "\n", "c%u\r\n", " \t\n"}},
    {"json", "", "", {"{\"tokens\":[{\"word\":\"w%u\"}]}\n", "\n", "{bad\n"}},
    {"tagged", "a/B\n", "", {"a/X b/Y%u\n", "\n", "a\tb\n"}},
    {"tagged", "a\tB\n\n", "", {"a\tX\nb\tY%u\n\n", "\n", "  \n", "c\tZ%u\n", "bad%u\n"}},
    {"conllu",
     "",
     "",
     {"1\t" ROW("a%u") "\n", "# c%u\n", "\n", "# sent_id = s%u\n1\t" ROW("b") "2\t" ROW("c") "\n",
      "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\t" ROW("a") "2\t" ROW("b") "\n", " \t\r\n", "bad%u\n",
      "3\t" ROW("x"), "0.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n"}},
    {"export",
     "#FORMAT 4\n#BOT ORIGIN\n#EOS 7\n#BOS 8\n#EOT\n",
     "",
     {"#BOS %u 0 0 0\na\t--\tT\t--\t--\t500\n#500\t--\tX\t--\t--\t0\n#EOS %u\n", "%%%% c%u\n", "\n",
      "#BOT X\n1\tb%u\n#EOT\n", "#BOS %u 0 0 0\n#EOS\t--\tT\t--\t--\t0\n#EOS %u\n",
      "#BOS %u\nb\t--\n#EOS %u\n"}},
    {"tigerxml",
     "<?xml version='1.0' encoding='ISO-8859-1'?>\n<!DOCTYPE corpus [<!ENTITY e \"v\">]>\n"
     "<corpus id='x'><head><meta><name>n</name></meta></head><body>",
     "</body></corpus>\n",
     {S("s%u", ""), "\n", "<!-- c%u -->", S("s%u", "<t id=\"q%u\" word=\"\xe9&e;\" pos=\"&lt;/s>\"/>"),
      "<s id=\"s%u\"/>", "<?pi </s%u ?>"}},
    {"alpino", "<treebank>\n", "</treebank>", {DS("%u"), "\n", "<!-- %u -->", DS("x.%u") "\n"}},
    {"alpino", DS("a") DS("b"), "", {"<?xml version='1.0'?>" DS("%u"), "\n", DS("x.%u") "\n"}},
    {"bracket",
     "",
     "",
     {"(S (A w%u))\n", "(S\n  (A w%u)\n(B (C x) (D y))\n  )\n", "\n", "( (S (A b) (B c%u)) )\n",
      "(S (A w%u)) (S (A v))\n", "(S (X\n(A w%u)\n)\n(B c)\n)\n"}},
};

static void put_piece(pl_str *text, const char *piece, unsigned n)
{
    for (; *piece != '\0'; piece++)
        if (piece[0] == '%' && piece[1] == 'u') {
            pl_str_printf(text, "%u", n);
            piece++;
        } else if (piece[0] == '%' && piece[1] == '%') {
            pl_str_putc(text, '%');
            piece++;
        } else
            pl_str_putc(text, *piece);
}

static void make_text(const kind *k, pl_rng *rng, pl_str *text)
{
    unsigned n_kinds = 0;
    while (k->pieces[n_kinds] != NULL)
        n_kinds++;
    pl_str_clear(text);
    pl_str_puts(text, k->start);
    for (unsigned i = 0, n = pl_rng_below(rng, PIECES); i < n; i++)
        put_piece(text, k->pieces[pl_rng_below(rng, n_kinds)], i);
    pl_str_puts(text, k->end);
}

/* -- files ------------------------------------------------------------------------------------- */

static void save(const char *path, const char *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    fclose(file);
}

/* In zstd frames that end anywhere. */
static void save_frames(const char *path, const pl_str *text, pl_rng *rng)
{
    pl_str packed = {0};
    for (size_t at = 0; at < text->n || packed.n == 0;) {
        size_t n = 1 + pl_rng_below(rng, 300), left = text->n - at;
        n = n < left ? n : left;
        char room[2000];
        size_t got = ZSTD_compress(room, sizeof room, pl_str_text(text) + at, n, 1);
        assert_false(ZSTD_isError(got));
        pl_str_put(&packed, room, got);
        at += n;
    }
    save(path, packed.at, packed.n);
    pl_str_release(&packed);
}

/* -- reading ----------------------------------------------------------------------------------- */

static void cut_words(const void *context, const char *text, size_t n, pl_segments *out)
{
    (void)context;
    for (size_t i = 0; i < n; i++) {
        size_t from = i;
        while (i < n && strchr(" \t\n\r\f\v", text[i]) == NULL)
            i++;
        if (i > from) {
            pl_segment s = {.begin = from, .end = i, .last = text[i - 1] == '.', .n_words = 1};
            PL_PUSH(out, s);
        }
    }
    if (out->n > 0)
        out->at[out->n - 1].last = true;
}

static const pl_segmenter words = {NULL, cut_words};

static void put_tree(pl_str *out, const pl_tree *t)
{
    pl_writer *w = pl_writer_new(pl_out_memory(out), pl_format_find("json"), NULL, NULL);
    pl_writer_put(w, t, NULL);
    pl_writer_close(w, NULL);
}

static void put_words(pl_str *out, const pl_tree *t)
{
    pl_str_printf(out, "%u %zu %s\n", t->n_tokens, t->tokens[0].begin, t->tokens[t->n_tokens - 1].word);
}

typedef void putter(pl_str *out, const pl_tree *t);

/* Appends what part i of n has; bad sentences are "!". False if the input cannot be cut so. */
static bool read_part(const char *const *paths, size_t n_paths, pl_source_options o, putter *put,
                      pl_source_part *part, pl_str *out)
{
    pl_error err;
    pl_arena m = {0};
    pl_tree *tree;
    int got;
    pl_source *s = pl_source_open(paths, n_paths, &o, &err);
    if (s == NULL) {
        assert_int_equal(err.code, PL_BAD_ARGUMENT);
        return false;
    }
    while ((got = pl_source_next(s, &m, &tree, &err)) != 0) {
        if (got < 0 && pl_source_reader(s)->broken)
            break;
        if (got > 0)
            put(out, tree);
        else
            pl_str_puts(out, "!\n");
        pl_arena_reset(&m);
    }
    pl_source_tell_part(s, part);
    bool broken = got < 0;
    pl_source_close(s);
    pl_arena_release(&m);
    return !broken;
}

static void compare(const char *const *paths, size_t n_paths, const pl_source_options *options,
                    putter *put, uint32_t n)
{
    pl_str whole = {0}, parts = {0};
    pl_source_part part, before = {0};
    assert_true(read_part(paths, n_paths, *options, put, &part, &whole));
    for (uint32_t i = 1; i <= n; i++) {
        pl_source_options o = *options;
        o.part = i;
        o.n_parts = n;
        assert_true(read_part(paths, n_paths, o, put, &part, &parts));
        assert_memory_equal(&part.begin, &before.end, sizeof part.begin);
        before = part;
    }
    assert_int_equal(part.end.file, n_paths);
    assert_string_equal(pl_str_text(&whole), pl_str_text(&parts));
    pl_str_release(&whole);
    pl_str_release(&parts);
}

/* -- tests ------------------------------------------------------------------------------------- */

static void sentences_come_once(void **unused)
{
    (void)unused;
    pl_rng rng = {1};
    pl_str text = {0};
    char a[] = "/tmp/cut-a-XXXXXX", b[] = "/tmp/cut-b-XXXXXX";
    close(mkstemp(a));
    close(mkstemp(b));
    const char *paths[] = {a, b};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int round = 0; round < ROUNDS; round++) {
            pl_source_options o = {.format = pl_format_find(kinds[k].format),
                                   .read.keep_empty = round % 2 == 0};
            make_text(&kinds[k], &rng, &text);
            bool frames = round % 3 == 0 && text.n > 700;
            if (frames)
                save_frames(a, &text, &rng);
            else
                save(a, pl_str_text(&text), text.n);
            compare(paths, 1, &o, put_tree, 1 + pl_rng_below(&rng, 12));
            make_text(&kinds[k], &rng, &text);
            save(b, pl_str_text(&text), text.n);
            compare(paths, 2, &o, put_tree, 1 + pl_rng_below(&rng, 30));
        }
    unlink(a);
    unlink(b);
    pl_str_release(&text);
}

/* Text with hardly any blank lines, lines of all lengths, and with a byte-order mark. */
static void make_wide(pl_rng *rng, pl_str *text, bool mark)
{
    pl_str_clear(text);
    pl_str_puts(text, mark ? "\xef\xbb\xbf" : "");
    while (text->n < WIDE) {
        uint32_t n = pl_rng_below(rng, 1000) == 0 ? 90000 : pl_rng_below(rng, 300);
        bool spaces = pl_rng_below(rng, 3) > 0;
        for (uint32_t i = 0; i < n; i++)
            pl_str_putc(text, spaces && i % 7 == 6 ? ' ' : i % 50 == 47 ? '.' : 'a' + (char)(i % 26));
        pl_str_puts(text, pl_rng_below(rng, 4000) == 0 ? "\n \t\n" : pl_rng_below(rng, 9) == 0 ? " \n  " : "\n");
    }
}

static void long_paragraphs_are_cut_alike(void **unused)
{
    (void)unused;
    pl_rng rng = {7};
    pl_str text = {0};
    char path[] = "/tmp/cut-w-XXXXXX";
    close(mkstemp(path));
    const char *paths[] = {path};
    for (int round = 0; round < 3; round++) {
        pl_source_options o = {.format = pl_format_find("text"),
                               .read = {.segmenter = &words, .lines = round == 2}};
        make_wide(&rng, &text, round == 1);
        save(path, text.at, text.n);
        compare(paths, 1, &o, put_words, 2 + pl_rng_below(&rng, 3));
        compare(paths, 1, &o, put_words, 17 + pl_rng_below(&rng, 5));
    }
    unlink(path);
    pl_str_release(&text);
}

static void short_texts_are_cut_alike(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {"Ja. Nee.\n", "\n", " \t\n", "a\r\n\r\n", "b \xff.\n", "\xc3\xa9 c"};
    pl_rng rng = {3};
    pl_str text = {0};
    char path[] = "/tmp/cut-t-XXXXXX";
    close(mkstemp(path));
    const char *paths[] = {path};
    for (int round = 0; round < 60; round++) {
        pl_source_options o = {.format = pl_format_find("text"),
                               .read = {.segmenter = &words, .lines = round % 3 == 2}};
        pl_str_clear(&text);
        pl_str_puts(&text, round % 5 == 0 ? "\xef\xbb\xbf" : "");
        for (unsigned i = 0, n = pl_rng_below(&rng, 20); i < n; i++)
            pl_str_puts(&text, pieces[pl_rng_below(&rng, 6)]);
        save(path, pl_str_text(&text), text.n);
        compare(paths, 1, &o, put_tree, 1 + pl_rng_below(&rng, 40));
    }
    unlink(path);
    pl_str_release(&text);
}

/* What deceives is noticed by the part that ends there. */
static void false_places_are_noticed(void **unused)
{
    (void)unused;
    static const struct {
        const char *format, *start, *piece, *end;
    } rows[] = {
        {"tigerxml", "<corpus><body>", "<!-- </s> -->" S("s1", ""), "</body></corpus>"},
        {"tigerxml", "<corpus><body>", "<subcorpus name='a%u'>" S("s1", "") S("s2", "") "</subcorpus>",
         "</body></corpus>"},
        {"export", "", "#BOT X\n#EOS 1\n#EOT\n#BOS 1\na\t--\tT\t--\t--\t0\n#EOS 1\n", ""},
    };
    char path[] = "/tmp/cut-f-XXXXXX";
    close(mkstemp(path));
    const char *paths[] = {path};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        pl_str text = {0}, whole = {0}, parts = {0};
        pl_source_part part;
        pl_source_options o = {.format = pl_format_find(rows[k].format)};
        pl_str_puts(&text, rows[k].start);
        for (int i = 0; i < 5; i++)
            put_piece(&text, rows[k].piece, (unsigned)i);
        pl_str_puts(&text, rows[k].end);
        save(path, text.at, text.n);
        assert_true(read_part(paths, 1, o, put_tree, &part, &whole));
        unsigned n_wrong = 0;
        for (o.n_parts = 2; o.n_parts < 30; o.n_parts++) {
            bool good = true;
            pl_str_clear(&parts);
            for (o.part = 1; o.part <= o.n_parts; o.part++)
                good = read_part(paths, 1, o, put_tree, &part, &parts) && good;
            n_wrong += !good;
            if (good && strstr(pl_str_text(&parts), "!") == NULL)
                assert_string_equal(pl_str_text(&whole), pl_str_text(&parts));
        }
        assert_true(n_wrong > 0 || k == 2);
        pl_str_release(&text);
        pl_str_release(&whole);
        pl_str_release(&parts);
    }
    unlink(path);
}

static void some_files_cannot_be_cut(void **unused)
{
    (void)unused;
    static const struct {
        const char *bytes;
        size_t n;
    } rows[] = {{"\x1f\x8b\x08junk", 7}, {"\x28\xb5\x2f\xfd\x04\x00\x01\x00\x00", 9}, {"\x28\xb5\x2f\xfd", 4}};
    char path[] = "/tmp/cut-g-XXXXXX";
    close(mkstemp(path));
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        pl_error err;
        save(path, rows[k].bytes, rows[k].n);
        assert_null(pl_cuts_open(path, NULL, NULL, &err));
        assert_int_equal(err.code, PL_BAD_ARGUMENT);
        assert_non_null(strstr(err.text, "frames"));
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_come_once),       cmocka_unit_test(short_texts_are_cut_alike),
        cmocka_unit_test(long_paragraphs_are_cut_alike), cmocka_unit_test(false_places_are_noticed),
        cmocka_unit_test(some_files_cannot_be_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
