/* State splits: labels that say more about their nodes, for grammars, and back (van
 * Cranenburgh and Bod 2013, footnote 4; Evang and Kallmeyer 2011).
 *
 *     name       node                                              becomes
 *     punct      the tag of a sentence-final mark: . ! ?           $.#end
 *     relative   S whose function is that of a relative clause     S#rel
 *     wh         S, SQ, SBAR … with a WH element among its children S#wh
 *     vp         VP with `to`, headed by a bare infinitive, or with a particle,
 *                                                       VP#to  VP#inf  VP#part
 *                and the S above a VP of the first two             S#to   S#inf
 *
 * Where several apply the marks are joined: S#wh-inf. A # that a label has of its own is
 * doubled, so that merging gives every label back. */
#pragma once

#include "base/err.h"
#include "tree/tree.h"

enum { PL_STATE_PUNCT = 1, PL_STATE_RELATIVE = 2, PL_STATE_WH = 4, PL_STATE_VP = 8 };

/* The splits named in a list with commas: 0, or -1 with the reason. */
int pl_states_named(const char *names, unsigned *splits, pl_error *err);
void pl_states_split(pl_tree *t, unsigned splits);
void pl_states_merge(pl_tree *t);
/* Takes the mark out of one label, in place. */
void pl_state_merge(char *label);
