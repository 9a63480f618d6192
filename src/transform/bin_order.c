/* In which order binarization puts the children of a node together: the part that differs
 * between its modes; see transform.h. */
#include "transform/transform.h"

#include "base/alloc.h"
#include "base/bitset.h"

#include <assert.h>
#include <stdlib.h>

#define MAX_GREEDY 128 /* children; more are chained from the right, to bound the time */

/* -- chains: one child after the other --------------------------------------------- */

/* What a chain starts from and the children in the order in which it takes them. */
static uint32_t chain_order(uint32_t n, uint32_t head, pl_bin_mode mode, uint32_t *taken)
{
    uint32_t k = 0;
    bool left_first = mode == PL_BIN_SR_GAP || mode == PL_BIN_RIGHT;
    uint32_t start = mode == PL_BIN_LEFT ? 0 : mode == PL_BIN_RIGHT ? n - 1 : head;
    for (int side = 0; side < 2; side++)
        if ((side == 0) == left_first)
            for (uint32_t i = start; i > 0; i--)
                taken[k++] = i - 1;
        else
            for (uint32_t i = start + 1; i < n; i++)
                taken[k++] = i;
    return start;
}

static void chain(pl_arena *m, uint32_t n, uint32_t head, pl_bin_mode mode,
                  pl_join *joins)
{
    uint32_t *taken = PL_NEW_ARRAY(m, uint32_t, n);
    uint32_t part = chain_order(n, head, mode, taken);
    for (uint32_t i = 0; i + 1 < n; i++) {
        joins[i] = (pl_join){part, taken[i]};
        part = n + i;
    }
}

/* -- optimal ----------------------------------------------------------------------- */

/* The terminals below each part as a bit set over those of the node, numbered densely:
 * terminals of the node that are neighbours in the sentence have neighbouring bits, one
 * bit that is never set stands for each gap between its blocks. */
typedef struct yields {
    uint64_t *bits; /* [n][words] */
    size_t words;
} yields;

static uint32_t fan_out(const uint64_t *bits, size_t words)
{
    uint32_t blocks = 0;
    uint64_t carry = 0; /* the highest bit of the word before */
    for (size_t i = 0; i < words; i++) {
        blocks += (uint32_t)__builtin_popcountll(bits[i] & ~(bits[i] << 1 | carry));
        carry = bits[i] >> 63;
    }
    return blocks;
}

static yields yields_of(const pl_tree *t, const uint32_t *child, uint32_t n)
{
    uint32_t low = t->nodes[child[0]].low, high = 0, size = 0;
    for (uint32_t i = 0; i < n; i++) {
        high = t->nodes[child[i]].high > high ? t->nodes[child[i]].high : high;
        size += t->nodes[child[i]].size;
    }
    uint32_t *place = PL_NEW_ARRAY(t->arena, uint32_t, high - low + 1);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t v = child[i]; v != PL_NONE; v = pl_tree_preorder(t, child[i], v))
            if (pl_is_terminal(t, v))
                place[v - low] = 1;
    for (uint32_t i = 0, next = 0; i <= high - low; i++) {
        next += place[i] == 0 && i > 0 && place[i - 1] != PL_NONE;
        place[i] = place[i] != 0 ? next++ : PL_NONE;
    }
    yields y = {.words = pl_bits_words(2 * (size_t)size)};
    y.bits = PL_NEW_ARRAY(t->arena, uint64_t, n * y.words);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t v = child[i]; v != PL_NONE; v = pl_tree_preorder(t, child[i], v))
            if (pl_is_terminal(t, v))
                pl_bit_set(y.bits + i * y.words, place[v - low]);
    return y;
}

/* The best way to make a set of children one part, given the most blocks that a new node
 * may have. */
typedef struct best {
    uint32_t blocks; /* of the set; 0 for all children: the node itself is not new */
    uint32_t sum;    /* blocks of the new nodes at and below it; UINT32_MAX: impossible */
    uint32_t split;  /* one of the two sets it is made from */
} best;

static void solve(best *table, uint32_t set)
{
    best *b = &table[set];
    uint32_t lowest = set & -set, rest = set ^ lowest;
    /* every subset of the rest, the other part being what is left with `lowest` */
    for (uint32_t s = rest; s != 0; s = (s - 1) & rest) {
        uint32_t x = table[s].sum, y = table[set ^ s].sum;
        if (x != UINT32_MAX && y != UINT32_MAX && x + y < b->sum) {
            b->sum = x + y;
            b->split = s;
        }
    }
    if (b->sum != UINT32_MAX)
        b->sum += b->blocks;
}

/* Emits the joins that the splits say: the sets are listed from the largest down, and
 * joined from the end of the list, so that the parts of each are there before it. The
 * field `sum` of a set becomes the number of its part. */
static void emit(best *table, uint32_t n, pl_join *joins)
{
    uint32_t sets[PL_OPTIMAL_CHILDREN], n_sets = 0;
    sets[n_sets++] = (1u << n) - 1;
    for (uint32_t i = 0; i < n_sets; i++) {
        uint32_t halves[2] = {table[sets[i]].split, sets[i] ^ table[sets[i]].split};
        for (int k = 0; k < 2; k++)
            if ((halves[k] & (halves[k] - 1)) != 0)
                sets[n_sets++] = halves[k];
    }
    for (uint32_t i = 0; i < n; i++)
        table[1u << i].sum = i;
    for (uint32_t i = n_sets, step = 0; i-- > 0; step++) {
        uint32_t split = table[sets[i]].split;
        joins[step] = (pl_join){table[sets[i] ^ split].sum, table[split].sum};
        table[sets[i]].sum = n + step;
    }
}

static void count_blocks(const yields *y, uint32_t n, best *table, uint64_t *bits)
{
    for (uint32_t set = 1; set + 1 < 1u << n; set++) {
        for (size_t w = 0; w < y->words; w++) {
            bits[w] = 0;
            for (uint32_t rest = set; rest != 0; rest &= rest - 1)
                bits[w] |= y->bits[(uint32_t)__builtin_ctz(rest) * y->words + w];
        }
        table[set].blocks = fan_out(bits, y->words);
    }
}

/* The exact minimum: allows 1, 2, 3 … blocks until a way is found; among the ways with
 * so many, the one with the fewest blocks in all. Each round is dynamic programming over
 * the subsets with few enough blocks, which are few: a set of k children has 2^k splits,
 * but a large set without many gaps is rare. */
static void optimal(const pl_tree *t, const yields *y, uint32_t n, pl_join *joins)
{
    uint32_t all = (1u << n) - 1;
    best *table = pl_alloc_zero((size_t)all + 1, sizeof *table); /* too large to keep */
    count_blocks(y, n, table, PL_NEW_ARRAY(t->arena, uint64_t, y->words));
    table[all].sum = UINT32_MAX;
    for (uint32_t most = 1; table[all].sum == UINT32_MAX; most++)
        for (uint32_t set = 1; set <= all; set++) {
            bool child = (set & (set - 1)) == 0;
            table[set].sum = child ? 0 : UINT32_MAX;
            if (!child && table[set].blocks <= most)
                solve(table, set);
        }
    emit(table, n, joins);
    free(table);
}

/* For many children: joins the pair whose union has the fewest blocks, the first such
 * pair among equals. O(n^3) unions. */
static void greedy(const pl_tree *t, yields *y, uint32_t n, pl_join *joins)
{
    uint32_t *part = PL_NEW_ARRAY(t->arena, uint32_t, n);
    uint64_t *bits = PL_NEW_ARRAY(t->arena, uint64_t, y->words);
    for (uint32_t i = 0; i < n; i++)
        part[i] = i;
    for (uint32_t step = 0; step + 1 < n; step++) {
        uint32_t left = n - step, a = 0, b = 0, fewest = UINT32_MAX;
        for (uint32_t i = 0; i < left; i++)
            for (uint32_t j = i + 1; j < left; j++) {
                for (size_t w = 0; w < y->words; w++)
                    bits[w] = y->bits[i * y->words + w] | y->bits[j * y->words + w];
                uint32_t blocks = fan_out(bits, y->words);
                if (blocks < fewest) {
                    fewest = blocks;
                    a = i;
                    b = j;
                }
            }
        joins[step] = (pl_join){part[a], part[b]};
        part[a] = n + step;
        for (size_t w = 0; w < y->words; w++) {
            y->bits[a * y->words + w] |= y->bits[b * y->words + w];
            y->bits[b * y->words + w] = y->bits[(left - 1) * y->words + w];
        }
        part[b] = part[left - 1];
    }
}

/* Whether a chain from the right makes only nodes of one block: then nothing is better,
 * and that is so for every node without gaps among its children. */
static bool continuous_from_right(const yields *y, pl_arena *m, uint32_t n)
{
    uint64_t *bits = PL_NEW_ARRAY(m, uint64_t, y->words);
    for (uint32_t i = n; i-- > 1;) {
        for (size_t w = 0; w < y->words; w++)
            bits[w] |= y->bits[i * y->words + w];
        if (i < n - 1 && fan_out(bits, y->words) > 1)
            return false;
    }
    return true;
}

bool pl_bin_order(const pl_tree *t, const uint32_t *child, uint32_t n, uint32_t head,
                  pl_bin_mode mode, pl_join *joins)
{
    assert(n > 2);
    if (mode != PL_BIN_OPTIMAL) {
        chain(t->arena, n, head, mode, joins);
        return true;
    }
    yields y = {0};
    if (n <= MAX_GREEDY)
        y = yields_of(t, child, n);
    if (n > MAX_GREEDY || continuous_from_right(&y, t->arena, n)) {
        chain(t->arena, n, head, PL_BIN_RIGHT, joins);
        return true;
    }
    if (n <= PL_OPTIMAL_CHILDREN)
        optimal(t, &y, n, joins);
    else
        greedy(t, &y, n, joins);
    return false;
}
