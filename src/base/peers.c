/* Processes that work together; see peers.h. */
#include "base/peers.h"

#include "base/alloc.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

void pl_shares_release(pl_shares *s)
{
    pl_str_release(&s->bytes);
    free(s->ends);
    *s = (pl_shares){0};
}

static void make_ends(const pl_peers *p, pl_shares *s)
{
    if (s->ends == NULL)
        s->ends = pl_alloc_zero(pl_peers_n(p), sizeof *s->ends);
}

/* Takes the time before a call, and adds what it took afterwards. */
static void begin(pl_peers *p)
{
    p->seconds -= pl_clock();
    p->busy -= pl_thread_clock();
}

static void count(pl_peers *p, size_t given, size_t got)
{
    p->n_calls++;
    p->n_given += given;
    p->n_got += got;
    p->seconds += pl_clock();
    p->busy += pl_thread_clock();
}

void pl_peers_gather(pl_peers *p, const pl_str *mine, pl_shares *all)
{
    make_ends(p, all);
    pl_str_clear(&all->bytes);
    if (pl_peers_n(p) > 1) {
        begin(p);
        p->ops->gather(p, mine, all);
        count(p, mine->n, all->bytes.n - mine->n);
    } else {
        pl_str_put(&all->bytes, mine->at, mine->n);
        all->ends[0] = mine->n;
    }
}

void pl_peers_exchange(pl_peers *p, const pl_shares *mine, pl_shares *got)
{
    make_ends(p, got);
    pl_str_clear(&got->bytes);
    if (pl_peers_n(p) > 1) {
        begin(p);
        p->ops->exchange(p, mine, got);
        size_t own = mine->ends[p->rank] - pl_shares_start(mine, p->rank);
        count(p, mine->bytes.n - own, got->bytes.n - own);
    } else {
        pl_str_put(&got->bytes, mine->bytes.at, mine->bytes.n);
        got->ends[0] = mine->bytes.n;
    }
}

void pl_peers_broadcast(pl_peers *p, uint32_t from, void *bytes, size_t n)
{
    if (pl_peers_n(p) == 1)
        return;
    begin(p);
    p->ops->broadcast(p, from, bytes, n);
    bool gives = p->rank == from;
    count(p, gives ? n : 0, gives ? 0 : n);
}

void pl_peers_send(pl_peers *p, uint32_t to, const void *bytes, size_t n)
{
    if (n == 0)
        return;
    begin(p);
    p->ops->send(p, to, bytes, n);
    count(p, n, 0);
}

void pl_peers_receive(pl_peers *p, uint32_t from, void *bytes, size_t n)
{
    if (n == 0)
        return;
    begin(p);
    p->ops->receive(p, from, bytes, n);
    count(p, 0, n);
}

bool pl_peers_any(pl_peers *p, bool mine)
{
    pl_str flag = {0};
    pl_shares all = {0};
    bool any = mine;
    if (pl_peers_n(p) == 1)
        return any;
    pl_str_putc(&flag, (char)mine);
    pl_peers_gather(p, &flag, &all);
    for (size_t i = 0; i < all.bytes.n; i++)
        any |= all.bytes.at[i] != 0;
    pl_str_release(&flag);
    pl_shares_release(&all);
    return any;
}

bool pl_peers_same(pl_peers *p, const void *bytes, size_t n, uint32_t *odd)
{
    pl_str mine = {0};
    pl_shares all = {0};
    uint32_t k = 1;
    if (pl_peers_n(p) == 1)
        return true;
    pl_str_put(&mine, bytes, n);
    pl_peers_gather(p, &mine, &all);
    while (k < p->n && all.ends[k] == (k + 1) * n &&
           memcmp(all.bytes.at, all.bytes.at + k * n, n) == 0)
        k++;
    *odd = k;
    pl_str_release(&mine);
    pl_shares_release(&all);
    return k == p->n;
}

/* The error of rank k, which `all` holds; says whose it is where not all have it. */
static int fail_with(const pl_shares *all, uint32_t k, const pl_peers *p, pl_error *err)
{
    pl_error what;
    memcpy(&what, all->bytes.at + pl_shares_start(all, k), sizeof what);
    return k == 0
               ? pl_fail(err, what.code, "%s", what.text)
               : pl_fail(err, what.code, "%s (process %u of %u)", what.text, k + 1, p->n);
}

int pl_peers_agree(pl_peers *p, int status, pl_error *err)
{
    pl_str mine = {0};
    pl_shares all = {0};
    int agreed = status;
    if (pl_peers_n(p) == 1)
        return status;
    if (status < 0)
        pl_str_put(&mine, (const char *)err, sizeof *err);
    pl_peers_gather(p, &mine, &all);
    for (uint32_t k = p->n; k-- > 0;)
        if (all.ends[k] - pl_shares_start(&all, k) == sizeof *err)
            agreed = fail_with(&all, k, p, err);
    pl_str_release(&mine);
    pl_shares_release(&all);
    return agreed;
}
