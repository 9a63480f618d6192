/* The part of agenda.c that depends on the width of spans, included once for each: WIDTH
 * is the number of 64-bit words, NAME(x) gives names of their own. No guard. */

static inline uint64_t NAME(hash)(uint32_t symbol, const uint64_t *span)
{
    uint64_t h = symbol * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < WIDTH; i++)
        h = pl_mix(h ^ span[i]);
    return h;
}

static inline bool NAME(same)(const uint64_t *x, const uint64_t *y)
{
    for (int i = 0; i < WIDTH; i++)
        if (x[i] != y[i])
            return false;
    return true;
}

static inline const uint64_t *NAME(span_of)(const pl_agenda *a, uint32_t item)
{
    return &a->chart.spans.at[(size_t)item * WIDTH];
}

static void NAME(grow_table)(pl_agenda *a)
{
    a->slots.n *= 2;
    PL_RESERVE(&a->slots, a->slots.n);
    memset(a->slots.at, 0, a->slots.n * sizeof *a->slots.at);
    a->mask = (uint32_t)a->slots.n - 1;
    for (uint32_t i = 0; i < a->chart.items.n; i++) {
        uint32_t slot =
            (uint32_t)NAME(hash)(a->chart.items.at[i].symbol, NAME(span_of)(a, i)) &
            a->mask;
        while (a->slots.at[slot] != 0)
            slot = (slot + 1) & a->mask;
        a->slots.at[slot] = i + 1;
    }
}

/* A new item, in the table and on the agenda; its number. */
static uint32_t NAME(add_item)(pl_agenda *a, uint32_t symbol, const uint64_t *span,
                               uint32_t slot)
{
    pl_chart *c = &a->chart;
    uint32_t item = (uint32_t)c->items.n, size = 0, high = 0;
    for (uint32_t i = 0; i < WIDTH; i++) {
        PL_PUSH(&c->spans, span[i]);
        size += (uint32_t)__builtin_popcountll(span[i]);
        if (span[i] != 0)
            high = 64 * i + 64 - (uint32_t)__builtin_clzll(span[i]);
    }
    uint32_t low = pl_span_next(span, WIDTH, 0, false);
    pl_item new = {symbol, INFINITY, PL_NONE, (uint16_t)low, (uint16_t)high};
    PL_PUSH(&c->items, new);
    uint32_t *bucket =
        &a->buckets.at[(size_t)size * (a->rules->max_rank + 1) + a->rules->rank[symbol]];
    links l = {.in_bucket = *bucket,
               .end = (uint16_t)pl_span_next(span, WIDTH, low, true)};
    *bucket = item;
    PL_PUSH(&a->links, l);
    a->slots.at[slot] = item + 1;
    if (symbol == a->rules->start && size == c->n_words)
        c->goal = item;
    if (2 * c->items.n > a->slots.n)
        NAME(grow_table)(a);
    return item;
}

/* Another way to derive symbol over span, where that is allowed. */
static inline void NAME(add_edge)(pl_agenda *a, uint32_t symbol, const uint64_t *span,
                                  uint32_t rule, uint32_t left, uint32_t right,
                                  pl_cost cost)
{
    pl_chart *c = &a->chart;
    uint32_t slot = (uint32_t)NAME(hash)(symbol, span) & a->mask, item;
    for (; (item = a->slots.at[slot]) != 0; slot = (slot + 1) & a->mask)
        if (c->items.at[item - 1].symbol == symbol &&
            NAME(same)(NAME(span_of)(a, item - 1), span))
            break;
    if (item == 0) {
        if (rule != PL_NONE && a->allowed != NULL &&
            !pl_whitelist_allows(a->allowed, symbol, span))
            return;
        item = NAME(add_item)(a, symbol, span, slot) + 1;
    }
    pl_chart_add_edge(c, item - 1, rule, left, right);
    if (cost < c->items.at[item - 1].cost)
        c->items.at[item - 1].cost = cost;
}

/* Tries the rules of a group on two items. */
static inline void NAME(try_group)(pl_agenda *a, const group *g, const uint32_t *rules,
                                   uint32_t left, uint32_t right)
{
    const pl_ruleset *r = a->rules;
    uint64_t both[WIDTH], pattern = PL_ADJACENT;
    const uint64_t *x = NAME(span_of)(a, left), *y = NAME(span_of)(a, right);
    for (int i = 0; i < WIDTH; i++) {
        if (x[i] & y[i])
            return;
        both[i] = x[i] | y[i];
    }
    if (r->max_fanout > 1)
        pattern = pl_span_pattern(x, y, WIDTH);
    pl_cost below = a->chart.items.at[left].cost + a->chart.items.at[right].cost;
    for (uint32_t k = g->first; k < g->end; k++) {
        uint32_t number = rules != NULL ? rules[k] : k;
        const pl_rule *rule = &r->at[number];
        if (rule->pattern == pattern && a->number[rule->lhs] != PL_NONE)
            NAME(add_edge)(a, rule->lhs, both, number, left, right, below + rule->cost);
    }
}

/* All that the item can be the left child of, with items that have left the agenda. */
static void NAME(combine_left)(pl_agenda *a, uint32_t item, const active *x)
{
    uint32_t end = a->links.at[item].end, stride = a->chart.n_words + 1;
    for (uint32_t i = x->left_first; i < x->left_end; i++) {
        const group *g = &a->choice.at[i];
        if (g->joins)
            for (uint32_t y = a->low_list.at[(size_t)g->other * stride + end];
                 y != PL_NONE; y = a->links.at[y].by_low)
                NAME(try_group)(a, g, NULL, item, y);
        if (g->gaps)
            for (uint32_t y = a->actives.at[g->other].items; y != PL_NONE;
                 y = a->links.at[y].by_symbol)
                if (a->chart.items.at[y].low > end)
                    NAME(try_group)(a, g, NULL, item, y);
    }
}

static void NAME(combine_right)(pl_agenda *a, uint32_t item, const active *x)
{
    uint32_t low = a->chart.items.at[item].low, stride = a->chart.n_words + 1;
    const uint32_t *rules = a->rules->by_right.at;
    for (uint32_t i = x->right_first; i < x->right_end; i++) {
        const group *g = &a->choice.at[i];
        if (g->joins)
            for (uint32_t y = a->end_list.at[(size_t)g->other * stride + low];
                 y != PL_NONE; y = a->links.at[y].by_end)
                NAME(try_group)(a, g, rules, y, item);
        if (g->gaps)
            for (uint32_t y = a->actives.at[g->other].items; y != PL_NONE;
                 y = a->links.at[y].by_symbol)
                if (a->links.at[y].end < low)
                    NAME(try_group)(a, g, rules, y, item);
    }
}

/* The item leaves the agenda: its edges and its cost are final. */
static void NAME(complete)(pl_agenda *a, uint32_t item)
{
    const pl_ruleset *r = a->rules;
    uint32_t symbol = a->chart.items.at[item].symbol, number = a->number[symbol];
    active *x = &a->actives.at[number];
    uint64_t span[WIDTH];
    PL_PUSH(&a->chart.order, item);
    memcpy(span, NAME(span_of)(a, item), sizeof span);
    for (uint32_t u = r->unary.starts[symbol]; u < r->unary.starts[symbol + 1]; u++) {
        const pl_rule *rule = &r->at[r->unary.at[u]];
        if (a->number[rule->lhs] != PL_NONE)
            NAME(add_edge)
        (a, rule->lhs, span, r->unary.at[u], item, PL_NONE,
         a->chart.items.at[item].cost + rule->cost);
    }
    NAME(combine_left)(a, item, x);
    NAME(combine_right)(a, item, x);
    links *l = &a->links.at[item];
    size_t row = (size_t)number * (a->chart.n_words + 1);
    uint32_t *by_low = &a->low_list.at[row + a->chart.items.at[item].low];
    uint32_t *by_end = &a->end_list.at[row + l->end];
    l->by_low = *by_low;
    l->by_end = *by_end;
    l->by_symbol = x->items;
    *by_low = *by_end = x->items = item;
}

static int NAME(parse)(pl_agenda *a, uint32_t n, const pl_limit *limit)
{
    pl_chart *c = &a->chart;
    size_t n_buckets = (size_t)(c->n_words + 1) * (a->rules->max_rank + 1);
    for (uint32_t t = 0; t < n; t++) {
        uint64_t span[WIDTH];
        uint32_t at = c->terminals[t].position;
        pl_span_run(span, WIDTH, at, at + 1);
        NAME(add_edge)
        (a, a->rules->twin[c->terminals[t].symbol], span, PL_NONE, t, PL_NONE,
         c->terminals[t].cost);
    }
    for (size_t b = 0; b < n_buckets; b++)
        for (uint32_t item = a->buckets.at[b]; item != PL_NONE;
             item = a->links.at[item].in_bucket) {
            NAME(complete)(a, item);
            if (c->order.n % 128 == 0 &&
                (pl_out_of_time(limit) || c->items.n > limit->max_items)) {
                c->goal = PL_NONE;
                return -1;
            }
        }
    return c->goal != PL_NONE;
}
