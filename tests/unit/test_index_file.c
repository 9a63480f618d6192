/* Index files: the trees come back in any order; damaged files are refused. */
#include "unit.h"

#include "format/index_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { N = 300 };
static char path[] = "/tmp/pleach-index-XXXXXX";
static pl_arena arena;
static pl_tree *trees[N];

static void save(size_t n)
{
    pl_error err;
    pl_index_out *out = pl_index_create(path, &err);
    assert_non_null(out);
    assert_int_equal(pl_index_begin(out, "-", NULL, &err), 0);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(pl_index_add(out, trees[i], &err), 0);
    assert_int_equal(pl_index_end(out, 0, &err), 0);
}

static void trees_come_back(void **unused)
{
    (void)unused;
    pl_error err;
    char why[200];
    save(N);
    pl_index *x = pl_index_open(path, &err);
    assert_non_null(x);
    assert_int_equal(pl_index_count(x), N);
    for (size_t i = N; i-- > 0;) {
        pl_tree *t = pl_index_tree(x, i, &arena, &err);
        assert_non_null(t);
        if (!pl_tree_equal(trees[i], t, true, why, sizeof why))
            fail_msg("tree %zu: %s", i, why);
    }
    assert_null(pl_index_tree(x, N, &arena, &err));
    pl_index_close(x);
}

static void sources_come_back(void **unused)
{
    (void)unused;
    pl_error err;
    pl_preamble p = {.format = "export", .version = "4", .declares = true};
    pl_index_out *out = pl_index_create(path, &err);
    assert_non_null(out);
    pl_str_puts(&p.text, "#FORMAT 4\n");
    assert_int_equal(pl_index_begin(out, "-", &p, &err), 0);
    assert_int_equal(pl_index_add(out, trees[0], &err), 0);
    assert_int_equal(pl_index_begin(out, "/dev/null", NULL, &err), 0);
    assert_int_equal(pl_index_begin(out, "-", NULL, &err), 0);
    for (int i = 1; i < 4; i++)
        assert_int_equal(pl_index_add(out, trees[i], &err), 0);
    assert_int_equal(pl_index_end(out, 0, &err), 0);
    pl_index *x = pl_index_open(path, &err);
    assert_non_null(x);
    const pl_index_source *s = pl_index_source_at(x, 0);
    assert_string_equal(s->name, "-");
    assert_string_equal(s->format, "export");
    assert_string_equal(s->version, "4");
    assert_string_equal(s->preamble, "#FORMAT 4\n");
    assert_true(s->declares && !s->is_file && s->n == 1 && s->first == 0);
    assert_true(pl_index_source_at(x, 1)->n == 0);
    s = pl_index_source_at(x, 2);
    assert_true(s->n == 3 && s->first == 1 && !s->declares);
    assert_null(pl_index_source_at(x, 3));
    pl_index_close(x);
    pl_str_release(&p.text);
}

static bool has_label(const pl_tree *t, const char *label)
{
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (strcmp(t->nodes[v].label, label) == 0)
            return true;
    return false;
}

static void sets_are_right(void **unused)
{
    (void)unused;
    static const char *const labels[] = {"NP", "ROOT", "@A", "Z:"};
    pl_error err;
    if (!pl_sets_built)
        skip();
    save(N);
    pl_index *x = pl_index_open(path, &err);
    assert_non_null(x);
    for (int k = 0; k < 4; k++) {
        uint32_t id;
        assert_true(pl_index_find(x, PL_TEXT_CATEGORY, labels[k], &id));
        pl_set *s = pl_index_set(x, PL_TEXT_CATEGORY, id, &err);
        assert_non_null(s);
        for (uint32_t i = 0; i < N; i++)
            assert_int_equal(pl_set_has(s, i), has_label(trees[i], labels[k]));
        pl_set_free(s);
    }
    uint32_t id;
    assert_false(pl_index_find(x, PL_TEXT_CATEGORY, "NN", &id));
    assert_true(pl_index_find(x, PL_TEXT_TAG, "NN", &id));
    assert_null(pl_index_set(x, PL_TEXT_TAG, PL_NONE, &err));
    pl_index_close(x);
}

static void none_is_fine(void **unused)
{
    (void)unused;
    pl_error err;
    save(0);
    pl_index *x = pl_index_open(path, &err);
    assert_non_null(x);
    assert_int_equal(pl_index_count(x), 0);
    pl_index_close(x);
}

/* Every tree is the one that was put in, or is refused. */
static void use(const char *bytes, size_t n, size_t n_trees)
{
    pl_error err;
    pl_arena m = {0};
    pl_in *in = pl_in_memory("x", bytes, n);
    pl_index *x = pl_index_read(in, &err);
    for (size_t i = 0; x != NULL && i < pl_index_count(x); i++) {
        pl_tree *t = pl_index_tree(x, i, &m, &err);
        assert_true(i < n_trees);
        assert_true(t == NULL || pl_tree_equal(trees[i], t, true, NULL, 0));
    }
    pl_index_close(x);
    pl_in_close(in);
    pl_arena_release(&m);
}

static void damage_is_seen(void **unused)
{
    (void)unused;
    static char bytes[200000];
    pl_rng rng = {5};
    save(20);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    for (int i = 0; i < 300; i++) {
        size_t at = pl_rng_below(&rng, (uint32_t)n);
        char was = bytes[at];
        bytes[at] = (char)pl_rng_below(&rng, 256);
        use(bytes, n, 20);
        bytes[at] = was;
        use(bytes, at, 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_come_back),
        cmocka_unit_test(sources_come_back),
        cmocka_unit_test(sets_are_right),
        cmocka_unit_test(none_is_fine),
        cmocka_unit_test(damage_is_seen),
    };
    pl_rng rng = {3};
    for (int i = 0; i < N; i++)
        trees[i] = random_tree(&arena, &rng, 1 + pl_rng_below(&rng, 20));
    int made = mkstemp(path);
    if (made < 0)
        return 1;
    close(made);
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    pl_arena_release(&arena);
    return status;
}
