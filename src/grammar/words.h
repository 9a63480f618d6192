/* Words for grammars: rare ones become signatures, and every word of a sentence gets the
 * tags it may have.
 *
 * RARE WORDS (van Cranenburgh and Bod 2013, section 5.2; Klein and Manning 2003). Before
 * a grammar is read off, rare words are replaced by a signature that describes how they
 * look; in parsing the same is done to unknown words.
 *
 *     tag       open if it rewrites more than `open` different words
 *     word      open if an open tag rewrites it
 *     rare      open, and not more often than `rare` times in the treebank
 *     known     every word of the treebank that is not rare
 *
 * A signature (model 4 of the Stanford parser) names capitals, digits, dashes, periods,
 * commas and the last letter: `Zwaardvis` is _UNK-C-s, as first word _UNK-SC-s. */
#pragma once

#include "grammar/ruleset.h"
#include "grammar/tsg.h"

enum { PL_RARE_COUNT = 4, PL_OPEN_WORDS = 100 }; /* the usual thresholds */
#define PL_RARE_EPSILON 0.01 /* count of a known open word with an open tag unseen */

typedef struct pl_rare {
    uint32_t rare, open; /* the thresholds */
    pl_intern known;     /* words that stand for themselves */
    pl_intern open_tags;
} pl_rare;

/* Appends the signature of a word; `first` if a sentence begins with it. */
void pl_signature(const char *word, bool first, pl_str *out);

/* Finds open tags and known words; the thresholds are set. */
void pl_rare_learn(pl_rare *r, const pl_forest *f);
/* Replaces the words of the forest that are not known by signatures. Their productions
 * stay in its table, without nodes. */
void pl_rare_apply(const pl_rare *r, pl_forest *f);
/* The word itself if it is known, else its signature, in `room`. */
const char *pl_rare_form(const pl_rare *r, const char *word, bool first, pl_str *room);
void pl_rare_release(pl_rare *r);

/* -- tags of a sentence ------------------------------------------------------------- */

/* The tags of words for one stage of a grammar. */
typedef struct pl_word_tags {
    const pl_tsg *tsg;
    const pl_ruleset *rules;
    const pl_rare *rare; /* NULL: words stand for themselves, any tag is open */
    const char **tags;   /* [symbols]  as in the treebank: see pl_tsg_labels; NULL for
                             inner symbols */
    pl_intern known;     /* tags of the treebank */
    uint32_t *symbol_of; /* [known]  its symbol, that without mark if there are several */
    pl_cost *unseen;     /* [symbols]  of a word that a tag was not seen with */
    bool *open;          /* [symbols]  tags of words that are not known */
    pl_cost substitution; /* of a word at a substitution site, not part of a fragment */
    pl_arena arena;
} pl_word_tags;

/* Keeps its arguments. `substitution` is PL_FRAGMENT_COST where the shortest
 * derivation is looked for, else 0; with `merge_states`, tags are those without state
 * splits. */
void pl_word_tags_init(pl_word_tags *t, const pl_tsg *g, const pl_ruleset *rules,
                       const pl_rare *rare, bool merge_states, pl_cost substitution);
void pl_word_tags_release(pl_word_tags *t);
/* Replaces what `out` holds by the tags of all words: that of the sentence, or those that
 * the grammar has for the word or its signature. A tag of the sentence that the grammar
 * does not have counts as none. */
void pl_word_tags_find(const pl_word_tags *t, const pl_tree *sentence, pl_terminals *out);

/* For each symbol its label in the treebank, without mark and what follows it, NULL for
 * inner symbols: [symbols], in the arena. */
const char **pl_tsg_labels(const pl_tsg *g, pl_arena *m);
