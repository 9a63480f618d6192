/* Makes a tree obey constraints; see constraints.h. For what parsers cannot build
 * themselves: labels that their treebank did not have, structures outside their systems. */
#include "base/bitset.h"
#include "tree/arc_rules.h"
#include "tree/constraints.h"

typedef struct surgery {
    const pl_constraints *rules;
    pl_tree *tree;
    uint64_t *words; /* of the bracket at hand */
    const pl_constraint *bracket;
} surgery;

/* How many words of the bracket are below a node. */
static uint32_t common(const surgery *s, uint32_t v, uint32_t *size)
{
    const pl_tree *t = s->tree;
    uint32_t n = 0;
    *size = 0;
    for (uint32_t u = v; u != PL_NONE; u = pl_tree_preorder(t, v, u))
        if (pl_is_terminal(t, u)) {
            n += pl_bit_test(s->words, u);
            ++*size;
        }
    return n;
}

static void take_bracket(surgery *s, const pl_constraint *c)
{
    memset(s->words, 0, pl_bits_words(s->tree->n_tokens) * sizeof *s->words);
    for (uint32_t i = 0; i < c->n; i++)
        pl_bit_set(s->words, c->words[i]);
    s->bracket = c;
}

static bool covers_just(const surgery *s, uint32_t v)
{
    uint32_t size;
    return common(s, v, &size) == s->bracket->n && size == s->bracket->n;
}

/* Whether a label is asked for, or banned, over the words of the bracket at hand. */
static bool says(const surgery *s, pl_constraint_kind kind, const char *label)
{
    for (size_t i = 0; i < s->rules->list.n; i++) {
        const pl_constraint *c = &s->rules->list.at[i];
        if (c->kind == kind && c->n == s->bracket->n &&
            (kind == PL_BAN_BRACKET ? c->label == NULL || pl_same_text(c->label, label)
                                    : pl_same_text(c->label, label)) &&
            memcmp(c->words, s->bracket->words, c->n * sizeof *c->words) == 0)
            return true;
    }
    return false;
}

/* A label that is not banned there: the one given, another of the tree, or X with as many
 * hyphens as it takes. */
static const char *some_label(const surgery *s, const char *first)
{
    const pl_tree *t = s->tree;
    pl_str made = {0};
    if (first != NULL && !says(s, PL_BAN_BRACKET, first))
        return first;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v) && !says(s, PL_BAN_BRACKET, t->nodes[v].label))
            return t->nodes[v].label;
    for (pl_str_puts(&made, "X"); says(s, PL_BAN_BRACKET, made.at);)
        pl_str_putc(&made, '-');
    const char *label = pl_arena_strdup(t->arena, made.at);
    pl_str_release(&made);
    return label;
}

static uint32_t parent_of(const surgery *s, uint32_t v)
{
    return s->tree->nodes[v].parent;
}

/* The lowest node above all words of the bracket. */
static uint32_t lowest_above(const surgery *s)
{
    uint32_t v = s->bracket->words[0], size;
    while (parent_of(s, v) != PL_NONE &&
           (pl_is_terminal(s->tree, v) || common(s, v, &size) < s->bracket->n))
        v = parent_of(s, v);
    return v;
}

/* Dissolves nodes that have some of the words and some others, below `top`. */
static void dissolve_others(const surgery *s, uint32_t top)
{
    for (uint32_t i = 0; i < s->bracket->n; i++)
        for (uint32_t v = s->bracket->words[i], up; v != top; v = up) {
            uint32_t size;
            up = parent_of(s, v);
            if (!pl_is_terminal(s->tree, v) && common(s, v, &size) < size)
                pl_tree_splice(s->tree, v);
        }
}

/* A new node over the words, below the node that has them all. */
static void put_in(surgery *s, const char *label)
{
    pl_tree *t = s->tree;
    if (pl_is_terminal(t, t->root)) { /* a single word is the whole tree */
        pl_tree_insert_above(t, t->root, some_label(s, label));
        return;
    }
    uint32_t top = lowest_above(s), size;
    dissolve_others(s, top);
    uint32_t made =
        pl_tree_add(t, some_label(s, label != NULL ? label : t->nodes[top].label));
    for (uint32_t v = t->nodes[top].first, next; v != PL_NONE; v = next) {
        next = t->nodes[v].next;
        if (common(s, v, &size) > 0) {
            if (t->nodes[top].head == v)
                t->nodes[top].head = PL_NONE;
            pl_tree_move(t, v, made);
        }
    }
    pl_tree_append(t, top, made);
}

/* A new node over all children of another: a root that formats imply is not to be seen. */
static void put_below(pl_tree *t, uint32_t top, const char *label)
{
    uint32_t made = pl_tree_add(t, label);
    while (t->nodes[top].first != PL_NONE)
        pl_tree_move(t, t->nodes[top].first, made);
    t->nodes[top].head = PL_NONE;
    pl_tree_append(t, top, made);
}

/* A node over the words that nobody asks for may take the label; if there is none, a new
 * one comes in. */
static void want(surgery *s)
{
    pl_tree *t = s->tree;
    const char *label = s->bracket->label;
    uint32_t spare = PL_NONE, exact = PL_NONE;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        if (pl_is_terminal(t, v) || !covers_just(s, v))
            continue;
        exact = v;
        if (label == NULL || pl_same_text(t->nodes[v].label, label))
            return;
        if (!says(s, PL_WANT_BRACKET, t->nodes[v].label) &&
            !(t->nodes[v].flags & PL_NODE_VIRTUAL))
            spare = v;
    }
    if (spare != PL_NONE)
        t->nodes[spare].label = label;
    else if (exact != PL_NONE && t->nodes[exact].flags & PL_NODE_VIRTUAL)
        put_below(t, exact, label);
    else if (exact != PL_NONE)
        pl_tree_insert_above(t, exact, label);
    else
        put_in(s, label);
}

/* Nodes with a banned label dissolve; the root gets another. */
static void ban(surgery *s)
{
    pl_tree *t = s->tree;
    for (uint32_t v = t->root, next; v != PL_NONE; v = next) {
        next = pl_tree_preorder(t, t->root, v);
        bool banned = !pl_is_terminal(t, v) && covers_just(s, v) &&
                      (s->bracket->label == NULL ||
                       pl_same_text(t->nodes[v].label, s->bracket->label));
        if (banned && v == t->root)
            t->nodes[v].label = some_label(s, NULL);
        else if (banned) {
            next = t->nodes[v].first;
            pl_tree_splice(t, v);
        }
    }
}

static void impose_brackets(const pl_constraints *c, pl_tree *t)
{
    surgery s = {c, t, PL_NEW_ARRAY(t->arena, uint64_t, pl_bits_words(t->n_tokens)),
                 NULL};
    for (size_t i = 0; i < c->list.n; i++) {
        take_bracket(&s, &c->list.at[i]);
        if (c->list.at[i].kind == PL_WANT_BRACKET)
            want(&s);
        else if (c->list.at[i].kind == PL_BAN_BRACKET)
            ban(&s);
    }
    pl_tree_compact(t);
}

/* A relation for an arc: the one it has, or that of another word, or dep with hyphens. */
static const char *some_relation(const pl_arc_rules *r, const pl_tree *t, uint32_t m)
{
    uint32_t h = t->tokens[m].head;
    if (r->relations[m] != NULL)
        return r->relations[m];
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *other = t->tokens[(m + i) % t->n_tokens].deprel;
        if (other != NULL && pl_relation_allowed(r, h, m, other))
            return other;
    }
    pl_str made = {0};
    for (pl_str_puts(&made, "dep"); !pl_relation_allowed(r, h, m, made.at);)
        pl_str_putc(&made, '-');
    const char *relation = pl_arena_strdup(t->arena, made.at);
    pl_str_release(&made);
    return relation;
}

static void impose_arcs(const pl_constraints *c, bool single_root, pl_tree *t)
{
    pl_arena m = {0};
    pl_arc_rules rules;
    pl_error err;
    uint32_t n = t->n_tokens;
    uint32_t *now = pl_arena_alloc(&m, (n + (size_t)1) * sizeof *now);
    uint32_t *heads = pl_arena_alloc(&m, (n + (size_t)1) * sizeof *heads);
    for (uint32_t i = 0; i < n; i++)
        now[i] = t->tokens[i].head;
    if (pl_arc_rules_make(&rules, c, n, &m, &err) == 0 &&
        pl_arc_rules_tree(&rules, single_root, now, heads, &m)) {
        for (uint32_t i = 0; i < n; i++)
            t->tokens[i].head = heads[i];
        for (uint32_t i = 0; i < n; i++)
            if (!pl_relation_allowed(&rules, heads[i], i, t->tokens[i].deprel) ||
                t->tokens[i].deprel == NULL)
                t->tokens[i].deprel = some_relation(&rules, t, i);
    }
    pl_arena_release(&m);
}

void pl_constraints_impose(const pl_constraints *c, pl_tree_kind kind, pl_tree *t)
{
    pl_constraints_set_tags(c, t);
    if (kind.constituents && t->root != PL_NONE)
        impose_brackets(c, t);
    else if (!kind.constituents && t->has_deps)
        impose_arcs(c, kind.single_root, t);
}

void pl_constraints_set_tags(const pl_constraints *c, pl_tree *t)
{
    for (size_t i = 0; i < c->list.n; i++)
        if (c->list.at[i].kind == PL_WANT_TAG)
            t->nodes[c->list.at[i].words[0]].label = c->list.at[i].label;
}
