/* The server without HTTP: files that are opened, requests and their answers, streams that are
 * left before their end. */
#include "unit.h"

#include "alone.h"
#include "base/str.h"
#include "pleach.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TREEBANK "tests/data/dutch.discbracket"

static char model[] = "/tmp/pleach-alone-XXXXXX";

static int setup(void **state)
{
    static const char *const treebank = TREEBANK;
    pl_error error;
    pl_train_options options = pl_train_defaults();
    options.epochs = options.tag_epochs = options.tagger = 1;
    close(mkstemp(model));
    if (pl_train(&treebank, 1, NULL, model, &options, &error) < 0)
        fail_msg("%s", error.text);
    return 0;
}

static int teardown(void **state)
{
    return unlink(model);
}

/* Checks an answer, all of its pieces, by its status and by what is in it. */
static void check_answer(alone_answer *a, int status, const char *part)
{
    pl_str text = {0};
    do
        pl_str_put(&text, alone_text(a), alone_length(a));
    while (alone_more(a));
    if (alone_status(a) != status || strstr(pl_str_text(&text), part) == NULL)
        fail_msg("%d: %s", alone_status(a), pl_str_text(&text));
    assert_int_equal(text.at[text.n - 1], '\n');
    pl_str_release(&text);
    alone_free(a);
}

static void check_files(void **state)
{
    check_answer(alone_ask("GET", "/api/v1/models", NULL), 200, "{\"default\":null,");
    check_answer(alone_ask("POST", "/api/v1/parse", "{\"data\": \"a\"}"), 400,
                 "no model ''");
    check_answer(alone_open("treebank", TREEBANK), 200,
                 "{\"name\":\"dutch.discbracket\"}");
    check_answer(alone_open("treebank", TREEBANK), 400, "another one has it");
    check_answer(alone_open("treebank", "tests/data/none"), 500, "tests/data/none");
    check_answer(alone_open("treebank", model), 400, "\"code\":");
    check_answer(alone_ask("GET", "/api/v1/treebanks", NULL), 200, "\"sentences\":42,");
    check_answer(alone_open("model", TREEBANK), 500, "not a model");
    check_answer(alone_open("model", model), 200, "{\"name\":\"pleach-alone-");
}

static void check_requests(void **state)
{
    static const struct {
        const char *method, *uri, *body;
        int status;
        const char *part;
    } cases[] = {
        {"GET", "/api/v1/models", NULL, 200, "\"gives\":\"constituents\""},
        {"GET", "/api/v1/treebanks/dutch.discbracket?first=42", NULL, 200,
         "\"number\":42,"},
        {"GET", "/api/v1/treebanks/dutch%2ediscbracket?to=tokens", NULL, 200,
         "\"total\":42"},
        {"GET", "/api/v1/treebanks/none", NULL, 404, "no treebank 'none'"},
        {"GET", "/api/v1/nothing", NULL, 404, "nothing at /api/v1/nothing"},
        {"GET", "/api/v1/parse", NULL, 405, "takes POST, not GET"},
        {"GET", "/%", NULL, 400, "two digits"},
        {"POST", "/api/v1/parse", "{", 400, "not JSON"},
        {"POST", "/api/v1/parse", "[]", 400, "not a JSON object"},
        {"POST", "/api/v1/parse", "{}", 400, "'data' is missing"},
        {"POST", "/api/v1/parse", "{\"data\": \"Jan slaapt .\"}", 200,
         "\"word\":\"slaapt\""},
        {"POST", "/api/v1/derivation", "{\"data\": \"Jan slaapt .\"}", 200,
         "\"action\":\"SH\""},
        {"POST", "/api/v1/draw", "{\"data\": \"(S (A 0=a))\"}", 200, "<svg"},
        {"POST", "/api/v1/search",
         "{\"query\": \"[cat=\\\"NP\\\"]\", \"treebank\": \"dutch.discbracket\"}", 200,
         "\"next\":"},
        {"POST", "/api/v1/search",
         "{\"query\": \"[\", \"treebank\": \"dutch.discbracket\"}", 400, "\"column\":2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_answer(alone_ask(cases[i].method, cases[i].uri, cases[i].body),
                     cases[i].status, cases[i].part);
}

/* A request that streams a text of n sentences. */
static alone_answer *ask_stream(int n)
{
    pl_str body = {0};
    pl_str_puts(&body, "{\"stream\": true, \"from\": \"tokens\", \"data\": \"");
    for (int i = 0; i < n; i++)
        pl_str_puts(&body, "Jan slaapt .\\n");
    pl_str_puts(&body, "\"}");
    alone_answer *a = alone_ask("POST", "/api/v1/parse", body.at);
    pl_str_release(&body); /* the answer needs it no more */
    return a;
}

static size_t count_lines(const alone_answer *a)
{
    const char *text = alone_text(a), *end = text + alone_length(a);
    size_t n = 0;
    while (text < end)
        n += *text++ == '\n';
    return n;
}

static void check_streams(void **state)
{
    alone_answer *a = ask_stream(200), *other = ask_stream(200);
    size_t lines = 0, pieces = 0;
    do {
        lines += count_lines(a);
        pieces++;
        if (pieces == 2)
            alone_more(other); /* both go on beside each other */
    } while (alone_more(a));
    assert_int_equal(lines, 200);
    assert_true(pieces > 3);
    assert_in_range(count_lines(other), 1, 199);
    alone_free(a);
    alone_free(other);
}

#define FIRST  "(S (A 0=a) (B 1=b))\n"
#define SECOND "(S (NP (A 0=c)) (B 1=d))\n"

/* One edit that can be made, and others with words, numbers and trees that are not there. */
static void check_changes(void **state)
{
    static const char *const edits =
        "[{\"number\": 1, \"tree\": {\"tokens\": ["
        "{\"id\": 0, \"word\": \"a\", \"tag\": \"X\", \"parent\": 2},"
        "{\"id\": 1, \"word\": \"b\", \"tag\": \"B\", \"parent\": 2}],"
        "\"nodes\": [{\"id\": 2, \"label\": \"S\", \"children\": [0, 1]}], \"root\": 2}},"
        "{\"number\": 2, \"tree\": {\"tokens\": [{\"id\": 0, \"word\": \"x\"}]}},"
        "{\"number\": 9, \"tree\": {\"tokens\": [{\"id\": 0, \"word\": \"x\"}]}},"
        "{\"number\": 2}]";
    char path[] = "/tmp/pleach-alone-XXXXXX", text[200] = "";
    FILE *file = fdopen(mkstemp(path), "w+");
    fputs(FIRST SECOND, file);
    fclose(file);
    check_answer(alone_change(path, edits), 200,
                 "{\"refused\":[{\"number\":2,\"text\":\"");
    file = fopen(path, "r");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, "(S (X 0=a) (B 1=b))\n" SECOND);
    check_answer(alone_change(path, edits), 200, "},{\"number\":9,\"text\":\"");
    check_answer(alone_change(path, "[]"), 200, "{\"refused\":[]}");
    check_answer(alone_change("tests/data/none", edits), 500, "tests/data/none");
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_files),
        cmocka_unit_test(check_requests),
        cmocka_unit_test(check_streams),
        cmocka_unit_test(check_changes),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
