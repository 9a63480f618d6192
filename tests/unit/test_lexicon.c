/* The tag dictionary: thresholds, order of tags, ambiguity classes, bytes and back. */
#include "unit.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries),
        cmocka_unit_test(bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
