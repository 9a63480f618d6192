/* Recurring fragments by their definition: every pair of trees, every pair of nodes,
 * texts made from the trees themselves. Slow and plain; what the fast way must agree
 * with. */
#ifndef PL_TESTS_PLAIN_FRAGMENTS_H
#define PL_TESTS_PLAIN_FRAGMENTS_H

#include "trees.h"

#include "base/vec.h"

#include <stdlib.h>

enum { PLAIN_NODES = 64, PLAIN_TREES = 40 };

typedef struct plain_bank {
    pl_tree *trees[PLAIN_TREES];
    size_t n;
    size_t second; /* trees from here on are a second treebank; 0: there is only one */
} plain_bank;

/* A fragment as a part of a tree that has it: the nodes that have their children in it.
 */
typedef struct plain_fragment {
    const pl_tree *t;
    uint32_t root;
    bool in[PLAIN_NODES];
} plain_fragment;

typedef PL_VEC(char *) plain_lines;

/* -- productions ------------------------------------------------------------------- */

/* The number of the child of `parent` that has this terminal below it. */
static inline uint32_t plain_child(const pl_tree *t, uint32_t parent, uint32_t terminal)
{
    uint32_t number = 0;
    for (uint32_t c = t->nodes[parent].first; !pl_tree_dominates(t, c, terminal);
         c = t->nodes[c].next)
        number++;
    return number;
}

/* Label, children, and for each run of words whose child it is. */
static inline void plain_spell(const pl_tree *t, uint32_t v, pl_str *s)
{
    uint32_t yield[PLAIN_NODES], n = pl_tree_yield(t, v, yield);
    pl_str_clear(s);
    pl_str_printf(s, "%s -> ", t->nodes[v].label);
    if (pl_is_terminal(t, v)) {
        pl_str_puts(s, t->tokens[v].word);
        return;
    }
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next)
        pl_str_printf(s, "%s ", t->nodes[c].label);
    for (uint32_t i = 0, before = PL_NONE; i < n; i++) {
        uint32_t child = plain_child(t, v, yield[i]);
        bool gap = i > 0 && yield[i] != yield[i - 1] + 1;
        if (gap || child != before)
            pl_str_printf(s, "%s%u", gap ? " , " : " ", child);
        before = child;
    }
}

/* Spells the productions of all trees, once: they stand in the field `morph`. */
static inline void plain_prepare(plain_bank *b)
{
    pl_str s = {0};
    for (size_t i = 0; i < b->n; i++)
        for (uint32_t v = 0; v < b->trees[i]->n_nodes; v++) {
            plain_spell(b->trees[i], v, &s);
            b->trees[i]->nodes[v].morph = pl_arena_strdup(b->trees[i]->arena, s.at);
        }
    pl_str_release(&s);
}

static inline bool plain_same(const pl_tree *t, uint32_t v, const pl_tree *u, uint32_t w)
{
    return pl_is_terminal(t, v) == pl_is_terminal(u, w) &&
           strcmp(t->nodes[v].morph, u->nodes[w].morph) == 0;
}

/* -- texts ------------------------------------------------------------------------- */

/* The node of the fragment's frontier, or its word, that the terminal belongs to. */
static inline uint32_t plain_owner(const plain_fragment *f, uint32_t terminal)
{
    uint32_t owner = terminal;
    for (uint32_t v = terminal; v != f->root; v = f->t->nodes[v].parent)
        if (!f->in[f->t->nodes[v].parent])
            owner = f->t->nodes[v].parent;
    return owner;
}

static inline void plain_write(const plain_fragment *f, uint32_t v, const uint32_t *index,
                               pl_str *s)
{
    const pl_tree *t = f->t;
    pl_str_printf(s, "(%s", t->nodes[v].label);
    if (f->in[v] && !pl_is_terminal(t, v))
        for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next) {
            pl_str_putc(s, ' ');
            plain_write(f, c, index, s);
        }
    else {
        uint32_t yield[PLAIN_NODES], n = pl_tree_yield(t, v, yield);
        for (uint32_t i = 0; i < n; i++)
            if (i == 0 || index[yield[i]] != index[yield[i - 1]])
                pl_str_printf(s, " %u=%s", index[yield[i]],
                              f->in[v] ? t->tokens[v].word : "");
    }
    pl_str_putc(s, ')');
}

/* Indices as in figure 4 of the paper: from 0, one for each run of words of one frontier
 * node and one for each gap of the root. */
static inline void plain_text(const plain_fragment *f, pl_str *s)
{
    uint32_t yield[PLAIN_NODES], index[PLAIN_NODES] = {0}, next = 0;
    uint32_t n = pl_tree_yield(f->t, f->root, yield);
    for (uint32_t i = 1; i < n; i++) {
        if (yield[i] != yield[i - 1] + 1)
            next += 2;
        else if (plain_owner(f, yield[i]) != plain_owner(f, yield[i - 1]))
            next++;
        index[yield[i]] = next;
    }
    plain_write(f, f->root, index, s);
}

/* -- counts
 * ------------------------------------------------------------------------------ */

static inline bool plain_matches(const plain_fragment *f, uint32_t v, const pl_tree *u,
                                 uint32_t w)
{
    if (!f->in[v])
        return true;
    if (!plain_same(f->t, v, u, w))
        return false;
    uint32_t c = f->t->nodes[v].first, d = u->nodes[w].first;
    for (; c != PL_NONE; c = f->t->nodes[c].next, d = u->nodes[d].next)
        if (!plain_matches(f, c, u, d))
            return false;
    return true;
}

static inline int plain_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* FRAGMENT<TAB>COUNT onto the lines; the count is that of the first treebank. */
static inline void plain_add(plain_lines *lines, const plain_fragment *f,
                             const plain_bank *b)
{
    unsigned count = 0;
    pl_str s = {0};
    for (size_t i = 0; i < (b->second > 0 ? b->second : b->n); i++)
        for (uint32_t v = b->trees[i]->root; v != PL_NONE;
             v = pl_tree_preorder(b->trees[i], b->trees[i]->root, v))
            count += plain_matches(f, f->root, b->trees[i], v);
    plain_text(f, &s);
    pl_str_printf(&s, "\t%u\n", count);
    PL_PUSH(lines, s.at);
}

/* The lines sorted, each once, as one text; the lines are gone. */
static inline void plain_finish(plain_lines *lines, pl_str *out)
{
    if (lines->n > 0)
        qsort(lines->at, lines->n, sizeof *lines->at, plain_compare);
    for (size_t i = 0; i < lines->n; i++)
        if (i == 0 || strcmp(lines->at[i], lines->at[i - 1]) != 0)
            pl_str_puts(out, lines->at[i]);
    for (size_t i = 0; i < lines->n; i++)
        free(lines->at[i]);
    PL_VEC_RELEASE(lines);
}

/* -- seeking
 * ------------------------------------------------------------------------------ */

static inline void plain_common(plain_fragment *f, uint32_t v, const pl_tree *u,
                                uint32_t w)
{
    f->in[v] = plain_same(f->t, v, u, w);
    if (!f->in[v])
        return;
    uint32_t c = f->t->nodes[v].first, d = u->nodes[w].first;
    for (; c != PL_NONE; c = f->t->nodes[c].next, d = u->nodes[d].next)
        plain_common(f, c, u, d);
}

/* Whether v and w are the same child of the same production. */
static inline bool plain_same_place(const pl_tree *t, uint32_t v, const pl_tree *u,
                                    uint32_t w)
{
    uint32_t p = t->nodes[v].parent, q = u->nodes[w].parent;
    return p != PL_NONE && q != PL_NONE && plain_same(t, p, u, q) &&
           plain_child(t, p, t->nodes[v].low) == plain_child(u, q, u->nodes[w].low);
}

static inline void plain_pair(plain_lines *lines, const plain_bank *b, const pl_tree *t,
                              const pl_tree *u)
{
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        for (uint32_t w = u->root; w != PL_NONE; w = pl_tree_preorder(u, u->root, w))
            if (plain_same(t, v, u, w) && !plain_same_place(t, v, u, w)) {
                plain_fragment f = {.t = t, .root = v};
                plain_common(&f, v, u, w);
                plain_add(lines, &f, b);
            }
}

static inline void plain_seek(plain_lines *lines, plain_bank *b)
{
    plain_prepare(b);
    for (size_t i = 0; i < b->n; i++)
        for (size_t j = i + 1; j < b->n; j++)
            if (b->second == 0 || (i < b->second && j >= b->second))
                plain_pair(lines, b, b->trees[i], b->trees[j]);
}

/* All fragments of depth 1 and 2: a node with its children, and each set of them. */
static inline void plain_cover2(plain_lines *lines, const plain_bank *b)
{
    for (size_t i = 0; i < (b->second > 0 ? b->second : b->n); i++) {
        const pl_tree *t = b->trees[i];
        for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
            for (uint32_t set = 0; set < 1u << t->nodes[v].order; set++) {
                plain_fragment f = {.t = t, .root = v};
                uint32_t k = 0;
                f.in[v] = true;
                for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next)
                    f.in[c] = set >> k++ & 1;
                plain_add(lines, &f, b);
            }
    }
}

#endif
