#include "learn/row_ops.h"

#include "base/inline.h"
#include "learn/activation.h"

#define ROUNDS 12582912.0f /* adding it leaves a whole number in the last bits */
#define TINY   1e-5f       /* as in layers.c */
enum { LANES = 16 };

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

static inline int32_t bits_of(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float float_of(int32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Bits of floats as whole numbers that compare as the floats do, and back. */
static inline int32_t turned(int32_t bits)
{
    return bits ^ ((bits >> 31) & INT32_MAX);
}

static inline int32_t rank_of(float x)
{
    return turned(bits_of(x));
}

#define NAME plain
#define TARGET
#define TILE  4
#define WIDTH 4
#define STRIP 4
#include "learn/row_ops.inc"

#ifdef __x86_64__
#define NAME   avx2
#define TILE   16
#define WIDTH  8
#define STRIP  8
#define TARGET __attribute__((target("avx2")))
#include "learn/row_ops.inc"

#define NAME   avx512
#define TILE   32
#define WIDTH  16
#define STRIP  8
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#include "learn/row_ops.inc"
#endif
