/* Tokenizer and sentence splitter: a table of cases for each set of rules, and properties
 * that hold for any text. */
#include "unit.h"

#include "base/utf8.h"
#include "text/letters.h"
#include "text/segment.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const struct {
    const char *rules, *text;
    const char *want; /* words with blanks, sentences with " | " */
} cases[] = {
    /* generic */
    {"generic", "", ""},
    {"generic", " \t\n ", ""},
    {"generic", "One word", "One word"},
    {"generic", "(a) [b] {c}", "( a ) [ b ] { c }"},
    {"generic", "Wait... what?! No--yes.", "Wait ... what ?! | No -- yes ."},
    {"generic", "a\u00a0b\u200bc", "a b c"},
    {"generic", "cafe\u0301s", "cafe\u0301s"},
    {"generic", "\U0001f44d\U0001f3fd\U0001f44d! \u2764\ufe0f \U0001f1f3\U0001f1f1\U0001f1e9\U0001f1ea", "\U0001f44d\U0001f3fd \U0001f44d ! | \u2764\ufe0f \U0001f1f3\U0001f1f1 \U0001f1e9\U0001f1ea"},
    {"generic", "(\U0001f468\u200d\U0001f469\u200d\U0001f467)", "( \U0001f468\u200d\U0001f469\u200d\U0001f467 )"},
    {"generic", "x :-) y :(", "x :-) y :("},
    {"generic", "Mail a.b@c.org, see http://d.org/e?f=1.", "Mail a.b@c.org , see http://d.org/e?f=1 ."},
    {"generic", "<http://x.org>", "< http://x.org >"},
    {"generic", "at www.x.org/a_(b).", "at www.x.org/a_(b) ."},
    {"generic", "@name and #tag_1 but a#b", "@name and #tag_1 but a # b"},
    {"generic", "1,234.5 12:30 3/4/2010 1999-12-31 .5", "1,234.5 12:30 3/4/2010 1999-12-31 .5"},
    {"generic", "50% of $3", "50 % of $ 3"},
    {"generic", "20th 1990s 3D", "20th 1990s 3D"},
    {"generic", "\u201cYes.\u201d \u2018No.\u2019", "\u201c Yes . \u201d | \u2018 No . \u2019"},
    {"generic", "He said \"go.\" \"Now?\" Yes.", "He said \" go . \" | \" Now ? \" | Yes ."},
    {"generic", "\"Why?\" she asked.", "\" Why ? \" she asked ."},
    {"generic", "v2.0 is out. 2 more.", "v2.0 is out . | 2 more ."},
    {"generic", "no space.Next one", "no space . | Next one"},
    {"generic", "lower. then more", "lower . then more"},
    {"generic", "Why? because.", "Why ? | because ."},
    {"generic", "\u4f60\u597d\u3002\u518d\u89c1\u3002", "\u4f60\u597d \u3002 \u518d\u89c1 \u3002"},
    {"generic", "Ver-\nfall", "Ver- fall"}, /* no conjunctions, no mending */
    {"generic", "-5 \u00b0C \u2026\u2026", "-5 \u00b0C \u2026\u2026"},
    {"de", "zur Ver-\nf\u00fcgung.", "zur Ver-\nf\u00fcgung ."},
    {"de", "(Ver-\nfall)", "( Ver-\nfall )"},
    {"de", "Vor-\nund Nachteile", "Vor- und Nachteile"},
    {"de", "Baden-\nBaden, A-\nb, x-\n3", "Baden- Baden , A- b , x- 3"},
    {"de", "ein-\nzwei-\ndrei", "ein-\nzwei-\ndrei"},
    {"de", "Ver- \nfall -\nfall 3-\nfach", "Ver- fall - fall 3 - fach"},
    {"de", "http://a.de/b-\nc", "http://a.de/b- c"},
    {"de", "Wie geht's? Das war\u2019s.", "Wie geht 's ? | Das war \u2019s ."},
    {"en", "a meet-\ning on co-\nop and-\nor", "a meet-\ning on co-\nop and - or"},
    {"da", "Toget k\u00f8rer kl. 5.30 d. 3. maj.", "Toget k\u00f8rer kl. 5.30 d. 3. maj ."},
    /* English */
    {"en", "I can't, won't and cannot.", "I ca n't , wo n't and can not ."},
    {"en", "It's John's; they\u2019ve gone.", "It 's John 's ; they \u2019ve gone ."},
    {"en", "DON'T", "DO N'T"},
    {"en", "I'd've", "I 'd 've"},
    {"en", "gonna wanna dont", "gon na wan na do nt"},
    {"en", "state-of-the-art e-mail co-workers", "state - of - the - art e-mail co-workers"},
    {"en", "and/or b/c", "and / or b/c"},
    {"en", "Mr. Smith, Ph.D., vs. Dr. No.", "Mr. Smith , Ph.D. , vs. Dr. No ."},
    {"en", "No. 5 and no.", "No. 5 and no ."},
    {"en", "In the U.S. The end.", "In the U.S. | The end ."},
    {"en", "The U.S. army", "The U.S. army"},
    {"en", "J. R. Smith met W. Brown", "J. R. Smith met W. Brown"},
    {"en", "You and I. He too.", "You and I . | He too ."},
    {"en", "10am, 5km and 5 km", "10 am , 5 km and 5 km"},
    {"en", "Call 713-853-3989 or 853-3989.", "Call 713-853-3989 or 853-3989 ."},
    {"en", "AT&T f*ed x_y", "AT&T f*ed x_y"},
    {"en", "(Really.) Next", "( Really . ) | Next"},
    {"en", "apples, etc. The", "apples , etc. | The"},
    {"en", "o'clock 'em", "o'clock 'em"},
    /* lines: ended on purpose if the next word would have fitted */
    {"en", "Big news today\nThe old cat sat on the new mat and saw it", "Big news today | The old cat sat on the new mat and saw it"},
    {"en", "The old cat sat on the mat and saw\nMary come home again with her new dog", "The old cat sat on the mat and saw Mary come home again with her new dog"},
    {"en", "He saw\nthe old cat that sat on the new mat all day long", "He saw the old cat that sat on the new mat all day long"},
    {"en", "To buy:\n- old cheese\n* milk\nand some other things that we all will need to have", "To buy : | - old cheese | * milk and some other things that we all will need to have"},
    {"en", "He left\nIt rained\nof course\nShe stayed\nWe talked about all of it for a long time\nThen\nNo",
     "He left | It rained | of course | She stayed | We talked about all of it for a long time | Then | No"},
    {"en", "A line.\r\nSome other line without an end of its own in this text\r\nX", "A line . | Some other line without an end of its own in this text X"},
    {"en", "http://example.org/a/very/long/address/that/cannot/be/broken\nThe old cat sat on\nMats of all kinds and", "http://example.org/a/very/long/address/that/cannot/be/broken The old cat sat on Mats of all kinds and"},
    /* CRAFT */
    {"craft", "Ca2+-dependent wild-type/null (Fig. 3B)", "Ca2+ - dependent wild - type / null ( Fig. 3B )"},
    {"craft", "at 37 \u00b0C, s.c. injection", "at 37 \u00b0C , s.c. injection"},
    {"craft", "Smith et al. The", "Smith et al. | The"},
    /* Dutch */
    {"nl", "'s Avonds zag z'n auto's 't huis in 's-Gravenhage.", "'s Avonds zag z'n auto's 't huis in 's-Gravenhage ."},
    {"nl", "Prof. dr. J. de Vries, o.a. in Noord-Holland", "Prof. dr. J. de Vries , o.a. in Noord-Holland"},
    {"nl", "zon- en feestdagen, -ie", "zon- en feestdagen , - ie"},
    {"nl", "Dat kost 3,5 mln. gulden enz. De rest", "Dat kost 3,5 mln. gulden enz. | De rest"},
    {"nl", "het werd 2-1", "het werd 2-1"},
    {"nl", "'Ja,' zei hij.", "' Ja , ' zei hij ."},
    /* German */
    {"de", "Am 27. Oktober, im 19. Jahrhundert", "Am 27. Oktober , im 19. Jahrhundert"},
    {"de", "Es war 2010. Danach", "Es war 2010 . | Danach"},
    {"de", "z.B. oder z. B. u. a. um", "z. B. oder z. B. u. a. um"},
    {"de", "\u201eJa!\u201c Er ging.", "\u201e Ja ! \u201c | Er ging ."},
    {"de", "Radio- und TV-Sender; Dr. Meier bzw. Nr. 5", "Radio- und TV-Sender ; | Dr. Meier bzw. Nr. 5"},
    {"de", "1'200 Mio. Franken", "1'200 Mio. Franken"},
    /* Icelandic */
    {"is", "Hann kom 17. j\u00fan\u00ed, \u00fe.e. t.d. \u00ed g\u00e6r.", "Hann kom 17. j\u00fan\u00ed , \u00fe.e. t.d. \u00ed g\u00e6r ."},
    {"is", "\u201eJ\u00e1,\u201c sag\u00f0i h\u00fan.", "\u201e J\u00e1 , \u201c sag\u00f0i h\u00fan ."},
    {"icepahc", "Hesturinn s\u00e1 hestinum.", "Hestur$ $inn s\u00e1 hest$ $inum ."},
    {"icepahc", "minn kominn mann", "minn kominn mann"},
};
/* clang-format on */

/* The segments in the notation of the table. */
static void show(const char *text, const pl_segments *s, pl_str *out)
{
    for (size_t i = 0; i < s->n; i++) {
        const pl_segment *w = &s->at[i];
        if (i > 0)
            pl_str_puts(out, s->at[i - 1].last ? " | " : " ");
        pl_str_puts(out, w->before != NULL ? w->before : "");
        pl_str_put(out, text + w->begin, w->end - w->begin);
        pl_str_puts(out, w->after != NULL ? w->after : "");
    }
}

static void tables(void **state)
{
    (void)state;
    size_t n_wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_rules rules;
        pl_error err;
        pl_segments found = {0};
        pl_str text = {0};
        if (pl_rules_load(&rules, cases[i].rules, &err) < 0)
            fail_msg("%s", err.text);
        pl_segmenter s = pl_segmenter_of(&rules);
        s.cut(s.context, cases[i].text, strlen(cases[i].text), &found);
        show(cases[i].text, &found, &text);
        if (strcmp(pl_str_text(&text), cases[i].want) != 0) {
            print_error("%s: %s\n  found  %s\n  wanted %s\n", cases[i].rules,
                        cases[i].text, pl_str_text(&text), cases[i].want);
            n_wrong++;
        }
        if (found.n > 0)
            assert_true(found.at[found.n - 1].last);
        PL_VEC_RELEASE(&found);
        pl_str_release(&text);
        pl_rules_release(&rules);
    }
    assert_int_equal(n_wrong, 0);
}

/* Lines as sentences, whatever they look like. */
static void one_per_line(void **state)
{
    (void)state;
    static const char text[] = "He left. It rained,\nof course. \n\n she\tsaid\r\nNo";
    pl_rules rules;
    pl_error err;
    pl_segments found = {0};
    pl_str shown = {0};
    assert_int_equal(pl_rules_load(&rules, "en", &err), 0);
    pl_segmenter s = pl_line_segmenter_of(&rules);
    s.cut(s.context, text, strlen(text), &found);
    show(text, &found, &shown);
    assert_string_equal(shown.at, "He left . It rained , | of course . | she said | No");
    PL_VEC_RELEASE(&found);
    pl_str_release(&shown);
    pl_rules_release(&rules);
}

/* Random text from what makes tokenizers stumble. */
static void random_text(pl_rng *rng, pl_str *out)
{
    static const char *const bits[] = {
        "a",      "B",      "word",       "Mr.",    "1",      "23",  ".",      ",",
        "-",      "'",      "\u2019",     "s",      "n't",    "/",   "://",    "www",
        "@",      "#",      "\"",         "(",      ")",      "...", "?",      "!",
        " ",      "  ",     "\n",         "$",      "%",      "inn", "\u00e9", "\u0301",
        "\u00df", "\u4e2d", "\U0001f600", "\u201c", "\u201d", "&",   "_",      "*",
        "<",      ">",      "http://",    ".com",   ":-)",    "|",   "\u200b", "\ufffd",
        "\t",     "z.B.",   "27."};
    size_t n = pl_rng_below(rng, 30);
    for (size_t i = 0; i < n; i++)
        pl_str_puts(out, bits[pl_rng_below(rng, sizeof bits / sizeof *bits)]);
}

/* Every character is in exactly one token or is white space; tokens are whole characters
 * and have no white space inside. */
static void check_cover(const char *text, size_t n, const pl_spans *spans)
{
    size_t at = 0, length;
    for (size_t i = 0; i <= spans->n; i++) {
        size_t next = i < spans->n ? spans->at[i].begin : n;
        assert_true(next >= at);
        for (; at < next; at += length)
            assert_true(pl_kind_at(text, at, n, &length) & PL_SPACE);
        assert_int_equal(at, next);
        if (i == spans->n)
            break;
        assert_true(spans->at[i].end > at);
        for (; at < spans->at[i].end; at += length)
            assert_false(pl_kind_at(text, at, n, &length) & PL_SPACE);
        assert_int_equal(at, spans->at[i].end);
    }
}

/* Both segmenters give all tokens, and end a sentence with the last. */
static void check_segments(const pl_rules *rules, const pl_str *text, const pl_spans *spans)
{
    pl_segmenter segmenters[] = {pl_segmenter_of(rules), pl_line_segmenter_of(rules)};
    for (int k = 0; k < 2; k++) {
        pl_segments found = {0};
        segmenters[k].cut(rules, pl_str_text(text), text->n, &found);
        assert_int_equal(found.n, spans->n);
        for (size_t i = 0; i < found.n; i++)
            assert_int_equal(found.at[i].begin, spans->at[i].begin);
        assert_true(found.n == 0 || found.at[found.n - 1].last);
        PL_VEC_RELEASE(&found);
    }
}

static void properties(void **state)
{
    (void)state;
    static const char *const names[] = {"generic", "en", "craft",  "nl",
                                        "de",      "is", "icepahc"};
    pl_rng rng = {11};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        pl_rules rules;
        pl_error err;
        assert_int_equal(pl_rules_load(&rules, names[k], &err), 0);
        for (int i = 0; i < 1500; i++) {
            pl_str text = {0};
            pl_spans spans = {0};
            random_text(&rng, &text);
            assert_true(pl_utf8_invalid(pl_str_text(&text), text.n) == PL_UTF8_OK);
            pl_tokenize(&rules, pl_str_text(&text), text.n, &spans);
            check_cover(pl_str_text(&text), text.n, &spans);
            check_segments(&rules, &text, &spans);
            PL_VEC_RELEASE(&spans);
            pl_str_release(&text);
        }
        pl_rules_release(&rules);
    }
}

/* Text without any white space is cut and stays linear. */
static void long_chunk(void **state)
{
    (void)state;
    static const char *const fills[] = {"a",  "a-", "http://", "a@",
                                        "1-", "((", "\u00e9",  "a."};
    pl_rules rules;
    pl_error err;
    assert_int_equal(pl_rules_load(&rules, "en", &err), 0);
    for (size_t k = 0; k < sizeof fills / sizeof *fills; k++) {
        pl_str text = {0};
        pl_spans spans = {0};
        while (text.n < 20000)
            pl_str_puts(&text, fills[k]);
        pl_tokenize(&rules, text.at, text.n, &spans);
        check_cover(text.at, text.n, &spans);
        assert_true(spans.n >= 9);
        PL_VEC_RELEASE(&spans);
        pl_str_release(&text);
    }
    pl_rules_release(&rules);
}

/* Words of plain letters take a short way, unless the rules have tokens that begin with a
 * letter: such rules must cut every text in the same way. */
static void short_way(void **state)
{
    (void)state;
    static const char *const names[] = {"nl", "en", "de", "generic", "icepahc"};
    static const char *const pieces[] = {
        "a",   "Dog", "can", "not", "n't", "'s",  " ",     " ",     ",",  ";",
        "!",   "?",   "(",   ")",   "\"",  ".",   "-",     "/",     ":",  "'",
        "5",   "km",  "www", "com", "@",   "_",   "\u00e9", "\u2019", "etc", "inn",
        "U.S", "z.B", "&",   "*",   "#",   "\n", "http://", "\u0301", "dr", "prof"};
    enum { N_PIECES = sizeof pieces / sizeof *pieces, N_TEXTS = 4000, LENGTH = 12 };
    pl_rng rng = {11};
    pl_str text = {0};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        pl_rules shorter = {0}, plain = {0};
        pl_spans a = {0}, b = {0};
        pl_error err;
        assert_int_equal(pl_rules_load(&shorter, names[k], &err), 0);
        pl_str_clear(&text);
        pl_str_printf(&text, "include %s\ntokens", names[k]);
        for (int c = 'a'; c <= 'z'; c++)
            pl_str_printf(&text, " %c@@@ %c@@@", c, c - 'a' + 'A');
        pl_str_putc(&text, '\n');
        assert_int_equal(pl_rules_parse(&plain, "test", text.at, &err), 0);
        for (int i = 0; i < N_TEXTS; i++) {
            pl_str_clear(&text);
            for (uint32_t n = pl_rng_below(&rng, LENGTH); n > 0; n--)
                pl_str_puts(&text, pieces[pl_rng_below(&rng, N_PIECES)]);
            a.n = b.n = 0;
            pl_tokenize(&shorter, pl_str_text(&text), text.n, &a);
            pl_tokenize(&plain, pl_str_text(&text), text.n, &b);
            assert_int_equal(a.n, b.n);
            for (size_t s = 0; s < a.n; s++)
                if (a.at[s].begin != b.at[s].begin || a.at[s].end != b.at[s].end ||
                    a.at[s].flags != b.at[s].flags)
                    fail_msg("%s: %s", names[k], text.at);
        }
        PL_VEC_RELEASE(&a, &b);
        pl_rules_release(&shorter);
        pl_rules_release(&plain);
    }
    pl_str_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),
        cmocka_unit_test(one_per_line),
        cmocka_unit_test(properties),
        cmocka_unit_test(short_way), cmocka_unit_test(long_chunk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
