/* Functions by a classifier; see function_labels.h. */
#include "tag/function_labels.h"

#include "base/alloc.h"
#include "base/inline.h"
#include "learn/classifier.h"
#include "learn/compact.h"
#include "learn/highest.h"

#include <stdlib.h>
#include <string.h>

/* What is seen of a node; hashes, 0 for nothing. */
typedef struct view {
    uint64_t label;       /* category or tag */
    uint64_t word, tag;   /* of its lexical head */
    uint64_t first, last; /* words at its borders */
    uint64_t sequence;    /* of the labels of its children; of a word nothing */
    uint32_t head;        /* the head child; PL_NONE for a word */
    uint32_t given;       /* its function, counted from 1; 0 while it has none */
} view;

typedef struct sight {
    const pl_tree *tree;
    view *views; /* [n_nodes] */
} sight;

static uint64_t sequence_of(const sight *s, uint32_t parent)
{
    uint64_t sequence = 1;
    const pl_node *nodes = s->tree->nodes;
    for (uint32_t c = nodes[parent].first; c != PL_NONE; c = nodes[c].next)
        sequence = pl_mix(sequence ^ s->views[c].label);
    return sequence;
}

/* The head by the rules, which see labels only, so that it is remembered as the number of a
 * child under a hash of these. Where no rule fits, words count, too. Input can be made to
 * share the hash of other labels, and there may be fewer children then. */
static uint32_t head_of(const pl_tree *t, const pl_heads *rules, uint32_t node,
                        uint64_t labels, pl_memo *known)
{
    uint32_t *number = known != NULL ? pl_memo_find(known, labels | 1) : NULL;
    uint32_t head = t->nodes[node].first;
    if (number != NULL) {
        for (uint32_t k = *number; k > 0 && t->nodes[head].next != PL_NONE; k--)
            head = t->nodes[head].next;
        return head;
    }
    bool by_rule;
    head = pl_heads_find(rules, t, node, false, &by_rule);
    if (known == NULL || !by_rule)
        return head;
    number = pl_memo_take(known, labels | 1);
    *number = 0;
    for (uint32_t c = t->nodes[head].prev; c != PL_NONE; c = t->nodes[c].prev)
        ++*number;
    return head;
}

static sight look(const pl_tree *t, const pl_heads *rules, pl_memo *known, pl_arena *m)
{
    sight s = {t, pl_arena_alloc(m, (t->n_nodes + 1) * sizeof *s.views)};
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint64_t word = pl_hash_text(t->tokens[i].word);
        uint64_t tag = pl_hash_text(t->nodes[i].label);
        s.views[i] = (view){tag, word, tag, word, word, 0, PL_NONE, 0};
    }
    uint32_t v = pl_tree_deepest(t, t->root);
    for (; v != PL_NONE; v = pl_tree_postorder(t, t->root, v)) {
        if (pl_is_terminal(t, v))
            continue;
        uint64_t label = pl_hash_text(t->nodes[v].label), sequence = sequence_of(&s, v);
        uint32_t head = head_of(t, rules, v, pl_mix(label) ^ sequence, known);
        const view *h = &s.views[head];
        s.views[v] = (view){label,
                            h->word,
                            h->tag,
                            s.views[t->nodes[v].low].word,
                            s.views[t->nodes[v].high].word,
                            sequence,
                            head,
                            0};
    }
    return s;
}

/* -- features ---------------------------------------------------------------------- */

/* What features are made of: the node v, its parent p, the head child h of p, the siblings
 * before (a) and after it (b), and the parent of p (up). Word and tag of h are those of p. */
typedef enum value {
    NOTHING,
    ONE,
    HERE, /* the labels of v and p, and on which side of h it is */
    P_LABEL,
    P_WORD,
    P_TAG,
    P_GIVEN,
    H_LABEL,
    V_LABEL,
    V_WORD,
    V_TAG,
    V_FIRST,
    V_LAST,
    A_LABEL,
    A_GIVEN,
    A_WORD,
    B_LABEL,
    B_WORD,
    B_TAG,
    UP_LABEL,
    UP_TAG,
    SO_FAR,   /* functions given to siblings, in any order */
    SEQUENCE, /* of the labels of all children of p */
    INDEX,    /* of v among them */
    IS_FIRST,
    IS_LAST,
    HAS_GAP,
    SIZE, /* in words, at most 4 */
    N_VALUES
} value;

/* A feature is up to three values and its number. */
static const uint8_t features[][3] = {
    {P_LABEL, V_LABEL}, /* 0 */
    {HERE, ONE},
    {HERE, H_LABEL},
    {HERE, V_TAG},
    {HERE, V_WORD},
    {HERE, V_FIRST}, /* 5 */
    {HERE, V_LAST},
    {HERE, P_WORD},
    {HERE, P_TAG, V_TAG},
    {HERE, P_WORD, V_WORD},
    {HERE, P_WORD, V_FIRST}, /* 10 */
    {HERE, A_LABEL, B_LABEL},
    {HERE, A_LABEL, A_GIVEN},
    {HERE, A_GIVEN, B_LABEL},
    {HERE, A_WORD},
    {HERE, B_WORD}, /* 15 */
    {HERE, B_LABEL, B_TAG},
    {HERE, SO_FAR},
    {HERE, SO_FAR, V_TAG},
    {HERE, SO_FAR, V_FIRST},
    {HERE, SEQUENCE, INDEX}, /* 20 */
    {P_LABEL, SEQUENCE, INDEX},
    {HERE, P_GIVEN},
    {HERE, P_GIVEN, UP_LABEL},
    {HERE, UP_LABEL, UP_TAG},
    {HERE, IS_FIRST, IS_LAST}, /* 25 */
    {V_WORD, V_LABEL},
    {V_WORD, V_TAG, P_TAG},
    {V_FIRST, V_LABEL, P_TAG},
    {V_FIRST, V_TAG, SO_FAR},
    {V_LABEL, P_WORD, SO_FAR}, /* 30 */
    {HERE, HAS_GAP, SIZE},
};

enum { N_FEATURES = sizeof features / sizeof *features };

/* Where the number is a constant, so is the row above. */
PL_INLINE uint64_t feature(uint32_t number, const uint64_t *values)
{
    const uint8_t *f = features[number];
    uint64_t hash = pl_mix(values[f[0]] + (number + 1u) * 0x9e3779b97f4a7c15u);
    hash = pl_mix(hash ^ values[f[1]]);
    return pl_mix(f[2] != NOTHING ? hash ^ values[f[2]] : hash);
}

static const view nothing = {.head = PL_NONE};

static const view *view_of(const sight *s, uint32_t node)
{
    return node != PL_NONE ? &s->views[node] : &nothing;
}

static void set_values(const sight *s, uint64_t so_far, uint32_t node, uint32_t index,
                       uint64_t x[N_VALUES])
{
    const pl_node *n = &s->tree->nodes[node];
    uint32_t parent = n->parent;
    const view *v = &s->views[node], *p = &s->views[parent];
    const view *a = view_of(s, n->prev), *b = view_of(s, n->next);
    const view *up = view_of(s, s->tree->nodes[parent].parent);
    uint64_t side = node == p->head ? 1 : n->low < s->tree->nodes[p->head].low ? 2 : 3;
    x[NOTHING] = 0;
    x[ONE] = 1;
    x[HERE] = pl_mix(p->label ^ side) ^ v->label;
    x[P_LABEL] = p->label;
    x[P_WORD] = p->word;
    x[P_TAG] = p->tag;
    x[P_GIVEN] = p->given;
    x[H_LABEL] = s->views[p->head].label;
    x[V_LABEL] = v->label;
    x[V_WORD] = v->word;
    x[V_TAG] = v->tag;
    x[V_FIRST] = v->first;
    x[V_LAST] = v->last;
    x[A_LABEL] = a->label;
    x[A_GIVEN] = a->given;
    x[A_WORD] = a->word;
    x[B_LABEL] = b->label;
    x[B_WORD] = b->word;
    x[B_TAG] = b->tag;
    x[UP_LABEL] = up->label;
    x[UP_TAG] = up->tag;
    x[SO_FAR] = so_far;
    x[SEQUENCE] = p->sequence;
    x[INDEX] = index;
    x[IS_FIRST] = n->prev == PL_NONE;
    x[IS_LAST] = n->next == PL_NONE;
    x[HAS_GAP] = n->blocks > 1;
    x[SIZE] = n->size < 4 ? n->size : 4;
}

/* -- groups of features ------------------------------------------------------------- */

/* Features that see the same things, whose sums are remembered. Of those that are alone, most
 * see two words, which seldom come together again. */
typedef enum group {
    LABELS,
    TAGS,
    ABOVE,
    LEAF,  /* of words */
    FIRST, /* of other nodes */
    N_GROUPS
} group;

static const uint8_t labels[] = {0, 1, 2, 11, 12, 13, 16, 25, 31},
                     tags[] = {3, 8, 17, 18}, above[] = {22, 23, 24},
                     leaf[] = {4, 5, 6, 19, 26, 27, 28, 29}, first[] = {5, 19, 28, 29};
static const uint8_t alone[] = {7, 9, 10, 14, 15, 20, 21, 30}; /* of all nodes */
static const uint8_t alone_of_inner[] = {4, 6, 26, 27}; /* of those that are no words */

enum {
    MOST_AT_ONCE = 12,
    N_OF_ALL = sizeof labels + sizeof tags + sizeof above + sizeof alone,
};
_Static_assert(N_OF_ALL + sizeof leaf == N_FEATURES, "each feature is seen of a word …");
_Static_assert(N_OF_ALL + sizeof first + sizeof alone_of_inner == N_FEATURES,
               "… and a node");

/* A loop over constants, made straight. */
#define HASH(group, x, out) hash_rows(group, sizeof group, x, out)
PL_INLINE uint32_t hash_rows(const uint8_t *numbers, uint32_t n, const uint64_t *x,
                             uint64_t *out)
{
#pragma GCC unroll 16
    for (uint32_t i = 0; i < n; i++)
        out[i] = feature(numbers[i], x);
    return n;
}

static uint32_t hash_group(group g, const uint64_t *x, uint64_t out[MOST_AT_ONCE])
{
    switch (g) {
    case LABELS:
        return HASH(labels, x, out);
    case TAGS:
        return HASH(tags, x, out);
    case ABOVE:
        return HASH(above, x, out);
    case LEAF:
        return HASH(leaf, x, out);
    case FIRST:
        return HASH(first, x, out);
    default:
        return 0;
    }
}

PL_INLINE uint64_t group_key(group g, const uint64_t *x)
{
    uint64_t here = x[HERE], small = x[A_GIVEN] << 6 | x[IS_FIRST] << 5 |
                                     x[IS_LAST] << 4 | x[SIZE] << 1 | x[HAS_GAP];
    switch (g) {
    case LABELS:
        return pl_kept_key(here + pl_mix(x[A_LABEL] + small), x[B_LABEL], x[B_TAG],
                           x[H_LABEL]);
    case TAGS:
        return pl_kept_key(here, x[V_TAG], x[P_TAG], x[SO_FAR]);
    case ABOVE:
        return pl_kept_key(here, x[UP_LABEL], x[UP_TAG], x[P_GIVEN]);
    case LEAF:
        return pl_kept_key(here, x[V_WORD], x[P_TAG], x[SO_FAR]);
    default:
        return pl_kept_key(here + pl_mix(x[V_TAG]), x[V_FIRST], x[P_TAG], x[SO_FAR]);
    }
}

PL_INLINE const int32_t *sum_of(pl_kept_sums *r, group g, const uint64_t *x)
{
    uint64_t key = group_key(g, x), hashes[MOST_AT_ONCE];
    const int32_t *sum = pl_kept_find(r, g, key);
    return sum != NULL ? sum : pl_kept_put(r, g, key, hashes, hash_group(g, x, hashes));
}

/* The name of the highest score, with sums that are remembered. */
static uint32_t best_of(pl_kept_sums *r, const uint64_t *x, bool is_word, int32_t *sums)
{
    const pl_weights *w = &r->weights;
    uint64_t hashes[MOST_AT_ONCE];
    const void *rows[MOST_AT_ONCE];
    uint32_t n = HASH(alone, x, hashes);
    if (!is_word)
        n += HASH(alone_of_inner, x, hashes + n);
    w->prefetch(w->table, hashes, n);
    const int32_t *parts[] = {
        sum_of(r, LABELS, x),
        sum_of(r, TAGS, x),
        sum_of(r, ABOVE, x),
        is_word ? sum_of(r, LEAF, x) : sum_of(r, FIRST, x),
    };
    pl_kept_add(r, parts, sizeof parts / sizeof *parts, sums);
    w->add(w->table, rows, w->find(w->table, hashes, n, rows), sums);
    return pl_highest(sums, w->n_actions);
}

/* -- going over a tree ------------------------------------------------------------- */

/* Labels a tree, or learns from the functions that it has. */
typedef struct walk {
    const pl_functions *functions;
    pl_tree *tree;
    int32_t *sums;             /* for labelling */
    pl_function_memo *known;   /* for labelling; NULL: nothing is remembered */
    pl_perceptron *perceptron; /* for learning; else NULL */
    bool wrong;                /* the tree changed weights */
} walk;

static const char *function_of(const pl_tree *t, uint32_t node)
{
    const char *func = t->nodes[node].func;
    return func != NULL ? func : "";
}

/* The function of a node. In learning it is the right one, so that nodes that follow see
 * the right functions of those before them. */
static uint32_t choose(walk *w, uint32_t node, const uint64_t *values)
{
    const pl_classifier *c = &w->functions->classifier;
    pl_names all = {0, c->names.n};
    uint64_t hashes[N_FEATURES];
    uint32_t best;
    for (uint32_t i = 0; w->known == NULL && i < N_FEATURES; i++)
        hashes[i] = feature(i, values);
    if (w->perceptron != NULL) {
        best = pl_intern_find(&c->names, function_of(w->tree, node));
        w->wrong |= pl_perceptron_learn(w->perceptron, hashes, N_FEATURES, all, best);
        return best;
    }
    if (w->known != NULL)
        best = best_of(&w->known->sums, values, pl_is_terminal(w->tree, node), w->sums);
    else
        best = pl_classifier_best(c, hashes, N_FEATURES, all, w->sums);
    w->tree->nodes[node].func = best > 0 ? c->names.at[best] : NULL;
    return best;
}

static void go_over(walk *w, pl_arena *m)
{
    const pl_tree *t = w->tree;
    pl_memo *heads = w->known != NULL ? &w->known->heads : NULL;
    sight s = look(t, w->functions->heads, heads, m);
    uint64_t values[N_VALUES];
    for (uint32_t p = t->root; p != PL_NONE; p = pl_tree_preorder(t, t->root, p)) {
        if (pl_is_terminal(t, p))
            continue;
        uint64_t so_far = 0;
        uint32_t index = 0;
        for (uint32_t c = t->nodes[p].first; c != PL_NONE; c = t->nodes[c].next) {
            set_values(&s, so_far, c, index++, values);
            uint32_t given = choose(w, c, values);
            s.views[c].given = given + 1;
            so_far ^= given > 0 ? pl_mix(given) : 0;
        }
    }
}

void pl_functions_label(const pl_functions *f, pl_tree *t, pl_function_memo *known,
                        pl_arena *m)
{
    if (t->root == PL_NONE || pl_is_terminal(t, t->root))
        return;
    walk w = {.functions = f, .tree = t, .known = known};
    w.sums = pl_classifier_sums(&f->classifier, m);
    t->nodes[t->root].func = NULL;
    go_over(&w, m);
}

enum { HEADS_BITS = 11 };

void pl_function_memo_init(pl_function_memo *known, const pl_functions *f)
{
    pl_weights weights = pl_compact_weights(f->classifier.weights.at);
    pl_kept_init(&known->sums, &weights, N_GROUPS);
    pl_memo_init(&known->heads, HEADS_BITS, sizeof(uint32_t));
}

void pl_function_memo_release(pl_function_memo *known)
{
    pl_kept_release(&known->sums);
    pl_memo_release(&known->heads);
}

/* -- the file ---------------------------------------------------------------------- */

static const char names_section[] = "functions", rows_section[] = "functions.rows";

void pl_functions_put(const pl_functions *f, pl_section_list *list)
{
    pl_classifier_put(&f->classifier, names_section, rows_section, list);
}

static int set_heads(pl_functions *f, const char *rules, pl_error *err)
{
    f->heads = pl_heads_parse("head rules", rules, strlen(rules), err);
    return f->heads != NULL ? 0 : -1;
}

int pl_functions_from(pl_functions **to, const pl_sections *file, pl_error *err)
{
    pl_error why;
    pl_str rules = {0};
    pl_functions *f = pl_alloc_zero(1, sizeof *f);
    int got = pl_classifier_get(&f->classifier, file, names_section, rows_section, err);
    pl_sections_text(file, "heads", &rules);
    if (got > 0 && set_heads(f, pl_str_text(&rules), &why) < 0)
        got = pl_sections_damaged(file, why.text, err);
    if (got <= 0) {
        pl_functions_free(f);
        f = NULL;
    }
    pl_str_release(&rules);
    *to = f;
    return got;
}

void pl_functions_free(pl_functions *f)
{
    if (f == NULL)
        return;
    pl_classifier_release(&f->classifier);
    pl_heads_free(f->heads);
    free(f);
}

/* -- training ---------------------------------------------------------------------- */

typedef struct training {
    walk walk;
    pl_tree *const *trees;
    pl_arena scratch;
} training;

static bool learn_tree(void *context, size_t i)
{
    training *r = context;
    r->walk.tree = r->trees[i];
    r->walk.wrong = false;
    if (r->walk.tree->root == PL_NONE)
        return false;
    go_over(&r->walk, &r->scratch);
    pl_arena_reset(&r->scratch);
    return r->walk.wrong;
}

static int collect_names(pl_tree *const *trees, size_t n, pl_intern *names, pl_error *err)
{
    pl_intern_add(names, "");
    for (size_t i = 0; i < n; i++)
        for (uint32_t v = 0; v < trees[i]->n_nodes; v++)
            pl_intern_add(names, function_of(trees[i], v));
    if (names->n == 1)
        return pl_fail(err, PL_BAD_INPUT, "the treebank has no functions to learn from");
    return names->n <= PL_MAX_CLASSES
               ? 0
               : pl_fail(err, PL_TOO_LARGE, "there are more than %d functions",
                         PL_MAX_CLASSES);
}

pl_functions *pl_functions_train(pl_tree *const *trees, size_t n, const char *head_rules,
                                 const pl_epochs *how, pl_error *err)
{
    pl_functions *f = pl_alloc_zero(1, sizeof *f);
    int status = collect_names(trees, n, &f->classifier.names, err);
    if (status == 0)
        status = set_heads(f, head_rules, err);
    if (status == 0) {
        training r = {.walk.functions = f, .trees = trees};
        r.walk.perceptron = pl_perceptron_new(f->classifier.names.n);
        status = pl_epochs_run(how, n, learn_tree, NULL, &r, err);
        f->classifier.weights = pl_perceptron_finish(r.walk.perceptron, how->prune);
        pl_arena_release(&r.scratch);
    }
    if (status == 0)
        return f;
    pl_functions_free(f);
    return NULL;
}
