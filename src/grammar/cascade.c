/* Grammars read off treebanks, stage by stage; see cascade.h. */
#include "grammar/cascade.h"

#include "grammar/share_fragments.h"

#include "transform/transform.h"

#include <string.h>

/* -- kinds -------------------------------------------------------------------------- */

static int check_continuous(pl_tree *t, pl_error *err)
{
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (pl_is_discontinuous(t, v))
            return pl_fail(err, PL_BAD_INPUT,
                           "%s is discontinuous, which a pcfg cannot have; take "
                           "split-pcfg or plcfrs, or make the trees continuous "
                           "(the transform raise)",
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

int pl_grammar_binarize(pl_tree *t, pl_error *err)
{
    static const pl_bin_options usual = {PL_BIN_RIGHT, PL_LABEL_MARKOV, 1, 1};
    if (most_children(t) <= 2)
        return 0;
    return pl_binarize(t, &usual, err) < 0 ? -1 : 1;
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

/* -- the treebank ------------------------------------------------------------------- */

void pl_cascade_start(pl_cascade *c, const pl_grammar_kind *kind, bool counted)
{
    *c = (pl_cascade){.counted = counted,
                      .rare = {.rare = PL_RARE_COUNT, .open = PL_OPEN_WORDS}};
    pl_cascade_stage last = {.kind = kind};
    if (kind->before != NULL && !counted)
        pl_cascade_start(c, pl_grammar_kind_find(kind->before), false);
    c->at[c->n++] = last;
}

/* The first stage whose trees are (or are not) split. */
static const pl_grammar_kind *first_kind(const pl_cascade *c, bool split)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (pl_stage_is_split(&c->at[i]) == split)
            return c->at[i].kind;
    return NULL;
}

/* Makes the tree what the kind needs and adds it to the forest. */
static int add_to(pl_forest *f, const pl_grammar_kind *kind, pl_tree *t, pl_error *err)
{
    return pl_grammar_prepare(kind, t, err) < 0 ? -1 : pl_forest_add(f, t, err);
}

int pl_cascade_add(pl_cascade *c, pl_tree *t, pl_error *err)
{
    const pl_grammar_kind *split = first_kind(c, true), *whole = first_kind(c, false);
    if (t->root == PL_NONE)
        return pl_fail(err, PL_BAD_INPUT, "the sentence has no constituents");
    pl_intern_add(&c->roots, t->nodes[t->root].label);
    pl_tree *other = whole != NULL && split != NULL ? pl_tree_copy(t, t->arena) : t;
    if ((split != NULL && add_to(&c->split, split, other, err) < 0) ||
        (whole != NULL && add_to(&c->whole, whole, t, err) < 0))
        return -1;
    c->n_trees++;
    return 0;
}

/* -- stages ------------------------------------------------------------------------- */

/* Of several processes the first one makes the grammar. */
static int double_dop(const pl_cascade *c, pl_tsg *g, pl_forest *f, pl_pool *pool,
                      pl_error *err)
{
    const pl_seek_options options = {.cover = 1, .peers = c->peers};
    pl_fragments fragments = {0};
    pl_forest_index(f);
    int status = pl_forest_compare(c->peers, f, err);
    if (status == 0)
        status = pl_fragments_seek(&fragments, f, &options, pool, err);
    if (status == 0 && pl_peers_rank(c->peers) == 0)
        status = pl_tsg_double_dop(g, f, &fragments, err);
    pl_fragments_release(&fragments);
    return status;
}

static int make_stage(pl_cascade *c, uint32_t i, pl_pool *pool, pl_error *err)
{
    pl_cascade_stage *s = &c->at[i];
    pl_forest *f = pl_stage_is_split(s) ? &c->split : &c->whole;
    switch (s->kind->rules) {
    case PL_RULES_PRODUCTIONS:
        pl_tsg_count(&s->rules, f, !c->counted);
        return 0;
    case PL_RULES_FRAGMENTS:
        return double_dop(c, &s->rules, f, pool, err);
    default:
        return pl_tsg_reduction(&s->rules, f, err);
    }
}

uint32_t pl_cascade_base(const pl_cascade *c, uint32_t i)
{
    const pl_grammar_kind *kind = c->at[i].kind;
    uint32_t base = i;
    for (uint32_t k = 0; k < i && kind->rules != PL_RULES_PRODUCTIONS; k++)
        if (c->at[k].kind->trees == kind->trees)
            base = k;
    return base;
}

/* Forests give their productions to the stages that are made of them alone, whose
 * numbers the codes of later stages use. The codes of a grammar that is only counted stay
 * in the productions of its forest. */
static void hand_over(pl_cascade *c)
{
    for (uint32_t i = 0; i < c->n; i++) {
        pl_cascade_stage *s = &c->at[i];
        pl_forest *f = pl_stage_is_split(s) ? &c->split : &c->whole;
        if (s->kind->rules == PL_RULES_PRODUCTIONS) {
            s->rules.productions = f->productions;
            f->productions = (pl_productions){0};
        }
        if (s->kind->rules == PL_RULES_PRODUCTIONS || !c->counted)
            s->rules.base = &c->at[pl_cascade_base(c, i)].rules.productions;
    }
}

int pl_cascade_finish(pl_cascade *c, pl_pool *pool, pl_error *err)
{
    pl_forest *any = c->split.n_trees > 0 ? &c->split : &c->whole;
    if (c->n_trees == 0 && !c->counted)
        return pl_fail(err, PL_BAD_INPUT, "there are no trees to read a grammar off");
    if (c->roots.n > 1 && !c->counted) {
        pl_forest_add_roots(&c->split, PL_CASCADE_ROOT);
        pl_forest_add_roots(&c->whole, PL_CASCADE_ROOT);
    }
    if (c->use_rare) {
        pl_rare_learn(&c->rare, any);
        pl_rare_apply(&c->rare, &c->split);
        pl_rare_apply(&c->rare, &c->whole);
    }
    for (uint32_t i = 0; i < c->n; i++)
        if (make_stage(c, i, pool, err) < 0)
            return -1;
    hand_over(c);
    if (!c->counted) {
        pl_forest_release(&c->split);
        pl_forest_release(&c->whole);
    }
    return 0;
}

void pl_cascade_release(pl_cascade *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        pl_tsg_release(&c->at[i].rules);
    pl_forest_release(&c->split);
    pl_forest_release(&c->whole);
    pl_intern_release(&c->roots);
    pl_rare_release(&c->rare);
    pl_str_release(&c->about);
    pl_str_release(&c->heads);
    pl_str_release(&c->steps);
    pl_str_release(&c->undo);
    *c = (pl_cascade){0};
}
