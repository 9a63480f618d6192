/* The notation of constituents, and the values of items; see item_values.h. */
#include "parser/item_values.h"

#include <string.h>

/* -- notation ----------------------------------------------------------------------- */

static const pl_place_row places[] = {
    {'s', PL_PLACE_S, PL_PLACE_D - PL_PLACE_S},
    {'d', PL_PLACE_D, PL_PLACE_B - PL_PLACE_D},
    {'b', PL_PLACE_B, PL_N_PLACES - PL_PLACE_B},
    {0},
};

static const pl_path_step steps[] = {
    {"l", 'l', false}, {"r", 'r', false}, {"u", 'u', false}, {"L", 'L', true},
    {"R", 'R', true},  {"G", 'G', true},  {"H", 'H', true},  {"Lo", 'o', true},
    {"Ro", 'O', true}, {"Go", 'p', true}, {"Ho", 'P', true}, {0},
};

static uint64_t mix_atom(uint64_t h, const pl_templates *t, pl_atom a)
{
    h = pl_mix(h + a.place + 1);
    if (a.place == PL_PLACE_DISTANCE) {
        const pl_distance *d = &t->distances[a.field];
        return pl_mix(h + d->from + 32u * d->to + 1024u * d->heads);
    }
    const pl_field *f = &t->fields[a.field];
    return pl_mix(h ^ pl_hash(f->path, strlen(f->path)) ^ (uint64_t)f->value << 56);
}

static uint32_t group_of(uint32_t set)
{
    bool b = set >> PL_PLACE_B != 0;
    bool d = (set >> PL_PLACE_D & ((1u << (PL_PLACE_B - PL_PLACE_D)) - 1)) != 0;
    bool s = (set & ((1u << PL_PLACE_D) - 1)) != 0;
    if (s && d)
        return PL_GROUP_REST;
    if (s)
        return b                        ? PL_GROUP_SB
               : set >> PL_PLACE_S & 1 ? PL_GROUP_S
                                        : PL_GROUP_S_BELOW;
    if (d)
        return b                        ? PL_GROUP_DB
               : set >> PL_PLACE_D & 1 ? PL_GROUP_D
                                        : PL_GROUP_D_BELOW;
    return PL_GROUP_B;
}

const pl_notation pl_items_notation = {
    .places = places,
    .n_places = PL_N_PLACES,
    .steps = steps,
    .fields = "cwtngxy",
    .place_help = "a place like s0, d0 or b0",
    .path_help = "a path like l, r, u, L, R, G, H, Lo, Ro, Go or Ho, of at most 4 steps",
    .queue = 'b',
    .distances = true,
    .mix_atom = mix_atom,
    .group = group_of,
};

/* -- values ------------------------------------------------------------------------- */

/* 0, 1, 2, 3, 4, 5-6, 7-10, 11-20, more. */
static const uint32_t size_ends[] = {0, 1, 2, 3, 4, 6, 10, 20};
enum { N_SIZE_CLASSES = sizeof size_ends / sizeof *size_ends + 1 };

static uint32_t size_class(uint32_t n)
{
    uint32_t k = 0;
    while (k < N_SIZE_CLASSES - 1 && n > size_ends[k])
        k++;
    return k;
}

static uint32_t label_value(const pl_values *v, const pl_item *item)
{
    if (item->label != PL_NONE)
        return PL_VALUE_FIRST + item->label;
    return pl_item_is_word(item) ? v->tags[item->head] + v->n_labels : PL_VALUE_BORDER;
}

static bool has_gap(const pl_item *item)
{
    return item->high - item->low + 1 != item->size;
}

/* The gap types of Maier (2015): 0 none, 1 pass, 2 gap. */
static uint32_t gap_type(const pl_item *item)
{
    if (has_gap(item))
        return 1;
    return (item->left != NULL && has_gap(item->left)) ||
                   (item->right != NULL && has_gap(item->right))
               ? 2
               : 0;
}

static uint32_t item_value(const pl_values *v, const pl_item *item, char value)
{
    switch (value) {
    case 'c':
        return label_value(v, item);
    case 'w':
        return v->words[item->head];
    case 't':
        return v->tags[item->head];
    case 'n':
        return PL_VALUE_FIRST + size_class(item->size);
    case 'x':
        return PL_VALUE_FIRST + gap_type(item);
    case 'y':
        return PL_VALUE_FIRST + item->high - item->low + 1 - item->size;
    default: /* 'g' */
        return PL_VALUE_FIRST + size_class(item->high - item->low + 1 - item->size);
    }
}

/* A word by its position, which may be one outside the sentence. */
static uint32_t word_value(const pl_values *v, uint32_t position, char value)
{
    if (position >= v->n_tokens) /* -1 wraps round */
        return PL_VALUE_BORDER;
    switch (value) {
    case 'w':
        return v->words[position];
    case 't':
        return v->tags[position];
    case 'c':
        return v->tags[position] + v->n_labels;
    default:
        return PL_VALUE_NONE;
    }
}

/* A word at the first gap (G, p for Go) or the last one (H, P for Ho). */
static uint32_t gap_value(const pl_values *v, const pl_item *item, char step, char value)
{
    pl_block gap;
    if (!pl_item_gap(item, &gap))
        return PL_VALUE_NONE;
    return word_value(v,
                      step == 'G'   ? gap.first - 1
                      : step == 'p' ? gap.first
                      : step == 'H' ? gap.last + 1
                                    : gap.last,
                      value);
}

static uint32_t field_value(const pl_values *v, const pl_item *item, const pl_field *f)
{
    for (const char *step = f->path; *step != '\0' && item != NULL; step++)
        switch (*step) {
        case 'l':
            item = item->left;
            break;
        case 'r':
            item = item->right;
            break;
        case 'u':
            item = item->right == NULL ? item->left : NULL;
            break;
        case 'L':
            return word_value(v, item->low, f->value);
        case 'R':
            return word_value(v, item->high, f->value);
        case 'o':
            return word_value(v, item->low - 1, f->value);
        case 'O':
            return word_value(v, item->high + 1, f->value);
        default:
            return gap_value(v, item, *step, f->value);
        }
    return item != NULL ? item_value(v, item, f->value) : PL_VALUE_NONE;
}

void pl_item_values(const pl_features *f, const pl_values *v, const pl_item *item,
                    uint32_t *out)
{
    for (uint32_t i = 0; i < f->n_fields; i++)
        out[i] = field_value(v, item, &f->fields[i]);
}

/* Words between two items, in classes, one more for items of which neither ends before
 * the other begins. */
static uint32_t distance_class(const pl_distance *d, const pl_item *a, const pl_item *b)
{
    if (d->heads)
        return size_class(a->head > b->head ? a->head - b->head : b->head - a->head);
    if (a->low > b->low) {
        const pl_item *swap = a;
        a = b;
        b = swap;
    }
    return a->high < b->low ? size_class(b->low - a->high - 1) : N_SIZE_CLASSES;
}

void pl_distance_values(const pl_features *f, pl_item *const *at, uint32_t *out)
{
    for (uint32_t i = 0; i < f->n_distances; i++) {
        const pl_distance *d = &f->distances[i];
        const pl_item *a = at[d->from], *b = at[d->to];
        out[i] = a == NULL || b == NULL ? PL_VALUE_NONE
                                        : PL_VALUE_FIRST + distance_class(d, a, b);
    }
}
