/* The CoNLL 2018 measures: counts of small cases, what a file scores against itself, and
 * identities that hold however a text is cut. */
#include "base/hash.h"
#include "eval/deps.h"
#include "format/reader.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Counts two CoNLL-U texts, aligned by characters. */
static void count(pl_deps *d, const char *gold, const char *candidate)
{
    const char *texts[2] = {gold, candidate};
    pl_error err;
    pl_arena m = {0};
    d->names.universal = d->differ = true;
    for (int i = 0; i < 2; i++) {
        pl_tree *t;
        pl_reader *r = pl_reader_new(pl_in_memory("test", texts[i], strlen(texts[i])),
                                     pl_format_find("conllu"), NULL, &err);
        while (pl_reader_next(r, &m, &t, &err) > 0)
            assert_int_equal(
                pl_deps_add(d, i == 0 ? t : NULL, i == 0 ? NULL : t, true, &err), 0);
        pl_reader_close(r);
    }
    if (pl_deps_finish(d, &err) < 0)
        fail_msg("%s", err.text);
    pl_arena_release(&m);
}

/* One word: number, form, lemma, UPOS, XPOS, FEATS, head, relation. */
#define WORD(n, form, lemma, upos, xpos, feats, head, rel)                               \
    n "\t" form "\t" lemma "\t" upos "\t" xpos "\t" feats "\t" head "\t" rel "\t_\t_\n"

/* the old men sleep */
#define MEN(det, head_of_det, feats)                                                     \
    WORD("1", "the", "the", "DET", "DT", "_", head_of_det, det)                          \
    WORD("2", "old", "old", "ADJ", "JJ", "_", "3", "amod")                               \
    WORD("3", "men", "man", "NOUN", "NNS", feats, "4", "nsubj")                          \
    WORD("4", "sleep", "_", "VERB", "VBP", "_", "0", "root") "\n"

static void counts_pairs(void **unused)
{
    (void)unused;
    /* clang-format off */
    static const struct {
        const char *what, *gold, *candidate;
        unsigned upos, xpos, ufeats, lemmas, las, content[2], clas, mlas, blex;
    } cases[] = {
        {"the same", MEN("det", "3", "Number=Plur"), MEN("det", "3", "Number=Plur"),
         4, 4, 4, 4, 4, {3, 3}, 3, 3, 3},
        {"features that are not shared do not count", MEN("det", "3", "Number=Plur"),
         MEN("det", "3", "Foo=Bar|Number=Plur|Number[psor]=Sing"),
         4, 4, 4, 4, 4, {3, 3}, 3, 3, 3},
        {"a wrong feature", MEN("det", "3", "Number=Plur"), MEN("det", "3", "Number=Sing"),
         4, 4, 3, 4, 4, {3, 3}, 3, 2, 3},
        {"subtypes do not count", MEN("det", "3", "_"), MEN("det:poss", "3", "_"),
         4, 4, 4, 4, 4, {3, 3}, 3, 3, 3},
        {"a function word at another head", MEN("det", "3", "_"), MEN("det", "2", "_"),
         4, 4, 4, 4, 3, {3, 3}, 3, 1, 3},
        {"a function word taken for a content word", MEN("det", "3", "_"), MEN("nmod", "3", "_"),
         4, 4, 4, 4, 3, {3, 4}, 3, 2, 3},
        {"function words in a list count by their place",
         WORD("1", "a", "a", "X", "_", "_", "3", "case") WORD("2", "b", "b", "X", "_", "_", "3", "det")
         WORD("3", "c", "c", "X", "_", "_", "0", "root") "\n",
         WORD("1", "a", "a", "X", "_", "_", "3", "case") WORD("2", "b", "b", "X", "_", "_", "3", "mark")
         WORD("3", "c", "c", "X", "_", "_", "0", "root") "\n",
         3, 3, 3, 3, 2, {1, 1}, 1, 0, 1},
        {"a gold lemma that is not there is always right, others are compared",
         WORD("1", "a", "_", "X", "_", "_", "0", "root") "\n",
         WORD("1", "a", "b", "_", "Y", "_", "0", "root") "\n",
         0, 0, 1, 1, 1, {1, 1}, 1, 0, 1},
        {"a lemma that is not there is wrong in the candidate",
         WORD("1", "a", "b", "_", "_", "_", "0", "root") "\n",
         WORD("1", "a", "_", "_", "_", "_", "0", "root") "\n",
         1, 1, 1, 0, 1, {1, 1}, 1, 1, 0},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_deps d = {0};
        count(&d, cases[i].gold, cases[i].candidate);
        const pl_measure_counts *m = d.conll18.at;
        const unsigned got[] = {(unsigned)m[PL_MEASURE_UPOS].correct,
                                (unsigned)m[PL_MEASURE_XPOS].correct,
                                (unsigned)m[PL_MEASURE_UFEATS].correct,
                                (unsigned)m[PL_MEASURE_LEMMAS].correct,
                                (unsigned)m[PL_MEASURE_LAS].correct,
                                (unsigned)m[PL_MEASURE_CLAS].gold,
                                (unsigned)m[PL_MEASURE_CLAS].candidate,
                                (unsigned)m[PL_MEASURE_CLAS].correct,
                                (unsigned)m[PL_MEASURE_MLAS].correct,
                                (unsigned)m[PL_MEASURE_BLEX].correct};
        if (memcmp(got, &cases[i].upos, sizeof got) != 0)
            fail_msg("%s: UPOS %u XPOS %u UFeats %u Lemmas %u LAS %u content %u %u "
                     "CLAS %u MLAS %u BLEX %u",
                     cases[i].what, got[0], got[1], got[2], got[3], got[4], got[5],
                     got[6], got[7], got[8], got[9]);
        pl_deps_release(&d);
    }
}

static void shared_features(void **unused)
{
    (void)unused;
    static const struct {
        const char *feats, *expected;
    } cases[] = {
        {NULL, ""},
        {"", ""},
        {"Case=Nom", "Case=Nom"},
        {"Number=Sing|Case=Nom", "Case=Nom|Number=Sing"},
        {"Number[psor]=Sing|Foo=Bar|case=x|Case", ""},
        {"Number=Sing|Number=Sing", "Number=Sing|Number=Sing"},
        {"NumType=Card|Number=Sing|NumTypes=x", "NumType=Card|Number=Sing"},
        {"|Abbr=Yes||", "Abbr=Yes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_str text = {0};
        pl_shared_features(&text, cases[i].feats);
        assert_string_equal(pl_str_text(&text), cases[i].expected);
        pl_str_release(&text);
    }
}

static void lower_case(void **unused)
{
    (void)unused;
    static const struct {
        const char *form, *expected;
    } cases[] = {
        {"", ""},         {"ÀB1ß", "àb1ß"}, {"İ", "i̇"},
        {"ΟΔΟΣ", "οδος"},             /* final: a letter before it, none after */
        {"ΟΣΑ", "οσα"},   {"Σ", "σ"}, /* alone it is not final */
        {"ΑΣ.", "ας."},               /* what is ignored may follow */
        {"Α'Σ", "α'ς"},               /* or come before */
        {"ΑΣ'Α", "ασ'α"}, {"ΑΣ1", "ας1"},   {"1Σ", "1σ"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_str text = {0};
        pl_lower_case(&text, cases[i].form);
        assert_string_equal(pl_str_text(&text), cases[i].expected);
        pl_str_release(&text);
    }
}

static void nothing_is_zero(void **unused)
{
    (void)unused;
    pl_deps d = {0};
    count(&d, "", "");
    for (int i = 0; i < PL_N_MEASURES; i++) {
        pl_measure_figures f = pl_conll18_figures(&d.conll18, (pl_conll18_measure)i);
        assert_true(f.precision == 0 && f.recall == 0 && f.f1 == 0);
        assert_true(i <= PL_MEASURE_WORDS ? isnan(f.aligned) : f.aligned == 0);
    }
    pl_deps_release(&d);
}

/* -- random texts ------------------------------------------------------------------------ */

enum { LETTERS = 60 };

/* How a text of LETTERS characters is cut: 1 where a token ends, 2 a sentence. */
typedef struct cuts {
    unsigned char end[LETTERS];
} cuts;

static cuts random_cuts(pl_rng *rng)
{
    cuts c;
    for (int i = 0; i < LETTERS; i++)
        c.end[i] = pl_rng_below(rng, 2) == 0 ? 0 : pl_rng_below(rng, 4) == 0 ? 2 : 1;
    c.end[LETTERS - 1] = 2;
    return c;
}

static void put_row(pl_str *out, unsigned number, const char *form, unsigned n_words,
                    pl_rng *rng)
{
    static const char *const relations[] = {"nsubj", "case", "det", "punct", "obl:x"};
    static const char *const tags[] = {"NOUN", "DET", "X"};
    unsigned head = number == 1 ? 0 : 1 + pl_rng_below(rng, number - 1);
    assert_true(head < n_words + 1);
    pl_str_printf(out, "%u\t%s\t%s\t%s\t%s\tCase=%c\t%u\t%s\t_\t_\n", number, form, form,
                  tags[pl_rng_below(rng, 3)], tags[pl_rng_below(rng, 3)],
                  'A' + (int)pl_rng_below(rng, 2), head,
                  head == 0 ? "root" : relations[pl_rng_below(rng, 5)]);
}

/* One sentence: tokens of letters[0 … n); some of two letters and more are multiword tokens
 * of two words, whose forms may be in capitals. */
static void put_sentence(pl_str *out, const char *letters, const unsigned char *end,
                         size_t n, bool multiword, pl_rng *rng)
{
    unsigned number = 1;
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from; end[to] == 0;)
            to++;
        to++;
        char form[LETTERS + 1] = {0}, part[LETTERS + 1] = {0};
        memcpy(form, letters + from, to - from);
        if (multiword && to - from > 1 && pl_rng_below(rng, 2) == 0) {
            pl_str_printf(out, "%u-%u\t%s\t_\t_\t_\t_\t_\t_\t_\t_\n", number, number + 1,
                          form);
            part[0] = (char)(form[0] - (pl_rng_below(rng, 2) == 0 ? 'a' - 'A' : 0));
            put_row(out, number++, part, LETTERS, rng);
            put_row(out, number++, form + 1, LETTERS, rng);
        } else
            put_row(out, number++, form, LETTERS, rng);
    }
    pl_str_putc(out, '\n');
}

static pl_str random_text(const char *letters, const cuts *c, bool multiword, pl_rng *rng)
{
    pl_str out = {0};
    for (size_t from = 0, to; from < LETTERS; from = to) {
        for (to = from; c->end[to] != 2;)
            to++;
        to++;
        put_sentence(&out, letters + from, c->end + from, to - from, multiword, rng);
    }
    return out;
}

static void check_order(const pl_conll18 *m)
{
    static const pl_conll18_measure at_most[][2] = {
        {PL_MEASURE_UPOS, PL_MEASURE_WORDS},   {PL_MEASURE_XPOS, PL_MEASURE_WORDS},
        {PL_MEASURE_UFEATS, PL_MEASURE_WORDS}, {PL_MEASURE_ALLTAGS, PL_MEASURE_UPOS},
        {PL_MEASURE_ALLTAGS, PL_MEASURE_XPOS}, {PL_MEASURE_ALLTAGS, PL_MEASURE_UFEATS},
        {PL_MEASURE_LEMMAS, PL_MEASURE_WORDS}, {PL_MEASURE_UAS, PL_MEASURE_WORDS},
        {PL_MEASURE_LAS, PL_MEASURE_UAS},      {PL_MEASURE_CLAS, PL_MEASURE_LAS},
        {PL_MEASURE_MLAS, PL_MEASURE_CLAS},    {PL_MEASURE_BLEX, PL_MEASURE_CLAS},
    };
    for (size_t i = 0; i < sizeof at_most / sizeof *at_most; i++)
        assert_true(m->at[at_most[i][0]].correct <= m->at[at_most[i][1]].correct);
    for (int i = 0; i < PL_N_MEASURES; i++) {
        const pl_measure_counts *c = &m->at[i];
        assert_true(c->correct <= c->gold && c->correct <= c->candidate);
        assert_true(i < PL_MEASURE_WORDS || c->correct <= c->aligned);
    }
}

/* Tokens that begin and end at the same places in both: all there is to it. */
static unsigned same_spans(const cuts *a, const cuts *b, unsigned char at_least)
{
    unsigned n = 0;
    for (size_t from = 0, to; from < LETTERS; from = to) {
        bool same = from == 0 || b->end[from - 1] >= at_least;
        for (to = from; a->end[to] < at_least; to++)
            same = same && b->end[to] < at_least;
        n += same && b->end[to] >= at_least;
        to++;
    }
    return n;
}

/* Cut in any two ways, tokens and sentences that both have are correct, words of files
 * without multiword tokens are aligned where tokens are; swapping the files swaps precision
 * and recall; a file against itself scores 100. */
static void identities(void **unused)
{
    (void)unused;
    pl_rng rng = {18};
    for (int round = 0; round < 300; round++) {
        bool multiword = round % 2 == 1;
        char letters[LETTERS + 1] = {0};
        for (int i = 0; i < LETTERS; i++)
            letters[i] = (char)('a' + pl_rng_below(&rng, 3));
        cuts a = random_cuts(&rng), b = random_cuts(&rng);
        pl_str gold = random_text(letters, &a, multiword, &rng);
        pl_str candidate = random_text(letters, &b, multiword, &rng);
        pl_deps d = {0}, back = {0}, self = {0};
        count(&d, gold.at, candidate.at);
        count(&back, candidate.at, gold.at);
        count(&self, gold.at, gold.at);
        const pl_measure_counts *m = d.conll18.at;
        check_order(&d.conll18);
        assert_int_equal(m[PL_MEASURE_TOKENS].correct, same_spans(&a, &b, 1));
        assert_int_equal(m[PL_MEASURE_SENTENCES].correct, same_spans(&a, &b, 2));
        if (!multiword)
            assert_int_equal(m[PL_MEASURE_WORDS].correct, m[PL_MEASURE_TOKENS].correct);
        for (int i = 0; i < PL_N_MEASURES; i++) {
            pl_measure_figures f =
                pl_conll18_figures(&self.conll18, (pl_conll18_measure)i);
            assert_true(f.precision == 100 && f.recall == 100 && f.f1 == 100);
            assert_true(i <= PL_MEASURE_WORDS || f.aligned == 100);
            assert_int_equal(m[i].gold, back.conll18.at[i].candidate);
            if (i <= PL_MEASURE_SENTENCES || !multiword)
                assert_true(i >= PL_MEASURE_CLAS ||
                            m[i].correct == back.conll18.at[i].correct);
        }
        pl_deps_release(&d);
        pl_deps_release(&back);
        pl_deps_release(&self);
        pl_str_release(&gold);
        pl_str_release(&candidate);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_pairs), cmocka_unit_test(shared_features),
        cmocka_unit_test(lower_case),   cmocka_unit_test(nothing_is_zero),
        cmocka_unit_test(identities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
