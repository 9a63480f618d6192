/* Where a parser that has not seen the sentence is sure of something else: a model that
 * the caller gives, or one for each fold, trained on the other folds. How sure it may be of
 * the constituents of its n best trees is what parser/confidence.h says, with weights that
 * begin with those of the model and are fitted to how often it is right on this treebank:
 * for the sentences of one half of the parts, on those of the other half. */
#include "check/method.h"

#include "base/parallel.h"
#include "learn/logistic.h"
#include "train/training.h"

#include <math.h>
#include <stdatomic.h>

enum { METHOD = PL_CHECK_PARSER, N_BEST = PL_CHECK_NBEST, N_PARTS = 16 };

/* No probability is nearer to 0 or 1. */
static const double least_sure = 1e-4;

/* A constituent of one or more of the trees. */
typedef struct bracket {
    uint64_t yield;
    uint32_t label;     /* PL_NONE: the treebank does not have it */
    uint32_t trees;     /* bit i: tree i has it */
    uint32_t low, high; /* its first and last word */
    pl_signals signals; /* of it in the best of these trees */
    double sure;        /* the probability that it is right */
} bracket;

/* What the parser makes of a sentence. */
typedef struct parsed {
    bracket *brackets;
    uint32_t n;
    const pl_tree *best;     /* NULL: it was not parsed */
    const uint32_t *tags;    /* of its tagger; NULL: it has none */
    const double *sure_tags; /* the probability that they are right */
} parsed;

typedef struct parses {
    parsed *at; /* [sentences] */
    pl_arena arenas[PL_MAX_FOLDS];
    pl_error errors[PL_MAX_FOLDS];
    bool failed[PL_MAX_FOLDS];
    size_t n_parts;
    atomic_size_t n_done; /* sentences */
    atomic_bool stopped;
    pl_calibration calibration; /* of the model, or of those of the folds */
} parses;

static parses *parses_of(const pl_checker *c)
{
    return c->state[METHOD];
}

/* -- parsing ------------------------------------------------------------------------ */

/* One part of the work: its sentences, and what parses them. */
typedef struct part {
    const pl_checker *check;
    const pl_model *model;
    pl_model_state *state;
    pl_arena *arena;  /* of what is kept */
    pl_arena scratch; /* of one sentence */
} part;

static void add_bracket(parsed *p, bracket b, uint32_t tree)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (p->brackets[i].yield == b.yield && p->brackets[i].label == b.label) {
            p->brackets[i].trees |= 1u << tree;
            return;
        }
    b.trees = 1u << tree;
    p->brackets[p->n++] = b;
}

/* Adds the constituents of a tree; false if nothing is known of how they were built. */
static bool add_tree(part *w, parsed *p, const pl_tree *t, uint32_t number)
{
    const uint64_t *yields = pl_yields(t, &w->scratch);
    pl_signals *signals = PL_NEW_ARRAY(&w->scratch, pl_signals, t->n_nodes + 1);
    bool known = pl_model_signals(w->state, number, t, signals);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (pl_is_live(t, v) && v != t->root) {
            const char *label = t->nodes[v].label;
            bracket b = {.yield = yields[v],
                         .label =
                             pl_intern_find(&w->check->names, label != NULL ? label : ""),
                         .low = t->nodes[v].low,
                         .high = t->nodes[v].high,
                         .signals = signals[v]};
            add_bracket(p, b, number);
        }
    return known;
}

/* The number of the first tree that has the constituent, or (`with` false) has it not; n
 * if there is none. */
static uint32_t first_tree(const bracket *b, bool with, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && (b->trees >> i & 1) != with)
        i++;
    return i;
}

/* The signals where there are no steps to look at, as in grammars: only the list of trees
 * speaks. */
static void use_list(part *w, parsed *p, const double *scores, uint32_t n, uint32_t words)
{
    const pl_calibration *k = &parses_of(w->check)->calibration;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t without = first_tree(&p->brackets[i], false, n);
        double other = without < n ? scores[without] : scores[n - 1] - k->scale;
        double margin = scores[first_tree(&p->brackets[i], true, n)] - other;
        p->brackets[i].signals = pl_list_signals(k, margin, words);
    }
}

static void tag_words(part *w, const pl_tree *t, parsed *p)
{
    if (!pl_model_tags(w->model))
        return;
    uint32_t *tags = pl_arena_alloc(w->arena, (t->n_tokens + 1) * sizeof *tags);
    double *sure = pl_arena_alloc(w->arena, (t->n_tokens + 1) * sizeof *sure);
    pl_tree *copy = pl_tree_copy(t, &w->scratch);
    pl_model_tag(w->state, copy);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        tags[i] = pl_intern_find(&w->check->names, copy->nodes[i].label);
        sure[i] = pl_attr_number(copy->nodes[i].attrs, PL_CONFIDENCE);
    }
    p->tags = tags;
    p->sure_tags = sure;
}

static void parse(part *w, const pl_tree *t, parsed *p)
{
    double scores[N_BEST];
    bool known = true;
    if (t->root == PL_NONE || t->n_tokens == 0)
        return;
    tag_words(w, t, p);
    pl_tree *copy = pl_tree_copy(t, &w->scratch);
    uint32_t most = 4 * t->n_tokens + t->n_nodes + 64;
    uint32_t n_trees = pl_model_run(w->state, copy, N_BEST);
    bracket *all = pl_arena_alloc(&w->scratch, (size_t)most * N_BEST * sizeof *all);
    p->brackets = all;
    for (uint32_t i = 0; i < n_trees; i++) {
        scores[i] = pl_model_score(w->state, i);
        pl_model_tree(w->state, i, copy);
        if (copy->n_nodes - copy->n_tokens <= most)
            known = add_tree(w, p, copy, i) && known;
        if (i == 0)
            p->best = pl_tree_copy(copy, w->arena);
    }
    if (!known)
        use_list(w, p, scores, n_trees, t->n_tokens);
    p->brackets = pl_arena_alloc(w->arena, (p->n + 1) * sizeof *all);
    memcpy(p->brackets, all, p->n * sizeof *all);
}

/* -- models ------------------------------------------------------------------------- */

static int train_without(const pl_checker *c, size_t fold, pl_model *to, pl_error *err)
{
    PL_VEC(const pl_tree *) others = {0};
    pl_train_options how = pl_train_defaults();
    how.preset = "fast";
    how.runs = 1;
    how.epochs = 3;
    how.tagger = 1;
    how.tag_epochs = 3;
    how.threads = 1;
    how.seed = c->options.seed;
    for (size_t i = 0; i < c->sentences.n; i++)
        if (i % c->options.folds != fold && c->sentences.at[i].view.tree->root != PL_NONE)
            PL_PUSH(&others, c->sentences.at[i].view.tree);
    int status = pl_train_trees(&how, others.at, others.n, to, err);
    PL_VEC_RELEASE(&others);
    return status;
}

/* The model, asked for what check needs. Shares all with it. */
static pl_model lend(const pl_model *m)
{
    pl_model own = *m;
    own.settings.nbest = N_BEST;
    own.settings.confidence = true;
    own.settings.retag = own.settings.diverse = false;
    own.reranker = NULL;
    return own;
}

/* The caller's thread asks now and then whether to go on. */
static bool goes_on(const pl_checker *c, unsigned thread)
{
    parses *s = parses_of(c);
    size_t n_done = atomic_fetch_add(&s->n_done, 1);
    if (thread == 0 && !pl_checker_progress(c, "parsing", n_done, c->sentences.n))
        atomic_store(&s->stopped, true);
    return !atomic_load(&s->stopped);
}

/* Parses the sentences of one part with the model, or with one trained on the others. */
static void do_part(void *context, unsigned thread, size_t number)
{
    pl_checker *c = context;
    parses *s = parses_of(c);
    pl_model trained = {0}, own;
    part w = {.check = c, .arena = &s->arenas[number], .model = &own};
    const pl_model *m = c->options.model;
    if (atomic_load(&s->stopped))
        return;
    if (m == NULL) {
        s->failed[number] = train_without(c, number, &trained, &s->errors[number]) < 0;
        pl_model_calibrate(&trained, &trained.about);
        m = &trained;
    }
    own = lend(m);
    w.state = s->failed[number] ? NULL : pl_model_state_new(&own);
    for (size_t i = number; i < c->sentences.n && w.state != NULL && goes_on(c, thread);
         i += s->n_parts) {
        parse(&w, c->sentences.at[i].view.tree, &s->at[i]);
        pl_arena_reset(&w.scratch);
    }
    pl_model_state_free(w.state);
    pl_model_release(&trained);
    pl_arena_release(&w.scratch);
}

/* -- confidence --------------------------------------------------------------------- */

/* Which half of the parts a sentence belongs to. */
static size_t half_of(const parses *s, size_t sentence)
{
    return sentence % s->n_parts % 2;
}

/* Fits the weights to the constituents of the other half. */
static void fit(const pl_checker *c, size_t half, double *weights)
{
    const parses *s = parses_of(c);
    PL_VEC(pl_signals) signals = {0};
    PL_VEC(uint8_t) right = {0};
    for (size_t i = 0; i < c->sentences.n; i++) {
        const parsed *p = &s->at[i];
        for (uint32_t k = 0; k < p->n && half_of(s, i) != half; k++) {
            PL_PUSH(&signals, p->brackets[k].signals);
            PL_PUSH(&right, pl_view_bracket(&c->sentences.at[i].view,
                                            p->brackets[k].yield, p->brackets[k].label));
        }
    }
    if (right.n > 0)
        pl_logistic_fit(signals.at[0].x, right.at, right.n, PL_N_SIGNALS, weights);
    PL_VEC_RELEASE(&signals, &right);
}

static void calibrate(pl_checker *c)
{
    parses *s = parses_of(c);
    for (size_t half = 0; half < 2; half++) {
        pl_calibration k = s->calibration;
        fit(c, half, k.weights[PL_SURE_NODES]);
        for (size_t i = 0; i < c->sentences.n; i++)
            for (uint32_t b = 0; b < s->at[i].n && half_of(s, i) == half; b++)
                s->at[i].brackets[b].sure = pl_calibration_apply(
                    &k, PL_SURE_NODES, &s->at[i].brackets[b].signals);
    }
}

static int learn(pl_checker *c, pl_error *err)
{
    int status = 0;
    if (c->options.model == NULL && c->options.folds == 0)
        return 0;
    parses *s = c->state[METHOD] = pl_alloc_zero(1, sizeof *s);
    s->at = pl_alloc_zero(c->sentences.n + 1, sizeof *s->at);
    s->n_parts = c->options.model != NULL ? N_PARTS : c->options.folds;
    s->calibration = c->options.model != NULL
                         ? c->options.model->calibration
                         : pl_calibration_of(&(pl_str){0}, false, false);
    pl_pool *pool = pl_pool_new(c->options.threads);
    pl_pool_run(pool, s->n_parts, do_part, c);
    pl_pool_free(pool);
    for (size_t i = 0; i < s->n_parts && status == 0; i++)
        if (s->failed[i]) {
            *err = s->errors[i];
            status = -1;
        }
    if (status == 0 && atomic_load(&s->stopped))
        status = pl_fail(err, PL_STOPPED, "the check was stopped");
    if (status == 0)
        calibrate(c);
    return status;
}

/* -- judging ------------------------------------------------------------------------ */

/* The probability of a constituent of the list; with the label PL_NONE of any one with this
 * yield. 0 if it is not there. */
static double listed(const parsed *p, uint64_t yield, uint32_t label)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        if (p->brackets[i].yield == yield &&
            (label == PL_NONE || p->brackets[i].label == label))
            sum += p->brackets[i].sure;
    return sum;
}

/* How sure the parser is of the least sure constituent of its best tree that has words
 * between the first and the last of this node. */
static double least_around(const parsed *p, const pl_node *node)
{
    double least = 1;
    for (uint32_t i = 0; i < p->n; i++) {
        const bracket *b = &p->brackets[i];
        if ((b->trees & 1) != 0 && b->low <= node->high && b->high >= node->low)
            least = fmin(least, b->sure);
    }
    return least;
}

/* The probability of a node. One that is in no tree of the list would have to replace
 * something else around there. */
static double believe(const parsed *p, const pl_checked *v, uint32_t node)
{
    double sure = listed(p, v->yields[node], v->symbols[node]);
    if (sure == 0)
        sure = (1 - least_around(p, &v->tree->nodes[node])) / 2;
    return fmax(least_sure, fmin(1 - least_sure, sure));
}

static double odds(double p)
{
    return log(p / (1 - p));
}

/* The least that speaks for one of the changes: constituents of `v` that `other` does not
 * have come (sign 1) or go (sign -1). */
static double least_odds(const parsed *p, const pl_edited *change, const pl_checked *v,
                         const pl_checked *other, int sign, double least)
{
    for (uint32_t i = 0; i < change->n; i++) {
        uint32_t n = change->nodes[i];
        if (n >= v->tree->n_nodes || !pl_view_has(v, n) || n == v->tree->root ||
            pl_view_bracket(other, v->yields[n], v->symbols[n]))
            continue;
        least = fmin(least, sign * odds(believe(p, v, n)));
    }
    return least;
}

static double score(pl_checker *c, uint32_t sentence, const pl_edited *change)
{
    const parsed *p = &parses_of(c)->at[sentence];
    const pl_checked *v = change->before;
    pl_edit e = change->edit;
    if (p->best == NULL)
        return 0;
    if (e.kind == PL_EDIT_TAG)
        return p->tags == NULL                         ? 0
               : p->tags[e.node] == e.label            ? odds(p->sure_tags[e.node])
               : p->tags[e.node] == v->symbols[e.node] ? -odds(p->sure_tags[e.node])
                                                       : 0;
    if (e.kind == PL_EDIT_NONE)
        return pl_is_terminal(v->tree, e.node) || e.node == v->tree->root
                   ? 0
                   : -odds(believe(p, v, e.node));
    double least = least_odds(p, change, v, &change->after, -1, INFINITY);
    least = least_odds(p, change, &change->after, v, 1, least);
    return least < INFINITY ? least : 0;
}

/* -- proposing ---------------------------------------------------------------------- */

static bool wants(const parsed *p, uint64_t yield, uint32_t label)
{
    return listed(p, yield, label) > 0.5;
}

/* Whether an edit of pl_edits_list makes what the parser wants. */
static bool is_wanted(const parsed *p, const pl_checked *v, const pl_edit *e)
{
    uint32_t parent = v->tree->nodes[e->node].parent;
    uint64_t yield = v->yields[e->node];
    switch (e->kind) {
    case PL_EDIT_LOWER:
    case PL_EDIT_JOIN:
        return wants(p, v->yields[e->other] + yield, v->symbols[e->other]);
    case PL_EDIT_RAISE:
        return wants(p, v->yields[parent] - yield, v->symbols[parent]);
    default:
        return !wants(p, yield, PL_NONE);
    }
}

/* Makes a constituent of the parser: a node gets its label, or siblings are grouped. */
static void propose_bracket(const pl_checked *v, const bracket *b, pl_edits *out)
{
    uint32_t run[2], same = PL_NONE;
    for (uint32_t n = v->tree->n_tokens; n < v->tree->n_nodes; n++)
        if (v->yields[n] == b->yield && pl_view_has(v, n) && n != v->tree->root)
            same = n;
    if (same != PL_NONE)
        PL_PUSH(out, (pl_edit){PL_EDIT_LABEL, same, PL_NONE, b->label});
    else if (pl_find_run(v, b->low, b->high, b->yield, run))
        PL_PUSH(out, (pl_edit){PL_EDIT_GROUP, run[0], run[1], b->label});
}

/* The node that the parser believes least, if it does not believe it. */
static void propose_node(const parsed *p, const pl_checked *v, pl_edits *out)
{
    double least = 0.1;
    pl_edit e = {PL_EDIT_NONE, PL_NONE, PL_NONE, PL_NONE};
    for (uint32_t n = v->tree->n_tokens; n < v->tree->n_nodes; n++) {
        double b = pl_view_has(v, n) && n != v->tree->root ? believe(p, v, n) : 1;
        if (b < least) {
            least = b;
            e.node = n;
        }
    }
    if (e.node != PL_NONE)
        PL_PUSH(out, e);
}

static void propose_tags(const parsed *p, const pl_checked *v, pl_edits *out)
{
    for (uint32_t i = 0; i < v->tree->n_tokens; i++)
        if (p->tags[i] != v->symbols[i] && p->tags[i] != PL_NONE)
            PL_PUSH(out, (pl_edit){PL_EDIT_TAG, i, PL_NONE, p->tags[i]});
}

static void propose(pl_checker *c, uint32_t sentence, pl_edits *out)
{
    const parsed *p = &parses_of(c)->at[sentence];
    const pl_checked *v = &c->sentences.at[sentence].view;
    size_t from = out->n, n = from;
    if (p->best == NULL)
        return;
    pl_edits_list(v, out);
    for (size_t i = from; i < out->n; i++)
        if (is_wanted(p, v, &out->at[i]))
            out->at[n++] = out->at[i];
    out->n = n;
    for (uint32_t i = 0; i < p->n; i++) {
        const bracket *b = &p->brackets[i];
        if (b->label != PL_NONE && b->sure > 0.3 &&
            !pl_view_bracket(v, b->yield, b->label))
            propose_bracket(v, b, out);
    }
    propose_node(p, v, out);
    if (p->tags != NULL)
        propose_tags(p, v, out);
}

/* -- explaining --------------------------------------------------------------------- */

static void explain(pl_checker *c, uint32_t sentence, const pl_edited *change,
                    pl_reason *why)
{
    const parsed *p = &parses_of(c)->at[sentence];
    pl_edit e = change->edit;
    if (e.kind == PL_EDIT_TAG)
        pl_str_printf(why->text, "a tagger that has not seen the sentence says %s",
                      c->names.at[e.label]);
    else
        pl_str_printf(why->text, "a parser that has not seen the sentence %s",
                      e.kind == PL_EDIT_NONE ? "finds no such node" : "agrees");
    pl_str_printf(why->text, " (%.0f%%)", 100 / (1 + exp(-score(c, sentence, change))));
    if (e.kind == PL_EDIT_NONE && change->before->tree->n_tokens == p->best->n_tokens)
        why->alternative = p->best;
}

static void release(pl_checker *c)
{
    parses *s = parses_of(c);
    for (size_t i = 0; i < s->n_parts; i++)
        pl_arena_release(&s->arenas[i]);
    free(s->at);
    free(s);
}

const pl_method pl_check_parser = {
    .name = "parser",
    .about = "a parser that has not seen the sentence is sure of something else",
    .weight = 0.32,
    .learn = learn,
    .propose = propose,
    .score = score,
    .explain = explain,
    .release = release,
};
