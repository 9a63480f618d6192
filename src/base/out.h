/* Output: a file, standard output or memory, compressed on the way when the name ends
 * in .zst or .gz. A file appears, or replaces the old one, when pl_out_close has all of it
 * (see file.h). A failure (disk full) is remembered and reported by pl_out_close, so
 * that writers need not check every call. Text that begins with a byte-order mark of its
 * own gets another in front, since reading takes the first off. What goes to a terminal is
 * made visible (utf8.h), so that a treebank cannot act on it; newlines and tabs stay. */
#pragma once

#include "base/err.h"
#include "base/frames.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

/* A buffer, and behind it a sink. Only the inline functions below look into it. */
typedef struct pl_out {
    pl_str buffer; /* a NUL need not follow */
    char *name;
    struct pl_file *file; /* NULL for standard output and memory */
    pl_str *memory;       /* NULL unless it is written to */
    struct z_stream_s *gzip;
    struct ZSTD_CCtx_s *zstd;
    char *packed;     /* room for what these two make */
    pl_frames frames; /* that were written, if it is in frames */
    bool in_frames;
    size_t n_raw;          /* bytes written */
    size_t offset;         /* bytes of text handed on */
    char *marks_path;      /* NULL: marks are not looked for */
    struct pl_out *places; /* of marks; NULL if there are none yet */
    size_t last_mark;
    bool grows;    /* in place */
    bool kept;     /* an incomplete file is kept for a later run */
    bool partial;  /* the content is incomplete */
    bool started;  /* something was handed on */
    bool finished; /* everything was */
    bool terminal; /* what is not visible is made so */
    int failed;    /* errno of the first failure, 0 while all is well */
} pl_out;

/* `path` NULL or "-" is standard output. NULL with the reason in `err` on failure. */
pl_out *pl_out_open(const char *path, pl_error *err);
/* Writes to the file itself, so that others can read what there is of it: from its start,
 * or with `keep`, which is for plain files and whole frames of zstd, from its end. */
pl_out *pl_out_grow(const char *path, bool keep, pl_error *err);
/* Appends to `to`, which the stream borrows until it is closed. */
pl_out *pl_out_memory(pl_str *to);
/* Writes what is left and closes: 0, or -1 if anything written was lost; an older file
 * stays then. NULL is fine. */
int pl_out_close(pl_out *out, pl_error *err);
/* Like pl_out_close if `status`, the result of the work, is 0. Otherwise closes, but no
 * file appears, and an older one stays. Returns -1 if the work or closing failed. */
int pl_out_end(pl_out *out, int status, pl_error *err);
/* Brings a file to the disk, but not to its place yet, and tells what it is: 0, or -1 with the reason.
 * Nothing may be put in afterwards. */
int pl_out_settle(pl_out *out, struct stat *info, pl_error *err);
/* Keeps the file for a later run if this run cannot write or ends early (pl_file_keep). Call this before
 * the first byte is written. Returns 0, or -1 with the reason. */
int pl_out_keep(pl_out *out, const char *record, pl_error *err);
/* Marks the content as incomplete: closing then leaves a kept file for a later run. */
void pl_out_partial(pl_out *out);
bool pl_out_is_kept(const pl_out *out);
/* Returns true if a write has failed. */
bool pl_out_failed(const pl_out *out);
/* Whether closing replaces an older file. */
bool pl_out_replaces(const pl_out *out);
/* Hands on what is buffered: 0, or -1 as for closing (plain output only: compressed
 * output stays in its frame). */
int pl_out_flush(pl_out *out, pl_error *err);

/* What is compressed with zstd is put into frames (frames.h) from now on: pl_out_pause says where
 * one may end. To be called before anything is put in. */
void pl_out_frames(pl_out *out);
void pl_out_pause(pl_out *out);

/* Takes marks of numbers (counted.h) out of the text and writes their places to the file `path`,
 * which appears with the output if there are any. If the output goes on at its end, the file goes on
 * after the place `last`. */
void pl_out_take_marks(pl_out *out, const char *path, size_t last);
/* Bytes of the output so far, before compression and without marks. */
size_t pl_out_offset(pl_out *out);

/* The text was made visible before it was put in and may have colours: a terminal gets it
 * as it is. */
void pl_out_styled(pl_out *out);

enum { PL_OUT_FULL = 256 * 1024 }; /* bytes in the buffer when they are handed on */
void pl_out_more(pl_out *out, const char *bytes, size_t n); /* as pl_out_put */

static inline void pl_out_put(pl_out *out, const char *bytes, size_t n)
{
    size_t end = out->buffer.n + n;
    if (end >= out->buffer.cap || end >= PL_OUT_FULL) {
        pl_out_more(out, bytes, n);
        return;
    }
    memcpy(out->buffer.at + out->buffer.n, bytes, n);
    out->buffer.n = end;
}

static inline void pl_out_puts(pl_out *out, const char *text)
{
    pl_out_put(out, text, strlen(text));
}

static inline void pl_out_putc(pl_out *out, char c)
{
    pl_out_put(out, &c, 1);
}

void pl_out_number(pl_out *out, uint64_t number); /* in decimal */
void pl_out_printf(pl_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
