/* Steps that choose sentences, and parts of treebanks; see transform.h. */
#include "transform/transform.h"

#include "base/hash.h"
#include "base/str.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

static int max_length_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    const char *text = arg;
    if (!take_number(&text, s->state) || *text != '\0')
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "max-length takes a number of words, not '%s'", arg);
    return 0;
}

static int max_length_apply(pl_step *s, pl_tree *t, pl_error *err)
{
    return t->n_tokens <= *(const uint64_t *)s->state;
}

const pl_transform_code pl_max_length_code = {
    .state_size = sizeof(uint64_t), .start = max_length_start, .apply = max_length_apply};

/* -- slice ------------------------------------------------------------------------- */

typedef struct slice {
    uint64_t from, to, seen;
} slice;

static int slice_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    slice *x = s->state;
    const char *text = arg;
    x->to = UINT64_MAX;
    bool ok = *text == ':' || take_number(&text, &x->from);
    ok = ok && *text++ == ':';
    ok = ok && (*text == '\0' || take_number(&text, &x->to));
    if (!ok || *text != '\0' || x->from > x->to)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "slice takes A:B, the sentences from number A up to but not "
                       "including B, counted from 0; not '%s'",
                       arg);
    return 0;
}

static int slice_apply(pl_step *s, pl_tree *t, pl_error *err)
{
    slice *x = s->state;
    uint64_t number = x->seen++;
    return number >= x->from && number < x->to;
}

const pl_transform_code pl_slice_code = {
    .state_size = sizeof(slice), .start = slice_start, .apply = slice_apply};

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
                       "sample takes a number of sentences, not '%s'", arg);
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

static int sample_held(pl_step *s, pl_tree **t)
{
    sample *x = s->state;
    if (x->given == 0)
        PL_SORT(&x->trees, pl_by_u64);
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

const pl_transform_code pl_sample_code = {
    .state_size = sizeof(sample),
    .start = sample_start,
    .apply = sample_apply,
    .held = sample_held,
    .end = sample_end,
};

static int seed_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    const char *text = arg;
    if (!take_number(&text, &p->set.seed) || *text != '\0')
        return pl_fail(err, PL_BAD_ARGUMENT, "seed takes a number, not '%s'", arg);
    return 0;
}

const pl_transform_code pl_seed_code = {.start = seed_start};

/* -- parts of a treebank ------------------------------------------------------------ */

/* As in Table 8 of Coavoux and Crabbé 2017, which goes back to the papers named. For its
 * final results TIGER-HN08 was trained on train and dev together. TIGER-M15: dev and test
 * are the halves of the last 10,000 of 50,474 sentences (Maier and Lichte 2016,
 * section 4.1), of those before them Table 8 counts 40,468. */
/* clang-format off */
const pl_standard_split pl_splits[] = {
    {"tiger-hn08", "train,dev,test=mod10",                "TIGER, every tenth sentence (Hall and Nivre 2008)",              1,  0, {0}},
    {"tiger-m15",  "train,dev,test=40468+6,5000,5000",    "TIGER, as in SPMRL (Maier 2015), without 46234 and 50224",       1,  0, {46234, 50224}},
    {"negra-all",  "train,test,dev=18602,1000,1000",      "NeGra, all sentences (Dubey and Keller 2003)",                   1,  0, {0}},
    {"negra-30",   "train,dev,test=14669,1833,1833",      "NeGra, sentences of up to 30 words (Maier 2015)",                1, 30, {0}},
    {NULL, NULL, NULL, 0, 0, {0}},
};
/* clang-format on */

/* Calls `take` for each text between commas in n bytes. */
static int for_each(pl_split *s, const char *text, size_t n,
                    int (*take)(pl_split *s, const char *text, size_t n, pl_error *err),
                    pl_error *err)
{
    for (;;) {
        const char *comma = memchr(text, ',', n);
        size_t length = comma != NULL ? (size_t)(comma - text) : n;
        if (take(s, text, length, err) < 0)
            return -1;
        if (comma == NULL)
            return 0;
        text += length + 1;
        n -= length + 1;
    }
}

/* A name becomes part of a file name. */
static int take_part(pl_split *s, const char *text, size_t n, pl_error *err)
{
    if (n == 0 || memchr(text, '/', n) != NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "'%.*s' cannot be the name of a part",
                       (int)n, text);
    for (size_t i = 0; i < s->parts.n; i++)
        if (strlen(s->parts.at[i]) == n && memcmp(s->parts.at[i], text, n) == 0)
            return pl_fail(err, PL_BAD_ARGUMENT, "the part %.*s is named twice", (int)n,
                           text);
    PL_PUSH(&s->parts, pl_strndup(text, n));
    return 0;
}

/* SIZE, SIZE+SKIPPED or, in the last place, rest. */
static int take_size(pl_split *s, const char *text, size_t n, pl_error *err)
{
    bool is_rest = n == 4 && memcmp(text, "rest", 4) == 0;
    pl_split_size size = {UINT64_MAX, 0};
    if (!is_rest || s->sizes.n + 1 != s->parts.n) {
        const char *at = text, *end = text + n;
        bool good = take_number(&at, &size.n);
        if (good && at < end && *at == '+') {
            at++;
            good = take_number(&at, &size.skipped);
        }
        if (!good || at != end)
            return pl_fail(err, PL_BAD_ARGUMENT, "'%.*s' is not a number of sentences%s",
                           (int)n, text, is_rest ? " (rest can only come last)" : "");
    }
    PL_PUSH(&s->sizes, size);
    return 0;
}

/* PART,PART,…=modN or PART,PART,…=SIZE,SIZE,… */
static int parse_rule(pl_split *s, const char *text, pl_error *err)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "there is no split of the name '%s'", text);
    if (for_each(s, text, (size_t)(equals - text), take_part, err) < 0)
        return -1;
    const char *rule = equals + 1;
    if (strncmp(rule, "mod", 3) == 0) {
        const char *end = rule + 3;
        uint32_t modulus = 0;
        if (!pl_scan_number(&end, UINT32_MAX, &modulus) || *end != '\0' ||
            modulus < s->parts.n)
            return pl_fail(err, PL_BAD_ARGUMENT,
                           "'%s' is not mod and a number of at least %zu", rule,
                           s->parts.n);
        s->modulus = modulus;
        return 0;
    }
    if (for_each(s, rule, strlen(rule), take_size, err) < 0)
        return -1;
    if (s->sizes.n != s->parts.n)
        return pl_fail(err, PL_BAD_ARGUMENT, "%zu parts are named, but %zu sizes",
                       s->parts.n, s->sizes.n);
    return 0;
}

int pl_split_init(pl_split *s, const char *text, pl_error *err)
{
    *s = (pl_split){0};
    for (const pl_standard_split *x = pl_splits; x->name != NULL; x++)
        if (strcmp(x->name, text) == 0)
            s->standard = x;
    if (parse_rule(s, s->standard != NULL ? s->standard->rule : text, err) == 0) {
        s->first = s->number = s->standard != NULL ? s->standard->first : 0;
        return 0;
    }
    pl_split_release(s);
    pl_str names = {0};
    for (const pl_standard_split *x = pl_splits; x->name != NULL; x++)
        pl_str_printf(&names, "%s%s", x > pl_splits ? ", " : "", x->name);
    pl_fail_prefix(err,
                   "split takes PARTS=modN, PARTS=SIZES (train,dev,test=mod10) or one "
                   "of %s: ",
                   names.at);
    pl_str_release(&names);
    return -1;
}

void pl_split_release(pl_split *s)
{
    for (size_t i = 0; i < s->parts.n; i++)
        free(s->parts.at[i]);
    PL_VEC_RELEASE(&s->parts, &s->sizes);
}

/* A sentence is known by the number at the end of its id, or else by its place. */
static bool is_excluded(const pl_split *s, const pl_tree *t, uint64_t number)
{
    const char *digits = t->id;
    if (t->id != NULL) {
        digits += strlen(t->id);
        while (digits > t->id && digits[-1] >= '0' && digits[-1] <= '9')
            digits--;
        if (*digits != '\0')
            number = strtoull(digits, NULL, 10);
    }
    for (size_t i = 0; i < 2; i++)
        if (s->standard->excluded[i] > 0 && s->standard->excluded[i] == number)
            return true;
    return false;
}

static uint32_t part_of(const pl_split *s, uint64_t number)
{
    uint32_t n = (uint32_t)s->parts.n;
    if (s->modulus > 0) {
        uint64_t residue = number % s->modulus;
        return residue < n ? n - 1 - (uint32_t)residue : 0;
    }
    uint64_t place = number - s->first;
    for (uint32_t i = 0; i < n; i++) {
        if (place < s->sizes.at[i].n)
            return i;
        place -= s->sizes.at[i].n;
        if (place < s->sizes.at[i].skipped)
            return PL_NONE;
        place -= s->sizes.at[i].skipped;
    }
    return PL_NONE;
}

uint32_t pl_split_next(pl_split *s, const pl_tree *t)
{
    const pl_standard_split *x = s->standard;
    uint32_t part = PL_NONE;
    if (x == NULL || x->max_length == 0 || t->n_tokens <= x->max_length) {
        uint64_t number = s->number++;
        part = part_of(s, number);
        if (x != NULL && part + 1 == s->parts.n && is_excluded(s, t, number))
            part = PL_NONE;
    }
    s->n_unused += part == PL_NONE;
    return part;
}
