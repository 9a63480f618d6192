/* Fragments as text: what is written; see fragments.h. The code is unfolded into nodes,
 * which are written in the order of the places of their words and frontier blocks. */
#include "grammar/fragment_text.h"

#include "format/escape.h"
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
    pl_code_release(&t->code);
    PL_VEC_RELEASE(&t->indices);
    PL_VEC_RELEASE(&t->by_low);
    pl_prod_stack_release(&t->stack);
    PL_VEC_RELEASE(&t->brackets);
    pl_arena_release(&t->arena);
    free(t);
}

/* Says which nodes are written, and hangs them below each other in the order of their
 * lowest index. Where binarization put children together out of order, taking its nodes
 * away mixes them. */
static void arrange(pl_fragment_text *t, const pl_productions *p, bool unbinarize,
                    uint32_t n_indices)
{
    const pl_code *c = &t->code;
    uint32_t n = (uint32_t)c->nodes.n;
    PL_RESERVE(&t->nodes, n);
    PL_RESERVE(&t->by_low, n_indices);
    for (uint32_t i = 0; i < n_indices; i++)
        t->by_low.at[i] = PL_NONE;
    for (uint32_t i = n; i-- > 0;) { /* the first child comes next in pre-order */
        const pl_code_node *v = &c->nodes.at[i];
        t->nodes.at[i] = (pl_text_node){.first = PL_NONE, .next = PL_NONE};
        t->nodes.at[i].low =
            pl_code_is_leaf(v) ? c->places.at[v->places] : t->nodes.at[i + 1].low;
    }
    for (uint32_t i = 0; i < n; i++) {
        pl_text_node *v = &t->nodes.at[i];
        const pl_code_node *u = &c->nodes.at[i];
        v->parent = u->parent;
        v->dissolved = unbinarize && i > 0 && !pl_code_is_leaf(u) &&
                       pl_looks_temporary(p->symbols.at[u->symbol].label);
        if (i > 0 && t->nodes.at[v->parent].dissolved)
            v->parent = t->nodes.at[v->parent].parent;
        v->same_low = t->by_low.at[v->low];
        t->by_low.at[v->low] = i;
    }
    for (uint32_t low = n_indices; low-- > 0;)
        for (uint32_t i = t->by_low.at[low]; i != PL_NONE; i = t->nodes.at[i].same_low) {
            pl_text_node *v = &t->nodes.at[i];
            if (i == 0 || v->dissolved)
                continue;
            v->next = t->nodes.at[v->parent].first;
            t->nodes.at[v->parent].first = i;
        }
}

static void write_node(const pl_code *c, const pl_productions *p, const pl_code_node *n,
                       bool unbinarize, pl_out *out)
{
    const char *label = p->symbols.at[n->symbol].label;
    pl_out_putc(out, '(');
    pl_label_write(out, unbinarize && label[0] == '\\' ? label + 1 : label, NULL);
    if (!pl_code_is_leaf(n))
        return;
    for (uint32_t i = 0; i < p->symbols.at[n->symbol].fanout; i++)
        pl_out_printf(out, " %u=", c->places.at[n->places + i]);
    if (n->production != NULL)
        pl_escape_write(out, n->production->word, pl_discbracket_escapes);
}

void pl_fragment_write(pl_fragment_text *t, const pl_productions *p, const uint32_t *code,
                       uint32_t n, bool unbinarize, pl_str *to)
{
    uint32_t n_indices = pl_code_unfold(&t->code, p, code, n);
    arrange(t, p, unbinarize, n_indices);
    pl_out *out = pl_out_memory(to);
    for (uint32_t i = 0;;) {
        const pl_text_node *v = &t->nodes.at[i];
        write_node(&t->code, p, &t->code.nodes.at[i], unbinarize, out);
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
