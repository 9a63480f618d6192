/* Writes discbracket; see read_discbracket.c for what it is. Children stand in the order
 * of their lowest terminal, so the same tree always gives the same bytes. */
#include "corpus/discbracket.h"
#include "corpus/writer.h"

#include <string.h>

const struct pl_discbracket_escape pl_discbracket_escapes[PL_N_DISCBRACKET_ESCAPES] = {
    {'(', "#LRB#"},
    {')', "#RRB#"},
    {' ', "#SPC#"},
};

static void write_token(pl_out *out, const char *word)
{
    for (;;) {
        size_t n = strcspn(word, "() ");
        pl_out_put(out, word, n);
        if (word[n] == '\0')
            return;
        for (size_t i = 0; i < PL_N_DISCBRACKET_ESCAPES; i++)
            if (pl_discbracket_escapes[i].plain == word[n])
                pl_out_puts(out, pl_discbracket_escapes[i].code);
        word += n + 1;
    }
}

/* ( ) of a label become [ ], a space becomes _: a label has no escapes. */
static void write_label(pl_out *out, const char *label, const char *func)
{
    for (;;) {
        size_t n = strcspn(label, "() ");
        pl_out_put(out, label, n);
        if (label[n] == '\0')
            break;
        pl_out_putc(out, label[n] == '(' ? '[' : label[n] == ')' ? ']' : '_');
        label += n + 1;
    }
    if (func != NULL) {
        pl_out_putc(out, '-');
        write_label(out, func, NULL);
    }
}

static void write_leaf(pl_writer *w, const pl_tree *t, uint32_t i)
{
    const pl_node *n = &t->nodes[i];
    if (n->label != NULL) {
        pl_out_putc(w->out, '(');
        write_label(w->out, n->label, w->options.add_functions ? n->func : NULL);
        pl_out_putc(w->out, ' ');
    }
    pl_out_printf(w->out, "%u=", i);
    write_token(w->out, t->tokens[i].word);
    if (n->label != NULL)
        pl_out_putc(w->out, ')');
}

int pl_discbracket_write(pl_writer *w, const pl_tree *t, pl_err *err)
{
    if (t->root == PL_NONE && t->n_tokens > 0)
        return pl_fail(err, "no constituents, which discbracket needs");
    uint32_t v = t->root;
    while (v != PL_NONE) {
        const pl_node *n = &t->nodes[v];
        if (!pl_is_terminal(t, v)) {
            pl_out_putc(w->out, '(');
            write_label(w->out, n->label, w->options.add_functions ? n->func : NULL);
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
        pl_out_puts(w->out, t->id);
    } else if (t->id != NULL)
        w->lost |= PL_HAS_IDS;
    pl_out_putc(w->out, '\n');
    return 0;
}
