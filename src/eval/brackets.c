/* Brackets of pairs of trees, their matching and the sums; see brackets.h. Linear in the
 * number of nodes: sums from the leaves up, then one hash table per sentence. */
#include "eval/brackets.h"

#include "base/hash.h"
#include "base/keyed_hash.h"
#include "base/str.h"

#include <math.h>
#include <string.h>

/* -- labels ------------------------------------------------------------------------- */

/* The length of a label without its function or index: NP of NP-SBJ and of NP=2. What
 * begins with the mark (-NONE-) is whole. */
static size_t bare_length(const char *label)
{
    size_t n = strlen(label);
    for (const char *mark = "-="; *mark != '\0'; mark++) {
        const char *found = strchr(label, *mark);
        if (found != NULL && found > label && (size_t)(found - label) < n)
            n = (size_t)(found - label);
    }
    return n;
}

static uint32_t add_name(pl_labels *l, const char *name, size_t n)
{
    uint32_t id = pl_intern_add_n(&l->names, name, n);
    if (id < l->info.n)
        return id;
    PL_PUSH(&l->info, ((pl_label_info){.leader = id}));
    /* The entry is there before its leader's is made: a leader is its own. */
    name = l->names.at[id];
    n = l->params->whole_labels ? n : bare_length(name);
    uint32_t bare = name[n] != '\0' ? add_name(l, name, n) : id;
    const char *leader = pl_classes_leader(&l->params->eq_label, l->names.at[bare]);
    uint32_t leader_id = add_name(l, leader, strlen(leader));
    l->info.at[id].leader = leader_id;
    return id;
}

uint32_t pl_labels_id(pl_labels *l, const char *label)
{
    label = label != NULL ? label : "";
    uint32_t id = add_name(l, label, strlen(label)); /* may move the array */
    return l->info.at[id].leader;
}

/* The class of a label that stands in the parameters: these are not cut. */
static pl_label_info *class_of(pl_labels *l, const char *label)
{
    const char *leader = pl_classes_leader(&l->params->eq_label, label);
    uint32_t id = add_name(l, leader, strlen(leader));
    return &l->info.at[id];
}

void pl_labels_init(pl_labels *l, const pl_eval_params *params)
{
    *l = (pl_labels){.params = params};
    for (uint32_t i = 0; i < params->delete_label.n; i++)
        class_of(l, params->delete_label.at[i])->deleted = true;
    for (uint32_t i = 0; i < params->delete_label_for_length.n; i++)
        class_of(l, params->delete_label_for_length.at[i])->not_for_length = true;
}

void pl_labels_release(pl_labels *l)
{
    pl_intern_release(&l->names);
    PL_VEC_RELEASE(&l->info);
}

/* -- words -------------------------------------------------------------------------- */

int pl_same_words(const pl_eval_params *params, const pl_tree *gold,
                  const pl_tree *candidate, pl_error *err)
{
    uint32_t n =
        gold->n_tokens < candidate->n_tokens ? gold->n_tokens : candidate->n_tokens;
    for (uint32_t i = 0; i < n; i++) {
        const char *a = gold->tokens[i].word, *b = candidate->tokens[i].word;
        if (!pl_classes_same(&params->eq_word, a, b))
            return pl_fail(err, PL_BAD_INPUT,
                           "word %u is '%s' in the gold file and '%s' in the "
                           "candidate",
                           i + 1, a, b);
    }
    if (gold->n_tokens != candidate->n_tokens)
        return pl_fail(err, PL_BAD_INPUT,
                       "the gold file has %u words and the candidate has %u; "
                       "word %u, '%s', is only in the %s",
                       gold->n_tokens, candidate->n_tokens, n + 1,
                       (gold->n_tokens > n ? gold : candidate)->tokens[n].word,
                       gold->n_tokens > n ? "gold file" : "candidate");
    return 0;
}

/* Numbers the words that count, by the gold tree. */
static void number_places(pl_pair *p, pl_labels *labels)
{
    const pl_tree *t = p->gold.tree;
    const pl_eval_params *params = labels->params;
    PL_RESERVE(&p->place, t->n_tokens);
    p->place.n = t->n_tokens;
    p->n_places = p->length = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t tag = pl_labels_id(labels, t->nodes[i].label);
        p->length += !labels->info.at[tag].not_for_length;
        bool gone = labels->info.at[tag].deleted ||
                    (params->delete_root_preterms && t->nodes[i].parent == t->root) ||
                    (params->delete_word.n > 0 &&
                     pl_intern_find(&params->delete_word, t->tokens[i].word) != PL_NONE);
        p->place.at[i] = gone ? PL_NONE : p->n_places++;
    }
}

/* -- brackets ----------------------------------------------------------------------- */

static void merge(pl_bracket *above, const pl_bracket *span)
{
    above->yield += span->yield;
    above->size += span->size;
    above->low = span->low < above->low ? span->low : above->low;
    above->high = span->high > above->high ? span->high : above->high;
}

/* What each nonterminal covers, from the leaves up, into p->spans[node]; p->order gets
 * the nonterminals in pre-order. */
static void sum_spans(pl_pair *p, const pl_tree *t)
{
    uint64_t start = pl_hash_start();
    PL_RESERVE(&p->spans, t->n_nodes);
    PL_RESERVE(&p->order, t->n_nodes);
    p->order.n = 0;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        if (!pl_is_terminal(t, v)) {
            p->spans.at[v] = (pl_bracket){.low = UINT32_MAX};
            p->order.at[p->order.n++] = v;
        } else if (p->place.at[v] != PL_NONE && v != t->root) {
            uint32_t place = p->place.at[v];
            pl_bracket word = {.yield = pl_mix(start + place),
                               .low = place,
                               .high = place,
                               .size = 1};
            merge(&p->spans.at[t->nodes[v].parent], &word);
        }
    }
    for (size_t i = p->order.n; i-- > 1;) /* all but the root, children first */
        merge(&p->spans.at[t->nodes[p->order.at[i]].parent],
              &p->spans.at[p->order.at[i]]);
}

static void collect(pl_pair *p, pl_side *side, pl_labels *labels, const pl_tree *t)
{
    side->tree = t;
    side->brackets.n = side->tags.n = 0;
    side->n_disc = 0;
    if (t == NULL)
        return;
    PL_RESERVE(&side->tags, p->n_places);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (p->place.at[i] != PL_NONE)
            side->tags.at[side->tags.n++] = pl_labels_id(labels, t->nodes[i].label);
    if (t->root == PL_NONE)
        return;
    sum_spans(p, t);
    for (size_t i = 0; i < p->order.n; i++) {
        uint32_t v = p->order.at[i], label = pl_labels_id(labels, t->nodes[v].label);
        pl_bracket b = p->spans.at[v];
        if (b.size == 0 || labels->info.at[label].deleted)
            continue;
        b.label = label;
        b.node = v;
        b.match = b.rival = PL_NONE;
        side->n_disc += pl_bracket_disc(&b);
        PL_PUSH(&side->brackets, b);
    }
}

/* -- matching ----------------------------------------------------------------------- */

static bool same_bracket(const pl_bracket *a, const pl_bracket *b, bool labelled)
{
    return pl_bracket_same_yield(a, b) && (!labelled || a->label == b->label);
}

static bool same_function(const pl_pair *p, const pl_bracket *gold,
                          const pl_bracket *candidate)
{
    return pl_same_text(p->gold.tree->nodes[gold->node].func,
                        p->candidate.tree->nodes[candidate->node].func);
}

static uint32_t slot_of(const pl_pair *p, const pl_bracket *b, bool labelled,
                        uint32_t mask)
{
    uint32_t i = (uint32_t)pl_mix(b->yield + (labelled ? b->label + 1u : 0)) & mask;
    while (p->slots.at[i] != 0 &&
           !same_bracket(&p->gold.brackets.at[p->slots.at[i] - 1], b, labelled))
        i = (i + 1) & mask;
    return i;
}

/* Puts the gold brackets into p->slots (index + 1, 0 is empty). Equal ones share a slot:
 * they are linked through p->chain in their order, and p->free says for the first of
 * them where the ones that are not taken may start. Returns the mask of the table. */
static uint32_t fill_table(pl_pair *p, bool labelled)
{
    uint32_t n = (uint32_t)p->gold.brackets.n, size = 16;
    while (size < n * 2)
        size *= 2;
    PL_RESERVE(&p->slots, size);
    PL_RESERVE(&p->chain, n);
    PL_RESERVE(&p->free, n);
    memset(p->slots.at, 0, size * sizeof *p->slots.at);
    for (uint32_t i = n; i-- > 0;) {
        uint32_t slot = slot_of(p, &p->gold.brackets.at[i], labelled, size - 1);
        p->chain.at[i] = p->slots.at[slot];
        p->slots.at[slot] = p->free.at[i] = i + 1;
    }
    return size - 1;
}

static bool is_taken(const pl_pair *p, uint32_t gold)
{
    const pl_bracket *b = &p->gold.brackets.at[gold - 1];
    return b->match != PL_NONE || b->rival != PL_NONE;
}

/* The first gold bracket equal to `b` that is not taken, as index + 1; 0 if none. */
static uint32_t find_partner(pl_pair *p, const pl_bracket *b, bool labelled,
                             bool functions, uint32_t mask)
{
    uint32_t first = p->slots.at[slot_of(p, b, labelled, mask)];
    if (first == 0)
        return 0;
    uint32_t *start = &p->free.at[first - 1];
    while (*start != 0 && is_taken(p, *start))
        *start = p->chain.at[*start - 1];
    uint32_t gold = *start;
    while (gold != 0 && functions &&
           (is_taken(p, gold) || !same_function(p, &p->gold.brackets.at[gold - 1], b)))
        gold = p->chain.at[gold - 1];
    return gold;
}

/* Gives every candidate bracket without partner one, where there is one; as a rival if
 * `rivals` is set, else as a match. */
static void match_round(pl_pair *p, bool labelled, bool functions, bool rivals,
                        uint32_t mask)
{
    for (uint32_t i = 0; i < p->candidate.brackets.n; i++) {
        pl_bracket *b = &p->candidate.brackets.at[i];
        uint32_t found =
            b->match == PL_NONE ? find_partner(p, b, labelled, functions, mask) : 0;
        if (found == 0)
            continue;
        pl_bracket *gold = &p->gold.brackets.at[found - 1];
        *(rivals ? &b->rival : &b->match) = found - 1;
        *(rivals ? &gold->rival : &gold->match) = i;
        p->matched += !rivals;
        p->matched_disc += !rivals && pl_bracket_disc(b);
    }
}

void pl_pair_make(pl_pair *p, pl_labels *labels, const pl_tree *gold,
                  const pl_tree *candidate, bool functions)
{
    bool labelled = labels->params->labelled;
    p->gold.tree = gold;
    number_places(p, labels);
    collect(p, &p->gold, labels, gold);
    collect(p, &p->candidate, labels, candidate);
    p->matched = p->matched_disc = p->right_tags = 0;
    if (candidate == NULL)
        return;
    for (uint32_t i = 0; i < p->n_places; i++)
        p->right_tags += p->gold.tags.at[i] == p->candidate.tags.at[i];
    uint32_t mask = fill_table(p, labelled);
    if (functions)
        match_round(p, labelled, true, false, mask);
    match_round(p, labelled, false, false, mask);
}

void pl_pair_find_rivals(pl_pair *p)
{
    match_round(p, false, false, true, fill_table(p, false));
}

void pl_pair_release(pl_pair *p)
{
    pl_side *sides[2] = {&p->gold, &p->candidate};
    for (int i = 0; i < 2; i++) {
        PL_VEC_RELEASE(&sides[i]->brackets, &sides[i]->tags);
    }
    PL_VEC_RELEASE(&p->place, &p->order, &p->slots, &p->chain, &p->free, &p->spans);
}

/* -- scores ------------------------------------------------------------------------- */

double pl_percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : NAN;
}

double pl_recall(const pl_counts *c)
{
    return pl_percent(c->matched, c->gold);
}

double pl_precision(const pl_counts *c)
{
    return pl_percent(c->matched, c->candidate);
}

/* The harmonic mean of precision and recall; undefined where one of them is. With both
 * at zero the mean is the limit, zero. */
double pl_f1(const pl_counts *c)
{
    if (c->gold == 0 || c->candidate == 0)
        return NAN;
    return pl_percent(2 * c->matched, c->gold + c->candidate);
}

double pl_exact(const pl_counts *c)
{
    return pl_percent(c->exact, c->sentences);
}

double pl_tag_accuracy(const pl_scores *s)
{
    return pl_percent(s->right_tags, s->tags);
}

void pl_add_counts(void *to, const void *from, size_t size)
{
    uint64_t *sum = to;
    const uint64_t *more = from;
    for (size_t i = 0; i < size / sizeof *sum; i++)
        sum[i] += more[i];
}

static void score_pair(const pl_pair *p, pl_scores *s)
{
    size_t gold = p->gold.brackets.n, candidate = p->candidate.brackets.n;
    bool missing = p->candidate.tree == NULL;
    *s = (pl_scores){
        .sentences = 1,
        .missing = missing,
        .brackets = {gold, candidate, p->matched, 1,
                     !missing && gold == candidate && p->matched == gold},
        .disc = {p->gold.n_disc, p->candidate.n_disc, p->matched_disc,
                 p->gold.n_disc + p->candidate.n_disc > 0, 0},
        .tags = p->n_places,
        .right_tags = p->right_tags,
    };
    s->disc.exact = s->disc.sentences > 0 && p->gold.n_disc == p->candidate.n_disc &&
                    p->matched_disc == p->gold.n_disc;
}

static bool same_whole(const pl_eval *e, const char *a, const char *b)
{
    return a == b ||
           (a != NULL && b != NULL && pl_classes_same(&e->params->eq_label, a, b));
}

/* Looks at two nodes that are right: are their functions? Would they be right if labels
 * were not cut? */
static void add_right(pl_eval *e, const pl_node *gold, const pl_node *candidate,
                      uint64_t *cut)
{
    const char *a = gold->func, *b = candidate->func;
    pl_counts *c = &e->last.functions;
    if (e->params->functions) {
        c->gold += a != NULL;
        c->candidate += b != NULL;
        c->matched += a != NULL && pl_same_text(a, b);
    }
    if (!e->params->whole_labels)
        *cut += !same_whole(e, gold->label, candidate->label);
}

static void count_right(pl_eval *e)
{
    const pl_pair *p = &e->pair;
    const pl_tree *gold = p->gold.tree, *candidate = p->candidate.tree;
    uint64_t unlabelled = 0; /* not of interest */
    if (candidate == NULL)
        return;
    for (size_t i = 0; i < p->gold.brackets.n; i++) {
        const pl_bracket *b = &p->gold.brackets.at[i];
        if (b->match != PL_NONE)
            add_right(e, &gold->nodes[b->node],
                      &candidate->nodes[p->candidate.brackets.at[b->match].node],
                      e->params->labelled ? &e->cut_labels : &unlabelled);
    }
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        uint32_t place = p->place.at[i];
        if (place != PL_NONE && p->gold.tags.at[place] == p->candidate.tags.at[place])
            add_right(e, &gold->nodes[i], &candidate->nodes[i], &e->cut_tags);
    }
}

void pl_eval_init(pl_eval *e, const pl_eval_params *params)
{
    *e = (pl_eval){.params = params};
    pl_labels_init(&e->labels, params);
}

int pl_eval_add(pl_eval *e, const pl_tree *gold, const pl_tree *candidate, pl_error *err)
{
    if (gold->root == PL_NONE && gold->n_tokens > 0)
        return pl_fail(err, PL_BAD_INPUT, "the gold sentence has no tree");
    if (candidate != NULL) {
        if (candidate->root == PL_NONE && candidate->n_tokens > 0)
            return pl_fail(err, PL_BAD_INPUT, "the candidate sentence has no tree");
        if (pl_same_words(e->params, gold, candidate, err) < 0)
            return -1;
    }
    pl_pair_make(&e->pair, &e->labels, gold, candidate, e->params->functions);
    score_pair(&e->pair, &e->last);
    count_right(e);
    pl_add_counts(&e->all, &e->last, sizeof e->all);
    if (e->pair.length <= e->params->cutoff)
        pl_add_counts(&e->short_ones, &e->last, sizeof e->short_ones);
    return 0;
}

void pl_eval_release(pl_eval *e)
{
    pl_pair_release(&e->pair);
    pl_labels_release(&e->labels);
}
