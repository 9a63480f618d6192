/* Makes, links and walks over trees; see tree.h. */
#include "tree/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* -- making ----------------------------------------------------------------------- */

static void init_node(pl_node *node, const char *label)
{
    *node = (pl_node){.label = label,
                      .parent = PL_NONE,
                      .first = PL_NONE,
                      .last = PL_NONE,
                      .prev = PL_NONE,
                      .next = PL_NONE,
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
    for (const pl_edge *e = t->edges; e != NULL; e = e->next) {
        pl_tree_add_edge(copy, e->child, e->parent, pl_arena_strdup(m, e->label));
        copy->last_edge->child_rank = e->child_rank;
        copy->last_edge->parent_rank = e->parent_rank;
    }
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

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

uint32_t pl_tree_yield(const pl_tree *t, uint32_t node, uint32_t *out)
{
    uint32_t n = 0;
    bool sorted = true; /* as in every continuous tree */
    for (uint32_t v = node; v != PL_NONE; v = pl_tree_preorder(t, node, v))
        if (pl_is_terminal(t, v)) {
            sorted = sorted && (n == 0 || out[n - 1] < v);
            out[n++] = v;
        }
    if (!sorted)
        qsort(out, n, sizeof *out, by_value);
    return n;
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
