/* Collapsing and restoring unary chains; see transform.h. */
#include "transform/transform.h"

#include "base/str.h"

#include <string.h>

/* -- labels ------------------------------------------------------------------------ */

/* Characters of a label that collapsing must escape, and that restoring finds: in files
 * the joint and the escape itself, inside the joint alone. */
static const char *special(char joint)
{
    static const char inside[] = {PL_JOINT_INSIDE, '\0'};
    return joint == PL_JOINT_TEXT ? "+\\" : inside;
}

static void put_label(pl_str *s, const char *label, char joint)
{
    for (; *label != '\0'; label++) {
        if (joint == PL_JOINT_TEXT && (*label == '+' || *label == '\\'))
            pl_str_putc(s, '\\');
        pl_str_putc(s, *label);
    }
}

/* The chain that a label's text stands for. */
static pl_chain *chain_of_text(pl_arena *m, const char *label, char joint)
{
    pl_chain *top = NULL, **end = &top;
    pl_str s = {0};
    for (;; label++) {
        if (joint == PL_JOINT_TEXT && *label == '\\' && label[1] != '\0') {
            pl_str_putc(&s, *++label);
        } else if (*label == joint || *label == '\0') {
            *end = PL_NEW(m, pl_chain);
            (*end)->node.head = PL_NONE;
            (*end)->node.label = pl_arena_strndup(m, pl_str_text(&s), s.n);
            end = &(*end)->below;
            pl_str_clear(&s);
            if (*label == '\0')
                break;
        } else {
            pl_str_putc(&s, *label);
        }
    }
    pl_str_release(&s);
    return top;
}

/* -- collapsing -------------------------------------------------------------------- */

/* The only child of a nonterminal, if that is a nonterminal too; else PL_NONE. */
static uint32_t only_child(const pl_tree *t, uint32_t v)
{
    uint32_t c = t->nodes[v].first;
    return c == t->nodes[v].last && !pl_is_terminal(t, c) ? c : PL_NONE;
}

/* How many nodes a node stands for. */
static uint32_t chain_length(const pl_chain *chain)
{
    uint32_t n = chain == NULL;
    for (; chain != NULL; chain = chain->below)
        n++;
    return n;
}

/* Adds what has to be remembered of a node: itself, or its own chain where it was merged
 * before (its function may have changed since). Returns where the next goes. */
static pl_chain **remember(pl_tree *t, uint32_t v, pl_chain **end)
{
    const pl_node *n = &t->nodes[v];
    if (n->chain != NULL) {
        n->chain->node.func = n->func;
        for (*end = n->chain; *end != NULL;)
            end = &(*end)->below;
        return end;
    }
    *end = PL_NEW(t->arena, pl_chain);
    (*end)->node = *n;
    return &(*end)->below;
}

/* Secondary edges of the nodes that are merged go to the one that stays; each remembers
 * the rank of its end in the chain. From below, so that those of the bottom itself are
 * not taken for edges that were moved there. */
static void move_edges(pl_tree *t, uint32_t top, uint32_t bottom)
{
    uint32_t rank = 0;
    for (uint32_t v = top; v != bottom; v = t->nodes[v].first)
        rank += chain_length(t->nodes[v].chain);
    for (uint32_t v = bottom;; v = t->nodes[v].parent) {
        for (pl_edge *e = t->edges; e != NULL; e = e->next) {
            if (e->child == v) {
                e->child = bottom;
                e->child_rank += rank;
            }
            if (e->parent == v) {
                e->parent = bottom;
                e->parent_rank += rank;
            }
        }
        if (v == top)
            return;
        rank -= chain_length(t->nodes[t->nodes[v].parent].chain);
    }
}

static void set_joined_label(pl_tree *t, uint32_t node, char joint)
{
    pl_str s = {0};
    for (const pl_chain *c = t->nodes[node].chain; c != NULL; c = c->below) {
        put_label(&s, c->node.label, joint);
        if (c->below != NULL)
            pl_str_putc(&s, joint);
    }
    t->nodes[node].label = pl_arena_strndup(t->arena, pl_str_text(&s), s.n);
    pl_str_release(&s);
}

/* Puts the last node of a chain in the place of the first. */
static void lift(pl_tree *t, uint32_t top, uint32_t bottom)
{
    pl_tree_unlink(t, bottom);
    uint32_t parent = t->nodes[top].parent;
    if (parent == PL_NONE) {
        t->root = bottom;
    } else {
        bool was_head = t->nodes[parent].head == top;
        pl_tree_insert_before(t, top, bottom);
        pl_tree_unlink(t, top);
        if (was_head)
            t->nodes[parent].head = bottom;
    }
    t->nodes[top].first = t->nodes[top].last = PL_NONE;
}

/* Merges the chain from `top` down to the last node of it. */
static void merge(pl_tree *t, uint32_t top, char joint)
{
    uint32_t bottom = top;
    for (uint32_t c; (c = only_child(t, bottom)) != PL_NONE;)
        bottom = c;
    if (t->edges != NULL)
        move_edges(t, top, bottom);
    pl_chain *chain = NULL, **end = remember(t, top, &chain);
    for (uint32_t v = top; v != bottom;)
        end = remember(t, v = t->nodes[v].first, end);
    t->nodes[bottom].chain = chain;
    set_joined_label(t, bottom, joint);
    if (top != bottom) {
        t->nodes[bottom].func = t->nodes[top].func;
        t->nodes[bottom].flags = 0;
        lift(t, top, bottom);
    }
}

void pl_unary_collapse(pl_tree *t, char joint)
{
    bool changed = false;
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        if (!pl_is_live(t, v))
            continue;
        uint32_t parent = t->nodes[v].parent;
        bool is_top =
            parent == PL_NONE || t->nodes[parent].first != t->nodes[parent].last;
        bool chain = only_child(t, v) != PL_NONE;
        bool escape = t->nodes[v].chain == NULL &&
                      strpbrk(t->nodes[v].label, special(joint)) != NULL;
        if (is_top && (chain || escape)) {
            merge(t, v, joint);
            changed = true;
        }
    }
    if (changed)
        pl_tree_compact(t);
}

/* -- restoring --------------------------------------------------------------------- */

static void restore_edges(pl_tree *t, uint32_t node, const uint32_t *by_rank)
{
    for (pl_edge *e = t->edges; e != NULL; e = e->next) {
        if (e->child == node) {
            e->child = by_rank[e->child_rank];
            e->child_rank = 0;
        }
        if (e->parent == node) {
            e->parent = by_rank[e->parent_rank];
            e->parent_rank = 0;
        }
    }
}

/* Puts the nodes of the chain above `node` again, the topmost first. */
static void split(pl_tree *t, uint32_t node, const pl_chain *chain)
{
    uint32_t rank = 0;
    uint32_t *by_rank = PL_NEW_ARRAY(t->arena, uint32_t, chain_length(chain));
    const char *func = t->nodes[node].func;
    for (const pl_chain *c = chain; c->below != NULL; c = c->below) {
        uint32_t v = by_rank[rank++] = pl_tree_insert_above(t, node, NULL);
        pl_node_set(&t->nodes[v], &c->node);
        t->nodes[v].head = c->node.head != PL_NONE ? node : PL_NONE;
    }
    const pl_chain *last = chain;
    while (last->below != NULL)
        last = last->below;
    by_rank[rank] = node;
    pl_node *own = &t->nodes[node];
    own->label = last->node.label;
    own->func = last->node.func;
    own->flags |= last->node.flags;
    own->chain = NULL;
    t->nodes[by_rank[0]].func = func; /* the edge upwards may have changed since */
    if (t->edges != NULL)
        restore_edges(t, node, by_rank);
}

void pl_unary_restore(pl_tree *t, char joint)
{
    uint32_t n_nodes = t->n_nodes;
    bool changed = false;
    for (uint32_t v = t->n_tokens; v < n_nodes; v++) {
        pl_chain *chain = t->nodes[v].chain;
        if (!pl_is_live(t, v))
            continue;
        if (chain == NULL && !(t->nodes[v].flags & PL_NODE_TEMPORARY) &&
            strpbrk(t->nodes[v].label, special(joint)) != NULL)
            chain = chain_of_text(t->arena, t->nodes[v].label, joint);
        if (chain != NULL) {
            split(t, v, chain);
            changed = true;
        }
    }
    if (changed)
        pl_tree_compact(t);
}

/* -- the step ----------------------------------------------------------------------- */

static void collapse(pl_tree *t)
{
    pl_unary_collapse(t, PL_JOINT_TEXT);
}

static void restore(pl_tree *t)
{
    pl_unary_restore(t, PL_JOINT_TEXT);
}

static const pl_mode modes[] = {
    {"collapse", collapse}, {"keep", NULL}, {"restore", restore}, {NULL, NULL}};

const pl_transform_code pl_unary_code = {.modes = modes};

/* -- the artificial root ------------------------------------------------------------ */

void pl_root_add(pl_tree *t)
{
    uint32_t below = t->root;
    t->nodes[pl_tree_insert_above(t, below, PL_ARTIFICIAL_ROOT)].head = below;
    pl_tree_order(t);
}

void pl_root_remove(pl_tree *t)
{
    uint32_t root = t->root;
    if (pl_is_terminal(t, root) || strcmp(t->nodes[root].label, PL_ARTIFICIAL_ROOT) != 0)
        return;
    t->root = t->nodes[root].first;
    pl_tree_unlink(t, t->root);
}
