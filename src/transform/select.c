/* Steps that choose sentences and change nothing in them. Each counts the sentences that
 * reach it: what an earlier step left out is not there. */
#include "transform/transforms.h"

#include "base/hash.h"

#include <errno.h>
#include <stdlib.h>

/* A number at *text, which is moved behind it; false if there is none. */
static bool take_number(const char **text, uint64_t *value)
{
    char *end;
    errno = 0;
    if (**text < '0' || **text > '9')
        return false;
    *value = strtoull(*text, &end, 10);
    *text = end;
    return errno == 0;
}

/* -- max-length ---------------------------------------------------------------------- */

typedef struct limit {
    uint64_t n;
} limit;

static int max_length_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    (void)p;
    const char *text = arg;
    if (!take_number(&text, &((limit *)s->state)->n) || *text != '\0')
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "--max-length takes a number of words, not '%s'", arg);
    return 0;
}

static int max_length_apply(pl_step *s, pl_tree *t, pl_error *err)
{
    (void)err;
    return t->n_tokens <= ((limit *)s->state)->n;
}

const pl_transform pl_transform_max_length = {
    .name = "max-length",
    .arg = "N",
    .about = "leave out sentences of more than N words",
    .state_size = sizeof(limit),
    .start = max_length_start,
    .apply = max_length_apply,
};

/* -- slice ------------------------------------------------------------------------- */

typedef struct slice {
    uint64_t from, to, seen;
} slice;

static int slice_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    (void)p;
    slice *x = s->state;
    const char *text = arg;
    x->to = UINT64_MAX;
    bool ok = *text == ':' || take_number(&text, &x->from);
    ok = ok && *text++ == ':';
    ok = ok && (*text == '\0' || take_number(&text, &x->to));
    if (!ok || *text != '\0' || x->from > x->to)
        return pl_fail(err, PL_TOO_LARGE,
                       "--slice takes A:B, the sentences from number A up to but not "
                       "including B, counted from 0; not '%s'",
                       arg);
    return 0;
}

static int slice_apply(pl_step *s, pl_tree *t, pl_error *err)
{
    (void)t, (void)err;
    slice *x = s->state;
    uint64_t number = x->seen++;
    return number >= x->from && number < x->to;
}

const pl_transform pl_transform_slice = {
    .name = "slice",
    .arg = "A:B",
    .about =
        "keep the sentences from number A up to but not including B, counted from 0; "
        "either may be left out",
    .state_size = sizeof(slice),
    .start = slice_start,
    .apply = slice_apply,
};

/* -- sample ------------------------------------------------------------------------ */

typedef struct drawn {
    uint64_t number; /* of the sentence */
    pl_tree *tree;
} drawn;

/* A reservoir (Vitter's algorithm R): the first N sentences are taken; the i-th after
 * that replaces one of them with probability N / i. What was replaced stays in the arena
 * until there is more of it than of the rest; then the rest moves to a new one. */
typedef struct sample {
    pl_pipeline *pipeline; /* for its seed, which may be set after this step */
    uint64_t n, seen, replaced;
    pl_rng rng;
    PL_VEC(drawn) trees;
    size_t given;
    pl_arena arena;
} sample;

static int sample_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    sample *x = s->state;
    const char *text = arg;
    x->pipeline = p;
    if (!take_number(&text, &x->n) || *text != '\0' || x->n > UINT32_MAX)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "--sample takes a number of sentences, not '%s'", arg);
    return 0;
}

static void sweep(sample *x)
{
    pl_arena arena = {0};
    for (size_t i = 0; i < x->trees.n; i++)
        x->trees.at[i].tree = pl_tree_copy(x->trees.at[i].tree, &arena);
    pl_arena_release(&x->arena);
    x->arena = arena;
    x->replaced = 0;
}

/* Uniform in 0 … n-1; counts beyond 32 bits only lose uniformity, not range. */
static uint64_t below(pl_rng *rng, uint64_t n)
{
    return n <= UINT32_MAX ? pl_rng_below(rng, (uint32_t)n) : pl_rng_next(rng) % n;
}

static int sample_apply(pl_step *s, pl_tree *t, pl_error *err)
{
    (void)err;
    sample *x = s->state;
    if (x->seen == 0)
        x->rng.state = x->pipeline->set.seed;
    uint64_t number = x->seen++;
    if (x->trees.n < x->n) {
        PL_PUSH(&x->trees, ((drawn){number, pl_tree_copy(t, &x->arena)}));
        return 0;
    }
    uint64_t pick = below(&x->rng, x->seen);
    if (pick < x->n) {
        if (++x->replaced > x->n + 64)
            sweep(x);
        x->trees.at[pick] = (drawn){number, pl_tree_copy(t, &x->arena)};
    }
    return 0;
}

static int by_number(const void *a, const void *b)
{
    const drawn *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static int sample_held(pl_step *s, pl_tree **t)
{
    sample *x = s->state;
    if (x->given == 0 && x->trees.n > 0)
        qsort(x->trees.at, x->trees.n, sizeof *x->trees.at, by_number);
    if (x->given == x->trees.n)
        return 0;
    *t = x->trees.at[x->given++].tree;
    return 1;
}

static void sample_end(pl_step *s)
{
    sample *x = s->state;
    PL_VEC_RELEASE(&x->trees);
    pl_arena_release(&x->arena);
}

const pl_transform pl_transform_sample = {
    .name = "sample",
    .arg = "N",
    .about = "keep N sentences drawn at random, in their order; --seed decides which",
    .state_size = sizeof(sample),
    .start = sample_start,
    .apply = sample_apply,
    .held = sample_held,
    .end = sample_end,
};

static int seed_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    (void)s;
    const char *text = arg;
    if (!take_number(&text, &p->set.seed) || *text != '\0')
        return pl_fail(err, PL_BAD_ARGUMENT, "--seed takes a number, not '%s'", arg);
    return 0;
}

const pl_transform pl_transform_seed = {
    .name = "seed",
    .arg = "S",
    .about = "the seed of --sample (default: 0); the same seed draws the same sentences",
    .start = seed_start,
};
