/* The treebanks of an index file; see index_sources.h. */
#include "format/index_sources.h"

#include "base/alloc.h"
#include "base/byteorder.h"
#include "base/hash.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 20, DECLARES = 1, IS_FILE = 2 };

/* -- files ---------------------------------------------------------------------------- */

/* Fills the chunk as far as the file goes; the bytes read, -1 on failure. */
static ssize_t read_chunk(int file, unsigned char *chunk)
{
    ssize_t n = 0, got = 1;
    while (n < CHUNK && got != 0) {
        got = read(file, chunk + n, (size_t)(CHUNK - n));
        if (got < 0 && errno != EINTR)
            return -1;
        n += got > 0 ? got : 0;
    }
    return n;
}

/* 0, or -1 with the reason in errno. */
static int sum_of(int file, uint64_t *sum)
{
    unsigned char *chunk = pl_alloc(CHUNK);
    ssize_t n;
    for (*sum = 0; (n = read_chunk(file, chunk)) > 0;)
        *sum = pl_mix(*sum ^ pl_checksum(chunk, (size_t)n));
    free(chunk);
    return n < 0 ? -1 : 0;
}

static int open_file(const char *path, struct stat *info)
{
    int file;
    do
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    while (file < 0 && errno == EINTR);
    if (file >= 0 && fstat(file, info) != 0) {
        close(file);
        return -1;
    }
    return file;
}

int pl_index_source_look(pl_index_source *s, pl_error *err)
{
    struct stat info;
    if (strcmp(s->name, "-") == 0)
        return 0;
    int file = open_file(s->name, &info);
    if (file < 0 && errno == ENOENT)
        return 0; /* of an index that was made elsewhere */
    if (file < 0)
        return pl_fail(err, PL_SYSTEM, "%s: %s", s->name, strerror(errno));
    s->is_file = S_ISREG(info.st_mode);
    s->size = s->is_file ? (uint64_t)info.st_size : 0;
    int status = s->is_file && sum_of(file, &s->sum) < 0
                     ? pl_fail(err, PL_SYSTEM, "%s: %s", s->name, strerror(errno))
                     : 0;
    close(file);
    return status;
}

/* Opens a file by its name, or else one of the same base name beside the index. */
static int open_source(const char *name, const char *index_path, struct stat *info)
{
    int file = open_file(name, info);
    if (file >= 0)
        return file;
    pl_str beside = {0};
    pl_str_put(&beside, index_path, (size_t)(pl_base_name(index_path) - index_path));
    pl_str_puts(&beside, pl_base_name(name));
    file = open_file(beside.at, info);
    pl_str_release(&beside);
    return file;
}

static bool is_younger(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec != b->st_mtim.tv_sec
               ? a->st_mtim.tv_sec > b->st_mtim.tv_sec
               : a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

bool pl_index_source_changed(const pl_index_source *s, const char *index_path)
{
    struct stat info, of_index;
    uint64_t sum;
    int file = s->is_file ? open_source(s->name, index_path, &info) : -1;
    if (file < 0)
        return false;
    bool old = stat(index_path, &of_index) == 0 && !is_younger(&info, &of_index);
    bool same = (uint64_t)info.st_size == s->size &&
                (old || sum_of(file, &sum) < 0 || sum == s->sum);
    close(file);
    return !same;
}

/* -- bytes ---------------------------------------------------------------------------- */

static void put64(pl_str *out, uint64_t number)
{
    pl_file_order(&number, 1, sizeof number);
    pl_str_put(out, (const char *)&number, sizeof number);
}

static void put_text(pl_str *out, const char *text)
{
    pl_str_put(out, text, strlen(text) + 1);
}

void pl_index_source_put(const pl_index_source *s, pl_str *out)
{
    put64(out, s->n);
    put64(out, s->size);
    put64(out, s->sum);
    put64(out, (s->declares ? DECLARES : 0) | (s->is_file ? IS_FILE : 0));
    put_text(out, s->name);
    put_text(out, s->format);
    put_text(out, s->version);
    put_text(out, s->preamble);
}

/* What is left of the bytes; NULL after a mistake. */
typedef struct rest {
    const char *at, *end;
} rest;

static uint64_t take64(rest *r)
{
    if (r->at == NULL || r->end - r->at < 8) {
        r->at = NULL;
        return 0;
    }
    r->at += 8;
    return pl_get64(r->at - 8);
}

static const char *take_bytes(rest *r)
{
    const char *text = r->at;
    const char *zero = text != NULL ? memchr(text, '\0', (size_t)(r->end - text)) : NULL;
    r->at = zero != NULL ? zero + 1 : NULL;
    return zero != NULL ? text : "";
}

/* The same, UTF-8. */
static const char *take_text(rest *r)
{
    const char *text = take_bytes(r);
    size_t n = strlen(text);
    if (pl_utf8_good(text, n) != n)
        r->at = NULL;
    return text;
}

static pl_index_source take_source(rest *r)
{
    pl_index_source s = {0};
    s.n = take64(r);
    s.size = take64(r);
    s.sum = take64(r);
    uint64_t flags = take64(r);
    s.declares = flags & DECLARES;
    s.is_file = flags & IS_FILE;
    s.name = take_bytes(r);
    s.format = take_text(r);
    s.version = take_text(r);
    s.preamble = take_text(r);
    return s;
}

int pl_index_sources_read(pl_index_source_list *to, const char *bytes, size_t n,
                          uint64_t total)
{
    rest r = {bytes, bytes + n};
    uint64_t sum = 0;
    while (r.at != NULL && r.at < r.end) {
        pl_index_source s = take_source(&r);
        s.first = sum;
        if (s.n > total - sum)
            return -1;
        sum += s.n;
        PL_PUSH(to, s);
    }
    return r.at != NULL && sum == total ? 0 : -1;
}
