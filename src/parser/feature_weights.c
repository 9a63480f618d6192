/* What templates add to scores; see feature_weights.h. */
#include "parser/feature_weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The template behind hash k of those that a scorer lists, by its place in features->list: one for
 * each, then those without the distance (PL_FAR_BOTH), or those of b* for each word. */
static uint32_t template_of(const pl_features *f, uint32_t k)
{
    if (k < f->n)
        return k;
    return f->far == PL_FAR_BOTH ? k - f->n : f->n + (k - f->n) % f->n_queue;
}

/* The text of a template: a line of the set's. */
static const char *name_of(const pl_templates *t, uint32_t number, pl_arena *m)
{
    const char *line = pl_str_text(&t->text);
    for (; number > 0; number--)
        line += strcspn(line, "\n") + 1;
    return pl_arena_strndup(m, line, strcspn(line, "\n"));
}

/* Adds the weights of the action to those of the templates, sums[n + n_queue]. */
static void add_weights(const pl_transitions *t, const uint64_t *hashes, uint32_t n,
                        uint32_t action, pl_arena *m, int64_t *sums)
{
    pl_weights w = pl_compact_weights(t->weights.at);
    uint32_t room = PL_SUMS_ROOM(t->machine->n_actions);
    int32_t *row = PL_NEW_ARRAY(m, int32_t, room);
    for (uint32_t k = 0; k < n; k++) {
        memset(row, 0, room * sizeof *row);
        pl_weights_add(&w, &hashes[k], 1, row);
        sums[template_of(&t->features, k)] += row[action];
    }
}

static int strongest_first(const void *a, const void *b)
{
    const pl_feature_weight *x = a, *y = b;
    if (fabs(x->weight) != fabs(y->weight))
        return fabs(x->weight) > fabs(y->weight) ? -1 : 1;
    return strcmp(x->name, y->name);
}

uint32_t pl_feature_weights(const pl_transitions *t, pl_scorer *scorer,
                            const pl_config *config, pl_act step, pl_arena *m,
                            pl_feature_weight *out)
{
    const pl_features *f = &t->features;
    uint32_t n = 0, all = f->n + f->n_queue;
    if (t->net != NULL)
        return 0;
    uint64_t *hashes = PL_NEW_ARRAY(m, uint64_t, scorer->ops->most_features(scorer));
    int64_t *sums = PL_NEW_ARRAY(m, int64_t, all);
    uint32_t n_hashes = scorer->ops->features(scorer, config, step.place, hashes);
    add_weights(t, hashes, n_hashes, step.action, m, sums);
    for (uint32_t k = 0; k < all; k++)
        if (sums[k] != 0)
            out[n++] = (pl_feature_weight){name_of(&t->templates, f->list[k].number, m),
                                           (double)sums[k] / scorer->scale};
    if (n > 0)
        qsort(out, n, sizeof *out, strongest_first);
    return n;
}
