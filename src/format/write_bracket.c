/* Writes bracket; see read_bracket.c for what it is. One tree per line, or indented over
 * several: then a node whose children are all words stays on one line. */
#include "format/bracket.h"
#include "format/escape.h"
#include "format/writer.h"

enum { INDENT = 2, MAX_COLUMN = 200 };

static int check(const pl_tree *t, pl_error *err)
{
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (t->nodes[v].blocks > 1 && (t->nodes[v].parent != PL_NONE || v == t->root))
            return pl_fail(err, PL_BAD_INPUT,
                           "the node %s, from word %u to word %u, is discontinuous, "
                           "which bracket cannot hold; convert --raise or --split-disc "
                           "makes the tree continuous",
                           t->nodes[v].label, t->nodes[v].low + 1, t->nodes[v].high + 1);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->tokens[i].word[0] == '\0')
            return pl_fail(err, PL_BAD_INPUT,
                           "word %u is empty, which bracket cannot hold", i + 1);
    return 0;
}

/* The root that the file's outer pair of brackets stands for; not if a word without tag
 * is the first in it, which would be read as its label. */
static bool is_outer(const pl_tree *t, uint32_t v)
{
    uint32_t first = t->nodes[v].first;
    return v == t->root && (t->nodes[v].flags & PL_NODE_VIRTUAL) && first != PL_NONE &&
           t->nodes[first].label != NULL;
}

/* For indenting: which nodes have other children than words; NULL if not asked for. */
static const bool *find_tall(const pl_writer *w, const pl_tree *t)
{
    if (!w->options.pretty)
        return NULL;
    bool *tall = PL_NEW_ARRAY(t->arena, bool, t->n_nodes);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (t->nodes[v].parent != PL_NONE && !is_outer(t, t->nodes[v].parent))
            tall[t->nodes[v].parent] = true;
    return tall;
}

/* What stands between a node's bracket and a child, or between two children. */
static void separate(pl_writer *w, bool on_new_line, size_t depth)
{
    size_t column = depth * INDENT < MAX_COLUMN ? depth * INDENT : MAX_COLUMN;
    if (on_new_line)
        pl_out_printf(w->out, "\n%*s", (int)column, "");
    else
        pl_out_putc(w->out, ' ');
}

static void open_node(pl_writer *w, const pl_tree *t, uint32_t v)
{
    const pl_node *n = &t->nodes[v];
    bool terminal = pl_is_terminal(t, v);
    if (!terminal || n->label != NULL) {
        pl_out_putc(w->out, '(');
        if (!is_outer(t, v))
            pl_label_write(w->out, n->label, w->options.add_functions ? n->func : NULL);
    }
    if (terminal) {
        if (n->label != NULL)
            pl_out_putc(w->out, ' ');
        pl_escape_write(w->out, t->tokens[v].word, pl_bracket_escapes);
        if (n->label != NULL)
            pl_out_putc(w->out, ')');
    }
}

/* The outer pair has blanks inside, and the id where there is one. */
static void close_node(pl_writer *w, const pl_tree *t, uint32_t v)
{
    if (is_outer(t, v)) {
        if (w->options.ids && t->id != NULL) {
            pl_out_puts(w->out, " (ID ");
            pl_escape_write(w->out, t->id, pl_bracket_escapes);
            pl_out_putc(w->out, ')');
        }
        pl_out_putc(w->out, ' ');
    }
    pl_out_putc(w->out, ')');
}

int pl_bracket_write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    if (check(t, err) < 0)
        return -1;
    const bool *tall = find_tall(w, t);
    size_t depth = 0;
    for (uint32_t v = t->root; v != PL_NONE;) {
        open_node(w, t, v);
        if (t->nodes[v].first != PL_NONE) {
            separate(w, tall != NULL && tall[v], ++depth);
            v = t->nodes[v].first;
            continue;
        }
        for (; v != t->root && t->nodes[v].next == PL_NONE;
             v = t->nodes[v].parent, depth--)
            close_node(w, t, t->nodes[v].parent);
        if (v == t->root)
            break;
        separate(w, tall != NULL && tall[t->nodes[v].parent], depth);
        v = t->nodes[v].next;
    }
    pl_out_putc(w->out, '\n');
    if (t->id != NULL && !(w->options.ids && t->root != PL_NONE && is_outer(t, t->root)))
        w->lost |= PL_HAS_IDS;
    return 0;
}
