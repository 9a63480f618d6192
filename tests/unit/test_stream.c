/* Streams of trees: options as text, files and memory, transforms, and the events that tell what was
 * left out. */
#include "stream/stream.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One line "KIND N TEXT" for each event. */
typedef struct heard {
    pl_str lines;
    pl_event_kind stop_at; /* stops at the first event of this kind, … */
    bool stops;            /* … if it stops at all */
} heard;

static int hear(void *context, const pl_event *event)
{
    heard *h = context;
    pl_str_printf(&h->lines, "%d %zu %s\n", (int)event->kind, event->n, event->text);
    return h->stops && event->kind == h->stop_at;
}

/* The first words of all trees, "!" and the reason for a failure. */
static void read_all(pl_tree_stream *s, pl_str *words)
{
    pl_tree *tree;
    pl_error err;
    int got;
    while ((got = pl_tree_stream_next(s, NULL, &tree, &err)) > 0)
        pl_str_printf(words, "%s ", tree->n_tokens > 0 ? tree->tokens[0].word : "-");
    if (got < 0)
        pl_str_printf(words, "! %s", err.text);
    pl_tree_stream_close(s);
}

typedef struct row {
    const char *const *options;
    const char *step, *argument; /* a transform */
    const char *text, *words, *events;
    bool stops;
} row;

#define TREES "(S (A 0=one) (B 1=more))\n(S (A 1=bad))\n(S (A 0=two))\n"
#define FROM  "from=discbracket"

static const row rows[] = {
    {PL_OPTIONS(FROM), NULL, NULL, TREES, "one ! memory:2:", "", false},
    {PL_OPTIONS(FROM, "on-error=skip"), NULL, NULL, TREES, "one two ",
     "2 0 left out: memory:2: |3 1 1 sentence left out\n", false},
    {PL_OPTIONS(FROM, "on-error=skip"), NULL, NULL, TREES, "one ! the work was stopped",
     "2 0 left out: ", true},
    {PL_OPTIONS(FROM, "on-error=skip"), "max-length", "1", TREES, "two ",
     "3 1 1 sentence left out\n", false},
    {PL_OPTIONS(FROM), "projectivize", NULL, "(S (A 0=one))\n", "one ", "", false},
    {PL_OPTIONS("from=text"), NULL, NULL, "One word. Two words.", "One Two ", "", false},
    {PL_OPTIONS("from=text", "one-per-line"), NULL, NULL, "One word. Two\nwords.",
     "One words ", "", false},
    {PL_OPTIONS("from=text", "tokenizer=none"), NULL, NULL, "a", NULL, "", false},
};

/* `parts` are separated by "|"; each is in the text. */
static void expect_parts(const char *text, const char *parts)
{
    char part[100];
    for (; *parts != '\0'; parts += *parts == '|') {
        size_t n = strcspn(parts, "|");
        snprintf(part, sizeof part, "%.*s", (int)n, parts);
        if (strstr(text, part) == NULL)
            fail_msg("no '%s' in '%s'", part, text);
        parts += n;
    }
}

static void reads_with_options(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        heard h = {.stop_at = PL_EVENT_SKIPPED, .stops = rows[i].stops};
        pl_read_settings settings = {.events = {hear, &h}};
        pl_tree_stream s = {0};
        pl_arena memory = {0};
        pl_str words = {0};
        pl_error err;
        assert_int_equal(pl_options_parse(pl_read_option_rows, rows[i].options, &settings,
                                          &memory, &err),
                         0);
        if (rows[i].step != NULL)
            assert_int_equal(
                pl_pipeline_add(&s.steps, rows[i].step, rows[i].argument, &err), 0);
        int status = pl_tree_stream_open_memory(&s, &settings, "memory", rows[i].text,
                                                strlen(rows[i].text), &err);
        assert_int_equal(status, rows[i].words != NULL ? 0 : -1);
        if (status == 0)
            read_all(&s, &words);
        else
            pl_tree_stream_close(&s);
        expect_parts(pl_str_text(&words), rows[i].words != NULL ? rows[i].words : "");
        expect_parts(pl_str_text(&h.lines), rows[i].events);
        if (rows[i].events[0] == '\0')
            assert_string_equal(pl_str_text(&h.lines), "");
        pl_str_release(&words);
        pl_str_release(&h.lines);
        pl_read_release(&settings);
        pl_arena_release(&memory);
    }
}

/* A transform that fails names the place of the sentence. */
static void names_the_place(void **unused)
{
    (void)unused;
    static const char text[] = "(S (A 0=one) (B 1=two))\n";
    pl_read_settings settings = {.source.format = pl_format_find("discbracket")};
    pl_tree_stream s = {0};
    pl_str words = {0};
    pl_error err;
    assert_int_equal(pl_pipeline_add(&s.steps, "dependencies", NULL, &err), 0);
    assert_int_equal(
        pl_tree_stream_open_memory(&s, &settings, "memory", text, strlen(text), &err), 0);
    read_all(&s, &words);
    expect_parts(pl_str_text(&words), "! memory:1: sentence 1: ");
    pl_str_release(&words);
}

/* Trees in the caller's arena stay. */
static void keeps_trees(void **unused)
{
    (void)unused;
    char path[] = "/tmp/streamXXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, "one word\ntwo words\n", 19), 19);
    close(file);
    pl_read_settings settings = {.source.format = pl_format_find("tokens")};
    pl_tree_stream s = {0};
    pl_arena m = {0};
    pl_tree *trees[2], *none;
    pl_error err;
    const char *name = path;
    assert_int_equal(pl_tree_stream_open(&s, &settings, &name, 1, &err), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pl_tree_stream_next(&s, &m, &trees[i], &err), 1);
    assert_int_equal(pl_tree_stream_next(&s, &m, &none, &err), 0);
    assert_int_equal(s.n_read, 2);
    assert_string_equal(trees[0]->tokens[0].word, "one");
    assert_string_equal(trees[1]->tokens[0].word, "two");
    pl_tree_stream_close(&s);
    pl_arena_release(&m);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_with_options),
        cmocka_unit_test(names_the_place),
        cmocka_unit_test(keeps_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
