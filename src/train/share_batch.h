/* A batch of the perceptron that several processes decode: each decodes some examples that
 * follow each other in the batch, and then all get what the others have learned. What
 * travels are the features that change, eight bytes for each, not the table of weights. */
#pragma once

#include "base/peers.h"
#include "train/update.h"

/* Where the share of a process among n examples begins; that of rank r ends where that of
 * r + 1 begins. Shares have about as many tokens each. */
size_t pl_share_start(const pl_example *const *examples, size_t n, uint32_t rank,
                      uint32_t n_peers);

/* Bytes that are used again for each batch; all zero at first. */
typedef struct pl_batch_bytes {
    pl_str mine;
    pl_shares all;
} pl_batch_bytes;
void pl_batch_bytes_release(pl_batch_bytes *b);

/* Of the outcomes [n] this process has those from `first` to `end`, and gets all others.
 * True for all if one of them wants to stop. */
bool pl_batch_share(pl_peers *p, pl_batch_bytes *b, pl_outcome *outcomes, size_t n,
                    size_t first, size_t end, bool wants_stop);
