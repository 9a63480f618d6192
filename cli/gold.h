/* A treebank in memory with its heads marked: what oracle, train and stats --system need.
 * Functions are set aside: derivations do not have them. */
#ifndef PL_CLI_GOLD_H
#define PL_CLI_GOLD_H

#include "input.h"

#include "transform/heads.h"
#include "machine/derive.h"

typedef struct gold {
    pl_arena arena;
    PL_VEC(pl_tree *) trees; /* each has words and constituents */
    size_t n_tokens;
    pl_heads *rules;
    const char *rules_name;
    size_t n_empty;                  /* sentences without words, left out */
    bool keep_functions;             /* asked for before loading */
    PL_VEC(const char **) functions; /* [trees.n] of all nodes of each, if asked for */
} gold;

/* Reads everything `in` names. `heads` is a name or a file of head rules, or NULL: the
 * shipped rules that know most about the trees. `looks`, if not NULL, looks at each. */
int gold_load(gold *g, input *in, const char *heads, pl_deriver *looks, pl_error *err);
void gold_release(gold *g);
/* Puts the functions back that loading has set aside, or takes them away again. */
void gold_show_functions(gold *g, bool show);

/* Rows that commands which derive trees have in common; `job` is their struct. */
/* clang-format off */
#define SYSTEM_ROW(job, field)  {'s', "system",  "NAME",  TEXT(job, field),      "transition system: sr-gap, sr-cgap, swap or skipshift for constituents; arc-standard, arc-eager, arc-hybrid, easy-first, attardi, dag …, a file of control parameters, or dep for dependencies (default: sr-gap)"}
#define REORDER_ROW(job, field) {0,   "reorder", "MODE",  TEXT(job, field),      "order in which swap and skipshift read the words: left, right, rightd, distI, label, label:NP=left,…,rightd (default: left for swap, dist2 for skipshift)"}
#define HEADS_ROW(job, field)   {0,   "heads",   "RULES", FILE_NAME(job, field), "head rules, by name or file (default: the shipped ones that know most about the trees)"}
/* clang-format on */

/* The transition system of that name, or NULL after a message that lists them. */
const pl_system *find_system(const command *c, const char *name);

#endif
