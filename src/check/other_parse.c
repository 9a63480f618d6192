/* Where a parser that has not seen the sentence is sure of something else: a model that
 * the caller gives, or one for each fold, trained on the other folds. Its n best trees
 * vote, each with its probability; how far probabilities follow scores is fitted to how
 * often the parser is right on this treebank. */
#include "check/method.h"

#include "base/parallel.h"
#include "train/training.h"

#include <math.h>

enum { METHOD = 3, N_BEST = PL_CHECK_NBEST, N_PARTS = 16 };

/* The score of a tag that the tagger gives, or of the one it does not. */
static const double tagger_trust = 3;

/* A constituent of one or more of the trees. */
typedef struct bracket {
    uint64_t yield;
    uint32_t label;     /* PL_NONE: the treebank does not have it */
    uint32_t trees;     /* bit i: tree i has it */
    uint32_t low, high; /* its first and last word */
} bracket;

/* What the parser makes of a sentence. */
typedef struct parsed {
    bracket *brackets;
    uint32_t n, n_trees;
    double scores[N_BEST]; /* of the trees, later their probabilities */
    const pl_tree *best;   /* NULL: it was not parsed */
    const uint32_t *tags;  /* of its tagger; NULL: it has none */
} parsed;

typedef struct parses {
    parsed *at; /* [sentences] */
    pl_arena arenas[PL_MAX_FOLDS];
    pl_error errors[PL_MAX_FOLDS];
    bool failed[PL_MAX_FOLDS];
    size_t n_parts;
} parses;

static parses *parses_of(const pl_check *c)
{
    return c->state[METHOD];
}

/* -- parsing ------------------------------------------------------------------------ */

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

static void add_tree(const pl_check *c, parsed *p, const pl_tree *t, uint32_t number,
                     pl_arena *scratch)
{
    const uint64_t *yields = pl_yields(t, scratch);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (pl_is_live(t, v) && v != t->root) {
            const char *label = t->nodes[v].label;
            add_bracket(p,
                        (bracket){yields[v],
                                  pl_intern_find(&c->names, label != NULL ? label : ""),
                                  0, t->nodes[v].low, t->nodes[v].high},
                        number);
        }
}

static const uint32_t *tag_words(const pl_check *c, const pl_model *m, const pl_tree *t,
                                 pl_arena *arena, pl_arena *scratch)
{
    if (m->tagger == NULL)
        return NULL;
    uint32_t *tags = pl_arena_alloc(arena, (t->n_tokens + 1) * sizeof *tags);
    const pl_tree *copy = pl_tagger_copy(m->tagger, t, scratch);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        tags[i] = pl_intern_find(&c->names, copy->nodes[i].label);
    return tags;
}

static void parse(const pl_check *c, const pl_model *m, pl_model_state *state,
                  const pl_tree *t, parsed *p, pl_arena *arena, pl_arena *scratch)
{
    if (t->root == PL_NONE || t->n_tokens == 0)
        return;
    pl_tree *copy = pl_tree_copy(t, scratch);
    p->n_trees = pl_model_run(state, copy, N_BEST);
    p->tags = tag_words(c, m, t, arena, scratch);
    bracket *all = pl_arena_alloc(scratch, (4 * (size_t)t->n_tokens + t->n_nodes + 64) *
                                               N_BEST * sizeof *all);
    p->brackets = all;
    for (uint32_t i = 0; i < p->n_trees; i++) {
        p->scores[i] = pl_model_score(state, i);
        pl_model_tree(state, i, copy);
        if (copy->n_nodes - copy->n_tokens <= 4 * copy->n_tokens + t->n_nodes + 64)
            add_tree(c, p, copy, i, scratch);
        if (i == 0)
            p->best = pl_tree_copy(copy, arena);
    }
    p->brackets = pl_arena_alloc(arena, (p->n + 1) * sizeof *all);
    memcpy(p->brackets, all, p->n * sizeof *all);
}

/* -- models ------------------------------------------------------------------------- */

static int train_without(const pl_check *c, size_t fold, pl_model *to, pl_error *err)
{
    PL_VEC(const pl_tree *) others = {0};
    pl_train_options how = pl_train_defaults();
    how.beam = 4;
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

/* Parses the sentences of one part with the model, or with one trained on the others. */
static void do_part(void *context, unsigned thread, size_t part)
{
    pl_check *c = context;
    parses *s = parses_of(c);
    pl_arena scratch = {0};
    pl_model own = {0};
    const pl_model *m = c->options.model;
    if (m == NULL) {
        s->failed[part] = train_without(c, part, &own, &s->errors[part]) < 0;
        own.settings.nbest = N_BEST;
        m = &own;
    }
    pl_model_state *state = s->failed[part] ? NULL : pl_model_state_new(m);
    for (size_t i = part; i < c->sentences.n && state != NULL; i += s->n_parts) {
        parse(c, m, state, c->sentences.at[i].view.tree, &s->at[i], &s->arenas[part],
              &scratch);
        pl_arena_reset(&scratch);
    }
    pl_model_state_free(state);
    pl_model_release(&own);
    pl_arena_release(&scratch);
}

/* -- confidence --------------------------------------------------------------------- */

/* The probability of tree i, from the scores of all: the one place that knows how sure a
 * parser is. `scale` is how much a score must differ to matter. */
static double confidence(const parsed *p, uint32_t tree, double scale)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n_trees; i++)
        sum += exp((p->scores[i] - p->scores[tree]) / scale);
    return 1 / sum;
}

static double probability(const parsed *p, const bracket *b, const double *trees)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n_trees; i++)
        if (b->trees >> i & 1)
            sum += trees[i];
    return sum;
}

/* Fills in the mean probability of the constituents of the best trees, and the share of
 * them that the treebank has. */
static void compare(const pl_check *c, double scale, double *mean, double *right)
{
    double sum = 0, n = 0, n_right = 0, trees[N_BEST];
    for (size_t i = 0; i < c->sentences.n; i++) {
        const parsed *p = &parses_of(c)->at[i];
        const pl_checked *v = &c->sentences.at[i].view;
        for (uint32_t k = 0; k < p->n_trees; k++)
            trees[k] = confidence(p, k, scale);
        for (uint32_t k = 0; k < p->n; k++) {
            if ((p->brackets[k].trees & 1) == 0)
                continue;
            n++;
            sum += probability(p, &p->brackets[k], trees);
            n_right += pl_view_bracket(v, p->brackets[k].yield, p->brackets[k].label);
        }
    }
    *mean = n > 0 ? sum / n : 1;
    *right = n > 0 ? n_right / n : 1;
}

/* Finds the scale with which probabilities are as high as the parser is right, and turns
 * scores into probabilities. */
static void calibrate(pl_check *c)
{
    double low = 0.01, high = 10000, mean, right;
    for (int i = 0; i < 24; i++) {
        double middle = sqrt(low * high);
        compare(c, middle, &mean, &right);
        if (mean > right)
            low = middle;
        else
            high = middle;
    }
    for (size_t i = 0; i < c->sentences.n; i++) {
        parsed *p = &parses_of(c)->at[i];
        double trees[N_BEST] = {0};
        for (uint32_t k = 0; k < p->n_trees; k++)
            trees[k] = confidence(p, k, low);
        memcpy(p->scores, trees, sizeof trees);
    }
}

static int learn(pl_check *c, pl_error *err)
{
    int status = 0;
    if (c->options.model == NULL && c->options.folds == 0)
        return 0;
    parses *s = c->state[METHOD] = pl_alloc_zero(1, sizeof *s);
    s->at = pl_alloc_zero(c->sentences.n + 1, sizeof *s->at);
    s->n_parts = c->options.model != NULL ? N_PARTS : c->options.folds;
    pl_pool *pool = pl_pool_new(c->options.threads);
    pl_pool_run(pool, s->n_parts, do_part, c);
    pl_pool_free(pool);
    for (size_t i = 0; i < s->n_parts && status == 0; i++)
        if (s->failed[i]) {
            *err = s->errors[i];
            status = -1;
        }
    if (status == 0)
        calibrate(c);
    return status;
}

/* -- judging ------------------------------------------------------------------------ */

/* The probability of a constituent; with the label PL_NONE of any one with this yield.
 * What is in no tree, or in all, may be otherwise in a tree that is not among the n best,
 * none of which is likelier than the last. */
static double believe(const parsed *p, uint64_t yield, uint32_t label)
{
    double sum = 0, rest = fmax(1e-4, p->scores[p->n_trees - 1] / 2);
    for (uint32_t i = 0; i < p->n; i++)
        if (p->brackets[i].yield == yield &&
            (label == PL_NONE || p->brackets[i].label == label))
            sum += probability(p, &p->brackets[i], p->scores);
    return fmax(rest, fmin(1 - rest, sum));
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
        least = fmin(least, sign * odds(believe(p, v->yields[n], v->symbols[n])));
    }
    return least;
}

static double score(pl_check *c, uint32_t sentence, const pl_edited *change)
{
    const parsed *p = &parses_of(c)->at[sentence];
    const pl_checked *v = change->before;
    pl_edit e = change->edit;
    if (p->best == NULL)
        return 0;
    if (e.kind == PL_EDIT_TAG)
        return p->tags == NULL                         ? 0
               : p->tags[e.node] == e.label            ? tagger_trust
               : p->tags[e.node] == v->symbols[e.node] ? -tagger_trust
                                                       : 0;
    if (e.kind == PL_EDIT_NONE)
        return pl_is_terminal(v->tree, e.node) || e.node == v->tree->root
                   ? 0
                   : -odds(believe(p, v->yields[e.node], v->symbols[e.node]));
    double least = least_odds(p, change, v, &change->after, -1, INFINITY);
    least = least_odds(p, change, &change->after, v, 1, least);
    return least < INFINITY ? least : 0;
}

/* -- proposing ---------------------------------------------------------------------- */

static bool wants(const parsed *p, uint64_t yield, uint32_t label)
{
    return believe(p, yield, label) > 0.5;
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
        return believe(p, yield, PL_NONE) < 0.5;
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
        double b = pl_view_has(v, n) && n != v->tree->root
                       ? believe(p, v->yields[n], v->symbols[n])
                       : 1;
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

static void propose(pl_check *c, uint32_t sentence, pl_edits *out)
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
        if (b->label != PL_NONE && probability(p, b, p->scores) > 0.3 &&
            !pl_view_bracket(v, b->yield, b->label))
            propose_bracket(v, b, out);
    }
    propose_node(p, v, out);
    if (p->tags != NULL)
        propose_tags(p, v, out);
}

/* -- explaining --------------------------------------------------------------------- */

static void explain(pl_check *c, uint32_t sentence, const pl_edited *change,
                    pl_reason *why)
{
    const parsed *p = &parses_of(c)->at[sentence];
    const pl_checked *v = change->before;
    if (change->edit.kind == PL_EDIT_TAG) {
        pl_str_printf(why->text, "a tagger that has not seen the sentence says %s",
                      c->names.at[change->edit.label]);
        return;
    }
    double sure = score(c, sentence, change);
    pl_str_printf(why->text,
                  change->edit.kind == PL_EDIT_NONE
                      ? "a parser that has not seen the sentence finds no such node"
                      : "a parser that has not seen the sentence agrees");
    pl_str_printf(why->text, " (%.0f%%)", 100 / (1 + exp(-sure)));
    if (change->edit.kind == PL_EDIT_NONE && v->tree->n_tokens == p->best->n_tokens)
        why->alternative = p->best;
}

static void release(pl_check *c)
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
