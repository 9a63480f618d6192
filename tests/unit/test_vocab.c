/* The vocabulary: what rare and unknown words count as. */
#include "unit.h"

#include "parser/vocab.h"

#include <string.h>

static pl_tree *sentence(pl_arena *m, const char *const *words, uint32_t n)
{
    pl_tree *t = pl_tree_new(m, n);
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = words[i];
        t->nodes[i].label = i % 2 == 0 ? "A" : NULL;
    }
    return t;
}

static uint32_t value_of(const pl_vocab *v, pl_arena *m, const char *word)
{
    return pl_vocab_values(v, sentence(m, &word, 1), PL_ROOT_NONE, false, m).words[0];
}

/* Twice each: haus, Haus. Once each: five words in -heit, and others. */
static const char *const words[] = {"haus",     "haus",    "Haus",     "Haus",
                                    "freiheit", "einheit", "wahrheit", "torheit",
                                    "bosheit",  "1984",    "Meier",    "ganz"};

static void make(pl_vocab *v, pl_unknown unknown, pl_arena *m)
{
    pl_word_counts counts = {0};
    pl_word_counts_tree(&counts, sentence(m, words, sizeof words / sizeof *words));
    pl_vocab_make(v, unknown, false, &counts);
    pl_word_counts_release(&counts);
}

static void hapax(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_vocab v;
    make(&v, PL_UNKNOWN_HAPAX, &m);
    uint32_t unknown = PL_VALUE_FIRST;
    assert_int_equal(v.words.n, 3);
    assert_int_equal(value_of(&v, &m, "ganz"), unknown);
    assert_int_equal(value_of(&v, &m, "never seen"), unknown);
    assert_int_equal(value_of(&v, &m, ""), unknown);
    assert_int_not_equal(value_of(&v, &m, "haus"), unknown);
    assert_int_not_equal(value_of(&v, &m, "haus"), value_of(&v, &m, "Haus"));
    pl_vocab_release(&v);
    pl_arena_release(&m);
}

static void classes(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_vocab v;
    make(&v, PL_UNKNOWN_CLASSES, &m);
    /* Five words in -eit: a class. What is like none of them is UNKNOWN. */
    assert_int_equal(value_of(&v, &m, "gesundheit"), value_of(&v, &m, "freiheit"));
    assert_int_not_equal(value_of(&v, &m, "gesundheit"), PL_VALUE_FIRST);
    assert_int_not_equal(value_of(&v, &m, "gesundheit"), value_of(&v, &m, "haus"));
    assert_int_equal(value_of(&v, &m, "GESUNDHEIT"), PL_VALUE_FIRST);
    assert_int_equal(value_of(&v, &m, "\xc3\xa9"), value_of(&v, &m, "\xc3\xa8"));
    pl_vocab_release(&v);
    pl_arena_release(&m);
}

static void tags(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_vocab v;
    make(&v, PL_UNKNOWN_HAPAX, &m);
    pl_tree *s = sentence(&m, words, 3);
    s->nodes[2].label = "never seen";
    const uint32_t *t = pl_vocab_values(&v, s, PL_ROOT_NONE, false, &m).tags;
    assert_int_equal(t[2], PL_VALUE_FIRST);     /* unknown */
    assert_int_not_equal(t[0], PL_VALUE_FIRST); /* A */
    assert_int_not_equal(t[1], PL_VALUE_FIRST); /* no tag, which training had too */
    assert_int_not_equal(t[0], t[1]);
    pl_vocab_release(&v);
    pl_arena_release(&m);
}

/* The first and the last three characters of words, whatever their bytes; the root on
 * either side. */
static void affixes(void **state)
{
    (void)state;
    static const char *const long_words[] = {"ærøfærgen", "ærø", "færgen",
                                             "æ",         "gen", "agen"};
    pl_arena m = {0};
    pl_vocab v = {0};
    pl_tree *t = sentence(&m, long_words, 6);
    assert_null(pl_vocab_values(&v, t, PL_ROOT_LAST, false, &m).begins);
    for (uint32_t left = 0; left < 2; left++) {
        uint32_t root = left ? 0 : 6;
        pl_values found =
            pl_vocab_values(&v, t, left ? PL_ROOT_FIRST : PL_ROOT_LAST, true, &m);
        const uint32_t *b = found.begins + left, *e = found.ends + left;
        assert_int_equal(found.n_tokens, 7);
        assert_int_equal(b[0], b[1]);
        assert_int_not_equal(b[0], b[2]);
        assert_int_not_equal(b[1], b[3]);
        assert_int_equal(e[0], e[2]);
        assert_int_equal(e[0], e[4]);
        assert_int_equal(e[0], e[5]);
        assert_int_equal(b[4], e[4]); /* the same three, at either end */
        assert_int_not_equal(e[1], e[3]);
        assert_int_equal(found.words[root], PL_VALUE_BORDER);
        assert_int_equal(found.begins[root], PL_VALUE_BORDER);
        assert_int_equal(found.ends[root], PL_VALUE_BORDER);
    }
    pl_arena_release(&m);
}

/* Coarse tags stand in for missing tags, where the vocabulary has them. */
static void coarse(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_vocab v;
    pl_tree *t = sentence(&m, words, 4);
    t->tokens[1].coarse = "A"; /* a token without tag; A is the tag of others */
    t->nodes[2].morph = "Case=Nom";
    for (int morph = 0; morph < 2; morph++) {
        pl_word_counts counts = {0};
        pl_word_counts_tree(&counts, t);
        pl_vocab_make(&v, PL_UNKNOWN_HAPAX, morph, &counts);
        pl_values found = pl_vocab_values(&v, t, PL_ROOT_NONE, false, &m);
        assert_int_equal(found.tags[1] == found.tags[0], morph);
        assert_int_equal(found.coarse != NULL, morph);
        if (morph) {
            assert_int_equal(found.coarse[0], PL_VALUE_FIRST); /* none */
            assert_int_equal(found.coarse[1], PL_VALUE_FIRST + 1);
            assert_int_equal(found.morph[2], PL_VALUE_FIRST + 1);
        }
        pl_vocab_release(&v);
        pl_word_counts_release(&counts);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hapax),   cmocka_unit_test(classes), cmocka_unit_test(tags),
        cmocka_unit_test(affixes), cmocka_unit_test(coarse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
