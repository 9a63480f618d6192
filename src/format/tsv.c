/* tsv: a table for data frames, databases and spreadsheets: one line for each word and each constituent, columns
 * with tabs between them, the names of the columns in the first line. It is for output only.
 *
 *     sentence  id  node  parent  label  function  word   lemma  coarse  morph  head  relation  first  last  blocks
 *     1         7   1     4       NN     SB        Iets   …                     2     nsubj     1      1     1
 *     1         7   4     0       S                                                             1      3     2
 *
 * Words are numbered from 1, constituents after them, parents before their children; 0 is above the root. A value
 * that is not there is empty. Nothing is quoted: tabs and line ends in a text become spaces. */
#include "base/counted.h"
#include "format/lines.h"

static void put_text(pl_writer *w, const char *text)
{
    pl_out_putc(w->out, '\t');
    if (text != NULL)
        pl_writer_note(w, pl_text_write(w->out, text));
}

/* The next column: a number, or nothing. */
static void put_number(pl_writer *w, bool there, uint32_t number)
{
    pl_out_putc(w->out, '\t');
    if (there)
        pl_out_number(w->out, number);
}

/* Numbers of nodes, from 1; those that are no longer in the tree have none. */
static uint32_t *number_nodes(const pl_tree *t)
{
    uint32_t *number = pl_arena_alloc(t->arena, (t->n_nodes + 1) * sizeof *number);
    uint32_t n = t->n_tokens;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        number[i] = i + 1;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            number[v] = ++n;
    return number;
}

static void put_row(pl_writer *w, const pl_tree *t, uint32_t v, const uint32_t *number)
{
    const pl_node *node = &t->nodes[v];
    const pl_token *token = pl_is_terminal(t, v) ? &t->tokens[v] : NULL;
    bool has_parent = node->parent != PL_NONE, has_head = token != NULL && token->head != PL_NONE;
    pl_out_printf(w->out, "%s%zu", pl_counted_mark(PL_COUNTED_WRITTEN, w->options.middle),
                  w->n_written + 1);
    put_text(w, t->id);
    put_number(w, true, number[v]);
    put_number(w, t->root != PL_NONE, has_parent ? number[node->parent] : 0);
    put_text(w, node->label);
    put_text(w, node->func);
    put_text(w, token != NULL ? token->word : NULL);
    put_text(w, node->lemma);
    put_text(w, token != NULL ? token->coarse : NULL);
    put_text(w, node->morph);
    put_number(w, has_head, has_head && token->head != PL_ROOT_HEAD ? token->head + 1 : 0);
    put_text(w, token != NULL ? token->deprel : NULL);
    put_number(w, true, (token != NULL ? v : node->low) + 1);
    put_number(w, true, (token != NULL ? v : node->high) + 1);
    put_number(w, true, token != NULL ? 1 : node->blocks);
    pl_out_putc(w->out, '\n');
}

static int write_start(pl_writer *w, pl_error *err)
{
    pl_out_puts(w->out, "sentence\tid\tnode\tparent\tlabel\tfunction\tword\tlemma\tcoarse\tmorph\thead\t"
                        "relation\tfirst\tlast\tblocks\n");
    return 0;
}

static int write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    const uint32_t *number = number_nodes(t);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        put_row(w, t, i, number);
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            put_row(w, t, v, number);
    return 0;
}

const pl_format pl_format_tsv = {
    .name = "tsv",
    .extensions = ".tsv",
    .about = "a table: a line for each word and constituent, columns with names",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_DISCONTINUITY | PL_HAS_DEPENDENCIES | PL_HAS_TAGS |
             PL_HAS_LEMMAS | PL_HAS_MORPHOLOGY | PL_HAS_FUNCTIONS | PL_HAS_IDS | PL_HAS_COARSE_TAGS |
             PL_HAS_ROOT_FUNCTION,
    .write_start = write_start,
    .write = write,
};
