/* Codes unfolded; see code.h. Places come from following the yield functions from the
 * root down. */
#include "grammar/code.h"

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
    pl_variable start = {0, component};
    c->variables.n = 0;
    PL_PUSH(&c->variables, start);
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
    PL_VEC_RELEASE(&c->nodes);
    PL_VEC_RELEASE(&c->kids);
    PL_VEC_RELEASE(&c->places);
    PL_VEC_RELEASE(&c->open);
    PL_VEC_RELEASE(&c->variables);
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
