/* Treebanks to learn from; see gold_trees.h. */
#include "train/gold_trees.h"

#include "train/roughen.h"
#include "transform/transform.h"

/* Moves the functions of all nodes from the tree to g->functions. */
static void set_functions_aside(pl_gold_trees *g, pl_tree *tree)
{
    if (g->keep_functions) {
        const char **all = pl_arena_alloc(&g->arena, tree->n_nodes * sizeof *all);
        for (uint32_t i = 0; i < tree->n_nodes; i++)
            all[i] = tree->nodes[i].func;
        PL_PUSH(&g->functions, all);
    }
    for (uint32_t i = 0; i < tree->n_nodes; i++)
        tree->nodes[i].func = NULL;
}

void pl_gold_trees_show_functions(pl_gold_trees *g, bool show)
{
    for (size_t i = 0; i < g->functions.n; i++)
        for (uint32_t v = 0; v < g->trees.at[i]->n_nodes; v++)
            g->trees.at[i]->nodes[v].func = show ? g->functions.at[i][v] : NULL;
}

static int take_tree(pl_gold_trees *g, const pl_machine_ops *ops, pl_source *source,
                     pl_tree *tree, pl_error *err)
{
    if (tree->n_tokens == 0) {
        g->n_empty++;
        return 0;
    }
    if (ops->check(tree, err) < 0)
        return pl_source_reject(source, tree, err);
    g->n_traced += pl_has_traces(tree);
    g->n_tokens += tree->n_tokens;
    PL_PUSH(&g->trees, tree);
    return 0;
}

/* Takes a tree as the steps change it, unless they leave it out. */
static int take_changed(pl_gold_trees *g, const pl_machine_ops *ops, pl_source *source,
                        pl_tree *tree, pl_error *err)
{
    int keep = g->steps != NULL ? pl_pipeline_apply(g->steps, tree, err) : 1;
    g->universal = pl_source_reader(source)->format == &pl_format_conllu;
    if (keep < 0)
        return pl_source_reject(source, tree, err);
    return keep > 0 ? take_tree(g, ops, source, tree, err) : 0;
}

int pl_gold_trees_read(pl_gold_trees *g, const pl_machine_ops *ops, pl_source *source,
                       pl_error *err)
{
    pl_tree *tree = g->first;
    int got;
    if (tree != NULL && take_changed(g, ops, source, tree, err) < 0)
        return -1;
    g->first = NULL;
    while ((got = pl_source_next(source, &g->arena, &tree, err)) > 0)
        if (take_changed(g, ops, source, tree, err) < 0)
            return -1;
    while (got == 0 && g->steps != NULL && pl_pipeline_held(g->steps, &tree, err) > 0)
        got = take_tree(g, ops, source, pl_tree_copy(tree, &g->arena), err);
    return got;
}

void pl_gold_trees_roughen(pl_gold_trees *g, uint64_t seed)
{
    pl_rng rng = {pl_mix(seed + 2)};
    size_t n = g->trees.n;
    for (size_t i = 0; i < n; i++) {
        pl_tree *twin = pl_tree_copy(g->trees.at[i], &g->arena);
        pl_roughen(twin, &rng);
        PL_PUSH(&g->trees, twin);
    }
    g->n_twins = n;
}

/* -- heads -------------------------------------------------------------------------- */

/* Rules that come with pleach, tried in this order when none are named. */
static const char *const shipped[] = {"negra", "alpino", "ptb", "icepahc"};
enum { N_SHIPPED = sizeof shipped / sizeof *shipped, N_TRIED = 500 };

/* Counts the nodes of the first trees for which the rules have only their last resort. */
static size_t ignorance(const pl_gold_trees *g, const pl_heads *rules)
{
    size_t n = 0;
    for (size_t i = 0; i < g->trees.n && i < N_TRIED; i++)
        n += pl_heads_mark(rules, g->trees.at[i], false);
    return n;
}

static int choose_rules(pl_gold_trees *g, pl_error *err)
{
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < N_SHIPPED; i++) {
        pl_heads *rules = pl_heads_load(shipped[i], err);
        if (rules == NULL)
            return -1;
        size_t n = ignorance(g, rules);
        if (n < least) {
            pl_heads_free(g->rules);
            g->rules = rules;
            g->rules_name = shipped[i];
            least = n;
        } else
            pl_heads_free(rules);
    }
    return 0;
}

int pl_gold_trees_mark(pl_gold_trees *g, const char *name, pl_error *err)
{
    for (size_t i = 0; i < g->trees.n; i++)
        set_functions_aside(g, g->trees.at[i]);
    g->rules_name = name;
    if (name != NULL && (g->rules = pl_heads_load(name, err)) == NULL)
        return -1;
    if (name == NULL && choose_rules(g, err) < 0)
        return -1;
    for (size_t i = 0; i < g->trees.n; i++)
        pl_heads_mark(g->rules, g->trees.at[i], false);
    return 0;
}

void pl_gold_trees_release(pl_gold_trees *g)
{
    PL_VEC_RELEASE(&g->trees, &g->functions);
    pl_heads_free(g->rules);
    g->rules = NULL;
    pl_arena_release(&g->arena);
}

int pl_gold_trees_show(const pl_gold_trees *g, pl_machine *m, pl_error *err)
{
    pl_arena scratch = {0};
    for (size_t i = 0; i < g->trees.n; i++)
        m->ops->look(m, g->trees.at[i]);
    for (size_t i = 0; i < g->trees.n; i++) {
        m->ops->add(m, g->trees.at[i], &scratch);
        pl_arena_reset(&scratch);
    }
    pl_arena_release(&scratch);
    return m->ops->finish(m, err);
}
