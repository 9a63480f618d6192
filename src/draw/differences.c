/* The differences between a gold tree and a candidate over the same words. */
#include "draw/draw.h"

#include "base/hash.h"
#include "base/intern.h"

#include <stdlib.h>
#include <string.h>

/* A nonterminal by its yield and its place in a unary chain. */
typedef struct item {
    uint64_t yield; /* hash of the set of terminals below */
    uint32_t rank;  /* among the nodes with this yield and label, from the top down */
    uint32_t node;
    const char *label;
} item;

static int by_yield_and_label(const void *x, const void *y)
{
    const item *a = x, *b = y;
    if (a->yield != b->yield)
        return a->yield < b->yield ? -1 : 1;
    int c = strcmp(a->label, b->label);
    if (c != 0)
        return c;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* The live nonterminals, sorted. The hash of a set is the sum of its members' hashes, so
 * that a parent's is the sum of its children's. */
static item *items_of(pl_arena *m, const pl_tree *t, uint32_t *n)
{
    uint64_t *hash = PL_NEW_ARRAY(m, uint64_t, t->n_nodes + 1);
    item *items = PL_NEW_ARRAY(m, item, t->n_nodes + 1);
    *n = 0;
    if (t->root == PL_NONE)
        return items;
    uint32_t v = pl_tree_deepest(t, t->root);
    for (; v != PL_NONE; v = v == t->root ? PL_NONE : pl_tree_postorder(t, t->root, v)) {
        if (pl_is_terminal(t, v))
            hash[v] = pl_mix(v + 1);
        if (t->nodes[v].parent != PL_NONE)
            hash[t->nodes[v].parent] += hash[v];
    }
    for (v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v)) {
            const char *label = t->nodes[v].label;
            items[*n] = (item){hash[v], *n, v, label != NULL ? label : ""};
            ++*n;
        }
    qsort(items, *n, sizeof *items, by_yield_and_label);
    return items;
}

/* Walks the two sorted lists side by side; what is in one only gets its mark. */
static void match(const item *a, uint32_t n_a, const item *b, uint32_t n_b,
                  uint8_t *marks_a, uint8_t *marks_b)
{
    uint32_t i = 0, j = 0;
    while (i < n_a || j < n_b) {
        int c = i == n_a ? 1 : j == n_b ? -1 : 0;
        if (c == 0 && a[i].yield != b[j].yield)
            c = a[i].yield < b[j].yield ? -1 : 1;
        if (c == 0)
            c = strcmp(a[i].label, b[j].label);
        if (c <= 0)
            marks_a[a[i].node] = c == 0 ? PL_MARK_NONE : PL_MARK_MISSING;
        if (c >= 0)
            marks_b[b[j].node] = c == 0 ? PL_MARK_NONE : PL_MARK_EXTRA;
        i += c <= 0;
        j += c >= 0;
    }
}

/* Unmatched nodes of both trees with the same yield differ in their label only. */
static void match_yields(const item *a, uint32_t n_a, const item *b, uint32_t n_b,
                         uint8_t *marks_a, uint8_t *marks_b)
{
    uint32_t i = 0, j = 0;
    while (i < n_a && j < n_b) {
        bool skip_a = marks_a[a[i].node] == PL_MARK_NONE;
        bool skip_b = marks_b[b[j].node] == PL_MARK_NONE;
        if (!skip_a && !skip_b && a[i].yield == b[j].yield)
            marks_a[a[i++].node] = marks_b[b[j++].node] = PL_MARK_LABEL;
        else if (skip_a || (!skip_b && a[i].yield < b[j].yield))
            i++;
        else
            j++;
    }
}

static bool same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

int pl_draw_differences(const pl_tree *gold, const pl_tree *candidate,
                        uint8_t *gold_nodes, uint8_t *candidate_nodes, uint8_t *gold_arcs,
                        uint8_t *candidate_arcs, pl_error *err)
{
    if (gold->n_tokens != candidate->n_tokens)
        return pl_fail(err, PL_BAD_INPUT,
                       "the gold sentence has %u words, the candidate %u: they cannot "
                       "be compared",
                       gold->n_tokens, candidate->n_tokens);
    if (gold_nodes != NULL && candidate_nodes != NULL) {
        pl_arena m = {0};
        uint32_t n_gold, n_candidate;
        item *a = items_of(&m, gold, &n_gold);
        item *b = items_of(&m, candidate, &n_candidate);
        memset(gold_nodes, PL_MARK_NONE, gold->n_nodes);
        memset(candidate_nodes, PL_MARK_NONE, candidate->n_nodes);
        match(a, n_gold, b, n_candidate, gold_nodes, candidate_nodes);
        match_yields(a, n_gold, b, n_candidate, gold_nodes, candidate_nodes);
        for (uint32_t i = 0; i < gold->n_tokens; i++)
            if (!same(gold->nodes[i].label, candidate->nodes[i].label))
                gold_nodes[i] = candidate_nodes[i] = PL_MARK_LABEL;
        pl_arena_release(&m);
    }
    if (gold_arcs == NULL || candidate_arcs == NULL)
        return 0;
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        const pl_token *a = &gold->tokens[i], *b = &candidate->tokens[i];
        bool moved = a->head != b->head;
        bool renamed = !moved && !same(a->deprel, b->deprel);
        gold_arcs[i] = moved ? PL_MARK_MISSING : renamed ? PL_MARK_LABEL : PL_MARK_NONE;
        candidate_arcs[i] = moved     ? PL_MARK_EXTRA
                            : renamed ? PL_MARK_LABEL
                                      : PL_MARK_NONE;
    }
    return 0;
}
