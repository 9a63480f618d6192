/* Edit scripts from forms to lemmas. */
#include "tag/edit_script.h"

#include "unit.h"

#include <string.h>

static void scripts_are_made_and_applied(void **unused)
{
    (void)unused;
    static const struct {
        const char *form, *lemma, *script;
    } cases[] = {
        {"dogs",     "dog",     "l0,1,0:"    },
        {"The",      "the",     "l0,0,0:"    },
        {"Gemacht",  "machen",  "l2,1,0:en"  },
        {"iPhones",  "iPhone",  "k0,1,0:"    },
        {"Apple",    "Apple",   "k0,0,0:"    },
        {"LONDON",   "London",  "t0,0,0:"    },
        {"nato",     "NATO",    "u0,0,0:"    },
        {"was",      "be",      "=be"        },
        {"H\u00e4user", "Haus",  "l2,2,2:Ha"  },
        {"\u00c5r",  "\u00e5r", "l0,0,0:"    },
        {"x:1,2",    "y:1,2",   "l1,0,1:y"   },
        {"...",      "...",     "l0,0,0:"    },
    };
    pl_str script = {0}, lemma = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_edit_script_make(cases[i].form, cases[i].lemma, &script);
        assert_string_equal(script.at, cases[i].script);
        assert_true(pl_edit_script_apply(script.at, cases[i].form, &lemma));
        assert_string_equal(lemma.at, cases[i].lemma);
    }
    pl_str_release(&script);
    pl_str_release(&lemma);
}

static void scripts_that_do_not_fit_are_refused(void **unused)
{
    (void)unused;
    static const char *const scripts[] = {"",        "l",        "x0,0,0:", "l0,0,0",
                                          "l2,2,0:", "l0,0,9:a", "l0,0:",   "l-1,0,0:"};
    pl_str lemma = {0};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        assert_false(pl_edit_script_apply(scripts[i], "abc", &lemma));
    pl_str_release(&lemma);
}

/* A form that is too long for letters to be compared has its lemma as a whole. */
static void long_words_are_replaced(void **unused)
{
    (void)unused;
    char form[1001];
    pl_str script = {0}, lemma = {0};
    memset(form, 'a', sizeof form - 1);
    form[sizeof form - 1] = '\0';
    pl_edit_script_make(form, "b", &script);
    assert_string_equal(script.at, "=b");
    assert_true(pl_edit_script_apply(script.at, form, &lemma));
    assert_string_equal(lemma.at, "b");
    assert_false(pl_edit_script_apply("l0,0,0:", form, &lemma));
    pl_str_release(&script);
    pl_str_release(&lemma);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scripts_are_made_and_applied),
        cmocka_unit_test(scripts_that_do_not_fit_are_refused),
        cmocka_unit_test(long_words_are_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
