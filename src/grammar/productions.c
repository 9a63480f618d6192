/* Interned productions; see productions.h.
 *
 * Keys of the tables are what pl_production_put writes with 1 added to each number: no
 * byte is zero, so that they are strings. */
#include "grammar/productions.h"

#include <stdlib.h>

void pl_number_put(pl_str *out, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        pl_str_putc(out, (char)(number | 128));
    pl_str_putc(out, (char)number);
}

void pl_index_make(pl_index *index, const uint32_t *first_key, size_t stride,
                   uint32_t from, uint32_t to, uint32_t n_keys, pl_arena *m)
{
    const char *keys = (const char *)first_key;
    uint32_t *starts = index->starts = PL_NEW_ARRAY(m, uint32_t, n_keys + 2), key;
    index->at = PL_NEW_ARRAY(m, uint32_t, to - from + 1);
    /* Counts go two places up, so that filling leaves the starts where they belong. */
    for (uint32_t i = from; i < to; i++)
        if ((key = *(const uint32_t *)(keys + i * stride)) != PL_NONE)
            starts[key + 2]++;
    for (uint32_t k = 0; k < n_keys; k++)
        starts[k + 2] += starts[k + 1];
    for (uint32_t i = from; i < to; i++)
        if ((key = *(const uint32_t *)(keys + i * stride)) != PL_NONE)
            index->at[starts[key + 1]++] = i;
}

static void key_number(pl_str *key, uint32_t value)
{
    pl_number_put(key, (uint64_t)value + 1);
}

/* The number of the key in the stack's table of symbols or of productions. */
static uint32_t lookup(pl_prod_stack *s, bool symbols)
{
    if (s->grow == NULL)
        return pl_intern_find_n(symbols ? &s->find->symbol_keys : &s->find->keys,
                                s->key.at, s->key.n);
    return pl_intern_add_n(symbols ? &s->grow->symbol_keys : &s->grow->keys, s->key.at,
                           s->key.n);
}

/* The symbol's number; PL_NONE if it is only looked up and not there. */
static uint32_t symbol_of(pl_prod_stack *s, const char *label, uint32_t fanout)
{
    pl_str_clear(&s->key);
    key_number(&s->key, fanout);
    size_t begin = s->key.n;
    pl_str_puts(&s->key, label);
    uint32_t id = lookup(s, true);
    if (s->grow != NULL && id == s->grow->symbols.n) {
        const char *copy = s->grow->symbol_keys.at[id] + begin;
        PL_PUSH(&s->grow->symbols, (pl_symbol){copy, fanout});
    }
    return id;
}

uint32_t pl_prod_word(pl_prod_stack *s, const char *tag, const char *word,
                      uint32_t position)
{
    pl_productions *grow = s->grow;
    uint32_t lhs = symbol_of(s, tag, 1);
    PL_PUSH(&s->parts, (pl_prod_part){lhs, 1});
    PL_PUSH(&s->blocks, (pl_prod_block){position, position});
    uint32_t number = grow != NULL ? pl_intern_add(&grow->words, word)
                                   : pl_intern_find(&s->find->words, word);
    if (lhs == PL_NONE || number == PL_NONE)
        return PL_NONE;
    pl_str_clear(&s->key);
    key_number(&s->key, lhs);
    key_number(&s->key, 0);
    key_number(&s->key, number);
    uint32_t id = lookup(s, false);
    if (grow != NULL && id == grow->at.n) {
        pl_production added = {
            .lhs = lhs, .word = grow->words.at[number], .slot = grow->n_slots};
        PL_PUSH(&grow->at, added);
    }
    return id;
}

void pl_prod_open(pl_prod_stack *s, const char *label, const uint32_t *positions,
                  uint32_t n)
{
    PL_PUSH(&s->parts, (pl_prod_part){symbol_of(s, label, n), n});
    for (uint32_t i = 0; i < n; i++)
        PL_PUSH(&s->blocks, (pl_prod_block){positions[i], positions[i]});
}

/* -- joining ------------------------------------------------------------------------ */

/* Lists the blocks of the n topmost parts as items, in the order of the sentence. Returns
 * where they begin in s->blocks. */
static size_t gather(pl_prod_stack *s, uint32_t n)
{
    size_t first = s->blocks.n;
    for (uint32_t k = 1; k <= n; k++)
        first -= s->parts.at[s->parts.n - k].n_blocks;
    bool sorted = true;
    size_t at = first;
    s->items.n = 0;
    for (uint32_t child = 0; child < n; child++)
        for (uint32_t i = s->parts.at[s->parts.n - n + child].n_blocks; i > 0; i--) {
            pl_prod_item item = {s->blocks.at[at++], child};
            sorted = sorted && (s->items.n == 0 ||
                                s->items.at[s->items.n - 1].block.low < item.block.low);
            PL_PUSH(&s->items, item);
        }
    if (!sorted)
        PL_SORT(&s->items, pl_by_u32); /* by block.low */
    return first;
}

static bool begins_component(const pl_prod_stack *s, size_t i)
{
    return i == 0 || s->items.at[i].block.low != s->items.at[i - 1].block.high + 1;
}

/* A production from the items and the n topmost parts, in the table's arena. */
static void add_production(pl_prod_stack *s, uint32_t lhs, uint32_t n, uint32_t fanout)
{
    pl_productions *p = s->grow;
    uint32_t *rhs = PL_NEW_ARRAY(&p->arena, uint32_t, n);
    uint32_t *next = PL_NEW_ARRAY(&p->arena, uint32_t, n); /* block of each child */
    uint32_t *starts = PL_NEW_ARRAY(&p->arena, uint32_t, fanout + 1);
    pl_variable *variables = PL_NEW_ARRAY(&p->arena, pl_variable, s->items.n);
    uint32_t n_starts = 0;
    for (uint32_t k = 0; k < n; k++)
        rhs[k] = s->parts.at[s->parts.n - n + k].symbol;
    for (size_t i = 0; i < s->items.n; i++) {
        uint32_t child = s->items.at[i].child;
        if (begins_component(s, i))
            starts[n_starts++] = (uint32_t)i;
        variables[i] = (pl_variable){child, next[child]++};
    }
    starts[fanout] = (uint32_t)s->items.n;
    PL_PUSH(&p->at,
            (pl_production){lhs, n, rhs, variables, starts, NULL, p->n_slots});
    p->n_slots += n;
}

/* Looks the production up by its key, and adds it if the table grows. With `own` the key
 * has one more number at its end, a new one, so that it equals no other. */
static uint32_t find_production(pl_prod_stack *s, uint32_t lhs, uint32_t n,
                                uint32_t fanout, bool own)
{
    pl_str_clear(&s->key);
    key_number(&s->key, lhs);
    key_number(&s->key, n);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t symbol = s->parts.at[s->parts.n - n + k].symbol;
        if (symbol == PL_NONE)
            return PL_NONE;
        key_number(&s->key, symbol);
    }
    for (size_t i = 0; i < s->items.n; i++)
        key_number(&s->key, s->items.at[i].child * 2 + begins_component(s, i));
    if (own)
        key_number(&s->key, (uint32_t)s->grow->at.n);
    uint32_t id = lookup(s, false);
    if (s->grow != NULL && id == s->grow->at.n)
        add_production(s, lhs, n, fanout);
    return id;
}

uint32_t pl_prod_join(pl_prod_stack *s, const char *label, uint32_t n, bool own)
{
    size_t first = gather(s, n);
    uint32_t fanout = 0;
    for (size_t i = 0; i < s->items.n; i++)
        fanout += begins_component(s, i);
    uint32_t lhs = symbol_of(s, label, fanout);
    uint32_t id = lhs != PL_NONE ? find_production(s, lhs, n, fanout, own) : PL_NONE;
    s->parts.n -= n;
    PL_PUSH(&s->parts, (pl_prod_part){lhs, fanout});
    s->blocks.n = first;
    for (size_t i = 0; i < s->items.n; i++)
        if (begins_component(s, i))
            PL_PUSH(&s->blocks, s->items.at[i].block);
        else
            s->blocks.at[s->blocks.n - 1].high = s->items.at[i].block.high;
    return id;
}

void pl_prod_stack_clear(pl_prod_stack *s)
{
    s->parts.n = s->blocks.n = 0;
}

void pl_prod_stack_release(pl_prod_stack *s)
{
    PL_VEC_RELEASE(&s->parts, &s->blocks, &s->items);
    pl_str_release(&s->key);
}

/* -- the table ---------------------------------------------------------------------- */

void pl_productions_release(pl_productions *p)
{
    PL_VEC_RELEASE(&p->symbols, &p->at);
    pl_intern_release(&p->symbol_keys);
    pl_intern_release(&p->keys);
    pl_intern_release(&p->words);
    pl_arena_release(&p->arena);
    *p = (pl_productions){0};
}

void pl_production_put(const pl_productions *p, uint32_t production, uint32_t more,
                       pl_str *out)
{
    const pl_production *q = &p->at.at[production];
    uint32_t fanout = q->word == NULL ? p->symbols.at[q->lhs].fanout : 0;
    pl_number_put(out, (uint64_t)q->lhs + more);
    pl_number_put(out, (uint64_t)q->n_rhs + more);
    if (q->word != NULL)
        pl_number_put(out, (uint64_t)pl_intern_find(&p->words, q->word) + more);
    for (uint32_t k = 0; k < q->n_rhs; k++)
        pl_number_put(out, (uint64_t)q->rhs[k] + more);
    for (uint32_t c = 0; c < fanout; c++)
        for (uint32_t i = q->starts[c]; i < q->starts[c + 1]; i++) {
            uint32_t variable = q->variables[i].child * 2 + (i == q->starts[c]);
            pl_number_put(out, (uint64_t)variable + more);
        }
}

void pl_productions_index(pl_productions *p)
{
    pl_str key = {0};
    pl_intern_clear(&p->keys);
    for (uint32_t i = 0; i < p->at.n; i++) {
        pl_str_clear(&key);
        pl_production_put(p, i, 1, &key);
        if (pl_intern_add_n(&p->keys, key.at, key.n) != i) { /* there is one like it */
            key_number(&key, i);
            pl_intern_add_n(&p->keys, key.at, key.n);
        }
    }
    pl_str_release(&key);
}

void pl_yield_put(const pl_productions *p, uint32_t production, pl_str *out)
{
    const pl_production *q = &p->at.at[production];
    for (uint32_t c = 0; c < p->symbols.at[q->lhs].fanout && q->n_rhs > 0; c++) {
        if (c > 0)
            pl_str_putc(out, ',');
        for (uint32_t i = q->starts[c]; i < q->starts[c + 1]; i++)
            pl_str_printf(out, q->variables[i].child < 10 ? "%u" : "[%u]",
                          q->variables[i].child);
    }
}
