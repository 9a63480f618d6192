/* The DOP reduction (Goodman 2003): a grammar that derives what all fragments of a
 * treebank derive, without listing them; see tsg.h.
 *
 * A node j has the label A and children k (label B) and l (label C). Besides A it gets a
 * symbol of its own, A_j, which stands for "inside a fragment, at node j". Below a node
 * begin
 *
 *     a_j = (b_k + 1) (c_l + 1)       fragments; 1 at a word:
 *
 * a child is either cut off (1 way) or goes on with any of its own fragments (b_k ways).
 * Node j gives eight rules, a derivation inside a fragment (left) or at its root (right):
 *
 *     A_j → B   C     1       / a_j        A → B   C     1       / (a_j n_A)
 *     A_j → B_k C     b_k     / a_j        A → B_k C     b_k     / (a_j n_A)
 *     A_j → B   C_l   c_l     / a_j        A → B   C_l   c_l     / (a_j n_A)
 *     A_j → B_k C_l   b_k c_l / a_j        A → B_k C_l   b_k c_l / (a_j n_A)
 *
 * n_A is the number of nodes with label A in the treebank: each of them has an equal share
 * of what A derives, however many fragments it has (the equal weights estimate). Dividing
 * by the number of all fragments below A instead would leave nearly everything to the
 * largest trees.
 *
 * Each fraction is a product with one factor per child: b_k / (b_k + 1) if it goes on,
 * 1 / (b_k + 1) if it is cut off. So nothing overflows although a_j does. Equal subtrees
 * have equal rules and share one symbol; where a rule comes from several nodes its
 * weights add up. */
#include "grammar/tsg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reducer {
    const pl_forest *forest;
    pl_tsg *tsg;
    pl_prod_stack stack;
    pl_intern subtrees; /* keys: production, then numbers of the children's subtrees */
    uint32_t *subtree;  /* [nodes]  number of the subtree at a node */
    double *counts;     /* [nodes]  a_j, which may be infinite */
    double *shares;     /* [symbols]  1 / n_A */
    uint32_t *tree_of;  /* [productions of the forest]  elementary tree, or PL_NONE */
    pl_code code;
    pl_str key, label;
    pl_arena arena; /* of the arrays */
} reducer;

static const pl_production *production_at(const reducer *r, uint32_t node)
{
    return &r->forest->productions.at.at[r->forest->nodes.at[node].production];
}

/* Numbers the subtrees and counts their fragments, from the bottom up (a node's children
 * come after it):  a_j = product over children k of (a_k + 1) */
static void number_subtrees(reducer *r)
{
    const pl_forest *f = r->forest;
    for (uint32_t i = (uint32_t)f->nodes.n; i-- > 0;) {
        uint32_t child = i + 1;
        r->counts[i] = 1;
        pl_str_clear(&r->key);
        pl_str_printf(&r->key, "%u", f->nodes.at[i].production);
        for (uint32_t k = production_at(r, i)->n_rhs; k > 0; k--) {
            pl_str_printf(&r->key, " %u", r->subtree[child]);
            r->counts[i] *= r->counts[child] + 1;
            child += f->nodes.at[child].size;
        }
        r->subtree[i] = pl_intern_add_n(&r->subtrees, r->key.at, r->key.n);
        r->shares[production_at(r, i)->lhs]++;
    }
    for (size_t s = 0; s < f->productions.symbols.n; s++)
        r->shares[s] = r->shares[s] > 0 ? 1 / r->shares[s] : 0;
}

/* The elementary tree that is a production of the forest alone. */
static uint32_t single(reducer *r, uint32_t production)
{
    pl_tsg *tsg = r->tsg;
    const pl_production *q = &tsg->base->at.at[production];
    if (r->tree_of[production] != PL_NONE)
        return r->tree_of[production];
    pl_elementary e = {.code = tsg->codes.n, .order = SIZE_MAX, .n = 1 + q->n_rhs};
    e.n_leaves = q->n_rhs > 0 ? q->n_rhs : 1;
    PL_PUSH(&tsg->codes, production);
    for (uint32_t k = 0; k < q->n_rhs; k++)
        PL_PUSH(&tsg->codes, PL_NONE);
    PL_PUSH(&tsg->trees, e);
    return r->tree_of[production] = (uint32_t)tsg->trees.n - 1;
}

static void add_weight(reducer *r, uint32_t made, uint32_t production, double weight)
{
    pl_tsg *tsg = r->tsg;
    uint32_t tree = single(r, production);
    while (tsg->weights.n < tsg->productions.at.n) {
        PL_PUSH(&tsg->weights, 0.0);
        PL_PUSH(&tsg->tree_of, tree);
    }
    tsg->weights.at[made] += weight;
}

static const char *addressed(reducer *r, const char *label, uint32_t node)
{
    pl_str_clear(&r->label);
    pl_str_printf(&r->label, "%s%c%u", label, PL_TSG_MARK, r->subtree[node]);
    return r->label.at;
}

/* One rule of node j. Bit k of `inner` is set if child k goes on inside the fragment.
 *
 *     weight  *=  a_k / (a_k + 1)   if it goes on     a limit of 1 where a_k is infinite
 *                   1 / (a_k + 1)   if it is cut off */
static void add_rule(reducer *r, uint32_t node, bool address, unsigned inner,
                     double weight)
{
    const pl_productions *p = &r->forest->productions;
    const pl_production *q = production_at(r, node);
    uint32_t child = node + 1, made;
    const char *label = p->symbols.at[q->lhs].label;
    pl_prod_stack_clear(&r->stack);
    for (uint32_t k = 0; k < q->n_rhs; k++) {
        const pl_symbol *symbol = &p->symbols.at[q->rhs[k]];
        const pl_code_node *leaf = &r->code.nodes.at[r->code.kids.at[k]];
        bool goes_on = inner >> k & 1;
        double a = r->counts[child];
        weight *= goes_on ? (isinf(a) ? 1 : a / (a + 1)) : 1 / (a + 1);
        pl_prod_open(&r->stack,
                     goes_on ? addressed(r, symbol->label, child) : symbol->label,
                     r->code.places.at + leaf->places, symbol->fanout);
        child += r->forest->nodes.at[child].size;
    }
    if (address)
        label = addressed(r, label, node);
    made = q->word != NULL ? pl_prod_word(&r->stack, label, q->word, 0)
                           : pl_prod_join(&r->stack, label, q->n_rhs, false);
    add_weight(r, made, r->forest->nodes.at[node].production, weight);
}

/* All rules of a node; those of A_j once for all nodes with the same subtree. */
static void add_node(reducer *r, uint32_t node, bool first)
{
    const pl_production *q = production_at(r, node);
    const uint32_t production = r->forest->nodes.at[node].production;
    uint32_t code[3] = {production, PL_NONE, PL_NONE};
    pl_code_unfold(&r->code, &r->forest->productions, code, 1 + q->n_rhs);
    for (unsigned inner = 0; inner < 1u << q->n_rhs; inner++) {
        if (first)
            add_rule(r, node, true, inner, 1);
        add_rule(r, node, false, inner, r->shares[q->lhs]);
    }
}

static int check(const pl_forest *f, pl_error *err)
{
    const pl_productions *p = &f->productions;
    for (size_t i = 0; i < p->at.n; i++)
        if (p->at.at[i].n_rhs > 2)
            return pl_fail(err, PL_BAD_INPUT,
                           "%s has %u children; the reduction needs trees whose nodes "
                           "have at most two (the transform binarize)",
                           p->symbols.at[p->at.at[i].lhs].label, p->at.at[i].n_rhs);
    return pl_tsg_check_labels(p, err);
}

int pl_tsg_reduction(pl_tsg *tsg, const pl_forest *f, pl_error *err)
{
    if (check(f, err) < 0)
        return -1;
    *tsg = (pl_tsg){.base = &f->productions};
    size_t n = f->nodes.n + 1;
    reducer r = {.forest = f, .tsg = tsg, .stack.grow = &tsg->productions};
    r.subtree = PL_NEW_ARRAY(&r.arena, uint32_t, n);
    r.counts = PL_NEW_ARRAY(&r.arena, double, n);
    r.shares = PL_NEW_ARRAY(&r.arena, double, f->productions.symbols.n + 1);
    r.tree_of = PL_NEW_ARRAY(&r.arena, uint32_t, f->productions.at.n + 1);
    memset(r.tree_of, 0xff, sizeof *r.tree_of * (f->productions.at.n + 1));
    number_subtrees(&r);
    bool *seen = PL_NEW_ARRAY(&r.arena, bool, r.subtrees.n + 1);
    for (uint32_t i = 0; i < f->nodes.n; i++) {
        add_node(&r, i, !seen[r.subtree[i]]);
        seen[r.subtree[i]] = true;
    }
    pl_arena_release(&r.arena);
    pl_intern_release(&r.subtrees);
    pl_prod_stack_release(&r.stack);
    pl_code_release(&r.code);
    pl_str_release(&r.key);
    pl_str_release(&r.label);
    return 0;
}
