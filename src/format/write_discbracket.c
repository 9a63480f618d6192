/* Writes discbracket; see read_discbracket.c for what it is. Children stand in the order
 * of their lowest terminal, so the same tree always gives the same bytes. */
#include "format/discbracket.h"
#include "format/escape.h"
#include "format/writer.h"

static void write_leaf(pl_writer *w, const pl_tree *t, uint32_t i)
{
    const pl_node *n = &t->nodes[i];
    if (n->label != NULL) {
        pl_out_putc(w->out, '(');
        pl_label_write(w->out, n->label, w->options.add_functions ? n->func : NULL);
        pl_out_putc(w->out, ' ');
    }
    pl_out_printf(w->out, "%u=", i);
    pl_escape_write(w->out, t->tokens[i].word, pl_discbracket_escapes);
    if (n->label != NULL)
        pl_out_putc(w->out, ')');
}

int pl_discbracket_write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    (void)err;
    uint32_t v = t->root;
    while (v != PL_NONE) {
        const pl_node *n = &t->nodes[v];
        if (!pl_is_terminal(t, v)) {
            pl_out_putc(w->out, '(');
            pl_label_write(w->out, n->label, w->options.add_functions ? n->func : NULL);
            pl_out_putc(w->out, ' ');
            v = n->first;
            continue;
        }
        write_leaf(w, t, v);
        while (v != t->root && t->nodes[v].next == PL_NONE) {
            v = t->nodes[v].parent;
            pl_out_putc(w->out, ')');
        }
        if (v == t->root)
            break;
        v = t->nodes[v].next;
        pl_out_putc(w->out, ' ');
    }
    if (t->id != NULL && w->options.ids) {
        pl_out_putc(w->out, '\t');
        pl_line_write(w->out, t->id);
    } else if (t->id != NULL)
        w->lost |= PL_HAS_IDS;
    pl_out_putc(w->out, '\n');
    return 0;
}
