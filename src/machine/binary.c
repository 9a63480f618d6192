/* Treebank trees to binary ones and back; see binary.h. */
#include "machine/binary.h"

#include <string.h>

/* -- the artificial root ------------------------------------------------------------ */

static void see(pl_root_check *check, const char *label, uint8_t where)
{
    uint32_t id = pl_intern_add(&check->labels, label != NULL ? label : "");
    while (check->seen.n <= id)
        PL_PUSH(&check->seen, 0);
    check->seen.at[id] |= where;
    if (check->seen.at[id] == 3)
        check->needs_artificial = true;
}

void pl_root_check_tree(pl_root_check *check, const pl_tree *t)
{
    if (t->root == PL_NONE || pl_is_terminal(t, t->root)) {
        check->needs_artificial = true;
        return;
    }
    if (t->nodes[t->root].flags & PL_NODE_VIRTUAL)
        check->virtual_root = true;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            see(check, t->nodes[v].label, v == t->root ? 1 : 2);
}

void pl_root_check_release(pl_root_check *check)
{
    pl_intern_release(&check->labels);
    PL_VEC_RELEASE(&check->seen);
}

/* -- tree to binary ----------------------------------------------------------------- */

typedef struct maker {
    const pl_tree *tree;
    const pl_binary_style *style;
    pl_labelset *labels;
    pl_binary *out;
    uint32_t *low;      /* [nodes of out]  lowest word */
    uint32_t *made;     /* [nodes of tree] the binary node of a finished tree node */
    const char **parts; /* of the chain being merged */
} maker;

static uint32_t new_node(maker *k, uint32_t label, uint32_t left, uint32_t right,
                         uint32_t head)
{
    uint32_t id = k->out->n_nodes++;
    if (right != PL_NONE && k->low[right] < k->low[left]) {
        uint32_t swap = left;
        left = right;
        right = swap;
    }
    k->out->nodes[id] = (pl_binary_node){label, left, right, PL_NONE, head};
    k->low[id] = k->low[left];
    k->out->nodes[left].parent = id;
    if (right != PL_NONE)
        k->out->nodes[right].parent = id;
    k->labels->entries.at[label].count++;
    return id;
}

/* The label of the chain of unary nodes that ends at `v`, the artificial root
 * included where the chain reaches the top. */
static uint32_t chain_label(maker *k, uint32_t v)
{
    const pl_node *nodes = k->tree->nodes;
    uint32_t first = v, n = 0, length = 1;
    if (!k->style->keep_unaries)
        while (first != k->tree->root && nodes[nodes[first].parent].order == 1) {
            first = nodes[first].parent;
            length++;
        }
    if (first == k->tree->root && k->style->artificial_root && !k->style->keep_unaries)
        k->parts[n++] = PL_ARTIFICIAL_ROOT;
    n += length;
    for (uint32_t i = n, u = v; length > 0; length--, u = nodes[u].parent) {
        const char *own = nodes[u].label;
        k->parts[--i] = own != NULL ? own : "";
    }
    return pl_labelset_add(k->labels, k->parts, n, false);
}

/* The head takes its siblings on one side, nearest first, then on the other; all but the
 * last node made this way are temporary. */
static uint32_t binarize_children(maker *k, uint32_t v, uint32_t label)
{
    const pl_node *nodes = k->tree->nodes;
    uint32_t h = nodes[v].head != PL_NONE ? nodes[v].head : nodes[v].first;
    uint32_t node = k->made[h], left_over = nodes[v].order - 1;
    const char *own = nodes[v].label != NULL ? nodes[v].label : "";
    for (int pass = 0; pass < 2; pass++) {
        bool rightwards = (pass == 0) == k->style->right_first;
        for (uint32_t c = h; left_over > 0;) {
            c = rightwards ? nodes[c].next : nodes[c].prev;
            if (c == PL_NONE)
                break;
            uint32_t l =
                --left_over > 0 ? pl_labelset_add(k->labels, &own, 1, true) : label;
            node = new_node(k, l, node, k->made[c], node);
        }
    }
    return node;
}

/* A finished node: its binary form goes to made[] of the top of its chain. */
static void finish(maker *k, uint32_t v)
{
    const pl_node *nodes = k->tree->nodes;
    bool unary = nodes[v].order == 1;
    uint32_t child = nodes[v].first;
    if (unary && !k->style->keep_unaries && !pl_is_terminal(k->tree, child)) {
        k->made[v] = k->made[child]; /* made together with the end of the chain */
        return;
    }
    uint32_t label = chain_label(k, v);
    k->made[v] = unary ? new_node(k, label, k->made[child], PL_NONE, k->made[child])
                       : binarize_children(k, v, label);
}

/* A root of its own above the finished tree, for systems that keep unary nodes and for
 * trees that are a single word. */
static uint32_t add_root(maker *k, uint32_t top)
{
    const char *part = PL_ARTIFICIAL_ROOT;
    return new_node(k, pl_labelset_add(k->labels, &part, 1, false), top, PL_NONE, top);
}

pl_binary *pl_binary_from_tree(const pl_tree *t, const pl_binary_style *style,
                               pl_labelset *labels, pl_arena *m)
{
    pl_binary *b = PL_NEW(m, pl_binary);
    uint32_t n = t->n_tokens;
    size_t most =
        (size_t)2 * n + t->n_nodes + 1; /* n - 1 binary ones and the unary ones */
    b->n_tokens = b->n_nodes = n;
    b->nodes = pl_arena_alloc(m, most * sizeof *b->nodes);
    maker k = {t,
               style,
               labels,
               b,
               PL_NEW_ARRAY(m, uint32_t, most),
               PL_NEW_ARRAY(m, uint32_t, t->n_nodes),
               NULL};
    k.parts = pl_arena_alloc(m, (t->n_nodes + 1) * sizeof *k.parts);
    for (uint32_t i = 0; i < n; i++) {
        b->nodes[i] = (pl_binary_node){PL_NONE, PL_NONE, PL_NONE, PL_NONE, PL_NONE};
        k.low[i] = k.made[i] = i;
    }
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;
         v = pl_tree_postorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            finish(&k, v);
    b->root = k.made[t->root];
    if (style->artificial_root && (style->keep_unaries || pl_is_terminal(t, t->root)))
        b->root = add_root(&k, b->root);
    labels->entries.at[b->nodes[b->root].label].class = PL_LABEL_AXIOM;
    return b;
}

/* -- binary to tree ----------------------------------------------------------------- */

/* Adds the chain of a label's parts below `above` (PL_NONE: as the root); its last node.
 * The artificial root has no node. */
static uint32_t add_chain(pl_tree *t, const pl_label *label, uint32_t above)
{
    for (uint32_t i = 0; i < label->n_parts; i++) {
        const char *part = label->parts[i];
        if (strcmp(part, PL_ARTIFICIAL_ROOT) == 0)
            continue;
        uint32_t v =
            pl_tree_add(t, part[0] != '\0' ? pl_arena_strdup(t->arena, part) : NULL);
        if (above != PL_NONE)
            pl_tree_append(t, above, v);
        else
            t->root = v;
        above = v;
    }
    return above;
}

void pl_binary_to_tree(const pl_binary *b, const pl_labelset *labels, bool virtual_root,
                       pl_tree *t)
{
    t->n_nodes = t->n_tokens;
    t->root = PL_NONE;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_node *w = &t->nodes[i];
        w->parent = w->first = w->last = w->prev = w->next = w->head = PL_NONE;
        w->func = NULL;
    }
    /* Top down with a stack: each waiting node with the tree node it hangs under. */
    typedef struct waiting {
        uint32_t node, above;
    } waiting;
    waiting *todo = pl_arena_alloc(t->arena, (b->n_nodes + 1) * sizeof *todo);
    size_t n = 0;
    todo[n++] = (waiting){b->root, PL_NONE};
    while (n > 0) {
        waiting w = todo[--n];
        const pl_binary_node *node = &b->nodes[w.node];
        if (w.node < b->n_tokens) {
            if (w.above != PL_NONE)
                pl_tree_append(t, w.above, w.node);
            else
                t->root = w.node;
            continue;
        }
        const pl_label *label = pl_labelset_at(labels, node->label);
        if (label->class != PL_LABEL_TEMPORARY)
            w.above = add_chain(t, label, w.above);
        if (node->right != PL_NONE)
            todo[n++] = (waiting){node->right, w.above};
        todo[n++] = (waiting){node->left, w.above};
    }
    if (virtual_root && t->root != PL_NONE && !pl_is_terminal(t, t->root))
        t->nodes[t->root].flags |= PL_NODE_VIRTUAL;
    pl_tree_order(t);
}
