/* Finding and listing frames of zstd; see frames.h and RFC 8878. */
#include "base/frames.h"

#include "base/byteorder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FRAME = 8, ENTRY = 8, FOOTER = 9, BLOCK = 3, CHECKSUM = 4, MAX_LIST = 1 << 28 };
static const uint32_t data_magic = 0xFD2FB528, list_magic = 0x184D2A5E,
                      skip_magic = 0x184D2A50, end_magic = 0x8F92EAB1;

typedef struct walker {
    const char *path;
    FILE *file;
    size_t size;
    pl_frames *frames;
    pl_error *err;
} walker;

static int damaged(const walker *w, const char *what)
{
    return pl_fail(w->err, PL_BAD_INPUT, "%s: %s", w->path, what);
}

/* n bytes at a place in the file; false if there are fewer. */
static bool get(const walker *w, size_t at, void *to, size_t n)
{
    return at <= w->size && n <= w->size - at && fseeko(w->file, (off_t)at, SEEK_SET) == 0 &&
           fread(to, 1, n, w->file) == n;
}

static void push(walker *w, size_t raw, size_t text)
{
    pl_frame f = {raw, text};
    PL_PUSH(w->frames, f);
}

/* -- the list ---------------------------------------------------------------------------- */

/* Takes the entries of the list; false if they do not add up to where the list begins. */
static bool take_entries(walker *w, const unsigned char *entries, size_t n, size_t each,
                         size_t begin)
{
    size_t raw = 0, text = 0;
    for (size_t i = 0; i < n; i++) {
        push(w, raw, text);
        raw += pl_get32(entries + i * each);
        text += pl_get32(entries + i * each + 4);
    }
    push(w, raw, text);
    return raw == begin;
}

/* Whether the file has a list at its end, which is true: then all frames are known. */
static bool read_list(walker *w)
{
    unsigned char footer[FOOTER], header[FRAME];
    if (w->size < FRAME + FOOTER || !get(w, w->size - FOOTER, footer, FOOTER) ||
        pl_get32(footer + 5) != end_magic)
        return false;
    size_t n = pl_get32(footer), each = ENTRY + (footer[4] >> 7 ? CHECKSUM : 0);
    size_t bytes = n * each + FOOTER;
    if (bytes > MAX_LIST || bytes + FRAME > w->size ||
        !get(w, w->size - bytes - FRAME, header, FRAME) || pl_get32(header) != list_magic ||
        pl_get32(header + 4) != bytes)
        return false;
    pl_str entries = {0};
    pl_str_fill(&entries, '\0', bytes);
    bool good = get(w, w->size - bytes, entries.at, bytes) &&
                take_entries(w, (const unsigned char *)entries.at, n, each,
                             w->size - bytes - FRAME);
    pl_str_release(&entries);
    if (!good)
        w->frames->n = 0;
    return good;
}

static void put32(pl_str *out, size_t n)
{
    for (int i = 0; i < 4; i++)
        pl_str_putc(out, (char)(n >> 8 * i & 0xff));
}

void pl_frames_list(const pl_frames *frames, pl_str *out)
{
    size_t n = frames->n > 0 ? frames->n - 1 : 0;
    put32(out, list_magic);
    put32(out, n * ENTRY + FOOTER);
    for (size_t i = 0; i < n; i++) {
        put32(out, frames->at[i + 1].raw - frames->at[i].raw);
        put32(out, frames->at[i + 1].text - frames->at[i].text);
    }
    put32(out, n);
    pl_str_putc(out, '\0');
    put32(out, end_magic);
}

/* -- from frame to frame ----------------------------------------------------------------- */

/* Passes over the blocks of a frame, up to its end. */
static int pass_blocks(const walker *w, size_t *at, bool checksum)
{
    enum { RAW, RLE, RESERVED = 3 };
    unsigned char b[BLOCK];
    bool last = false;
    while (!last) {
        if (!get(w, *at, b, BLOCK))
            return damaged(w, "the compressed data ends too early");
        uint32_t header = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16;
        unsigned kind = header >> 1 & 3;
        last = header & 1;
        if (kind == RESERVED)
            return damaged(w, "the zstd data is damaged");
        *at += BLOCK + (kind == RLE ? 1 : header >> 3);
    }
    *at += checksum ? CHECKSUM : 0;
    return *at <= w->size ? 0 : damaged(w, "the compressed data ends too early");
}

/* One frame that holds text, of which the magic number is read. */
static int pass_frame(walker *w, size_t *at, size_t *text)
{
    static const unsigned dictionary[] = {0, 1, 2, 4}, sizes[] = {0, 2, 4, 8};
    unsigned char d, number[8] = {0};
    if (!get(w, *at + 4, &d, 1))
        return damaged(w, "the compressed data ends too early");
    bool single = d >> 5 & 1;
    size_t n = d >> 6 == 0 && single ? 1 : sizes[d >> 6];
    *at += 5 + !single + dictionary[d & 3];
    if (n == 0 || !get(w, *at, number, n))
        return damaged(w, "its zstd frames do not tell how much text they hold");
    *at += n;
    *text += pl_get64(number) + (n == 2 ? 256 : 0);
    return pass_blocks(w, at, d >> 2 & 1);
}

/* Whether what begins at a place is a frame that other programs pass over, all of it there. */
static bool is_skipped(const walker *w, size_t at, const unsigned char *header)
{
    return (pl_get32(header) & 0xfffffff0u) == skip_magic &&
           pl_get32(header + 4) <= w->size - at - FRAME;
}

/* Where it fails behind the beginning, the last entry is the end of the frames before. */
static int walk(walker *w)
{
    size_t at = 0, text = 0;
    unsigned char header[FRAME];
    while (at < w->size) {
        bool there = get(w, at, header, FRAME);
        if (there && is_skipped(w, at, header)) {
            at += FRAME + pl_get32(header + 4);
            continue;
        }
        if (there && at == 0 && pl_get32(header) != data_magic)
            return damaged(w, "this is no zstd file");
        push(w, at, text);
        if (!there)
            return damaged(w, "the compressed data ends too early");
        if (pl_get32(header) != data_magic)
            return damaged(w, "what stands behind a zstd frame is none");
        if (pass_frame(w, &at, &text) < 0)
            return -1;
    }
    push(w, at, text);
    return 0;
}

int pl_frames_find(const char *path, pl_frames *frames, pl_error *err)
{
    walker w = {.path = path, .file = fopen(path, "rb"), .frames = frames, .err = err};
    frames->n = 0;
    if (w.file == NULL || fseeko(w.file, 0, SEEK_END) != 0) {
        pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
        if (w.file != NULL)
            fclose(w.file);
        return -1;
    }
    w.size = (size_t)ftello(w.file);
    int status = read_list(&w) ? 0 : walk(&w);
    fclose(w.file);
    return status;
}

int pl_frames_whole(const char *path, pl_frames *frames, pl_error *err)
{
    if (pl_frames_find(path, frames, err) == 0)
        return 0;
    return err->code == PL_BAD_INPUT && frames->n > 0 ? 0 : -1;
}
