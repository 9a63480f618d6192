/* Signals and probabilities; see confidence.h. */
#include "parser/confidence.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "learn/activation.h"
#include "learn/logistic.h"

#include <math.h>
#include <stdlib.h>

#define MOST_UNITS 2.0    /* margins are cut here */
#define SURE       1e9    /* margin of what had no alternative */
#define LEAST      0.0001 /* probability */

enum { MADE = 1, INSIDE, AROUND, LIST, LENGTH }; /* signals after the bias */
enum { NEAR = 3 };                               /* steps that are around */

/* -- calibration -------------------------------------------------------------------- */

static const char *const names[PL_N_SURE] = {"confidence-constituents", "confidence-arcs",
                                             "confidence-trees", "confidence-tags"};

/* Learned on the dev parts of treebanks (docs/confidence.md says which). */
/* clang-format off */
static const pl_calibration defaults[] = {
    /* linear models */
    {60, 120, {
        /*                   bias   made  inside around list  length */
        [PL_SURE_NODES] = { 0.05, 0.46,  0.78,  0.43, 0.91, -0.50},
        [PL_SURE_ARCS]  = {-0.70, 0.51,  0.51,  0.48, 0.88, -0.29},
        [PL_SURE_TREES] = {-5.31, 4.57,  0.43,  0.00, 0.79, -1.40},
        [PL_SURE_TAGS]  = { 0.29, 3.15,  0.00,  0.00, 0.00,  0.00},
    }},
    /* networks */
    {2, 4, {
        [PL_SURE_NODES] = {-1.04, 0.59,  1.02,  0.65, 0.87, -0.22},
        [PL_SURE_ARCS]  = {-1.04, 0.59,  1.02,  0.65, 0.87, -0.22},
        [PL_SURE_TREES] = {-15.3, 9.19,  0.82,  0.00, 0.85, -0.91},
        [PL_SURE_TAGS]  = { 0.03, 4.03,  0.00,  0.00, 0.00,  0.00},
    }},
};
/* clang-format on */

/* Reads the weights of a line: as many finite numbers as there are signals, and no more. */
static bool read_weights(const char *text, double *out)
{
    double found[PL_N_SIGNALS];
    for (int k = 0; k < PL_N_SIGNALS; k++) {
        char *end;
        found[k] = strtod(text, &end);
        if (end == text || !isfinite(found[k]))
            return false;
        text = end;
    }
    memcpy(out, found, sizeof found);
    return *text == '\0';
}

pl_calibration pl_calibration_of(const pl_str *about, bool network, bool network_tags)
{
    pl_calibration c = defaults[network];
    c.tag_scale = defaults[network_tags].tag_scale;
    memcpy(c.weights[PL_SURE_TAGS], defaults[network_tags].weights[PL_SURE_TAGS],
           sizeof c.weights[PL_SURE_TAGS]);
    for (int kind = 0; kind < PL_N_SURE; kind++) {
        pl_str line = {0};
        if (pl_about_get(about, names[kind], &line))
            read_weights(pl_str_text(&line), c.weights[kind]);
        pl_str_release(&line);
    }
    return c;
}

void pl_calibration_describe(const pl_calibration *c, int kind, pl_str *about)
{
    const double *w = c->weights[kind];
    pl_about_set(about, names[kind], "%.3f %.3f %.3f %.3f %.3f %.3f", w[0], w[1], w[2],
                 w[3], w[4], w[5]);
}

double pl_calibration_apply(const pl_calibration *c, int kind, const pl_signals *s)
{
    double p = pl_logistic(s->x, c->weights[kind], PL_N_SIGNALS);
    return fmin(fmax(p, LEAST), 1 - LEAST);
}

/* A margin in units, not too large to be averaged with others. */
static double units(double margin, double scale)
{
    return fmin(fmax(margin / scale, -MOST_UNITS), MOST_UNITS);
}

pl_signals pl_tag_signals(const pl_calibration *c, double margin)
{
    return (pl_signals){{1, [MADE] = units(margin, c->tag_scale)}};
}

pl_signals pl_list_signals(const pl_calibration *c, double margin, uint32_t n_words)
{
    return (pl_signals){{1, [LIST] = units(margin, c->scale),
                         [LENGTH] = pl_log((float)n_words)}};
}

double pl_log_odds(double p)
{
    p = fmin(fmax(p, LEAST * LEAST), 1 - LEAST * LEAST);
    return pl_log((float)(p / (1 - p)));
}

/* -- the list of trees ---------------------------------------------------------------- */

/* A constituent or an arc of a tree of the list, found again by its key. */
typedef struct member {
    uint64_t key;
    uint32_t tree;
} member;

/* A constituent or an arc that a derivation made. */
typedef struct made {
    uint64_t words; /* number of its words together, or of the word that got a head */
    uint32_t first, step;
} made;

struct pl_confidence {
    pl_transitions_state *state;
    uint32_t n_trees, n_words;
    double *scores; /* [n_trees] */
    PL_VEC(member) members;
    /* of the derivation that is looked at: */
    PL_VEC(double) margins; /* [steps] */
    PL_VEC(made) all_made;
    bool known;            /* its steps */
    uint32_t looked;       /* its number */
    uint32_t *first_steps; /* [items] step at which their first word came */
    uint64_t *sums;        /* [items] */
    pl_arena arena;
};

pl_confidence *pl_confidence_new(void)
{
    return pl_alloc_zero(1, sizeof(pl_confidence));
}

void pl_confidence_free(pl_confidence *c)
{
    if (c == NULL)
        return;
    PL_VEC_RELEASE(&c->members, &c->margins, &c->all_made);
    pl_arena_release(&c->arena);
    free(c);
}

static uint64_t word_sum(uint32_t word)
{
    return pl_mix(word + (uint64_t)1);
}

static uint64_t text_sum(const char *text)
{
    return text != NULL ? pl_hash(text, strlen(text)) : 0;
}

/* What tells nodes apart by their words: [n_nodes]. */
static const uint64_t *node_sums(const pl_tree *t, pl_arena *m)
{
    uint64_t *sums = PL_NEW_ARRAY(m, uint64_t, t->n_nodes + (size_t)1);
    for (uint32_t v = t->root != PL_NONE ? pl_tree_deepest(t, t->root) : PL_NONE;
         v != PL_NONE; v = pl_tree_postorder(t, t->root, v)) {
        sums[v] += pl_is_terminal(t, v) ? word_sum(v) : 0;
        if (t->nodes[v].parent != PL_NONE)
            sums[t->nodes[v].parent] += sums[v];
    }
    return sums;
}

/* The key of a node, or of the arc to a word. */
static uint64_t key_of(const pl_tree *t, uint32_t v, const uint64_t *sums)
{
    if (!pl_is_terminal(t, v))
        return pl_mix(sums[v] ^ text_sum(t->nodes[v].label));
    return pl_mix(word_sum(v) ^ pl_mix(t->tokens[v].head) ^
                  text_sum(t->tokens[v].deprel));
}

static void add_members(pl_confidence *c, uint32_t i, const pl_tree *sentence)
{
    pl_tree *t = pl_tree_copy(sentence, &c->arena);
    pl_transitions_outline(c->state, i, t);
    const uint64_t *sums = node_sums(t, &c->arena);
    for (uint32_t v = t->root == PL_NONE ? 0 : t->n_tokens; v < t->n_nodes; v++)
        PL_PUSH(&c->members, (member){key_of(t, v, sums), i});
}

static int by_key_and_tree(const void *a, const void *b)
{
    const member *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1)
                            : (x->tree > y->tree) - (x->tree < y->tree);
}

void pl_confidence_start(pl_confidence *c, pl_transitions_state *s, uint32_t n,
                         const pl_tree *sentence)
{
    pl_arena_reset(&c->arena);
    c->state = s;
    c->n_trees = n;
    c->n_words = sentence->n_tokens;
    c->looked = PL_NONE;
    c->scores = PL_NEW_ARRAY(&c->arena, double, n + (size_t)1);
    c->members.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        c->scores[i] = pl_transitions_score(s, i);
        add_members(c, i, sentence);
    }
    PL_SORT(&c->members, by_key_and_tree);
}

/* The best tree that has a key, less the best one that has not. */
static double list_margin(const pl_confidence *c, uint64_t key, double scale)
{
    size_t low = 0, high = c->members.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->members.at[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t has = PL_NONE, lacks = 0;
    for (; low < c->members.n && c->members.at[low].key == key; low++) {
        uint32_t tree = c->members.at[low].tree;
        has = has == PL_NONE ? tree : has;
        lacks += tree == lacks;
    }
    double best = has != PL_NONE ? c->scores[has] : c->scores[c->n_trees - 1];
    double other =
        lacks < c->n_trees ? c->scores[lacks] : c->scores[c->n_trees - 1] - scale;
    return best - other;
}

/* -- the derivation -------------------------------------------------------------------- */

static double margin_of(const pl_retaken *r)
{
    return r->n_others == 0 ? SURE : r->taken.score - r->others[0].score;
}

/* Notes when words came and constituents were made. */
static void see_item(void *context, const pl_retaken *r)
{
    pl_confidence *c = context;
    size_t most =
        r->before->items.sentence->n_items + (size_t)1; /* all are made already */
    if (r->number == 0) {
        c->first_steps = PL_NEW_ARRAY(&c->arena, uint32_t, most);
        c->sums = PL_NEW_ARRAY(&c->arena, uint64_t, most);
    }
    PL_PUSH(&c->margins, margin_of(r));
    const pl_cell *now = r->after->items.stack, *was = r->before->items.stack;
    const pl_item *item = now != NULL ? now->item : NULL;
    if (item == NULL || (was != NULL && was->item == item))
        return;
    if (pl_item_is_word(item)) {
        c->first_steps[item->id] = r->number;
        c->sums[item->id] = word_sum(item->id);
        return;
    }
    uint32_t left = c->first_steps[item->left->id];
    uint32_t right = item->right != NULL ? c->first_steps[item->right->id] : left;
    c->first_steps[item->id] = left < right ? left : right;
    c->sums[item->id] =
        c->sums[item->left->id] + (item->right != NULL ? c->sums[item->right->id] : 0);
    if (item->label != PL_NONE && !item->temporary)
        PL_PUSH(&c->all_made,
                (made){c->sums[item->id], c->first_steps[item->id], r->number});
}

static void see_arc(void *context, const pl_retaken *r)
{
    pl_confidence *c = context;
    pl_parse_step shown = {.word = PL_NONE};
    PL_PUSH(&c->margins, margin_of(r));
    r->machine->ops->show_arc(r->task, r->after, r->taken.step, &shown);
    if (shown.word != PL_NONE)
        PL_PUSH(&c->all_made, (made){word_sum(shown.word), r->number, r->number});
}

static bool look_at(pl_confidence *c, uint32_t i, bool arcs)
{
    if (c->looked == i)
        return c->known;
    c->looked = i;
    c->margins.n = c->all_made.n = 0;
    pl_transitions_replay(c->state, i, 1, arcs ? see_arc : see_item, c);
    c->known = c->margins.n > 0;
    PL_SORT(&c->all_made, pl_by_u64);
    return c->known;
}

/* Whether arcs are judged, not constituents. */
static bool gives_arcs(const pl_tree *t)
{
    return t->root == PL_NONE;
}

static double least_margin(const pl_confidence *c, size_t from, size_t end)
{
    double least = SURE;
    for (size_t k = from; k < end && k < c->margins.n; k++)
        least = fmin(least, c->margins.at[k]);
    return least;
}

/* Signals of what stands over these words; the least sure of several in a chain counts. */
static void add_steps(const pl_confidence *c, uint64_t words, double scale, double *x)
{
    const made *m = c->all_made.n == 0 ? NULL
                                       : bsearch(&words, c->all_made.at, c->all_made.n,
                                                 sizeof *m, pl_by_u64);
    double least[PL_N_SIGNALS] = {0, SURE, SURE, SURE, 0, 0};
    while (m != NULL && m > c->all_made.at && m[-1].words == words)
        m--;
    for (; m != NULL && m < c->all_made.at + c->all_made.n && m->words == words; m++) {
        size_t before = m->first > NEAR ? m->first - NEAR : 0;
        least[MADE] = fmin(least[MADE], c->margins.at[m->step]);
        least[INSIDE] =
            fmin(least[INSIDE], least_margin(c, m->first, m->step + (size_t)1));
        least[AROUND] = fmin(least[AROUND], least_margin(c, before, m->first));
        least[AROUND] = fmin(least[AROUND], least_margin(c, m->step + (size_t)1,
                                                         m->step + (size_t)1 + NEAR));
    }
    for (int k = MADE; k <= AROUND; k++)
        x[k] = units(least[k], scale);
}

static double mean_margin(const pl_confidence *c, double scale)
{
    double sum = 0;
    for (size_t k = 0; k < c->margins.n; k++)
        sum += units(c->margins.at[k], scale);
    return sum / (double)c->margins.n;
}

bool pl_confidence_signals(pl_confidence *c, uint32_t i, const pl_tree *t, double scale,
                           pl_signals *out)
{
    bool arcs = gives_arcs(t);
    if (i >= c->n_trees || !look_at(c, i, arcs))
        return false;
    const uint64_t *sums = node_sums(t, &c->arena);
    double length = pl_log((float)t->n_tokens);
    for (uint32_t v = arcs ? 0 : t->n_tokens; v < t->n_nodes; v++) {
        out[v] = (pl_signals){{1, [LENGTH] = length}};
        add_steps(c, arcs ? word_sum(v) : sums[v], scale, out[v].x);
        out[v].x[LIST] = units(list_margin(c, key_of(t, v, sums), scale), scale);
    }
    return true;
}

bool pl_confidence_whole(pl_confidence *c, const pl_tree *t, double scale,
                         pl_signals *out)
{
    if (c->n_trees == 0 || !look_at(c, 0, gives_arcs(t)))
        return false;
    double other = c->n_trees == 1 ? scale : c->scores[0] - c->scores[1];
    *out = (pl_signals){
        {1, [MADE] = mean_margin(c, scale),
         [INSIDE] = units(least_margin(c, 0, c->margins.n), scale),
         [LIST] = units(other, scale), [LENGTH] = pl_log((float)c->n_words)}};
    return true;
}

double pl_confidence_share(const pl_confidence *c, uint32_t i, double scale, double best)
{
    double all = 1, mine = 1; /* 1: of trees that are not in the list */
    for (uint32_t k = 1; k < c->n_trees; k++) {
        double e = pl_exp((pl_real)((c->scores[k] - c->scores[0]) / scale));
        all += e;
        mine = k == i ? e : mine;
    }
    return i == 0 ? best : fmin(best, (1 - best) * mine / all);
}

/* -- what is written -------------------------------------------------------------------- */

void pl_confidence_put(pl_attr **list, const char *key, double p, pl_arena *m)
{
    pl_attr_set(m, list, key, pl_arena_printf(m, "%.4f", p));
}
