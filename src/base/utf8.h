/* UTF-8: checking, decoding, width on a terminal. */
#ifndef PL_BASE_UTF8_H
#define PL_BASE_UTF8_H

#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

#define PL_UTF8_OK SIZE_MAX

/* The offset of the first byte that is not part of valid UTF-8 (overlong forms,
 * surrogates and values above U+10FFFF count as invalid), or PL_UTF8_OK. */
size_t pl_utf8_invalid(const char *s, size_t n);

/* Decodes the code point at `s` (n > 0 bytes left) and returns its length in bytes.
 * An invalid byte gives U+FFFD and length 1. */
size_t pl_utf8_decode(const char *s, size_t n, uint32_t *code);

void pl_utf8_encode(pl_str *out, uint32_t code);

/* Appends ISO-8859-1 text as UTF-8; appends text with invalid bytes replaced by
 * U+FFFD and returns how many were. */
void pl_utf8_from_latin1(pl_str *out, const char *s, size_t n);
size_t pl_utf8_repair(pl_str *out, const char *s, size_t n);

/* Columns that a string takes on a terminal: combining marks 0, wide characters 2. */
size_t pl_utf8_width(const char *s);

#endif
