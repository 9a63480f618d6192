/* Properties that formats can hold: docs/formats.md has the table, and writers report losses by it. */
#include "unit_convert.h"

#include <stdio.h>

static char *read_file(pl_arena *m, const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    pl_str text = {0};
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, file)) > 0;)
        pl_str_put(&text, buffer, n);
    fclose(file);
    char *copy = pl_arena_strdup(m, pl_str_text(&text));
    pl_str_release(&text);
    return copy;
}

/* Prints the table of docs/formats.md, with a line for each property of a sentence. */
static void put_table(pl_str *to)
{
    pl_str_puts(to, "| |");
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if ((*f)->write != NULL)
            pl_str_printf(to, " `%s` |", (*f)->name);
    pl_str_puts(to, "\n| --- |");
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if ((*f)->write != NULL)
            pl_str_puts(to, " --- |");
    pl_str_putc(to, '\n');
    for (int i = 0; i < PL_N_HAS; i++) {
        unsigned bit = 1u << i;
        pl_str_printf(to, "| %s |", pl_has_name[i]);
        for (const pl_format *const *f = pl_formats; *f != NULL; f++) {
            const pl_held_fields *some = &(*f)->fields;
            bool header = bit == PL_HAS_HEADER;
            bool holds = header ? (*f)->headers != NULL : ((*f)->holds & bit) != 0;
            bool part =
                bit == PL_HAS_FIELDS && !holds &&
                (some->sentence != NULL || some->word != NULL || some->node != NULL);
            if ((*f)->write != NULL)
                pl_str_puts(to, part                                     ? " some |"
                                : !holds                                 ? " |"
                                : header || ((*f)->sometimes & bit) != 0 ? " (yes) |"
                                                                         : " yes |");
        }
        pl_str_putc(to, '\n');
    }
}

/* Prints the names in "a b" as `a`, `b`. */
static void put_names(pl_str *to, const char *what, const char *names)
{
    const char *sep = " ";
    pl_str_puts(to, what);
    for (const char *at = names; at != NULL && *at != '\0'; at += *at == ' ') {
        size_t n = strcspn(at, " ");
        pl_str_printf(to, "%s`%.*s`", sep, (int)n, at);
        at += n;
        sep = ", ";
    }
}

static void put_some_fields(pl_str *to)
{
    for (const pl_format *const *f = pl_formats; *f != NULL; f++) {
        const pl_held_fields *some = &(*f)->fields;
        if ((*f)->holds & PL_HAS_FIELDS || some->sentence == NULL)
            continue;
        pl_str_printf(to, "- `%s` has the fields", (*f)->name);
        put_names(to, " of sentences", some->sentence);
        put_names(to, "; of words", some->word);
        if (some->node != NULL)
            put_names(to, "; of constituents", some->node);
        pl_str_puts(to, ".\n");
    }
}

static void the_document_has_the_table(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_str text = {0};
    put_table(&text);
    pl_str_putc(&text, '\n');
    put_some_fields(&text);
    bool there = strstr(read_file(&m, "docs/formats.md"), pl_str_text(&text)) != NULL;
    if (!there)
        fprintf(stderr, "docs/formats.md does not say:\n%s", pl_str_text(&text));
    assert_true(there);
    pl_str_release(&text);
    pl_arena_release(&m);
}

static void rows_agree(void **unused)
{
    (void)unused;
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        assert_int_equal((*f)->sometimes & ~(*f)->holds, 0);
}

/* A sentence with all properties: each writer must report exactly those that its row does not have. */
static const char everything[] =
    "{\"id\":\"7\",\"text\":\"a "
    "b\",\"fields\":{\"f\":\"v\"},\"tokens\":[{\"word\":\"a\",\"tag\":\"A\",\"coarse\":"
    "\"C\",\"lemma\":\"l\",\"morph\":\"m\",\"function\":\"F\",\"head\":-1,\"relation\":"
    "\"r\",\"deps\":\"0:r\",\"misc\":"
    "\"x\",\"begin\":0,\"end\":1},{\"word\":\"b\",\"tag\":\"B\",\"head\":0,\"relation\":"
    "\"r\"},{\"word\":\"c\",\"tag\":"
    "\"B\",\"head\":0,\"relation\":\"r\"}],\"nodes\":[{\"id\":3,\"label\":\"S\","
    "\"function\":\"R\",\"head\":1,"
    "\"children\":[4,1]},{\"id\":4,\"label\":\"NP\",\"children\":[0,2]}],\"edges\":[{"
    "\"child\":1,\"parent\":4,\"label\":"
    "\"E\"}],\"comments\":[\"# c\"]}\n";

static void writers_report_by_the_table(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    const unsigned all = (1u << PL_N_HAS) - 1 - PL_HAS_HEADER;
    for (const pl_format *const *f = pl_formats; *f != NULL; f++) {
        if ((*f)->write == NULL ||
            *f == &pl_format_bracket) /* bracket refuses the tree */
            continue;
        unsigned lost = 0;
        conversion c = {everything, "json", (*f)->name, "", {0}, {0}};
        convert_text(&m, &c, &lost);
        unsigned never = all & ~(*f)->holds;
        if ((lost & ~(*f)->sometimes) != never)
            fail_msg("%s: 0x%x was reported as left out; the row says 0x%x", (*f)->name,
                     lost, never);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_document_has_the_table),
        cmocka_unit_test(rows_agree),
        cmocka_unit_test(writers_report_by_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
