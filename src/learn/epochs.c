/* Passes over shuffled examples; see epochs.h. */
#include "learn/epochs.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <stdlib.h>

int pl_epochs_run(const pl_epochs *how, size_t n,
                  bool (*learn)(void *self, size_t example),
                  void (*after)(void *self, pl_pass *pass), void *self, pl_error *err)
{
    pl_rng rng = {how->seed};
    size_t *order = pl_alloc((n + 1) * sizeof *order);
    int status = 0;
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t e = 1; e <= how->n && status == 0; e++) {
        pl_pass pass = {.number = e, .n_examples = n};
        pl_rng_shuffle(&rng, order, n, sizeof *order);
        for (size_t i = 0; i < n && status == 0; i++)
            if (how->stop != NULL && atomic_load(how->stop))
                status = pl_fail(err, PL_STOPPED, "training was stopped");
            else
                pass.n_wrong += learn(self, order[i]);
        if (status == 0 && after != NULL)
            after(self, &pass);
        if (status == 0 && how->progress != NULL)
            how->progress(how->context, &pass);
    }
    free(order);
    return status;
}
