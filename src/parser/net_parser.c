#include "parser/net_parser.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "tag/rough.h"

#include <stdlib.h>

struct pl_net_state {
    const pl_net *net;
    const pl_machine *machine;
    pl_net_encoder *encoder;
    PL_VEC(const pl_tree *) sentences; /* read last */
};

pl_net_state *pl_net_state_new(const pl_net *n, const pl_machine *m)
{
    pl_net_state *s = pl_alloc_zero(1, sizeof *s);
    s->net = n;
    s->machine = m;
    s->encoder = pl_net_encoder_new(n);
    return s;
}

void pl_net_state_free(pl_net_state *s)
{
    if (s == NULL)
        return;
    pl_net_encoder_free(s->encoder);
    PL_VEC_RELEASE(&s->sentences);
    free(s);
}

void pl_net_state_read(pl_net_state *s, pl_tree *const *sentences, uint32_t n, unsigned asked)
{
    s->sentences.n = 0;
    for (uint32_t i = 0; i < n; i++)
        PL_PUSH(&s->sentences, sentences[i]);
    pl_net_encode(s->encoder, sentences, n, asked);
}

bool pl_net_state_find(const pl_net_state *s, const pl_tree *sentence, pl_net_reading *reading)
{
    for (uint32_t i = 0; i < s->sentences.n; i++)
        if (s->sentences.at[i] == sentence) {
            *reading = pl_net_read(s->encoder, i);
            return reading->n_words == sentence->n_tokens;
        }
    return false;
}

void pl_net_state_forget(pl_net_state *s, const pl_tree *sentence)
{
    for (uint32_t i = 0; i < s->sentences.n; i++)
        if (s->sentences.at[i] == sentence)
            s->sentences.at[i] = NULL;
}

/* -- words ------------------------------------------------------------------------------ */

/* The names of the answers, number 0 of which is none. */
static const char *name_of(const pl_intern *names, uint32_t id)
{
    return id > 0 && id < names->n ? names->at[id] : NULL;
}

/* The tag of a word: the network's, or that of its kind where the network does not know the word. */
static uint32_t certain_tag(const pl_net_vocab *v, const pl_intern *tags, const char *word,
                            uint32_t tag)
{
    uint32_t certain = pl_kind_tag(tags, word);
    return certain == PL_NONE || pl_net_vocab_has(v, word) ? tag : certain;
}

void pl_net_label_words(const pl_net *n, const pl_net_reading *reading, int answer, pl_tree *t)
{
    const pl_net_vocab *v = pl_net_names(n);
    const pl_intern *const names[] = {&v->tags, &v->morphs, &v->coarse, &v->functions};
    const uint32_t *numbers = reading->answers[answer];
    for (uint32_t i = 0; numbers != NULL && i < t->n_tokens; i++) {
        pl_node *w = &t->nodes[i];
        const char **const at[] = {&w->label, &w->morph, &t->tokens[i].coarse, &w->func};
        uint32_t number = numbers[i];
        if (answer == PL_NET_TAGS || answer == PL_NET_COARSE)
            number = certain_tag(v, names[answer], t->tokens[i].word, number);
        *at[answer] = name_of(names[answer], number);
    }
}

/* -- nodes ------------------------------------------------------------------------------ */

/* A node that has got its label: the sum of numbers of its words, which finds it in the tree
 * again, and what the network saw then. */
typedef struct labelled {
    uint64_t words;
    uint32_t number;
} labelled;

static uint64_t word_sum(uint32_t word)
{
    return pl_mix(word + (uint64_t)1);
}

/* The sum of an item whose parts have theirs already; sums [items made] are 0 until then. */
static uint64_t item_sum(uint64_t *sums, const pl_item *item)
{
    if (item == NULL || pl_item_is_word(item))
        return item != NULL ? word_sum(item->id) : 0;
    if (sums[item->id] == 0)
        sums[item->id] = item_sum(sums, item->left) + item_sum(sums, item->right);
    return sums[item->id];
}

typedef struct replay {
    PL_VEC(labelled) nodes;
    PL_VEC(pl_net_view) views;
} replay;

/* Takes the steps again and notes where labels were chosen. */
static void take_steps(const pl_machine *m, void *task, const pl_act *steps, uint32_t n,
                       pl_arena *scratch, replay *r)
{
    pl_config c;
    uint64_t *sums = NULL;
    m->ops->begin(task, &c);
    sums = PL_NEW_ARRAY(scratch, uint64_t, c.items.sentence->n_items + (size_t)1);
    for (uint32_t i = 0; i < n; i++) {
        bool labels = m->ops->labels_next(task, &c);
        pl_net_view v;
        if (labels)
            pl_net_see(&c.items, true, m->n_labels, &v);
        m->ops->apply(task, &c, steps[i]);
        uint64_t sum = item_sum(sums, c.items.stack->item);
        if (!labels || c.items.stack->item->label == PL_NONE)
            continue;
        PL_PUSH(&r->nodes, (labelled){sum, (uint32_t)r->views.n});
        PL_PUSH(&r->views, v);
    }
}

/* The topmost of the nodes of a chain, which have the same words, takes the function. */
static void put_functions(replay *r, const uint32_t *functions, const pl_intern *names,
                          pl_tree *t, pl_arena *scratch)
{
    uint64_t *sums = PL_NEW_ARRAY(scratch, uint64_t, t->n_nodes + (size_t)1);
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;
         v = pl_tree_postorder(t, t->root, v)) {
        sums[v] += pl_is_terminal(t, v) ? word_sum(v) : 0;
        if (t->nodes[v].parent != PL_NONE)
            sums[t->nodes[v].parent] += sums[v];
    }
    PL_SORT(&r->nodes, pl_by_u64);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        uint32_t parent = t->nodes[v].parent;
        const labelled *at = r->nodes.n == 0 ? NULL
                                             : bsearch(&sums[v], r->nodes.at, r->nodes.n,
                                                       sizeof *r->nodes.at, pl_by_u64);
        bool below = parent != PL_NONE && sums[parent] == sums[v];
        t->nodes[v].func = at != NULL && parent != PL_NONE && !below
                               ? name_of(names, functions[at->number])
                               : NULL;
    }
}

void pl_net_label_nodes(pl_net_state *s, pl_scorer *scorer, void *task, const pl_act *steps,
                        uint32_t n, pl_tree *t, pl_arena *scratch)
{
    replay r = {0};
    take_steps(s->machine, task, steps, n, scratch, &r);
    uint32_t *functions = PL_NEW_ARRAY(scratch, uint32_t, r.views.n + 1);
    pl_net_scorer_functions(scorer, r.views.at, (uint32_t)r.views.n, functions);
    put_functions(&r, functions, &pl_net_names(s->net)->functions, t, scratch);
    PL_VEC_RELEASE(&r.nodes, &r.views);
}

bool pl_net_names_nodes(const pl_machine *m)
{
    return m->first_label < m->n_actions;
}
