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
#ifndef PL_GRAMMAR_CHART_PARSERS_H
#define PL_GRAMMAR_CHART_PARSERS_H

#include "grammar/prune.h"

typedef struct pl_cky pl_cky;

/* Keeps the rules. A beam above 0 leaves out items that are too bad for their cell: those
 * whose cost, together with that of their symbol being somewhere in a sentence at all
 * (see pl_symbol_costs), is higher by more than `beam` than the lowest of the cell. A
 * sentence that cannot be derived so is parsed again without. With 0 the chart is exact.
 */
pl_cky *pl_cky_new(const pl_ruleset *rules, double beam);
void pl_cky_free(pl_cky *p); /* NULL is fine */

/* 1 if the sentence was derived, 0 if not, -1 if the limit was reached: the chart then
 * has what was found up to there. n_words is at least 1 and at most PL_MAX_CHART_WORDS.
 * The terminals are kept as long as the chart is used. */
int pl_cky_parse(pl_cky *p, uint32_t n_words, const pl_terminal *terminals, uint32_t n,
                 const pl_limit *limit);
pl_chart *pl_cky_chart(pl_cky *p); /* valid until the next parse */

/* costs[symbols]: -log of the number of times that the symbol is expected in a
 * derivation; at least 0, and INFINITY for what cannot be reached from the start. */
void pl_symbol_costs(const pl_ruleset *rules, pl_cost *costs);

typedef struct pl_agenda pl_agenda;

pl_agenda *pl_agenda_new(const pl_ruleset *rules); /* keeps the rules */
void pl_agenda_free(pl_agenda *a);                 /* NULL is fine */

/* As pl_cky_parse. The whitelist, for the symbols of these rules, may be NULL; terminals
 * are never blocked. */
int pl_agenda_parse(pl_agenda *a, uint32_t n_words, const pl_terminal *terminals,
                    uint32_t n, const pl_whitelist *allowed, const pl_limit *limit);
pl_chart *pl_agenda_chart(pl_agenda *a); /* valid until the next parse */

#endif
