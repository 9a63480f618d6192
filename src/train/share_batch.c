/* What processes tell each other of a batch; see share_batch.h. */
#include "train/share_batch.h"

size_t pl_share_start(const pl_example *const *examples, size_t n, uint32_t rank,
                      uint32_t n_peers)
{
    uint64_t all = 0, before = 0;
    size_t i = 0;
    for (size_t k = 0; k < n; k++)
        all += 1 + examples[k]->values.n_tokens;
    while (i < n && before * n_peers < all * rank)
        before += 1 + examples[i++]->values.n_tokens;
    return i;
}

/* Bytes of a process: one that says whether it wants to stop; then for each outcome a
 * head, and for each of its groups a head and the hashes of features. A group has the
 * changes in a row that have action and amount in common: the features of one step. */
typedef struct outcome_head {
    uint32_t n_changes, n_actions, n_kept;
} outcome_head;

typedef struct group_head {
    uint32_t n, action;
    int32_t change;
} group_head;

static size_t group_end(const pl_changes *c, size_t first)
{
    size_t end = first + 1;
    while (end < c->n && c->at[end].action == c->at[first].action &&
           c->at[end].change == c->at[first].change)
        end++;
    return end;
}

static void pack(const pl_outcome *o, pl_str *to)
{
    const pl_changes *c = &o->changes;
    outcome_head head = {(uint32_t)c->n, o->n_actions, o->n_kept};
    pl_str_put(to, (const char *)&head, sizeof head);
    for (size_t i = 0, end; i < c->n; i = end) {
        end = group_end(c, i);
        group_head g = {(uint32_t)(end - i), c->at[i].action, c->at[i].change};
        pl_str_put(to, (const char *)&g, sizeof g);
        PL_RESERVE(to, to->n + g.n * sizeof(uint64_t));
        for (size_t k = i; k < end; k++, to->n += sizeof(uint64_t))
            memcpy(to->at + to->n, &c->at[k].hash, sizeof(uint64_t));
    }
}

static const char *take(const char *from, void *to, size_t n)
{
    memcpy(to, from, n);
    return from + n;
}

/* Returns what follows the outcome. */
static const char *unpack(const char *at, pl_outcome *o)
{
    outcome_head head;
    group_head g;
    at = take(at, &head, sizeof head);
    o->n_actions = head.n_actions;
    o->n_kept = head.n_kept;
    o->changed = false;
    o->changes.n = 0;
    PL_RESERVE(&o->changes, head.n_changes);
    while (o->changes.n < head.n_changes) {
        at = take(at, &g, sizeof g);
        for (uint32_t k = 0; k < g.n; k++) {
            pl_change *c = &o->changes.at[o->changes.n++];
            *c = (pl_change){.action = g.action, .change = g.change};
            at = take(at, &c->hash, sizeof c->hash);
        }
    }
    return at;
}

void pl_batch_bytes_release(pl_batch_bytes *b)
{
    pl_str_release(&b->mine);
    pl_shares_release(&b->all);
}

bool pl_batch_share(pl_peers *p, pl_batch_bytes *b, pl_outcome *outcomes, size_t n,
                    size_t first, size_t end, bool wants_stop)
{
    size_t i = 0;
    pl_str_clear(&b->mine);
    pl_str_putc(&b->mine, (char)wants_stop);
    for (size_t k = first; k < end; k++)
        pack(&outcomes[k], &b->mine);
    pl_peers_gather(p, &b->mine, &b->all);
    for (uint32_t k = 0; k < p->n; k++) {
        const char *at = b->all.bytes.at + pl_shares_start(&b->all, k);
        wants_stop |= *at++ != 0;
        if (k == p->rank)
            i = end;
        while (k != p->rank && at < b->all.bytes.at + b->all.ends[k])
            at = unpack(at, &outcomes[i++]);
    }
    assert(i == n);
    return wants_stop;
}
