/* The differences between a gold tree and a candidate over the same words. */
#include "draw/draw.h"

#include "base/hash.h"
#include "base/keyed_hash.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

/* A nonterminal by its yield and its place in a unary chain. */
typedef struct item {
    uint64_t yield; /* hash of the set of terminals below */
    uint32_t rank;  /* among the nodes with this yield and label, from the top down */
    uint32_t node;
    const char *label;
} item;

/* The nonterminals of one tree, sorted, and the marks of all its nodes. */
typedef struct list {
    item *at;
    uint32_t n;
    uint8_t *marks;
} list;

/* By yield and, if it matters, by label. */
static int compare(const item *a, const item *b, bool labels)
{
    if (a->yield != b->yield)
        return a->yield < b->yield ? -1 : 1;
    return labels ? strcmp(a->label, b->label) : 0;
}

static int by_yield_and_label(const void *x, const void *y)
{
    const item *a = x, *b = y;
    int c = compare(a, b, true);
    return c != 0 ? c : a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* Lists the live nonterminals and gives all of them `mark`. The hash of a set is the sum
 * of its members' hashes, so that a parent's is the sum of its children's. */
static list list_nodes(pl_arena *m, const pl_tree *t, uint8_t *marks, pl_mark mark)
{
    uint64_t *hash = PL_NEW_ARRAY(m, uint64_t, t->n_nodes + 1);
    list l = {PL_NEW_ARRAY(m, item, t->n_nodes + 1), 0, marks};
    uint64_t start = pl_hash_start();
    memset(marks, PL_MARK_NONE, t->n_nodes);
    if (t->root == PL_NONE)
        return l;
    uint32_t v = pl_tree_deepest(t, t->root);
    for (; v != PL_NONE; v = v == t->root ? PL_NONE : pl_tree_postorder(t, t->root, v)) {
        if (pl_is_terminal(t, v))
            hash[v] = pl_mix(start + v);
        if (t->nodes[v].parent != PL_NONE)
            hash[t->nodes[v].parent] += hash[v];
    }
    for (v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v)) {
            const char *label = t->nodes[v].label;
            l.at[l.n] = (item){hash[v], l.n, v, label != NULL ? label : ""};
            l.n++;
            marks[v] = (uint8_t)mark;
        }
    qsort(l.at, l.n, sizeof *l.at, by_yield_and_label);
    return l;
}

/* Walks the two sorted lists side by side: equal items get `mark` and leave the lists. */
static void match(list *a, list *b, bool labels, pl_mark mark)
{
    uint32_t i = 0, j = 0, left_a = 0, left_b = 0;
    while (i < a->n || j < b->n) {
        int c = i == a->n ? 1 : j == b->n ? -1 : compare(&a->at[i], &b->at[j], labels);
        if (c < 0)
            a->at[left_a++] = a->at[i++];
        else if (c > 0)
            b->at[left_b++] = b->at[j++];
        else
            a->marks[a->at[i++].node] = b->marks[b->at[j++].node] = (uint8_t)mark;
    }
    a->n = left_a;
    b->n = left_b;
}

/* Nodes that are left over in both trees with the same yield differ in their label only. */
static void compare_nodes(const pl_tree *gold, const pl_tree *candidate,
                          uint8_t *gold_marks, uint8_t *candidate_marks)
{
    pl_arena m = {0};
    list a = list_nodes(&m, gold, gold_marks, PL_MARK_MISSING);
    list b = list_nodes(&m, candidate, candidate_marks, PL_MARK_EXTRA);
    match(&a, &b, true, PL_MARK_NONE);
    match(&a, &b, false, PL_MARK_LABEL);
    for (uint32_t i = 0; i < gold->n_tokens; i++)
        if (!pl_same_text(gold->nodes[i].label, candidate->nodes[i].label))
            gold_marks[i] = candidate_marks[i] = PL_MARK_LABEL;
    pl_arena_release(&m);
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
    compare_nodes(gold, candidate, gold_nodes, candidate_nodes);
    for (uint32_t i = 0; i < gold->n_tokens && gold_arcs != NULL; i++) {
        const pl_token *a = &gold->tokens[i], *b = &candidate->tokens[i];
        pl_mark equal = pl_same_text(a->deprel, b->deprel) ? PL_MARK_NONE : PL_MARK_LABEL;
        gold_arcs[i] = (uint8_t)(a->head != b->head ? PL_MARK_MISSING : equal);
        candidate_arcs[i] = (uint8_t)(a->head != b->head ? PL_MARK_EXTRA : equal);
    }
    return 0;
}
