/* The measures of the CoNLL 2018 shared task (Zeman et al. 2018, section 4), for analyses of
 * raw text: the system may have found other tokens, sentences and words than the gold file.
 *
 *     pl_conll18 m = {0};
 *     pl_align(&gold, &candidate, &err);
 *     pl_conll18_count(&m, &gold, &candidate);
 *     pl_conll18_figures(&m, PL_MEASURE_LAS).f1         LAS in percent
 *
 * Counts are sums: those of several files or sentences may be added up. */
#pragma once

#include "eval/depdoc.h"

typedef enum pl_conll18_measure {
    PL_MEASURE_TOKENS,
    PL_MEASURE_SENTENCES,
    PL_MEASURE_WORDS,
    PL_MEASURE_UPOS,
    PL_MEASURE_XPOS,
    PL_MEASURE_UFEATS,
    PL_MEASURE_ALLTAGS,
    PL_MEASURE_LEMMAS,
    PL_MEASURE_UAS,
    PL_MEASURE_LAS,
    PL_MEASURE_CLAS, /* LAS of content words */
    PL_MEASURE_MLAS, /* … with UPOS, features and function words */
    PL_MEASURE_BLEX, /* … with lemmas */
    PL_N_MEASURES,
} pl_conll18_measure;

extern const char *const pl_measure_keys[PL_N_MEASURES];   /* tokens, sentences, … */
extern const char *const pl_measure_titles[PL_N_MEASURES]; /* Tokens, Sentences, … */

typedef struct pl_measure_counts {
    uint64_t gold, candidate; /* what there is in each file */
    uint64_t correct;
    uint64_t aligned; /* pairs of words that could be correct */
} pl_measure_counts;

typedef struct pl_conll18 {
    pl_measure_counts at[PL_N_MEASURES];
} pl_conll18;

/* Adds the counts of two documents whose words have their partners. */
void pl_conll18_count(pl_conll18 *m, const pl_dep_doc *gold, const pl_dep_doc *candidate);

/* In percent, 0 where there is nothing to divide by; `aligned` is the share of aligned words
 * that is correct, NAN for tokens, sentences and words, which have none. */
typedef struct pl_measure_figures {
    double precision, recall, f1, aligned;
} pl_measure_figures;

pl_measure_figures pl_conll18_figures(const pl_conll18 *m, pl_conll18_measure of);
