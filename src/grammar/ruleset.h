/* A grammar made ready for parsing: productions (productions.h) with weights, sorted the
 * ways in which parsers ask for them.
 *
 *     pl_ruleset_compile(&rules, &productions, probabilities, "ROOT", &err);
 *     …                                                  see chart_parsers.h, coarse.h
 *     pl_ruleset_release(&rules);
 *
 * Symbols have the numbers of pl_productions; a few hidden ones follow (see below). Costs
 * are -log p: what a derivation costs is the sum over its productions, the best is the
 * cheapest. Productions with probability 0 are left out. Lexical productions are
 * listed by word, so that the tags of a sentence can be found (words.h); parsers get
 * those as pl_terminal and look no words up.
 *
 * Yield functions are numbers too. Two children whose yields are given always interleave
 * in one way only, so the parser computes that number from the yields, and a rule fits or
 * not: see pl_span_pattern in chart.h. PL_ADJACENT is 01, all that a PCFG has.
 *
 * UNARY CYCLES. A derivation here never goes round in circles: where unary productions
 * lead from a symbol back to itself, chains through these symbols visit none twice. So
 * there are finitely many derivations of a sentence, and charts are acyclic. For that,
 * each such symbol A gets a hidden twin A' which takes over the productions that are not
 * part of the circle, and rules A → A' and A → B' for each chain A … B; pl_derivation
 * shows productions again. */
#pragma once

#include "base/err.h"
#include "grammar/productions.h"

typedef float pl_cost;
#define PL_NO_COST ((pl_cost)INFINITY) /* of what cannot be derived; needs math.h */

#define PL_FRAGMENT_COST 1024.0

#define PL_ADJACENT      0x16u /* the pattern 01 */
#define PL_MAX_VARIABLES 30    /* of a yield function */
#define PL_MAX_CHAINS    4096 /* through one circle of unary productions, shortest first */

/* The highest rank of a symbol: unary productions one above the other, circles apart. */
#define PL_MAX_RANK 250

typedef struct pl_rule {
    uint32_t lhs, left, right; /* symbols; right is PL_NONE for a unary rule */
    pl_cost cost;
    uint64_t pattern; /* of the yield function; 0 for a unary rule, which has none */
    /* Its productions, from the top down, are chains[chain … chain + n_chain - 1] of
     * pl_ruleset: one, or for rules of hidden symbols none or more. */
    uint32_t chain, n_chain;
} pl_rule;

typedef struct pl_lexical { /* a production tag → word */
    uint32_t symbol, production;
    pl_cost cost;
} pl_lexical;

enum { PL_LEFT, PL_RIGHT };

typedef struct pl_rule_group { /* binary rules with the same two children */
    uint32_t child[2];
    uint32_t first, end; /* rules */
    bool joins, gaps;    /* has yield functions that begin 01; others */
} pl_rule_group;

typedef struct pl_partner { /* of a symbol in a group: the other child */
    uint32_t symbol, group;
} pl_partner;

typedef struct pl_ruleset {
    const pl_productions *productions; /* kept */
    uint32_t n_symbols;                /* hidden ones included */
    uint32_t start;                    /* symbol of the root */
    uint32_t max_fanout;
    pl_rule *at; /* [n]  binary ones first, sorted by left, right, pattern, lhs */
    uint32_t n, n_binary;
    pl_rule_group *groups;
    uint32_t n_groups;
    pl_index by_child[2]; /* groups by left child, by right child */
    /* Groups by that child of the two which is in fewer groups: partners[starts[s]] … */
    pl_partner *partners;
    uint32_t *partner_starts;
    pl_index by_left;  /* binary rules by left child */
    pl_index by_right; /* binary rules by right child */
    pl_index by_lhs;   /* all rules */
    pl_index unary;    /* unary rules by child */
    uint32_t *rank; /* [n_symbols]  above that of its child in every unary rule, from 0 */
    uint32_t max_rank;
    uint32_t *fanout;    /* [n_symbols] */
    uint32_t *chains;    /* productions, see pl_rule */
    uint32_t *twin;      /* [n_symbols]  the hidden symbol that derives a terminal of this
                         one; for most itself */
    uint32_t *shown;     /* [n_symbols]  the other way round */
    pl_lexical *lexical; /* by word */
    uint32_t *lexical_starts; /* [words + 1]  by number in productions->words */
    pl_arena arena;
} pl_ruleset;

/* Compiles productions with their probabilities (by number). `root` is the label of
 * roots. Where `starts` is not NULL, each production that starts a fragment costs
 * PL_FRAGMENT_COST more, so that the cheapest derivation is the shortest one. 0, or -1 with the reason: there is no such label, or a production has more than
 * two children, or blocks of one child stand side by side, or chains are too long. `p` is
 * kept. */
int pl_ruleset_compile(pl_ruleset *r, const pl_productions *p,
                       const double *probabilities, const bool *starts, const char *root,
                       pl_error *err);
void pl_ruleset_release(pl_ruleset *r);

/* The symbol with this label and fan-out; PL_NONE if there is none. */
uint32_t pl_ruleset_symbol(const pl_ruleset *r, const char *label, uint32_t fanout);
/* The lexical productions of a word: their number, and where they are. */
uint32_t pl_ruleset_word(const pl_ruleset *r, const char *word, const pl_lexical **first);

/* A tag that a word of the sentence may have. */
typedef struct pl_terminal {
    uint32_t position; /* of the word, from 0 */
    uint32_t symbol;
    pl_cost cost;
    uint32_t production; /* whatever the caller knows it by; PL_NONE is fine */
} pl_terminal;

typedef PL_VEC(pl_terminal) pl_terminals; /* of a sentence */
