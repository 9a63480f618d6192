/* The tags that words may have, for one stage of a grammar: those of the sentence, or
 * those that the grammar knows of the word or of what it looks like. */
#ifndef PL_GRAMMAR_GRAMMAR_TAGS_H
#define PL_GRAMMAR_GRAMMAR_TAGS_H

#include "grammar/rules.h"
#include "grammar/cascade.h"

typedef PL_VEC(pl_terminal) pl_terminals;

typedef struct pl_grammar_tags {
    const pl_cascade *cascade;
    const pl_tsg *tsg;
    const pl_ruleset *rules;
    const char **tags;    /* [symbols]  as in the treebank, without what tsg.h and state
                             splits add; NULL for inner symbols */
    pl_intern known;      /* tags of the treebank */
    uint32_t *symbol_of;  /* [known]  one that stands for it, that without mark if any */
    pl_cost *unseen;      /* [symbols]  of a word that a tag was not seen with */
    bool *open;           /* [symbols]  tags of words that are not known */
    pl_cost substitution; /* of the place of a word that is no part of a fragment */
} pl_grammar_tags;

/* `shortest`: words at substitution sites cost PL_FRAGMENT_COST. */
void pl_grammar_tags_init(pl_grammar_tags *t, const pl_cascade *c, uint32_t stage,
                          const pl_ruleset *rules, bool shortest);
void pl_grammar_tags_release(pl_grammar_tags *t);
/* Replaces what `out` holds. Where a tag of the sentence is not in the grammar, the word
 * is taken to have none. */
void pl_grammar_tags_find(const pl_grammar_tags *t, const pl_tree *sentence,
                          pl_terminals *out);

/* For each symbol of the rules its label in the treebank, without what the mark of tsg.h
 * adds, NULL for inner symbols. */
const char **pl_grammar_labels(const pl_tsg *g);
void pl_grammar_labels_free(const char **labels, const pl_tsg *g);

#endif
