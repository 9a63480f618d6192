/* How sure a parser is of what it has built: the probability that a constituent, an arc, a
 * tag or a whole tree is right.
 *
 * It is the logistic function of a weighted sum of signals. Most signals are margins: the
 * score of what was chosen less that of the best other choice, in units of `scale` and
 * between -2 and 2. Scores of networks are logarithms of probabilities, so that their
 * margins are logarithms of odds; those of linear models have no unit.
 *
 *             of a constituent or an arc                         of a tree
 *     bias    1                                                  1
 *     made    margin of the step that made it                    mean margin of all steps
 *     inside  least margin from its first word to this step      least margin of all steps
 *     around  least margin of the 3 steps before and after       0
 *     list    best tree of the list that has it, less the best   this tree less the best
 *             one that has not                                   other one
 *     length  logarithm of the sentence's number of words        the same
 *
 * of a tag: bias, and as `made` the margin of the tag. The list is what the beam holds at
 * the end. Where all of its trees have a constituent, one that lacks it is taken to be one
 * unit worse than the last.
 *
 * The weights are learned on the dev treebank at the end of training and stored in the
 * model. Models without them get those that were found for others of their kind.
 *
 *     pl_confidence *c = pl_confidence_new();                      one for each thread
 *     pl_confidence_start(c, state, n, sentence);                  n trees were found
 *     if (pl_confidence_signals(c, i, tree, calibration.scale, signals))
 *         pl_calibration_apply(&calibration, PL_SURE_NODES, &signals[node]);
 *     pl_confidence_free(c);
 */
#pragma once

#include "parser/transitions.h"

enum { PL_N_SIGNALS = 6 };

typedef struct pl_signals {
    double x[PL_N_SIGNALS];
} pl_signals;

enum { PL_SURE_NODES, PL_SURE_ARCS, PL_SURE_TREES, PL_SURE_TAGS, PL_N_SURE };

typedef struct pl_calibration {
    double scale, tag_scale; /* one unit, in the scores of parser and tagger */
    double weights[PL_N_SURE][PL_N_SIGNALS];
} pl_calibration;

/* What `about` says, and the defaults for the rest: those of networks, or of linear models,
 * for trees and for tags. */
pl_calibration pl_calibration_of(const pl_str *about, bool network, bool network_tags);
/* Writes the weights of one kind to `about`. */
void pl_calibration_describe(const pl_calibration *c, int kind, pl_str *about);
/* A probability, between 0.0001 and 0.9999. */
double pl_calibration_apply(const pl_calibration *c, int kind, const pl_signals *s);
/* The signals of a tag that was so much better than the best other one. */
pl_signals pl_tag_signals(const pl_calibration *c, double margin);
/* The signals of a constituent of a list of trees, of which nothing else is known: the best
 * tree that has it is so much better than the best one that has not. */
pl_signals pl_list_signals(const pl_calibration *c, double margin, uint32_t n_words);
/* The margin of an answer of this probability. */
double pl_log_odds(double p);

/* -- signals ------------------------------------------------------------------------ */

typedef struct pl_confidence pl_confidence;

pl_confidence *pl_confidence_new(void);
void pl_confidence_free(pl_confidence *c); /* NULL is fine */

/* Looks at the n trees that were found last. Keeps `s` and the words of the sentence until
 * the next call. */
void pl_confidence_start(pl_confidence *c, pl_transitions_state *s, uint32_t n,
                         const pl_tree *sentence);
/* The signals of tree i, which `t` is: of its nodes, or of the arcs to its words, into
 * out[t->n_nodes]. False if its derivation is not known. */
bool pl_confidence_signals(pl_confidence *c, uint32_t i, const pl_tree *t, double scale,
                           pl_signals *out);
/* Those of the best tree as a whole; `t` is any of the trees. */
bool pl_confidence_whole(pl_confidence *c, const pl_tree *t, double scale,
                         pl_signals *out);
/* The probability of tree i where that of the best one is `best`. The others share what is
 * left, by their scores, so that all of them together have at most 1. */
double pl_confidence_share(const pl_confidence *c, uint32_t i, double scale, double best);

/* -- what is written ------------------------------------------------------------------ */

/* Sets a field PL_CONFIDENCE or PL_HEAD_CONFIDENCE, whose text lives in `m`. */
void pl_confidence_put(pl_attr **list, const char *key, double p, pl_arena *m);
