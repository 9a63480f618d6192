/* Index files as treebanks: the trees as they were read from the sources, under the names
 * and numbers that they have there. `pleach index` writes them (format/index_file.h). */
#include "format/cut.h"
#include "base/paged.h"
#include "format/index_file.h"

#include <string.h>

typedef struct plx_reader {
    pl_index *index;
    pl_arena scratch; /* of one tree */
    size_t next;      /* sentence */
    size_t source;    /* number of its source + 1; 0 before the first */
    bool taken;       /* the index belongs to the caller (pl_read_options) */
} plx_reader;

static pl_sniffed sniff(const char *bytes, size_t n)
{
    return n >= sizeof PL_PAGED_MAGIC &&
                   memcmp(bytes, PL_PAGED_MAGIC, sizeof PL_PAGED_MAGIC) == 0
               ? PL_SNIFF_SURE
               : PL_SNIFF_NO;
}

/* Says which sources are not any more what they were. */
static void tell_changes(const pl_reader *r, const pl_index *x)
{
    const char *first = NULL, *path = pl_in_name(r->in);
    const pl_index_source *s;
    size_t n = 0;
    pl_error message;
    for (size_t i = 0; r->options.note != NULL && (s = pl_index_source_at(x, i)) != NULL;
         i++)
        if (pl_index_source_changed(s, path)) {
            first = first != NULL ? first : s->name;
            n++;
        }
    if (n == 0)
        return;
    pl_fail(&message, PL_BAD_INPUT,
            n == 1 ? "%s: %s has changed since the index was made; make it again"
                   : "%s: %s and %zu more files have changed since the index was made; "
                     "make it again",
            path, first, n - 1);
    r->options.note(r->options.note_context, message.text);
}

static int start(pl_reader *r, pl_error *err)
{
    plx_reader *s = r->state;
    s->index = pl_index_read(r->in, err);
    if (s->index == NULL)
        return -1;
    size_t n = pl_index_count(s->index);
    bool stretch = r->options.middle || r->options.unfinished;
    s->next = stretch ? r->options.from : 0;
    r->index_end = stretch && r->options.to < n ? r->options.to : n;
    r->index = s->index;
    tell_changes(r, s->index);
    return 0;
}

/* Makes the source of sentence i that of the reader. */
static void enter_source(pl_reader *r, size_t i)
{
    plx_reader *s = r->state;
    const pl_index_source *source =
        s->source > 0 ? pl_index_source_at(s->index, s->source - 1) : NULL;
    while (source == NULL || i >= source->first + source->n) {
        r->part = s->source;
        source = pl_index_source_at(s->index, s->source++);
        const pl_format *format = pl_format_find(source->format);
        r->file = source->name;
        r->preamble.format = format != NULL ? format->name : NULL;
        r->preamble.version = source->version[0] != '\0' ? source->version : NULL;
        r->preamble.declares = source->declares;
        pl_str_clear(&r->preamble.text);
        pl_str_puts(&r->preamble.text, source->preamble);
    }
    r->number = i - (size_t)source->first;
}

/* The text of a tree belongs to the index, which may be gone before the tree. */
static int take_tree(plx_reader *s, size_t i, pl_arena *m, pl_tree **tree, pl_error *err)
{
    pl_arena_reset(&s->scratch);
    pl_tree *t = pl_index_tree(s->index, i, &s->scratch, err);
    if (t == NULL)
        return -1;
    *tree = pl_tree_copy(t, m);
    return 1;
}

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    plx_reader *s = r->state;
    size_t i = s->next;
    if (r->options.choose != NULL) {
        s->taken = true;
        if (r->options.choose(r->options.choose_context, s->index, &i, err) < 0) {
            r->broken = true;
            return -1;
        }
        r->n_read = i;
    }
    if (i >= r->index_end)
        return 0;
    s->next = i + 1;
    enter_source(r, i);
    *tree = NULL;
    return r->options.choose != NULL ? 1 : take_tree(s, i, m, tree, err);
}

static void end(pl_reader *r)
{
    plx_reader *s = r->state;
    if (!s->taken)
        pl_index_close(s->index);
    pl_arena_release(&s->scratch);
}

const pl_format pl_format_plx = {
    .name = "plx",
    .cut = &pl_cut_index,
    .extensions = ".plx",
    .about = "index for pleach search, all fields (written by pleach index)",
    .holds = ~0u,
    .sniff = sniff,
    .reader_size = sizeof(plx_reader),
    .read_start = start,
    .read = read,
    .read_end = end,
};
