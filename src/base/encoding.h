/* The encodings that text may be read in, a row each. Text is decoded to UTF-8 while it is read (in.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of a row. */
typedef enum pl_encoding {
    PL_UTF8,
    PL_LATIN1,
    PL_WINDOWS_1252,
    PL_CP1252,
    PL_UTF16, /* the byte-order mark, which must be there, says which of the next two it is */
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
    /* Decodes n bytes to UTF-8: the bytes that were used, *written those that came out, at most
     * PL_DECODED for each. Where `end` is false, an incomplete character at the end is not used. A unit
     * that is none of the encoding becomes PL_BAD_UNIT, a byte that is left over at the end
     * PL_BAD_BYTE; UTF-8 has neither. NULL: the bytes are taken as they are. */
    size_t (*decode)(const pl_encoding_row *row, const char *bytes, size_t n, bool end, char *out,
                     size_t *written);
    const uint16_t *high; /* characters of the bytes 0x80 to 0x9f, where a byte is a character; 0: none */
    bool big;             /* the high byte of a unit comes first */
};

enum { PL_DECODED = 3, PL_BAD_UNIT = 0xff, PL_BAD_BYTE = 0xfe };

extern const pl_encoding_row pl_encodings[PL_N_ENCODINGS];
/* The name of encoding i; NULL after the last one. */
const char *pl_encoding_name(size_t i);

/* The bytes that n bytes of decoded text were before. */
size_t pl_encoding_size(const pl_encoding_row *row, const char *text, size_t n);
/* The character of a byte, -1 if it has none; for rows that decode single bytes. */
int pl_encoding_char(const pl_encoding_row *row, unsigned char byte);
/* The row of single bytes with this name, in small or capital letters; NULL if there is none. */
const pl_encoding_row *pl_encoding_of_bytes(const char *name);
