/* Punctuation: what it is, and gaps without it against the transform that removes it. */
#include "count/stats.h"
#include "format/reader.h"
#include "transform/transform.h"
#include "tree/punctuation.h"
#include "unit.h"

#include <string.h>

static void words_and_tags(void **unused)
{
    (void)unused;
    static const struct {
        const char *tag, *word;
        bool is;
    } cases[] = {
        {"$,", "x", true},  {"NN", ",", true},   {NULL, "...", true}, {"NN", "x", false},
        {NULL, "x", false}, {NULL, NULL, false}, {"LET", "x", false}, {"NN", "", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(pl_is_punct(cases[i].tag, cases[i].word), cases[i].is);
}

/* The blocks of the first constituent. */
static void blocks_of_words(void **unused)
{
    (void)unused;
    static const struct {
        const char *tree;
        uint32_t blocks;
    } cases[] = {
        {"(R (A (n 0=a) (n 1=b)))", 1},
        {"(R (A (n 0=a) (n 2=b)) (n 1=c))", 2},
        {"(R (A (n 0=a) (n 2=b)) ($, 1=,))", 1},
        {"(R (A (n 0=a) (n 4=b)) ($, 1=,) (n 2=c) ($, 3=,))", 2},
        {"(R (A (n 0=a) (n 2=b) (n 4=c)) ($, 1=,) (n 3=d))", 2},
        {"(R (A ($[ 0=\") (n 2=b)) (n 1=c))", 1}, /* its own mark stands apart */
        {"(R (A (n 0=a) (LET 2=x)) (n 1=c))", 1}, /* Alpino's tag */
        {"(R (A ($, 0=,) ($, 2=,)) (n 1=c))", 1}, /* it has no word */
        {"(R (A (n 0=a) ($, 2=,) (n 4=b)) (n 1=c) (n 3=d))", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error err;
        pl_arena m = {0};
        pl_tree *t;
        bool below[8] = {false};
        pl_reader *r = pl_reader_new(
            pl_in_memory("test", cases[i].tree, strlen(cases[i].tree)), NULL, NULL, &err);
        assert_int_equal(pl_reader_next(r, &m, &t, &err), 1);
        assert_int_equal(pl_word_blocks(t, t->nodes[t->root].first, below),
                         cases[i].blocks);
        for (size_t k = 0; k < sizeof below; k++)
            assert_false(below[k]);
        pl_reader_close(r);
        pl_arena_release(&m);
    }
}

static void equals_removing(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_rng rng = {5};
    pl_pipeline p = {0};
    size_t n = 0, fewer = 0;
    assert_int_equal(pl_pipeline_add(&p, "punct", "remove", &err), 0);
    for (int round = 0; round < 1000; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 14));
        pl_stats with = {0}, without = {0};
        pl_stats_add(&with, t);
        pl_pipeline_apply(&p, t, &err);
        bool only_marks = pl_is_mark(t, 0); /* such a sentence stays as it is */
        pl_stats_add(&without, t);
        if (!only_marks) {
            assert_int_equal(with.word_gap_constituents,
                             without.discontinuous_constituents);
            assert_int_equal(with.word_gap_sentences, without.discontinuous_sentences);
        }
        n += with.discontinuous_constituents;
        fewer += with.discontinuous_constituents > with.word_gap_constituents;
        pl_stats_release(&with);
        pl_stats_release(&without);
    }
    assert_true(n > 1000 && fewer > 100);
    pl_pipeline_release(&p);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_tags),
        cmocka_unit_test(blocks_of_words),
        cmocka_unit_test(equals_removing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
