/* Processes that MPI has started; see base/peers.h and cli/own_peers.h. In the place of
 * cli/own_peers.c it makes build/mpi/pleach. Errors of MPI end all processes with a message,
 * which is what MPI does by default; so does mpirun when one of them dies. */
#include "own_peers.h"

#include "base/alloc.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 30 }; /* bytes that one call may send, whose counts are of type int */

static int piece(size_t n, size_t done)
{
    return (int)(n - done < PIECE ? n - done : PIECE);
}

static void broadcast(pl_peers *p, uint32_t from, void *bytes, size_t n)
{
    for (size_t done = 0; done < n; done += PIECE)
        MPI_Bcast((char *)bytes + done, piece(n, done), MPI_BYTE, (int)from,
                  MPI_COMM_WORLD);
}

static void send_bytes(pl_peers *p, uint32_t to, const void *bytes, size_t n)
{
    for (size_t done = 0; done < n; done += PIECE)
        MPI_Send((const char *)bytes + done, piece(n, done), MPI_BYTE, (int)to, 0,
                 MPI_COMM_WORLD);
}

static void receive(pl_peers *p, uint32_t from, void *bytes, size_t n)
{
    for (size_t done = 0; done < n; done += PIECE)
        MPI_Recv((char *)bytes + done, piece(n, done), MPI_BYTE, (int)from, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* All at once, where the sum of all is small enough. */
static void gather_small(const pl_peers *p, const pl_str *mine, pl_shares *all)
{
    int *counts = pl_alloc(2 * p->n * sizeof *counts), *starts = counts + p->n;
    for (uint32_t k = 0; k < p->n; k++) {
        starts[k] = (int)pl_shares_start(all, k);
        counts[k] = (int)(all->ends[k] - pl_shares_start(all, k));
    }
    MPI_Allgatherv(mine->at, (int)mine->n, MPI_BYTE, all->bytes.at, counts, starts,
                   MPI_BYTE, MPI_COMM_WORLD);
    free(counts);
}

static void gather_large(pl_peers *p, const pl_str *mine, pl_shares *all)
{
    for (uint32_t k = 0; k < p->n; k++) {
        char *to = all->bytes.at + pl_shares_start(all, k);
        if (k == p->rank && mine->n > 0)
            memcpy(to, mine->at, mine->n);
        broadcast(p, k, to, all->ends[k] - pl_shares_start(all, k));
    }
}

static void gather(pl_peers *p, const pl_str *mine, pl_shares *all)
{
    uint64_t n = mine->n, *sizes = pl_alloc(p->n * sizeof *sizes);
    size_t end = 0;
    MPI_Allgather(&n, 1, MPI_UINT64_T, sizes, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (uint32_t k = 0; k < p->n; k++)
        all->ends[k] = end += sizes[k];
    free(sizes);
    pl_str_fill(&all->bytes, '\0', end);
    if (end <= PIECE)
        gather_small(p, mine, all);
    else
        gather_large(p, mine, all);
}

/* Sends one share and gets another, in as many pieces as the longer one has. */
static void swap_shares(const char *from, size_t n_from, uint32_t rank_to, char *to,
                        size_t n_to, uint32_t rank_from)
{
    for (size_t done = 0; done < n_from || done < n_to; done += PIECE) {
        size_t sent = done < n_from ? done : n_from, got = done < n_to ? done : n_to;
        MPI_Sendrecv(from + sent, piece(n_from, sent), MPI_BYTE, (int)rank_to, 0,
                     to + got, piece(n_to, got), MPI_BYTE, (int)rank_from, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void make_room(const pl_peers *p, const pl_shares *mine, pl_shares *got)
{
    uint64_t *sizes = pl_alloc(2 * p->n * sizeof *sizes), *theirs = sizes + p->n;
    size_t end = 0;
    for (uint32_t k = 0; k < p->n; k++)
        sizes[k] = mine->ends[k] - pl_shares_start(mine, k);
    MPI_Alltoall(sizes, 1, MPI_UINT64_T, theirs, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (uint32_t k = 0; k < p->n; k++)
        got->ends[k] = end += theirs[k];
    pl_str_fill(&got->bytes, '\0', end);
    free(sizes);
}

/* In step k each process gives to the one k ranks after it, so that all are busy. */
static void exchange(pl_peers *p, const pl_shares *mine, pl_shares *got)
{
    make_room(p, mine, got);
    for (uint32_t k = 0; k < p->n; k++) {
        uint32_t to = (p->rank + k) % p->n, from = (p->rank + p->n - k) % p->n;
        size_t first = pl_shares_start(mine, to), n = mine->ends[to] - first;
        size_t place = pl_shares_start(got, from), room = got->ends[from] - place;
        swap_shares(mine->bytes.at + first, n, to, got->bytes.at + place, room, from);
    }
}

static const pl_peers_ops ops = {gather, exchange, broadcast, send_bytes, receive};

pl_peers *own_peers(void)
{
    static pl_peers all;
    int started, rank, n;
    MPI_Initialized(&started);
    if (!started) {
        MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &n);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &n);
        all = (pl_peers){.ops = &ops, .rank = (uint32_t)rank, .n = (uint32_t)n};
    }
    return all.n > 1 ? &all : NULL;
}

void own_peers_leave(void)
{
    MPI_Finalize();
}
