/* Grammars for parsing, stage by stage; see cascade.h. */
#include "grammar/cascade.h"

void pl_cascade_start(pl_cascade *c, const pl_grammar_kind *kind)
{
    *c = (pl_cascade){.rare = {.rare = PL_RARE_COUNT, .open = PL_OPEN_WORDS}};
    for (const pl_grammar_kind *k = kind; k != NULL;
         k = k->before != NULL ? pl_grammar_kind_find(k->before) : NULL)
        c->n++;
    for (uint32_t i = c->n; i-- > 0;
         kind = i > 0 ? pl_grammar_kind_find(kind->before) : kind)
        c->at[i] = (pl_cascade_stage){.kind = kind, .base = i};
}

/* The first stage whose trees are (or are not) split. */
static const pl_grammar_kind *first_kind(const pl_cascade *c, bool split)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (pl_stage_is_split(&c->at[i]) == split)
            return c->at[i].kind;
    return NULL;
}

/* A copy of the tree, which is then made what the kind needs, goes to the forest. */
static int add_to(pl_forest *f, const pl_grammar_kind *kind, const pl_tree *t,
                  pl_error *err)
{
    if (kind == NULL)
        return 0;
    pl_tree *copy = pl_tree_copy(t, t->arena);
    return pl_grammar_prepare(kind, copy, err) < 0 ? -1 : pl_forest_add(f, copy, err);
}

int pl_cascade_tree(pl_cascade *c, pl_tree *t, pl_error *err)
{
    if (t->root == PL_NONE)
        return pl_fail(err, PL_BAD_INPUT, "the sentence has no constituents");
    pl_intern_add(&c->roots, t->nodes[t->root].label);
    return add_to(&c->split, first_kind(c, true), t, err) < 0
               ? -1
               : add_to(&c->whole, first_kind(c, false), t, err);
}

/* -- stages ------------------------------------------------------------------------ */

/* Relative frequencies of the productions that the forest has nodes with. */
static void weigh_productions(pl_tsg *g, const pl_forest *f)
{
    pl_grammar counts;
    pl_grammar_extract(&counts, f);
    PL_RESERVE(&g->weights, f->productions.at.n + 1);
    for (size_t i = 0; i < f->productions.at.n; i++) {
        uint64_t total = counts.totals[f->productions.at.at[i].lhs];
        PL_PUSH(&g->weights, total > 0 ? (double)counts.counts[i] / (double)total : 0.0);
    }
    pl_grammar_release(&counts);
}

static int double_dop(pl_tsg *g, pl_forest *f, pl_pool *pool, pl_error *err)
{
    static const pl_seek_options options = {.cover = 1};
    pl_fragments fragments = {0};
    pl_forest_index(f);
    int status = pl_fragments_seek(&fragments, f, &options, pool, err);
    if (status == 0)
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
        weigh_productions(&s->rules, f);
        return 0;
    case PL_RULES_FRAGMENTS:
        return double_dop(&s->rules, f, pool, err);
    default:
        return pl_tsg_reduction(&s->rules, f, err);
    }
}

/* Forests give their productions to the stages that are made of them alone, whose
 * numbers the codes of later stages use. */
static void hand_over(pl_cascade *c)
{
    for (uint32_t i = 0; i < c->n; i++) {
        pl_cascade_stage *s = &c->at[i];
        pl_forest *f = pl_stage_is_split(s) ? &c->split : &c->whole;
        if (s->kind->rules == PL_RULES_PRODUCTIONS) {
            s->rules.productions = f->productions;
            f->productions = (pl_productions){0};
        }
        for (uint32_t k = 0; k < i && s->kind->rules != PL_RULES_PRODUCTIONS; k++)
            if (c->at[k].kind->trees == s->kind->trees)
                s->base = k;
        s->rules.base = &c->at[s->base].rules.productions;
    }
}

int pl_cascade_finish(pl_cascade *c, pl_pool *pool, pl_error *err)
{
    pl_forest *any = c->split.n_trees > 0 ? &c->split : &c->whole;
    if (any->n_trees == 0)
        return pl_fail(err, PL_BAD_INPUT, "there are no trees to read a grammar off");
    if (c->roots.n > 1) {
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
    pl_forest_release(&c->split);
    pl_forest_release(&c->whole);
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
