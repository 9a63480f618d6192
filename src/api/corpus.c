/* Sentences at hand for pleach.h: packed trees in memory, with the texts they share. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "count/stats.h"
#include "tree/packed.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Sentences from `first` on have this format, up to the next run. */
typedef struct format_run {
    size_t first;
    const char *format;
} format_run;

/* A sentence in the place of another, with texts of its own. */
typedef struct newer {
    pl_str bytes;
    pl_text_table tables[PL_N_TEXTS];
    struct newer *next; /* in a list of replaced ones */
} newer;
typedef _Atomic(newer *) newer_place;

/* Newer sentences, and those that were replaced again: a thread may still look at one of them. So
 * time is cut into epochs, of which the last two go on. A thread looks in the epoch in which it
 * began. An epoch ends, and another begins, when nobody looks in it any more: then all that was
 * replaced during it is freed.
 *
 *     epoch       e - 1                        e                     e + 1
 *     lookers     0, so it ends                any number            0
 *     replaced    was seen in e - 1 at most:   may be seen           none yet
 *                 is freed when that ends
 */
typedef struct replacements {
    newer_place *places; /* [n] NULL: as it was read */
    atomic_uint epoch;
    atomic_uint lookers[2]; /* in epochs of even and of odd number */
    newer *replaced[2];     /* in these; of the one thread that replaces */
} replacements;

struct pl_corpus {
    pl_str bytes;        /* the packed trees */
    PL_VEC(size_t) ends; /* [n] where in them each ends */
    PL_VEC(format_run) formats;
    pl_text_table tables[PL_N_TEXTS]; /* with heaps of their own */
    _Atomic(replacements *) newer;    /* NULL: none so far */
    pl_packer packer;                 /* while it is filled */
};

pl_corpus *pl_api_corpus(void)
{
    return pl_alloc_zero(1, sizeof(pl_corpus));
}

void pl_api_corpus_add(pl_corpus *c, const pl_tree *t, const char *format)
{
    if (c->formats.n == 0 || c->formats.at[c->formats.n - 1].format != format)
        PL_PUSH(&c->formats, (format_run){c->ends.n, format});
    pl_tree_pack(&c->packer, t, &c->bytes);
    size_t end = c->bytes.n;
    PL_PUSH(&c->ends, end);
}

static pl_text_table table_of(const pl_intern *texts)
{
    pl_str heap = {0};
    pl_text_table t = {.starts = pl_alloc(texts->n * sizeof *t.starts), .n = texts->n};
    for (uint32_t i = 0; i < texts->n; i++) {
        t.starts[i] = heap.n;
        pl_str_put(&heap, texts->at[i], strlen(texts->at[i]) + 1);
    }
    t.heap = heap.at;
    t.size = heap.n;
    return t;
}

/* Cuts what grew by doubling to its size. */
static void finish(pl_packer *packer, pl_str *bytes, pl_text_table tables[PL_N_TEXTS])
{
    for (int kind = 0; kind < PL_N_TEXTS; kind++)
        tables[kind] = table_of(&packer->texts[kind]);
    if (bytes->n > 0)
        bytes->at = pl_realloc(bytes->at, bytes->n);
    pl_packer_release(packer);
}

void pl_api_corpus_finish(pl_corpus *c)
{
    finish(&c->packer, &c->bytes, c->tables);
    c->packer = (pl_packer){0};
}

pl_corpus *pl_api_corpus_made(pl_corpus *c, int status)
{
    pl_api_corpus_finish(c);
    if (status == 0)
        return c;
    pl_corpus_free(c);
    return NULL;
}

/* -- replacing ------------------------------------------------------------------------ */

static void release_tables(pl_text_table tables[PL_N_TEXTS])
{
    for (int kind = 0; kind < PL_N_TEXTS; kind++) {
        free(tables[kind].starts);
        free((char *)tables[kind].heap);
    }
}

static void release_newer(newer *one)
{
    while (one != NULL) {
        newer *next = one->next;
        release_tables(one->tables);
        pl_str_release(&one->bytes);
        free(one);
        one = next;
    }
}

/* Those of the corpus, made with the first of them. One thread does this. */
static replacements *replacements_of(pl_corpus *c)
{
    replacements *r = c->newer;
    if (r == NULL) {
        r = pl_alloc_zero(1, sizeof *r);
        r->places = pl_alloc_zero(c->ends.n, sizeof *r->places);
        c->newer = r;
    }
    return r;
}

/* Ends the epoch before this one, if nobody looks in it any more, and begins one after this. */
static void end_epoch(replacements *r)
{
    unsigned before = (r->epoch + 1) & 1;
    if (r->lookers[before] > 0)
        return;
    release_newer(r->replaced[before]);
    r->replaced[before] = NULL;
    r->epoch++;
}

void pl_api_corpus_replace(pl_corpus *c, size_t i, const pl_tree *t)
{
    newer *one = pl_alloc_zero(1, sizeof *one);
    pl_packer packer = {0};
    replacements *r = replacements_of(c);
    pl_tree_pack(&packer, t, &one->bytes);
    finish(&packer, &one->bytes, one->tables);
    newer *old = atomic_exchange(&r->places[i], one), **list = &r->replaced[r->epoch & 1];
    if (old != NULL) {
        old->next = *list;
        *list = old;
    }
    end_epoch(r);
}

/* -- looking -------------------------------------------------------------------------- */

/* Begins to look, in the epoch of this moment: the number of its lookers. */
static unsigned enter_epoch(replacements *r)
{
    for (;;) {
        unsigned epoch = r->epoch;
        r->lookers[epoch & 1]++;
        if (r->epoch == epoch)
            return epoch & 1;
        r->lookers[epoch & 1]--; /* another one has begun just then */
    }
}

int pl_api_look(const pl_corpus *c, size_t i, pl_look *look, pl_error *error)
{
    if (i >= pl_corpus_size(c))
        return pl_fail(error, PL_BAD_ARGUMENT, "there are %zu sentences, no number %zu",
                       pl_corpus_size(c), i);
    replacements *r = c->newer;
    if (r != NULL && r->places[i] != NULL) {
        unsigned epoch = enter_epoch(r);
        const newer *now = r->places[i];
        *look = (pl_look){now->bytes.at, now->bytes.n, now->tables, &r->lookers[epoch]};
        return 0;
    }
    size_t start = i > 0 ? c->ends.at[i - 1] : 0;
    *look = (pl_look){c->bytes.at + start, c->ends.at[i] - start, c->tables, NULL};
    return 0;
}

void pl_api_look_away(const pl_look *look)
{
    if (look->lookers != NULL)
        --*look->lookers;
}

pl_corpus *pl_corpus_read(pl_treebank *in, pl_error *error)
{
    if (!pl_api_given(&error, "the treebank", in, PL_LAST))
        return NULL;
    pl_corpus *c = pl_api_corpus();
    const pl_sentence *s;
    int got;
    while ((got = pl_treebank_next(in, &s, error)) > 0)
        pl_api_corpus_add(c, s->tree, pl_treebank_format(in));
    return pl_api_corpus_made(c, got);
}

size_t pl_corpus_size(const pl_corpus *c)
{
    return c != NULL ? c->ends.n : 0;
}

const char *pl_corpus_format(const pl_corpus *c, size_t i)
{
    if (i >= pl_corpus_size(c))
        return NULL;
    size_t k = c->formats.n - 1;
    while (c->formats.at[k].first > i)
        k--;
    return c->formats.at[k].format;
}

/* Texts of a sentence that may be replaced are copied. */
pl_tree *pl_api_corpus_tree(const pl_corpus *c, size_t i, pl_arena *m, pl_error *error)
{
    pl_look look;
    if (pl_api_look(c, i, &look, error) < 0)
        return NULL;
    pl_tree *t = pl_tree_unpack(look.bytes, look.n, look.tables, m, error);
    if (t != NULL && look.lookers != NULL)
        t = pl_tree_copy(t, m);
    pl_api_look_away(&look);
    return t;
}

pl_sentence *pl_corpus_sentence(const pl_corpus *c, size_t i, pl_error *error)
{
    if (!pl_api_given(&error, "the corpus", c, PL_LAST))
        return NULL;
    pl_arena arena = {0};
    pl_tree *tree = pl_api_corpus_tree(c, i, &arena, error);
    pl_sentence *s = tree != NULL ? pl_api_sentence(tree) : NULL;
    pl_arena_release(&arena);
    return s;
}

int pl_corpus_statistics(const pl_corpus *c, size_t first, size_t n,
                         pl_statistics *statistics, pl_error *error)
{
    pl_stats s = {0};
    pl_arena arena = {0};
    int status = 0;
    if (!pl_api_given(&error, "the corpus", c, "the result", statistics, PL_LAST))
        return -1;
    for (size_t i = first; i < c->ends.n && i - first < n && status == 0; i++) {
        pl_tree *t = pl_api_corpus_tree(c, i, &arena, error);
        status = t != NULL ? 0 : -1;
        if (t != NULL)
            pl_stats_add(&s, t);
        pl_arena_reset(&arena);
        if (status == 0)
            status = pl_stop_check(error);
    }
    *statistics = pl_api_statistics(&s);
    pl_stats_release(&s);
    pl_arena_release(&arena);
    return status;
}

static void release_replacements(replacements *r, size_t n)
{
    if (r == NULL)
        return;
    for (size_t i = 0; i < n; i++)
        release_newer(r->places[i]);
    release_newer(r->replaced[0]);
    release_newer(r->replaced[1]);
    free(r->places);
    free(r);
}

void pl_corpus_free(pl_corpus *c)
{
    if (c == NULL)
        return;
    release_replacements(c->newer, c->ends.n);
    release_tables(c->tables);
    pl_packer_release(&c->packer);
    pl_str_release(&c->bytes);
    PL_VEC_RELEASE(&c->ends, &c->formats);
    free(c);
}
