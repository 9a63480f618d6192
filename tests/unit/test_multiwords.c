/* Multiword tokens: entries, finding them, learning them, and the words of a text. */
#include "text/multiwords.h"

#include "text/segment.h"
#include "unit.h"

#include <string.h>

static void entries_are_found(void **unused)
{
    (void)unused;
    static const char *const entries[] = {"|n't=+n't", "^i|m=n+dem",        "^|au=\u00e0+le",
                                          "^sant",     "du|nno=+n+no",      "ant",
                                          "|ant=+ant", "|\u00e9mos=mos+nos"};
    static const struct {
        const char *token;
        uint32_t n, n_rest;
        bool joined;
    } cases[] = {
        {"don't",      2, 3, true }, {"n't",          0, 0, false}, {"im", 2, 1, false},
        {"him",        0, 0, false}, {"au",           2, 2, false}, {"sant", 0, 0, false},
        {"xant",       0, 0, false}, {"idunno",       3, 3, true }, {"", 0, 0, false},
        {"v\u00e9mos", 2, 4, false},
    };
    pl_multiwords x = {0};
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        assert_true(pl_multiwords_add(&x, entries[i]));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const pl_expansion *e =
            pl_multiwords_find(&x, cases[i].token, strlen(cases[i].token));
        assert_int_equal(e != NULL ? e->n : 0, cases[i].n);
        if (e == NULL)
            continue;
        assert_int_equal(e->n_rest, cases[i].n_rest);
        assert_int_equal(e->joined, cases[i].joined);
    }
    pl_multiwords_release(&x);
}

static void wrong_entries_are_refused(void **unused)
{
    (void)unused;
    static const char *const entries[] = {
        "",      "^",         "a=b+c",  "a|b",     "a|=b+c",           "a|b=c",
        "a|b=+", "a|b=c++d",  "^|b=+c", "a+b",     "a|b=1+2+3+4+5+6+7+8+9",
    };
    pl_multiwords x = {0};
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        assert_false(pl_multiwords_add(&x, entries[i]));
    pl_multiwords_release(&x);
}

/* The words of a text as "before[text]after", with their number at the first of a token. */
static void show(const pl_rules *r, const char *text, pl_str *out)
{
    pl_segments words = {0};
    pl_segmenter s = pl_segmenter_of(r);
    s.cut(s.context, text, strlen(text), &words);
    pl_str_clear(out);
    for (size_t i = 0; i < words.n; i++) {
        const pl_segment *w = &words.at[i];
        if (w->n_words > 0)
            pl_str_printf(out, "%u:", w->n_words);
        pl_str_printf(out, "%s[%.*s]%s%s", w->before != NULL ? w->before : "",
                      (int)(w->end - w->begin), text + w->begin,
                      w->after != NULL ? w->after : "", w->last ? "." : " ");
    }
    PL_VEC_RELEASE(&words);
}

static void texts_are_expanded(void **unused)
{
    (void)unused;
    static const char rules[] = "ends .\nsuffixes 's\n"
                                "multiwords |'s=+'s |n't=+n't ^i|m=n+dem ^|au=\u00e0+le\n";
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"John's",      "2:[John] ['s]."                  }, /* which the suffix has cut */
        {"I DON\u2019T", "[I] 2:[DO] [N\u2019T]."           },
        {"Im Haus",     "2:[I]n dem[] [Haus]."            },
        {"Au bar",      "2:[]\u00c0 le[] [bar]."          },
        {"au",          "2:[]\u00e0 le[]."                },
        {"(John's)",    "[(] 2:[John] ['s] [)]."          },
        {"\"John\"'s",  "[\"] [John] [\"] ['s]."          }, /* no word before it */
        {"x 's im.",    "[x] ['s] 2:[i]n dem[] [.]."      },
    };
    pl_rules r;
    pl_error err;
    pl_str out = {0};
    assert_int_equal(pl_rules_parse(&r, "rules", rules, &err), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        show(&r, cases[i].text, &out);
        assert_string_equal(out.at, cases[i].words);
    }
    pl_str_release(&out);
    pl_rules_release(&r);
}

/* A sentence of CoNLL-U with one multiword token of two words at its beginning. */
static pl_tree *sentence(pl_arena *m, const char *token, const char *a, const char *b)
{
    pl_tree *t = pl_tree_new(m, 3);
    t->tokens[0].word = a;
    t->tokens[1].word = b;
    t->tokens[2].word = "went";
    if (token != NULL)
        pl_tree_add_line(t, 0, pl_arena_printf(m, "1-2\t%s\t_\t_\t_\t_\t_\t_\t_\t_", token));
    return t;
}

static void treebanks_teach(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *trees[] = {
        sentence(&m, "don't", "do", "n't"),   sentence(&m, "Don't", "Do", "n't"),
        sentence(&m, "isn't", "is", "n't"),   sentence(&m, "hasn't", "has", "n't"),
        sentence(&m, "Im", "In", "dem"),      sentence(&m, "im", "in", "dem"),
        sentence(&m, "slip", "sl", "ip"),     sentence(&m, "a b", "a", "b"),
        sentence(&m, "same", "same", "same"), sentence(&m, NULL, "him", "them"),
    };
    pl_str text = {0};
    pl_multiwords_learn(trees, sizeof trees / sizeof *trees, &text);
    assert_string_equal(pl_str_text(&text),
                        "# learned from the treebank: tokens of several words\n"
                        "multiwords |n't=+n't ^i|m=n+dem\n");
    pl_str_clear(&text);
    pl_multiwords_learn(trees + 9, 1, &text); /* no such token, no line */
    assert_string_equal(pl_str_text(&text), "");
    pl_str_release(&text);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_found),
        cmocka_unit_test(wrong_entries_are_refused),
        cmocka_unit_test(texts_are_expanded),
        cmocka_unit_test(treebanks_teach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
