/* Manifests of parts as JSON; see manifest.h. */
#include "manifest.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/out.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 20, MOST = 1 << 20, HEX = 17 };

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

static const char *hex(char text[HEX], uint64_t n)
{
    snprintf(text, HEX, "%016" PRIx64, n);
    return text;
}

static json_t *seam(pl_seam s)
{
    return json_pack("{s:I, s:I}", "file", (json_int_t)s.file, "offset", (json_int_t)s.text);
}

static json_t *to_json(const manifest *m)
{
    char input[HEX], model[HEX], sum[HEX], numbers[HEX];
    const pl_source_part *r = &m->read;
    const pl_written *w = &m->written;
    return json_pack(
        "{s:s, s:s, s:i, s:i, s:{s:I, s:I, s:s}, s:o, s:o, s:s, s:s, s:I, s:I, s:I, s:s,"
        " s:s, s:b, s:{s:I, s:I, s:I}, s:{s:I, s:I, s:I, s:I}}",
        "pleach", m->version, "command", m->command, "part", (int)m->part, "parts",
        (int)m->n_parts, "input", "files", (json_int_t)r->n_files, "bytes",
        (json_int_t)r->n_bytes, "checksum", hex(input, r->checksum), "begin", seam(r->begin),
        "end", seam(r->end), "options", m->options, "model", hex(model, m->model),
        "sentences", (json_int_t)w->sentences, "tokens", (json_int_t)m->n_tokens, "bytes",
        (json_int_t)m->n_bytes, "checksum", hex(sum, m->checksum), "numbers",
        hex(numbers, m->numbers), "counts", (int)m->counts, "read", "sentences",
        (json_int_t)r->n_given, "last_file", (json_int_t)r->n_read, "characters",
        (json_int_t)r->n_chars, "text", "bytes", (json_int_t)w->bytes, "start",
        (json_int_t)w->start, "end", (json_int_t)w->end, "alone",
        (json_int_t)(w->alone == SIZE_MAX ? -1 : (json_int_t)w->alone));
}

int manifest_write(manifest *m, const char *file, pl_error *err)
{
    if (file_checksum(file, &m->checksum, &m->n_bytes, err) < 0 ||
        numbers_checksum(file, &m->numbers, err) < 0)
        return -1;
    json_t *object = to_json(m);
    char *text = object != NULL ? json_dumps(object, JSON_INDENT(2)) : NULL;
    json_decref(object);
    if (text == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "%s: the options are not UTF-8, which its manifest "
                                             "has to hold", file);
    pl_str path = manifest_path(file);
    pl_out *out = pl_out_open(path.at, err);
    if (out != NULL) {
        pl_out_puts(out, text);
        pl_out_putc(out, '\n');
    }
    int status = out != NULL ? pl_out_close(out, err) : -1;
    pl_str_release(&path);
    free(text);
    return status;
}

/* Members are read one by one; the first that is missing or of another kind makes all of it bad. */
typedef struct members {
    const json_t *object;
    bool bad;
    pl_arena *texts;
} members;

static members inside(members *m, const char *key)
{
    const json_t *object = json_object_get(m->object, key);
    m->bad = m->bad || !json_is_object(object);
    return (members){.object = object, .texts = m->texts};
}

static size_t number(members *m, const char *key)
{
    const json_t *value = json_object_get(m->object, key);
    m->bad = m->bad || !json_is_integer(value) || json_integer_value(value) < -1;
    return (size_t)json_integer_value(value); /* -1 is SIZE_MAX */
}

static const char *text_of(members *m, const char *key)
{
    const char *text = json_string_value(json_object_get(m->object, key));
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
                    .counts = json_is_true(json_object_get(all->object, "counts")),
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
        json_t *object = NULL;
        if (pl_in_read_file(path.at, MOST, &text, err) == 0)
            object = json_loadb(pl_str_text(&text), text.n, 0, NULL);
        members all = {.object = object, .texts = texts};
        got = object != NULL && from_json(m, &all)
                  ? 1
                  : pl_fail(err, PL_BAD_INPUT, "%s: this is no manifest of a part", path.at);
        json_decref(object);
    }
    pl_str_release(&path);
    pl_str_release(&text);
    return got;
}
