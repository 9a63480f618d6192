/* The two parsers that fill charts.
 *
 *     pl_cky      grammars without gaps. Edges are not kept but found again
 *                 (pl_chart_edges), so that memory goes with the items.
 *     pl_agenda   binarized LCFRS, of which a PCFG is a case. Yields are sets of
 *                 positions; all items that can be derived and are allowed are derived,
 *                 with all their edges. Without a whitelist their number may be
 *                 exponential in the fan-out: give a limit.
 *
 *     pl_cky *parser = pl_cky_new(&rules, 0);                    max_fanout is 1
 *     pl_cky_parse(parser, n_words, terminals, n, &limit);       for each sentence
 *     pl_chart *chart = pl_cky_chart(parser);
 */
#pragma once

#include "grammar/chart.h"

/* -- pruning: prune.c --------------------------------------------------------------- */

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

typedef struct pl_projection {
    uint32_t n_keys;
    uint32_t *coarse; /* [coarse symbols]  key or PL_NONE */
    uint32_t *fine;   /* [fine symbols]    key or PL_NONE; by part: of block 0, those of
                         the other blocks follow */
    bool by_part;     /* spans of fine symbols are looked up block by block */
    pl_arena arena;
} pl_projection;

/* Makes the projection between two grammars. By label, symbols match if label and fan-out
 * are the same; by part, the coarse grammar is a split-pcfg (transform/transform.h), the
 * fine one has the discontinuous symbols. `labels`[fine symbols], where it is not NULL,
 * has the label to compare in place of a fine symbol's own, such as that without the
 * number of a fragment, and NULL for a symbol that is never blocked. */
void pl_project(pl_projection *p, const pl_ruleset *coarse, const pl_ruleset *fine,
                const char *const *labels, bool by_part);
void pl_projection_release(pl_projection *p);

/* -- whitelists --------------------------------------------------------------------- */

typedef struct pl_whitelist {
    const pl_projection *projection;
    uint32_t width;   /* 64-bit words of a span */
    uint32_t n, mask; /* pairs; slots - 1 */
    uint64_t hash_start;
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

/* -- outlooks: outlook.c ------------------------------------------------------------ */

/* What the rules say of the neighbours of a symbol: how well an item fits between the tags
 * beside it (Caraballo and Charniak 1998, boundary estimates). With the expected number of
 * times that something is in a derivation,
 *
 *     before[t][A]    -log of the times of A with tag t before it
 *     after[t][A]     -log of the share of A that has tag t after it
 *     times[t]        -log of the times of t
 *     follows[t][u]   -log of the share of t that has tag u after it
 *
 * where the last row or column stands for the end of the sentence. INFINITY: never. */
typedef struct pl_outlook {
    const pl_ruleset *rules; /* kept */
    uint32_t n_tags;
    uint32_t *tag;           /* [symbols]  number of one that words may have; PL_NONE */
    pl_cost *before, *after; /* [tags + 1][symbols] */
    pl_cost *times;          /* [tags + 1] */
    pl_cost *follows;        /* [tags + 1][tags + 1] */
    pl_arena arena;
} pl_outlook;

void pl_outlook_make(pl_outlook *o, const pl_ruleset *rules);
void pl_outlook_release(pl_outlook *o);

/* A border between two words, from 0 up to the number of words: what items
 * that begin (end) there cost in addition. The chain of tags from border i to border j costs
 * borders[i].to_left + borders[j].to_right, the tags beside it included. */
typedef struct pl_border {
    const pl_cost *before, *after; /* [symbols] */
    pl_cost to_left, to_right;
} pl_border;

/* Fills borders[n_words + 1]; what has to be computed is in the arena. Where a word has
 * several tags, each symbol and the chain take those that are best for them. */
void pl_outlook_borders(const pl_outlook *o, uint32_t n_words,
                        const pl_terminal *terminals, uint32_t n, pl_arena *m,
                        pl_border *borders);

/* -- CKY ---------------------------------------------------------------------------- */

typedef struct pl_cky pl_cky;

/* Which items are too bad for their words: what one costs together with its outlook may be
 * higher by at most `cell` than the lowest of its cell, and by `chain` than the chain of
 * the tags of its words. */
typedef struct pl_chart_beam {
    const pl_outlook *outlook; /* NULL: none is too bad */
    pl_cost cell, chain;
} pl_chart_beam;

/* Keeps the rules. A sentence that cannot be derived with the beam is parsed again without;
 * with NULL the chart is exact. */
pl_cky *pl_cky_new(const pl_ruleset *rules, const pl_chart_beam *beam);
void pl_cky_free(pl_cky *p); /* NULL is fine */

/* 1 if the sentence was derived, 0 if not, -1 if the limit was reached: the chart then
 * has what was found up to there. n_words is at least 1 and at most PL_MAX_CHART_WORDS.
 * The terminals are kept as long as the chart is used. */
int pl_cky_parse(pl_cky *p, uint32_t n_words, const pl_terminal *terminals, uint32_t n,
                 const pl_limit *limit);
pl_chart *pl_cky_chart(pl_cky *p); /* valid until the next parse */

/* -- the agenda --------------------------------------------------------------------- */

typedef struct pl_agenda pl_agenda;

pl_agenda *pl_agenda_new(const pl_ruleset *rules); /* keeps the rules */
void pl_agenda_free(pl_agenda *a);                 /* NULL is fine */

/* As pl_cky_parse. The whitelist, for the symbols of these rules, may be NULL; terminals
 * are never blocked. */
int pl_agenda_parse(pl_agenda *a, uint32_t n_words, const pl_terminal *terminals,
                    uint32_t n, const pl_whitelist *allowed, const pl_limit *limit);
pl_chart *pl_agenda_chart(pl_agenda *a); /* valid until the next parse */
