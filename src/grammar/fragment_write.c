/* Fragments as text: what is written; see fragments.h. The code is unfolded into nodes,
 * which get the indices of their words and frontier blocks by following the yield
 * functions from the root down, and are written in the order of these indices. */
#include "grammar/fragment_text.h"

#include "corpus/escape.h"
#include "corpus/discbracket.h"
#include "transform/binarize.h"

#include <stdlib.h>

pl_fragment_text *pl_fragment_text_new(void)
{
    return pl_alloc_zero(1, sizeof(pl_fragment_text));
}

void pl_fragment_text_free(pl_fragment_text *t)
{
    if (t == NULL)
        return;
    PL_VEC_RELEASE(&t->nodes);
    PL_VEC_RELEASE(&t->kids);
    PL_VEC_RELEASE(&t->indices);
    PL_VEC_RELEASE(&t->open);
    PL_VEC_RELEASE(&t->variables);
    PL_VEC_RELEASE(&t->by_low);
    pl_prod_stack_release(&t->stack);
    PL_VEC_RELEASE(&t->brackets);
    pl_arena_release(&t->arena);
    free(t);
}

static bool is_leaf(const text_node *n)
{
    return n->production == NULL || n->production->word != NULL;
}

static void add_node(pl_fragment_text *t, const pl_productions *p, uint32_t code,
                     uint32_t parent, uint32_t symbol)
{
    text_node n = {.parent = parent, .symbol = symbol, .first = PL_NONE, .next = PL_NONE};
    n.production = code != PL_NONE ? &p->at.at[code] : NULL;
    n.kids = (uint32_t)t->kids.n;
    n.indices = (uint32_t)t->indices.n;
    size_t n_kids = n.production != NULL ? n.production->n_rhs : 0;
    PL_RESERVE(&t->kids, t->kids.n + n_kids);
    t->kids.n += n_kids;
    size_t n_indices = is_leaf(&n) ? p->symbols.at[symbol].fanout : 0;
    PL_RESERVE(&t->indices, t->indices.n + n_indices);
    t->indices.n += n_indices;
    PL_PUSH(&t->nodes, n);
}

/* Nodes from the code; t->open holds those that still wait for children. */
static void unfold(pl_fragment_text *t, const pl_productions *p, const uint32_t *code,
                   uint32_t n)
{
    t->nodes.n = t->kids.n = t->indices.n = t->open.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0)
            add_node(t, p, code[0], PL_NONE, p->at.at[code[0]].lhs);
        else {
            uint32_t parent = t->open.at[t->open.n - 1];
            text_node *up = &t->nodes.at[parent];
            uint32_t k = up->n_kids++;
            t->kids.at[up->kids + k] = i;
            if (up->n_kids == up->production->n_rhs)
                t->open.n--;
            add_node(t, p, code[i], parent, up->production->rhs[k]);
        }
        if (!is_leaf(&t->nodes.at[i]))
            PL_PUSH(&t->open, i);
    }
}

/* Numbers what stands in one component of the root, from left to right. */
static void number_component(pl_fragment_text *t, uint32_t component, uint32_t *index)
{
    pl_variable start = {0, component};
    t->variables.n = 0;
    PL_PUSH(&t->variables, start);
    while (t->variables.n > 0) {
        pl_variable v = PL_POP(&t->variables); /* block v.block of node v.child */
        const text_node *n = &t->nodes.at[v.child];
        if (is_leaf(n)) {
            t->indices.at[n->indices + v.block] = (*index)++;
            continue;
        }
        const uint32_t *starts = n->production->starts;
        for (uint32_t i = starts[v.block + 1]; i > starts[v.block]; i--) {
            pl_variable part = n->production->variables[i - 1];
            part.child = t->kids.at[n->kids + part.child];
            PL_PUSH(&t->variables, part);
        }
    }
}

/* Says which nodes are written, and hangs them below each other in the order of their
 * lowest index. Where binarization put children together out of order, taking its nodes
 * away mixes them. */
static void arrange(pl_fragment_text *t, const pl_productions *p, bool unbinarize,
                    uint32_t n_indices)
{
    uint32_t n = (uint32_t)t->nodes.n;
    PL_RESERVE(&t->by_low, n_indices);
    for (uint32_t i = 0; i < n_indices; i++)
        t->by_low.at[i] = PL_NONE;
    for (uint32_t i = n; i-- > 0;) { /* the first child comes next in pre-order */
        text_node *v = &t->nodes.at[i];
        v->low = is_leaf(v) ? t->indices.at[v->indices] : t->nodes.at[i + 1].low;
    }
    for (uint32_t i = 0; i < n; i++) {
        text_node *v = &t->nodes.at[i];
        v->dissolved = unbinarize && i > 0 && !is_leaf(v) &&
                       pl_looks_temporary(p->symbols.at[v->symbol].label);
        if (i > 0 && t->nodes.at[v->parent].dissolved)
            v->parent = t->nodes.at[v->parent].parent;
        v->same_low = t->by_low.at[v->low];
        t->by_low.at[v->low] = i;
    }
    for (uint32_t low = n_indices; low-- > 0;)
        for (uint32_t i = t->by_low.at[low]; i != PL_NONE; i = t->nodes.at[i].same_low) {
            text_node *v = &t->nodes.at[i];
            if (i == 0 || v->dissolved)
                continue;
            v->next = t->nodes.at[v->parent].first;
            t->nodes.at[v->parent].first = i;
        }
}

static void write_node(const pl_fragment_text *t, const pl_productions *p,
                       const text_node *n, bool unbinarize, pl_out *out)
{
    const char *label = p->symbols.at[n->symbol].label;
    pl_out_putc(out, '(');
    pl_label_write(out, unbinarize && label[0] == '\\' ? label + 1 : label, NULL);
    if (!is_leaf(n))
        return;
    for (uint32_t i = 0; i < p->symbols.at[n->symbol].fanout; i++)
        pl_out_printf(out, " %u=", t->indices.at[n->indices + i]);
    if (n->production != NULL)
        pl_escape_write(out, n->production->word, pl_discbracket_escapes);
}

void pl_fragment_write(pl_fragment_text *t, const pl_productions *p, const uint32_t *code,
                       uint32_t n, bool unbinarize, pl_str *to)
{
    uint32_t n_indices = 0;
    unfold(t, p, code, n);
    uint32_t fanout = p->symbols.at[t->nodes.at[0].symbol].fanout;
    for (uint32_t c = 0; c < fanout; c++) {
        n_indices += c > 0; /* the gap */
        number_component(t, c, &n_indices);
    }
    arrange(t, p, unbinarize, n_indices);
    pl_out *out = pl_out_memory(to);
    for (uint32_t i = 0;;) {
        const text_node *v = &t->nodes.at[i];
        write_node(t, p, v, unbinarize, out);
        if (v->first != PL_NONE) {
            pl_out_putc(out, ' ');
            i = v->first;
            continue;
        }
        pl_out_putc(out, ')');
        while (i != 0 && t->nodes.at[i].next == PL_NONE) {
            i = t->nodes.at[i].parent;
            pl_out_putc(out, ')');
        }
        if (i == 0)
            break;
        i = t->nodes.at[i].next;
        pl_out_putc(out, ' ');
    }
    pl_out_close(out, NULL);
}
