/* Parsing with grammars: the stages of a cascade, from coarse to fine, each pruned by the
 * one before. A sentence that a stage cannot derive, or not in time, gets the tree of the
 * stage before; one that no stage can derive gets a flat tree of the best parts.
 *
 *     pl_grammar *g = pl_grammar_from(file, &options, &err);
 *     pl_grammar_state *s = pl_grammar_state_new(g);        one for each thread
 *     n = pl_grammar_run(s, sentence, 1);
 *     pl_grammar_tree(s, 0, sentence);                      replaces its constituents
 *     pl_grammar_state_free(s);  pl_grammar_free(g);
 *
 * A grammar is const while it parses and may be shared by threads. */
#pragma once

#include "grammar/cascade.h"

typedef struct pl_grammar_options {
    /* What is maximized: "mpp" (probability of the tree; the default), "mpd" (of one
     * derivation) or "shortest" (fewest fragments). NULL: the default. */
    const char *objective;
    uint32_t nbest;       /* the most trees of a run; 0: 1 */
    double seconds;       /* for a sentence; 0: no limit */
    uint32_t derivations; /* summed up for mpp; 0: all that are good enough */
    /* Which items of each stage the next one may build on: those of its best derivations
     * (this number of them) or, below 1, of all derivations at least this times as
     * probable as the best. 0: the default, 1e-4 for grammars of fragments, else 1e-3. */
    double prune[3];
} pl_grammar_options;

typedef struct pl_grammar pl_grammar;
typedef struct pl_grammar_state pl_grammar_state;

/* Reads the grammar of a file that has the section PL_GRAMMAR_SECTION and need not stay
 * open. NULL with the reason. */
pl_grammar *pl_grammar_from(const pl_sections *file, const pl_grammar_options *o,
                            pl_error *err);
void pl_grammar_free(pl_grammar *g); /* NULL is fine */

pl_grammar_state *pl_grammar_state_new(const pl_grammar *g); /* keeps `g` */
void pl_grammar_state_free(pl_grammar_state *s);             /* NULL is fine */

/* Parses a sentence; constituents that it has are not looked at. Returns the number of
 * different trees, best first, at most `n`. They are valid until the next run. */
uint32_t pl_grammar_run(pl_grammar_state *s, const pl_tree *sentence, uint32_t n);
/* The log probability of tree i; -INFINITY for a flat tree of parts. */
double pl_grammar_score(const pl_grammar_state *s, uint32_t i);
/* Puts tree i over the words of `sentence`, in place of the constituents it has. */
void pl_grammar_tree(pl_grammar_state *s, uint32_t i, pl_tree *sentence);

/* Called with a stage and its tree over the sentence, NULL if there is none, in place of
 * stage->tree. */
typedef int pl_see_stage(void *context, pl_parse_stage *stage, pl_tree *tree);
/* Shows the stages of the last run, of this sentence: see pl_parser_stages. */
void pl_grammar_show(pl_grammar_state *s, const pl_tree *sentence, size_t most,
                     pl_see_stage *see, void *context);

/* Appends a line on all sentences that were parsed: how many each stage derived, how many
 * ran out of time, how long the stages took. */
void pl_grammar_report(const pl_grammar *g, pl_str *out);
