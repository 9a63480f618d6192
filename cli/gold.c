/* Treebanks with heads; see gold.h. */
#include "gold.h"

#include "dep_system.h"

/* Rules that come with pleach, tried in this order when none are named. */
static const char *const shipped[] = {"negra", "alpino", "ptb", "icepahc"};
enum { N_SHIPPED = sizeof shipped / sizeof *shipped, N_TRIED = 500 };

const pl_system *find_system(const command *c, const char *name)
{
    const pl_system *found = pl_system_find(name);
    if (found != NULL)
        return found;
    pl_str message = {0};
    no_such_system(&message, name);
    usage_error(c, "%s", message.at);
    pl_str_release(&message);
    return NULL;
}

/* For how many nodes of the first trees only the last resort is left. */
static size_t ignorance(const gold *g, const pl_heads *rules)
{
    size_t n = 0;
    for (size_t i = 0; i < g->trees.n && i < N_TRIED; i++)
        n += pl_heads_mark(rules, g->trees.at[i], false);
    return n;
}

static int choose_rules(gold *g, const char *name, pl_error *err)
{
    if (name != NULL) {
        g->rules_name = name;
        g->rules = pl_heads_load(name, err);
        return g->rules != NULL ? 0 : -1;
    }
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

/* The functions of all nodes; they are taken off the tree. */
static void set_functions_aside(gold *g, pl_tree *tree)
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

void gold_show_functions(gold *g, bool show)
{
    for (size_t i = 0; i < g->functions.n; i++)
        for (uint32_t v = 0; v < g->trees.at[i]->n_nodes; v++)
            g->trees.at[i]->nodes[v].func = show ? g->functions.at[i][v] : NULL;
}

static int take_tree(gold *g, input *in, const pl_source *source, pl_tree *tree,
                     pl_error *err)
{
    if (tree->n_tokens == 0) {
        g->n_empty++;
        return 0;
    }
    if (tree->root == PL_NONE) {
        pl_fail(err, PL_BAD_ARGUMENT, "the sentence has no constituents%s",
                tree->has_deps ? ", only dependencies: these are for systems like "
                                 "--system arc-eager"
                               : "");
        return input_bad_sentence(in, source, tree, err);
    }
    input_look(in, tree);
    set_functions_aside(g, tree);
    PL_PUSH(&g->trees, tree);
    g->n_tokens += tree->n_tokens;
    return 0;
}

int gold_load(gold *g, input *in, const char *heads, pl_deriver *looks, pl_error *err)
{
    pl_source *source = input_open(in, err);
    if (source == NULL)
        return -1;
    int got;
    pl_tree *tree;
    while ((got = pl_source_next(source, &g->arena, &tree, err)) > 0)
        if ((got = take_tree(g, in, source, tree, err)) < 0)
            break;
    input_report(in, source);
    pl_source_close(source);
    if (got < 0 || choose_rules(g, heads, err) < 0)
        return -1;
    for (size_t i = 0; i < g->trees.n; i++) {
        pl_heads_mark(g->rules, g->trees.at[i], false);
        if (looks != NULL)
            pl_deriver_look(looks, g->trees.at[i]);
    }
    return 0;
}

void gold_release(gold *g)
{
    PL_VEC_RELEASE(&g->trees);
    PL_VEC_RELEASE(&g->functions);
    pl_heads_free(g->rules);
    pl_arena_release(&g->arena);
}
