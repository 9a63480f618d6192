/* Learners in checkpoints; see learner.h. */
#include "learn/learner_rows.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

typedef struct saved {
    uint64_t time, n_rows;
    uint32_t n_actions, bits;
} saved;

/* Of a row; n times pl_learned follow. */
typedef struct saved_row {
    uint64_t hash, n;
} saved_row;

/* In the order of the slots from an empty one on: put in again in this order, every row
 * comes to where it was, also those that went over the end. */
void pl_learner_save(const pl_learner *l, pl_out *out)
{
    saved head = {pl_learner_time(l), pl_learner_rows(l), pl_learner_actions(l),
                  pl_learner_bits(l)};
    size_t n = (size_t)1 << head.bits, first = 0;
    saved_row r;
    pl_learned *row = pl_alloc(head.n_actions * sizeof *row);
    pl_out_put(out, (const char *)&head, sizeof head);
    while (pl_learner_at(l, first, &r.hash))
        first++;
    for (size_t i = 0; i < n; i++) {
        if (!pl_learner_at(l, (first + i) & (n - 1), &r.hash))
            continue;
        r.n = pl_learner_row(l, r.hash, row);
        pl_out_put(out, (const char *)&r, sizeof r);
        pl_out_put(out, (const char *)row, r.n * sizeof *row);
    }
    free(row);
}

static bool read_all(pl_in *in, void *to, size_t n, pl_error *err)
{
    for (size_t done = 0; done < n;) {
        long got = pl_in_read(in, (char *)to + done, n - done, err);
        if (got == 0)
            pl_in_fail(in, err, "the checkpoint ends too early");
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

static bool is_sound(const pl_learned *row, uint64_t n, uint32_t n_actions)
{
    for (uint64_t k = 0; k < n; k++)
        if (row[k].action >= n_actions || row[k].weight > INT16_MAX ||
            row[k].weight < INT16_MIN)
            return false;
    return true;
}

/* `row` has room for n_actions. */
static bool read_row(pl_learner *l, pl_in *in, pl_learned *row, pl_error *err)
{
    saved_row r;
    uint32_t n_actions = pl_learner_actions(l);
    if (!read_all(in, &r, sizeof r, err))
        return false;
    bool sound = r.n <= n_actions && !pl_learner_has(l, r.hash);
    if (sound && !read_all(in, row, r.n * sizeof *row, err))
        return false;
    if (!sound || !is_sound(row, r.n, n_actions)) {
        pl_in_fail(in, err, "the checkpoint is damaged");
        return false;
    }
    pl_learner_put(l, r.hash, row, (uint32_t)r.n);
    return true;
}

pl_learner *pl_learner_load(pl_in *in, pl_error *err)
{
    saved head;
    if (!read_all(in, &head, sizeof head, err))
        return NULL;
    if (head.n_actions == 0 || head.n_actions > UINT16_MAX || head.bits < 16 ||
        head.bits > 32 || head.n_rows > (uint64_t)1 << head.bits) {
        pl_in_fail(in, err, "the checkpoint is damaged");
        return NULL;
    }
    pl_learner *l = pl_learner_restart(head.n_actions, head.bits, head.time);
    pl_learned *row = pl_alloc(head.n_actions * sizeof *row);
    bool fine = true;
    for (uint64_t i = 0; fine && i < head.n_rows; i++)
        fine = read_row(l, in, row, err);
    free(row);
    if (fine)
        return l;
    pl_learner_free(l);
    return NULL;
}
