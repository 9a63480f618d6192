/* The highest score, by vectors where the processor has them; see highest.h. */
#include "learn/highest.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

/* The highest where `best` is that of the first `from`. */
static uint32_t highest_from(const int32_t *scores, uint32_t best, uint32_t from,
                             uint32_t n)
{
    for (uint32_t k = from; k < n; k++)
        if (scores[k] > scores[best])
            best = k;
    return best;
}

uint32_t pl_highest_plain(const int32_t *scores, uint32_t n)
{
    return highest_from(scores, 0, 1, n);
}

#ifdef __x86_64__

enum { LANES = 8, MANY = 16 };

#define AVX2 __attribute__((target("avx2")))

AVX2 static inline __m256i load(const int32_t *at)
{
    return _mm256_loadu_si256((const __m256i *)at);
}

/* First the highest score of whole vectors, then the first of them that has it. */
AVX2 static uint32_t highest_avx2(const int32_t *scores, uint32_t n)
{
    uint32_t whole = n / LANES * LANES;
    __m256i most = load(scores);
    for (uint32_t i = LANES; i < whole; i += LANES)
        most = _mm256_max_epi32(most, load(scores + i));
    most = _mm256_max_epi32(most, _mm256_permute2x128_si256(most, most, 1));
    most = _mm256_max_epi32(most, _mm256_shuffle_epi32(most, 0x4e));
    most = _mm256_max_epi32(most, _mm256_shuffle_epi32(most, 0xb1));
    for (uint32_t i = 0;; i += LANES) {
        __m256i equal = _mm256_cmpeq_epi32(load(scores + i), most);
        uint32_t bits = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(equal));
        if (bits != 0)
            return highest_from(scores, i + (uint32_t)__builtin_ctz(bits), whole, n);
    }
}

uint32_t pl_highest(const int32_t *scores, uint32_t n)
{
    return n >= MANY && __builtin_cpu_supports("avx2") ? highest_avx2(scores, n)
                                                       : pl_highest_plain(scores, n);
}

#else

uint32_t pl_highest(const int32_t *scores, uint32_t n)
{
    return pl_highest_plain(scores, n);
}

#endif
