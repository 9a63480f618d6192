#include "learn/matrix.h"

#include "base/alloc.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A product is made of tiles: some rows of c, one panel of its columns. The columns of a
 * panel stand side by side in the packed factor, term after term, and those past the end
 * of the matrix are zero. A tile keeps its sums in registers over one block of terms.
 *
 *     a                  b, packed                  c
 *     ┌─ terms ─┐        ┌ panel ┬ panel ┬ …        ┌──────┬──────┬ …
 *     │ rows    │    ·   │       │       │      =   │ tile │ tile │
 *     │ rows    │        │       │       │          ├──────┼──────┼ …
 */
typedef struct tile {
    const pl_real *a; /* first row, first term */
    size_t a_down, a_right;
    const pl_real *b; /* the panel, first term */
    pl_real *c;
    size_t c_down;
    uint32_t n_terms;
    bool add;
} tile;

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#define ELEMENT pl_real
#define NAME    plain
#define TARGET
#define ROWS    6
#define VECTOR  pl_real
#define VECTORS 4
#define LANES   1
#define ZERO()  0
#define LOAD    *
#define STORE(to, x) (*(to) = (x))
#define SPREAD
#ifdef PL_REAL_DOUBLE
#define FUSED fma
#else
#define FUSED fmaf
#endif
#define PLUS(x, y) ((x) + (y))
#include "learn/tile.inc"

static bool always(void)
{
    return true;
}

#if !defined PL_REAL_DOUBLE && defined __x86_64__
#include <immintrin.h>

#define ELEMENT pl_real
#define NAME    avx512
#define TARGET  __attribute__((target("avx512f")))
#define ROWS    12
#define VECTOR  __m512
#define VECTORS 2
#define LANES   16
#define ZERO    _mm512_setzero_ps
#define LOAD    _mm512_loadu_ps
#define STORE   _mm512_storeu_ps
#define SPREAD  _mm512_set1_ps
#define FUSED   _mm512_fmadd_ps
#define PLUS    _mm512_add_ps
#include "learn/tile.inc"

#define ELEMENT pl_real
#define NAME    avx2
#define TARGET  __attribute__((target("avx2,fma")))
#define ROWS    6
#define VECTOR  __m256
#define VECTORS 2
#define LANES   8
#define ZERO    _mm256_setzero_ps
#define LOAD    _mm256_loadu_ps
#define STORE   _mm256_storeu_ps
#define SPREAD  _mm256_set1_ps
#define FUSED   _mm256_fmadd_ps
#define PLUS    _mm256_add_ps
#include "learn/tile.inc"

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f");
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

#if !defined PL_REAL_DOUBLE && defined __aarch64__
#include <arm_neon.h>

#define ELEMENT pl_real
#define NAME    neon
#define TARGET
#define ROWS    6
#define VECTOR  float32x4_t
#define VECTORS 4
#define LANES   4
#define ZERO()  vdupq_n_f32(0)
#define LOAD    vld1q_f32
#define STORE   vst1q_f32
#define SPREAD  vdupq_n_f32
#define FUSED(x, y, sum) vfmaq_f32(sum, x, y)
#define PLUS    vaddq_f32
#include "learn/tile.inc"
#endif

/* The best first. */
typedef struct kind {
    const char *name;
    void (*make)(const tile *t, uint32_t n_rows); /* up to n_rows rows, all n_cols columns */
    uint32_t n_rows, n_cols;
    bool (*present)(void);
} kind;

#define MAX_ROWS  12
#define MAX_PANEL 32

/* clang-format off */
static const kind kinds[] = {
#if !defined PL_REAL_DOUBLE && defined __x86_64__
    {"avx512", avx512, 12, 32, has_avx512},
    {"avx2",   avx2,    6, 16, has_avx2},
#endif
#if !defined PL_REAL_DOUBLE && defined __aarch64__
    {"neon",   neon,    6, 16, always},
#endif
    {"plain",  plain,   6,  4, always},
};
/* clang-format on */
static const kind *chosen; /* by tests; NULL: the best */

static const kind *best_kind(void)
{
    const kind *k = chosen != NULL ? chosen : kinds;
    while (!k->present())
        k++;
    return k;
}

/* -- packing --------------------------------------------------------------------------- */

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* One panel of one block: for each term the columns, with zeros past the last. Reads along
 * the direction in which the matrix is stored. */
static void pack_panel(pl_real *to, pl_mat b, uint32_t panel)
{
    if (b.n_cols < panel)
        memset(to, 0, (size_t)b.n_rows * panel * sizeof *to);
    if (b.right == 1)
        for (uint32_t k = 0; k < b.n_rows; k++)
            memcpy(to + (size_t)k * panel, b.at + k * b.down, b.n_cols * sizeof *to);
    else
        for (uint32_t j = 0; j < b.n_cols; j++)
            for (uint32_t k = 0; k < b.n_rows; k++)
                to[(size_t)k * panel + j] = b.at[k * b.down + j * b.right];
}

void pl_pack(pl_packed *to, pl_mat b)
{
    uint32_t panel = best_kind()->n_cols;
    size_t n_panels = (b.n_cols + panel - 1) / panel, size = n_panels * panel * b.n_rows;
    if (to->cap < size) {
        free(to->at);
        to->at = pl_alloc_aligned(64, size * sizeof *to->at);
        to->cap = size;
    }
    to->n_rows = b.n_rows;
    to->n_cols = b.n_cols;
    pl_real *at = to->at;
    for (uint32_t k = 0; k < b.n_rows; k += PL_BLOCK) {
        pl_mat block = pl_mat_rows(b, k, smaller(PL_BLOCK, b.n_rows - k));
        for (uint32_t j = 0; j < b.n_cols; j += panel) {
            pack_panel(at, pl_mat_cols(block, j, smaller(panel, b.n_cols - j)), panel);
            at += (size_t)block.n_rows * panel;
        }
    }
}

void pl_packed_release(pl_packed *p)
{
    free(p->at);
    *p = (pl_packed){0};
}

/* -- products -------------------------------------------------------------------------- */

/* A tile at the right edge has fewer columns than a panel: it is made in a place of its
 * own, and its columns are copied. */
static void make_edge(const kind *k, tile t, uint32_t n_rows, uint32_t n_cols)
{
    pl_real whole[MAX_ROWS * MAX_PANEL];
    pl_real *c = t.c;
    bool add = t.add;
    size_t down = t.c_down;
    t.c = whole;
    t.c_down = k->n_cols;
    t.add = false;
    k->make(&t, n_rows);
    for (uint32_t i = 0; i < n_rows; i++)
        for (uint32_t j = 0; j < n_cols; j++) {
            pl_real x = whole[i * k->n_cols + j];
            c[i * down + j] = add ? c[i * down + j] + x : x;
        }
}

static void make_panel(const kind *k, pl_mat c, pl_mat a, const pl_real *b, bool add)
{
    for (uint32_t i = 0; i < a.n_rows; i += k->n_rows) {
        uint32_t n_rows = smaller(k->n_rows, a.n_rows - i);
        tile t = {a.at + i * a.down, a.down, a.right, b, c.at + i * c.down,
                  c.down,            a.n_cols, add};
        if (c.n_cols == k->n_cols)
            k->make(&t, n_rows);
        else
            make_edge(k, t, n_rows, c.n_cols);
    }
}

void pl_product_packed(pl_mat c, pl_mat a, const pl_packed *b, bool add)
{
    assert(c.right == 1 && c.n_rows == a.n_rows && c.n_cols == b->n_cols &&
           a.n_cols == b->n_rows);
    const kind *k = best_kind();
    const pl_real *at = b->at;
    if (a.n_cols == 0 && !add)
        for (uint32_t i = 0; i < c.n_rows; i++)
            memset(c.at + i * c.down, 0, c.n_cols * sizeof *c.at);
    for (uint32_t first = 0; first < a.n_cols; first += PL_BLOCK) {
        pl_mat terms = pl_mat_cols(a, first, smaller(PL_BLOCK, a.n_cols - first));
        for (uint32_t j = 0; j < c.n_cols; j += k->n_cols) {
            pl_mat panel = pl_mat_cols(c, j, smaller(k->n_cols, c.n_cols - j));
            make_panel(k, panel, terms, at, add || first > 0);
            at += (size_t)terms.n_cols * k->n_cols;
        }
    }
}

void pl_product(pl_packed *work, pl_mat c, pl_mat a, pl_mat b, bool add)
{
    pl_pack(work, b);
    pl_product_packed(c, a, work, add);
}
