/* Text pictures of constituent trees: golden pictures, and pictures read back. */
#include "format/reader.h"
#include "format/writer.h"
#include "draw/draw.h"
#include "draw_decode.h"
#include "unit_text.h"

/* -- the decoder ------------------------------------------------------------------- */

typedef struct decoder {
    grid g;
    bool ascii;
    run *labels; /* all of them, the terminals first; number = node */
    size_t n_labels, n_tokens;
    uint32_t *parent;
    bool *is_head;
} decoder;

/* The label on `row` that covers a column, or PL_NONE. */
static uint32_t label_at(const decoder *d, size_t row, size_t column)
{
    for (size_t i = 0; i < d->n_labels; i++)
        if (d->labels[i].row == row && d->labels[i].first <= column &&
            column <= d->labels[i].last)
            return (uint32_t)i;
    return PL_NONE;
}

static char ascii_at(const decoder *d, size_t row, size_t column)
{
    const cell *c = at(&d->g, row, column);
    return c->text != NULL && c->bytes == 1 ? c->text[0] : ' ';
}

static bool is_upright(const decoder *d, size_t row, size_t column)
{
    if (d->ascii)
        return strchr("|!", ascii_at(d, row, column)) != NULL;
    return (at(&d->g, row, column)->arms & ~(unsigned)HEAVY) == (UP | DOWN);
}

/* The column with the line that leads up from a label. */
static size_t line_above(const decoder *d, const run *r)
{
    size_t found = SIZE_MAX;
    for (size_t c = r->first; c <= r->last; c++)
        if (is_upright(d, r->row - 1, c))
            return c;
    for (size_t c = r->first; c <= r->last; c++) {
        if (d->ascii ? strchr("+.#", ascii_at(d, r->row - 1, c)) == NULL
                     : !(at(&d->g, r->row - 1, c)->arms & DOWN))
            continue;
        assert_true(found == SIZE_MAX);
        found = c;
    }
    assert_true(found != SIZE_MAX);
    return found;
}

/* Along a bar in one direction, over the lines that pass; the label above its stem. */
static uint32_t follow(const decoder *d, size_t row, size_t column, unsigned towards)
{
    unsigned back = towards == LEFT ? RIGHT : LEFT;
    for (;;) {
        const cell *c = at(&d->g, row, column);
        if (c->arms & UP && c->arms & (LEFT | RIGHT))
            return label_at(d, row - 1, column);
        if (!(c->arms & towards))
            return PL_NONE;
        do
            column += towards == LEFT ? (size_t)-1 : 1;
        while (is_upright(d, row, column));
        assert_true(at(&d->g, row, column)->arms & back);
    }
}

/* In ASCII the whole bar is what stands between two blanks. */
static uint32_t follow_ascii(const decoder *d, size_t row, size_t column)
{
    size_t first = column, last = column;
    for (size_t c = column; strchr("-+.'#^|!", ascii_at(d, row, c)) != NULL; c--) {
        if (!is_upright(d, row, c))
            first = c;
        if (c == 0)
            break;
    }
    for (size_t c = column; strchr("-+.'#^|!", ascii_at(d, row, c)) != NULL; c++)
        if (!is_upright(d, row, c))
            last = c;
    uint32_t found = PL_NONE;
    for (size_t c = first; c <= last; c++) {
        uint32_t label = label_at(d, row - 1, c);
        if (label == PL_NONE || is_upright(d, row, c))
            continue;
        assert_true(found == PL_NONE || found == label);
        found = label;
    }
    return found;
}

static uint32_t parent_of(const decoder *d, const run *r, bool *is_head)
{
    size_t row = r->row - 1, column = line_above(d, r);
    while (is_upright(d, row, column)) {
        *is_head = d->ascii ? ascii_at(d, row, column) == '!'
                            : (at(&d->g, row, column)->arms & HEAVY) != 0;
        uint32_t label = label_at(d, row - 1, column);
        if (label != PL_NONE)
            return label;
        assert_true(row >= 2 && is_upright(d, row - 1, column));
        row -= 2;
    }
    if (d->ascii) {
        *is_head = ascii_at(d, row, column) == '#';
        return follow_ascii(d, row, column);
    }
    *is_head = (at(&d->g, row, column)->arms & HEAVY) != 0;
    uint32_t left = follow(d, row, column, LEFT), right = follow(d, row, column, RIGHT);
    assert_true(left == PL_NONE || right == PL_NONE || left == right);
    return left != PL_NONE ? left : right;
}

/* A terminal's label is its tag; without a tag, a line reaches down to the word. */
static pl_tree *decode(pl_arena *m, const char *picture, bool tags, bool ascii)
{
    decoder d = {.g = read_grid(m, picture), .ascii = ascii};
    size_t room = d.g.rows * d.g.width + 1, words_row = d.g.rows - 1;
    run *words = PL_NEW_ARRAY(m, run, d.g.width);
    d.labels = PL_NEW_ARRAY(m, run, room);
    d.n_tokens = runs_of(m, &d.g, words_row, words);
    size_t n_tags = runs_of(m, &d.g, words_row - (tags ? 1 : 0), d.labels);
    assert_int_equal(n_tags, d.n_tokens);
    d.n_labels = d.n_tokens;
    for (size_t row = 0; row + (tags ? 2 : 1) < d.g.rows; row += 2) {
        size_t n = runs_of(m, &d.g, row, d.labels + d.n_labels), kept = d.n_labels;
        for (size_t i = d.n_labels; i < d.n_labels + n; i++)
            if (d.labels[i].first != d.labels[i].last ||
                !is_upright(&d, row, d.labels[i].first))
                d.labels[kept++] = d.labels[i];
        d.n_labels = kept;
    }
    pl_tree *t = pl_tree_new(m, (uint32_t)d.n_tokens);
    t->root = PL_NONE;
    for (size_t i = 0; i < d.n_labels; i++) {
        bool bare = i < d.n_tokens &&
                    (!tags || is_upright(&d, d.labels[i].row, d.labels[i].first));
        if (i < d.n_tokens) {
            t->tokens[i].word = words[i].text;
            t->nodes[i].label = bare ? NULL : d.labels[i].text;
        } else
            pl_tree_add(t, d.labels[i].text);
    }
    for (size_t i = 0; i < d.n_labels; i++) {
        bool is_head = false;
        if (d.labels[i].row == 0) {
            assert_int_equal(t->root, PL_NONE);
            t->root = (uint32_t)i;
            continue;
        }
        uint32_t parent = parent_of(&d, &d.labels[i], &is_head);
        assert_true(parent != PL_NONE);
        pl_tree_append(t, parent, (uint32_t)i);
        if (is_head)
            t->nodes[parent].head = (uint32_t)i;
    }
    pl_tree_order(t);
    return t;
}

/* -- reading back ------------------------------------------------------------------ */

static bool has_tags(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].label != NULL)
            return true;
    return false;
}

static bool same_heads(const pl_tree *a, const pl_tree *b)
{
    /* Head children are compared by where they begin: siblings begin at different words.
     */
    uint32_t v = a->root, w = b->root;
    for (; v != PL_NONE;
         v = pl_tree_preorder(a, a->root, v), w = pl_tree_preorder(b, b->root, w)) {
        uint32_t hv = a->nodes[v].head, hw = b->nodes[w].head;
        if ((hv == PL_NONE) != (hw == PL_NONE) ||
            (hv != PL_NONE && a->nodes[hv].low != b->nodes[hw].low))
            return false;
    }
    return true;
}

static void reads_back(pl_arena *m, const pl_tree *t, bool heads)
{
    for (int ascii = 0; ascii < 2; ascii++) {
        pl_draw_options o = {.ascii = ascii, .heads = heads};
        pl_str s = {0};
        char why[200];
        draw_into(&s, t, &o);
        pl_tree *back = decode(m, s.at, has_tags(t), ascii);
        if (!pl_tree_equal(t, back, false, why, sizeof why))
            fail_msg("%s\n%s", why, s.at);
        if (heads && !same_heads(t, back))
            fail_msg("heads differ\n%s", s.at);
        pl_str_release(&s);
    }
}

static void random_trees_read_back(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {11};
    for (int round = 0; round < 1500; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 14));
        if (round % 3 == 1)
            for (uint32_t i = 0; i < t->n_tokens; i++) {
                t->tokens[i].word = i % 2 ? "a" : "b";
                t->nodes[i].label = round % 2 ? "x" : NULL;
            }
        if (round % 5 == 1)
            for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
                t->nodes[v].label = "A-LONG-LABEL";
        for (uint32_t v = t->n_tokens; v < t->n_nodes && round % 2; v++)
            if (pl_rng_below(&rng, 3) > 0)
                t->nodes[v].head =
                    pl_rng_below(&rng, 2) ? t->nodes[v].first : t->nodes[v].last;
        reads_back(&m, t, round % 2);
    }
    pl_arena_release(&m);
}

/* Words made of wide characters, combining marks and symbols of two columns. */
static const char *random_word(pl_arena *m, pl_rng *rng, const char *const *alphabet,
                               uint32_t n_alphabet)
{
    pl_str s = {0};
    for (uint32_t n = 1 + pl_rng_below(rng, 5); n > 0; n--)
        pl_str_puts(&s, alphabet[pl_rng_below(rng, n_alphabet)]);
    const char *word = pl_arena_strdup(m, s.at);
    pl_str_release(&s);
    return word;
}

static void odd_characters_read_back(void **unused)
{
    (void)unused;
    static const char *const alphabet[] = {"a", "e\xcc\x81", "界", "ﾊ",
                                           "😀", "я",         "한", "#"};
    pl_arena m = {0};
    pl_rng rng = {31};
    for (int round = 0; round < 300; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 8));
        for (uint32_t i = 0; i < t->n_tokens; i++)
            t->tokens[i].word = random_word(&m, &rng, alphabet, 8);
        for (uint32_t v = 0; v < t->n_nodes; v++)
            if (pl_rng_below(&rng, 3) == 0)
                t->nodes[v].label = random_word(&m, &rng, alphabet, 7);
        reads_back(&m, t, false);
    }
    pl_arena_release(&m);
}

/* Characters that no picture can show well must at least do no harm, in any format. */
static void strange_characters_do_no_harm(void **unused)
{
    (void)unused;
    static const char *const alphabet[] = {
        "\xcc\x81", "\xe2\x80\x8b", "\t",           " ",  "\x7f", "│",
        "─",        "\xff",         "\xe2\x80\xae", "界", "a",    "",
    };
    pl_arena m = {0};
    pl_rng rng = {41};
    for (int round = 0; round < 200; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 6));
        t->has_deps = true;
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            t->tokens[i].word = random_word(&m, &rng, alphabet, 12);
            t->tokens[i].deprel = random_word(&m, &rng, alphabet, 12);
            t->tokens[i].head = i == 0 ? PL_ROOT_HEAD : pl_rng_below(&rng, i);
        }
        for (uint32_t v = 0; v < t->n_nodes; v++)
            t->nodes[v].label = random_word(&m, &rng, alphabet, 12);
        for (int format = 0; format < PL_DRAW_PNG; format++)
            for (int what = 0; what < 2; what++) {
                pl_str s = {0};
                draw_into(
                    &s, t,
                    &(pl_draw_options){.format = (pl_draw_format)format,
                                       .what = what ? PL_DRAW_DEPENDENCIES : PL_DRAW_AUTO,
                                       .color = true,
                                       .width = pl_rng_below(&rng, 12)});
                assert_true(s.n > 0);
                pl_str_release(&s);
            }
    }
    pl_arena_release(&m);
}

static void real_trees_read_back(void **unused)
{
    (void)unused;
    static const char *const files[] = {
        "tests/data/dutch-everyday.discbracket",
        "tests/data/german-everyday.discbracket",
        "tests/data/icelandic-everyday.discbracket",
        "tests/data/english.discbracket",
        "constituency/alpino/dev.discbracket.zst",
        "constituency/squoia-de/dev.discbracket.zst",
        "constituency/icepahc/dev.discbracket.zst",
        "constituency/craft/dev.discbracket.zst",
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[1000];
        pl_error err;
        pl_tree *t;
        if (!treebank_path(path, files[i]))
            continue;
        pl_reader *r = pl_reader_open(path, NULL, NULL, &err);
        if (r == NULL)
            fail_msg("%s", err.text);
        for (int n = 0; n < 150 && pl_reader_next(r, &m, &t, &err) > 0; n++) {
            reads_back(&m, t, false);
            pl_arena_reset(&m);
        }
        pl_reader_close(r);
    }
    pl_arena_release(&m);
}

/* -- golden pictures --------------------------------------------------------------- */

static const struct golden {
    const char *tree;
    pl_draw_options options;
    const char *picture;
} goldens[] = {
#include "draw_text_golden.h"
};

static void golden_pictures(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        pl_arena m = {0};
        check_picture(tree_of(&m, goldens[i].tree), &goldens[i].options,
                      goldens[i].picture);
        pl_arena_release(&m);
    }
}

static void functions_heads_and_marks(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(S (NP 0=a) (VP (V 1=b) (X 2=c)))");
    t->nodes[0].func = "SB";
    t->nodes[t->root].head = t->nodes[t->root].last;
    pl_str s = {0};
    draw_into(&s, t, &(pl_draw_options){.functions = true, .heads = true});
    assert_string_equal(s.at, "  S\n"
                              "┌─┴──┒\n"
                              "│    ┃\n"
                              "│    VP\n"
                              "│   ┌┴─┐\n"
                              "SB  │  │\n"
                              "NP  V  X\n"
                              "a   b  c\n");
    pl_str_release(&s);
    pl_arena_release(&m);
}

/* What stands below the words, and a tree that is wider for it. */
static void lemmas_and_morphology(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(S (N 0=Bücher) (V 1=liest))");
    t->nodes[0].lemma = "Buch";
    t->nodes[0].morph = "Acc.Pl.Neut";
    t->nodes[1].morph = "--";
    pl_str s = {0};
    draw_into(&s, t, &(pl_draw_options){.lemmas = true, .morph = true});
    assert_string_equal(s.at, "          S\n"
                              "     ┌────┴────┐\n"
                              "     N         V\n"
                              "   Bücher    liest\n"
                              "    Buch\n"
                              "Acc.Pl.Neut\n");
    pl_str_clear(&s);
    t->root = PL_NONE; /* words and tags alone */
    draw_into(&s, t, &(pl_draw_options){.lemmas = true});
    assert_string_equal(s.at, "Bücher  liest\n"
                              "  N       V\n"
                              " Buch\n");
    pl_str_release(&s);
    pl_arena_release(&m);
}

/* Punctuation at the root crosses lines, but that is not worth a colour. */
static void gaps_of_punctuation_have_no_color(void **unused)
{
    (void)unused;
    static const struct {
        const char *tree;
        bool colored;
    } cases[] = {
        {"(R (NP (N 0=a) (N 2=b)) (X 1=c))", true},
        {"(R (NP (N 0=a) (N 2=b)) ($, 1=,))", false},
        {"(R (NP (N 0=a) (N 4=b)) ($, 1=,) (X 2=c) ($, 3=,))", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_arena m = {0};
        pl_str s = {0};
        const pl_tree *t = tree_of(&m, cases[i].tree);
        draw_into(&s, t, &(pl_draw_options){.color = true});
        assert_int_equal(strstr(s.at, "\33[36m") != NULL, cases[i].colored);
        pl_str_clear(&s);
        draw_into(&s, t, &(pl_draw_options){.color = true, .indented = true});
        assert_int_equal(strstr(s.at, "\33[36m") != NULL, cases[i].colored);
        pl_str_clear(&s);
        draw_into(&s, t, &(pl_draw_options){.format = PL_DRAW_HTML});
        assert_int_equal(strstr(s.at, "data-crossing=") != NULL, cases[i].colored);
        pl_str_release(&s);
        pl_arena_release(&m);
    }
}

/* Takes the labels that panels repeat, which stand in brackets, out of a drawing. */
static void drop_repeated(char *text)
{
    bool inside = false;
    for (; *text != '\0'; text++) {
        inside |= *text == '(';
        bool last = *text == ')';
        *text = inside ? ' ' : *text;
        inside &= !last;
    }
}

/* Panels put side by side are the whole picture again. */
static void panels_are_cuts_of_the_picture(void **unused)
{
    (void)unused;
    int n_repeated = 0;
    pl_arena m = {0};
    pl_rng rng = {5};
    for (int round = 0; round < 100; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 20);
        pl_str whole = {0}, panels = {0};
        draw_into(&whole, t, &(pl_draw_options){.ascii = true});
        draw_into(&panels, t, &(pl_draw_options){.ascii = true, .width = 30});
        n_repeated += strchr(panels.at, '(') != NULL;
        drop_repeated(panels.at);
        grid g = read_grid(&m, whole.at), p = read_grid(&m, panels.at);
        size_t n_panels = p.rows / g.rows + 1, left = 0, right = 0;
        assert_true(p.rows <=
                    n_panels * (g.rows + 1)); /* empty rows on top are left out */
        assert_true(panels.at[0] != '\n');
        for (size_t i = 0; i < g.rows * g.width; i++)
            left += g.cells[i].text != NULL;
        for (size_t i = 0; i < p.rows * p.width; i++)
            right += p.cells[i].text != NULL;
        assert_int_equal(left, right);
        for (const char *line = panels.at; *line != '\0'; line += strcspn(line, "\n") + 1)
            assert_true(strcspn(line, "\n") <= 30);
        pl_str_release(&whole);
        pl_str_release(&panels);
    }
    assert_int_equal(n_repeated, 100);
    pl_arena_release(&m);
}

static void colors_change_nothing_else(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {9};
    pl_str plain = {0}, color = {0}, stripped = {0};
    pl_tree *t = random_tree(&m, &rng, 12);
    draw_into(&plain, t, &(pl_draw_options){0});
    draw_into(&color, t, &(pl_draw_options){.color = true});
    assert_null(strchr(plain.at, '\33'));
    assert_non_null(strchr(color.at, '\33'));
    for (const char *c = color.at; *c != '\0'; c++)
        if (*c == '\33')
            c += strcspn(c, "m");
        else
            pl_str_putc(&stripped, *c);
    assert_string_equal(stripped.at, plain.at);
    pl_str_release(&plain);
    pl_str_release(&color);
    pl_str_release(&stripped);
    pl_arena_release(&m);
}

static void long_and_deep_trees(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_str s = {0};
    pl_tree *t = pl_tree_new(&m, 10000);
    t->root = pl_tree_add(t, "S");
    for (uint32_t i = 0; i < 10000; i++) {
        t->tokens[i].word = "word";
        t->nodes[i].label = "T";
    }
    for (uint32_t i = 0; i < 10000; i += 4) { /* pairs of words across each other */
        uint32_t a = pl_tree_add(t, "A"), b = pl_tree_add(t, "B");
        for (uint32_t j = 0; j < 4; j++)
            pl_tree_append(t, j % 2 ? a : b, i + j);
        pl_tree_append(t, t->root, a);
        pl_tree_append(t, t->root, b);
    }
    pl_tree_order(t);
    draw_into(&s, t, &(pl_draw_options){0});
    assert_true(s.n > 100000);
    pl_str_clear(&s);
    t = pl_tree_new(&m, 1);
    t->tokens[0].word = "x";
    t->root = 0;
    for (int i = 0; i < 1000; i++)
        t->root = pl_tree_insert_above(t, t->root, "X");
    pl_tree_order(t);
    reads_back(&m, t, false);
    pl_str_release(&s);
    pl_arena_release(&m);
}

static void too_large_is_refused(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_str s = {0};
    pl_tree *t = pl_tree_new(&m, 20000);
    for (uint32_t i = 0; i < 20000; i++)
        t->tokens[i].word = "word";
    t->root = 0;
    for (uint32_t i = 1; i < 3000; i++) {
        t->root = pl_tree_insert_above(t, t->root, "X");
        pl_tree_append(t, t->root, i);
    }
    for (uint32_t i = 3000; i < 20000; i++)
        pl_tree_append(t, t->root, i);
    pl_tree_order(t);
    pl_out *out = pl_out_memory(&s);
    assert_int_equal(pl_draw(t, &(pl_draw_options){0}, out, &err), -1);
    assert_non_null(strstr(err.text, "too large for text"));
    pl_out_close(out, NULL);
    pl_str_release(&s);
    pl_arena_release(&m);
}

/* -- comparing --------------------------------------------------------------------- */

static void differences_are_marked(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_str s = {0};
    pl_tree *gold =
        tree_of(&m, "(S (NP (DT 0=the) (N 1=dog)) (VP (V 2=barks) (ADV 3=now)))");
    pl_tree *other = tree_of(&m, "(S (XP (DT 0=the) (N 1=dog)) (V 2=barks) (NN 3=now))");
    uint8_t a[10], b[10];
    assert_int_equal(pl_draw_differences(gold, other, a, b, NULL, NULL, &err), 0);
    assert_int_equal(a[gold->nodes[0].parent], PL_MARK_LABEL);
    assert_int_equal(b[other->nodes[0].parent], PL_MARK_LABEL);
    assert_int_equal(a[gold->nodes[2].parent], PL_MARK_MISSING);
    assert_int_equal(a[gold->root], PL_MARK_NONE);
    assert_int_equal(b[other->root], PL_MARK_NONE);
    assert_int_equal(a[3], PL_MARK_LABEL);
    assert_int_equal(a[2], PL_MARK_NONE);
    pl_out *out = pl_out_memory(&s);
    assert_int_equal(pl_draw_compare(gold, other, &(pl_draw_options){0}, out, &err), 0);
    pl_out_close(out, NULL);
    assert_non_null(strstr(s.at, "~XP"));
    assert_non_null(strstr(s.at, "-VP"));
    assert_int_equal(strncmp(s.at, "gold  ", 6), 0);
    pl_str_clear(&s);
    out = pl_out_memory(&s);
    assert_int_equal(pl_draw_compare(gold, gold, NULL, out, &err), 0);
    pl_out_close(out, NULL);
    assert_non_null(strstr(s.at, "gold = candidate"));
    pl_tree *shorter = tree_of(&m, "(S (N 0=x))");
    out = pl_out_memory(&s);
    assert_int_equal(pl_draw_compare(gold, shorter, NULL, out, &err), -1);
    assert_non_null(strstr(err.text, "4 words, the candidate 1"));
    pl_out_close(out, NULL);
    pl_str_release(&s);
    pl_arena_release(&m);
}

/* Marks are symmetric and complete: without any, the trees are equal. */
static void no_marks_means_equal(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {3};
    int n_equal = 0;
    for (int round = 0; round < 3000; round++) {
        pl_arena_reset(&m);
        pl_error err;
        pl_tree *a = random_tree(&m, &rng, 3), *b = random_tree(&m, &rng, 3);
        for (uint32_t i = 0; i < 3; i++)
            a->nodes[i].label = b->nodes[i].label;
        uint8_t x[100] = {0}, y[100] = {0};
        assert_int_equal(pl_draw_differences(a, b, x, y, NULL, NULL, &err), 0);
        bool marked = false;
        int missing = 0, extra = 0;
        for (uint32_t v = 0; v < a->n_nodes; v++) {
            marked = marked || x[v] != PL_MARK_NONE;
            missing += x[v] == PL_MARK_MISSING;
        }
        for (uint32_t v = 0; v < b->n_nodes; v++) {
            marked = marked || y[v] != PL_MARK_NONE;
            extra += y[v] == PL_MARK_EXTRA;
        }
        assert_int_equal((int)a->n_nodes - missing, (int)b->n_nodes - extra);
        /* Unary chains with the same labels in another order are not told apart. */
        if (pl_tree_equal(a, b, false, NULL, 0)) {
            assert_false(marked);
            n_equal++;
        }
    }
    assert_true(n_equal > 0);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_pictures),
        cmocka_unit_test(functions_heads_and_marks),
        cmocka_unit_test(lemmas_and_morphology),
        cmocka_unit_test(gaps_of_punctuation_have_no_color),
        cmocka_unit_test(random_trees_read_back),
        cmocka_unit_test(odd_characters_read_back),
        cmocka_unit_test(strange_characters_do_no_harm),
        cmocka_unit_test(real_trees_read_back),
        cmocka_unit_test(panels_are_cuts_of_the_picture),
        cmocka_unit_test(colors_change_nothing_else),
        cmocka_unit_test(long_and_deep_trees),
        cmocka_unit_test(too_large_is_refused),
        cmocka_unit_test(differences_are_marked),
        cmocka_unit_test(no_marks_means_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
