/* Text pictures of dependency arcs: golden pictures, and pictures read back. */
#include "format/reader.h"
#include "draw/draw.h"
#include "draw_decode.h"

/* -- the decoder ------------------------------------------------------------------- */

/* A line ends at the word that is nearest to it. */
static uint32_t word_near(const run *words, size_t n, size_t column)
{
    size_t best = SIZE_MAX;
    uint32_t found = PL_NONE;
    for (size_t i = 0; i < n; i++) {
        size_t d = column < words[i].first  ? words[i].first - column
                   : column > words[i].last ? column - words[i].last
                                            : 0;
        if (d < best) {
            best = d;
            found = (uint32_t)i;
        }
    }
    return found;
}

static bool is_upright(const cell *c)
{
    return c->arms == (UP | DOWN);
}

/* From one end of a bar to the other; the label on the way. */
static size_t follow(pl_arena *m, const grid *g, size_t row, size_t column,
                     const char **label)
{
    bool right = (at(g, row, column)->arms & RIGHT) != 0;
    const char *first = NULL, *last = NULL;
    size_t bytes = 0;
    for (;;) {
        column += right ? 1 : (size_t)-1;
        const cell *c = at(g, row, column);
        assert_non_null(c->text);
        if (c->arms == 0) {
            first = first == NULL || c->text < first ? c->text : first;
            if (last == NULL || c->text >= last) {
                last = c->text;
                bytes = c->bytes;
            }
        } else if (!is_upright(c) && c->arms & DOWN) {
            assert_true(c->arms & (right ? LEFT : RIGHT));
            assert_false(c->arms & (right ? RIGHT : LEFT));
            *label = first == NULL
                         ? NULL
                         : pl_arena_strndup(m, first, (size_t)(last + bytes - first));
            return column;
        } else
            assert_true(is_upright(c) || c->arms == (LEFT | RIGHT));
    }
}

static void decode_arc(pl_arena *m, const grid *g, size_t arrows, size_t column,
                       const run *words, size_t n, pl_tree *t)
{
    pl_token *token = &t->tokens[word_near(words, n, column)];
    assert_int_equal(token->head, PL_NONE);
    size_t row = arrows - 1;
    while (is_upright(at(g, row, column)))
        row--;
    if (at(g, row, column)->arms == 0) {
        run *labels = PL_NEW_ARRAY(m, run, g->width);
        size_t n_labels = runs_of(m, g, row, labels);
        token->head = PL_ROOT_HEAD;
        for (size_t i = 0; i < n_labels; i++)
            if (labels[i].first <= column && column <= labels[i].last)
                token->deprel = labels[i].text;
        return;
    }
    size_t end = follow(m, g, row, column, &token->deprel);
    for (row++; row <= arrows; row++)
        assert_true(at(g, row, end)->arms & UP || at(g, row, end)->arms & DOWN);
    assert_true(is_upright(at(g, arrows, end)));
    token->head = word_near(words, n, end);
}

static pl_tree *decode(pl_arena *m, const char *picture, bool tags)
{
    grid g = read_grid(m, picture);
    size_t words_row = g.rows - (tags ? 2 : 1);
    run *words = PL_NEW_ARRAY(m, run, g.width);
    size_t n = runs_of(m, &g, words_row, words);
    pl_tree *t = pl_tree_new(m, (uint32_t)n);
    for (size_t i = 0; i < n; i++) {
        t->tokens[i].word = words[i].text;
        t->tokens[i].head = PL_NONE;
    }
    for (size_t c = 0; words_row > 0 && c < g.width; c++) {
        const cell *arrow = at(&g, words_row - 1, c);
        if (arrow->text != NULL && strncmp(arrow->text, "▼", 3) == 0)
            decode_arc(m, &g, words_row - 1, c, words, n, t);
    }
    return t;
}

/* -- reading back ------------------------------------------------------------------ */

static void reads_back(pl_arena *m, const pl_tree *t, bool tags)
{
    pl_str s = {0};
    draw_into(&s, t, &(pl_draw_options){.what = PL_DRAW_DEPENDENCIES});
    pl_tree *back = decode(m, s.at, tags);
    assert_int_equal(t->n_tokens, back->n_tokens);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const pl_token *a = &t->tokens[i], *b = &back->tokens[i];
        const char *la = a->deprel != NULL ? a->deprel : "";
        const char *lb = b->deprel != NULL ? b->deprel : "";
        if (a->head == PL_ROOT_HEAD && la[0] == '\0')
            la = "root";
        if (a->head != b->head || strcmp(la, lb) != 0)
            fail_msg("word %u: head %u, label %s; read back: head %u, label %s\n%s", i,
                     a->head, la, b->head, lb, s.at);
    }
    pl_str_release(&s);
}

static pl_tree *random_arcs(pl_arena *m, pl_rng *rng, uint32_t n)
{
    static const char *const labels[] = {"x", "nsubj", "a-very-long-label", NULL, "主語"};
    pl_tree *t = random_deps(m, rng, n, 8);
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = pl_rng_below(rng, 3) ? "w" : "eenlangwoord";
        t->tokens[i].deprel = labels[pl_rng_below(rng, 5)];
    }
    return t;
}

static void random_arcs_read_back(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {21};
    for (int round = 0; round < 1500; round++) {
        pl_arena_reset(&m);
        reads_back(&m, random_arcs(&m, &rng, 1 + pl_rng_below(&rng, 14)), false);
    }
    pl_arena_release(&m);
}

static void real_arcs_read_back(void **unused)
{
    (void)unused;
    static const struct {
        const char *path, *format;
    } files[] = {
        {"tests/data/danish.conllx", "conllx"},
        {"tests/data/dutch.conllx", "conllx"},
        {"tests/data/english.conllu", "conllu"},
        {"tests/data/german.conllu", "conllu"},
        {"dependency/danish-ddt/dev.conll.zst", "conllx"},
        {"dependency/dutch-alpino/dev.conll.zst", "conllx"},
        {"dependency/english-ewt/dev.conllu.zst", "conllu"},
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[1000];
        pl_error err;
        pl_tree *t;
        if (!treebank_path(path, files[i].path))
            continue;
        pl_reader *r = pl_reader_open(path, pl_format_find(files[i].format), NULL, &err);
        if (r == NULL)
            fail_msg("%s", err.text);
        for (int n = 0; n < 150 && pl_reader_next(r, &m, &t, &err) > 0; n++) {
            reads_back(&m, t, true);
            pl_arena_reset(&m);
        }
        pl_reader_close(r);
    }
    pl_arena_release(&m);
}

/* -- golden pictures ----------------------------------------------------------------- */

static const struct golden {
    const char *conll; /* word head label, one line each */
    pl_draw_options options;
    const char *picture;
} goldens[] = {
#include "draw_deps_golden.h"
};

static pl_tree *deps_of(pl_arena *m, const char *text)
{
    pl_error err;
    pl_str s = {0};
    pl_tree *t = NULL;
    char word[64], label[64];
    int n = 0, id = 0;
    unsigned head;
    for (; sscanf(text, "%63s %u %63s\n%n", word, &head, label, &n) == 3; text += n)
        pl_str_printf(&s, "%d\t%s\t_\t_\t_\t_\t%u\t%s\t_\t_\n", ++id, word, head, label);
    pl_str_putc(&s, '\n');
    pl_reader *r = pl_reader_new(pl_in_memory("test", s.at, s.n),
                                 pl_format_find("conllx"), NULL, &err);
    assert_non_null(r);
    if (pl_reader_next(r, m, &t, &err) != 1)
        fail_msg("%s", err.text);
    pl_reader_close(r);
    pl_str_release(&s);
    return t;
}

static void golden_pictures(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        pl_arena m = {0};
        check_picture(deps_of(&m, goldens[i].conll), &goldens[i].options,
                      goldens[i].picture);
        pl_arena_release(&m);
    }
}

/* A projective tree is drawn without any crossing, as its words' lines are ordered. */
static void projective_means_no_crossing(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_str s = {0};
    draw_into(&s,
              deps_of(&m, "She 2 nsubj\nsaw 0 root\nthe 4 det\ndog 2 obj\nthat 6 nsubj\n"
                          "barked 4 acl\n. 2 punct\n"),
              &(pl_draw_options){0});
    grid g = read_grid(&m, s.at);
    for (size_t row = 0; row < g.rows; row++)
        for (size_t c = 1; c < g.width; c++)
            if (is_upright(at(&g, row, c)))
                assert_false(at(&g, row, c - 1)->arms & RIGHT);
    pl_str_release(&s);
    pl_arena_release(&m);
}

static void long_sentences(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_str s = {0};
    pl_tree *t = pl_tree_new(&m, 10000);
    t->has_deps = true;
    for (uint32_t i = 0; i < 10000; i++) {
        t->tokens[i].word = "word";
        t->tokens[i].head = i == 0 ? PL_ROOT_HEAD : i - 1;
        t->tokens[i].deprel = "dep";
    }
    draw_into(&s, t, &(pl_draw_options){0});
    assert_true(s.n > 100000);
    for (uint32_t i = 2; i < 10000; i++)
        t->tokens[i].head = 0;
    pl_error err;
    pl_out *out = pl_out_memory(&s);
    assert_int_equal(pl_draw(t, NULL, out, &err), -1);
    assert_non_null(strstr(err.text, "too large for text"));
    pl_out_close(out, NULL);
    pl_str_release(&s);
    pl_arena_release(&m);
}

static void arc_differences(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_str s = {0};
    pl_error err;
    pl_tree *a = deps_of(&m, "a 2 x\nb 0 root\nc 2 y\n");
    pl_tree *b = deps_of(&m, "a 2 z\nb 0 root\nc 1 y\n");
    pl_out *out = pl_out_memory(&s);
    assert_int_equal(pl_draw_compare(a, b, NULL, out, &err), 0);
    pl_out_close(out, NULL);
    assert_non_null(strstr(s.at, "~x"));
    assert_non_null(strstr(s.at, "~z"));
    assert_non_null(strstr(s.at, "-y"));
    assert_non_null(strstr(s.at, "+y"));
    pl_str_release(&s);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_pictures),
        cmocka_unit_test(random_arcs_read_back),
        cmocka_unit_test(real_arcs_read_back),
        cmocka_unit_test(projective_means_no_crossing),
        cmocka_unit_test(long_sentences),
        cmocka_unit_test(arc_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
