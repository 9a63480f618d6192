/* What a file is told by its first bytes to be. */
#pragma once

#include <stddef.h>

typedef enum pl_codec { PL_PLAIN, PL_GZIP, PL_ZSTD } pl_codec;

typedef struct pl_kind {
    const char *bytes, *mask; /* mask: bits that count; NULL: all */
    size_t n;
    pl_codec codec;
    const char *foreign; /* what it is, and what to do, for a kind that is not read; NULL: it is read */
} pl_kind;

#define PL_GZIP_MARK "\x1f\x8b"

/* All of them, then one without bytes. */
extern const pl_kind pl_kinds[];
