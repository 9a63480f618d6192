/* The index of features against plain arrays: what is found, and in which order. */
#include "unit.h"

#include "base/hash.h"
#include "learn/feature_index.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 90000, MOST_BITS = 18 };

/* The textbook: linear probing, with all features put in again in the order of their slots
 * where the table is more than 60% full. */
typedef struct textbook {
    uint64_t slots[1 << MOST_BITS];
    bool used[1 << MOST_BITS];
    unsigned bits;
    size_t n;
} textbook;

static void put(textbook *t, uint64_t hash)
{
    size_t slot = (size_t)(hash >> (64 - t->bits));
    while (t->used[slot])
        slot = (slot + 1) % ((size_t)1 << t->bits);
    t->slots[slot] = hash;
    t->used[slot] = true;
}

static void add(textbook *t, uint64_t hash)
{
    if (t->n++ * 5 > (size_t)3 << t->bits) {
        textbook *old = malloc(sizeof *old);
        memcpy(old, t, sizeof *old);
        memset(t->used, 0, sizeof t->used);
        t->bits++;
        for (size_t i = 0; i < (size_t)1 << old->bits; i++)
            if (old->used[i])
                put(t, old->slots[i]);
        free(old);
    }
    put(t, hash);
}

/* Every tenth feature wants one of the last slots, every eleventh one of the first. */
static uint64_t hash_of(uint32_t i)
{
    uint64_t hash = pl_mix(i);
    return i % 10 == 0   ? hash | (uint64_t)0xfff << 52
           : i % 11 == 0 ? hash >> 12
           : i == 7      ? 0
                         : hash;
}

static void check_order(const pl_feature_index *x, const textbook *t, bool from_gap)
{
    size_t first = 0, n_slots = (size_t)1 << t->bits, k = 0;
    uint64_t *order = pl_feature_index_order(x, from_gap);
    while (from_gap && t->used[first])
        first++;
    for (size_t i = 0; i < n_slots; i++)
        if (t->used[(first + i) % n_slots])
            assert_true(order[k++] == t->slots[(first + i) % n_slots]);
    assert_int_equal(k, x->hashes.n);
    free(order);
}

static void finds_what_was_added(void **state)
{
    (void)state;
    pl_feature_index x;
    pl_feature_index_init(&x, PL_INDEX_BITS);
    for (uint32_t i = 0; i < MOST; i++) {
        assert_int_equal(*pl_slot_value(&x, pl_feature_index_find(&x, hash_of(i))), 0);
        size_t slot = pl_feature_index_add(&x, hash_of(i));
        *pl_slot_value(&x, slot) = i + 1;
        x.colds[slot].place = 2 * i;
    }
    for (uint32_t i = 0; i < MOST; i++) {
        size_t slot = pl_feature_index_find(&x, hash_of(i));
        assert_int_equal(*pl_slot_value(&x, slot), i + 1);
        assert_int_equal(x.colds[slot].place, 2 * i);
    }
    assert_int_equal(x.bits, pl_feature_index_bits(MOST));
    assert_true(pl_feature_index_bytes(&x) > (12u << x.bits));
    pl_feature_index_release(&x);
}

/* Models and checkpoints have the order of linear probing, also after a checkpoint. */
static void order_is_that_of_probing(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 1, 30000, 39323, MOST};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        textbook *t = calloc(1, sizeof *t);
        pl_feature_index x, again;
        pl_feature_index_init(&x, PL_INDEX_BITS);
        t->bits = PL_INDEX_BITS;
        for (uint32_t i = 0; i < sizes[k]; i++) {
            add(t, hash_of(i));
            pl_feature_index_add(&x, hash_of(i));
        }
        check_order(&x, t, false);
        check_order(&x, t, true);
        uint64_t *order = pl_feature_index_order(&x, true);
        pl_feature_index_init(&again, pl_feature_index_bits(sizes[k]));
        for (uint32_t i = 0; i < sizes[k]; i++)
            pl_feature_index_add(&again, order[i]);
        for (uint32_t i = sizes[k]; i < MOST; i++) {
            add(t, hash_of(i));
            pl_feature_index_add(&again, hash_of(i));
        }
        check_order(&again, t, false);
        free(order);
        pl_feature_index_release(&x);
        pl_feature_index_release(&again);
        free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_was_added),
        cmocka_unit_test(order_is_that_of_probing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
