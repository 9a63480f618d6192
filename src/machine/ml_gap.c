/* Merge-label-gap: parsing with gaps and without heads. Two sets of words are merged into
 * one, then the new one gets a label or none.
 * Maximin Coavoux, Benoît Crabbé and Shay B. Cohen (2019): Unlexicalized Transition-based
 * Discontinuous Constituency Parsing. TACL 7.
 *
 * Structure and labels are chosen in turn: SH and MERGE are followed by LABEL(X) or
 * NOLABEL, these and GAP by one of the others. Every derivation of a sentence of n words
 * has 4n-2 actions beside its gaps. Nodes of any number of children are built two by two;
 * what has no label dissolves into the node above it. */
#include "machine/bracket_rules.h"
#include "machine/system.h"

#include <string.h>

enum { SHIFT, MERGE, GAP, IDLE, LABEL, NOLABEL };

/* -- conditions ----------------------------------------------------------------------- */

static bool labels_next(const pl_items *c)
{
    return c->last == SHIFT || c->last == MERGE;
}

/* Shifting after GAP would only undo it. */
static bool may_shift(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return !labels_next(c) && c->last != GAP && !pl_buffer_empty(c);
}

static bool may_merge(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return !labels_next(c) && c->split != NULL;
}

static bool may_gap(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return !labels_next(c) && pl_height(c->split) >= 2;
}

/* The label is an axiom if and only if it is that of the whole sentence. */
static bool may_label(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return labels_next(c) && (g->sort == PL_LABEL_AXIOM) == pl_all_in_one(c);
}

static bool may_nolabel(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return labels_next(c) && !pl_all_in_one(c);
}

static bool may_idle(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return pl_all_in_one(c) && pl_is_axiom(c, c->stack->item);
}

/* -- effects -------------------------------------------------------------------------- */

static void merge(pl_items *c, pl_action a)
{
    pl_items_merge(c);
}

static void gap(pl_items *c, pl_action a)
{
    pl_items_gap(c);
}

static void label(pl_items *c, pl_action a)
{
    pl_items_label(c, a.label);
}

/* clang-format off */
static const pl_transition transitions[] = {
    /* row       name       takes             jumps from               to                                  condition    effect */
    [SHIFT]   = {"SH",      PL_TAKES_NOTHING, 0,    "<S, D, b0|B>",    "<S|D, [b0], B>, then a label",      may_shift,   pl_effect_shift},
    [MERGE]   = {"MERGE",   PL_TAKES_NOTHING, 0,    "<S|s0, D|d0, B>", "<S|D, [s0 d0], B>, then a label",   may_merge,   merge},
    [GAP]     = {"GAP",     PL_TAKES_NOTHING, 1,    "<S|s0, D, B>",    "<S, s0|D, B>",                      may_gap,     gap},
    [IDLE]    = {"IDLE",    PL_TAKES_NOTHING, 0,    "<-, [axiom], ->", "the same",                          may_idle,    pl_effect_none},
    [LABEL]   = {"LABEL",   PL_TAKES_LABEL,   0,    "<S, [d0], B>",    "<S, [X], B>",                       may_label,   label},
    [NOLABEL] = {"NOLABEL", PL_TAKES_NOTHING, 0,    "<S, [d0], B>",    "the same, d0 part of a constituent", may_nolabel, pl_effect_none},
    {NULL, PL_TAKES_NOTHING, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */

/* -- oracle --------------------------------------------------------------------------- */

/* S holds parts of nodes: some of their children. A node has at most one part there, since
 * the next child is merged with it at once. */
typedef struct walk {
    const pl_gold *gold;
    uint32_t *stack; /* [n]  the nodes that the elements of S are parts of, s0 last */
    uint32_t n;
    uint32_t *position; /* [n_nodes]  where in S its part is; PL_NONE: nowhere */
    uint32_t *n_merged; /* [n_nodes]  how often children of a node were merged */
} walk;

static void push(walk *w, uint32_t node)
{
    w->position[node] = w->n;
    w->stack[w->n++] = node;
}

/* Takes an element out of S; those above it move down by one. */
static void take(walk *w, uint32_t at)
{
    w->position[w->stack[at]] = PL_NONE;
    w->n--;
    for (uint32_t i = at; i < w->n; i++) {
        w->stack[i] = w->stack[i + 1];
        w->position[w->stack[i]] = i;
    }
}

/* Spells the label of d0, which has some or all children of `node`. Returns the node that
 * d0 is a part of: the same one, or if it is complete the one above. */
static uint32_t spell_label(const walk *w, uint32_t node, pl_actions *out)
{
    const pl_node *n = &w->gold->tree->nodes[node];
    bool complete = w->n_merged[node] + 1 == n->order;
    pl_spell(out, complete ? LABEL : NOLABEL, 0,
             complete ? w->gold->labels[node] : PL_NONE);
    return complete ? n->parent : node;
}

/* Merges d0, a child of `node`, with the other part of the node, which is in S. */
static uint32_t spell_merge(walk *w, uint32_t node, pl_actions *out)
{
    uint32_t at = w->position[node];
    for (uint32_t i = at + 1; i < w->n; i++)
        pl_spell(out, GAP, 0, PL_NONE);
    pl_spell(out, MERGE, 0, PL_NONE);
    take(w, at);
    w->n_merged[node]++;
    return spell_label(w, node, out);
}

/* The word that is read is a child of `node`, and all of it if it has no other. A tree that
 * is a single word has no node, nor a derivation without an artificial root. */
static uint32_t spell_shift(const walk *w, uint32_t node, pl_actions *out)
{
    pl_spell(out, SHIFT, 0, PL_NONE);
    if (node != PL_NONE && w->gold->tree->nodes[node].order == 1)
        return spell_label(w, node, out);
    pl_spell(out, NOLABEL, 0, PL_NONE);
    return node;
}

/* After each word, as long as the other part of the node that d0 belongs to is in S, merges
 * the two. A node that becomes complete by this is a child of the next. */
static void oracle(const pl_system *s, const pl_gold *gold, pl_actions *out, pl_arena *m)
{
    const pl_tree *t = gold->tree;
    walk w = {gold, PL_NEW_ARRAY(m, uint32_t, t->n_tokens), 0,
              pl_arena_alloc(m, t->n_nodes * sizeof(uint32_t)),
              PL_NEW_ARRAY(m, uint32_t, t->n_nodes)};
    memset(w.position, 0xff, t->n_nodes * sizeof(uint32_t)); /* PL_NONE */
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t node = spell_shift(&w, t->nodes[i].parent, out);
        while (node != PL_NONE && w.position[node] != PL_NONE)
            node = spell_merge(&w, node, out);
        if (node != PL_NONE)
            push(&w, node);
    }
}

/* NOLABEL and merging are always possible; a whole sentence needs the label of one axiom.
 */
static void close(pl_inventory *inv)
{
    static const uint16_t always[] = {SHIFT, MERGE, GAP, NOLABEL};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        pl_inventory_add(inv, (pl_action){always[i], 0, PL_NONE});
    pl_close_unary(inv, LABEL);
}

const pl_system pl_system_ml_gap = {
    .name = "ml-gap",
    .about = "merge-label-gap, without heads (Coavoux, Crabbé and Cohen 2019)",
    .transitions = transitions,
    .finish = IDLE,
    .idle = IDLE,
    .spelling = {"(", ")", "_"},
    .style = {.keep_children = true},
    .unary = LABEL,
    .gap = GAP,
    .meets = pl_meets_gap,
    .label_rows = LABEL,
    .labels_next = labels_next,
    .templates = "ml-gap-",
    .oracle = oracle,
    .close = close,
};
