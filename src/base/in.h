/* Input: a file, standard input or memory, decompressed on the way (zstd and gzip are
 * recognised by their first bytes), read as lines or as bytes. Nothing waits for more bytes
 * than it needs, so that input may come byte by byte; signals end no read.
 *
 * Lines come without their end (\n or \r\n), a \r elsewhere counts as a blank, one byte-
 * order mark at the start is skipped, other encodings are decoded to UTF-8. A line that
 * is not valid, holds a NUL byte or is longer than PL_MAX_LINE gives -1 once; the
 * next call goes on with the line after it.
 *
 *     pl_in *in = pl_in_open(path, &err);
 *     while ((got = pl_in_line(in, &line, &n, &err)) > 0) …
 *     pl_in_close(in);
 */
#pragma once

#include "base/encoding.h"
#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

#define PL_MAX_LINE ((size_t)16 << 20) /* bytes; a sentence of 10,000 words has 0.3M */
#define PL_MAX_RULES ((size_t)16 << 20) /* bytes of a file of rules */

typedef struct pl_in pl_in;

/* `path` NULL or "-" is standard input. NULL with the reason in `err` on failure. */
pl_in *pl_in_open(const char *path, pl_error *err);
/* The same for a file of rules, templates or parameters: one that is larger than
 * PL_MAX_RULES, or never ends (another file may include /dev/zero), breaks off. */
pl_in *pl_in_open_rules(const char *path, pl_error *err);
/* The same for a plain file, or for one in frames of zstd if its name says so, as if it ended after n bytes. It may
 * be one that the run itself writes (see guard.h). */
pl_in *pl_in_open_part(const char *path, size_t n, pl_error *err);

/* A stretch of a file: the first `head` bytes of its text, then those from `begin` up to `end`.
 * Text is what decompressing gives, with a byte-order mark; of a plain file it is the file. */
typedef struct pl_stretch {
    size_t head, begin, end; /* end SIZE_MAX: that of the file */
    bool packed;             /* in frames of zstd (base/frames.h); one of them begins */
    size_t raw, decoded;     /* … at this byte of the file and of the text */
} pl_stretch;

/* Reads a stretch of the file as if it were all there is. Lines are counted from its start, and
 * only what is read at byte 0 may be a byte-order mark. The file may be one that the run itself
 * writes (see guard.h). */
pl_in *pl_in_open_stretch(const char *path, const pl_stretch *stretch, pl_error *err);
/* Whether the line, or the bytes, that were given last are of the head of a stretch. */
bool pl_in_is_head(const pl_in *in);
/* Reads `n` bytes from memory, which the stream borrows until it is closed. */
pl_in *pl_in_memory(const char *name, const void *bytes, size_t n);
void pl_in_close(pl_in *in); /* NULL is fine */

/* 1 and the next line (borrowed until the next call on `in`; NUL-terminated), 0 at the
 * end, -1 with the reason. After -1, pl_in_broken says whether reading can go on. */
int pl_in_line(pl_in *in, const char **line, size_t *n, pl_error *err);
/* Makes the next pl_in_line give the same line again. */
void pl_in_unread(pl_in *in);

/* Up to n bytes as they are: the number read, 0 at the end, -1 with the reason. */
long pl_in_read(pl_in *in, char *buffer, size_t n, pl_error *err);

/* Appends all of a file of at most `most` bytes to the text: 0, or -1 with the reason. */
int pl_in_read_file(const char *path, size_t most, pl_str *text, pl_error *err);

/* Shows the bytes that come next without consuming them: at least `want` unless the input
 * ends. Returns their number. */
size_t pl_in_peek(pl_in *in, size_t want, const char **bytes);

/* Switches repair on or off. With it a line that is not valid UTF-8 or holds a NUL byte
 * does not fail: each bad byte becomes U+FFFD. pl_in_repaired gives the number of such
 * bytes and the line of the first. */
void pl_in_set_repair(pl_in *in, bool on);
size_t pl_in_repaired(const pl_in *in, size_t *first_line);

/* Whether a gzip file went on, after its end, with something else: that was ignored. */
bool pl_in_ignored(const pl_in *in);

/* Sets the encoding of the text that is read from now on. A byte-order mark in the text overrides it.
 * Returns 0, or -1 with the reason: PL_UTF16 needs a mark, and the text has none. */
int pl_in_set_encoding(pl_in *in, pl_encoding encoding, pl_error *err);
/* Returns the encoding of the text: that of the byte-order mark, or else the one that was set. */
pl_encoding pl_in_encoding(const pl_in *in);
/* Sets the text that error messages about invalid UTF-8 end with, such as " (in another encoding:
 * --encoding latin1, …)". Keeps `hint`. NULL, the default: nothing is added. */
void pl_in_set_hint(pl_in *in, const char *hint);
const char *pl_in_hint(const pl_in *in); /* "" where there is none */
const char *pl_in_name(const pl_in *in);   /* for messages */
size_t pl_in_line_number(const pl_in *in); /* of the last line given, from 1 */
/* Whether it is a plain file, not decompressed, that can be opened by its name. */
bool pl_in_plain(const pl_in *in);
bool pl_in_broken(const pl_in *in);        /* the stream itself failed */

/* Bytes of the file read so far, counted before decompression; in a plain file, without
 * those that are read ahead. */
size_t pl_in_taken(const pl_in *in);

/* Bytes of the decoded text read so far, with a byte-order mark and without the line that
 * will be given again. */
size_t pl_in_offset(const pl_in *in);

size_t pl_in_mark(const pl_in *in); /* bytes of the byte-order mark that was skipped */
/* The offset of the line that was given last. */
size_t pl_in_line_start(const pl_in *in);

/* Whether the file has something to say, were it its end, so that reading on does not wait
 * for somebody who may wait for us. */
bool pl_in_ready(const pl_in *in);

/* pl_fail with "NAME:LINE: " in front. */
int pl_in_fail(const pl_in *in, pl_error *err, pl_error_code code, const char *format,
               ...) __attribute__((format(printf, 4, 5)));
#ifdef __clang_analyzer__ /* see err.h */
#define pl_in_fail(...) (pl_in_fail(__VA_ARGS__), -1)
#endif
