/* Pruning by a coarser grammar: which labelled spans a finer one may build.
 *
 * The symbols of both grammars are projected to keys. What the coarse chart has found
 * good is written down as pairs of key and span (pl_whitelist); an item of the fine chart
 * is allowed if its own pair is there. A fine symbol of key PL_NONE is never blocked, a
 * coarse one of key PL_NONE is not written down.
 *
 *     coarse       fine   keys
 *     VP_2         VP_2   by label: one, on the whole span
 *     VP*0 VP*1    VP_2   by part: one for each part, on the part's block; the VP_2 is
 *                         allowed if each of its blocks is a part in its place
 */
#ifndef PL_GRAMMAR_PRUNE_H
#define PL_GRAMMAR_PRUNE_H

#include "grammar/chart.h"

typedef struct pl_projection {
    uint32_t n_keys;
    uint32_t *coarse; /* [coarse symbols]  key or PL_NONE */
    uint32_t *fine;   /* [fine symbols]    key or PL_NONE; by part: of block 0, those of
                         the other blocks follow */
    bool by_part;     /* spans of fine symbols are looked up block by block */
    pl_arena arena;
} pl_projection;

/* Makes the projection between two grammars. By label, symbols match if label and fan-out
 * are the same; by part, the coarse grammar is a split-pcfg (transform/split_disc.h), the
 * fine one has the discontinuous symbols. `labels`[fine symbols], where it is not NULL,
 * has the label to compare in place of a fine symbol's own, such as that without the
 * number of a fragment, and NULL for a symbol that is never blocked. */
void pl_project(pl_projection *p, const pl_ruleset *coarse, const pl_ruleset *fine,
                const char *const *labels, bool by_part);
void pl_projection_release(pl_projection *p);

/* -- whitelists ---------------------------------------------------------------------- */

typedef struct pl_whitelist {
    const pl_projection *projection;
    uint32_t width;         /* 64-bit words of a span */
    uint32_t n, mask;       /* pairs; slots - 1 */
    PL_VEC(uint32_t) slots; /* number + 1 of a pair; 0 for empty; open addressing */
    PL_VEC(uint32_t) keys;  /* [n] */
    PL_VEC(uint64_t) spans; /* [n][width] */
    PL_VEC(bool) seen;      /* [keys]  whether it is in any pair */
} pl_whitelist;

/* Writes down the items i of the coarse chart with used[i]. */
void pl_whitelist_fill(pl_whitelist *w, const pl_projection *p, const pl_chart *coarse,
                       const bool *used);
/* Whether a fine symbol may stand over a span. */
bool pl_whitelist_allows(const pl_whitelist *w, uint32_t symbol, const uint64_t *span);
/* Whether a fine symbol may stand anywhere. */
bool pl_whitelist_allows_some(const pl_whitelist *w, uint32_t symbol);
void pl_whitelist_release(pl_whitelist *w);

#endif
