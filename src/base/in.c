/* Input in four layers: raw bytes (file or memory), decompression (none, gzip, zstd), decoding to UTF-8
 * (encoding.h), and a window of the decoded text, from which lines are cut. Offsets count bytes after
 * decompression and before decoding. See in.h. */
#include "base/in.h"

#include "base/alloc.h"
#include "base/carried.h"
#include "base/guard.h"
#include "base/kinds.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION /* short inputs reach their ends, too */
enum { RAW = 256, WINDOW = 512 };
#else
enum { RAW = 64 * 1024, WINDOW = 256 * 1024 };
#endif

struct pl_in {
    char *name;
    int file; /* descriptor; -1 for memory */
    bool owns_file;
    size_t taken, limit; /* bytes of the file: so far, at most */
    const char *memory;  /* what is left of it */
    size_t memory_n;

    char raw[RAW]; /* undecoded bytes raw[raw_at … raw_n) */
    size_t raw_at, raw_n;
    bool raw_end;
    pl_codec codec;
    ZSTD_DStream *zstd;
    z_stream gzip;
    bool frame_open;     /* inside a compressed frame: the end here is a truncation */
    bool ignored;        /* what stands behind the last member of a gzip file */
    const char *foreign; /* a kind of file that is not read; NULL if it is none */

    char *window; /* decoded bytes window[at … n), capacity cap and one for a NUL */
    size_t at, n, cap;
    size_t decoded;      /* bytes of the text up to the end of the window */
    size_t stop;         /* byte of the text at which reading ends, or goes to `stretch` */
    size_t skip;         /* bytes of the text to pass over first */
    pl_stretch stretch;
    size_t mark;         /* bytes of a byte-order mark */
    bool at_head;        /* the stretch comes behind what is read now */
    size_t came;         /* bytes of the text that were decompressed */
    size_t room;         /* decoded bytes that may still come */
    bool end;            /* nothing comes after the window */
    const char *failure; /* why the stream ended before its end; NULL if it did not */
    pl_error_code failure_code;
    bool broken; /* that was reported */

    /* Text in an encoding other than UTF-8 is decoded before it enters the window: */
    const pl_encoding_row *encoding;
    pl_str coded; /* bytes that are not decoded yet: the start of a character */
    size_t ahead; /* encoded size of window[at … n) and `coded`, in bytes */
    const char *hint; /* what to do if the text is in another encoding; NULL: not known */
    bool repair;
    size_t n_repaired, first_repaired; /* bytes, line */
    size_t line_number;
    const char *given; /* the line last given: in the window, or in `line` */
    size_t given_n;
    pl_str line;       /* one that had to be converted, or is given once more */
    size_t line_bytes; /* of the text that it took */
    bool again;        /* give `line` once more */
};

/* Ends the stream; the reason is reported when what was decoded before is used up. */
static void end_early(pl_in *in, pl_error_code code, const char *why)
{
    in->failure = why;
    in->failure_code = code;
    in->end = true;
}

static int report_failure(pl_in *in, pl_error *err)
{
    in->broken = true;
    if (in->line_number == 0) /* no line was read, or the input has no lines */
        return pl_fail(err, in->failure_code, "%s: %s", in->name, in->failure);
    return pl_fail(err, in->failure_code, "%s: after line %zu: %s", in->name,
                   in->line_number, in->failure);
}

/* Waits until the file has something to say, also where reading it does not wait; at most
 * so many milliseconds, -1: as long as it takes. Whether it has. A failure to wait shows
 * when the file is read. */
static bool wait_for(int file, int most)
{
    struct pollfd one = {.fd = file, .events = POLLIN};
    int got;
    while ((got = poll(&one, 1, most)) < 0 && errno == EINTR)
        ;
    return got != 0;
}

bool pl_in_ready(const pl_in *in)
{
    return in->file < 0 || in->raw_end || wait_for(in->file, 0);
}

/* What there is, at most n bytes: who writes to us may wait for an answer. Signals and
 * files that do not wait (O_NONBLOCK) end nothing. */
static size_t read_file(pl_in *in, char *to, size_t n)
{
    ssize_t got;
    size_t left = in->limit - in->taken;
    do {
        wait_for(in->file, -1);
        got = read(in->file, to, left < n ? left : n);
    } while (got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK));
    if (got < 0)
        end_early(in, PL_SYSTEM, strerror(errno));
    return got > 0 ? (size_t)got : 0;
}

static size_t read_memory(pl_in *in, char *to, size_t n)
{
    n = in->memory_n < n ? in->memory_n : n;
    if (n > 0) {
        memcpy(to, in->memory, n);
        in->memory += n;
        in->memory_n -= n;
    }
    return n;
}

/* Reads until `n` raw bytes wait, n being small, or the input ends; how many wait. */
static size_t want_raw(pl_in *in, size_t n)
{
    while (in->raw_n - in->raw_at < n && !in->raw_end) {
        memmove(in->raw, in->raw + in->raw_at, in->raw_n - in->raw_at);
        in->raw_n -= in->raw_at;
        in->raw_at = 0;
        size_t got = (in->file >= 0 ? read_file : read_memory)(in, in->raw + in->raw_n,
                                                               RAW - in->raw_n);
        in->raw_n += got;
        in->taken += got;
        in->raw_end = got == 0;
    }
    return in->raw_n - in->raw_at;
}

/* Each decodes into out[room] and returns how many bytes came. */
static size_t decode_plain(pl_in *in, char *out, size_t room)
{
    size_t got = in->raw_n - in->raw_at < room ? in->raw_n - in->raw_at : room;
    memcpy(out, in->raw + in->raw_at, got);
    in->raw_at += got;
    return got;
}

static size_t decode_zstd(pl_in *in, char *out, size_t room)
{
    ZSTD_inBuffer from = {in->raw, in->raw_n, in->raw_at};
    ZSTD_outBuffer to = {out, room, 0};
    size_t left = ZSTD_decompressStream(in->zstd, &to, &from);
    if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation)
        pl_out_of_memory(0);
    if (ZSTD_isError(left)) {
        bool window = ZSTD_getErrorCode(left) == ZSTD_error_frameParameter_windowTooLarge;
        end_early(in, window ? PL_TOO_LARGE : PL_BAD_INPUT,
                  window ? "the window of the zstd data is too large; compress it again with a smaller window"
                         : "the zstd data is damaged");
        return 0;
    }
    if (from.pos > in->raw_at || to.pos > 0)
        in->frame_open = left != 0;
    in->raw_at = from.pos;
    return to.pos;
}

/* Whether another member follows the one that has ended. Zeros up to the end are padding,
 * everything else is ignored with a note, both as gzip(1) does it. */
static bool next_member(pl_in *in)
{
    if (want_raw(in, 2) >= 2 && memcmp(in->raw + in->raw_at, PL_GZIP_MARK, 2) == 0)
        return true;
    while (want_raw(in, 1) > 0 && in->raw[in->raw_at] == '\0')
        in->raw_at++;
    in->ignored = want_raw(in, 1) > 0;
    in->end = true;
    return false;
}

static size_t decode_gzip(pl_in *in, char *out, size_t room)
{
    if (!in->frame_open && !next_member(in))
        return 0;
    in->gzip.next_in = (Bytef *)in->raw + in->raw_at;
    in->gzip.avail_in = (uInt)(in->raw_n - in->raw_at);
    in->gzip.next_out = (Bytef *)out;
    in->gzip.avail_out = (uInt)room;
    int status = inflate(&in->gzip, Z_NO_FLUSH);
    size_t consumed = in->raw_n - in->gzip.avail_in - in->raw_at;
    in->raw_at += consumed;
    size_t got = room - in->gzip.avail_out;
    if (consumed > 0 || got > 0)
        in->frame_open = status != Z_STREAM_END;
    if (status == Z_STREAM_END)
        inflateReset(&in->gzip); /* another member may follow */
    else if (status != Z_OK && status != Z_BUF_ERROR)
        end_early(in, PL_BAD_INPUT, "the gzip data is damaged");
    return got;
}

/* Goes from the head to the stretch itself. */
static void enter_stretch(pl_in *in)
{
    const pl_stretch *s = &in->stretch;
    in->at_head = false;
    in->raw_at = in->raw_n = 0;
    in->raw_end = false;
    in->decoded = s->packed ? s->decoded : s->begin;
    in->skip = s->begin - in->decoded;
    in->stop = s->end;
    if (s->packed)
        ZSTD_DCtx_reset(in->zstd, ZSTD_reset_session_only);
    in->frame_open = s->packed;
    if (lseek(in->file, (off_t)(s->packed ? s->raw : s->begin), SEEK_SET) < 0)
        end_early(in, PL_SYSTEM, strerror(errno));
}

/* Leaves out what is not to be given of `got` bytes that were decoded to the end of the window;
 * how many are left. */
static size_t trim(pl_in *in, size_t got)
{
    size_t first = got < in->skip ? got : in->skip;
    char *to = in->window + in->n;
    if (first > 0)
        memmove(to, to + first, got - first);
    in->skip -= first;
    in->decoded += got;
    got -= first;
    if (in->decoded < in->stop)
        return got;
    size_t over = in->decoded - in->stop;
    got = got > over ? got - over : 0;
    in->decoded = in->stop;
    if (in->at_head)
        enter_stretch(in);
    else
        in->end = true;
    return got;
}

/* Decodes the bytes left over from the last call and the `got` bytes at window[n]. Writes the result to
 * window[n] and returns its length. */
static size_t decode_text(pl_in *in, size_t got)
{
    size_t written;
    pl_str_put(&in->coded, in->window + in->n, got);
    in->ahead += got;
    if (in->cap - in->n < PL_DECODED * in->coded.n) {
        in->cap = in->n + PL_DECODED * in->coded.n;
        in->window = pl_realloc(in->window, in->cap + 1);
    }
    size_t used = in->encoding->decode(in->encoding, pl_str_text(&in->coded), in->coded.n, in->end,
                                       in->window + in->n, &written);
    if (used > 0)
        memmove(in->coded.at, in->coded.at + used, in->coded.n -= used);
    return written;
}

/* The encoded size, in bytes, of the text that was taken in but not yet consumed. */
static size_t ahead(const pl_in *in)
{
    return in->encoding->decode != NULL ? in->ahead : in->n - in->at;
}

/* Moves the position in the window forward by n decoded bytes. */
static void consume(pl_in *in, size_t n)
{
    if (in->encoding->decode != NULL)
        in->ahead -= pl_encoding_size(in->encoding, in->window + in->at, n);
    in->at += n;
}

/* Adds decoded bytes to the window; at the end of the input sets `end`. */
static void fill(pl_in *in)
{
    static size_t (*const decode[])(pl_in *, char *, size_t) = {
        [PL_PLAIN] = decode_plain, [PL_GZIP] = decode_gzip, [PL_ZSTD] = decode_zstd};
    if (in->at > 0) {
        memmove(in->window, in->window + in->at, in->n - in->at);
        in->n -= in->at;
        in->at = 0;
    }
    if (in->n == in->cap) {
        in->cap *= 2;
        in->window = pl_realloc(in->window, in->cap + 1);
    }
    for (size_t got = 0; got == 0 && !in->end;) {
        bool starved = want_raw(in, 1) == 0;
        got = decode[in->codec](in, in->window + in->n, in->cap - in->n);
        bool nothing = got == 0;
        got = trim(in, got);
        in->came += got;
        if (starved && nothing && !in->end) {
            in->end = true;
            if (in->frame_open)
                end_early(in, PL_BAD_INPUT, "the compressed data ends too early");
        }
        if (in->encoding->decode != NULL)
            got = decode_text(in, got);
        in->n += got;
        if (got > in->room)
            end_early(in, PL_TOO_LARGE, "larger than 16 megabytes, which is too large for rules");
        else
            in->room -= got;
    }
}

/* Sets the encoding of the text, including the bytes that are already in the window. */
static void set_encoding(pl_in *in, pl_encoding encoding)
{
    size_t waiting = in->n - in->at;
    in->encoding = &pl_encodings[encoding];
    if (in->encoding->decode == NULL)
        return;
    in->n = in->at;
    in->n += decode_text(in, waiting);
}

/* Checks whether the text begins with this byte-order mark. Reads byte by byte and stops at the first
 * difference: on a pipe, a line of one letter may be the only input for now. */
static bool has_mark(pl_in *in, const char *mark)
{
    const char *bytes;
    for (size_t n = 1; mark[n - 1] != '\0'; n++)
        if (pl_in_peek(in, n, &bytes) < n || bytes[n - 1] != mark[n - 1])
            return false;
    return true;
}

/* Skips a byte-order mark and sets the encoding that it stands for. */
static void skip_mark(pl_in *in)
{
    for (int i = 0; i < PL_N_ENCODINGS && in->mark == 0; i++)
        if (pl_encodings[i].mark != NULL && has_mark(in, pl_encodings[i].mark)) {
            in->mark = strlen(pl_encodings[i].mark);
            in->at += in->mark;
            set_encoding(in, (pl_encoding)i);
        }
}

/* Whether the raw bytes are those of a kind. They may come one by one; no more are read
 * than it takes to tell. */
static bool is_kind(pl_in *in, const pl_kind *kind)
{
    for (size_t i = 0; i < kind->n; i++) {
        char mask = kind->mask != NULL ? kind->mask[i] : '\xff';
        if (want_raw(in, i + 1) <= i || (in->raw[in->raw_at + i] & mask) != kind->bytes[i])
            return false;
    }
    return true;
}

/* Starts zstd. A file may have a window of any size (zstd --long=31): memory is only used for text that
 * exists. Data in memory may come from a network, so its window is limited to the default, 128 MB. */
static void start_zstd(pl_in *in)
{
    in->codec = PL_ZSTD;
    if ((in->zstd = ZSTD_createDStream()) == NULL)
        pl_out_of_memory(0);
    if (in->file >= 0)
        ZSTD_DCtx_setParameter(in->zstd, ZSTD_d_windowLogMax,
                               ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound);
    in->frame_open = true;
}

/* Looks at the first bytes and sets up the decoder; a failure shows on first read. */
static void detect(pl_in *in)
{
    const pl_kind *kind = pl_kinds;
    while (kind->bytes != NULL && !is_kind(in, kind))
        kind++;
    in->codec = kind->codec; /* the row that ends the table is plain text */
    in->foreign = kind->foreign;
    if (in->codec == PL_ZSTD)
        start_zstd(in);
    else if (in->codec == PL_GZIP) {
        in->gzip.zalloc = pl_zlib_alloc;
        in->gzip.zfree = pl_zlib_free;
        in->frame_open = inflateInit2(&in->gzip, 15 + 16) == Z_OK;
    }
    skip_mark(in);
}

static pl_in *new_in(const char *name)
{
    pl_in *in = pl_alloc_zero(1, sizeof *in);
    in->name = pl_strdup(name);
    in->cap = WINDOW;
    in->window = pl_alloc(in->cap + 1);
    in->file = -1;
    in->limit = in->room = in->stop = SIZE_MAX;
    in->encoding = &pl_encodings[PL_UTF8];
    return in;
}

/* A pipe with a name is open when somebody writes to it, which signals do not hasten. */
static int open_to_read(const char *path)
{
    int file;
    do
        file = open(path, O_RDONLY | O_CLOEXEC);
    while (file < 0 && errno == EINTR);
    return file;
}

/* `path` NULL is standard input. */
static pl_in *open_file(const char *path, pl_error *err)
{
    int file = path == NULL ? STDIN_FILENO : open_to_read(path);
    struct stat info;
    if (file < 0) {
        pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
        return NULL;
    }
    if (path != NULL && fstat(file, &info) == 0 && S_ISDIR(info.st_mode)) {
        close(file);
        pl_fail(err, PL_SYSTEM, "%s: is a directory", path);
        return NULL;
    }
    pl_in *in = new_in(path == NULL ? "<stdin>" : path);
    in->file = file;
    in->owns_file = path != NULL;
    return in;
}

static pl_in *open_any(const char *path, pl_error *err)
{
    bool standard = path == NULL || strcmp(path, "-") == 0;
    const pl_carried *own = standard ? NULL : pl_carried_find(path);
    if (own != NULL)
        return pl_in_memory(path, own->at, (size_t)(own->end - own->at));
    pl_in *in = open_file(standard ? NULL : path, err);
    if (in == NULL)
        return NULL;
    detect(in);
    if (in->foreign == NULL)
        return in;
    pl_fail(err, PL_BAD_INPUT, "%s: this file is %s", in->name, in->foreign);
    pl_in_close(in);
    return NULL;
}

pl_in *pl_in_open(const char *path, pl_error *err)
{
    return pl_guard_read(path, err) == 0 ? open_any(path, err) : NULL;
}

pl_in *pl_in_open_rules(const char *path, pl_error *err)
{
    pl_in *in = pl_in_open(path, err);
    if (in != NULL)
        in->room = PL_MAX_RULES > in->n ? PL_MAX_RULES - in->n : 0;
    return in;
}

pl_in *pl_in_open_part(const char *path, size_t n, pl_error *err)
{
    pl_in *in = open_file(path, err);
    if (in == NULL)
        return NULL;
    in->limit = n;
    if (strcmp(path + pl_unpacked_length(path), ".zst") == 0)
        start_zstd(in);
    skip_mark(in);
    return in;
}

pl_in *pl_in_open_stretch(const char *path, const pl_stretch *stretch, pl_error *err)
{
    pl_in *in = open_file(path, err);
    if (in == NULL)
        return NULL;
    in->stretch = *stretch;
    if (stretch->packed)
        start_zstd(in);
    in->at_head = stretch->head > 0;
    in->stop = stretch->head;
    if (!in->at_head)
        enter_stretch(in);
    if (in->at_head || stretch->begin == 0)
        skip_mark(in);
    return in;
}

bool pl_in_is_head(const pl_in *in)
{
    return in->stretch.head > 0 && in->came - ahead(in) <= in->stretch.head;
}

pl_in *pl_in_memory(const char *name, const void *bytes, size_t n)
{
    pl_in *in = new_in(name);
    in->memory = bytes;
    in->memory_n = n;
    detect(in);
    return in;
}

void pl_in_close(pl_in *in)
{
    if (in == NULL)
        return;
    if (in->owns_file)
        close(in->file);
    ZSTD_freeDStream(in->zstd);
    if (in->codec == PL_GZIP)
        inflateEnd(&in->gzip);
    pl_str_release(&in->line);
    pl_str_release(&in->coded);
    free(in->window);
    free(in->name);
    free(in);
}

/* Finds the next line in the window, reading on as needed: *n is its length without the
 * newline, *taken with it. A line over the limit is skipped and *n is SIZE_MAX. */
static int find_line(pl_in *in, size_t *n, size_t *taken, pl_error *err)
{
    size_t searched = 0;
    bool too_long = false;
    for (;;) {
        char *from = in->window + in->at;
        size_t have = in->n - in->at;
        char *newline = memchr(from + searched, '\n', have - searched);
        if (newline == NULL && in->failure != NULL)
            return report_failure(in, err);
        if (newline != NULL || (in->end && have > 0)) {
            *n = newline != NULL ? (size_t)(newline - from) : have;
            *taken = newline != NULL ? *n + 1 : *n;
            if (too_long || *n > PL_MAX_LINE)
                *n = SIZE_MAX;
            return 1;
        }
        if (in->end)
            return too_long ? (*n = SIZE_MAX, *taken = 0, 1) : 0;
        searched = have;
        if (have > PL_MAX_LINE) {
            too_long = true;
            consume(in, have);
            searched = 0;
        }
        fill(in);
    }
}

static void repair_line(pl_in *in, const char *from, size_t n)
{
    size_t bad = pl_utf8_repair(&in->line, from, n);
    if (in->n_repaired == 0 && bad > 0)
        in->first_repaired = in->line_number;
    in->n_repaired += bad;
}

static int fail_bytes(const pl_in *in, const char *from, size_t n, pl_error *err)
{
    if (memchr(from, '\0', n) != NULL)
        return pl_in_fail(in, err, PL_BAD_INPUT,
                          "NUL byte in the text: not a text file, or UTF-16 without a byte-order "
                          "mark?%s", pl_in_hint(in));
    size_t good = pl_utf8_good(from, n);
    if (in->encoding->decode != NULL)
        return pl_in_fail(in, err, PL_BAD_INPUT, "invalid %s: character %zu of the line",
                          in->encoding->title, pl_utf8_count(from, good) + 1);
    return pl_in_fail(in, err, PL_BAD_INPUT, "invalid UTF-8 at byte %zu of the line%s", good + 1,
                      in->hint != NULL ? in->hint
                                       : " (is the file ISO-8859-1, that is latin1?)");
}

/* Gives the line of n bytes at `from`, in the window where it need not be repaired: its
 * end becomes a NUL, since the newline has been taken. */
static int give_line(pl_in *in, char *from, size_t n, pl_error *err)
{
    pl_str_clear(&in->line);
    if (in->repair) {
        repair_line(in, from, n);
        pl_str_put(&in->line, "", 0);
        from = in->line.at;
        n = in->line.n;
    } else if (pl_utf8_good(from, n) < n)
        return fail_bytes(in, from, n, err);
    from[n] = '\0';
    for (char *at = from; (at = memchr(at, '\r', (size_t)(from + n - at))) != NULL;)
        *at = ' ';
    in->given = from;
    in->given_n = n;
    return 1;
}

/* Reads the next line; as pl_in_line. */
static int read_line(pl_in *in, pl_error *err)
{
    size_t length = 0, taken = 0;
    int got = find_line(in, &length, &taken, err);
    if (got <= 0)
        return got;
    char *from = in->window + in->at;
    in->line_bytes = pl_encoding_size(in->encoding, from, taken);
    consume(in, taken);
    in->line_number++;
    if (length == SIZE_MAX)
        return pl_in_fail(in, err, PL_TOO_LARGE, "the line is longer than %zu megabytes",
                          PL_MAX_LINE >> 20);
    while (length > 0 && from[length - 1] == '\r')
        length--;
    return give_line(in, from, length, err);
}

int pl_in_line(pl_in *in, const char **line, size_t *n, pl_error *err)
{
    int got = in->again ? 1 : read_line(in, err);
    in->again = false;
    *line = in->given;
    *n = in->given_n;
    return got;
}

void pl_in_set_repair(pl_in *in, bool on)
{
    in->repair = on;
}

size_t pl_in_repaired(const pl_in *in, size_t *first_line)
{
    *first_line = in->first_repaired;
    return in->n_repaired;
}

bool pl_in_ignored(const pl_in *in)
{
    return in->ignored;
}

/* The window may move before the line is asked for. */
void pl_in_unread(pl_in *in)
{
    if (in->given != in->line.at) {
        pl_str_clear(&in->line);
        pl_str_put(&in->line, in->given, in->given_n);
        in->given = in->line.at;
    }
    in->again = true;
}

long pl_in_read(pl_in *in, char *buffer, size_t n, pl_error *err)
{
    if (in->at == in->n && !in->end)
        fill(in);
    if (in->at == in->n && in->failure != NULL)
        return report_failure(in, err);
    size_t have = in->n - in->at;
    if (have > n)
        have = n;
    memcpy(buffer, in->window + in->at, have);
    consume(in, have);
    return (long)have;
}

int pl_in_read_file(const char *path, size_t most, pl_str *text, pl_error *err)
{
    char buffer[4096];
    pl_in *in = pl_in_open(path, err);
    long got = in != NULL ? 1 : -1;
    while (got > 0 && (got = pl_in_read(in, buffer, sizeof buffer, err)) > 0) {
        pl_str_put(text, buffer, (size_t)got);
        if (text->n > most)
            got = pl_fail(err, PL_TOO_LARGE, "%s: larger than %zu bytes", path, most);
    }
    pl_in_close(in);
    return (int)got;
}

size_t pl_in_peek(pl_in *in, size_t want, const char **bytes)
{
    while (in->n - in->at < want && !in->end)
        fill(in);
    *bytes = in->window + in->at;
    return in->n - in->at;
}

int pl_in_set_encoding(pl_in *in, pl_encoding encoding, pl_error *err)
{
    const char *bytes;
    if (in->mark > 0 || in->encoding == &pl_encodings[encoding])
        return 0;
    if (encoding == PL_UTF16 && pl_in_peek(in, 1, &bytes) > 0)
        return pl_fail(err, PL_BAD_INPUT,
                       "%s: this UTF-16 text has no byte-order mark: name the encoding utf16le or "
                       "utf16be", in->name);
    set_encoding(in, encoding);
    return 0;
}

pl_encoding pl_in_encoding(const pl_in *in)
{
    return (pl_encoding)(in->encoding - pl_encodings);
}

void pl_in_set_hint(pl_in *in, const char *hint)
{
    in->hint = hint;
}

const char *pl_in_hint(const pl_in *in)
{
    return in->hint != NULL && in->encoding->decode == NULL ? in->hint : "";
}

const char *pl_in_name(const pl_in *in)
{
    return in->name;
}

bool pl_in_plain(const pl_in *in)
{
    struct stat info;
    return in->owns_file && in->codec == PL_PLAIN && in->limit == SIZE_MAX &&
           fstat(in->file, &info) == 0 && S_ISREG(info.st_mode);
}

size_t pl_in_line_number(const pl_in *in)
{
    return in->line_number;
}

size_t pl_in_taken(const pl_in *in)
{
    size_t waiting = in->raw_n - in->raw_at + ahead(in);
    return in->codec == PL_PLAIN ? in->taken - waiting : in->taken;
}

size_t pl_in_offset(const pl_in *in)
{
    return in->decoded - ahead(in) - (in->again ? in->line_bytes : 0);
}

size_t pl_in_mark(const pl_in *in)
{
    return in->mark;
}

size_t pl_in_line_start(const pl_in *in)
{
    return in->decoded - ahead(in) - in->line_bytes;
}

bool pl_in_broken(const pl_in *in)
{
    return in->broken;
}

#undef pl_in_fail /* see err.h */
int pl_in_fail(const pl_in *in, pl_error *err, pl_error_code code, const char *format,
               ...)
{
    va_list args;
    va_start(args, format);
    pl_vfail(err, code, format, args);
    va_end(args);
    return pl_fail_prefix(err, "%s:%zu: ", in->name, in->line_number);
}
