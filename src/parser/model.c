/* Models in memory; see model.h. The file is in modelfile.c. */
#include "parser/model.h"

#include <stdlib.h>

pl_model *pl_model_new(const pl_system *system)
{
    pl_model *m = pl_alloc_zero(1, sizeof *m);
    pl_deriver_start(&m->deriver, system);
    return m;
}

void pl_model_free(pl_model *m)
{
    if (m == NULL)
        return;
    pl_deriver_release(&m->deriver);
    pl_templates_release(&m->templates);
    pl_features_release(&m->features);
    pl_vocab_release(&m->vocab);
    pl_str_release(&m->head_rules);
    pl_str_release(&m->about);
    free(m->owned);
    free(m);
}

void pl_model_take_weights(pl_model *m, void *block, size_t size)
{
    free(m->owned);
    m->owned = block;
    m->weights = block;
    m->weights_size = size;
}

void pl_model_describe(pl_model *m)
{
    const pl_deriver *d = &m->deriver;
    pl_about_set(&m->about, "system", "%s", d->system->name);
    pl_about_set(&m->about, "artificial-root", "%d", d->style.artificial_root);
    pl_about_set(&m->about, "virtual-root", "%d", d->roots.virtual_root);
    if (d->reorder.text != NULL)
        pl_about_set(&m->about, "reorder", "%s", d->reorder.text);
    if (d->style.keep_unaries) {
        pl_about_set(&m->about, "unary-chain", "%u", d->inventory.max_chain);
        pl_about_set(&m->about, "unary-repeats", "%d", d->inventory.repeats);
    }
}
