/* The notation of dependencies, and the values of pairs; see pair_values.h. */
#include "parser/pair_values.h"

#include "base/hash.h"

#include <string.h>

/* -- notation ----------------------------------------------------------------------- */

static const pl_place_row places[] = {
    {'s', PL_DEP_S0, PL_DEP_G0 - PL_DEP_S0},
    {'g', PL_DEP_G0, PL_DEP_N0 - PL_DEP_G0},
    {'n', PL_DEP_N0, PL_DEP_N_PLACES - PL_DEP_N0},
    {0},
};

static const pl_path_step steps[] = {
    {"l", PL_DEP_L, true},
    {"l2", PL_DEP_L2, true},
    {"r", PL_DEP_R, true},
    {"r2", PL_DEP_R2, true},
    {"h", PL_DEP_H, true},
    {"h2", PL_DEP_H2, true},
    {0},
};

static uint64_t mix_atom(uint64_t h, const pl_templates *t, pl_atom a)
{
    uint32_t path = 0, letter = 'd';
    if (a.place != PL_DEP_DISTANCE) {
        path = (uint32_t)t->fields[a.field].path[0];
        letter = (unsigned char)t->fields[a.field].value;
    }
    return pl_mix(h + 1 + a.place + 16u * path + 256u * letter);
}

const uint8_t pl_pair_places[PL_N_PAIR_SIDES + 1] = {PL_DEP_S0, PL_DEP_G0, PL_DEP_N0,
                                                     PL_DEP_N_PLACES};

/* Whether a set of places is on one side. */
static bool is_within(uint32_t set, uint32_t side)
{
    return set >> pl_pair_places[side + 1] == 0 &&
           set >> pl_pair_places[side] << pl_pair_places[side] == set;
}

static uint32_t group_of(uint32_t set)
{
    return is_within(set, PL_PAIR_LEFT)    ? PL_GROUP_S
           : is_within(set, PL_PAIR_RIGHT) ? PL_GROUP_B
                                           : PL_GROUP_REST;
}

const pl_notation pl_arcs_notation = {
    .places = places,
    .n_places = PL_DEP_N_PLACES,
    .steps = steps,
    .fields = "wpqfbecvVxX",
    .place_help = "s0, s1, s2, g0, g1, n0, n1 or n2, or is d",
    .path_help = "l, l2, r, r2, h or h2",
    .distance = 'd',
    .between = {PL_DEP_S0, PL_DEP_N0, false},
    .start = 0x64657065,
    .mix_atom = mix_atom,
    .draws_far = true,
    .group = group_of,
};

/* -- slots -------------------------------------------------------------------------- */

/* Fields that are read off the word, in the order of pl_values. */
static const char row_letters[] = "wpqfbe";
enum { N_ROWS = sizeof row_letters - 1 };

static pl_pair_slot make_slot(const pl_features *f, uint8_t field, uint64_t key)
{
    char letter = f->fields[field].value;
    return (pl_pair_slot){key, field,
                          (uint8_t)strcspn(row_letters, (char[]){letter, '\0'}), letter};
}

void pl_pair_slots_find(pl_pair_slots *s, const pl_features *f)
{
    bool read[PL_DEP_N_PLACES + 1][PL_MAX_FIELDS] = {0};
    uint16_t n = 0;
    uint32_t n_probes = 0;
    pl_rng rng = {1};
    *s = (pl_pair_slots){0};
    for (uint32_t t = 0; t < f->n; t++)
        for (uint32_t i = 0; i < f->list[t].n; i++)
            read[f->list[t].atoms[i].place][f->list[t].atoms[i].field] = true;
    for (uint32_t place = 0; place < PL_DEP_N_PLACES; place++)
        for (int path = 0; path < PL_DEP_N_PATHS; path++) {
            uint16_t first = n;
            for (uint32_t k = 0; k < f->n_fields; k++)
                if (read[place][k] && f->fields[k].path[0] == path)
                    s->slots[n++] = make_slot(f, (uint8_t)k, pl_rng_next(&rng) | 1);
            if (n > first)
                s->probes[n_probes++] =
                    (pl_probe){(uint8_t)place, (uint8_t)path, first, n};
            for (uint32_t side = 0; side < PL_N_PAIR_SIDES; side++)
                if (place < pl_pair_places[side + 1])
                    s->first[side + 1] = n_probes;
        }
    if (f->n_distances > 0)
        s->distance = pl_rng_next(&rng) | 1;
}

/* -- values ------------------------------------------------------------------------- */

/* O[k] of the view, or the tokens of U for k = 0, -1, -2 … */
static const pl_dep_node *token_at(const pl_dep_task *s, int k)
{
    if (k > 0)
        return (uint32_t)k <= s->view.n + PL_DEP_CONTEXT ? s->view.o[k] : NULL;
    uint32_t at = s->view.config->next + (uint32_t)-k;
    return at < s->n ? &s->fresh[at] : NULL;
}

void pl_pair_tokens(const pl_dep_task *s, pl_place place, const pl_dep_node **at)
{
    int left = (int)place.i, right = (int)place.j;
    at[PL_DEP_S0] = token_at(s, left);
    at[PL_DEP_S1] = at[PL_DEP_S0] != NULL ? token_at(s, left + 1) : NULL;
    at[PL_DEP_S2] = at[PL_DEP_S1] != NULL ? token_at(s, left + 2) : NULL;
    at[PL_DEP_G0] = left - right > 1 ? token_at(s, left - 1) : NULL;
    at[PL_DEP_G1] = left - right > 2 ? token_at(s, right + 1) : NULL;
    at[PL_DEP_N0] = token_at(s, right);
    at[PL_DEP_N1] = token_at(s, right - 1);
    at[PL_DEP_N2] = token_at(s, right - 2);
}

static const pl_dep_node *walk(const pl_dep_node *node, uint32_t path)
{
    if (node == NULL)
        return NULL;
    switch (path) {
    case PL_DEP_SELF:
        return node;
    case PL_DEP_L:
        return node->l;
    case PL_DEP_L2:
        return node->l2;
    case PL_DEP_R:
        return node->r;
    case PL_DEP_R2:
        return node->r2;
    case PL_DEP_H:
        return node->up;
    default:
        return node->up != NULL ? node->up->up : NULL;
    }
}

enum { MAX_VALENCY = 7 };

static uint32_t valency(uint32_t n)
{
    return PL_VALUE_FIRST + (n < MAX_VALENCY ? n : MAX_VALENCY);
}

static uint32_t label_set(uint64_t set)
{
    return PL_VALUE_FIRST + (uint32_t)(pl_mix(set) >> 33);
}

static uint32_t node_value(const pl_dep_node *node, char letter)
{
    switch (letter) {
    case 'c':
        return node->label != PL_NONE ? PL_VALUE_FIRST + node->label : PL_VALUE_BORDER;
    case 'v':
        return valency(node->n_left);
    case 'V':
        return valency(node->n_right);
    case 'x':
        return label_set(node->set_left);
    default: /* 'X' */
        return label_set(node->set_right);
    }
}

/* 1, 2, 3, 4, 5-10, more. */
static uint32_t distance_class(const pl_dep_node *left, const pl_dep_node *right)
{
    if (left == NULL || right == NULL)
        return PL_VALUE_NONE;
    uint32_t d = right->at > left->at ? right->at - left->at : left->at - right->at;
    return PL_VALUE_FIRST + (d <= 4 ? d : d <= 10 ? 5 : 6);
}

uint64_t pl_pair_side_values(const pl_pair_slots *s, uint32_t side, const pl_values *v,
                             const pl_dep_node *const *at, uint32_t (*out)[PL_MAX_FIELDS])
{
    const uint32_t *const rows[] = {v->words, v->tags,   v->coarse,
                                    v->morph, v->begins, v->ends};
    uint64_t key = 0;
    for (uint32_t p = s->first[side]; p < s->first[side + 1]; p++) {
        const pl_probe *probe = &s->probes[p];
        const pl_dep_node *node = walk(at[probe->place], probe->path);
        for (uint32_t k = probe->first; k < probe->end; k++) {
            const pl_pair_slot *slot = &s->slots[k];
            uint32_t found = node == NULL         ? PL_VALUE_NONE
                             : slot->row < N_ROWS ? rows[slot->row][node->at]
                                                  : node_value(node, slot->letter);
            out[probe->place][slot->field] = found;
            key += found * slot->key;
        }
    }
    return key;
}

uint64_t pl_pair_distance(const pl_pair_slots *s, const pl_dep_node *const *at,
                          uint32_t *out)
{
    if (s->distance == 0)
        return 0;
    *out = distance_class(at[PL_DEP_S0], at[PL_DEP_N0]);
    return *out * s->distance;
}

uint64_t pl_pair_values(const pl_pair_slots *s, const pl_values *v,
                        const pl_dep_node *const *at, uint32_t (*out)[PL_MAX_FIELDS])
{
    uint64_t key = pl_pair_distance(s, at, out[PL_DEP_DISTANCE]);
    for (uint32_t side = 0; side < PL_N_PAIR_SIDES; side++)
        key += pl_pair_side_values(s, side, v, at, out);
    return key;
}
