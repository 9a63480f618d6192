/* The language of words. */
#include "text/language.h"

#include "format/source.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_words(pl_language_sample *s, const char *text)
{
    char *copy = pl_strdup(text), *at = copy, *word;
    while ((word = pl_scan_word(&at)) != NULL)
        pl_language_add(s, word);
    free(copy);
}

static void sentences(void **unused)
{
    (void)unused;
    static const struct {
        const char *own, *text, *code; /* NULL: none other */
    } rows[] = {
        {"nl", "Dat boek heb ik gisteren in de trein naar Groningen gelezen .", NULL},
        {"nl", "Das Buch habe ich gestern im Zug nach Berlin gelesen , und zwar ganz .",
         "de"},
        {"de", "Das Buch habe ich gestern im Zug nach Berlin gelesen , und zwar ganz .",
         NULL},
        {"de", "I read this book yesterday , when I was on the train to London .", "en"},
        {"en", "Jeg læste bogen i går , da jeg sad i toget til Aarhus .", "da"},
        {"da", "Ég las bókina í gær þegar ég sat í lestinni til borgarinnar .", "is"},
        {"is", "He leído este libro en el tren que va a la ciudad de Sevilla .", "es"},
        {"nl", "DAS BUCH HABE ICH GESTERN IM ZUG NACH BERLIN GELESEN , UND ZWAR GANZ .",
         "de"},
        {"nl", "Das ist kurz .", NULL}, /* too short */
        {"xx", "Das Buch habe ich gestern im Zug nach Berlin gelesen , und zwar ganz .",
         NULL},
        {"nl", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25", NULL},
        {"nl",
         "我 昨天 在 去 北京 的 火车 上 读 了 这 本 书 我 昨天 在 去 北京 的 火车 上 读 "
         "了 这 本 书 我 昨天 在",
         NULL},
        {"nl", "\xff\xfe\xfd", NULL},
        {"nl", "", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pl_language_sample s = {0};
        pl_str code = {0}, name = {0};
        add_words(&s, rows[i].text);
        int found = pl_language_differs(&s, rows[i].own, &code, &name);
        if (found != (rows[i].code != NULL) ||
            (found && strcmp(code.at, rows[i].code) != 0))
            fail_msg("%s: %s", rows[i].text, pl_str_text(&code));
        assert_true(!found || name.n > 0);
        pl_str_release(&code);
        pl_str_release(&name);
        pl_language_release(&s);
    }
}

/* Of a very long word, all letters count. */
static void long_words(void **unused)
{
    (void)unused;
    pl_language_sample s = {0};
    char word[1001];
    memset(word, 'a', 1000);
    word[1000] = '\0';
    pl_language_add(&s, word);
    assert_true(s.n_letters >= 990 && s.n_letters <= 1000);
    pl_language_release(&s);
}

static const char *const codes[] = {"da", "de", "en", "is", "nl"};
enum { N_SETS = sizeof codes / sizeof *codes };

/* Files with sentences of each language. The test uses one of every `each` sentences. It counts those with
 * enough letters, and how often no other language is found. Our own sentences are short. */
static const struct {
    const char *files[N_SETS];
    size_t each, at_least, percent_found;
} groups[] = {
    {{"tests/data/danish.conllx", "tests/data/german-everyday.discbracket",
      "tests/data/english.discbracket", "tests/data/icelandic-everyday.discbracket",
      "tests/data/dutch-everyday.discbracket"},
     1,
     60,
     90},
    {{"dependency/danish-ddt/dev.conll.zst", "constituency/squoia-de/dev.discbracket.zst",
      "dependency/english-ewt/dev.conllu.zst", "constituency/icepahc/dev.discbracket.zst",
      "constituency/alpino/dev.discbracket.zst"},
     25,
     200,
     95},
};

typedef struct tally {
    size_t n, wrong, n_other, found;
} tally;

static void judge(const pl_language_sample *s, size_t own, tally *c)
{
    for (size_t k = 0; k < N_SETS; k++) {
        pl_str code = {0}, name = {0};
        int differs = pl_language_differs(s, codes[k], &code, &name);
        *(k == own ? &c->n : &c->n_other) += 1;
        *(k == own ? &c->wrong : &c->found) += differs > 0;
        pl_str_release(&code);
        pl_str_release(&name);
    }
}

static void judge_file(const char *path, size_t each, size_t own, tally *c)
{
    pl_arena m = {0};
    pl_tree *t;
    pl_error err;
    pl_source *source = pl_source_open(&path, 1, NULL, &err);
    assert_non_null(source);
    for (size_t i = 0; pl_source_next(source, &m, &t, &err) > 0; i++) {
        pl_language_sample s = {0};
        for (uint32_t w = 0; i % each == 0 && w < t->n_tokens; w++)
            pl_language_add(&s, t->tokens[w].word);
        if (s.n_letters >= PL_LANGUAGE_LETTERS)
            judge(&s, own, c);
        pl_language_release(&s);
        pl_arena_reset(&m);
    }
    pl_source_close(source);
    pl_arena_release(&m);
}

/* Sentences of 40 letters against all languages. */
static void real_sentences(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        tally c = {0};
        char path[1000];
        for (size_t k = 0; k < N_SETS && treebank_path(path, groups[g].files[k]); k++)
            judge_file(path, groups[g].each, k, &c);
        if (c.n == 0)
            continue;
        print_message("# %zu of %zu wrong, %zu of %zu others found\n", c.wrong, c.n,
                      c.found, c.n_other);
        assert_true(c.n >= groups[g].at_least);
        assert_true(c.wrong * 200 <= c.n);
        assert_true(c.found * 100 >= c.n_other * groups[g].percent_found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences),
        cmocka_unit_test(long_words),
        cmocka_unit_test(real_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
