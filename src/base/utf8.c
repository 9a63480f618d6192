/* UTF-8 by the table of RFC 3629; widths from utf8proc. See utf8.h. */
#include "base/utf8.h"

#include "base/byteorder.h"

#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

/* Length of the well-formed sequence at s, 0 if there is none. */
static size_t sequence(const unsigned char *s, size_t n)
{
    unsigned char b = s[0];
    if (b < 0x80)
        return 1;
    if (b < 0xc2 || b > 0xf4)
        return 0;
    size_t length = b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
    if (n < length)
        return 0;
    /* The second byte excludes overlong forms, surrogates and what is too large. */
    unsigned char low = b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80;
    unsigned char high = b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf;
    if (s[1] < low || s[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if (pl_utf8_begins((char)s[i]))
            return 0;
    return length;
}

/* The bytes before the first that is no part of a character; with `text` a NUL is none. */
static inline size_t good_bytes(const unsigned char *s, size_t n, bool text)
{
    const uint64_t ones = 0x0101010101010101u, high = 0x80 * ones;
    size_t i = 0;
    while (i < n) {
        if (n - i >= 8) { /* eight bytes at a time, up to the first that is no ASCII */
            uint64_t word = pl_get64(s + i);
            uint64_t other = (word | (text ? (word - ones) & ~word : 0)) & high;
            if (other == 0) {
                i += 8;
                continue;
            }
            i += (size_t)__builtin_ctzll(other) / 8;
        }
        size_t length = text && s[i] == '\0' ? 0 : sequence(s + i, n - i);
        if (length == 0)
            return i;
        i += length;
    }
    return n;
}

size_t pl_utf8_invalid(const char *text, size_t n)
{
    size_t good = good_bytes((const unsigned char *)text, n, false);
    return good < n ? good : PL_UTF8_OK;
}

size_t pl_utf8_good(const char *text, size_t n)
{
    return good_bytes((const unsigned char *)text, n, true);
}

size_t pl_utf8_decode(const char *text, size_t n, uint32_t *code)
{
    static const unsigned char first_bits[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    const unsigned char *s = (const unsigned char *)text;
    size_t length = sequence(s, n);
    if (length == 0) {
        *code = 0xfffd;
        return 1;
    }
    *code = s[0] & first_bits[length];
    for (size_t i = 1; i < length; i++)
        *code = *code << 6 | (s[i] & 0x3f);
    return length;
}

size_t pl_utf8_count(const char *s, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += pl_utf8_begins(s[i]);
    return count;
}

size_t pl_utf8_put(char *to, uint32_t code)
{
    utf8proc_ssize_t n =
        utf8proc_encode_char((utf8proc_int32_t)code, (utf8proc_uint8_t *)to);
    return n > 0 ? (size_t)n : 0;
}

void pl_utf8_encode(pl_str *out, uint32_t code)
{
    char bytes[4];
    pl_str_put(out, bytes, pl_utf8_put(bytes, code));
}

size_t pl_utf8_repair(pl_str *out, const char *s, size_t n)
{
    size_t repaired = 0;
    while (n > 0) {
        size_t good = pl_utf8_good(s, n);
        pl_str_put(out, s, good);
        s += good;
        n -= good;
        if (n > 0) {
            pl_str_puts(out, "\xef\xbf\xbd");
            repaired++;
            s++;
            n--;
        }
    }
    return repaired;
}

size_t pl_utf8_first(const char *s, size_t n)
{
    const char *end = s;
    while (*end != '\0' && !(pl_utf8_begins(*end) && n-- == 0))
        end++;
    return (size_t)(end - s);
}

const char *pl_utf8_last(const char *s, size_t n)
{
    const char *p = s + strlen(s);
    while (n > 0 && p > s)
        n -= pl_utf8_begins(*--p);
    return p;
}

/* What has no picture of its own and may not act: C1 controls, line and paragraph
 * separators, embeddings and overrides of direction, isolates, what XML forbids. Marks of
 * direction (U+200E, U+200F), which end at the next letter, stay. */
static bool is_hidden(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        {0x80, 0x9f}, {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfffe, 0xffff}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return true;
    return false;
}

size_t pl_visible_step(const char **at, char shown[PL_VISIBLE])
{
    const char *s = *at;
    uint32_t code;
    shown[0] = '\0';
    if (!pl_utf8_step(at, &code))
        return 0;
    size_t n = (size_t)(*at - s);
    if (code < 0x20 || code == 0x7f) {
        code = code == 0x7f ? 0x2421 : 0x2400 + code;
        n = (size_t)utf8proc_encode_char((utf8proc_int32_t)code,
                                         (utf8proc_uint8_t *)shown);
    } else if (is_hidden(code))
        n = (size_t)snprintf(shown, PL_VISIBLE, "<U+%04X>", code);
    else if (code == 0xfffd && n == 1)
        n = (size_t)snprintf(shown, PL_VISIBLE, "<%02X>", (unsigned char)*s);
    else
        memcpy(shown, s, n);
    shown[n] = '\0';
    return n;
}

void pl_visible(pl_str *out, const char *text)
{
    char shown[PL_VISIBLE];
    for (size_t n; (n = pl_visible_step(&text, shown)) > 0;)
        pl_str_put(out, shown, n);
}

void pl_visible_lines(pl_str *out, const char *text, size_t n)
{
    char shown[PL_VISIBLE];
    for (const char *end = text + n; text < end;) {
        if (*text == '\n' || *text == '\t' || *text == '\0') {
            pl_str_put(out, text, *text != '\0');
            text++;
        } else
            pl_str_put(out, shown, pl_visible_step(&text, shown));
    }
}

size_t pl_utf8_columns(uint32_t code)
{
    int w = utf8proc_charwidth((utf8proc_int32_t)code);
    return w > 0 ? (size_t)w : 0;
}

size_t pl_utf8_width(const char *s)
{
    size_t width = 0;
    for (uint32_t code; pl_utf8_step(&s, &code);)
        width += pl_utf8_columns(code);
    return width;
}
