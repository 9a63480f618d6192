/* The scorer of a network for the system `graph` (see scorer.h): each word gives every
 * other one, and the root, a probability of being its head, and every pair of them one to
 * each relation (Dozat and Manning 2017). Rows are logarithms times PL_NET_SCALE: of the
 * head, plus how much less probable a relation is than the best one. So the best tree has the
 * best heads, and the best relations to them. */
#pragma once

#include "parser/net_scorer.h"

/* Keeps both. */
pl_scorer *pl_net_arcs_new(const pl_net *n, const pl_machine *m);
/* The sentence that starts next; keeps what `reading` points to. */
void pl_net_arcs_read(pl_scorer *s, const pl_net_reading *reading);
/* The steps to the best tree of the sentence that was started, into steps[n words], and their
 * score. Takes memory for every pair of words. */
int64_t pl_net_arcs_best(pl_scorer *s, pl_act *steps, pl_arena *m);
