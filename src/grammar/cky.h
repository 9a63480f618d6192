/* CKY for grammars without gaps: every item that can be derived over the sentence, with
 * the cost of its best derivation. Edges are not kept but found when somebody asks for
 * them, so that memory goes with the items.
 *
 *     pl_cky *parser = pl_cky_new(&rules, 0);                    max_fanout is 1
 *     pl_cky_parse(parser, n_words, terminals, n, &limit);       for each sentence
 *     pl_chart *chart = pl_cky_chart(parser);
 */
#ifndef PL_GRAMMAR_CKY_H
#define PL_GRAMMAR_CKY_H

#include "grammar/chart.h"
#include "grammar/limit.h"

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

#endif
