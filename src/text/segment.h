/* Finds where sentences end, among the tokens of a paragraph; and makes tokenizer and
 * sentence splitter into what the reader of raw text needs.
 *
 *     pl_rules rules;
 *     pl_rules_load(&rules, "nl", &err);
 *     pl_segmenter segmenter = pl_segmenter_of(&rules);
 *     pl_read_options options = {.segmenter = &segmenter};
 */
#pragma once

#include "format/reader.h"
#include "text/rules.h"

/* -- tokens ------------------------------------------------------------------------- */

/* Cuts text into tokens by rules. Every byte that is not white space is in one token, the
 * tokens are in order and do not overlap: the text between them is white space only.
 *
 *     pl_spans spans = {0};
 *     pl_tokenize(&rules, text, n, &spans);
 *     for (i …) use(text + spans.at[i].begin, spans.at[i].end - spans.at[i].begin);
 *     PL_VEC_RELEASE(&spans);
 */

enum {
    PL_SPAN_ABBREVIATION = 1, /* its last full stop belongs to it; the sentence goes on */
    PL_SPAN_MAY_END = 2,      /* the same, but it may end the sentence */
    PL_SPAN_MARK_BEFORE = 4,  /* the word is written with the mark before … */
    PL_SPAN_MARK_AFTER = 8,   /* … or after it */
};

typedef struct pl_span {
    size_t begin, end; /* bytes */
    unsigned flags;    /* PL_SPAN_… */
} pl_span;

typedef PL_VEC(pl_span) pl_spans;

/* Appends the tokens of the text, which is valid UTF-8. Linear: where there is no white
 * space for 2,048 bytes, it is cut. */
void pl_tokenize(const pl_rules *r, const char *text, size_t n, pl_spans *out);

/* Appends the words of the multiword token at token `from`, which may be cut into several
 * tokens before `end` already; the number of these, 0 if there is no such token. */
size_t pl_expand(const pl_rules *r, const char *text, const pl_spans *tokens, size_t from,
                 size_t end, pl_segments *out);

/* -- sentences ---------------------------------------------------------------------- */

/* Keeps the rules, which are only read: threads may share them. */
pl_segmenter pl_segmenter_of(const pl_rules *rules);
/* The same for text in which every line is a sentence. */
pl_segmenter pl_line_segmenter_of(const pl_rules *rules);

/* Marks the tokens of a text that end a sentence by the rules, learned boundaries left aside. */
void pl_sentence_ends(const pl_rules *r, const char *text, const pl_spans *tokens, bool *ends);

/* F1 of the sentences of dev. */
typedef struct pl_boundary_scores {
    double rules, learned;
} pl_boundary_scores;

/* Learns from a treebank with text where its sentences end (learn_boundaries.c), and keeps
 * that if it finds more of the sentences of `dev` than the rules do; without dev a tenth of
 * the treebank judges. 0, or -1 with the reason. */
int pl_boundaries_learn(pl_rules *r, pl_tree *const *trees, size_t n, pl_tree *const *dev,
                        size_t n_dev, const pl_epochs *how, pl_boundary_scores *scores,
                        pl_error *err);

/* Chooses among the shipped rules those that cut a treebank's text into its tokens best, as
 * they are after pl_rules_learn; *name is NULL if it has no text. -1 with the reason. */
int pl_rules_choose(pl_tree *const *trees, size_t n, const char **name, pl_error *err);
