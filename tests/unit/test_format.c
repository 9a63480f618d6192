/* The table of formats and guessing among its rows. */
#include "unit.h"

#include "format/format.h"
#include "format/reader.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(const pl_format *f)
{
    return f != NULL ? f->name : "none";
}

static void guessed_from_content_and_name(void **unused)
{
    (void)unused;
    static const struct {
        const char *path, *content, *format;
    } rows[] = {
        {"x", "(S (A 0=a))\n", "discbracket"},
        {"x.mrg", "(S (A 0=a))\n", "bracket"}, /* also a tree in brackets: the name decides */
        {"x.export", "(S (A 0=a))\n", "discbracket"}, /* no export: the content decides */
        {"x", "(S (A a))\n", "bracket"},
        {"x", "( (S (A a)) )\n", "bracket"},
        {"x", "\n\n  (S\n (A a))\n", "bracket"},
        {"x.tok", "( a )\n", "tokens"}, /* only perhaps bracket: the name decides */
        {"x", "1\ta\t_\tN\tN\t_\t0\tr\t_\t_\n", "conllx"},
        {"x", "1\ta\t_\tNOUN\tN\t_\t0\tr\t_\t_\n", "conllu"},
        {"x.conll", "1\ta\t_\tNOUN\tN\t_\t0\tr\t_\t_\n", "conllx"},
        {"x.conllu.zst", "1\ta\t_\tN\tN\t_\t0\tr\t_\t_\n", "conllu"},
        {"x", "# c\n1\ta\t_\tN\tN\t_\t0\tr\t_\t_\n", "conllu"},
        {"x", "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n", "conllu"},
        {"x.tagged.gz", "a/B\n", "tagged"},
        {"x.tokens", "a b\n", "tokens"},
        {"x", "a b\n", "none"},
        {"x.txt", "a b\n", "text"},
        {"x.json", "{}\n", "json"},
        {"x", "", "discbracket"},
        {"x.conllu", "", "conllu"},
        {".conllu", "a b", "none"}, /* a name, not an ending */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *found = name_of(
            pl_format_guess(rows[i].path, rows[i].content, strlen(rows[i].content),
                            NULL));
        if (strcmp(found, rows[i].format) != 0)
            fail_msg("%s with %s: %s, not %s", rows[i].path, rows[i].content, found,
                     rows[i].format);
    }
}

static void rows_are_complete(void **unused)
{
    (void)unused;
    for (const pl_format *const *f = pl_formats; *f != NULL; f++) {
        assert_ptr_equal(pl_format_find((*f)->name), *f);
        assert_true((*f)->read != NULL || (*f)->write != NULL);
        assert_non_null((*f)->about);
        assert_non_null((*f)->extensions);
        assert_int_equal((*f)->extensions[0], '.');
    }
    for (int i = 0; i < PL_N_HAS; i++)
        assert_non_null(pl_has_name[i]);
    assert_null(pl_format_find("nothing"));
    assert_string_equal(name_of(pl_format_by_extension("a/b.json")), "json");
    assert_null(pl_format_by_extension("a/b"));
}

/* The ending of a treebank's file and what it must be taken for. */
static void check_file(const char *path)
{
    static const struct {
        const char *ending, *format;
    } rows[] = {
        {".discbracket", "discbracket"},
        {".export", "export"},
        {".conllx", "conllx"},
        {".conllu", "conllu"},
        {".penn", "bracket"},
        {".tiger.xml", "tigerxml"},
        {".alpino.xml", "alpino"},
        {".discbracket.zst", "discbracket"},
        {".export.zst", "export"},
        {".conll.zst", "conllx"},
        {".conllu.zst", "conllu"},
        {".tree", "bracket"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t n = strlen(path), m = strlen(rows[i].ending);
        if (n < m || strcmp(path + n - m, rows[i].ending) != 0)
            continue;
        pl_error err;
        pl_reader *r = pl_reader_open(path, NULL, NULL, &err);
        if (r == NULL)
            fail_msg("%s", err.text);
        if (strcmp(r->format->name, rows[i].format) != 0)
            fail_msg("%s is taken for %s", path, r->format->name);
        pl_reader_close(r);
        return;
    }
}

static int walk(const char *folder, int depth)
{
    DIR *dir = opendir(folder);
    int n = 0;
    for (struct dirent *e; dir != NULL && depth < 5 && (e = readdir(dir)) != NULL;) {
        char path[1024];
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_type == DT_DIR)
            n += walk(path, depth + 1);
        else {
            check_file(path);
            n++;
        }
    }
    if (dir != NULL)
        closedir(dir);
    return n;
}

static void treebanks_are_recognised(void **unused)
{
    (void)unused;
    char path[1000];
    assert_true(walk("tests/data", 0) > 20);
    assert_true(!treebank_path(path, ".") || walk(path, 0) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guessed_from_content_and_name),
        cmocka_unit_test(rows_are_complete),
        cmocka_unit_test(treebanks_are_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
