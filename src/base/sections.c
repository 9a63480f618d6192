/* Files of sections; see sections.h.
 *
 *     header | section table | sections, each at a multiple of 64 bytes
 *
 * Nothing in a file is believed before it is checked: sizes against the file, the
 * checksum over everything behind the header. What a section holds is checked by the
 * one who reads it. */
#include "base/sections.h"

#include "base/alloc.h"
#include "base/byteorder.h"
#include "base/carried.h"
#include "base/file.h"
#include "base/guard.h"
#include "base/hash.h"
#include "base/share.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { ALIGN = 64, LEVEL = 19, QUICK_LEVEL = 9 }; /* of compression */

/* How large a compressed file may become without being asked about: models shrink to
 * a half, never to a thirtieth. */
enum { ALWAYS = 64, MOST_TIMES = 32 };
#define MEGABYTE   ((size_t)1 << 20)
#define LARGE_PAGE (2 * MEGABYTE)
#ifndef MAP_POPULATE /* of Linux: all pages at once, since the checksum reads all of them */
#define MAP_POPULATE 0
#endif

static const char magic[16] = "pleach model\r\n\x1a";
static const char old_checkpoint[16] = "pleach learning"; /* had a format of its own */

typedef struct header {
    char magic[16];
    uint32_t version;
    uint32_t n_sections;
    uint64_t size;     /* of the file */
    uint64_t checksum; /* of all that follows the header */
} header;

typedef struct stored {
    char name[PL_SECTION_NAME]; /* padded with zeros */
    uint64_t offset, size;
} stored;

struct pl_sections {
    char *name;
    const char *what; /* "model", "checkpoint" */
    char *bytes;      /* [size + PL_SECTIONS_SLACK] */
    size_t size;
    bool mapped;      /* `bytes` are those of the file itself, not a copy */
    bool carried;     /* `bytes` are part of the program */
    const stored *sections; /* [n] in the order of the file: see section_at */
    uint32_t n;
    size_t on_disk;
};

/* Between the order of the file and that of the machine, either way. */
static void turn_header(header *h)
{
    pl_file_order(&h->version, 2, sizeof h->version);
    pl_file_order(&h->size, 2, sizeof h->size);
}

static void turn_stored(stored *s)
{
    pl_file_order(&s->offset, 2, sizeof s->offset);
}

/* -- writing ------------------------------------------------------------------------ */

/* Up to the next multiple of ALIGN. */
static size_t aligned(size_t n)
{
    return (n + ALIGN - 1) / ALIGN * ALIGN;
}

void pl_sections_begin(pl_section_list *list, const char *name)
{
    assert(strlen(name) < PL_SECTION_NAME && list->parts.n < PL_MAX_SECTIONS);
    pl_str_fill(&list->bytes, '\0', aligned(list->bytes.n) - list->bytes.n);
    struct pl_section_part part = {.at = list->bytes.n};
    memcpy(part.name, name, strlen(name));
    PL_PUSH(&list->parts, part);
}

void pl_sections_end(pl_section_list *list)
{
    struct pl_section_part *part = &list->parts.at[list->parts.n - 1];
    part->n = list->bytes.n - part->at;
}

void pl_sections_add(pl_section_list *list, const char *name, const void *bytes, size_t n)
{
    pl_sections_begin(list, name);
    pl_str_put(&list->bytes, bytes, n);
    pl_sections_end(list);
}

void pl_sections_add_numbers(pl_section_list *list, const char *name, const void *numbers,
                             size_t n, size_t width)
{
    pl_sections_begin(list, name);
    size_t at = list->bytes.n;
    pl_str_put(&list->bytes, numbers, n * width);
    if (n > 0)
        pl_file_order(list->bytes.at + at, n, width);
    pl_sections_end(list);
}

void pl_sections_add_text(pl_section_list *list, const char *name, const pl_str *text)
{
    pl_sections_add(list, name, pl_str_text(text), text->n);
}

void pl_sections_add_strings(pl_section_list *list, const char *name,
                             const pl_intern *strings)
{
    pl_str text = {0};
    for (uint32_t i = 0; i < strings->n; i++)
        pl_str_put(&text, strings->at[i], strlen(strings->at[i]) + 1);
    pl_sections_add_text(list, name, &text);
    pl_str_release(&text);
}

/* Puts header and table in front of the sections, which move: a checkpoint may take a good
 * part of the memory, and is not copied. */
static void build_file(pl_section_list *list)
{
    pl_str *file = &list->bytes;
    uint32_t n = (uint32_t)list->parts.n;
    size_t room = aligned(sizeof(header) + n * sizeof(stored)), size = file->n;
    pl_str_fill(file, '\0', room);
    memmove(file->at + room, file->at, size);
    memset(file->at, 0, room);
    header h = {.version = PL_MODEL_VERSION, .n_sections = n};
    memcpy(h.magic, magic, sizeof magic);
    turn_header(&h);
    memcpy(file->at, &h, sizeof h);
    for (uint32_t i = 0; i < n; i++) {
        const struct pl_section_part *part = &list->parts.at[i];
        stored row = {.offset = room + part->at, .size = part->n};
        memcpy(row.name, part->name, sizeof row.name);
        turn_stored(&row);
        memcpy(file->at + sizeof h + i * sizeof row, &row, sizeof row);
    }
    pl_sections_seal(file->at, file->n);
}

void pl_sections_seal(void *bytes, size_t n)
{
    header h;
    if (n < sizeof h)
        return;
    memcpy(&h, bytes, sizeof h);
    turn_header(&h);
    h.size = n;
    h.checksum = pl_checksum((unsigned char *)bytes + sizeof h, n - sizeof h);
    turn_header(&h);
    memcpy(bytes, &h, sizeof h);
}

static int write_bytes(const char *path, const char *bytes, size_t n, pl_error *err)
{
    pl_file *to = pl_file_create(path, err);
    if (to == NULL)
        return -1;
    if (pl_file_write(to, bytes, n) == 0)
        return pl_file_commit(to, err);
    pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    pl_file_cancel(to);
    return -1;
}

/* One frame that says how large its content is. */
static void compress(pl_str *file, int level)
{
    pl_str packed = {0};
    pl_str_fill(&packed, '\0', ZSTD_compressBound(file->n));
    size_t n = ZSTD_compress(packed.at, packed.n, file->at, file->n, level);
    if (ZSTD_isError(n)) /* there is room enough: it had no memory */
        pl_out_of_memory(0);
    packed.n = n;
    pl_str_release(file);
    *file = packed;
}

int pl_sections_save(pl_section_list *list, const char *path, pl_error *err)
{
    build_file(list);
    if (strcmp(path + pl_unpacked_length(path), ".zst") == 0)
        compress(&list->bytes, list->quickly ? QUICK_LEVEL : LEVEL);
    int status = write_bytes(path, list->bytes.at, list->bytes.n, err);
    pl_sections_release(list);
    return status;
}

void pl_sections_release(pl_section_list *list)
{
    pl_str_release(&list->bytes);
    PL_VEC_RELEASE(&list->parts);
}

/* -- reading ------------------------------------------------------------------------ */

int pl_sections_damaged(const pl_sections *f, const char *what, pl_error *err)
{
    return pl_fail(err, PL_DAMAGED, "%s: the %s is damaged: %s", f->name, f->what, what);
}

static int check_header(const pl_sections *f, header *h, pl_error *err)
{
    if (f->size < sizeof *h)
        return pl_fail(err, PL_DAMAGED, "%s: not a %s of pleach (too short)", f->name,
                       f->what);
    memcpy(h, f->bytes, sizeof *h);
    turn_header(h);
    if (memcmp(h->magic, old_checkpoint, sizeof old_checkpoint) == 0)
        return pl_fail(err, PL_DAMAGED,
                       "%s: a checkpoint of pleach 0.2 or older, which is not read",
                       f->name);
    if (memcmp(h->magic, magic, sizeof magic) != 0)
        return pl_fail(err, PL_DAMAGED, "%s: not a %s of pleach", f->name, f->what);
    if (h->version > PL_MODEL_VERSION)
        return pl_fail(err, PL_DAMAGED,
                       "%s: the %s has version %u, this program reads up to %u: a "
                       "newer pleach is needed",
                       f->name, f->what, h->version, PL_MODEL_VERSION);
    if (h->version != PL_MODEL_VERSION)
        return pl_sections_damaged(f, "there is no such version", err);
    if (h->size != f->size)
        return pl_fail(err, PL_DAMAGED,
                       "%s: the %s has %zu bytes and should have %llu: it was cut "
                       "off or changed",
                       f->name, f->what, f->size, (unsigned long long)h->size);
    return 0;
}

static stored section_at(const pl_sections *f, uint32_t i)
{
    stored s = f->sections[i];
    turn_stored(&s);
    return s;
}

/* Sections stand one behind the other and fill the file: the header, which the checksum
 * does not cover, cannot name more or fewer of them. */
static int check_layout(const pl_sections *f, pl_error *err)
{
    size_t at = sizeof(header) + f->n * sizeof(stored);
    for (uint32_t i = 0; i < f->n; i++) {
        at = aligned(at);
        stored s = section_at(f, i);
        if (s.offset != at || at > f->size || s.size > f->size - at)
            return pl_sections_damaged(f, "a section is not in its place", err);
        at += s.size;
    }
    return at == f->size ? 0 : pl_sections_damaged(f, "a section is missing", err);
}

static bool is_unchanged(const pl_sections *f, const header *h)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION /* no change would get past it */
    return true;
#else
    return pl_checksum((const unsigned char *)f->bytes + sizeof *h, f->size - sizeof *h) ==
           h->checksum;
#endif
}

/* Nothing else stands between a stranger's bytes and the sections: what
 * pl_sections_from_memory refuses, for fuzzing, is what a file is refused for. */
static int check_file(pl_sections *f, pl_error *err)
{
    header h;
    if (check_header(f, &h, err) < 0)
        return -1;
    if (h.n_sections > PL_MAX_SECTIONS ||
        sizeof h + h.n_sections * sizeof(stored) > f->size)
        return pl_sections_damaged(f, "too many sections", err);
    if (!is_unchanged(f, &h))
        return pl_sections_damaged(f, "the checksum is wrong", err);
    f->sections = (const stored *)(f->bytes + sizeof h);
    f->n = h.n_sections;
    return check_layout(f, err);
}

/* -- reading: into memory -------------------------------------------------------------- */

static int fail_memory(const pl_sections *f, size_t n, pl_error *err)
{
    return pl_fail(err, PL_SYSTEM, "%s: out of memory: the %s takes %zu megabytes",
                   f->name, f->what, n / MEGABYTE + 1);
}

/* Room for n bytes and the slack, which is zero. */
static int take_room(pl_sections *f, size_t n, pl_error *err)
{
    void *room = NULL;
    size_t align = n < LARGE_PAGE ? ALIGN : LARGE_PAGE;
    if (posix_memalign(&room, align, n + PL_SECTIONS_SLACK) != 0)
        return fail_memory(f, n, err);
#ifdef MADV_HUGEPAGE
    /* only a wish: rows lie all over the file, in too many small pages */
    if (n >= LARGE_PAGE)
        madvise(room, n / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
#endif
    f->bytes = room;
    f->size = n;
    memset(f->bytes + n, 0, PL_SECTIONS_SLACK);
    return 0;
}

/* The bytes of a file, fewer if it becomes shorter meanwhile. */
static int read_bytes(pl_sections *f, int file, pl_error *err)
{
    size_t n = 0;
    ssize_t got = 1;
    while (n < f->size && got != 0) {
        got = read(file, f->bytes + n, f->size - n);
        if (got < 0 && errno != EINTR)
            return pl_fail(err, PL_SYSTEM, "%s: %s", f->name, strerror(errno));
        n += got > 0 ? (size_t)got : 0;
    }
    f->size = n;
    memset(f->bytes + n, 0, PL_SECTIONS_SLACK);
    return 0;
}

/* Bytes of memory that a file may take, by its size on disk or by the user's word: 0, or
 * -1 if that is no number. */
static int most_bytes(size_t on_disk, size_t *most, pl_error *err)
{
    const char *given = getenv("PLEACH_MAX_MODEL"), *end = given;
    bool is_set = given != NULL && *given != '\0';
    uint32_t asked = 0;
    if (is_set && (!pl_scan_number(&end, UINT32_MAX, &asked) || *end != '\0'))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "PLEACH_MAX_MODEL is '%s', which is not a number of megabytes",
                       given);
    uint64_t megabytes = is_set ? asked : ALWAYS;
    if (!is_set && on_disk > ALWAYS * MEGABYTE / MOST_TIMES)
        megabytes = (uint64_t)(on_disk / MEGABYTE + 1) * MOST_TIMES;
    *most = megabytes < SIZE_MAX / MEGABYTE / 2 ? (size_t)megabytes * MEGABYTE
                                                : SIZE_MAX / 2;
    return 0;
}

/* A file that takes up much more memory than disk is meant to do harm. */
static int check_size(const pl_sections *f, unsigned long long n, pl_error *err)
{
    size_t most = 0;
    if (most_bytes(f->on_disk, &most, err) < 0)
        return -1;
    if (n <= most)
        return 0;
    unsigned long long megabytes = n / MEGABYTE + 1;
    return pl_fail(err, PL_TOO_LARGE,
                   "%s: refused: the %s takes %llu megabytes of memory, its file %zu "
                   "bytes; PLEACH_MAX_MODEL=%llu permits it",
                   f->name, f->what, megabytes, f->on_disk, megabytes);
}

/* Whether a file belongs to this user or to the administrator, and others cannot write it. */
static bool is_kept(const struct stat *st)
{
    return (st->st_uid == 0 || st->st_uid == geteuid()) && (st->st_mode & S_IWOTH) == 0;
}

/* Whether zeros follow the file in the last of its pages, for the slack. */
static bool has_slack(size_t n)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), used = n % page;
    return used > 0 && used + PL_SECTIONS_SLACK <= page;
}

/* Maps a file that holds no compressed bytes; false where it has to be read. */
static bool map_bytes(pl_sections *f, int file)
{
    char start[sizeof magic];
    if (!has_slack(f->on_disk) || pread(file, start, sizeof start, 0) != sizeof start ||
        memcmp(start, magic, sizeof magic) != 0)
        return false;
    void *bytes = mmap(NULL, f->on_disk, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (bytes == MAP_FAILED)
        return false;
    f->bytes = bytes;
    f->size = f->on_disk;
    f->mapped = true;
    return true;
}

/* Reads or maps a file that is open. */
static int read_open(pl_sections *f, int file, bool installed, pl_error *err)
{
    struct stat st;
    if (fstat(file, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
        return pl_fail(err, PL_DAMAGED, "%s: not a %s of pleach (empty or not a file)",
                       f->name, f->what);
    f->on_disk = (size_t)st.st_size;
    if (check_size(f, f->on_disk, err) < 0)
        return -1;
    if (installed && is_kept(&st) && map_bytes(f, file))
        return 0;
    return take_room(f, f->on_disk, err) == 0 ? read_bytes(f, file, err) : -1;
}

/* Uses the bytes in the program, where zeros follow them, in their place. */
static bool use_carried(pl_sections *f)
{
    const pl_carried *own = pl_carried_find(f->name);
    if (own == NULL)
        return false;
    f->bytes = (char *)own->at;
    f->size = f->on_disk = (size_t)(own->end - own->at);
    return f->carried = true;
}

/* A copy, because a mapped file that is changed or cut off would change the weights under
 * a parse, or end the program. Only installed models are mapped: they are replaced by
 * another file under their name, never written over (docs/modelfile.md). */
static int read_file(pl_sections *f, bool installed, pl_error *err)
{
    if (use_carried(f))
        return 0;
    int file =
        open(f->name, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* not to wait at a fifo */
    if (file < 0)
        return pl_fail(err, PL_SYSTEM, "%s: %s", f->name, strerror(errno));
    int status = read_open(f, file, installed, err);
    close(file);
    return status;
}

/* How much a compressed file holds, if that is not too much. */
static int content_size(const pl_sections *f, size_t *n, pl_error *err)
{
    unsigned long long content = ZSTD_getFrameContentSize(f->bytes, f->size);
    if (content == ZSTD_CONTENTSIZE_UNKNOWN)
        return pl_fail(err, PL_DAMAGED,
                       "%s: the compressed file does not say how large the %s is; "
                       "compress it as a file, not through a pipe (zstd FILE)",
                       f->name, f->what);
    if (content == ZSTD_CONTENTSIZE_ERROR)
        return pl_fail(err, PL_DAMAGED, "%s: not a %s of pleach", f->name, f->what);
    *n = (size_t)content;
    return check_size(f, content, err);
}

static int decompress(pl_sections *f, const char *packed, size_t n, pl_error *err)
{
    size_t got = ZSTD_decompress(f->bytes, f->size, packed, n);
    if (got == f->size)
        return 0;
    if (ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation)
        return fail_memory(f, f->size, err);
    return pl_fail(err, PL_DAMAGED,
                   "%s: the %s cannot be decompressed: it was cut off or changed",
                   f->name, f->what);
}

/* Replaces the bytes, if they are compressed, by what they hold. */
static int unpack(pl_sections *f, pl_error *err)
{
    static const unsigned char zstd[4] = {0x28, 0xb5, 0x2f, 0xfd};
    size_t content = 0, n = f->size;
    if (f->carried || n <= sizeof zstd || memcmp(f->bytes, zstd, sizeof zstd) != 0)
        return 0;
    if (content_size(f, &content, err) < 0)
        return -1;
    char *packed = f->bytes;
    f->bytes = NULL;
    int status = take_room(f, content, err);
    if (status == 0)
        status = decompress(f, packed, n, err);
    free(packed);
    return status;
}

static pl_sections *new_file(const char *name, const char *what)
{
    pl_sections *f = pl_alloc_zero(1, sizeof *f);
    f->name = pl_strdup(name);
    f->what = what;
    return f;
}

static pl_sections *open_file(const char *path, const char *what, bool installed,
                              pl_error *err)
{
    pl_sections *f = new_file(path, what);
    if (read_file(f, installed, err) == 0 && unpack(f, err) == 0 && check_file(f, err) == 0)
        return f;
    pl_sections_close(f);
    return NULL;
}

pl_sections *pl_sections_open_path(const char *path, const char *what, pl_error *err)
{
    return open_file(path, what, false, err);
}

pl_sections *pl_sections_from_memory(const char *name, const void *bytes, size_t n,
                                     pl_error *err)
{
    pl_sections *f = new_file(name, "model");
    f->on_disk = n;
    if (take_room(f, n, err) == 0) {
        if (n > 0)
            memcpy(f->bytes, bytes, n);
        if (check_file(f, err) == 0)
            return f;
    }
    pl_sections_close(f);
    return NULL;
}

pl_sections *pl_sections_open(const char *name, pl_error *err)
{
    pl_str path = {0};
    pl_sections *f = NULL;
    bool installed = false;
    if (pl_share_model(name, &path, &installed, err) == 0 &&
        pl_guard_read(path.at, err) == 0)
        f = open_file(path.at, "model", installed, err);
    pl_str_release(&path);
    return f;
}

bool pl_sections_find(const pl_sections *f, const char *name, const char **bytes,
                      size_t *n)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (strncmp(f->sections[i].name, name, PL_SECTION_NAME) == 0) {
            stored s = section_at(f, i);
            *bytes = f->bytes + s.offset;
            *n = s.size;
            return true;
        }
    *bytes = "";
    *n = 0;
    return false;
}

bool pl_sections_has(const pl_sections *f, const char *name)
{
    const char *bytes;
    size_t n;
    return pl_sections_find(f, name, &bytes, &n);
}

void pl_sections_text(const pl_sections *f, const char *name, pl_str *out)
{
    const char *bytes;
    size_t n;
    pl_sections_find(f, name, &bytes, &n);
    pl_str_put(out, bytes, strnlen(bytes, n));
}

int pl_sections_strings(const pl_sections *f, const char *name, pl_intern *to,
                        pl_error *err)
{
    const char *at;
    size_t n;
    pl_intern_clear(to);
    if (!pl_sections_find(f, name, &at, &n) || n == 0 || at[n - 1] != '\0')
        return pl_sections_damaged(f, name, err);
    for (const char *end = at + n; at < end; at += strlen(at) + 1)
        if (pl_intern_add(to, at) + 1 != to->n)
            return pl_sections_damaged(f, "a word stands in it twice", err);
    return 0;
}

const char *pl_sections_at(const pl_sections *f, uint32_t i, size_t *n)
{
    if (i >= f->n)
        return NULL;
    *n = section_at(f, i).size;
    return f->sections[i].name;
}

const char *pl_sections_name(const pl_sections *f)
{
    return f->name;
}

size_t pl_sections_size(const pl_sections *f)
{
    return f->on_disk;
}

int pl_sections_write(const pl_sections *f, const char *path, pl_error *err)
{
    return write_bytes(path, f->bytes, f->size, err);
}

uint64_t pl_sections_checksum(const pl_sections *f)
{
    return ((const header *)f->bytes)->checksum;
}

void pl_sections_close(pl_sections *f)
{
    if (f == NULL)
        return;
    if (f->mapped)
        munmap(f->bytes, f->size);
    else if (!f->carried)
        free(f->bytes);
    free(f->name);
    free(f);
}

/* -- what a model says of itself ----------------------------------------------------- */

/* The line of a key: where it and its value begin, and where both end. */
static bool find_about(const pl_str *about, const char *key, size_t *line, size_t *value,
                       size_t *end)
{
    const char *text = pl_str_text(about);
    size_t n = strlen(key);
    for (size_t at = 0; text[at] != '\0';) {
        size_t stop = at + strcspn(text + at, "\n");
        if (strncmp(text + at, key, n) == 0 && strncmp(text + at + n, ": ", 2) == 0) {
            *line = at;
            *value = at + n + 2;
            *end = stop;
            return true;
        }
        at = stop + (text[stop] == '\n');
    }
    return false;
}

bool pl_about_get(const pl_str *about, const char *key, pl_str *out)
{
    size_t line, value, end;
    pl_str_clear(out);
    if (!find_about(about, key, &line, &value, &end))
        return false;
    pl_str_put(out, about->at + value, end - value);
    return true;
}

long pl_about_number(const pl_str *about, const char *key, long otherwise)
{
    size_t line, value, end;
    return find_about(about, key, &line, &value, &end)
               ? strtol(about->at + value, NULL, 10)
               : otherwise;
}

double pl_about_real(const pl_str *about, const char *key, double otherwise)
{
    size_t line, value, end;
    return find_about(about, key, &line, &value, &end) ? strtod(about->at + value, NULL)
                                                       : otherwise;
}

int pl_about_choice(const pl_str *about, const char *key, const pl_option_choice *choices)
{
    size_t line, value, end;
    if (!find_about(about, key, &line, &value, &end))
        return -1;
    for (int i = 0; choices[i].name != NULL; i++)
        if (strlen(choices[i].name) == end - value &&
            memcmp(about->at + value, choices[i].name, end - value) == 0)
            return i;
    return -1;
}

void pl_about_set(pl_str *about, const char *key, const char *format, ...)
{
    pl_str text = {0};
    size_t line, value, end;
    bool there = find_about(about, key, &line, &value, &end);
    const char *old = pl_str_text(about);
    pl_str_put(&text, old, there ? line : about->n);
    pl_str_printf(&text, "%s: ", key);
    va_list list;
    va_start(list, format);
    pl_str_vprintf(&text, format, list);
    va_end(list);
    pl_str_putc(&text, '\n');
    if (there)
        pl_str_puts(&text, old + end + (old[end] == '\n'));
    pl_str_release(about);
    *about = text;
}
