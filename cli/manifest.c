/* Manifests of parts as JSON; see manifest.h. */
#include "manifest.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/out.h"
#include "base/report.h"
#include "base/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 20, MOST = 1 << 20 };

static pl_str path_of(const char *file, const char *ending)
{
    pl_str path = {0};
    pl_str_printf(&path, "%s%s", file, ending);
    return path;
}

pl_str manifest_path(const char *file)
{
    return path_of(file, PL_MANIFEST);
}

pl_str numbers_path(const char *file)
{
    return path_of(file, PL_NUMBERS);
}

/* -- checksums --------------------------------------------------------------------------- */

/* As many bytes as there are, up to a block. */
static long read_block(pl_in *in, char *block, pl_error *err)
{
    size_t n = 0;
    long got;
    while (n < BLOCK && (got = pl_in_read(in, block + n, BLOCK - n, err)) != 0) {
        if (got < 0)
            return -1;
        n += (size_t)got;
    }
    return (long)n;
}

int file_checksum(const char *path, uint64_t *sum, size_t *n, pl_error *err)
{
    pl_stretch all = {.end = SIZE_MAX}; /* compressed bytes as they are */
    pl_in *in = pl_in_open_stretch(path, &all, err);
    if (in == NULL)
        return -1;
    char *block = pl_alloc(BLOCK);
    long got;
    *sum = 0;
    while ((got = read_block(in, block, err)) > 0)
        *sum = pl_mix(*sum ^ pl_checksum((unsigned char *)block, (size_t)got));
    *n = pl_in_offset(in);
    free(block);
    pl_in_close(in);
    return (int)got;
}

static int numbers_checksum(const char *file, uint64_t *sum, pl_error *err)
{
    pl_str path = numbers_path(file);
    size_t n;
    int status = access(path.at, F_OK) == 0 ? file_checksum(path.at, sum, &n, err) : 0;
    pl_str_release(&path);
    return status;
}

int manifest_check(const manifest *m, const char *file, pl_error *err)
{
    uint64_t sum = 0, numbers = 0;
    size_t n = 0;
    if (file_checksum(file, &sum, &n, err) < 0 ||
        (m->numbers != 0 && numbers_checksum(file, &numbers, err) < 0))
        return -1;
    if (sum != m->checksum || n != m->n_bytes || numbers != m->numbers)
        return pl_fail(err, PL_BAD_INPUT, "%s is not what its manifest says: it was changed, or "
                                          "is incomplete", file);
    return 0;
}

const char *manifest_difference(const manifest *a, const manifest *b)
{
    const pl_source_part *x = &a->read, *y = &b->read;
    bool input =
        x->n_files == y->n_files && x->n_bytes == y->n_bytes && x->checksum == y->checksum;
    return strcmp(a->command, b->command) != 0 ? "command"
           : !input                            ? "input"
           : a->n_parts != b->n_parts          ? "number of parts"
           : a->model != b->model              ? "model"
           : strcmp(a->options, b->options) != 0 ? "options"
           : strcmp(a->version, b->version) != 0 ? "version of pleach"
                                                 : NULL;
}

/* -- JSON -------------------------------------------------------------------------------- */

static void put_seam(pl_value *to, const char *key, pl_seam s)
{
    pl_value *object = pl_value_set_object(to, key);
    pl_value_set_count(object, "file", s.file);
    pl_value_set_count(object, "offset", s.text);
}

static void put_sum(pl_value *to, const char *key, uint64_t n)
{
    pl_value_set_format(to, key, "%016" PRIx64, n);
}

/* Adds the values of the input and of its part. */
static void put_input(pl_value *to, const pl_source_part *r)
{
    pl_value *input = pl_value_set_object(to, "input");
    pl_value_set_count(input, "files", r->n_files);
    pl_value_set_count(input, "bytes", r->n_bytes);
    put_sum(input, "checksum", r->checksum);
    put_seam(to, "begin", r->begin);
    put_seam(to, "end", r->end);
}

static void put_manifest(pl_value *to, const manifest *m)
{
    const pl_source_part *r = &m->read;
    const pl_written *w = &m->written;
    pl_value_set_text(to, "pleach", m->version);
    pl_value_set_text(to, "command", m->command);
    pl_value_set_count(to, "part", m->part);
    pl_value_set_count(to, "parts", m->n_parts);
    put_input(to, r);
    pl_value_set_text(to, "options", m->options);
    put_sum(to, "model", m->model);
    pl_value_set_count(to, "sentences", w->sentences);
    pl_value_set_count(to, "tokens", m->n_tokens);
    pl_value_set_count(to, "bytes", m->n_bytes);
    put_sum(to, "checksum", m->checksum);
    put_sum(to, "numbers", m->numbers);
    pl_value_set_flag(to, "counts", m->counts);
    pl_value *read = pl_value_set_object(to, "read");
    pl_value_set_count(read, "sentences", r->n_given);
    pl_value_set_count(read, "last_file", r->n_read);
    pl_value_set_count(read, "characters", r->n_chars);
    pl_value *text = pl_value_set_object(to, "text");
    pl_value_set_count(text, "bytes", w->bytes);
    pl_value_set_count(text, "start", w->start);
    pl_value_set_count(text, "end", w->end);
    pl_value_set_count(text, "alone", w->alone); /* SIZE_MAX is -1 */
}

int manifest_write(manifest *m, const char *file, pl_error *err)
{
    if (file_checksum(file, &m->checksum, &m->n_bytes, err) < 0 ||
        numbers_checksum(file, &m->numbers, err) < 0)
        return -1;
    if (pl_utf8_good(m->options, strlen(m->options)) < strlen(m->options))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: the options are not UTF-8, so the manifest cannot hold them", file);
    pl_str text = {0}, path = manifest_path(file);
    pl_report *r = pl_report_new(PL_REPORT_JSON);
    put_manifest(r->root, m);
    pl_value_put_json(r->root, PL_JSON_INDENTED, &text);
    pl_report_free(r);
    pl_out *out = pl_out_open(path.at, err);
    if (out != NULL) {
        pl_out_puts(out, text.at);
        pl_out_putc(out, '\n');
    }
    int status = out != NULL ? pl_out_close(out, err) : -1;
    pl_str_release(&path);
    pl_str_release(&text);
    return status;
}

/* Members are read one by one; the first that is missing or of another kind makes all of it bad. */
typedef struct members {
    const pl_value *object;
    bool bad;
    pl_arena *texts;
} members;

static members inside(members *m, const char *key)
{
    const pl_value *object = pl_value_get(m->object, key);
    m->bad = m->bad || !pl_value_is(object, PL_JSON_OBJECT);
    return (members){.object = object, .texts = m->texts};
}

static size_t number(members *m, const char *key)
{
    const pl_value *value = pl_value_get(m->object, key);
    m->bad = m->bad || !pl_value_is(value, PL_JSON_INTEGER) || value->integer < -1;
    return (size_t)pl_value_integer(value); /* -1 is SIZE_MAX */
}

static const char *text_of(members *m, const char *key)
{
    const char *text = pl_value_text(pl_value_get(m->object, key));
    m->bad = m->bad || text == NULL;
    return pl_arena_strdup(m->texts, text != NULL ? text : "");
}

static uint64_t sum_of(members *m, const char *key)
{
    const char *text = text_of(m, key);
    char *end;
    uint64_t sum = strtoull(text, &end, 16);
    m->bad = m->bad || end == text || *end != '\0';
    return sum;
}

static pl_seam seam_of(members *m, const char *key)
{
    members s = inside(m, key);
    pl_seam found = {number(&s, "file"), number(&s, "offset")};
    m->bad = m->bad || s.bad;
    return found;
}

static bool from_json(manifest *m, members *all)
{
    members input = inside(all, "input"), read = inside(all, "read"), text = inside(all, "text");
    *m = (manifest){.version = text_of(all, "pleach"),
                    .command = text_of(all, "command"),
                    .options = text_of(all, "options"),
                    .model = sum_of(all, "model"),
                    .n_parts = (uint32_t)number(all, "parts"),
                    .part = (uint32_t)number(all, "part"),
                    .counts = pl_value_is(pl_value_get(all->object, "counts"), PL_JSON_TRUE),
                    .n_tokens = number(all, "tokens"),
                    .n_bytes = number(all, "bytes"),
                    .checksum = sum_of(all, "checksum"),
                    .numbers = sum_of(all, "numbers")};
    m->read = (pl_source_part){.n_files = number(&input, "files"),
                               .n_bytes = number(&input, "bytes"),
                               .checksum = sum_of(&input, "checksum"),
                               .begin = seam_of(all, "begin"),
                               .end = seam_of(all, "end"),
                               .n_given = number(&read, "sentences"),
                               .n_read = number(&read, "last_file"),
                               .n_chars = number(&read, "characters")};
    m->written = (pl_written){.sentences = number(all, "sentences"),
                              .bytes = number(&text, "bytes"),
                              .start = number(&text, "start"),
                              .end = number(&text, "end"),
                              .alone = number(&text, "alone")};
    return !all->bad && !input.bad && !read.bad && !text.bad && m->part >= 1 &&
           m->part <= m->n_parts;
}

int manifest_read(manifest *m, const char *file, pl_arena *texts, pl_error *err)
{
    pl_str path = manifest_path(file), text = {0};
    struct stat info;
    int got = 0;
    if (stat(path.at, &info) == 0) {
        pl_report *r = NULL;
        if (pl_in_read_file(path.at, MOST, &text, err) == 0)
            r = pl_report_parse(pl_str_text(&text), text.n, NULL);
        members all = {.object = r != NULL ? r->root : NULL, .texts = texts};
        got = r != NULL && from_json(m, &all)
                  ? 1
                  : pl_fail(err, PL_BAD_INPUT, "%s: this is no manifest of a part", path.at);
        pl_report_free(r);
    }
    pl_str_release(&path);
    pl_str_release(&text);
    return got;
}
