/* What a parser by transitions needs of a network beside scores: it reads sentences, and
 * puts tags, morphology and functions on trees. One state per thread. */
#pragma once

#include "parser/net_scorer.h"

typedef struct pl_net_state pl_net_state;

pl_net_state *pl_net_state_new(const pl_net *n, const pl_machine *m); /* keeps both */
void pl_net_state_free(pl_net_state *s);                              /* NULL is fine */

/* Reads sentences, and forgets those read before. `asked` is as of pl_net_encode. */
void pl_net_state_read(pl_net_state *s, pl_tree *const *sentences, uint32_t n,
                       unsigned asked);
/* What was read of a sentence; false if it was none of the sentences read last. */
bool pl_net_state_find(const pl_net_state *s, const pl_tree *sentence,
                       pl_net_reading *reading);
/* Forgets which sentence it was, since another one may take its memory. */
void pl_net_state_forget(pl_net_state *s, const pl_tree *sentence);

/* Sets one kind of answers, PL_NET_TAGS …, of the words of a tree, NULL for none. The text
 * belongs to the network. */
void pl_net_label_words(const pl_net *n, const pl_net_reading *reading, int answer,
                        pl_tree *t);
/* Sets the functions of the nodes of a tree that was derived by n steps, in systems that
 * choose labels in steps of their own; `scorer` and `task` are those of the search. */
void pl_net_label_nodes(pl_net_state *s, pl_scorer *scorer, void *task, const pl_act *steps,
                        uint32_t n, pl_tree *t, pl_arena *scratch);
/* Whether there are such steps. */
bool pl_net_names_nodes(const pl_machine *m);
