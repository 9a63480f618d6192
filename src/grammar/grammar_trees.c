/* Derivations as trees; see grammar_trees.h. */
#include "grammar/grammar_trees.h"

#include "base/hash.h"
#include "transform/binarize.h"
#include "transform/split_disc.h"

#include <stdlib.h>
#include <string.h>

struct pl_grammar_trees {
    const pl_cascade *cascade;
    pl_pipeline undo;
    pl_tsg_expander expander;
    pl_numbers derivation, expanded;
    pl_code code;
};

pl_grammar_trees *pl_grammar_trees_new(const pl_cascade *c)
{
    pl_grammar_trees *g = pl_alloc_zero(1, sizeof *g);
    g->cascade = c;
    pl_grammar_steps(&g->undo, pl_str_text(&c->undo));
    return g;
}

void pl_grammar_trees_free(pl_grammar_trees *g)
{
    if (g == NULL)
        return;
    pl_pipeline_release(&g->undo);
    pl_tsg_expander_release(&g->expander);
    PL_VEC_RELEASE(&g->derivation);
    PL_VEC_RELEASE(&g->expanded);
    pl_code_release(&g->code);
    free(g);
}

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

static void undo(pl_grammar_trees *g, uint32_t stage, pl_tree *t)
{
    pl_error err;
    if (pl_stage_is_split(&g->cascade->at[stage])) {
        pl_unbinarize(t, true);
        pl_merge_disc(t);
    }
    pl_pipeline_apply(&g->undo, t, &err);
}

/* Takes the root away that stands above those of the treebank. */
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

void pl_grammar_tree(pl_grammar_trees *g, uint32_t stage, const pl_derivation *d,
                     pl_tree *sentence)
{
    const pl_cascade_stage *s = &g->cascade->at[stage];
    g->derivation.n = 0;
    for (uint32_t i = 0; i < d->n; i++)
        PL_PUSH(&g->derivation, d->nodes[i].production);
    const pl_numbers *code = &g->derivation;
    if (s->kind->rules != PL_RULES_PRODUCTIONS) {
        pl_tsg_expand(&g->expander, &s->rules, code->at, (uint32_t)code->n, &g->expanded);
        code = &g->expanded;
    }
    remove_constituents(sentence);
    if (!pl_code_complete(s->rules.base, code->at, (uint32_t)code->n) ||
        !pl_code_tree(&g->code, s->rules.base, code->at, (uint32_t)code->n, sentence)) {
        pl_grammar_flat_tree(g, NULL, 0, sentence);
        return;
    }
    drop_artificial_root(sentence);
    undo(g, stage, sentence);
}

bool pl_grammar_may_stand_alone(const char *label)
{
    size_t n = strlen(label);
    bool part = n > 2 && strchr(label, '*') != NULL;
    return !part && !pl_looks_temporary(label) && label[0] != '\\' &&
           strcmp(label, PL_CASCADE_ROOT) != 0;
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

void pl_grammar_flat_tree(pl_grammar_trees *g, const pl_derivation *parts, uint32_t n,
                          pl_tree *t)
{
    remove_constituents(t);
    uint32_t root = t->root = pl_tree_add(t, "NOPARSE");
    for (uint32_t i = 0; i < n; i++)
        if (parts[i].n > 0)
            hang_part(g->cascade, &parts[i], root, t);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].parent == PL_NONE)
            pl_tree_append(t, root, i);
    pl_tree_order(t);
    undo(g, 0, t);
}

bool pl_grammar_starts(const pl_tsg *g, uint32_t production)
{
    const char *label =
        g->productions.symbols.at[g->productions.at.at[production].lhs].label;
    return strchr(label, PL_TSG_MARK) == NULL;
}

uint64_t pl_grammar_key(void *keys, uint32_t production, const pl_frontier *parts,
                        uint32_t n, uint32_t width)
{
    pl_grammar_keys *k = keys;
    const pl_tsg *g = k->tsg;
    const pl_elementary *e = &g->trees.at[g->tree_of.at[production]];
    uint32_t leaf = e->n_leaves;
    (void)width, (void)n;
    k->stack.n = 0;
    for (uint32_t i = e->n; i-- > 0;) {
        uint32_t code = g->codes.at[e->code + i];
        const pl_production *q = code != PL_NONE ? &g->base->at.at[code] : NULL;
        if (q == NULL || q->word != NULL) {
            leaf--;
            uint32_t rank = e->order != SIZE_MAX ? g->orders.at[e->order + leaf] : leaf;
            PL_PUSH(&k->stack, parts[rank].key);
            continue;
        }
        uint64_t key = pl_mix(code + 1); /* the first child is on top */
        for (uint32_t child = 0; child < q->n_rhs; child++)
            key = pl_mix(key + PL_POP(&k->stack)) * 31;
        PL_PUSH(&k->stack, key | 1);
    }
    return k->stack.at[0];
}
