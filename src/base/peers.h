/* Processes that do one job together. All were started with the same command and read the
 * same files; each has a number, its rank. NULL stands for a process that is alone, the
 * usual case: then the calls return at once, and the library knows of no network. A program
 * that is linked with MPI brings the operations (mpi/mpi_peers.c).
 *
 * All processes make the same calls in the same order, except that to send and to receive
 * concerns two of them. No call fails: where a process has
 * died, the operations end the others, with a message. */
#pragma once

#include "base/err.h"
#include "base/str.h"

typedef struct pl_peers pl_peers;

/* Bytes in one piece for each process: those of rank k end before ends[k], where those of
 * rank k + 1 begin. Filled with zeros it is empty; pl_shares_release frees it. */
typedef struct pl_shares {
    pl_str bytes;
    size_t *ends; /* [peers]; NULL before the first use */
} pl_shares;

typedef struct pl_peers_ops {
    /* Everybody gets the bytes of all. */
    void (*gather)(pl_peers *p, const pl_str *mine, pl_shares *all);
    /* Everybody gives each other one a part of its own: of `mine`, the share k is for rank k;
     * the share k of `got` is what rank k gave. */
    void (*exchange)(pl_peers *p, const pl_shares *mine, pl_shares *got);
    /* The process `from` has n bytes, which all others get. */
    void (*broadcast)(pl_peers *p, uint32_t from, void *bytes, size_t n);
    /* One process sends n bytes, another one receives as many. */
    void (*send)(pl_peers *p, uint32_t to, const void *bytes, size_t n);
    void (*receive)(pl_peers *p, uint32_t from, void *bytes, size_t n);
} pl_peers_ops;

struct pl_peers {
    const pl_peers_ops *ops;
    uint32_t rank, n;
    /* Counts of this process: calls, bytes that it gave to others and got from them; the
     * seconds that calls took, most of which is waiting for others, and those of the
     * processor: MPI waits busily. */
    uint64_t n_calls, n_given, n_got;
    double seconds, busy;
};

static inline uint32_t pl_peers_n(const pl_peers *p)
{
    return p != NULL ? p->n : 1;
}

static inline uint32_t pl_peers_rank(const pl_peers *p)
{
    return p != NULL ? p->rank : 0;
}

void pl_shares_release(pl_shares *s);
/* Where the bytes of a rank begin. */
static inline size_t pl_shares_start(const pl_shares *s, uint32_t rank)
{
    return rank > 0 ? s->ends[rank - 1] : 0;
}

void pl_peers_gather(pl_peers *p, const pl_str *mine, pl_shares *all);
void pl_peers_exchange(pl_peers *p, const pl_shares *mine, pl_shares *got);
void pl_peers_broadcast(pl_peers *p, uint32_t from, void *bytes, size_t n);
void pl_peers_send(pl_peers *p, uint32_t to, const void *bytes, size_t n);
void pl_peers_receive(pl_peers *p, uint32_t from, void *bytes, size_t n);
/* Whether it is true for any of the processes. */
bool pl_peers_any(pl_peers *p, bool mine);
/* Whether all have the same bytes; if not, *odd is the first rank with others than rank 0. */
bool pl_peers_same(pl_peers *p, const void *bytes, size_t n, uint32_t *odd);
/* Work that may fail on some of the processes: 0 if the status is 0 for all of them, else
 * -1 for all, with the error of the first that failed. */
int pl_peers_agree(pl_peers *p, int status, pl_error *err);
