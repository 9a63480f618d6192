/* A table in which places are not shared; see memo.h. */
#include "base/memo.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

void pl_memo_init(pl_memo *m, unsigned bits, size_t size)
{
    size_t places = (size_t)1 << bits;
    *m = (pl_memo){.bits = bits, .size = size};
    m->keys = pl_alloc_zero(places, sizeof *m->keys);
    m->values = pl_alloc_zero(places, size);
}

void pl_memo_forget(pl_memo *m)
{
    memset(m->keys, 0, sizeof *m->keys << m->bits);
}

void pl_memo_release(pl_memo *m)
{
    free(m->keys);
    free(m->values);
    *m = (pl_memo){0};
}
