/* Links, order and traversal of trees; see tree.h. */
#include "corpus/tree.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- making ----------------------------------------------------------------------- */

static void init_node(pl_node *node, const char *label)
{
    *node = (pl_node){.label = label, .parent = PL_NONE, .first = PL_NONE,
                      .last = PL_NONE, .prev = PL_NONE, .next = PL_NONE,
                      .head = PL_NONE};
}

pl_tree *pl_tree_new(pl_arena *m, uint32_t n_tokens)
{
    pl_tree *t = PL_NEW(m, pl_tree);
    t->arena = m;
    t->root = PL_NONE;
    t->n_tokens = t->n_nodes = n_tokens;
    t->cap_nodes = n_tokens + n_tokens / 2 + 8;
    t->tokens = PL_NEW_ARRAY(m, pl_token, n_tokens);
    t->nodes = pl_arena_alloc(m, t->cap_nodes * sizeof *t->nodes);
    for (uint32_t i = 0; i < n_tokens; i++) {
        t->tokens[i].word = "";
        t->tokens[i].head = PL_NONE;
        init_node(&t->nodes[i], NULL);
        t->nodes[i].low = t->nodes[i].high = i;
        t->nodes[i].size = t->nodes[i].blocks = 1;
    }
    return t;
}

uint32_t pl_tree_add(pl_tree *t, const char *label)
{
    if (t->n_nodes == t->cap_nodes) {
        t->nodes = pl_arena_grow(t->arena, t->nodes, t->n_nodes * sizeof *t->nodes,
                                 t->n_nodes * 2 * sizeof *t->nodes);
        t->cap_nodes = t->n_nodes * 2;
    }
    init_node(&t->nodes[t->n_nodes], label);
    return t->n_nodes++;
}

static pl_attr *copy_attrs(pl_arena *m, const pl_attr *from)
{
    pl_attr *list = NULL, **end = &list;
    for (; from != NULL; from = from->next, end = &(*end)->next) {
        *end = PL_NEW(m, pl_attr);
        (*end)->key = pl_arena_strdup(m, from->key);
        (*end)->value = pl_arena_strdup(m, from->value);
    }
    return list;
}

static void copy_token(pl_arena *m, pl_token *to, const pl_token *from)
{
    *to = *from;
    to->word = pl_arena_strdup(m, from->word);
    to->coarse = pl_arena_strdup(m, from->coarse);
    to->deprel = pl_arena_strdup(m, from->deprel);
    to->deps = pl_arena_strdup(m, from->deps);
    to->misc = pl_arena_strdup(m, from->misc);
}

static pl_chain *copy_chain(pl_arena *m, const pl_chain *from)
{
    pl_chain *list = NULL, **end = &list;
    for (; from != NULL; from = from->below, end = &(*end)->below) {
        *end = PL_NEW(m, pl_chain);
        **end = *from;
        (*end)->label = pl_arena_strdup(m, from->label);
        (*end)->func = pl_arena_strdup(m, from->func);
        (*end)->lemma = pl_arena_strdup(m, from->lemma);
        (*end)->morph = pl_arena_strdup(m, from->morph);
        (*end)->attrs = copy_attrs(m, from->attrs);
    }
    return list;
}

static void copy_node(pl_arena *m, pl_node *to, const pl_node *from)
{
    *to = *from;
    to->label = pl_arena_strdup(m, from->label);
    to->func = pl_arena_strdup(m, from->func);
    to->lemma = pl_arena_strdup(m, from->lemma);
    to->morph = pl_arena_strdup(m, from->morph);
    to->attrs = copy_attrs(m, from->attrs);
    to->chain = copy_chain(m, from->chain);
}

/* Adds an edge like `like`, ranks included, between other nodes. */
static void add_edge_like(pl_tree *t, const pl_edge *like, uint32_t child, uint32_t parent,
                          const char *label)
{
    pl_tree_add_edge(t, child, parent, label);
    t->last_edge->child_rank = like->child_rank;
    t->last_edge->parent_rank = like->parent_rank;
}

pl_tree *pl_tree_copy(const pl_tree *t, pl_arena *m)
{
    pl_tree *copy = PL_NEW(m, pl_tree);
    *copy = *t;
    copy->arena = m;
    copy->cap_nodes = t->n_nodes + 8;
    copy->tokens = pl_arena_alloc(m, t->n_tokens * sizeof *t->tokens);
    copy->nodes = pl_arena_alloc(m, copy->cap_nodes * sizeof *t->nodes);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        copy_token(m, &copy->tokens[i], &t->tokens[i]);
    for (uint32_t i = 0; i < t->n_nodes; i++)
        copy_node(m, &copy->nodes[i], &t->nodes[i]);
    copy->id = pl_arena_strdup(m, t->id);
    copy->text = pl_arena_strdup(m, t->text);
    copy->attrs = copy_attrs(m, t->attrs);
    copy->lines = copy->last_line = NULL;
    copy->edges = copy->last_edge = NULL;
    for (const pl_line *l = t->lines; l != NULL; l = l->next)
        pl_tree_add_line(copy, l->before, pl_arena_strdup(m, l->text));
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        add_edge_like(copy, e, e->child, e->parent, pl_arena_strdup(m, e->label));
    return copy;
}

/* -- changing ---------------------------------------------------------------------- */

void pl_tree_append(pl_tree *t, uint32_t parent, uint32_t child)
{
    pl_node *p = &t->nodes[parent], *c = &t->nodes[child];
    assert(c->parent == PL_NONE && parent != child);
    c->parent = parent;
    c->prev = p->last;
    c->next = PL_NONE;
    if (p->last != PL_NONE)
        t->nodes[p->last].next = child;
    else
        p->first = child;
    p->last = child;
}

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
                bool from_p = np > 0 && (nq == 0 || q == PL_NONE ||
                                         nodes[p].low <= nodes[q].low);
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

void pl_tree_order(pl_tree *t)
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

void pl_tree_compact(pl_tree *t)
{
    uint32_t *new_id = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes);
    for (uint32_t i = 0; i < t->n_nodes; i++)
        new_id[i] = i < t->n_tokens ? i : PL_NONE;
    uint32_t n = t->n_tokens;
    if (t->root != PL_NONE)
        for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
            if (!pl_is_terminal(t, v))
                new_id[v] = n++;

    pl_node *nodes = pl_arena_alloc(t->arena, (n + 8) * sizeof *nodes);
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        if (new_id[i] == PL_NONE)
            continue;
        pl_node *node = &nodes[new_id[i]];
        *node = t->nodes[i];
        uint32_t *links[] = {&node->parent, &node->first, &node->last,
                             &node->prev,   &node->next,  &node->head};
        for (size_t k = 0; k < sizeof links / sizeof *links; k++)
            if (*links[k] != PL_NONE)
                *links[k] = new_id[*links[k]];
    }
    pl_edge *edges = t->edges;
    t->edges = t->last_edge = NULL;
    for (; edges != NULL; edges = edges->next)
        if (new_id[edges->child] != PL_NONE && new_id[edges->parent] != PL_NONE)
            add_edge_like(t, edges, new_id[edges->child], new_id[edges->parent],
                          edges->label);
    t->nodes = nodes;
    t->n_nodes = n;
    t->cap_nodes = n + 8;
    if (t->root != PL_NONE)
        t->root = new_id[t->root];
    pl_tree_order(t);
}

void pl_tree_delete_tokens(pl_tree *t, const bool *gone)
{
    /* new_id of a token; of one that goes, the number of the next that stays */
    uint32_t *new_id = PL_NEW_ARRAY(t->arena, uint32_t, t->n_tokens + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        new_id[i] = n;
        n += !gone[i];
    }
    new_id[t->n_tokens] = n;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        if (gone[i])
            pl_tree_prune(t, i);
        uint32_t *head = &t->tokens[i].head;
        for (uint32_t hops = 0; *head < t->n_tokens && gone[*head]; hops++)
            *head = hops < t->n_tokens ? t->tokens[*head].head : PL_ROOT_HEAD;
    }
    uint32_t shift = t->n_tokens - n; /* every nonterminal moves down by this much */
    pl_tree *small = pl_tree_new(t->arena, n);
    small->nodes = pl_arena_alloc(t->arena, (t->n_nodes - shift + 8) * sizeof(pl_node));
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        if (i < t->n_tokens && gone[i])
            continue;
        pl_node *node = &small->nodes[i < t->n_tokens ? new_id[i] : i - shift];
        *node = t->nodes[i];
        uint32_t *links[] = {&node->parent, &node->first, &node->last,
                             &node->prev,   &node->next,  &node->head};
        for (size_t k = 0; k < sizeof links / sizeof *links; k++)
            if (*links[k] != PL_NONE)
                *links[k] = *links[k] < t->n_tokens ? new_id[*links[k]]
                                                    : *links[k] - shift;
    }
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (!gone[i]) {
            small->tokens[new_id[i]] = t->tokens[i];
            if (shift > 0) /* it names words by their number */
                small->tokens[new_id[i]].deps = NULL;
            uint32_t *head = &small->tokens[new_id[i]].head;
            if (*head < t->n_tokens)
                *head = new_id[*head];
        }
    pl_edge *edges = t->edges;
    t->edges = t->last_edge = NULL;
    for (; edges != NULL; edges = edges->next)
        if (edges->child >= t->n_tokens || !gone[edges->child])
            add_edge_like(t, edges,
                          edges->child < t->n_tokens ? new_id[edges->child]
                                                     : edges->child - shift,
                          edges->parent - shift, edges->label);
    for (pl_line *line = t->lines; line != NULL; line = line->next)
        line->before = new_id[line->before < t->n_tokens ? line->before : t->n_tokens];
    if (t->root != PL_NONE) /* still there, so it has a token below or is one */
        t->root = t->root < t->n_tokens ? new_id[t->root] : t->root - shift;
    if (shift > 0)
        t->text = NULL;
    t->tokens = small->tokens;
    t->nodes = small->nodes;
    t->n_nodes -= shift;
    t->cap_nodes = t->n_nodes + 8;
    t->n_tokens = n;
    pl_tree_compact(t);
}

/* -- asking ------------------------------------------------------------------------ */

uint32_t pl_tree_deepest(const pl_tree *t, uint32_t node)
{
    while (t->nodes[node].first != PL_NONE)
        node = t->nodes[node].first;
    return node;
}

uint32_t pl_tree_preorder(const pl_tree *t, uint32_t top, uint32_t node)
{
    if (t->nodes[node].first != PL_NONE)
        return t->nodes[node].first;
    while (node != top && t->nodes[node].next == PL_NONE)
        node = t->nodes[node].parent;
    return node == top ? PL_NONE : t->nodes[node].next;
}

uint32_t pl_tree_postorder(const pl_tree *t, uint32_t top, uint32_t node)
{
    if (node == top)
        return PL_NONE;
    uint32_t next = t->nodes[node].next;
    return next != PL_NONE ? pl_tree_deepest(t, next) : t->nodes[node].parent;
}

bool pl_tree_dominates(const pl_tree *t, uint32_t above, uint32_t below)
{
    while (below != PL_NONE && below != above)
        below = t->nodes[below].parent;
    return below == above;
}

static uint32_t depth_of(const pl_tree *t, uint32_t node)
{
    uint32_t depth = 0;
    while ((node = t->nodes[node].parent) != PL_NONE)
        depth++;
    return depth;
}

uint32_t pl_tree_lca(const pl_tree *t, uint32_t a, uint32_t b)
{
    uint32_t da = depth_of(t, a), db = depth_of(t, b);
    for (; da > db; da--)
        a = t->nodes[a].parent;
    for (; db > da; db--)
        b = t->nodes[b].parent;
    while (a != b) {
        a = t->nodes[a].parent;
        b = t->nodes[b].parent;
        if (a == PL_NONE || b == PL_NONE)
            return PL_NONE;
    }
    return a;
}

uint32_t pl_tree_depth(const pl_tree *t)
{
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t d = depth_of(t, i);
        deepest = d > deepest ? d : deepest;
    }
    return deepest;
}

uint32_t pl_tree_yield(const pl_tree *t, uint32_t node, uint32_t *out)
{
    uint32_t n = 0;
    for (uint32_t v = node; v != PL_NONE; v = pl_tree_preorder(t, node, v))
        if (pl_is_terminal(t, v))
            out[n++] = v;
    /* Pre-order gives ascending runs; insertion is cheap on nearly sorted input. */
    for (uint32_t i = 1; i < n; i++) {
        uint32_t x = out[i], j = i;
        for (; j > 0 && out[j - 1] > x; j--)
            out[j] = out[j - 1];
        out[j] = x;
    }
    return n;
}

/* The first difference between two strings that may be NULL goes to `why`. */
static bool same(const char *a, const char *b, const char *what, uint32_t at, char *why,
                 size_t n)
{
    if (a == b || (a != NULL && b != NULL && strcmp(a, b) == 0))
        return true;
    if (why != NULL)
        snprintf(why, n, "%s %u: %s and %s", what, at, a != NULL ? a : "(none)",
                 b != NULL ? b : "(none)");
    return false;
}

static bool same_number(uint32_t a, uint32_t b, const char *what, uint32_t at, char *why,
                        size_t n)
{
    if (a != b && why != NULL)
        snprintf(why, n, "%s %u: %u and %u", what, at, a, b);
    return a == b;
}

static bool same_attrs(const pl_attr *a, const pl_attr *b, const char *what, uint32_t at,
                       char *why, size_t n)
{
    for (; a != NULL && b != NULL; a = a->next, b = b->next)
        if (!same(a->key, b->key, what, at, why, n) ||
            !same(a->value, b->value, a->key, at, why, n))
            return false;
    return same(a != NULL ? a->key : NULL, b != NULL ? b->key : NULL, what, at, why, n);
}

static bool same_token(const pl_token *a, const pl_token *b, uint32_t at, bool fields,
                       char *why, size_t n)
{
    return same(a->word, b->word, "word", at, why, n) &&
           same_number(a->head, b->head, "dependency head of token", at, why, n) &&
           same(a->deprel, b->deprel, "relation of token", at, why, n) &&
           (!fields || (same(a->coarse, b->coarse, "coarse tag", at, why, n) &&
                        same(a->deps, b->deps, "deps column of token", at, why, n) &&
                        same(a->misc, b->misc, "misc column of token", at, why, n)));
}

static bool same_node(const pl_node *a, const pl_node *b, uint32_t at, bool fields,
                      char *why, size_t n)
{
    return same(a->label, b->label, "label of node", at, why, n) &&
           same(a->func, b->func, "function of node", at, why, n) &&
           (!fields || (same(a->lemma, b->lemma, "lemma of node", at, why, n) &&
                        same(a->morph, b->morph, "morphology of node", at, why, n) &&
                        same_attrs(a->attrs, b->attrs, "field of node", at, why, n)));
}

static int by_ends(const void *x, const void *y)
{
    const pl_edge *a = x, *b = y;
    if (a->child != b->child)
        return a->child < b->child ? -1 : 1;
    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    return strcmp(a->label != NULL ? a->label : "", b->label != NULL ? b->label : "");
}

/* The secondary edges as an array, sorted; `id` gives the nodes their numbers, NULL for
 * those they have. */
static pl_edge *sorted_edges(const pl_tree *t, const uint32_t *id, size_t *n)
{
    *n = 0;
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        ++*n;
    pl_edge *sorted = PL_NEW_ARRAY(t->arena, pl_edge, *n), *to = sorted;
    for (const pl_edge *e = t->edges; e != NULL; e = e->next, to++) {
        to->label = e->label;
        to->child = id != NULL ? id[e->child] : e->child;
        to->parent = id != NULL ? id[e->parent] : e->parent;
    }
    if (*n > 0)
        qsort(sorted, *n, sizeof *sorted, by_ends);
    return sorted;
}

/* Secondary edges are a set: a format that writes them at their nodes orders them so. */
static bool same_edges(const pl_tree *a, const pl_tree *b, const uint32_t *b_of, char *why,
                       size_t n)
{
    size_t n_a, n_b;
    const pl_edge *ea = sorted_edges(a, b_of, &n_a), *eb = sorted_edges(b, NULL, &n_b);
    for (uint32_t i = 0; i < n_a && i < n_b; i++)
        if (!same_number(ea[i].child, eb[i].child, "child of edge", i, why, n) ||
            !same_number(ea[i].parent, eb[i].parent, "parent of edge", i, why, n) ||
            !same(ea[i].label, eb[i].label, "secondary edge", i, why, n))
            return false;
    return same_number((uint32_t)n_a, (uint32_t)n_b, "secondary edges", 0, why, n);
}

static bool same_lists(const pl_tree *a, const pl_tree *b, const uint32_t *b_of, char *why,
                       size_t n)
{
    const pl_line *la = a->lines, *lb = b->lines;
    for (uint32_t i = 0; la != NULL && lb != NULL; la = la->next, lb = lb->next, i++)
        if (!same(la->text, lb->text, "line", i, why, n) ||
            !same_number(la->before, lb->before, "place of line", i, why, n))
            return false;
    return same_edges(a, b, b_of, why, n) &&
           same_number(la != NULL, lb != NULL, "more lines", 0, why, n);
}

bool pl_tree_equal(const pl_tree *a, const pl_tree *b, bool fields, char *why, size_t n)
{
    if (!same_number(a->n_tokens, b->n_tokens, "number of tokens", 0, why, n) ||
        !same_number(a->root == PL_NONE, b->root == PL_NONE, "without tree", 0, why, n))
        return false;
    for (uint32_t i = 0; i < a->n_tokens; i++)
        if (!same_token(&a->tokens[i], &b->tokens[i], i, fields, why, n) ||
            (a->root == PL_NONE && !same_node(&a->nodes[i], &b->nodes[i], i, fields, why, n)))
            return false;
    uint32_t *b_of = PL_NEW_ARRAY(a->arena, uint32_t, a->n_nodes);
    uint32_t u = a->root, v = b->root;
    for (; u != PL_NONE && v != PL_NONE; u = pl_tree_preorder(a, a->root, u),
                                         v = pl_tree_preorder(b, b->root, v)) {
        b_of[u] = v;
        if (!same_number(a->nodes[u].order, b->nodes[v].order, "children of node", u, why,
                         n) ||
            !same_number(pl_is_terminal(a, u) ? u : PL_NONE,
                         pl_is_terminal(b, v) ? v : PL_NONE, "terminal", u, why, n) ||
            !same_node(&a->nodes[u], &b->nodes[v], u, fields, why, n))
            return false;
    }
    return !fields || (same(a->id, b->id, "id", 0, why, n) &&
                       same_attrs(a->attrs, b->attrs, "field of the sentence", 0, why, n) &&
                       same_lists(a, b, b_of, why, n));
}

bool pl_tree_is_discontinuous(const pl_tree *t)
{
    for (uint32_t i = t->n_tokens; i < t->n_nodes; i++)
        if (t->nodes[i].blocks > 1 && (t->nodes[i].parent != PL_NONE || i == t->root))
            return true;
    return false;
}

const char *pl_attr_get(const pl_attr *list, const char *key)
{
    for (; list != NULL; list = list->next)
        if (strcmp(list->key, key) == 0)
            return list->value;
    return NULL;
}

pl_attr **pl_attr_add(pl_arena *m, pl_attr **list, const char *key, const char *value)
{
    while (*list != NULL)
        list = &(*list)->next;
    *list = PL_NEW(m, pl_attr);
    **list = (pl_attr){key, value, NULL};
    return &(*list)->next;
}

void pl_tree_add_line(pl_tree *t, uint32_t before, const char *text)
{
    pl_line *line = PL_NEW(t->arena, pl_line);
    *line = (pl_line){before, text, NULL};
    *(t->last_line != NULL ? &t->last_line->next : &t->lines) = line;
    t->last_line = line;
}

void pl_tree_add_edge(pl_tree *t, uint32_t child, uint32_t parent, const char *label)
{
    pl_edge *edge = PL_NEW(t->arena, pl_edge);
    *edge = (pl_edge){.child = child, .parent = parent, .label = label};
    *(t->last_edge != NULL ? &t->last_edge->next : &t->edges) = edge;
    t->last_edge = edge;
}
