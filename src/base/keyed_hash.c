/* SipHash-1-3 (Aumasson and Bernstein 2012), as tables of Rust and Python have it: with a
 * key that nobody knows, collisions cannot be made. See keyed_hash.h. */
#include "base/keyed_hash.h"

#include "base/hash.h"
#include "base/platform.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

static pl_hash_key the_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_bool drawn;

/* Where the system has no random bytes to give, time, process and addresses have to do. */
static void draw_key(void)
{
    struct timespec now = {0};
    if (!pl_random_bytes(&the_key, sizeof the_key)) {
        clock_gettime(CLOCK_REALTIME, &now);
        the_key.k0 = pl_mix((uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec);
        the_key.k1 = pl_mix((uint64_t)getpid() << 32 ^ (uintptr_t)&now);
    }
    atomic_store_explicit(&drawn, true, memory_order_release);
}

pl_hash_key *pl_run_key(void)
{
    if (!atomic_load_explicit(&drawn, memory_order_acquire))
        pthread_once(&once, draw_key);
    return &the_key;
}

typedef struct state {
    uint64_t v0, v1, v2, v3;
} state;

static inline uint64_t rotate(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static inline void stir(state *s)
{
    s->v0 += s->v1;
    s->v1 = rotate(s->v1, 13) ^ s->v0;
    s->v0 = rotate(s->v0, 32);
    s->v2 += s->v3;
    s->v3 = rotate(s->v3, 16) ^ s->v2;
    s->v0 += s->v3;
    s->v3 = rotate(s->v3, 21) ^ s->v0;
    s->v2 += s->v1;
    s->v1 = rotate(s->v1, 17) ^ s->v2;
    s->v2 = rotate(s->v2, 32);
}

static inline void absorb(state *s, uint64_t word)
{
    s->v3 ^= word;
    stir(s);
    s->v0 ^= word;
}

uint64_t pl_keyed_hash(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    pl_hash_key key = *pl_run_key();
    state s = {key.k0 ^ 0x736f6d6570736575u, key.k1 ^ 0x646f72616e646f6du,
               key.k0 ^ 0x6c7967656e657261u, key.k1 ^ 0x7465646279746573u};
    uint64_t length = (uint64_t)n << 56;
    for (; n >= 8; n -= 8, p += 8)
        absorb(&s, pl_get64(p));
    absorb(&s, length | pl_get_few(p, n));
    s.v2 ^= 0xff;
    for (int round = 0; round < 3; round++)
        stir(&s);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}
