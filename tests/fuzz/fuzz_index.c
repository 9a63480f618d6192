/* The loader of index files: whatever bytes it is given, it refuses them or gives trees that
 * are whole, texts, and sets of sentences. Tables and checksums are made right, so that what
 * they protect is reached.
 * Code: src/base/paged.c src/tree/packed.c src/format/index_file.c src/format/plx.c
 * Code: src/format/index_sources.c src/format/sentence_sets.c src/search/candidates.c
 * Code: src/search/glance.c */
#include "fuzz.h"

#include "base/byteorder.h"
#include "base/hash.h"
#include "search/candidates.h"
#include "search/matcher.h"

enum { PAGE = 16384, TRAILER = 64, ROW = 32 };

static void put64(unsigned char *at, uint64_t x)
{
    pl_file_order(&x, 1, sizeof x);
    memcpy(at, &x, sizeof x);
}

/* Puts the tables of a file (base/paged.h) where they belong, right before the end, and
 * writes checksums that fit. */
static void seal(unsigned char *bytes, size_t n)
{
    unsigned char *end = bytes + n - TRAILER;
    uint64_t rows = pl_get64(end + 16), pages = 0, tables = 0;
    if (rows > (n - TRAILER) / ROW)
        return;
    do {
        pages++;
        if (n - TRAILER - rows * ROW < pages * 8)
            return;
        tables = n - TRAILER - rows * ROW - pages * 8;
    } while ((tables + PAGE - 1) / PAGE > pages);
    put64(end, tables);
    put64(end + 8, n);
    put64(end + 24, pages);
    for (uint64_t i = 0; i < pages; i++) {
        size_t at = (size_t)i * PAGE, left = (size_t)tables - at;
        put64(bytes + tables + rows * ROW + i * 8,
              pl_checksum(bytes + at, left < PAGE ? left : PAGE));
    }
    put64(end + 32, pl_checksum(bytes + tables, (size_t)(end + 32 - bytes) - tables));
}

/* A number of a text leads to the text; a set has only sentences that there are. */
static void use_texts(pl_index *x, pl_text_kind kind)
{
    pl_error err;
    const char *text;
    for (uint32_t i = 0; (text = pl_index_text(x, kind, i)) != NULL; i++) {
        uint32_t id;
        if (!pl_index_has_sets(x))
            continue;
        require(pl_index_find(x, kind, text, &id) &&
                    strcmp(pl_index_text(x, kind, id), text) == 0,
                "another text", text);
        pl_set *s = pl_index_set(x, kind, i, &err);
        if (s != NULL && pl_set_count(s) > 0) {
            uint32_t *all = malloc(pl_set_count(s) * sizeof *all);
            pl_set_list(s, all);
            require(all[pl_set_count(s) - 1] < pl_index_count(x), "no sentence", text);
            free(all);
        }
        pl_set_free(s);
    }
}

static const char *const queries[] = {
    "[cat=/N.*/] > #t:[pos=/.*/ & word=/.*e.*/]",
    "[word=\"de\"] | #a >SB #b & #a:[cat=(\"S\"|\"VP\")]",
    "#h -> #d:[coarse=#c] & discontinuous(#a) & #a >* #b:[coarse=#c]",
};

static void search(pl_index *x)
{
    pl_error err;
    for (size_t k = 0; k < sizeof queries / sizeof *queries; k++) {
        pl_candidates c;
        pl_query *q = pl_query_new(queries[k], NULL, NULL, &err);
        require(q != NULL, "no query", err.text);
        int got = pl_candidates_find(q, x, &c, &err);
        pl_query_replan(q);
        size_t next = got == 0 ? pl_candidates_next(&c, 0) : 0;
        require(got < 0 || next <= pl_index_count(x), "no candidate", queries[k]);
        pl_search_state *s = pl_search_state_new(q);
        pl_arena m = {0};
        for (size_t i = 0; i < pl_index_count(x); i++)
            if (pl_search_run_at(s, x, i, i + 1, &err) == 0 &&
                pl_search_unpack(s, x, i, &m, &err) != NULL)
                for (size_t at = 0; at < s->matches.n; at++)
                    require(s->matches.at[at] == PL_NONE || s->matches.at[at] < s->view.n,
                            "no node", queries[k]);
        pl_arena_release(&m);
        pl_search_state_free(s);
        pl_candidates_release(&c);
        pl_query_free(q);
    }
}

/* Reads it as a treebank. */
static void read_trees(const unsigned char *bytes, size_t n)
{
    pl_error err;
    pl_arena m = {0};
    pl_tree *tree;
    int got = 1;
    pl_reader *r =
        pl_reader_new(pl_in_memory("input", bytes, n), &pl_format_plx, NULL, &err);
    while (r != NULL && got != 0) {
        if ((got = pl_reader_next(r, &m, &tree, &err)) > 0)
            require_whole(tree);
        pl_arena_reset(&m);
    }
    pl_reader_close(r);
    pl_arena_release(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err;
    unsigned char *bytes = malloc(size > 0 ? size : 1);
    require(bytes != NULL, "no memory", NULL);
    if (size > 0)
        memcpy(bytes, data, size);
    if (size >= TRAILER && data[size - 1] != 0xff) /* a last byte of 255: as it is */
        seal(bytes, size);
    pl_in *in = pl_in_memory("input", bytes, size);
    pl_index *x = pl_index_read(in, &err);
    if (x != NULL) {
        for (int kind = 0; kind < PL_TEXT_OTHER; kind++)
            use_texts(x, kind);
        search(x);
        read_trees(bytes, size);
    }
    pl_index_close(x);
    pl_in_close(in);
    free(bytes);
    return 0;
}
