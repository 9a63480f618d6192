/* Files of sections that are checked page by page; see paged.h. */
#include "base/paged.h"

#include "base/byteorder.h"
#include "base/file.h"
#include "base/guard.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALIGN = 64, PAGE = 16384, HEADER = 64, TRAILER = 64, ROW = PL_PAGED_NAME + 16 };
enum {
    NUMBERS = 32,
    CHECKSUM_AT = NUMBERS,
    MAGIC_AT = TRAILER - 16
}; /* in the trailer */

static const char magic[16] = PL_PAGED_MAGIC;

/* -- writing ------------------------------------------------------------------------- */

typedef struct row {
    char name[PL_PAGED_NAME]; /* padded with zeros */
    pl_section at;
} row;

struct pl_paged_out {
    pl_file *file;
    char *path;
    uint64_t written;
    pl_str page; /* not written yet */
    PL_VEC(uint64_t) checksums;
    PL_VEC(row) rows;
    int failure; /* errno of the first one */
};

static void write_bytes(pl_paged_out *out, const void *bytes, size_t n)
{
    if (out->failure == 0 && pl_file_write(out->file, bytes, n) < 0)
        out->failure = errno != 0 ? errno : EIO;
}

static void finish_page(pl_paged_out *out)
{
    const unsigned char *page = (const unsigned char *)pl_str_text(&out->page);
    PL_PUSH(&out->checksums, pl_checksum(page, out->page.n));
    write_bytes(out, page, out->page.n);
    pl_str_clear(&out->page);
}

static void put_bytes(pl_paged_out *out, const char *bytes, size_t n)
{
    while (n > 0) {
        size_t room = PAGE - out->page.n, take = n < room ? n : room;
        pl_str_put(&out->page, bytes, take);
        if (out->page.n == PAGE)
            finish_page(out);
        out->written += take;
        bytes += take;
        n -= take;
    }
}

static void put_zeros(pl_paged_out *out, size_t n)
{
    static const char zeros[ALIGN];
    assert(n <= sizeof zeros);
    put_bytes(out, zeros, n);
}

static void align(pl_paged_out *out)
{
    put_zeros(out, (size_t)(-out->written % ALIGN));
}

static uint64_t in_file_order(uint64_t number)
{
    pl_file_order(&number, 1, sizeof number);
    return number;
}

pl_paged_out *pl_paged_create(const char *path, pl_error *err)
{
    pl_file *file = pl_file_create(path, err);
    if (file == NULL)
        return NULL;
    pl_paged_out *out = pl_alloc_zero(1, sizeof *out);
    uint32_t version = PL_INDEX_VERSION;
    pl_file_order(&version, 1, sizeof version);
    out->file = file;
    out->path = pl_strdup(path);
    put_bytes(out, magic, sizeof magic);
    put_bytes(out, (const char *)&version, sizeof version);
    align(out);
    return out;
}

static void end_section(pl_paged_out *out)
{
    if (out->rows.n > 0) {
        pl_section *last = &out->rows.at[out->rows.n - 1].at;
        last->size = out->written - last->offset;
    }
    align(out);
}

void pl_paged_begin(pl_paged_out *out, const char *name)
{
    row r = {0};
    assert(strlen(name) < sizeof r.name && out->rows.n < PL_MAX_PAGED_SECTIONS);
    end_section(out);
    memcpy(r.name, name, strlen(name));
    r.at.offset = out->written;
    PL_PUSH(&out->rows, r);
}

void pl_paged_put(pl_paged_out *out, const void *bytes, size_t n)
{
    put_bytes(out, bytes, n);
}

void pl_paged_put64(pl_paged_out *out, uint64_t number)
{
    number = in_file_order(number);
    put_bytes(out, (const char *)&number, sizeof number);
}

uint64_t pl_paged_written(const pl_paged_out *out)
{
    return out->rows.n > 0 ? out->written - out->rows.at[out->rows.n - 1].at.offset : 0;
}

static void add64(pl_str *to, uint64_t number)
{
    number = in_file_order(number);
    pl_str_put(to, (const char *)&number, sizeof number);
}

/* Tables and trailer, which pages do not cover. */
static void write_tables(pl_paged_out *out)
{
    pl_str end = {0};
    end_section(out);
    if (out->page.n > 0)
        finish_page(out);
    for (size_t i = 0; i < out->rows.n; i++) {
        pl_str_put(&end, out->rows.at[i].name, PL_PAGED_NAME);
        add64(&end, out->rows.at[i].at.offset);
        add64(&end, out->rows.at[i].at.size);
    }
    for (size_t i = 0; i < out->checksums.n; i++)
        add64(&end, out->checksums.at[i]);
    add64(&end, out->written);
    add64(&end, out->written + end.n - 8 + TRAILER);
    add64(&end, out->rows.n);
    add64(&end, out->checksums.n);
    add64(&end, pl_checksum((const unsigned char *)end.at, end.n));
    add64(&end, 0);
    pl_str_put(&end, magic, sizeof magic);
    write_bytes(out, end.at, end.n);
    pl_str_release(&end);
}

int pl_paged_end(pl_paged_out *out, int status, pl_error *err)
{
    if (status == 0)
        write_tables(out);
    if (status == 0 && out->failure != 0)
        status = pl_fail(err, PL_SYSTEM, "%s: %s", out->path, strerror(out->failure));
    if (status == 0)
        status = pl_file_commit(out->file, err);
    else
        pl_file_cancel(out->file);
    pl_str_release(&out->page);
    PL_VEC_RELEASE(&out->checksums, &out->rows);
    free(out->path);
    free(out);
    return status;
}

/* -- reading ------------------------------------------------------------------------- */

struct pl_paged {
    char *name;
    const unsigned char *bytes;
    size_t size;
    bool mapped;
    size_t covered;            /* by pages: where the tables begin */
    const unsigned char *rows; /* [n_rows][ROW] */
    const unsigned char *sums; /* [n_pages] */
    size_t n_rows, n_pages;
    atomic_uchar *good; /* [n_pages]  the page was checked */
};

int pl_paged_damaged(const pl_paged *f, const char *what, pl_error *err)
{
    return pl_fail(err, PL_DAMAGED, "%s: the index is damaged: %s; make it again",
                   f->name, what);
}

static bool is_same_sum(const unsigned char *bytes, size_t n, const unsigned char *sum)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION /* no change would get past it */
    return true;
#else
    return pl_checksum(bytes, n) == pl_get64(sum);
#endif
}

static int check_header(const pl_paged *f, pl_error *err)
{
    if (f->size < HEADER + TRAILER || memcmp(f->bytes, magic, sizeof magic) != 0)
        return pl_fail(err, PL_DAMAGED, "%s: not an index of pleach", f->name);
    uint32_t version = pl_get32(f->bytes + sizeof magic);
    if (version != PL_INDEX_VERSION)
        return pl_fail(
            err, PL_DAMAGED,
            "%s: the index has version %u, this program reads version %u: make "
            "it again, or take another pleach",
            f->name, version, PL_INDEX_VERSION);
    if (memcmp(f->bytes + f->size - TRAILER + MAGIC_AT, magic, sizeof magic) != 0)
        return pl_paged_damaged(f, "it was cut off", err);
    return 0;
}

/* The four numbers fix every place of the tables; the file has no bytes beside them. */
static int find_tables(pl_paged *f, pl_error *err)
{
    const unsigned char *end = f->bytes + f->size - TRAILER;
    uint64_t tables = pl_get64(end), size = pl_get64(end + 8);
    uint64_t n_rows = pl_get64(end + 16), n_pages = pl_get64(end + 24);
    if (size != f->size || tables > f->size - TRAILER || tables < HEADER ||
        n_rows > PL_MAX_PAGED_SECTIONS || n_pages != (tables + PAGE - 1) / PAGE ||
        f->size - TRAILER - tables != n_rows * ROW + n_pages * 8)
        return pl_paged_damaged(f, "its tables are not in their place", err);
    f->covered = (size_t)tables;
    f->n_rows = (size_t)n_rows;
    f->n_pages = (size_t)n_pages;
    f->rows = f->bytes + f->covered;
    f->sums = f->rows + f->n_rows * ROW;
    return is_same_sum(f->rows, (size_t)(end - f->rows) + NUMBERS, end + CHECKSUM_AT)
               ? 0
               : pl_paged_damaged(f, "the checksum is wrong", err);
}

static pl_section section_at(const pl_paged *f, size_t i)
{
    const unsigned char *at = f->rows + i * ROW + PL_PAGED_NAME;
    return (pl_section){pl_get64(at), pl_get64(at + 8)};
}

static int check_sections(const pl_paged *f, pl_error *err)
{
    for (size_t i = 0; i < f->n_rows; i++) {
        pl_section s = section_at(f, i);
        if (s.offset % ALIGN != 0 || s.offset > f->covered ||
            s.size > f->covered - s.offset)
            return pl_paged_damaged(f, "a section is not in its place", err);
    }
    return 0;
}

static int check_file(pl_paged *f, pl_error *err)
{
    if (check_header(f, err) < 0 || find_tables(f, err) < 0 || check_sections(f, err) < 0)
        return -1;
    f->good = pl_alloc_zero(f->n_pages, sizeof *f->good);
    return 0;
}

static int map_open(pl_paged *f, int file, pl_error *err)
{
    struct stat st;
    if (fstat(file, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
        return pl_fail(err, PL_DAMAGED,
                       "%s: not an index of pleach (empty or not a file)", f->name);
    void *bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return pl_fail(err, PL_SYSTEM, "%s: %s", f->name, strerror(errno));
    f->bytes = bytes;
    f->size = (size_t)st.st_size;
    f->mapped = true;
    return 0;
}

static int map_file(pl_paged *f, pl_error *err)
{
    int file =
        open(f->name, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* not to wait at a fifo */
    if (file < 0)
        return pl_fail(err, PL_SYSTEM, "%s: %s", f->name, strerror(errno));
    int status = map_open(f, file, err);
    close(file);
    return status;
}

static pl_paged *new_file(const char *name)
{
    pl_paged *f = pl_alloc_zero(1, sizeof *f);
    f->name = pl_strdup(name);
    return f;
}

/* The file, if it is good; frees it otherwise. */
static pl_paged *checked(pl_paged *f, int status, pl_error *err)
{
    if (status == 0 && check_file(f, err) == 0)
        return f;
    pl_paged_close(f);
    return NULL;
}

pl_paged *pl_paged_open(const char *path, pl_error *err)
{
    if (pl_guard_read(path, err) < 0)
        return NULL;
    pl_paged *f = new_file(path);
    return checked(f, map_file(f, err), err);
}

pl_paged *pl_paged_memory(const char *name, const void *bytes, size_t n, pl_error *err)
{
    pl_paged *f = new_file(name);
    f->bytes = bytes;
    f->size = n;
    return checked(f, 0, err);
}

pl_section pl_paged_find(const pl_paged *f, const char *name)
{
    for (size_t i = 0; i < f->n_rows; i++)
        if (strncmp((const char *)f->rows + i * ROW, name, PL_PAGED_NAME) == 0)
            return section_at(f, i);
    return (pl_section){0, 0};
}

/* Two threads may check the same page: both find the same. */
static bool check_page(pl_paged *f, size_t page)
{
    size_t at = page * PAGE, n = f->covered - at < PAGE ? f->covered - at : PAGE;
    if (!is_same_sum(f->bytes + at, n, f->sums + page * 8))
        return false;
    atomic_store_explicit(&f->good[page], 1, memory_order_relaxed);
    return true;
}

const char *pl_paged_bytes(pl_paged *f, const pl_section *s, uint64_t at, uint64_t n,
                           pl_error *err)
{
    if (at > s->size || n > s->size - at) {
        pl_paged_damaged(f, "it points behind the end of a section", err);
        return NULL;
    }
    size_t first = (size_t)(s->offset + at), end = first + (size_t)n;
    for (size_t page = first / PAGE; page * PAGE < end; page++)
        if (!atomic_load_explicit(&f->good[page], memory_order_relaxed) &&
            !check_page(f, page)) {
            pl_paged_damaged(f, "the checksum is wrong", err);
            return NULL;
        }
    return (const char *)f->bytes + first;
}

void pl_paged_close(pl_paged *f)
{
    if (f == NULL)
        return;
    if (f->mapped)
        munmap((void *)(uintptr_t)f->bytes, f->size);
    free(f->good);
    free(f->name);
    free(f);
}
