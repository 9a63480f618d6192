/* The processes with which this one shares its work. There are none: the program runs
 * alone, unless it was made with `make mpi`, where mpi/mpi_peers.c stands in the place of
 * own_peers.c. */
#pragma once

#include "base/peers.h"

/* NULL: it is alone. The first call, at the beginning of the program, finds the others. */
pl_peers *own_peers(void);
/* At the end: waits until the others are there, too. */
void own_peers_leave(void);
