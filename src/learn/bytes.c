#include "learn/bytes.h"

#include "base/alloc.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Products are made of tiles, as in matrix.c; an element is a word of 32 bits that holds
 * the next four bytes of a row, or the next two as halves of 16 bits. */
typedef struct tile {
    const int32_t *a;
    size_t a_down, a_right;
    const int32_t *b;
    int32_t *c;
    size_t c_down;
    uint32_t n_terms;
    bool add;
} tile;

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

/* The sum of two products of halves; the sum of all products of a row fits a word. */
static inline int32_t halves(int32_t x, int32_t y, int32_t sum)
{
    return sum + (int16_t)(x & 0xffff) * (int16_t)(y & 0xffff) + (x >> 16) * (y >> 16);
}

#define ELEMENT int32_t
#define NAME    plain
#define TARGET
#define ROWS    6
#define VECTOR  int32_t
#define VECTORS 4
#define LANES   1
#define ZERO()  0
#define LOAD    *
#define STORE(to, x) (*(to) = (x))
#define SPREAD
#define FUSED   halves
#define PLUS(x, y) ((x) + (y))
#include "learn/tile.inc"

static bool always(void)
{
    return true;
}

#ifdef __x86_64__
#include <immintrin.h>

#define ELEMENT int32_t
#define NAME    vnni
#define TARGET  __attribute__((target("avx512f,avx512vnni")))
#define ROWS    12
#define VECTOR  __m512i
#define VECTORS 2
#define LANES   16
#define ZERO    _mm512_setzero_si512
#define LOAD    _mm512_loadu_si512
#define STORE   _mm512_storeu_si512
#define SPREAD  _mm512_set1_epi32
#define FUSED(x, y, sum) _mm512_dpbusd_epi32(sum, x, y)
#define PLUS    _mm512_add_epi32
#include "learn/tile.inc"

#define ELEMENT int32_t
#define NAME    avx2
#define TARGET  __attribute__((target("avx2")))
#define ROWS    6
#define VECTOR  __m256i
#define VECTORS 2
#define LANES   8
#define ZERO    _mm256_setzero_si256
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define STORE(to, x) _mm256_storeu_si256((__m256i *)(to), x)
#define SPREAD  _mm256_set1_epi32
#define FUSED(x, y, sum) _mm256_add_epi32(sum, _mm256_madd_epi16(x, y))
#define PLUS    _mm256_add_epi32
#include "learn/tile.inc"

static bool has_vnni(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vnni") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq");
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}
#endif

#ifdef __aarch64__
#include <arm_neon.h>
#if defined __linux__
#include <sys/auxv.h>
#endif

#define ELEMENT int32_t
#define NAME    neon
#define TARGET
#define ROWS    6
#define VECTOR  int32x4_t
#define VECTORS 2
#define LANES   4
#define ZERO()  vdupq_n_s32(0)
#define LOAD    vld1q_s32
#define STORE   vst1q_s32
#define SPREAD  vdupq_n_s32
#define FUSED(x, y, sum) vaddq_s32(sum, products_of_halves(x, y))
#define PLUS    vaddq_s32

static inline int32x4_t products_of_halves(int32x4_t x, int32x4_t y)
{
    int16x8_t a = vreinterpretq_s16_s32(x), b = vreinterpretq_s16_s32(y);
    return vpaddq_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)), vmull_high_s16(a, b));
}

#include "learn/tile.inc"

/* Products of bytes, which came with ARMv8.2. */
#define ELEMENT int32_t
#define NAME    dot
#define TARGET  __attribute__((target("arch=armv8.2-a+dotprod")))
#define ROWS    6
#define VECTOR  int32x4_t
#define VECTORS 4
#define LANES   4
#define ZERO()  vdupq_n_s32(0)
#define LOAD    vld1q_s32
#define STORE   vst1q_s32
#define SPREAD  vdupq_n_s32
#define FUSED(x, y, sum) \
    vdotq_s32(sum, vreinterpretq_s8_s32(x), vreinterpretq_s8_s32(y))
#define PLUS    vaddq_s32
#include "learn/tile.inc"

static bool has_dot(void)
{
#if defined __ARM_FEATURE_DOTPROD
    return true;
#elif defined __linux__
    return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
#else
    return false;
#endif
}
#endif

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

#define ELEMENT int32_t
#define NAME    wasm
#define TARGET
#define ROWS    4
#define VECTOR  v128_t
#define VECTORS 4
#define LANES   4
#define ZERO()  wasm_i32x4_splat(0)
#define LOAD    wasm_v128_load
#define STORE   wasm_v128_store
#define SPREAD  wasm_i32x4_splat
#define FUSED(x, y, sum) wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(x, y))
#define PLUS    wasm_i32x4_add
#include "learn/tile.inc"
#endif

/* The best first. */
typedef struct kind {
    const char *name;
    void (*make)(const tile *t, uint32_t n_rows);
    uint32_t n_rows, n_cols; /* of a tile */
    uint32_t bytes;          /* of a row in one word: 4, or 2 as halves */
    uint8_t offset;          /* added to the bytes of x, which are unsigned then */
    bool (*present)(void);
    const pl_row_ops *rows;
} kind;

enum { MAX_ROWS = 12, MAX_PANEL = 32 };

/* clang-format off */
static const kind kinds[] = {
#ifdef __x86_64__
    {"vnni",  vnni,  12, 32, 4, 128, has_vnni, &pl_row_ops_avx512},
    {"avx2",  avx2,   6, 16, 2, 0,   has_avx2, &pl_row_ops_avx2},
#endif
#ifdef __aarch64__
    {"dot",   dot,    6, 16, 4, 0,   has_dot,  &pl_row_ops_plain},
    {"neon",  neon,   6,  8, 2, 0,   always,   &pl_row_ops_plain},
#endif
#ifdef __wasm_simd128__
    {"wasm",  wasm,   4, 16, 2, 0,   always,   &pl_row_ops_plain},
#endif
    {"plain", plain,  6,  4, 2, 0,   always,   &pl_row_ops_plain},
};
/* clang-format on */
#define N_KINDS (sizeof kinds / sizeof *kinds)

static const kind *chosen; /* by tests; NULL: the best */

static const kind *best_kind(void)
{
    const kind *k = chosen != NULL ? chosen : kinds;
    while (!k->present())
        k++;
    return k;
}

const pl_row_ops *pl_byte_rows_ops(void)
{
    return best_kind()->rows;
}

/* -- factors --------------------------------------------------------------------------- */

float pl_round_row(const float *row, uint32_t n, int8_t *bytes)
{
    return pl_row_ops_plain.round_bytes(row, n, (uint8_t *)bytes, 0);
}

static uint32_t words_in(const kind *k, uint32_t n)
{
    return (n + k->bytes - 1) / k->bytes;
}

/* Word t of a row of n bytes; zeros past its end. */
static int32_t word_of(const kind *k, const int8_t *row, uint32_t n, uint32_t t)
{
    int8_t bytes[4] = {0};
    uint32_t at = t * k->bytes, left = n - at;
    memcpy(bytes, row + at, left < k->bytes ? left : k->bytes);
    int16_t halves[2] = {bytes[0], bytes[1]};
    int32_t word;
    memcpy(&word, k->bytes == 4 ? (const void *)bytes : halves, sizeof word);
    return word;
}

/* The whole words of rows, which are the columns of a panel: word t of row i to to[t][i].
 * Written from top to bottom, a line of memory after the other, since this is most of the
 * time that it takes to open a model. */
static void put_words(const int8_t *rows, uint32_t n_rows, uint32_t n, int32_t *to,
                      uint32_t panel)
{
    for (uint32_t t = 0; t < n / 4; t++, to += panel)
        for (uint32_t i = 0; i < n_rows; i++)
            memcpy(to + i, rows + (size_t)i * n + t * 4, sizeof *to);
}

/* The same with two bytes in a word. */
static void put_halves(const int8_t *rows, uint32_t n_rows, uint32_t n, int32_t *to,
                       uint32_t panel)
{
    for (uint32_t t = 0; t < n / 2; t++, to += panel)
        for (uint32_t i = 0; i < n_rows; i++) {
            const int8_t *at = rows + (size_t)i * n + t * 2;
            int16_t halves[2] = {at[0], at[1]};
            memcpy(to + i, halves, sizeof *to);
        }
}

static void put_panel(const kind *k, const int8_t *rows, uint32_t n_rows, uint32_t n,
                      int32_t *to)
{
    uint32_t whole = n / k->bytes;
    (k->bytes == 4 ? put_words : put_halves)(rows, n_rows, n, to, k->n_cols);
    for (uint32_t i = 0; i < n_rows && whole < words_in(k, n); i++)
        to[(size_t)whole * k->n_cols + i] = word_of(k, rows + (size_t)i * n, n, whole);
}

/* What the offset of x adds to each sum: the product of the weights with a row of offsets. */
static void put_sums(const kind *k, pl_byte_factor *f)
{
    uint32_t n_words = words_in(k, f->n_in);
    int32_t *row = pl_alloc((n_words + (size_t)1) * sizeof *row);
    memset(row, k->offset, n_words * sizeof *row);
    for (uint32_t j = 0; j < f->n_out; j += k->n_cols) {
        tile t = {row, n_words, 1, f->at + (size_t)j * n_words, f->sums + j, k->n_cols,
                  n_words, false};
        k->make(&t, 1);
    }
    free(row);
}

void pl_byte_factor_init(pl_byte_factor *f, const pl_byte_weights *w)
{
    const kind *k = best_kind();
    uint32_t n_words = words_in(k, w->n_in), panel = k->n_cols;
    size_t n_cols = ((size_t)w->n_out + panel - 1) / panel * panel;
    *f = (pl_byte_factor){w->n_in, w->n_out,
                          pl_alloc_aligned(64, n_cols * n_words * sizeof *f->at),
                          pl_alloc_zero(n_cols, sizeof *f->sums),
                          pl_alloc(w->n_out * sizeof *f->scales)};
    for (uint32_t i = 0; i < w->n_out; i += panel)
        put_panel(k, w->at + (size_t)i * w->n_in, w->n_out - i < panel ? w->n_out - i : panel,
                  w->n_in, f->at + (size_t)i * n_words);
    if (k->offset > 0)
        put_sums(k, f);
    memcpy(f->scales, w->scales, w->n_out * sizeof *f->scales);
}

void pl_byte_factor_release(pl_byte_factor *f)
{
    free(f->at);
    free(f->sums);
    free(f->scales);
    *f = (pl_byte_factor){0};
}

/* -- rows ------------------------------------------------------------------------------ */

static void reserve(pl_byte_rows *rows, size_t words, size_t n)
{
    if (rows->cap < words) {
        free(rows->at);
        rows->at = pl_alloc_aligned(64, words * sizeof *rows->at);
        rows->cap = words;
    }
    if (rows->cap_scales < n) {
        free(rows->scales);
        rows->scales = pl_alloc(n * sizeof *rows->scales);
        rows->cap_scales = n;
    }
}

void pl_byte_rows_pick(pl_byte_rows *rows, pl_mat x, const uint32_t *order, uint32_t n)
{
    const kind *k = best_kind();
    assert(x.right == 1);
    rows->n = n;
    rows->n_cols = x.n_cols;
    rows->n_words = words_in(k, x.n_cols);
    reserve(rows, (size_t)n * rows->n_words + 1, n + (size_t)1);
    for (uint32_t r = 0; r < n; r++) {
        const float *from = x.at + (order != NULL ? order[r] : r) * x.down;
        void *to = rows->at + (size_t)r * rows->n_words;
        rows->scales[r] = k->bytes == 4 ? k->rows->round_bytes(from, x.n_cols, to, k->offset)
                                        : k->rows->round_halves(from, x.n_cols, to);
    }
}

void pl_byte_rows_set(pl_byte_rows *rows, pl_mat x)
{
    pl_byte_rows_pick(rows, x, NULL, x.n_rows);
}

pl_byte_rows pl_byte_rows_part(const pl_byte_rows *rows, uint32_t first, uint32_t n)
{
    return (pl_byte_rows){rows->at + (size_t)first * rows->n_words, rows->scales + first, n,
                          rows->n_cols, rows->n_words, 0, 0};
}

void pl_byte_rows_release(pl_byte_rows *rows)
{
    free(rows->at);
    free(rows->scales);
    *rows = (pl_byte_rows){0};
}

/* -- products -------------------------------------------------------------------------- */

/* Rows of each tile, about the same for all: a tile of one row waits for weights. */
static uint32_t tile_height(const kind *k, uint32_t n_rows)
{
    uint32_t n_tiles = (n_rows + k->n_rows - 1) / k->n_rows;
    return n_tiles > 0 ? (n_rows + n_tiles - 1) / n_tiles : 0;
}

void pl_byte_product(pl_mat y, const pl_byte_rows *x, const pl_byte_factor *w,
                     const float *b, bool add)
{
    const kind *k = best_kind();
    int32_t sums[MAX_ROWS * MAX_PANEL];
    uint32_t panel = k->n_cols, height = tile_height(k, x->n);
    assert(x->n_cols == w->n_in && y.n_cols == w->n_out && y.n_rows == x->n);
    for (uint32_t j = 0; j < w->n_out; j += panel) {
        const int32_t *right = w->at + (size_t)j * x->n_words;
        uint32_t n_cols = w->n_out - j < panel ? w->n_out - j : panel;
        for (uint32_t i = 0; i < x->n; i += height) {
            uint32_t n_rows = x->n - i < height ? x->n - i : height;
            tile t = {x->at + (size_t)i * x->n_words, x->n_words, 1, right, sums, panel,
                      x->n_words, false};
            pl_byte_sums s = {sums, panel, n_rows, n_cols, w->sums + j, w->scales + j,
                              x->scales + i};
            k->make(&t, n_rows);
            k->rows->unround(&s, y.at + i * y.down + j, y.down, b != NULL ? b + j : NULL, add);
        }
    }
}
