/* Meanings of labels. */
#include "tree/glossary.h"

#include "base/intern.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const shipped[] = {"da", "de", "en", "en-biomedical", "is", "is-ud", "nl", "nl-ud"};

static void check(const char *model, pl_gloss kind, const char *name, const char *meaning)
{
    pl_error err;
    pl_str out = {0};
    pl_glossary *g = pl_glossary_open(model, &err);
    assert_non_null(g);
    assert_int_equal(pl_glossary_put(g, kind, name, &out), meaning != NULL);
    assert_string_equal(pl_str_text(&out), meaning != NULL ? meaning : "");
    pl_str_release(&out);
    pl_glossary_close(g);
}

static void names_and_their_parts(void **unused)
{
    (void)unused;
    check("nl", PL_GLOSS_LABEL, "NP", "noun phrase: het oude huis");
    check("nl", PL_GLOSS_TAG, "NP", NULL);
    check("nl", PL_GLOSS_TAG, "WW-pv", "verb; finite");
    check("nl", PL_GLOSS_TAG, "WW-unheard-of", "verb");
    check("nl", PL_GLOSS_TAG, "-pv-WW", "finite");
    check("nl", PL_GLOSS_TAG, "", NULL);
    check("en", PL_GLOSS_RELATION, "nsubj:pass", "subject that is a noun phrase; in the passive");
    check("en", PL_GLOSS_TAG, "-LRB-", "opening bracket");
    check("nl-ud", PL_GLOSS_TAG, "WW|od|prenom|met-e", "verb; present participle; before a noun; with -e");
    check("is", PL_GLOSS_TAG, "NPR-D", "name, singular; dative");
    check("de", PL_GLOSS_TAG, "$(", "other punctuation, as brackets, dashes, quotation marks");
}

static void lines(void **unused)
{
    (void)unused;
    pl_error err;
    pl_str out = {0};
    pl_glossary *g = pl_glossary_of_model("nl-small", &err);
    assert_non_null(g);
    assert_true(pl_glossary_put_lines(g, "NP", &out));
    assert_string_equal(out.at, "label\tNP\tnoun phrase: het oude huis\n");
    assert_false(pl_glossary_put_lines(g, "SMIAN", &out));
    assert_string_equal(pl_glossary_similar(g, "SMIAN"), "SMAIN");
    assert_null(pl_glossary_similar(g, "something-else-altogether"));
    pl_str_clear(&out);
    pl_glossary_put_all(g, &out);
    assert_non_null(strstr(out.at, "\nlabel\tNP\tnoun phrase: het oude huis\n"));
    pl_str_release(&out);
    pl_glossary_close(g);
    assert_null(pl_glossary_of_model("xx-yy", &err));
    assert_non_null(strstr(err.text, "'xx-yy'"));
}

/* No kind has a name twice, and all have a meaning. */
static void shipped_ones_are_whole(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof shipped / sizeof *shipped; k++) {
        pl_error err;
        pl_str all = {0};
        pl_intern names = {0};
        pl_glossary *g = pl_glossary_open(shipped[k], &err);
        assert_non_null(g);
        pl_glossary_put_all(g, &all);
        size_t n = 0;
        for (char *line = all.at, *end; line != NULL && *line != '\0'; line = end + 1, n++) {
            end = strchr(line, '\n');
            char *meaning = strchr(strchr(line, '\t') + 1, '\t'); /* KIND NAME MEANING */
            *end = *meaning = '\0';
            assert_true(strlen(meaning + 1) > 1);
            if (pl_intern_add(&names, line) != n)
                fail_msg("%s: %s twice", shipped[k], line);
        }
        assert_true(n > 10);
        pl_intern_release(&names);
        pl_str_release(&all);
        pl_glossary_close(g);
    }
}

static void bad_files(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"label\tNP\n", "thing\tNP\tnoun phrase\n", "NP\n",
                                        "label\t\tx\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        pl_error err;
        char path[] = "/tmp/test_glossary.XXXXXX";
        int file = mkstemp(path);
        assert_true(write(file, "# \n\n", 4) == 4 &&
                    write(file, texts[i], strlen(texts[i])) > 0);
        close(file);
        assert_null(pl_glossary_open(path, &err));
        assert_non_null(strstr(err.text, ":3: not a line of kind"));
        unlink(path);
    }
    pl_error err;
    assert_null(pl_glossary_open("nosuch", &err));
    pl_glossary_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_their_parts),
        cmocka_unit_test(lines),
        cmocka_unit_test(shipped_ones_are_whole),
        cmocka_unit_test(bad_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
