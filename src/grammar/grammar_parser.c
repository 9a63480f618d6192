/* Parsing with grammars; see grammar_parser.h. */
#include "grammar/grammar_parser.h"

#include "base/hash.h"
#include "base/keyed_hash.h"
#include "grammar/coarse.h"
#include "transform/transform.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define CELL_BEAM   7.0F /* see pl_chart_beam and docs/grammars.md */
#define CHAIN_BEAM  12.0F
#define SHARE       1e-3 /* see pl_stage */
#define DOP_SHARE   1e-4 /* of grammars of fragments */

struct pl_grammar {
    pl_cascade cascade;
    uint32_t n; /* stages */
    pl_ruleset rules[PL_CASCADE_STAGES];
    pl_projection projections[PL_CASCADE_STAGES]; /* from the stage before */
    pl_outlook outlook;                           /* of the first stage */
    pl_chart_beam beam;
    pl_stage stages[PL_CASCADE_STAGES];
    pl_word_tags tags[PL_CASCADE_STAGES];
    pl_coarse_options options;
    bool *inner, *partial; /* [symbols] of the last stage, of the first */
    bool fragments;        /* the last stage has elementary trees */
    /* How the sentences ended; all that changes while threads parse. */
    atomic_size_t n_by[PL_CASCADE_STAGES + 1]; /* derived by each stage; by none */
    atomic_size_t n_out_of_time, n_untagged;
    atomic_size_t microseconds[PL_CASCADE_STAGES];
};

struct pl_grammar_state {
    const pl_grammar *grammar;
    pl_tree_keys keys;
    PL_VEC(uint64_t) key_stack; /* scratch of tree_key */
    uint64_t hash_start;
    pl_coarse_options options;
    pl_coarse *parser;
    pl_terminals terminals[PL_CASCADE_STAGES];
    pl_coarse_result result;
    /* From derivations to trees: */
    pl_pipeline undo;
    pl_tsg_expander expander;
    pl_numbers derivation, expanded;
    pl_code code;
};

/* -- the grammar -------------------------------------------------------------------- */

static int find_objective(const char *name, pl_objective *objective, pl_error *err)
{
    static const char *const names[] = {"mpd", "mpp", "shortest"};
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], name) == 0) {
            *objective = (pl_objective)i;
            return 0;
        }
    return pl_fail(err, PL_BAD_ARGUMENT,
                   "the objective is one of mpp, mpd and shortest, not '%s'", name);
}

/* Whether the shortest derivation is looked for at stage i: fragments then cost more than
 * anything else. */
static bool is_shortest(const pl_grammar *g, uint32_t i)
{
    return i + 1 == g->n && g->options.objective == PL_SHORTEST && g->fragments;
}

static int compile(pl_grammar *g, uint32_t i, pl_error *err)
{
    const pl_tsg *tsg = &g->cascade.at[i].rules;
    const char *root = pl_cascade_root(&g->cascade);
    uint32_t n = is_shortest(g, i) ? (uint32_t)tsg->productions.at.n : 0;
    bool *starts = n > 0 ? pl_alloc_zero(n, sizeof *starts) : NULL;
    for (uint32_t k = 0; k < n; k++)
        starts[k] = pl_tsg_starts(tsg, k);
    int status = pl_ruleset_compile(&g->rules[i], &tsg->productions, tsg->weights.at,
                                    starts, root, err);
    free(starts);
    return status;
}

/* From stage i - 1 to stage i. */
static void project(pl_grammar *g, uint32_t i)
{
    const pl_cascade_stage *fine = &g->cascade.at[i], *coarse = &g->cascade.at[i - 1];
    pl_arena m = {0};
    pl_project(&g->projections[i], &g->rules[i - 1], &g->rules[i],
               pl_tsg_labels(&fine->rules, &m),
               pl_stage_is_split(coarse) && !pl_stage_is_split(fine));
    pl_arena_release(&m);
}

static void add_beam(pl_grammar *g)
{
    pl_outlook_make(&g->outlook, &g->rules[0]);
    g->beam = (pl_chart_beam){&g->outlook, CELL_BEAM, CHAIN_BEAM};
    g->stages[0].beam = &g->beam;
}

static int make_stage(pl_grammar *g, uint32_t i, double prune, pl_error *err)
{
    const pl_cascade *c = &g->cascade;
    pl_stage *stage = &g->stages[i];
    if (compile(g, i, err) < 0)
        return -1;
    *stage = (pl_stage){.name = c->at[i].kind->name, .rules = &g->rules[i]};
    pl_word_tags_init(&g->tags[i], &c->at[i].rules, &g->rules[i],
                      c->use_rare ? &c->rare : NULL,
                      strstr(pl_str_text(&c->undo), "merge-states") != NULL,
                      is_shortest(g, i) ? (pl_cost)PL_FRAGMENT_COST : 0);
    if (i == 0) {
        add_beam(g);
        return 0;
    }
    project(g, i);
    stage->projection = &g->projections[i];
    stage->k = (uint32_t)prune; /* 0: by share */
    stage->share = prune > 0 ? prune : g->fragments ? DOP_SHARE : SHARE;
    return 0;
}

/* Whether a symbol of the first stage may be a part of a flat tree: binarization or
 * splitting has not made it. */
static bool may_stand_alone(const char *label)
{
    bool part = strlen(label) > 2 && strchr(label, '*') != NULL;
    return !part && !pl_looks_temporary(label) && label[0] != '\\' &&
           strcmp(label, PL_CASCADE_ROOT) != 0;
}

static void mark_symbols(pl_grammar *g)
{
    const pl_tsg *last = &g->cascade.at[g->n - 1].rules;
    const pl_productions *first = &g->cascade.at[0].rules.productions;
    g->inner = pl_alloc_zero(last->productions.symbols.n + 1, sizeof *g->inner);
    for (uint32_t k = 0; k < last->productions.symbols.n; k++)
        g->inner[k] = pl_tsg_is_inner(last, k);
    g->partial = pl_alloc_zero(first->symbols.n + 1, sizeof *g->partial);
    for (uint32_t k = 0; k < first->symbols.n; k++)
        g->partial[k] = may_stand_alone(first->symbols.at[k].label);
    g->options.partial = g->partial;
}

static int load(pl_grammar *g, const pl_sections *file, const pl_grammar_options *o,
                pl_error *err)
{
    g->options = (pl_coarse_options){.objective = PL_MPP,
                                     .nbest = o->nbest,
                                     .derivations = o->derivations,
                                     .seconds = o->seconds};
    if ((o->objective != NULL &&
         find_objective(o->objective, &g->options.objective, err) < 0) ||
        pl_cascade_load(&g->cascade, file, err) < 0)
        return -1;
    g->n = g->cascade.n;
    g->fragments = g->cascade.at[g->n - 1].kind->rules != PL_RULES_PRODUCTIONS;
    if (!g->fragments && g->options.objective != PL_SHORTEST)
        g->options.objective = PL_MPD;
    for (uint32_t i = 0; i < g->n; i++)
        if (make_stage(g, i, i > 0 ? o->prune[i - 1] : 0, err) < 0)
            return pl_fail_prefix(err, "%s: ", pl_sections_name(file));
    mark_symbols(g);
    return 0;
}

pl_grammar *pl_grammar_from(const pl_sections *file, const pl_grammar_options *o,
                            pl_error *err)
{
    pl_grammar *g = pl_alloc_zero(1, sizeof *g);
    if (load(g, file, o, err) == 0)
        return g;
    pl_grammar_free(g);
    return NULL;
}

void pl_grammar_free(pl_grammar *g)
{
    if (g == NULL)
        return;
    for (uint32_t i = 0; i < g->n; i++) {
        pl_ruleset_release(&g->rules[i]);
        pl_projection_release(&g->projections[i]);
        pl_word_tags_release(&g->tags[i]);
    }
    pl_outlook_release(&g->outlook);
    free(g->inner);
    free(g->partial);
    pl_cascade_release(&g->cascade);
    free(g);
}

/* -- keys of trees ------------------------------------------------------------------ */

/* The key of a tree (see pl_tree_keys): a hash of its productions in the base. At each
 * node of the elementary tree, from the last to the first in pre-order,
 *
 *     key(node) = 31 mix( … 31 mix(31 mix(mix(production) + key(child 0)) + key(child 1)))
 *
 * so that it depends on the tree alone and not on the fragments it was put together of. */
static uint64_t tree_key(void *state, uint32_t production, const uint64_t *parts,
                         uint32_t n)
{
    pl_grammar_state *s = state;
    const pl_tsg *g = &s->grammar->cascade.at[s->grammar->n - 1].rules;
    const pl_elementary *e = &g->trees.at[g->tree_of.at[production]];
    uint32_t leaf = e->n_leaves;
    s->key_stack.n = 0;
    for (uint32_t i = e->n; i-- > 0;) {
        uint32_t code = g->codes.at[e->code + i];
        const pl_production *q = code != PL_NONE ? &g->base->at.at[code] : NULL;
        if (q == NULL || q->word != NULL) {
            leaf--;
            uint32_t rank = e->order != SIZE_MAX ? g->orders.at[e->order + leaf] : leaf;
            PL_PUSH(&s->key_stack, parts[rank]);
            continue;
        }
        uint64_t key = pl_mix(s->hash_start + code); /* the first child is on top */
        for (uint32_t child = 0; child < q->n_rhs; child++)
            key = pl_mix(key + PL_POP(&s->key_stack)) * 31;
        PL_PUSH(&s->key_stack, key | 1);
    }
    return s->key_stack.at[0];
}

/* -- parsing ------------------------------------------------------------------------ */

pl_grammar_state *pl_grammar_state_new(const pl_grammar *g)
{
    pl_grammar_state *s = pl_alloc_zero(1, sizeof *s);
    s->grammar = g;
    s->hash_start = pl_hash_start();
    s->keys = (pl_tree_keys){g->inner, tree_key, s};
    s->options = g->options;
    s->options.keys = g->fragments ? &s->keys : NULL;
    s->parser = pl_coarse_new(g->stages, g->n, &s->options);
    pl_grammar_steps(&s->undo, pl_str_text(&g->cascade.undo));
    return s;
}

void pl_grammar_state_free(pl_grammar_state *s)
{
    if (s == NULL)
        return;
    pl_coarse_free(s->parser);
    for (uint32_t i = 0; i < PL_CASCADE_STAGES; i++)
        PL_VEC_RELEASE(&s->terminals[i]);
    PL_VEC_RELEASE(&s->key_stack);
    pl_pipeline_release(&s->undo);
    pl_tsg_expander_release(&s->expander);
    PL_VEC_RELEASE(&s->derivation, &s->expanded);
    pl_code_release(&s->code);
    free(s);
}

static void count(const pl_grammar_state *s, const pl_tree *sentence)
{
    pl_grammar *g = (pl_grammar *)s->grammar;
    const pl_coarse_result *r = &s->result;
    atomic_fetch_add(&g->n_by[r->stage != PL_NONE ? r->stage : g->n], 1);
    atomic_fetch_add(&g->n_out_of_time, r->out_of_time);
    atomic_fetch_add(&g->n_untagged, sentence->nodes[0].label == NULL);
    for (uint32_t i = 0; i < g->n; i++)
        atomic_fetch_add(&g->microseconds[i], (size_t)(r->seconds[i] * 1e6));
}

uint32_t pl_grammar_run(pl_grammar_state *s, const pl_tree *sentence, uint32_t n)
{
    for (uint32_t i = 0; i < s->grammar->n; i++)
        pl_word_tags_find(&s->grammar->tags[i], sentence, &s->terminals[i]);
    pl_coarse_parse(s->parser, sentence->n_tokens, s->terminals, &s->result);
    count(s, sentence);
    if (s->result.stage == PL_NONE)
        return 1;
    return s->result.n_trees < n ? s->result.n_trees : n;
}

double pl_grammar_score(const pl_grammar_state *s, uint32_t i)
{
    return s->result.stage == PL_NONE ? -INFINITY : -s->result.trees[i].cost;
}

/* -- trees -------------------------------------------------------------------------- */

static void remove_constituents(pl_tree *t)
{
    t->n_nodes = t->n_tokens;
    t->root = PL_NONE;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_node *n = &t->nodes[i];
        n->parent = n->prev = n->next = PL_NONE;
        n->func = NULL;
    }
}

/* Undoes the transforms that the treebank went through before this stage was made. */
static void undo(pl_grammar_state *s, uint32_t stage, pl_tree *t)
{
    pl_error err;
    if (pl_stage_is_split(&s->grammar->cascade.at[stage])) {
        pl_unbinarize(t, true);
        pl_merge_disc(t);
    }
    pl_pipeline_apply(&s->undo, t, &err);
}

/* Removes the root that stands above those of the treebank. */
static void drop_artificial_root(pl_tree *t)
{
    uint32_t child = t->nodes[t->root].first;
    if (pl_is_terminal(t, t->root) || child != t->nodes[t->root].last ||
        strcmp(t->nodes[t->root].label, PL_CASCADE_ROOT) != 0)
        return;
    pl_tree_unlink(t, child);
    t->root = child;
    pl_tree_compact(t);
}

/* The nodes of a derivation by the first stage below `root`. */
static void hang_part(const pl_cascade *c, const pl_derivation *d, uint32_t root,
                      pl_tree *t)
{
    const pl_productions *p = &c->at[0].rules.productions;
    uint32_t *ids = PL_NEW_ARRAY(t->arena, uint32_t, d->n);
    uint32_t *up = PL_NEW_ARRAY(t->arena, uint32_t, d->n); /* node each hangs below */
    for (uint32_t i = 0; i < d->n; i++)
        for (uint32_t k = i + 1; k < i + d->nodes[i].size; k += d->nodes[k].size)
            up[k] = i;
    for (uint32_t i = 0; i < d->n; i++) {
        const char *label = p->symbols.at[d->nodes[i].symbol].label;
        uint32_t position = d->nodes[i].position;
        ids[i] = position != PL_NONE ? position
                                     : pl_tree_add(t, pl_arena_strdup(t->arena, label));
        if (t->nodes[ids[i]].label == NULL)
            t->nodes[ids[i]].label = pl_arena_strdup(t->arena, label);
        pl_tree_append(t, i > 0 ? ids[up[i]] : root, ids[i]);
    }
}

/* A flat tree, NOPARSE, over derivations of parts of the sentence by the first stage. */
static void flat_tree(pl_grammar_state *s, const pl_derivation *parts, uint32_t n,
                      pl_tree *t)
{
    remove_constituents(t);
    uint32_t root = t->root = pl_tree_add(t, "NOPARSE");
    for (uint32_t i = 0; i < n; i++)
        if (parts[i].n > 0)
            hang_part(&s->grammar->cascade, &parts[i], root, t);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].parent == PL_NONE)
            pl_tree_append(t, root, i);
    pl_tree_order(t);
    undo(s, 0, t);
}

/* The tree of a derivation: its productions in pre-order are its code, after fragments
 * are expanded. False if it is none over these words. */
static bool derived_tree(pl_grammar_state *s, uint32_t stage, const pl_derivation *d,
                         pl_tree *t)
{
    const pl_cascade_stage *c = &s->grammar->cascade.at[stage];
    s->derivation.n = 0;
    for (uint32_t i = 0; i < d->n; i++)
        PL_PUSH(&s->derivation, d->nodes[i].production);
    const pl_numbers *code = &s->derivation;
    if (c->kind->rules != PL_RULES_PRODUCTIONS) {
        pl_tsg_expand(&s->expander, &c->rules, code->at, (uint32_t)code->n, &s->expanded);
        code = &s->expanded;
    }
    return pl_code_complete(c->rules.base, code->at, (uint32_t)code->n) &&
           pl_code_tree(&s->code, c->rules.base, code->at, (uint32_t)code->n, t);
}

void pl_grammar_tree(pl_grammar_state *s, uint32_t i, pl_tree *sentence)
{
    const pl_coarse_result *r = &s->result;
    remove_constituents(sentence);
    if (r->stage == PL_NONE)
        flat_tree(s, r->trees, r->n_trees, sentence);
    else if (!derived_tree(s, r->stage, &r->trees[i], sentence))
        flat_tree(s, NULL, 0, sentence);
    else {
        drop_artificial_root(sentence);
        undo(s, r->stage, sentence);
    }
}

/* -- stages ------------------------------------------------------------------------- */

/* Charts may have millions of items: entries are those of at least this probability, added up
 * of items of at least that one. */
#define LEAST_SHOWN 1e-4
#define LEAST_ADDED 1e-7

/* An item of the chart with a label of the treebank. */
typedef struct shown_item {
    pl_chart_entry entry;
    uint32_t item;
} shown_item;

/* A stage while it is shown. */
typedef struct showing {
    const pl_coarse_view *view;
    const char **labels; /* [symbols]  as in the treebank */
    pl_arena *arena;
    PL_VEC(shown_item) items;
    PL_VEC(pl_chart_entry) entries;
} showing;

/* The label of an item in the treebank; NULL for one that only binarization or flattening
 * has made (or for a part of it: S|<V>*0), and for one that was given up. */
static const char *label_of(const showing *o, const pl_chart_item *item)
{
    const pl_ruleset *r = o->view->chart->rules;
    const char *label = o->labels[r->shown[item->symbol]];
    if (label == NULL || isinf(item->cost))
        return NULL;
    label += label[0] == '\\' && label[1] != '\0'; /* see pl_unbinarize */
    return pl_looks_temporary(label) || strstr(label, "|<") != NULL ? NULL : label;
}

/* Entries of the same words stand together, and of these those with the same label. */
static int by_words(const void *a, const void *b)
{
    const pl_chart_entry *x = a, *y = b;
    for (size_t i = 0; i < x->n && i < y->n; i++)
        if (x->words[i] != y->words[i])
            return x->words[i] < y->words[i] ? -1 : 1;
    return x->n != y->n ? x->n < y->n ? -1 : 1 : strcmp(x->label, y->label);
}

static int by_probability(const void *a, const void *b)
{
    const pl_chart_entry *x = a, *y = b;
    if (x->probability != y->probability)
        return x->probability > y->probability ? -1 : 1;
    return by_words(a, b);
}

static pl_chart_entry entry_of(const showing *o, uint32_t i, const char *label)
{
    const pl_chart *c = o->view->chart;
    uint64_t span[PL_MAX_CHART_WORDS / 64];
    uint32_t *words = PL_NEW_ARRAY(o->arena, uint32_t, c->n_words), n = 0;
    pl_chart_span(c, i, span);
    for (uint32_t p = 0; p < c->n_words; p++)
        if ((span[p / 64] >> p % 64 & 1) != 0)
            words[n++] = p;
    return (pl_chart_entry){label, words, n, o->view->posteriors[i], o->view->kept[i]};
}

/* The share of derivations in which the item below is the twin of the one above (ruleset.h): of a
 * symbol that is in a circle of unary rules there is an item for the top of a chain and one for its
 * end, which are one node where the chain has no rule. */
static double share_of_twins(const showing *o, uint32_t above, uint32_t below)
{
    const pl_ruleset *r = o->view->chart->rules;
    uint32_t top = o->view->chart->items.at[above].symbol,
             end = o->view->chart->items.at[below].symbol;
    if (top == end || r->twin[top] != end)
        return 0;
    return o->view->posteriors[above] *
           exp(o->view->inside[below] - o->view->inside[above]);
}

/* Makes an entry of n items of the same label and words: symbols that stand for the same label (with
 * the number of a fragment, say) are one. */
static void join_items(showing *o, const shown_item *items, size_t n)
{
    pl_chart_entry e = items[0].entry;
    e.probability = 0;
    for (size_t i = 0; i < n; i++) {
        e.probability += items[i].entry.probability;
        e.kept = e.kept || items[i].entry.kept;
        for (size_t k = 0; k < n; k++)
            e.probability -= share_of_twins(o, items[i].item, items[k].item);
    }
    PL_PUSH(&o->entries, e);
}

static void join_all(showing *o)
{
    for (size_t i = 0, end; i < o->items.n; i = end) {
        for (end = i + 1;
             end < o->items.n && by_words(&o->items.at[i], &o->items.at[end]) == 0; end++)
            ;
        join_items(o, &o->items.at[i], end - i);
    }
}

static void drop_rare(showing *o)
{
    while (o->entries.n > 0 && o->entries.at[o->entries.n - 1].probability < LEAST_SHOWN)
        o->entries.n--;
}

static void find_entries(showing *o)
{
    const pl_chart *c = o->view->chart;
    for (uint32_t i = 0; o->view->derived && i < c->items.n; i++) {
        const char *label = label_of(o, &c->items.at[i]);
        if (label != NULL && o->view->posteriors[i] > LEAST_ADDED)
            PL_PUSH(&o->items, (shown_item){entry_of(o, i, label), i});
    }
    if (o->items.n == 0)
        return;
    qsort(o->items.at, o->items.n, sizeof *o->items.at, by_words);
    join_all(o);
    qsort(o->entries.at, o->entries.n, sizeof *o->entries.at, by_probability);
    drop_rare(o);
}

/* The tree of stage i: of the last one that which the parse gave. */
static pl_tree *stage_tree(pl_grammar_state *s, uint32_t i, const pl_coarse_view *view,
                           const pl_tree *sentence, pl_arena *m)
{
    const pl_derivation *best = i == s->result.stage ? &s->result.trees[0] : &view->best;
    pl_tree *t = pl_tree_copy(sentence, m);
    remove_constituents(t);
    if (!view->derived || !derived_tree(s, i, best, t))
        return NULL;
    drop_artificial_root(t);
    undo(s, i, t);
    pl_tree_compact(t);
    return t;
}

static int show_stage(pl_grammar_state *s, uint32_t i, const pl_tree *sentence,
                      size_t most, pl_see_stage *see, void *context)
{
    pl_coarse_view view;
    pl_arena m = {0};
    if (!pl_coarse_look(s->parser, i, &view))
        return 1;
    showing o = {.view = &view, .arena = &m};
    o.labels = pl_tsg_labels(&s->grammar->cascade.at[i].rules, &m);
    find_entries(&o);
    pl_parse_stage stage = {.name = s->grammar->stages[i].name,
                            .number = i + 1,
                            .derived = view.derived,
                            .items = view.chart->items.n,
                            .entries = o.entries.at,
                            .n_entries = o.entries.n < most ? o.entries.n : most};
    for (size_t k = 0; view.derived && k < view.chart->items.n; k++)
        stage.kept += view.kept[k];
    int stop = see(context, &stage, stage_tree(s, i, &view, sentence, &m));
    PL_VEC_RELEASE(&o.items, &o.entries);
    pl_arena_release(&m);
    return stop;
}

void pl_grammar_show(pl_grammar_state *s, const pl_tree *sentence, size_t most,
                     pl_see_stage *see, void *context)
{
    for (uint32_t i = 0; i < s->grammar->n; i++)
        if (show_stage(s, i, sentence, most, see, context) != 0)
            return;
}

/* -- the report --------------------------------------------------------------------- */

void pl_grammar_report(const pl_grammar *g, pl_str *out)
{
    size_t n = 0;
    for (uint32_t i = 0; i <= g->n; i++)
        n += g->n_by[i];
    pl_str_printf(out, "%zu of %zu sentences derived by %s", g->n_by[g->n - 1], n,
                  g->stages[g->n - 1].name);
    for (uint32_t i = g->n - 1; i-- > 0;)
        if (g->n_by[i] > 0)
            pl_str_printf(out, ", %zu by %s", g->n_by[i], g->stages[i].name);
    if (g->n_by[g->n] > 0)
        pl_str_printf(out, ", %zu by none", g->n_by[g->n]);
    if (g->n_out_of_time > 0)
        pl_str_printf(out, "; for %zu a stage was given up", g->n_out_of_time);
    for (uint32_t i = 0; i < g->n; i++)
        pl_str_printf(out, "%s%s %.2f s", i > 0 ? ", " : "; ", g->stages[i].name,
                      (double)g->microseconds[i] * 1e-6);
    if (g->n_untagged > 0 && !g->cascade.use_rare)
        pl_str_printf(out,
                      "; %zu sentence%s no tags: expect poor trees (a grammar made for "
                      "unknown words knows what words look like)",
                      g->n_untagged, g->n_untagged == 1 ? " has" : "s have");
}
