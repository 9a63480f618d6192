/* Trees of several files and folders: order, and what broken files do. */
#include "format/source.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GOOD(WORD)                                                                       \
    "<alpino_ds><node begin=\"0\" end=\"1\" cat=\"top\" rel=\"top\">"                    \
    "<node begin=\"0\" end=\"1\" pos=\"n\" rel=\"--\" word=\"" WORD "\"/></node>"        \
    "</alpino_ds>\n"

typedef struct file {
    const char *name, *text;
} file;

static const file broken_xml[] = {
    {"1.xml", GOOD("een")}, {"2.xml", "<alpino_ds><node begin=\"0\""},
    {"3.xml", ""},          {"4.xml", GOOD("vier")},
    {NULL, NULL},
};
static const file damaged_gzip[] = {
    {"1.discbracket", "(S (A 0=one))\n(S (A 1=bad))\n(S (A 0=two))\n"},
    {"2.discbracket.gz", "\x1f\x8b\x08junkjunkjunk"},
    {"3.discbracket", "(S (A 0=three))\n"},
    {NULL, NULL},
};
static const file last_is_unknown[] = {{"1.discbracket", "(S (A 0=one))\n"},
                                       {"README", "What these files are.\n"},
                                       {NULL, NULL}};
static const file all_broken[] = {{"1.xml", "<"}, {"2.xml", "<a>"}, {NULL, NULL}};

static void make_folder(char *folder, const file *files)
{
    assert_non_null(mkdtemp(folder));
    for (; files->name != NULL; files++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", folder, files->name);
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(files->text, out);
        fclose(out);
    }
}

static void remove_folder(const char *folder, const file *files)
{
    for (; files->name != NULL; files++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", folder, files->name);
        unlink(path);
    }
    rmdir(folder);
}

static void count_reason(void *context, const char *reason)
{
    assert_non_null(strstr(reason, "/tmp/source")); /* names the file */
    ++*(size_t *)context;
}

/* The first words of all trees, "!" for a failure. */
static pl_source *read_all(const char *folder, const pl_source_options *o, pl_str *words)
{
    pl_error err;
    pl_arena m = {0};
    pl_tree *tree;
    int got;
    pl_source *s = pl_source_open(&folder, 1, o, &err);
    assert_non_null(s);
    while ((got = pl_source_next(s, &m, &tree, &err)) > 0)
        pl_str_printf(words, "%s ", tree->tokens[0].word);
    if (got < 0)
        pl_str_putc(words, '!');
    pl_arena_release(&m);
    return s;
}

static void broken_files(void **unused)
{
    (void)unused;
    static const struct {
        const file *files;
        const char *stop, *skip;
        size_t sentences, n_files;
    } cases[] = {
        {broken_xml, "een !", "een vier ", 0, 2},
        {damaged_gzip, "one !", "one two three ", 1, 1},
        {last_is_unknown, "one !", "one ", 0, 1},
        {all_broken, "!", "!", 0, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int skip = 0; skip < 2; skip++) {
            char folder[] = "/tmp/sourceXXXXXX";
            make_folder(folder, cases[i].files);
            size_t n_listed = 0;
            pl_source_options o = {
                .skip_errors = skip, .skipped = count_reason, .context = &n_listed};
            pl_str words = {0};
            pl_source *s = read_all(folder, &o, &words);
            assert_string_equal(pl_str_text(&words),
                                skip ? cases[i].skip : cases[i].stop);
            if (skip) {
                bool failed = strchr(words.at, '!') != NULL;
                assert_int_equal(pl_source_skipped(s), cases[i].sentences);
                assert_int_equal(pl_source_files_skipped(s), cases[i].n_files);
                assert_int_equal(n_listed,
                                 cases[i].sentences + cases[i].n_files - failed);
            }
            if (strchr(words.at, ' ') != NULL)
                assert_non_null(pl_source_reader(s));
            pl_source_close(s);
            pl_str_release(&words);
            remove_folder(folder, cases[i].files);
        }
}

static void count_note(void *context, const char *message)
{
    assert_non_null(strstr(message, "2.png: no text, left out"));
    ++*(size_t *)context;
}

static const file some_binary[] = {{"1.discbracket", "(S (A 0=one))\n"},
                                   {"2.png", ""},
                                   {"3.tokens", "two words\n"},
                                   {NULL, NULL}};

/* Which files there are, what they are called, how large they are. */
static void lists_files(void **unused)
{
    (void)unused;
    pl_error err;
    pl_str words = {0};
    size_t n_notes = 0;
    char folder[] = "/tmp/sourceXXXXXX", path[100];
    make_folder(folder, some_binary);
    snprintf(path, sizeof path, "%s/2.png", folder);
    FILE *out = fopen(path, "w");
    fwrite("\x89PNG\0\0", 1, 6, out);
    fclose(out);
    pl_source_options o = {.text_only = true,
                           .read = {.note = count_note, .note_context = &n_notes}};
    pl_source *s = read_all(folder, &o, &words);
    assert_string_equal(words.at, "one two ");
    assert_int_equal(n_notes, 1);
    const char *name;
    assert_string_equal(pl_source_file(s, 0, &name) + strlen(folder), "/1.discbracket");
    assert_string_equal(name, "1.discbracket");
    assert_non_null(pl_source_file(s, 1, &name));
    assert_string_equal(name, "3.tokens");
    assert_null(pl_source_file(s, 2, NULL));
    assert_int_equal(pl_source_size(s), 24);
    assert_int_equal(pl_source_taken(s), 24);
    pl_source_close(s);
    const char *one = path; /* a file that was named is read, whatever it is */
    s = pl_source_open(&one, 1, &o, &err);
    assert_non_null(pl_source_file(s, 0, &name));
    assert_string_equal(name, "2.png");
    pl_source_close(s);
    pl_str_release(&words);
    remove_folder(folder, some_binary);
}

static void empty_folder(void **unused)
{
    (void)unused;
    pl_error err;
    char folder[] = "/tmp/sourceXXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *path = folder;
    assert_null(pl_source_open(&path, 1, NULL, &err));
    assert_non_null(strstr(err.text, "no files"));
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_files),
        cmocka_unit_test(empty_folder),
        cmocka_unit_test(lists_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
