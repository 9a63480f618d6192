/* The index of features; see feature_index.h. */
#include "learn/feature_index.h"

#include "base/alloc.h"

enum { AHEAD = 16 }; /* lines that are being loaded at a time */

/* Whether an index of n features has too few slots for one more: it is at most 60% full. */
static bool is_full(uint64_t n, unsigned bits)
{
    return n * 5 > (uint64_t)3 << bits;
}

/* The hashes get room for as many as fit. */
static void make_lines(pl_feature_index *x, unsigned bits)
{
    size_t n = (size_t)1 << bits, bytes = n / PL_LINE_SLOTS * sizeof *x->lines;
    x->bits = bits;
    PL_RESERVE(&x->hashes, n / 5 * 3 + 4);
    x->lines = memset(pl_alloc_table(bytes), 0, bytes);
    x->colds = pl_alloc_table(n * sizeof *x->colds);
}

static void free_lines(pl_feature_index *x)
{
    free(x->lines);
    free(x->colds);
}

void pl_feature_index_init(pl_feature_index *x, unsigned bits)
{
    *x = (pl_feature_index){.first_bits = bits};
    make_lines(x, bits);
}

void pl_feature_index_release(pl_feature_index *x)
{
    free_lines(x);
    PL_VEC_RELEASE(&x->hashes);
}

unsigned pl_feature_index_bits(uint64_t n)
{
    unsigned bits = PL_INDEX_BITS;
    while (n > 0 && is_full(n - 1, bits))
        bits++;
    return bits;
}

size_t pl_feature_index_bytes(const pl_feature_index *x)
{
    return ((sizeof *x->lines / PL_LINE_SLOTS + sizeof *x->colds) << x->bits) +
           x->hashes.cap * sizeof *x->hashes.at;
}

/* Puts a feature into an empty slot, which it returns. */
static size_t fill_slot(const pl_feature_index *x, uint64_t hash)
{
    size_t slot = pl_home_line(x, hash) * PL_LINE_SLOTS;
    size_t mask = ((size_t)1 << x->bits) - 1;
    while (x->lines[slot / PL_LINE_SLOTS].checks[slot % PL_LINE_SLOTS] != 0)
        slot = (slot + 1) & mask;
    x->lines[slot / PL_LINE_SLOTS].checks[slot % PL_LINE_SLOTS] = pl_check_of(hash);
    return slot;
}

static void load_lines(const pl_feature_index *x, uint64_t hash)
{
    size_t home = pl_home_line(x, hash);
    __builtin_prefetch(&x->lines[home]);
    __builtin_prefetch(&x->colds[home * PL_LINE_SLOTS]);
}

static void grow(pl_feature_index *x)
{
    pl_feature_index old = *x;
    make_lines(x, x->bits + 1);
    for (size_t i = 0; i < x->hashes.n; i++) {
        if (i + AHEAD < x->hashes.n) {
            load_lines(&old, x->hashes.at[i + AHEAD]);
            load_lines(x, x->hashes.at[i + AHEAD]);
        }
        size_t from = pl_feature_index_find(&old, x->hashes.at[i]);
        size_t to = fill_slot(x, x->hashes.at[i]);
        *pl_slot_value(x, to) = *pl_slot_value(&old, from);
        x->colds[to] = old.colds[from];
    }
    free_lines(&old);
}

size_t pl_feature_index_add(pl_feature_index *x, uint64_t hash)
{
    if (is_full(x->hashes.n, x->bits))
        grow(x);
    PL_PUSH(&x->hashes, hash);
    return fill_slot(x, hash);
}

/* -- order -------------------------------------------------------------------------- */

/* A table with linear probing that grows as the index does: numbers of features, from 1 on;
 * 0 in an empty slot. */
typedef struct probing {
    unsigned bits;
    uint32_t *slots; /* [1 << bits] */
} probing;

static void probe(const probing *p, uint64_t hash, uint32_t number)
{
    size_t slot = (size_t)(hash >> (64 - p->bits)), mask = ((size_t)1 << p->bits) - 1;
    while (p->slots[slot] != 0)
        slot = (slot + 1) & mask;
    p->slots[slot] = number;
}

static probing new_probing(unsigned bits)
{
    size_t bytes = sizeof(uint32_t) << bits;
    return (probing){bits, memset(pl_alloc_table(bytes), 0, bytes)};
}

static void grow_probing(probing *p, const uint64_t *hashes)
{
    probing old = *p;
    *p = new_probing(old.bits + 1);
    size_t n = (size_t)1 << old.bits;
    for (size_t i = 0; i < n; i++) {
        if (i + AHEAD < n)
            __builtin_prefetch(&hashes[old.slots[i + AHEAD]]);
        if (old.slots[i] != 0)
            probe(p, hashes[old.slots[i] - 1], old.slots[i]);
    }
    free(old.slots);
}

uint64_t *pl_feature_index_order(const pl_feature_index *x, bool from_gap)
{
    const uint64_t *hashes = x->hashes.at;
    size_t n = x->hashes.n, first = 0, kept = 0;
    probing p = new_probing(x->first_bits);
    for (size_t i = 0; i < n; i++) {
        if (is_full(i, p.bits))
            grow_probing(&p, hashes);
        if (i + AHEAD < n)
            __builtin_prefetch(&p.slots[hashes[i + AHEAD] >> (64 - p.bits)]);
        probe(&p, hashes[i], (uint32_t)i + 1);
    }
    size_t mask = ((size_t)1 << p.bits) - 1;
    while (from_gap && p.slots[first] != 0)
        first++;
    uint64_t *order = pl_alloc((n + 1) * sizeof *order);
    for (size_t i = 0; i <= mask; i++) {
        uint32_t number = p.slots[(first + i) & mask];
        __builtin_prefetch(&hashes[p.slots[(first + i + AHEAD) & mask]]);
        if (number != 0)
            order[kept++] = hashes[number - 1];
    }
    free(p.slots);
    return order;
}
