/* What a transition system is: one constant, in the file of its family. Its rows are the
 * paper's figure, its conditions the paper's table, its oracle a function from a gold tree
 * to actions. Beam, features, training and statistics go through this interface and never
 * ask which system they run. A new system is a constant in a new file, or in that of its
 * family, and one row in system.c.
 *
 * A transition (RR) and its argument (the label NP, the number of a compound GAP) make an
 * action. The actions a model knows are its inventory, sorted into groups that are
 * permitted or forbidden together: those of the same transition whose labels are of the
 * same sort (ordinary, temporary, axiom), or of the same number; or each label alone,
 * where the label itself decides. */
#pragma once

#include "base/err.h"
#include "machine/items.h"
#include "transform/transform.h"

typedef enum pl_takes {
    PL_TAKES_NOTHING,
    PL_TAKES_LABEL,     /* permitted by sort */
    PL_TAKES_ANY_LABEL, /* permitted one by one: each label is a group */
    PL_TAKES_NUMBER,
} pl_takes;

typedef struct pl_action {
    uint16_t kind;   /* row of the system's table */
    uint16_t number; /* 0 where the transition takes none */
    uint32_t label;  /* PL_NONE where the transition takes none */
} pl_action;

typedef PL_VEC(pl_action) pl_actions;

/* Actions [first, first + n) of an inventory. */
typedef struct pl_group {
    uint16_t kind;
    uint16_t number;    /* of transitions that take one */
    pl_label_sort sort; /* of transitions that take a label */
    uint32_t label;     /* of those that take any label; PL_NONE: several */
    uint32_t first, n;
} pl_group;

typedef struct pl_inventory {
    const struct pl_system *system;
    const pl_labelset *labels;
    pl_actions actions; /* in groups once finished, then by label or number */
    PL_VEC(pl_group) groups;
    uint32_t most; /* the largest number of any action */
    /* What conditions may count on, because all gold derivations are so: */
    bool left_first;    /* of two children the left one is always read first */
    uint32_t max_chain; /* the longest chain of unary nodes */
    bool repeats;       /* some unary node has the label of the node below */
} pl_inventory;

#define PL_MAX_CHAIN 4 /* where training has shown none that is longer */

/* One row of a system's table. */
typedef struct pl_transition {
    const char *name; /* as the paper spells it */
    pl_takes takes;
    int jumps; /* what it counts as in statistics of gaps: 0, 1, or -1 for its number */
    const char *from, *to;
    bool (*may)(const pl_items *c, const pl_group *g, const pl_inventory *inv);
    void (*apply)(pl_items *c, pl_action a);
} pl_transition;

static inline bool pl_takes_label(const pl_transition *row)
{
    return row->takes == PL_TAKES_LABEL || row->takes == PL_TAKES_ANY_LABEL;
}

/* How a paper writes actions: RR(NP), GAP_2; BINR-NP, SWAP-2. */
typedef struct pl_spelling {
    const char *before_label, *after_label, *before_number;
} pl_spelling;

/* How transforms shape trees for a system; what a model has to remember of it. */
typedef struct pl_binary_style {
    pl_bin_mode mode;     /* PL_BIN_SR_GAP or PL_BIN_SWAP: from the head outwards */
    bool keep_unaries;    /* unary nodes stay; false: chains are merged into one label */
    bool artificial_root; /* roots get a label of their own; see derive.h */
    bool keep_children;   /* nodes stay as they are, whatever the mode */
} pl_binary_style;

/* A gold tree as oracles see it. */
typedef struct pl_gold {
    const pl_tree *tree;    /* of the system's style; with heads where it is binary */
    const uint32_t *labels; /* [tree->n_nodes]  of the label table; PL_NONE for a word */
    const uint32_t *order;  /* [n_tokens]  the word that is read k-th; NULL: word k */
} pl_gold;

typedef struct pl_bracket_rules pl_bracket_rules; /* bracket_rules.h */
typedef struct pl_bracket_rule pl_bracket_rule;

typedef struct pl_system {
    const char *name;
    const char *about;
    const pl_transition *transitions; /* ends with a row without name */
    /* The rows that follow a complete derivation: `finish` once, then `idle` as long as
     * others are not complete. The same row in systems that have but one. A configuration
     * is final if `idle` is permitted, which does not depend on group and inventory. */
    uint16_t finish, idle;
    pl_spelling spelling;
    pl_binary_style style;
    /* The order of reading (see transform/transform.h) unless another is asked for; NULL:
     * words are read as they come. */
    const char *reorder;
    /* Systems that choose structure and labels in turn: the first row of label actions,
     * which stand last, and whether one of them comes next; 0 and NULL elsewhere. */
    uint16_t label_rows;
    bool (*labels_next)(const pl_items *c);
    uint16_t unary; /* the row that labels a single element */
    uint16_t gap;   /* the row after which a reduction must follow; 0: none */
    /* Whether the parts of a wanted constituent can still meet; see bracket_rules.h. */
    bool (*meets)(pl_bracket_rules *b, const pl_items *c, const pl_bracket_rule *r);
    const char *templates; /* prefix of feature sets of its own: swap- of swap-extended */
    /* Appends the derivation of a gold tree, without what follows it; `m` is for scratch.
     */
    void (*oracle)(const struct pl_system *s, const pl_gold *gold, pl_actions *out,
                   pl_arena *m);
    /* Adds what training may not have shown, so that no configuration is stuck. */
    void (*close)(pl_inventory *inv);
} pl_system;

extern const pl_system pl_system_sr_gap, pl_system_sr_cgap, pl_system_swap,
    pl_system_skipshift, pl_system_ml_gap;
extern const pl_system *const pl_systems[];        /* these; ends with NULL */
const pl_system *pl_system_find(const char *name); /* NULL if there is none */

/* -- inventories --------------------------------------------------------------------- */

void pl_inventory_start(pl_inventory *inv, const pl_system *s, const pl_labelset *labels);
/* Adds one action if it is not there. */
void pl_inventory_add(pl_inventory *inv, pl_action a);
/* Sorts into groups; FINISH and IDLE are added. After this the numbers of actions are
 * final. */
void pl_inventory_finish(pl_inventory *inv);
/* The number of an action in a finished inventory, PL_NONE if it is not there. */
uint32_t pl_inventory_find(const pl_inventory *inv, pl_action a);
void pl_inventory_release(pl_inventory *inv);

static inline bool pl_may(const pl_inventory *inv, const pl_items *c, const pl_group *g)
{
    return inv->system->transitions[g->kind].may(c, g, inv);
}

static inline void pl_apply(const pl_inventory *inv, pl_items *c, pl_action a)
{
    inv->system->transitions[a.kind].apply(c, a);
    c->last = a.kind;
}

/* The table of a system, a line per transition: RR(X)  <S|s0, D|d0, B>  ->  … */
void pl_system_print(const pl_system *s, pl_str *out);
/* RR(NP), GAP_2, SH appended to `out`. */
void pl_action_print(const pl_system *s, const pl_labelset *labels, pl_action a,
                     pl_str *out);

/* -- what systems share -------------------------------------------------------------- */

/* Effects, as rows of the tables name them. Left and right reduce two elements, of which
 * that one is the head. */
void pl_effect_shift(pl_items *c, pl_action a);
void pl_effect_unary(pl_items *c, pl_action a);
void pl_effect_left(pl_items *c, pl_action a);
void pl_effect_right(pl_items *c, pl_action a);
void pl_effect_none(pl_items *c, pl_action a);

/* Adds an action to a derivation; label PL_NONE: it takes none. A number beyond what an
 * action can hold becomes the largest. */
void pl_spell(pl_actions *out, uint16_t kind, uint32_t number, uint32_t label);

bool pl_is_axiom(const pl_items *c, const pl_item *item);
/* One element is left, and nothing to read. */
bool pl_all_in_one(const pl_items *c);
/* Adds the unary action of the most frequent axiom, unless there is one of some axiom. */
void pl_close_unary(pl_inventory *inv, uint16_t unary);
