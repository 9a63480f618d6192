/* The tag dictionary: thresholds, order of tags, ambiguity classes, bytes and back. */
#include "unit.h"

#include "base/hash.h"
#include "tag/lexicon.h"

#include <string.h>

static void add(pl_tag_counts *c, const char *word, const char *tag, int n)
{
    for (int i = 0; i < n; i++)
        assert_true(pl_tag_counts_add(c, word, tag));
}

static void make(pl_lexicon *x)
{
    pl_tag_counts c = {0};
    add(&c, "run", "N", 2);
    add(&c, "run", "V", 9);
    add(&c, "walk", "V", 5);
    add(&c, "walk", "N", 2);
    add(&c, "fish", "N", 4);
    add(&c, "fish", "V", 1);
    add(&c, "once", "R", 1);
    add(&c, "the", "D", 12);
    pl_lexicon_make(x, &c, 10);
    pl_tag_counts_release(&c);
}

static void entries(void **state)
{
    (void)state;
    pl_lexicon x;
    make(&x);
    const pl_entry *run = pl_lexicon_find(&x, "run", "run");
    const pl_entry *walk = pl_lexicon_find(&x, "walk", "walk");
    const pl_entry *fish = pl_lexicon_find(&x, "Fish", "fish");
    const pl_entry *the = pl_lexicon_find(&x, "the", "the");
    assert_int_equal(pl_lexicon_find(&x, "once", "once")->seen, 1);
    assert_int_equal(run->seen, 3);
    assert_null(pl_lexicon_find(&x, "never", "never"));
    assert_non_null(fish);
    assert_int_equal(run->n, 2);
    assert_string_equal(x.tags.at[x.choices.at[run->first]], "V");
    assert_string_equal(x.tags.at[x.choices.at[fish->first]], "N");
    assert_true(run->closed && the->closed && !walk->closed && !fish->closed);
    assert_true(run->ambiguity == walk->ambiguity);
    assert_true(run->ambiguity != fish->ambiguity && the->ambiguity != fish->ambiguity);
    assert_int_equal(x.open.n, 1);
    assert_string_equal(x.tags.at[x.open.at[0]], "R");
    pl_lexicon_release(&x);
}

static void bytes(void **state)
{
    (void)state;
    pl_lexicon x, y;
    pl_error err;
    pl_str tags = {0}, words = {0}, tags2 = {0}, words2 = {0};
    make(&x);
    pl_lexicon_put_tags(&x, &tags);
    pl_lexicon_put_words(&x, &words);
    assert_int_equal(pl_lexicon_get(&y, tags.at, tags.n, words.at, words.n, &err), 0);
    pl_lexicon_put_tags(&y, &tags2);
    pl_lexicon_put_words(&y, &words2);
    assert_int_equal(tags.n, tags2.n);
    assert_memory_equal(tags.at, tags2.at, tags.n);
    assert_int_equal(words.n, words2.n);
    assert_memory_equal(words.at, words2.at, words.n);
    for (uint32_t i = 0; i < x.words.n; i++)
        assert_true(x.entries.at[i].ambiguity == y.entries.at[i].ambiguity &&
                    (x.entries.at[i].seen == 1) == (y.entries.at[i].seen == 1));
    pl_lexicon_release(&y);
    for (size_t cut = 0; cut < words.n; cut++) /* whole entries, or refused */
        if (pl_lexicon_get(&y, tags.at, tags.n, words.at, cut, &err) == 0)
            pl_lexicon_release(&y);
    pl_lexicon_release(&x);
    pl_str_release(&tags);
    pl_str_release(&words);
    pl_str_release(&tags2);
    pl_str_release(&words2);
}

/* The longest word seen more than once that a word ends in, by looking at all of them. */
static const pl_entry *plain_tail(const pl_lexicon *x, const char *word)
{
    size_t n = strlen(word), most = 0;
    const pl_entry *found = NULL;
    for (uint32_t i = 0; i < x->words.n; i++) {
        size_t k = strlen(x->words.at[i]);
        if (x->entries.at[i].seen > 1 && k >= 3 && k < n && k > most &&
            strcmp(word + n - k, x->words.at[i]) == 0) {
            found = &x->entries.at[i];
            most = k;
        }
    }
    return found;
}

static void tails(void **state)
{
    (void)state;
    static const char *const parts[] = {"a", "b", "ab", "ba", "\xc3\xbc", "abba", "x"};
    enum { N_PARTS = sizeof parts / sizeof *parts, N_WORDS = 2000 };
    pl_lexicon x;
    pl_tag_counts c = {0};
    pl_rng rng = {3};
    pl_str word = {0};
    size_t n_found = 0;
    for (int i = 0; i < 2 * N_WORDS; i++) {
        pl_str_clear(&word);
        for (uint32_t k = 1 + pl_rng_below(&rng, i < N_WORDS ? 5 : 12); k > 0; k--)
            pl_str_puts(&word, parts[pl_rng_below(&rng, N_PARTS)]);
        if (i < N_WORDS)
            add(&c, word.at, "N", 1 + (int)pl_rng_below(&rng, 2));
        if (i == N_WORDS)
            pl_lexicon_make(&x, &c, 10);
        if (i < N_WORDS)
            continue;
        const pl_entry *tail = pl_lexicon_tail(&x, word.at, word.n);
        assert_ptr_equal(tail, plain_tail(&x, word.at));
        n_found += tail != NULL;
    }
    assert_in_range(n_found, N_WORDS / 4, N_WORDS - 1);
    pl_tag_counts_release(&c);
    pl_lexicon_release(&x);
    x = (pl_lexicon){0};
    assert_null(pl_lexicon_tail(&x, "abba", 4));
    pl_str_release(&word);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries),
        cmocka_unit_test(tails),
        cmocka_unit_test(bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
