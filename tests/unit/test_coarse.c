/* Pruning, stages, objectives and limits of chart parsing. */
#include "unit.h"

#include "base/hash.h"
#include "grammar/chart_parsers.h"
#include "grammar/coarse.h"
#include "grammar/kbest.h"
#include "grammar/cascade.h"
#include "transform/transform.h"

#include <stdlib.h>
#include <string.h>

#include "random_grammar.h"

static const pl_limit no_limit = {0, SIZE_MAX};

static void assert_near(double x, double y)
{
    if (fabs(x - y) > 1e-4 * (1 + fabs(x)))
        fail_msg("%.8f is not %.8f", x, y);
}

/* -- pruning
 * ----------------------------------------------------------------------------- */

/* The items of the n best derivations are those of all that cost no more than the last of
 * them, unless others cost the same. */
static void check_marks(pl_kbest *k, pl_chart *c, uint32_t n, const bool *used)
{
    pl_cost last = pl_kbest_get(k, c->goal, n - 1).cost;
    bool more = pl_kbest_find(k, c->goal, n + 1) > n;
    pl_cost next = more ? pl_kbest_get(k, c->goal, n).cost : last + 2;
    if (next - last < 1e-3F)
        return;
    pl_cost *outside = pl_alloc_zero(c->items.n, sizeof *outside);
    pl_chart_outside(c, (last + next) / 2 - c->items.at[c->goal].cost, outside);
    for (size_t i = 0; i < c->items.n; i++)
        assert_int_equal(used[i], !isinf(outside[i]));
    free(outside);
}

/* Pruned by its own k best derivations, a grammar has the same k best, and fewer items.
 */
static void check_pruned(const random_grammar *g, pl_agenda *whole, pl_agenda *pruned,
                         uint32_t k, unsigned *n_smaller)
{
    if (pl_agenda_parse(whole, g->n_words, g->terminals, g->n_terminals, NULL,
                        &no_limit) != 1)
        return;
    pl_kbest *all = pl_kbest_new(), *some = pl_kbest_new();
    pl_chart *c = pl_agenda_chart(whole), *d = pl_agenda_chart(pruned);
    pl_projection p;
    pl_whitelist w = {0};
    bool *used = pl_alloc_zero(c->items.n, sizeof *used);
    pl_project(&p, &g->rules, &g->rules, NULL, false);
    pl_kbest_start(all, c);
    uint32_t n = pl_kbest_find(all, c->goal, k);
    pl_kbest_mark(all, c->goal, n, used);
    bool *again = pl_alloc_zero(c->items.n, sizeof *again);
    pl_kbest_mark(all, c->goal, n, again);
    assert_memory_equal(used, again, c->items.n);
    check_marks(all, c, n, used);
    free(again);
    pl_whitelist_fill(&w, &p, c, used);
    assert_int_equal(
        pl_agenda_parse(pruned, g->n_words, g->terminals, g->n_terminals, &w, &no_limit),
        1);
    pl_kbest_start(some, d);
    assert_int_equal(pl_kbest_find(some, d->goal, k), n);
    for (uint32_t i = 0; i < n; i++)
        assert_near(pl_kbest_get(some, d->goal, i).cost,
                    pl_kbest_get(all, c->goal, i).cost);
    assert_true(d->items.n <= c->items.n);
    *n_smaller += d->items.n < c->items.n;
    free(used);
    pl_whitelist_release(&w);
    pl_projection_release(&p);
    pl_kbest_free(all);
    pl_kbest_free(some);
}

static void test_pruned_keeps_the_best(void **state)
{
    (void)state;
    pl_rng rng = {11};
    unsigned n_smaller = 0;
    for (int i = 0; i < 60; i++) {
        random_grammar g;
        random_grammar_make(&g, &rng, 20 + pl_rng_below(&rng, 10), 1 + i % 2, i % 3 == 0);
        pl_agenda *whole = pl_agenda_new(&g.rules), *pruned = pl_agenda_new(&g.rules);
        for (int k = 0; k < 3; k++) {
            random_sentence(&g, &rng, 2 + pl_rng_below(&rng, 6));
            check_pruned(&g, whole, pruned, 1 + pl_rng_below(&rng, 20), &n_smaller);
        }
        pl_agenda_free(whole);
        pl_agenda_free(pruned);
        random_grammar_release(&g);
    }
    assert_true(n_smaller > 20);
}

/* -- long sentences
 * ---------------------------------------------------------------------- */

/* Both parsers agree where spans need more than one 64-bit word, and so does one with a
 * beam so wide that only symbols fall out of it that no derivation has. */
static void test_long(void **state)
{
    (void)state;
    pl_rng rng = {5};
    unsigned n_parsed = 0;
    for (int i = 0; i < 12; i++) {
        random_grammar g;
        random_grammar_make(&g, &rng, 22, 1, i % 2);
        pl_outlook outlook;
        pl_outlook_make(&outlook, &g.rules);
        const pl_chart_beam wide = {&outlook, 1e6F, 1e6F};
        pl_cky *cky = pl_cky_new(&g.rules, NULL), *beam = pl_cky_new(&g.rules, &wide);
        pl_agenda *agenda = pl_agenda_new(&g.rules);
        random_sentence(&g, &rng, 62 + (uint32_t)i);
        int parsed = pl_cky_parse(cky, g.n_words, g.terminals, g.n_terminals, &no_limit);
        assert_int_equal(pl_agenda_parse(agenda, g.n_words, g.terminals, g.n_terminals,
                                         NULL, &no_limit),
                         parsed);
        assert_int_equal(
            pl_cky_parse(beam, g.n_words, g.terminals, g.n_terminals, &no_limit), parsed);
        pl_chart *charts[] = {pl_cky_chart(cky), pl_agenda_chart(agenda),
                              pl_cky_chart(beam)};
        assert_int_equal(charts[0]->items.n, charts[1]->items.n);
        assert_true(charts[0]->items.n >= charts[2]->items.n);
        pl_kbest *k[3];
        for (int c = 0; c < 3 && parsed; c++) {
            k[c] = pl_kbest_new();
            pl_kbest_start(k[c], charts[c]);
            assert_int_equal(pl_kbest_find(k[c], charts[c]->goal, 50),
                             pl_kbest_find(k[0], charts[0]->goal, 50));
            for (uint32_t r = 0, n = pl_kbest_find(k[0], charts[0]->goal, 50); r < n; r++)
                assert_near(pl_kbest_get(k[c], charts[c]->goal, r).cost,
                            pl_kbest_get(k[0], charts[0]->goal, r).cost);
        }
        for (int c = 0; c < 3 && parsed; c++)
            pl_kbest_free(k[c]);
        n_parsed += (unsigned)parsed;
        pl_cky_free(cky);
        pl_cky_free(beam);
        pl_outlook_release(&outlook);
        pl_agenda_free(agenda);
        random_grammar_release(&g);
    }
    assert_true(n_parsed > 4);
}

/* A beam that leaves nothing widens until the sentence is derived. */
static void test_narrow(void **state)
{
    (void)state;
    pl_rng rng = {6};
    unsigned n_parsed = 0;
    for (int i = 0; i < 30; i++) {
        random_grammar g;
        pl_outlook outlook;
        random_grammar_make(&g, &rng, 22, 1, i % 2);
        pl_outlook_make(&outlook, &g.rules);
        const pl_chart_beam narrow = {&outlook, 0.01F, i % 3 == 0 ? -100 : 100};
        pl_cky *cky = pl_cky_new(&g.rules, NULL), *beam = pl_cky_new(&g.rules, &narrow);
        random_sentence(&g, &rng, 3 + (uint32_t)i);
        int parsed = pl_cky_parse(cky, g.n_words, g.terminals, g.n_terminals, &no_limit);
        assert_int_equal(
            pl_cky_parse(beam, g.n_words, g.terminals, g.n_terminals, &no_limit), parsed);
        n_parsed += (unsigned)parsed;
        pl_cky_free(cky);
        pl_cky_free(beam);
        pl_outlook_release(&outlook);
        random_grammar_release(&g);
    }
    assert_true(n_parsed > 10);
}

/* A chart that grows too large, or takes too long, is given up. */
static void test_limits(void **state)
{
    (void)state;
    static const pl_limit limits[] = {{0, 200}, {1e-9, SIZE_MAX}};
    pl_rng rng = {8};
    unsigned n_parsed = 0;
    for (int i = 0; i < 10; i++) {
        random_grammar g;
        random_grammar_make(&g, &rng, 30, 1, false);
        random_sentence(&g, &rng, 40);
        pl_cky *cky = pl_cky_new(&g.rules, NULL);
        pl_agenda *agenda = pl_agenda_new(&g.rules);
        int parsed = pl_cky_parse(cky, 40, g.terminals, g.n_terminals, &no_limit);
        for (int k = 0; k < 2 && parsed && pl_cky_chart(cky)->items.n > 1000; k++) {
            assert_int_equal(
                pl_agenda_parse(agenda, 40, g.terminals, g.n_terminals, NULL, &limits[k]),
                -1);
            assert_int_equal(pl_agenda_chart(agenda)->goal, PL_NONE);
            assert_int_equal(
                pl_cky_parse(cky, 40, g.terminals, g.n_terminals, &limits[k]), -1);
            pl_cky_parse(cky, 40, g.terminals, g.n_terminals, &no_limit);
            n_parsed++;
        }
        pl_cky_free(cky);
        pl_agenda_free(agenda);
        random_grammar_release(&g);
    }
    assert_true(n_parsed >= 4);
}

/* -- stages
 * ------------------------------------------------------------------------------ */

enum { SPLIT, LCFRS, N_STAGES };

typedef struct cascade {
    pl_forest forests[N_STAGES];
    pl_ruleset rules[N_STAGES];
    pl_projection projection;
    pl_stage stages[N_STAGES];
    pl_terminal terminals[N_STAGES][64];
    pl_terminals tags[N_STAGES];
} cascade;

static void compile(cascade *c, int i)
{
    pl_error err;
    pl_tsg g = {0};
    pl_tsg_count(&g, &c->forests[i], true);
    assert_int_equal(pl_ruleset_compile(&c->rules[i], &c->forests[i].productions,
                                        g.weights.at, NULL, "ROOT", &err),
                     0);
    pl_tsg_release(&g);
}

/* The grammars of a few trees; the trees are binarized. */
static void cascade_make(cascade *c, pl_tree **trees, uint32_t n, pl_arena *m)
{
    pl_error err;
    pl_bin_options options;
    *c = (cascade){0};
    assert_int_equal(pl_bin_options_named("right", &options, &err), 0);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(pl_binarize(trees[i], &options, &err), 0);
        pl_tree *split = pl_tree_copy(trees[i], m);
        assert_int_equal(
            pl_grammar_prepare(pl_grammar_kind_find("split-pcfg"), split, &err), 0);
        assert_int_equal(pl_forest_add(&c->forests[LCFRS], trees[i], &err), 0);
        assert_int_equal(pl_forest_add(&c->forests[SPLIT], split, &err), 0);
    }
    compile(c, SPLIT);
    compile(c, LCFRS);
    pl_project(&c->projection, &c->rules[SPLIT], &c->rules[LCFRS], NULL, true);
    c->stages[SPLIT] = (pl_stage){.name = "split", .rules = &c->rules[SPLIT]};
    c->stages[LCFRS] = (pl_stage){.name = "lcfrs",
                                  .rules = &c->rules[LCFRS],
                                  .projection = &c->projection,
                                  .k = 1000};
}

static void cascade_tags(cascade *c, const pl_tree *t)
{
    for (int s = 0; s < N_STAGES; s++) {
        c->tags[s] = (pl_terminals){c->terminals[s], t->n_tokens, 0};
        for (uint32_t i = 0; i < t->n_tokens; i++)
            c->terminals[s][i] = (pl_terminal){
                i, pl_ruleset_symbol(&c->rules[s], t->nodes[i].label, 1), 0, PL_NONE};
    }
}

static void cascade_release(cascade *c)
{
    for (int s = 0; s < N_STAGES; s++) {
        pl_ruleset_release(&c->rules[s]);
        pl_forest_release(&c->forests[s]);
    }
    pl_projection_release(&c->projection);
}

/* Whether the parts of the tree's nodes are among what the split grammar found: with one
 * tree as the grammar, the LCFRS must derive its sentence within the spans of the split
 * one. */
static void test_split_prunes_lcfrs(void **state)
{
    (void)state;
    pl_rng rng = {21};
    unsigned n_pruned = 0;
    for (int i = 0; i < 80; i++) {
        pl_arena m = {0};
        pl_tree *trees[3];
        cascade c;
        for (int k = 0; k < 3; k++)
            trees[k] = random_tree(&m, &rng, 3 + pl_rng_below(&rng, 7));
        cascade_make(&c, trees, 1 + (uint32_t)i % 3, &m);
        cascade_tags(&c, trees[0]);
        pl_coarse_options options = {.max_items = 200000};
        pl_coarse *parser = pl_coarse_new(c.stages, N_STAGES, &options);
        pl_coarse_result r;
        for (int round = 0; round < 2; round++) { /* again: by share */
            pl_coarse_parse(parser, trees[0]->n_tokens, c.tags, &r);
            assert_true(r.stage != PL_NONE);
            assert_int_equal(r.n_trees, 1);
            if (r.out_of_time)
                continue;
            n_pruned += r.stage == LCFRS;
            c.stages[LCFRS].k = 0;
            c.stages[LCFRS].share = 1e-9;
        }
        pl_coarse_free(parser);
        cascade_release(&c);
        pl_arena_release(&m);
    }
    assert_true(n_pruned >= 150);
}

/* A stage that cannot derive the sentence leaves it to the one before; a sentence that
 * none can is a row of parts; and so is one for which there is no time. */
static void test_fallback(void **state)
{
    (void)state;
    pl_rng rng = {31};
    pl_arena m = {0};
    pl_tree *tree = random_tree(&m, &rng, 9);
    cascade c;
    cascade_make(&c, &tree, 1, &m);
    cascade_tags(&c, tree);
    pl_coarse_options options = {0};
    pl_coarse_result r;
    pl_coarse *parser = pl_coarse_new(c.stages, N_STAGES, &options);
    c.tags[LCFRS].n = 5;
    pl_coarse_parse(parser, 9, c.tags, &r);
    assert_int_equal(r.stage, SPLIT);
    c.tags[SPLIT].n = 8; /* the last word has no tag */
    pl_coarse_parse(parser, 9, c.tags, &r);
    assert_int_equal(r.stage, PL_NONE);
    uint32_t n = 0;
    for (uint32_t i = 0; i < r.n_trees; i++)
        for (uint32_t k = 0; k < r.trees[i].n; k++)
            if (r.trees[i].nodes[k].position != PL_NONE)
                assert_int_equal(r.trees[i].nodes[k].position, n++);
    assert_int_equal(n, 8);
    assert_int_equal(r.trees[r.n_trees - 1].n, 0);
    pl_terminal many[300];
    for (uint32_t i = 0; i < 300; i++)
        many[i] = (pl_terminal){i, c.terminals[SPLIT][0].symbol, 0, PL_NONE};
    c.tags[SPLIT] = c.tags[LCFRS] = (pl_terminals){many, 300, 0};
    pl_coarse_parse(parser, 300, c.tags, &r);
    assert_int_equal(r.stage, PL_NONE);
    assert_int_equal(r.n_trees, 300);
    assert_int_equal(r.trees[299].nodes[0].position, 299);
    pl_coarse_free(parser);
    options.seconds = 1e-9;
    parser = pl_coarse_new(c.stages, N_STAGES, &options);
    cascade_tags(&c, tree);
    pl_coarse_parse(parser, 9, c.tags, &r);
    assert_true(r.out_of_time);
    assert_int_equal(r.stage, PL_NONE);
    assert_true(r.n_trees > 0);
    pl_coarse_free(parser);
    cascade_release(&c);
    pl_arena_release(&m);
}

/* -- objectives
 * -------------------------------------------------------------------------- */

/* Three derivations of a b c; the second and third are of the same tree:
 *     S → X c, X → a b               0.4
 *     S → @1 c, @1 → a b             0.3   both flattened from (S (Y a b) c)
 *     S → Y c, Y → a b               0.35 * 0.9 = 0.315 */
typedef struct toy {
    pl_productions productions;
    bool inner[16];
    uint32_t flattened; /* the production S → @1 c */
    double p[16];
    bool starts[16];
    pl_ruleset rules;
    pl_terminal terminals[3];
} toy;

static uint32_t toy_rule(toy *t, const char *lhs, const char *left, const char *right,
                         double p)
{
    pl_prod_stack s = {.grow = &t->productions};
    uint32_t at[] = {0, 1};
    pl_prod_open(&s, left, &at[0], 1);
    pl_prod_open(&s, right, &at[1], 1);
    uint32_t production = pl_prod_join(&s, lhs, 2, false);
    pl_prod_stack_release(&s);
    t->p[production] = p;
    t->starts[production] = lhs[0] != '@';
    return production;
}

static void toy_make(toy *t)
{
    *t = (toy){0};
    toy_rule(t, "S", "X", "c", 0.4);
    toy_rule(t, "X", "a", "b", 1);
    t->flattened = toy_rule(t, "S", "@1", "c", 0.3);
    toy_rule(t, "@1", "a", "b", 1);
    toy_rule(t, "S", "Y", "c", 0.35);
    toy_rule(t, "Y", "a", "b", 0.9);
}

static void toy_compile(toy *t, bool shortest)
{
    pl_error err;
    assert_int_equal(pl_ruleset_compile(&t->rules, &t->productions, t->p,
                                        shortest ? t->starts : NULL, "S", &err),
                     0);
    for (uint32_t i = 0; i < 3; i++)
        t->terminals[i] = (pl_terminal){
            i, pl_ruleset_symbol(&t->rules, (const char *[]){"a", "b", "c"}[i], 1), 0, 7};
    t->inner[pl_ruleset_symbol(&t->rules, "@1", 1)] = true;
}

/* Label and children of a node. */
static uint64_t node_key(const char *label, const uint64_t *children, uint32_t n)
{
    uint64_t key = pl_hash(label, strlen(label));
    for (uint32_t i = 0; i < n; i++)
        key = pl_mix(key + children[i]) * 31;
    return key;
}

static uint64_t toy_key(void *context, uint32_t production, const uint64_t *parts,
                        uint32_t n)
{
    const toy *t = context;
    const pl_productions *p = &t->productions;
    const char *label = p->symbols.at[p->at.at[production].lhs].label;
    if (production != t->flattened)
        return node_key(label, parts, n);
    assert_int_equal(n, 3);
    uint64_t children[2] = {node_key("Y", parts, 2), parts[2]};
    return node_key(label, children, 2);
}

/* S → A c, A → a b or a A, so two A are expected, one at the beginning and one after a. */
static void test_outlook(void **state)
{
    (void)state;
    toy t = {0};
    pl_error err;
    pl_outlook o;
    toy_rule(&t, "S", "A", "c", 1);
    toy_rule(&t, "A", "a", "b", 0.5);
    toy_rule(&t, "A", "a", "A", 0.5);
    assert_int_equal(pl_ruleset_compile(&t.rules, &t.productions, t.p, NULL, "S", &err),
                     0);
    pl_outlook_make(&o, &t.rules);
    uint32_t n = t.rules.n_symbols, A = pl_ruleset_symbol(&t.rules, "A", 1), symbols[3];
    assert_int_equal(o.n_tags, 3);
    for (int i = 0; i < 3; i++)
        symbols[i] = pl_ruleset_symbol(&t.rules, (const char *[]){"a", "b", "c"}[i], 1);
    uint32_t a = o.tag[symbols[0]], b = o.tag[symbols[1]], c = o.tag[symbols[2]];
    assert_true(fabs(o.before[a * n + A]) < 0.01 && fabs(o.before[3 * n + A]) < 0.01);
    assert_true(isinf(o.before[b * n + A]) && isinf(o.after[b * n + A]));
    assert_true(fabs(o.after[c * n + A]) < 0.01);
    assert_true(fabs(o.times[a] + log(2)) < 0.01 && fabs(o.times[c]) < 0.01);
    assert_true(fabs(o.follows[a * 4 + b] - log(2)) < 0.01 &&
                isinf(o.follows[b * 4 + a]));
    pl_arena m = {0};
    pl_border borders[5];
    const pl_terminal words[] = {{0, symbols[0], 0, 0},
                                 {1, symbols[0], 0, 0},
                                 {2, symbols[1], 0, 0},
                                 {3, symbols[2], 0, 0}};
    pl_outlook_borders(&o, 4, words, 4, &m, borders);
    assert_ptr_equal(borders[1].before, &o.before[a * n]);
    assert_ptr_equal(borders[3].after, &o.after[c * n]);
    /* a [a b] c: a is there twice, half of them before a, half of those before b */
    assert_true(fabs(borders[1].to_left + borders[3].to_right - log(2)) < 0.02);
    pl_arena_release(&m);
    pl_outlook_release(&o);
    pl_ruleset_release(&t.rules);
    pl_productions_release(&t.productions);
}

static void test_objectives(void **state)
{
    (void)state;
    static const struct {
        pl_objective objective;
        uint32_t n_trees;
        double cost;
        const char *left; /* symbol of the first child */
    } cases[] = {
        {PL_MPD, 3, 0.4, "X"},
        {PL_MPP, 2, 0.615, "Y"},
        {PL_SHORTEST, 3, 0, "@1"},
    };
    for (int i = 0; i < 3; i++) {
        toy t;
        toy_make(&t);
        toy_compile(&t, cases[i].objective == PL_SHORTEST);
        pl_tree_keys keys = {t.inner, toy_key, &t};
        pl_coarse_options options = {
            .objective = cases[i].objective, .keys = &keys, .nbest = 5};
        pl_stage stage = {.name = "toy", .rules = &t.rules};
        pl_coarse *parser = pl_coarse_new(&stage, 1, &options);
        pl_terminals tags = {t.terminals, 3, 0};
        pl_coarse_result r;
        pl_coarse_parse(parser, 3, &tags, &r);
        assert_int_equal(r.n_trees, cases[i].n_trees);
        assert_string_equal(t.productions.symbols.at[r.trees[0].nodes[1].symbol].label,
                            cases[i].left);
        if (cases[i].cost > 0)
            assert_near(r.trees[0].cost, -log(cases[i].cost));
        pl_coarse_free(parser);
        pl_ruleset_release(&t.rules);
        pl_productions_release(&t.productions);
    }
}

/* In a random grammar B and C are as of binarization: a tree has its S and A only. */
static uint64_t random_key(void *context, uint32_t production, const uint64_t *parts,
                           uint32_t n)
{
    const pl_productions *p = context;
    return node_key(p->symbols.at[p->at.at[production].lhs].label, parts, n);
}

/* Summed up item by item, trees are those of all derivations of the sentence. */
static void check_sums(random_grammar *g, pl_chart *c, pl_kbest *k, pl_tree_sums *sums,
                       unsigned *n_several)
{
    enum { TREES = 50, ALL = 50 };
    bool inner[64] = {0};
    for (uint32_t s = 0; s < g->productions.symbols.n; s++)
        inner[s] = strchr("BC", g->productions.symbols.at[s].label[0]) != NULL;
    pl_tree_keys keys = {inner, random_key, &g->productions};
    pl_derivation one[TREES], other[TREES];
    pl_arena m = {0};
    pl_kbest_start(k, c);
    uint32_t n_all = pl_kbest_find(k, c->goal, ALL);
    if (n_all < ALL) {
        uint32_t n = pl_most_probable(k, c->goal, ALL, &keys, TREES, &m, one);
        assert_int_equal(pl_tree_sums_find(sums, c, 1e4F, &keys, TREES, &m, other), n);
        for (uint32_t i = 0; i < n; i++)
            assert_near(one[i].cost, other[i].cost);
        *n_several += n > 1 && n < n_all;
    }
    pl_arena_release(&m);
}

static void test_sums(void **state)
{
    (void)state;
    pl_rng rng = {21};
    unsigned n_several = 0;
    pl_tree_sums *sums = pl_tree_sums_new();
    pl_kbest *k = pl_kbest_new();
    for (int i = 0; i < 60; i++) {
        random_grammar g;
        random_grammar_make(&g, &rng, 12 + pl_rng_below(&rng, 10), 1 + i % 2, i % 3 == 0);
        pl_agenda *agenda = pl_agenda_new(&g.rules);
        for (int again = 0; again < 3; again++) {
            random_sentence(&g, &rng, 2 + pl_rng_below(&rng, 4));
            if (pl_agenda_parse(agenda, g.n_words, g.terminals, g.n_terminals, NULL,
                                &no_limit) == 1)
                check_sums(&g, pl_agenda_chart(agenda), k, sums, &n_several);
        }
        pl_agenda_free(agenda);
        random_grammar_release(&g);
    }
    assert_true(n_several > 20);
    pl_kbest_free(k);
    pl_tree_sums_free(sums);
}

/* -- compiling
 * --------------------------------------------------------------------------- */

static void test_compile_errors(void **state)
{
    (void)state;
    pl_error err;
    toy t;
    toy_make(&t);
    assert_int_equal(
        pl_ruleset_compile(&t.rules, &t.productions, t.p, NULL, "ROOT", &err), -1);
    assert_non_null(strstr(err.text, "ROOT"));
    pl_prod_stack s = {.grow = &t.productions};
    for (uint32_t i = 0; i < 3; i++)
        pl_prod_open(&s, "a", &i, 1);
    t.p[pl_prod_join(&s, "S", 3, false)] = 0.5;
    pl_prod_stack_release(&s);
    assert_int_equal(pl_ruleset_compile(&t.rules, &t.productions, t.p, NULL, "S", &err),
                     -1);
    assert_non_null(strstr(err.text, "3 children"));
    pl_productions_release(&t.productions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pruned_keeps_the_best),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_narrow),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_split_prunes_lcfrs),
        cmocka_unit_test(test_fallback),
        cmocka_unit_test(test_outlook),
        cmocka_unit_test(test_objectives),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_compile_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
