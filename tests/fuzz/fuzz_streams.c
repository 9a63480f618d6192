/* Input streams: the first byte says whether the bytes are compressed here (gzip or zstd)
 * or read as they are, which the fuzzer then has to make a compressed file of; the second
 * byte says how. What was compressed here comes back as it was. Read from a pipe in
 * pieces of any size the bytes, the lines and the errors are the same as from memory.
 * Code: src/base/in.c src/base/utf8.c */
#include "fuzz.h"

#include "base/in.h"

#include <fcntl.h>
#include <zlib.h>
#include <zstd.h>

enum {
    AS_IT_IS,
    GZIP,
    ZSTD,
    N_KINDS,
    MOST_PIECES = 200,
    LARGEST_PIECE = 128,
    MOST = 1 << 20
};

/* -- compressing -------------------------------------------------------------------- */

static void gzip(part p, int level, pl_str *out)
{
    z_stream z = {0};
    uint8_t buffer[4096];
    int status = deflateInit2(&z, level % 10, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    require(status == Z_OK, "no gzip", NULL);
    z.next_in = (Bytef *)p.at;
    z.avail_in = (uInt)p.n;
    for (; status == Z_OK; pl_str_put(out, (char *)buffer, sizeof buffer - z.avail_out)) {
        z.next_out = buffer;
        z.avail_out = sizeof buffer;
        status = deflate(&z, Z_FINISH);
    }
    deflateEnd(&z);
}

static void zstd(part p, int level, pl_str *out)
{
    size_t room = ZSTD_compressBound(p.n);
    char *buffer = malloc(room);
    require(buffer != NULL, "no memory", NULL);
    size_t n = ZSTD_compress(buffer, room, p.at, p.n, level % 20);
    require(!ZSTD_isError(n), "no zstd", NULL);
    pl_str_put(out, buffer, n);
    free(buffer);
}

/* The bytes in one or two frames, as `cat a.gz b.gz` gives them. */
static void pack(part p, int kind, int how, pl_str *out)
{
    void (*frame)(part, int, pl_str *) = kind == GZIP ? gzip : zstd;
    size_t first = how & 32 ? p.n / 2 : p.n;
    frame((part){p.at, first}, how, out);
    if (how & 32)
        frame((part){p.at + first, p.n - first}, how, out);
}

/* -- reading ------------------------------------------------------------------------ */

/* Everything that a stream gives; errors of lines without the name of the file. */
static void read_bytes(pl_in *in, pl_str *all)
{
    pl_error err;
    char buffer[1000];
    long got;
    while ((got = pl_in_read(in, buffer, sizeof buffer, &err)) > 0 && all->n < MOST)
        pl_str_put(all, buffer, (size_t)got);
}

static void read_lines(pl_in *in, int how, pl_str *all)
{
    pl_error err;
    const char *line;
    size_t n;
    pl_in_set_repair(in, how & 64);
    static const pl_encoding others[] = {PL_LATIN1, PL_WINDOWS_1252, PL_UTF16LE, PL_UTF16BE};
    pl_in_set_encoding(in, how & 128 ? others[how >> 1 & 3] : PL_UTF8, NULL);
    for (int got; (got = pl_in_line(in, &line, &n, &err)) != 0 && all->n < MOST;) {
        if (got < 0 && pl_in_broken(in))
            return;
        if (got < 0)
            pl_str_puts(all, err.text + strcspn(err.text, ":"));
        else
            pl_str_put(all, line, n);
        pl_str_putc(all, '\n');
    }
}

/* Whether the stream ended as it should. */
static bool read_all(pl_in *in, int how, pl_str *all)
{
    if (how & 1)
        read_lines(in, how, all);
    else
        read_bytes(in, all);
    if (all->n > MOST)
        all->n = MOST;
    bool whole = !pl_in_broken(in);
    pl_in_close(in);
    return whole;
}

/* The size of the next piece, which follows from `how`: from 1 on it grows, so that headers
 * and blocks are cut at every place. What is larger than the buffer of a stream would be
 * cut off by the pipe. */
static size_t next_piece(size_t size, int how, size_t left)
{
    size += (size_t)how % 7;
    size = size < LARGEST_PIECE ? size : LARGEST_PIECE;
    return size < left ? size : left;
}

/* Writes the bytes into a pipe in pieces, each of which one read() will give. */
static void fill_pipe(int to, part p, int how)
{
    for (size_t n = p.n > 0; p.n > 0; n = next_piece(n, how, p.n)) {
        require(write(to, p.at, n) == (ssize_t)n, "the pipe is full", NULL);
        p = (part){p.at + n, p.n - n};
    }
}

/* Whether the pipe has room for so many pieces. */
static bool fits(part p, int how)
{
    int pieces = 0;
    for (size_t n = p.n > 0; p.n > 0; n = next_piece(n, how, p.n), pieces++)
        p.n -= n;
    return pieces <= MOST_PIECES;
}

static pl_in *open_pipe(part p, int how)
{
    int ends[2];
    char path[32];
    pl_error err;
    /* O_DIRECT: pieces stay apart */
    require(pipe2(ends, O_DIRECT | O_CLOEXEC) == 0 &&
                fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) > 0,
            "no pipe", NULL);
    fill_pipe(ends[1], p, how);
    close(ends[1]);
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
    pl_in *in = pl_in_open(path, &err);
    close(ends[0]);
    return in;
}

static bool same(const pl_str *a, part b)
{
    return a->n == b.n &&
           memcmp(pl_str_text(a), b.at != NULL ? (const char *)b.at : "", b.n) == 0;
}

/* Pieces make no difference, except where data is damaged: then what came before may be
 * more or less. */
static void require_same(pl_str *a, bool a_whole, pl_str *b, bool b_whole)
{
    require(a_whole == b_whole, "damaged only in pieces, or only as a whole", a->at);
    if (!a_whole)
        a->n = b->n = a->n < b->n ? a->n : b->n;
    require(same(a, (part){(const uint8_t *)pl_str_text(b), b->n}), pl_str_text(a),
            pl_str_text(b));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part rest = {data, size};
    int kind = take_byte(&rest) % N_KINDS, how = take_byte(&rest);
    pl_str packed = {0}, once = {0}, twice = {0};
    if (kind == AS_IT_IS)
        pl_str_put(&packed, (const char *)rest.at, rest.n);
    else
        pack(rest, kind, how, &packed);
    part file = {(const uint8_t *)pl_str_text(&packed), packed.n};
    bool whole = read_all(pl_in_memory("memory", file.at, file.n), how, &once);
    bool mark = rest.n >= 3 && memcmp(rest.at, "\xef\xbb\xbf", 3) == 0;
    if (kind != AS_IT_IS && !(how & 1) && !mark)
        require(same(&once, rest), "not what was compressed", pl_str_text(&once));
    pl_in *in = fits(file, how) ? open_pipe(file, how) : NULL;
    if (in != NULL)
        require_same(&once, whole, &twice, read_all(in, how, &twice));
    pl_str_release(&packed);
    pl_str_release(&once);
    pl_str_release(&twice);
    return 0;
}
