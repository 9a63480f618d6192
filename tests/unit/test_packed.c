/* Packed trees: every field comes back; damaged ones are refused or are other trees, but
 * never read or write outside. */
#include "unit.h"

#include "tree/packed.h"

#include <string.h>

/* The tables of a packer as they stand in a file. */
typedef struct tables {
    pl_text_table at[PL_N_TEXTS];
    pl_str heap[PL_N_TEXTS];
} tables;

static void make_tables(tables *to, const pl_packer *p)
{
    memset(to, 0, sizeof *to);
    for (int k = 0; k < PL_N_TEXTS; k++) {
        size_t n = p->texts[k].n, *starts = pl_alloc_zero(n + 1, sizeof *starts);
        for (size_t i = 0; i < n; i++) {
            starts[i] = to->heap[k].n;
            pl_str_put(&to->heap[k], p->texts[k].at[i], strlen(p->texts[k].at[i]) + 1);
        }
        to->at[k] = (pl_text_table){starts, n, to->heap[k].at, to->heap[k].n};
    }
}

static void release_tables(tables *t)
{
    for (int k = 0; k < PL_N_TEXTS; k++) {
        free(t->at[k].starts);
        pl_str_release(&t->heap[k]);
    }
}

static bool chance(pl_rng *rng, uint32_t n)
{
    return pl_rng_below(rng, n) == 0;
}

/* One of a few texts, one of many, or none. */
static const char *any_text(pl_arena *m, pl_rng *rng)
{
    return chance(rng, 3) ? NULL : pl_arena_printf(m, "t%u", pl_rng_below(rng, 400));
}

static void decorate_node(pl_tree *t, pl_rng *rng, uint32_t i)
{
    pl_node *v = &t->nodes[i];
    v->func = any_text(t->arena, rng);
    v->lemma = any_text(t->arena, rng);
    v->morph = any_text(t->arena, rng);
    for (pl_attr **end = &v->attrs; chance(rng, 2);)
        end = pl_attr_add(t->arena, end, "key", pl_arena_printf(t->arena, "v%u", i));
    if (i >= t->n_tokens) {
        v->head = chance(rng, 2) ? v->last : chance(rng, 2) ? v->first : PL_NONE;
        v->flags = pl_rng_below(rng, 4);
    }
}

static void decorate_token(pl_tree *t, pl_rng *rng, uint32_t i)
{
    pl_token *w = &t->tokens[i];
    w->coarse = any_text(t->arena, rng);
    w->deprel = any_text(t->arena, rng);
    w->deps = any_text(t->arena, rng);
    w->misc = any_text(t->arena, rng);
    w->head = chance(rng, 4)   ? PL_NONE
              : chance(rng, 4) ? PL_ROOT_HEAD
                               : pl_rng_below(rng, t->n_tokens);
    w->begin = pl_rng_below(rng, 100000);
    w->end = w->begin + pl_rng_below(rng, 30);
    w->first_char = pl_rng_below(rng, 100000);
    w->n_chars = pl_rng_below(rng, 30);
    w->glued = chance(rng, 2);
}

static uint32_t live_node(const pl_tree *t, pl_rng *rng)
{
    uint32_t v = pl_rng_below(rng, t->n_nodes);
    return pl_is_live(t, v) ? v : t->root;
}

static void decorate(pl_tree *t, pl_rng *rng)
{
    for (uint32_t i = 0; i < t->n_nodes; i++)
        decorate_node(t, rng, i);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        decorate_token(t, rng, i);
    for (uint32_t v; (v = pl_tree_head_circle(t)) != PL_NONE;)
        t->tokens[v].head = PL_ROOT_HEAD;
    t->has_deps = chance(rng, 2);
    t->id = any_text(t->arena, rng);
    t->text = any_text(t->arena, rng);
    for (pl_attr **end = &t->attrs; chance(rng, 2);)
        end = pl_attr_add(t->arena, end, "own", "");
    while (chance(rng, 2))
        pl_tree_add_line(t, pl_rng_below(rng, t->n_tokens + 1), "# a line");
    while (t->root != PL_NONE && chance(rng, 2)) {
        pl_tree_add_edge(t, live_node(t, rng), live_node(t, rng),
                         any_text(t->arena, rng));
        t->last_edge->child_rank = pl_rng_below(rng, 3);
    }
}

/* A tree of any kind; plain ones lack what decorated ones have. */
static pl_tree *any_tree(pl_arena *m, pl_rng *rng)
{
    uint32_t n = 1 + pl_rng_below(rng, chance(rng, 10) ? 300 : 12);
    pl_tree *t = chance(rng, 4) ? random_deps(m, rng, n, 5) : random_tree(m, rng, n);
    if (t->root != PL_NONE && chance(rng, 4) && t->nodes[t->root].first >= t->n_tokens) {
        pl_tree_splice(t, t->nodes[t->root].first); /* leaves a dead node */
        pl_tree_order(t);
    }
    if (chance(rng, 2))
        decorate(t, rng);
    return t;
}

/* What pl_tree_equal does not look at. */
static void same_rest(const pl_tree *a, const pl_tree *b)
{
    assert_int_equal(a->has_deps, b->has_deps);
    assert_true(pl_same_text(a->text, b->text));
    for (uint32_t i = 0; i < a->n_tokens; i++) {
        const pl_token *v = &a->tokens[i], *w = &b->tokens[i];
        assert_true(v->begin == w->begin && v->end == w->end && v->glued == w->glued &&
                    v->first_char == w->first_char && v->n_chars == w->n_chars);
    }
    uint32_t u = a->root, v = b->root;
    for (; u != PL_NONE;
         u = pl_tree_preorder(a, a->root, u), v = pl_tree_preorder(b, b->root, v)) {
        const pl_node *x = &a->nodes[u], *y = &b->nodes[v];
        assert_true(x->low == y->low && x->high == y->high && x->size == y->size &&
                    x->blocks == y->blocks && x->flags == y->flags);
        assert_int_equal(x->head == PL_NONE, y->head == PL_NONE);
        if (x->head != PL_NONE)
            assert_true(a->nodes[x->head].low == b->nodes[y->head].low);
    }
}

static void every_field_comes_back(void **unused)
{
    (void)unused;
    enum { N = 400 };
    pl_arena m = {0};
    pl_rng rng = {7};
    pl_packer p = {0};
    pl_str bytes = {0};
    pl_error err;
    tables texts;
    char why[200];
    pl_tree *trees[N];
    size_t ends[N];
    for (int i = 0; i < N; i++) {
        trees[i] = any_tree(&m, &rng);
        pl_tree_pack(&p, trees[i], &bytes);
        ends[i] = bytes.n;
    }
    make_tables(&texts, &p);
    for (int i = 0; i < N; i++) {
        size_t at = i == 0 ? 0 : ends[i - 1];
        pl_tree *back = pl_tree_unpack(bytes.at + at, ends[i] - at, texts.at, &m, &err);
        assert_non_null(back);
        if (!pl_tree_equal(trees[i], back, true, why, sizeof why))
            fail_msg("tree %d: %s", i, why);
        same_rest(trees[i], back);
    }
    release_tables(&texts);
    pl_packer_release(&p);
    pl_str_release(&bytes);
    pl_arena_release(&m);
}

/* Nothing is a tree that was cut off or goes on; with a byte changed it is refused, or it
 * is a tree that can be packed. */
static void damaged_ones_are_refused(void **unused)
{
    (void)unused;
    pl_arena m = {0}, back = {0};
    pl_rng rng = {11};
    pl_packer p = {0}, again = {0};
    pl_error err;
    tables texts;
    for (int round = 0; round < 60; round++) {
        pl_str bytes = {0}, other = {0};
        pl_tree_pack(&p, any_tree(&m, &rng), &bytes);
        make_tables(&texts, &p);
        for (size_t n = 0; n < bytes.n && n < 200; n++)
            assert_null(pl_tree_unpack(bytes.at, n, texts.at, &back, &err));
        for (int i = 0; i < 100; i++) {
            size_t at = pl_rng_below(&rng, (uint32_t)bytes.n);
            char was = bytes.at[at];
            bytes.at[at] = (char)pl_rng_below(&rng, 256);
            pl_tree *t = pl_tree_unpack(bytes.at, bytes.n, texts.at, &back, &err);
            assert_true(t == NULL || pl_tree_head_circle(t) == PL_NONE);
            if (t != NULL)
                pl_tree_pack(&again, t, &other);
            bytes.at[at] = was;
            pl_arena_reset(&back);
        }
        pl_str_putc(&bytes, '\0');
        assert_null(pl_tree_unpack(bytes.at, bytes.n, texts.at, &back, &err));
        release_tables(&texts);
        pl_str_release(&bytes);
        pl_str_release(&other);
        pl_arena_reset(&m);
    }
    pl_packer_release(&p);
    pl_packer_release(&again);
    pl_arena_release(&m);
    pl_arena_release(&back);
}

static void circles_of_heads_are_refused(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_packer p = {0};
    pl_str bytes = {0};
    pl_error err;
    tables texts;
    pl_tree *t = pl_tree_new(&m, 3);
    const uint32_t heads[] = {1, 2, 0};
    for (uint32_t i = 0; i < 3; i++) {
        t->tokens[i].word = "w";
        t->tokens[i].head = heads[i];
    }
    pl_tree_pack(&p, t, &bytes);
    make_tables(&texts, &p);
    assert_null(pl_tree_unpack(bytes.at, bytes.n, texts.at, &m, &err));
    release_tables(&texts);
    pl_packer_release(&p);
    pl_str_release(&bytes);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_comes_back),
        cmocka_unit_test(damaged_ones_are_refused),
        cmocka_unit_test(circles_of_heads_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
