/* The growing table of the perceptron; see learner.h. */
#include "learn/learner_rows.h"

/* -- rows --------------------------------------------------------------------------- */

static inline float *totals_of(const pl_learner *l, size_t slot)
{
    pl_cold *c = &l->index.colds[slot];
    bool is_single = *pl_slot_value(&l->index, slot) & PL_ROW_SINGLE;
    return is_single ? &c->total : pl_place_at(&l->cold, c->place);
}

static uint32_t single(uint32_t action, int16_t weight)
{
    return PL_ROW_SINGLE | action << 16 | (uint16_t)weight;
}

/* Pair k of a list; the first has the number of the others. */
static inline pl_wide_pair pair_of(const pl_learner *l, const void *list, uint32_t k)
{
    if (l->wide)
        return ((const pl_wide_pair *)list)[k];
    pl_byte_pair p = ((const pl_byte_pair *)list)[k];
    return (pl_wide_pair){p.action, p.weight};
}

static inline void set_pair(const pl_learner *l, void *list, uint32_t k, uint32_t action,
                            int weight)
{
    if (l->wide)
        ((pl_wide_pair *)list)[k] = (pl_wide_pair){(uint16_t)action, (int16_t)weight};
    else
        ((pl_byte_pair *)list)[k] = (pl_byte_pair){(uint8_t)action, (int8_t)weight};
}

static inline uint32_t length_of(const pl_learner *l, const void *list)
{
    return pair_of(l, list, 0).action;
}

/* The pairs for which a list of this form has room, its head included. */
static uint32_t room_of(const pl_learner *l, unsigned form)
{
    size_t bytes = l->wide ? sizeof(pl_wide_pair) : sizeof(pl_byte_pair);
    return (uint32_t)(((size_t)PL_LEAST_LIST << form) / bytes);
}

/* The form of a list of n pairs: the smallest with room for it. */
static unsigned form_of_list(const pl_learner *l, uint32_t n)
{
    unsigned form = PL_FORM_LIST;
    while (n >= room_of(l, form))
        form++;
    return form;
}

/* A row with every eighth action or more is faster if it is dense. So lists of one byte for
 * each action, of which there are at most 256, have at most 15 pairs. */
static bool is_dense(const pl_learner *l, unsigned form)
{
    return 8 * room_of(l, form) >= l->n_actions;
}

/* The sizes of places by form. */
static void set_sizes(pl_learner *l)
{
    for (unsigned form = PL_FORM_LIST; form < PL_FORM_WIDE; form++) {
        l->hot.bytes[form] = (size_t)PL_LEAST_LIST << form;
        l->cold.bytes[form] = room_of(l, form) * sizeof(float);
    }
    l->hot.bytes[PL_FORM_DENSE] = l->padded * sizeof(int8_t);
    l->hot.bytes[PL_FORM_WIDE] = l->padded * sizeof(int16_t);
    l->cold.bytes[PL_FORM_DENSE] = l->padded * sizeof(float);
    l->cold.bytes[PL_FORM_WIDE] = l->padded * sizeof(float);
}

/* A single pair without weight; returns its slot. */
static size_t new_row(pl_learner *l, uint64_t hash)
{
    size_t slot = pl_feature_index_add(&l->index, hash);
    *pl_slot_value(&l->index, slot) = single(0, 0);
    l->index.colds[slot] = (pl_cold){.total = 0};
    return slot;
}

void pl_learner_add_row(pl_learner *l, uint64_t hash)
{
    new_row(l, hash);
}

/* -- public ------------------------------------------------------------------------- */

pl_learner *pl_learner_of(uint32_t n_actions, int unit, unsigned bits)
{
    pl_learner *l = pl_alloc_zero(1, sizeof *l);
    l->n_actions = n_actions;
    l->padded = (n_actions + PL_DENSE_PAD - 1) / PL_DENSE_PAD * PL_DENSE_PAD;
    l->time = 1;
    pl_learner_set_unit(l, unit);
    pl_places_leave(&l->hot, pl_places_take(&l->hot, PL_FORM_LIST),
                    PL_FORM_LIST); /* a block */
    pl_feature_index_init(&l->index, bits);
    return l;
}

pl_learner *pl_learner_new(uint32_t n_actions)
{
    return pl_learner_of(n_actions, 1, PL_INDEX_BITS);
}

void pl_learner_free(pl_learner *l)
{
    if (l == NULL)
        return;
    pl_places_release(&l->hot);
    pl_places_release(&l->cold);
    PL_VEC_RELEASE(&l->changed);
    pl_feature_index_release(&l->index);
    free(l);
}

/* -- whole rows --------------------------------------------------------------------- */

/* How many pairs of a row there are to look at. */
static uint32_t n_learned(const pl_learner *l, uint32_t value)
{
    return value & PL_ROW_SINGLE  ? 1
           : value & PL_ROW_DENSE ? l->n_actions
                                  : length_of(l, pl_weights_at(l, value));
}

/* Pair k of them. */
static pl_learned learned(const pl_learner *l, uint32_t value, const float *totals,
                          uint32_t k)
{
    if (value & PL_ROW_SINGLE)
        return (pl_learned){pl_single_action(value), pl_single_weight(value), *totals};
    const void *weights = pl_weights_at(l, value);
    if (value & PL_ROW_DENSE)
        return (pl_learned){k,
                            value & PL_ROW_WIDE ? ((const int16_t *)weights)[k]
                                                : ((const int8_t *)weights)[k],
                            totals[k]};
    pl_wide_pair p = pair_of(l, weights, 1 + k);
    return (pl_learned){p.action, p.weight, totals[k]};
}

bool pl_learner_has(const pl_learner *l, uint64_t hash)
{
    return *pl_slot_value(&l->index, pl_feature_index_find(&l->index, hash)) != 0;
}

uint64_t *pl_learner_hashes(const pl_learner *l)
{
    return pl_feature_index_order(&l->index, false);
}

uint32_t pl_learner_row(const pl_learner *l, uint64_t hash, pl_learned *out)
{
    size_t slot = pl_feature_index_find(&l->index, hash);
    uint32_t value = *pl_slot_value(&l->index, slot), n = 0;
    if (value == 0)
        return 0;
    const float *totals = totals_of(l, slot);
    uint32_t end = n_learned(l, value);
    for (uint32_t k = 0; k < end; k++) {
        pl_learned p = learned(l, value, totals, k);
        if (p.weight != 0 || p.total != 0)
            out[n++] = p;
    }
    return n;
}

/* -- changes ------------------------------------------------------------------------ */

/* An empty list. Behind its last pair there are pairs without weight, each of another
 * action. */
static void *new_list(pl_learner *l, unsigned form, uint32_t *value)
{
    *value = pl_places_take(&l->hot, form) | (form > PL_FORM_LIST ? PL_ROW_LONG : 0);
    void *list = pl_weights_at(l, *value);
    for (uint32_t k = 0; k < room_of(l, form); k++)
        set_pair(l, list, k, k, 0);
    set_pair(l, list, 0, 0, 0);
    return list;
}

/* Puts a pair behind the others, for which there is room. */
static void append(const pl_learner *l, void *list, float *totals, const pl_learned *p)
{
    uint32_t n = length_of(l, list);
    set_pair(l, list, 0, n + 1, 0);
    set_pair(l, list, n + 1, p->action, p->weight);
    totals[n] = p->total;
}

/* Gives a row its new values; the places it had before are free. */
static void replace_row(pl_learner *l, size_t slot, uint32_t value, pl_cold c)
{
    uint32_t *at = pl_slot_value(&l->index, slot), old = *at;
    if (!(old & PL_ROW_SINGLE)) {
        unsigned form = !(old & PL_ROW_DENSE)
                            ? form_of_list(l, length_of(l, pl_weights_at(l, old)))
                        : old & PL_ROW_WIDE ? PL_FORM_WIDE
                                            : PL_FORM_DENSE;
        pl_places_leave(&l->hot, old & PL_ROW_PLACE, form);
        pl_places_leave(&l->cold, l->index.colds[slot].place, form);
    }
    *at = value;
    l->index.colds[slot] = c;
}

static void make_list(pl_learner *l, size_t slot, unsigned form)
{
    uint32_t old = *pl_slot_value(&l->index, slot), value;
    void *list = new_list(l, form, &value);
    pl_cold c = {.place = pl_places_take(&l->cold, form)};
    uint32_t n = n_learned(l, old);
    for (uint32_t k = 0; k < n; k++) {
        pl_learned p = learned(l, old, totals_of(l, slot), k);
        append(l, list, pl_place_at(&l->cold, c.place), &p);
    }
    replace_row(l, slot, value, c);
}

static void make_dense(pl_learner *l, size_t slot, bool wide)
{
    unsigned form = wide ? PL_FORM_WIDE : PL_FORM_DENSE;
    uint32_t old = *pl_slot_value(&l->index, slot), n = n_learned(l, old);
    uint32_t value =
        pl_places_take(&l->hot, form) | PL_ROW_DENSE | (wide ? PL_ROW_WIDE : 0);
    pl_cold c = {.place = pl_places_take(&l->cold, form)};
    void *weights = memset(pl_weights_at(l, value), 0, l->hot.bytes[form]);
    float *totals = memset(pl_place_at(&l->cold, c.place), 0, l->cold.bytes[form]);
    for (uint32_t k = 0; k < n; k++) {
        pl_learned p = learned(l, old, totals_of(l, slot), k);
        totals[p.action] = p.total;
        if (wide)
            ((int16_t *)weights)[p.action] = (int16_t)p.weight;
        else
            ((int8_t *)weights)[p.action] = (int8_t)p.weight;
    }
    replace_row(l, slot, value, c);
}

static bool is_byte(int weight)
{
    return weight >= INT8_MIN && weight <= INT8_MAX;
}

/* Makes room for one more pair in a row that is not dense. */
static void grow_row(pl_learner *l, size_t slot)
{
    uint32_t value = *pl_slot_value(&l->index, slot), n = n_learned(l, value);
    unsigned next = form_of_list(l, n + 1);
    if (value & PL_ROW_SINGLE && !l->wide && !is_byte(pl_single_weight(value)))
        make_dense(l, slot, true);
    else if (value & PL_ROW_SINGLE)
        make_list(l, slot, PL_FORM_LIST);
    else if (next > form_of_list(l, n) && is_dense(l, next))
        make_dense(l, slot, l->wide);
    else if (next > form_of_list(l, n))
        make_list(l, slot, next);
}

/* What is known of a feature and an action; valid until the next one is asked for. */
typedef struct cell {
    size_t slot;
    uint32_t *single; /* its weight stands here … */
    int8_t *byte;     /* … or here … */
    int16_t *weight;  /* … or here */
    float *total;
} cell;

static int weight_of(const cell *c)
{
    return c->single != NULL ? pl_single_weight(*c->single)
           : c->byte != NULL ? *c->byte
                             : *c->weight;
}

/* The place of an action in a list, its length if it is not there. */
static uint32_t place_in_list(const pl_learner *l, const void *list, uint32_t action)
{
    uint32_t n = length_of(l, list), k = 0;
    if (l->wide)
        while (k < n && ((const pl_wide_pair *)list)[1 + k].action != action)
            k++;
    else
        while (k < n && ((const pl_byte_pair *)list)[1 + k].action != action)
            k++;
    return k;
}

/* The cell of an action that a row has; false if it has none. */
static bool has_cell(const pl_learner *l, size_t slot, uint32_t action, cell *c)
{
    uint32_t *value = pl_slot_value(&l->index, slot), k = action;
    float *totals = totals_of(l, slot);
    *c = (cell){.slot = slot};
    if (*value & PL_ROW_SINGLE) {
        if (pl_single_weight(*value) == 0 && *totals == 0 && action < PL_MOST_SINGLE)
            *value = single(action, 0);
        c->single = value;
        c->total = totals;
        return pl_single_action(*value) == action;
    }
    void *weights = pl_weights_at(l, *value);
    bool is_list = !(*value & PL_ROW_DENSE);
    if (is_list) {
        k = place_in_list(l, weights, action);
        if (k == length_of(l, weights))
            return false;
    }
    if (is_list && l->wide)
        c->weight = &((pl_wide_pair *)weights)[1 + k].weight;
    else if (is_list)
        c->byte = &((pl_byte_pair *)weights)[1 + k].weight;
    else if (*value & PL_ROW_WIDE)
        c->weight = (int16_t *)weights + k;
    else
        c->byte = (int8_t *)weights + k;
    c->total = totals + k;
    return true;
}

/* Zeros where nothing was known. */
static cell cell_of(pl_learner *l, uint64_t hash, uint32_t action)
{
    cell c;
    size_t slot = pl_feature_index_find(&l->index, hash);
    if (*pl_slot_value(&l->index, slot) == 0)
        slot = new_row(l, hash);
    if (has_cell(l, slot, action, &c))
        return c;
    grow_row(l, slot);
    uint32_t value = *pl_slot_value(&l->index, slot);
    if (!(value & PL_ROW_DENSE))
        append(l, pl_weights_at(l, value), totals_of(l, slot),
               &(pl_learned){action, 0, 0});
    has_cell(l, slot, action, &c);
    return c;
}

/* The largest weights are kept as they are. The cell may move. */
static void set_weight(pl_learner *l, cell *c, uint32_t action, int weight)
{
    int16_t w = (int16_t)(weight > INT16_MAX   ? INT16_MAX
                          : weight < INT16_MIN ? INT16_MIN
                                               : weight);
    if (c->byte != NULL && !is_byte(w)) {
        make_dense(l, c->slot, true);
        has_cell(l, c->slot, action, c);
    }
    if (c->single != NULL)
        *c->single = single(action, w);
    else if (c->byte != NULL)
        *c->byte = (int8_t)w;
    else
        *c->weight = w;
}

/* Keeps one of each hash; the list is asked for rarely, and would grow with every update. */
static void sift_changed(pl_learner *l)
{
    size_t kept = 0;
    PL_SORT(&l->changed, pl_by_u64);
    for (size_t i = 0; i < l->changed.n; i++)
        if (kept == 0 || l->changed.at[kept - 1] != l->changed.at[i])
            l->changed.at[kept++] = l->changed.at[i];
    l->changed.n = l->n_once = kept;
}

static void note_changed(pl_learner *l, uint64_t hash)
{
    enum { FEWEST = 1 << 18 };
    if (l->changed.n > 2 * l->n_once + FEWEST)
        sift_changed(l);
    PL_PUSH(&l->changed, hash);
}

void pl_learner_update(pl_learner *l, uint64_t hash, uint32_t action, int change)
{
    cell c = cell_of(l, hash, action);
    if (l->unit != 1) {
        change *= l->unit;
        note_changed(l, hash);
    }
    set_weight(l, &c, action, weight_of(&c) + change);
    *c.total += (float)l->time * (float)change;
}

/* Begins to load what a change looks at first: its line of the index. */
static void load_slot(const pl_learner *l, uint64_t hash)
{
    size_t home = pl_home_line(&l->index, hash);
    __builtin_prefetch(&l->index.lines[home]);
    __builtin_prefetch(&l->index.colds[home * PL_LINE_SLOTS]);
}

/* Begins to load what it looks at then: weights and totals. */
static void load_row(const pl_learner *l, const pl_change *c)
{
    size_t slot = pl_feature_index_find(&l->index, c->hash);
    uint32_t value = *pl_slot_value(&l->index, slot);
    uint32_t k = value & PL_ROW_DENSE ? c->action : 0;
    if (value == 0 || value & PL_ROW_SINGLE)
        return;
    __builtin_prefetch((const char *)pl_weights_at(l, value) +
                       (value & PL_ROW_WIDE ? 2 * k : k));
    __builtin_prefetch(totals_of(l, slot) + k);
}

void pl_learner_change(pl_learner *l, const pl_change *changes, size_t n)
{
    enum { AHEAD = 8 };
    for (size_t k = 0; k < n + 2 * AHEAD; k++) {
        if (k < n)
            load_slot(l, changes[k].hash);
        if (k >= AHEAD && k - AHEAD < n)
            load_row(l, &changes[k - AHEAD]);
        if (k >= 2 * AHEAD) {
            const pl_change *c = &changes[k - 2 * AHEAD];
            pl_learner_update(l, c->hash, c->action, c->change);
        }
    }
}

void pl_learner_tick(pl_learner *l)
{
    l->time++;
}

size_t pl_learner_rows(const pl_learner *l)
{
    return l->index.hashes.n;
}

size_t pl_learner_bytes(const pl_learner *l)
{
    return pl_feature_index_bytes(&l->index) + l->hot.room + l->cold.room;
}

/* -- mixtures ----------------------------------------------------------------------- */

void pl_learner_set_unit(pl_learner *l, int unit)
{
    assert(pl_learner_rows(l) == 0);
    l->unit = unit;
    l->wide = l->n_actions > UINT8_MAX + 1 || unit != 1;
    set_sizes(l);
}

int pl_learner_unit(const pl_learner *l)
{
    return l->unit;
}

uint64_t pl_learner_time(const pl_learner *l)
{
    return l->time;
}

void pl_learner_set_time(pl_learner *l, uint64_t time)
{
    l->time = time;
}

const uint64_t *pl_learner_changed(pl_learner *l, size_t *n)
{
    sift_changed(l);
    *n = l->changed.n;
    l->changed.n = l->n_once = 0;
    return l->changed.at;
}

void pl_learner_set_row(pl_learner *l, uint64_t hash, const pl_learned *cells, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        cell c = cell_of(l, hash, cells[k].action);
        set_weight(l, &c, cells[k].action, cells[k].weight);
        *c.total = cells[k].total;
    }
}
