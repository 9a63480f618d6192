/* Elementary trees as rules, and derivations as trees; see tsg.h. */
#include "grammar/tsg.h"

#include <stdlib.h>
#include <string.h>

/* -- making rules ------------------------------------------------------------------- */

int pl_tsg_check_labels(const pl_productions *base, pl_error *err)
{
    for (size_t i = 0; i < base->symbols.n; i++)
        if (strchr(base->symbols.at[i].label, PL_TSG_MARK) != NULL)
            return pl_fail(err, PL_BAD_INPUT,
                           "a label holds the control character %d, which grammars "
                           "of fragments need for themselves",
                           PL_TSG_MARK);
    return 0;
}

int pl_tsg_start(pl_tsg_maker *m, pl_tsg *tsg, const pl_productions *base, pl_error *err)
{
    if (pl_tsg_check_labels(base, err) < 0)
        return -1;
    *tsg = (pl_tsg){.base = base};
    *m = (pl_tsg_maker){.tsg = tsg, .stack.grow = &tsg->productions};
    m->prefixes.grow = &m->prefix_table;
    return 0;
}

/* Productions that are new weigh 1 and begin no elementary tree, until told otherwise. */
static void note_new(pl_tsg *tsg)
{
    while (tsg->weights.n < tsg->productions.at.n) {
        PL_PUSH(&tsg->weights, 1.0);
        PL_PUSH(&tsg->tree_of, PL_NONE);
    }
}

/* Lists the leaves of the unfolded code in m->leaves, in the order of their lowest places.
 * Where that is not their order in the code, stores which child of the rule each leaf is:
 *
 *     (S (VP (NP 0=) (VB 2=)) (VMFIN 1=))     code    NP  VB  VMFIN
 *                                             rule    NP  VMFIN  VB
 *                                             orders  0   2   1
 */
static void sort_leaves(pl_tsg_maker *m, pl_elementary *e, uint32_t n_places)
{
    const pl_code *c = &m->code;
    pl_tsg *tsg = m->tsg;
    PL_FILL(&m->leaves, n_places, 0xff);
    bool in_order = true;
    uint32_t last = 0;
    for (uint32_t i = 0; i < c->nodes.n; i++) {
        if (!pl_code_is_leaf(&c->nodes.at[i]))
            continue;
        uint32_t low = c->places.at[c->nodes.at[i].places];
        in_order = in_order && low >= last;
        last = low;
        m->leaves.at[low] = i;
    }
    m->leaves.n = 0;
    for (uint32_t low = 0; low < n_places; low++)
        if (m->leaves.at[low] != PL_NONE)
            m->leaves.at[m->leaves.n++] = m->leaves.at[low];
    e->n_leaves = (uint32_t)m->leaves.n;
    e->order = SIZE_MAX;
    if (in_order)
        return;
    e->order = tsg->orders.n;
    for (uint32_t i = 0; i < c->nodes.n; i++)
        for (uint32_t k = 0; k < m->leaves.n && pl_code_is_leaf(&c->nodes.at[i]); k++)
            if (m->leaves.at[k] == i)
                PL_PUSH(&tsg->orders, k);
}

/* Gives the topmost part of the prefixes the symbol of the topmost part of the rules. */
static void same_symbol(pl_tsg_maker *m)
{
    m->prefixes.parts.at[m->prefixes.parts.n - 1].symbol =
        m->stack.parts.at[m->stack.parts.n - 1].symbol;
}

/* Puts leaf k on both stacks; a word with the tag that selects for it. */
static void push_leaf(pl_tsg_maker *m, uint32_t k)
{
    const pl_code_node *n = &m->code.nodes.at[m->leaves.at[k]];
    const pl_symbol *symbol = &m->tsg->base->symbols.at[n->symbol];
    const uint32_t *places = m->code.places.at + n->places;
    const char *label = symbol->label;
    if (n->production != NULL) {
        pl_str_clear(&m->label);
        pl_str_printf(&m->label, "%s%c%s", label, PL_TSG_MARK, n->production->word);
        label = m->label.at;
        pl_prod_word(&m->stack, label, n->production->word, places[0]);
        note_new(m->tsg);
    } else
        pl_prod_open(&m->stack, label, places, symbol->fanout);
    pl_prod_open(&m->prefixes, "", places, symbol->fanout);
    same_symbol(m);
}

/* Puts the two topmost parts together under a symbol for all leaves so far, @NUMBER. The
 * number is that of the production prefix → (prefix before) leaf with its yield function
 * in a table of its own, so that fragments whose leaves begin alike share the rule. */
static void join_prefix(pl_tsg_maker *m)
{
    uint32_t number = pl_prod_join(&m->prefixes, "", 2, false) + 1;
    pl_str_clear(&m->label);
    pl_str_printf(&m->label, "%c%u", PL_TSG_MARK, number);
    pl_prod_join(&m->stack, m->label.at, 2, false);
    note_new(m->tsg);
    same_symbol(m);
}

/* One elementary tree: leaves from left to right, a rule for each after the first. The
 * last rule has the root on its left and is the tree's own, even where another tree has
 * the same; all rules below it are shared.
 *
 *     leaf 0  leaf 1  →  @1      @1  leaf 2  →  @2      …      @n  last leaf  →  root */
uint32_t pl_tsg_add(pl_tsg_maker *m, const uint32_t *code, uint32_t n, double weight)
{
    pl_tsg *tsg = m->tsg;
    pl_elementary e = {.code = tsg->codes.n, .n = n};
    uint32_t n_places = pl_code_unfold(&m->code, tsg->base, code, n);
    const char *root = tsg->base->symbols.at[m->code.nodes.at[0].symbol].label;
    uint32_t first;
    sort_leaves(m, &e, n_places);
    PL_APPEND(&tsg->codes, code, n);
    pl_prod_stack_clear(&m->stack);
    pl_prod_stack_clear(&m->prefixes);
    if (n == 1 && m->code.nodes.at[0].production->word != NULL)
        first = pl_prod_word(&m->stack, root, m->code.nodes.at[0].production->word, 0);
    else {
        for (uint32_t k = 0; k < e.n_leaves; k++) {
            push_leaf(m, k);
            if (k > 0 && k + 1 < e.n_leaves)
                join_prefix(m);
        }
        first = pl_prod_join(&m->stack, root, e.n_leaves > 1 ? 2 : 1, true);
    }
    note_new(tsg);
    tsg->weights.at[first] = weight;
    tsg->tree_of.at[first] = (uint32_t)tsg->trees.n;
    PL_PUSH(&tsg->trees, e);
    return first;
}

void pl_tsg_finish(pl_tsg_maker *m)
{
    pl_prod_stack_release(&m->stack);
    pl_prod_stack_release(&m->prefixes);
    pl_productions_release(&m->prefix_table);
    pl_code_release(&m->code);
    PL_VEC_RELEASE(&m->leaves);
    pl_str_release(&m->label);
}

/* -- whole grammars ----------------------------------------------------------------- */

/* weight(A → α) = count(A → α) / sum over all β of count(A → β) */
static void normalize(pl_tsg *tsg, const pl_productions *p)
{
    double *totals = pl_alloc_zero(p->symbols.n + 1, sizeof *totals);
    for (size_t i = 0; i < p->at.n; i++)
        totals[p->at.at[i].lhs] += tsg->weights.at[i];
    for (size_t i = 0; i < p->at.n; i++)
        if (tsg->weights.at[i] > 0)
            tsg->weights.at[i] /= totals[p->at.at[i].lhs];
    free(totals);
}

void pl_tsg_count(pl_tsg *tsg, const pl_forest *f, bool relative)
{
    const pl_productions *p = &f->productions;
    PL_FILL(&tsg->weights, p->at.n, 0);
    for (size_t i = 0; i < f->nodes.n; i++)
        tsg->weights.at[f->nodes.at[i].production]++;
    if (relative)
        normalize(tsg, p);
}

/* weight(f) = count(f) / sum of count(g) over all fragments g with the root of f */
int pl_tsg_double_dop(pl_tsg *tsg, const pl_forest *f, const pl_fragments *fragments,
                      pl_error *err)
{
    const pl_productions *p = &f->productions;
    pl_tsg_maker m;
    if (pl_tsg_start(&m, tsg, p, err) < 0)
        return -1;
    uint64_t *totals = pl_alloc_zero(p->symbols.n + 1, sizeof *totals);
    for (size_t i = 0; i < fragments->at.n; i++) {
        const pl_fragment *g = &fragments->at.at[i];
        totals[p->at.at[fragments->code.at[g->code]].lhs] += g->count;
    }
    for (size_t i = 0; i < fragments->at.n; i++) {
        const pl_fragment *g = &fragments->at.at[i];
        const uint32_t *code = fragments->code.at + g->code;
        double weight = (double)g->count / (double)totals[p->at.at[code[0]].lhs];
        pl_tsg_add(&m, code, g->n, weight);
    }
    free(totals);
    pl_tsg_finish(&m);
    return 0;
}

void pl_tsg_release(pl_tsg *tsg)
{
    pl_productions_release(&tsg->productions);
    PL_VEC_RELEASE(&tsg->weights, &tsg->tree_of, &tsg->trees, &tsg->codes, &tsg->orders);
}

bool pl_tsg_starts(const pl_tsg *tsg, uint32_t production)
{
    const pl_productions *p = &tsg->productions;
    return strchr(p->symbols.at[p->at.at[production].lhs].label, PL_TSG_MARK) == NULL;
}

/* The number of leaves below the children of a rule; 0 if the rule cannot be part of an
 * elementary tree. Only the first of two children may be an inner symbol, and its rule must
 * have come before, so that n leaves take n - 1 rules. */
static uint32_t leaves_below(const pl_tsg *g, const pl_production *q, const uint32_t *n)
{
    if (q->n_rhs > 2 || pl_tsg_is_inner(g, q->rhs[q->n_rhs - 1]))
        return 0;
    uint32_t first = pl_tsg_is_inner(g, q->rhs[0]) ? n[q->rhs[0]] : 1;
    return first > 0 ? first + q->n_rhs - 1 : 0;
}

/* A tag → word begins no tree, or that of this production alone. Of other productions, one
 * with an inner symbol on its left is the only one of that symbol, and one that begins an
 * elementary tree has as many leaves below it as the tree. */
bool pl_tsg_sound(const pl_tsg *g)
{
    uint32_t *n = pl_alloc_zero(g->productions.symbols.n + 1, sizeof *n); /* leaves */
    bool sound = true;
    for (size_t i = 0; i < g->productions.at.n && sound; i++) {
        const pl_production *q = &g->productions.at.at[i];
        const pl_elementary *e =
            g->tree_of.at[i] != PL_NONE ? &g->trees.at[g->tree_of.at[i]] : NULL;
        bool inner = pl_tsg_is_inner(g, q->lhs);
        if (q->word != NULL)
            sound = !inner && (e == NULL || e->n == 1);
        else {
            uint32_t leaves = leaves_below(g, q, n);
            sound = leaves > 0 && inner == (e == NULL) &&
                    (inner ? q->n_rhs == 2 && n[q->lhs] == 0 : leaves == e->n_leaves);
            n[q->lhs] = inner ? leaves : 0;
        }
    }
    free(n);
    return sound;
}

/* -- back to trees ------------------------------------------------------------------ */

/* Whether a leaf of the derivation is a word with its tag, and not the first production of
 * an elementary tree. */
static bool is_tag(const pl_tsg *tsg, uint32_t production)
{
    return production == PL_NONE || tsg->tree_of.at[production] == PL_NONE;
}

/* Sets sizes[i] to the number of productions in the subtree of the derivation at i. */
static void measure(pl_tsg_expander *x, const pl_tsg *tsg, const uint32_t *d, uint32_t n)
{
    PL_RESERVE(&x->sizes, n);
    for (uint32_t i = n; i-- > 0;) {
        uint32_t size = 1,
                 kids = d[i] != PL_NONE ? tsg->productions.at.at[d[i]].n_rhs : 0;
        for (; kids > 0; kids--)
            size += x->sizes.at[i + size];
        x->sizes.at[i] = size;
    }
}

/* Begins the elementary tree whose first production is d[i]. Its n leaves take n - 1
 * productions, which branch to the left; after them the subtrees of the leaves follow one
 * after the other. */
static void begin_tree(pl_tsg_expander *x, const pl_tsg *tsg, const uint32_t *d,
                       uint32_t i)
{
    uint32_t tree = tsg->tree_of.at[d[i]];
    uint32_t n = tsg->trees.at[tree].n_leaves;
    uint32_t at = i + (n > 1 ? n - 1 : 1), first = (uint32_t)x->leaves.n;
    bool word = tsg->productions.at.at[d[i]].word != NULL;
    for (uint32_t k = 0; k < n && !word; k++) {
        PL_PUSH(&x->leaves, at);
        at += x->sizes.at[at];
    }
    PL_PUSH(&x->tasks, (struct pl_tsg_task){.tree = tree, .leaves = first});
}

/* Copies the code of the elementary tree at the root. Where it comes to a frontier node,
 * the code of the elementary tree substituted there goes first: trees that are not
 * finished wait on a stack. */
void pl_tsg_expand(pl_tsg_expander *x, const pl_tsg *tsg, const uint32_t *d, uint32_t n,
                   pl_numbers *out)
{
    out->n = x->leaves.n = x->tasks.n = 0;
    if (is_tag(tsg, d[0])) {
        PL_PUSH(out, PL_NONE);
        return;
    }
    measure(x, tsg, d, n);
    begin_tree(x, tsg, d, 0);
    while (x->tasks.n > 0) {
        struct pl_tsg_task *task = &x->tasks.at[x->tasks.n - 1];
        const pl_elementary *e = &tsg->trees.at[task->tree];
        if (task->at == e->n) {
            x->leaves.n = task->leaves;
            x->tasks.n--;
            continue;
        }
        uint32_t code = tsg->codes.at[e->code + task->at++];
        bool leaf = code == PL_NONE || tsg->base->at.at[code].word != NULL;
        uint32_t rank = task->leaf;
        task->leaf += leaf;
        if (code != PL_NONE) {
            PL_PUSH(out, code);
            continue;
        }
        if (e->order != SIZE_MAX)
            rank = tsg->orders.at[e->order + rank];
        uint32_t child = x->leaves.at[task->leaves + rank];
        if (is_tag(tsg, d[child]))
            PL_PUSH(out, PL_NONE);
        else
            begin_tree(x, tsg, d, child);
    }
}

void pl_tsg_expander_release(pl_tsg_expander *x)
{
    PL_VEC_RELEASE(&x->sizes, &x->leaves, &x->tasks);
}
