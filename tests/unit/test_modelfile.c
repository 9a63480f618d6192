/* Model files: what is written is read again; what is damaged is refused. */
#include "toy_model.h"

#include "parser/parser.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void make_model(toy *t)
{
    pl_epoch epoch;
    toy_make(t, "sr-gap", (pl_train_options){.beam = 3, .batch = 1, .seed = 1});
    pl_trainer_epoch(t->trainer, &epoch);
    pl_trainer_finish(t->trainer, 0);
}

static unsigned char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    unsigned char *bytes = aligned_alloc(64, 4 << 20);
    *n = fread(bytes, 1, 4 << 20, f);
    fclose(f);
    return bytes;
}

/* A model and the file that it is part of. */
typedef struct loaded {
    pl_sections *file;
    pl_model *model; /* NULL: refused */
} loaded;

/* Takes the file. */
static loaded load(pl_sections *file, pl_error *err)
{
    return (loaded){file, file != NULL ? pl_model_from(file, err) : NULL};
}

static void release(loaded *l)
{
    pl_model_free(l->model);
    pl_sections_close(l->file);
}

static void refused(const char *name, const void *bytes, size_t n, pl_error *err)
{
    loaded l = load(pl_sections_from_memory(name, bytes, n, err), err);
    assert_null(l.model);
    release(&l);
}

static void round_trip(void **state)
{
    (void)state;
    toy t;
    pl_error err;
    char path[] = "/tmp/pleach-model-XXXXXX";
    close(mkstemp(path));
    make_model(&t);
    pl_about_set(&t.model->about, "note", "first");
    pl_about_set(&t.model->about, "note", "a line with: signs");
    pl_str_puts(&t.model->head_rules, "S left-to-right V\n");
    model_save(t.model, path);
    loaded l = load(pl_sections_open(path, &err), &err);
    pl_model *m = l.model;
    if (m == NULL)
        fail_msg("%s", err.text);
    pl_str note = {0};
    assert_true(pl_about_get(&m->about, "note", &note));
    assert_string_equal(note.at, "a line with: signs");
    assert_false(pl_about_get(&m->about, "no such key", &note));
    pl_str_release(&note);
    assert_string_equal(m->head_rules.at, "S left-to-right V\n");
    assert_int_equal(m->weights_size, t.model->weights_size);
    assert_memory_equal(m->weights, t.model->weights, m->weights_size);
    pl_parser *p = pl_parser_new(t.model, 3), *q = pl_parser_new(m, 3);
    for (uint32_t i = 0; i < t.n; i++) {
        pl_tree *a = pl_tree_copy(t.trees[i], &t.arena), *b = pl_tree_copy(a, &t.arena);
        pl_parser_run(p, a, 1);
        pl_parser_run(q, b, 1);
        pl_parser_tree(p, 0, a);
        pl_parser_tree(q, 0, b);
        assert_true(pl_tree_equal(a, b, true, NULL, 0));
    }
    pl_parser_free(p);
    pl_parser_free(q);
    release(&l);
    toy_release(&t);
    unlink(path);
}

/* Every cut and every changed byte must be noticed. */
static void damage(void **state)
{
    (void)state;
    toy t;
    pl_error err;
    char path[] = "/tmp/pleach-model-XXXXXX";
    close(mkstemp(path));
    make_model(&t);
    model_save(t.model, path);
    toy_release(&t);
    size_t n;
    unsigned char *bytes = read_file(path, &n);
    loaded whole = load(pl_sections_from_memory("whole", bytes, n, &err), &err);
    assert_non_null(whole.model);
    release(&whole);
    pl_rng rng = {3};
    for (int i = 0; i < 300; i++) {
        size_t cut = i < 100 ? (size_t)i : pl_rng_below(&rng, (uint32_t)n);
        refused("cut", bytes, cut, &err);
    }
    for (int i = 0; i < 300; i++) {
        size_t at = i < 100 ? (size_t)i : pl_rng_below(&rng, (uint32_t)n);
        unsigned char old = bytes[at];
        bytes[at] ^= (unsigned char)(1u << pl_rng_below(&rng, 8));
        refused("changed", bytes, n, &err);
        bytes[at] = old;
    }
    bytes[16] = PL_MODEL_VERSION + 1;
    refused("newer", bytes, n, &err);
    assert_non_null(strstr(err.text, "a newer pleach is needed"));
    free(bytes);
    unlink(path);
    assert_null(pl_sections_open(path, &err));
    assert_null(pl_sections_open("/", &err));
}

/* What the conditions of a system count on comes back, and a file in which it cannot be
 * so is refused. */
static void reading(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *message;
    } cases[] = {
        {"unary-chain", "9", NULL},
        {"unary-chain", "1000000", "too long"},
        {"reorder", "left", NULL},
        {"reorder", "upwards", "not 'upwards'"},
    };
    char path[] = "/tmp/pleach-model-XXXXXX";
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        toy t;
        pl_error err;
        toy_make(&t, "skipshift", (pl_train_options){.beam = 3, .batch = 1, .seed = 1});
        pl_trainer_finish(t.trainer, 0);
        const pl_inventory *before = &t.model->deriver.inventory;
        pl_about_set(&t.model->about, cases[i].key, "%s", cases[i].value);
        model_save(t.model, path);
        loaded l = load(pl_sections_open(path, &err), &err);
        const pl_model *m = l.model;
        assert_int_equal(m == NULL, cases[i].message != NULL);
        if (m != NULL) {
            const pl_inventory *inv = &m->deriver.inventory;
            assert_int_equal(inv->max_chain, i == 0 ? 9 : before->max_chain);
            assert_int_equal(inv->repeats, before->repeats);
            assert_int_equal(inv->left_first, i == 2);
            assert_string_equal(m->deriver.reorder.text, i == 2 ? "left" : "dist2");
        } else {
            assert_non_null(strstr(err.text, cases[i].message));
        }
        release(&l);
        toy_release(&t);
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(reading),
        cmocka_unit_test(damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
