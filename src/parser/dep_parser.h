/* Parses sentences with a dependency model. One parser per thread; the model is shared
 * and const.
 *
 *     pl_dep_parser *p = pl_dep_parser_new(model, 8);
 *     n = pl_dep_parser_run(p, sentence, 1);
 *     pl_dep_parser_tree(p, 0, sentence);          replaces its heads and relations
 *     pl_dep_parser_free(p);
 *
 * Where all tokens are active (K=inf), sentences of more than 500 words are parsed
 * greedily. Every word gets a head, whatever the model and the system: words that a
 * derivation leaves over depend on the root, or where one word alone may do so, on that
 * word. */
#ifndef PL_PARSER_DEP_PARSER_H
#define PL_PARSER_DEP_PARSER_H

#include "parser/dep_model.h"

typedef struct pl_dep_parser pl_dep_parser;

pl_dep_parser *pl_dep_parser_new(const pl_dep_model *model, uint32_t beam);
void pl_dep_parser_free(pl_dep_parser *p); /* NULL is fine */

/* Parses words and tags; heads that are there are not looked at. Returns how many
 * different trees there are, best first, at most `n`; 0 for an empty sentence. They are
 * valid until the next call. */
uint32_t pl_dep_parser_run(pl_dep_parser *p, const pl_tree *sentence, uint32_t n);
double pl_dep_parser_score(const pl_dep_parser *p, uint32_t i);
/* Puts tree i over the words; the relations are the model's text. What stood in the
 * columns for further heads goes, since it may contradict. */
void pl_dep_parser_tree(const pl_dep_parser *p, uint32_t i, pl_tree *sentence);
/* Appends the derivation of tree i, one line per step: number, step, its score, the best
 * other permitted step, its score, and of an arc HEAD -> WORD; separated by tabs. */
void pl_dep_parser_explain(pl_dep_parser *p, uint32_t i, pl_str *out);

#endif
