/* UTF-8: checking, stepping through it, showing it, width on a terminal. */
#pragma once

#include "base/byteorder.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PL_UTF8_OK SIZE_MAX

/* The offset of the first byte that is not part of valid UTF-8 (overlong forms,
 * surrogates and values above U+10FFFF count as invalid), or PL_UTF8_OK. */
size_t pl_utf8_invalid(const char *s, size_t n);
/* The number of bytes before the first that is invalid or NUL; n if there is none. */
size_t pl_utf8_good(const char *s, size_t n);

/* Decodes the code point at `s` (n > 0 bytes left) and returns its length in bytes.
 * An invalid byte gives U+FFFD and length 1. */
size_t pl_utf8_decode(const char *s, size_t n, uint32_t *code);

/* Decodes the code point at *at and moves *at behind it; false at the end of the text. Of the
 * four bytes that may lie behind the end none is looked at: a NUL goes on nothing. */
static inline bool pl_utf8_step(const char **at, uint32_t *code)
{
    unsigned char byte = (unsigned char)**at;
    if (byte == '\0')
        return false;
    if (byte < 0x80)
        *code = byte;
    *at += byte < 0x80 ? 1 : pl_utf8_decode(*at, 4, code);
    return true;
}

/* Whether n bytes are ASCII. */
static inline bool pl_is_ascii(const char *s, size_t n)
{
    uint64_t all = 0;
    for (; n >= 8; n -= 8, s += 8)
        all |= pl_get64(s);
    return ((all | pl_get_few(s, n)) & 0x8080808080808080u) == 0;
}

/* Whether a byte is the first of a character, not a continuation. */
static inline bool pl_utf8_begins(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}
/* Where the character before s[at] begins; at > 0. */
static inline size_t pl_utf8_before(const char *s, size_t at)
{
    do
        at--;
    while (at > 0 && !pl_utf8_begins(s[at]));
    return at;
}
size_t pl_utf8_count(const char *s, size_t n); /* characters */

void pl_utf8_encode(pl_str *out, uint32_t code);
size_t pl_utf8_put(char *to, uint32_t code); /* up to four bytes; their number */

/* Appends UTF-8 with each invalid or NUL byte replaced by U+FFFD. Returns the number of replaced bytes. */
size_t pl_utf8_repair(pl_str *out, const char *s, size_t n);

/* Bytes of the first n characters of a string, or of all if it has fewer. */
size_t pl_utf8_first(const char *s, size_t n);
/* Where the last n characters of a string begin: at `s` if it has no more. */
const char *pl_utf8_last(const char *s, size_t n);

/* Text from outside as people may see it, in messages, drawings and on a terminal: nothing
 * in it moves the cursor, ends a line or turns the direction of what follows. Control
 * characters become their pictures (␛ for ESC, ␊ for a newline), C1 controls, line separators,
 * overrides and isolates of direction and U+FFFE/F their numbers (<U+202E>), bytes that are
 * not UTF-8 their value (<FF>). Text that was made visible once stays the same.
 *
 * pl_visible_step writes the next character of *at into `shown`, with a NUL, moves *at
 * behind it and returns the bytes written: 0 at the end of the text. */
enum { PL_VISIBLE = 12 };
size_t pl_visible_step(const char **at, char shown[PL_VISIBLE]);
void pl_visible(pl_str *out, const char *text); /* appends all of it */
/* Appends n bytes of lines for a terminal, where newlines and tabs stay as they are. */
void pl_visible_lines(pl_str *out, const char *text, size_t n);

/* Columns on a terminal, of a character and of a string: combining marks take 0, wide
 * characters 2. */
size_t pl_utf8_columns(uint32_t code);
size_t pl_utf8_width(const char *s);
