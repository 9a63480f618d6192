/* Cuts text into tokens by rules. Every byte that is not white space is in one token, the
 * tokens are in order and do not overlap: the text between them is white space only.
 *
 *     pl_spans spans = {0};
 *     pl_tokenize(&rules, text, n, &spans);
 *     for (i …) use(text + spans.at[i].begin, spans.at[i].end - spans.at[i].begin);
 *     PL_VEC_RELEASE(&spans);
 */
#ifndef PL_TEXT_TOKENIZE_H
#define PL_TEXT_TOKENIZE_H

#include "base/vec.h"
#include "text/rules.h"

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

typedef struct pl_spans {
    pl_span *at;
    size_t n, cap;
} pl_spans;

/* Appends the tokens of the text, which is valid UTF-8. Linear: where there is no white
 * space for 2,048 bytes, it is cut. */
void pl_tokenize(const pl_rules *r, const char *text, size_t n, pl_spans *out);

#endif
