/* Lengths of derivations; see lengths.h. */
#include "machine/lengths.h"

void pl_lengths_add(pl_lengths *l, const pl_machine *m, const pl_acts *derivation,
                    uint32_t n_tokens)
{
    uint64_t run = 0;
    l->n_trees++;
    l->n_tokens += n_tokens;
    l->n_actions += derivation->n;
    if (derivation->n > l->longest)
        l->longest = derivation->n;
    for (size_t i = 0; i < derivation->n; i++) {
        bool compound;
        uint32_t n = m->ops->jumps(m, derivation->at[i], &compound);
        l->n_jumps += n;
        run = n > 0 && !compound ? run + n : n;
        if (run > l->longest_run)
            l->longest_run = run;
    }
}
