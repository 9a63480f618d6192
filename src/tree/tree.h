/* A sentence and what is known of its structure: constituents that may be
 * discontinuous, dependencies that may cross, both, or neither (plain tokens).
 *
 * Nodes are numbered: 0 … n_tokens-1 are the terminals in sentence order, a terminal
 * being a word together with its tag; what follows are the nonterminals, in any order.
 *
 *          S                     root = 5
 *        ┌─┴───────┐
 *        VP        │             node 4: VP, low 0, high 2, size 2, blocks 2
 *     ┌──┼─────────┼──┐
 *     PROAV       VMFIN VVPP     nodes 0, 1, 2 (the tags) and tokens 0, 1, 2 (the words)
 *
 * Children form a doubly linked list. Readers and transforms change links and labels
 * freely and call pl_tree_order once at the end, which restores the
 *
 *   INVARIANT  every node but the root has a parent, every nonterminal has a child,
 *              children are in the order of their lowest terminal, and low, high,
 *              size and blocks are true.
 *
 * A nonterminal that is no longer linked to the tree is dead: it stays in the array,
 * with `parent` PL_NONE, until pl_tree_compact. Everything lives in the tree's arena;
 * text may be shared between trees and is never changed in place. */
#pragma once

#include "base/arena.h"
#include "pleach.h" /* PL_NONE, PL_ROOT_HEAD */

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define PL_MAX_TOKENS   100000u            /* in one sentence; a reader refuses more */
#define PL_MAX_DEPTH    10000u             /* of nested brackets or XML elements */
#define PL_MAX_SENTENCE ((size_t)64 << 20) /* bytes of one, over all its lines */

/* A field that a format has and the tree has no place of its own for. */
typedef struct pl_attr {
    const char *key, *value;
    struct pl_attr *next;
} pl_attr;

/* What a transform made of a node, so that its inverse need not guess from the text. */
enum {
    PL_NODE_TEMPORARY = 1, /* made by binarization: dissolves when undone */
    PL_NODE_VIRTUAL = 2,   /* a root that the format implies but does not write */
};

typedef struct pl_node {
    const char *label; /* category; for a terminal the tag, NULL if it has none */
    const char *func;  /* function of the edge to the parent, NULL if none */
    const char *lemma; /* NULL if none */
    const char *morph; /* NULL if none */
    pl_attr *attrs;    /* other fields, in their order */
    uint32_t parent;   /* PL_NONE for the root and for dead nodes */
    uint32_t first, last, prev, next; /* children and siblings, PL_NONE at the ends */
    uint32_t head;                    /* the head child, PL_NONE if not marked */
    uint32_t flags;                   /* PL_NODE_… */
    struct pl_chain *chain; /* what the label was merged from, NULL if it was not */
    /* Filled by pl_tree_order: */
    uint32_t low, high; /* lowest and highest terminal below (itself for a terminal) */
    uint32_t size;      /* number of terminals below */
    uint32_t blocks;    /* runs of adjacent terminals: 1 is continuous, gap degree + 1 */
    uint32_t order;     /* number of children */
} pl_node;

/* The nodes that were merged into one by collapsing a unary chain, the topmost first;
 * the last is the merged node's own former self. See transform/transform.h. */
typedef struct pl_chain {
    pl_node node;           /* as it was; its links are not true any more */
    struct pl_chain *below; /* NULL for the last */
} pl_chain;

/* What only words have. `head` counts tokens from 0; a dependent of the artificial root
 * has head PL_ROOT_HEAD, a token without annotation PL_NONE. */
typedef struct pl_token {
    const char *word;   /* never NULL; "" for the frontier of a fragment */
    const char *coarse; /* CPOSTAG of CoNLL-X, UPOS of CoNLL-U; NULL if none */
    uint32_t head;
    uint32_t n_chars : 31; /* characters in the raw text, from number `first_char` on */
    uint32_t glued : 1;    /* in the raw text no white space follows it */
    const char *deprel;    /* NULL if none */
    const char *deps;      /* column 9 (PHEAD or DEPS), verbatim; NULL if none */
    const char *misc;      /* column 10 (PDEPREL or MISC), verbatim; NULL if none */
    size_t begin, end;     /* byte offsets in the raw text; both 0 if not known */
    size_t first_char;     /* the same as `begin` in characters */
} pl_token;

/* A secondary edge: `child` is also below `parent`, with function `label`. Where an end
 * is a merged node, the rank says which node of its chain is meant, 0 the topmost. */
typedef struct pl_edge {
    uint32_t child, parent;
    uint32_t child_rank, parent_rank;
    const char *label; /* NULL if none */
    struct pl_edge *next;
} pl_edge;

/* A line of the source that belongs before token `before` (n_tokens: after the last):
 * comments, multiword-token ranges and empty nodes of CoNLL-U, verbatim. */
typedef struct pl_line {
    uint32_t before;
    const char *text;
    struct pl_line *next;
} pl_line;

typedef struct pl_tree {
    pl_arena *arena;
    uint32_t n_tokens;
    uint32_t n_nodes, cap_nodes;
    pl_token *tokens; /* [n_tokens] */
    pl_node *nodes;   /* [n_nodes]   moves when pl_tree_add makes it grow */
    uint32_t root;    /* PL_NONE: no constituents */
    bool has_deps;    /* token heads are annotated */
    bool relative;    /* characters (pl_token) are counted from where a stretch of a file begins */
    const char *id;   /* the source's number or id of the sentence; NULL if none */
    const char *text; /* the raw text, where the source has it; NULL if none */
    pl_attr *attrs;   /* other fields of the sentence, in their order */
    pl_line *lines, *last_line; /* in their order */
    pl_edge *edges, *last_edge; /* secondary edges, in their order */
    /* What the parser must keep to (tree/constraints.h); NULL: nothing. Copies have none. */
    const pl_constraints *constraints;
} pl_tree;

/* -- making ----------------------------------------------------------------------- */

/* n terminals without words, tags or parents; pl_tree_sized also makes nonterminals without
 * labels. */
pl_tree *pl_tree_new(pl_arena *m, uint32_t n_tokens);
pl_tree *pl_tree_sized(pl_arena *m, uint32_t n_tokens, uint32_t n_nonterminals);
/* A copy in another arena, text included, that shares nothing with the first. */
pl_tree *pl_tree_copy(const pl_tree *t, pl_arena *m);
/* A new nonterminal without parent or children; its id. `label` is kept, not copied. */
uint32_t pl_tree_add(pl_tree *t, const char *label);

/* Gives a node the label, function and other fields of another, but not its links. */
void pl_node_set(pl_node *node, const pl_node *from);

/* -- changing: each keeps the links right, none restores the order ------------------ */

static inline void pl_tree_append(pl_tree *t, uint32_t parent, uint32_t child)
{
    pl_node *p = &t->nodes[parent], *c = &t->nodes[child];
    assert(c->parent == PL_NONE && parent != child);
    c->parent = parent;
    c->prev = p->last;
    c->next = PL_NONE;
    *(p->last != PL_NONE ? &t->nodes[p->last].next : &p->first) = child;
    p->last = child;
}
void pl_tree_insert_before(pl_tree *t, uint32_t sibling, uint32_t child);
void pl_tree_unlink(pl_tree *t, uint32_t node); /* from its parent; keeps its children */
void pl_tree_move(pl_tree *t, uint32_t node, uint32_t new_parent);
/* Takes a nonterminal out; its children stand in its place under its parent. */
void pl_tree_splice(pl_tree *t, uint32_t node);
/* Puts a new nonterminal between `node` and its parent (or above the root); its id.
 * The new node takes over the function of the edge; `node` gets none. */
uint32_t pl_tree_insert_above(pl_tree *t, uint32_t node, const char *label);
/* Unlinks `node` and every ancestor that this leaves without children. */
void pl_tree_prune(pl_tree *t, uint32_t node);

/* Restores the invariant: sorts children by lowest terminal and computes low, high,
 * size, blocks, order. Linear in the number of nodes (children that are in order already
 * cost nothing more). Nonterminals without terminals below must be gone before. */
void pl_tree_order(pl_tree *t);
/* Takes the marked tokens (gone[n_tokens]) out, with the nonterminals, secondary edges
 * and lines they leave empty, then compacts the tree. Dependents of a removed token
 * attach to its head. The raw text and `deps` are dropped, since they would be wrong. The
 * root goes only when no token is left. */
void pl_tree_delete_tokens(pl_tree *t, const bool *gone);
/* Puts the words into a new order: the word that comes k-th was number order[k]. Lines of
 * the source stay where they are. Then orders the tree. */
void pl_tree_permute(pl_tree *t, const uint32_t *order);
/* Empties column 9 of CoNLL (DEPS, further heads) of words and empty nodes, which is
 * wrong once words or heads have changed. */
void pl_tree_drop_deps(pl_tree *t);
/* Removes dead nonterminals and renumbers the rest in pre-order; then pl_tree_order. */
void pl_tree_compact(pl_tree *t);

/* -- asking ------------------------------------------------------------------------ */

static inline bool pl_is_terminal(const pl_tree *t, uint32_t node)
{
    return node < t->n_tokens;
}

static inline bool pl_is_live(const pl_tree *t, uint32_t node)
{
    return node == t->root || t->nodes[node].parent != PL_NONE;
}

static inline bool pl_is_discontinuous(const pl_tree *t, uint32_t node)
{
    return t->nodes[node].blocks > 1;
}

/* The node after `node` in pre-order (parents first) below `top`, PL_NONE at the end;
 * start with `top` itself. For post-order start with pl_tree_deepest(t, top) and stop
 * after `top`. No recursion, no memory; links may not change on the way except below
 * the nodes already passed. */
static inline uint32_t pl_tree_preorder(const pl_tree *t, uint32_t top, uint32_t node)
{
    if (t->nodes[node].first != PL_NONE)
        return t->nodes[node].first;
    while (node != top && t->nodes[node].next == PL_NONE)
        node = t->nodes[node].parent;
    return node == top ? PL_NONE : t->nodes[node].next;
}

static inline uint32_t pl_tree_deepest(const pl_tree *t, uint32_t node) /* first children */
{
    while (t->nodes[node].first != PL_NONE)
        node = t->nodes[node].first;
    return node;
}

static inline uint32_t pl_tree_postorder(const pl_tree *t, uint32_t top, uint32_t node)
{
    if (node == top)
        return PL_NONE;
    uint32_t next = t->nodes[node].next;
    return next != PL_NONE ? pl_tree_deepest(t, next) : t->nodes[node].parent;
}

bool pl_tree_dominates(const pl_tree *t, uint32_t above, uint32_t below); /* reflexive */
uint32_t pl_tree_lca(const pl_tree *t, uint32_t a, uint32_t b);
/* The terminals below `node` in ascending order into out[size]; their number. */
uint32_t pl_tree_yield(const pl_tree *t, uint32_t node, uint32_t *out);
bool pl_tree_is_discontinuous(const pl_tree *t); /* any node is */
/* A word that depends on itself, directly or by way of others; PL_NONE if there is none. */
uint32_t pl_tree_head_circle(const pl_tree *t);
/* Same words, labels, functions, shape and, with `fields`, every other field (secondary
 * edges in any order); says the first difference in `why` (of size n) where why is not
 * NULL. */
bool pl_tree_equal(const pl_tree *a, const pl_tree *b, bool fields, char *why, size_t n);
/* Whether b has all that a has in its words and nodes: the same tree, fields, secondary edges, head
 * children. b may have more fields, in any order. Id, fields and comments of the sentence do not
 * count. */
bool pl_tree_keeps(const pl_tree *a, const pl_tree *b, char *why, size_t n);

const char *pl_attr_get(const pl_attr *list, const char *key); /* NULL if not there */
/* Adds a field at the end of the list that starts (or goes on) at `list`; returns where
 * the next one goes. `key` and `value` are kept, not copied. */
pl_attr **pl_attr_add(pl_arena *m, pl_attr **list, const char *key, const char *value);
/* The value of a field as a number; NAN if it is not there or no number. */
double pl_attr_number(const pl_attr *list, const char *key);
/* Sets a field, in its place if it is there, else as the last one. Both are kept. */
void pl_attr_set(pl_arena *m, pl_attr **list, const char *key, const char *value);
void pl_attr_remove(pl_attr **list, const char *key);

/* Fields that say how sure a parser is, as a probability: of a constituent, of the tag of a
 * word, or of the whole tree; and of the arc to a word. */
#define PL_CONFIDENCE      "confidence"
#define PL_HEAD_CONFIDENCE "head-confidence"
/* The score of a tree among the n best of its sentence, in the model's units. */
#define PL_SCORE "score"
/* The same in CoNLL-U: in MISC of words, and comments. */
#define PL_MISC_CONFIDENCE      "TagConfidence="
#define PL_MISC_HEAD_CONFIDENCE "HeadConfidence="
#define PL_LINE_CONFIDENCE      "# confidence = "
#define PL_LINE_SCORE           "# score = "
/* Removes all these from the words and the sentence: they are of another parse. */
void pl_tree_drop_confidence(pl_tree *t);

void pl_tree_add_line(pl_tree *t, uint32_t before, const char *text);
void pl_tree_add_edge(pl_tree *t, uint32_t child, uint32_t parent, const char *label);
