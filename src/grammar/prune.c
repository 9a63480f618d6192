/* Projections and whitelists; see chart_parsers.h. */
#include "grammar/chart_parsers.h"

#include "base/hash.h"
#include "base/keyed_hash.h"
#include "transform/transform.h"

#include <string.h>

/* -- projections -------------------------------------------------------------------- */

typedef struct projector {
    pl_intern keys;
    pl_str text;    /* scratch */
    pl_arena arena; /* scratch */
} projector;

/* The key of a label with a number: its fan-out, or that of a part. */
static uint32_t key_of(projector *x, const char *label, uint32_t number)
{
    pl_str_clear(&x->text);
    pl_str_printf(&x->text, "%u %s", number, label);
    return pl_intern_add(&x->keys, x->text.at);
}

/* By label, one key with the fan-out. By part, key 0 of a symbol without gaps; else keys 1
 * to the highest fan-out for its parts, made at once so that they follow each other. */
static uint32_t fine_key(projector *x, const char *label, uint32_t fanout,
                         uint32_t max_fanout, bool by_part)
{
    if (label == NULL)
        return PL_NONE;
    if (!by_part)
        return key_of(x, label, fanout);
    if (fanout == 1)
        return key_of(x, label, 0);
    uint32_t first = key_of(x, label, 1);
    for (uint32_t part = 2; part <= max_fanout; part++)
        key_of(x, label, part);
    return first;
}

/* By part, the key of the constituent that a symbol of a split grammar stands for with the
 * number of its part, from 1, or 0 if it is whole. PL_NONE for symbols that only
 * binarizing after the split has made. */
static uint32_t coarse_key(projector *x, const char *label, uint32_t fanout, bool by_part)
{
    uint32_t part = 0;
    if (!by_part)
        return key_of(x, label, fanout);
    if (pl_looks_temporary(label))
        return PL_NONE;
    label += label[0] == '\\';
    if (pl_part_label(&x->arena, label, &label, &part))
        part++;
    return key_of(x, label, part);
}

/* Hidden symbols are projected as the symbols whose twins they are. */
void pl_project(pl_projection *p, const pl_ruleset *coarse, const pl_ruleset *fine,
                const char *const *labels, bool by_part)
{
    projector x = {0};
    *p = (pl_projection){.by_part = by_part};
    p->fine = PL_NEW_ARRAY(&p->arena, uint32_t, fine->n_symbols + 1);
    p->coarse = PL_NEW_ARRAY(&p->arena, uint32_t, coarse->n_symbols + 1);
    for (uint32_t s = 0; s < fine->n_symbols; s++) {
        uint32_t shown = fine->shown[s];
        const char *label =
            labels != NULL ? labels[shown] : fine->productions->symbols.at[shown].label;
        p->fine[s] = fine_key(&x, label, fine->fanout[s], fine->max_fanout, by_part);
    }
    for (uint32_t s = 0; s < coarse->n_symbols; s++) {
        const char *label = coarse->productions->symbols.at[coarse->shown[s]].label;
        p->coarse[s] = coarse_key(&x, label, coarse->fanout[s], by_part);
    }
    p->n_keys = x.keys.n;
    pl_intern_release(&x.keys);
    pl_str_release(&x.text);
    pl_arena_release(&x.arena);
}

void pl_projection_release(pl_projection *p)
{
    pl_arena_release(&p->arena);
    *p = (pl_projection){0};
}

/* -- whitelists --------------------------------------------------------------------- */

static uint64_t hash_pair(const pl_whitelist *w, uint32_t key, const uint64_t *span)
{
    uint64_t h = w->hash_start + key;
    for (uint32_t i = 0; i < w->width; i++)
        h = pl_mix(h * 0x9e3779b97f4a7c15u + span[i]);
    return h;
}

/* The slot of the pair, or the empty one where it belongs. */
static uint32_t *find_slot(const pl_whitelist *w, uint32_t key, const uint64_t *span)
{
    uint32_t i = (uint32_t)hash_pair(w, key, span) & w->mask;
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
    PL_APPEND(&w->spans, span, w->width);
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
    w->hash_start = pl_hash_start();
    w->keys.n = w->spans.n = 0;
    PL_FILL(&w->slots, size, 0);
    PL_FILL(&w->seen, p->n_keys, 0);
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
    PL_VEC_RELEASE(&w->slots, &w->keys, &w->spans, &w->seen);
}
