/* Stopping work: every function that can take long fails with PL_STOPPED, also in the threads of a pool,
 * and works again afterwards. */
#include "unit.h"

#include "base/parallel.h"
#include "base/stop.h"

#include <stdio.h>
#include <unistd.h>

#define TREEBANK "tests/data/dutch.discbracket"

static atomic_bool flag;

/* The objects that the functions use. */
static struct {
    char path[32];
    pl_model *model;
    pl_parser *parser;
    pl_sentence *tree;
    pl_corpus *corpus;
    pl_search *search;
    pl_evaluation *evaluation;
} with;

static int setup(void **unused)
{
    (void)unused;
    static const char *const treebank = TREEBANK;
    pl_train_options options = pl_train_defaults();
    const pl_sentence *s;
    snprintf(with.path, sizeof with.path, "/tmp/pleach-stop-XXXXXX");
    close(mkstemp(with.path));
    options.epochs = 1;
    options.tagger = 1;
    options.tag_epochs = 1;
    if (pl_train(&treebank, 1, NULL, with.path, &options, NULL) < 0)
        return -1;
    with.model = pl_model_open(with.path, NULL, NULL);
    with.parser = pl_parser_new(with.model);
    pl_treebank *in = pl_treebank_open(TREEBANK, NULL, NULL);
    pl_treebank_next(in, &s, NULL);
    with.tree = pl_sentence_copy(s);
    pl_treebank_close(in);
    in = pl_treebank_open(TREEBANK, NULL, NULL);
    with.corpus = pl_corpus_read(in, NULL);
    pl_treebank_close(in);
    with.search = pl_search_new("#a > #b", NULL, NULL, NULL, NULL);
    with.evaluation = pl_evaluation_new(NULL, NULL);
    return 0;
}

static int teardown(void **unused)
{
    (void)unused;
    pl_parser_free(with.parser);
    pl_model_close(with.model);
    pl_sentence_free(with.tree);
    pl_corpus_free(with.corpus);
    pl_search_free(with.search);
    pl_evaluation_free(with.evaluation);
    unlink(with.path);
    return 0;
}

static int freed(pl_sentence *s)
{
    pl_sentence_free(s);
    return s != NULL ? 0 : -1;
}

static int freed_text(char *text)
{
    pl_text_free(text);
    return text != NULL ? 0 : -1;
}

/* Each function returns -1 if it fails. */

static int reads(pl_error *err)
{
    const pl_sentence *s;
    pl_treebank *in = pl_treebank_open(TREEBANK, NULL, err);
    int got = in != NULL ? pl_treebank_next(in, &s, err) : -1;
    pl_treebank_close(in);
    return got;
}

static int cuts_text(pl_error *err)
{
    const pl_sentence *s;
    pl_treebank *in = pl_model_text(with.model, "a b.", 4, err);
    int got = pl_treebank_next(in, &s, err);
    pl_treebank_close(in);
    return got;
}

static int parses(pl_error *err)
{
    return freed(pl_parser_parse_sentence(with.parser, with.tree, err));
}

static int tags(pl_error *err)
{
    return freed(pl_parser_tag_sentence(with.parser, with.tree, err));
}

static int parses_corpus(pl_error *err)
{
    pl_corpus *out = pl_parser_parse_corpus(with.parser, with.corpus, err);
    pl_corpus_free(out);
    return out != NULL ? 0 : -1;
}

static int writes(pl_error *err)
{
    return freed_text(pl_sentence_text(with.tree, "tigerxml", err));
}

static int draws(pl_error *err)
{
    return freed_text(pl_sentence_draw(with.tree, "svg", err));
}

static int searches(pl_error *err)
{
    return pl_search_find(with.search, with.tree, 1, err);
}

static int searches_corpus(pl_error *err)
{
    return pl_search_find_at(with.search, with.corpus, 0, err);
}

static int counts(pl_error *err)
{
    pl_statistics found;
    return pl_corpus_statistics(with.corpus, 0, 42, &found, err);
}

static int evaluates(pl_error *err)
{
    return pl_evaluation_add(with.evaluation, with.tree, with.tree, err);
}

static const struct {
    const char *name;
    int (*work)(pl_error *err);
} cases[] = {
    {"reading", reads},
    {"cutting text", cuts_text},
    {"parsing", parses},
    {"parsing a corpus", parses_corpus},
    {"tagging", tags},
    {"writing", writes},
    {"drawing", draws},
    {"searching", searches},
    {"searching a corpus", searches_corpus},
    {"counting", counts},
    {"evaluating", evaluates},
};

static void stops_and_goes_on(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int round = 0; round < 4; round++) {
            pl_error err = {0};
            bool stopped = round % 2 == 1;
            atomic_store(&flag, stopped);
            pl_stop_on(&flag);
            int got = cases[i].work(&err);
            pl_stop_on(NULL);
            if (stopped ? got >= 0 || err.code != PL_STOPPED : got < 0)
                fail_msg("%s: %d, %d %s", cases[i].name, got, err.code, err.text);
        }
}

static void note_flag(void *context, unsigned thread, size_t part)
{
    (void)thread;
    ((bool *)context)[part] = pl_stopped();
}

static void stops_the_threads_of_a_pool(void **unused)
{
    (void)unused;
    enum { PARTS = 1000 };
    pl_pool *pool = pl_pool_new(4);
    for (int round = 0; round < 3; round++) {
        bool seen[PARTS];
        atomic_store(&flag, true);
        pl_stop_on(round == 1 ? &flag : NULL);
        pl_pool_run(pool, PARTS, note_flag, seen);
        for (int i = 0; i < PARTS; i++)
            assert_int_equal(seen[i], round == 1);
    }
    pl_stop_on(NULL);
    pl_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stops_and_goes_on, setup, teardown),
        cmocka_unit_test(stops_the_threads_of_a_pool),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
