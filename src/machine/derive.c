/* Derivations of treebank trees; see derive.h. */
#include "machine/derive.h"

#include "transform/transform.h"

#include <string.h>

void pl_deriver_start(pl_deriver *d, const pl_system *system)
{
    *d = (pl_deriver){.system = system, .style = system->style};
    d->labels.at_sign = system->style.mode == PL_BIN_SWAP; /* as convert writes them */
    pl_inventory_start(&d->inventory, system, &d->labels);
    if (system->reorder != NULL) {
        pl_error err;
        pl_deriver_reorder(d, system->reorder, &err);
    }
}

int pl_deriver_reorder(pl_deriver *d, const char *text, pl_error *err)
{
    if (d->system->reorder == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s reads the words in the order of the sentence",
                       d->system->name);
    pl_reorder r;
    if (pl_reorder_init(&r, text, err) < 0)
        return -1;
    pl_reorder_release(&d->reorder);
    d->reorder = r;
    d->inventory.left_first = pl_reorder_is_left(&r);
    return 0;
}

/* -- whether an artificial root is needed -------------------------------------------- */

/* Notes a label at the top (1) or below (2); whether it has occurred at both places. */
static bool see(pl_root_check *check, const char *label, uint8_t where)
{
    uint32_t id = pl_intern_add(&check->labels, label);
    while (check->seen.n <= id)
        PL_PUSH(&check->seen, 0);
    check->seen.at[id] |= where;
    return check->seen.at[id] == 3;
}

void pl_deriver_look(pl_deriver *d, const pl_tree *t)
{
    bool *needed = &d->style.artificial_root;
    if (t->root == PL_NONE || pl_is_terminal(t, t->root)) {
        *needed = true;
        return;
    }
    d->roots.virtual_root |= (t->nodes[t->root].flags & PL_NODE_VIRTUAL) != 0;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            *needed |= see(&d->roots, t->nodes[v].label, v == t->root ? 1 : 2);
}

/* -- from a tree to its derivation --------------------------------------------------- */

/* A copy of the constituents alone that shares all text with `t`. Where no head is marked
 * the first child is the head. What an earlier binarization or merging made counts as the
 * treebank's own. */
static pl_tree *outline(const pl_tree *t, pl_arena *m)
{
    pl_tree *copy = PL_NEW(m, pl_tree);
    *copy = (pl_tree){.arena = m,
                      .n_tokens = t->n_tokens,
                      .tokens = t->tokens,
                      .n_nodes = t->n_nodes,
                      .cap_nodes = t->n_nodes + t->n_tokens + 1, /* binarization adds */
                      .root = t->root};
    copy->nodes = pl_arena_alloc(m, copy->cap_nodes * sizeof *copy->nodes);
    memcpy(copy->nodes, t->nodes, t->n_nodes * sizeof *copy->nodes);
    for (pl_node *n = copy->nodes + t->n_tokens; n < copy->nodes + t->n_nodes; n++) {
        n->head = n->head != PL_NONE ? n->head : n->first;
        n->flags = 0;
        n->chain = NULL;
    }
    return copy;
}

/* The tree as the system derives it; pl_deriver_build is the inverse. */
static pl_tree *shape(const pl_deriver *d, const pl_tree *t, pl_arena *m)
{
    pl_bin_options options = {.mode = d->style.mode, .label = PL_LABEL_SAME};
    pl_error err; /* fails only where heads are missing */
    pl_tree *shaped = outline(t, m);
    if (d->style.artificial_root)
        pl_root_add(shaped);
    if (!d->style.keep_children)
        pl_binarize(shaped, &options, &err);
    if (!d->style.keep_unaries)
        pl_unary_collapse(shaped, PL_JOINT_INSIDE);
    return shaped;
}

static uint32_t count_label(pl_labelset *labels, const pl_tree *t, uint32_t v)
{
    bool temporary = (t->nodes[v].flags & PL_NODE_TEMPORARY) != 0;
    uint32_t id = pl_labelset_add(labels, t->nodes[v].label, temporary);
    labels->entries.at[id].count += !labels->closed;
    return id;
}

static uint32_t temporary_child(const pl_tree *t, uint32_t v)
{
    uint32_t first = t->nodes[v].first, last = t->nodes[v].last;
    if (t->nodes[first].flags & PL_NODE_TEMPORARY)
        return first;
    return t->nodes[last].flags & PL_NODE_TEMPORARY ? last : PL_NONE;
}

/* Numbers the labels of all nodes: of a treebank node, then of the nodes that
 * binarization put below it, from the bottom of the tree up. */
static const uint32_t *number_labels(pl_labelset *labels, const pl_tree *t, pl_arena *m)
{
    uint32_t *ids = pl_arena_alloc(m, t->n_nodes * sizeof *ids);
    memset(ids, 0xff, t->n_nodes * sizeof *ids); /* PL_NONE */
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;
         v = pl_tree_postorder(t, t->root, v))
        if (!pl_is_terminal(t, v) && !(t->nodes[v].flags & PL_NODE_TEMPORARY)) {
            ids[v] = count_label(labels, t, v);
            for (uint32_t u = v; (u = temporary_child(t, u)) != PL_NONE;)
                ids[u] = count_label(labels, t, u);
        }
    if (!pl_is_terminal(t, t->root))
        labels->entries.at[ids[t->root]].sort = PL_LABEL_AXIOM;
    return ids;
}

static bool is_unary(const pl_tree *t, uint32_t v)
{
    return !pl_is_terminal(t, v) && t->nodes[v].order == 1;
}

/* Notes the longest chain of unary nodes, counted from its top, and whether a node of one
 * has the label of the node below. */
static void note_chains(pl_inventory *inv, const pl_gold *gold)
{
    const pl_tree *t = gold->tree;
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        uint32_t parent = t->nodes[v].parent, length = 0;
        if (parent != PL_NONE && is_unary(t, parent))
            continue;
        for (uint32_t u = v; is_unary(t, u); u = t->nodes[u].first, length++)
            inv->repeats |= gold->labels[u] == gold->labels[t->nodes[u].first];
        if (length > inv->max_chain)
            inv->max_chain = length;
    }
}

void pl_deriver_again(pl_deriver *d, const pl_tree *t, pl_actions *out, pl_arena *m)
{
    if (t->n_tokens == 0)
        return;
    const pl_tree *shaped = shape(d, t, m);
    pl_gold gold = {shaped, number_labels(&d->labels, shaped, m), NULL};
    if (d->system->reorder != NULL) {
        uint32_t *order = pl_arena_alloc(m, t->n_tokens * sizeof *order);
        pl_reorder_words(&d->reorder, shaped, m, order);
        gold.order = order;
    }
    note_chains(&d->inventory, &gold);
    d->system->oracle(d->system, &gold, out, m);
}

void pl_deriver_tree(pl_deriver *d, const pl_tree *t, pl_actions *out, pl_arena *m)
{
    size_t first = out->n;
    pl_deriver_again(d, t, out, m);
    for (size_t i = first; i < out->n; i++)
        pl_inventory_add(&d->inventory, out->at[i]);
}

/* The lowest label of a chain. */
static const char *lowest_label(const char *name)
{
    const char *joint = strrchr(name, PL_JOINT_INSIDE);
    return joint != NULL ? joint + 1 : name;
}

/* Treebanks of single words have no label but axioms; longer sentences need one that may
 * stand inside: the lowest label of the first axiom. */
static void need_ordinary_label(pl_labelset *labels)
{
    for (size_t i = 0; i < labels->entries.n; i++)
        if (labels->entries.at[i].sort == PL_LABEL_ORDINARY)
            return;
    if (labels->entries.n == 0)
        return;
    const char *axiom = pl_labelset_at(labels, 0)->name;
    const char *lowest = lowest_label(axiom);
    bool single = lowest == axiom;
    if (strcmp(lowest, PL_ARTIFICIAL_ROOT) == 0)
        lowest = "X";
    if (single) /* twice, where once would be the axiom itself */
        lowest =
            pl_arena_printf(&labels->arena, "%s%c%s", lowest, PL_JOINT_INSIDE, lowest);
    pl_labelset_add(labels, lowest, false);
}

void pl_deriver_finish(pl_deriver *d)
{
    d->labels.closed = true;
    need_ordinary_label(&d->labels);
    d->system->close(&d->inventory);
    pl_inventory_finish(&d->inventory);
}

void pl_deriver_release(pl_deriver *d)
{
    pl_intern_release(&d->roots.labels);
    PL_VEC_RELEASE(&d->roots.seen);
    pl_reorder_release(&d->reorder);
    pl_inventory_release(&d->inventory);
    pl_labelset_release(&d->labels);
}

/* -- from a configuration to its tree ------------------------------------------------ */

/* Takes all constituents off the words, and secondary edges with them. */
static void clear_tree(pl_tree *t)
{
    t->n_nodes = t->n_tokens;
    t->root = PL_NONE;
    t->edges = t->last_edge = NULL;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_node *w = &t->nodes[i];
        w->parent = w->first = w->last = w->prev = w->next = w->head = PL_NONE;
        w->func = NULL;
    }
}

/* The node of an item, without its children. */
static uint32_t add_item(pl_tree *t, const pl_labelset *labels, const pl_item *item)
{
    if (pl_item_is_word(item))
        return item->id;
    const char *name =
        item->label != PL_NONE ? pl_labelset_at(labels, item->label)->name : "";
    uint32_t v = pl_tree_add(t, item->temporary ? name : pl_arena_strdup(t->arena, name));
    t->nodes[v].flags = item->temporary ? PL_NODE_TEMPORARY : 0;
    return v;
}

/* The binary tree of an item, level by level: items[i] is that of node n_tokens + i. */
static void add_items(pl_tree *t, const pl_labelset *labels, const pl_items *c)
{
    size_t most = c->sentence->n_items - t->n_tokens + (size_t)1;
    const pl_item **items = pl_arena_alloc(t->arena, most * sizeof *items);
    items[0] = c->stack->item;
    t->root = add_item(t, labels, items[0]);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        const pl_item *below[2] = {items[v - t->n_tokens]->left,
                                   items[v - t->n_tokens]->right};
        for (int k = 0; k < 2 && below[k] != NULL; k++) {
            uint32_t child = add_item(t, labels, below[k]);
            if (!pl_is_terminal(t, child))
                items[child - t->n_tokens] = below[k];
            pl_tree_append(t, v, child);
        }
    }
}

/* An artificial root alone, which treebanks have above single words, may come to stand above
 * several: it has to stay, and takes the most frequent label there is. */
static void name_root(const pl_deriver *d, pl_tree *t)
{
    uint32_t label = pl_labelset_most_frequent(&d->labels, PL_LABEL_ORDINARY);
    pl_node *root = &t->nodes[t->root];
    if (!pl_is_terminal(t, t->root) && root->first != root->last && label != PL_NONE &&
        strcmp(root->label, PL_ARTIFICIAL_ROOT) == 0)
        root->label = pl_arena_strdup(
            t->arena, lowest_label(pl_labelset_at(&d->labels, label)->name));
}

void pl_deriver_build(const pl_deriver *d, const pl_items *c, pl_tree *t)
{
    clear_tree(t);
    add_items(t, &d->labels, c);
    if (!d->style.keep_unaries)
        pl_unary_restore(t, PL_JOINT_INSIDE);
    pl_unbinarize(t, false);
    name_root(d, t);
    pl_root_remove(t);
    if (d->roots.virtual_root && !pl_is_terminal(t, t->root))
        t->nodes[t->root].flags |= PL_NODE_VIRTUAL;
    pl_tree_compact(t);
}
