/* Parses sentences with a model. One parser per thread; the model is shared and const.
 *
 *     pl_parser *p = pl_parser_new(model, 4);
 *     n = pl_parser_run(p, sentence, 1);
 *     pl_parser_tree(p, 0, sentence);          replaces its constituents
 *     pl_parser_free(p);
 */
#ifndef PL_PARSER_PARSER_H
#define PL_PARSER_PARSER_H

#include "parser/model.h"
#include "parser/beam.h"

typedef struct pl_parser pl_parser;

pl_parser *pl_parser_new(const pl_model *model, uint32_t beam);
void pl_parser_free(pl_parser *p);

/* Parses the words and tags of `sentence` (its constituents are not looked at). Returns
 * how many different trees there are, best first, at most `n`; 0 for an empty sentence.
 * They are valid until the next call. */
uint32_t pl_parser_run(pl_parser *p, const pl_tree *sentence, uint32_t n);
/* The score of tree i, in the model's units. */
double pl_parser_score(const pl_parser *p, uint32_t i);
/* Puts tree i over the words of `sentence`. */
void pl_parser_tree(const pl_parser *p, uint32_t i, pl_tree *sentence);

/* Appends the derivation of tree i, one line per step: number, action, its score, the
 * best other permitted action, its score; separated by tabs. */
void pl_parser_explain(pl_parser *p, uint32_t i, pl_str *out);

#endif
