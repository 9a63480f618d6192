/* Guessing the format of a file from its content, for text of every format and for all treebanks under
 * PLEACH_DATA. A file that is written under an extension of its format must be read in that format. */
#include "format/reader.h"
#include "format/writer.h"
#include "unit.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void by_content(void **unused)
{
    (void)unused;
    static const struct {
        const char *format, *text;
    } cases[] = {
        {"export", "#FORMAT 4\n#BOS 1\n"},
        {"export", "#BOS 1 2 3 4 %% x\n"},
        {"export", "%% a comment\n\n%% another\n#FORMAT 3\n"},
        {"export", "#BOT ORIGIN\n0\ta\n#EOT ORIGIN\n"},
        {"tigerxml", "<?xml version=\"1.0\"?>\n<corpus id=\"x\">"},
        {"tigerxml", "<!-- <alpino_d -->\n<corpus>"},
        {"tigerxml", "<subcorpus name=\"x\"><s id=\"s1\">"},
        {"tigerxml", "<\0c\0o\0r\0p\0u\0s\0>\0"},
        {"alpino", "<?xml version=\"1.0\"?><alpino_ds version=\"1.3\">"},
        {"alpino", "<treebank>\n<alpino_ds>"},
        {"discbracket", "(S (NN 0=a))\n"},
        {"conllu", "# sent_id = 1\n1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = strlen(cases[i].text);
        if (n == 1) /* UTF-16 */
            n = 16;
        const pl_format *f = pl_format_guess("<stdin>", cases[i].text, n, NULL);
        if (f == NULL || strcmp(f->name, cases[i].format) != 0)
            fail_msg("%s: %s, not %s", cases[i].text, f != NULL ? f->name : "nothing",
                     cases[i].format);
    }
    assert_null(pl_format_guess("<stdin>", "<html><body>", 12, NULL));
}

/* -- written files ------------------------------------------------------------------- */

/* Text that the files of one format or another begin with. */
static const char *const hostile[] = {
    "(S",          "(S (A 0=a))", "0=a",       "(",         "#BOS 1",     "#BOS 1 2 3 4",
    "#FORMAT 4",   "#BOT ORIGIN", "%% a",      "<corpus>",  "<corpus id", "<?xml version='1.0'?><corpus>",
    "<alpino_ds>", "<terminals>", "<!--",      "-->",       "]]>",        "{\"tokens\":[]}",
    "{",           "# text = a",  "#",         "1\ta\tb",   "1",          "1-2",
    "1.1",         "NOUN",        "a/b",       "a",         "\ufeff",     "\xff\xfe",
    "pleach",      "ID",          "-NONE-",    "(a) b c",   "--",         "_",
};
enum { N_HOSTILE = sizeof hostile / sizeof *hostile, LONG = 5000, N_ROUNDS = 500 };

/* Returns one of them, sometimes with so much text before or after it that the rest of the sentence is not
 * among the first bytes of the file. */
static const char *hostile_text(pl_arena *m, pl_rng *rng)
{
    const char *text = hostile[pl_rng_below(rng, N_HOSTILE)];
    char *much = pl_arena_alloc(m, LONG + 1);
    memset(much, 'x', LONG);
    much[LONG] = '\0';
    uint32_t kind = pl_rng_below(rng, 10);
    return kind == 0   ? pl_arena_printf(m, "%s%s", text, much)
           : kind == 1 ? pl_arena_printf(m, "%s%s", much, text)
           : kind == 2 ? pl_arena_printf(m, "%s %s", text, much)
           : kind == 3 ? pl_arena_printf(m, "%s %s", text, hostile[pl_rng_below(rng, N_HOSTILE)])
                       : text;
}

static const char *some_text(pl_arena *m, pl_rng *rng, const char *usual)
{
    return pl_rng_below(rng, 2) == 0 ? hostile_text(m, rng) : usual;
}

/* Makes a random tree with such texts. `mark` begins comment lines. */
static pl_tree *hostile_tree(pl_arena *m, pl_rng *rng, const char *mark)
{
    uint32_t n = 1 + pl_rng_below(rng, 3);
    pl_tree *t = pl_rng_below(rng, 4) == 0 ? random_deps(m, rng, n, 2) : random_tree(m, rng, n);
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        t->nodes[i].label = some_text(m, rng, "X");
        t->nodes[i].func = some_text(m, rng, NULL);
        t->nodes[i].lemma = i < n ? some_text(m, rng, NULL) : NULL;
        t->nodes[i].morph = some_text(m, rng, NULL);
    }
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = some_text(m, rng, "w");
        t->tokens[i].coarse = some_text(m, rng, NULL);
    }
    t->id = some_text(m, rng, NULL);
    t->text = some_text(m, rng, NULL);
    if (pl_rng_below(rng, 2) == 0)
        pl_tree_add_line(t, 0, pl_arena_printf(m, "%s%s", mark, hostile_text(m, rng)));
    if (pl_rng_below(rng, 2) == 0)
        pl_attr_add(m, &t->attrs, "comment", hostile_text(m, rng));
    return t;
}

/* Returns a file in the format with up to two such sentences, without those that the format refuses. */
static pl_str hostile_file(const pl_format *f, uint64_t seed)
{
    pl_arena m = {0};
    pl_rng rng = {seed};
    pl_str text = {0};
    pl_error err;
    bool conll = pl_rng_below(&rng, 2) == 0;
    const char *mark = conll ? "#" : "%%";
    pl_preamble preamble = {.format = conll ? "conllu" : "export"};
    pl_write_options options = {.ids = pl_rng_below(&rng, 2) == 0,
                                .pretty = pl_rng_below(&rng, 2) == 0,
                                .preamble = &preamble};
    pl_writer *w = pl_writer_new(pl_out_memory(&text), f, &options, &err);
    pl_writer_put(w, hostile_tree(&m, &rng, mark), &err);
    pl_writer_put(w, hostile_tree(&m, &rng, mark), &err);
    assert_int_equal(pl_writer_close(w, &err), 0);
    pl_arena_release(&m);
    return text;
}

static void cut_nothing(const void *context, const char *text, size_t n, pl_segments *out)
{
    (void)context;
}

/* Checks that a file with this name and these bytes is read in the format. */
static void check_reading(const char *name, const pl_format *f, const pl_str *text, bool eager,
                          uint64_t seed)
{
    static const pl_segmenter segmenter = {NULL, cut_nothing};
    pl_read_options options = {.segmenter = &segmenter, .eager = eager};
    pl_error err;
    pl_reader *r = pl_reader_new(pl_in_memory(name, pl_str_text(text), text->n), NULL, &options, &err);
    if (r == NULL || r->format != f)
        fail_msg("%s, seed %llu: %s\n%.300s", name, (unsigned long long)seed,
                 r != NULL ? r->format->name : err.text, pl_str_text(text));
    pl_reader_close(r);
}

/* A written file is read in its format under each extension of the format, and Alpino XML also as .xml.
 * Exception: in .txt, raw text with the marks of another format is read in that format. */
static void what_is_written_is_guessed(void **unused)
{
    (void)unused;
    char name[64];
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        for (uint64_t seed = 0; seed < N_ROUNDS && (*f)->read != NULL && (*f)->write != NULL; seed++) {
            pl_str text = hostile_file(*f, seed);
            for (const char *e = (*f)->extensions; *e != '\0'; e += strspn(e, " ")) {
                size_t n = strcspn(e, " ");
                snprintf(name, sizeof name, "a%.*s%s", (int)n, e, seed % 3 == 0 ? ".zst" : "");
                if (n != strlen(".txt") || memcmp(e, ".txt", n) != 0)
                    check_reading(name, *f, &text, seed % 2 == 0, seed);
                e += n;
            }
            if (*f == &pl_format_alpino && text.n > 100)
                check_reading("a.xml", *f, &text, false, seed);
            pl_str_release(&text);
        }
}

/* Treebanks are also published as .txt; raw text without marks stays raw text. */
static void txt_does_not_decide(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *format;
    } cases[] = {
        {"#FORMAT 4\n#BOS 1\n", "export"},
        {"(ROOT (A 0=a) (B 1=b))\n", "discbracket"},
        {"{\"tokens\":[{\"id\":0,\"word\":\"a\"}]}\n", "json"},
        {"# sent_id = 1\n1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n", "conllu"},
        {"Dat is een zin. (Dat ook.)\n", "text"},
        {"(Dat is een zin.)\n", "text"},
        {"int main(void) { return 0; }\n", "text"},
        {"1. First\n2. Second\n", "text"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const pl_format *f =
            pl_format_guess("a.txt", cases[i].text, strlen(cases[i].text), NULL);
        assert_string_equal(f->name, cases[i].format);
    }
}

/* -- treebanks ------------------------------------------------------------------------- */

/* The formats that the names of files in tests/data and under PLEACH_DATA imply. */
static const struct {
    const char *part, *format;
} names[] = {
    {".discbracket", "discbracket"},
    {".export", "export"},
    {"/alpino-xml/", "alpino"},
    {"/tigerxml/", "tigerxml"},
    {"/penn/", "bracket"},
    {"english-ewt/", "conllu"},
    {"danish-ddt/", "conllx"},
    {"dutch-alpino/", "conllx"},
    {".conllx", "conllx"},
    {".conllu", "conllu"},
    {".penn", "bracket"},
    {".tiger.xml", "tigerxml"},
    {".alpino.xml", "alpino"},
};

static size_t n_guessed;

static int guess(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info;
    const char *expected = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(path, names[i].part) != NULL)
            expected = names[i].format;
    const char *name = path + where->base;
    if (kind != FTW_F || expected == NULL || strncmp(name, "README", 6) == 0 ||
        strncmp(name, "LICENSE", 7) == 0)
        return 0;
    pl_error err;
    pl_in *in = pl_in_open(path, &err);
    assert_non_null(in);
    const char *bytes;
    size_t n = pl_in_peek(in, 4096, &bytes);
    for (int named = 0; named < 2; named++) {
        const pl_format *f = pl_format_guess(named ? path : "<stdin>", bytes, n < 4096 ? n : 4096, NULL);
        if (f == NULL || strcmp(f->name, expected) != 0)
            fail_msg("%s: %s, not %s", path, f != NULL ? f->name : "nothing", expected);
    }
    n_guessed++;
    pl_in_close(in);
    return 0;
}

static void on_treebanks(void **unused)
{
    (void)unused;
    char path[1000];
    assert_int_equal(nftw("tests/data", guess, 16, 0), 0);
    assert_true(n_guessed >= 13);
    if (!treebank_path(path, "."))
        return;
    assert_int_equal(nftw(path, guess, 16, 0), 0);
    assert_true(n_guessed > 250);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_content),
        cmocka_unit_test(what_is_written_is_guessed),
        cmocka_unit_test(txt_does_not_decide),
        cmocka_unit_test(on_treebanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
