/* Trees as arrays of productions; see forest.h. */
#include "grammar/forest.h"

#include <stdlib.h>

static int check(const pl_forest *f, const pl_tree *t, pl_error *err)
{
    if (t->root == PL_NONE)
        return pl_fail(err, PL_BAD_INPUT, "the sentence has no constituents");
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].label == NULL)
            return pl_fail(err, PL_BAD_INPUT,
                           "word %u (%s) has no tag, which grammars need", i + 1,
                           t->tokens[i].word);
    if (f->nodes.n + t->n_nodes > PL_MAX_FOREST)
        return pl_fail(err, PL_TOO_LARGE, "the treebank has more than %u nodes",
                       PL_MAX_FOREST);
    return 0;
}

void pl_forest_append(pl_forest_nodes *nodes, const pl_tree *t, pl_prod_stack *stack,
                      pl_numbers *place)
{
    PL_RESERVE(place, t->n_nodes);
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        place->at[v] = (uint32_t)nodes->n;
        PL_PUSH(nodes, (pl_forest_node){PL_NONE, 1, PL_NONE, 0});
    }
    /* Productions and sizes from the bottom up. */
    pl_prod_stack_clear(stack);
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;
         v = pl_tree_postorder(t, t->root, v)) {
        const pl_node *n = &t->nodes[v];
        const char *label = n->label != NULL ? n->label : "";
        pl_forest_node *node = &nodes->at[place->at[v]];
        node->production = pl_is_terminal(t, v)
                               ? pl_prod_word(stack, label, t->tokens[v].word, v)
                               : pl_prod_join(stack, label, n->order, false);
        if (v == t->root)
            break;
        nodes->at[place->at[n->parent]].size += node->size;
    }
}

static void find_contexts(pl_forest *f, const pl_tree *t)
{
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        if (v != t->root && t->nodes[v].parent == PL_NONE)
            continue; /* dead */
        uint32_t parent = f->nodes.at[f->place.at[v]].production;
        uint32_t slot = f->productions.at.at[parent].slot;
        for (uint32_t w = t->nodes[v].first; w != PL_NONE; w = t->nodes[w].next)
            f->nodes.at[f->place.at[w]].context = slot++;
    }
}

int pl_forest_add(pl_forest *f, const pl_tree *t, pl_error *err)
{
    if (check(f, t, err) < 0)
        return -1;
    size_t first = f->nodes.n;
    f->stack.grow = &f->productions;
    pl_forest_append(&f->nodes, t, &f->stack, &f->place);
    for (size_t i = first; i < f->nodes.n; i++)
        f->nodes.at[i].tree = f->n_trees;
    find_contexts(f, t);
    f->n_trees++;
    return 0;
}

void pl_forest_index(pl_forest *f)
{
    const uint32_t *first = f->nodes.n > 0 ? &f->nodes.at->production : NULL;
    pl_arena_reset(&f->arena);
    pl_index_make(&f->having, first, sizeof *f->nodes.at, 0, (uint32_t)f->nodes.n,
                  (uint32_t)f->productions.at.n, &f->arena);
}

void pl_forest_add_roots(pl_forest *f, const char *label)
{
    static const uint32_t first_place = 0;
    pl_forest_nodes old = f->nodes;
    f->nodes = (pl_forest_nodes){0};
    PL_RESERVE(&f->nodes, old.n + f->n_trees + 1);
    f->stack.grow = &f->productions;
    for (size_t i = 0; i < old.n; i++) {
        pl_forest_node node = old.at[i];
        if (i == 0 || node.tree != old.at[i - 1].tree) {
            uint32_t root = f->productions.at.at[node.production].lhs;
            pl_prod_stack_clear(&f->stack);
            pl_prod_open(&f->stack, f->productions.symbols.at[root].label, &first_place,
                         1);
            pl_forest_node above = {pl_prod_join(&f->stack, label, 1, false),
                                    node.size + 1, PL_NONE, node.tree};
            PL_PUSH(&f->nodes, above);
            node.context = f->productions.at.at[above.production].slot;
        }
        PL_PUSH(&f->nodes, node);
    }
    free(old.at);
}

void pl_forest_release(pl_forest *f)
{
    pl_productions_release(&f->productions);
    PL_VEC_RELEASE(&f->nodes, &f->place);
    pl_prod_stack_release(&f->stack);
    pl_arena_release(&f->arena);
    *f = (pl_forest){0};
}

/* -- codes -------------------------------------------------------------------------- */

static void add_node(pl_code *c, const pl_productions *p, uint32_t code, uint32_t parent,
                     uint32_t symbol)
{
    pl_code_node n = {.parent = parent, .symbol = symbol};
    n.production = code != PL_NONE ? &p->at.at[code] : NULL;
    n.kids = (uint32_t)c->kids.n;
    n.places = (uint32_t)c->places.n;
    size_t n_kids = n.production != NULL ? n.production->n_rhs : 0;
    PL_RESERVE(&c->kids, c->kids.n + n_kids);
    c->kids.n += n_kids;
    size_t n_places = pl_code_is_leaf(&n) ? p->symbols.at[symbol].fanout : 0;
    PL_RESERVE(&c->places, c->places.n + n_places);
    c->places.n += n_places;
    PL_PUSH(&c->nodes, n);
}

/* Nodes from the code; c->open holds those that still wait for children. */
static void make_nodes(pl_code *c, const pl_productions *p, const uint32_t *code,
                       uint32_t n)
{
    c->nodes.n = c->kids.n = c->places.n = c->open.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0)
            add_node(c, p, code[0], PL_NONE, p->at.at[code[0]].lhs);
        else {
            uint32_t parent = c->open.at[c->open.n - 1];
            pl_code_node *up = &c->nodes.at[parent];
            uint32_t k = up->n_kids++;
            c->kids.at[up->kids + k] = i;
            if (up->n_kids == up->production->n_rhs)
                c->open.n--;
            add_node(c, p, code[i], parent, up->production->rhs[k]);
        }
        if (!pl_code_is_leaf(&c->nodes.at[i]))
            PL_PUSH(&c->open, i);
    }
}

/* Numbers what stands in one component of the root, from left to right. */
static void number_component(pl_code *c, uint32_t component, uint32_t *place)
{
    c->variables.n = 0;
    PL_PUSH(&c->variables, (pl_variable){0, component});
    while (c->variables.n > 0) {
        pl_variable v = PL_POP(&c->variables); /* block v.block of node v.child */
        const pl_code_node *n = &c->nodes.at[v.child];
        if (pl_code_is_leaf(n)) {
            c->places.at[n->places + v.block] = (*place)++;
            continue;
        }
        const uint32_t *starts = n->production->starts;
        for (uint32_t i = starts[v.block + 1]; i > starts[v.block]; i--) {
            pl_variable part = n->production->variables[i - 1];
            part.child = c->kids.at[n->kids + part.child];
            PL_PUSH(&c->variables, part);
        }
    }
}

/* How many there are, gaps of the root included. */
static uint32_t number_places(pl_code *c, const pl_productions *p)
{
    uint32_t n_places = 0;
    uint32_t fanout = p->symbols.at[c->nodes.at[0].symbol].fanout;
    for (uint32_t component = 0; component < fanout; component++) {
        n_places += component > 0; /* the gap */
        number_component(c, component, &n_places);
    }
    return n_places;
}

uint32_t pl_code_unfold(pl_code *c, const pl_productions *p, const uint32_t *code,
                        uint32_t n)
{
    make_nodes(c, p, code, n);
    return number_places(c, p);
}

void pl_code_release(pl_code *c)
{
    PL_VEC_RELEASE(&c->nodes, &c->kids, &c->places, &c->open, &c->variables);
}

bool pl_code_complete(const pl_productions *p, const uint32_t *code, uint32_t n)
{
    uint64_t missing = 1; /* nodes that are promised and not there yet */
    for (uint32_t i = 0; i < n; i++) {
        if (missing == 0 || (code[i] != PL_NONE && code[i] >= p->at.n) ||
            (i == 0 && code[i] == PL_NONE))
            return false;
        missing += (code[i] != PL_NONE ? p->at.at[code[i]].n_rhs : 0) - (uint64_t)1;
    }
    return n > 0 && missing == 0;
}

/* Whether all leaves are words, and there are n of them. */
static bool is_over_words(const pl_code *c, const pl_productions *p, uint32_t n)
{
    uint32_t leaves = 0;
    for (size_t i = 0; i < c->nodes.n; i++) {
        bool leaf = pl_code_is_leaf(&c->nodes.at[i]);
        if (leaf && p->symbols.at[c->nodes.at[i].symbol].fanout > 1)
            return false;
        leaves += leaf;
    }
    return leaves == n && p->symbols.at[c->nodes.at[0].symbol].fanout == 1;
}

/* Whether every node is of the symbol that its parent has there: only then do yield
 * functions lead to as many places as there are. */
static bool is_matched(const pl_code *c)
{
    for (size_t i = 0; i < c->nodes.n; i++) {
        const pl_code_node *n = &c->nodes.at[i];
        if (n->production != NULL && n->production->lhs != n->symbol)
            return false;
    }
    return true;
}

bool pl_code_tree(pl_code *c, const pl_productions *p, const uint32_t *code, uint32_t n,
                  pl_tree *t)
{
    make_nodes(c, p, code, n);
    if (!is_matched(c) || !is_over_words(c, p, t->n_tokens))
        return false;
    number_places(c, p);
    PL_RESERVE(&c->open, c->nodes.n); /* the node of t that each one is */
    for (size_t i = 0; i < c->nodes.n; i++) {
        const pl_code_node *v = &c->nodes.at[i];
        const char *label = p->symbols.at[v->symbol].label;
        uint32_t id;
        if (pl_code_is_leaf(v)) {
            id = c->places.at[v->places];
            if (t->nodes[id].label == NULL)
                t->nodes[id].label = pl_arena_strdup(t->arena, label);
        } else
            id = pl_tree_add(t, pl_arena_strdup(t->arena, label));
        c->open.at[i] = id;
        if (i == 0)
            t->root = id;
        else
            pl_tree_append(t, c->open.at[v->parent], id);
    }
    pl_tree_order(t);
    return true;
}

/* -- trees of prefixes -------------------------------------------------------------- */

static int by_code(const void *a, const void *b)
{
    const struct pl_code_ref *x = a, *y = b;
    for (uint32_t i = 0; i < x->n && i < y->n; i++)
        if (x->at[i] != y->at[i])
            return x->at[i] < y->at[i] ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* The steps from a place lead to places that are made one after the other. */
static void add_steps(pl_prefix_tree *t, struct pl_prefix_place p)
{
    for (uint32_t i = p.from; i < p.to && t->codes[i].n > p.depth;) {
        struct pl_prefix_step step = {t->codes[i].at[p.depth], (uint32_t)t->places.n};
        struct pl_prefix_place below = {0, i, i, p.depth + 1};
        while (below.to < p.to && t->codes[below.to].at[p.depth] == step.code)
            below.to++;
        i = below.to;
        PL_PUSH(&t->steps, step);
        PL_PUSH(&t->places, below);
    }
}

void pl_prefix_tree_build(pl_prefix_tree *t, size_t n)
{
    struct pl_prefix_place root = {0, 0, (uint32_t)n, 0}, last = {0};
    qsort(t->codes, n, sizeof *t->codes, by_code);
    PL_PUSH(&t->places, root);
    for (size_t i = 0; i < t->places.n; i++) {
        t->places.at[i].steps = (uint32_t)t->steps.n;
        add_steps(t, t->places.at[i]);
    }
    last.steps = (uint32_t)t->steps.n;
    PL_PUSH(&t->places, last);
}

void pl_prefix_tree_release(pl_prefix_tree *t)
{
    free(t->codes);
    PL_VEC_RELEASE(&t->places, &t->steps);
}
