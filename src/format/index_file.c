/* Writes and reads index files; see index_file.h. */
#include "format/index_file.h"

#include "base/byteorder.h"
#include "base/paged.h"
#include "base/platform.h"
#include "base/utf8.h"
#include "format/sentence_sets.h"

#include <assert.h>
#include <stdio.h>

static const char *const kinds[PL_N_TEXTS] = {
    [PL_TEXT_WORD] = "word",         [PL_TEXT_TAG] = "tag",
    [PL_TEXT_CATEGORY] = "category", [PL_TEXT_FUNCTION] = "function",
    [PL_TEXT_LEMMA] = "lemma",       [PL_TEXT_MORPH] = "morph",
    [PL_TEXT_COARSE] = "coarse",     [PL_TEXT_DEPREL] = "deprel",
    [PL_TEXT_OTHER] = "other",
};

#define ONLY 0x80000000u /* in a row: the number of the only sentence */

typedef struct section_name {
    char text[PL_PAGED_NAME];
} section_name;

static section_name name_of(int kind, const char *what)
{
    section_name name;
    snprintf(name.text, sizeof name.text, "%s.%s", kinds[kind], what);
    return name;
}

/* -- writing ------------------------------------------------------------------------- */

struct pl_index_out {
    pl_paged_out *file;
    pl_packer packer;
    pl_sets sets[PL_TEXT_OTHER]; /* of all kinds but the last, which nobody looks for */
    pl_str bytes;                /* of one tree */
    PL_VEC(uint64_t) ends;       /* of trees */
    pl_index_source_list sources;
    pl_arena names; /* texts of the sources */
};

pl_index_out *pl_index_create(const char *path, pl_error *err)
{
    pl_paged_out *file = pl_paged_create(path, err);
    if (file == NULL)
        return NULL;
    pl_index_out *out = pl_alloc_zero(1, sizeof *out);
    out->file = file;
    pl_paged_begin(file, "trees");
    return out;
}

int pl_index_begin(pl_index_out *out, const char *name, const pl_preamble *preamble,
                   pl_error *err)
{
    static const pl_preamble none;
    const pl_preamble *p = preamble != NULL ? preamble : &none;
    pl_index_source s = {
        .name = pl_arena_strdup(&out->names, name),
        .format = p->format != NULL ? p->format : "",
        .version = p->version != NULL ? pl_arena_strdup(&out->names, p->version) : "",
        .preamble = pl_arena_strdup(&out->names, pl_str_text(&p->text)),
        .declares = p->declares,
    };
    PL_PUSH(&out->sources, s);
    return pl_index_source_look(&out->sources.at[out->sources.n - 1], err);
}

int pl_index_add(pl_index_out *out, const pl_tree *t, pl_error *err)
{
    if (out->ends.n == ONLY)
        return pl_fail(err, PL_TOO_LARGE,
                       "an index has at most %u sentences: make several", ONLY);
    pl_str_clear(&out->bytes);
    pl_tree_pack(&out->packer, t, &out->bytes);
    pl_paged_put(out->file, out->bytes.at, out->bytes.n);
    for (int kind = 0; kind < PL_TEXT_OTHER; kind++)
        pl_sets_add(&out->sets[kind], out->packer.used[kind].at,
                    out->packer.used[kind].n);
    PL_PUSH(&out->ends, pl_paged_written(out->file));
    assert(out->sources.n > 0);
    out->sources.at[out->sources.n - 1].n++;
    return 0;
}

static void write_places(pl_index_out *out)
{
    pl_paged_begin(out->file, "places");
    pl_paged_put64(out->file, 0);
    for (size_t i = 0; i < out->ends.n; i++)
        pl_paged_put64(out->file, out->ends.at[i]);
}

static void write_sources(pl_index_out *out)
{
    pl_str_clear(&out->bytes);
    for (size_t i = 0; i < out->sources.n; i++)
        pl_index_source_put(&out->sources.at[i], &out->bytes);
    pl_paged_begin(out->file, "sources");
    pl_paged_put(out->file, pl_str_text(&out->bytes), out->bytes.n);
}

static void write_texts(pl_index_out *out, int kind)
{
    const pl_intern *texts = &out->packer.texts[kind];
    pl_paged_begin(out->file, name_of(kind, "heap").text);
    for (uint32_t i = 0; i < texts->n; i++)
        pl_paged_put(out->file, texts->at[i], strlen(texts->at[i]) + 1);
}

/* Sets of one sentence, which half of all words have, are not written: their row says it. */
static void write_sets(pl_index_out *out, int kind)
{
    pl_sets *sets = &out->sets[kind];
    PL_VEC(uint32_t) rows = {0};
    PL_VEC(uint64_t) ends = {0};
    pl_sets_sort(sets);
    pl_paged_begin(out->file, name_of(kind, "sets").text);
    for (size_t i = 0; i + 1 < sets->starts.n; i++) {
        const uint32_t *of = sets->sentences + sets->starts.at[i];
        size_t n = sets->starts.at[i + 1] - sets->starts.at[i];
        PL_PUSH(&rows, n == 1 ? of[0] | ONLY : (uint32_t)ends.n);
        if (n == 1)
            continue;
        pl_set_bytes(of, n, &out->bytes);
        pl_paged_put(out->file, out->bytes.at, out->bytes.n);
        PL_PUSH(&ends, pl_paged_written(out->file));
    }
    pl_sets_release(sets);
    pl_paged_begin(out->file, name_of(kind, "places").text);
    pl_paged_put64(out->file, 0);
    for (size_t i = 0; i < ends.n; i++)
        pl_paged_put64(out->file, ends.at[i]);
    pl_paged_begin(out->file, name_of(kind, "rows").text);
    pl_file_order(rows.at, rows.n, sizeof *rows.at);
    if (rows.n > 0)
        pl_paged_put(out->file, rows.at, rows.n * sizeof *rows.at);
    PL_VEC_RELEASE(&rows, &ends);
}

int pl_index_end(pl_index_out *out, int status, pl_error *err)
{
    if (status == 0) {
        write_places(out);
        write_sources(out);
        for (int kind = 0; kind < PL_N_TEXTS; kind++)
            write_texts(out, kind);
        for (int kind = 0; kind < PL_TEXT_OTHER; kind++)
            write_sets(out, kind);
    }
    status = pl_paged_end(out->file, status, err);
    pl_packer_release(&out->packer);
    for (int kind = 0; kind < PL_TEXT_OTHER; kind++)
        pl_sets_release(&out->sets[kind]);
    pl_str_release(&out->bytes);
    PL_VEC_RELEASE(&out->ends, &out->sources);
    pl_arena_release(&out->names);
    free(out);
    return status;
}

/* -- reading ------------------------------------------------------------------------- */

struct pl_index {
    pl_paged *file;
    pl_section trees, places;
    size_t n;
    pl_text_table texts[PL_N_TEXTS];
    bool has_sets;
    pl_index_source_list sources;
    pl_str memory; /* of a file that is not mapped */
};

/* Whether all texts of the heap are UTF-8. */
static bool is_text(const char *heap, size_t n)
{
    return n == 0 || (heap[n - 1] == '\0' && pl_utf8_invalid(heap, n) == PL_UTF8_OK);
}

/* Where each text begins. */
static size_t *find_starts(const char *heap, size_t size, size_t *n)
{
    PL_VEC(size_t) starts = {0};
    for (size_t at = 0; at < size; at += strlen(heap + at) + 1)
        PL_PUSH(&starts, at);
    *n = starts.n;
    return starts.at;
}

static int open_texts(pl_index *x, int kind, pl_error *err)
{
    pl_section s = pl_paged_find(x->file, name_of(kind, "heap").text);
    const char *heap = pl_paged_bytes(x->file, &s, 0, s.size, err);
    pl_text_table *t = &x->texts[kind];
    if (heap == NULL)
        return -1;
    if (!is_text(heap, (size_t)s.size))
        return pl_paged_damaged(x->file, "its texts are no texts", err);
    *t = (pl_text_table){.heap = heap, .size = (size_t)s.size};
    t->starts = find_starts(heap, t->size, &t->n);
    return t->n < PL_NONE ? 0 : pl_paged_damaged(x->file, "it has too many texts", err);
}

static int open_trees(pl_index *x, pl_error *err)
{
    x->trees = pl_paged_find(x->file, "trees");
    x->places = pl_paged_find(x->file, "places");
    if (x->places.size < 8 || x->places.size % 8 != 0 || x->places.size / 8 > PL_NONE)
        return pl_paged_damaged(x->file, "it does not say where its trees are", err);
    x->n = (size_t)x->places.size / 8 - 1;
    return 0;
}

/* Whether there are sets, and they can be used. */
static bool has_sets(const pl_index *x)
{
    for (int kind = 0; kind < PL_TEXT_OTHER; kind++)
        if (pl_paged_find(x->file, name_of(kind, "rows").text).size !=
            x->texts[kind].n * (uint64_t)4)
            return false;
    return pl_sets_built;
}

static int open_sources(pl_index *x, pl_error *err)
{
    pl_section s = pl_paged_find(x->file, "sources");
    const char *bytes = pl_paged_bytes(x->file, &s, 0, s.size, err);
    if (bytes == NULL)
        return -1;
    return pl_index_sources_read(&x->sources, bytes, (size_t)s.size, x->n) == 0
               ? 0
               : pl_paged_damaged(x->file, "its sources are not those of its trees", err);
}

/* Takes the file. */
static pl_index *open_index(pl_paged *file, pl_error *err)
{
    if (file == NULL)
        return NULL;
    pl_index *x = pl_alloc_zero(1, sizeof *x);
    x->file = file;
    int status = open_trees(x, err);
    if (status == 0)
        status = open_sources(x, err);
    for (int kind = 0; kind < PL_N_TEXTS && status == 0; kind++)
        status = open_texts(x, kind, err);
    if (status == 0) {
        x->has_sets = has_sets(x);
        return x;
    }
    pl_index_close(x);
    return NULL;
}

pl_index *pl_index_open(const char *path, pl_error *err)
{
    return open_index(pl_paged_open(path, err), err);
}

static int read_all(pl_in *in, pl_str *bytes, pl_error *err)
{
    enum { AT_ONCE = 64 << 10 };
    long got;
    do {
        PL_RESERVE(bytes, bytes->n + AT_ONCE);
        got = pl_in_read(in, bytes->at + bytes->n, AT_ONCE, err);
        bytes->n += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    return (int)got;
}

pl_index *pl_index_read(pl_in *in, pl_error *err)
{
    pl_str bytes = {0};
    if (pl_in_plain(in))
        return pl_index_open(pl_in_name(in), err);
    pl_index *x =
        read_all(in, &bytes, err) == 0
            ? open_index(pl_paged_memory(pl_in_name(in), bytes.at, bytes.n, err), err)
            : NULL;
    if (x != NULL)
        x->memory = bytes;
    else
        pl_str_release(&bytes);
    return x;
}

size_t pl_index_count(const pl_index *x)
{
    return x->n;
}

const pl_index_source *pl_index_source_at(const pl_index *x, size_t i)
{
    return i < x->sources.n ? &x->sources.at[i] : NULL;
}

bool pl_index_has_sets(const pl_index *x)
{
    return x->has_sets;
}

const char *pl_index_text(const pl_index *x, pl_text_kind kind, uint32_t i)
{
    return pl_text_at(&x->texts[kind], i);
}

/* The heap is searched from end to end, which is quicker than to keep a table: a million
 * words take 3 ms. */
bool pl_index_find(const pl_index *x, pl_text_kind kind, const char *text, uint32_t *id)
{
    const pl_text_table *t = &x->texts[kind];
    size_t n = strlen(text) + 1, low = 0, high = t->n;
    const char *from = t->heap, *end = t->heap + t->size, *at = NULL;
    do {
        at = from < end ? pl_find_bytes(from, (size_t)(end - from), text, n) : NULL;
        from = at != NULL ? at + 1 : end;
    } while (at != NULL && at != t->heap && at[-1] != '\0');
    while (at != NULL && high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(t->starts[middle] <= (size_t)(at - t->heap) ? &low : &high) = middle;
    }
    *id = (uint32_t)low;
    return at != NULL;
}

static pl_set *set_at(pl_index *x, pl_text_kind kind, uint32_t i, pl_error *err)
{
    pl_section places = pl_paged_find(x->file, name_of(kind, "places").text);
    pl_section sets = pl_paged_find(x->file, name_of(kind, "sets").text);
    const char *place = pl_paged_bytes(x->file, &places, (uint64_t)i * 8, 16, err);
    if (place == NULL)
        return NULL;
    uint64_t begin = pl_get64(place), end = pl_get64(place + 8);
    const char *bytes = pl_paged_bytes(x->file, &sets, begin,
                                       end < begin ? UINT64_MAX : end - begin, err);
    return bytes != NULL ? pl_set_read(bytes, (size_t)(end - begin), (uint32_t)x->n)
                         : NULL;
}

pl_set *pl_index_set(pl_index *x, pl_text_kind kind, uint32_t id, pl_error *err)
{
    pl_section rows = pl_paged_find(x->file, name_of(kind, "rows").text);
    const char *at = pl_paged_bytes(x->file, &rows, (uint64_t)id * 4, 4, err);
    if (at == NULL)
        return NULL;
    uint32_t row = pl_get32(at), only = row & ~ONLY;
    pl_set *s = row == only   ? set_at(x, kind, row, err)
                : only < x->n ? pl_set_of(&only, 1)
                              : NULL;
    if (s == NULL)
        pl_paged_damaged(x->file, "a set of sentences is none", err);
    return s;
}

const char *pl_index_packed(pl_index *x, size_t i, size_t *n, pl_error *err)
{
    const char *place = pl_paged_bytes(x->file, &x->places, (uint64_t)i * 8, 16, err);
    if (place == NULL)
        return NULL;
    uint64_t begin = pl_get64(place), end = pl_get64(place + 8);
    *n = (size_t)(end - begin);
    return pl_paged_bytes(x->file, &x->trees, begin,
                          end < begin ? UINT64_MAX : end - begin, err);
}

const pl_text_table *pl_index_tables(const pl_index *x)
{
    return x->texts;
}

pl_tree *pl_index_tree(pl_index *x, size_t i, pl_arena *m, pl_error *err)
{
    size_t n;
    const char *bytes = pl_index_packed(x, i, &n, err);
    if (bytes == NULL)
        return NULL;
    pl_tree *t = pl_tree_unpack(bytes, n, x->texts, m, err);
    if (t == NULL)
        pl_paged_damaged(x->file, "a tree is none", err);
    return t;
}

void pl_index_close(pl_index *x)
{
    if (x == NULL)
        return;
    pl_paged_close(x->file);
    for (int kind = 0; kind < PL_N_TEXTS; kind++)
        free(x->texts[kind].starts);
    PL_VEC_RELEASE(&x->sources);
    pl_str_release(&x->memory);
    free(x);
}
