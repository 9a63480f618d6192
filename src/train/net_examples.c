/* Examples for networks; see net_examples.h. */
#include "train/net_examples.h"

void pl_net_examples_init(pl_net_examples *x, const pl_machine *m)
{
    *x = (pl_net_examples){.machine = m};
    pl_intern *const answers[] = {&x->vocab.tags, &x->vocab.morphs, &x->vocab.coarse,
                                  &x->vocab.functions, &x->vocab.relations};
    for (int i = 0; i < 5; i++)
        pl_intern_add(answers[i], ""); /* none: number 0 */
}

void pl_net_examples_release(pl_net_examples *x)
{
    pl_net_census_release(&x->census);
    pl_net_vocab_release(&x->vocab);
    pl_intern_release(&x->spelled);
    PL_VEC_RELEASE(&x->spellings.letters, &x->spellings.ends, &x->list, &x->twins);
    pl_arena_release(&x->m);
}

/* Mixes what was added into the fingerprint. */
static const uint32_t *note(pl_net_examples *x, const uint32_t *numbers, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        x->print = pl_mix(x->print ^ numbers[i]);
    return numbers;
}

/* -- words ---------------------------------------------------------------------------- */

static const uint32_t *spell_words(pl_net_examples *x, const pl_tree *t,
                                   const pl_net_words *w)
{
    uint32_t *out = PL_NEW_ARRAY(&x->m, uint32_t, w->n + 1);
    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t before = x->spelled.n, begin = i > 0 ? w->ends[i - 1] : 0;
        out[i] = pl_intern_add(&x->spelled, t->tokens[i].word);
        if (out[i] < before)
            continue;
        PL_APPEND(&x->spellings.letters, w->letters + begin, w->ends[i] - begin);
        PL_PUSH(&x->spellings.ends, (uint32_t)x->spellings.letters.n);
        note(x, w->letters + begin, w->ends[i] - begin);
    }
    return out;
}

/* That a word has no tag, morphology or function is to be learned, too. */
static uint32_t answer(pl_intern *names, const char *name)
{
    return pl_intern_add(names, name != NULL ? name : "");
}

static void add_words(pl_net_examples *x, const pl_tree *t, pl_net_example *e)
{
    pl_net_words w;
    pl_arena scratch = {0};
    pl_net_vocab_words(&x->vocab, t, &scratch, &w);
    uint32_t *lists[7];
    for (int i = 0; i < 7; i++)
        lists[i] = PL_NEW_ARRAY(&x->m, uint32_t, w.n + 1);
    uint8_t *shapes = PL_NEW_ARRAY(&x->m, uint8_t, w.n + 1);
    for (uint32_t i = 0; i < w.n; i++) {
        const pl_node *n = &t->nodes[i];
        lists[0][i] = w.words[i];
        lists[1][i] = pl_net_census_count(&x->census, w.lower[i]);
        lists[2][i] = answer(&x->vocab.tags, n->label);
        lists[3][i] = answer(&x->vocab.morphs, n->morph);
        lists[4][i] = answer(&x->vocab.functions, n->func);
        lists[5][i] = w.vectors[i];
        lists[6][i] = answer(&x->vocab.coarse, t->tokens[i].coarse);
        shapes[i] = w.shapes[i];
    }
    e->words = note(x, lists[0], w.n);
    e->counts = note(x, lists[1], w.n);
    e->tags = note(x, lists[2], w.n);
    e->morphs = note(x, lists[3], w.n);
    e->functions = note(x, lists[4], w.n);
    e->coarse = note(x, lists[6], x->vocab.coarse.n > 1 ? w.n : 0);
    e->vectors = note(x, lists[5], x->vocab.vectors.width > 0 ? w.n : 0);
    e->shapes = shapes;
    e->spellings = spell_words(x, t, &w);
    pl_arena_release(&scratch);
}

/* -- heads ---------------------------------------------------------------------------- */

/* The head word of a node by the heads that are marked, or the first child's. */
static uint32_t head_word(const pl_tree *t, uint32_t node)
{
    while (node >= t->n_tokens) {
        const pl_node *n = &t->nodes[node];
        node = n->head != PL_NONE ? n->head : n->first;
    }
    return node;
}

/* Dependencies by heads: the topmost node that a word heads depends on its parent's. */
static void add_arcs(pl_net_examples *x, const pl_tree *t, pl_net_example *e)
{
    uint32_t *heads = PL_NEW_ARRAY(&x->m, uint32_t, t->n_tokens + 1);
    uint32_t *relations = PL_NEW_ARRAY(&x->m, uint32_t, t->n_tokens + 1);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t node = i, parent;
        while ((parent = t->nodes[node].parent) != PL_NONE && head_word(t, parent) == i)
            node = parent;
        const pl_node *top = &t->nodes[node];
        const char *name = top->func != NULL ? top->func : top->label;
        heads[i] = parent != PL_NONE ? head_word(t, parent) : i;
        relations[i] = pl_intern_add(&x->vocab.relations, name != NULL ? name : "");
    }
    e->heads = note(x, heads, t->n_tokens);
    e->relations = note(x, relations, t->n_tokens);
}

/* The heads and relations of a graph, whose steps they are. */
static void add_graph(pl_net_examples *x, const pl_acts *acts, pl_net_example *e)
{
    uint32_t *heads = PL_NEW_ARRAY(&x->m, uint32_t, acts->n + 1);
    uint32_t *relations = PL_NEW_ARRAY(&x->m, uint32_t, acts->n + 1);
    for (size_t i = 0; i < acts->n; i++) {
        heads[i] = acts->at[i].place.i;
        relations[i] = acts->at[i].action;
    }
    e->heads = note(x, heads, e->n_words);
    e->relations = note(x, relations, e->n_words);
}

/* -- functions of nodes ------------------------------------------------------------------ */

/* The sum of a random number for each word: equal for nodes and items of the same words. */
static uint64_t word_key(uint32_t word)
{
    return pl_mix(word + 1);
}

static uint64_t item_key(pl_item *item, pl_arena *m)
{
    if (pl_item_is_word(item))
        return word_key(item->low);
    if (item->memo == NULL) {
        uint64_t *key = pl_arena_alloc(m, sizeof *key);
        *key = item_key(item->left, m) +
               (item->right != NULL ? item_key(item->right, m) : 0);
        item->memo = key;
    }
    return *(uint64_t *)item->memo;
}

static uint64_t *node_keys(const pl_tree *t, pl_arena *m)
{
    uint64_t *keys = PL_NEW_ARRAY(m, uint64_t, t->n_nodes + 1);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        for (uint32_t node = i; node != PL_NONE; node = t->nodes[node].parent)
            keys[node] += word_key(i);
    return keys;
}

/* The function of the topmost node over the words of an item; none of the root. */
static uint32_t node_function(pl_net_examples *x, const pl_tree *t, const uint64_t *keys,
                              uint64_t key)
{
    for (uint32_t i = t->n_tokens; i < t->n_nodes; i++) {
        uint32_t parent = t->nodes[i].parent;
        if (keys[i] == key && parent != PL_NONE && keys[parent] != key)
            return answer(&x->vocab.functions, t->nodes[i].func);
    }
    return PL_NONE;
}

/* -- actions ---------------------------------------------------------------------------- */

typedef struct draft {
    PL_VEC(pl_net_view) views;
    PL_VEC(uint32_t) actions;
    PL_VEC(uint32_t) functions;
} draft;

/* Walks through a derivation and lists what is seen at each step. */
static void replay(pl_net_examples *x, const pl_tree *t, const pl_acts *acts,
                   draft *drafts)
{
    const pl_machine *m = x->machine;
    pl_arena scratch = {0};
    pl_config c;
    void *task = m->ops->start(m, &scratch, t->n_tokens, true);
    const uint64_t *keys = node_keys(t, &scratch);
    m->ops->begin(task, &c);
    for (size_t i = 0; i < acts->n; i++) {
        bool labels = m->ops->labels_next != NULL && m->ops->labels_next(task, &c);
        draft *d = &drafts[labels ? PL_NET_LABELS : PL_NET_STRUCTURE];
        pl_net_view v;
        pl_net_see(&c.items, labels, m->n_labels, &v);
        PL_PUSH(&d->views, v);
        PL_PUSH(&d->actions, acts->at[i].action - (labels ? m->first_label : 0));
        m->ops->apply(task, &c, acts->at[i]);
        if (!labels)
            continue;
        pl_item *made = c.items.stack->item;
        PL_PUSH(&d->functions, made->label != PL_NONE
                                   ? node_function(x, t, keys, item_key(made, &scratch))
                                   : PL_NONE);
    }
    pl_arena_release(&scratch);
}

#define KEEP(x, v)                                                                       \
    ((v)->n > 0 ? memcpy(pl_arena_alloc(&(x)->m, (v)->n * sizeof *(v)->at), (v)->at,     \
                         (v)->n * sizeof *(v)->at)                                       \
                : NULL)

static void add_views(pl_net_examples *x, const pl_tree *t, const pl_acts *acts,
                      pl_net_example *e)
{
    draft drafts[PL_N_NET_SCORERS] = {0};
    replay(x, t, acts, drafts);
    for (int k = 0; k < PL_N_NET_SCORERS; k++) {
        draft *d = &drafts[k];
        e->n_views[k] = (uint32_t)d->views.n;
        e->views[k] = KEEP(x, &d->views);
        e->actions[k] = note(x, KEEP(x, &d->actions), e->n_views[k]);
        if (k == PL_NET_LABELS)
            e->node_functions = note(x, KEEP(x, &d->functions), e->n_views[k]);
        PL_VEC_RELEASE(&d->views, &d->actions, &d->functions);
    }
}

/* Positions of words are 16-bit numbers. */
static bool make(pl_net_examples *x, const pl_tree *t, pl_net_example *made)
{
    pl_arena scratch = {0};
    pl_acts acts = {0};
    bool derived = t->n_tokens < PL_NO_WORD &&
                   x->machine->ops->derive(x->machine, t, true, NULL, &acts, &scratch);
    if (derived) {
        pl_net_example e = {.n_words = t->n_tokens};
        add_words(x, t, &e);
        if (x->machine->ops->sight == PL_SEES_WORDS) {
            add_graph(x, &acts, &e);
        } else {
            add_arcs(x, t, &e);
            add_views(x, t, &acts, &e);
        }
        *made = e;
    }
    PL_VEC_RELEASE(&acts);
    pl_arena_release(&scratch);
    return derived;
}

bool pl_net_examples_add(pl_net_examples *x, const pl_tree *t)
{
    pl_net_example e;
    if (x->vocab.words.n == 0)
        pl_net_vocab_make(&x->vocab, &x->census);
    bool made = make(x, t, &e);
    if (made)
        PL_PUSH(&x->list, e);
    return made;
}

bool pl_net_examples_add_twin(pl_net_examples *x, const pl_tree *t)
{
    pl_net_example e = x->list.at[x->list.n - 1];
    bool made = make(x, t, &e);
    PL_PUSH(&x->twins, e);
    return made;
}
