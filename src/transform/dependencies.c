/* Constituents to dependencies and back; see transform.h. */
#include "transform/transform.h"

#include <string.h>

/* -- to dependencies --------------------------------------------------------------- */

static uint32_t head_child(const pl_tree *t, uint32_t v)
{
    const pl_node *node = &t->nodes[v];
    if (node->head != PL_NONE)
        return node->head;
    uint32_t head = pl_head_by_function(t, v);
    return head == PL_NONE && node->first == node->last ? node->first : head;
}

static bool is_artificial(const pl_tree *t, uint32_t v)
{
    return v == t->root && (t->nodes[v].flags & PL_NODE_VIRTUAL) &&
           t->nodes[v].head == PL_NONE;
}

static bool has_function(const pl_tree *t, uint32_t v)
{
    return t->nodes[v].func != NULL && strcmp(t->nodes[v].func, "--") != 0;
}

static const char *relation(const pl_tree *t, uint32_t v)
{
    const pl_node *node = &t->nodes[v];
    return has_function(t, v) ? node->func : node->label != NULL ? node->label : "_";
}

static void attach(pl_tree *t, uint32_t word, uint32_t head, uint32_t from)
{
    t->tokens[word].head = head;
    t->tokens[word].deprel = relation(t, from);
}

int pl_dependencies_from_heads(pl_tree *t, pl_error *err)
{
    if (t->root == PL_NONE)
        return pl_fail(err, PL_BAD_INPUT, "the sentence has no constituents");
    uint32_t *word = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes);
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;
         v = pl_tree_postorder(t, t->root, v)) {
        uint32_t head = pl_is_terminal(t, v) ? v : head_child(t, v);
        if (is_artificial(t, v))
            continue;
        if (head == PL_NONE)
            return pl_fail(err, PL_BAD_INPUT,
                           "a node %s has no head; mark heads by rules first",
                           t->nodes[v].label != NULL ? t->nodes[v].label : "");
        word[v] = pl_is_terminal(t, v) ? v : word[head];
    }
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next)
            if (is_artificial(t, v))
                attach(t, word[c], PL_ROOT_HEAD, c);
            else if (c != head_child(t, v))
                attach(t, word[c], word[v], c);
    if (!is_artificial(t, t->root)) {
        uint32_t head = pl_is_terminal(t, t->root) ? t->root : head_child(t, t->root);
        bool is_virtual = t->nodes[t->root].flags & PL_NODE_VIRTUAL;
        attach(t, word[t->root], PL_ROOT_HEAD,
               is_virtual && has_function(t, head) ? head : t->root);
    }
    t->has_deps = true;
    return 0;
}

/* -- to constituents --------------------------------------------------------------- */

/* Every word leads to the root. */
static bool is_tree(const pl_tree *t)
{
    uint32_t *walk = PL_NEW_ARRAY(t->arena, uint32_t, t->n_tokens);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t at = i;
        for (; at != PL_ROOT_HEAD && walk[at] == 0; at = t->tokens[at].head) {
            walk[at] = i + 1;
            if (t->tokens[at].head >= t->n_tokens && t->tokens[at].head != PL_ROOT_HEAD)
                return false;
        }
        if (at != PL_ROOT_HEAD && walk[at] == i + 1)
            return false;
    }
    return true;
}

/* A word with dependents gets a node above it. */
static void make_nodes(pl_tree *t, uint32_t *node)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        node[i] = i;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t head = t->tokens[i].head;
        if (head == PL_ROOT_HEAD || node[head] != head)
            continue;
        const char *label = t->nodes[head].label;
        uint32_t v = pl_tree_add(t, label != NULL ? label : "X");
        pl_tree_append(t, v, head);
        t->nodes[v].head = head;
        node[head] = v;
    }
}

static void link_nodes(pl_tree *t, const uint32_t *node)
{
    uint32_t roots = 0;
    t->root = pl_tree_add(t, "ROOT");
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t head = t->tokens[i].head;
        pl_tree_append(t, head == PL_ROOT_HEAD ? t->root : node[head], node[i]);
        t->nodes[node[i]].func = t->tokens[i].deprel;
        if (head == PL_ROOT_HEAD && roots++ == 0)
            t->nodes[t->root].head = node[i];
    }
    t->nodes[t->root].flags |= PL_NODE_VIRTUAL;
    if (roots > 1) /* none of them is the head of the others */
        t->nodes[t->root].head = PL_NONE;
}

int pl_constituents_from_dependencies(pl_tree *t, pl_error *err)
{
    if (!t->has_deps)
        return pl_fail(err, PL_BAD_INPUT, "the sentence has no dependencies");
    if (t->n_tokens == 0)
        return 0;
    if (!is_tree(t))
        return pl_fail(err, PL_BAD_INPUT,
                       "a word has no head, or the heads run in circles");
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_node *n = &t->nodes[i];
        n->parent = n->prev = n->next = PL_NONE;
        n->func = NULL;
    }
    t->n_nodes = t->n_tokens;
    t->edges = t->last_edge = NULL;
    uint32_t *node = PL_NEW_ARRAY(t->arena, uint32_t, t->n_tokens);
    make_nodes(t, node);
    link_nodes(t, node);
    pl_tree_order(t);
    return 0;
}

/* -- the steps --------------------------------------------------------------------- */

static int make_dependencies(pl_tree *t, pl_error *err)
{
    return t->n_tokens == 0 ? 0 : pl_dependencies_from_heads(t, err);
}

const pl_transform_code pl_dependencies_code = {.try_change = make_dependencies};
const pl_transform_code pl_constituents_code = {.try_change =
                                                    pl_constituents_from_dependencies};
