/* Orders of reading; see order.h. */
#include "machine/order.h"

#include "base/bitset.h"

typedef struct span {
    uint32_t low, high, size;
} span;

typedef struct walk {
    const pl_binary *b;
    const span *spans; /* [n_nodes] */
    uint32_t *todo;    /* [n_nodes + 1] stack of nodes */
    uint64_t *seen;    /* words, as bits; all clear between two uses */
} walk;

static bool continuous(const span *s)
{
    return s->high - s->low + 1 == s->size;
}

static const span *find_spans(const pl_binary *b, pl_arena *m)
{
    span *s = pl_arena_alloc(m, b->n_nodes * sizeof *s);
    for (uint32_t i = 0; i < b->n_tokens; i++)
        s[i] = (span){i, i, 1};
    for (uint32_t v = b->n_tokens; v < b->n_nodes; v++) {
        s[v] = s[b->nodes[v].left];
        if (b->nodes[v].right == PL_NONE)
            continue;
        const span *right = &s[b->nodes[v].right];
        s[v].high = right->high > s[v].high ? right->high : s[v].high;
        s[v].size += right->size;
    }
    return s;
}

/* Whether a gap of v has at least this many words. */
static bool has_gap(const walk *w, uint32_t v, uint32_t words)
{
    const pl_binary_node *nodes = w->b->nodes;
    uint32_t n = 0, last = w->spans[v].low;
    bool found = false;
    w->todo[n++] = v;
    while (n > 0) {
        uint32_t u = w->todo[--n];
        if (u < w->b->n_tokens) {
            pl_bit_set(w->seen, u);
            continue;
        }
        w->todo[n++] = nodes[u].left;
        if (nodes[u].right != PL_NONE)
            w->todo[n++] = nodes[u].right;
    }
    for (uint32_t i = last; i <= w->spans[v].high; i++)
        if (pl_bit_test(w->seen, i)) {
            found |= i > last + 1 && i - last - 1 >= words;
            last = i;
            pl_bit_clear(w->seen, i);
        }
    return found;
}

static bool goes_right(const walk *w, uint32_t v, const pl_reorder_rule *rule)
{
    if (rule->mode != PL_REORDER_DIST)
        return rule->mode == PL_REORDER_RIGHT;
    if (!continuous(&w->spans[v]))
        return false;
    uint32_t children[] = {w->b->nodes[v].left, w->b->nodes[v].right};
    for (int i = 0; i < 2; i++)
        if (!continuous(&w->spans[children[i]]) &&
            (rule->distance <= 1 || has_gap(w, children[i], rule->distance)))
            return true;
    return false;
}

const uint32_t *pl_binary_order(const pl_binary *b, const pl_labelset *labels,
                                const pl_reorder *r, pl_arena *m)
{
    size_t room = (b->n_nodes + (size_t)1) * sizeof(uint32_t);
    walk w = {b, find_spans(b, m), pl_arena_alloc(m, room),
              PL_NEW_ARRAY(m, uint64_t, pl_bits_words(b->n_tokens))};
    uint32_t *order = pl_arena_alloc(m, room), *todo = pl_arena_alloc(m, room);
    uint32_t n = 0, n_todo = 0;
    todo[n_todo++] = b->root;
    while (n_todo > 0) {
        uint32_t v = todo[--n_todo];
        const pl_binary_node *node = &b->nodes[v];
        if (v < b->n_tokens) {
            order[n++] = v;
        } else if (node->right == PL_NONE) {
            todo[n_todo++] = node->left;
        } else {
            const char *label = pl_labelset_at(labels, node->label)->parts[0];
            bool right = goes_right(&w, v, pl_reorder_rule_for(r, label));
            todo[n_todo++] = right ? node->left : node->right;
            todo[n_todo++] = right ? node->right : node->left;
        }
    }
    return order;
}

bool pl_order_is_left(const pl_reorder *r)
{
    for (size_t i = 0; i < r->rules.n; i++)
        if (r->rules.at[i].mode != PL_REORDER_LEFT)
            return false;
    return true;
}
