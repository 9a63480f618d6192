/* Sets of sentences; see sentence_sets.h. The only file that knows CRoaring. */
#include "format/sentence_sets.h"

#include "base/byteorder.h"

#include <stdlib.h>

/* -- making --------------------------------------------------------------------------- */

void pl_sets_add(pl_sets *s, const uint32_t *texts, size_t n)
{
    uint32_t sentence = (uint32_t)s->ends.n + 1;
    for (size_t i = 0; i < n; i++) {
        while (s->newest.n <= texts[i]) {
            PL_PUSH(&s->newest, 0);
            PL_PUSH(&s->starts, 0);
        }
        if (s->newest.at[texts[i]] == sentence)
            continue;
        s->newest.at[texts[i]] = sentence;
        s->starts.at[texts[i]]++;
        PL_PUSH(&s->texts, texts[i]);
    }
    PL_PUSH(&s->ends, s->texts.n);
}

/* Sorts by counting: a text begins where those before it end. */
void pl_sets_sort(pl_sets *s)
{
    size_t begin = 0;
    PL_PUSH(&s->starts, 0);
    for (size_t i = 0; i < s->starts.n; i++) {
        size_t n = s->starts.at[i];
        s->starts.at[i] = begin;
        begin += n;
    }
    s->sentences = pl_alloc_zero(s->texts.n + 1, sizeof *s->sentences);
    for (size_t sentence = 0, i = 0; sentence < s->ends.n; sentence++)
        for (; i < s->ends.at[sentence]; i++)
            s->sentences[s->starts.at[s->texts.at[i]]++] = (uint32_t)sentence;
    for (size_t i = s->starts.n - 1; i > 0; i--) /* each is where the next begins now */
        s->starts.at[i] = s->starts.at[i - 1];
    s->starts.at[0] = 0;
}

void pl_sets_release(pl_sets *s)
{
    PL_VEC_RELEASE(&s->texts, &s->ends, &s->newest, &s->starts);
    free(s->sentences);
    s->sentences = NULL;
}

/* -- bytes ------------------------------------------------------------------------------
 *
 *     u32 12346, u32 n, n times (u16 high, u16 count - 1), n times u32 offset, then for each
 *     its numbers' low halves: up to 4096 as u16 each, more as 65536 bits */
enum { COOKIE = 12346, MOST_LISTED = 4096, BITS = 65536, BIT_BYTES = BITS / 8 };

static void put(pl_str *out, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        pl_str_putc(out, (char)(unsigned char)(number >> 8 * i));
}

/* How many of the sentences, from the first on, have its high half. */
static size_t part_size(const uint32_t *sentences, size_t n)
{
    size_t count = 1;
    while (count < n && sentences[count] >> 16 == sentences[0] >> 16)
        count++;
    return count;
}

static void put_part(const uint32_t *sentences, size_t n, pl_str *out)
{
    size_t at = out->n;
    if (n > MOST_LISTED)
        pl_str_fill(out, '\0', BIT_BYTES);
    for (size_t i = 0; i < n; i++) {
        uint32_t low = sentences[i] & 0xffff;
        if (n > MOST_LISTED)
            out->at[at + low / 8] |= (char)(1 << low % 8);
        else
            put(out, low, 2);
    }
}

void pl_set_bytes(const uint32_t *sentences, size_t n, pl_str *out)
{
    uint32_t parts = 0, offset;
    size_t i, count;
    for (i = 0; i < n; i += part_size(sentences + i, n - i))
        parts++;
    pl_str_clear(out);
    put(out, COOKIE, 4);
    put(out, parts, 4);
    for (i = 0; i < n; i += count) {
        count = part_size(sentences + i, n - i);
        put(out, sentences[i] >> 16, 2);
        put(out, (uint32_t)count - 1, 2);
    }
    for (i = 0, offset = 8 + parts * 8; i < n; i += count) {
        count = part_size(sentences + i, n - i);
        put(out, offset, 4);
        offset += count > MOST_LISTED ? BIT_BYTES : (uint32_t)count * 2;
    }
    for (i = 0; i < n; i += count) {
        count = part_size(sentences + i, n - i);
        put_part(sentences + i, count, out);
    }
}

/* CRoaring reads sets as they are in files on little-endian machines alone. */
#if defined PL_ROARING && PL_LITTLE_ENDIAN
#include <roaring/roaring.h>

const bool pl_sets_built = true;

pl_set *pl_set_of(const uint32_t *sentences, size_t n)
{
    return roaring_bitmap_of_ptr(n, sentences);
}

/* -- checking ------------------------------------------------------------------------- */

/* The highest of the listed numbers, -1 if they do not ascend. */
static long check_list(const char *at, uint32_t count)
{
    long last = -1;
    for (uint32_t i = 0; i < count; i++) {
        long low = pl_get16(at + (size_t)i * 2);
        if (low <= last)
            return -1;
        last = low;
    }
    return last;
}

/* The same of bits, of which as many as `count` are set. */
static long check_bits(const char *at, uint32_t count)
{
    long last = -1;
    uint32_t n = 0;
    for (long i = 0; i < BITS / 64; i++) {
        uint64_t word = pl_get64(at + i * 8);
        n += (uint32_t)__builtin_popcountll(word);
        last = word != 0 ? i * 64 + 63 - __builtin_clzll(word) : last;
    }
    return n == count ? last : -1;
}

static bool is_set(const char *bytes, size_t n, uint32_t limit)
{
    if (n < 8 || pl_get32(bytes) != COOKIE || pl_get32(bytes + 4) > (n - 8) / 8 ||
        pl_get32(bytes + 4) > BITS)
        return false;
    size_t parts = pl_get32(bytes + 4), at = 8 + parts * 8;
    long before = -1;
    for (size_t i = 0; i < parts; i++) {
        const char *head = bytes + 8 + i * 4;
        uint32_t high = pl_get16(head), count = pl_get16(head + 2) + 1u;
        size_t size = count <= MOST_LISTED ? (size_t)count * 2 : BIT_BYTES;
        if ((long)high <= before || pl_get32(bytes + 8 + parts * 4 + i * 4) != at ||
            size > n - at)
            return false;
        long last = count <= MOST_LISTED ? check_list(bytes + at, count)
                                         : check_bits(bytes + at, count);
        if (last < 0 || ((uint64_t)high << 16 | (uint64_t)last) >= limit)
            return false;
        before = (long)high;
        at += size;
    }
    return at == n;
}

/* -- using ---------------------------------------------------------------------------- */

pl_set *pl_set_read(const char *bytes, size_t n, uint32_t limit)
{
    return is_set(bytes, n, limit) ? roaring_bitmap_portable_deserialize_safe(bytes, n)
                                   : NULL;
}

size_t pl_set_count(const pl_set *s)
{
    return (size_t)roaring_bitmap_get_cardinality(s);
}

bool pl_set_has(const pl_set *s, uint32_t sentence)
{
    return roaring_bitmap_contains(s, sentence);
}

void pl_set_and(pl_set *s, const pl_set *other)
{
    roaring_bitmap_and_inplace(s, other);
}

void pl_set_or(pl_set *s, const pl_set *other)
{
    roaring_bitmap_or_inplace(s, other);
}

void pl_set_list(const pl_set *s, uint32_t *at)
{
    roaring_bitmap_to_uint32_array(s, at);
}

void pl_set_free(pl_set *s)
{
    if (s != NULL)
        roaring_bitmap_free(s);
}

#else

const bool pl_sets_built = false;

pl_set *pl_set_of(const uint32_t *sentences, size_t n)
{
    (void)sentences, (void)n;
    return NULL;
}

pl_set *pl_set_read(const char *bytes, size_t n, uint32_t limit)
{
    (void)bytes, (void)n, (void)limit;
    return NULL;
}

size_t pl_set_count(const pl_set *s)
{
    (void)s;
    return 0;
}

bool pl_set_has(const pl_set *s, uint32_t sentence)
{
    (void)s, (void)sentence;
    return false;
}

void pl_set_and(pl_set *s, const pl_set *other)
{
    (void)s, (void)other;
}

void pl_set_or(pl_set *s, const pl_set *other)
{
    (void)s, (void)other;
}

void pl_set_list(const pl_set *s, uint32_t *at)
{
    (void)s, (void)at;
}

void pl_set_free(pl_set *s)
{
    (void)s;
}
#endif
