/* Parsing in stages from a coarse grammar to a fine one (Charniak et al. 2006; van
 * Cranenburgh and Bod 2013, section 4.2): split-pcfg → plcfrs → 2dop.
 *
 *     pl_stage stages[] = {
 *         {"split-pcfg", &pcfg},
 *         {"plcfrs", &lcfrs, &by_part,  .k = 10000},
 *         {"2dop",   &dop,   &by_label, .k = 5000},
 *     };
 *     pl_coarse *parser = pl_coarse_new(stages, 3, &options);      one for each thread
 *     pl_coarse_parse(parser, n_words, tags, &result);             for each sentence
 *     result.trees[0] is the best derivation, with the rules of result.stage
 *     pl_coarse_free(parser);
 *
 * A stage that finds nothing is pruned less and tried again; one that still does not, or
 * not in time, leaves the result to the one before it. If there is no derivation at all,
 * the result is a row of derivations of parts of the sentence, best covering it, for a
 * flat tree. */
#pragma once

#include "grammar/kbest.h"
#include "grammar/chart_parsers.h"

typedef struct pl_stage {
    const char *name;
    const pl_ruleset *rules;
    /* From the stage before; NULL for the first, and for one that is not to be pruned. */
    const pl_projection *projection;
    /* It may build the items of the k best derivations of the stage before or, where k is
     * 0, of all that are at least this times as probable as the best (pl_chart_mark). */
    uint32_t k;
    double share;
    const pl_chart_beam *beam; /* of a first stage without gaps; NULL: exact */
} pl_stage;

typedef struct pl_coarse_options {
    pl_objective objective;   /* of the last stage; others give their best derivation */
    const pl_tree_keys *keys; /* of the last stage, for PL_MPP */
    uint32_t derivations;     /* for PL_MPP; 0: all that are good enough (kbest.h) */
    uint32_t nbest;           /* how many trees or derivations are wanted; 0: 1 */
    double seconds;           /* for a sentence; 0: no limit */
    size_t max_items;         /* in one chart; 0: PL_MAX_ITEMS */
    const bool *partial;      /* [symbols of the first stage]  may be a part of a flat
                                 tree; NULL: all may */
} pl_coarse_options;

#define PL_MAX_ITEMS  ((size_t)20 << 20)
#define PL_MAX_STAGES 8

typedef struct pl_coarse_result {
    uint32_t stage;   /* the last that derived the sentence; PL_NONE: none did, the trees
                         are parts */
    uint32_t n_trees; /* best first; if they are parts, from left to right */
    const pl_derivation *trees;    /* a part that is a word without tag has n = 0 */
    bool out_of_time;              /* or out of items: a stage was given up */
    double seconds[PL_MAX_STAGES]; /* that each stage took */
} pl_coarse_result;

typedef struct pl_coarse pl_coarse;

/* Stages and options are kept. */
pl_coarse *pl_coarse_new(const pl_stage *stages, uint32_t n,
                         const pl_coarse_options *options);
/* Parses a sentence of n words; tags[stage] are its terminals. More than
 * PL_MAX_CHART_WORDS words are not parsed: every word is a part. The result is borrowed
 * until the next call. */
void pl_coarse_parse(pl_coarse *c, uint32_t n_words, const pl_terminals *tags,
                     pl_coarse_result *result);
void pl_coarse_free(pl_coarse *c); /* NULL is fine */

/* What a stage has found of the sentence that was parsed last. */
typedef struct pl_coarse_view {
    bool
        derived; /* it has derived the sentence; otherwise all below is 0 but the chart */
    const pl_chart *chart;
    double *inside, *posteriors; /* [items]  see chart.h */
    bool *kept; /* [items]  the next stage could build on them; of the last one that
                           derived the sentence, its best derivation has them */
    pl_derivation best;
} pl_coarse_view;

/* Looks at stage s; false if the parser did not come to it. The view is borrowed until the
 * next parse. */
bool pl_coarse_look(pl_coarse *c, uint32_t s, pl_coarse_view *view);
