/* Vectors of words from text files. */
#include "train/read_vectors.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Reads a text as a file, for a treebank with the words "haus" and "die". */
static int read_text(pl_net_vectors *v, const char *text, pl_error *err)
{
    char path[] = "/tmp/pleach-vectors-XXXXXX";
    pl_arena m = {0};
    pl_net_census census = {0};
    pl_tree *t = pl_tree_new(&m, 2);
    t->tokens[0].word = "Haus";
    t->tokens[1].word = "die";
    pl_net_census_tree(&census, t);
    FILE *f = fdopen(mkstemp(path), "w");
    assert_true(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0);
    int status = pl_net_vectors_read(v, path, &census, err);
    unlink(path);
    pl_net_census_release(&census);
    pl_arena_release(&m);
    return status;
}

static void assert_vector(const pl_net_vectors *v, const char *word, const char *lower,
                          const float *want)
{
    uint32_t id = pl_net_vectors_find(v, word, lower);
    for (uint32_t j = 0; j < v->width; j++)
        assert_float_equal(pl_net_vector_at(v, id, j), want[j], 0.02);
}

static void reads_words_and_numbers(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "Haus 1 -2 .5\ndie 0 0 1e-1\nder 1 1 1\n",       /* GloVe */
        "3 3\nHaus 1 -2 0.5 \ndie 0 0 0.1\nder 1 1 1\n", /* word2vec */
        "Haus\t1\t-2\t0.5\r\ndie 0 0 0.1\r\nder 1 1 1\r\nder 7 7 7\n"};
    static const float zero[3], house[] = {1, -2, .5f}, the[] = {0, 0, .1f},
                                other[] = {1, 1, 1};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        pl_net_vectors v = {0};
        pl_error err;
        assert_int_equal(read_text(&v, texts[i], &err), 0);
        assert_int_equal(v.width, 3);
        assert_int_equal(v.words.n, 4);
        assert_vector(&v, "Haus", "haus", house);
        assert_vector(&v, "Die", "die", the); /* in lower case */
        assert_vector(&v, "der", "der", other);
        assert_vector(&v, "das", "das", zero);
        assert_vector(&v, "HAUS", "haus", zero);
        pl_net_vectors_release(&v);
    }
}

/* Of words that the treebank does not have, the first ones. */
static void keeps_some_further_words(void **state)
{
    (void)state;
    pl_str text = {0};
    pl_net_vectors v = {0};
    pl_error err;
    for (int i = 0; i < PL_FURTHER_VECTORS + 10; i++)
        pl_str_printf(&text, "x%d 1\n", i);
    pl_str_puts(&text, "haus 2\n");
    assert_int_equal(read_text(&v, text.at, &err), 0);
    assert_int_equal(v.words.n, 1 + PL_FURTHER_VECTORS + 1);
    assert_int_not_equal(pl_net_vectors_find(&v, "haus", "haus"), 0);
    assert_int_equal(pl_net_vectors_find(&v, "x20005", "x20005"), 0);
    pl_net_vectors_release(&v);
    pl_str_release(&text);
}

static void refuses(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "no vector"},
        {"a\n", ":1: expected a word"},
        {"a 1 2\nb 1\n", ":2: expected 2 numbers, found 1"},
        {"a 1 2\nb 1 x\n", ":2: expected a number, not 'x'"},
        {"a 1 2\nb 1 2,5\n", ":2: expected a number, not '2,5'"},
        {"a 1 2\n\nb 1e7 2\n", ":3: the number 1e+07 is too large"},
        {"a 1 2\nb 1e999 2\n", ":2: the number inf is too large"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_net_vectors v = {0};
        pl_error err;
        assert_int_equal(read_text(&v, cases[i][0], &err), -1);
        if (strstr(err.text, cases[i][1]) == NULL)
            fail_msg("expected '%s', found '%s'", cases[i][1], err.text);
        pl_net_vectors_release(&v);
    }
}

/* Through a file; what is damaged is refused. */
static void goes_through_files(void **state)
{
    (void)state;
    pl_net_vectors v = {0}, w = {0};
    pl_error err;
    assert_int_equal(read_text(&v, "haus 1 2\ndie 3 4\n", &err), 0);
    for (int damage = 0; damage < 5; damage++) {
        pl_section_list list = {0};
        char path[] = "/tmp/pleach-vectors-XXXXXX";
        close(mkstemp(path));
        pl_net_vectors other = v;
        float scales[] = {0, damage == 1 ? -1 : 0.1f, damage == 2 ? 1e5f : 0.1f};
        other.scales = scales;
        other.bytes.size -= damage == 3 ? 1 : damage == 4 ? other.bytes.size : 0;
        pl_net_vectors_put(&other, &list);
        assert_int_equal(pl_sections_save(&list, path, &err), 0);
        pl_sections *file = pl_sections_open_path(path, "model", &err);
        assert_non_null(file);
        assert_int_equal(pl_net_vectors_from(file, &w, &err), damage == 0 ? 0 : -1);
        assert_true(damage > 0 || (w.width == 2 && w.words.n == 3));
        pl_net_vectors_release(&w);
        pl_sections_close(file);
        unlink(path);
    }
    pl_net_vectors_release(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_words_and_numbers),
        cmocka_unit_test(keeps_some_further_words),
        cmocka_unit_test(refuses),
        cmocka_unit_test(goes_through_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
