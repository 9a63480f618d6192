/* The format of a file is told from its content: on text of every format, and on all
 * treebanks under PLEACH_DATA. */
#include "format/format.h"
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
        const pl_format *f = pl_format_guess("<stdin>", cases[i].text, n);
        if (f == NULL || strcmp(f->name, cases[i].format) != 0)
            fail_msg("%s: %s, not %s", cases[i].text, f != NULL ? f->name : "nothing",
                     cases[i].format);
    }
    assert_null(pl_format_guess("<stdin>", "<html><body>", 12));
}

/* What the names of the files in tests/data and under PLEACH_DATA say. */
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
        const pl_format *f = pl_format_guess(named ? path : "<stdin>", bytes, n);
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
        cmocka_unit_test(on_treebanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
