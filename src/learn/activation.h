/* The functions between the layers of a network. Plain arithmetic without a table or a
 * call, so that compilers turn loops over them into vector code, and the results are the
 * same on every machine; at most 2 units in the last place off. */
#pragma once

#include "learn/matrix.h"

#include <math.h>
#include <string.h>

#ifdef PL_REAL_DOUBLE
static inline pl_real pl_exp(pl_real x)
{
    return exp(x);
}
#else
/* x, or 87 with its sign if that is nearer to zero. Bits of floats compare as sizes do;
 * compilers make vectors of this where they do not of comparisons of floats. */
static inline float pl_at_most_87(float x)
{
    int32_t bits, sign, limit = 0x42ae0000;
    memcpy(&bits, &x, sizeof bits);
    sign = bits & INT32_MIN;
    bits &= INT32_MAX;
    bits = sign | (bits < limit ? bits : limit);
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* eˣ = 2ⁿ eʳ with x = n ln 2 + r and |r| ≤ ln 2 / 2; eʳ by its series. */
static inline pl_real pl_exp(pl_real x)
{
    x = pl_at_most_87(x);
    float n = x * 1.44269504f + 12582912.0f; /* ends in a whole number */
    n -= 12582912.0f;
    float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
    float e = 1.0f / 5040;
    e = e * r + 1.0f / 720;
    e = e * r + 1.0f / 120;
    e = e * r + 1.0f / 24;
    e = e * r + 1.0f / 6;
    e = e * r + 0.5f;
    e = e * r + 1.0f;
    e = e * r + 1.0f;
    int32_t power = ((int32_t)n + 127) << 23;
    float scale;
    memcpy(&scale, &power, sizeof scale);
    return e * scale;
}
#endif

static inline pl_real pl_sigmoid(pl_real x)
{
    return 1 / (1 + pl_exp(-x));
}

static inline pl_real pl_tanh(pl_real x)
{
    return 2 / (1 + pl_exp(-2 * x)) - 1;
}

/* ln x of a positive normal number x = 2ⁿ m, with ln m = 2 artanh((m - 1) / (m + 1)) by its
 * series and m between √½ and √2. */
static inline double pl_log(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    int32_t n = (bits - 0x3f3504f3) >> 23;
    bits -= n * (1 << 23);
    float m;
    memcpy(&m, &bits, sizeof m);
    double t = ((double)m - 1) / ((double)m + 1), t2 = t * t, sum = 0;
    for (int k = 13; k > 0; k -= 2)
        sum = sum * t2 + 1.0 / k;
    return n * 0.6931471805599453 + 2 * t * sum;
}
