/* Makes, copies, walks over and compares trees; see tree.h. What changes them is in
 * change.c. */
#include "tree/tree.h"

#include "base/vec.h"

#include <math.h>
#include <stdio.h>
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

pl_tree *pl_tree_sized(pl_arena *m, uint32_t n_tokens, uint32_t n_nonterminals)
{
    pl_tree *t = PL_NEW(m, pl_tree);
    t->arena = m;
    t->root = PL_NONE;
    t->n_tokens = n_tokens;
    t->n_nodes = n_tokens + n_nonterminals;
    t->cap_nodes = t->n_nodes + n_tokens / 2 + 8;
    t->tokens = PL_NEW_ARRAY(m, pl_token, n_tokens);
    t->nodes = pl_arena_alloc(m, t->cap_nodes * sizeof *t->nodes);
    for (uint32_t i = 0; i < t->n_nodes; i++)
        init_node(&t->nodes[i], NULL);
    for (uint32_t i = 0; i < n_tokens; i++) {
        t->tokens[i].word = "";
        t->tokens[i].head = PL_NONE;
        t->nodes[i].low = t->nodes[i].high = i;
        t->nodes[i].size = t->nodes[i].blocks = 1;
    }
    return t;
}

pl_tree *pl_tree_new(pl_arena *m, uint32_t n_tokens)
{
    return pl_tree_sized(m, n_tokens, 0);
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

void pl_node_set(pl_node *node, const pl_node *from)
{
    node->label = from->label;
    node->func = from->func;
    node->lemma = from->lemma;
    node->morph = from->morph;
    node->attrs = from->attrs;
    node->flags = from->flags;
}

/* All but the chain. */
static void copy_node(pl_arena *m, pl_node *to, const pl_node *from)
{
    *to = *from;
    to->label = pl_arena_strdup(m, from->label);
    to->func = pl_arena_strdup(m, from->func);
    to->lemma = pl_arena_strdup(m, from->lemma);
    to->morph = pl_arena_strdup(m, from->morph);
    to->attrs = copy_attrs(m, from->attrs);
}

static pl_chain *copy_chain(pl_arena *m, const pl_chain *from)
{
    pl_chain *list = NULL, **end = &list;
    for (; from != NULL; from = from->below, end = &(*end)->below) {
        *end = PL_NEW(m, pl_chain);
        copy_node(m, &(*end)->node, &from->node);
    }
    return list;
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
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        copy_node(m, &copy->nodes[i], &t->nodes[i]);
        copy->nodes[i].chain = copy_chain(m, t->nodes[i].chain);
    }
    copy->id = pl_arena_strdup(m, t->id);
    copy->text = pl_arena_strdup(m, t->text);
    copy->attrs = copy_attrs(m, t->attrs);
    copy->constraints = NULL;
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

/* -- asking ------------------------------------------------------------------------ */

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
        qsort(out, n, sizeof *out, pl_by_u32);
    return n;
}

bool pl_tree_is_discontinuous(const pl_tree *t)
{
    for (uint32_t i = t->n_tokens; i < t->n_nodes; i++)
        if (pl_is_discontinuous(t, i) && pl_is_live(t, i))
            return true;
    return false;
}

/* Heads followed from each word must end; `seen` is the word + 1 that came by first. */
uint32_t pl_tree_head_circle(const pl_tree *t)
{
    uint32_t *seen = PL_NEW_ARRAY(t->arena, uint32_t, t->n_tokens);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t v = i;
        for (; v < t->n_tokens && seen[v] == 0; v = t->tokens[v].head)
            seen[v] = i + 1;
        if (v < t->n_tokens && seen[v] == i + 1)
            return v;
    }
    return PL_NONE;
}

const char *pl_attr_get(const pl_attr *list, const char *key)
{
    for (; list != NULL; list = list->next)
        if (strcmp(list->key, key) == 0)
            return list->value;
    return NULL;
}

double pl_attr_number(const pl_attr *list, const char *key)
{
    const char *text = pl_attr_get(list, key);
    char *end;
    double number = text != NULL ? strtod(text, &end) : NAN;
    return text != NULL && end != text && *end == '\0' ? number : NAN;
}

void pl_attr_set(pl_arena *m, pl_attr **list, const char *key, const char *value)
{
    while (*list != NULL && strcmp((*list)->key, key) != 0)
        list = &(*list)->next;
    if (*list != NULL)
        (*list)->value = value;
    else
        pl_attr_add(m, list, key, value);
}

void pl_attr_remove(pl_attr **list, const char *key)
{
    while (*list != NULL)
        if (strcmp((*list)->key, key) == 0)
            *list = (*list)->next;
        else
            list = &(*list)->next;
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

/* -- comparing --------------------------------------------------------------------- */

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

/* How the fields of b are compared with those of a: not at all; they are the same; they are at least
 * those. */
typedef enum comparing { NO_FIELDS, SAME_FIELDS, KEPT_FIELDS } comparing;

static bool same_field(const char *a, const char *b, const char *what, uint32_t at,
                       comparing how, char *why, size_t n)
{
    return (how == KEPT_FIELDS && (a == NULL || *a == '\0')) ||
           same(a, b, what, at, why, n);
}

static bool kept_attrs(const pl_attr *a, const pl_attr *b, uint32_t at, char *why,
                       size_t n)
{
    for (; a != NULL; a = a->next)
        if (!same(a->value, pl_attr_get(b, a->key), a->key, at, why, n))
            return false;
    return true;
}

static bool same_token(const pl_token *a, const pl_token *b, uint32_t at, comparing how,
                       char *why, size_t n)
{
    return same(a->word, b->word, "word", at, why, n) &&
           same_number(a->head, b->head, "dependency head of token", at, why, n) &&
           same(a->deprel, b->deprel, "relation of token", at, why, n) &&
           (how == NO_FIELDS ||
            (same_field(a->coarse, b->coarse, "coarse tag", at, how, why, n) &&
             same_field(a->deps, b->deps, "deps column of token", at, how, why, n) &&
             same_field(a->misc, b->misc, "misc column of token", at, how, why, n)));
}

static bool same_node(const pl_node *a, const pl_node *b, uint32_t at, comparing how,
                      char *why, size_t n)
{
    return same(a->label, b->label, "label of node", at, why, n) &&
           same(a->func, b->func, "function of node", at, why, n) &&
           (how == NO_FIELDS ||
            (same_field(a->lemma, b->lemma, "lemma of node", at, how, why, n) &&
             same_field(a->morph, b->morph, "morphology of node", at, how, why, n) &&
             (how == KEPT_FIELDS
                  ? kept_attrs(a->attrs, b->attrs, at, why, n)
                  : same_attrs(a->attrs, b->attrs, "field of node", at, why, n))));
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
static bool same_edges(const pl_tree *a, const pl_tree *b, const uint32_t *b_of,
                       char *why, size_t n)
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

static bool same_lines(const pl_tree *a, const pl_tree *b, char *why, size_t n)
{
    const pl_line *la = a->lines, *lb = b->lines;
    for (uint32_t i = 0; la != NULL && lb != NULL; la = la->next, lb = lb->next, i++)
        if (!same(la->text, lb->text, "line", i, why, n) ||
            !same_number(la->before, lb->before, "place of line", i, why, n))
            return false;
    return same_number(la != NULL, lb != NULL, "more lines", 0, why, n);
}

/* Whether b has the head children of a, and its roots that are not written. */
static bool kept_marks(const pl_tree *a, const pl_tree *b, const uint32_t *b_of,
                       char *why, size_t n)
{
    for (uint32_t u = a->root; u != PL_NONE; u = pl_tree_preorder(a, a->root, u)) {
        const pl_node *was = &a->nodes[u], *is = &b->nodes[b_of[u]];
        if ((was->head != PL_NONE &&
             !same_number(b_of[was->head], is->head, "head of node", u, why, n)) ||
            !same_number(was->flags & PL_NODE_VIRTUAL,
                         was->flags & is->flags & PL_NODE_VIRTUAL, "virtual node", u, why,
                         n))
            return false;
    }
    return true;
}

/* Words and nodes; with fields also secondary edges. */
static bool same_nodes(const pl_tree *a, const pl_tree *b, comparing how, char *why,
                       size_t n)
{
    if (!same_number(a->n_tokens, b->n_tokens, "number of tokens", 0, why, n) ||
        !same_number(a->root == PL_NONE, b->root == PL_NONE, "without tree", 0, why, n))
        return false;
    uint32_t *b_of = PL_NEW_ARRAY(a->arena, uint32_t, a->n_nodes);
    for (uint32_t i = 0; i < a->n_tokens; i++) {
        b_of[i] = i;
        if (!same_token(&a->tokens[i], &b->tokens[i], i, how, why, n) ||
            (a->root == PL_NONE &&
             !same_node(&a->nodes[i], &b->nodes[i], i, how, why, n)))
            return false;
    }
    uint32_t u = a->root, v = b->root;
    for (; u != PL_NONE && v != PL_NONE;
         u = pl_tree_preorder(a, a->root, u), v = pl_tree_preorder(b, b->root, v)) {
        b_of[u] = v;
        if (!same_number(a->nodes[u].order, b->nodes[v].order, "children of node", u, why,
                         n) ||
            !same_number(pl_is_terminal(a, u) ? u : PL_NONE,
                         pl_is_terminal(b, v) ? v : PL_NONE, "terminal", u, why, n) ||
            !same_node(&a->nodes[u], &b->nodes[v], u, how, why, n))
            return false;
    }
    return how == NO_FIELDS || (same_edges(a, b, b_of, why, n) &&
                                (how == SAME_FIELDS || kept_marks(a, b, b_of, why, n)));
}

bool pl_tree_equal(const pl_tree *a, const pl_tree *b, bool fields, char *why, size_t n)
{
    if (!fields)
        return same_nodes(a, b, NO_FIELDS, why, n);
    return same_nodes(a, b, SAME_FIELDS, why, n) && same(a->id, b->id, "id", 0, why, n) &&
           same_attrs(a->attrs, b->attrs, "field of the sentence", 0, why, n) &&
           same_lines(a, b, why, n);
}

bool pl_tree_keeps(const pl_tree *a, const pl_tree *b, char *why, size_t n)
{
    return same_nodes(a, b, KEPT_FIELDS, why, n);
}
