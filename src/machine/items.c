/* Items, cells and the steps on them; see items.h. */
#include "machine/items.h"

#include <assert.h>
#include <string.h>

enum { MAX_BLOCKS = 8 }; /* more are taken for one, from the eighth on */

void pl_task_start(pl_task *s, pl_arena *m, const pl_labelset *labels, uint32_t n)
{
    *s = (pl_task){.arena = m,
                   .labels = labels,
                   .n_tokens = n,
                   .n_items = n,
                   .most_gaps = UINT32_MAX};
    s->words = PL_NEW_ARRAY(m, pl_item, n);
    for (uint32_t i = 0; i < n; i++) {
        pl_item *w = &s->words[i];
        w->label = PL_NONE;
        w->id = w->head = w->low = w->high = i;
        w->size = w->n_blocks = 1;
    }
}

pl_items pl_items_start(pl_task *s)
{
    return (pl_items){.sentence = s, .n_buffer = s->n_tokens, .last = PL_KIND_START};
}

/* Items over `newer`, the child made last, hang on it in a list, which is short: the beam
 * tries few labels and partners for an item. */
static pl_item *find_item(const pl_item *newer, uint32_t label, const pl_item *left,
                          const pl_item *right, const pl_item *head)
{
    pl_item *item = newer->above;
    while (item != NULL && (item->label != label || item->left != left ||
                            item->right != right || item->head_child != head))
        item = item->beside;
    return item;
}

/* The blocks of an item; where there is one only, it is made in `single`. */
static const pl_block *blocks_of(const pl_item *item, pl_block *single)
{
    *single = (pl_block){item->low, item->high};
    return item->blocks != NULL ? item->blocks : single;
}

/* The blocks of both children, in order, those that meet made one. */
static void join_blocks(pl_item *item, pl_arena *m)
{
    pl_block single[2], joined[2 * MAX_BLOCKS];
    const pl_block *x = blocks_of(item->left, &single[0]),
                   *x_end = x + item->left->n_blocks;
    const pl_block *y = blocks_of(item->right, &single[1]),
                   *y_end = y + item->right->n_blocks;
    uint32_t n = 0;
    while (x < x_end || y < y_end) {
        pl_block next = y == y_end || (x < x_end && x->first < y->first) ? *x++ : *y++;
        if (n == 0 || next.first > joined[n - 1].last + 1)
            joined[n++] = next;
        else if (next.last > joined[n - 1].last)
            joined[n - 1].last = next.last;
    }
    if (n > MAX_BLOCKS) {
        joined[MAX_BLOCKS - 1].last = joined[n - 1].last;
        n = MAX_BLOCKS;
    }
    item->n_blocks = (uint8_t)n;
    if (n > 1) {
        pl_block *copy = pl_arena_alloc(m, n * sizeof *copy);
        item->blocks = memcpy(copy, joined, n * sizeof *copy);
    }
}

pl_item *pl_item_over(pl_task *s, uint32_t label, pl_item *left, pl_item *right,
                      const pl_item *head)
{
    if (right != NULL && right->low < left->low) {
        pl_item *swap = left;
        left = right;
        right = swap;
    }
    pl_item *newer = right != NULL && right->id > left->id ? right : left;
    pl_item *item = find_item(newer, label, left, right, head);
    if (item != NULL)
        return item;
    item = pl_arena_alloc(s->arena, sizeof *item);
    *item = (pl_item){
        .label = label,
        .id = s->n_items++,
        .head = head->head,
        .low = left->low,
        .high = right != NULL && right->high > left->high ? right->high : left->high,
        .size = left->size + (right != NULL ? right->size : 0),
        .temporary = label == PL_NONE ||
                     pl_labelset_at(s->labels, label)->sort == PL_LABEL_TEMPORARY,
        .left = left,
        .right = right,
        .head_child = head,
        .n_blocks = 1,
        .beside = newer->above};
    if (right == NULL) {
        item->n_blocks = left->n_blocks;
        item->blocks = left->blocks;
    } else if (item->size < item->high - item->low + 1)
        join_blocks(item, s->arena);
    newer->above = item;
    return item;
}

const pl_cell *pl_push(pl_task *s, const pl_cell *below, pl_item *item)
{
    pl_cell *cell = pl_arena_alloc(s->arena, sizeof *cell);
    *cell = (pl_cell){item, below, pl_height(below) + 1,
                      pl_n_solid(below) + !item->temporary};
    return cell;
}

static void push_word(pl_items *c, uint32_t word)
{
    c->split = c->stack;
    c->stack = pl_push(c->sentence, c->stack, &c->sentence->words[word]);
    c->n_buffer--;
}

void pl_items_shift(pl_items *c)
{
    assert(!pl_buffer_empty(c));
    push_word(c, c->next);
    c->next = pl_buffer_after(c->next, &c->taken);
}

static const pl_taken *new_run(pl_task *s, uint32_t first, uint32_t end,
                               const pl_taken *after)
{
    if (first == end)
        return after;
    if (after != NULL && after->first == end) { /* one run of the two */
        end = after->end;
        after = after->after;
    }
    pl_taken *run = pl_arena_alloc(s->arena, sizeof *run);
    *run = (pl_taken){first, end, after};
    return run;
}

/* Runs are shared between hypotheses: those before the word are made anew. They are few:
 * words that are taken early mostly stand together. */
void pl_items_take(pl_items *c, uint32_t i)
{
    assert(i < c->n_buffer);
    if (i == 0) {
        pl_items_shift(c);
        return;
    }
    uint32_t word = c->next + i, n = 0;
    const pl_taken *run = c->taken;
    for (; run != NULL && run->first <= word; run = run->after, n++)
        word += run->end - run->first;
    const pl_taken **before =
        pl_arena_alloc(c->sentence->arena, (n + 1) * sizeof *before);
    before[0] = c->taken;
    for (uint32_t k = 1; k < n; k++)
        before[k] = before[k - 1]->after;
    c->taken = new_run(c->sentence, word, word + 1, run);
    for (; n > 0; n--)
        c->taken =
            new_run(c->sentence, before[n - 1]->first, before[n - 1]->end, c->taken);
    push_word(c, word);
}

void pl_items_put_back(pl_items *c, uint32_t n)
{
    const pl_cell *below = c->stack->below;
    for (uint32_t i = 0; i < n; i++, below = below->below) {
        uint32_t word = below->item->id;
        assert(word < c->next);
        c->taken = new_run(c->sentence, word + 1, c->next, c->taken);
        c->next = word;
    }
    c->n_buffer += n;
    c->split = below;
    c->stack = pl_push(c->sentence, below, c->stack->item);
}

void pl_items_gap(pl_items *c)
{
    c->split = c->split->below;
}

void pl_items_unary(pl_items *c, uint32_t label)
{
    pl_item *d0 = c->stack->item;
    pl_item *x = pl_item_over(c->sentence, label, d0, NULL, d0);
    c->stack = pl_push(c->sentence, c->stack->below, x);
}

/* The cells between d0 and s0 (what GAP walked over) in a new branch above what is left
 * of S, from the bottom up. They are few; a stack of the sentence's arena turns them. */
static const pl_cell *flush(const pl_items *c)
{
    const pl_cell *base = c->split->below;
    uint32_t n = c->stack->height - c->split->height - 1;
    if (n == 0)
        return base;
    pl_item *few[32], **items = few;
    if (n > 32)
        items = pl_arena_alloc(c->sentence->arena, n * sizeof *items);
    const pl_cell *cell = c->stack->below;
    for (uint32_t i = 0; i < n; i++, cell = cell->below)
        items[i] = cell->item;
    while (n > 0)
        base = pl_push(c->sentence, base, items[--n]);
    return base;
}

void pl_items_reduce(pl_items *c, uint32_t label, bool head_right)
{
    pl_item *s0 = c->split->item, *d0 = c->stack->item;
    pl_item *x = pl_item_over(c->sentence, label, s0, d0, head_right ? d0 : s0);
    c->split = flush(c);
    c->stack = pl_push(c->sentence, c->split, x);
}

void pl_items_merge(pl_items *c)
{
    pl_items_reduce(c, PL_NONE, c->stack->item->low < c->split->item->low);
}

/* A cell of its own, since other hypotheses have the item without label. */
void pl_items_label(pl_items *c, uint32_t label)
{
    const pl_item *d0 = c->stack->item;
    if (pl_item_is_word(d0)) {
        pl_items_unary(c, label);
        return;
    }
    pl_item *x = pl_item_over(c->sentence, label, d0->left, d0->right, d0->head_child);
    c->stack = pl_push(c->sentence, c->stack->below, x);
}

static void fill(const pl_cell *cell, const pl_cell *end, uint32_t wanted, uint32_t first,
                 uint32_t last, pl_item **at)
{
    for (uint32_t p = first; p < last && wanted >> p != 0; p++) {
        bool there = cell != NULL && cell != end;
        at[p] = there ? cell->item : NULL;
        cell = there ? cell->below : NULL;
    }
}

void pl_items_view(const pl_items *c, uint32_t wanted, pl_item **at)
{
    uint32_t s_and_d = wanted & ((1u << PL_PLACE_B) - 1);
    fill(c->split, NULL, s_and_d & ((1u << PL_PLACE_D) - 1), PL_PLACE_S, PL_PLACE_D, at);
    fill(c->stack, c->split, s_and_d, PL_PLACE_D, PL_PLACE_B, at);
    const pl_taken *run = c->taken;
    uint32_t word = c->next;
    for (uint32_t p = PL_PLACE_B; p < PL_N_PLACES && wanted >> p != 0; p++) {
        at[p] = word < c->sentence->n_tokens ? &c->sentence->words[word] : NULL;
        word = pl_buffer_after(word, &run);
    }
}
