/* LaTeX: special characters escaped, environments and braces balanced. */
#include "format/reader.h"
#include "draw/draw.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void draw_into(pl_str *s, const pl_tree *t)
{
    pl_error err;
    pl_out *out = pl_out_memory(s);
    if (pl_draw(t, &(pl_draw_options){.format = PL_DRAW_LATEX}, out, &err) < 0)
        fail_msg("%s", err.text);
    assert_int_equal(pl_out_close(out, &err), 0);
}

static pl_tree *two_words(pl_arena *m, const char *first, const char *label)
{
    pl_tree *t = pl_tree_new(m, 2);
    t->root = pl_tree_add(t, label);
    t->tokens[0].word = first;
    t->tokens[1].word = "b";
    for (uint32_t i = 0; i < 2; i++) {
        t->nodes[i].label = "T";
        pl_tree_append(t, t->root, i);
    }
    pl_tree_order(t);
    return t;
}

static void escapes(void **unused)
{
    (void)unused;
    static const struct {
        const char *word, *latex;
    } cases[] = {
        {"50%", " {50\\%};"},
        {"a_b", " {a\\_b};"},
        {"#1&2$", " {\\#1\\&2\\$};"},
        {"{x}", " {\\{x\\}};"},
        {"\\", " {\\textbackslash{}};"},
        {"a^b~c", " {a\\textasciicircum{}b\\textasciitilde{}c};"},
        {"``", " {\\textasciigrave{}\\textasciigrave{}};"},
        {"''", " {'{}'{}};"},
        {"--", " {-{}-{}};"},
        {"<>", " {\\textless{}\\textgreater{}};"},
        {"?`", " {?{}\\textasciigrave{}};"},
        {"Ærø", " {Ærø};"},
        {"a\nb", " {a␊b};"},
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_str s = {0};
        draw_into(&s, two_words(&m, cases[i].word, "S"));
        if (strstr(s.at, cases[i].latex) == NULL)
            fail_msg("%s should become%s in\n%s", cases[i].word, cases[i].latex, s.at);
        pl_str_clear(&s);
        draw_into(&s, two_words(&m, "a", cases[i].word)); /* labels likewise */
        assert_non_null(strstr(s.at, cases[i].latex));
        pl_str_release(&s);
    }
    pl_arena_release(&m);
}

static int count(const char *text, const char *what)
{
    int n = 0;
    for (; (text = strstr(text, what)) != NULL; text++)
        n++;
    return n;
}

static void balanced(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {8};
    for (int round = 0; round < 100; round++) {
        pl_arena_reset(&m);
        pl_str s = {0};
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 12));
        draw_into(&s, t);
        int depth = 0;
        for (const char *c = s.at; *c != '\0'; c++) {
            if (*c == '\\' && strchr("{}%$&#_\\", c[1]) != NULL) {
                c++;
                continue;
            }
            if (*c == '%') /* a comment */
                c += strcspn(c, "\n");
            depth += *c == '{' ? 1 : *c == '}' ? -1 : 0;
            assert_true(depth >= 0);
        }
        assert_int_equal(depth, 0);
        assert_int_equal(count(s.at, "\\begin{"), count(s.at, "\\end{"));
        assert_int_equal(count(s.at, "\\node"), t->n_nodes + t->n_tokens);
        pl_str_release(&s);
    }
    pl_arena_release(&m);
}

/* Reads a document as TeX does: everything that is not a letter comes from the drawing, or it
 * is escaped. Commands that text from outside would need to do anything are not among those
 * that a drawing writes. */
static void read_as_tex(const char *s)
{
    static const char *const commands[] = {"begin",
                                           "end",
                                           "node",
                                           "path",
                                           "textbackslash",
                                           "textasciicircum",
                                           "textasciitilde",
                                           "textasciigrave",
                                           "textless",
                                           "textgreater",
                                           "textquotedbl",
                                           "textbar",
                                           "%",
                                           "$",
                                           "&",
                                           "#",
                                           "_",
                                           "{",
                                           "}"};
    s = strstr(s, "\\begin{document}\n") + strlen("\\begin{document}\n");
    while (*s != '\0') {
        unsigned char c = (unsigned char)*s++;
        assert_true(c == '\n' || (c >= 0x20 && c != 0x7f));
        assert_null(strchr("$&#_~^`\"|<>", c));
        if (c == '%')
            s += strcspn(s, "\n"); /* a comment: TeX looks at nothing in it */
        if (c != '\\')
            continue;
        size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"),
               i = 0;
        n = n == 0 ? 1 : n;
        while (i < sizeof commands / sizeof *commands &&
               (strlen(commands[i]) != n || strncmp(commands[i], s, n) != 0))
            i++;
        if (i == sizeof commands / sizeof *commands)
            fail_msg("\\%.*s is not ours", (int)n, s);
        s += n;
        if (i < 2) /* begin, end */
            assert_true(strncmp(s, "{tikzpicture}", 13) == 0 ||
                        strcmp(s, "{document}\n") == 0);
    }
}

/* Whatever stands in words, labels, functions and ids, it stays text. */
static void nothing_acts(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "1\n\\input{x}",      "1\r\\input{x}",
        "%\n\\end{document}", "^^M\\write18{ls}",
        "^^0a\\input{x}",     "\f\v\\x",
        "}\\input{x}{",       "a\xe2\x80\xa8\\input{x}",
        "\xc2\x85\\input{x}", "$\\x$&#_~`\"|<>",
        "\x1b\x01\x7f",       "\\catcode`\\%=12",
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int arcs = 0; arcs < 2; arcs++) {
            pl_str s = {0};
            pl_tree *t = two_words(&m, texts[i], texts[i]);
            t->id = t->nodes[0].func = t->nodes[1].label = texts[i];
            t->has_deps = arcs;
            t->tokens[0].head = PL_ROOT_HEAD;
            t->tokens[1].head = 0;
            t->tokens[0].deprel = t->tokens[1].deprel = texts[i];
            t->root = arcs ? PL_NONE : t->root;
            draw_into(&s, t);
            read_as_tex(s.at);
            pl_str_release(&s);
        }
    pl_arena_release(&m);
}

/* Where a LaTeX is installed, it compiles one document with all that is special. */
static void compiles(void **unused)
{
    (void)unused;
    if (system("kpsewhich standalone.cls tikz.sty iftex.sty >/dev/null 2>&1") != 0 ||
        system("command -v pdflatex >/dev/null 2>&1") != 0) {
        print_message("no LaTeX with standalone and TikZ: not compiled\n");
        return;
    }
    pl_arena m = {0};
    pl_error err;
    pl_tree *t = two_words(&m, "50%_&#{}\\^~`'-,<>\"|!?$", "S$_%&");
    t->has_deps = true;
    t->tokens[0].head = PL_ROOT_HEAD;
    t->tokens[1].head = 0;
    t->tokens[0].deprel = "root";
    t->tokens[1].deprel = "obl:x_y";
    t->id = "id_%$";
    char folder[] = "/tmp/pleach-latex-XXXXXX", command[200], path[200];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.tex", folder);
    pl_out *out = pl_out_open(path, &err);
    assert_non_null(out);
    pl_drawing *d = pl_drawing_new(out, &(pl_draw_options){.format = PL_DRAW_LATEX});
    assert_int_equal(pl_drawing_add(d, t, NULL, &err), 0);
    t->root = PL_NONE;
    assert_int_equal(pl_drawing_add(d, t, NULL, &err), 0);
    pl_drawing_end(d, &err);
    assert_int_equal(pl_out_close(out, &err), 0);
    snprintf(
        command, sizeof command,
        "cd %s && pdflatex -interaction=batchmode -halt-on-error t.tex >/dev/null 2>&1",
        folder);
    int status = system(command);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0)
        print_message("%s was left behind\n", folder);
    assert_int_equal(status, 0);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes),
        cmocka_unit_test(balanced),
        cmocka_unit_test(nothing_acts),
        cmocka_unit_test(compiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
