/* The buffer of a configuration from which words are taken out of order and to which they
 * go back, against a plain list of words. */
#include "unit.h"

#include "machine/items.h"

typedef struct plain {
    uint32_t words[40], n;
} plain;

static void compare(const pl_items *c, const plain *p)
{
    pl_item *at[PL_N_PLACES];
    uint32_t n_tokens = c->sentence->n_tokens, word = c->next;
    const pl_taken *run = c->taken;
    assert_int_equal(c->n_buffer, p->n);
    for (uint32_t i = 0; i < p->n; i++) {
        assert_int_equal(word, p->words[i]);
        word = pl_buffer_after(word, &run);
    }
    assert_int_equal(word, n_tokens);
    assert_null(run);
    for (run = c->taken; run != NULL; run = run->after) { /* as config.h says */
        assert_true(c->next < run->first && run->first < run->end);
        assert_true(run->after == NULL || run->end < run->after->first);
    }
    pl_items_view(c, UINT32_MAX >> (32 - PL_N_PLACES), at);
    for (uint32_t i = 0; PL_PLACE_B + i < PL_N_PLACES; i++)
        if (i < p->n)
            assert_int_equal(at[PL_PLACE_B + i]->id, p->words[i]);
        else
            assert_null(at[PL_PLACE_B + i]);
}

static void take(pl_items *c, plain *p, uint32_t i)
{
    pl_items_take(c, i);
    assert_int_equal(c->stack->item->id, p->words[i]);
    p->n--;
    for (; i < p->n; i++)
        p->words[i] = p->words[i + 1];
    compare(c, p);
}

/* How many words below the top may go back. */
static uint32_t may_put_back(const pl_items *c)
{
    uint32_t n = 0, before = c->next;
    if (c->stack == NULL)
        return 0;
    for (const pl_cell *s = c->stack->below; s != NULL && s->item->id < before;
         s = s->below) {
        before = s->item->id;
        n++;
    }
    return n;
}

static void put_back(pl_items *c, plain *p, uint32_t n)
{
    uint32_t top = c->stack->item->id, height = c->stack->height;
    const pl_cell *s = c->stack->below;
    for (uint32_t k = 0; k < n; k++, s = s->below) {
        for (uint32_t i = p->n; i > 0; i--)
            p->words[i] = p->words[i - 1];
        p->words[0] = s->item->id;
        p->n++;
    }
    pl_items_put_back(c, n);
    assert_int_equal(c->stack->item->id, top);
    assert_int_equal(c->stack->height, height - n);
    assert_ptr_equal(c->split, c->stack->below);
    compare(c, p);
}

static void any_order(void **state)
{
    (void)state;
    pl_labelset labels = {0};
    for (uint64_t seed = 0; seed < 400; seed++) {
        pl_rng rng = {seed};
        pl_arena m = {0};
        plain p = {.n = 1 + pl_rng_below(&rng, 30)}, q;
        pl_task s;
        pl_task_start(&s, &m, &labels, p.n);
        for (uint32_t i = 0; i < p.n; i++)
            p.words[i] = i;
        pl_items c = pl_items_start(&s), other;
        compare(&c, &p);
        for (int step = 0; step < 200 && p.n > 0; step++) {
            other = c; /* what is shared does not change */
            q = p;
            uint32_t back = may_put_back(&c);
            if (back > 0 && pl_rng_below(&rng, 3) == 0)
                put_back(&c, &p, 1 + pl_rng_below(&rng, back));
            else
                take(&c, &p, pl_rng_below(&rng, 2) == 0 ? 0 : pl_rng_below(&rng, p.n));
            compare(&other, &q);
        }
        pl_arena_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
