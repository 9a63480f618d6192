/* Hashing groups of features; see hasher.h. */
#include "parser/hasher.h"

#include "base/alloc.h"
#include "base/inline.h"

#include <stdlib.h>

static pl_recipe recipe_of(const pl_compiled *k, uint32_t stride)
{
    pl_recipe r = {.seed = k->seed};
    for (uint32_t i = 0; i < k->n; i++) {
        r.slot[i] = (uint16_t)(k->atoms[i].place * stride + k->atoms[i].field);
        r.multiplier[i] = k->multiplier[i];
    }
    return r;
}

/* Notes that a template looks at its fields. */
static void use(pl_hasher *h, const pl_compiled *k)
{
    for (uint32_t i = 0; i < k->n; i++) {
        uint8_t *used = &h->used[k->atoms[i].place];
        uint32_t most = (k->atoms[i].field + 4u) / 4 * 4;
        *used = (uint8_t)(most > *used ? most : *used);
    }
}

void pl_hasher_init(pl_hasher *h, const pl_features *f)
{
    uint32_t n = 0, most = f->n_fields > f->n_distances ? f->n_fields : f->n_distances;
    *h = (pl_hasher){.stride = (most + 3) / 4 * 4};
    h->recipes = pl_alloc_zero(f->n, sizeof *h->recipes);
    for (uint32_t k = 0; k < f->n; k++)
        use(h, &f->list[k]);
    for (uint32_t g = 0; g < PL_N_GROUPS; g++) {
        h->ends[g][0] = (uint16_t)n;
        for (uint32_t atoms = 1; atoms <= PL_MAX_ATOMS; atoms++) {
            for (uint32_t k = f->first[g]; k < f->first[g + 1]; k++)
                if (f->list[k].n == atoms)
                    h->recipes[n++] = recipe_of(&f->list[k], h->stride);
            h->ends[g][atoms] = (uint16_t)n;
        }
    }
}

void pl_hasher_release(pl_hasher *h)
{
    free(h->recipes);
}

/* The templates first … end-1, all of so many atoms, which is a constant where this is
 * called. */
PL_INLINE uint64_t *hash_run(const pl_hasher *h, uint32_t first, uint32_t end,
                             uint32_t atoms, const uint32_t *values, uint64_t *out)
{
    for (uint32_t k = first; k < end; k++) {
        const pl_recipe *r = &h->recipes[k];
        uint64_t sum = r->seed;
#pragma GCC unroll 4
        for (uint32_t i = 0; i < atoms; i++)
            sum += values[r->slot[i]] * r->multiplier[i];
        *out++ = pl_hash_finish(sum);
    }
    return out;
}

uint32_t pl_hasher_group(const pl_hasher *h, uint32_t g, const uint32_t *values,
                         uint64_t *out)
{
    const uint16_t *ends = h->ends[g];
    out = hash_run(h, ends[0], ends[1], 1, values, out);
    out = hash_run(h, ends[1], ends[2], 2, values, out);
    out = hash_run(h, ends[2], ends[3], 3, values, out);
    out = hash_run(h, ends[3], ends[4], 4, values, out);
    for (uint32_t atoms = 5; atoms <= PL_MAX_ATOMS; atoms++)
        out = hash_run(h, ends[atoms - 1], ends[atoms], atoms, values, out);
    return (uint32_t)(ends[PL_MAX_ATOMS] - ends[0]);
}
