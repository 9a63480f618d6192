/* Agenda-based parsing of binarized LCFRS, of which a PCFG is a case: yields are sets of
 * positions, and all items that can be derived and are allowed are derived, with all
 * their edges.
 *
 *     pl_agenda *parser = pl_agenda_new(&rules);
 *     pl_agenda_parse(parser, n_words, terminals, n, whitelist, &limit);
 *     pl_chart *chart = pl_agenda_chart(parser);
 *
 * Without a whitelist the number of items may be exponential in the fan-out: give a
 * limit. */
#ifndef PL_GRAMMAR_AGENDA_H
#define PL_GRAMMAR_AGENDA_H

#include "grammar/chart.h"
#include "grammar/limit.h"
#include "grammar/prune.h"

typedef struct pl_agenda pl_agenda;

pl_agenda *pl_agenda_new(const pl_ruleset *rules); /* keeps the rules */
void pl_agenda_free(pl_agenda *a);                 /* NULL is fine */

/* As pl_cky_parse. The whitelist, for the symbols of these rules, may be NULL; terminals
 * are never blocked. */
int pl_agenda_parse(pl_agenda *a, uint32_t n_words, const pl_terminal *terminals,
                    uint32_t n, const pl_whitelist *allowed, const pl_limit *limit);
pl_chart *pl_agenda_chart(pl_agenda *a); /* valid until the next parse */

#endif
