/* Structures of trees and the choice among them; see diverse.h. */
#include "parser/diverse.h"

#include "base/hash.h"

uint64_t pl_structure(const pl_tree *t, pl_arena *scratch)
{
    uint64_t *sums = PL_NEW_ARRAY(scratch, uint64_t, t->n_nodes + (size_t)1), all = 0;
    for (uint32_t v = t->root != PL_NONE ? pl_tree_deepest(t, t->root) : PL_NONE;
         v != PL_NONE; v = pl_tree_postorder(t, t->root, v)) {
        sums[v] = pl_is_terminal(t, v) ? pl_mix(v + (uint64_t)1) : sums[v];
        all += pl_is_terminal(t, v) ? 0 : pl_mix(sums[v]);
        if (t->nodes[v].parent != PL_NONE)
            sums[t->nodes[v].parent] += sums[v];
    }
    for (uint32_t i = 0; t->has_deps && i < t->n_tokens; i++)
        all += pl_mix((uint64_t)t->tokens[i].head << 32 | i);
    return all;
}

/* Whether a tree is the first one of its structure. */
static bool is_new(const uint64_t *structures, uint32_t i)
{
    uint32_t k = 0;
    while (structures[k] != structures[i])
        k++;
    return k == i;
}

uint32_t pl_diverse_pick(const uint64_t *structures, uint32_t all, uint32_t n,
                         uint32_t *picked)
{
    uint32_t n_new = 0, n_picked = 0;
    for (uint32_t i = 0; i < all; i++)
        n_new += is_new(structures, i);
    uint32_t room = n > n_new ? n - n_new : 0; /* for variants */
    for (uint32_t i = 0; i < all && n_picked < n; i++) {
        bool wanted = is_new(structures, i);
        if (!wanted && room > 0) {
            wanted = true;
            room--;
        }
        if (wanted)
            picked[n_picked++] = i;
    }
    return n_picked;
}
