/* Functions by a classifier; see function_labels.h. */
#include "tag/function_labels.h"

#include "base/alloc.h"
#include "learn/classifier.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FEATURES = 40 };

/* What is seen of a node; hashes, 0 for nothing. */
typedef struct view {
    uint64_t label;       /* category or tag */
    uint64_t word, tag;   /* of its lexical head */
    uint64_t first, last; /* words at its borders */
    uint32_t head;        /* the head child; PL_NONE for a word */
    uint32_t given;       /* its function, counted from 1; 0 while it has none */
} view;

typedef struct sight {
    const pl_tree *tree;
    view *views; /* [n_nodes] */
} sight;

static sight look(const pl_tree *t, const pl_heads *heads, pl_arena *m)
{
    sight s = {t, pl_arena_alloc(m, (t->n_nodes + 1) * sizeof *s.views)};
    memset(s.views, 0, (t->n_nodes + 1) * sizeof *s.views);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint64_t word = pl_hash_text(t->tokens[i].word);
        uint64_t tag = pl_hash_text(t->nodes[i].label);
        s.views[i] = (view){tag, word, tag, word, word, PL_NONE, 0};
    }
    uint32_t v = pl_tree_deepest(t, t->root);
    for (; v != PL_NONE; v = pl_tree_postorder(t, t->root, v)) {
        if (pl_is_terminal(t, v))
            continue;
        uint32_t head = pl_heads_find(heads, t, v, false, NULL);
        const view *h = &s.views[head];
        s.views[v] = (view){pl_hash_text(t->nodes[v].label),
                            h->word,
                            h->tag,
                            s.views[t->nodes[v].low].word,
                            s.views[t->nodes[v].high].word,
                            head,
                            0};
    }
    return s;
}

/* -- features ---------------------------------------------------------------------- */

static const view nothing = {.head = PL_NONE};

static const view *view_of(const sight *s, uint32_t node)
{
    return node != PL_NONE ? &s->views[node] : &nothing;
}

/* What holds for all children of a node. */
typedef struct family {
    uint64_t sequence; /* of the labels */
    uint64_t so_far;   /* functions given, in any order */
} family;

static family family_of(const sight *s, uint32_t parent)
{
    family f = {1, 0};
    const pl_node *nodes = s->tree->nodes;
    for (uint32_t c = nodes[parent].first; c != PL_NONE; c = nodes[c].next)
        f.sequence = pl_mix(f.sequence ^ s->views[c].label);
    return f;
}

static uint32_t features_of(const sight *s, const family *f, uint32_t node,
                            uint32_t index, uint64_t out[MAX_FEATURES])
{
    const pl_node *n = &s->tree->nodes[node];
    uint32_t parent = n->parent;
    const view *v = &s->views[node], *p = &s->views[parent], *h = &s->views[p->head];
    const view *a = view_of(s, n->prev), *b = view_of(s, n->next);
    const view *up = view_of(s, s->tree->nodes[parent].parent);
    uint64_t side = node == p->head ? 1 : n->low < s->tree->nodes[p->head].low ? 2 : 3;
    uint64_t here = pl_mix(p->label ^ side) ^ v->label;
    pl_hashed l = {.out = out};
    pl_hashed_three(&l, p->label, v->label, 0);
    pl_hashed_three(&l, here, 1, 0);
    pl_hashed_three(&l, here, h->label, 0);
    pl_hashed_three(&l, here, v->tag, 0);
    pl_hashed_three(&l, here, v->word, 0);
    pl_hashed_three(&l, here, v->first, 0);
    pl_hashed_three(&l, here, v->last, 0);
    pl_hashed_three(&l, here, h->word, 0);
    pl_hashed_three(&l, here, h->tag, v->tag);
    pl_hashed_three(&l, here, p->word, v->word);
    pl_hashed_three(&l, here, p->word, v->first);
    pl_hashed_three(&l, here, a->label, b->label);
    pl_hashed_three(&l, here, a->label, a->given);
    pl_hashed_three(&l, here, a->given, b->label);
    pl_hashed_three(&l, here, a->word, 0);
    pl_hashed_three(&l, here, b->word, 0);
    pl_hashed_three(&l, here, b->label, b->tag);
    pl_hashed_three(&l, here, f->so_far, 0);
    pl_hashed_three(&l, here, f->so_far, v->tag);
    pl_hashed_three(&l, here, f->so_far, v->first);
    pl_hashed_three(&l, here, f->sequence, index);
    pl_hashed_three(&l, p->label, f->sequence, index);
    pl_hashed_three(&l, here, p->given, 0);
    pl_hashed_three(&l, here, p->given, up->label);
    pl_hashed_three(&l, here, up->label, up->tag);
    pl_hashed_three(&l, here, n->prev == PL_NONE, n->next == PL_NONE);
    pl_hashed_three(&l, v->word, v->label, 0);
    pl_hashed_three(&l, v->word, v->tag, p->tag);
    pl_hashed_three(&l, v->first, v->label, p->tag);
    pl_hashed_three(&l, v->first, v->tag, f->so_far);
    pl_hashed_three(&l, v->label, p->word, f->so_far);
    pl_hashed_three(&l, here, n->blocks > 1, n->size < 4 ? n->size : 4);
    return l.n;
}

/* -- going over a tree ------------------------------------------------------------- */

/* Labels a tree, or learns from the functions that it has. */
typedef struct walk {
    const pl_functions *functions;
    pl_tree *tree;
    int32_t *sums;             /* for labelling */
    pl_perceptron *perceptron; /* for learning; else NULL */
    bool wrong;                /* the tree changed weights */
} walk;

static const char *function_of(const pl_tree *t, uint32_t node)
{
    const char *func = t->nodes[node].func;
    return func != NULL ? func : "";
}

/* The function of a node, given its features. In learning it is the right one, so that
 * nodes that follow see the right functions of those before them. */
static uint32_t choose(walk *w, uint32_t node, const uint64_t *features, uint32_t n)
{
    const pl_classifier *c = &w->functions->classifier;
    pl_names all = {0, c->names.n};
    if (w->perceptron != NULL) {
        uint32_t right = pl_intern_find(&c->names, function_of(w->tree, node));
        w->wrong |= pl_perceptron_learn(w->perceptron, features, n, all, right);
        return right;
    }
    uint32_t best = pl_classifier_best(c, features, n, all, w->sums);
    w->tree->nodes[node].func = best > 0 ? c->names.at[best] : NULL;
    return best;
}

static void go_over(walk *w, pl_arena *m)
{
    const pl_tree *t = w->tree;
    sight s = look(t, w->functions->heads, m);
    uint64_t features[MAX_FEATURES];
    for (uint32_t p = t->root; p != PL_NONE; p = pl_tree_preorder(t, t->root, p)) {
        if (pl_is_terminal(t, p))
            continue;
        family f = family_of(&s, p);
        uint32_t index = 0;
        for (uint32_t c = t->nodes[p].first; c != PL_NONE; c = t->nodes[c].next) {
            uint32_t n = features_of(&s, &f, c, index++, features);
            uint32_t given = choose(w, c, features, n);
            s.views[c].given = given + 1;
            f.so_far ^= given > 0 ? pl_mix(given) : 0;
        }
    }
}

void pl_functions_label(const pl_functions *f, pl_tree *t, pl_arena *m)
{
    if (t->root == PL_NONE || pl_is_terminal(t, t->root))
        return;
    walk w = {.functions = f, .tree = t};
    w.sums = pl_classifier_sums(&f->classifier, m);
    t->nodes[t->root].func = NULL;
    go_over(&w, m);
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
