/* Fragments on their way to the first process; see share_fragments.h. */
#include "grammar/share_fragments.h"

#include "base/hash.h"

int pl_fail_other_trees(uint32_t rank, pl_error *err)
{
    return pl_fail(
        err, PL_BAD_INPUT,
        "process %u has read other trees than the first one: all must read the same "
        "files",
        rank + 1);
}

int pl_forest_compare(pl_peers *p, const pl_forest *f, pl_error *err)
{
    uint64_t mine[4] = {f->n_trees, f->nodes.n, f->productions.at.n};
    uint32_t odd;
    for (size_t i = 0; i < f->nodes.n && pl_peers_n(p) > 1; i++)
        mine[3] = pl_mix(mine[3] ^ f->nodes.at[i].production);
    return pl_peers_same(p, mine, sizeof mine, &odd) ? 0 : pl_fail_other_trees(odd, err);
}

/* Fragments, code and trees of a process follow this. */
typedef struct found_head {
    uint64_t n, n_code, n_trees;
} found_head;

static void send_found(pl_peers *p, const pl_fragments *f)
{
    found_head head = {f->at.n, f->code.n, f->trees.n};
    pl_peers_send(p, 0, &head, sizeof head);
    pl_peers_send(p, 0, f->at.at, f->at.n * sizeof *f->at.at);
    pl_peers_send(p, 0, f->code.at, f->code.n * sizeof *f->code.at);
    pl_peers_send(p, 0, f->trees.at, f->trees.n * sizeof *f->trees.at);
}

static void receive_numbers(pl_peers *p, uint32_t from, pl_numbers *to, uint64_t n)
{
    PL_RESERVE(to, to->n + n);
    pl_peers_receive(p, from, to->at + to->n, n * sizeof *to->at);
    to->n += n;
}

static void receive_found(pl_peers *p, uint32_t from, pl_fragments *f)
{
    found_head head;
    size_t first = f->at.n, code = f->code.n, trees = f->trees.n;
    pl_peers_receive(p, from, &head, sizeof head);
    PL_RESERVE(&f->at, first + head.n);
    pl_peers_receive(p, from, f->at.at + first, head.n * sizeof *f->at.at);
    f->at.n += head.n;
    for (size_t i = first; i < f->at.n; i++) {
        f->at.at[i].code += code;
        f->at.at[i].trees += trees;
    }
    receive_numbers(p, from, &f->code, head.n_code);
    receive_numbers(p, from, &f->trees, head.n_trees);
}

void pl_fragments_collect(pl_peers *p, pl_fragments *f)
{
    if (pl_peers_rank(p) > 0)
        send_found(p, f);
    for (uint32_t k = 1; k < pl_peers_n(p) && p->rank == 0; k++)
        receive_found(p, k, f);
}
