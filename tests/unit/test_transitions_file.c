/* Model files: what is written is read again; what is damaged is refused. */
#include "toy_model.h"

#include "machine/system.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void make_model(toy *t)
{
    toy_make(t, "sr-gap", 1, (pl_structured_options){.beam = 3, .seed = 1});
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

/* A parser and the file that it is part of. */
typedef struct loaded {
    pl_sections *file;
    pl_str about;
    pl_transitions *parser; /* NULL: refused */
} loaded;

/* Takes the file. */
static loaded load(pl_sections *file, pl_error *err)
{
    loaded l = {.file = file};
    if (file != NULL) {
        pl_sections_text(file, "about", &l.about);
        l.parser = pl_transitions_from(file, &l.about, err);
    }
    return l;
}

static void release(loaded *l)
{
    pl_transitions_free(l->parser);
    pl_str_release(&l->about);
    pl_sections_close(l->file);
}

static void refused(const char *name, const void *bytes, size_t n, pl_error *err)
{
    loaded l = load(pl_sections_from_memory(name, bytes, n, err), err);
    assert_null(l.parser);
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
    pl_about_set(&t.model.about, "note", "first");
    pl_about_set(&t.model.about, "note", "a line with: signs");
    pl_str_puts(&t.parser->head_rules, "S left-to-right V\n");
    model_save(&t.model, path);
    loaded l = load(pl_sections_open(path, &err), &err);
    pl_transitions *m = l.parser;
    if (m == NULL)
        fail_msg("%s", err.text);
    pl_str note = {0};
    assert_true(pl_about_get(&l.about, "note", &note));
    assert_string_equal(note.at, "a line with: signs");
    assert_false(pl_about_get(&l.about, "no such key", &note));
    pl_str_release(&note);
    assert_string_equal(m->head_rules.at, "S left-to-right V\n");
    assert_int_equal(m->weights.size, t.parser->weights.size);
    assert_memory_equal(m->weights.at, t.parser->weights.at, m->weights.size);
    pl_transitions_state *p = pl_transitions_state_new(t.parser, 3),
                         *q = pl_transitions_state_new(m, 3);
    for (uint32_t i = 0; i < t.n; i++) {
        pl_tree *a = pl_tree_copy(t.trees[i], &t.arena), *b = pl_tree_copy(a, &t.arena);
        pl_transitions_run(p, a, 1);
        pl_transitions_run(q, b, 1);
        pl_transitions_tree(p, 0, a);
        pl_transitions_tree(q, 0, b);
        assert_true(pl_tree_equal(a, b, true, NULL, 0));
    }
    pl_transitions_state_free(p);
    pl_transitions_state_free(q);
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
    model_save(&t.model, path);
    toy_release(&t);
    size_t n;
    unsigned char *bytes = read_file(path, &n);
    loaded whole = load(pl_sections_from_memory("whole", bytes, n, &err), &err);
    assert_non_null(whole.parser);
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
        toy_make(&t, "skipshift", 0, (pl_structured_options){.beam = 3, .seed = 1});
        pl_str before = {0}, after = {0};
        t.parser->machine->ops->describe(t.parser->machine, &before);
        pl_about_set(&t.model.about, cases[i].key, "%s", cases[i].value);
        pl_about_set(&before, cases[i].key, "%s", cases[i].value);
        model_save(&t.model, path);
        loaded l = load(pl_sections_open(path, &err), &err);
        assert_int_equal(l.parser == NULL, cases[i].message != NULL);
        if (l.parser != NULL) { /* chains, repetitions, root and order: all as said */
            l.parser->machine->ops->describe(l.parser->machine, &after);
            assert_string_equal(after.at, before.at);
        } else {
            assert_non_null(strstr(err.text, cases[i].message));
        }
        pl_str_release(&before);
        pl_str_release(&after);
        release(&l);
        toy_release(&t);
    }
    unlink(path);
}

/* Of every dependency system. */
static void dependencies(void **state)
{
    (void)state;
    char path[] = "/tmp/pleach-dep-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    pl_rng rng = {23};
    pl_error err;
    for (uint32_t k = 0; k < N_TOY_DEP_SYSTEMS; k++) {
        toy toy;
        toy_make_deps(&toy, toy_dep_systems[k], k % 2, 3, k + 23);
        model_save(&toy.model, path);
        loaded l = load(pl_sections_open(path, &err), &err);
        if (l.parser == NULL)
            fail_msg("%s", err.text);
        assert_int_equal(l.parser->machine->n_actions, toy.parser->machine->n_actions);
        assert_int_equal(pl_about_number(&l.about, "beam", 0), 7);
        pl_transitions_state *first = pl_transitions_state_new(toy.parser, 4),
                             *second = pl_transitions_state_new(l.parser, 4);
        pl_arena arena = {0};
        for (int i = 0; i < 10; i++) {
            pl_tree *t = toy_sentence(&arena, &rng, 1 + pl_rng_below(&rng, 12));
            pl_transitions_run(first, t, 1);
            pl_transitions_run(second, t, 1);
            assert_true(pl_transitions_score(first, 0) ==
                        pl_transitions_score(second, 0));
        }
        pl_transitions_state_free(first);
        pl_transitions_state_free(second);
        pl_arena_release(&arena);
        release(&l);
        toy_release(&toy);
    }
    remove(path);
    (void)fd;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(reading),
        cmocka_unit_test(damage),
        cmocka_unit_test(dependencies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
