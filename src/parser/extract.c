/* Compiling templates and reading values; see extract.h. */
#include "parser/extract.h"

#include "base/rng.h"

#include <string.h>

/* -- compiling ---------------------------------------------------------------------- */

static uint32_t places_of(const pl_templates *t, const pl_template *template)
{
    uint32_t places = 0;
    for (uint32_t i = 0; i < template->n; i++) {
        pl_atom a = template->atoms[i];
        if (a.place != PL_PLACE_DISTANCE)
            places |= 1u << a.place;
        else
            places |= 1u << t->distances[a.field].from | 1u << t->distances[a.field].to;
    }
    return places;
}

static bool is_queue(uint32_t places)
{
    return places == 1u << PL_PLACE_QUEUE;
}

static enum pl_feature_group group_of(uint32_t places)
{
    bool b = places >> PL_PLACE_B != 0;
    bool d = (places >> PL_PLACE_D & ((1u << (PL_PLACE_B - PL_PLACE_D)) - 1)) != 0;
    bool s = (places & ((1u << PL_PLACE_D) - 1)) != 0;
    if (s && d)
        return PL_GROUP_REST;
    if (s)
        return b ? PL_GROUP_SB : PL_GROUP_S;
    if (d)
        return b ? PL_GROUP_DB : PL_GROUP_D;
    return PL_GROUP_B;
}

/* Constants come from the template's content, not its number, so that a feature keeps
 * its hash when templates are added before it. */
static void compile(pl_compiled *k, const pl_templates *t, const pl_template *template)
{
    uint64_t h = 0;
    k->n = template->n;
    memcpy(k->atoms, template->atoms, sizeof k->atoms);
    for (uint32_t i = 0; i < k->n; i++) {
        pl_atom a = k->atoms[i];
        h = pl_mix(h + a.place + 1);
        if (a.place == PL_PLACE_DISTANCE) {
            const pl_distance *d = &t->distances[a.field];
            h = pl_mix(h + d->from + 32u * d->to + 1024u * d->heads);
        } else {
            const pl_field *f = &t->fields[a.field];
            h = pl_mix(h ^ pl_hash(f->path, strlen(f->path)) ^ (uint64_t)f->value << 56);
        }
        if (a.place == PL_PLACE_QUEUE)
            k->atoms[i].place = 0;
    }
    pl_rng rng = {h};
    k->seed = pl_rng_next(&rng);
    for (uint32_t i = 0; i < PL_MAX_ATOMS; i++)
        k->multiplier[i] = pl_rng_next(&rng) | 1;
}

void pl_features_compile(pl_features *f, const pl_templates *t)
{
    *f = (pl_features){.n_fields = t->n_fields, .n_distances = t->n_distances};
    memcpy(f->fields, t->fields, sizeof f->fields);
    memcpy(f->distances, t->distances, sizeof f->distances);
    f->list = pl_alloc_zero(t->list.n, sizeof *f->list);
    uint32_t n = 0;
    for (uint32_t g = 0; g < PL_N_GROUPS; g++) {
        f->first[g] = n;
        for (size_t i = 0; i < t->list.n; i++) {
            uint32_t places = places_of(t, &t->list.at[i]);
            if (group_of(places) != g || is_queue(places))
                continue;
            compile(&f->list[n++], t, &t->list.at[i]);
            f->places[g] |= places;
        }
        f->wanted |= f->places[g];
    }
    f->first[PL_N_GROUPS] = f->n = n;
    for (size_t i = 0; i < t->list.n; i++)
        if (is_queue(places_of(t, &t->list.at[i])))
            compile(&f->list[n++], t, &t->list.at[i]);
    f->n_queue = n - f->n;
}

void pl_features_release(pl_features *f)
{
    free(f->list);
    *f = (pl_features){0};
}

/* -- values ------------------------------------------------------------------------- */

/* 0, 1, 2, 3, 4, 5-6, 7-10, 11-20, more. */
static const uint32_t size_ends[] = {0, 1, 2, 3, 4, 6, 10, 20};
enum { N_SIZE_CLASSES = sizeof size_ends / sizeof *size_ends + 1 };

static uint32_t size_class(uint32_t n)
{
    uint32_t class = 0;
    while (class < N_SIZE_CLASSES - 1 && n > size_ends[class])
        class ++;
    return class;
}

static uint32_t label_value(const pl_values *v, const pl_item *item)
{
    return item->label != PL_NONE ? PL_VALUE_FIRST + item->label
                                  : v->tags[item->head] + v->n_labels;
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
    if (item->blocks == NULL)
        return PL_VALUE_NONE;
    uint32_t before = item->blocks[0].last;
    uint32_t after = item->blocks[item->n_blocks - 1].first;
    return word_value(v,
                      step == 'G'   ? before
                      : step == 'p' ? before + 1
                      : step == 'H' ? after
                                    : after - 1,
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
