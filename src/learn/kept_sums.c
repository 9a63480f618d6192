/* Sums that are remembered; see kept_sums.h. */
#include "learn/kept_sums.h"

#include "base/alloc.h"
#include "base/inline.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 8, STEP = 16 };

/* Eight sums at a time; where the processor has half as many, the compiler makes two of it. */
typedef int32_t lanes __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

PL_INLINE void add_up(int32_t *sums, const int32_t *const *parts, uint32_t n,
                      uint32_t stride)
{
    for (uint32_t i = 0; i < stride; i += STEP) {
        lanes low = *(const lanes *)(parts[0] + i);
        lanes high = *(const lanes *)(parts[0] + i + LANES);
        for (uint32_t k = 1; k < n; k++) {
            low += *(const lanes *)(parts[k] + i);
            high += *(const lanes *)(parts[k] + i + LANES);
        }
        *(lanes *)(sums + i) = low;
        *(lanes *)(sums + i + LANES) = high;
    }
}

static void add(int32_t *sums, const int32_t *const *parts, uint32_t n, uint32_t stride)
{
    add_up(sums, parts, n, stride);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void
add_avx2(int32_t *sums, const int32_t *const *parts, uint32_t n, uint32_t stride)
{
    add_up(sums, parts, n, stride);
}
#endif

pl_add_sums *pl_sums_adder(bool plain)
{
#ifdef __x86_64__
    if (!plain && __builtin_cpu_supports("avx2"))
        return add_avx2;
#endif
    return add;
}

/* More would be found, but later: they do not stay in the cache. */
enum { MOST_BITS = 11, MOST_BYTES = 256 << 10 };

void pl_kept_init(pl_kept_sums *r, const pl_weights *weights, uint32_t n_groups)
{
    unsigned bits = MOST_BITS;
    *r = (pl_kept_sums){.weights = *weights, .n_groups = n_groups};
    r->stride = pl_kept_stride(weights->n_actions);
    while (bits > 1 && r->stride * sizeof(int32_t) << bits > MOST_BYTES)
        bits--;
    r->groups = pl_alloc_zero(n_groups, sizeof *r->groups);
    for (uint32_t g = 0; g < n_groups; g++)
        pl_memo_init(&r->groups[g], bits, r->stride * sizeof(int32_t));
    r->scratch = pl_alloc_zero(PL_SUMS_ROOM(weights->n_actions), sizeof *r->scratch);
    r->add = pl_sums_adder(false);
}

void pl_kept_release(pl_kept_sums *r)
{
    for (uint32_t g = 0; g < r->n_groups; g++)
        pl_memo_release(&r->groups[g]);
    free(r->groups);
    free(r->scratch);
    *r = (pl_kept_sums){0};
}

/* A table may write to more places than there are names, hence the scratch. */
const int32_t *pl_kept_put(pl_kept_sums *r, uint32_t group, uint64_t key,
                           const uint64_t *hashes, uint32_t n)
{
    size_t bytes = r->stride * sizeof *r->scratch;
    int32_t *sum = pl_memo_take(&r->groups[group], key);
    memset(r->scratch, 0, bytes);
    pl_weights_add(&r->weights, hashes, n, r->scratch);
    return memcpy(sum, r->scratch, bytes);
}
