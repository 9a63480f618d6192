/* The swap family: shift-reduce parsing that reduces the two topmost elements and reads
 * words out of order. In SWAP words go back from the stack to the queue; SKIPSHIFT reads
 * any word of the queue next.
 * Wolfgang Maier (2015): Discontinuous incremental shift-reduce parsing. ACL (there SWAP
 * is called COMPOUNDSWAP). Wolfgang Maier and Timm Lichte (2016): Discontinuous parsing
 * with continuous trees. DiscoNLP. Sections 2.1 (SWAP) and 3.3 (SKIPSHIFT).
 *
 * The paper's s0 and s1 are d0 and s0 in items.h, its queue q is the buffer b. */
#include "machine/bracket_rules.h"
#include "machine/system.h"

/* Rows of both tables; each system has its own way of reading in the first row. */
enum { READ, UNARY, BINL, BINR, FINISH, IDLE, SWAP };

/* -- conditions of both -------------------------------------------------------------- */

static const pl_item *top(const pl_items *c)
{
    return c->stack->item;
}

static bool may_idle(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return c->last == FINISH || c->last == IDLE;
}

/* After BINR-@X a node has all its right siblings. If children are read from left to
 * right, its left siblings are on the stack below it, so the next one must be joined
 * before another word is read. A left sibling is never an intermediate node. */
static bool waits(const pl_items *c, const pl_inventory *inv)
{
    return inv->left_first && c->last == BINR && top(c)->temporary && c->split != NULL &&
           !c->split->item->temporary;
}

static bool may_read(const pl_items *c, const pl_inventory *inv)
{
    return !pl_buffer_empty(c) && !waits(c, inv);
}

static uint32_t chain_length(const pl_item *item)
{
    uint32_t n = 0;
    for (; item->left != NULL && item->right == NULL; item = item->left)
        n++;
    return n;
}

static bool may_unary(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    if (c->stack == NULL || top(c)->temporary || pl_is_axiom(c, top(c)) ||
        g->sort == PL_LABEL_TEMPORARY || (top(c)->label == g->label && !inv->repeats))
        return false;
    return g->sort == PL_LABEL_AXIOM ? pl_all_in_one(c)
                                     : chain_length(top(c)) < inv->max_chain;
}

/* A root is made of the last two elements; an intermediate node must find something to be
 * joined with: a word to read, or an element below that can be its child. */
static bool may_join(const pl_items *c, const pl_group *g)
{
    if (c->split == NULL)
        return false;
    const pl_cell *third = c->split->below;
    if (g->sort == PL_LABEL_AXIOM)
        return pl_buffer_empty(c) && third == NULL;
    return g->sort == PL_LABEL_ORDINARY || !pl_buffer_empty(c) ||
           (third != NULL && !third->item->temporary);
}

static bool may_binl(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_join(c, g) && !top(c)->temporary;
}

static bool may_binr(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_join(c, g) && !c->split->item->temporary;
}

static bool may_finish(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return pl_all_in_one(c) && pl_is_axiom(c, top(c)) && !may_idle(c, g, inv);
}

/* clang-format off */
#define ROWS_OF_BOTH \
    /* row      name      takes               jumps from            to                  condition   effect */ \
    [UNARY]  = {"UNARY",  PL_TAKES_ANY_LABEL, 0,    "<S|s0, Q>",    "<S|X, Q>",         may_unary,  pl_effect_unary}, \
    [BINL]   = {"BINL",   PL_TAKES_LABEL,     0,    "<S|s1 s0, Q>", "<S|X, Q> head s1", may_binl,   pl_effect_left}, \
    [BINR]   = {"BINR",   PL_TAKES_LABEL,     0,    "<S|s1 s0, Q>", "<S|X, Q> head s0", may_binr,   pl_effect_right}, \
    [FINISH] = {"FINISH", PL_TAKES_NOTHING,   0,    "<[root], ->",  "the same, final",  may_finish, pl_effect_none}, \
    [IDLE]   = {"IDLE",   PL_TAKES_NOTHING,   0,    "final",        "the same",         may_idle,   pl_effect_none}
/* clang-format on */

/* -- SWAP ----------------------------------------------------------------------------- */

static bool may_shift(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_read(c, inv);
}

/* The words that go back stand in the order of the sentence, before the top and before
 * the queue, which so stays in order too. No pair of words changes places twice: there
 * are at most n(n-1)/2 such changes. Without the order among themselves and to the queue,
 * derivations that end only after 2^n steps are possible. */
static bool may_swap(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    if (g->number == 0 || pl_height(c->stack) <= g->number)
        return false;
    uint32_t before = c->stack->item->low < c->next ? c->stack->item->low : c->next;
    const pl_cell *cell = c->stack->below;
    for (uint32_t i = 0; i < g->number; i++, cell = cell->below) {
        if (cell->item->label != PL_NONE || cell->item->id >= before)
            return false;
        before = cell->item->id;
    }
    return true;
}

static void swap(pl_items *c, pl_action a)
{
    pl_items_put_back(c, a.number);
}

/* clang-format off */
static const pl_transition swap_transitions[] = {
    [READ] = {"SHIFT", PL_TAKES_NOTHING, 0, "<S, q0|Q>", "<S|q0, Q>", may_shift, pl_effect_shift},
    ROWS_OF_BOTH,
    [SWAP] = {"SWAP", PL_TAKES_NUMBER, -1, "<S|si … s1 s0, Q>", "<S|s0, si … s1|Q>", may_swap, swap},
    {NULL, PL_TAKES_NOTHING, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */

/* -- SKIPSHIFT ------------------------------------------------------------------------ */

static bool may_skipshift(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return g->number < c->n_buffer && may_read(c, inv);
}

static void skipshift(pl_items *c, pl_action a)
{
    pl_items_take(c, a.number);
}

/* clang-format off */
static const pl_transition skipshift_transitions[] = {
    [READ] = {"SKIPSHIFT", PL_TAKES_NUMBER, -1, "<S, q0 … qi|Q>", "<S|qi, q0 … qi-1|Q>", may_skipshift, skipshift},
    ROWS_OF_BOTH,
    {NULL, PL_TAKES_NOTHING, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */

/* -- what can still meet -------------------------------------------------------------- */

/* Of the parts of a wanted constituent, those on the stack with no other word of it to
 * read: two intermediate nodes on top find no child to join. */
static bool two_temporary(pl_bracket_rules *b, const pl_items *c,
                          const pl_bracket_rule *r)
{
    return top(c)->temporary && c->split != NULL && c->split->item->temporary &&
           pl_item_within(b, c->split->item, r) && pl_words_ahead(b, c, r) == 0;
}

/* Whether a word of the constituent can be read: at most so many others stand before it,
 * none of which may be read earlier. */
static bool in_reach(const pl_bracket_rules *b, const pl_items *c,
                     const pl_bracket_rule *r)
{
    const pl_taken *run = c->taken;
    uint32_t others = 0, word = c->next;
    for (uint32_t i = 0; i < c->n_buffer; i++, word = pl_buffer_after(word, &run))
        if (!pl_bit_test(r->words, word))
            others++;
        else if (others > b->inventory->most)
            return false;
    return true;
}

/* SKIPSHIFT: nothing leaves the stack, so that the parts are its topmost elements, and only
 * words of the constituent may be read until it is complete. */
static bool meets_skipshift(pl_bracket_rules *b, const pl_items *c,
                            const pl_bracket_rule *r)
{
    uint32_t ahead = pl_words_ahead(b, c, r), n = 0;
    if (ahead == r->size)
        return true;
    for (const pl_cell *s = c->stack; s != NULL && pl_item_within(b, s->item, r);
         s = s->below)
        n += s->item->size;
    if (n + ahead < r->size || two_temporary(b, c, r))
        return false;
    if (waits(c, b->inventory) && !pl_item_within(b, c->split->item, r))
        return false;
    return in_reach(b, c, r);
}

/* The last word of the constituent in the queue; 0 if there is none, or only the first. */
static uint32_t last_ahead(const pl_items *c, const pl_bracket_rule *r)
{
    const pl_taken *run = c->taken;
    uint32_t word = c->next, last = 0;
    for (uint32_t i = 0; i < c->n_buffer; i++, word = pl_buffer_after(word, &run))
        if (pl_bit_test(r->words, word))
            last = word;
    return last;
}

/* SWAP: words alone can leave the stack. A word can go back to the queue, now or later, if
 * every word before it is below it on the stack. It is sent back by a part that begins
 * behind it and stands above it or can come there. From the top down: what keeps parts below
 * it from those above for ever? */
static bool parts_are_free(pl_bracket_rules *b, const pl_items *c,
                           const pl_bracket_rule *r)
{
    uint32_t low = pl_buffer_empty(c) ? UINT32_MAX : c->next; /* of all above */
    uint32_t behind = last_ahead(c, r);                       /* largest low of a part */
    bool below_node = false;                                  /* below a part, no word */
    bool stops_words = false, stops_nodes = false;
    for (const pl_cell *s = c->stack; s != NULL; s = s->below) {
        const pl_item *item = s->item;
        bool word = pl_item_is_word(item), moves = word && item->id < low;
        if (pl_item_within(b, item, r)) {
            if (stops_words || (stops_nodes && !moves))
                return false;
            below_node |= !word;
            behind = item->low > behind ? item->low : behind;
        } else {
            stops_words |= below_node && !moves;
            stops_nodes |= !moves || behind <= item->id;
        }
        low = item->low < low ? item->low : low;
    }
    return true;
}

static bool any_word(const pl_items *c, const pl_bracket_rule *r)
{
    for (const pl_cell *s = c->stack; s != NULL; s = s->below)
        if (pl_item_is_word(s->item) && pl_bit_test(r->words, s->item->id))
            return true;
    return false;
}

static bool meets_swap(pl_bracket_rules *b, const pl_items *c, const pl_bracket_rule *r)
{
    uint32_t ahead = pl_words_ahead(b, c, r);
    if (ahead == r->size)
        return true;
    if (two_temporary(b, c, r) || !parts_are_free(b, c, r))
        return false;
    if (!pl_item_within(b, top(c), r))
        return ahead > 0 || any_word(c, r);
    return !waits(c, b->inventory) || pl_item_within(b, c->split->item, r) ||
           (pl_item_is_word(c->split->item) && c->split->item->id < top(c)->low);
}

/* -- oracle --------------------------------------------------------------------------- */

/* Spells the reading of the word that i words of the queue stand before. */
static void spell_read(const pl_system *s, uint32_t i, pl_actions *out)
{
    if (s->transitions[READ].takes == PL_TAKES_NUMBER) {
        pl_spell(out, READ, i, PL_NONE);
        return;
    }
    for (uint32_t k = 0; k <= i; k++)
        pl_spell(out, READ, 0, PL_NONE);
    if (i > 0)
        pl_spell(out, SWAP, i, PL_NONE);
}

/* Builds what can be built of the top of the stack: in the order of reading the tree is
 * continuous, so that a sibling which is on the stack stands just below. */
static uint32_t build(const pl_gold *gold, uint32_t *stack, uint32_t n, pl_actions *out)
{
    const pl_node *nodes = gold->tree->nodes;
    for (;;) {
        uint32_t node = stack[n - 1], parent = nodes[node].parent;
        if (parent == PL_NONE)
            return n;
        uint32_t label = gold->labels[parent];
        if (nodes[parent].order == 1) {
            pl_spell(out, UNARY, 0, label);
        } else if (n > 1 && nodes[stack[n - 2]].parent == parent) {
            bool right = nodes[parent].head == node;
            pl_spell(out, right ? BINR : BINL, 0, label);
            n--;
        } else {
            return n;
        }
        stack[n - 1] = parent;
    }
}

/* The walk of section 3.4: words are read in the order of `gold`; after each, all that is
 * complete is built. */
static void oracle(const pl_system *s, const pl_gold *gold, pl_actions *out, pl_arena *m)
{
    const uint32_t *order = gold->order;
    uint32_t n = 0, n_queue = gold->tree->n_tokens;
    uint32_t *stack = pl_arena_alloc(m, (n_queue + 1) * sizeof *stack);
    uint32_t *queue = pl_arena_alloc(m, (n_queue + 1) * sizeof *queue);
    for (uint32_t i = 0; i < n_queue; i++)
        queue[i] = i;
    for (uint32_t k = 0, first = 0; k < n_queue; k++) {
        uint32_t i = first;
        while (queue[i] != order[k])
            i++;
        spell_read(s, i - first, out);
        for (; i > first; i--)
            queue[i] = queue[i - 1];
        first++;
        stack[n++] = order[k];
        n = build(gold, stack, n, out);
    }
}

/* Reading, BINL and BINR of the most frequent ordinary label, UNARY of one root label. */
static void close(pl_inventory *inv)
{
    uint32_t ordinary = pl_labelset_most_frequent(inv->labels, PL_LABEL_ORDINARY);
    pl_close_unary(inv, UNARY);
    if (ordinary != PL_NONE) {
        pl_inventory_add(inv, (pl_action){BINL, 0, ordinary});
        pl_inventory_add(inv, (pl_action){BINR, 0, ordinary});
    }
    pl_inventory_add(inv, (pl_action){READ, 0, PL_NONE});
}

#define SWAP_SYSTEM                                                                      \
    .finish = FINISH, .idle = IDLE, .spelling = {"-", "", "-"}, .unary = UNARY,          \
    .style = {.mode = PL_BIN_SWAP, .keep_unaries = true}, .templates = "swap-",          \
    .oracle = oracle, .close = close

const pl_system pl_system_swap = {
    .name = "swap",
    .about = "shift-reduce with SWAP-i (Maier 2015, Maier and Lichte 2016)",
    .transitions = swap_transitions,
    .reorder = "left",
    .meets = meets_swap,
    SWAP_SYSTEM,
};

const pl_system pl_system_skipshift = {
    .name = "skipshift",
    .about = "shift-reduce with SKIPSHIFT-i (Maier and Lichte 2016)",
    .transitions = skipshift_transitions,
    .reorder = "dist2",
    .meets = meets_skipshift,
    SWAP_SYSTEM,
};
