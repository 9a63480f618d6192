/* Changes trees: links, the order of children and what is counted below each node, new
 * numbers where nodes are gone; see tree.h. */
#include "tree/tree.h"

#include <assert.h>
#include <string.h>

/* -- links ------------------------------------------------------------------------- */

void pl_tree_insert_before(pl_tree *t, uint32_t sibling, uint32_t child)
{
    pl_node *s = &t->nodes[sibling], *c = &t->nodes[child];
    assert(c->parent == PL_NONE && s->parent != PL_NONE);
    c->parent = s->parent;
    c->prev = s->prev;
    c->next = sibling;
    if (s->prev != PL_NONE)
        t->nodes[s->prev].next = child;
    else
        t->nodes[s->parent].first = child;
    s->prev = child;
}

void pl_tree_unlink(pl_tree *t, uint32_t node)
{
    pl_node *n = &t->nodes[node];
    if (n->parent == PL_NONE)
        return;
    pl_node *p = &t->nodes[n->parent];
    if (n->prev != PL_NONE)
        t->nodes[n->prev].next = n->next;
    else
        p->first = n->next;
    if (n->next != PL_NONE)
        t->nodes[n->next].prev = n->prev;
    else
        p->last = n->prev;
    if (p->head == node)
        p->head = PL_NONE;
    n->parent = n->prev = n->next = PL_NONE;
}

void pl_tree_move(pl_tree *t, uint32_t node, uint32_t new_parent)
{
    pl_tree_unlink(t, node);
    pl_tree_append(t, new_parent, node);
}

void pl_tree_splice(pl_tree *t, uint32_t node)
{
    assert(!pl_is_terminal(t, node) && t->nodes[node].parent != PL_NONE);
    uint32_t parent = t->nodes[node].parent;
    bool was_head = t->nodes[parent].head == node;
    uint32_t head = t->nodes[node].head;
    for (uint32_t c; (c = t->nodes[node].first) != PL_NONE;) {
        pl_tree_unlink(t, c);
        pl_tree_insert_before(t, node, c);
    }
    pl_tree_unlink(t, node);
    if (was_head)
        t->nodes[parent].head = head;
}

uint32_t pl_tree_insert_above(pl_tree *t, uint32_t node, const char *label)
{
    uint32_t above = pl_tree_add(t, label);
    uint32_t parent = t->nodes[node].parent;
    if (parent != PL_NONE) {
        bool was_head = t->nodes[parent].head == node;
        pl_tree_insert_before(t, node, above);
        pl_tree_unlink(t, node);
        if (was_head)
            t->nodes[parent].head = above;
    } else {
        assert(t->root == node);
        t->root = above;
    }
    t->nodes[above].func = t->nodes[node].func;
    t->nodes[node].func = NULL;
    pl_tree_append(t, above, node);
    return above;
}

void pl_tree_prune(pl_tree *t, uint32_t node)
{
    while (node != t->root) {
        uint32_t parent = t->nodes[node].parent;
        pl_tree_unlink(t, node);
        if (parent == PL_NONE || t->nodes[parent].first != PL_NONE)
            return;
        node = parent;
    }
    t->root = PL_NONE;
}

/* -- order ------------------------------------------------------------------------- */

/* Relinks the children of `parent` in the order of `low`: a merge sort on the list,
 * stable, without recursion; nothing is done when they are in order already. */
static void sort_children(pl_tree *t, uint32_t parent)
{
    pl_node *nodes = t->nodes;
    uint32_t list = nodes[parent].first;
    bool sorted = true;
    for (uint32_t c = list; sorted && nodes[c].next != PL_NONE; c = nodes[c].next)
        sorted = nodes[c].low <= nodes[nodes[c].next].low;
    if (sorted)
        return;
    for (uint32_t width = 1, merges = 2; merges > 1; width *= 2) {
        uint32_t p = list, tail = PL_NONE;
        list = PL_NONE;
        for (merges = 0; p != PL_NONE; merges++) {
            uint32_t q = p, np = 0, nq = width;
            while (np < width && q != PL_NONE) {
                np++;
                q = nodes[q].next;
            }
            while (np > 0 || (nq > 0 && q != PL_NONE)) {
                bool from_p =
                    np > 0 && (nq == 0 || q == PL_NONE || nodes[p].low <= nodes[q].low);
                uint32_t taken = from_p ? p : q;
                if (from_p) {
                    p = nodes[p].next;
                    np--;
                } else {
                    q = nodes[q].next;
                    nq--;
                }
                if (tail != PL_NONE)
                    nodes[tail].next = taken;
                else
                    list = taken;
                nodes[taken].prev = tail;
                tail = taken;
            }
            p = q;
        }
        nodes[tail].next = PL_NONE;
        nodes[parent].last = tail;
    }
    nodes[parent].first = list;
}

/* The lowest ancestor of `node` that is not finished; see count_lcas. What is passed on
 * the way points there afterwards, so that the next search is short. */
static uint32_t lowest_open(pl_node *nodes, uint32_t node)
{
    uint32_t open = node;
    while (nodes[open].order != PL_NONE)
        open = nodes[open].order;
    while (nodes[node].order != PL_NONE) {
        uint32_t next = nodes[node].order;
        nodes[node].order = open;
        node = next;
    }
    return open;
}

/* blocks(v) = terminals i below v whose left neighbour i-1 is not below v
 *           = size(v) - number of i with lca(i-1, i) at or below v.
 * So each lca is counted at its node (in `blocks`), and both counts are summed up the
 * tree. The lcas are found on one way through the tree in post-order (Tarjan 1979): that
 * of a terminal and one visited before is the latter's lowest ancestor that is not yet
 * finished. For the while, `order` of a finished node is its parent or higher, of others
 * PL_NONE. */
static void count_lcas(pl_tree *t)
{
    pl_node *nodes = t->nodes;
    for (uint32_t i = 0; i < t->n_nodes; i++)
        nodes[i].order = PL_NONE;
    for (uint32_t v = pl_tree_deepest(t, t->root); v != t->root;
         v = pl_tree_postorder(t, t->root, v)) {
        if (v < t->n_tokens && v > 0 && nodes[v - 1].order != PL_NONE)
            nodes[lowest_open(nodes, v - 1)].blocks++;
        if (v + 1 < t->n_tokens && nodes[v + 1].order != PL_NONE)
            nodes[lowest_open(nodes, v + 1)].blocks++;
        nodes[v].order = nodes[v].parent;
    }
    for (uint32_t i = 0; i < t->n_nodes; i++)
        nodes[i].order = 0;
}

/* Nodes that are dead span nothing. False if fewer than n are. */
static bool clear_dead(pl_tree *t, uint32_t n)
{
    for (uint32_t i = t->n_tokens; n > 0 && i < t->n_nodes; i++) {
        if (pl_is_live(t, i))
            continue;
        pl_node *dead = &t->nodes[i];
        dead->low = PL_NONE;
        dead->high = dead->size = dead->blocks = dead->order = 0;
        n--;
    }
    return n == 0;
}

/* Orders a tree whose terminals come from left to right when it is walked through: then
 * every node is continuous, and children are in order. False, with nothing of use done, for
 * other trees. */
static bool order_continuous(pl_tree *t)
{
    pl_node *nodes = t->nodes;
    uint32_t next = 0, seen = 1; /* terminal to come, nodes that were reached */
    for (uint32_t v = t->root;; seen++) {
        pl_node *n = &nodes[v];
        n->low = next;
        n->blocks = n->order = 1;
        if (n->first != PL_NONE) {
            v = n->first;
            continue;
        }
        if (v != next || v >= t->n_tokens)
            return false;
        n->high = next++;
        n->size = 1;
        n->order = 0;
        while (v != t->root && nodes[v].next == PL_NONE) {
            v = nodes[v].parent;
            nodes[v].high = next - 1;
            nodes[v].size = next - nodes[v].low;
        }
        if (v == t->root)
            return next == t->n_tokens && clear_dead(t, t->n_nodes - seen);
        nodes[nodes[v].parent].order++;
        v = nodes[v].next;
    }
}

/* The same for all trees. */
static void order_any(pl_tree *t)
{
    pl_node *nodes = t->nodes;
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        bool terminal = i < t->n_tokens;
        nodes[i].low = terminal ? i : PL_NONE;
        nodes[i].high = terminal ? i : 0;
        nodes[i].size = terminal;
        nodes[i].blocks = 0; /* the lcas of neighbours until size is known */
        nodes[i].order = 0;
    }
    if (t->root == PL_NONE) {
        for (uint32_t i = 0; i < t->n_tokens; i++)
            nodes[i].blocks = 1;
        return;
    }
    count_lcas(t);
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;) {
        uint32_t after = v == t->root ? PL_NONE : pl_tree_postorder(t, t->root, v);
        pl_node *n = &nodes[v];
        if (n->first != PL_NONE)
            sort_children(t, v);
        n->blocks = n->size - n->blocks; /* size is complete, its lcas too */
        if (n->parent != PL_NONE && v != t->root) {
            pl_node *p = &nodes[n->parent];
            p->low = n->low < p->low ? n->low : p->low;
            p->high = n->high > p->high ? n->high : p->high;
            p->size += n->size;
            p->blocks += n->size - n->blocks;
            p->order++;
        }
        v = after;
    }
}

void pl_tree_order(pl_tree *t)
{
    if (t->root == PL_NONE || !order_continuous(t))
        order_any(t);
}

/* -- numbers ----------------------------------------------------------------------- */

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

/* Whether a line is that of an empty node of CoNLL-U: "8.1<TAB>…". */
static bool is_empty_node(const char *line)
{
    static const char digits[] = "0123456789";
    size_t n = strspn(line, digits),
           m = line[n] == '.' ? strspn(line + n + 1, digits) : 0;
    return n > 0 && m > 0 && (line[n + 1 + m] == '\t' || line[n + 1 + m] == '\0');
}

void pl_tree_drop_deps(pl_tree *t)
{
    enum { BEFORE_DEPS = 8 }; /* columns */
    for (uint32_t i = 0; i < t->n_tokens; i++)
        t->tokens[i].deps = NULL;
    for (pl_line *line = t->lines; line != NULL; line = line->next) {
        if (!is_empty_node(line->text))
            continue;
        const char *deps = line->text;
        for (int column = 0; column < BEFORE_DEPS && *deps != '\0'; deps++)
            column += *deps == '\t';
        line->text = pl_arena_printf(t->arena, "%.*s_%s", (int)(deps - line->text),
                                     line->text, deps + strcspn(deps, "\t"));
    }
}

/* The fields of MISC that say nothing of confidence, NULL if there is none. */
static const char *without_confidence(const char *misc, pl_arena *m)
{
    static const char *const names[] = {PL_MISC_CONFIDENCE, PL_MISC_HEAD_CONFIDENCE};
    if (misc == NULL || strstr(misc, "Confidence=") == NULL)
        return misc;
    const char *kept = "";
    for (size_t n; *misc != '\0'; misc += n + (misc[n] == '|')) {
        bool sure = false;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            sure = sure || strncmp(misc, names[i], strlen(names[i])) == 0;
        n = strcspn(misc, "|");
        if (!sure)
            kept = pl_arena_printf(m, "%s%s%.*s", kept, *kept != '\0' ? "|" : "", (int)n,
                                   misc);
    }
    return *kept != '\0' ? kept : NULL;
}

static void drop_lines(pl_tree *t, const char *start)
{
    pl_line **at = &t->lines;
    t->last_line = NULL;
    while (*at != NULL)
        if (strncmp((*at)->text, start, strlen(start)) == 0)
            *at = (*at)->next;
        else {
            t->last_line = *at;
            at = &(*at)->next;
        }
}

void pl_tree_drop_confidence(pl_tree *t)
{
    pl_attr_remove(&t->attrs, PL_CONFIDENCE);
    pl_attr_remove(&t->attrs, PL_SCORE);
    drop_lines(t, PL_LINE_CONFIDENCE);
    drop_lines(t, PL_LINE_SCORE);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_attr_remove(&t->nodes[i].attrs, PL_CONFIDENCE);
        pl_attr_remove(&t->nodes[i].attrs, PL_HEAD_CONFIDENCE);
        t->tokens[i].misc = without_confidence(t->tokens[i].misc, t->arena);
    }
}

/* What the words have; `n` words stay. */
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
    t->tokens = tokens;
    t->n_tokens = n;
}

void pl_tree_permute(pl_tree *t, const uint32_t *order)
{
    uint32_t *to = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes);
    const bool *gone = PL_NEW_ARRAY(t->arena, bool, t->n_nodes);
    for (uint32_t i = 0; i < t->n_nodes; i++)
        to[i < t->n_tokens ? order[i] : i] = i;
    move_edges(t, to, gone);
    move_nodes(t, to, gone, t->n_nodes);
    move_tokens(t, to, gone, t->n_tokens);
    pl_tree_order(t);
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
        n = t->n_tokens - n_gone;
        for (pl_line *line = t->lines; line != NULL; line = line->next)
            line->before = line->before < t->n_tokens ? to[line->before] : n;
        move_tokens(t, to, gone, n);
        t->text = NULL;
        pl_tree_drop_deps(t); /* they name words by their numbers */
    }
    pl_tree_compact(t);
}
