/* A machine: a transition system as the parser sees it, with the labels and actions that a
 * treebank gave it. SR-GAP, SWAP and their kin build constituents (constituency.c, with a
 * table of transitions per system); one machine with control parameters builds
 * dependencies (dependency.c), and one without an order of steps (graph.c). Beam, training, statistics and oracles go through this
 * interface and never ask which system runs.
 *
 * What unites the two is the place. A configuration offers places; at each place there is
 * one row of scores, of all actions; a step is a place and an action.
 *
 *     constituents   one place: the whole configuration
 *     dependencies   one place for each pair (i, j) of active tokens, i to the left of j;
 *                    REDUCE and SHIFT stand at fixed ones
 *     graph          one place for each head of the next word
 *
 * A machine is made from a treebank in two passes, or read from a model:
 *
 *     pl_machine *m = pl_machine_new("sr-gap", &options, &err);
 *     for each tree: m->ops->check(tree, &err);
 *     for each tree: m->ops->look(m, tree);
 *     for each tree: m->ops->add(m, tree, &arena);       collects labels and actions
 *     m->ops->finish(m, &err);                           numbers the actions
 *
 * and then parses:
 *
 *     void *task = m->ops->start(m, &arena, n_words, false);
 *     m->ops->begin(task, &config);
 *     while (!m->ops->is_final(task, &config)) {
 *         m->ops->choices(task, &config, NULL, 0, &choices);
 *         m->ops->apply(task, &config, step);            any step among the choices
 *     }
 *     m->ops->tree(task, &config, sentence);
 */
#pragma once

#include "base/sections.h"
#include "machine/arcs.h"
#include "machine/items.h"
#include "tree/constraints.h"

typedef struct pl_machine pl_machine;

/* A step of a derivation: an action at a place. */
typedef struct pl_act {
    pl_place place;
    uint32_t action;
} pl_act;

typedef PL_VEC(pl_act) pl_acts;

static inline bool pl_same_act(pl_act a, pl_act b)
{
    return a.action == b.action && a.place.i == b.place.i && a.place.j == b.place.j;
}

/* Any of the actions [first, end) is permitted at the place. */
typedef struct pl_choice {
    pl_place place;
    uint32_t first, end;
    uint32_t gold; /* the correct one among them; PL_NONE: none, or not asked for */
} pl_choice;

typedef PL_VEC(pl_choice) pl_choices;

/* Whether there is nothing to choose. */
static inline bool pl_choices_one(const pl_choices *c)
{
    return c->n == 1 && c->at[0].end - c->at[0].first == 1;
}

/* The words of a graph that have their heads: the first n. */
typedef struct pl_graph_config {
    uint32_t n;
    const pl_arc_list *arcs; /* heads and modifiers are words; a word that is its own head
                                depends on the root */
} pl_graph_config;

/* A configuration, copied by copying the struct; what it points to is shared and never
 * changes. */
typedef union pl_config {
    pl_items items;
    pl_dep_config arcs;
    pl_graph_config graph;
} pl_config;

/* What is right for one sentence. Where one derivation alone is right, its actions; where
 * several orders are, the arcs. */
typedef struct pl_target {
    uint32_t n_tokens;
    uint32_t n_steps;        /* 0 where the order is free */
    const uint32_t *actions; /* [n_steps] at the one place there is */
    pl_dep_gold arcs;
} pl_target;

/* What scores depend on: items on stack, deque and buffer; pairs of tokens and what was
 * built around them; words alone, so that all scores are known from the start. */
typedef enum pl_sight { PL_SEES_ITEMS, PL_SEES_PAIRS, PL_SEES_WORDS, PL_N_SIGHTS } pl_sight;

typedef struct pl_machine_ops {
    bool constituents;  /* or dependencies */
    const char *format; /* which trees are written in unless another is asked for */
    pl_sight sight;

    /* -1 with the reason if a tree cannot be learned from or scored. Words without tag
     * get their coarse one, where there is one. */
    int (*check)(pl_tree *t, pl_error *err);
    /* First and second pass over the trees of a treebank that check() has passed. */
    void (*look)(pl_machine *m, const pl_tree *t);
    void (*add)(pl_machine *m, const pl_tree *t, pl_arena *scratch);
    /* Numbers the actions; -1 with the reason. */
    int (*finish)(pl_machine *m, pl_error *err);
    /* Replaces `steps` by the derivation of a tree; false if there is none. `gold` (which
     * may be NULL) is filled for training; it lives in `arena`. While learning, machines
     * may be more lenient than when they parse. */
    bool (*derive)(const pl_machine *m, const pl_tree *t, bool learning, pl_target *gold,
                   pl_acts *steps, pl_arena *arena);

    /* Begins with a sentence; all that belongs to it lives in `arena`. */
    void *(*start)(const pl_machine *m, pl_arena *arena, uint32_t n_tokens,
                   bool learning);
    /* Keeps what a bad model could do within bounds, where a tree is searched for; NULL: no need
     * for it. */
    void (*bound)(void *task);
    void (*begin)(void *task, pl_config *c);
    /* Replaces `out` by all that is permitted; with `gold`, the configuration was reached
     * by so many correct steps and correct actions are marked. Nothing is permitted where
     * the configuration is final and no action says so. */
    void (*choices)(void *task, const pl_config *c, const pl_target *gold,
                    uint32_t n_steps, pl_choices *out);
    void (*apply)(void *task, pl_config *c, pl_act step);
    /* Lets a sentence obey constraints, which were checked, as far as the machine can: see
     * obey(). False if there is nothing to obey. Keeps `c`. */
    bool (*constrain)(void *task, const pl_constraints *c);
    /* Takes what leads to no tree that obeys out of the list that choices() gave for `c`.
     * Nothing may be left. */
    void (*obey)(void *task, const pl_config *c, pl_choices *list);
    /* Equal for actions that build the same and differ in nothing but the label. */
    uint32_t (*shape)(const pl_machine *m, uint32_t action);
    bool (*is_final)(const void *task, const pl_config *c);
    /* Whether a label is chosen next, in systems that choose structure and labels in turn.
     * NULL where no system does. */
    bool (*labels_next)(const void *task, const pl_config *c);
    /* Equal for steps that lead to the same configuration (`step` NULL: it stays as it is);
     * to be asked after choices() for `c`. NULL where no two orders lead to the same. */
    uint64_t (*signature)(void *task, const pl_config *c, const pl_act *step);
    /* Puts the finished tree over the words of `t`. */
    void (*tree)(void *task, const pl_config *c, pl_tree *t);

    /* How many elements a step jumps over: GAP, SWAP-i, arcs over other tokens; 0: none.
     * *compound (which may be NULL): it may be several at once. */
    uint32_t (*jumps)(const pl_machine *m, pl_act act, bool *compound);
    /* RR(NP), SWAP-2, RIGHT-ARC[3,1](mod) appended to `out`. */
    void (*print)(const pl_machine *m, pl_act step, pl_str *out);
    /* Appends, after a tab, what a step has made: the arc HEAD -> WORD. NULL: nothing. */
    void (*print_effect)(void *task, const pl_config *after, pl_act step, pl_str *out);

    /* What programs see of a configuration: fills stack, deque and buffer of `out`. */
    void (*show)(const void *task, const pl_config *c, pl_arena *m, pl_parse_step *out);
    /* Sets the arc that a step has made. NULL: none is. */
    void (*show_arc)(const void *task, const pl_config *after, pl_act step,
                     pl_parse_step *out);

    /* Lines "key: value" on labels or control parameters, for `pleach info`. */
    void (*print_facts)(const pl_machine *m, pl_str *out);
    /* The system as its paper has it: a table of transitions, or control parameters. */
    void (*print_system)(const pl_machine *m, pl_str *out);

    void (*put)(const pl_machine *m, pl_section_list *list);
    /* Sets the lines of `about` that reading the machine again needs. */
    void (*describe)(const pl_machine *m, pl_str *about);
    void (*free)(pl_machine *m);
} pl_machine_ops;

/* For obey(): appends the actions of a choice for which allowed[action - c.first] holds, as
 * one choice or several; then takes the first n out, which were there before. */
void pl_choices_keep(pl_choices *list, pl_choice c, const bool *allowed);
void pl_choices_drop(pl_choices *list, size_t n);

/* Where an artificial root stands among the tokens. */
typedef enum pl_root_place { PL_ROOT_NONE, PL_ROOT_FIRST, PL_ROOT_LAST } pl_root_place;

struct pl_machine {
    const pl_machine_ops *ops;
    const char *name;    /* of the system */
    const char *reorder; /* order in which it reads words; NULL: as they come */
    /* The default set of feature templates, and the prefix of sets made for this
     * system ("swap-": swap-extended is preferred where extended is asked for; NULL:
     * none). */
    const char *features, *own_features;
    pl_root_place root;
    bool may_cross; /* dependencies: arcs may cross */
    /* Known when it is finished: */
    uint32_t n_actions;
    /* Actions from here on are labels of systems that choose them in turn with structure;
     * n_actions in others. */
    uint32_t first_label;
    uint32_t n_labels; /* of constituents or relations */
    bool single_root;  /* one word alone depends on the root */
};

/* How a user names a system. */
typedef struct pl_machine_options {
    const char *reorder; /* order of reading, of systems that have one; NULL: its own */
    const pl_dep_settings *settings; /* control parameters; NULL: as they are */
    pl_dep_single single_root;       /* of dependencies */
    pl_str *notes; /* gets a line for each setting without use; may be NULL */
} pl_machine_options;

/* NULL with the reason: no such system, or settings that make no sense. */
pl_machine *pl_machine_new(const char *name, const pl_machine_options *o, pl_error *err);
/* The machine in a model file; `about` has the lines of describe(). */
pl_machine *pl_machine_from(const pl_sections *file, const pl_str *about, pl_error *err);
void pl_machine_free(pl_machine *m); /* NULL is fine */
/* 0 if there is a system of that name, or -1 with a message that lists those there are. */
int pl_machine_known(const char *name, pl_error *err);

/* Replays the derivation of a tree, which derive() gave, over the words of `t` and replaces
 * its trees by what comes out. -1 with the reason when a step is not permitted or the end
 * is not final. */
int pl_machine_replay(const pl_machine *m, const pl_target *target, const pl_acts *acts,
                      pl_tree *t, pl_error *err);

/* How long derivations are, and how often and how far they jump over what stands between
 * two parts of a constituent: Table 6 of Coavoux and Crabbé (2017). */
typedef struct pl_lengths {
    uint64_t n_trees, n_tokens, n_actions; /* of trees that have a derivation */
    uint64_t longest;                      /* derivation */
    uint64_t n_jumps;     /* gaps, swaps, skips: a compound one counts its number */
    uint64_t longest_run; /* of jumps without another action between; a compound one is a
                             run of its own */
} pl_lengths;

/* Counts one derivation. */
void pl_lengths_add(pl_lengths *l, const pl_machine *m, const pl_acts *derivation,
                    uint32_t n_tokens);

/* -- the two families; machine.c chooses between them -------------------------------- */

bool pl_is_constituent_system(const char *name);
pl_machine *pl_constituents_new(const char *name, const char *reorder, pl_error *err);
pl_machine *pl_constituents_from(const pl_sections *file, const pl_str *about,
                                 pl_error *err);
pl_machine *pl_dependencies_new(const char *name, const pl_machine_options *o,
                                pl_error *err);
pl_machine *pl_dependencies_from(const pl_sections *file, const pl_str *about,
                                 pl_error *err);
