/* Projections and whitelists; see prune.h. */
#include "grammar/prune.h"

#include "base/hash.h"
#include "transform/binarize.h"
#include "transform/split_disc.h"

#include <string.h>

/* -- projections
 * -------------------------------------------------------------------------- */

typedef struct projector {
    pl_projection *p;
    pl_intern keys;
    pl_str text;
    pl_arena arena;
} projector;

static void start(projector *x, pl_projection *p, uint32_t n_coarse, uint32_t n_fine)
{
    *x = (projector){.p = p};
    *p = (pl_projection){0};
    p->coarse = pl_arena_alloc(&p->arena, (n_coarse + 1) * sizeof *p->coarse);
    p->fine = pl_arena_alloc(&p->arena, (n_fine + 1) * sizeof *p->fine);
}

static void finish(projector *x)
{
    x->p->n_keys = x->keys.n;
    pl_intern_release(&x->keys);
    pl_str_release(&x->text);
    pl_arena_release(&x->arena);
}

/* The key of a label with a number: its fan-out, or of a part. */
static uint32_t key_of(projector *x, const char *label, uint32_t number)
{
    pl_str_clear(&x->text);
    pl_str_printf(&x->text, "%u %s", number, label);
    return pl_intern_add(&x->keys, x->text.at);
}

/* Symbols of the productions; hidden ones are written down and looked up as what they are
 * the twins of. */
static const char *label_of(const pl_ruleset *r, uint32_t symbol,
                            const char *const *labels)
{
    return labels != NULL ? labels[symbol] : r->productions->symbols.at[symbol].label;
}

void pl_projection_by_label(pl_projection *p, const pl_ruleset *coarse,
                            const pl_ruleset *fine, const char *const *labels)
{
    projector x;
    start(&x, p, coarse->n_symbols, fine->n_symbols);
    for (uint32_t s = 0; s < coarse->n_symbols; s++)
        p->coarse[s] =
            key_of(&x, label_of(coarse, coarse->shown[s], NULL), coarse->fanout[s]);
    for (uint32_t s = 0; s < fine->n_symbols; s++) {
        const char *label = label_of(fine, fine->shown[s], labels);
        p->fine[s] = label != NULL ? key_of(&x, label, fine->fanout[s]) : PL_NONE;
    }
    finish(&x);
}

/* The constituent that a symbol of a split grammar stands for, and which part of it, from
 * 1; 0 if it is whole. NULL for symbols that only binarizing after the split has made. */
static const char *constituent(projector *x, const char *label, uint32_t *part)
{
    if (pl_looks_temporary(label))
        return NULL;
    label += label[0] == '\\';
    *part = 0;
    if (pl_part_label(&x->arena, label, &label, part))
        ++*part;
    return label;
}

void pl_projection_by_part(pl_projection *p, const pl_ruleset *coarse,
                           const pl_ruleset *fine, const char *const *labels)
{
    projector x;
    uint32_t part;
    start(&x, p, coarse->n_symbols, fine->n_symbols);
    p->by_part = true;
    for (uint32_t s = 0; s < fine->n_symbols; s++) {
        const char *label = label_of(fine, fine->shown[s], labels);
        p->fine[s] = PL_NONE;
        if (label != NULL && fine->fanout[s] == 1)
            p->fine[s] = key_of(&x, label, 0);
        /* Keys of the parts of a label follow each other: all are made at once. */
        for (uint32_t k = 1;
             label != NULL && fine->fanout[s] > 1 && k <= fine->max_fanout; k++) {
            uint32_t key = key_of(&x, label, k);
            p->fine[s] = k == 1 ? key : p->fine[s];
        }
    }
    for (uint32_t s = 0; s < coarse->n_symbols; s++) {
        const char *label =
            constituent(&x, label_of(coarse, coarse->shown[s], NULL), &part);
        p->coarse[s] = label != NULL ? key_of(&x, label, part) : PL_NONE;
    }
    finish(&x);
}

void pl_projection_release(pl_projection *p)
{
    pl_arena_release(&p->arena);
    *p = (pl_projection){0};
}

/* -- whitelists
 * ------------------------------------------------------------------------------ */

static uint64_t hash_pair(uint32_t key, const uint64_t *span, uint32_t width)
{
    uint64_t h = key;
    for (uint32_t i = 0; i < width; i++)
        h = pl_mix(h * 0x9e3779b97f4a7c15u + span[i]);
    return h;
}

/* The slot of the pair, or the empty one where it belongs. */
static uint32_t *find_slot(const pl_whitelist *w, uint32_t key, const uint64_t *span)
{
    uint32_t i = (uint32_t)hash_pair(key, span, w->width) & w->mask;
    for (;; i = (i + 1) & w->mask) {
        uint32_t number = w->slots.at[i];
        if (number == 0 || (w->keys.at[number - 1] == key &&
                            memcmp(&w->spans.at[(size_t)(number - 1) * w->width], span,
                                   w->width * sizeof *span) == 0))
            return &w->slots.at[i];
    }
}

static void add_pair(pl_whitelist *w, uint32_t key, const uint64_t *span)
{
    uint32_t *slot = find_slot(w, key, span);
    if (*slot != 0)
        return;
    *slot = ++w->n;
    PL_PUSH(&w->keys, key);
    for (uint32_t i = 0; i < w->width; i++)
        PL_PUSH(&w->spans, span[i]);
    w->seen.at[key] = true;
}

void pl_whitelist_fill(pl_whitelist *w, const pl_projection *p, const pl_chart *coarse,
                       const bool *used)
{
    uint32_t n_used = 0, size = 64;
    for (uint32_t i = 0; i < coarse->items.n; i++)
        n_used += used[i];
    while (size < 4 * n_used)
        size *= 2;
    w->projection = p;
    w->width = coarse->width;
    w->n = 0;
    w->mask = size - 1;
    w->keys.n = w->spans.n = 0;
    PL_RESERVE(&w->slots, size);
    memset(w->slots.at, 0, size * sizeof *w->slots.at);
    PL_RESERVE(&w->seen, p->n_keys + 1);
    memset(w->seen.at, 0, (p->n_keys + 1) * sizeof *w->seen.at);
    uint64_t span[PL_MAX_CHART_WORDS / 64];
    for (uint32_t i = 0; i < coarse->items.n; i++)
        if (used[i] && p->coarse[coarse->items.at[i].symbol] != PL_NONE) {
            pl_chart_span(coarse, i, span);
            add_pair(w, p->coarse[coarse->items.at[i].symbol], span);
        }
}

bool pl_whitelist_allows(const pl_whitelist *w, uint32_t symbol, const uint64_t *span)
{
    const pl_projection *p = w->projection;
    uint32_t key = p->fine[symbol];
    if (key == PL_NONE)
        return true;
    if (!p->by_part)
        return *find_slot(w, key, span) != 0;
    uint64_t block[PL_MAX_CHART_WORDS / 64];
    uint32_t low = pl_span_next(span, w->width, 0, false);
    for (; low < 64 * w->width; key++) {
        uint32_t high = pl_span_next(span, w->width, low, true);
        pl_span_run(block, w->width, low, high);
        if (*find_slot(w, key, block) == 0)
            return false;
        low = pl_span_next(span, w->width, high, false);
    }
    return true;
}

bool pl_whitelist_allows_some(const pl_whitelist *w, uint32_t symbol)
{
    uint32_t key = w->projection->fine[symbol];
    return key == PL_NONE || w->seen.at[key];
}

void pl_whitelist_release(pl_whitelist *w)
{
    PL_VEC_RELEASE(&w->slots);
    PL_VEC_RELEASE(&w->keys);
    PL_VEC_RELEASE(&w->spans);
    PL_VEC_RELEASE(&w->seen);
}
