/* HTML pages of many trees: the first are in the page, the others in pieces that hold what
 * they say. */
#include "draw/draw.h"
#include "unit_text.h"

#include <expat.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

static size_t count(const char *text, const char *what)
{
    size_t n = 0;
    for (; (text = strstr(text, what)) != NULL; text += strlen(what))
        n++;
    return n;
}

static int digit(char c)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* Appends what base64 from `from` on stands for, inflated. */
static void unpack(pl_str *out, const char *from)
{
    static unsigned char packed[1 << 20], plain[1 << 20];
    size_t n = 0;
    uint32_t bits = 0, n_bits = 0;
    for (; digit(*from) >= 0; from++) {
        bits = bits << 6 | (uint32_t)digit(*from);
        if ((n_bits += 6) >= 8)
            packed[n++] = (unsigned char)(bits >> (n_bits -= 8));
    }
    uLongf size = sizeof plain;
    assert_int_equal(uncompress(plain, &size, packed, (uLong)n), Z_OK);
    pl_str_put(out, (const char *)plain, size);
}

static void draw_page(pl_str *page, size_t n)
{
    pl_error err;
    pl_out *out = pl_out_memory(page);
    pl_drawing *d = pl_drawing_new(out, &(pl_draw_options){.format = PL_DRAW_HTML});
    for (size_t i = 1; i <= n; i++) {
        pl_arena m = {0};
        char tree[100];
        snprintf(tree, sizeof tree, "(S%zu (A 0=w%zu) (B&< 1=</script>\"\\))", i, i);
        assert_int_equal(pl_drawing_add(d, tree_of(&m, tree), NULL, &err), 0);
        pl_arena_release(&m);
    }
    assert_int_equal(pl_drawing_end(d, &err), 0);
    pl_out_close(out, NULL);
}

static void check_xml(const char *from, const char *to)
{
    XML_Parser p = XML_ParserCreate("UTF-8");
    assert_int_equal(XML_Parse(p, from, (int)(to - from), 1), XML_STATUS_OK);
    XML_ParserFree(p);
}

static void pieces(void **unused)
{
    (void)unused;
    static const size_t sizes[] = {0, 1, 49, 50, 51, 100, 101, 230};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = sizes[i], in_page = n < 50 ? n : 50;
        pl_str page = {0}, all = {0};
        draw_page(&page, n);
        assert_int_equal(count(page.at, "<section"), in_page);
        assert_int_equal(count(page.at, "class=\"piece\">"), (n - in_page + 49) / 50);
        assert_int_equal(count(page.at, "<noscript>"), n > 50);
        assert_null(strstr(page.at, "</script>\"")); /* of a word */
        check_xml(strstr(page.at, "<main>"), strstr(page.at, "</main>") + 7);
        const char *body = "<script type=\"text/plain\">";
        for (const char *at = page.at; (at = strstr(at, body)) != NULL;)
            unpack(&all, at += strlen(body));
        assert_int_equal(count(pl_str_text(&all), "<section"), n - in_page);
        for (size_t k = in_page + 1; k <= n; k++) {
            char text[100];
            snprintf(text, sizeof text, "<h2>%zu</h2>\n<p dir=\"auto\">w%zu &lt;/script",
                     k, k);
            assert_non_null(strstr(all.at, text));
            snprintf(text, sizeof text,
                     "[\"%zu\", \"w%zu \\u003c/script\\u003e\\\"\\\\\", \"A "
                     "B\\u0026\\u003c S%zu\", 0]",
                     k, k, k);
            assert_non_null(strstr(page.at, text));
        }
        pl_str_release(&page);
        pl_str_release(&all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
