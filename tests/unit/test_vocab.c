/* The vocabulary: what rare and unknown words count as. */
#include "unit.h"

#include "parser/extract.h"
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
    uint32_t words[1], tags[1];
    pl_vocab_values(v, sentence(m, &word, 1), words, tags);
    return words[0];
}

/* Twice each: haus, Haus. Once each: five words in -heit, and others. */
static const char *const words[] = {"haus",     "haus",    "Haus",     "Haus",
                                    "freiheit", "einheit", "wahrheit", "torheit",
                                    "bosheit",  "1984",    "Meier",    "ganz"};

static void make(pl_vocab *v, pl_unknown unknown, pl_arena *m)
{
    pl_word_counts counts = {0};
    pl_word_counts_tree(&counts, sentence(m, words, sizeof words / sizeof *words));
    pl_vocab_make(v, unknown, &counts);
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
    uint32_t w[3], t[3];
    make(&v, PL_UNKNOWN_HAPAX, &m);
    pl_tree *s = sentence(&m, words, 3);
    s->nodes[2].label = "never seen";
    pl_vocab_values(&v, s, w, t);
    assert_int_equal(t[2], PL_VALUE_FIRST);     /* unknown */
    assert_int_not_equal(t[0], PL_VALUE_FIRST); /* A */
    assert_int_not_equal(t[1], PL_VALUE_FIRST); /* no tag, which training had too */
    assert_int_not_equal(t[0], t[1]);
    pl_vocab_release(&v);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hapax),
        cmocka_unit_test(classes),
        cmocka_unit_test(tags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
