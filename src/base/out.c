/* A buffer, and behind it a sink: file, memory, gzip or zstd. See out.h. */
#include "base/out.h"

#include "base/alloc.h"
#include "base/counted.h"
#include "base/file.h"
#include "base/frames.h"
#include "base/guard.h"
#include "base/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { PACKED = 128 * 1024, ZSTD_LEVEL = 9 };

static void note_failure(pl_out *out)
{
    if (out->failed == 0)
        out->failed = errno != 0 ? errno : EIO;
}

static void write_file(pl_out *out, const char *bytes, size_t n)
{
    errno = 0;
    if (out->failed == 0 && n > 0 &&
        (out->file != NULL
             ? pl_file_write(out->file, bytes, n) != 0
             : fflush(stdout) != 0 || pl_write_all(STDOUT_FILENO, bytes, n) != 0))
        note_failure(out);
    out->n_raw += n;
}

static void write_zstd(pl_out *out, const char *bytes, size_t n, bool last)
{
    ZSTD_inBuffer from = {bytes, n, 0};
    size_t left;
    do {
        ZSTD_outBuffer to = {out->packed, PACKED, 0};
        left = ZSTD_compressStream2(out->zstd, &to, &from,
                                    last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation)
            pl_out_of_memory(0);
        if (ZSTD_isError(left)) {
            errno = EIO;
            note_failure(out);
            return;
        }
        write_file(out, out->packed, to.pos);
    } while (last ? left != 0 : from.pos < from.size);
}

static void write_gzip(pl_out *out, const char *bytes, size_t n, bool last)
{
    z_stream *z = out->gzip;
    z->next_in = (Bytef *)bytes;
    z->avail_in = (uInt)n;
    do {
        z->next_out = (Bytef *)out->packed;
        z->avail_out = PACKED;
        deflate(z, last ? Z_FINISH : Z_NO_FLUSH);
        write_file(out, out->packed, PACKED - z->avail_out);
    } while (z->avail_out == 0);
}

static void protect_mark(pl_out *out)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (out->started || out->buffer.n == 0)
        return;
    out->started = true;
    if (out->buffer.n >= 3 && memcmp(out->buffer.at, mark, 3) == 0) {
        pl_str twice = {0};
        pl_str_puts(&twice, mark);
        pl_str_put(&twice, out->buffer.at, out->buffer.n);
        pl_str_release(&out->buffer);
        out->buffer = twice;
    }
}

static void write_terminal(pl_out *out, const char *bytes, size_t n)
{
    pl_str shown = {0};
    pl_visible_lines(&shown, bytes, n);
    write_file(out, pl_str_text(&shown), shown.n);
    pl_str_release(&shown);
}

/* Brings the places of marks to their file before the text is written, so that a run that is killed
 * leaves no number without its place. */
static void write_places(pl_out *out, const pl_str *places)
{
    pl_error err;
    bool keep = out->last_mark > 0 && out->grows;
    bool in_place = out->grows || out->kept; /* a run with --resume needs the places */
    if (places->n == 0)
        return;
    if (out->places == NULL)
        out->places = in_place ? pl_out_grow(out->marks_path, keep, &err)
                               : pl_out_open(out->marks_path, &err);
    if (out->places != NULL)
        pl_out_put(out->places, places->at, places->n);
    if (out->places == NULL || pl_out_flush(out->places, NULL) < 0)
        note_failure(out);
}

static void take_marks(pl_out *out)
{
    pl_str places = {0};
    size_t last = out->last_mark;
    if (out->marks_path != NULL) {
        pl_marks_take(&out->buffer, out->offset, &last, &places);
        write_places(out, &places);
        out->last_mark = last;
    }
    pl_str_release(&places);
}

/* One whole frame, if there is anything for it. */
static void write_frame(pl_out *out, const char *bytes, size_t n)
{
    if (n > 0 || out->frames.n == 0) {
        pl_frame f = {out->n_raw, out->offset};
        PL_PUSH(&out->frames, f);
        write_zstd(out, bytes, n, true);
    }
}

static void write_list(pl_out *out)
{
    pl_str list = {0};
    pl_frame end = {out->n_raw, out->offset};
    PL_PUSH(&out->frames, end);
    pl_frames_list(&out->frames, &list);
    write_file(out, list.at, list.n);
    pl_str_release(&list);
}

static void drain_buffer(pl_out *out, bool last)
{
    const char *bytes = pl_str_text(&out->buffer);
    size_t n = out->buffer.n;
    if (out->in_frames)
        write_frame(out, bytes, n);
    else if (out->zstd != NULL)
        write_zstd(out, bytes, out->buffer.n, last);
    else if (out->gzip != NULL)
        write_gzip(out, bytes, out->buffer.n, last);
    else if (out->memory != NULL)
        pl_str_put(out->memory, bytes, out->buffer.n);
    else if (out->terminal)
        write_terminal(out, bytes, out->buffer.n);
    else
        write_file(out, bytes, out->buffer.n);
    out->offset += n;
    if (out->in_frames && last)
        write_list(out);
    pl_str_clear(&out->buffer);
}

/* Hands the buffer on. Bytes at its end that may be the start of a mark wait for the bytes after them. */
static void drain(pl_out *out, bool last)
{
    char begun[sizeof PL_MARK];
    protect_mark(out);
    take_marks(out);
    size_t n = out->marks_path != NULL && !last ? pl_mark_begun(&out->buffer) : 0;
    out->buffer.n -= n;
    if (n > 0)
        memcpy(begun, out->buffer.at + out->buffer.n, n);
    drain_buffer(out, last);
    pl_str_put(&out->buffer, begun, n);
}

static void start_gzip(pl_out *out)
{
    enum { GZIP_HEADER = 16, MEMORY = 8 }; /* the latter is zlib's default */
    out->gzip = pl_alloc_zero(1, sizeof *out->gzip);
    out->gzip->zalloc = pl_zlib_alloc;
    out->gzip->zfree = pl_zlib_free;
    deflateInit2(out->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP_HEADER,
                 MEMORY, Z_DEFAULT_STRATEGY);
    out->packed = pl_alloc(PACKED);
}

static void start_zstd(pl_out *out)
{
    if ((out->zstd = ZSTD_createCStream()) == NULL)
        pl_out_of_memory(0);
    ZSTD_CCtx_setParameter(out->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL);
    ZSTD_CCtx_setParameter(out->zstd, ZSTD_c_checksumFlag, 1);
    out->packed = pl_alloc(PACKED);
}

/* Takes the file; `packing` is the ending of its name. */
static pl_out *new_out(const char *name, pl_file *file, const char *packing)
{
    pl_out *out = pl_alloc_zero(1, sizeof *out);
    out->name = pl_strdup(name);
    out->file = file;
    out->terminal = file == NULL && isatty(STDOUT_FILENO);
    if (strcmp(packing, ".zst") == 0)
        start_zstd(out);
    else if (strcmp(packing, ".gz") == 0)
        start_gzip(out);
    return out;
}

pl_out *pl_out_open(const char *path, pl_error *err)
{
    if (path == NULL || strcmp(path, "-") == 0)
        return pl_guard_write(path, err) == 0 ? new_out("<stdout>", NULL, "") : NULL;
    pl_file *file = pl_file_create(path, err);
    return file != NULL ? new_out(path, file, path + pl_unpacked_length(path)) : NULL;
}

/* Goes on at the end of a plain file, or of whole frames. */
static int go_on(pl_out *out, const char *path, pl_error *err)
{
    struct stat info;
    if (out->zstd == NULL) {
        out->offset = stat(path, &info) == 0 ? (size_t)info.st_size : 0;
        return 0;
    }
    if (pl_frames_find(path, &out->frames, err) < 0)
        return -1;
    pl_frame end = out->frames.at[--out->frames.n];
    out->n_raw = end.raw;
    out->offset = end.text;
    return 0;
}

pl_out *pl_out_grow(const char *path, bool keep, pl_error *err)
{
    if (!keep && (path == NULL || strcmp(path, "-") == 0))
        return pl_out_open(path, err);
    pl_file *file = pl_file_grow(path, keep, err);
    if (file == NULL)
        return NULL;
    pl_out *out = new_out(path, file, path + pl_unpacked_length(path));
    out->started = keep;
    out->grows = true;
    if (!keep || go_on(out, path, err) == 0)
        return out;
    pl_out_end(out, -1, NULL);
    return NULL;
}

void pl_out_frames(pl_out *out)
{
    out->in_frames = out->zstd != NULL;
}

void pl_out_pause(pl_out *out)
{
    if (out->in_frames && out->buffer.n >= PL_FRAME_TEXT)
        drain(out, false);
}

void pl_out_take_marks(pl_out *out, const char *path, size_t last)
{
    out->marks_path = pl_strdup(path);
    out->last_mark = last;
}

size_t pl_out_offset(pl_out *out)
{
    protect_mark(out);
    take_marks(out);
    return out->offset + out->buffer.n;
}

pl_out *pl_out_memory(pl_str *to)
{
    pl_out *out = pl_alloc_zero(1, sizeof *out);
    out->name = pl_strdup("<memory>");
    out->memory = to;
    return out;
}

void pl_out_styled(pl_out *out)
{
    out->terminal = false;
}

bool pl_out_replaces(const pl_out *out)
{
    return out->file != NULL && pl_file_replaces(out->file);
}

int pl_out_keep(pl_out *out, const char *record, pl_error *err)
{
    int got = out->file != NULL ? pl_file_keep(out->file, record, err) : 0;
    out->kept = got > 0;
    return got < 0 ? -1 : 0;
}

void pl_out_partial(pl_out *out)
{
    out->partial = true;
}

bool pl_out_is_kept(const pl_out *out)
{
    return out->kept;
}

bool pl_out_failed(const pl_out *out)
{
    return out->failed != 0;
}

static int report(const pl_out *out, pl_error *err)
{
    return out->failed != 0
               ? pl_fail(err, PL_SYSTEM, "%s: %s", out->name, strerror(out->failed))
               : 0;
}

static void flush_standard(pl_out *out)
{
    errno = 0;
    if (out->file == NULL && out->memory == NULL && fflush(stdout) != 0)
        note_failure(out);
}

int pl_out_flush(pl_out *out, pl_error *err)
{
    if (!out->in_frames)
        drain(out, false);
    flush_standard(out);
    return report(out, err);
}

/* Hands everything on: 0, or -1 with the reason. */
static int finish(pl_out *out, pl_error *err)
{
    if (!out->finished)
        drain(out, true);
    out->finished = true;
    flush_standard(out);
    return report(out, err);
}

int pl_out_settle(pl_out *out, struct stat *info, pl_error *err)
{
    errno = 0;
    if (finish(out, NULL) == 0 && pl_file_settle(out->file, info) != 0)
        note_failure(out);
    return report(out, err);
}

static int end_file(pl_out *out, int status, pl_error *err)
{
    if (out->file == NULL)
        return status;
    if (out->kept && (out->partial || out->failed != 0)) {
        if (pl_file_leave(out->file) == 0 || status < 0)
            return status;
        return pl_fail(err, PL_SYSTEM, "%s: %s", out->name, strerror(errno));
    }
    if (status == 0)
        return pl_file_commit(out->file, err);
    pl_file_cancel(out->file);
    return status;
}

int pl_out_end(pl_out *out, int status, pl_error *err)
{
    if (out == NULL)
        return status;
    if (finish(out, status == 0 ? err : NULL) < 0)
        status = -1;
    if (pl_out_end(out->places, status, err) < 0)
        status = -1;
    status = end_file(out, status, err);
    PL_VEC_RELEASE(&out->frames);
    free(out->marks_path);
    ZSTD_freeCStream(out->zstd);
    if (out->gzip != NULL)
        deflateEnd(out->gzip);
    free(out->gzip);
    free(out->packed);
    pl_str_release(&out->buffer);
    free(out->name);
    free(out);
    return status;
}

int pl_out_close(pl_out *out, pl_error *err)
{
    return pl_out_end(out, 0, err);
}

static void drain_if_full(pl_out *out)
{
    if (out->buffer.n >= PL_OUT_FULL && !out->in_frames)
        drain(out, false);
}

void pl_out_more(pl_out *out, const char *bytes, size_t n)
{
    pl_str_put(&out->buffer, bytes, n);
    drain_if_full(out);
}

void pl_out_number(pl_out *out, uint64_t number)
{
    char digits[PL_DECIMAL];
    pl_out_put(out, digits, pl_decimal(digits, number));
}

void pl_out_printf(pl_out *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pl_str_vprintf(&out->buffer, format, args);
    va_end(args);
    drain_if_full(out);
}
