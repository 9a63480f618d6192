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

static const pl_peers_ops ops = {gather, broadcast, send_bytes, receive};

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
