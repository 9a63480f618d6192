/* Compares two trees and names the first difference; see tree.h. */
#include "tree/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static bool same_lists(const pl_tree *a, const pl_tree *b, const uint32_t *b_of,
                       char *why, size_t n)
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
            (a->root == PL_NONE &&
             !same_node(&a->nodes[i], &b->nodes[i], i, fields, why, n)))
            return false;
    uint32_t *b_of = PL_NEW_ARRAY(a->arena, uint32_t, a->n_nodes);
    uint32_t u = a->root, v = b->root;
    for (; u != PL_NONE && v != PL_NONE;
         u = pl_tree_preorder(a, a->root, u), v = pl_tree_preorder(b, b->root, v)) {
        b_of[u] = v;
        if (!same_number(a->nodes[u].order, b->nodes[v].order, "children of node", u, why,
                         n) ||
            !same_number(pl_is_terminal(a, u) ? u : PL_NONE,
                         pl_is_terminal(b, v) ? v : PL_NONE, "terminal", u, why, n) ||
            !same_node(&a->nodes[u], &b->nodes[v], u, fields, why, n))
            return false;
    }
    return !fields ||
           (same(a->id, b->id, "id", 0, why, n) &&
            same_attrs(a->attrs, b->attrs, "field of the sentence", 0, why, n) &&
            same_lists(a, b, b_of, why, n));
}
