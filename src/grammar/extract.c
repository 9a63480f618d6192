/* Grammars from treebanks; see extract.h. */
#include "grammar/extract.h"

#include "transform/binarize.h"
#include "transform/split_disc.h"

#include <stdlib.h>
#include <string.h>

static int check_continuous(pl_tree *t, pl_error *err)
{
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (pl_is_discontinuous(t, v))
            return pl_fail(
                err, PL_BAD_INPUT,
                "%s is discontinuous, which a pcfg cannot have; take split-pcfg "
                "or plcfrs, or make the trees continuous (--raise)",
                t->nodes[v].label);
    return 0;
}

static uint32_t most_children(const pl_tree *t)
{
    uint32_t most = 0;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v) && t->nodes[v].order > most)
            most = t->nodes[v].order;
    return most;
}

static int split(pl_tree *t, pl_error *err)
{
    static const pl_bin_options all_children = {PL_BIN_RIGHT, PL_LABEL_MARKOV, 999, 1};
    uint32_t most = most_children(t);
    if (pl_split_disc(t, err) < 0)
        return -1;
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        t->nodes[v].flags &= ~(uint32_t)PL_NODE_TEMPORARY;
    return most <= 2 ? pl_binarize(t, &all_children, err) : 0;
}

/* clang-format off */
const pl_grammar_kind pl_grammar_kinds[] = {
    {"pcfg",          PL_TREES_CONTINUOUS, PL_RULES_PRODUCTIONS, NULL,         "a context-free grammar of continuous trees"},
    {"split-pcfg",    PL_TREES_SPLIT,      PL_RULES_PRODUCTIONS, NULL,         "a context-free grammar of trees split into continuous parts"},
    {"plcfrs",        PL_TREES_WHOLE,      PL_RULES_PRODUCTIONS, "split-pcfg", "a grammar with discontinuous rules, as the trees have them"},
    {"2dop",          PL_TREES_WHOLE,      PL_RULES_FRAGMENTS,   "plcfrs",     "Double-DOP: all fragments that recur in the treebank"},
    {"split-2dop",    PL_TREES_SPLIT,      PL_RULES_FRAGMENTS,   "split-pcfg", "Double-DOP of trees split into continuous parts"},
    {"dop-reduction", PL_TREES_WHOLE,      PL_RULES_REDUCTION,   "plcfrs",     "all fragments of the treebank, implicitly (large, slow)"},
    {0},
};
/* clang-format on */

int pl_grammar_prepare(const pl_grammar_kind *kind, pl_tree *t, pl_error *err)
{
    if (kind->trees == PL_TREES_CONTINUOUS)
        return check_continuous(t, err);
    return kind->trees == PL_TREES_SPLIT ? split(t, err) : 0;
}

const pl_grammar_kind *pl_grammar_kind_find(const char *name)
{
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

void pl_grammar_extract(pl_grammar *g, const pl_forest *f)
{
    const pl_productions *p = &f->productions;
    *g = (pl_grammar){.productions = p};
    g->counts = pl_alloc_zero(p->at.n + 1, sizeof *g->counts);
    g->totals = pl_alloc_zero(p->symbols.n + 1, sizeof *g->totals);
    for (size_t i = 0; i < f->nodes.n; i++) {
        uint32_t production = f->nodes.at[i].production;
        g->counts[production]++;
        g->totals[p->at.at[production].lhs]++;
    }
    for (size_t i = 0; i < p->at.n; i++)
        if (g->counts[i] > 0) {
            g->n_rules += p->at.at[i].word == NULL;
            g->n_lexical += p->at.at[i].word != NULL;
        }
}

void pl_grammar_release(pl_grammar *g)
{
    free(g->counts);
    free(g->totals);
    *g = (pl_grammar){0};
}
