/* Compiling templates and reading values; see features.h. */
#include "parser/dep_features.h"

#include "base/alloc.h"
#include "base/rng.h"
#include "parser/extract.h"

#include <stdlib.h>
#include <string.h>

const char *const pl_dep_far_names[PL_DEP_N_FAR] = {"no", "all", "both"};

enum { MAX_VALENCY = 7 };

/* -- compiling ---------------------------------------------------------------------- */

/* Constants come from the template's content, so that a feature keeps its hash when
 * other templates are added. */
static void compile(pl_dep_compiled *k, const pl_dep_template *t,
                    const pl_dep_slot *slots)
{
    uint64_t h = 0x64657065;
    *k = (pl_dep_compiled){.n = t->n};
    memcpy(k->slots, t->slots, sizeof k->slots);
    for (uint32_t i = 0; i < t->n; i++) {
        const pl_dep_slot *s = &slots[t->slots[i]];
        h = pl_mix(h + 1 + s->place + 16u * s->path + 256u * (unsigned char)s->field);
    }
    pl_rng rng = {h};
    k->seed = pl_rng_next(&rng);
    k->far = pl_rng_next(&rng) | 1;
    for (uint32_t i = 0; i < PL_DEP_MAX_ATOMS; i++)
        k->multiplier[i] = pl_rng_next(&rng) | 1;
}

/* Sorts the slots so that those of one token stand together. */
static void group_slots(pl_dep_features *f)
{
    uint32_t n = 0;
    f->distance = -1;
    for (uint32_t place = 0; place < PL_DEP_N_PLACES; place++)
        for (uint32_t path = 0; path < PL_DEP_N_PATHS; path++) {
            pl_dep_probe_at probe = {(uint8_t)place, (uint8_t)path, (uint8_t)n, 0};
            for (uint32_t k = 0; k < f->n_slots; k++)
                if (f->slots[k].place == place && f->slots[k].path == path)
                    f->order[n++] = (uint8_t)k;
            probe.n = (uint8_t)(n - probe.first);
            if (probe.n > 0)
                f->probes[f->n_probes++] = probe;
        }
    for (uint32_t k = 0; k < f->n_slots; k++) {
        if (f->slots[k].place == PL_DEP_DISTANCE)
            f->distance = (int)k;
        f->affixes |= f->slots[k].field == 'b' || f->slots[k].field == 'e';
    }
}

void pl_dep_features_compile(pl_dep_features *f, const pl_dep_templates *t,
                             pl_dep_far far)
{
    *f = (pl_dep_features){
        .n_templates = (uint32_t)t->list.n, .far = far, .n_slots = t->n_slots};
    f->n = f->n_templates * (far == PL_DEP_FAR_BOTH ? 2 : 1);
    memcpy(f->slots, t->slots, sizeof f->slots);
    f->list = pl_alloc_zero(t->list.n, sizeof *f->list);
    for (size_t i = 0; i < t->list.n; i++)
        compile(&f->list[i], &t->list.at[i], t->slots);
    pl_rng rng = {1};
    for (uint32_t k = 0; k < PL_DEP_MAX_SLOTS; k++)
        f->key[k] = pl_rng_next(&rng) | 1;
    group_slots(f);
}

void pl_dep_features_release(pl_dep_features *f)
{
    free(f->list);
    *f = (pl_dep_features){0};
}

/* -- values ------------------------------------------------------------------------- */

/* O[k] of a view, or the tokens of U for k = 0, -1, -2 … */
static const pl_dep_node *token_at(const pl_dep_task *s, const pl_dep_view *v, int k)
{
    if (k > 0)
        return (uint32_t)k <= v->n + PL_DEP_CONTEXT ? v->o[k] : NULL;
    uint32_t at = v->next + (uint32_t)-k;
    return at < s->n ? &s->fresh[at] : NULL;
}

void pl_dep_places(const pl_dep_task *s, const pl_dep_view *v, uint32_t i, uint32_t j,
                   const pl_dep_node **at)
{
    int left = (int)i, right = (int)j;
    at[PL_DEP_S0] = token_at(s, v, left);
    at[PL_DEP_S1] = at[PL_DEP_S0] != NULL ? token_at(s, v, left + 1) : NULL;
    at[PL_DEP_S2] = at[PL_DEP_S1] != NULL ? token_at(s, v, left + 2) : NULL;
    at[PL_DEP_G0] = left - right > 1 ? token_at(s, v, left - 1) : NULL;
    at[PL_DEP_G1] = left - right > 2 ? token_at(s, v, right + 1) : NULL;
    at[PL_DEP_N0] = token_at(s, v, right);
    at[PL_DEP_N1] = token_at(s, v, right - 1);
    at[PL_DEP_N2] = token_at(s, v, right - 2);
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

static uint32_t valency(uint32_t n)
{
    return PL_VALUE_FIRST + (n < MAX_VALENCY ? n : MAX_VALENCY);
}

static uint32_t label_set(uint64_t set)
{
    return PL_VALUE_FIRST + (uint32_t)(pl_mix(set) >> 33);
}

static uint32_t value(const pl_dep_values *v, const pl_dep_node *node, char field)
{
    switch (field) {
    case 'w':
        return v->words[node->at];
    case 'p':
        return v->tags[node->at];
    case 'q':
        return v->coarse[node->at];
    case 'f':
        return v->morph[node->at];
    case 'b':
        return v->begins[node->at];
    case 'e':
        return v->ends[node->at];
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

uint64_t pl_dep_slot_values(const pl_dep_features *f, const pl_dep_values *v,
                            const pl_dep_node *const *at, uint32_t *out)
{
    uint64_t key = 0;
    for (uint32_t p = 0; p < f->n_probes; p++) {
        const pl_dep_probe_at *probe = &f->probes[p];
        const pl_dep_node *node = walk(at[probe->place], probe->path);
        for (uint32_t k = probe->first; k < probe->first + probe->n; k++) {
            uint32_t slot = f->order[k];
            out[slot] = node != NULL ? value(v, node, f->slots[slot].field) : 0;
            key += out[slot] * f->key[slot];
        }
    }
    if (f->distance >= 0) {
        out[f->distance] = distance_class(at[PL_DEP_S0], at[PL_DEP_N0]);
        key += out[f->distance] * f->key[f->distance];
    }
    return key;
}

static uint64_t finish(uint64_t h)
{
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 29;
}

void pl_dep_hashes(const pl_dep_features *f, const uint32_t *values, uint32_t distance,
                   uint64_t *out)
{
    for (uint32_t t = 0; t < f->n_templates; t++) {
        const pl_dep_compiled *k = &f->list[t];
        uint64_t h = k->seed;
        for (uint32_t i = 0; i < k->n; i++)
            h += values[k->slots[i]] * k->multiplier[i];
        if (f->far == PL_DEP_FAR_BOTH)
            out[f->n_templates + t] = finish(h);
        if (f->far != PL_DEP_FAR_NO)
            h += distance * k->far;
        out[t] = finish(h);
    }
}
