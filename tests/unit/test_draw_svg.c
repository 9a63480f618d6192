/* SVG and HTML: well-formed, complete, escaped; crossings are gaps. */
#include "format/reader.h"
#include "draw/draw.h"
#include "unit_text.h"

#include <expat.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const example = "(ROOT (SMAIN (PPART (NP (VNW 0=Dat) (N 1=werkwoord)) "
                                   "(VNW 4=zelf) (WW 5=uitgevonden)) "
                                   "(WW 2=had) (VNW 3=ze)) (LET 6=.))";

/* What an XML parser sees of a picture. */
typedef struct seen {
    pl_str texts; /* contents of <text>, one per line */
    int n_svg, n_paths, n_texts, n_titles, n_descs, n_sections;
    bool in_text;
    double width, height;  /* of the last svg */
    double lines[4000][4]; /* upright and level lines, straight parts only */
    int n_lines;
} seen;

static const char *attribute(const XML_Char **attributes, const char *name)
{
    for (; *attributes != NULL; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* The straight parts of M x y L x y Q x y x y C x y x y x y … */
static void read_path(seen *s, const char *d)
{
    double x = 0, y = 0;
    while (*d != '\0') {
        char command = *d++, *end;
        double p[6] = {0};
        int n = command == 'C' ? 6 : command == 'Q' ? 4 : 2;
        assert_true(strchr("MLQC", command) != NULL);
        for (int i = 0; i < n; i++, d = end) {
            p[i] = strtod(d, &end);
            assert_true(end != d);
        }
        if (command == 'L') {
            assert_true(s->n_lines < 4000);
            assert_true(p[0] == x || p[1] == y);
            double *line = s->lines[s->n_lines++];
            line[0] = fmin(x, p[0]);
            line[1] = fmin(y, p[1]);
            line[2] = fmax(x, p[0]);
            line[3] = fmax(y, p[1]);
        }
        x = p[n - 2];
        y = p[n - 1];
    }
}

static void start(void *data, const XML_Char *name, const XML_Char **attributes)
{
    seen *s = data;
    s->in_text = strcmp(name, "text") == 0;
    s->n_texts += s->in_text;
    s->n_sections += strcmp(name, "section") == 0;
    s->n_titles += strcmp(name, "title") == 0;
    s->n_descs += strcmp(name, "desc") == 0;
    if (strcmp(name, "path") == 0) {
        s->n_paths++;
        read_path(s, attribute(attributes, "d"));
    }
    if (strcmp(name, "svg") == 0) {
        s->n_svg++;
        s->width = strtod(attribute(attributes, "width"), NULL);
        s->height = strtod(attribute(attributes, "height"), NULL);
    }
    if (s->in_text) {
        double x = strtod(attribute(attributes, "x"), NULL);
        double y = strtod(attribute(attributes, "y"), NULL);
        assert_true(x >= 0 && x <= s->width && y > -20 && y <= s->height);
    }
}

static void characters(void *data, const XML_Char *text, int n)
{
    seen *s = data;
    if (s->in_text)
        pl_str_put(&s->texts, text, (size_t)n);
}

static void stop(void *data, const XML_Char *name)
{
    seen *s = data;
    if (strcmp(name, "text") == 0)
        pl_str_putc(&s->texts, '\n');
    s->in_text = false;
}

/* Draws and parses; the drawn text is in `out`. */
static void look(seen *s, const pl_tree *t, const pl_tree *other,
                 const pl_draw_options *o, pl_str *out)
{
    pl_error err;
    memset(s, 0, sizeof *s);
    pl_str_clear(out);
    pl_out *stream = pl_out_memory(out);
    int got = other != NULL ? pl_draw_compare(t, other, o, stream, &err)
                            : pl_draw(t, o, stream, &err);
    if (got < 0)
        fail_msg("%s", err.text);
    pl_out_close(stream, NULL);
    XML_Parser p = XML_ParserCreate("UTF-8");
    XML_SetUserData(p, s);
    XML_SetElementHandler(p, start, stop);
    XML_SetCharacterDataHandler(p, characters);
    if (XML_Parse(p, out->at, (int)out->n, 1) != XML_STATUS_OK)
        fail_msg("line %lu: %s\n%s", XML_GetCurrentLineNumber(p),
                 XML_ErrorString(XML_GetErrorCode(p)), out->at);
    XML_ParserFree(p);
}

static void everything_is_there(void **unused)
{
    (void)unused;
    static seen s;
    pl_arena m = {0};
    pl_str out = {0};
    look(&s, tree_of(&m, example), NULL, &(pl_draw_options){.format = PL_DRAW_SVG}, &out);
    assert_int_equal(s.n_svg, 1);
    assert_int_equal(s.n_titles, 1);
    assert_int_equal(s.n_descs, 1);
    assert_int_equal(s.n_texts, 7 + 7 + 4);
    static const char *const texts[] = {"ROOT\n", "SMAIN\n", "PPART\n",       "NP\n",
                                        "VNW\n",  "Dat\n",   "uitgevonden\n", ".\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_non_null(strstr(s.texts.at, texts[i]));
    assert_non_null(
        strstr(out.at, "<title>Dat werkwoord had ze zelf uitgevonden .</title>"));
    assert_non_null(strstr(out.at, "(PPART (NP (VNW 0=Dat)"));
    assert_non_null(strstr(out.at, "class=\"n d1\"")); /* PPART is coloured */
    pl_str_release(&s.texts);
    pl_str_release(&out);
    pl_arena_release(&m);
}

/* A dashed curve with its label inside the picture, wherever its ends are; functions stand
 * on the lines. */
static void functions_and_secondary_edges(void **unused)
{
    (void)unused;
    static seen s;
    pl_arena m = {0};
    pl_str out = {0};
    pl_tree *t = tree_of(&m, example);
    for (uint32_t v = 0; v < t->n_nodes; v++)
        t->nodes[v].func = v % 2 == 0 ? "SB" : NULL;
    size_t n = 0;
    for (uint32_t parent = t->n_tokens; parent < t->n_nodes; parent++)
        for (uint32_t child = 0; child < t->n_nodes; child += 2, n++)
            pl_tree_add_edge(t, child, parent, n % 2 == 0 ? "<OA>" : NULL);
    look(&s, t, NULL, &(pl_draw_options){.format = PL_DRAW_SVG, .functions = true}, &out);
    size_t curves = 0, labels = 0, functions = 0;
    for (const char *at = out.at; (at = strstr(at, "<path class=\"e\" d=\"M")); at++)
        curves++;
    for (const char *at = out.at; (at = strstr(at, "<text class=\"f e\"")); at++)
        labels++;
    for (const char *at = out.at; (at = strstr(at, "<text class=\"f\"")); at++)
        functions++;
    assert_int_equal(curves, n);
    assert_int_equal(labels, (n + 1) / 2);
    assert_int_equal(functions, (t->n_nodes + 1) / 2 - (t->root % 2 == 0));
    assert_non_null(strstr(out.at, "&lt;OA&gt;"));
    pl_str_release(&s.texts);
    pl_str_release(&out);
    pl_arena_release(&m);
}

/* Hebrew and Arabic begin on the right; a foreign word does not change that. */
static void right_to_left(void **unused)
{
    (void)unused;
    static const struct {
        const char *tree;
        bool leftward;
    } cases[] = {
        {"(S (N 0=ילד) (V 1=אכל) ($. 2=.))", true},
        {"(S (N 0=ولد) (NE 1=Linux) (ADJ 2=صغير))", true},
        {"(S (N 0=boy) (V 1=eats) (X 2=תפוח))", false},
        {"(S ($. 0=.) ($. 1=.))", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static seen s;
        pl_arena m = {0};
        pl_str out = {0};
        double x[2] = {0};
        look(&s, tree_of(&m, cases[i].tree), NULL,
             &(pl_draw_options){.format = PL_DRAW_SVG}, &out);
        const char *at = out.at;
        for (int k = 0; k < 2; k++) {
            at = strstr(at, "<text class=\"w\" x=\"");
            assert_non_null(at);
            at += strlen("<text class=\"w\" x=\"");
            x[k] = strtod(at, NULL);
        }
        assert_int_equal(x[0] > x[1], cases[i].leftward);
        pl_str_release(&s.texts);
        pl_str_release(&out);
        pl_arena_release(&m);
    }
}

/* No upright line touches the inside of a level one: where they cross there is a gap. */
static void crossings_are_gaps(void **unused)
{
    (void)unused;
    static seen s;
    pl_arena m = {0};
    pl_str out = {0};
    pl_rng rng = {17};
    for (int round = 0; round < 200; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 12));
        look(&s, t, NULL, &(pl_draw_options){.format = PL_DRAW_SVG}, &out);
        for (int i = 0; i < s.n_lines; i++)
            for (int j = 0; j < s.n_lines; j++) {
                const double *level = s.lines[i], *upright = s.lines[j];
                bool across = level[1] == level[3] && upright[0] == upright[2] &&
                              upright[0] > level[0] && upright[0] < level[2] &&
                              upright[1] < level[1] && upright[3] > level[1];
                assert_false(across);
            }
        assert_int_equal(s.n_texts, t->n_tokens + t->n_nodes);
        pl_str_release(&s.texts);
    }
    pl_str_release(&out);
    pl_arena_release(&m);
}

static void text_is_escaped(void **unused)
{
    (void)unused;
    static seen s;
    pl_arena m = {0};
    pl_str out = {0};
    pl_tree *t = tree_of(&m, "(S<&> (A\" 0=a) (B' 1=b))");
    t->tokens[0].word = "<script>&amp;\x01";
    t->tokens[1].word = "a b\xef\xbf\xbe";
    for (int format = 0; format < 2; format++) {
        pl_draw_options o = {.format = format ? PL_DRAW_HTML : PL_DRAW_SVG,
                             .title = "a<b>.dbr"};
        if (format == 0) {
            look(&s, t, NULL, &o, &out);
            assert_non_null(strstr(s.texts.at, "<script>&amp;␁\n"));
            assert_non_null(strstr(s.texts.at, "a b<U+FFFE>\n"));
            assert_non_null(strstr(s.texts.at, "S<&>\n"));
            pl_str_release(&s.texts);
        } else {
            pl_out *stream = pl_out_memory(&out);
            pl_str_clear(&out);
            assert_int_equal(pl_draw(t, &o, stream, NULL), 0);
            pl_out_close(stream, NULL);
            assert_non_null(strstr(out.at, "<title>a&lt;b&gt;.dbr</title>"));
            assert_null(strstr(out.at, "<script>&amp;"));
            assert_non_null(strstr(out.at, "data-labels=\"A&quot; B' S&lt;&amp;&gt;\""));
        }
    }
    pl_str_release(&out);
    pl_arena_release(&m);
}

static void pairs_and_marks(void **unused)
{
    (void)unused;
    static seen s;
    pl_arena m = {0};
    pl_str out = {0};
    pl_tree *a = tree_of(&m, "(S (NP (D 0=the) (N 1=dog)) (VP (V 2=barks) (A 3=now)))");
    pl_tree *b = tree_of(&m, "(S (XP (D 0=the) (N 1=dog)) (V 2=barks) (A 3=now))");
    look(&s, a, b, &(pl_draw_options){.format = PL_DRAW_SVG}, &out);
    assert_non_null(strstr(s.texts.at, "gold\n"));
    assert_non_null(strstr(s.texts.at, "candidate\n"));
    assert_non_null(strstr(out.at, "class=\"n m1\"")); /* VP is missing */
    assert_non_null(strstr(out.at, "class=\"n m3\"")); /* NP is XP */
    pl_str_release(&s.texts);
    pl_str_release(&out);
    pl_arena_release(&m);
}

static void dependency_arcs(void **unused)
{
    (void)unused;
    static seen s;
    pl_arena m = {0};
    pl_str out = {0};
    pl_rng rng = {4};
    for (int round = 0; round < 100; round++) {
        pl_arena_reset(&m);
        uint32_t n = 1 + pl_rng_below(&rng, 10);
        pl_tree *t = pl_tree_new(&m, n);
        t->has_deps = true;
        for (uint32_t i = 0; i < n; i++) {
            t->tokens[i].word = "word";
            t->tokens[i].deprel = "dep";
            t->tokens[i].head = i == 0 ? PL_ROOT_HEAD : pl_rng_below(&rng, i);
        }
        look(&s, t, NULL, &(pl_draw_options){.format = PL_DRAW_SVG}, &out);
        assert_int_equal(s.n_texts, 2 * n);
        assert_int_equal(s.n_svg, 1);
        pl_str_release(&s.texts);
    }
    pl_str_release(&out);
    pl_arena_release(&m);
}

static void several_pictures_in_one_file(void **unused)
{
    (void)unused;
    static const pl_draw_format formats[] = {PL_DRAW_SVG, PL_DRAW_HTML, PL_DRAW_TEXT};
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, example);
    t->id = "first one";
    for (size_t f = 0; f < 3; f++)
        for (int n = 0; n < 4; n++) {
            pl_error err;
            pl_str out = {0};
            pl_out *stream = pl_out_memory(&out);
            pl_drawing *d =
                pl_drawing_new(stream, &(pl_draw_options){.format = formats[f]});
            for (int i = 0; i < n; i++)
                assert_int_equal(pl_drawing_add(d, t, NULL, &err), 0);
            assert_int_equal(pl_drawing_end(d, &err), 0);
            pl_out_close(stream, NULL);
            int words = 0, ids = 0;
            for (const char *c = pl_str_text(&out); (c = strstr(c, ">werkwoord<")); c++)
                words++;
            for (const char *c = pl_str_text(&out); (c = strstr(c, "  first one")); c++)
                ids++;
            if (formats[f] != PL_DRAW_TEXT)
                assert_int_equal(words, n);
            assert_int_equal(ids, formats[f] == PL_DRAW_HTML || n > 1 ? n : 0);
            pl_str_release(&out);
        }
    pl_arena_release(&m);
}

static void huge_sentences_are_refused(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_str out = {0};
    pl_tree *t = pl_tree_new(&m, 20001);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        t->tokens[i].word = "w";
    pl_out *stream = pl_out_memory(&out);
    assert_int_equal(pl_draw(t, &(pl_draw_options){.format = PL_DRAW_SVG}, stream, &err),
                     -1);
    assert_non_null(strstr(err.text, "20001 words"));
    pl_out_close(stream, NULL);
    pl_str_release(&out);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_there),
        cmocka_unit_test(functions_and_secondary_edges),
        cmocka_unit_test(right_to_left),
        cmocka_unit_test(crossings_are_gaps),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(pairs_and_marks),
        cmocka_unit_test(dependency_arcs),
        cmocka_unit_test(several_pictures_in_one_file),
        cmocka_unit_test(huge_sentences_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
