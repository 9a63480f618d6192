/* Attachment scores, alignment by characters, crossing arcs. */
#include "format/reader.h"
#include "tree/crossing.h"
#include "eval/deps.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Adds all sentences of two CoNLL-U texts, one pair at a time; what is left over comes
 * alone. Words that differ are aligned by characters. */
static int score(pl_deps *d, const char *gold, const char *candidate, bool differ,
                 pl_error *err)
{
    const char *texts[2] = {gold, candidate};
    pl_reader *r[2];
    pl_arena m = {0};
    int got[2], status = 0;
    for (int i = 0; i < 2; i++) {
        r[i] = pl_reader_new(pl_in_memory("test", texts[i], strlen(texts[i])),
                             pl_format_find("conllu"), NULL, err);
        assert_non_null(r[i]);
    }
    for (;;) {
        pl_tree *trees[2] = {NULL, NULL};
        for (int i = 0; i < 2; i++) {
            got[i] = pl_reader_next(r[i], &m, &trees[i], err);
            if (got[i] < 0)
                fail_msg("%s", err->text);
            if (got[i] == 0)
                trees[i] = NULL;
        }
        if (got[0] == 0 && got[1] == 0)
            break;
        if ((status = pl_deps_add(d, trees[0], trees[1], differ, err)) < 0)
            break;
    }
    if (status == 0)
        status = pl_deps_finish(d, err);
    pl_reader_close(r[0]);
    pl_reader_close(r[1]);
    pl_arena_release(&m);
    return status;
}

#define ROW(id, form, head, rel) id "\t" form "\t_\t_\t_\t_\t" head "\t" rel "\t_\t_\n"
#define RANGE(id, form)          id "\t" form "\t_\t_\t_\t_\t_\t_\t_\t_\n"

static const char *const gold_text =
    ROW("1", "He", "2", "nsubj") ROW("2", "sleeps", "0", "root")
        ROW("3", "soundly", "2", "advmod") ROW("4", ".", "2", "punct") "\n";

static void counts_heads_and_labels(void **unused)
{
    (void)unused;
    /* clang-format off */
    static const struct {
        const char *subject, *adverb, *stop; /* heads and relations of words 1, 3 and 4 */
        bool subtypes;
        unsigned heads, labels, both;
        unsigned content[3]; /* gold, candidate, matched */
        unsigned exact, no_punct_both, no_punct_exact;
    } cases[] = {
        {"2\tnsubj",      "2\tadvmod", "2\tpunct", false, 4, 4, 4, {3, 3, 3}, 1, 3, 1},
        /* a subtype does not count unless asked for */
        {"2\tnsubj:pass", "2\tadvmod", "2\tpunct", false, 4, 4, 4, {3, 3, 3}, 1, 3, 1},
        {"2\tnsubj:pass", "2\tadvmod", "2\tpunct", true,  4, 3, 3, {3, 3, 2}, 0, 2, 0},
        /* wrong punctuation is forgiven on one side */
        {"2\tnsubj",      "2\tadvmod", "3\tpunct", false, 3, 4, 3, {3, 3, 3}, 0, 3, 1},
        /* a content word taken for a function word: CLAS has fewer candidates */
        {"2\tdet",        "1\tadvmod", "2\tpunct", false, 3, 3, 2, {3, 2, 1}, 0, 1, 0},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_deps d = {.names = {.universal = true, .subtypes = cases[i].subtypes}};
        pl_error err;
        char text[400];
        snprintf(text, sizeof text,
                 "1\tHe\t_\t_\t_\t_\t%s\t_\t_\n" ROW(
                     "2", "sleeps", "0", "root") "3\tsoundly\t_\t_\t_\t_\t%s\t_\t_\n"
                                                 "4\t.\t_\t_\t_\t_\t%s\t_\t_\n\n",
                 cases[i].subject, cases[i].adverb, cases[i].stop);
        assert_int_equal(score(&d, gold_text, text, false, &err), 0);
        assert_int_equal(d.all.gold, 4);
        assert_int_equal(d.no_punct.gold, 3);
        assert_int_equal(d.all.heads, cases[i].heads);
        assert_int_equal(d.all.labels, cases[i].labels);
        assert_int_equal(d.all.both, cases[i].both);
        assert_int_equal(d.all.content.gold, cases[i].content[0]);
        assert_int_equal(d.all.content.candidate, cases[i].content[1]);
        assert_int_equal(d.all.content.matched, cases[i].content[2]);
        assert_int_equal(d.all.exact, cases[i].exact);
        assert_int_equal(d.no_punct.both, cases[i].no_punct_both);
        assert_int_equal(d.no_punct.exact, cases[i].no_punct_exact);
        pl_deps_release(&d);
    }
}

static void missing_counts_as_wrong(void **unused)
{
    (void)unused;
    pl_deps d = {.names.universal = true};
    pl_error err;
    assert_int_equal(score(&d, gold_text, "", false, &err), 0);
    assert_int_equal(d.missing, 1);
    assert_float_equal(pl_dep_score(&d, &d.all, d.all.both), 0, 1e-12);
    assert_int_equal(d.all.exact, 0);
    pl_deps_release(&d);
    pl_deps empty = {0};
    assert_int_equal(score(&empty, "", "", false, &err), 0);
    assert_true(isnan(pl_dep_score(&empty, &empty.all, empty.all.heads)));
    pl_deps_release(&empty);
}

/* -- alignment ---------------------------------------------------------------------- */

static void aligns_by_characters(void **unused)
{
    (void)unused;
    /* clang-format off */
    static const struct {
        const char *what, *gold, *candidate;
        unsigned gold_words, candidate_words, aligned, heads;
    } cases[] = {
        {"a word split in two",
         ROW("1", "ab", "2", "x") ROW("2", "c", "0", "root") "\n",
         ROW("1", "a", "3", "x") ROW("2", "b", "3", "x") ROW("3", "c", "0", "root") "\n",
         2, 3, 1, 1},
        {"the head of an aligned word is not aligned",
         ROW("1", "ab", "0", "root") ROW("2", "c", "1", "x") "\n",
         ROW("1", "a", "0", "root") ROW("2", "b", "1", "x") ROW("3", "c", "1", "x") "\n",
         2, 3, 1, 0},
        {"two sentences in place of one",
         ROW("1", "a", "0", "root") ROW("2", "b", "1", "x") "\n",
         ROW("1", "a", "0", "root") "\n" ROW("1", "b", "0", "root") "\n",
         2, 2, 2, 1},
        {"spaces in a word do not count",
         ROW("1", "10 000", "0", "root") "\n", ROW("1", "10", "0", "root")
         ROW("2", "000", "1", "flat") "\n",
         1, 2, 0, 0},
        {"a multiword token on both sides, split differently",
         RANGE("1-2", "don't") ROW("1", "do", "2", "aux") ROW("2", "n't", "0", "root") "\n",
         RANGE("1-3", "don't") ROW("1", "Do", "2", "aux") ROW("2", "n't", "0", "root")
         ROW("3", "x", "2", "dep") "\n",
         2, 3, 2, 2},
        {"a multiword token on one side only",
         RANGE("1-2", "vom") ROW("1", "von", "2", "case") ROW("2", "dem", "0", "root")
         ROW("3", "Baum", "2", "x") "\n",
         ROW("1", "vom", "0", "root") ROW("2", "Baum", "1", "x") "\n",
         3, 2, 1, 0},
        {"a token of one side that begins within a multiword token of the other",
         RANGE("1-2", "abc") ROW("1", "x", "2", "case") ROW("2", "y", "0", "root")
         ROW("3", "d", "2", "x") "\n",
         ROW("1", "ab", "2", "x") RANGE("2-3", "cd") ROW("2", "y", "0", "root")
         ROW("3", "d", "2", "x") "\n",
         3, 3, 2, 2},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_deps d = {.names.universal = true};
        pl_error err;
        if (score(&d, cases[i].gold, cases[i].candidate, true, &err) < 0)
            fail_msg("%s: %s", cases[i].what, err.text);
        if (d.all.gold != cases[i].gold_words ||
            d.all.candidate != cases[i].candidate_words ||
            d.all.aligned != cases[i].aligned || d.all.heads != cases[i].heads)
            fail_msg("%s: %u and %u words, %u aligned, %u heads", cases[i].what,
                     (unsigned)d.all.gold, (unsigned)d.all.candidate,
                     (unsigned)d.all.aligned, (unsigned)d.all.heads);
        assert_float_equal(pl_dep_score(&d, &d.all, d.all.heads),
                           200.0 * cases[i].heads /
                               (cases[i].gold_words + cases[i].candidate_words),
                           1e-9);
        pl_deps_release(&d);
    }
}

static void texts_must_agree(void **unused)
{
    (void)unused;
    static const struct {
        const char *gold, *candidate, *message;
    } cases[] = {
        {ROW("1", "a", "0", "root") "\n" ROW("1", "b", "0", "root")
             ROW("2", "c", "1", "x") "\n",
         ROW("1", "a", "0", "root") ROW("2", "bx", "1", "x") "\n",
         "sentence 2: word 2 is 'c' in the gold file; the candidate has 'bx' there (its "
         "sentence 1)"},
        {ROW("1", "a", "0", "root") "\n" ROW("1", "b", "0", "root") "\n",
         ROW("1", "a", "0", "root") "\n",
         "the candidate ends early: nothing in it goes with sentence 2, word 'b', of the "
         "gold file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_deps d = {.names.universal = true};
        pl_error err;
        assert_int_equal(score(&d, cases[i].gold, cases[i].candidate, true, &err), -1);
        assert_string_equal(err.text, cases[i].message);
        pl_deps_release(&d);
    }
}

/* A file aligned with itself by characters scores as if paired by position. */
static void alignment_of_equal_files(void **unused)
{
    (void)unused;
    static const char *const text =
        RANGE("1-2", "don't") ROW("1", "do", "2", "aux") ROW("2", "n't", "0", "root")
            ROW("3", "go", "2", "x") "\n" ROW("1", "10 000", "0", "root") "\n";
    pl_deps d = {.names.universal = true};
    pl_error err;
    assert_int_equal(score(&d, text, text, true, &err), 0);
    assert_int_equal(d.all.aligned, 4);
    assert_float_equal(pl_dep_score(&d, &d.all, d.all.both), 100, 1e-9);
    assert_int_equal(d.all.exact, 2);
    pl_deps_release(&d);
}

/* -- crossing arcs ------------------------------------------------------------------ */

static void crossing_equals_plain(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {5};
    size_t n_crossing = 0;
    for (int round = 0; round < 2000; round++) {
        uint32_t n = 1 + pl_rng_below(&rng, 14), heads[16];
        bool crosses[16];
        pl_arena_reset(&m);
        for (uint32_t i = 0; i < n; i++)
            do {
                heads[i] =
                    pl_rng_below(&rng, 12) == 0 ? PL_NONE : pl_rng_below(&rng, n + 1);
            } while (heads[i] == i + 1);
        pl_crossing_arcs(heads, n, crosses, &m);
        for (uint32_t i = 0; i < n; i++) {
            bool expected = false;
            uint32_t l = heads[i] < i + 1 ? heads[i] : i + 1;
            uint32_t r = heads[i] < i + 1 ? i + 1 : heads[i];
            for (uint32_t k = 0; heads[i] != PL_NONE && k < n; k++) {
                if (heads[k] == PL_NONE)
                    continue;
                uint32_t a = heads[k] < k + 1 ? heads[k] : k + 1;
                uint32_t b = heads[k] < k + 1 ? k + 1 : heads[k];
                expected =
                    expected || (l < a && a < r && r < b) || (a < l && l < b && b < r);
            }
            assert_int_equal(crosses[i], expected);
            n_crossing += expected;
        }
    }
    assert_true(n_crossing > 1000);
    pl_arena_release(&m);
}

static void punctuation(void **unused)
{
    (void)unused;
    static const struct {
        const char *form;
        bool expected;
    } cases[] = {
        {".", true}, {"...", true}, {"«", true},  {"„“", true},  {"-", true}, {"_", true},
        {"(", true}, {"$", false},  {"+", false}, {"a.", false}, {"", false}, {"¿", true},
        {"—", true}, {"1", false},  {"<", false}, {"。", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (pl_is_punctuation(cases[i].form) != cases[i].expected)
            fail_msg("'%s'", cases[i].form);
}

static void kinds_of_relations(void **unused)
{
    (void)unused;
    static const struct {
        const char *relation;
        pl_relation_kind expected;
    } cases[] = {
        {"nsubj", PL_CONTENT_RELATION}, {"obl:tmod", PL_CONTENT_RELATION},
        {"root", PL_CONTENT_RELATION},  {"aux:pass", PL_FUNCTION_RELATION},
        {"case", PL_FUNCTION_RELATION}, {"cc:preconj", PL_FUNCTION_RELATION},
        {"punct", PL_OTHER_RELATION},   {"", PL_OTHER_RELATION},
        {"ob", PL_OTHER_RELATION},      {"casex", PL_OTHER_RELATION},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(pl_relation_kind_of(cases[i].relation), cases[i].expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_heads_and_labels),
        cmocka_unit_test(missing_counts_as_wrong),
        cmocka_unit_test(aligns_by_characters),
        cmocka_unit_test(texts_must_agree),
        cmocka_unit_test(alignment_of_equal_files),
        cmocka_unit_test(crossing_equals_plain),
        cmocka_unit_test(punctuation),
        cmocka_unit_test(kinds_of_relations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
