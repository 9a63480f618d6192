/* Variation nuclei (Dickinson and Meurers 2003, 2005): the same words are a constituent
 * here and none there, or have another label there, continuous or with gaps. The words
 * are the nucleus. What the words around it are tells variation that has a reason from
 * errors, so they count: an outcome is estimated for the nucleus alone, with its
 * neighbour on the left, on the right, and with both.
 *
 *     nucleus            left   right    outcome
 *     de lange duur      gezien van      none
 *     de lange duur      door   .        NP
 *
 * To find the places where a nucleus is no constituent, each place of the treebank is
 * read on as long as the words are the beginning of some nucleus: linear in the treebank
 * but for the length of what recurs. Nuclei with gaps are looked for where their rarest
 * word is. */
#include "check/method.h"

#include <math.h>

enum {
    METHOD = PL_CHECK_VARIATION,
    NIL = 0x7ffffffe, /* outcome: no constituent */
    EDGE = 0x7fffffff,
    N_LEVELS = 4,
    LONGEST = 40,        /* words of a nucleus */
    MOST_POSTINGS = 200, /* of the rarest word of a nucleus with gaps */
};

/* An occurrence of a nucleus. */
typedef struct event {
    uint64_t nucleus, yield;
    uint32_t low, high, size; /* its first and last word; how many it has */
    uint32_t outcome;         /* the label, or NIL */
    uint32_t node;            /* that has it; the first word where it is none */
} event;

/* A nucleus with gaps, to be looked for: its words are those of a node. */
typedef struct gapped {
    uint64_t nucleus;
    pl_spot place;
} gapped;

typedef struct variation {
    PL_VEC(event) events;
    PL_VEC(size_t) first; /* [sentences + 1] of the events */
    PL_VEC(gapped) gapped;
    PL_VEC(pl_spot) postings;     /* all words of the treebank, by word */
    PL_VEC(uint32_t) post_starts; /* [words + 2] */
    pl_outcomes beginnings;          /* of nuclei */
    pl_outcomes tally;
    pl_rivals outcomes; /* of a nucleus */
    pl_samples samples;
} variation;

static variation *of(const pl_checker *c)
{
    return c->state[METHOD];
}

/* -- occurrences -------------------------------------------------------------------- */

/* The label that stands for a yield: of the topmost node with it. NIL: there is none. */
static uint32_t outcome_at(const pl_checked *v, uint64_t yield, uint32_t *node)
{
    for (uint32_t n = v->tree->n_tokens; n < v->tree->n_nodes; n++)
        if (v->yields[n] == yield && pl_view_has(v, n) && n != v->tree->root &&
            v->yields[v->tree->nodes[n].parent] != yield) {
            *node = n;
            return v->symbols[n];
        }
    return NIL;
}

static uint64_t nucleus_of(const pl_checked *v, const uint32_t *tokens, uint32_t n)
{
    uint64_t hash = pl_hash_start();
    for (uint32_t i = 0; i < n; i++)
        hash = pl_context(hash, v->words[tokens[i]]);
    return hash;
}

/* Whether a node has words that may be a nucleus. Only the topmost of a unary chain. */
static bool is_nucleus(const pl_checked *v, uint32_t node)
{
    const pl_node *n = &v->tree->nodes[node];
    return pl_view_has(v, node) && node != v->tree->root && n->size > 1 &&
           n->size <= LONGEST && v->yields[n->parent] != v->yields[node] &&
           v->yields[node] != v->yields[v->tree->root];
}

/* The occurrence that a node is. */
static event event_of(const pl_checked *v, uint32_t node, uint32_t *tokens)
{
    const pl_node *n = &v->tree->nodes[node];
    uint32_t size = pl_tree_yield(v->tree, node, tokens);
    return (event){nucleus_of(v, tokens, size),
                   v->yields[node],
                   n->low,
                   n->high,
                   size,
                   v->symbols[node],
                   node};
}

static void add_beginnings(variation *s, const pl_checked *v, const uint32_t *tokens,
                           uint32_t n)
{
    uint64_t hash = pl_hash_start();
    for (uint32_t i = 0; i < n; i++) {
        hash = pl_context(hash, v->words[tokens[i]]);
        pl_outcomes_add(&s->beginnings, hash, i + 1 == n, 1);
    }
}

/* All constituents as nuclei. */
static void collect(pl_checker *c, uint32_t sentence)
{
    variation *s = of(c);
    const pl_checked *v = &c->sentences.at[sentence].view;
    uint32_t tokens[LONGEST];
    for (uint32_t n = v->tree->n_tokens; n < v->tree->n_nodes; n++) {
        if (!is_nucleus(v, n))
            continue;
        event e = event_of(v, n, tokens);
        add_beginnings(s, v, tokens, e.size);
        if (pl_is_discontinuous(v->tree, n))
            PL_PUSH(&s->gapped, (gapped){e.nucleus, {sentence, n}});
    }
}

/* -- where a nucleus is no constituent ------------------------------------------------ */

static void add_nil(variation *s, const pl_checked *v, event e)
{
    uint32_t node;
    if (e.yield == v->yields[v->tree->root] || outcome_at(v, e.yield, &node) != NIL)
        return;
    e.outcome = NIL;
    e.node = e.low;
    PL_PUSH(&s->events, e);
}

/* All nuclei that begin at word `low` without gap. */
static void read_on(variation *s, const pl_checked *v, uint32_t low)
{
    uint64_t hash = pl_hash_start(), yield = 0;
    for (uint32_t i = low; i < v->tree->n_tokens && i < low + LONGEST; i++) {
        hash = pl_context(hash, v->words[i]);
        yield += v->yields[i];
        if (pl_outcomes_total(&s->beginnings, hash) == 0)
            return;
        if (i > low && pl_outcomes_count(&s->beginnings, hash, 1) > 0)
            add_nil(s, v, (event){hash, yield, low, i, i - low + 1, NIL, low});
    }
}

static void index_words(pl_checker *c)
{
    variation *s = of(c);
    size_t n_tokens = 0;
    PL_FILL(&s->post_starts, c->words.n + 2, 0);
    for (uint32_t i = 0; i < c->sentences.n; i++)
        for (uint32_t k = 0; k < c->sentences.at[i].view.tree->n_tokens; k++, n_tokens++)
            s->post_starts.at[c->sentences.at[i].view.words[k] + 2]++;
    for (uint32_t w = 2; w < s->post_starts.n; w++)
        s->post_starts.at[w] += s->post_starts.at[w - 1];
    PL_FILL(&s->postings, n_tokens, 0);
    for (uint32_t i = 0; i < c->sentences.n; i++)
        for (uint32_t k = 0; k < c->sentences.at[i].view.tree->n_tokens; k++) {
            uint32_t word = c->sentences.at[i].view.words[k];
            s->postings.at[s->post_starts.at[word + 1]++] = (pl_spot){i, k};
        }
}

/* Looks for the words tokens[n] of `in`, block by block, in `v` from its start on; the
 * hash of their places, or 0 if they are not there with gaps in the same places. */
static uint64_t match_blocks(const pl_checked *in, const uint32_t *tokens, uint32_t n,
                             const pl_checked *v, uint32_t *low, uint32_t *high)
{
    uint64_t yield = 0;
    uint32_t at = 0, done = 0;
    while (done < n) {
        uint32_t len = 1, k = 0;
        while (done + len < n && tokens[done + len] == tokens[done + len - 1] + 1)
            len++;
        for (; at + len <= v->tree->n_tokens; at++) {
            for (k = 0; k < len && v->words[at + k] == in->words[tokens[done + k]];)
                k++;
            if (k == len)
                break;
        }
        if (at + len > v->tree->n_tokens)
            return 0;
        *low = done == 0 ? at : *low;
        *high = at + len - 1;
        for (k = 0; k < len; k++)
            yield += v->yields[at + k];
        at += len + 1;
        done += len;
    }
    return yield;
}

/* The postings of the rarest of the words, the nucleus' own place included. */
static uint32_t rarest(const variation *s, const pl_checked *v, const uint32_t *tokens,
                       uint32_t n, const pl_spot **first)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t word = v->words[tokens[i]];
        uint32_t count = s->post_starts.at[word + 1] - s->post_starts.at[word];
        if (count < least) {
            least = count;
            *first = s->postings.at + s->post_starts.at[word];
        }
    }
    return least;
}

/* An occurrence of a nucleus with gaps, and in which sentence. */
typedef struct found {
    uint32_t sentence;
    event event;
} found;
typedef PL_VEC(found) founds;

static void seek_gapped(pl_checker *c, const gapped *g, founds *out)
{
    const pl_checked *in = &c->sentences.at[g->place.sentence].view;
    uint32_t tokens[LONGEST], n = pl_tree_yield(in->tree, g->place.node, tokens);
    const pl_spot *at = NULL;
    uint32_t n_at = rarest(of(c), in, tokens, n, &at), before = PL_NONE;
    for (uint32_t i = 0; i < n_at && n_at <= MOST_POSTINGS; i++) {
        event e = {.nucleus = g->nucleus, .size = n, .outcome = NIL};
        if (at[i].sentence == before || at[i].sentence == g->place.sentence)
            continue;
        before = at[i].sentence;
        e.yield =
            match_blocks(in, tokens, n, &c->sentences.at[before].view, &e.low, &e.high);
        e.node = e.low;
        if (e.yield != 0)
            PL_PUSH(out, (found){before, e});
    }
}

static int by_nucleus(const void *x, const void *y)
{
    const gapped *a = x, *b = y;
    if (a->nucleus != b->nucleus)
        return a->nucleus < b->nucleus ? -1 : 1;
    return (a->place.sentence > b->place.sentence) -
           (a->place.sentence < b->place.sentence);
}

static int by_sentence(const void *x, const void *y)
{
    const found *a = x, *b = y;
    if (a->sentence != b->sentence)
        return a->sentence < b->sentence ? -1 : 1;
    if (a->event.low != b->event.low)
        return a->event.low < b->event.low ? -1 : 1;
    if (a->event.size != b->event.size)
        return a->event.size < b->event.size ? -1 : 1;
    return (a->event.yield > b->event.yield) - (a->event.yield < b->event.yield);
}

static void seek_all_gapped(pl_checker *c, founds *out)
{
    variation *s = of(c);
    PL_SORT(&s->gapped, by_nucleus);
    for (size_t i = 0; i < s->gapped.n; i++)
        if (i == 0 || s->gapped.at[i - 1].nucleus != s->gapped.at[i].nucleus)
            seek_gapped(c, &s->gapped.at[i], out);
    PL_SORT(out, by_sentence);
}

/* -- counting ----------------------------------------------------------------------- */

static void contexts(const pl_checked *v, const event *e, uint64_t *out)
{
    uint32_t left = e->low > 0 ? v->words[e->low - 1] : EDGE;
    uint32_t right = e->high + 1 < v->tree->n_tokens ? v->words[e->high + 1] : EDGE;
    out[0] = e->nucleus;
    out[1] = pl_context(e->nucleus + 1, left);
    out[2] = pl_context(e->nucleus + 2, right);
    out[3] = pl_context(pl_context(e->nucleus + 3, left), right);
}

static void count_sentence(pl_checker *c, uint32_t sentence, int by)
{
    variation *s = of(c);
    uint64_t at[N_LEVELS];
    for (size_t i = s->first.at[sentence]; i < s->first.at[sentence + 1]; i++) {
        contexts(&c->sentences.at[sentence].view, &s->events.at[i], at);
        for (int k = 0; k < N_LEVELS; k++)
            pl_outcomes_add(&s->tally, at[k], s->events.at[i].outcome, by);
    }
}

static void forget(pl_checker *c, uint32_t sentence)
{
    count_sentence(c, sentence, -1);
}

static void remember(pl_checker *c, uint32_t sentence)
{
    count_sentence(c, sentence, 1);
}

static uint64_t sample_key(uint64_t context, uint32_t outcome)
{
    return pl_context(context, outcome);
}

/* All occurrences in one sentence. `gapped` are those with gaps in all sentences, *next
 * is the first of this one. */
static void occur(pl_checker *c, uint32_t sentence, const founds *gapped, size_t *next)
{
    variation *s = of(c);
    const pl_checked *v = &c->sentences.at[sentence].view;
    uint32_t tokens[LONGEST];
    PL_PUSH(&s->first, s->events.n);
    for (uint32_t n = v->tree->n_tokens; n < v->tree->n_nodes; n++)
        if (is_nucleus(v, n))
            PL_PUSH(&s->events, event_of(v, n, tokens));
    for (uint32_t i = 0; i < v->tree->n_tokens && v->tree->root != PL_NONE; i++)
        read_on(s, v, i);
    for (; *next < gapped->n && gapped->at[*next].sentence == sentence; ++*next)
        if (v->tree->root != PL_NONE)
            add_nil(s, v, gapped->at[*next].event);
}

static void sample(pl_checker *c, uint32_t sentence)
{
    variation *s = of(c);
    for (size_t i = s->first.at[sentence]; i < s->first.at[sentence + 1]; i++) {
        const event *e = &s->events.at[i];
        pl_rivals_add(&s->outcomes, e->nucleus, e->outcome);
        pl_samples_add(&s->samples, sample_key(e->nucleus, e->outcome),
                       (pl_spot){sentence, e->node});
    }
}

static int learn(pl_checker *c, pl_error *err)
{
    variation *s = c->state[METHOD] = pl_alloc_zero(1, sizeof *s);
    founds gapped = {0};
    size_t next = 0;
    for (uint32_t i = 0; i < c->sentences.n; i++)
        collect(c, i);
    index_words(c);
    seek_all_gapped(c, &gapped);
    for (uint32_t i = 0; i < c->sentences.n; i++)
        occur(c, i, &gapped, &next);
    PL_PUSH(&s->first, s->events.n);
    for (uint32_t i = 0; i < c->sentences.n; i++) {
        sample(c, i);
        remember(c, i);
    }
    pl_rivals_sort(&s->outcomes);
    PL_VEC_RELEASE(&gapped, &s->gapped, &s->postings, &s->post_starts);
    pl_outcomes_release(&s->beginnings);
    return 0;
}

/* -- judging ------------------------------------------------------------------------ */

static double chance(const pl_checker *c, const uint64_t *at, uint32_t outcome)
{
    double p = outcome == NIL ? 0.5 : 0.05;
    for (int k = 0; k < N_LEVELS; k++)
        p = pl_outcomes_share(&of(c)->tally, at[k], outcome, p);
    return log(p);
}

/* How much an occurrence is worth, from 0 to 1: more if neighbours are the same elsewhere,
 * and if the nucleus is long. */
static double trust(const pl_checker *c, const uint64_t *at, uint32_t size)
{
    int sides = 0;
    for (int k = 1; k < 3; k++)
        sides += pl_outcomes_total(&of(c)->tally, at[k]) > 0;
    return (1 + sides + (size > 4 ? 2 : size - 2)) / 5.0;
}

/* log of how much likelier outcome `to` is than `from`. */
static double prefer(const pl_checker *c, const pl_checked *v, const event *e, uint32_t from,
                     uint32_t to)
{
    uint64_t at[N_LEVELS];
    contexts(v, e, at);
    if (from == to || pl_outcomes_total(&of(c)->tally, at[0]) == 0)
        return 0;
    return trust(c, at, e->size) * (chance(c, at, to) - chance(c, at, from));
}

/* The nodes of `v` among the changed ones whose yield has another outcome in `other`; with
 * `only_new`, those whose yield is that of no node there. */
static double compare(const pl_checker *c, const pl_edited *change, const pl_checked *v,
                      const pl_checked *other, bool only_new)
{
    double sum = 0;
    uint32_t tokens[LONGEST], node;
    for (uint32_t i = 0; i < change->n; i++) {
        if (change->nodes[i] >= v->tree->n_nodes || !is_nucleus(v, change->nodes[i]))
            continue;
        event e = event_of(v, change->nodes[i], tokens);
        uint32_t there = outcome_at(other, e.yield, &node);
        if (only_new ? there == NIL : true)
            sum += only_new ? prefer(c, v, &e, NIL, e.outcome)
                            : prefer(c, v, &e, e.outcome, there);
    }
    return sum;
}

static double score(pl_checker *c, uint32_t sentence, const pl_edited *change)
{
    if (change->edit.kind == PL_EDIT_NONE || change->edit.kind == PL_EDIT_TAG)
        return 0;
    return compare(c, change, change->before, &change->after, false) +
           compare(c, change, &change->after, change->before, true);
}

/* -- proposing ---------------------------------------------------------------------- */

/* The likeliest other outcome of an occurrence; PL_NONE if none is likelier. */
static uint32_t best_other(const pl_checker *c, const pl_checked *v, const event *e)
{
    const pl_rival *choices;
    size_t n = pl_rivals_of(&of(c)->outcomes, e->nucleus, &choices);
    uint32_t best = PL_NONE;
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        double p = prefer(c, v, e, e->outcome, choices[i].outcome);
        if (p > most) {
            best = choices[i].outcome;
            most = p;
        }
    }
    return best;
}

/* Makes a constituent of what is none. */
static void propose_new(const pl_checked *v, const event *e, uint32_t label, pl_edits *out)
{
    uint32_t run[2];
    if (!pl_find_run(v, e->low, e->high, e->yield, run))
        return;
    PL_PUSH(out, (pl_edit){PL_EDIT_GROUP, run[0], run[1], label});
    if (v->tree->nodes[run[0]].next != run[1])
        return;
    bool fits[2];
    for (int i = 0; i < 2; i++) {
        fits[i] = !pl_is_terminal(v->tree, run[i]) && v->symbols[run[i]] == label;
        if (fits[i])
            PL_PUSH(out, (pl_edit){PL_EDIT_LOWER, run[1 - i], run[i], PL_NONE});
    }
    if (fits[0] && fits[1])
        PL_PUSH(out, (pl_edit){PL_EDIT_JOIN, run[0], run[1], PL_NONE});
}

static void propose(pl_checker *c, uint32_t sentence, pl_edits *out)
{
    const variation *s = of(c);
    const pl_checked *v = &c->sentences.at[sentence].view;
    for (size_t i = s->first.at[sentence]; i < s->first.at[sentence + 1]; i++) {
        const event *e = &s->events.at[i];
        uint32_t other = best_other(c, v, e);
        if (other == PL_NONE)
            continue;
        if (e->outcome == NIL)
            propose_new(v, e, other, out);
        else if (other == NIL)
            PL_PUSH(out, (pl_edit){PL_EDIT_DISSOLVE, e->node, PL_NONE, PL_NONE});
        else
            PL_PUSH(out, (pl_edit){PL_EDIT_LABEL, e->node, PL_NONE, other});
    }
}

/* -- explaining --------------------------------------------------------------------- */

static const char *outcome_name(const pl_checker *c, uint32_t outcome)
{
    return outcome == NIL ? "no constituent" : c->names.at[outcome];
}

static bool tell(const pl_checker *c, const pl_checked *v, const event *e, uint32_t from,
                 uint32_t to, pl_reason *why)
{
    uint64_t at[N_LEVELS];
    int k = N_LEVELS - 1;
    if (from == to || prefer(c, v, e, from, to) <= 0)
        return false;
    contexts(v, e, at);
    while (k > 0 && pl_outcomes_count(&of(c)->tally, at[k], to) == 0)
        k--;
    static const char *const names[N_LEVELS] = {
        "", " after the same word", " before the same word", " between the same words"};
    pl_str_printf(why->text, "these %u words%s: %u times %s, %u times %s", e->size,
                  names[k], pl_outcomes_count(&of(c)->tally, at[k], from),
                  outcome_name(c, from), pl_outcomes_count(&of(c)->tally, at[k], to),
                  outcome_name(c, to));
    why->samples = pl_samples_get(&of(c)->samples, sample_key(e->nucleus, to));
    return true;
}

static void explain(pl_checker *c, uint32_t sentence, const pl_edited *change,
                    pl_reason *why)
{
    const pl_checked *views[2] = {change->before, &change->after};
    uint32_t tokens[LONGEST], node;
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < change->n; i++) {
            if (change->nodes[i] >= views[k]->tree->n_nodes ||
                !is_nucleus(views[k], change->nodes[i]))
                continue;
            event e = event_of(views[k], change->nodes[i], tokens);
            uint32_t there = outcome_at(views[1 - k], e.yield, &node);
            if (tell(c, views[k], &e, k == 0 ? e.outcome : there,
                     k == 0 ? there : e.outcome, why))
                return;
        }
}

static void release(pl_checker *c)
{
    variation *s = of(c);
    pl_outcomes_release(&s->tally);
    pl_samples_release(&s->samples);
    PL_VEC_RELEASE(&s->events, &s->first, &s->outcomes.at);
    free(s);
}

const pl_method pl_check_variation = {
    .name = "variation",
    .about = "the same words are a constituent here and none, or another one, there",
    .weight = 0.59,
    .learn = learn,
    .forget = forget,
    .remember = remember,
    .propose = propose,
    .score = score,
    .explain = explain,
    .release = release,
};
