/* Small corrections of a tree, and the tree before and after one. All methods of check
 * speak of corrections: each proposes some, and each says of all that were proposed
 * whether they make the tree more likely.
 *
 *     kind      node         other          the tree afterwards
 *     none      any          -              the same: there is no correction to offer
 *     tag       a word       -              the word has the tag `label`
 *     label     a node       -              the node has the label `label`
 *     lower     any          a sibling      node is a child of that sibling
 *     raise     any          -              node is a child of its grandparent
 *     join      a node       a sibling      the children of the sibling are node's, too
 *     dissolve  a node       -              its children are its parent's
 *     group     any          a sibling      a new node `label` holds node, that sibling
 *                                           behind it (or node) and all between them
 */
#pragma once

#include "base/str.h"
#include "check/sentence.h"

typedef enum pl_edit_kind {
    PL_EDIT_NONE,
    PL_EDIT_TAG,
    PL_EDIT_LABEL,
    PL_EDIT_LOWER,
    PL_EDIT_RAISE,
    PL_EDIT_JOIN,
    PL_EDIT_DISSOLVE,
    PL_EDIT_GROUP,
    PL_N_EDITS
} pl_edit_kind;

/* The names of the kinds, and what is added to the score of each, since some kinds are
 * proposed without need more often than others. */
extern const struct pl_edit_info {
    const char *name;
    double prior;
} pl_edit_kinds[PL_N_EDITS];

typedef struct pl_edit {
    pl_edit_kind kind;
    uint32_t node, other; /* other is PL_NONE where the kind has none */
    uint32_t label;       /* number of a name; PL_NONE where the kind has none */
} pl_edit;

typedef PL_VEC(pl_edit) pl_edits;

/* A tree before and after an edit. */
enum { PL_N_CHANGED = 4 };

typedef struct pl_edited {
    pl_edit edit;
    const pl_checked *before;
    pl_checked after;
    /* The nodes whose label or children change; in one of the trees they may be dead, or
     * not there yet. */
    uint32_t nodes[PL_N_CHANGED];
    uint32_t n;
} pl_edited;

/* Makes the edit on a copy, which shares all text with the first. The copy lives in `m`. */
void pl_edited_make(pl_edited *c, const pl_checked *before, pl_edit edit, const char *label,
                    pl_arena *m);
/* Whether the node is in the tree and has children. */
static inline bool pl_view_has(const pl_checked *v, uint32_t node)
{
    return node < v->tree->n_nodes && !pl_is_terminal(v->tree, node) &&
           pl_is_live(v->tree, node);
}

/* Whether a node with this label and yield is in the tree, the root left out. */
bool pl_view_bracket(const pl_checked *v, uint64_t yield, uint32_t label);

/* Appends all edits that move, join or dissolve nodes of the tree, of nodes with at most
 * so many children that the number stays linear in practice. */
void pl_edits_list(const pl_checked *v, pl_edits *out);
/* The siblings run[0] … run[1], two or more, whose words are those of this yield, which
 * goes from word `low` to word `high`; false if there are none. */
bool pl_find_run(const pl_checked *v, uint32_t low, uint32_t high, uint64_t yield,
                 uint32_t *run);
/* The nodes that an edit is about, into nodes[PL_N_FOCUS]; their number. Two findings about
 * the same node are one. */
enum { PL_N_FOCUS = 16 };
uint32_t pl_edit_focus(const pl_tree *t, const pl_edit *e, uint32_t *nodes);
/* Appends the edit in words: "label PP instead of NP". */
void pl_edit_put(pl_str *out, const pl_tree *t, const pl_edit *e, const char *label);
/* Appends "NP (de man)": a node's label and its words, gaps as … */
void pl_node_put(pl_str *out, const pl_tree *t, uint32_t node);
