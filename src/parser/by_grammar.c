/* Constituents by grammars: the stages of a cascade, from coarse to fine, each pruned by
 * the one before. A sentence that a stage cannot derive, or not in time, is left to the
 * stage before; one that none can is a flat tree of the best parts. */
#include "parser/kinds.h"

#include "grammar/coarse.h"
#include "grammar/grammar_tags.h"
#include "grammar/grammar_trees.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_FIRST_K = 10000, DEFAULT_K = 5000 };
#define FIRST_BEAM 12.0 /* see pl_cky_new and docs/grammars.md */

typedef struct shared {
    pl_cascade cascade;
    uint32_t n;
    pl_ruleset rules[PL_CASCADE_STAGES];
    pl_projection projections[PL_CASCADE_STAGES]; /* from the stage before */
    pl_stage stages[PL_CASCADE_STAGES];
    pl_grammar_tags tags[PL_CASCADE_STAGES];
    pl_coarse_options options;
    bool *inner, *partial; /* [symbols] of the last stage, of the first */
    bool fragments;        /* the last stage has elementary trees */
    /* What came of the sentences: */
    atomic_size_t n_by[PL_CASCADE_STAGES + 1]; /* the last: by no stage */
    atomic_size_t n_out_of_time, n_untagged;
    atomic_size_t microseconds[PL_CASCADE_STAGES];
} shared;

typedef struct worker {
    const shared *shared;
    pl_grammar_keys keys;
    pl_tree_keys tree_keys;
    pl_coarse_options options;
    pl_coarse *parser;
    pl_terminals terminals[PL_CASCADE_STAGES];
    pl_coarse_result result;
    pl_grammar_trees *trees;
} worker;

/* -- the grammar ------------------------------------------------------------------- */

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

/* Rules of one stage; for the shortest derivation fragments cost more than anything. */
static int compile(shared *s, uint32_t i, pl_error *err)
{
    const pl_tsg *g = &s->cascade.at[i].rules;
    const char *root = pl_cascade_root(&s->cascade);
    if (i + 1 < s->n || s->options.objective != PL_SHORTEST || !s->fragments)
        return pl_ruleset_compile(&s->rules[i], &g->productions, g->weights.at, root,
                                  err);
    uint32_t n = (uint32_t)g->productions.at.n;
    double *costs = pl_alloc_zero(n + 1, sizeof *costs);
    bool *starts = pl_alloc_zero(n + 1, sizeof *starts);
    for (uint32_t k = 0; k < n; k++)
        starts[k] = pl_grammar_starts(g, k);
    pl_shortest_costs(costs, g->weights.at, starts, n);
    int status =
        pl_ruleset_compile_costs(&s->rules[i], &g->productions, costs, root, err);
    free(costs);
    free(starts);
    return status;
}

/* From stage i - 1 to stage i. */
static void project(shared *s, uint32_t i)
{
    const pl_cascade_stage *fine = &s->cascade.at[i], *coarse = &s->cascade.at[i - 1];
    const char **labels = pl_grammar_labels(&fine->rules);
    (pl_stage_is_split(coarse) && !pl_stage_is_split(fine) ? pl_projection_by_part
                                                           : pl_projection_by_label)(
        &s->projections[i], &s->rules[i - 1], &s->rules[i], labels);
    pl_grammar_labels_free(labels, &fine->rules);
}

static int make_stages(shared *s, const pl_engine_options *o, pl_error *err)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const pl_cascade_stage *stage = &s->cascade.at[i];
        if (compile(s, i, err) < 0)
            return -1;
        s->stages[i] = (pl_stage){.name = stage->kind->name, .rules = &s->rules[i]};
        s->stages[i].beam = s->n > 1 ? FIRST_BEAM : 0;
        pl_grammar_tags_init(&s->tags[i], &s->cascade, i, &s->rules[i],
                             i + 1 == s->n && s->options.objective == PL_SHORTEST &&
                                 s->fragments);
        if (i == 0)
            continue;
        project(s, i);
        s->stages[i].projection = &s->projections[i];
        s->stages[i].k = i == 1 ? DEFAULT_FIRST_K : DEFAULT_K;
        if (i + 1 == s->n && s->fragments)
            s->stages[i].k = DEFAULT_K;
        if (o->prune[i - 1] > 0) {
            s->stages[i].k = (uint32_t)o->prune[i - 1]; /* 0: by posterior */
            s->stages[i].posterior = o->prune[i - 1];
        }
    }
    return 0;
}

static void mark_symbols(shared *s)
{
    const pl_tsg *last = &s->cascade.at[s->n - 1].rules;
    const pl_productions *first = &s->cascade.at[0].rules.productions;
    s->inner = pl_alloc_zero(last->productions.symbols.n + 1, sizeof *s->inner);
    for (uint32_t k = 0; k < last->productions.symbols.n; k++)
        s->inner[k] = pl_tsg_is_inner(last, k);
    s->partial = pl_alloc_zero(first->symbols.n + 1, sizeof *s->partial);
    for (uint32_t k = 0; k < first->symbols.n; k++)
        s->partial[k] = pl_grammar_may_stand_alone(first->symbols.at[k].label);
    s->options.partial = s->partial;
}

static void close_model(void *model)
{
    shared *s = model;
    for (uint32_t i = 0; i < s->n; i++) {
        pl_ruleset_release(&s->rules[i]);
        pl_projection_release(&s->projections[i]);
        pl_grammar_tags_release(&s->tags[i]);
    }
    free(s->inner);
    free(s->partial);
    pl_cascade_release(&s->cascade);
    free(s);
}

static void *open_model(const pl_sections *file, const pl_engine_options *o,
                        pl_error *err)
{
    shared *s = pl_alloc_zero(1, sizeof *s);
    s->options.objective = PL_MPP;
    if ((o->objective != NULL &&
         find_objective(o->objective, &s->options.objective, err) < 0) ||
        pl_grammar_load(&s->cascade, file, err) < 0)
        goto failed;
    s->n = s->cascade.n;
    s->fragments = s->cascade.at[s->n - 1].kind->rules != PL_RULES_PRODUCTIONS;
    if (!s->fragments && s->options.objective != PL_SHORTEST)
        s->options.objective = PL_MPD;
    s->options.nbest = o->nbest > 0 ? o->nbest : 1;
    s->options.derivations = o->derivations;
    s->options.seconds = o->seconds;
    if (make_stages(s, o, err) < 0) {
        pl_fail_prefix(err, "%s: ", pl_sections_name(file));
        goto failed;
    }
    mark_symbols(s);
    return s;
failed:
    close_model(s);
    return NULL;
}

/* -- parsing ----------------------------------------------------------------------- */

static void *start(const void *model)
{
    const shared *s = model;
    worker *w = pl_alloc_zero(1, sizeof *w);
    w->shared = s;
    w->keys.tsg = &s->cascade.at[s->n - 1].rules;
    w->tree_keys = (pl_tree_keys){s->inner, pl_grammar_key, &w->keys};
    w->options = s->options;
    w->options.keys = s->fragments ? &w->tree_keys : NULL;
    w->parser = pl_coarse_new(s->stages, s->n, &w->options);
    w->trees = pl_grammar_trees_new(&s->cascade);
    return w;
}

static void stop(void *worker_)
{
    worker *w = worker_;
    pl_coarse_free(w->parser);
    pl_grammar_trees_free(w->trees);
    PL_VEC_RELEASE(&w->keys.stack);
    for (uint32_t i = 0; i < PL_CASCADE_STAGES; i++)
        PL_VEC_RELEASE(&w->terminals[i]);
    free(w);
}

/* The counters alone change while others parse. */
static void count(worker *w, const pl_tree *sentence)
{
    shared *s = (shared *)w->shared;
    const pl_coarse_result *r = &w->result;
    atomic_fetch_add(&s->n_by[r->stage != PL_NONE ? r->stage : s->n], 1);
    atomic_fetch_add(&s->n_out_of_time, r->out_of_time);
    atomic_fetch_add(&s->n_untagged, sentence->nodes[0].label == NULL);
    for (uint32_t i = 0; i < s->n; i++)
        atomic_fetch_add(&s->microseconds[i], (size_t)(r->stats[i].seconds * 1e6));
}

static uint32_t run(void *worker_, const pl_tree *sentence, uint32_t n)
{
    worker *w = worker_;
    const shared *s = w->shared;
    pl_tags tags[PL_CASCADE_STAGES];
    for (uint32_t i = 0; i < s->n; i++) {
        pl_grammar_tags_find(&s->tags[i], sentence, &w->terminals[i]);
        tags[i] = (pl_tags){w->terminals[i].at, (uint32_t)w->terminals[i].n};
    }
    pl_coarse_parse(w->parser, sentence->n_tokens, tags, &w->result);
    count(w, sentence);
    if (w->result.stage == PL_NONE)
        return 1;
    return w->result.n_trees < n ? w->result.n_trees : n;
}

static double score(const void *worker_, uint32_t i)
{
    const worker *w = worker_;
    return w->result.stage == PL_NONE ? -INFINITY : -w->result.trees[i].cost;
}

static void tree(const void *worker_, uint32_t i, pl_tree *sentence)
{
    const worker *w = worker_;
    if (w->result.stage == PL_NONE)
        pl_grammar_flat_tree(w->trees, w->result.trees, w->result.n_trees, sentence);
    else
        pl_grammar_tree(w->trees, w->result.stage, &w->result.trees[i], sentence);
}

static void report(const void *model, pl_str *out)
{
    const shared *s = model;
    size_t n = 0, n_less = 0;
    for (uint32_t i = 0; i <= s->n; i++) {
        n += s->n_by[i];
        n_less += i + 1 != s->n ? s->n_by[i] : 0;
    }
    pl_str_printf(out, "%zu of %zu sentences derived by %s", n - n_less, n,
                  s->stages[s->n - 1].name);
    for (uint32_t i = s->n - 1; i-- > 0;)
        if (s->n_by[i] > 0)
            pl_str_printf(out, ", %zu by %s", s->n_by[i], s->stages[i].name);
    if (s->n_by[s->n] > 0)
        pl_str_printf(out, ", %zu by none", s->n_by[s->n]);
    if (s->n_out_of_time > 0)
        pl_str_printf(out, "; for %zu a stage was given up", s->n_out_of_time);
    for (uint32_t i = 0; i < s->n; i++)
        pl_str_printf(out, "%s%s %.2f s", i > 0 ? ", " : "; ", s->stages[i].name,
                      (double)s->microseconds[i] * 1e-6);
    if (s->n_untagged > 0 && !s->cascade.use_rare)
        pl_str_printf(out,
                      "\npleach: %zu sentence%s no tags: expect poor trees (a grammar "
                      "made with --unknown-words knows what words look like)",
                      s->n_untagged, s->n_untagged == 1 ? " has" : "s have");
}

const pl_engine_kind pl_grammar_engine = {
    .name = "grammar",
    .about = "constituents by grammars, from coarse to fine",
    .section = PL_GRAMMAR_SECTION,
    .format = "discbracket",
    .constituents = true,
    .chart = true,
    .open = open_model,
    .close = close_model,
    .start = start,
    .stop = stop,
    .run = run,
    .score = score,
    .tree = tree,
    .report = report,
};
