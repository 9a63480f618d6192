/* Checkpoints of a learner; see learner.h. */
#include "learn/learner_rows.h"

#include "base/byteorder.h"

_Static_assert(sizeof(pl_learned) == 3 * sizeof(uint32_t),
               "checkpoints hold it as numbers");

/* What stands in a checkpoint are numbers of one width, little-endian. */
typedef struct saved {
    uint64_t time, n_rows;
} saved;

/* The head of a row; n times pl_learned follow. */
typedef struct saved_row {
    uint64_t hash, n;
} saved_row;

/* Appends n numbers of so many bytes. */
static void put(pl_str *to, const void *numbers, size_t n, size_t width)
{
    pl_str_put(to, numbers, n * width);
    pl_file_order(to->at + to->n - n * width, n, width);
}

/* Put in again in the order in which rows are written they have the same order, also where
 * some went over the end of the table. */
void pl_learner_save(const pl_learner *l, pl_str *to)
{
    saved head = {l->time, pl_learner_rows(l)};
    uint64_t *order = pl_feature_index_order(&l->index, true);
    pl_learned *pairs = pl_alloc(l->n_actions * sizeof *pairs);
    put(to, &head, 2, sizeof(uint64_t));
    for (size_t i = 0; i < head.n_rows; i++) {
        saved_row s = {order[i], pl_learner_row(l, order[i], pairs)};
        put(to, &s, 2, sizeof(uint64_t));
        put(to, pairs, 3 * s.n, sizeof(uint32_t));
    }
    free(pairs);
    free(order);
}

/* Copies n numbers from *at, which moves behind them; false if there are not so many. */
static bool get(const char **at, const char *end, void *to, uint64_t n, size_t width)
{
    if (n > (size_t)(end - *at) / width)
        return false;
    memcpy(to, *at, n * width);
    pl_file_order(to, n, width);
    *at += n * width;
    return true;
}

static bool is_sound(const pl_learned *pairs, uint64_t n, uint32_t n_actions)
{
    for (uint64_t k = 0; k < n; k++)
        if (pairs[k].action >= n_actions || pairs[k].weight > INT16_MAX ||
            pairs[k].weight < INT16_MIN)
            return false;
    return true;
}

/* `pairs` has room for n_actions. */
static bool get_row(pl_learner *l, const char **at, const char *end, pl_learned *pairs)
{
    saved_row r;
    if (!get(at, end, &r, 2, sizeof(uint64_t)) || r.n > l->n_actions ||
        pl_learner_has(l, r.hash) || !get(at, end, pairs, 3 * r.n, sizeof(uint32_t)) ||
        !is_sound(pairs, r.n, l->n_actions))
        return false;
    pl_learner_add_row(l, r.hash);
    pl_learner_set_row(l, r.hash, pairs, (uint32_t)r.n);
    return true;
}

pl_learner *pl_learner_load(const char **at, const char *end, uint32_t n_actions,
                            int unit)
{
    saved head;
    if (!get(at, end, &head, 2, sizeof(uint64_t)) || head.time == 0 ||
        head.n_rows > (size_t)(end - *at) / sizeof(saved_row))
        return NULL;
    pl_learner *l = pl_learner_of(n_actions, unit, pl_feature_index_bits(head.n_rows));
    l->time = head.time;
    pl_learned *pairs = pl_alloc(n_actions * sizeof *pairs);
    bool fine = true;
    for (uint64_t i = 0; fine && i < head.n_rows; i++)
        fine = get_row(l, at, end, pairs);
    free(pairs);
    if (fine)
        return l;
    pl_learner_free(l);
    return NULL;
}
