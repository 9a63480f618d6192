/* What the gap systems share; see gap_shared.h. */
#include "machine/gap_shared.h"

#include <string.h>

bool pl_gap_is_final(const pl_config *c)
{
    return pl_buffer_empty(c) && pl_height(c->stack) == 1 &&
           c->stack->item->label != PL_NONE &&
           pl_labelset_at(c->sentence->labels, c->stack->item->label)->class ==
               PL_LABEL_AXIOM;
}

bool pl_gap_may_idle(const pl_config *c, const pl_group *g, const pl_inventory *inv)
{
    (void)g, (void)inv;
    return pl_gap_is_final(c);
}

bool pl_gap_axiom_fits(const pl_config *c, const pl_group *g)
{
    return (g->class == PL_LABEL_AXIOM) == (pl_buffer_empty(c) && c->stack->height == 2);
}

bool pl_gap_unary_fits(const pl_config *c, const pl_group *g)
{
    return (g->class == PL_LABEL_AXIOM) == (c->sentence->n_tokens == 1);
}

typedef struct walk {
    const pl_tree *tree;
    uint32_t *stack; /* [n]  nodes, the top last */
    uint32_t n;
    uint32_t *position; /* [n_nodes]  index in the stack, PL_NONE if not there */
} walk;

static void push(walk *w, uint32_t node)
{
    w->position[node] = w->n;
    w->stack[w->n++] = node;
}

/* Where the sibling of the top is in the stack; PL_NONE if it is not there. */
static uint32_t find_sibling(const walk *w)
{
    const pl_node *top = &w->tree->nodes[w->stack[w->n - 1]];
    uint32_t other = top->next != PL_NONE ? top->next : top->prev;
    return other != PL_NONE ? w->position[other] : PL_NONE;
}

/* Takes the top and the element at `at` off and pushes their parent; what lies between
 * moves down by one. */
static uint32_t reduce(walk *w, uint32_t at)
{
    uint32_t top = w->stack[--w->n], parent = w->tree->nodes[top].parent;
    w->position[top] = w->position[w->stack[at]] = PL_NONE;
    for (uint32_t i = at; i + 1 < w->n; i++) {
        w->stack[i] = w->stack[i + 1];
        w->position[w->stack[i]] = i;
    }
    w->n--;
    push(w, parent);
    return top;
}

void pl_gap_walk(const pl_gold *gold, const pl_gap_speller *spell, pl_actions *out,
                 pl_arena *m)
{
    const pl_tree *t = gold->tree;
    walk w = {t, pl_arena_alloc(m, (t->n_tokens + 1) * sizeof(uint32_t)), 0,
              pl_arena_alloc(m, t->n_nodes * sizeof(uint32_t))};
    memset(w.position, 0xff, t->n_nodes * sizeof(uint32_t)); /* PL_NONE */
    for (uint32_t i = 0, at; i < t->n_tokens; i++) {
        spell->shift(out);
        uint32_t parent = t->nodes[i].parent;
        bool unary = parent != PL_NONE && t->nodes[parent].order == 1;
        spell->unary(out, unary ? gold->labels[parent] : PL_NONE);
        push(&w, unary ? parent : i);
        while ((at = find_sibling(&w)) != PL_NONE) {
            uint32_t gaps = w.n - 2 - at, d0 = reduce(&w, at), x = w.stack[w.n - 1];
            spell->reduce(out, gaps, gold->labels[x], t->nodes[x].head == d0);
        }
    }
}

void pl_gap_close(pl_inventory *inv, uint16_t unary, uint16_t right, uint16_t left)
{
    const pl_label *entries = inv->labels->entries.at;
    uint32_t ordinary = pl_labelset_most_frequent(inv->labels, PL_LABEL_ORDINARY);
    uint32_t axiom = pl_labelset_most_frequent(inv->labels, PL_LABEL_AXIOM);
    bool has_unary_axiom = axiom == PL_NONE;
    for (uint32_t i = 0; i < inv->labels->entries.n; i++)
        if (entries[i].class == PL_LABEL_AXIOM || i == ordinary) {
            pl_inventory_add(inv, (pl_action){right, 0, i});
            pl_inventory_add(inv, (pl_action){left, 0, i});
        }
    for (size_t i = 0; i < inv->actions.n; i++)
        if (inv->actions.at[i].kind == unary &&
            entries[inv->actions.at[i].label].class == PL_LABEL_AXIOM)
            has_unary_axiom = true;
    if (!has_unary_axiom)
        pl_inventory_add(inv, (pl_action){unary, 0, axiom});
}
