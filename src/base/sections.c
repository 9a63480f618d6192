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

enum { ALIGN = 64, LEVEL = 19 };    /* of compression */
#define MAX_MODEL ((size_t)2 << 30) /* bytes of one that is compressed */

static const char magic[16] = "pleach model\r\n\x1a";

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
    pl_bytes bytes;         /* owned if the file was compressed */
    const stored *sections; /* [n] in the order of the file: see section_at */
    uint32_t n;
    size_t mapped; /* bytes of the mapping that `bytes` is, or 0 */
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

/* Four chains side by side, because one waits for its own multiplications. */
static uint64_t checksum(const unsigned char *p, size_t n)
{
    uint64_t lanes[4] = {1, 2, 3, 4};
    size_t i = 0;
    for (; i + 32 <= n; i += 32)
        for (int k = 0; k < 4; k++) {
            lanes[k] = (lanes[k] ^ pl_get64(p + i + 8 * k)) * 0x9e3779b97f4a7c15u;
            lanes[k] ^= lanes[k] >> 32;
        }
    uint64_t h = pl_hash(p + i, n - i);
    for (int k = 0; k < 4; k++)
        h = pl_mix(h ^ lanes[k]);
    return h;
}

/* -- writing ------------------------------------------------------------------------ */

void pl_sections_add(pl_section_list *list, const char *name, const void *bytes, size_t n)
{
    assert(strlen(name) < PL_SECTION_NAME && list->parts.n < PL_MAX_SECTIONS);
    struct pl_section_part part = {.at = list->bytes.n, .n = n};
    memcpy(part.name, name, strlen(name));
    PL_PUSH(&list->parts, part);
    pl_str_put(&list->bytes, bytes, n);
}

void pl_sections_add_numbers(pl_section_list *list, const char *name, const void *numbers,
                             size_t n, size_t width)
{
    size_t at = list->bytes.n;
    pl_sections_add(list, name, numbers, n * width);
    pl_file_order(list->bytes.at + at, n, width);
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

static void build_file(const pl_section_list *list, pl_str *file)
{
    stored table[PL_MAX_SECTIONS];
    uint32_t n = (uint32_t)list->parts.n;
    memset(table, 0, sizeof table);
    pl_str_fill(file, '\0', sizeof(header) + n * sizeof(stored));
    for (uint32_t i = 0; i < n; i++) {
        const struct pl_section_part *part = &list->parts.at[i];
        pl_str_fill(file, '\0', (ALIGN - file->n % ALIGN) % ALIGN);
        memcpy(table[i].name, part->name, sizeof part->name);
        table[i].offset = file->n;
        table[i].size = part->n;
        turn_stored(&table[i]);
        pl_str_put(file, pl_str_text(&list->bytes) + part->at, part->n);
    }
    memcpy(file->at + sizeof(header), table, n * sizeof(stored));
    header h = {.version = PL_MODEL_VERSION, .n_sections = n};
    memcpy(h.magic, magic, sizeof magic);
    turn_header(&h);
    memcpy(file->at, &h, sizeof h);
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
    h.checksum = checksum((unsigned char *)bytes + sizeof h, n - sizeof h);
    turn_header(&h);
    memcpy(bytes, &h, sizeof h);
}

static int write_bytes(const char *path, const pl_str *bytes, pl_error *err)
{
    pl_file *to = pl_file_create(path, err);
    if (to == NULL)
        return -1;
    if (pl_file_write(to, bytes->at, bytes->n) == 0)
        return pl_file_commit(to, err);
    pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    pl_file_cancel(to);
    return -1;
}

/* One frame that says how large its content is. */
static void compress(pl_str *file)
{
    pl_str packed = {0};
    pl_str_fill(&packed, '\0', ZSTD_compressBound(file->n));
    size_t n = ZSTD_compress(packed.at, packed.n, file->at, file->n, LEVEL);
    assert(!ZSTD_isError(n));
    packed.n = n;
    pl_str_release(file);
    *file = packed;
}

int pl_sections_save(const pl_section_list *list, const char *path, pl_error *err)
{
    pl_str file = {0};
    build_file(list, &file);
    if (strcmp(path + pl_unpacked_length(path), ".zst") == 0)
        compress(&file);
    int status = write_bytes(path, &file, err);
    pl_str_release(&file);
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
    return pl_fail(err, PL_DAMAGED, "%s: the model is damaged: %s", f->name, what);
}

static int check_header(const pl_sections *f, header *h, pl_error *err)
{
    if (f->bytes.size < sizeof *h)
        return pl_fail(err, PL_DAMAGED, "%s: not a model of pleach (too short)", f->name);
    memcpy(h, f->bytes.at, sizeof *h);
    turn_header(h);
    if (memcmp(h->magic, magic, sizeof magic) != 0)
        return pl_fail(err, PL_DAMAGED, "%s: not a model of pleach", f->name);
    if (h->version > PL_MODEL_VERSION)
        return pl_fail(err, PL_DAMAGED,
                       "%s: the model has version %u, this program reads up to %u: a "
                       "newer pleach is needed",
                       f->name, h->version, PL_MODEL_VERSION);
    if (h->version != PL_MODEL_VERSION)
        return pl_sections_damaged(f, "there is no such version", err);
    if (h->size != f->bytes.size)
        return pl_fail(err, PL_DAMAGED,
                       "%s: the model has %zu bytes and should have %llu: it was cut "
                       "off or changed",
                       f->name, f->bytes.size, (unsigned long long)h->size);
    return 0;
}

static stored section_at(const pl_sections *f, uint32_t i)
{
    stored s = f->sections[i];
    turn_stored(&s);
    return s;
}

static int check_file(pl_sections *f, pl_error *err)
{
    header h;
    if (check_header(f, &h, err) < 0)
        return -1;
    if (h.n_sections > PL_MAX_SECTIONS ||
        sizeof h + h.n_sections * sizeof(stored) > f->bytes.size)
        return pl_sections_damaged(f, "too many sections", err);
    if (checksum((const unsigned char *)f->bytes.at + sizeof h,
                 f->bytes.size - sizeof h) != h.checksum)
        return pl_sections_damaged(f, "the checksum is wrong", err);
    f->sections = (const stored *)((const char *)f->bytes.at + sizeof h);
    f->n = h.n_sections;
    for (uint32_t i = 0; i < f->n; i++) {
        stored s = section_at(f, i);
        if (s.offset % ALIGN != 0 || s.offset > f->bytes.size ||
            s.size > f->bytes.size - s.offset)
            return pl_sections_damaged(f, "a section lies outside the file", err);
    }
    return 0;
}

pl_sections *pl_sections_from_memory(const char *name, const void *bytes, size_t n,
                                     pl_error *err)
{
    pl_sections *f = pl_alloc_zero(1, sizeof *f);
    f->name = pl_strdup(name);
    pl_bytes_borrow(&f->bytes, bytes, n);
    f->on_disk = n;
    if (check_file(f, err) == 0)
        return f;
    pl_sections_close(f);
    return NULL;
}

/* A file of that name, or else a shipped model; a folder that is called nl is neither. */
static int find_file(const char *name, pl_str *path, pl_error *err)
{
    pl_error other;
    struct stat info;
    bool is_there = stat(name, &info) == 0 && !S_ISDIR(info.st_mode);
    if (strchr(name, '/') != NULL || is_there) {
        pl_str_puts(path, name);
        return 0;
    }
    return pl_share_path("models", name, ".model.zst", path, err) == 0 ||
                   pl_share_path("models", name, ".model", path, &other) == 0
               ? 0
               : -1;
}

static void *map_file(const char *path, size_t *n, pl_error *err)
{
    struct stat st;
    if (pl_guard_read(path, err) < 0)
        return NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0) {
        pl_fail(err, fd < 0 ? PL_SYSTEM : PL_DAMAGED, "%s: %s", path,
                fd < 0 ? strerror(errno) : "not a model of pleach (empty or not a file)");
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    *n = (size_t)st.st_size;
    void *bytes = mmap(NULL, *n, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (bytes != MAP_FAILED) {
#ifdef MADV_HUGEPAGE
        /* only a wish: rows lie all over the file, in too many small pages */
        madvise(bytes, *n, MADV_HUGEPAGE);
#endif
        return bytes;
    }
    pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    return NULL;
}

static bool is_compressed(const void *bytes, size_t n)
{
    static const unsigned char zstd[4] = {0x28, 0xb5, 0x2f, 0xfd};
    return n > sizeof zstd && memcmp(bytes, zstd, sizeof zstd) == 0;
}

/* What a compressed file holds, aligned; NULL with the reason. */
static void *unpack(const char *path, const void *bytes, size_t n, size_t *size,
                    pl_error *err)
{
    unsigned long long content = ZSTD_getFrameContentSize(bytes, n);
    if (content > MAX_MODEL) { /* so are the numbers that stand for errors */
        bool known =
            content != ZSTD_CONTENTSIZE_UNKNOWN && content != ZSTD_CONTENTSIZE_ERROR;
        pl_fail(err, known ? PL_TOO_LARGE : PL_DAMAGED,
                "%s: not a model of pleach, or too large a one", path);
        return NULL;
    }
    void *to = aligned_alloc(ALIGN, ((size_t)content / ALIGN + 1) * ALIGN);
    size_t got = to != NULL ? ZSTD_decompress(to, (size_t)content, bytes, n) : 0;
    if (to != NULL && !ZSTD_isError(got) && got == content) {
        *size = got;
        return to;
    }
    free(to);
    pl_fail(err, PL_DAMAGED,
            "%s: the model cannot be decompressed: it was cut off or changed", path);
    return NULL;
}

static pl_sections *open_file(const char *path, pl_error *err)
{
    size_t n, size = 0;
    void *bytes = map_file(path, &n, err), *unpacked = NULL;
    if (bytes == NULL)
        return NULL;
    bool packed = is_compressed(bytes, n);
    if (packed)
        unpacked = unpack(path, bytes, n, &size, err);
    pl_sections *f = NULL;
    if (!packed || unpacked != NULL)
        f = pl_sections_from_memory(path, packed ? unpacked : bytes, packed ? size : n,
                                    err);
    if (packed || f == NULL)
        munmap(bytes, n);
    if (f == NULL) {
        free(unpacked);
        return NULL;
    }
    f->on_disk = n;
    f->mapped = packed ? 0 : n;
    f->bytes.owned = unpacked;
    return f;
}

pl_sections *pl_sections_open(const char *name, pl_error *err)
{
    pl_str path = {0};
    pl_sections *f = NULL;
    if (find_file(name, &path, err) == 0)
        f = open_file(path.at, err);
    pl_str_release(&path);
    return f;
}

bool pl_sections_find(const pl_sections *f, const char *name, const char **bytes,
                      size_t *n)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (strncmp(f->sections[i].name, name, PL_SECTION_NAME) == 0) {
            stored s = section_at(f, i);
            *bytes = (const char *)f->bytes.at + s.offset;
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

void pl_sections_close(pl_sections *f)
{
    if (f == NULL)
        return;
    if (f->mapped > 0)
        munmap((void *)f->bytes.at, f->mapped);
    pl_bytes_release(&f->bytes);
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

int pl_about_choice(const pl_str *about, const char *key, const char *const *names, int n)
{
    size_t line, value, end;
    if (!find_about(about, key, &line, &value, &end))
        return -1;
    for (int i = 0; i < n; i++)
        if (strlen(names[i]) == end - value &&
            memcmp(about->at + value, names[i], end - value) == 0)
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
