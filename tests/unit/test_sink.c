/* Outputs of trees: formats by name, memory, files for the parts of a treebank, dependencies from heads, and what is
 * told of losses. */
#include "stream/sink.h"

#include "stream/stream.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int hear(void *context, const pl_event *event)
{
    assert_int_equal(event->kind, PL_EVENT_NOTE);
    pl_str_printf(context, "%s\n", event->text);
    return 0;
}

/* Trees of a text in discbracket, with heads of the rules "negra" if `heads`, to a sink that is open. */
static int pour(pl_sink *out, const char *text, bool heads, pl_str *notes, pl_error *err)
{
    pl_read_settings settings = {.source.format = pl_format_find("discbracket")};
    pl_event_handler events = {hear, notes};
    pl_tree_stream in = {0};
    pl_tree *tree;
    if (heads)
        assert_int_equal(pl_pipeline_add(&in.steps, "heads", "negra", err), 0);
    out->heads_marked = heads;
    assert_int_equal(
        pl_tree_stream_open_memory(&in, &settings, "memory", text, strlen(text), err), 0);
    int got;
    while ((got = pl_tree_stream_next(&in, NULL, &tree, err)) > 0)
        assert_int_equal(pl_sink_put(out, tree, pl_source_reader(in.source), err), 0);
    pl_sink_report(out, &events);
    pl_sink_report_split(out, &events);
    pl_tree_stream_close(&in);
    return pl_sink_end(out, got, err);
}

static void writes_to_memory(void **unused)
{
    (void)unused;
    static const struct {
        const char *to, *text;
        bool heads;
        const char *output, *notes;
    } rows[] = {
        {"discbracket", "(S (A 0=a))\n", false, "(S (A 0=a))\n", ""},
        {"discbracket", "(S (A 0=a))\tx\n", false, "(S (A 0=a))\tx\n", ""},
        {"tokens", "(S (A 0=a) (B 1=b))\n", false, "a b\n",
         "tokens cannot hold constituents, tags: left out\n"},
        {"conllx", "(S (NN 0=a))\n", false, "1\ta\t_\t_\tNN\t_\t_\t_\t_\t_\n\n",
         "conllx cannot hold constituents: left out\nthere are no dependencies in the "
         "output, hint\n"},
        {"conllx", "(S (NN 0=a))\n", true, "1\ta\t_\t_\tNN\t_\t0\tS\t_\t_\n\n",
         "conllx cannot hold constituents, head marks: left out\n"},
        {"conllx", "(NN 0=a)\n", true, "1\ta\t_\t_\tNN\t_\t0\tNN\t_\t_\n\n",
         "conllx cannot hold constituents: left out\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pl_write_settings settings = {.to = pl_format_find(rows[i].to),
                                      .dependencies_hint = ", hint"};
        pl_sink out;
        pl_str text = {0}, notes = {0};
        pl_error err;
        assert_int_equal(pl_sink_open_memory(&out, &text, &settings, &err), 0);
        assert_int_equal(pour(&out, rows[i].text, rows[i].heads, &notes, &err), 0);
        assert_string_equal(pl_str_text(&text), rows[i].output);
        assert_string_equal(pl_str_text(&notes), rows[i].notes);
        pl_str_release(&text);
        pl_str_release(&notes);
    }
}

static void divides_a_treebank(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/sinkXXXXXX", path[64];
    struct stat info;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.tok", folder);
    pl_write_settings settings = {0};
    pl_arena memory = {0};
    pl_sink out;
    pl_str notes = {0};
    pl_error err;
    assert_int_equal(pl_options_parse(pl_write_option_rows,
                                      PL_OPTIONS("to=discbracket", "split=a,b=1,1"),
                                      &settings, &memory, &err),
                     0);
    assert_int_equal(pl_sink_open(&out, path, &settings, &err), 0);
    assert_int_equal(
        pour(&out, "(S (A 0=a))\n(S (A 0=b))\n(S (A 0=c))\n", false, &notes, &err), 0);
    assert_string_equal(notes.at, "a 1, b 1, in no part 1\n");
    for (const char *part = "ab"; *part != '\0'; part++) {
        snprintf(path, sizeof path, "%s/x.tok.%c.discbracket", folder, *part);
        assert_int_equal(stat(path, &info), 0);
        assert_int_equal(info.st_size, 12);
        unlink(path);
    }
    settings.split = "a=";
    assert_int_equal(pl_sink_open(&out, path, &settings, &err), -1);
    assert_int_equal(pl_sink_end(&out, -1, &err), -1);
    rmdir(folder);
    pl_str_release(&notes);
    pl_arena_release(&memory);
}

static void knows_formats_by_name(void **unused)
{
    (void)unused;
    static const struct {
        const char *path, *format; /* NULL: an error */
    } rows[] = {
        {"x.export", "export"}, {"x.export.zst", "export"},
        {"x", "json"},          {NULL, "json"},
        {".export", "json"},    {"x-1.2", "json"},
        {"v1.2/x", "json"},     {"a.b/x.xml", "tigerxml"},
        {"x.csv", NULL},        {"x.jpg.gz", NULL},
        {"-", "json"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pl_format *to;
        pl_error err;
        int status = pl_output_format(rows[i].path, pl_format_find("json"), &to, &err);
        assert_int_equal(status, rows[i].format != NULL ? 0 : -1);
        if (status == 0)
            assert_string_equal(to->name, rows[i].format);
        else
            assert_non_null(
                strstr(err.text, "there is no output format with the extension ."));
    }
}

static void checks_paths(void **unused)
{
    (void)unused;
    pl_error err;
    assert_int_equal(pl_output_check(NULL, &err), 0);
    assert_int_equal(pl_output_check("-", &err), 0);
    assert_int_equal(pl_output_check("/", &err), -1);
    assert_string_equal(err.text, "/ is a folder: name a file for the output");
    assert_int_equal(pl_output_check("/no/such/folder", &err), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_to_memory),
        cmocka_unit_test(divides_a_treebank),
        cmocka_unit_test(knows_formats_by_name),
        cmocka_unit_test(checks_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
