/* The choice of tokenizer rules for a treebank. */
#include "text/segment.h"

#include "unit.h"

#include <string.h>

/* A sentence whose words stand in `words` with blanks between them. */
static pl_tree *sentence(pl_arena *m, const char *text, const char *words)
{
    uint32_t n = 1;
    for (const char *c = words; *c != '\0'; c++)
        n += *c == ' ';
    pl_tree *t = pl_tree_new(m, n);
    for (uint32_t i = 0; i < n; i++) {
        size_t length = strcspn(words, " ");
        t->tokens[i].word = pl_arena_strndup(m, words, length);
        words += length + 1;
    }
    t->text = text;
    return t;
}

static void rules_that_fit_are_chosen(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *words, *name;
    } cases[] = {
        {"Mr. Smith can't go.",      "Mr. Smith ca n't go .",     "en"     },
        {"Das ist z.B. am 3. Mai.",  "Das ist z. B. am 3. Mai .", "de"     },
        {"One two.",                 "One two .",                 "generic"},
        {"Other words.",             "not in text .",             NULL     },
        {NULL,                       "no text",                   NULL     },
    };
    pl_arena m = {0};
    pl_error err;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_tree *t = sentence(&m, cases[i].text, cases[i].words);
        const char *name = "";
        assert_int_equal(pl_rules_choose(&t, 1, &name, &err), 0);
        if (cases[i].name != NULL)
            assert_string_equal(name, cases[i].name);
        else
            assert_null(name);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_that_fit_are_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
