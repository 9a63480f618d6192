/* The table of encodings in which text may be read. Text is decoded to UTF-8 while it is read (in.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The index of a row in pl_encodings. */
typedef enum pl_encoding {
    PL_UTF8,
    PL_LATIN1,
    PL_WINDOWS_1252,
    PL_CP1252,
    PL_UTF16, /* a byte-order mark is required and selects one of the next two */
    PL_UTF16LE,
    PL_UTF16BE,
    PL_N_ENCODINGS
} pl_encoding;

typedef struct pl_encoding_row pl_encoding_row;
struct pl_encoding_row {
    const char *name;  /* as in --encoding */
    const char *title; /* in messages */
    size_t unit;      /* bytes of the smallest part of a character */
    const char *mark; /* the byte-order mark; NULL: the encoding has none */
    /* Decodes n bytes to UTF-8. Returns the number of bytes used and stores the number of bytes written,
     * at most PL_DECODED for each byte used. If `end` is false, an incomplete character at the end is not
     * used. A unit that the encoding does not have becomes PL_BAD_UNIT, and half a unit at the end
     * PL_BAD_BYTE; neither byte occurs in UTF-8. NULL: the bytes are copied unchanged. */
    size_t (*decode)(const pl_encoding_row *row, const char *bytes, size_t n, bool end, char *out,
                     size_t *written);
    const uint16_t *high; /* encodings of one byte: characters of the bytes 0x80 to 0x9f; 0: no character */
    bool big;             /* the high byte of a unit comes first */
};

enum { PL_DECODED = 3, PL_BAD_UNIT = 0xff, PL_BAD_BYTE = 0xfe };

extern const pl_encoding_row pl_encodings[PL_N_ENCODINGS];
/* Returns the name of encoding i, or NULL after the last row. */
const char *pl_encoding_name(size_t i);

/* Returns the number of bytes that n bytes of decoded text had before decoding. */
size_t pl_encoding_size(const pl_encoding_row *row, const char *text, size_t n);
/* Returns the character of a byte, or -1 if it has none. The row must be an encoding of one byte. */
int pl_encoding_char(const pl_encoding_row *row, unsigned char byte);
/* Returns the encoding of one byte that has this name (case is ignored), or NULL. */
const pl_encoding_row *pl_encoding_of_bytes(const char *name);
