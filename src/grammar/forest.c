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

/* Numbers the nodes in pre-order, after those that are there: place[node of t]. */
static void number_nodes(pl_forest *f, const pl_tree *t)
{
    PL_RESERVE(&f->place, t->n_nodes);
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        f->place.at[v] = (uint32_t)f->nodes.n;
        pl_forest_node node = {PL_NONE, 1, PL_NONE, f->n_trees};
        PL_PUSH(&f->nodes, node);
    }
}

/* Productions and sizes from the bottom up. */
static void find_productions(pl_forest *f, const pl_tree *t)
{
    f->stack.grow = &f->productions;
    pl_prod_stack_clear(&f->stack);
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;
         v = pl_tree_postorder(t, t->root, v)) {
        const pl_node *n = &t->nodes[v];
        pl_forest_node *node = &f->nodes.at[f->place.at[v]];
        node->production = pl_is_terminal(t, v)
                               ? pl_prod_word(&f->stack, n->label, t->tokens[v].word, v)
                               : pl_prod_join(&f->stack, n->label, n->order);
        if (v == t->root)
            break;
        f->nodes.at[f->place.at[n->parent]].size += node->size;
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
    number_nodes(f, t);
    find_productions(f, t);
    find_contexts(f, t);
    f->n_trees++;
    return 0;
}

void pl_forest_index(pl_forest *f)
{
    size_t n = f->productions.at.n;
    free(f->having_starts);
    free(f->having);
    uint32_t *starts = f->having_starts = pl_alloc_zero(n + 2, sizeof *starts);
    f->having = pl_alloc_zero(f->nodes.n + 1, sizeof *f->having);
    /* Counts go two places up, so that filling leaves the starts where they belong. */
    for (size_t i = 0; i < f->nodes.n; i++)
        starts[f->nodes.at[i].production + 2]++;
    for (size_t p = 2; p < n + 2; p++)
        starts[p] += starts[p - 1];
    for (size_t i = 0; i < f->nodes.n; i++)
        f->having[starts[f->nodes.at[i].production + 1]++] = (uint32_t)i;
}

void pl_forest_add_roots(pl_forest *f, const char *label)
{
    pl_forest old = {.nodes.at = f->nodes.at, .nodes.n = f->nodes.n};
    static const uint32_t first_place = 0;
    f->nodes.at = NULL;
    f->nodes.n = f->nodes.cap = 0;
    PL_RESERVE(&f->nodes, old.nodes.n + f->n_trees + 1);
    f->stack.grow = &f->productions;
    for (size_t i = 0; i < old.nodes.n; i++) {
        pl_forest_node node = old.nodes.at[i];
        if (i == 0 || node.tree != old.nodes.at[i - 1].tree) {
            uint32_t root = f->productions.at.at[node.production].lhs;
            pl_prod_stack_clear(&f->stack);
            pl_prod_open(&f->stack, f->productions.symbols.at[root].label, &first_place,
                         1);
            pl_forest_node above = {pl_prod_join(&f->stack, label, 1), node.size + 1,
                                    PL_NONE, node.tree};
            PL_PUSH(&f->nodes, above);
            node.context = f->productions.at.at[above.production].slot;
        }
        PL_PUSH(&f->nodes, node);
    }
    free(old.nodes.at);
}

void pl_forest_release(pl_forest *f)
{
    pl_productions_release(&f->productions);
    PL_VEC_RELEASE(&f->nodes);
    PL_VEC_RELEASE(&f->place);
    pl_prod_stack_release(&f->stack);
    free(f->having_starts);
    free(f->having);
    *f = (pl_forest){0};
}
