/* Lengths of derivations; see lengths.h. */
#include "machine/lengths.h"

void pl_lengths_add(pl_lengths *l, const pl_system *s, const pl_actions *derivation,
                    uint32_t n_tokens)
{
    uint64_t run = 0;
    l->n_tokens += n_tokens;
    l->n_actions += derivation->n;
    if (derivation->n > l->longest)
        l->longest = derivation->n;
    for (size_t i = 0; i < derivation->n; i++) {
        const pl_action *a = &derivation->at[i];
        int jumps = s->transitions[a->kind].jumps;
        uint64_t n = jumps < 0 ? a->number : (uint64_t)jumps;
        l->n_jumps += n;
        run = jumps > 0 ? run + n : n;
        if (run > l->longest_run)
            l->longest_run = run;
    }
}
