/* Gives the nodes new numbers when some are gone; see tree.h. */
#include "tree/tree.h"

#include "format/conll.h"

/* Moves the nodes that are not gone to a new array of `n`: node i becomes to[i]. No link
 * of one that stays leads to one that goes. */
static void move_nodes(pl_tree *t, const uint32_t *to, const bool *gone, uint32_t n)
{
    pl_node *nodes = pl_arena_alloc(t->arena, (n + 8) * sizeof *nodes);
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        if (gone[i])
            continue;
        pl_node *node = &nodes[to[i]];
        *node = t->nodes[i];
        uint32_t *links[] = {&node->parent, &node->first, &node->last,
                             &node->prev,   &node->next,  &node->head};
        for (size_t k = 0; k < sizeof links / sizeof *links; k++)
            if (*links[k] != PL_NONE)
                *links[k] = to[*links[k]];
    }
    t->nodes = nodes;
    t->n_nodes = n;
    t->cap_nodes = n + 8;
    if (t->root != PL_NONE)
        t->root = to[t->root];
}

/* Secondary edges go with the nodes at their ends. */
static void move_edges(pl_tree *t, const uint32_t *to, const bool *gone)
{
    pl_edge *edge = t->edges;
    t->edges = t->last_edge = NULL;
    for (pl_edge *next; edge != NULL; edge = next) {
        next = edge->next;
        if (gone[edge->child] || gone[edge->parent])
            continue;
        edge->child = to[edge->child];
        edge->parent = to[edge->parent];
        edge->next = NULL;
        *(t->last_edge != NULL ? &t->last_edge->next : &t->edges) = edge;
        t->last_edge = edge;
    }
}

void pl_tree_compact(pl_tree *t)
{
    uint32_t *to = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes);
    bool *gone = PL_NEW_ARRAY(t->arena, bool, t->n_nodes);
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        to[i] = i < t->n_tokens ? i : PL_NONE;
        gone[i] = i >= t->n_tokens;
    }
    uint32_t n = t->n_tokens;
    if (t->root != PL_NONE)
        for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
            if (!pl_is_terminal(t, v)) {
                to[v] = n++;
                gone[v] = false;
            }
    move_edges(t, to, gone);
    move_nodes(t, to, gone, n);
    pl_tree_order(t);
}

/* Heads that go are replaced by theirs, as often as needed. */
static void pass_heads_on(pl_tree *t, const bool *gone)
{
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t *head = &t->tokens[i].head;
        for (uint32_t hops = 0; *head < t->n_tokens && gone[*head]; hops++)
            *head = hops < t->n_tokens ? t->tokens[*head].head : PL_ROOT_HEAD;
    }
}

/* What the words have, and the lines between them; `n` words stay. */
static void move_tokens(pl_tree *t, const uint32_t *to, const bool *gone, uint32_t n)
{
    pl_token *tokens = PL_NEW_ARRAY(t->arena, pl_token, n);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (!gone[i]) {
            pl_token *token = &tokens[to[i]];
            *token = t->tokens[i];
            if (token->head < t->n_tokens)
                token->head = to[token->head];
        }
    for (pl_line *line = t->lines; line != NULL; line = line->next)
        line->before = line->before < t->n_tokens ? to[line->before] : n;
    t->text = NULL;
    t->tokens = tokens;
    t->n_tokens = n;
    pl_conll_drop_deps(t); /* they name words by their numbers */
}

void pl_tree_delete_tokens(pl_tree *t, const bool *gone)
{
    uint32_t *to = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes), n = 0;
    bool *node_gone = PL_NEW_ARRAY(t->arena, bool, t->n_nodes);
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        node_gone[i] = i < t->n_tokens && gone[i];
        to[i] = n;
        n += !node_gone[i];
    }
    uint32_t n_gone = t->n_nodes - n;
    if (n_gone > 0) {
        for (uint32_t i = 0; i < t->n_tokens; i++)
            if (gone[i])
                pl_tree_prune(t, i);
        pass_heads_on(t, gone);
        move_edges(t, to, node_gone);
        move_nodes(t, to, node_gone, n);
        move_tokens(t, to, gone, t->n_tokens - n_gone);
    }
    pl_tree_compact(t);
}
