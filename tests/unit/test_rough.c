/* Words that treebanks seldom have: how they are looked up, and what their kind tells. */
#include "unit.h"

#include "tag/rough.h"
#include "tree/build.h"

#include <stdio.h>
#include <string.h>

/* A dictionary: the words, with blanks between and around them. */
static bool has(const void *dictionary, const char *word)
{
    char key[64];
    snprintf(key, sizeof key, " %s ", word);
    return strstr(dictionary, key) != NULL;
}

static void test_spelling(void **state)
{
    static const char dictionary[] = " ! ? - ... \" ' Wort find ?? ";
    static const struct {
        const char *word, *plain;
    } cases[] = {
        {"!!!", "!"},
        {"!?", "!"},
        {"?!", "?"},
        {"??", "??"},
        {"...", "..."},
        {".....", "..."},
        {",,", "\""},
        {"\u2026", "..."},
        {"\u2026\u2026", "..."},
        {"\u2013", "-"},
        {"---", "-"},
        {"\u201e", "\""},
        {"\u00bb", "\""},
        {"\u2019", "'"},
        {"\ufb01nd", "find"},
        {"\ufb01x", "fix"},
        {"Wo\u00adrt", "Wort"},
        {"Wort", "Wort"},
        {"unknown", "unknown"},
        {"it\u2019s", "it's"},
        {"a\u2013b", "a\u2013b"},
        {"\U0001f621", "\U0001f621"},
        {"", ""},
        {"\u00ad", "\u00ad"},
    };
    pl_str buffer = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(pl_plain_word(cases[i].word, has, dictionary, &buffer),
                            cases[i].plain);
    /* what the dictionary does not have is not put in place of a sign */
    assert_string_equal(pl_plain_word("!!!", has, " . ", &buffer), "!!!");
    assert_string_equal(pl_plain_word("\u201c", has, " . ", &buffer), "\u201c");
    pl_str_release(&buffer);
}

static const char *kind_of(const char *const *names, const char *word)
{
    pl_intern tags = {0};
    for (; *names != NULL; names++)
        pl_intern_add(&tags, *names);
    uint32_t tag = pl_kind_tag(&tags, word);
    static char found[16];
    snprintf(found, sizeof found, "%s", tag != PL_NONE ? tags.at[tag] : "");
    pl_intern_release(&tags);
    return found;
}

static void test_kinds(void **state)
{
    static const char *const stts[] = {"NN", "NE", "ADJA", "XY", NULL};
    static const char *const cgn[] = {"LET", "SPEC-symb", "N-eigen", NULL};
    static const char *const none[] = {"a", "b", NULL};
    static const struct {
        const char *word, *stts, *cgn;
    } cases[] = {
        {"https://www.beispiel.de/a?b=1", "NE", "N-eigen"},
        {"www.beispiel.de", "NE", "N-eigen"},
        {"beispiel.de/neues", "NE", "N-eigen"},
        {"info@firma.de", "NE", "N-eigen"},
        {"#sommer", "NE", "N-eigen"},
        {"@anna", "NE", "N-eigen"},
        {"\U0001f621", "XY", "SPEC-symb"},
        {"\U0001f44d\U0001f3fd", "XY", "SPEC-symb"}, /* with a colour */
        {"\u2764\ufe0f", "XY", "SPEC-symb"},         /* a variant */
        {":-)", "XY", "SPEC-symb"},
        {";P", "XY", "SPEC-symb"},
        {":", "", ""},
        {"##", "", ""},
        {"#", "", ""},
        {"km/h", "", ""},
        {"z.B.", "", ""},
        {"Haus", "", ""},
        {"3,5", "", ""},
        {"\u20ac", "", ""},
        {"", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(kind_of(stts, cases[i].word), cases[i].stts);
        assert_string_equal(kind_of(cgn, cases[i].word), cases[i].cgn);
        assert_string_equal(kind_of(none, cases[i].word), "");
    }
}

static bool in_capitals(const char *a, const char *b, const char *c)
{
    const char *const words[] = {a, b, c};
    pl_arena m = {0};
    pl_tree *t = pl_tree_new(&m, 3);
    for (int i = 0; i < 3; i++)
        t->tokens[i].word = words[i];
    bool found = pl_in_capitals(t);
    pl_arena_release(&m);
    return found;
}

static void test_capitals(void **state)
{
    assert_true(in_capitals("NICHT", "STÖREN", "!"));
    assert_true(in_capitals("I", "1", "ÄH"));
    assert_false(in_capitals("NICHT", "stören", "!"));
    assert_false(in_capitals("NATO", ",", "3"));
    assert_false(in_capitals("1", "2", "3"));
    pl_intern dutch = {0}, german = {0};
    pl_str buffer = {0};
    pl_intern_add(&dutch, "N-eigen");
    pl_intern_add(&german, "NE");
    pl_intern_add(&german, "ADJA");
    assert_string_equal(pl_without_capitals(&dutch, "BRÜCKE", &buffer), "brücke");
    assert_string_equal(pl_without_capitals(&german, "BRÜCKE", &buffer), "Brücke");
    assert_string_equal(pl_without_capitals(&german, "ÜBER", &buffer), "Über");
    assert_string_equal(pl_without_capitals(&german, "IST", &buffer), "ist");
    assert_string_equal(pl_without_capitals(&german, "", &buffer), "");
    pl_intern_release(&dutch);
    pl_intern_release(&german);
    pl_str_release(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spelling),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_capitals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
