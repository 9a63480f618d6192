/* Rows of sentences and constituents; see each.h. */
#include "count/each.h"

#include "base/report.h"
#include "count/breakdown.h"
#include "tree/punctuation.h"

/* clang-format off */
const pl_option_choice pl_each_choices[] = {{"none", NULL}, {"sentence", NULL}, {"constituent", NULL}, {0}};
/* clang-format on */

const char *const pl_each_titles[PL_N_EACH] = {
    [PL_EACH_NONE] = "",
    [PL_EACH_SENTENCE] =
        "file\tsentence\tid\ttokens\tconstituents\tdepth\tdiscontinuous\t"
        "word_gaps\tgap_degree\till_nested\tsecondary_edges\tarcs\t"
        "non_projective\tcrossing\n",
    [PL_EACH_CONSTITUENT] =
        "file\tsentence\tid\tnode\tparent\tlabel\tfunction\tparent_label\t"
        "depth\tfirst\tlast\ttokens\tchildren\tgap_degree\t"
        "word_gap_degree\tgap_tokens\trule\ttext\n",
};

/* Where a sentence is from. */
typedef struct origin {
    const char *file;
    size_t number;
} origin;

static void put_origin(pl_str *out, const pl_tree *t, const origin *p)
{
    pl_tsv_put_text(out, p->file);
    pl_str_printf(out, "\t%zu\t", p->number);
    pl_tsv_put_text(out, t->id);
}

/* The words of a constituent; … stands for a gap. */
static void put_yield(pl_str *out, const pl_tree *t, uint32_t v, uint32_t *yield)
{
    uint32_t n = pl_tree_yield(t, v, yield);
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0)
            pl_str_puts(out, yield[i] == yield[i - 1] + 1 ? " " : " … ");
        pl_tsv_put_text(out, t->tokens[yield[i]].word);
    }
}

static void put_rule(pl_str *out, const pl_tree *t, uint32_t v)
{
    pl_str rule = {0};
    pl_put_rule(&rule, t, v);
    pl_tsv_put_text(out, rule.at);
    pl_str_release(&rule);
}

/* The nodes of a tree while its rows are made. */
typedef struct walk {
    const pl_tree *t;
    uint32_t *depth, *number; /* [n_nodes] edges from the root; in pre-order, root 0 */
    uint32_t *yield;          /* [n_tokens] */
    bool *below;              /* [n_tokens] for pl_word_blocks */
    uint32_t deepest, blocks; /* of all */
} walk;

static walk walk_of(const pl_tree *t, pl_arena *m)
{
    walk w = {
        .t = t,
        .depth = PL_NEW_ARRAY(m, uint32_t, t->n_nodes + 1),
        .number = PL_NEW_ARRAY(m, uint32_t, t->n_nodes + 1),
        .yield = PL_NEW_ARRAY(m, uint32_t, t->n_tokens + 1),
        .below = pl_arena_zero(m, t->n_tokens + 1, sizeof *w.below),
        .blocks = 1,
    };
    uint32_t n = 0;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        w.depth[v] = v == t->root ? 0 : w.depth[t->nodes[v].parent] + 1;
        w.deepest = w.depth[v] > w.deepest ? w.depth[v] : w.deepest;
        w.number[v] = n;
        if (pl_is_terminal(t, v))
            continue;
        n++;
        if (v != t->root && t->nodes[v].blocks > w.blocks)
            w.blocks = t->nodes[v].blocks;
    }
    return w;
}

static void put_constituent(pl_str *out, const walk *w, uint32_t v, const origin *p)
{
    const pl_node *n = &w->t->nodes[v], *parent = &w->t->nodes[n->parent];
    const char *texts[] = {n->label, n->func, parent->label};
    put_origin(out, w->t, p);
    pl_str_printf(out, "\t%u\t%u", w->number[v], w->number[n->parent]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        pl_str_putc(out, '\t');
        pl_tsv_put_text(out, texts[i]);
    }
    pl_str_printf(out, "\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t", w->depth[v], n->low + 1,
                  n->high + 1, n->size, n->order, n->blocks - 1,
                  pl_word_blocks(w->t, v, w->below) - 1, n->high - n->low + 1 - n->size);
    put_rule(out, w->t, v);
    pl_str_putc(out, '\t');
    put_yield(out, w->t, v, w->yield);
    pl_str_putc(out, '\n');
}

/* The figures of the sentence are what the sums have grown by. */
static void put_sentence(pl_str *out, const walk *w, const origin *p, pl_stats *s)
{
    pl_stats was = *s;
    pl_stats_add(s, w->t);
    put_origin(out, w->t, p);
    pl_str_printf(out, "\t%u\t%zu\t%u\t%zu\t%zu\t%u\t%zu\t%zu\t%zu\t%zu\t%zu\n",
                  w->t->n_tokens, s->constituents - was.constituents, w->deepest,
                  s->discontinuous_constituents - was.discontinuous_constituents,
                  s->word_gap_constituents - was.word_gap_constituents, w->blocks - 1,
                  s->ill_nested_sentences - was.ill_nested_sentences,
                  s->secondary_edges - was.secondary_edges, s->arcs - was.arcs,
                  s->non_projective_arcs - was.non_projective_arcs,
                  s->crossing_arcs - was.crossing_arcs);
}

void pl_each_put(pl_str *out, pl_each what, const pl_tree *t, const char *file,
                 size_t number, pl_stats *s)
{
    pl_arena m = {0};
    walk w = walk_of(t, &m);
    const origin from = {file, number};
    if (what == PL_EACH_SENTENCE)
        put_sentence(out, &w, &from, s);
    for (uint32_t v = t->root; v != PL_NONE && what == PL_EACH_CONSTITUENT;
         v = pl_tree_preorder(t, t->root, v))
        if (v != t->root && !pl_is_terminal(t, v))
            put_constituent(out, &w, v, &from);
    pl_arena_release(&m);
}
