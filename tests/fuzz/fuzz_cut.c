/* Files in parts: the first byte says which format the rest is, the second into how many parts it is
 * cut. If all of it can be read, and each part, then the parts have the sentences of the whole.
 * Code: src/format/cut.c src/format/source.c src/base/in.c src/base/frames.c */
#include "fuzz.h"

#include "base/vec.h"
#include "format/cut.h"
#include "format/source.h"
#include "format/writer.h"

enum { MOST_PARTS = 9, MOST = 1 << 16 };

static const char *const formats[] = {"text",   "discbracket", "bracket",  "export", "tigerxml",
                                      "alpino", "conllu",      "tokens", "tagged",   "json"};
enum { N_FORMATS = sizeof formats / sizeof *formats };

static void cut_words(const void *context, const char *text, size_t n, pl_segments *out)
{
    (void)context;
    for (size_t i = 0; i < n; i++) {
        size_t from = i;
        while (i < n && strchr(" \t\n\r\f\v", text[i]) == NULL)
            i++;
        pl_segment s = {.begin = from, .end = i, .last = i > 0 && text[i - 1] == '.', .n_words = 1};
        if (i > from)
            PL_PUSH(out, s);
    }
}

static const pl_segmenter words = {NULL, cut_words};

/* Appends the trees of a part; false if something cannot be read or cut. */
static bool read_part(const char *path, const pl_source_options *o, pl_str *out)
{
    pl_error err;
    pl_arena m = {0};
    pl_tree *tree;
    pl_source *s = pl_source_open(&path, 1, o, &err);
    int got = s != NULL ? 1 : -1;
    while (got > 0 && (got = pl_source_next(s, &m, &tree, &err)) > 0) {
        pl_writer *w = pl_writer_new(pl_out_memory(out), pl_format_find("json"), NULL, NULL);
        if (o->format == &pl_format_alpino || o->format == &pl_format_export)
            tree->id = NULL; /* a part counts from its own start */
        pl_writer_put(w, tree, NULL);
        pl_writer_close(w, NULL);
        pl_arena_reset(&m);
    }
    pl_source_close(s);
    pl_arena_release(&m);
    return got == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > MOST)
        return 0;
    pl_source_options o = {.format = pl_format_find(formats[data[0] % N_FORMATS]),
                           .read = {.segmenter = &words, .lines = data[1] >= 0x80}};
    uint32_t n = 1 + data[1] % MOST_PARTS;
    const char *path = file_of((part){data + 2, size - 2});
    pl_str whole = {0}, parts = {0};
    bool good = read_part(path, &o, &whole);
    o.n_parts = n;
    for (o.part = 1; good && o.part <= n; o.part++)
        good = read_part(path, &o, &parts);
    require(!good || strcmp(pl_str_text(&whole), pl_str_text(&parts)) == 0,
            "the parts are not the whole", pl_str_text(&parts));
    pl_str_release(&whole);
    pl_str_release(&parts);
    return 0;
}
