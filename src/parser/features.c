/* Compiling templates; see features.h. */
#include "parser/features.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

const pl_option_choice pl_far_choices[] = {{"no", NULL}, {"all", NULL}, {"both", NULL}, {0}};

static uint32_t places_of(const pl_templates *t, const pl_template *from)
{
    uint32_t places = 0;
    for (uint32_t i = 0; i < from->n; i++) {
        pl_atom a = from->atoms[i];
        if (a.place != t->notation->n_places)
            places |= 1u << a.place;
        else
            places |= 1u << t->distances[a.field].from | 1u << t->distances[a.field].to;
    }
    return places;
}

/* Constants come from the template's content, not its number, so that a feature keeps
 * its hash when templates are added before it. */
static void compile(pl_compiled *k, const pl_templates *t, const pl_template *from)
{
    const pl_notation *n = t->notation;
    uint64_t h = n->start;
    k->n = from->n;
    memcpy(k->atoms, from->atoms, sizeof k->atoms);
    for (uint32_t i = 0; i < k->n; i++) {
        h = n->mix_atom(h, t, k->atoms[i]);
        if (k->atoms[i].place > n->n_places)
            k->atoms[i].place = 0;
    }
    pl_rng rng = {h};
    k->seed = pl_rng_next(&rng);
    if (n->draws_far)
        k->far = pl_rng_next(&rng) | 1;
    for (uint32_t i = 0; i < PL_MAX_ATOMS; i++)
        k->multiplier[i] = pl_rng_next(&rng) | 1;
}

/* Adds the templates of one group; PL_N_GROUPS stands for those of b*. Returns the set of
 * places that they look at. */
static uint32_t add_group(pl_features *f, const pl_templates *t, uint32_t group)
{
    const pl_notation *n = t->notation;
    uint32_t all = 0;
    f->first[group] = f->n;
    for (size_t i = 0; i < t->list.n; i++) {
        uint32_t places = places_of(t, &t->list.at[i]);
        uint32_t own = places >> n->n_places != 0 ? PL_N_GROUPS : n->group(places);
        if (own != group)
            continue;
        f->list[f->n].number = (uint16_t)i;
        compile(&f->list[f->n++], t, &t->list.at[i]);
        all |= places;
    }
    return all;
}

void pl_features_compile(pl_features *f, const pl_templates *t, pl_far far)
{
    *f =
        (pl_features){.far = far, .n_fields = t->n_fields, .n_distances = t->n_distances};
    memcpy(f->fields, t->fields, sizeof f->fields);
    memcpy(f->distances, t->distances, sizeof f->distances);
    f->list = pl_alloc_zero(t->list.n, sizeof *f->list);
    for (uint32_t g = 0; g < PL_N_GROUPS; g++) {
        f->places[g] = add_group(f, t, g);
        f->wanted |= f->places[g];
    }
    add_group(f, t, PL_N_GROUPS);
    f->n_queue = f->n - f->first[PL_N_GROUPS];
    f->n -= f->n_queue;
    f->n_hashes = f->n * (far == PL_FAR_BOTH ? 2 : 1);
}

void pl_features_release(pl_features *f)
{
    free(f->list);
    *f = (pl_features){0};
}

bool pl_features_use(const pl_features *f, const char *letters)
{
    for (uint32_t i = 0; i < f->n_fields; i++)
        if (strchr(letters, f->fields[i].value) != NULL)
            return true;
    return false;
}

uint32_t pl_feature_hashes(const pl_features *f, uint32_t first, uint32_t end,
                           const uint32_t *const *at, uint32_t distance, uint64_t *out)
{
    const pl_compiled *list = f->list + first;
    uint32_t n = end - first;
    if (f->far == PL_FAR_NO) {
        for (uint32_t t = 0; t < n; t++)
            out[t] = pl_feature_hash(&list[t], at);
        return n;
    }
    for (uint32_t t = 0; t < n; t++) {
        uint64_t h = pl_feature_sum(&list[t], at);
        out[t] = pl_hash_finish(h + distance * list[t].far);
        if (f->far == PL_FAR_BOTH)
            out[n + t] = pl_hash_finish(h);
    }
    return f->far == PL_FAR_BOTH ? 2 * n : n;
}
