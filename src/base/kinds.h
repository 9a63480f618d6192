/* Kinds of files, recognized by their first bytes: compressed data, and kinds that pleach cannot read. */
#pragma once

#include <stddef.h>

typedef enum pl_codec { PL_PLAIN, PL_GZIP, PL_ZSTD } pl_codec;

typedef struct pl_kind {
    const char *bytes, *mask; /* mask: bits that count; NULL: all */
    size_t n;
    pl_codec codec;
    const char *foreign; /* description and advice, if the kind cannot be read; else NULL */
} pl_kind;

#define PL_GZIP_MARK "\x1f\x8b"

/* All kinds. The last row has n = 0: plain text. */
extern const pl_kind pl_kinds[];
